"""/privacy: what is kept of a person, and what the person can do about it."""

from telegram import InputFile, Update
from telegram.error import BadRequest

from bot.handlers.context import Context, Services, answer, callback_of, say
from bot.handlers.replies import turn
from bot.play.export import export
from bot.screen.keyboards.pages import confirm_deletion_keyboard, privacy_keyboard
from bot.texts import chat as chat_texts
from bot.texts import privacy as texts
from bot.transport import refusals
from bot.transport.callbacks import Privacy
from bot.transport.refusals import Refusal
from storage import Chat, Game, Player


async def show(update: Update, context: Context) -> None:
    """/privacy; one's own data is a matter of the private chat."""
    services = context.services
    player = await _player(services, await services.chat(update))
    if player is None:
        await say(update, context, texts.IN_GROUP)
    else:
        await say(update, context, texts.page(player), privacy_keyboard(player))


async def change(update: Update, context: Context) -> None:
    """A button of /privacy."""
    services = context.services
    query, tap = callback_of(update, Privacy)
    player = await _player(services, await services.chat(update))
    if player is None:
        await answer(query, chat_texts.OLD_BUTTON)
        return
    match tap.action:
        case "hide" | "show" | "back":
            if tap.action != "back":
                hide = tap.action == "hide"
                player = await services.storage.players.change(player.id, anonymous=hide) or player
            await answer(query)
            await turn(query, texts.page(player), privacy_keyboard(player))
        case "export":
            await answer(query)
            await _export(services, player)
        case "delete":
            await answer(query)
            await turn(query, texts.ask(player), confirm_deletion_keyboard())
        case "delete-now":
            await _delete(services, player)
            await answer(query)
            await turn(query, texts.deleted(player), None)
        case _:
            await answer(query, chat_texts.OLD_BUTTON)


async def _player(services: Services, chat: Chat) -> Player | None:
    """The person whose private chat it is."""
    return None if chat.kind != "private" else await services.storage.players.get(chat.id)


async def _export(services: Services, player: Player) -> None:
    kept = await services.storage.players.export(player.id)
    file = export(kept, services.days.oldest_open())
    await services.bot.send_document(
        player.id,
        InputFile(file, filename=f"pasyans-{player.id}.json"),
        caption=texts.EXPORT_CAPTION,
    )


async def _delete(services: Services, player: Player) -> None:
    loaded = await services.session.last(player.id)
    await services.storage.players.delete(player.id, services.days.oldest_open())
    if loaded is not None:
        await _retire(services, loaded.game)


async def _retire(services: Services, game: Game) -> None:
    """The table of a game that is no more has no buttons."""
    if game.message is None:
        return
    try:
        await services.bot.edit_message_reply_markup(game.chat_id, game.message.message_id)
    except BadRequest as error:
        if refusals.refusal_of(error) not in (Refusal.SAME, Refusal.GONE):
            raise
