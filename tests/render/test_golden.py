import pytest
from PIL import Image, ImageChops, ImageStat

from tests.render.golden import FOLDER, sample, scenes


@pytest.mark.parametrize("name", scenes())
def test_a_table_looks_as_it_did(name: str) -> None:
    """FreeType and libjpeg may differ in the last bit between machines; a moved mark is caught."""
    image = sample(scenes()[name])
    with Image.open(FOLDER / f"{name}.png") as kept:
        assert kept.size == image.size
        apart = ImageChops.difference(image, kept.convert("RGB")).convert("L")
    assert ImageStat.Stat(apart).mean[0] < 0.25
    far = apart.point(lambda level: 255 if level > 32 else 0)
    assert ImageStat.Stat(far).mean[0] / 255 < 0.0005


def test_no_picture_is_kept_without_a_scene() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} == set(scenes())
