"""What is taken for an update, and what is refused before any handler sees it."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from telegram import Bot

from bot.app import ALLOWED_UPDATES
from bot.transport.parsing import UPDATE, NotUnderstood, decoded, understood

BOT = Bot("123456789:AAE-abcdefghijklmnopqrstuvwxyz_0123")
PERSON = {"id": 7, "is_bot": False, "first_name": "Аня"}
CHAT = {"id": 7, "type": "private", "first_name": "Аня"}
MESSAGE: dict[str, Any] = {"message_id": 1, "date": 1, "chat": CHAT, "from": PERSON, "text": "/new"}
TAP: dict[str, Any] = {"id": "1", "from": PERSON, "chat_instance": "1", "data": "m:1:1:d"}


def message(**changed: object) -> dict[str, object]:
    return {"update_id": 1, "message": {**MESSAGE, **changed}}


def tap(**changed: object) -> dict[str, object]:
    return {"update_id": 1, "callback_query": {**TAP, **changed}}


def test_what_telegram_sends_is_understood() -> None:
    entity = {"type": "bot_command", "offset": 0, "length": 4}
    assert understood(message(entities=[entity]), BOT).message is not None
    assert understood(tap(message=MESSAGE), BOT).callback_query is not None
    asked = {"id": "1", "from": PERSON, "query": "", "offset": ""}
    assert understood({"update_id": 1, "inline_query": asked}, BOT).inline_query is not None
    assert understood({"update_id": 1, "made_later": {"new": [1]}}, BOT).update_id == 1
    assert understood(message(**{"from": {**PERSON, "first_name": None}}), BOT).update_id == 1


NESTED: dict[str, object] = {}
for _ in range(2000):
    NESTED = {"reply_to_message": NESTED}


@pytest.mark.parametrize(
    "sent",
    [
        *(None, [], "x", 5, {}, {"update_id": None}, {"update_id": "1"}, {"update_id": True}),
        *({"update_id": 1, "message": 5}, {"update_id": 1, "message": {}}),
        *(message(date=10**17), message(date=-(10**14)), message(date="1")),
        *(message(chat={**CHAT, "id": "7"}), message(chat={**CHAT, "id": 1e30})),
        *(message(chat={**CHAT, "id": 10**30}), message(chat={**CHAT, "type": []})),
        *(message(**{"from": {**PERSON, "id": True}}), message(message_id=None)),
        *(message(**{"from": {**PERSON, "id": 0}}), tap(**{"from": {**PERSON, "id": -1}})),
        *(message(message_id=2**53), message(chat={**CHAT, "id": -(2**53)})),
        *(message(text=["/new"]), message(migrate_to_chat_id="x"), message(sender_chat={"id": {}})),
        *(message(**{"from": {**PERSON, "first_name": 5}}), message(reply_to_message=NESTED)),
        message(entities=[{"type": "bot_command", "offset": "0", "length": 4}]),
        *({"update_id": 1, "message": []}, {"update_id": 1, "callback_query": "x"}),
        *(message(chat={**CHAT, "type": None}), message(chat=[CHAT]), message(chat=None)),
        {"update_id": 1, "message": {k: v for k, v in MESSAGE.items() if k != "date"}},
        {"update_id": 1, "callback_query": {k: v for k, v in TAP.items() if k != "from"}},
        *(tap(data=["m:1:1:d"]), tap(data=7), tap(id=1), tap(**{"from": {**PERSON, "id": "7"}})),
        {"update_id": 1, "inline_query": {"id": "1", "from": PERSON, "query": 5, "offset": ""}},
        {"update_id": 1, "inline_query": {"id": "1", "from": PERSON, "query": "", "offset": 5}},
        *(json.loads('{"update_id": NaN}'), json.loads('{"update_id": 1e400}')),
    ],
)
def test_what_no_handler_could_take_is_refused(sent: object) -> None:
    with pytest.raises(NotUnderstood):
        understood(sent, BOT)


def test_the_refusal_does_not_tell_what_people_wrote() -> None:
    with pytest.raises(NotUnderstood) as refused:
        understood(tap(data=["secret"], message={**MESSAGE, "text": "secret"}), BOT)
    assert "secret" not in str(refused.value)


# -- what Telegram's next version may bring

ENTITY = {"type": "bot_command", "offset": 0, "length": 4}
BUTTON = {"text": "♦", "callback_data": "m:1:1:d"}
TABLE = {**MESSAGE, "reply_markup": {"inline_keyboard": [[BUTTON]]}}
MEMBER = {"status": "member", "user": PERSON}
TODAYS: dict[str, dict[str, Any]] = {
    "message": {**MESSAGE, "entities": [ENTITY], "reply_to_message": TABLE, "via_bot": PERSON},
    "callback_query": {**TAP, "message": TABLE},
    "my_chat_member": {
        "chat": CHAT,
        "from": PERSON,
        "date": 1,
        "old_chat_member": MEMBER,
        "new_chat_member": MEMBER,
    },
    "inline_query": {"id": "1", "from": PERSON, "query": "7", "offset": ""},
    "chosen_inline_result": {
        "result_id": "hT3kQ9fLm2",
        "from": PERSON,
        "query": "7",
        "inline_message_id": "abc",
    },
}
NEW_FIELDS: list[object] = [
    *({}, [], "x", 5, None, True, [[]], {"id": {}, "date": "x", "text": [], "type": 7}),
    [{"chat": 5, "from": [], "offset": {}, "data": 7, "first_name": {}}],
]


def objects(node: Any) -> Iterator[dict[str, Any]]:
    """All objects in it, at any depth."""
    if isinstance(node, dict):
        yield node
        for held in node.values():
            yield from objects(held)
    elif isinstance(node, list):
        for held in node:
            yield from objects(held)


def told(update: object) -> object:
    """What a handler sees, without fields that nobody knows."""
    if isinstance(update, dict):
        return {name: told(held) for name, held in update.items() if name != "made_later"}
    return [told(each) for each in update] if isinstance(update, list | tuple) else update


def test_the_kinds_that_are_asked_for_are_those_that_are_known() -> None:
    assert UPDATE.may.keys() == set(ALLOWED_UPDATES) == TODAYS.keys()


@pytest.mark.parametrize("new", NEW_FIELDS)
@pytest.mark.parametrize("kind", TODAYS)
def test_new_fields_at_any_depth_change_nothing(kind: str, new: object) -> None:
    plain = {"update_id": 1, kind: TODAYS[kind]}
    expected = understood(plain, BOT).to_dict()
    for place in range(len(list(objects(plain)))):
        sent = deepcopy(plain)
        list(objects(sent))[place]["made_later"] = new
        assert told(understood(sent, BOT).to_dict()) == expected


@pytest.mark.parametrize(
    "changed",
    [
        *({"sticker": {}}, {"photo": 5}, {"video": [[]]}, {"poll": {"options": 5}}),
        *({"new_chat_members": [{}]}, {"pinned_message": []}, {"forward_origin": {"type": "new"}}),
        *({"reply_to_message": {**MESSAGE, "sticker": {}}}, {"quote": 7}, {"edit_date": 10**17}),
        *({"external_reply": {"origin": {}}}, {"link_preview_options": []}, {"contact": "x"}),
        {"reply_markup": {"inline_keyboard": [[{**BUTTON, "web_app": {}, "new_kind": {}}]]}},
    ],
)
def test_a_command_is_heard_whatever_else_the_message_holds(changed: dict[str, Any]) -> None:
    heard = understood(message(entities=[ENTITY], **changed), BOT).message
    assert heard is not None
    assert (heard.text, heard.entities[0].length, heard.chat.id) == ("/new", 4, 7)


@pytest.mark.parametrize("kind", ["edited_message", "made_later", "poll", "business_message"])
@pytest.mark.parametrize("held", [{}, [], 5, None, {"id": []}])
def test_kinds_that_nobody_asked_for_are_nothing(kind: str, held: object) -> None:
    update = understood({"update_id": 1, kind: held}, BOT)
    assert update.to_dict() == {"update_id": 1}


def test_values_that_nobody_knows_yet_are_words_like_others() -> None:
    heard = understood(message(chat={**CHAT, "type": "village"}), BOT).message
    assert heard is not None
    assert heard.chat.type == "village"
    (entity,) = understood(message(entities=[{**ENTITY, "type": "rune"}]), BOT).message.entities  # type: ignore[union-attr]
    assert entity.type == "rune"
    changed = {**TODAYS["my_chat_member"], "new_chat_member": {**MEMBER, "status": "neighbour"}}
    membership = understood({"update_id": 1, "my_chat_member": changed}, BOT).my_chat_member
    assert membership is not None
    assert membership.new_chat_member.status == "neighbour"


def test_long_numbers_and_endless_nesting_can_be_read() -> None:
    assert decoded(b'{"date": ' + b"9" * 5000 + b"}") == {"date": float("inf")}
    endless = b'{"a":' * 50_000
    assert decoded(endless) == endless.decode()
    with pytest.raises(ValueError, match="Expecting"):
        decoded(b"{")
