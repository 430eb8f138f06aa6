"""What the world is made of: chats, their members and topics, and queries.

Users, messages and keyboards have no types here: they are kept as the JSON objects of the Bot API.
"""

from dataclasses import dataclass, field
from typing import Any, Self

from bot.sandbox.store import Json

_PERMISSIONS_NAMES = """
    can_send_messages can_send_audios can_send_documents can_send_photos can_send_videos
    can_send_video_notes can_send_voice_notes can_send_polls can_send_other_messages
    can_add_web_page_previews can_change_info can_invite_users can_pin_messages can_manage_topics
    can_react_to_messages can_edit_tag
"""
_PERMISSIONS = tuple(_PERMISSIONS_NAMES.split())
ALL_PERMISSIONS: Json = dict.fromkeys(_PERMISSIONS, True)

_ADMIN_RIGHTS_NAMES = """
    can_be_edited can_manage_chat can_delete_messages can_manage_video_chats can_restrict_members
    can_promote_members can_change_info can_invite_users can_post_stories can_edit_stories
    can_delete_stories can_pin_messages can_manage_topics
"""
_ADMIN_RIGHTS = tuple(_ADMIN_RIGHTS_NAMES.split())

ANONYMOUS_ADMIN: Json = {
    "id": 1087968824,
    "is_bot": True,
    "first_name": "Group",
    "username": "GroupAnonymousBot",
}
"""Telegram's stand-in author for administrators who write as the group itself."""

CHANNEL_BOT: Json = {
    "id": 136817688,
    "is_bot": True,
    "first_name": "Channel",
    "username": "Channel_Bot",
}
"""Telegram's stand-in author for people who write as one of their channels."""


def permissions(**changes: bool) -> Json:
    """ChatPermissions that allow everything except as ``changes`` say."""
    return {**ALL_PERMISSIONS, **changes}


@dataclass
class Member:
    """What somebody is in a group; ``status`` as in ChatMember."""

    status: str = "member"
    is_anonymous: bool = False
    permissions: Json = field(default_factory=lambda: dict(ALL_PERMISSIONS))

    @property
    def present(self) -> bool:
        """Whether they are in the group."""
        return self.status not in ("left", "kicked")

    @property
    def is_admin(self) -> bool:
        """Whether they run the group."""
        return self.status in ("creator", "administrator")


@dataclass
class Topic:
    """A topic of a forum; the General topic is not kept as one."""

    message_thread_id: int
    name: str
    is_closed: bool = False


@dataclass
class Chat:
    """A chat. A private chat is a person's with the bot and has the person's id."""

    id: int
    type: str
    title: str = ""
    username: str = ""
    is_forum: bool = False
    members: dict[int, Member] = field(default_factory=dict)
    permissions: Json = field(default_factory=lambda: dict(ALL_PERMISSIONS))
    topics: dict[int, Topic] = field(default_factory=dict)
    general_closed: bool = False
    started: bool = False
    blocked: bool = False
    migrated_to: int | None = None
    last_message_id: int = 0

    @property
    def is_group(self) -> bool:
        """Whether it is a group, basic or super."""
        return self.type in ("group", "supergroup")

    def member(self, user_id: int) -> Member:
        """What a user is here; somebody who never was here counts as having left."""
        return self.members.get(user_id, Member("left"))

    def to_json(self) -> Json:
        """For the store. Not a copy: the store writes it down at once."""
        members = {key: vars(member) for key, member in self.members.items()}
        topics = {key: vars(topic) for key, topic in self.topics.items()}
        return {**vars(self), "members": members, "topics": topics}

    @classmethod
    def from_json(cls, data: Json) -> Self:
        """Read from the store, where JSON has made text of the ids."""
        members = {int(key): Member(**value) for key, value in data["members"].items()}
        topics = {int(key): Topic(**value) for key, value in data["topics"].items()}
        return cls(**{**data, "members": members, "topics": topics})


@dataclass
class CallbackQuery:
    """A tapped button that waits for its answer."""

    id: str
    user_id: int
    chat_id: int
    message_id: int
    data: str
    asked_at: float


@dataclass
class InlineQuery:
    """Something typed after the bot's name; ``results`` is None until the bot has answered."""

    id: str
    user_id: int
    chat_id: int
    query: str
    offset: str
    asked_at: float
    results: list[dict[str, Any]] | None = None


def member_json(user: Json, member: Member) -> Json:
    """A Bot API ChatMember."""
    described: Json = {"user": user, "status": member.status}
    if member.status == "creator":
        described["is_anonymous"] = member.is_anonymous
    elif member.status == "administrator":
        described |= dict.fromkeys(_ADMIN_RIGHTS, True) | {"is_anonymous": member.is_anonymous}
    elif member.status == "restricted":
        described |= {"is_member": True, "until_date": 0, **member.permissions}
    elif member.status == "kicked":
        described["until_date"] = 0
    return described
