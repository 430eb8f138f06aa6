"""Challenges: they are sent, taken up and asked about; who is beaten hears of it, if they like."""

from bot.games.registry import PATIENCES
from bot.handlers.exchange import Exchange, Tap
from bot.handlers.game.new_game import lay_out, present
from bot.handlers.pages import settings
from bot.handlers.services import Services
from bot.play.session import Started
from bot.screen.challenge_card import names_of
from bot.screen.courier import Content, Place
from bot.screen.keyboards.sharing import hear_keyboard
from bot.texts import challenge as texts
from bot.texts import chat as chat_texts
from bot.transport.callbacks import Challengers, Hear, Start, TakeUp
from storage import Attempt, Challenge

WISHES = ("yes", "no")


async def sent(exchange: Exchange) -> None:
    """Telegram tells which of the results that were offered has been sent, and where it stands."""
    chosen, services = exchange.update.chosen_inline_result, exchange.services
    if chosen is None or chosen.inline_message_id is None:
        return
    challenge = await services.challenges.find(chosen.result_id)
    if challenge is not None and challenge.owner == chosen.from_user.id:
        await _stands_in(services, challenge, chosen.inline_message_id)


async def who_played(tap: Tap[Challengers]) -> None:
    """«Кто сыграл», in whatever chat: a toast with the asker's own line. It also tells which
    message it is, where nobody has told that yet."""
    services, query = tap.services, tap.query
    challenge = await services.challenges.find(tap.button.token)
    if challenge is None or query.inline_message_id is None:
        await tap.answer(texts.OVER, alert=True)
        return
    lines = await services.challenges.lines(challenge)
    told = texts.who_played(
        PATIENCES[challenge.kind], lines, await names_of(services.storage, lines), tap.person.id
    )
    await tap.answer(told, alert=True)
    if challenge.inline_message_id is None:
        await _stands_in(services, challenge, query.inline_message_id)


async def take_up(exchange: Exchange, challenge: Challenge, replacing: int | None = None) -> bool:
    """Lays out the deal of a challenge in the person's private chat; ``False`` where it cannot be.

    What stands for a person is the first game begun so, unless the deal was played before.
    """
    services, person, chat = exchange.services, exchange.person, await exchange.chat()
    if person.id is None or chat.kind != "private":
        return False
    stood = await services.challenges.stands(challenge, person.id)
    if stood is None and await services.challenges.bring(challenge, person.id):
        stood = await services.challenges.stands(challenge, person.id)
        brought = True
    else:
        brought = False
    token = challenge.token if stood is None else None
    wish = _wish(challenge, replacing)
    started = await lay_out(exchange, chat, wish, token)
    if started is None:
        return False
    told = _told(started, stood, brought=brought)
    if told:
        await exchange.say(told)
    await present(exchange, wish, started, token)
    services.live_challenges.nudge()
    return True


async def take_up_tap(tap: Tap[TakeUp]) -> None:
    """The game on the table may go for that of a challenge."""
    challenge = await tap.services.challenges.find(tap.button.token)
    if challenge is None:
        await tap.answer(texts.OVER, alert=True)
        return
    if not await take_up(tap, challenge, tap.button.replacing):
        await tap.say(texts.NOT_NOW)


async def hear(tap: Tap[Hear]) -> None:
    """Whether a person wants to hear of being beaten."""
    chat, wish = await tap.chat(), tap.button.wish
    if chat.kind != "private" or wish not in WISHES:
        await tap.answer(chat_texts.OLD_BUTTON)
        return
    await tap.services.storage.players.change(chat.id, hears=wish)
    if tap.button.asked:
        await tap.show_page(texts.WILL_HEAR if wish == "yes" else texts.WILL_NOT_HEAR)
    else:
        await settings.refresh(tap, chat)


def _wish(challenge: Challenge, replacing: int | None) -> Start:
    if challenge.label.isdigit():
        return Start(challenge.kind, int(challenge.label), replacing)
    return Start(challenge.kind, replacing=replacing, date=challenge.label)


def _told(started: Started, stood: Attempt | None, *, brought: bool) -> str:
    """What is said of a challenge before its table comes."""
    game = started.loaded.game
    if stood is None:
        # Where another game has to go first, nothing has begun yet.
        return (texts.TAKEN_UP_RANKED if game.ranked else texts.TAKEN_UP) if started.placed else ""
    if stood.game_id == game.id:
        return texts.TAKEN_UP_RANKED if brought and game.ranked else ""
    return texts.STANDS_EARLIER if brought else texts.STANDS


async def _stands_in(services: Services, challenge: Challenge, inline_message_id: str) -> None:
    """The challenge's message is known from now on; with the first one its owner is asked whether
    to hear of being beaten."""
    if not await services.storage.challenges.sent(challenge.token, inline_message_id):
        return
    services.live_challenges.nudge()
    if challenge.owner is None or challenge.game_id is None:
        return
    players = services.storage.players
    player, chat = (
        await players.get(challenge.owner),
        await services.storage.chats.get(challenge.owner),
    )
    if player is None or player.hears or chat is None or not chat.active:
        return
    # Asked once: whoever does not answer does not want to.
    await players.change(player.id, hears="no")
    await services.courier.send(Place(chat.id), Content(texts.ASK_TO_HEAR, hear_keyboard()))
