"""The pictures kept to be compared with: few, and each for a reason of its own."""

from pathlib import Path

from PIL import Image

from render import Scene, Theme, draw
from tests.render import samples

FOLDER = Path(__file__).parent / "golden"


def scenes() -> dict[str, Scene]:
    """Every golden picture by its name."""
    return {
        "first-last-green": samples.first_last(),
        "first-last-contrast": samples.themed(samples.first_last(), Theme.CONTRAST),
        "first-last-won": samples.first_last_won(),
        "first-last-lost": samples.themed(samples.first_last_lost(), Theme.NIGHT),
        "devils-night": samples.themed(samples.devils(), Theme.NIGHT, four_colours=True),
        "devils-won": samples.devils_won(),
    }


def sample(scene: Scene) -> Image.Image:
    """What is kept of a picture: half its size, which still shows every mark."""
    return draw(scene).reduce(2)
