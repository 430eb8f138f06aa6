"""/stats: figures and pictures of one's own games, in a group of the group's."""

from bot.games.registry import PATIENCES
from bot.handlers.exchange import Exchange, Tap
from bot.handlers.services import Services
from bot.play.stats import Statistics
from bot.screen.courier import Content
from bot.screen.keyboards.pages import stats_keyboard
from bot.screen.scenes import theme_of
from bot.texts import chat as chat_texts
from bot.texts import stats as texts
from bot.transport.callbacks import Stats
from storage import Chat


async def show(exchange: Exchange) -> None:
    """/stats: the overview with this month's calendar."""
    services, chat = exchange.services, await exchange.chat()
    await services.daily_deals.score_overdue()
    shown = await _page(services, chat, services.days.today()[:7])
    await exchange.say(texts.EMPTY if shown is None else shown)


async def page(tap: Tap[Stats]) -> None:
    """A tab, or another month."""
    shown = await _page(tap.services, await tap.chat(), tap.button.page)
    if shown is None:
        await tap.answer(chat_texts.OLD_BUTTON)
        return
    await tap.show_page(shown)


async def _page(services: Services, chat: Chat, page: str) -> Content | None:
    """What a page says, shows and leads to; ``None`` if there is none of this name."""
    statistics = Statistics(services.storage, services.days)
    figures = await statistics.figures(chat)
    theme = theme_of(chat.theme)
    stat = figures.of(page)
    if not figures.stats or (stat is None and page not in figures.months):
        return None
    keyboard = stats_keyboard(figures, page)
    if stat is None:
        told = texts.overview(figures, team=chat.kind != "private")
        return Content(told, keyboard, texts.calendar(figures, page, theme))
    columns = await statistics.columns(chat, page)
    drawing = texts.distribution(PATIENCES[page], stat, columns, theme)
    return Content(texts.kind_page(stat), keyboard, drawing)
