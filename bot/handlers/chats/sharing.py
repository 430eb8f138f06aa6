"""«Поделиться», and the inline mode for those bots that have it."""

import re

from telegram import InlineQueryResultArticle, InputTextMessageContent, LinkPreviewOptions

from bot.games.play import AnyPatience
from bot.games.registry import PATIENCES
from bot.handlers.exchange import Exchange, Tap
from bot.handlers.services import Services
from bot.play.daily import KINDS
from bot.play.deal_names import parse_number
from bot.play.loaded_game import LoadedGame
from bot.screen.courier import Content
from bot.screen.keyboards.daily import link_keyboard, share_keyboard
from bot.screen.result_card import ResultCard, link_of
from bot.texts import share as texts
from bot.texts.table import deal_name
from bot.transport.callbacks import GameAction
from bot.transport.deep_links import url

CACHE_SECONDS = 5
_RESULT = re.compile(r"итог ([0-9]{1,15})", re.IGNORECASE)


async def share(tap: Tap[GameAction]) -> None:
    """«Поделиться» under a finished game: a card to pass on, and the ways to do it."""
    bot = tap.services.bot
    await tap.chat()
    loaded = await tap.own_game()
    if loaded is None:
        return
    if not loaded.game.over:
        await tap.answer(texts.NOT_OVER)
        return
    card = ResultCard(loaded, bot.username)
    inline = f"итог {loaded.game.id}" if bot.supports_inline_queries else None
    await tap.say(
        Content(
            f"{card.text}\n{card.link}",
            share_keyboard(card.link, card.text, inline),
            card.picture(),
            game_id=loaded.game.id,
            html=False,
        )
    )


async def shared(exchange: Exchange) -> None:
    """Somebody has sent something through this bot: in a group they join its own board."""
    message, person, services = exchange.update.message, exchange.person, exchange.services
    if message is None or message.via_bot is None or message.via_bot.id != services.bot.id:
        return
    if message.chat.type != "private" and person.id is not None:
        chat = await exchange.chat()
        await services.storage.chats.visited(chat.id, person.id)


async def offer(exchange: Exchange) -> None:
    """An inline query: a result of one's own, a numbered deal, or else the deals of the day."""
    query = exchange.update.inline_query
    if query is None:
        return
    services, bot = exchange.services, exchange.services.bot.username
    asked = " ".join(query.query.split())
    if found := _RESULT.fullmatch(asked):
        loaded = await services.session.game(int(found[1]))
        results = [_result(loaded, bot)] if loaded and _is_own(loaded, query.from_user.id) else []
    elif number := parse_number(asked):
        results = [_deal(patience, str(number), bot) for patience in PATIENCES.values()]
    else:
        results = await _of_today(services, query.from_user.id, bot)
    await query.answer(results, cache_time=CACHE_SECONDS, is_personal=True)


async def _of_today(services: Services, player: int, bot: str) -> list[InlineQueryResultArticle]:
    """The player's own results of today, and today's deals."""
    day = services.days.today()
    results = []
    for kind in KINDS:
        first = await services.storage.games.attempt(player, day, kind)
        attempt = None if first is None else await services.session.game(first.id)
        if attempt is not None and _is_own(attempt, player):
            results.append(_result(attempt, bot))
    prepared = {deal.kind for deal in await services.storage.daily.of_day(day)}
    return [*results, *(_deal(PATIENCES[kind], day, bot) for kind in KINDS if kind in prepared)]


def _is_own(loaded: LoadedGame, player: int) -> bool:
    """Whether it is a finished game that the player may show to others."""
    game = loaded.game
    took_part = player == game.starter or any(tap.player_id == player for tap in game.taps)
    return game.over and took_part


def _result(loaded: LoadedGame, bot: str) -> InlineQueryResultArticle:
    card = ResultCard(loaded, bot)
    return _article(
        f"result-{loaded.game.id}",
        f"{texts.OWN_RESULT}: {loaded.patience.title}",
        card.told,
        card.text,
        card.link,
    )


def _deal(patience: AnyPatience, label: str, bot: str) -> InlineQueryResultArticle:
    return _article(
        f"deal-{label}-{patience.kind}",
        f"{patience.full_title} · {deal_name(label)}",
        patience.pledge,
        texts.invitation(patience, label, bot),
        url(bot, link_of(patience.kind, label)),
    )


def _article(
    id_: str, title: str, description: str, text: str, link: str
) -> InlineQueryResultArticle:
    return InlineQueryResultArticle(
        id_,
        title,
        InputTextMessageContent(
            f"{text}\n{link}",
            parse_mode=None,
            link_preview_options=LinkPreviewOptions(is_disabled=True),
        ),
        description=description,
        reply_markup=link_keyboard(link),
    )
