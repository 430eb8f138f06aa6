"""``python -m bot status``: one screen of a bot that runs, one line where none does."""

import http.server
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from bot.__main__ import main
from bot.status import screen

TOLD = """\
# TYPE process_resident_memory_bytes gauge
process_resident_memory_bytes 1.048576e+08
# TYPE process_start_time_seconds gauge
process_start_time_seconds 0.0
# TYPE pasyans_disk_free_bytes gauge
pasyans_disk_free_bytes 3.221225472e+09
# TYPE pasyans_players_today gauge
pasyans_players_today 12.0
# TYPE pasyans_games_today gauge
pasyans_games_today 7.0
# TYPE pasyans_pace_per_second gauge
pasyans_pace_per_second 29.0
# TYPE pasyans_chats_waiting gauge
pasyans_chats_waiting 3.0
# TYPE pasyans_table_oldest_seconds gauge
pasyans_table_oldest_seconds 2.5
# TYPE pasyans_update_seconds histogram
pasyans_update_seconds_bucket{kind="callback_query",le="0.01",outcome="done"} 900.0
pasyans_update_seconds_bucket{kind="callback_query",le="0.05",outcome="done"} 995.0
pasyans_update_seconds_bucket{kind="callback_query",le="+Inf",outcome="done"} 1000.0
pasyans_update_seconds_count{kind="callback_query",outcome="done"} 1000.0
pasyans_update_seconds_bucket{kind="callback_query",le="0.01",outcome="stale"} 0.0
pasyans_update_seconds_bucket{kind="callback_query",le="0.05",outcome="stale"} 0.0
pasyans_update_seconds_bucket{kind="callback_query",le="+Inf",outcome="stale"} 500.0
pasyans_update_seconds_count{kind="callback_query",outcome="stale"} 500.0
pasyans_update_seconds_count{kind="message",outcome="done"} 250.0
"""


def test_the_screen_tells_the_figures_by_outcome_and_share() -> None:
    lines = dict(line.split("  ", 1) for line in screen(TOLD).splitlines())
    told = {name.strip(): value.strip() for name, value in lines.items()}
    assert told["free disk"] == "3.0 GB"
    assert told["today"] == "12 people, 7 games"
    assert told["updates"] == "done 1,250, stale 500"
    assert told["taps answered"] == "1,500, half in ≤ 10 ms, 99 % in > 50 ms"
    assert told["pace"] == "29 a second"
    assert told["tables waiting"] == "3, the oldest for 2.5 s"
    assert told["hints took"] == "0, half in –, 99 % in –"
    assert told["calls to Telegram"] == "none"


@contextmanager
def answering(status: int, body: str) -> Iterator[int]:
    """A port where somebody answers every request like this."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            assert self.path == "/metrics"
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.chdir(str(tmp_path))
    monkeypatch.delenv("HTTP_LISTEN", raising=False)


@pytest.mark.parametrize("listen", ["127.0.0.1", "0.0.0.0"])  # noqa: S104 - of the settings
def test_it_asks_the_port_of_the_settings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], listen: str
) -> None:
    monkeypatch.setenv("HTTP_LISTEN", listen)
    with answering(200, TOLD) as port:
        monkeypatch.setenv("HTTP_PORT", str(port))
        assert main(["status"]) == 0
    out = capsys.readouterr().out
    assert "12 people, 7 games" in out
    assert len(out.splitlines()) <= 24


@pytest.mark.parametrize(
    ("status", "body"), [(404, "pasyans_"), (200, "<html>"), (200, "")], ids=["404", "page", "none"]
)
def test_somebody_else_on_the_port_is_told_apart(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], status: int, body: str
) -> None:
    with answering(status, body) as port:
        monkeypatch.setenv("HTTP_PORT", str(port))
        assert main(["status"]) == 2
    told = capsys.readouterr().err
    assert "is not this bot" in told
    assert told.count("\n") == 1


@pytest.mark.parametrize("listen", ["127.0.0.1", "no-such-host.invalid"])
def test_where_no_bot_answers_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], listen: str
) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    monkeypatch.setenv("HTTP_LISTEN", listen)
    monkeypatch.setenv("HTTP_PORT", str(port))
    assert main(["status"]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"pasyans: no bot answers on {listen}:{port}")
    assert told.count("\n") == 1
