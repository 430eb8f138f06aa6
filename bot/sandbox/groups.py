"""What happens to groups: members come and go, rights change, topics open and close.

``Groups`` does it for the web page's actions and for the tests.
"""

from bot.sandbox.model import ALL_PERMISSIONS, Chat, Member, Topic, member_json
from bot.sandbox.people import Impossible
from bot.sandbox.store import Json
from bot.sandbox.world import World


class Groups:
    """Changes groups and tells the bot of it; ``actor`` is who does it. Rights are not checked."""

    def __init__(self, world: World) -> None:
        self._world = world

    def create(
        self,
        creator: int,
        title: str,
        members: list[int],
        *,
        supergroup: bool = True,
        forum: bool = False,
        with_bot: bool = True,
    ) -> Chat:
        """Make a group with its first members; a forum is always a supergroup."""
        kind = "supergroup" if supergroup or forum else "group"
        chat = Chat(self._world.new_group_id(kind), kind, title, is_forum=forum)
        chat.members[creator] = Member("creator")
        for user_id in members:
            chat.members.setdefault(user_id, Member())
        self._world.add_chat(chat)
        if with_bot:
            self.add(creator, chat.id, self._world.bot["id"])
        return chat

    def create_channel(self, owner: int, title: str) -> Chat:
        """Make a channel, as which its owner can write in groups."""
        chat = Chat(self._world.new_group_id("supergroup"), "channel", title)
        chat.members[owner] = Member("creator")
        return self._world.add_chat(chat)

    def add(self, actor: int, chat_id: int, user_id: int) -> None:
        """Bring somebody in, perhaps the bot."""
        chat = self._world.chats[chat_id]
        old = chat.member(user_id)
        if old.present:
            raise Impossible("Уже в этом чате.")
        self._set(actor, chat, user_id, Member())
        joined = {"new_chat_members": [self._world.user(user_id)]}
        self._service(actor, chat, joined)

    def remove(self, actor: int, chat_id: int, user_id: int) -> None:
        """Somebody leaves, or is put out by somebody else."""
        chat = self._world.chats[chat_id]
        if not chat.member(user_id).present:
            raise Impossible("Этого участника в чате нет.")
        self._set(actor, chat, user_id, Member("left" if actor == user_id else "kicked"))
        self._service(actor, chat, {"left_chat_member": self._world.user(user_id)})

    def promote(
        self, actor: int, chat_id: int, user_id: int, *, is_anonymous: bool = False
    ) -> None:
        """Make somebody an administrator; the creator stays one, but may become anonymous."""
        chat = self._world.chats[chat_id]
        creator = chat.member(user_id).status == "creator"
        status = "creator" if creator else "administrator"
        self._set(actor, chat, user_id, Member(status, is_anonymous))

    def demote(self, actor: int, chat_id: int, user_id: int) -> None:
        """Make an administrator or restricted member an ordinary one."""
        self._set(actor, self._world.chats[chat_id], user_id, Member())

    def restrict(self, actor: int, chat_id: int, user_id: int, permissions: Json) -> None:
        """Give one member, who may be the bot, all rights but those that ``permissions`` denies."""
        granted = {**ALL_PERMISSIONS, **permissions}
        chat = self._world.chats[chat_id]
        self._set(actor, chat, user_id, Member("restricted", permissions=granted))

    def set_permissions(self, chat_id: int, permissions: Json) -> None:
        """Let ordinary members do all but what ``permissions`` denies."""
        chat = self._world.chats[chat_id]
        chat.permissions = {**ALL_PERMISSIONS, **permissions}
        self._world.save_chat(chat)

    def new_topic(self, actor: int, chat_id: int, name: str) -> int:
        """Open a topic in a forum; its id is the id of the service message about it."""
        chat = self._world.chats[chat_id]
        if not chat.is_forum:
            raise Impossible("Темы бывают только в форуме.")
        thread_id = chat.last_message_id + 1
        chat.topics[thread_id] = Topic(thread_id, name)
        created = {"name": name, "icon_color": 7322096}
        self._service(actor, chat, {"forum_topic_created": created}, thread_id)
        self._world.save_chat(chat)
        return thread_id

    def close_topic(self, actor: int, chat_id: int, thread_id: int, *, closed: bool = True) -> None:
        """Close a topic to all but administrators, or open it again."""
        chat = self._world.chats[chat_id]
        chat.topics[thread_id].is_closed = closed
        self._world.save_chat(chat)
        event = "forum_topic_closed" if closed else "forum_topic_reopened"
        self._service(actor, chat, {event: {}}, thread_id)

    def delete_topic(self, chat_id: int, thread_id: int) -> None:
        """Delete a topic with all that was said in it."""
        chat = self._world.chats[chat_id]
        del chat.topics[thread_id]
        self._world.save_chat(chat)
        said = self._world.messages[chat_id].values()
        self._world.remove(
            chat_id,
            [each["message_id"] for each in said if each.get("message_thread_id") == thread_id],
        )

    def migrate(self, actor: int, chat_id: int) -> Chat:
        """Turn a basic group into a supergroup: a new chat takes the place of the old one."""
        old = self._world.chats[chat_id]
        if old.type != "group" or old.migrated_to is not None:
            raise Impossible("Супергруппой становится только обычная группа.")
        new = Chat(
            self._world.new_group_id("supergroup"),
            "supergroup",
            old.title,
            members=dict(old.members),
            permissions=dict(old.permissions),
        )
        self._world.add_chat(new)
        self._service(actor, old, {"migrate_to_chat_id": new.id})
        old.migrated_to = new.id
        self._world.save_chat(old)
        self._service(actor, new, {"migrate_from_chat_id": old.id})
        self._world.emit("chat_removed", chat_id=old.id, migrated_to=new.id)
        return new

    def _set(self, actor: int, chat: Chat, user_id: int, member: Member) -> None:
        """Change what somebody is here, and tell the bot; as an admin it hears of others too."""
        old = chat.member(user_id)
        chat.members[user_id] = member
        self._world.save_chat(chat)
        bot_id = self._world.bot["id"]
        update = {
            "chat": self._world.chat_json(chat),
            "from": self._world.user(actor),
            "date": int(self._world.clock()),
            "old_chat_member": member_json(self._world.user(user_id), old),
            "new_chat_member": member_json(self._world.user(user_id), member),
        }
        if user_id == bot_id:
            self._world.deliver("my_chat_member", update)
        elif chat.member(bot_id).is_admin:
            self._world.deliver("chat_member", update)

    def _service(self, actor: int, chat: Chat, event: Json, thread_id: int | None = None) -> None:
        content = dict(event)
        if thread_id is not None:
            content |= {"message_thread_id": thread_id, "is_topic_message": True}
        message = self._world.post(chat, {"from": self._world.user(actor)}, content)
        if chat.member(self._world.bot["id"]).present:
            self._world.deliver("message", message)
