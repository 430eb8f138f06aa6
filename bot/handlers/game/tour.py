"""The tour before a person's first game: a few pictures, once, to be skipped at will."""

import structlog
from telegram.error import TelegramError

from bot.games.play import AnyPatience
from bot.handlers.exchange import Exchange, Tap
from bot.play.session import Started
from bot.screen.courier import Content
from bot.screen.desk import Show
from bot.screen.keyboards.table import button, markup
from bot.screen.scenes import example
from bot.texts import tour as texts
from bot.transport.callbacks import Tour
from storage import Chat

log = structlog.get_logger(__name__)


async def begun(exchange: Exchange, chat: Chat, started: Started) -> bool:
    """Whether a game that was just laid out is preceded by the tour, whose end brings the table."""
    players, person = exchange.services.storage.players, exchange.person
    patience, game = started.loaded.patience, started.loaded.game
    if chat.kind != "private" or person.id is None or not started.placed or not patience.tour:
        return False
    player = await players.get(person.id)
    if player is None or player.toured:
        return False
    try:
        await exchange.say(_page(patience, game.id, 0, chat))
    except TelegramError as error:
        log.warning("tour not shown", chat=chat.id, error=str(error))
        return False
    await players.change(person.id, toured=True)
    return True


async def step(tap: Tap[Tour]) -> None:
    """«Дальше» turns to the next step; after the last, or «Сразу к столу», comes the table."""
    chat, page, loaded = await tap.chat(), tap.button, await tap.own_game()
    if loaded is None:
        return
    if page.step < len(loaded.patience.tour):
        await tap.show_page(_page(loaded.patience, page.game, page.step, chat))
        return
    await tap.remove(pictured=True)
    await tap.show_table(page.game, Show.BELOW if loaded.game.message else Show.TABLE)


def _page(patience: AnyPatience, game_id: int, number: int, chat: Chat) -> Content:
    shown, end = patience.tour[number], len(patience.tour)
    if shown.example is None:
        raise LookupError(f"a step of the tour without a picture: {shown.key}")
    onward = texts.NEXT if number + 1 < end else texts.TO_TABLE
    row = [button(onward, Tour(game_id, number + 1), "primary")]
    if number + 1 < end:
        row.insert(0, button(texts.SKIP, Tour(game_id, end)))
    return Content(
        texts.page(shown, number + 1, end),
        markup([row]),
        example(patience, shown.example, chat),
    )
