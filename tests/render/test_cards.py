from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from render import Layout, Theme
from render.cards import EDGE, Token, back, face, radius, tucked
from render.geometry import frame
from render.table import encode
from render.themes import palette
from tests.render import samples

PHONE = 390  # points across
CONFUSABLE = [("6", "9"), ("В", "8"), ("Т", "7"), ("Д", "К"), ("3", "8"), ("5", "6"), ("Т", "Д")]


def on_a_phone(token: str, theme: Theme = Theme.GREEN) -> Image.Image:
    """The face as the smallest table shows it on a phone: through JPEG, 390 points wide."""
    scale = frame(samples.FIRST_LAST)
    sheet = face(token, scale.card, palette(theme), four_colours=False)
    seen = Image.open(BytesIO(encode(sheet)))
    share = PHONE / scale.width
    size = (round(sheet.width * share), round(sheet.height * share))
    return seen.resize(size, Image.Resampling.LANCZOS)


def difference(first: Image.Image, second: Image.Image) -> float:
    """How far two pictures are apart: mean difference of grey levels over the ink there is."""
    grey = [image.convert("L") for image in (first, second)]
    apart = ImageStat.Stat(ImageChops.difference(*grey)).mean[0]
    ink = sum(255 - ImageStat.Stat(image).mean[0] for image in grey) / 2
    return apart / ink


def rank_part(image: Image.Image) -> Image.Image:
    return image.crop((0, 0, round(image.width * 0.66), round(image.height * 0.45)))


@pytest.mark.parametrize("pair", CONFUSABLE)
@pytest.mark.parametrize("suit", "♠♥")
def test_ranks_are_told_apart_on_a_phone(pair: tuple[str, str], suit: str) -> None:
    first, second = (rank_part(on_a_phone(rank + suit)) for rank in pair)
    assert difference(first, second) > 0.45


def test_any_two_ranks_are_told_apart_on_a_phone() -> None:
    parts = {rank: rank_part(on_a_phone(f"{rank}♣")) for rank in samples.RANKS}
    for first, second in combinations(samples.RANKS, 2):
        assert difference(parts[first], parts[second]) > 0.35, (first, second)


def test_all_faces_differ() -> None:
    size = frame(samples.DEVILS).card
    sheets = {
        face(token, size, palette(Theme.GREEN), four_colours=False).tobytes()
        for token in samples.DECK
    }
    assert len(sheets) == 52


def test_ranks_are_large_on_a_phone() -> None:
    grey = rank_part(on_a_phone("8♠")).convert("L").point(lambda level: 255 if level < 128 else 0)
    box = grey.getbbox()
    assert box is not None
    assert box[3] - box[1] >= 18


@pytest.mark.parametrize("token", samples.DECK)
def test_ink_keeps_off_the_edge_of_a_face(token: str) -> None:
    sheet = face(token, (112, 155), palette(Theme.CONTRAST), four_colours=True).convert("L")
    frame_of_it = sheet.copy()
    frame_of_it.paste(255, (1, 1, sheet.width - 1, sheet.height - 1))
    assert ImageStat.Stat(frame_of_it).extrema[0][0] > 200


def test_a_covered_face_keeps_its_rank_within_what_is_seen() -> None:
    colours, size = palette(Theme.CONTRAST), (146, 201)
    sheet = face("10♠", size, colours, four_colours=False, seen=84)
    strip = sheet.crop((84 - EDGE - 2, 0, 84 - EDGE, 80)).convert("L")
    assert ImageStat.Stat(strip).extrema[0][0] > 200


def test_a_tucked_card_shows_rank_and_suit() -> None:
    strips = {
        tucked(token, (102, 46), palette(Theme.GREEN), four_colours=False).tobytes()
        for token in samples.DECK
    }
    assert len(strips) == 52


def test_the_back_is_the_same_upside_down() -> None:
    sheet = back((146, 201), palette(Theme.GREEN))
    turned = sheet.transpose(Image.Transpose.ROTATE_180)
    inner = (8, 8, sheet.width - 8, sheet.height - 8)
    apart = ImageChops.difference(sheet.crop(inner), turned.crop(inner)).convert("L")
    assert ImageStat.Stat(apart).mean[0] < 12


@pytest.mark.parametrize("wrong", ["", "♠", "10", "7x", "♠7"])
def test_what_is_no_card_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        Token.parse(wrong)


@pytest.mark.parametrize("layout", [samples.FIRST_LAST, samples.DEVILS])
def test_a_face_pasted_without_a_mask_spares_the_round_corners(layout: Layout) -> None:
    corner = radius(frame(layout).card)
    assert corner * (1 - 0.5**0.5) < EDGE
