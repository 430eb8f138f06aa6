"""/top: the leaderboards, one message whose tabs turn it."""

from math import ceil

from telegram import Update

from bot.handlers.context import Context, answer, callback_of, person_of, say
from bot.handlers.replies import turn
from bot.play.daily import KINDS
from bot.play.leaderboard import Field, Leaderboard, Period, View
from bot.screen.keyboards.pages import top_keyboard
from bot.screen.tables import LONG_WAIT
from bot.texts import chat as texts
from bot.texts import leaderboard as words
from bot.transport.callbacks import Top
from storage import Chat


async def show(update: Update, context: Context) -> None:
    """/top: today's leaderboard of the patience played last."""
    loaded = await context.services.session.last((await context.services.chat(update)).id)
    await _show(update, context, "" if loaded is None else loaded.game.kind)


async def page(update: Update, context: Context) -> None:
    """A tab; or «Рейтинг» elsewhere, which brings a message of its own."""
    services = context.services
    query, tap = callback_of(update, Top)
    if not tap.period:
        await answer(query)
        await _show(update, context, tap.kind)
        return
    chat = await services.chat(update)
    view = _view(tap, chat)
    wait = services.tables.wait(chat.id)
    if view is None:
        await answer(query, texts.OLD_BUTTON)
    elif wait > LONG_WAIT:
        # A page is no more than curiosity: the table needs the chat's next messages itself.
        await answer(query, words.later(ceil(wait)))
    else:
        await answer(query)
        shown = await Leaderboard(services.storage, services.days).page(
            view, chat, person_of(update).id
        )
        told = words.page(shown, private=chat.kind == "private")
        await turn(query, told, top_keyboard(view, _fields(chat)))


async def _show(update: Update, context: Context, kind: str) -> None:
    services = context.services
    chat = await services.chat(update)
    await services.daily_deals.score_overdue()
    view = View(Period.DAY, _fields(chat)[0], kind if kind in KINDS else KINDS[0])
    shown = await Leaderboard(services.storage, services.days).page(
        view, chat, person_of(update).id
    )
    told = words.page(shown, private=chat.kind == "private")
    await say(update, context, told, top_keyboard(view, _fields(chat)))


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
