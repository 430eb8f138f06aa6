"""The inline mode, for those bots that have it: what may be sent into any chat, as a challenge.

Each result that is offered is a challenge with a token of its own, in its id, link and buttons.
"""

from telegram import (
    InlineQueryResultArticle,
    InlineQueryResultCachedPhoto,
    InputTextMessageContent,
    LinkPreviewOptions,
    User,
)

from bot.games.play import AnyPatience
from bot.games.registry import PATIENCES
from bot.handlers.exchange import Exchange
from bot.handlers.services import Services
from bot.play.audiences import TEAM
from bot.play.daily import KINDS
from bot.play.deal_names import parse_number
from bot.play.loaded_game import LoadedGame
from bot.screen.challenge_card import challenge_content, cover, digest
from bot.screen.courier import Content
from bot.screen.keyboards.sharing import link_keyboard
from bot.screen.painter import Drawing
from bot.screen.result_card import ResultCard
from bot.texts import challenge as challenge_texts
from bot.texts import share as texts
from bot.texts.inline import deal_asked, result_asked

OfferedResult = InlineQueryResultArticle | InlineQueryResultCachedPhoto


async def offer(exchange: Exchange) -> None:
    """An inline query: a result of one's own, a deal, or else today's results and deals."""
    query = exchange.update.inline_query
    if query is None:
        return
    services, user = exchange.services, query.from_user
    asked = " ".join(query.query.split())
    if game_id := result_asked(asked):
        loaded = await services.session.game(game_id)
        own = loaded is not None and _is_own(loaded, user.id)
        results = [await _result(services, user, loaded)] if loaded and own else []
    else:
        results = await _deals(services, user, asked)
    # Never kept by Telegram: each has a token that stands for one message.
    await query.answer(results, cache_time=0, is_personal=True)


async def _deals(services: Services, user: User, asked: str) -> list[OfferedResult]:
    """The deals that are asked for by number or day; without either, one's own results of today
    and today's deals."""
    named = deal_asked(asked)
    if number := parse_number(named):
        return [await _deal(services, user, kind, str(number)) for kind in PATIENCES]
    day = await services.daily.meant(named)
    if day is None:
        own = await _own_of_today(services, user)
        return [*own, *await _of_day(services, user, services.days.today())]
    return await _of_day(services, user, day)


async def _of_day(services: Services, user: User, day: str) -> list[OfferedResult]:
    kinds = await services.daily.for_all(day)
    return [await _deal(services, user, kind, day) for kind in kinds]


async def _own_of_today(services: Services, user: User) -> list[OfferedResult]:
    results: list[OfferedResult] = []
    for kind in KINDS:
        first = await services.storage.games.attempt(user.id, services.days.today(), kind)
        loaded = None if first is None else await services.session.game(first.id)
        if loaded is not None and _is_own(loaded, user.id):
            results.append(await _result(services, user, loaded))
    return results


def _is_own(loaded: LoadedGame, player: int) -> bool:
    """Whether it is a finished game that the player may show to others."""
    game = loaded.game
    took_part = player == game.starter or any(tap.player_id == player for tap in game.taps)
    return game.over and took_part


async def _result(services: Services, user: User, loaded: LoadedGame) -> OfferedResult:
    """A result; that of a team calls nobody, as people have other deals."""
    card = ResultCard(loaded, services.bot.username)
    title = f"{texts.OWN_RESULT}: {loaded.patience.title}"
    if loaded.game.audience != TEAM:
        return await _challenge(
            services, user, loaded.patience, loaded.game.label,
            title=title, description=card.told, picture=card.picture(), loaded=loaded,
        )  # fmt: skip
    content = Content(f"{card.text}\n{card.link}", link_keyboard(card.link), html=False)
    return _article(f"result-{loaded.game.id}", title, card.told, content)


async def _deal(services: Services, user: User, kind: str, label: str) -> OfferedResult:
    patience = PATIENCES[kind]
    return await _challenge(
        services, user, patience, label,
        title=challenge_texts.offered(patience, label),
        description=patience.pledge,
        picture=cover(label, services.bot.username),
    )  # fmt: skip


async def _challenge(
    services: Services,
    user: User,
    patience: AnyPatience,
    label: str,
    *,
    title: str,
    description: str,
    picture: Drawing,
    loaded: LoadedGame | None = None,
) -> OfferedResult:
    """A challenge: as a picture that Telegram holds already, or else as text."""
    await services.storage.players.ensure(
        user.id, user.full_name or "", user.username, int(services.clock())
    )
    file_id = await services.painter.held(picture)
    challenge = services.challenges.draft(
        user.id,
        patience.kind,
        label,
        game_id=None if loaded is None else loaded.game.id,
        pictured=file_id is not None,
    )
    content = await challenge_content(
        services.storage, challenge, loaded, [], services.bot.username
    )
    await services.challenges.offer(challenge, digest(content))
    if file_id is None:
        return _article(challenge.token, title, description, content)
    return InlineQueryResultCachedPhoto(
        challenge.token,
        file_id,
        title=title,
        description=description,
        caption=content.text,
        parse_mode=content.parse_mode,
        reply_markup=content.keyboard,
    )


def _article(id_: str, title: str, description: str, content: Content) -> InlineQueryResultArticle:
    return InlineQueryResultArticle(
        id_,
        title,
        InputTextMessageContent(
            content.text,
            parse_mode=content.parse_mode,
            link_preview_options=LinkPreviewOptions(is_disabled=True),
        ),
        description=description,
        reply_markup=content.keyboard,
    )
