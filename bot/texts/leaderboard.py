"""The words of the leaderboards, for /top."""

from collections.abc import Mapping, Sequence
from datetime import date

from babel.dates import format_date

from bot.games.registry import PATIENCES
from bot.play.leaderboard import LINES, Field, Page
from bot.play.periods import Period, Span
from bot.texts.words import (
    ANONYMOUS,
    NAMELESS,
    NBSP,
    count,
    in_hints,
    is_marked,
    number,
    person,
    plural,
    told_apart,
)
from storage import Share, Standing

PERIODS = {Period.DAY: "Сегодня", Period.WEEK: "Неделя", Period.ALL: "Всё время"}
FIELDS = {Field.HERE: "Этот чат", Field.PEOPLE: "Люди", Field.CHATS: "Чаты"}

AROUND = {
    Field.HERE: "Вокруг меня",
    Field.PEOPLE: "Вокруг меня",
    Field.CHATS: "Вокруг этого чата",
}
IN_PRIVATE = "Сыграть в личном чате"
NO_LINE = "Вашей строки здесь не видно."
YOU = "Вы"
THIS_CHAT = "Этот чат"

SHARES_LISTED = 10
NAME_LENGTH = 22  # with the numbers beside it one line of a phone
_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
_NO_PLACE = "—"
_TIES = "При равных очках выше тот, у кого меньше подсказок, затем — кто открыл меньше карт."


def page(shown: Page, *, private: bool) -> str:
    """A leaderboard in lines of text; one's own line is bold and never missing."""
    title = PATIENCES[shown.view.kind].title
    when = _when(shown.view.period, shown.span)
    parts = [f"<b>Рейтинг · {title}</b>\n{when} · {FIELDS[shown.view.field].lower()}"]
    parts.append("\n".join(_lines(shown, private=private)) or _nothing(shown, private=private))
    if shown.shares:
        parts.append(f"За общим столом уложено: {shares_line(shown.shares)}")
    if shown.lines:
        parts.append(_foot(shown, private=private))
    return "\n\n".join(parts)


def numbers(before: int, size: int) -> str:
    """«11–20», or «21» alone: the lines on a page before which so many stand, of so many."""
    first, last = number(before + 1), number(min(before + LINES, size))
    return first if first == last else f"{first}–{last}"


def later(seconds: int) -> str:
    """Where the chat's messages are rationed, a page has to wait."""
    wait = count(seconds, "секунду", "секунды", "секунд")
    return f"Слишком часто для этого чата. Нажмите ещё раз через {wait}."


def shares_line(shares: Sequence[Share], between: str = ", ") -> str:
    """«Аня 40, Борис 31»: who laid how many cards."""
    told = zip(_sharers(shares), shares, strict=True)
    named = [f"{name}{NBSP}{number(share.laid)}" for name, share in told][:SHARES_LISTED]
    rest = shares[SHARES_LISTED:]
    if rest:
        named.append(f"остальные{NBSP}{number(sum(share.laid for share in rest))}")
    return between.join(named)


def chat_name(title: str, visible: bool, players: int) -> str:
    """A chat on a leaderboard: its title if an admin allows it."""
    if visible:
        return person(title, NAME_LENGTH)
    return f"Чат, {count(players, 'игрок', 'игрока', 'игроков')}"


def _when(period: Period, span: Span) -> str:
    match period:
        case Period.DAY:
            return f"Сегодня, {_day(span.first)}"
        case Period.WEEK:
            return f"Неделя с{NBSP}{_day(span.first)}"
        case Period.ALL:
            return "Всё время"


def _day(day: str) -> str:
    return format_date(date.fromisoformat(day), f"d{NBSP}MMMM", locale="ru")


def _nothing(shown: Page, *, private: bool) -> str:
    """Where there is no result yet: what would bring one, and nothing that would not."""
    if shown.view.field is Field.CHATS:
        told = "Результатов чатов пока нет. Их приносит расклад дня за общим столом группы"
        return f"{told}." if private else f"{told}: /daily"
    if private:
        return "Результатов ещё нет. Первый может стать вашим: /daily"
    return "Личных результатов пока нет. Сыграйте свой расклад дня в личном чате с ботом."


