"""Pictures of the documents: tables in the middle of a game. ``python -m tests.render.readme``."""

from pathlib import Path

from PIL import Image

from bot.games.play import expand
from bot.screen.scenes import scene
from render import draw
from tests.staging.loaded import CHAT, stored

DOCS = Path(__file__).parents[2] / "docs"
WIDTH = 1000  # pixels
COLOURS = 256
PHONE = 390  # points across a phone
GAP = 12
SMOOTH = Image.Resampling.LANCZOS

# The kind, the deal, the buttons tapped: what fits is laid, then cards are opened until one fits.
PICTURES = {
    "first-last": ("first-last-hold", "481516", "^^^^^^^^^r^^^^"),
    "devils": ("devils", "481516", "^^^^^^^^r^^^^4"),
}


def picture(name: str) -> Image.Image:
    """The table after the taps, as a chat shows it."""
    kind, deal, codes = PICTURES[name]
    taps: list[str] = []
    for code in codes:
        position = stored(kind, *taps, deal=deal)
        taps.append(expand(position.patience, position.table, code))
    image = draw(scene(stored(kind, *taps, deal=deal), CHAT)).convert("RGB")
    height = round(image.height * WIDTH / image.width)
    return image.resize((WIDTH, height), SMOOTH)


def on_a_phone() -> Image.Image:
    """Both tables side by side, as wide as a phone shows them."""
    tables = [drawn.resize((PHONE, drawn.height * PHONE // WIDTH), SMOOTH) for drawn in _all()]
    sheet = Image.new("RGB", (2 * PHONE + GAP, max(table.height for table in tables)), "white")
    for number, table in enumerate(tables):
        sheet.paste(table, (number * (PHONE + GAP), 0))
    return sheet


def _all() -> list[Image.Image]:
    return [picture(name) for name in PICTURES]


def main() -> None:
    """Draws them anew."""
    drawn = {**dict(zip(PICTURES, _all(), strict=True)), "tables-after": on_a_phone()}
    for name, image in drawn.items():
        image.quantize(COLOURS, dither=Image.Dither.NONE).save(DOCS / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
