"""Set everything up (once), then check everything: ruff, formatting, types (of the page too), tests.

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
UNSTEADY = "tests/browser/"  # tests with a real browser may fail if the machine is overloaded
ACCIDENTS = 3  # at most this many are retried; more are not an accident


def workers(words: list[str]) -> str:
    """Return how many tests run in parallel.

    A test that waits for a browser leaves its CPU idle, so one and a half workers per CPU finish first (596
    instead of 688 s on two).
    """
    try:
        processors = len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        processors = os.cpu_count() or 1
    return os.environ.get("ARDENNES_TEST_WORKERS") or str(
        processors if "--fast" in words else processors + (processors + 1) // 2
    )


def code() -> list[str]:
    """Return the folders with Python code."""
    return [
        name
        for name in ("src", "tests", "bench", "scripts", "examples", "tools")
        if any((HOME / name).rglob("*.py"))
    ]


def heard(*command: str) -> tuple[bool, str]:
    """Run a step; print its output when it is done."""
    done = subprocess.run(
        [PYTHON, *command], cwd=HOME, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return done.returncode == 0, done.stdout.decode(errors="replace")


def compiled() -> dict[str, str]:
    """Keep compiled tests even if bytecode is not wanted next to the sources (tests/conftest.py)."""
    if not os.environ.get("PYTHONDONTWRITEBYTECODE"):
        return {}
    folder = HOME / ".pytest_cache" / "compiled"
    return {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder)}


class Report:
    """The steps that passed and failed, in the order in which they ended."""

    def __init__(self) -> None:
        self.passed: list[str] = []
        self.failed: list[str] = []
        self.started = time.monotonic()

    def run(self, name: str, *command: str, **variables: str) -> None:
        """Run a step; print its output immediately."""
        print(f"\n== {name}", flush=True)
        done = subprocess.run([PYTHON, *command], cwd=HOME, env=os.environ | variables, check=False)
        self.add(name, done.returncode == 0)

    def add(self, name: str, passed: bool) -> None:
        (self.passed if passed else self.failed).append(name)

    def run_tests(self, words: list[str]) -> str:
        """Run pytest; return how many tests were not run, and which failed first but passed alone."""
        with tempfile.TemporaryDirectory() as folder:
            environment = {"ARDENNES_TOLD_FOLDER": folder, **compiled()}
            # Worksteal keeps the tests of a module together, so that they share its server and its browser.
            # Without browser tests, the workers need not load the plugin.
            without = ["-p", "no:playwright"] if "--fast" in words else []
            named = ["-n", workers(words), "--dist", "worksteal", *without, *words]
            self.run("pytest", "-m", "pytest", *named, **environment)
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
    """Run all steps; a failing step does not stop the others."""
    report, folders = Report(), code()
    with ThreadPoolExecutor(1) as beside:
        # Check types in parallel with everything else: alone, that would leave CPUs idle.
        types = {"mypy": beside.submit(heard, "-m", "mypy", "--strict", *folders)}
        report.run("ruff", "-m", "ruff", "check", *folders)
        report.run("format", "-m", "ruff", "format", "--check", *folders)
        if "--fast" not in words:
            types["javascript"] = beside.submit(heard, "scripts/check_js.py")
            report.run("figures", "-m", "ardennes.results", "check")
            report.run("machine", "-m", "tests.machine")
        said = report.run_tests(words)
        for name, step in types.items():
            passed, output = step.result()
            print(f"\n== {name}\n{output.strip()}")
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
