"""The web page's side of the protocol."""

import json
from typing import Any

import aiohttp


async def do(page: aiohttp.ClientSession, action: str, **body: Any) -> Any:
    """An action's result, or the words of its refusal."""
    async with page.post(f"/api/do/{action}", json=body) as response:
        answer = await response.json()
        assert (response.status == 200) == answer["ok"]
        return answer["result"] if answer["ok"] else answer["error"]


class Events:
    """The stream of events, read one by one."""

    def __init__(self, response: aiohttp.ClientResponse) -> None:
        self._response = response

    async def next(self, kind: str) -> dict[str, Any]:
        """The next event of a kind; others are passed over."""
        while True:
            line = (await self._response.content.readline()).decode()
            assert line, "the stream has ended"
            if line.startswith("data: "):
                event: dict[str, Any] = json.loads(line.removeprefix("data: "))
                if event["type"] == kind:
                    return event
