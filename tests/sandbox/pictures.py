"""Pictures and files to send."""

import io

from PIL import Image


def jpeg(width: int = 640, height: int = 440, colour: str = "green") -> bytes:
    """A plain JPEG."""
    out = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(out, "JPEG")
    return out.getvalue()


def gif() -> bytes:
    """A GIF of three frames."""
    frames = [Image.new("RGB", (32, 24), colour) for colour in ("red", "green", "blue")]
    out = io.BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:])
    return out.getvalue()
