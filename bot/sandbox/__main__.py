"""``python -m bot.sandbox``: the sandbox alone, for work on the page or for a bot elsewhere."""

import argparse
import asyncio
import contextlib
import sys
from pathlib import Path

from bot.sandbox.demo import run_demo
from bot.sandbox.server import Sandbox
from bot.sandbox.town import populate
from bot.sandbox.world import World


def main() -> int:
    """Serve until interrupted; the exit code is 2 if the port is taken."""
    parser = argparse.ArgumentParser(prog="python -m bot.sandbox", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8081, help="port to listen on, 0 for any")
    parser.add_argument("--data", type=Path, help="file that keeps the chats between runs")
    parser.add_argument("--demo", action="store_true", help="answer with a pretend bot")
    options = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        return asyncio.run(_serve(options))
    return 0


async def _serve(options: argparse.Namespace) -> int:
    world = World(options.data)
    populate(world)
    try:
        async with Sandbox(world, options.host, options.port) as sandbox:
            print(f"Sandbox: {sandbox.base_url}/  token: {world.token}")  # noqa: T201
            if options.demo:
                await run_demo(sandbox)
            await asyncio.Event().wait()
    except OSError as error:
        print(f"Cannot listen on {options.host}:{options.port}: {error}", file=sys.stderr)  # noqa: T201
        return 2
    finally:
        world.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
