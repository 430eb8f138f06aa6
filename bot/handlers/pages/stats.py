"""/stats: figures and pictures of one's own games, in a group of the group's."""

from telegram import InlineKeyboardMarkup, Update

from bot.games.registry import PATIENCES
from bot.handlers.context import Context, Services, answer, callback_of, say
from bot.handlers.replies import say_with_picture, turn_picture
from bot.play.stats import Statistics
from bot.screen.keyboards.pages import stats_keyboard
from bot.screen.painter import Drawing
from bot.screen.scenes import theme_of
from bot.texts import chat as chat_texts
from bot.texts import stats as texts
from bot.transport.callbacks import Stats
from storage import Chat


async def show(update: Update, context: Context) -> None:
    """/stats: the overview with this month's calendar."""
    services = context.services
    chat = await services.chat(update)
    await services.daily_deals.score_overdue()
    shown = await _page(services, chat, services.days.today()[:7])
    if shown is None:
        await say(update, context, texts.EMPTY)
    else:
        await say_with_picture(update, context, *shown)


async def page(update: Update, context: Context) -> None:
    """A tab, or another month."""
    query, tap = callback_of(update, Stats)
    services = context.services
    shown = await _page(services, await services.chat(update), tap.page)
    if shown is None:
        await answer(query, chat_texts.OLD_BUTTON)
        return
    await answer(query)
    await turn_picture(query, context, *shown)


async def _page(
    services: Services, chat: Chat, page: str
) -> tuple[str, Drawing, InlineKeyboardMarkup] | None:
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
        return told, texts.calendar(figures, page, theme), keyboard
    columns = await statistics.columns(chat, page)
    drawing = texts.distribution(PATIENCES[page], stat, columns, theme)
    return texts.kind_page(stat), drawing, keyboard
