"""Deep links: ``/start`` with a payload, in the private chat or brought into a group."""

from bot.games.registry import PATIENCES
from bot.handlers.chats.challenges import take_up
from bot.handlers.exchange import Exchange
from bot.handlers.game.new_game import lay_out, present
from bot.handlers.pages.daily import show_day
from bot.play.daily import KINDS
from bot.texts import challenge as challenge_texts
from bot.texts import chat as texts
from bot.texts import daily as daily_texts
from bot.transport.callbacks import Start
from bot.transport.deep_links import DatedLink, NumberedLink, parse


async def follow(exchange: Exchange) -> None:
    """Lays out the deal that the link names; a link to the one on the table goes on with it."""
    services = exchange.services
    link = parse(exchange.args)
    if link is None or (link.kind and link.kind not in PATIENCES):
        await exchange.say(texts.BAD_LINK)
        return
    day = (link.date or services.days.today()) if isinstance(link, DatedLink) else ""
    if not link.kind:
        await show_day(exchange, day)
        return
    number = link.number if isinstance(link, NumberedLink) else None
    if link.challenge:
        label = day if number is None else str(number)
        challenge = await services.challenges.of_deal(link.challenge, link.kind, label)
        if challenge is None:
            await exchange.say(challenge_texts.EXPIRED)
        elif await take_up(exchange, challenge):
            return
    wish = Start(link.kind, number, date=day)
    started = await lay_out(exchange, await exchange.chat(), wish)
    if started is not None:
        await present(exchange, wish, started)
    elif day == services.days.today() and link.kind in KINDS:
        services.daily_deals.nudge()
        await exchange.say(daily_texts.PREPARING)
    elif services.days.is_released(day) or link.kind not in KINDS:
        await exchange.say(daily_texts.NO_DAY)
    else:
        await exchange.say(daily_texts.not_begun_in_time(day, services.days))
