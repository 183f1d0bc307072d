"""Sets everything up (once), then checks everything: ruff, formatting, types (of the page too), tests.

    ./test                    all of it
    ./test -k supply          the same with arguments for pytest
    ./test --fast             an answer in a minute: types, unit tests, a sample of the rest
    ./test --slow             the long runs too
    ./test --setup-only       only make .venv ready

On Windows: test, test -k supply and so on.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import picture_stamp
from setup import HOME, PYTHON, setup

HELP = (["-h"], ["--help"])
UNSTEADY = "tests/browser/"  # what waits for a real browser; it may stumble where the machine is overloaded
ACCIDENTS = 3  # so many of them at most are tried again; more are no accident


def workers(words: list[str]) -> str:
    """How many tests run side by side. Whoever waits for a browser leaves his processor idle, so that half as
    many again as there are processors finish first (596 instead of 688 s on two)."""
    try:
        processors = len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        processors = os.cpu_count() or 1
    return os.environ.get("ARDENNES_TEST_WORKERS") or str(
        processors if "--fast" in words else processors + (processors + 1) // 2
    )


def code() -> list[str]:
    """The folders that hold Python."""
    return [
        name
        for name in ("src", "tests", "bench", "scripts", "examples", "tools")
        if any((HOME / name).rglob("*.py"))
    ]


def heard(*command: str) -> tuple[bool, str]:
    """Runs a step; what it said is told when it is over."""
    done = subprocess.run(
        [PYTHON, *command], cwd=HOME, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return done.returncode == 0, done.stdout.decode(errors="replace")


def compiled() -> dict[str, str]:
    """Compiled tests are kept even where bytecode is not wanted beside the sources (tests/conftest.py)."""
    if not os.environ.get("PYTHONDONTWRITEBYTECODE"):
        return {}
    kept = HOME / ".pytest_cache" / "compiled"
    return {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(kept)}


class Report:
    """Which steps passed and which failed, in the order in which they ended."""

    def __init__(self) -> None:
        self.passed: list[str] = []
        self.failed: list[str] = []
        self.started = time.monotonic()

    def run(self, name: str, *command: str, **variables: str) -> None:
        """Runs a step; what it says is told at once."""
        print(f"\n== {name}", flush=True)
        done = subprocess.run([PYTHON, *command], cwd=HOME, env=os.environ | variables, check=False)
        self.add(name, done.returncode == 0)

    def add(self, name: str, passed: bool) -> None:
        (self.passed if passed else self.failed).append(name)

    def run_tests(self, words: list[str]) -> str:
        """Runs pytest; returns how many tests were not run, and which stumbled."""
        with tempfile.TemporaryDirectory() as folder:
            told = {"ARDENNES_TOLD_FOLDER": folder, **compiled()}
            # Worksteal keeps the tests of a module together, so that they share its server and its browser.
            # Without a browser its plugin would be read for nothing, by every worker.
            without = ["-p", "no:playwright"] if "--fast" in words else []
            named = ["-n", workers(words), "--dist", "worksteal", *without, *words]
            self.run("pytest", "-m", "pytest", *named, **told)
            failed, not_run = lines_of(Path(folder, "failed")), lines_of(Path(folder, "not_run"))
        said = f"tests not run: {not_run[0] if not_run else 'unknown'}"
        by_accident = 0 < len(failed) <= ACCIDENTS and all(name.startswith(UNSTEADY) for name in failed)
        if "pytest" in self.failed and by_accident:
            self.failed.remove("pytest")
            self.run("pytest", "-m", "pytest", "-n", "0", *failed, **compiled())
            if "pytest" in self.passed:
                said += f"; UNSTEADY, passed only alone: {' '.join(failed)}"
        return said

    def last_line(self, said: str) -> str:
        passed, took = " ".join(self.passed), f"{time.monotonic() - self.started:.0f} s"
        if self.failed:
            return f"TEST FAILED: {' '.join(self.failed)} (passed: {passed or 'nothing'}; {said}; {took})"
        return f"TEST PASSED: {passed} ({said}; {took})"


def check(words: list[str]) -> bool:
    """All steps; one that fails does not keep the others from running."""
    report, folders = Report(), code()
    with ThreadPoolExecutor(1) as beside:
        # Types are checked beside all the rest: alone, that would leave processors idle.
        types = {"mypy": beside.submit(heard, "-m", "mypy", "--strict", *folders)}
        report.run("ruff", "-m", "ruff", "check", *folders)
        report.run("format", "-m", "ruff", "format", "--check", *folders)
        if "--fast" not in words:
            types["javascript"] = beside.submit(heard, "scripts/check_js.py")
            report.run("figures", "-m", "ardennes.results", "check")
            report.run("machine", "-m", "tests.machine")
        said = report.run_tests(words)
        for name, step in types.items():
            passed, told = step.result()
            print(f"\n== {name}\n{told.strip()}")
            report.add(name, passed)
    for line in picture_stamp.warnings(HOME):
        print(f"\nWARNING: {line}")
    print(f"\n{report.last_line(said)}", flush=True)
    return not report.failed


def lines_of(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines() if file.is_file() else []


def main(words: list[str]) -> int:
    if words[:1] in HELP:
        print(__doc__.strip())
        return 0
    setup("test")
    if words == ["--setup-only"]:
        print("Ready: .venv is set up.")
        return 0
    return 0 if check(words) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
