"""getChatMember and getChatAdministrators."""

from typing import Any

from bot.sandbox.errors import bad_request
from bot.sandbox.methods.call import Call, Handler, readable_chat
from bot.sandbox.model import Member, member_json


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
    # Telegram leaves out every bot but the one that asks.
    bots = {user["id"] for user in call.world.users.values() if user["is_bot"]}
    return [
        member_json(call.world.user(user_id), member)
        for user_id, member in chat.members.items()
        if member.is_admin and user_id not in bots
    ]


METHODS: dict[str, Handler] = {
    "getChatMember": _get_member,
    "getChatAdministrators": _get_administrators,
}
