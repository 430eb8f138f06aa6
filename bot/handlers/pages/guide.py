"""/start, /help, /rules, and what is said to everything else."""

from contextlib import suppress

from bot.games.patience import Example, RuleSection
from bot.games.play import AnyPatience
from bot.games.registry import PATIENCES
from bot.handlers.exchange import Exchange, Tap
from bot.screen.courier import Content
from bot.screen.keyboards.table import rules_keyboard, start_keyboard
from bot.screen.scenes import example
from bot.texts import chat as texts
from bot.transport.callbacks import Callback, Open
from bot.transport.deep_links import DatedLink, url
from storage import Chat, StorageError

START = ("devils", Example("481516", "dd"))


async def start(exchange: Exchange) -> None:
    """/start: a picture of a table, two sentences and the ways to play."""
    chat, bot = await exchange.chat(), exchange.services.bot
    kind, shown = START
    private = chat.kind == "private"
    to_group = url(bot.username, DatedLink(), to_group=True) if private else None
    await exchange.say(
        Content(
            texts.WELCOME if private else texts.GREETING,
            start_keyboard(PATIENCES.values(), to_group),
            example(PATIENCES[kind], shown, chat),
        )
    )


async def help_(exchange: Exchange) -> None:
    """/help."""
    await exchange.say(texts.HELP)


async def rules(exchange: Exchange) -> None:
    """/rules and «Правила»: the rules of the game on the table, or else of the first one."""
    chat = await exchange.chat()
    loaded = await exchange.services.session.last(chat.id)
    patience = loaded.patience if loaded is not None else next(iter(PATIENCES.values()))
    await exchange.say(_rules_page(patience, patience.rules[0], chat))


async def rules_page(tap: Tap[Open]) -> None:
    """A section of the rules, in the same message."""
    chat, page = await tap.chat(), tap.button
    patience = PATIENCES.get(page.book)
    if patience is None:
        await tap.answer(texts.OLD_BUTTON)
        return
    section = next((one for one in patience.rules if one.key == page.page), patience.rules[0])
    await tap.show_page(_rules_page(patience, section, chat))


async def unknown_command(exchange: Exchange) -> None:
    """A command that is none of ours."""
    await exchange.say(texts.UNKNOWN_COMMAND)


async def plain_text(exchange: Exchange) -> None:
    """Anything else in a private chat: one hint, then silence until a command."""
    chat = await exchange.chat()
    if not chat.hinted:
        await exchange.services.storage.chats.change(chat.id, hinted=True)
        await exchange.say(texts.PLAIN_TEXT)


async def commanded(exchange: Exchange) -> None:
    """Before any command in a private chat: plain text may be hinted at once more."""
    with suppress(StorageError):  # the command itself meets it too, and tells
        chat = await exchange.chat()
        if chat.hinted:
            await exchange.services.storage.chats.change(chat.id, hinted=False)


async def other_button(tap: Tap[Callback | None]) -> None:
    """A button whose data we never packed, or no longer know."""
    await tap.answer(texts.OLD_BUTTON)


def _rules_page(patience: AnyPatience, section: RuleSection, chat: Chat) -> Content:
    """A section with its own example; one without keeps the opening in view, if there is any."""
    examples = (one.example for one in patience.rules if one.example is not None)
    shown = section.example or next(examples, None)
    return Content(
        texts.rules_page(patience, section),
        rules_keyboard(patience, section),
        None if shown is None else example(patience, shown, chat),
    )
