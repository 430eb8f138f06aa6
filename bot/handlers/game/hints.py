"""💡 and /hint, «Сойдётся само»: what the solver tells while a game goes on."""

from bot.advice.protocol import NoAnswer, in_time
from bot.games.solver import Verdict
from bot.handlers.exchange import Exchange, Tap
from bot.handlers.game.rejections import (
    put_away,
    rejection_toast,
    shows_old_table,
    why_not_played,
)
from bot.handlers.pages.reminders import offer
from bot.play.loaded_game import LoadedGame
from bot.play.session import Rejected
from bot.texts import chat as chat_texts
from bot.texts import review as texts
from bot.texts.advice import advice
from bot.transport.callbacks import GameAction
from bot.transport.order import give_way
from storage import Chat


async def hint_tap(tap: Tap[GameAction]) -> None:
    """💡 under the table: told to the one who asked."""
    chat = await tap.chat()
    if await shows_old_table(tap):
        return
    loaded = await tap.own_game()
    if loaded is not None:
        await tap.answer(await _hint(tap, chat, loaded), alert=True)


async def hint_command(exchange: Exchange) -> None:
    """/hint: the same for those who type."""
    chat = await exchange.chat()
    loaded = await exchange.services.session.current(chat.id)
    said = chat_texts.NO_GAME if loaded is None else await _hint(exchange, chat, loaded)
    await exchange.say(said)


async def complete(tap: Tap[GameAction]) -> None:
    """«Сойдётся само»: the certain rest of the game in one tap."""
    services, chat, loaded = tap.services, await tap.chat(), await tap.game()
    if loaded is None or loaded.game.state != "playing":
        await tap.answer(why_not_played(loaded))
        await put_away(tap)
        return
    if services.adviser is None or tap.person.id is None or not loaded.patience.advised:
        await tap.answer(chat_texts.OLD_BUTTON)
        return
    game = loaded.game
    give_way()
    try:
        seen = await in_time(services.adviser.outlook(game.kind, loaded.deal, game.moves))
    except NoAnswer:
        await tap.answer(texts.COMPLETE_LATER, alert=True)
        return
    if seen.verdict is not Verdict.CERTAIN:
        await tap.answer(texts.NOT_CERTAIN)
        await put_away(tap)
        services.outlook_notices.look(chat.id, game.id)
        return
    outcome = await services.session.play_line(
        chat, game.id, game.revision, seen.moves, tap.person.id
    )
    if isinstance(outcome, Rejected):
        await tap.answer(await rejection_toast(services, chat, outcome, chat_texts.ONLY_STARTER))
        return
    await tap.answer(texts.COMPLETED, minor=True)
    await put_away(tap)
    services.tables.show(chat.id, game.id)
    services.outlook_notices.look(chat.id, game.id)
    await offer(tap, outcome.loaded.game)


async def _hint(exchange: Exchange, chat: Chat, loaded: LoadedGame) -> str:
    """The advice in words; it counts as one hint for each table it is asked at.

    Who may not move may not spend the game's points either.
    """
    services, game = exchange.services, loaded.game
    if game.over:
        return texts.GAME_OVER
    if game.state == "aside":
        return chat_texts.GAME_ASIDE
    refused = services.session.may_not_move(chat, loaded, exchange.person.id)
    if refused is not None:
        return await rejection_toast(services, chat, refused, chat_texts.ONLY_STARTER)
    if services.adviser is None or loaded.patience.solver is None:
        return texts.NO_ADVICE
    if not loaded.patience.advised:
        return texts.NO_CHOICE
    give_way()  # the solver takes its time, and the chat plays on
    try:
        asked = services.adviser.advise(game.kind, loaded.deal, game.moves)
        advised = await in_time(asked)
    except NoAnswer:
        return texts.NOT_READY
    if advised is None:
        return texts.GAME_OVER
    if not await services.session.charge_hint(loaded):
        now = await services.session.game(game.id)
        return texts.GAME_OVER if now is not None and now.game.over else texts.OVERTAKEN
    return advice(advised)
