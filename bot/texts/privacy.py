"""What /privacy says: what is kept of a person, and what can be done about it."""

from bot.texts.words import ANONYMOUS, person
from storage import Player

KEPT = (
    "<b>Что хранит бот</b>\n"
    "• номер в Telegram, имя и имя пользователя — чтобы подписывать ходы и места в рейтинге;\n"
    "• партии: расклад, ходы, кто и когда их сделал, итог; в каких группах вы играете;\n"
    "• вызовы: что отправлено и кто по ним сыграл, не дольше месяца;\n"
    "• настройки чатов и час напоминания;\n"
    "• то, чего бот не сумел прочесть, — не дольше недели, чтобы исправить ошибку.\n\n"
    "Сообщений бот не читает и не хранит: в группах ему видны только команды и ответы ему. "
    "Никому ничего не передаёт."
)
IN_GROUP = f"{KEPT}\n\nСкрыть своё имя, забрать или удалить данные можно в личном чате с ботом."
HIDE = "Скрыть имя"
SHOW = "Показывать имя"
EXPORT = "Скачать мои данные"
DELETE = "Удалить мои данные"
DELETE_NOW = "Удалить безвозвратно"
BACK = "Отмена"
EXPORT_CAPTION = (
    "Всё, что бот о вас хранит. Колод расклада дня здесь нет, пока его день не закончился."
)
ASK = (
    "<b>Удалить все ваши данные?</b>\n"
    "Исчезнут имя, партии и итоги из личного чата, серия, места в рейтинге, строки в вызовах и "
    "напоминание. "
    "Партии, сыгранные вместе с другими, останутся, но без вашего имени.\n\n"
    "Вернуть ничего будет нельзя. Лучше сначала скачать: кнопка ниже."
)
DELETED = (
    "Готово, бот всё забыл. Если написать ему снова, он познакомится с вами заново.\n"
    "Начатый сегодня расклад дня второй раз в зачёт не пойдёт."
)
STAYS_HIDDEN = (
    "\n\nОстаётся одно: пометка при вашем номере, что имя скрыто администратором бота. "
    "Если вернуться, оно останется скрытым."
)

USAGE = (
    "Кого? В личном чате: /hide, затем номер, @имя или имя точно как в рейтинге. "
    "В группе: /hide в ответ на сообщение. Вернуть имя: /unhide"
)
NO_SUCH_PERSON = "Такого человека бот не знает."
NO_SUCH_CHAT = "Такого чата бот не знает."


def page(player: Player) -> str:
    """What is kept, and how the name is shown now."""
    name = person(player.name)
    if player.hidden:
        shown = f"Имя {name} скрыто администратором бота: другие видят «{ANONYMOUS}»."
    elif player.anonymous:
        shown = f"Ваше имя скрыто: другие видят «{ANONYMOUS}»."
    else:
        shown = f"Другие видят ваше имя: {name}."
    return f"{KEPT}\n\n{shown}"


def ask(player: Player) -> str:
    """Whether really to delete, and what is kept even so."""
    return ASK + (STAYS_HIDDEN if player.hidden else "")


def deleted(player: Player) -> str:
    """All is gone, but for what has to stay."""
    return DELETED + (STAYS_HIDDEN if player.hidden else "")


def set_hidden(player_id: int, *, hidden: bool) -> str:
    """What the administrator is told: the number alone, as a group may read along."""
    return f"{'Имя скрыто' if hidden else 'Имя снова видно'}: {player_id}"


def hidden_chat(chat_id: int, *, hidden: bool) -> str:
    """What the administrator is told when a chat's title was hidden: its number alone."""
    if hidden:
        return f"Название скрыто: {chat_id}"
    return f"Название снова решают показывать админы чата: {chat_id}"


def candidates(players: list[Player]) -> str:
    """Several people have this name: which one is meant?"""
    lines = [
        f"<code>{player.id}</code> {person(player.name)}"
        + (f" @{player.username}" if player.username else "")
        + (" (скрыто)" if player.hidden else "")
        for player in players
    ]
    return "\n".join(["Таких несколько, нужен номер:", *lines])
