"""Who can reach the server, and who is at the table."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import pytest

from ardennes.commands import serve
from ardennes.errors import UserError
from ardennes.server.http.live_updates import Push, Watcher
from ardennes.server.settings import Settings, sqlite_address
from tests.server.running import Running, running


def started(monkeypatch: pytest.MonkeyPatch, folder: Path, **asked: Any) -> tuple[Settings, str]:
    """Return the settings with which the command would serve, and the address on which it listens."""
    result: list[tuple[Settings, str]] = []

    def keep(settings: Settings, listening: socket.socket, *, browser: bool) -> int:
        with listening:
            result.append((settings, listening.getsockname()[0]))
        return 0

    monkeypatch.setattr(serve, "serve", keep)
    words: dict[str, Any] = {
        "host": "127.0.0.1", "lan": False, "port": 0, "data": folder, "database": "", "name": None,
        "proxy": None, "workers": None, "deadline": None, "settings": None, "one": None, "browser": False,
    }  # fmt: skip
    serve.command(**words | asked)
    return result[0]


def test_by_default_only_this_machine_is_served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings, host = started(monkeypatch, tmp_path)
    assert (host, settings.hosts, settings.addresses) == ("127.0.0.1", (), ())


def test_in_a_local_network_the_links_have_its_address(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(serve, "local_address", lambda: "192.168.1.5")
    settings, host = started(monkeypatch, tmp_path, lan=True, name=["table.example"])
    assert host == "0.0.0.0"
    assert settings.hosts == ("table.example", "192.168.1.5")
    (address,) = settings.addresses
    assert address.startswith("http://192.168.1.5:")


def test_without_a_network_the_command_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unconnected(socket.socket):
        def connect(self, address: Any) -> None:
            raise OSError("Network is unreachable")

    monkeypatch.setattr(socket, "socket", Unconnected)
    with pytest.raises(UserError, match="no address in a network"):
        serve.local_address()


def test_only_the_lobby_learns_the_addresses(tmp_path: Path) -> None:
    settings = Settings(database=sqlite_address(tmp_path), addresses=("http://192.168.1.5:8044",), workers=1)
    server = Running(settings)
    try:
        assert server.http.get("/api/address").json() == {"addresses": ["http://192.168.1.5:8044"]}
        assert server.http.get("/api/address", headers={"Authorization": ""}).status_code == 401
    finally:
        server.stop()


def present(watcher: Watcher) -> tuple[list[int], list[int]]:
    message = json.loads(watcher.words())
    return message.get("here", []), message.get("left", [])


def test_a_table_learns_who_comes_and_goes() -> None:
    async def play() -> None:
        push = Push(Settings())
        push.start()
        german = push.join("m", 0)
        german.tell(1)
        german.news.clear()
        assert present(german) == ([], [])
        watching, allied, elsewhere = push.join("m", None), push.join("m", 1), push.join("other", 1)
        assert german.news.is_set()
        assert present(german) == ([1], [])
        assert present(watching) == ([], [])
        assert present(allied) == ([0], [])
        assert present(elsewhere) == ([], [])
        second = push.join("m", 1)
        push.leave("m", allied)
        assert present(german) == ([1], []), "the other device is still there"
        german.news.clear()
        push.leave("m", second)
        assert german.news.is_set()
        assert present(german) == ([], [1])

    asyncio.run(play())


def test_a_seat_moves_only_with_its_own_token(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        match = server.make({"german": "me", "allied": "invited"})
        made = match.post("german", "/move", {})
        assert made.status_code == 201
        assert made.json()["seat"] == "german"
        body = {"invitation": made.json()["invitation"]}
        answer = server.http.post(f"/api/matches/{match.id}/join", json=body, headers={"Authorization": ""})
        assert list(answer.json()["tokens"]) == ["german"]
        assert match.get("german").status_code == 403, "the first device has lost the seat"
        assert match.post("german", "/move", {}).status_code == 403
