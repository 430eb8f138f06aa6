"""What the bot says away from the table: greetings, questions, answers to commands."""

from collections.abc import Iterable

from bot.games.deals import FIRST_NUMBER, LAST_NUMBER
from bot.games.patience import RuleSection
from bot.games.play import AnyPatience
from bot.texts.table import deal_name
from bot.texts.words import NBSP, count, number, out_of

SHORT_DESCRIPTION = (
    "Два забытых пасьянса: «Первые и последние» и «Чёртов». Играйте в одиночку или всем чатом."
)

DESCRIPTION = (
    "Два забытых пасьянса из старой книги.\n\n"
    "«Первые и последние» — погадать или рассчитать. «Чёртов пасьянс» — перехитрить кучку, "
    "в которой спрятаны начала.\n\n"
    "Играйте в одиночку или всем чатом за одним столом. Нажмите «Старт»."
)

COMMANDS = (
    ("new", "Новая игра"),
    ("daily", "Расклад дня"),
    ("top", "Рейтинг"),
    ("stats", "Статистика"),
    ("table", "Стол вниз"),
    ("undo", "Вернуть ход"),
    ("hint", "Подсказка"),
    ("rules", "Правила"),
    ("deal", "Расклад по номеру или дню: /deal 481516"),
    ("record", "Протокол последней партии"),
    ("finish", "Закончить партию"),
    ("settings", "Настройки"),
    ("help", "Что умеет бот"),
    ("privacy", "Что бот хранит"),
    ("start", "С чего начать"),
)

COMMANDS_GROUP = (
    ("new", "Новый общий стол"),
    ("daily", "Расклад дня для чата"),
    ("top", "Рейтинг: чат, люди, чаты"),
    ("stats", "Статистика чата"),
    ("table", "Стол вниз"),
    ("undo", "Вернуть свой ход"),
    ("hint", "Подсказка"),
    ("rules", "Правила"),
    ("deal", "Расклад по номеру или дню: /deal 481516"),
    ("record", "Протокол последней партии"),
    ("finish", "Закончить партию"),
    ("settings", "Настройки чата"),
    ("help", "Что умеет бот"),
    ("privacy", "Что бот хранит"),
    ("start", "С чего начать"),
)

WELCOME = (
    "Два забытых пасьянса из старой книги: карты раскладывает бот, решаете вы.\n"
    "Выберите игру — правила и первый ход понятны прямо со стола."
)

GREETING = (
    "Здравствуйте! Здесь можно раскладывать старинные пасьянсы всем чатом: стол один, "
    "ходит любой, бот пишет, чей был ход."
)

HELP = (
    "<b>Как играть</b>\n"
    "/new — выбрать пасьянс и разложить карты. Ходы — кнопками под столом: первый ряд кладёт "
    "подходящую карту, второй открывает новые.\n"
    "↩️ возвращает последний ход, 💡 подсказывает, что сделать и почему (в зачёте подсказка стоит "
    "пяти очков), в ☰ всё остальное.\n\n"
    "<b>Ещё команды</b>\n"
    "/daily — расклад дня: у всех один и тот же, первая попытка идёт в зачёт\n"
    "/top — рейтинг за сегодня, неделю и всё время\n"
    "/stats — сколько сыграно и сошлось, серия дней, лучшее\n"
    "/deal 481516 — расклад по номеру: одинаковый у всех и навсегда\n"
    "/deal 30.11 — расклады прошедшего дня\n"
    "/table — поставить стол внизу чата\n"
    "/undo — вернуть ход\n"
    "/hint — подсказка\n"
    "/rules — правила с картинками\n"
    "/record — протокол законченной партии\n"
    "/finish — закончить партию\n"
    "/settings — вид стола, подписи, кто ходит\n"
    "/privacy — что бот хранит, скрыть имя, забрать или удалить данные\n\n"
    "Под законченной партией — повтор, протокол и кнопка, чтобы поделиться или бросить вызов.\n"
    "В группе стол общий: играют все. Добавьте бота в чат и напишите /new."
)

CHOOSE = "Во что сыграем?"
NO_GAME = "На столе пусто. Новая игра: /new"
NO_RECORD = "Протокол бывает у законченной партии, а её здесь пока не было."
RECORD_LATER = "Протокол будет, когда партия закончится. Закончить сейчас: /finish"
RECORD_HELD_BACK = (
    "Протокол показывает всю колоду, поэтому у расклада дня он откроется, когда день закончится: "
    "в три часа следующей ночи."
)
RECORD_CAPTION = "Протокол партии: её можно проверить и переиграть ход за ходом."
UNKNOWN_COMMAND = "Такой команды нет. Все команды: /help"
BAD_LINK = (
    "Ссылка не открывается: в ней опечатка или она не отсюда. "
    "Новая игра — /new, расклад дня — /daily"
)
PLAIN_TEXT = "Играем кнопками. Новая игра — /new, все команды — /help"
NOT_SAVED = "Записать не удалось, всё осталось как было. Попробуйте чуть позже."
PERHAPS_POSTED = "Связь прервалась. Если нового стола не видно — /table"
PERHAPS_SAID = "Связь прервалась. Если ответа не видно, попробуйте ещё раз."
BROKEN = "Что-то пошло не так. Попробуйте ещё раз, а если стол отстал — /table"

