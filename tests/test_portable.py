"""Nothing needs POSIX: no POSIX-only module or call, no default encoding, no name Windows cannot store."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.process import ROOT, process
from tests.server.running import until

# Modules and functions that Windows lacks. The package must work without them.
MODULES = ("crypt", "curses", "fcntl", "grp", "nis", "posix", "pty", "pwd", "readline", "resource", "spwd",
           "syslog", "termios", "tty")  # fmt: skip
CALLS = {
    "os": """chown fchmod fchown fork forkpty getegid geteuid getgid getloadavg getpgid getuid killpg lchown
        mkfifo nice openpty posix_spawn sched_getaffinity setsid uname wait3 wait4 waitid""",
    "signal": """SIGALRM SIGCHLD SIGHUP SIGKILL SIGPIPE SIGQUIT SIGUSR1 SIGUSR2 alarm pthread_sigmask
        setitimer""",
    "socket": "AF_UNIX SO_REUSEPORT",
}
METHODS = ("add_signal_handler", "hardlink_to", "symlink_to")
# Runs at Python's start in the test: the package finds none of the modules, and no process can be forked.
HIDING = f"""
import builtins, os
plain, hidden = builtins.__import__, {MODULES!r}

def without(name, globals=None, locals=None, fromlist=(), level=0):
    if name.partition(".")[0] in hidden and (globals or {{}}).get("__name__", "").startswith("ardennes"):
        raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
    return plain(name, globals, locals, fromlist, level)

builtins.__import__ = without
del os.fork, os.forkpty
"""
IMPORT_ALL = """
import importlib, pkgutil, sys, ardennes
for found in pkgutil.walk_packages(ardennes.__path__, "ardennes."):
    if not found.name.endswith("__main__"):
        importlib.import_module(found.name)
print(sum(name.startswith("ardennes") for name in sys.modules))
"""


@pytest.fixture
def elsewhere(tmp_path: Path) -> str:
    """Return a PYTHONPATH that simulates a system without POSIX; child processes inherit it."""
    folder = tmp_path / "hiding"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(HIDING, encoding="utf-8")
    return f"{folder}{';' if sys.platform == 'win32' else ':'}{ROOT / 'src'}"


def run_elsewhere(path: str, program: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env={"PYTHONPATH": path}, capture_output=True, text=True, check=False)


@pytest.mark.long
def test_every_module_is_imported(elsewhere: str) -> None:
    done = run_elsewhere(elsewhere, IMPORT_ALL)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 300


def test_the_modules_are_hidden_indeed(elsewhere: str) -> None:
    asked = "exec('import fcntl', {'__name__': 'ardennes.some'})"
    assert "No module named 'fcntl'" in run_elsewhere(elsewhere, asked).stderr
    assert run_elsewhere(elsewhere, "import fcntl, asyncio").returncode == 0
    forked = "import multiprocessing as m; m.get_context('fork').Process(target=print).start()"
    assert "fork" in run_elsewhere(elsewhere, forked).stderr


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["Übungen für Größen", pytest.param("Matches of mine", marks=pytest.mark.slow)]
)
def test_a_server_plays_with_a_computer(elsewhere: str, tmp_path: Path, name: str) -> None:
    """Its computer players are spawned processes, in a folder of any name."""
    folder = tmp_path / name
    with process(folder, cwd=tmp_path, PYTHONPATH=elsewhere) as server:
        view = server.play_an_order({"german": "random", "allied": "me"})
        until(lambda: server.http.get(view["address"], headers=view["seat"]).json()["seq"] > 1)
    assert [file.name for file in folder.glob("*.sqlite")] == ["matches.sqlite"]


def test_the_terminal_saves_in_a_folder_of_any_name(elsewhere: str, tmp_path: Path) -> None:
    folder = tmp_path / "Mein Spiel, größer"
    folder.mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "ardennes", "play", "tigers"],
        cwd=folder,
        env={"PYTHONPATH": elsewhere, "ARDENNES_SAVES": str(folder), "PYTHONUTF8": "1"},
        input="save erste Nacht\nquit\n",
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert [path.name for path in folder.glob("erste*")], done.stdout


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
@pytest.mark.parametrize("words", ["rules breakthrough BTA-4.3a", "simulate tigers --help"])
def test_words_are_reported_where_not_every_letter_can_be_written(encoding: str, words: str) -> None:
    command = [sys.executable, "-m", "ardennes", *words.split()]
    path = str(ROOT / "src")
    variables = {"PYTHONPATH": path, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = subprocess.run(command, env=variables, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    assert done.stdout


def nodes(words: str, *folders: str) -> Iterator[tuple[str, ast.AST]]:
    """Return the content of the files that contain one of the words."""
    for path in sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if re.search(words, source):
            for node in ast.walk(ast.parse(source)):
                yield f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}", node


def is_posix(node: ast.AST) -> bool:
    """A name that only POSIX has."""
    if not isinstance(node, ast.Attribute):
        return False
    module = node.value.id if isinstance(node.value, ast.Name) else ""
    return node.attr in (*CALLS.get(module, "").split(), *METHODS)


def guesses_encoding(node: ast.AST) -> bool:
    """Text read or written in the machine's default encoding."""
    if not isinstance(node, ast.Call) or any(keyword.arg in ("encoding", None) for keyword in node.keywords):
        return False
    named = {keyword.arg for keyword in node.keywords}
    binary = any(isinstance(word, ast.Constant) and "b" in str(word.value)[:3] for word in node.args)
    match node.func:
        case ast.Name("open") | ast.Attribute(ast.Name("os"), "fdopen"):
            return not binary
        case ast.Attribute(_, "read_text"):
            return not node.args
        case ast.Attribute(_, "write_text"):
            return len(node.args) < 2
        case ast.Attribute(_, "run" | "Popen" | "check_output"):
            return "text" in named
    return False


def test_nothing_is_called_that_only_posix_has() -> None:
    words = rf"\b({'|'.join(CALLS)})\.|{'|'.join(METHODS)}"
    assert [place for place, node in nodes(words, "src") if is_posix(node)] == []


@pytest.mark.long
def test_text_is_read_and_written_in_a_named_encoding() -> None:
    words = r"open\(|_text\(|\btext="
    assert [place for place, node in nodes(words, "src", "bench", "scripts") if guesses_encoding(node)] == []


@pytest.mark.parametrize("folder", ["src", "tests", "docs", "bench", "scripts"])
def test_names_of_files_can_be_kept_anywhere(folder: str) -> None:
    """Windows treats two names that differ only in case as one, and forbids some letters and words."""
    taken = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
    names = [path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*")]
    assert len({name.lower() for name in names}) == len(names)
    for name in names:
        assert not set(name) & set('<>:"|?*\\'), name
        assert not taken & {part.partition(".")[0].lower() for part in name.split("/")}, name
        assert not name.endswith((".", " ")), name
        assert len(name) < 160, name


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Path('a').read_text()", True),
        ("Path('a').read_text('utf-8')", False),
        ("file.write_text(data)", True),
        ("file.write_text(data, encoding='utf-8')", False),
        ("open('a')", True),
        ("open('a', 'rb')", False),
        ("subprocess.run(c, text=True)", True),
        ("subprocess.run(c, text=True, encoding='utf-8')", False),
    ],
)
def test_a_guessed_encoding_is_found(line: str, message: bool) -> None:
    assert any(guesses_encoding(node) for node in ast.walk(ast.parse(line))) is message
