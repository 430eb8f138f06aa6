"""The words of the leaderboards, for /top."""

from collections.abc import Sequence
from datetime import date

from babel.dates import format_date

from bot.games.registry import PATIENCES
from bot.play.leaderboard import Field, Page
from bot.play.periods import Period, Span
from bot.texts.words import ANONYMOUS, NAMELESS, NBSP, count, number, person, plural
from storage import Share, Standing

PERIODS = {Period.DAY: "Сегодня", Period.WEEK: "Неделя", Period.ALL: "Всё время"}
FIELDS = {Field.HERE: "Этот чат", Field.PEOPLE: "Люди", Field.CHATS: "Чаты"}

SHARES_LISTED = 10
NAME_LENGTH = 22  # with the numbers beside it one line of a phone
_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
_TIES = "При равных очках выше тот результат, где открыто меньше карт."


def page(shown: Page, *, private: bool) -> str:
    """A leaderboard in lines of text; one's own line is bold and never missing."""
    title = PATIENCES[shown.view.kind].title
    when = _when(shown.view.period, shown.span)
    parts = [f"<b>Рейтинг · {title}</b>\n{when} · {FIELDS[shown.view.field].lower()}"]
    if shown.lines:
        parts.append("\n".join(_lines(shown, private=private)))
    else:
        parts.append("Результатов ещё нет. Первый может стать вашим: /daily")
    if shown.shares:
        parts.append(f"За общим столом уложено: {shares_line(shown.shares)}")
    if shown.lines:
        parts.append(_foot(shown, private=private))
    return "\n\n".join(parts)


def later(seconds: int) -> str:
    """Where the chat's messages are rationed, a page has to wait."""
    wait = count(seconds, "секунду", "секунды", "секунд")
    return f"Слишком часто для этого чата. Нажмите ещё раз через {wait}."


def shares_line(shares: Sequence[Share]) -> str:
    """«Аня 40, Борис 31»: who laid how many cards."""
    named = [f"{_sharer(share)}{NBSP}{number(share.laid)}" for share in shares[:SHARES_LISTED]]
    rest = shares[SHARES_LISTED:]
    if rest:
        named.append(f"остальные{NBSP}{number(sum(share.laid for share in rest))}")
    return ", ".join(named)


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


def _lines(shown: Page, *, private: bool) -> list[str]:
    own = shown.own
    lines = [_line(shown, standing, private=private) for standing in shown.lines]
    if own is not None and all(standing.holder != own.holder for standing in shown.lines):
        # Whoever has the last place of the page shares it, or others stand between.
        lines += [*(["…"] if own.place > shown.lines[-1].place + 1 else [])]
        lines.append(_line(shown, own, private=private))
    return lines


def _line(shown: Page, standing: Standing, *, private: bool) -> str:
    place = _MEDALS.get(standing.place, f"{number(standing.place)}.")
    is_own = shown.own is not None and shown.own.holder == standing.holder
    name = _name(shown, standing, is_own=is_own, private=private)
    said = f"{place} {name} — {number(standing.points)}"
    line = f"<b>{said}</b>" if is_own else said
    return f"{line}, {_details(shown.span, standing)}"


def _name(shown: Page, standing: Standing, *, is_own: bool, private: bool) -> str:
    if shown.view.field is Field.CHATS:
        if is_own:
            return "Этот чат"
        return chat_name(standing.name, standing.visible, standing.players)
    if is_own and private:
        return "Вы"
    return person(standing.name, NAME_LENGTH) if standing.visible else ANONYMOUS


def _details(span: Span, standing: Standing) -> str:
    if span.is_one_deal:
        return f"открыто {number(standing.opened)}"
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
        said.append("Этого чата здесь ещё нет: /daily")
    elif shown.own is None and not team and private:
        said.append("Вашего результата здесь ещё нет: /daily")
    return " ".join(said)


def _sharer(share: Share) -> str:
    if share.player_id is None:
        return NAMELESS
    return person(share.name, NAME_LENGTH) if share.visible else ANONYMOUS
