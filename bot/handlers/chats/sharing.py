"""«Поделиться» and the covers of deals: pictures to pass on, and the ways to do it."""

from bot.games.registry import PATIENCES
from bot.handlers.exchange import Exchange, Tap
from bot.play.audiences import TEAM
from bot.play.deal_names import parse_number
from bot.screen.challenge_card import cover as cover_of
from bot.screen.courier import Content
from bot.screen.keyboards.sharing import card_keyboard, cover_keyboard
from bot.screen.result_card import ResultCard, link_of
from bot.texts import challenge as challenge_texts
from bot.texts import chat as chat_texts
from bot.texts import share as texts
from bot.texts.inline import query_of_deal, query_of_result
from bot.transport.callbacks import Cover, GameAction
from bot.transport.deep_links import url


async def share(tap: Tap[GameAction]) -> None:
    """«Поделиться» under a finished game: its card, with «Бросить вызов» under it."""
    bot = tap.services.bot
    await tap.chat()
    loaded = await tap.own_game()
    if loaded is None:
        return
    if not loaded.game.over:
        await tap.answer(texts.NOT_OVER)
        return
    card = ResultCard(loaded, bot.username)
    query = query_of_result(loaded.game.id) if bot.supports_inline_queries else None
    await tap.say(
        Content(
            # What is forwarded has lost its buttons, so the link stands in it too.
            card.text if query else f"{card.text}\n{card.link}",
            card_keyboard(card.link, card.text, query, challenge=loaded.game.audience != TEAM),
            card.picture(),
            html=False,
        )
    )


async def cover(tap: Tap[Cover]) -> None:
    """«Бросить вызов» under a deal: its cover, with the way to send it."""
    bot, label = tap.services.bot, tap.button.label
    numbered = str(parse_number(label)) == label
    kinds = [*PATIENCES] if numbered else await tap.services.daily.for_all(label)
    if not kinds:
        await tap.answer(chat_texts.OLD_BUTTON)
        return
    links = [
        (PATIENCES[kind].full_title, url(bot.username, link_of(kind, label))) for kind in kinds
    ]
    query = query_of_deal(label) if bot.supports_inline_queries else None
    told = challenge_texts.cover_text(label)
    if query is None:
        told = "\n".join([told, *(f"{title}: {link}" for title, link in links)])
    await tap.say(
        Content(told, cover_keyboard(query, links), cover_of(label, bot.username), html=False)
    )


async def shared(exchange: Exchange) -> None:
    """Somebody has sent something through this bot: in a group they join its own board."""
    message, person, services = exchange.update.message, exchange.person, exchange.services
    if message is None or message.via_bot is None or message.via_bot.id != services.bot.id:
        return
    if message.chat.type != "private" and person.id is not None:
        chat = await exchange.chat()
        await services.storage.chats.visited(chat.id, person.id)
