"""The glossary points to what exists."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROWS = [
    line.strip("| ").split(" | ")
    for line in (ROOT / "docs/glossary.md").read_text("utf-8").splitlines()
    if line.startswith("|") and "`" in line
]


def test_every_term_has_a_word_a_meaning_and_a_file() -> None:
    assert len(ROWS) > 30
    for row in ROWS:
        term, word, meaning, file = row
        assert all((term, meaning)), row
        assert re.search("[а-яё]", word), row
        assert (ROOT / file.strip("`")).is_file(), row


def test_no_term_is_explained_twice() -> None:
    terms = [row[0] for row in ROWS]
    assert len(set(terms)) == len(terms)
