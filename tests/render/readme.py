"""The pictures of the README: tables in the middle of a game. ``python -m tests.render.readme``."""

from pathlib import Path

from PIL import Image

from bot.games.play import expand
from bot.screen.scenes import scene
from render import draw
from tests.staging.loaded import CHAT, stored

DOCS = Path(__file__).parents[2] / "docs"
WIDTH = 1000  # pixels
COLOURS = 256

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
    return image.resize((WIDTH, height), Image.Resampling.LANCZOS)


def main() -> None:
    """Draws them anew."""
    for name in PICTURES:
        picture(name).quantize(COLOURS, dither=Image.Dither.NONE).save(
            DOCS / f"{name}.png", optimize=True
        )


if __name__ == "__main__":
    main()
