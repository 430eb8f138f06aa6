"""What a message says or shows: text and captions within their limits, files of each kind."""

import asyncio
import io
from typing import Any

from PIL import Image, UnidentifiedImageError

from bot.sandbox.entities import format_text
from bot.sandbox.errors import ApiError, bad_request
from bot.sandbox.files import UPLOAD_LIMIT, StoredFile, decode_photo
from bot.sandbox.html import utf16_length
from bot.sandbox.methods.call import Call, Upload
from bot.sandbox.store import Json

TEXT_LIMIT = 4096
CAPTION_LIMIT = 1024


def text_content(source: Json, *, key: str = "text", edited: bool = False) -> Json:
    """``text`` and ``entities`` of a message; Telegram words the refusal of a too long edit
    differently."""
    if not source.get(key):
        raise bad_request("message text is empty")
    text, entities = format_text(source[key], source.get("parse_mode"), source.get("entities"))
    if not text:
        raise bad_request("text must be non-empty")
    if utf16_length(text) > TEXT_LIMIT:
        raise bad_request("MESSAGE_TOO_LONG" if edited else "message is too long")
    content: Json = {"text": text}
    if entities:
        content["entities"] = entities
    if source.get("link_preview_options"):
        content["link_preview_options"] = source["link_preview_options"]
    return content


def caption_content(source: Json, *, edited: bool = False) -> Json:
    """``caption`` and ``caption_entities`` of a message, if it has any."""
    text, entities = format_text(
        source.get("caption") or "", source.get("parse_mode"), source.get("caption_entities")
    )
    if utf16_length(text) > CAPTION_LIMIT:
        raise bad_request("MEDIA_CAPTION_TOO_LONG" if edited else "message caption is too long")
    content: Json = {}
    if text:
        content["caption"] = text
        if entities:
            content["caption_entities"] = entities
        if source.get("show_caption_above_media"):
            content["show_caption_above_media"] = True
    if source.get("has_spoiler"):
        content["has_media_spoiler"] = True
    return content


async def media_content(call: Call, kind: str, given: Any, details: Json) -> Json:
    """``{"photo": …}``, ``{"animation": …}`` or ``{"document": …}`` of a message.

    ``given`` is a file id, an ``attach://`` reference, or None if the file came under the name of
    its kind.
    """
    upload = _upload(call, kind, given)
    if upload is None:
        return _known(call, kind, str(given), details)
    if not upload.data:
        raise bad_request("file must be non-empty")
    if len(upload.data) > UPLOAD_LIMIT:
        raise ApiError(413, "Request Entity Too Large")
    if kind == "photo":
        width, height = await asyncio.to_thread(decode_photo, upload.data)
        return {"photo": call.world.files.add_photo(upload.data, width, height)}
    if kind == "animation" and not _moves(upload.data):
        kind = "document"
    name = upload.name or "file"
    stored = call.world.files.add(kind, name, upload.mime_type, upload.data)
    stored.width, stored.height = _dimensions(upload.data) if kind == "animation" else (0, 0)
    return file_content(stored, details)


def _upload(call: Call, kind: str, given: Any) -> Upload | None:
    if given is None:
        return call.files[kind]
    if str(given).startswith("attach://"):
        upload = call.files.get(str(given).removeprefix("attach://"))
        if upload is None:
            raise bad_request("can't find the uploaded file specified with attach://")
        return upload
    return None


def _known(call: Call, kind: str, file_id: str, details: Json) -> Json:
    """A file that Telegram already has."""
    if file_id.startswith(("http://", "https://")):
        raise bad_request("failed to get HTTP URL content")  # the sandbox fetches nothing
    stored = call.world.files.get(file_id)
    if stored is None:
        raise bad_request("wrong file identifier/HTTP URL specified")
    if stored.kind != kind:
        raise bad_request(f"can't use file of type {stored.kind.title()} as {kind.title()}")
    if kind == "photo":
        return {"photo": call.world.files.photo_sizes(file_id)}
    return file_content(stored, details)


def file_content(stored: StoredFile, details: Json | None = None) -> Json:
    """``{"document": …}`` or ``{"animation": …}`` of a file; ``details`` has the size and
    length of an animation as its sender gave them."""
    details = details or {}
    described: Json = {
        "file_id": stored.file_id,
        "file_unique_id": stored.file_unique_id,
        "file_name": stored.name,
        "mime_type": stored.mime_type,
        "file_size": stored.size,
    }
    if stored.kind != "animation":
        return {stored.kind: described}
    document = dict(described)
    described["width"] = details.get("width") or stored.width
    described["height"] = details.get("height") or stored.height
    described["duration"] = details.get("duration") or 0
    return {"animation": described, "document": document}


def _moves(data: bytes) -> bool:
    """Whether a file is a GIF or an MP4; Telegram sends others as documents."""
    return data.startswith((b"GIF87a", b"GIF89a")) or data[4:8] == b"ftyp"


def _dimensions(data: bytes) -> tuple[int, int]:
    try:
        with Image.open(io.BytesIO(data)) as image:
            return image.size
    except (UnidentifiedImageError, OSError):
        return 0, 0  # a video, whose sender tells its size
