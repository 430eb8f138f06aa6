"""Draw the golden pictures anew: ``python -m tests.render.regenerate``. Look at what changed."""

from tests.render.golden import FOLDER, sample, scenes


def main() -> None:
    """Write every golden picture."""
    FOLDER.mkdir(exist_ok=True)
    for name, scene in scenes().items():
        sample(scene).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
