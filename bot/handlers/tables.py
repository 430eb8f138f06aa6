"""Games on the table: chosen, laid out, brought down, ended."""

from telegram import CallbackQuery, Message, Update

from bot.board import Show
from bot.callbacks import Choose, Drop, GameAction, Start
from bot.games.deals import FIRST_NUMBER, LAST_NUMBER
from bot.games.registry import PATIENCES
from bot.handlers.play import old_table
from bot.keyboards import choice_keyboard, confirm_drop_keyboard, confirm_new_keyboard
from bot.services import Context, Person, answer, callback_of, person_of, say, thread_of
from bot.session import Position, Refused
from bot.texts import chat as texts
from storage import Chat

__all__ = ["again", "below", "choose", "deal", "drop", "finish", "menu", "new", "start", "stay"]


async def new(update: Update, context: Context) -> None:
    """/new and «Новая игра»: the choice of a way to play."""
    query = update.callback_query
    if query is not None:
        await answer(query)
    await _offer(update, context, None)


async def deal(update: Update, context: Context) -> None:
    """/deal N: the choice of a way to play one numbered deal."""
    number = _deal_number(" ".join(context.args or ()))
    if number is None:
        await say(update, context, texts.BAD_DEAL)
    else:
        await _offer(update, context, number)


async def choose(update: Update, context: Context) -> None:
    """«Тот же расклад» and the like: the choice for the deal that the button names."""
    query, chosen = callback_of(update, Choose)
    await answer(query)
    await _offer(update, context, chosen.number)


async def start(update: Update, context: Context) -> None:
    """A way to play was chosen: lay the cards out, or ask what becomes of the game on the table."""
    services = context.services
    query, wish = callback_of(update, Start)
    chat = await services.chat(update)
    person = person_of(update)
    if wish.kind not in PATIENCES or not _may_be_number(wish.number):
        await answer(query, texts.OLD_BUTTON)
        return
    if wish.replacing is not None and not await _agreed(
        context, chat, person, wish.replacing, wish.asker
    ):
        await answer(query, texts.NEED_SECOND, alert=True)
        return
    thread = thread_of(query.message if isinstance(query.message, Message) else None)
    if thread != chat.thread_id:
        await services.storage.chats.change(chat.id, thread_id=thread)
    started = await services.session.start(
        chat.id, wish.kind, person.id, number=wish.number, replacing=wish.replacing
    )
    await answer(query)
    if started.placed:
        await _clear(query)
        services.board.show(chat.id, started.position.game.id)
    else:
        await _ask_about_new(update, context, wish, started.position, person)


async def again(update: Update, context: Context) -> None:
    """«Тот же расклад»: the same deal in the same way."""
    query, tap = callback_of(update, GameAction)
    services = context.services
    chat = await services.chat(update)
    position = await services.session.position(tap.game)
    if position is None or position.game.chat_id != chat.id:
        await answer(query, texts.OLD_BUTTON)
        return
    game = position.game
    person = person_of(update)
    started = await services.session.start(chat.id, game.kind, person.id, number=int(game.label))
    await answer(query)
    if started.placed:
        services.board.show(chat.id, started.position.game.id)
    else:
        wish = Start(game.kind, int(game.label))
        await _ask_about_new(update, context, wish, started.position, person)


async def below(update: Update, context: Context) -> None:
    """/table and «Стол вниз»: the table anew at the bottom, in the topic where it was asked for."""
    services = context.services
    chat = await services.chat(update)
    query = update.callback_query
    position = await services.session.last(chat.id)
    if query is not None:
        await answer(query)
    if position is None:
        await say(update, context, texts.NO_GAME)
        return
    thread = thread_of(update.effective_message)
    if thread != chat.thread_id:
        await services.storage.chats.change(chat.id, thread_id=thread)
    services.board.show(chat.id, position.game.id, Show.BELOW)


