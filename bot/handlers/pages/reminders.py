"""The reminder of the deal of the day: offered once, set to an hour, taken back."""

from bot.handlers.exchange import Exchange, Tap
from bot.handlers.pages import daily
from bot.screen.keyboards.pages import hours_keyboard, offer_keyboard
from bot.texts import chat as chat_texts
from bot.texts import reminders as texts
from bot.transport.callbacks import Remind
from storage import Game

HOURS_A_DAY = 24


async def offer(exchange: Exchange, game: Game) -> None:
    """«Напоминать?», after the first deal of the day that the chat has finished."""
    if not (game.over and game.ranked):
        return
    services, chat = exchange.services, await exchange.chat()
    storage = services.storage
    asked = await storage.reminders.get(chat.id) is not None
    if not asked and await storage.results.finished(chat.id) == 1:
        await exchange.say(texts.OFFER, offer_keyboard())


async def change(tap: Tap[Remind]) -> None:
    """A button about the reminder; in a group only admins decide."""
    services, chat, button = tap.services, await tap.chat(), tap.button
    reminders = services.storage.reminders
    if button.action == "play":
        await reminders.answered(chat.id)
        await daily.show(tap)
    elif not await tap.is_admin(chat):
        await tap.answer(chat_texts.ONLY_ADMINS, alert=True)
    elif button.action == "hours":
        known = await reminders.get(chat.id)
        keyboard = hours_keyboard(None if known is None else known.hour)
        await tap.show_page(texts.hours(services.days), keyboard)
    elif button.action == "off":
        await reminders.set(chat.id, None)
        await tap.show_page(texts.TURNED_OFF)
    elif button.action == "set" and button.hour is not None and button.hour < HOURS_A_DAY:
        # An hour that has struck already is meant from tomorrow on.
        after = services.days.today() if button.hour <= services.days.hour() else ""
        await reminders.set(chat.id, button.hour, after)
        await tap.show_page(texts.set_to(button.hour, services.days))
    else:
        await tap.answer(chat_texts.OLD_BUTTON)
