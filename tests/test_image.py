"""What goes into the image runs, and what it can be told is explained."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import babel
import pytest

from bot.settings import load, read_environment

ROOT = Path(__file__).parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
MADE, _, LAST = DOCKERFILE.partition("\n\n\n")
IGNORED = (ROOT / ".dockerignore").read_text("utf-8").splitlines()


class Asked(dict[str, str]):
    """An environment that remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def get(self, key: str, default: object = None) -> object:  # type: ignore[override]
        self.names.add(key)
        return super().get(key, str(default))


def test_every_setting_is_explained_and_no_other() -> None:
    asked = Asked()
    load(asked)
    example = (ROOT / ".env.example").read_text("utf-8")
    assert set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE)) == asked.names


def test_the_example_is_good_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HTTP_PORT", raising=False)
    shutil.copy(ROOT / ".env.example", tmp_path / ".env")
    assert load(read_environment(tmp_path)).http_port == 8080


def copied() -> list[str]:
    """What of the repository goes into the stage that makes everything; the last takes it all."""
    kept = [line.split()[1:] for line in LAST.splitlines() if line.startswith("COPY")]
    assert kept == [["--from=made", folder, folder] for folder in ("/packages", "/app")]
    return [line.split()[1] for line in MADE.splitlines() if line.startswith("COPY")]


def environment(stage: str) -> dict[str, str]:
    """What the ENV of a stage sets."""
    (block,) = re.findall(r"^ENV ((?:.*\\\n)*.*)$", stage, re.MULTILINE)
    return dict(re.findall(r"(\w+)=(\S+)", block))


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder /app, as the Dockerfile copies it."""
    app = tmp_path_factory.mktemp("app")
    for source in copied():
        name = source.rstrip("/")
        assert f"!{name}" in IGNORED
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, app / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, app / name)
    assert "bot/sandbox" in IGNORED
    shutil.rmtree(app / "bot/sandbox")
    return app


@pytest.mark.parametrize(
    ("command", "told"),
    [("run", "BOT_TOKEN is not set"), ("sandbox", "the sandbox is not part of this installation")],
)
def test_the_bot_in_the_image_needs_no_sandbox(image: Path, command: str, told: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bot", command],
        cwd=image,
        env={"PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_image_runs_as_nobody_in_particular_and_keeps_its_data() -> None:
    lines = DOCKERFILE.splitlines()
    assert 'CMD ["python", "-m", "bot", "run"]' in lines
    user = lines.index("USER 10001:10001")
    assert lines.index("VOLUME /data") > user
    assert "--owner=pasyans --group=pasyans" in DOCKERFILE
    assert "--require-hashes" in DOCKERFILE
    requirements = (ROOT / "requirements.txt").read_text("utf-8")
    assert re.search(r"^tzdata==", requirements, re.MULTILINE)
    assert "index-url" not in requirements


def test_machine_code_is_made_for_any_processor_and_found_where_it_was_made() -> None:
    assert MADE.index("COPY bot/") < MADE.index("python -m bot.advice.machine_code")
    before, after = environment(MADE), environment(LAST)
    assert before["NUMBA_CPU_NAME"] == "generic"
    for name in ("NUMBA_CPU_NAME", "XDG_CACHE_HOME", "PYTHONPATH"):
        assert before[name] == after[name]
    assert before["XDG_CACHE_HOME"].startswith("/app/")
    # Numba keeps it by the version of Python and the folder of the sources.
    (made,), (last,) = (re.findall(r"^FROM (\S+)", stage, re.MULTILINE) for stage in (MADE, LAST))
    assert made == last
    assert "WORKDIR /app" in MADE.splitlines()
    assert "WORKDIR /app" in LAST.splitlines()


def test_the_bot_can_say_all_with_the_languages_that_the_image_keeps(tmp_path: Path) -> None:
    """The command of the Dockerfile, done to a copy of the library; then what is said is tested."""
    library = Path(babel.__file__).parent
    shutil.copytree(library, tmp_path / "babel", ignore=shutil.ignore_patterns("__pycache__"))
    (command,) = re.findall(r"find /packages/(babel.*? -delete)", DOCKERFILE)
    subprocess.run(f"find {tmp_path}/{command}", shell=True, check=True)  # noqa: S602 - our own
    assert len(list((tmp_path / "babel/locale-data").iterdir())) < 10
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "tests/texts"],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT}"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]
