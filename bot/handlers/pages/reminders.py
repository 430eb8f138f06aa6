"""The reminder of the deal of the day: offered once, set to an hour, taken back."""

from telegram import Update

from bot.handlers.context import Context, Services, answer, callback_of, person_of, say
from bot.handlers.pages import daily
from bot.handlers.replies import turn
from bot.screen.keyboards.pages import hours_keyboard, offer_keyboard
from bot.texts import chat as chat_texts
from bot.texts import reminders as texts
from bot.transport.callbacks import Remind
from storage import Chat, Game

HOURS_A_DAY = 24


async def offer(update: Update, context: Context, game: Game) -> None:
    """«Напоминать?», after the first deal of the day that the chat has finished."""
    services = context.services
    if not (game.over and game.ranked):
        return
    chat = await services.chat(update)
    if await services.storage.reminders.get(chat.id) is None and await _is_first(services, chat):
        await say(update, context, texts.OFFER, offer_keyboard())


async def change(update: Update, context: Context) -> None:
    """A button about the reminder; in a group only admins decide."""
    services = context.services
    query, tap = callback_of(update, Remind)
    chat = await services.chat(update)
    reminders = services.storage.reminders
    if tap.action == "play":
        await reminders.answered(chat.id)
        await answer(query)
        await daily.show(update, context)
    elif not await services.is_admin(chat, person_of(update)):
        await answer(query, chat_texts.ONLY_ADMINS, alert=True)
    elif tap.action == "hours":
        await answer(query)
        known = await reminders.get(chat.id)
        keyboard = hours_keyboard(None if known is None else known.hour)
        await turn(query, texts.hours(services.days), keyboard)
    elif tap.action == "off":
        await reminders.set(chat.id, None)
        await answer(query)
        await turn(query, texts.TURNED_OFF, None)
    elif tap.action == "set" and tap.hour is not None and tap.hour < HOURS_A_DAY:
        # An hour that has struck already is meant from tomorrow on.
        after = services.days.today() if tap.hour <= services.days.hour() else ""
        await reminders.set(chat.id, tap.hour, after)
        await answer(query)
        await turn(query, texts.set_to(tap.hour, services.days), None)
    else:
        await answer(query, chat_texts.OLD_BUTTON)


async def _is_first(services: Services, chat: Chat) -> bool:
    """Whether the chat has finished one deal of the day in ranking, and no more."""
    results = services.storage.results
    days = await results.days(chat_id=chat.id)
    if len(days) != 1:
        return False
    of_day = await results.of_day(next(iter(days)), chat_id=chat.id)
    return sum(result.finished for result in of_day) == 1
