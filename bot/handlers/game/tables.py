"""Games on the table: chosen, laid out, brought down, ended."""

from telegram import CallbackQuery, Update

from bot.games.registry import PATIENCES
from bot.handlers.context import Context, answer, callback_of, person_of, say, thread_of
from bot.handlers.game.laying_out import agreed, asked_by, lay_out, placed_toast, present
from bot.handlers.game.moves import old_table, put_away, why_not_played
from bot.handlers.pages.daily import show_day
from bot.handlers.pages.reminders import offer
from bot.handlers.replies import remove
from bot.play.deal_names import parse_number
from bot.play.loaded_game import LoadedGame
from bot.play.session import Rejected
from bot.screen.keyboards.table import choice_keyboard, confirm_drop_keyboard
from bot.screen.tables import Show
from bot.texts import chat as texts
from bot.texts import daily as daily_texts
from bot.transport.callbacks import Drop, GameAction, Start


async def new(update: Update, context: Context) -> None:
    """/new and «Новая игра»: the choice of a way to play."""
    query = update.callback_query
    if query is not None:
        await answer(query)
    await _offer(update, context, None)


async def deal(update: Update, context: Context) -> None:
    """/deal N: the choice of a way to play one numbered deal; /deal ДД.ММ: the deals of a day."""
    asked = " ".join(context.args or ())
    day = await context.services.daily.meant(asked)
    number = parse_number(asked)
    if day is not None:
        await show_day(update, context, day)
    elif number is None:
        await say(update, context, texts.BAD_DEAL)
    else:
        await _offer(update, context, number)


async def choose(update: Update, context: Context) -> None:
    """«Начать общий стол»: the same choice."""
    await new(update, context)


async def start(update: Update, context: Context) -> None:
    """A deal was chosen: lay it out, or ask what becomes of the game on the table."""
    services = context.services
    query, wish = callback_of(update, Start)
    chat, person = await services.chat(update), person_of(update)
    if wish.replacing is not None and not await agreed(
        context, chat, person, wish.replacing, asked_by(query, wish.asker)
    ):
        await answer(query, texts.NEED_SECOND, alert=True)
        return
    started = await lay_out(services, chat, person, wish)
    over = started is None and services.days.is_over(wish.date)
    await answer(query, daily_texts.OVER if over else placed_toast(started))
    if started is not None:
        await present(update, context, wish, started)


async def again(update: Update, context: Context) -> None:
    """«Тот же расклад»: the same deal in the same way."""
    query, tap = callback_of(update, GameAction)
    services = context.services
    chat, person = await services.chat(update), person_of(update)
    loaded = await services.session.game_in(chat.id, tap.game)
    if loaded is None or not loaded.game.over:
        await answer(query, texts.OLD_BUTTON)
        return
    kind, label = loaded.game.kind, loaded.game.label
    wish = Start(kind, date=label) if loaded.game.audience else Start(kind, int(label))
    started = await lay_out(services, chat, person, wish)
    await answer(query, placed_toast(started))
    if started is not None:
        await present(update, context, wish, started)


async def below(update: Update, context: Context) -> None:
    """/table and «Стол вниз»: the table anew at the bottom, in the topic where it was asked for."""
    services = context.services
    chat = await services.chat(update)
    query = update.callback_query
    loaded = await services.session.last(chat.id)
    if query is not None:
        await answer(query)
    if loaded is None:
        await say(update, context, texts.NO_GAME)
        return
    thread = thread_of(update.effective_message)
    if thread != chat.thread_id:
        await services.storage.chats.change(chat.id, thread_id=thread)
    services.tables.show(chat.id, loaded.game.id, Show.BELOW)


