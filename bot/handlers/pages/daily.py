"""/daily and its pages: the deals of a day, the past days."""

from bot.handlers.exchange import Exchange, Tap
from bot.handlers.services import Services
from bot.play.daily import KINDS, Entry
from bot.screen.courier import Content
from bot.screen.keyboards.daily import archive_keyboard, day_keyboard
from bot.screen.scenes import mover_name
from bot.texts import daily as texts
from bot.texts.words import day_label
from bot.transport.callbacks import Archive, Day
from storage import Chat

DAYS_LISTED = 10


async def show(exchange: Exchange) -> None:
    """/daily: the deals of today."""
    await show_day(exchange, exchange.services.days.today())


async def show_day(exchange: Exchange, day: str) -> None:
    """The deals of a day, in a message of their own."""
    await exchange.say(await _page(exchange.services, await exchange.chat(), day))


async def page(tap: Tap[Day]) -> None:
    """A button that names a day; «Расклад дня» names none and brings a new message."""
    if not tap.button.date:
        await show(tap)
        return
    await tap.show_page(await _page(tap.services, await tap.chat(), tap.button.date))


async def archive(tap: Tap[Archive]) -> None:
    """«Прошлые дни»."""
    services = tap.services
    past = await services.daily.past(tap.button.before, DAYS_LISTED + 1)
    listed = past[:DAYS_LISTED]
    earlier = listed[-1] if len(past) > DAYS_LISTED else None
    keyboard = archive_keyboard(
        [(day, day_label(day)) for day in listed], services.days.today(), earlier
    )
    await tap.show_page(texts.archive_page(bool(listed)), keyboard)


async def _page(services: Services, chat: Chat, day: str) -> Content:
    days = services.days
    if day > days.today():
        return Content(texts.FUTURE)
    entries = await services.daily.entries(chat, day)
    team = chat.kind != "private"
    if day == days.today():
        return await _today(services, chat, day, entries)
    if not days.is_released(day):
        # Only who has begun it in time goes on with it.
        entries = [entry for entry in entries if entry.tried]
    if not entries:
        return Content(texts.NO_DAY if days.is_released(day) else texts.still_open(days))
    bests = [await _best(services, entry) for entry in entries]
    told = texts.past_page(day, entries, bests, days, team=team)
    return Content(told, day_keyboard(day, entries, complete=True))


async def _today(services: Services, chat: Chat, day: str, entries: list[Entry]) -> Content:
    """Today's deals, and yesterday's that the chat has not finished yet."""
    complete = len(entries) == len(KINDS)
    unfinished = await services.daily.unfinished(chat)
    told = texts.today_page(day, entries, unfinished, services.days, team=chat.kind != "private")
    if not complete:
        services.daily_deals.nudge()
        told = f"{told}\n\n{texts.PREPARING}"
    return Content(told, day_keyboard(day, [*unfinished, *entries], complete=complete))


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
