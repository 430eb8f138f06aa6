"""Every Russian sentence that players read: its letters, quotes, dashes and manners."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import bot
from bot.games.patience import Patience
from bot.games.registry import PATIENCES

ROOT = Path(bot.__file__).parent
CYRILLIC = re.compile("[А-Яа-яЁё]")

# Where Russian may stand: the texts, what patiences say of themselves, and the record's own words.
SPEAKING = (
    *sorted(ROOT.glob("texts/*.py")),
    *sorted(
        {
            Path(file)
            for patience in PATIENCES.values()
            for kind in type(patience).mro()
            if issubclass(kind, Patience)
            and (file := getattr(sys.modules[kind.__module__], "__file__", None))
        }
    ),
)
NOT_FOR_READING = {
    "games/cards.py",  # ranks
    "games/record.py",  # the record: a format, pinned by its own tests
    "play/deal_names.py",  # how people name a deal, which is read from them and not told
    "check.py",  # the operator's line, in the record's words
}


class Said(NamedTuple):
    """A string of the source; a hole of an f-string is written `{}`."""

    where: str
    text: str


def strings(path: Path) -> Iterator[Said]:
    """The Russian strings of a module, its docstrings apart."""
    tree = ast.parse(path.read_text("utf-8"))
    silent: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            silent.add(id(node.value))  # documentation
        if isinstance(node, ast.JoinedStr):
            silent.update(id(part) for part in node.values)
    for node in ast.walk(tree):
        text = _text(node) if id(node) not in silent else ""
        if CYRILLIC.search(text):
            where = f"{path.name}:{getattr(node, 'lineno', 0)}"
            yield Said(where, text)


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(_hole(part) for part in node.values)
    return ""


def _hole(part: ast.expr) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    is_space = isinstance(part, ast.FormattedValue) and ast.unparse(part.value) == "NBSP"
    return "\u00a0" if is_space else "{}"


SAID = [said for path in SPEAKING for said in strings(path)]

RULES = {
    "straight or English quotes: «ёлочки»": r"[\"“”„]",
    "three dots: …": r"\.\.\.",
    "a hyphen or a short dash for a dash: —": r"\s[-–]\s|--",
    "a range with a hyphen: –": r"\d-\d",
    "two spaces": r"[  ]{2}",
    "a space before a mark": r" [,.;:!?»)](?!\d)",
    "an empty line too many": r"\n{3}",
    "the number and № on two lines": r"№ |№\d|№\{",
    "a number and what it is out of on two lines": r"[\d}] из\b|\bиз [\d{]",
    "a count and what is counted on two lines": r"колоде [\d{]",
    "digits in thousands on two lines": r"\d \d{3}\b",
    "a number and its short word on two lines": r"[\d}] (?:ч|мин|с|%)(?![а-яё])",
    "a percent sign without its space": r"[\d}]%",
    "«вы» with a capital": r"(?<![.!?:…»>\n] )(?<=[а-яё,;] )(?:Вы|Вас|Вам|Вами|Ваш\w*)\b",
    "«ты» to a player": r"(?i)(?<![а-яё])(?:ты|тебя|тебе|твой|твоя|твоё|твои|твоего)(?![а-яё])",
    "a verb with a gender: «(а)»": r"\([ал]а?\)|[а-яё]/[а-яё]\b",
    "a verb with a gender: who «начал»": r"(?i)\b(?:он|она)\s+(?:сам\w*\s+)?[а-яё]+л[а]?\b",
    "officialese": (
        r"(?i)\b(?:данн(?:ый|ая|ое|ого|ой)|осуществ\w+|является|являются|необходимо|в связи с|"
        r"пожалуйста|(?<!имя )пользовател\w+|функционал\w*|произве\w+|уважаем\w+|ошибка)\b"
    ),
    "another word for what has a name": (
        r"(?i)\b(?:кон[аеу]?|коны|сброс\w*|снос\w*|резерв\w*|прикуп\w*|раунд\w*|тур[аеу]?|"
        r"фундамент\w*|базов\w+ карт\w*|лидерборд\w*|топ|бонус\w*|балл\w*|джокер\w*|чат-бот\w*)\b"
    ),
}

# Common words that lose their ё.
YO = re.compile(
    r"(?i)(?<![а-яё])(?:"
    r"еще|ее|мое|твое|свое|чье|нее|все-таки|"
    r"(?:четверк|пятерк|шестерк|семерк|восьмерк|партнер|елочк|полет)\w*|"
    r"(?:ид|най?д|прид|пойд|зайд|перейд|произойд|сойд|дойд|пройд|подойд|ум|вед|жд|бер|клад|жив)"
    r"(?:ет|ете|ем)(?:ся)?|"
    r"(?:да|ста|вста|узна|отда|подда)ет(?:ся|е)?|"
    r"(?:зач|расч|подсч|сч|уч|отч)ет\w*|"
    r"(?:нач|перевер|повер|вер|отвер)нет(?:ся|е)?|"
    r"приде(?:тся|м)|зовет\w*|"
    r"зелен(?:ый|ое|ая|ого|ом)|черн\w+|чертов\w*|желт\w+|темн\w+|легк(?:ий|ое|ая)|тяжел\w+|"
    r"вперед|трех|четырех|сошелся|(?:со|по|на|за|про|у|до|при)шел"
    r")(?![а-яё])"
)


def test_there_is_something_to_read() -> None:
    assert len(SAID) > 300
    assert len({said.where.partition(":")[0] for said in SAID}) > 12


@pytest.mark.parametrize("rule", RULES)
def test_how_it_is_written(rule: str) -> None:
    pattern = re.compile(RULES[rule])
    assert not [said for said in SAID if pattern.search(_without_tags(said.text))]


def test_no_word_lacks_its_yo() -> None:
    assert not [said for said in SAID if YO.search(said.text)]


def test_russian_stands_nowhere_else() -> None:
    others = [
        path
        for path in ROOT.rglob("*.py")
        if path not in SPEAKING
        and "sandbox" not in path.parts
        and str(path.relative_to(ROOT)) not in NOT_FOR_READING
    ]
    assert not [said for path in others for said in strings(path)]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ('колода "пуста"', "straight or English quotes: «ёлочки»"),
        ("подождите...", "three dots: …"),
        ("карта - туз", "a hyphen or a short dash for a dash: —"),
        ("две  карты", "two spaces"),
        ("расклад № 5", "the number and № on two lines"),
        ("уложено 5 из\u00a0{}", "a number and what it is out of on two lines"),
        ("в колоде {}", "a count and what is counted on two lines"),
        ("номер 481 516", "digits in thousands on two lines"),
        ("тогда Вам ходить", "«вы» with a capital"),
        ("выиграл(а)", "a verb with a gender: «(а)»"),
        ("карта из резерва", "another word for what has a name"),
    ],
)
def test_the_rules_find_what_they_are_for(text: str, rule: str) -> None:
    assert re.search(RULES[rule], text)


@pytest.mark.parametrize("word", ["еще", "ее", "пятерка", "идет", "зачет", "чертов", "начнет"])
def test_the_list_knows_common_words(word: str) -> None:
    assert YO.search(f"тут {word}, да")


def _without_tags(text: str) -> str:
    return re.sub(r"</?[a-z][^>]*>", "", text)
