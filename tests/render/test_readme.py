"""The documents show the tables as they are drawn today."""

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.render.readme import DOCS, PICTURES, on_a_phone, picture

FAR = 48  # levels of 255: the files have fewer colours than the drawing
SHARE = 0.0005  # of the pixels


def assert_of_today(name: str, drawn: Image.Image) -> None:
    with Image.open(DOCS / f"{name}.png") as kept:
        assert kept.size == drawn.size
        apart = ImageChops.difference(kept.convert("RGB"), drawn).convert("L")
    far = apart.point(lambda level: 255 if level > FAR else 0)
    assert ImageStat.Stat(far).mean[0] / 255 < SHARE, "run python -m tests.render.readme"


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_in_the_readme_is_of_today(name: str) -> None:
    assert_of_today(name, picture(name))


def test_the_tables_on_a_phone_are_of_today() -> None:
    assert_of_today("tables-after", on_a_phone())


def test_both_are_shown() -> None:
    readme = (DOCS.parent / "README.md").read_text("utf-8")
    assert all(f"(docs/{name}.png)" in readme for name in PICTURES)
