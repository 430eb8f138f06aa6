"""Deep links: ``/start`` with a payload, in the private chat or brought into a group."""

from telegram import Update

from bot.games.registry import PATIENCES
from bot.handlers.context import Context, person_of, say
from bot.handlers.game.laying_out import lay_out, present
from bot.handlers.pages.daily import show_day
from bot.play.daily import KINDS
from bot.texts import chat as texts
from bot.texts import daily as daily_texts
from bot.transport.callbacks import Start
from bot.transport.deep_links import DatedLink, NumberedLink, parse


async def follow(update: Update, context: Context) -> None:
    """Lays out the deal that the link names; a link to the one on the table goes on with it."""
    services = context.services
    link = parse("".join(context.args or ()))
    if link is None or (link.kind and link.kind not in PATIENCES):
        await say(update, context, texts.BAD_LINK)
        return
    day = (link.date or services.days.today()) if isinstance(link, DatedLink) else ""
    if not link.kind:
        await show_day(update, context, day)
        return
    number = link.number if isinstance(link, NumberedLink) else None
    wish = Start(link.kind, number, date=day)
    started = await lay_out(services, await services.chat(update), person_of(update), wish)
    if started is not None:
        await present(update, context, wish, started)
    elif day == services.days.today() and link.kind in KINDS:
        services.daily_deals.nudge()
        await say(update, context, daily_texts.PREPARING)
    elif services.days.is_released(day) or link.kind not in KINDS:
        await say(update, context, daily_texts.NO_DAY)
    else:
        await say(update, context, daily_texts.not_begun_in_time(day, services.days))
