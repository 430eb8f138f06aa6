"""/privacy: what is kept of a person, and what the person can do about it."""

from contextlib import suppress

from telegram.error import TelegramError

from bot.handlers.exchange import Exchange, Tap
from bot.play.export import export
from bot.screen.courier import Post
from bot.screen.keyboards.pages import confirm_deletion_keyboard, privacy_keyboard
from bot.texts import chat as chat_texts
from bot.texts import privacy as texts
from bot.transport.callbacks import Privacy
from storage import Player


async def show(exchange: Exchange) -> None:
    """/privacy; one's own data is a matter of the private chat."""
    player = await _player(exchange)
    if player is None:
        await exchange.say(texts.IN_GROUP)
    else:
        await exchange.say(texts.page(player), privacy_keyboard(player))


async def change(tap: Tap[Privacy]) -> None:
    """A button of /privacy."""
    player = await _player(tap)
    if player is None:
        await tap.answer(chat_texts.OLD_BUTTON)
        return
    match tap.button.action:
        case "hide" | "show" | "back" as action:
            if action != "back":
                players, hide = tap.services.storage.players, action == "hide"
                player = await players.change(player.id, anonymous=hide) or player
            await tap.show_page(texts.page(player), privacy_keyboard(player))
        case "export":
            await _export(tap, player)
        case "delete":
            await tap.show_page(texts.ask(player), confirm_deletion_keyboard())
        case "delete-now":
            await _delete(tap, player)
            await tap.show_page(texts.deleted(player))
        case _:
            await tap.answer(chat_texts.OLD_BUTTON)


async def _player(exchange: Exchange) -> Player | None:
    """The person whose private chat it is."""
    chat = await exchange.chat()
    if chat.kind != "private":
        return None
    return await exchange.services.storage.players.get(chat.id)


async def _export(tap: Tap[Privacy], player: Player) -> None:
    kept = await tap.services.storage.players.export(player.id)
    await tap.send_document(
        export(kept, tap.services.days.oldest_open()),
        f"pasyans-{player.id}.json",
        texts.EXPORT_CAPTION,
    )


async def _delete(tap: Tap[Privacy], player: Player) -> None:
    services = tap.services
    loaded = await services.session.last(player.id)
    await services.storage.players.delete(player.id, services.days.oldest_open())
    if loaded is not None and loaded.game.message is not None:
        # The table of a game that is no more has no buttons.
        message = loaded.game.message
        with suppress(TelegramError):  # it is gone all the same, and taps on it lead nowhere
            await services.courier.edit_keyboard(Post(message.chat_id, message.message_id), None)
