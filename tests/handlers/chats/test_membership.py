"""What the bot makes of its own standing in a chat, also of one that is not thought of yet."""

from typing import Any

import pytest

from tests.staging.stage import Stage


@pytest.mark.parametrize(
    ("status", "more", "active"),
    [
        *(("member", {}, True), ("creator", {"is_anonymous": False}, True), ("left", {}, False)),
        *(("kicked", {"until_date": 0}, False), ("neighbour", {}, True)),
    ],
)
async def test_whoever_has_not_gone_is_there(
    stage: Stage, status: str, more: dict[str, Any], active: bool
) -> None:
    group, world = stage.town.group("Дача"), stage.town.world
    member = {"user": world.bot, "status": "member"}
    changed = {
        "chat": {"id": group.id, "type": "group", "title": "Дача"},
        "from": stage.town.person("Аня"),
        "date": 1_800_000_000,
        "old_chat_member": member,
        "new_chat_member": {**member, "status": status, **more},
    }
    world.deliver("my_chat_member", changed)
    await group.settled()
    chat = await stage.services.storage.chats.get(group.id)
    assert chat is not None
    assert chat.active == active
