"""Every command stands wherever people look for it, and nothing else stands there."""

import re
from pathlib import Path

import pytest

from bot.app import COMMANDS, OPERATORS_COMMANDS, TAPS
from bot.handlers.dispatch import Taps
from bot.handlers.pages import guide
from bot.texts import chat as texts
from bot.transport.callbacks import Action, Move

ROOT = Path(__file__).parent.parent
BEGINS_EVERYTHING = {"start", "help"}  # what one types to read /help need not stand in it


def _named(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w/<])/([a-z]+)\b", text))


def _documented() -> set[str]:
    readme = (ROOT / "README.md").read_text("utf-8")
    section = readme.partition("## Commands in the chat")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `/")]
    return _named(" ".join(rows).replace("`", " "))


def test_the_readme_explains_every_command_and_no_other() -> None:
    assert _documented() == COMMANDS.keys()


@pytest.mark.parametrize("told", [texts.COMMANDS, texts.COMMANDS_GROUP])
def test_telegram_is_told_every_command_and_no_other(told: tuple[tuple[str, str], ...]) -> None:
    assert sorted(name for name, _ in told) == sorted(COMMANDS)


def test_help_explains_every_command_and_no_other() -> None:
    assert _named(texts.HELP) | BEGINS_EVERYTHING == COMMANDS.keys()


def test_commands_that_texts_name_exist() -> None:
    named = {
        name
        for constant, value in vars(texts).items()
        if constant.isupper() and isinstance(value, str)
        for name in _named(value)
    }
    assert named <= COMMANDS.keys()


def test_operators_read_of_their_commands() -> None:
    operating = (ROOT / "docs/operating.md").read_text("utf-8")
    assert OPERATORS_COMMANDS.keys() <= _named(operating.replace("`", " "))


def test_a_button_without_a_handler_is_refused_when_the_bot_is_built() -> None:
    for missing in (Move, Action.HINT):
        routes = {meant: handler for meant, handler in TAPS.items() if meant != missing}
        with pytest.raises(ValueError, match="without a handler"):
            Taps(routes, guide.other_button)