def _lines(shown: Page, *, private: bool) -> list[str]:
    own, end = shown.own, shown.first + len(shown.lines)
    names = _names(shown, private=private)
    lines = [_line(shown, standing, names) for standing in shown.lines]
    if own is None or shown.shows_own:
        return lines
    line = _line(shown, own, names)
    if shown.own_at is not None and shown.own_at < shown.first:
        return [line, *(["…"] if shown.own_at + 1 < shown.first else []), *lines]
    between = end < (shown.size if shown.own_at is None else shown.own_at)
    return [*lines, *(["…"] if between else []), line]


def _line(shown: Page, standing: Standing, names: Mapping[int, str]) -> str:
    said = f"{_place(standing.place)} {names[standing.holder]} — {number(standing.points)}"
    line = f"<b>{said}</b>" if _is_own(shown, standing) else said
    return f"{line}, {_details(shown.span, standing)}"


def _is_own(shown: Page, standing: Standing) -> bool:
    return shown.own is not None and shown.own.holder == standing.holder


def _place(place: int | None) -> str:
    """A medal, a number; neither for a result without a point."""
    return _NO_PLACE if place is None else _MEDALS.get(place, f"{number(place)}.")


def _names(shown: Page, *, private: bool) -> dict[int, str]:
    """What each line is called by; people, and chats, of the same name are told apart."""
    own = shown.own
    listed = [*shown.lines, *([] if own is None or shown.shows_own else [own])]
    names = {standing.holder: _name(shown, standing, private=private) for standing in listed}
    named = {
        standing.holder: names[standing.holder]
        for standing in listed
        if standing.visible and names[standing.holder] not in (YOU, THIS_CHAT)
    }
    return {**names, **told_apart(named)}


def _name(shown: Page, standing: Standing, *, private: bool) -> str:
    is_own = _is_own(shown, standing)
    if shown.view.field is Field.CHATS:
        if is_own:
            return THIS_CHAT
        return chat_name(standing.name, standing.visible, standing.players)
    if is_own and private:
        return YOU
    return person(standing.name, NAME_LENGTH) if standing.visible else ANONYMOUS


def _details(span: Span, standing: Standing) -> str:
    if span.is_one_deal:
        hints = f", {in_hints(standing.hints)}" if standing.hints else ""
        return f"открыто {number(standing.opened)}{hints}"
    games = count(standing.games, "партия", "партии", "партий")
    return f"{games}, {_came_out(standing.won)}" if standing.won else games


def _came_out(won: int) -> str:
    return f"{plural(won, 'сошлась', 'сошлось', 'сошлось')} {number(won)}"


def _foot(shown: Page, *, private: bool) -> str:
    team = shown.view.field is Field.CHATS
    if team:
        total = count(shown.size, "чат", "чата", "чатов")
    else:
        total = count(shown.size, "человек", "человека", "человек")
    said = [f"Всего в рейтинге {total}."]
    if shown.span.is_one_deal:
        said.append(_TIES)
    if shown.own is None and team and not private:
        said.append("Этого чата здесь ещё нет: нужны двое, кто уложит карты в его раскладе дня.")
    elif shown.own is None and not team and private:
        said.append("Вашего результата здесь ещё нет: /daily")
    if any(map(is_marked, _names(shown, private=private).values())):
        said.append("Номер после имени — чтобы не путать тёзок.")
    return " ".join(said)


def _sharers(shares: Sequence[Share]) -> list[str]:
    named = {
        share.player_id: person(share.name, NAME_LENGTH)
        for share in shares
        if share.player_id is not None and share.visible
    }
    names = told_apart(named)
    return [
        NAMELESS if share.player_id is None else names.get(share.player_id, ANONYMOUS)
        for share in shares
    ]
