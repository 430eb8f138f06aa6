"""/start, /help, /rules, and what is said to everything else."""

from contextlib import suppress

from telegram import Update

from bot.games.patience import Example, RuleSection
from bot.games.play import AnyPatience
from bot.games.registry import PATIENCES
from bot.handlers.context import Context, answer, callback_of, say
from bot.handlers.replies import say_with_picture, turn_picture
from bot.screen.keyboards.table import rules_keyboard, start_keyboard
from bot.screen.scenes import example
from bot.texts import chat as texts
from bot.transport.callbacks import Open
from bot.transport.deep_links import DatedLink, url
from render import Scene
from storage import Chat, StorageError

START = ("devils", Example("481516", "dd"))


async def start(update: Update, context: Context) -> None:
    """/start: a picture of a table, two sentences and the ways to play."""
    chat = await context.services.chat(update)
    kind, shown = START
    private = chat.kind == "private"
    to_group = url(context.bot.username, DatedLink(), to_group=True) if private else None
    await say_with_picture(
        update,
        context,
        texts.WELCOME if private else texts.GREETING,
        example(PATIENCES[kind], shown, chat),
        start_keyboard(PATIENCES.values(), to_group),
    )


async def help_(update: Update, context: Context) -> None:
    """/help."""
    await say(update, context, texts.HELP)


async def rules(update: Update, context: Context) -> None:
    """/rules and «Правила»: the rules of the game on the table, or else of the first one."""
    services = context.services
    chat = await services.chat(update)
    if update.callback_query is not None:
        await answer(update.callback_query)
    loaded = await services.session.last(chat.id)
    patience = loaded.patience if loaded is not None else next(iter(PATIENCES.values()))
    section = patience.rules[0]
    await say_with_picture(
        update,
        context,
        texts.rules_page(patience, section),
        _picture_of(patience, section, chat),
        rules_keyboard(patience, section),
    )


async def rules_page(update: Update, context: Context) -> None:
    """A section of the rules, in the same message."""
    query, page = callback_of(update, Open)
    chat = await context.services.chat(update)
    patience = PATIENCES.get(page.book)
    if patience is None:
        await answer(query, texts.OLD_BUTTON)
        return
    await answer(query)
    section = next((one for one in patience.rules if one.key == page.page), patience.rules[0])
    await turn_picture(
        query,
        context,
        texts.rules_page(patience, section),
        _picture_of(patience, section, chat),
        rules_keyboard(patience, section),
    )


async def unknown_command(update: Update, context: Context) -> None:
    """A command that is none of ours."""
    await say(update, context, texts.UNKNOWN_COMMAND)


async def plain_text(update: Update, context: Context) -> None:
    """Anything else in a private chat: one hint, then silence until a command."""
    chat = await context.services.chat(update)
    if not chat.hinted:
        await context.services.storage.chats.change(chat.id, hinted=True)
        await say(update, context, texts.PLAIN_TEXT)


async def commanded(update: Update, context: Context) -> None:
    """Before any command in a private chat: plain text may be hinted at once more."""
    with suppress(StorageError):  # the command itself meets it too, and tells
        chat = await context.services.chat(update)
        if chat.hinted:
            await context.services.storage.chats.change(chat.id, hinted=False)


async def other_button(update: Update, _: Context) -> None:
    """A button whose data we never packed, or no longer know."""
    if update.callback_query is not None:
        await answer(update.callback_query, texts.OLD_BUTTON)


def _picture_of(patience: AnyPatience, section: RuleSection, chat: Chat) -> Scene:
    """The section's own example; a section without one keeps the opening in view."""
    opening = next(one.example for one in patience.rules if one.example is not None)
    return example(patience, section.example or opening, chat)
