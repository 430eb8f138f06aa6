"""The words of challenges: a deal that is sent to others, and who has played it."""

from collections.abc import Mapping, Sequence
from html import unescape

from bot.games.play import AnyPatience
from bot.games.scoring import Score
from bot.play.challenges import Line
from bot.texts.daily import came_to
from bot.texts.share import deal_told, figures, squares, title, way
from bot.texts.words import NBSP, in_passes, number, out_of, person, plain_name

CHALLENGE = "Бросить вызов"
PLAY = "Играть этот расклад"
WHO_PLAYED = "Кто сыграл"

MOST_LINES = 20
LONGEST = 1024
"""Of a caption, in UTF-16 units."""
NAME_LENGTH = 24

TAKEN_UP = (
    "Вызов принят: считается эта партия, первая. Всё как в зачёте: ход, открывший новую карту, "
    f"не вернуть, подсказка стоит 5{NBSP}очков."
)
TAKEN_UP_RANKED = "Вызов принят: в нём стоит эта партия, она же идёт в зачёт."
STANDS_EARLIER = (
    "Этот расклад вами уже сыгран, поэтому в вызове стоит первый результат с пометкой «раньше»."
)
STANDS = "В вызове уже стоит ваша первая партия."
NOBODY = "Пока никто. Первая строка может стать вашей."
OVER = f"Этот вызов закончился, но расклад на месте: «{PLAY}»."

ASK_TO_HEAR = "Сказать, если ваш результат в вызове превзойдут? Один раз и без звука."
HEAR = "Сказать"
NOT_HEAR = "Не надо"
WILL_HEAR = "Хорошо, бот скажет. Передумать: /settings"
WILL_NOT_HEAR = "Хорошо, бот промолчит. Передумать: /settings"

NOT_NOW = "Сейчас этот расклад не разложить. Сегодняшние: /daily"
EXPIRED = "Срок этого вызова вышел, вот сам расклад."


def hearing(*, hears: bool) -> str:
    """The wish among the settings."""
    return f"Когда в вызове превзошли: {'сообщать' if hears else 'молчать'}"


def cover_text(label: str) -> str:
    """Under the cover of a deal."""
    told = deal_told(label)
    return f"{told[0].upper()}{told[1:]}. У всех один и тот же: кого позовёте сыграть?"


def offered(patience: AnyPatience, label: str) -> str:
    """A deal among those to choose from."""
    return title(patience, label)


def message(
    patience: AnyPatience,
    label: str,
    name: str,
    result: Score | None,
    closed: Sequence[int | None],
    bot: str,
    lines: Sequence[Line] = (),
    names: Mapping[int, str] | None = None,
) -> str:
    """The challenge in HTML without a tag: at most four lines, then those who have played it."""
    head = [title(patience, label)]
    if result is None:
        head.append(f"{person(name, NAME_LENGTH)} зовёт сыграть: расклад у всех один и тот же")
    else:
        head.append(f"{person(name, NAME_LENGTH)}: {came_to(patience, result)}, побьёте?")
        head += [f"{squares(closed)} {figures(closed, patience.passes)}"] if closed else []
    told = "\n".join([*head, way(label, bot)])
    return told + _listed(patience, lines, names or {}, LONGEST - _length(told))


def who_played(
    patience: AnyPatience, lines: Sequence[Line], names: Mapping[int, str], asker: int | None
) -> str:
    """What whoever asks is told: how many, the best, and the asker's own line."""
    if not lines:
        return NOBODY
    told = [f"Игроков: {number(len(lines))}."]
    best, own = lines[0], next((line for line in lines if line.player_id == asker), None)
    if best.place and best is not own:
        name = plain_name(names.get(best.player_id, ""), NAME_LENGTH)
        told.append(f"Лучше всех {name}: {_result(patience, best)}.")
    if own is not None:
        told.append(f"Вы — {_result(patience, own)}, место{NBSP}{own.place}." if own.place else "")
    return " ".join(filter(None, told))


def beaten(patience: AnyPatience, label: str, name: str, by: Line) -> str:
    """To whom a later result has overtaken."""
    return (
        f"{person(name, NAME_LENGTH)} — {_result(patience, by)}: это лучше вашего результата. "
        f"Вызов: {title(patience, label)}."
    )


def _listed(
    patience: AnyPatience, lines: Sequence[Line], names: Mapping[int, str], room: int
) -> str:
    """As many of the best lines as there is room for, and how many more there are."""
    told = [_line(patience, line, names.get(line.player_id, "")) for line in lines]
    shown = min(len(told), MOST_LINES)
    while shown:
        more = len(told) - shown
        block = "\n".join(told[:shown]) + (f"\nи ещё {number(more)}" if more else "")
        if _length(f"\n\n{block}") <= room:
            return f"\n\n{block}"
        shown -= 1
    return ""


def _line(patience: AnyPatience, line: Line, name: str) -> str:
    who = person(name, NAME_LENGTH)
    if line.plays:
        return f"· {who} — играет"
    earlier = ", раньше" if line.earlier else ""
    return f"{line.place}. {who} — {_result(patience, line)}{earlier}"


def _result(patience: AnyPatience, line: Line) -> str:
    """«за 2 прохода, 179», «56 из 104, 51»."""
    result = line.result
    if line.plays:
        return "играет"
    if result.won:
        told = f"за {in_passes(result.passes)}" if patience.passes > 1 else "сошёлся"
    else:
        told = out_of(result.laid, patience.cards)
    return f"{told}, {number(result.points)}"


def _length(text: str) -> int:
    return len(unescape(text).encode("utf-16-le")) // 2
