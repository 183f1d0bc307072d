"""./play and ./test set the project up: from scratch, repeatedly without work, with clear messages on
failure.

A fake Python replaces the real one and records its commands; nothing is installed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

# Root may write anywhere, unless it drops that right.
WITHOUT_PRIVILEGES = (
    ("setpriv", "--inh-caps=-all", "--bounding-set=-all") if getattr(os, "geteuid", lambda: 1)() == 0 else ()
)
STEPS = "ruff format figures machine pytest mypy javascript"
ROOT = Path(__file__).resolve().parents[1]
FILES = (
    ".ci/run",
    "play",
    "test",
    "scripts/picture_stamp.py",
    "scripts/play.py",
    "scripts/python.sh",
    "scripts/setup.py",
    "scripts/test.py",
    "pyproject.toml",
    "requirements.txt",
    "requirements-build.txt",
    "requirements-dev.txt",
    "requirements-uv.txt",
)
# It records its calls and installs nothing. It runs the project's own scripts as their Python.
AS_PRETEND = (
    "import runpy, sys; sys.executable = sys._base_executable = sys.argv.pop(1); sys.argv.pop(0);"
    "sys.path.insert(0, 'scripts');"
    "runpy.run_path(sys.argv[0], run_name='__main__')"
)
PRETEND_PYTHON = rf"""#!/bin/sh
echo "${{0##*/}} $*" >>"$CALLS"
case "$*" in
    scripts/sbom.py*) ;;
    *check_js.py) exit "${{JS_FAILS:-0}}" ;;
    scripts/*.py*) exec "{sys.executable}" -S -c "{AS_PRETEND}" "$0" "$@" ;;
    *"venv, ensurepip"*) exit "${{NO_VENV:-${{TOO_OLD:-0}}}}" ;;
    *"sys.exit(sys.version_info"*) exit "${{TOO_OLD:-0}}" ;;
    *"%d.%d"*) echo 3.11 ;;
    *"sys.prefix"*) echo "(3, 11) here" ;;
    --version) echo "Python 3.11.0 (pretend)" ;;
    *"-m venv"*)
        test -z "${{VENV_FAILS:-}}" || exit 1
        for last; do :; done
        mkdir -p "$last/bin"
        for name in python uv ardennes; do cp "$0" "$last/bin/$name"; done ;;
    *"ruff check"*) exit "${{RUFF_FAILS:-0}}" ;;
    *"-m mypy"*) exit "${{MYPY_FAILS:-0}}" ;;
    "-m pytest -n 0"*) exit "${{FAILS_AGAIN:-0}}" ;;
    "-m pytest"*)
        echo "CI=${{CI:-no}}"
        for name in ${{STUMBLES:-}}; do echo "$name" >>"$ARDENNES_TOLD_FOLDER/failed"; PYTEST_FAILS=1; done
        exit "${{PYTEST_FAILS:-0}}" ;;
    "pip install"*) exit "${{UV_FAILS:-0}}" ;;
    *"-m pip"*"--require-hashes -r requirements"*) echo "pip says: no route"; exit "${{PIP_FAILS:-0}}" ;;
esac
"""


@dataclass
class Project:
    """A copy of the setup scripts with a fake Python."""

    folder: Path
    python: Path
    calls_file: Path

    def run(self, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
        self.calls_file.write_text("")
        environment = {"PATH": os.environ["PATH"], "PYTHON": str(self.python), "CALLS": str(self.calls_file)}
        return subprocess.run(
            command, cwd=self.folder, env=environment | variables, capture_output=True, text=True, check=False
        )

    def set_up(self, **variables: str) -> subprocess.CompletedProcess[str]:
        return self.run("./test", "--setup-only", **variables)

    def calls(self, word: str) -> list[str]:
        return [line for line in self.calls_file.read_text().splitlines() if word in line]


def executable(path: Path, text: str) -> Path:
    path.write_text(text)
    path.chmod(0o755)
    return path


PRETEND_AUDIT = """#!/bin/sh
echo "${AUDIT_SAYS:-No faults are known}"
test -z "${FAULTS:-}"
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    if os.name == "nt":
        pytest.skip("the shell's scripts are run where there is a shell")
    folder = tmp_path / "project"
    for name in (".ci", "scripts", "src", "tests"):
        (folder / name).mkdir(parents=True)
    for name in ("src/some.py", "tests/test_some.py"):
        (folder / name).touch()
    for name in FILES:
        shutil.copy(ROOT / name, folder / name)
    executable(folder / "scripts/audit.sh", PRETEND_AUDIT)  # the real one uses the network
    python = executable(tmp_path / "pretend-python", PRETEND_PYTHON)
    return Project(folder, python, tmp_path / "calls")


def test_first_run_installs_hashed_locks_and_the_project(project: Project) -> None:
    result = project.set_up()
    assert result.returncode == 0, result.stderr
    locked = project.calls("--require-hashes")
    assert [line.rpartition(" ")[2] for line in locked] == ["requirements-uv.txt", "requirements-dev.txt"]
    assert "--compile-bytecode" in locked[1]
    (own,) = project.calls(" -e .")
    assert "--no-deps" in own
    assert "--no-index" in own  # the build tool is in the lock; nothing unhashed is fetched


def test_second_run_installs_nothing(project: Project) -> None:
    assert project.set_up().returncode == 0
    again = project.set_up()
    assert again.returncode == 0, again.stderr
    assert again.stderr == ""
    assert project.calls("install") == []
    # Is this Python new enough? What is there to do? Which Python has the environment?
    assert len(project.calls("")) <= 3


def test_play_is_ready_once_the_tests_are(project: Project) -> None:
    assert project.set_up().returncode == 0
    assert project.run("./play").returncode == 0
    assert project.calls("install") == []
    assert project.calls("ardennes ") == ["ardennes serve"]


def test_play_installs_only_what_playing_needs_and_passes_its_words_on(project: Project) -> None:
    result = project.run("./play", "tigers", "--german", "staff")
    assert result.returncode == 0, result.stderr
    assert project.calls("requirements-dev.txt") == []
    assert [line.rpartition(" ")[2] for line in project.calls("uv pip install")] == [
        "requirements.txt",
        "requirements-build.txt",
    ]
    assert project.calls("ardennes ") == ["ardennes play tigers --german staff"]
    assert project.set_up().returncode == 0
    assert project.calls("-r requirements-dev.txt")  # the tests still need theirs


@pytest.mark.parametrize(
    "changed", ["requirements-dev.txt", "requirements-build.txt", "requirements-uv.txt", "pyproject.toml"]
)
def test_a_changed_lock_installs_again_in_the_same_environment(project: Project, changed: str) -> None:
    assert project.set_up().returncode == 0
    with (project.folder / changed).open("a") as file:
        file.write("# changed\n")
    assert project.set_up().returncode == 0
    assert project.calls("-r requirements-dev.txt")
    assert project.calls("-m venv") == []


def test_a_moved_project_makes_its_environment_again(project: Project) -> None:
    assert project.set_up().returncode == 0
    project.folder = project.folder.rename(project.folder.parent / "elsewhere")
    assert project.set_up().returncode == 0
    assert project.calls("-m venv")


def tree(path: Path) -> dict[str, str]:
    """Return everything at a path: its kind, and its content or the target of a link."""
    if path.is_symlink():
        return {"": f"link to {path.readlink()}"}
    if path.is_file():
        return {"": f"file {path.read_bytes()!r}"}
    if not path.is_dir():
        return {"": "nothing"}
    inside = {f"{one.name}/{name}": what for one in path.iterdir() for name, what in tree(one).items()}
    return {"": "folder", **inside}


def users_environment(folder: Path) -> None:
    """Make what `python -m venv` makes, with a package in it."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    (folder / "lib" / "package").mkdir()
    (folder / "lib" / "package" / "code.py").write_text("kept = True\n")


def link_to_environment(venv: Path, elsewhere: Path) -> None:
    users_environment(elsewhere)
    venv.symlink_to(elsewhere)


def link_to_empty_folder(venv: Path, elsewhere: Path) -> None:
    elsewhere.mkdir()
    venv.symlink_to(elsewhere)


def dangling_link(venv: Path, elsewhere: Path) -> None:
    venv.symlink_to(elsewhere)


def plain_environment(venv: Path, _: Path) -> None:
    users_environment(venv)


def environment_with_files_named_like_ours(venv: Path, _: Path) -> None:
    users_environment(venv)
    (venv / "place").write_text("Bastogne (8, 15) and around it\n")
    (venv / "stamp-test").write_text("a stamp\n")
    (venv / "made-by-ardennes").write_text("")


def plain_file(venv: Path, _: Path) -> None:
    venv.write_text("PATH=here\n")


def folder_with_other_files(venv: Path, _: Path) -> None:
    venv.mkdir()
    (venv / "notes.txt").write_text("mine\n")


FOREIGN = [
    (link_to_environment, "is a link to"),
    (link_to_empty_folder, "is a link to"),
    (dangling_link, "is a link to"),
    (plain_environment, "was not made by ./play or ./test"),
    (environment_with_files_named_like_ours, "was not made by ./play or ./test"),
    (plain_file, "is a file"),
    (folder_with_other_files, "was not made by ./play or ./test"),
]


@pytest.mark.parametrize(("put", "reason"), FOREIGN, ids=[put.__name__ for put, _ in FOREIGN])
def test_an_environment_of_somebody_else_is_left_alone(
    project: Project, tmp_path: Path, put: Callable[[Path, Path], None], reason: str
) -> None:
    venv, elsewhere = project.folder / ".venv", tmp_path / "elsewhere"
    put(venv, elsewhere)
    before = tree(venv), tree(elsewhere)
    for command in (("./test", "--setup-only"), ("./play",)):
        result = project.run(*command)
        assert result.returncode == 1
        assert f"{venv} {reason}" in result.stderr
        assert "then run this again" in result.stderr
        assert (tree(venv), tree(elsewhere)) == before
        assert project.calls("install") + project.calls("-m venv") == []


def test_the_python_of_a_linked_environment_does_not_empty_it(project: Project, tmp_path: Path) -> None:
    """Without PYTHON, .venv/bin/python is tried first."""
    link_to_environment(project.folder / ".venv", tmp_path / "elsewhere")
    before = tree(tmp_path / "elsewhere")
    result = project.run("./test", "--setup-only", PYTHON="")
    assert (result.returncode, "is a link to" in result.stderr) == (1, True)
    assert tree(tmp_path / "elsewhere") == before


def test_an_environment_of_an_earlier_version_is_used(project: Project) -> None:
    """It has no marker, but names the project's folder in the way only setup wrote it."""
    assert project.set_up().returncode == 0
    venv = project.folder / ".venv"
    (venv / "made-by-ardennes").unlink()
    (venv / "pyvenv.cfg").write_text(f"home = /usr/bin\ncommand = /usr/bin/python -m venv --clear {venv}\n")
    again = project.set_up()
    assert (again.returncode, again.stderr) == (0, "")
    (venv / "bin" / "python").unlink()
    (venv / "stamp-test").unlink()
    assert project.set_up().returncode == 0
    assert project.calls("-m venv")
    assert (venv / "made-by-ardennes").is_file()


def test_an_environment_without_its_python_is_made_again_and_other_files_stay(project: Project) -> None:
    assert project.set_up().returncode == 0
    venv = project.folder / ".venv"
    (venv / "notes.txt").write_text("mine\n")
    (venv / "lib").mkdir()
    (venv / "lib" / "old.py").touch()
    for name in ("bin/python", "stamp-test"):
        (venv / name).unlink()
    assert project.set_up().returncode == 0
    assert project.calls("-m venv")
    assert (venv / "notes.txt").read_text() == "mine\n"
    assert not (venv / "lib" / "old.py").exists()


def test_an_environment_copied_from_another_folder_is_made_again(project: Project, tmp_path: Path) -> None:
    assert project.set_up().returncode == 0
    first, project.folder = project.folder, tmp_path / "copy"
    shutil.copytree(first, project.folder, symlinks=True)
    before = tree(first / ".venv")
    assert project.set_up().returncode == 0
    assert project.calls("-m venv")
    assert tree(first / ".venv") == before


def test_setup_continues_where_it_was_interrupted(project: Project) -> None:
    """The marker is written before anything else."""
    assert project.set_up(VENV_FAILS="1").returncode == 1
    assert project.set_up().returncode == 0


def test_an_environment_that_cannot_be_written_is_named(project: Project) -> None:
    assert project.set_up().returncode == 0
    venv = project.folder / ".venv"
    with (project.folder / "requirements-dev.txt").open("a") as file:
        file.write("# changed\n")
    before = tree(venv)
    everything = [path for path in (venv, *venv.rglob("*")) if not path.is_symlink()]
    modes = {path: path.stat().st_mode for path in everything}
    for path in everything:
        path.chmod(modes[path] & ~0o222)
    try:
        result = project.run(*WITHOUT_PRIVILEGES, "./test", "--setup-only")
    finally:
        for path, mode in modes.items():
            path.chmod(mode)
    assert result.returncode == 1
    assert f"{venv}" in result.stderr
    assert "Permission denied" in result.stderr
    assert "Traceback" not in result.stderr
    assert tree(venv) == before


def test_without_uv_pip_does_the_work(project: Project) -> None:
    result = project.set_up(UV_FAILS="1")
    assert result.returncode == 0, result.stderr
    assert [line for line in project.calls("-r requirements-dev.txt") if "-m pip" in line]


def test_no_network_says_so_and_is_tried_again(project: Project) -> None:
    result = project.set_up(UV_FAILS="1", PIP_FAILS="1")
    assert result.returncode == 1
    assert "could not be installed" in result.stderr
    assert "network" in result.stderr
    assert "pip says: no route" in result.stderr
    assert project.set_up().returncode == 0
    assert project.calls("-r requirements-dev.txt")


def test_python_without_venv_names_the_package(project: Project) -> None:
    result = project.set_up(NO_VENV="1")
    assert result.returncode == 1
    assert "apt install python3.11-venv" in result.stderr
    assert not (project.folder / ".venv").exists()


def test_too_old_python_is_named(project: Project) -> None:
    result = project.set_up(TOO_OLD="1")
    assert result.returncode == 1
    assert f"PYTHON={project.python} is not a Python 3.11 or newer" in result.stderr


def test_no_python_at_all(project: Project, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for tool in ("sh", "dirname"):
        outcome = shutil.which(tool)
        assert outcome, tool
        (tools / tool).symlink_to(outcome)
    result = project.run(str(tools / "sh"), "./play", PATH=str(tools), PYTHON="")
    assert result.returncode == 1
    assert "needs Python 3.11 or newer" in result.stderr
    assert "apt install python3" in result.stderr
    assert "brew install python" in result.stderr


def test_finds_a_python_that_works_behind_one_that_does_not(project: Project, tmp_path: Path) -> None:
    shims = tmp_path / "shims"
    shims.mkdir()
    executable(shims / "python3.13", "#!/bin/sh\necho 'python3.13: not installed' >&2\nexit 127\n")
    executable(shims / "python3.12", PRETEND_PYTHON)
    result = project.run("./test", "--setup-only", PATH=f"{shims}:{os.environ['PATH']}", PYTHON="")
    assert result.returncode == 0, result.stderr
    assert project.calls("python3.12 -m venv")
    assert "not installed" not in result.stderr


@pytest.mark.parametrize("name", ["mein Ordner", "Übung für Größen"])
def test_a_folder_with_any_name(project: Project, name: str) -> None:
    project.folder = project.folder.rename(project.folder.parent / name)
    project.python = project.python.rename(project.folder / "python of mine")
    assert project.set_up().returncode == 0
    assert project.run("./play", "tigers").returncode == 0
    assert project.calls("ardennes ") == ["ardennes play tigers"]
    assert project.calls("install") == []


def test_everything_is_checked_and_said_in_the_last_line(project: Project) -> None:
    result = project.run("./test", "-k", "supply")
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines()[-1].startswith(f"TEST PASSED: {STEPS}")
    assert project.calls("ruff ") == [
        "python -m ruff check src tests scripts",
        "python -m ruff format --check src tests scripts",
    ]
    assert project.calls("mypy ") == ["python -m mypy --strict src tests scripts"]
    assert project.calls("tests.machine")
    assert project.calls("-m pytest")[0].endswith(" -k supply")


def test_old_pictures_are_a_warning_before_the_last_line(project: Project) -> None:
    result = project.run("./test")
    warning, _, last = result.stdout.splitlines()[-3:]
    assert warning.startswith("WARNING: docs/pictures/pictures.json is missing")
    assert last.startswith("TEST PASSED")
    assert result.returncode == 0


def test_in_a_hurry_no_browser_is_fetched(project: Project) -> None:
    result = project.run("./test", "--fast")
    assert result.stdout.splitlines()[-1].startswith("TEST PASSED: ruff format pytest mypy")
    assert project.calls("tests.machine") == []


def test_one_failure_fails_the_whole_and_the_rest_still_runs(project: Project) -> None:
    result = project.run("./test", RUFF_FAILS="1", PYTEST_FAILS="1")
    assert result.returncode == 1
    assert result.stdout.splitlines()[-1].startswith(
        "TEST FAILED: ruff pytest (passed: format figures machine mypy javascript;"
    )
    result = project.run("./test", JS_FAILS="1", MYPY_FAILS="1")
    assert result.stdout.splitlines()[-1].startswith(
        "TEST FAILED: mypy javascript (passed: ruff format figures machine pytest;"
    )


@pytest.mark.parametrize(
    ("stumbles", "again", "tried", "last"),
    [
        ("tests/browser/a.py::b tests/browser/a.py::c", "0", True, "TEST PASSED"),
        ("tests/browser/a.py::b", "1", True, "TEST FAILED: pytest"),
        ("tests/browser/a.py::b tests/a.py::c", "0", False, "TEST FAILED: pytest"),
        (" ".join(f"tests/browser/a.py::{i}" for i in range(4)), "0", False, "TEST FAILED: pytest"),
    ],
)
def test_a_browser_that_stumbles_is_tried_again_alone_and_named(
    project: Project, stumbles: str, again: str, tried: bool, last: str
) -> None:
    result = project.run("./test", STUMBLES=stumbles, FAILS_AGAIN=again)
    assert bool(project.calls(f"-m pytest -n 0 {stumbles}")) == tried
    line = result.stdout.splitlines()[-1]
    assert line.startswith(last)
    assert (f"UNSTEADY, passed only alone: {stumbles}" in line) == (last == "TEST PASSED")
    assert result.returncode == (last != "TEST PASSED")


def test_ci_runs_the_same(project: Project) -> None:
    result = project.run(".ci/run")
    assert result.returncode == 0, result.stderr
    assert "CI=true" in result.stdout
    assert result.stdout.splitlines()[-1].startswith(f"TEST PASSED: {STEPS}")
    assert project.run(".ci/run", PYTEST_FAILS="1").returncode == 1
    (bill,) = project.calls("scripts/sbom.py")
    assert bill.endswith(" build/sbom.cdx.json")
    outcome = project.run(".ci/run", FAULTS="1")  # known faults fail the run, and the tests still run
    assert (outcome.returncode, "TEST PASSED" in outcome.stdout) == (1, True)
    quiet = project.run(".ci/run", AUDIT_SAYS="!! NOT RUN: no network")
    assert (quiet.returncode, "!! NOT RUN" in quiet.stdout) == (0, True)


FOUND = '{"dependencies": [{"name": "x", "version": "1", "vulns": [{"id": "PYSEC-1"}]}]}'


@pytest.mark.parametrize(
    ("message", "report", "code", "expected", "said"),
    [
        ("No known vulnerabilities found", "", 0, 0, "No faults are known"),
        ("Found 1 known vulnerability in 1 package", FOUND, 1, 1, "run scripts/lock.sh --upgrade"),
        ("ConnectionError: no route to the database", "", 1, 0, "!! NOT RUN"),
        ("killed", "", 0, 0, "!! NOT RUN"),
    ],
)
def test_known_faults_fail_and_a_missing_network_is_said_loudly(
    tmp_path: Path, message: str, report: str, code: int, expected: int, said: str
) -> None:
    words = f"""#!/bin/sh
while [ $# -gt 0 ]; do if [ "$1" = --output ]; then printf '%s' '{report}' >"$2"; fi; shift; done
echo '{message}' >&2
exit {code}
"""
    audit = executable(tmp_path / "pretend-audit", words)
    environment = {"PATH": os.environ["PATH"], "ARDENNES_PIP_AUDIT": str(audit)}
    command = [str(ROOT / "scripts/audit.sh")]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (result.returncode, said in result.stdout) == (expected, True), result.stdout
    assert message in result.stdout or code == 0 == expected


def test_the_bill_of_materials_names_every_locked_package(tmp_path: Path) -> None:
    file = tmp_path / "bill.json"
    command = [sys.executable, str(ROOT / "scripts/sbom.py"), str(file)]
    first = subprocess.run(command, capture_output=True, text=True, check=True)
    bill, text = json.loads(file.read_text()), file.read_text()
    lock = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    pins = sorted(re.findall(r"(?m)^([\w.-]+)==([^\s;\\]+)", lock))
    assert sorted((one["name"], one["version"]) for one in bill["components"]) == pins
    assert f"{len(pins)} packages" in first.stdout
    assert sum(len(one["hashes"]) for one in bill["components"]) == lock.count("--hash=")
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
    known = {one["bom-ref"] for one in (*bill["components"], bill["metadata"]["component"])}
    assert {one["ref"] for one in bill["dependencies"]} == known
    needed = {ref for one in bill["dependencies"] for ref in one["dependsOn"]}
    # no package is there without a reason
    assert needed == known - {bill["metadata"]["component"]["bom-ref"]}
    subprocess.run(command, capture_output=True, check=True)
    assert file.read_text() == text


def test_help_sets_nothing_up(project: Project) -> None:
    result = project.run("./test", "--help")
    assert "./test --fast" in result.stdout
    assert not (project.folder / ".venv").exists()


# cmd cannot run here: compare what its scripts do with the shell's.
@pytest.mark.parametrize("name", ["play", "test"])
def test_windows_does_the_same_steps(name: str) -> None:
    shell = (ROOT / name).read_text(encoding="utf-8")
    windows = (ROOT / f"{name}.cmd").read_text(encoding="utf-8").replace("\\", "/")
    in_order = r"(?s)cd .*scripts/python\.{0}.*{1} scripts/{2}\.py {3}"
    assert re.search(in_order.format("sh", r'"\$PYTHON"', name, r'"\$@"'), shell)
    assert re.search(in_order.format("cmd", "%PYTHON%", name, r"%\*"), windows)
    assert windows.count("scripts/") == shell.count("scripts/") == 2


def test_windows_looks_for_the_same_python() -> None:
    program = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))"
    for kind in ("sh", "cmd"):
        text = (ROOT / f"scripts/python.{kind}").read_text(encoding="utf-8")
        for words in (program, "It needs Python 3.11 or newer, and none was found on the PATH.", "PYTHON="):
            assert words in text, (kind, words)


@pytest.mark.parametrize("path", ["play.cmd", "test.cmd", "scripts/python.cmd"])
def test_windows_scripts_have_its_line_ends(path: str) -> None:
    lines = (ROOT / path).read_bytes().splitlines(keepends=True)
    assert all(line.endswith(b"\r\n") for line in lines)
    assert all(len(line) < 8000 and line.isascii() for line in lines)  # what cmd can read in any code page
