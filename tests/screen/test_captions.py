"""Whole games of the patiences of the book are told in the very words in which they were."""

from tests.screen.captions import FILE, golden


def test_captions_are_what_they_were() -> None:
    assert list(golden()) == FILE.read_text("utf-8").splitlines()
