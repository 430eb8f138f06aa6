"""What is taken for an update, and what is refused before any handler sees it."""

import json
from typing import Any

import pytest
from telegram import Bot

from bot.transport.parsing import NotUnderstood, understood

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
        message(new_chat_members=[{"user": {**PERSON, "id": []}}]),
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
