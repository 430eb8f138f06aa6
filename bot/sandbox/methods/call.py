"""One call of the bot, and the checks that most methods begin with."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from bot.sandbox.errors import ApiError, bad_request, forbidden
from bot.sandbox.model import Chat
from bot.sandbox.store import Json
from bot.sandbox.world import World


@dataclass(frozen=True)
class Upload:
    """A file that came with a call."""

    name: str
    mime_type: str
    data: bytes


@dataclass(frozen=True)
class Call:
    """A method with its parameters, checked by ``schema.py``."""

    world: World
    method: str
    params: dict[str, Any]
    files: dict[str, Upload]

    def get(self, name: str) -> Any:
        """A parameter, or None."""
        return self.params.get(name)


Handler = Callable[[Call], Awaitable[Any]]


def find_chat(world: World, chat_id: int | str) -> Chat:
    """The chat that the bot means: by id or, for public groups, by @username."""
    if isinstance(chat_id, str):
        for chat in world.chats.values():
            if chat.username and chat_id.lower() == f"@{chat.username}".lower():
                return chat
        raise bad_request("chat not found")
    found = world.chats.get(chat_id)
    if found is None or (found.is_group and world.bot["id"] not in found.members):
        raise bad_request("chat not found")
    return found


def readable_chat(call: Call) -> Chat:
    """The chat, if the bot may look into it."""
    chat = find_chat(call.world, call.params["chat_id"])
    if chat.type == "supergroup":
        _check_membership(call.world, chat)
    return chat


def writable_chat(call: Call) -> Chat:
    """The chat, if the bot may write there: it was not upgraded, and the bot is neither out nor
    blocked."""
    chat = find_chat(call.world, call.params["chat_id"])
    if chat.migrated_to is not None:
        raise bad_request(
            "group chat was upgraded to a supergroup chat", migrate_to_chat_id=chat.migrated_to
        )
    if chat.type == "private":
        if not chat.started:
            raise forbidden("bot can't initiate conversation with a user")
        if chat.blocked:
            raise forbidden("bot was blocked by the user")
    else:
        _check_membership(call.world, chat)
    return chat


def _check_membership(world: World, chat: Chat) -> None:
    status = chat.member(world.bot["id"]).status
    if status == "kicked":
        raise forbidden(f"bot was kicked from the {chat.type} chat")
    if status == "left":
        raise forbidden(f"bot is not a member of the {chat.type} chat")


def check_may_send(world: World, chat: Chat, right: str, what: str) -> None:
    """Refuse if the bot lacks the ``right`` to send here, such as ``can_send_photos``."""
    member = chat.member(world.bot["id"])
    if not chat.is_group or member.is_admin:
        return
    granted = [chat.permissions]
    if member.status == "restricted":
        granted.append(member.permissions)

    def allowed(name: str) -> bool:
        return all(rights.get(name, False) for rights in granted)

    sendable = [name for name in chat.permissions if name.startswith("can_send_")]
    if not any(allowed(name) for name in sendable):
        raise bad_request("have no rights to send a message")
    if not allowed(right):
        raise bad_request(f"not enough rights to send {what} to the chat")


def thread_of(call: Call, chat: Chat) -> Json:
    """The fields of a message in the topic asked for; refuses one that is unknown or closed."""
    thread_id = call.get("message_thread_id")
    bot_is_admin = chat.member(call.world.bot["id"]).is_admin
    if not thread_id:
        if chat.is_forum and chat.general_closed and not bot_is_admin:
            raise topic_closed()
        return {}
    topic = chat.topics.get(thread_id)
    if topic is None:
        raise bad_request("message thread not found")
    if topic.is_closed and not bot_is_admin:
        raise topic_closed()
    return {"message_thread_id": thread_id, "is_topic_message": True}


def topic_closed() -> ApiError:
    """The refusal of a closed topic, where only administrators write."""
    return bad_request("TOPIC_CLOSED")
