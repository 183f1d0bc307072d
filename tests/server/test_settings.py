"""The settings: from a file and the command line, every error with location and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.cli import run
from ardennes.errors import UserError
from ardennes.server.settings import (
    TOKEN_FILE,
    Settings,
    kept_token,
    proxies_of,
    read_settings,
    settable,
)


def write(folder: Path, text: str) -> Path:
    file = folder / "server.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_file_sets_and_the_command_line_has_the_last_word(tmp_path: Path) -> None:
    file = write(tmp_path, 'hosts = ["table.example"]\nmost_matches = 500\nhints_a_second = 2\n')
    assert read_settings(file) == {"hosts": ("table.example",), "most_matches": 500, "hints_a_second": 2.0}
    result = read_settings(
        file, ["most_matches=800", 'token="a-word-of-my-own"', "database=sqlite:////x", "proxies=['::1']"]
    )
    assert result["most_matches"] == 800
    assert (result["token"], result["database"], result["proxies"]) == (
        "a-word-of-my-own",
        "sqlite:////x",
        ("::1",),
    )
    assert Settings(**result).hosts == ("table.example",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("\n\nmost_match = 5", "line 3: found the name 'most_match'; expected one of "),
        ("most_match = 5", "Did you mean most_matches"),
        (
            "# most_matches = 1\nmost_matches = 0",
            "line 2: found most_matches = 0; expected a whole number of 1",
        ),
        ("most_matches = 1.5", "expected a whole number of 1 or more"),
        ("most_matches = true", "expected a whole number of 1 or more"),
        ('deadline = "long"', "line 1: found deadline = 'long'; expected a number above 0"),
        ("deadline = 0", "expected a number above 0"),
        ('hosts = "table.example"', "expected a list of texts"),
        ("hosts = [1]", "expected a list of texts"),
        ("token = 7", "expected a text in quotes"),
        ("[most_matches]\nx = 1", "line 1: found most_matches = "),
        ("clock = 5", "found the name 'clock'"),
        ("burst = 7\nmost_matches = ", "line 2: found invalid TOML"),
        ("burst = = 7\n\n", "line 1: found invalid TOML"),
    ],
)
def test_a_mistake_gives_file_line_and_remedy(tmp_path: Path, text: str, words: str) -> None:
    file = write(tmp_path, text)
    with pytest.raises(UserError) as error:
        read_settings(file)
    assert str(error.value).startswith(str(file))
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("most_matches", "NAME=VALUE"),
        ("most_matches=many", "found most_matches = 'many'; expected a whole number of 1 or more"),
        ("most=5", "found the name 'most'"),
    ],
)
def test_a_mistake_on_the_command_line_too(word: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--no-open", "--port", "0", "--set", word]) == 2
    said = capsys.readouterr().err
    assert "--set" in said
    assert words in said


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "none.toml"
    assert run(["serve", "--no-open", "--port", "0", "--settings", str(missing)]) == 2
    assert f"{missing}: found no such file" in capsys.readouterr().err


def test_every_setting_is_reported_about() -> None:
    """The table of docs/reference/settings.md is made of these texts; the clock is only for tests."""
    known = settable()
    assert set(Settings.__struct_fields__) - set(known) == {"clock"}
    assert all(one.meta.description for one in known.values())
    assert all(one.read(one.default) == one.default for one in known.values())


def test_a_proxy_goes_by_its_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(proxies_of(Settings(proxies=("10.0.0.2", "10.1.0.0/16", "::1")))) == 3
    reported = ["serve", "--no-open", "--port", "0", "--data", str(tmp_path), "--proxy", "front.example"]
    assert run(reported) == 2
    assert "10.0.0.2" in capsys.readouterr().err


def test_the_token_is_kept_for_its_owner_only(tmp_path: Path) -> None:
    first = kept_token(tmp_path / "data")
    assert len(first) > 40
    assert kept_token(tmp_path / "data") == first
    assert kept_token(tmp_path / "other") != first
    assert (tmp_path / "data" / TOKEN_FILE).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "token", ["short", "with a blank in its middle", "with/slashes/in/its/middle", "ä" * 20]
)
def test_a_token_that_could_be_guessed_or_not_be_opened_is_refused(token: str) -> None:
    with pytest.raises(UserError, match="at least 16 characters"):
        Settings(token=token)
