"""The `ardennes` command: help that lists everything quickly, and clear messages for errors."""

from __future__ import annotations

import importlib
import inspect
import subprocess
import sys
import types

import pytest

from ardennes import __version__, cli
from ardennes.errors import UserError


def test_help_lists_every_command_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--help"]) == 0
    text = capsys.readouterr().out
    for name, entry in cli.COMMANDS.items():
        assert name in text
        assert entry.summary.split()[0] in text


def test_help_imports_no_command() -> None:
    program = (
        "import sys; from ardennes import cli; cli.run(['--help']);"
        "sys.exit(','.join(e.module for e in cli.COMMANDS.values() if e.module in sys.modules) or 0)"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert result.returncode == 0, f"imported: {result.stderr}"


@pytest.mark.parametrize(("words", "called"), [([], ["serve"]), (["rules", "tigers"], ["rules", "tigers"])])
def test_alone_it_starts_the_table(
    words: list[str], called: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(arguments: list[str]) -> int:
        assert arguments == called
        return 7

    monkeypatch.setattr(cli, "run", run)
    monkeypatch.setattr(sys, "argv", ["ardennes", *words])
    with pytest.raises(SystemExit, match="7"):
        cli.main()


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--version"]) == 0
    assert capsys.readouterr().out.strip() == f"ardennes {__version__}"


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_each_command_is_there_and_teaches_by_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    if cli.COMMANDS[name].module.startswith("bench."):
        cli.find_benchmarks()
    function = importlib.import_module(cli.COMMANDS[name].module).command
    assert f"ardennes {name} " in (inspect.getdoc(function) or ""), "an example in the docstring"
    assert cli.run([name, "--help"]) == 0
    assert f"ardennes {name}" in capsys.readouterr().out


def test_unknown_command_names_the_valid_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["atack"]) == cli.USER_MISTAKE
    text = capsys.readouterr().err
    assert "'atack'" in text
    for name in cli.COMMANDS:
        assert name in text


def test_unknown_option_is_reported_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--wrong"]) == cli.USER_MISTAKE
    assert "--wrong" in capsys.readouterr().err


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    """Register a command `pretend`; a test gives it its function."""
    module = types.ModuleType("pretend_command")
    monkeypatch.setitem(sys.modules, "pretend_command", module)
    monkeypatch.setitem(cli.COMMANDS, "pretend", cli.Entry("pretend_command", "Pretends."))
    return module


@pytest.mark.parametrize("code", [0, 1, 3])
def test_a_command_gives_the_exit_code(pretend: types.ModuleType, code: int) -> None:
    def command() -> int:
        return code

    pretend.__dict__["command"] = command
    assert cli.run(["pretend"]) == code


def test_a_users_mistake_is_plain_words(
    pretend: types.ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    def command() -> int:
        raise UserError("no hex 9999; columns run from 1 to 16")

    pretend.__dict__["command"] = command
    assert cli.run(["pretend"]) == cli.USER_MISTAKE
    assert capsys.readouterr().err == "ardennes: no hex 9999; columns run from 1 to 16\n"


def test_a_bug_is_not_hidden(pretend: types.ModuleType) -> None:
    def command() -> int:
        raise ZeroDivisionError

    pretend.__dict__["command"] = command
    with pytest.raises(ZeroDivisionError):
        cli.run(["pretend"])


def test_stopping_with_ctrl_c_is_quiet(pretend: types.ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    def command() -> int:
        raise KeyboardInterrupt

    pretend.__dict__["command"] = command
    assert cli.run(["pretend"]) == cli.INTERRUPTED
    assert "Traceback" not in capsys.readouterr().err
