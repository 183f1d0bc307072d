"""What the tests need of the machine besides Python: a Chromium, a PostgreSQL, Python for the browser. Found,
else fetched.

`python -m tests.machine`, which ./test runs, fetches what is missing: as root with system packages; else
Chromium with playwright into .venv, else with packages where sudo asks for no password. What cannot be had is
told loudly; its tests are then skipped, and told again below them. A Chromium without a window is fetched
beside another: pages cost it half the processor time. That is tried once for each .venv.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from ardennes.errors import UserError
from ardennes.site.runtime import MSGSPEC, PYODIDE, fetched
from bench.chromium import FETCHED, find_chromium, find_shell
from tools.siege.postgres import find_postgres, is_root

LOG = Path(sys.prefix) / "machine.log"
TRIED = Path(sys.prefix) / "shell.tried"
NO_CHROMIUM = (
    "there is no Chromium and none could be fetched; Debian/Ubuntu: sudo apt install chromium; "
    "others: .venv/bin/python -m playwright install --with-deps chromium"
)
NO_DRIVER = (
    "playwright's own Node does not start, most often for want of libatomic; "
    "Debian/Ubuntu: sudo apt install libatomic1"
)
NO_POSTGRES = (
    "there is no PostgreSQL and none could be fetched; Debian/Ubuntu: sudo apt install postgresql; "
    "macOS: brew install postgresql@17"
)
NO_RUNTIME = (
    "Python for the browser could not be fetched, for want of npm and node; "
    "Debian/Ubuntu: sudo apt install npm"
)
RUNTIME = Path(os.environ.get("ARDENNES_RUNTIME") or Path(sys.prefix) / "runtime")


def find_runtime() -> str | None:
    """Where Python for the browser is kept, if it is."""
    whole = all((RUNTIME / pinned.file).is_file() for pinned in (PYODIDE, MSGSPEC))
    return str(RUNTIME) if whole and shutil.which("node") else None


def fetch_runtime() -> None:
    """By the clients this machine has: npm and pip."""
    with suppress(UserError):
        fetched(PYODIDE, RUNTIME)
        fetched(MSGSPEC, RUNTIME)


def find_driver() -> str | None:
    """The program by which playwright drives a browser, if it starts."""
    from playwright._impl._driver import compute_driver_executable

    node = compute_driver_executable()[0]
    try:
        done = subprocess.run([node, "--version"], capture_output=True, check=False)
    except OSError:
        return None
    return node if done.returncode == 0 else None


def ran(*command: str, **variables: str) -> bool:
    """Runs a step; what it says is kept in .venv/machine.log."""
    with LOG.open("ab") as log:
        log.write(f"\n$ {' '.join(command)}\n".encode())
        log.flush()
        try:
            with subprocess.Popen(
                command, env=os.environ | variables, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            ) as step:
                return step.wait() == 0
        except OSError as error:
            log.write(f"{error}\n".encode())
            return False


def by_packages(package: str) -> None:
    """With Debian's packages, where that needs no password."""
    if shutil.which("apt-get") is None:
        return
    apt = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y")
    as_root = apt if is_root() else ("sudo", "-n", *apt)
    install = (*as_root, "install", "--no-install-recommends", "--no-remove", package)
    if not ran(*install) and ran(*as_root, "update"):  # the lists may be old, or there may be none yet
        ran(*install)


def by_playwright() -> None:
    """Into .venv, with nothing else of the machine changed."""
    install = (sys.executable, "-m", "playwright", "install", "--only-shell", "chromium")
    ran(*install, PLAYWRIGHT_BROWSERS_PATH=str(FETCHED))
    result = find_chromium()
    if result is not None and not ran(result, "--version"):  # libraries of the system are missing
        shutil.rmtree(FETCHED, ignore_errors=True)


def get(name: str, find: Callable[[], str | None], ways: list[Callable[[], None]]) -> str | None:
    """Where it is, after every way to fetch it that was needed."""
    for fetch in ways:
        if find() is not None:
            break
        print(f"Fetching {name} ...", flush=True)
        fetch()
    return find()


def main() -> int:
    LOG.write_bytes(b"")
    packages: list[Callable[[], None]] = [
        lambda: by_packages("chromium-headless-shell"),
        lambda: by_packages("chromium"),  # where there is none without a window
    ]
    ways = [*packages, by_playwright] if is_root() else [by_playwright, *packages]
    named = os.environ.get("ARDENNES_BROWSER")
    if not named and find_chromium() is not None and not TRIED.exists():
        get("a Chromium without a window", find_shell, ways[:1])
        TRIED.touch()
    chromium = get("Chromium", find_chromium, ways)
    driver = get("what playwright needs", find_driver, [lambda: by_packages("libatomic1")])
    postgres = get("PostgreSQL", find_postgres, [lambda: by_packages("postgresql")])
    runtime = get("Python for the browser", find_runtime, [fetch_runtime])
    for name, result, missing in (
        ("Chromium", chromium, NO_CHROMIUM),
        ("playwright", driver, NO_DRIVER),
        ("PostgreSQL", postgres, NO_POSTGRES),
        ("the site", runtime, NO_RUNTIME),
    ):
        print(f"{name}: {result}" if result else f"!! NOT RUN: the tests with {name}: {missing}. See {LOG}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
