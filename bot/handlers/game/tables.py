"""The table of a game: brought down, its menu, what is left, a game ended or kept."""

from bot.handlers.exchange import Exchange, Tap
from bot.handlers.game.leaving import agreed
from bot.handlers.game.rejections import put_away, shows_old_table, why_not_played
from bot.handlers.pages.reminders import offer
from bot.play.loaded_game import LoadedGame
from bot.play.session import Rejected
from bot.screen.desk import Show
from bot.screen.keyboards.table import close_keyboard, confirm_drop_keyboard
from bot.texts import chat as texts
from bot.texts.cards_left import left
from bot.transport.callbacks import Action, Drop, GameAction


async def below(exchange: Exchange) -> None:
    """/table and «Стол вниз»: the table anew at the bottom, in the topic where it was asked for."""
    services, chat = exchange.services, await exchange.chat()
    loaded = await services.session.last(chat.id)
    if loaded is None:
        await exchange.say(texts.NO_GAME)
        return
    await exchange.bring_table_here(chat)
    await exchange.show_table(loaded.game.id, Show.BELOW)


async def menu(tap: Tap[GameAction]) -> None:
    """☰ opens the menu of the table, «К столу» closes it."""
    if await shows_old_table(tap):
        return
    loaded = await tap.own_game()
    if loaded is None:
        return
    opens = tap.button.action is Action.MENU and not loaded.game.over
    await tap.show_table(loaded.game.id, Show.MENU if opens else Show.AGAIN)


async def cards_left(tap: Tap[GameAction]) -> None:
    """«Что осталось»: in all games and for everybody, since all have this memory."""
    loaded = await tap.game()
    if loaded is None or loaded.game.over:
        await tap.answer(texts.OLD_BUTTON)
        return
    await tap.say(left(loaded.patience, loaded.table), close_keyboard(loaded))


async def about_redeal(tap: Tap[GameAction]) -> None:
    """What a redeal will do."""
    loaded = await tap.own_game()
    if loaded is not None:
        await tap.answer(loaded.patience.redeal_hint, alert=True)


async def finish(exchange: Exchange) -> None:
    """/finish: asks first."""
    chat = await exchange.chat()
    loaded = await exchange.services.session.current(chat.id)
    if loaded is None:
        await exchange.say(texts.NO_GAME)
    else:
        await _ask_to_finish(exchange, loaded)


async def finish_tap(tap: Tap[GameAction]) -> None:
    """«Закончить партию», of the game that it stands under: asks first."""
    await tap.chat()
    loaded = await tap.game()
    if loaded is None or loaded.game.state != "playing":
        await tap.answer(why_not_played(loaded))
        if loaded is None or not _is_table(tap, loaded):
            await put_away(tap)
    else:
        await _ask_to_finish(tap, loaded)


async def drop(tap: Tap[Drop]) -> None:
    """The game is to be ended as it stands."""
    services, chat, game_id = tap.services, await tap.chat(), tap.button.game
    if not await agreed(tap, chat, game_id, tap.button.asker):
        await tap.answer(texts.NEED_SECOND, alert=True)
        return
    outcome = await services.session.stop(chat.id, game_id)
    if isinstance(outcome, Rejected):
        await tap.answer(texts.GAME_OVER)
    await tap.remove()
    services.outlook_notices.look(chat.id, game_id)
    await tap.show_table(game_id)
    if isinstance(outcome, LoadedGame):
        await offer(tap, outcome.game)


async def close(tap: Tap[GameAction]) -> None:
    """«Закрыть»: a message that was asked for goes."""
    if not await tap.remove():
        await tap.answer(texts.CANNOT_CLOSE)


async def stay(tap: Tap[GameAction]) -> None:
    """«Играть дальше»: the question goes, the game stays, in sight if it was not yet."""
    await tap.chat()
    loaded = await tap.game()
    stays = loaded is not None and loaded.game.state == "playing"
    await tap.answer(texts.STAYS if stays else why_not_played(loaded))
    await put_away(tap)
    if loaded is not None and stays:
        await tap.show_table(loaded.game.id)


async def _ask_to_finish(exchange: Exchange, loaded: LoadedGame) -> None:
    facts = loaded.patience.facts(loaded.table)
    await exchange.say(
        texts.confirm_finish(
            *(loaded.patience.full_title, facts.laid, facts.cards),
            ranked=loaded.game.ranked,
            challenged=loaded.game.challenged,
        ),
        confirm_drop_keyboard(Drop(loaded.game.id, exchange.person.id)),
    )


def _is_table(tap: Tap[GameAction], loaded: LoadedGame) -> bool:
    """Whether the tap came from the table of the game and not from a message about it."""
    table, message = loaded.game.message, tap.query.message
    return table is not None and message is not None and table.message_id == message.message_id
