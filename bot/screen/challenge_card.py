"""``challenge_content``: a challenge as it stands in other people's chats; and covers of deals.

What is offered through inline mode and what the message is edited to come from here alike.
"""

from collections.abc import Sequence
from hashlib import blake2b

from bot.games.registry import PATIENCES
from bot.play.challenges import Line
from bot.play.loaded_game import LoadedGame
from bot.screen.courier import Content
from bot.screen.keyboards.sharing import challenge_keyboard
from bot.screen.result_card import ResultCard, link_of
from bot.screen.scenes import mover_name
from bot.texts import challenge as texts
from bot.texts import share as share_texts
from bot.texts.daily import day_name
from bot.transport.deep_links import url
from render import Cover
from storage import Challenge, Storage


async def names_of(storage: Storage, lines: Sequence[Line]) -> dict[int, str]:
    """The names under which those who have a line are shown to others."""
    return {line.player_id: mover_name(await storage.players.get(line.player_id)) for line in lines}


async def challenge_content(
    storage: Storage,
    challenge: Challenge,
    loaded: LoadedGame | None,
    lines: Sequence[Line],
    bot: str,
) -> Content:
    """The message of a challenge; ``loaded`` is the game whose result it shows."""
    owner = None if challenge.owner is None else await storage.players.get(challenge.owner)
    card = None if loaded is None else ResultCard(loaded, bot)
    text = texts.message(
        PATIENCES[challenge.kind],
        challenge.label,
        mover_name(owner),
        None if card is None else card.score,
        () if card is None else card.closed,
        bot,
        lines,
        await names_of(storage, lines),
    )
    link = url(bot, link_of(challenge.kind, challenge.label, challenge.token))
    return Content(text, challenge_keyboard(link, challenge.token))


def digest(content: Content) -> str:
    """What tells one state of a challenge's message from another."""
    return blake2b(content.text.encode(), digest_size=8).hexdigest()


def cover(label: str, bot: str) -> Cover:
    """The cover of a deal, whatever patience is played with it."""
    dated = not label.isdigit()
    return Cover(
        title=share_texts.COVER_DATED if dated else share_texts.COVER_NUMBERED,
        name=day_name(label) if dated else share_texts.numbered(label),
        line=share_texts.COVER_LINE,
        footer=f"@{bot} · {share_texts.command(label)}",
    )