OLD_BUTTON = "Эта кнопка устарела. Новая игра: /new"
OLD_TABLE = "Это старый стол. Свежий — внизу чата."
GAME_OVER = "Партия уже закончена."
GAME_ASIDE = "Партия отложена. Продолжить её: /daily"
OTHER_TABLE = "Стол разошёлся с партией: сейчас он обновится. Если нет — /table"
NO_SUCH_MOVE = "Так пойти нельзя."
NOTHING_TO_UNDO = "Возвращать нечего."
UNDONE = "Ход возвращён"
SHOWN = "Ход открыл новую карту: в партии, что идёт в зачёт, его уже не вернуть."
ONLY_STARTER = "В этой партии ходит тот, кто её начал."
ONLY_OWN_UNDO = (
    "Чужой ход вернуть нельзя: это может тот, кто ходил, тот, кто начал партию, или админ."
)
ONLY_ADMINS = "Настройки чата меняют админы."
NEED_SECOND = "Нужно согласие ещё одного человека: пусть нажмёт кто-нибудь другой."
STAYS_IN_CHALLENGE = "\nВ вызове останется этот результат."
STAYS = "Партия продолжается."
BAD_DEAL = (
    f"Номер расклада — целое число от {FIRST_NUMBER} до {number(LAST_NUMBER)}: /deal{NBSP}481516\n"
    f"Прошедший день — число и месяц: /deal{NBSP}30.11"
)
SILENCED = "Боту не разрешено писать в этом чате: попросите админов."
NO_THREAD = "Этой темы больше нет."
OUT_OF_REACH = "Боту больше не видно этот чат. Если он ещё нужен здесь, добавьте его снова."
NO_FILES = "В этом чате боту нельзя присылать файлы: попросите админов."
NO_TABLE = "Показать стол не получилось. Партия цела — попробуйте /table чуть позже."
PREPARING = "Готовлю…"
IN_QUEUE = "Прошлые ответы ещё в пути: Telegram не даёт писать чаще."
CANNOT_CLOSE = "Убрать это сообщение не получается."
SETTING_GONE = "Такой настройки нет."


def choice(patiences: Iterable[AnyPatience], number_: int | None) -> str:
    """The question which game to play, with an honest line on each."""
    title = CHOOSE if number_ is None else f"{deal_name(str(number_)).capitalize()}. {CHOOSE}"
    lines = [
        f"<b>{patience.title}</b>{f', {patience.way}' if patience.way else ''}. {patience.pledge}"
        for patience in patiences
    ]
    return "\n\n".join([title, *lines])


def confirm_new(title: str, laid: int, cards: int, *, challenged: bool) -> str:
    """The question before an unfinished game is dropped for another."""
    return (
        f"На столе неоконченная партия: {title}, уложено{NBSP}{out_of(laid, cards)}.\n"
        f"Убрать её и разложить новую?{STAYS_IN_CHALLENGE if challenged else ''}"
    )


def confirm_finish(title: str, laid: int, cards: int, *, ranked: bool, challenged: bool) -> str:
    """The question before a game is ended."""
    counts = "\nЭтот результат и пойдёт в зачёт." if ranked else ""
    counts += STAYS_IN_CHALLENGE if challenged else ""
    return f"Закончить партию? {title}, уложено{NBSP}{out_of(laid, cards)}.{counts}"


def confirm_aside(title: str, laid: int, cards: int) -> str:
    """The question before what a team has begun in ranking makes room for another game."""
    return (
        f"На столе партия в зачёт: {title}, уложено{NBSP}{out_of(laid, cards)}.\n"
        "Отложить её и разложить другую? Продолжить можно будет в /daily, пока не вышло время."
    )


def in_turn(seconds: int) -> str:
    """To whoever would move twice in a row where people move in turn."""
    wait = count(max(1, seconds), "секунду", "секунды", "секунд")
    return f"Ходим по очереди: сейчас любой, кроме вас. Если никто не пойдёт, через {wait} — и вы."


def already(what: str) -> str:
    """What a late tap is told: somebody has moved before."""
    return f"Уже: {what}"


def too_often(seconds: int) -> str:
    """To whoever asks for more than a person can look at."""
    return f"Слишком часто. Попробуйте через {count(seconds, 'секунду', 'секунды', 'секунд')}."


def too_fast(seconds: int) -> str:
    """To whoever waits for what Telegram does not take from the bot now."""
    wait = count(seconds, "секунду", "секунды", "секунд")
    return f"Telegram просит подождать. Попробуйте через {wait}."


def elsewhere(title: str) -> str:
    """Before an answer that the chat it belongs to does not take."""
    return f"В чате «{title}» мне сейчас нельзя писать, поэтому отвечаю здесь."


def soon(toast: str, seconds: int) -> str:
    """A toast that adds how long the table itself has to wait for Telegram."""
    return f"{toast} · стол обновится через {count(seconds, 'секунду', 'секунды', 'секунд')}"


def rules_page(patience: AnyPatience, section: RuleSection) -> str:
    """A section of the rules."""
    return f"<b>{patience.title}. {section.title}</b>\n\n{section.text}"
