"""The tour before a person's first game: a few pictures, once, to be skipped at will."""

import structlog
from telegram import InlineKeyboardMarkup, Update
from telegram.error import TelegramError

from bot.games.play import AnyPatience
from bot.handlers.context import Context, answer, callback_of, person_of
from bot.handlers.replies import remove, say_with_picture, turn_picture
from bot.play.session import Started
from bot.screen.keyboards.table import button, markup
from bot.screen.scenes import example
from bot.screen.tables import Show
from bot.texts import chat as chat_texts
from bot.texts import tour as texts
from bot.transport.callbacks import Tour
from render import Scene
from storage import Chat

log = structlog.get_logger(__name__)


async def begun(update: Update, context: Context, chat: Chat, started: Started) -> bool:
    """Whether a game that was just laid out is preceded by the tour, whose end brings the table."""
    players, person = context.services.storage.players, person_of(update)
    patience, game = started.loaded.patience, started.loaded.game
    if chat.kind != "private" or person.id is None or not started.placed or not patience.tour:
        return False
    player = await players.get(person.id)
    if player is None or player.toured:
        return False
    try:
        await say_with_picture(update, context, *_page(patience, game.id, 0, chat))
    except TelegramError as error:
        log.warning("tour not shown", chat=chat.id, error=str(error))
        return False
    await players.change(person.id, toured=True)
    return True


async def step(update: Update, context: Context) -> None:
    """«Дальше» turns to the next step; after the last, or «Сразу к столу», comes the table."""
    services = context.services
    query, page = callback_of(update, Tour)
    chat = await services.chat(update)
    loaded = await services.session.game_in(chat.id, page.game)
    if loaded is None:
        await answer(query, chat_texts.OLD_BUTTON)
        return
    await answer(query)
    if page.step < len(loaded.patience.tour):
        told = _page(loaded.patience, page.game, page.step, chat)
        await turn_picture(query, context, *told)
        return
    await remove(query, pictured=True)
    how = Show.BELOW if loaded.game.message else Show.TABLE
    services.tables.show(chat.id, page.game, how)


def _page(
    patience: AnyPatience, game_id: int, number: int, chat: Chat
) -> tuple[str, Scene, InlineKeyboardMarkup]:
    shown, end = patience.tour[number], len(patience.tour)
    if shown.example is None:
        raise LookupError(f"a step of the tour without a picture: {shown.key}")
    onward = texts.NEXT if number + 1 < end else texts.TO_TABLE
    row = [button(onward, Tour(game_id, number + 1), "primary")]
    if number + 1 < end:
        row.insert(0, button(texts.SKIP, Tour(game_id, end)))
    return (
        texts.page(shown, number + 1, end),
        example(patience, shown.example, chat),
        markup([row]),
    )