async def menu(update: Update, context: Context) -> None:
    """☰ opens the menu of the table, «К столу» closes it."""
    query, tap = callback_of(update, GameAction)
    if await old_table(context.services, query, tap.game):
        return
    chat = await context.services.chat(update)
    position = await context.services.session.position(tap.game)
    if position is None or position.game.chat_id != chat.id:
        await answer(query, texts.OLD_BUTTON)
        return
    await answer(query)
    how = Show.MENU if tap.action == "menu" and not position.game.over else Show.AGAIN
    context.services.board.show(chat.id, tap.game, how)


async def about_redeal(update: Update, context: Context) -> None:
    """What a redeal will do."""
    query, tap = callback_of(update, GameAction)
    position = await context.services.session.position(tap.game)
    if position is None:
        await answer(query, texts.OLD_BUTTON)
    else:
        await answer(query, position.patience.redeal_hint, alert=True)


async def finish(update: Update, context: Context) -> None:
    """/finish and «Закончить партию»: asks first."""
    services = context.services
    chat = await services.chat(update)
    query = update.callback_query
    if query is not None:
        await answer(query)
    position = await services.session.current(chat.id)
    if position is None:
        await say(update, context, texts.NO_GAME)
        return
    facts = position.patience.facts(position.table)
    await say(
        update,
        context,
        texts.confirm_finish(position.patience.full_title, facts.laid, facts.cards),
        confirm_drop_keyboard(Drop(position.game.id, person_of(update).id)),
    )


async def drop(update: Update, context: Context) -> None:
    """The game is to be ended as it stands."""
    services = context.services
    query, wish = callback_of(update, Drop)
    chat = await services.chat(update)
    if not await _agreed(context, chat, person_of(update), wish.game, wish.asker):
        await answer(query, texts.NEED_SECOND, alert=True)
        return
    outcome = await services.session.stop(chat.id, wish.game)
    await answer(query, texts.GAME_OVER if isinstance(outcome, Refused) else "")
    await _clear(query)
    services.board.show(chat.id, wish.game)


async def stay(update: Update, _: Context) -> None:
    """«Играть дальше»: the question goes, the game stays."""
    query, _tap = callback_of(update, GameAction)
    await answer(query, texts.STAYS)
    await _clear(query)


async def _offer(update: Update, context: Context, number: int | None) -> None:
    await say(
        update,
        context,
        texts.choice(PATIENCES.values(), number),
        choice_keyboard(PATIENCES.values(), number),
    )


async def _ask_about_new(
    update: Update, context: Context, wish: Start, standing: Position, person: Person
) -> None:
    """An unfinished game lies on the table: may it go?"""
    facts = standing.patience.facts(standing.table)
    text = texts.confirm_new(standing.patience.full_title, facts.laid, facts.cards)
    keyboard = confirm_new_keyboard(
        Start(wish.kind, wish.number, standing.game.id, person.id), standing
    )
    message = update.effective_message
    if message is not None and message.text is not None:
        await message.edit_text(text, reply_markup=keyboard)
    else:
        await say(update, context, text, keyboard)


async def _agreed(
    context: Context, chat: Chat, person: Person, game_id: int, asker: int | None
) -> bool:
    """Whether the game may leave the table: its starter, an admin, or a second person says so."""
    if chat.kind == "private":
        return True
    position = await context.services.session.position(game_id)
    if position is None or person.id == position.game.starter:
        return True
    second = asker is not None and person.id != asker
    return second or await context.services.is_admin(chat, person)


async def _clear(query: CallbackQuery) -> None:
    """Takes away a question that is answered; a picture with buttons stays."""
    message = query.message
    if isinstance(message, Message) and message.text is not None:
        await message.delete()


def _deal_number(text: str) -> int | None:
    digits = "".join(text.replace("№", "").split())
    if not digits.isascii() or not digits.isdigit() or len(digits) > len(str(LAST_NUMBER)):
        return None
    number = int(digits)
    return number if _may_be_number(number) and number else None


def _may_be_number(number: int | None) -> bool:
    return number is None or FIRST_NUMBER <= number <= LAST_NUMBER
