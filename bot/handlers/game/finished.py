"""What is asked of a finished game: its record, its replay, its review."""

from bot.games.record import make_record, write_record
from bot.handlers.exchange import Exchange, Tap
from bot.handlers.services import Services
from bot.play.loaded_game import LoadedGame
from bot.texts import chat as texts
from bot.texts import replay as replay_texts
from bot.texts import review as review_texts
from bot.transport.callbacks import GameAction


async def record_command(exchange: Exchange) -> None:
    """/record: of the game that was finished last."""
    services, chat = exchange.services, await exchange.chat()
    loaded = await services.session.last(chat.id)
    if loaded is None:
        await exchange.say(texts.NO_RECORD)
    elif not loaded.game.over:
        await exchange.say(texts.RECORD_LATER)
    elif not _is_open(services, loaded):
        await exchange.say(texts.RECORD_HELD_BACK)
    else:
        await _send_record(exchange, loaded)


async def record_tap(tap: Tap[GameAction]) -> None:
    """«Протокол» under a finished game."""
    await tap.chat()
    loaded = await tap.game()
    if loaded is None or not loaded.game.over:
        await tap.answer(texts.OLD_BUTTON)
    elif not _is_open(tap.services, loaded):
        await tap.answer(texts.RECORD_HELD_BACK, alert=True)
    else:
        await _send_record(tap, loaded)


async def replay(tap: Tap[GameAction]) -> None:
    """«Повтор»: the game in motion, made in the background, so the tap is answered at once."""
    services, chat, loaded = tap.services, await tap.chat(), await tap.own_game()
    if loaded is None:
        return
    if not loaded.game.over:
        await tap.answer(replay_texts.NOT_OVER)
    elif not _is_open(services, loaded):
        await tap.answer(replay_texts.HELD_BACK, alert=True)
    elif services.replays.begin(loaded, chat, tap.place, tap.tell):
        await tap.answer(texts.PREPARING)
    else:
        await tap.answer(replay_texts.BUSY, alert=True)


async def review(tap: Tap[GameAction]) -> None:
    """«Разбор» under a finished game; of a ranked deal only when its day is over."""
    services, chat, loaded = tap.services, await tap.chat(), await tap.game()
    if loaded is None or not loaded.game.over:
        await tap.answer(texts.OLD_BUTTON)
    elif loaded.patience.solver is None:
        await tap.answer(review_texts.NO_ADVICE, alert=True)
    elif not _is_open(services, loaded):
        await tap.answer(review_texts.HELD_BACK, alert=True)
    elif services.reviews.begin(loaded, chat, tap.place, tap.tell):
        await tap.answer(review_texts.LOOKING, alert=True)
    else:
        await tap.answer(review_texts.BUSY)


def _is_open(services: Services, loaded: LoadedGame) -> bool:
    """Whether what shows the order of the deck may be shown: of a deal of the day, once it is
    released."""
    return not loaded.game.audience or services.days.is_released(loaded.game.label)


async def _send_record(exchange: Exchange, loaded: LoadedGame) -> None:
    game = loaded.game
    record = make_record(loaded.patience, loaded.deal, game.label, game.moves)
    await exchange.send_document(
        write_record(record).encode(),
        f"protokol-{game.kind}-{game.label}.txt",
        texts.RECORD_CAPTION,
    )
