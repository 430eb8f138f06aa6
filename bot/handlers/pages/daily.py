"""/daily and its pages: the deals of a day, the past days."""

from telegram import InlineKeyboardMarkup, Update

from bot.handlers.context import Context, Services, answer, callback_of, say
from bot.handlers.replies import turn
from bot.play.daily import KINDS, Entry
from bot.screen.keyboards.daily import archive_keyboard, day_keyboard
from bot.screen.scenes import mover_name
from bot.texts import daily as texts
from bot.texts.words import day_label
from bot.transport.callbacks import Archive, Day
from storage import Chat

DAYS_LISTED = 10


async def show(update: Update, context: Context) -> None:
    """/daily: the deals of today."""
    await show_day(update, context, context.services.days.today())


async def show_day(update: Update, context: Context, day: str) -> None:
    """The deals of a day, in a message of their own."""
    chat = await context.services.chat(update)
    await say(update, context, *await _page(context.services, chat, day))


async def page(update: Update, context: Context) -> None:
    """A button that names a day; «Расклад дня» names none and brings a new message."""
    query, named = callback_of(update, Day)
    services = context.services
    await answer(query)
    if not named.date:
        await show(update, context)
        return
    chat = await services.chat(update)
    await turn(query, *await _page(services, chat, named.date))


async def archive(update: Update, context: Context) -> None:
    """«Прошлые дни»."""
    query, asked = callback_of(update, Archive)
    services = context.services
    await answer(query)
    past = await services.daily.past(asked.before, DAYS_LISTED + 1)
    listed = past[:DAYS_LISTED]
    earlier = listed[-1] if len(past) > DAYS_LISTED else None
    keyboard = archive_keyboard(
        [(day, day_label(day)) for day in listed], services.days.today(), earlier
    )
    await turn(query, texts.archive_page(bool(listed)), keyboard)


async def _page(
    services: Services, chat: Chat, day: str
) -> tuple[str, InlineKeyboardMarkup | None]:
    days = services.days
    if day > days.today():
        return texts.FUTURE, None
    entries = await services.daily.entries(chat, day)
    team = chat.kind != "private"
    if day == days.today():
        return await _today(services, chat, day, entries)
    if not days.is_released(day):
        # Only who has begun it in time goes on with it.
        entries = [entry for entry in entries if entry.tried]
    if not entries:
        return texts.NO_DAY if days.is_released(day) else texts.still_open(days), None
    bests = [await _best(services, entry) for entry in entries]
    told = texts.past_page(day, entries, bests, days, team=team)
    return told, day_keyboard(day, entries, complete=True)


async def _today(
    services: Services, chat: Chat, day: str, entries: list[Entry]
) -> tuple[str, InlineKeyboardMarkup]:
    """Today's deals, and yesterday's that the chat has not finished yet."""
    complete = len(entries) == len(KINDS)
    unfinished = await services.daily.unfinished(chat)
    told = texts.today_page(day, entries, unfinished, services.days, team=chat.kind != "private")
    if not complete:
        services.daily_deals.nudge()
        told = f"{told}\n\n{texts.PREPARING}"
    return told, day_keyboard(day, [*unfinished, *entries], complete=complete)


async def _best(services: Services, entry: Entry) -> str | None:
    """The best result of a released deal and whose it is, as far as that may be told."""
    best = await services.daily.best(entry.deal)
    if best is None:
        return None
    if best.player_id is not None:
        name = mover_name(await services.storage.players.get(best.player_id))
    else:
        chat = await services.storage.chats.get(best.chat_id)
        name = chat.title if chat is not None and chat.title_allowed else texts.SOME_CHAT
    return texts.best_reached(entry.patience, name, best)
