"""The command line: ``python -m bot [run | sandbox | check | backup | updates | status]``."""

import argparse
import asyncio
import json
import sys
from dataclasses import replace
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

from bot import check
from bot.settings import Settings, SettingsError, load, read_environment

CANNOT = 2
HOST = "127.0.0.1"
TOKENLESS = (
    "BOT_TOKEN is not set; get one from @BotFather and put it into .env, "
    "or try the bot without one: python -m bot sandbox"
)


def main(arguments: list[str] | None = None) -> int:
    """Runs one command; returns its exit status, 2 where it could not be run at all."""
    options = _parser().parse_args(arguments)
    if options.command == "check":
        return check.main(options.file)
    try:
        settings = load(read_environment(Path.cwd()))
        if options.command == "backup":
            return _backup(settings, Path(options.file))
        if options.command == "updates":
            return _updates(settings)
        if options.command == "status":
            return _status(settings)
        if options.command == "sandbox":
            return _sandbox(settings)
        return _run(settings)
    except SettingsError as error:
        return _cannot(error)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description=__doc__)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("run", help="run the bot against Telegram (the default)")
    commands.add_parser("sandbox", help="run the bot in a local Telegram, without a token")
    record = commands.add_parser("check", help="check the record of a game")
    record.add_argument("file", metavar="FILE")
    backup = commands.add_parser("backup", help="copy the database of a running bot")
    backup.add_argument("file", metavar="FILE")
    commands.add_parser("updates", help="show the updates of late that nobody could read")
    commands.add_parser("status", help="tell how the running bot is doing")
    return parser


def _run(settings: Settings) -> int:
    if not settings.token:
        return _cannot(TOKENLESS)
    # Loaded here, so that the other commands start at once.
    from bot.process.logs import configure
    from bot.process.running import run
    from bot.process.stopping import CannotRun
    from storage import StorageError

    secrets = settings.token, settings.webhook_secret, settings.daily_secret
    configure(settings.log_level, secrets, settings.log_format)
    try:
        asyncio.run(run(settings))
    except (CannotRun, StorageError) as error:
        return _cannot(error)
    return 0


def _sandbox(settings: Settings) -> int:
    if find_spec("bot.sandbox") is None:
        return _cannot(
            "the sandbox is not part of this installation; set BOT_TOKEN and run the bot"
        )
    from bot.process.logs import configure
    from bot.process.stopping import CannotRun
    from storage import StorageError

    configure("WARNING")
    try:
        asyncio.run(_try_out(settings))
    except (CannotRun, StorageError) as error:
        return _cannot(error)
    return 0


async def _try_out(settings: Settings) -> None:
    """The bot, against a local Telegram that lives in the same process."""
    from bot.process.running import run
    from bot.process.stopping import CannotRun
    from bot.sandbox import Sandbox, World
    from bot.sandbox.town import populate

    folder = settings.database.parent
    folder.mkdir(parents=True, exist_ok=True)
    world = World(folder / "sandbox-telegram.db")
    populate(world)
    try:
        async with Sandbox(world, HOST, settings.sandbox_port) as sandbox:
            sys.stdout.write(f"Open {sandbox.base_url}/ in a browser; Ctrl+C stops.\n")
            sys.stdout.flush()
            tried = replace(
                settings,
                token=world.token,
                api_url=sandbox.base_url,
                database=folder / "sandbox.db",
                webhook_url="",
            )
            await run(tried, http=False)
    except OSError as error:
        raise CannotRun(
            f"cannot listen on {HOST}:{settings.sandbox_port} ({error.strerror}); "
            "set another SANDBOX_PORT in .env"
        ) from error
    finally:
        world.close()


def _status(settings: Settings) -> int:
    from bot import status

    try:
        status.main(settings)
    except status.NoBot as error:
        return _cannot(error)
    return 0


def _backup(settings: Settings, target: Path) -> int:
    from storage import StorageError, backup

    try:
        backup(settings.database, target)
    except StorageError as error:
        return _cannot(error)
    sys.stdout.write(f"{settings.database} copied to {target}\n")
    return 0


def _updates(settings: Settings) -> int:
    from storage import StorageError, unreadable

    try:
        count, kept = unreadable(settings.database)
    except StorageError as error:
        return _cannot(error)
    for update in kept:
        at = datetime.fromtimestamp(update.at, UTC).isoformat()
        told = {"at": at, "why": update.why, "content": update.content}
        sys.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
    sys.stderr.write(f"pasyans: {count} so far, {len(kept)} kept\n")
    return 0


def _cannot(error: object) -> int:
    from bot.process.logs import mask

    sys.stderr.write(f"pasyans: {mask(' '.join(str(error).split()))}\n")
    return CANNOT


if __name__ == "__main__":
    sys.exit(main())
