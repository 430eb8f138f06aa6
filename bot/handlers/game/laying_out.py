"""Laying out a deal that somebody wished for, whichever way the wish came."""

from dataclasses import replace

from telegram import CallbackQuery, Message, Update

from bot.games.deals import FIRST_NUMBER, LAST_NUMBER
from bot.games.registry import PATIENCES
from bot.handlers.context import Context, Person, Services, person_of, say, thread_of
from bot.handlers.filters import carries
from bot.handlers.game import tour
from bot.handlers.replies import remove, turn
from bot.play.loaded_game import LoadedGame
from bot.play.session import Started
from bot.screen.keyboards.table import confirm_new_keyboard
from bot.screen.tables import Show
from bot.texts import chat as texts
from bot.texts.daily import OUT_OF_RANKING
from bot.transport.callbacks import Start
from storage import Chat, Game


async def lay_out(services: Services, chat: Chat, person: Person, wish: Start) -> Started | None:
    """Lays out what is wished for, if it may be played here and now."""
    if wish.kind not in PATIENCES or not _may_be_number(wish.number):
        return None
    if not wish.date:
        return await services.session.start(
            chat.id, wish.kind, person.id, number=wish.number, replacing=wish.replacing
        )
    await services.storage.reminders.answered(chat.id)
    dated = await services.daily.playable(chat, wish.date, wish.kind)
    if dated is None:
        return None
    return await services.session.start_dated(chat.id, dated, person.id, replacing=wish.replacing)


def placed_toast(started: Started | None) -> str:
    """What the tap is answered: mostly nothing, the table says it all."""
    if started is None:
        return texts.OLD_BUTTON
    game = started.loaded.game
    return OUT_OF_RANKING if started.placed and game.audience and not game.ranked else ""


async def present(update: Update, context: Context, wish: Start, started: Started) -> None:
    """Shows the table of a game that was laid out, or asks about the one in its place."""
    services = context.services
    game, message = started.loaded.game, update.effective_message
    if not started.placed and not _is_wished(wish, game):
        await _ask_about_new(update, context, wish, started.loaded, person_of(update))
        return
    thread = thread_of(message)
    chat = await services.chat(update)
    if thread != chat.thread_id:
        await services.storage.chats.change(chat.id, thread_id=thread)
    if update.callback_query is not None:
        await remove(update.callback_query)
    if started.left is not None:
        services.tables.show(chat.id, started.left)
        services.outlook_notices.look(chat.id, started.left)
    if await tour.begun(update, context, chat, started):
        return
    services.tables.show(chat.id, game.id, Show.BELOW if game.message else Show.TABLE)


def asked_by(query: CallbackQuery, asker: int | None) -> int | None:
    """Who has asked, as the button says that stands there; a made-up client can send any data."""
    return asker if carries(query.message, query.data or "") else None


async def agreed(
    context: Context, chat: Chat, person: Person, game_id: int, asker: int | None
) -> bool:
    """Whether the game may leave the table: its starter, an admin, or a second person says so."""
    if chat.kind == "private":
        return True
    loaded = await context.services.session.game(game_id)
    if loaded is None or person.id == loaded.game.starter:
        return True
    second = asker is not None and person.id != asker
    return second or await context.services.is_admin(chat, person)


def _may_be_number(number: int | None) -> bool:
    """Whether there is a deal of this number; any may come if none is named."""
    return number is None or FIRST_NUMBER <= number <= LAST_NUMBER


async def _ask_about_new(
    update: Update, context: Context, wish: Start, standing: LoadedGame, person: Person
) -> None:
    """An unfinished game lies on the table: may it go?"""
    facts = standing.patience.facts(standing.table)
    text = texts.confirm_new(standing.patience.full_title, facts.laid, facts.cards)
    keyboard = confirm_new_keyboard(
        replace(wish, replacing=standing.game.id, asker=person.id), standing
    )
    query = update.callback_query
    message = None if query is None else query.message
    if query is not None and isinstance(message, Message) and message.text is not None:
        await turn(query, text, keyboard)
    else:
        await say(update, context, text, keyboard)


def _is_wished(wish: Start, game: Game) -> bool:
    """Whether the game on the table is the very deal that was wished for: it goes on."""
    label = wish.date or str(wish.number)
    return wish.replacing is None and (game.kind, game.label) == (wish.kind, label)
