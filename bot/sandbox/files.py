"""Files that were sent: photos in several sizes, animations, documents.

Telegram re-encodes every photo as JPEG in a few sizes. The sizes are known at once; each is drawn
when somebody first asks for it, because most tables are looked at by nobody but the tests.
"""

import io
import secrets
from dataclasses import asdict, dataclass
from functools import lru_cache

from PIL import Image, UnidentifiedImageError

from bot.sandbox.errors import bad_request
from bot.sandbox.store import Json, Store

PHOTO_LIMIT = 10 * 1024 * 1024
UPLOAD_LIMIT = 50 * 1024 * 1024
_SIZES = (90, 320, 800, 1280, 2560)
_QUALITY = 87
_PREFIX = {"photo": "AgAC", "animation": "CgAC", "document": "BQAC", "sticker": "CAAC"}


@dataclass
class StoredFile:
    """What is known of a file. The sizes of a photo have no bytes: they are drawn from ``of``."""

    file_id: str
    file_unique_id: str
    kind: str
    name: str
    mime_type: str
    size: int
    width: int = 0
    height: int = 0
    of: str = ""


class Files:
    """All files of the world."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._files = {each["file_id"]: StoredFile(**each) for each in store.all("file")}
        self._photos: dict[str, list[str]] = {}
        for stored in self._files.values():
            if stored.of:
                self._photos.setdefault(stored.of, []).append(stored.file_id)
        self._draw = lru_cache(64)(self._draw_size)

    def get(self, file_id: str) -> StoredFile | None:
        """What is known of a file."""
        return self._files.get(file_id)

    def add(self, kind: str, name: str, mime_type: str, data: bytes) -> StoredFile:
        """Keep a file other than a photo."""
        stored = _new(kind, name, mime_type, len(data))
        self._keep(stored, data)
        return stored

    def add_photo(self, data: bytes, width: int, height: int) -> list[Json]:
        """Keep a picture that :func:`decode_photo` has accepted; its PhotoSizes, small to large."""
        original = _new("original", "", "image/jpeg", len(data))
        self._keep(original, data)
        self._photos[original.file_id] = []
        for box in _boxes(width, height):
            scale = min(1.0, box / max(width, height))
            size = _new("photo", "photo.jpg", "image/jpeg", 0)
            size.width, size.height = round(width * scale) or 1, round(height * scale) or 1
            size.of = original.file_id
            self._keep(size, None)
            self._photos[original.file_id].append(size.file_id)
        return self.photo_sizes(self._photos[original.file_id][-1])

    def photo_sizes(self, file_id: str) -> list[Json]:
        """The PhotoSizes of the photo that ``file_id`` is a size of."""
        sizes = [self._files[each] for each in self._photos[self._files[file_id].of]]
        return [
            {
                "file_id": size.file_id,
                "file_unique_id": size.file_unique_id,
                "width": size.width,
                "height": size.height,
            }
            for size in sorted(sizes, key=lambda each: each.width * each.height)
        ]

    def read(self, file_id: str) -> bytes | None:
        """The bytes of a file."""
        stored = self._files.get(file_id)
        if stored is None:
            return None
        return self._draw(file_id) if stored.of else self._store.file(file_id)

    def _draw_size(self, file_id: str) -> bytes:
        size = self._files[file_id]
        original = self._store.file(size.of) or b""
        with Image.open(io.BytesIO(original)) as source:
            source.draft("RGB", (size.width, size.height))
            picture = source.convert("RGB").resize((size.width, size.height), reducing_gap=2.0)
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=_QUALITY)
        return out.getvalue()

    def _keep(self, stored: StoredFile, data: bytes | None) -> None:
        self._files[stored.file_id] = stored
        self._store.put("file", stored.file_id, asdict(stored))
        if data is not None:
            self._store.put_file(stored.file_id, data)


def decode_photo(data: bytes) -> tuple[int, int]:
    """Width and height of a picture that Telegram would take as a photo; blocks while decoding.

    Limits: https://core.telegram.org/bots/api#sendphoto
    """
    if len(data) > PHOTO_LIMIT:
        raise bad_request(
            f"file of size {len(data)} bytes is too big for a photo; "
            f"the maximum size is {PHOTO_LIMIT} bytes"
        )
    try:
        with Image.open(io.BytesIO(data)) as image:
            width, height = image.size
            if width + height > 10_000 or max(width, height) > 20 * min(width, height):
                raise bad_request("PHOTO_INVALID_DIMENSIONS")
            image.draft("RGB", (width // 8, height // 8))  # a JPEG is read through all the same
            image.load()
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise bad_request("PHOTO_INVALID_DIMENSIONS") from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        raise bad_request("IMAGE_PROCESS_FAILED") from None
    return width, height


def _boxes(width: int, height: int) -> list[int]:
    longest = max(width, height)
    boxes = [box for box in _SIZES if box < longest]
    return [*boxes, longest] if longest <= _SIZES[-1] else boxes


def _new(kind: str, name: str, mime_type: str, size: int) -> StoredFile:
    return StoredFile(
        file_id=_PREFIX.get(kind, "BAAC") + secrets.token_urlsafe(30),
        file_unique_id=secrets.token_urlsafe(12),
        kind=kind,
        name=name,
        mime_type=mime_type,
        size=size,
    )


def media_json(stored: StoredFile) -> Json:
    """A Bot API Sticker, Voice, Animation or Document, with the required fields only."""
    media: Json = {"file_id": stored.file_id, "file_unique_id": stored.file_unique_id}
    if stored.kind == "sticker":
        media |= {"type": "regular", "width": 512, "height": 512}
        media |= {"is_animated": False, "is_video": False}
    elif stored.kind == "voice":
        media["duration"] = 3
    elif stored.kind == "animation":
        media |= {"width": 320, "height": 240, "duration": 3}
    else:
        media["file_name"] = stored.name
    return media
