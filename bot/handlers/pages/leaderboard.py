"""/top: the leaderboards, one message whose tabs turn it."""

from math import ceil

from bot.handlers.exchange import Exchange, Tap
from bot.play.daily import KINDS
from bot.play.leaderboard import Field, Leaderboard, Period, View
from bot.screen.courier import Content
from bot.screen.keyboards.pages import top_keyboard
from bot.screen.tables import LONG_WAIT
from bot.texts import chat as texts
from bot.texts import leaderboard as words
from bot.transport.callbacks import Top
from storage import Chat


async def show(exchange: Exchange) -> None:
    """/top: today's leaderboard of the patience played last."""
    loaded = await exchange.services.session.last((await exchange.chat()).id)
    await _show(exchange, "" if loaded is None else loaded.game.kind)


async def page(tap: Tap[Top]) -> None:
    """A tab; or «Рейтинг» elsewhere, which brings a message of its own."""
    if not tap.button.period:
        await _show(tap, tap.button.kind)
        return
    chat = await tap.chat()
    view = _view(tap.button, chat)
    wait = tap.services.tables.wait(chat.id)
    if view is None:
        await tap.answer(texts.OLD_BUTTON)
    elif wait > LONG_WAIT:
        # A page is no more than curiosity: the table needs the chat's next messages itself.
        await tap.answer(words.later(ceil(wait)))
    else:
        await tap.show_page(await _page(tap, view, chat))


async def _show(exchange: Exchange, kind: str) -> None:
    chat = await exchange.chat()
    await exchange.services.daily_deals.score_overdue()
    view = View(Period.DAY, _fields(chat)[0], kind if kind in KINDS else KINDS[0])
    await exchange.say(await _page(exchange, view, chat))


async def _page(exchange: Exchange, view: View, chat: Chat) -> Content:
    """A leaderboard as whoever asks for it sees it."""
    leaderboard = Leaderboard(exchange.services.storage, exchange.services.days)
    shown = await leaderboard.page(view, chat, exchange.person.id)
    told = words.page(shown, private=chat.kind == "private")
    return Content(told, top_keyboard(view, _fields(chat)))


def _fields(chat: Chat) -> tuple[Field, ...]:
    """Who may be looked at, the usual first: in a private chat there is nobody but oneself."""
    everywhere = (Field.PEOPLE, Field.CHATS)
    return everywhere if chat.kind == "private" else (Field.HERE, *everywhere)


def _view(tap: Top, chat: Chat) -> View | None:
    """What a button asks for, unless it was forged."""
    try:
        view = View(Period(tap.period), Field(tap.field), tap.kind)
    except ValueError:
        return None
    return view if view.kind in KINDS and view.field in _fields(chat) else None
