"""`ardennes serve`: where the matches are, the messages if it cannot start, and fast help."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ardennes.cli import run
from ardennes.commands.serve import listen
from ardennes.errors import UserError
from ardennes.server.settings import DATABASE_FILE, TOKEN_FILE, data_folder, sqlite_address
from tests.server.running import client


def test_the_data_folder_follows_the_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path("/home/anna")
    monkeypatch.setattr(Path, "home", lambda: home)
    assert data_folder({}, "linux") == home / ".local/share/ardennes"
    assert data_folder({"XDG_DATA_HOME": "/data"}, "linux") == Path("/data/ardennes")
    assert data_folder({"XDG_DATA_HOME": "not/absolute"}, "linux") == home / ".local/share/ardennes"
    assert data_folder({}, "darwin") == home / "Library/Application Support/Ardennes"
    assert data_folder({}, "win32") == home / "AppData/Local/Ardennes"
    assert data_folder({"ARDENNES_DATA": "/mine"}, "darwin") == Path("/mine")


def test_the_folder_is_made_for_its_owner_only(tmp_path: Path) -> None:
    address = sqlite_address(tmp_path / "a" / "b")
    assert address.startswith("sqlite:///")
    assert (tmp_path / "a" / "b").stat().st_mode & 0o077 == 0
    assert (tmp_path / "a" / "b" / DATABASE_FILE).stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert run(["serve", "--no-open", "--port", "0", "--data", str(tmp_path / "file" / "x")]) == 2
    assert "--data" in capsys.readouterr().err


def test_a_port_in_use_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    taken = listen("127.0.0.1", 0)
    port = taken.getsockname()[1]
    assert run(["serve", "--no-open", "--port", str(port), "--data", str(tmp_path)]) == 2
    assert "--port" in capsys.readouterr().err
    taken.close()


def test_a_database_that_cannot_be_used_is_reported(tmp_path: Path) -> None:
    from ardennes.server.app import create_app
    from ardennes.server.settings import Settings

    with pytest.raises(UserError, match="must look like"):
        create_app(Settings(database="nonsense"))


def test_the_help_needs_no_server() -> None:
    """Help may load the command's own module, but not the web framework."""
    program = (
        "import sys; from ardennes.cli import run; run(['serve', '--help']);"
        "sys.exit(','.join(m for m in ('fastapi', 'uvicorn', 'sqlalchemy') if m in sys.modules) or 0)"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


@pytest.mark.long
def test_the_address_that_is_printed_opens_the_lobby_today_and_tomorrow(tmp_path: Path) -> None:
    """Its token is saved next to the matches; another one can be named."""
    addresses = [printed(tmp_path), printed(tmp_path), printed(tmp_path, ARDENNES_TOKEN="a-word-of-my-own")]
    tokens = [address.partition("/#/lobby/")[2] for address in addresses]
    assert tokens[0] == tokens[1] == (tmp_path / TOKEN_FILE).read_text().strip()
    assert tokens[2] == "a-word-of-my-own"


def printed(folder: Path, **variables: str) -> str:
    """Return the address a server prints; its lobby opens only to the token in it."""
    program = "import sys; from ardennes.cli import run; sys.exit(run(sys.argv[1:]))"
    words = [sys.executable, "-c", program, "serve", "--no-open", "--port", "0", "--data", str(folder)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, env={**os.environ, **variables}, text=True) as child:
        assert child.stdout is not None
        address = (
            child.stdout.readline().removeprefix("Ardennes is at ").removesuffix(" (stop with Ctrl-C)\n")
        )
        base, _, token = address.partition("/#/lobby/")
        try:
            with client(base) as line:
                opened = line.get("/api/matches", headers={"Authorization": f"Lobby {token}"})
                assert opened.json() == {"matches": [], "damaged": []}
                assert line.get("/api/matches").status_code == 401
                assert "<title>" in line.get("/").text
        finally:
            child.terminate()
    return address
