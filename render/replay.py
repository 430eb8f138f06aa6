"""``replay`` and ``replay_ending``: a game as a silent animation that Telegram plays in the chat.

The format is GIF: Telegram turns it into a video by itself, Pillow writes it without another
library, and a table's few colours and still cloth suit it (``docs/decisions.md`` has the numbers).
Frames share one palette; cards glide as ready palette sprites over ready palette pictures.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from io import BytesIO

from PIL import Image

from render import cards
from render.geometry import TUCK, Frame, frame
from render.scene import Cell, Grow, Scene, Trail
from render.shapes import rounded_mask
from render.table import compose, mood
from render.themes import palette

WIDTH = 640  # pixels, at most
AREA = 280_000  # pixels of a frame, at most
TICK = 50  # milliseconds a frame of a glide stands; GIF counts in tens
COLOURS = 160


@dataclass(frozen=True, slots=True)
class Reel:
    """How long and how large an animation may be, and its times in milliseconds.

    The first table stands for ``opening`` and the last one for ``ending``; a move takes
    ``longest_step`` at most. What ``loops`` begins anew, what does not holds its last frame.
    """

    seconds: float
    size: int
    opening: int
    ending: int
    longest_step: int
    loops: bool = True


WHOLE = Reel(seconds=20.0, size=3 * 1024 * 1024, opening=900, ending=2600, longest_step=500)
LAST = Reel(
    seconds=4.0, size=3 * 512 * 1024, opening=200, ending=1800, longest_step=200, loops=False
)


@dataclass(frozen=True, slots=True)
class _Pace:
    """How the time is shared out: the steps to show, glides a step, milliseconds at rest."""

    steps: tuple[int, ...]
    glides: int
    rest: int


def replay(scenes: Sequence[Scene], progress: Callable[[float], None] | None = None) -> bytes:
    """The animation of a game as GIF.

    ``scenes`` are the table as dealt and after every move to be shown, each telling by ``last``
    which cards came from where. Of a game too long for the time some moves are shown by their
    outcome alone. ``progress`` is told the share done, 0 … 1. Raises ``ValueError`` for no scenes.
    """
    return _reeled(scenes, WHOLE, progress)


def replay_ending(
    scenes: Sequence[Scene], progress: Callable[[float], None] | None = None
) -> bytes:
    """The same of the last moves alone, as many as there is time for; its last frame is held."""
    moves = _time(LAST) // LAST.longest_step
    return _reeled(scenes[-moves - 1 :], LAST, progress)


def _reeled(scenes: Sequence[Scene], reel: Reel, progress: Callable[[float], None] | None) -> bytes:
    if not scenes:
        raise ValueError("a replay needs at least one scene")
    scenes = [_without_tray(scene) for scene in scenes]
    stage = _Stage(scenes)
    pace = _pace(len(scenes) - 1, reel)
    while True:
        data = _animation(stage, scenes, pace, reel, progress)
        if len(data) <= reel.size or pace.glides == 1:
            return data
        pace = replace(pace, glides=pace.glides - 1, rest=pace.rest + TICK)


def _animation(
    stage: "_Stage",
    scenes: Sequence[Scene],
    pace: _Pace,
    reel: Reel,
    progress: Callable[[float], None] | None,
) -> bytes:
    frames = [stage.picture(scenes[0])]
    times = [reel.opening]
    shown = scenes[0]
    for done, step in enumerate(pace.steps, 1):
        scene = scenes[step]
        glides = stage.glide(shown, scene, pace.glides)
        frames += [*glides, stage.picture(scene)]
        times += [TICK] * len(glides) + [pace.rest]
        shown = scene
        if progress:
            progress(done / len(pace.steps))
    times[-1] = reel.ending
    buffer = BytesIO()
    # Without a word on loops a GIF is shown once.
    looping = {"loop": 0} if reel.loops else {}
    frames[0].save(
        buffer,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=times,
        disposal=1,
        **looping,
    )
    return buffer.getvalue()


def _time(reel: Reel) -> int:
    """The milliseconds that the moves have."""
    return int(reel.seconds * 1000) - reel.opening - reel.ending


def _pace(moves: int, reel: Reel) -> _Pace:
    time = _time(reel)
    most = time // (2 * TICK)
    shown = min(moves, most)
    steps = tuple(round((k + 1) * moves / shown) for k in range(shown))
    each = min(reel.longest_step, int(time / max(shown, 1)) // 10 * 10)
    glides = max(1, min(6, each // TICK - 1))
    return _Pace(steps, glides, each - glides * TICK)


class _Stage:
    """Tables and cards of one game in one palette."""

    def __init__(self, scenes: Sequence[Scene]) -> None:
        first = scenes[0]
        self._four_colours = first.four_colours
        self._paper = mood(palette(first.theme), None)
        self._scale = frame(first.layout)
        width, height = self._scale.width, self._scale.height
        share = min(1.0, WIDTH / max(width, height), (AREA / (width * height)) ** 0.5)
        self._size = (round(width * share), round(height * share))
        self._share = share
        card = self._scale.card
        self._card = (round(card[0] * share), round(card[1] * share))
        self._corners = rounded_mask(self._card, cards.radius(card) * share).point(
            [255 * (level > 127) for level in range(256)], "1"
        )
        self._colours = self._common_palette([scenes[0], scenes[len(scenes) // 2], scenes[-1]])
        self._sprites: dict[str, Image.Image] = {}
        self._drawn: tuple[Scene, Image.Image] | None = None

    def picture(self, scene: Scene) -> Image.Image:
        """The scene at rest."""
        if self._drawn is None or self._drawn[0] != scene:
            self._drawn = (scene, self._indexed(self._small(scene)))
        return self._drawn[1]

    def glide(self, before: Scene, after: Scene, count: int) -> list[Image.Image]:
        """``count`` pictures of the cards of ``after.last`` under way."""
        places = {cell.key: cell for cell in after.cells}
        motions = [m for m in after.last if m.source in places and m.target in places]
        if not motions:
            return []
        lifted = _lifted(before, after, motions)
        pictures = []
        for number in range(1, count + 1):
            share = _eased(number / (count + 1))
            picture = self.picture(_counted(lifted, before, after, number / (count + 1))).copy()
            for motion in reversed(motions):
                at = self._under_way(places[motion.source], places[motion.target], share)
                picture.paste(self._sprite(motion.face), at, self._corners)
            pictures.append(picture)
        return pictures

    def _under_way(self, source: Cell, target: Cell, share: float) -> tuple[int, int]:
        ax, ay = _corner(source, self._scale)
        bx, by = _corner(target, self._scale)
        if target.grow is Grow.DOWN:
            by += round(self._scale.card[1] * TUCK)
        x, y = ax + (bx - ax) * share, ay + (by - ay) * share
        return round(x * self._share), round(y * self._share)

    def _small(self, scene: Scene) -> Image.Image:
        calm = tuple(replace(cell, lit=False) for cell in scene.cells)
        smooth = replace(mood(palette(scene.theme), scene.result), weave=0)
        image = compose(replace(scene, cells=calm, last=()), smooth)
        return image.resize(self._size, Image.Resampling.HAMMING)

    def _common_palette(self, scenes: Sequence[Scene]) -> Image.Image:
        sheet = Image.new("RGB", (self._size[0], self._size[1] * len(scenes)))
        for number, scene in enumerate(scenes):
            sheet.paste(self._small(scene), (0, number * self._size[1]))
        return sheet.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)

    def _indexed(self, image: Image.Image) -> Image.Image:
        return image.quantize(palette=self._colours, dither=Image.Dither.NONE)

    def _sprite(self, token: str) -> Image.Image:
        if token not in self._sprites:
            size = self._scale.card
            sheet = cards.paper(size, self._paper).convert("RGB")
            if token:
                inner = cards.face(token, size, self._paper, four_colours=self._four_colours)
            else:
                inner = cards.back(size, self._paper)
            sheet.paste(inner, (cards.EDGE, cards.EDGE))
            small = sheet.resize(self._card, Image.Resampling.HAMMING)
            self._sprites[token] = self._indexed(small)
        return self._sprites[token]


def _corner(cell: Cell, scale: Frame) -> tuple[int, int]:
    return scale.card_box(cell)[:2]


def _eased(share: float) -> float:
    """Slow at both ends."""
    return share * share * (3 - 2 * share)


def _lifted(before: Scene, after: Scene, motions: Sequence[Trail]) -> Scene:
    """``before`` with the moving cards taken off their places."""
    arriving = {motion.target for motion in motions}
    leaving = {motion.source for motion in motions}
    later = {cell.key: cell for cell in after.cells}

    def without(cell: Cell) -> Cell:
        if cell.key not in leaving:
            return cell
        if cell.key in arriving:
            return replace(cell, cards=cell.cards[:-1], lit=False)
        return later.get(cell.key, cell)

    return replace(before, cells=tuple(without(cell) for cell in before.cells))


def _counted(lifted: Scene, before: Scene, after: Scene, share: float) -> Scene:
    """``lifted`` with the counts as they stand when ``share`` of the way is gone.

    Between two scenes many cards may have been opened that nobody sees fly.
    """
    earlier, later = ({cell.key: cell for cell in scene.cells} for scene in (before, after))

    def counted(cell: Cell) -> Cell:
        was, becomes = earlier.get(cell.key), later.get(cell.key)
        if was is None or becomes is None or was.count is None or becomes.count is None:
            return cell
        count = round(was.count + (becomes.count - was.count) * share)
        return replace(cell, count=count, backs=max(0, count - len(cell.cards)))

    return replace(lifted, cells=tuple(map(counted, lifted.cells)))


def _without_tray(scene: Scene) -> Scene:
    """The table alone: what is to come is no news where it comes by itself."""
    layout = scene.layout
    if layout.tray is None:
        return scene
    _, middle, _, tall = layout.tray
    table = replace(layout, height=middle - tall / 2, tray=None)
    return replace(scene, layout=table, tray=())
