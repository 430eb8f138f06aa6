"""getChat, its members, leaving, and files."""

from typing import Any

from bot.sandbox.errors import bad_request
from bot.sandbox.files import DOWNLOAD_LIMIT
from bot.sandbox.methods.call import Call, Handler, readable_chat, writable_chat
from bot.sandbox.model import Member, member_json


async def _get_chat(call: Call) -> Any:
    chat = readable_chat(call)
    full = call.world.chat_json(chat) | {
        "accent_color_id": abs(chat.id) % 7,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(
            (
                "unlimited_gifts",
                "limited_gifts",
                "unique_gifts",
                "premium_subscription",
                "gifts_from_channels",
            ),
            False,
        ),
    }
    if chat.is_group:
        full["permissions"] = chat.permissions
    return full


async def _get_member(call: Call) -> Any:
    chat = readable_chat(call)
    user_id = call.params["user_id"]
    known = user_id in call.world.users or user_id == call.world.bot["id"]
    if not known:
        raise bad_request("user not found")
    if not chat.is_group:
        if user_id not in (chat.id, call.world.bot["id"]):
            raise bad_request("user not found")
        return member_json(call.world.user(user_id), Member())
    return member_json(call.world.user(user_id), chat.member(user_id))


async def _get_administrators(call: Call) -> Any:
    chat = readable_chat(call)
    if chat.type == "private":
        raise bad_request("there are no administrators in the private chat")
    # Bots are left out of the list, as Telegram does with all but the asking one.
    return [
        member_json(call.world.user(user_id), member)
        for user_id, member in chat.members.items()
        if member.is_admin
    ]


async def _get_member_count(call: Call) -> Any:
    chat = readable_chat(call)
    if not chat.is_group:
        return 2
    return sum(member.present for member in chat.members.values())


async def _leave_chat(call: Call) -> Any:
    chat = writable_chat(call)
    if chat.type == "private":
        raise bad_request("chat member status can't be changed in private chats")
    bot = call.world.bot
    old = chat.member(bot["id"])
    chat.members[bot["id"]] = Member("left")
    call.world.save_chat(chat)
    call.world.post(chat, {"from": bot}, {"left_chat_member": bot})
    call.world.deliver(
        "my_chat_member",
        {
            "chat": call.world.chat_json(chat),
            "from": bot,
            "date": int(call.world.clock()),
            "old_chat_member": member_json(bot, old),
            "new_chat_member": member_json(bot, Member("left")),
        },
    )
    return True


async def _get_file(call: Call) -> Any:
    stored = call.world.files.get(call.params["file_id"])
    if stored is None:
        raise bad_request("invalid file_id")
    data = call.world.files.read(stored.file_id) or b""
    if len(data) > DOWNLOAD_LIMIT:
        raise bad_request("file is too big")
    return {
        "file_id": stored.file_id,
        "file_unique_id": stored.file_unique_id,
        "file_size": len(data),
        "file_path": f"{stored.kind}s/{stored.file_id}",
    }


METHODS: dict[str, Handler] = {
    "getChat": _get_chat,
    "getChatMember": _get_member,
    "getChatAdministrators": _get_administrators,
    "getChatMemberCount": _get_member_count,
    "leaveChat": _leave_chat,
    "getFile": _get_file,
}
