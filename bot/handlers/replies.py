"""Messages that are turned like pages: in place, by buttons of their own."""

from telegram import CallbackQuery, InlineKeyboardMarkup, InputMediaPhoto, Message, Update
from telegram.error import BadRequest

from bot.handlers.context import Context, say, thread_of
from bot.screen.painter import Drawing
from bot.transport import refusals
from bot.transport.refusals import Refusal


async def turn(query: CallbackQuery, text: str, keyboard: InlineKeyboardMarkup | None) -> None:
    """Turns the message under the button into another page; its picture, if any, stays."""
    message = query.message
    if not isinstance(message, Message):
        return
    try:
        if message.photo:
            await message.edit_caption(text, reply_markup=keyboard)
        else:
            await message.edit_text(text, reply_markup=keyboard)
    except BadRequest as error:
        if refusals.refusal_of(error) not in (Refusal.SAME, Refusal.GONE):
            raise


async def remove(query: CallbackQuery, *, pictured: bool = False) -> None:
    """Takes away the text message under the button; one that is gone, or too old, stays as it is.

    A picture with buttons stays too, unless it is ``pictured`` pages that are to go.
    """
    message = query.message
    if not isinstance(message, Message) or (message.text is None and not pictured):
        return
    try:
        await message.delete()
    except BadRequest as error:
        if refusals.refusal_of(error) is not Refusal.GONE:
            raise


async def say_with_picture(
    update: Update,
    context: Context,
    text: str,
    drawing: Drawing,
    keyboard: InlineKeyboardMarkup | None,
) -> None:
    """Says something with a picture, or without where the chat takes none."""
    chat = update.effective_chat
    if chat is None:
        raise LookupError("an update without a chat")
    chat_id, thread = chat.id, thread_of(update.effective_message)

    async def send(photo: str | bytes) -> Message:
        return await context.bot.send_photo(
            chat_id, photo, caption=text, reply_markup=keyboard, message_thread_id=thread
        )

    try:
        await context.services.painter.send(drawing, send, None)
    except BadRequest as error:
        if refusals.refusal_of(error) is not Refusal.NO_PHOTOS:
            raise
        await say(update, context, text, keyboard)


async def turn_picture(
    query: CallbackQuery,
    context: Context,
    text: str,
    drawing: Drawing,
    keyboard: InlineKeyboardMarkup | None,
) -> None:
    """Turns the message under the button, with its picture if it has one, into another page."""
    message = query.message
    if not isinstance(message, Message) or not message.photo:
        await turn(query, text, keyboard)
        return

    async def edit(photo: str | bytes) -> Message | bool:
        return await message.edit_media(InputMediaPhoto(photo, caption=text), keyboard)

    try:
        await context.services.painter.send(drawing, edit, None)
    except BadRequest as error:
        if refusals.refusal_of(error) not in (Refusal.SAME, Refusal.GONE):
            raise
