"""How the bot and the solver's process frame their messages: a length, then a pickle."""

import pickle
import struct

_SIZE = struct.Struct(">I")
HEADER = _SIZE.size


def pack(message: object) -> bytes:
    """The message with its header."""
    body = pickle.dumps(message)
    return _SIZE.pack(len(body)) + body


def unpack_size(header: bytes) -> int:
    """How many bytes follow the header."""
    return int(_SIZE.unpack(header)[0])