async def menu(update: Update, context: Context) -> None:
    """☰ opens the menu of the table, «К столу» closes it."""
    query, tap = callback_of(update, GameAction)
    if await old_table(context.services, query, tap.game):
        return
    chat = await context.services.chat(update)
    loaded = await context.services.session.game_in(chat.id, tap.game)
    if loaded is None:
        await answer(query, texts.OLD_BUTTON)
        return
    await answer(query)
    how = Show.MENU if tap.action == "menu" and not loaded.game.over else Show.AGAIN
    context.services.tables.show(chat.id, tap.game, how)


async def about_redeal(update: Update, context: Context) -> None:
    """What a redeal will do."""
    query, tap = callback_of(update, GameAction)
    loaded = await context.services.session.game(tap.game)
    if loaded is None:
        await answer(query, texts.OLD_BUTTON)
    else:
        await answer(query, loaded.patience.redeal_hint, alert=True)


async def finish(update: Update, context: Context) -> None:
    """/finish: asks first."""
    services = context.services
    chat = await services.chat(update)
    loaded = await services.session.current(chat.id)
    if loaded is None:
        await say(update, context, texts.NO_GAME)
    else:
        await _ask_to_finish(update, context, loaded)


async def finish_tap(update: Update, context: Context) -> None:
    """«Закончить партию», of the game that it stands under: asks first."""
    services = context.services
    query, tap = callback_of(update, GameAction)
    chat = await services.chat(update)
    loaded = await services.session.game_in(chat.id, tap.game)
    if loaded is None or loaded.game.state != "playing":
        await answer(query, why_not_played(loaded))
        if loaded is None or not _is_table(query, loaded):
            await put_away(services, query, tap.game)
    else:
        await answer(query)
        await _ask_to_finish(update, context, loaded)


async def drop(update: Update, context: Context) -> None:
    """The game is to be ended as it stands."""
    services = context.services
    query, wish = callback_of(update, Drop)
    chat = await services.chat(update)
    asker = asked_by(query, wish.asker)
    if not await agreed(context, chat, person_of(update), wish.game, asker):
        await answer(query, texts.NEED_SECOND, alert=True)
        return
    outcome = await services.session.stop(chat.id, wish.game)
    await answer(query, texts.GAME_OVER if isinstance(outcome, Rejected) else "")
    await remove(query)
    services.tables.show(chat.id, wish.game)
    services.outlook_notices.look(chat.id, wish.game)
    if isinstance(outcome, LoadedGame):
        await offer(update, context, outcome.game)


async def close(update: Update, _: Context) -> None:
    """«Закрыть»: a message that was asked for goes."""
    query, _tap = callback_of(update, GameAction)
    await answer(query)
    await remove(query)


async def stay(update: Update, context: Context) -> None:
    """«Играть дальше»: the question goes, the game stays, in sight if it was not yet."""
    services = context.services
    query, tap = callback_of(update, GameAction)
    chat = await services.chat(update)
    loaded = await services.session.game_in(chat.id, tap.game)
    stays = loaded is not None and loaded.game.state == "playing"
    await answer(query, texts.STAYS if stays else why_not_played(loaded))
    await put_away(services, query, tap.game)
    if stays:
        services.tables.show(chat.id, tap.game)


async def _offer(update: Update, context: Context, number: int | None) -> None:
    await say(
        update,
        context,
        texts.choice(PATIENCES.values(), number),
        choice_keyboard(PATIENCES.values(), number),
    )


async def _ask_to_finish(update: Update, context: Context, loaded: LoadedGame) -> None:
    facts = loaded.patience.facts(loaded.table)
    await say(
        update,
        context,
        texts.confirm_finish(
            loaded.patience.full_title, facts.laid, facts.cards, ranked=loaded.game.ranked
        ),
        confirm_drop_keyboard(Drop(loaded.game.id, person_of(update).id)),
    )


def _is_table(query: CallbackQuery, loaded: LoadedGame) -> bool:
    """Whether the tap came from the table of the game and not from a message about it."""
    table, message = loaded.game.message, query.message
    return table is not None and message is not None and table.message_id == message.message_id
