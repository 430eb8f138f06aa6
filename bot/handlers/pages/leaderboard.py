"""/top: the leaderboards, one message whose tabs turn it."""

from math import ceil

from bot.games.registry import PATIENCES
from bot.handlers.exchange import Exchange, Tap
from bot.play.daily import KINDS
from bot.play.leaderboard import Field, Leaderboard, Page, View
from bot.play.periods import Period
from bot.screen.courier import Content
from bot.screen.keyboards.pages import top_keyboard
from bot.screen.tables import LONG_WAIT
from bot.texts import chat as texts
from bot.texts import leaderboard as words
from bot.transport.callbacks import Top, TopLines
from bot.transport.deep_links import DatedLink, url
from storage import Chat


async def show(exchange: Exchange) -> None:
    """/top: today's leaderboard of the patience played last."""
    loaded = await exchange.services.session.last((await exchange.chat()).id)
    await _show(exchange, "" if loaded is None else loaded.game.kind)


async def page(tap: Tap[Top]) -> None:
    """A tab; or «Рейтинг» elsewhere, which brings a message of its own."""
    if tap.button.period:
        await _turn(tap, tap.button, 0)
    else:
        await _show(tap, tap.button.kind)


async def lines(tap: Tap[TopLines]) -> None:
    """«11–20 ›» and its like, or «Вокруг меня»."""
    await _turn(tap, tap.button, tap.button.first)


async def _turn(tap: Tap[Top] | Tap[TopLines], asked: Top | TopLines, first: int | None) -> None:
    chat = await tap.chat()
    view = _view(asked, chat)
    wait = tap.services.tables.wait(chat.id)
    if view is None:
        await tap.answer(texts.OLD_BUTTON)
    elif wait > LONG_WAIT:
        # A page is no more than curiosity: the table needs the chat's next messages itself.
        await tap.answer(words.later(ceil(wait)))
    else:
        shown = await _lines(tap, view, chat, first)
        if first is None and shown.own_at is None:
            await tap.answer(words.NO_LINE)
            return
        await tap.show_page(_content(tap, shown, chat))


async def _show(exchange: Exchange, kind: str) -> None:
    chat = await exchange.chat()
    await exchange.services.daily_deals.score_overdue()
    view = View(Period.DAY, _fields(chat)[0], _daily_kind(kind))
    await exchange.say(_content(exchange, await _lines(exchange, view, chat, 0), chat))


async def _lines(exchange: Exchange, view: View, chat: Chat, first: int | None) -> Page:
    """A leaderboard as whoever asks for it sees it."""
    leaderboard = Leaderboard(exchange.services.storage, exchange.services.days)
    return await leaderboard.page(view, chat, exchange.person.id, first)


def _content(exchange: Exchange, shown: Page, chat: Chat) -> Content:
    private, link = chat.kind == "private", None
    if not private and not shown.lines and shown.view.field is not Field.CHATS:
        # A group's own deal of the day brings nobody a personal result.
        link = url(exchange.services.bot.username, DatedLink())
    return Content(words.page(shown, private=private), top_keyboard(shown, _fields(chat), link))


def _daily_kind(kind: str) -> str:
    """The way to play that has deals of the day, of the same patience if there is one."""
    played = PATIENCES.get(kind)
    of_same = [one for one in KINDS if played and PATIENCES[one].title == played.title]
    return kind if kind in KINDS else (of_same or KINDS)[0]


def _fields(chat: Chat) -> tuple[Field, ...]:
    """Who may be looked at, the usual first: in a private chat there is nobody but oneself."""
    everywhere = (Field.PEOPLE, Field.CHATS)
    return everywhere if chat.kind == "private" else (Field.HERE, *everywhere)


def _view(asked: Top | TopLines, chat: Chat) -> View | None:
    """What a button asks for, unless it was forged."""
    try:
        view = View(Period(asked.period), Field(asked.field), asked.kind)
    except ValueError:
        return None
    return view if view.kind in KINDS and view.field in _fields(chat) else None
