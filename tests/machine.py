"""What the tests need besides Python: Chromium, PostgreSQL, Python for the browser.

`python -m tests.machine`, which ./test runs, installs what is missing: as root with system packages; else
Chromium with playwright into .venv, else with packages if sudo needs no password. A warning names what cannot
be installed; its tests are skipped and listed below the results. Headless Chromium is installed in addition
to another one, because pages take half the CPU time in it. That is tried once for each .venv.
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
    """Return where Python for the browser is cached, if it is."""
    whole = all((RUNTIME / pinned.file).is_file() for pinned in (PYODIDE, MSGSPEC))
    return str(RUNTIME) if whole and shutil.which("node") else None


def fetch_runtime() -> None:
    """Install with this machine's tools: npm and pip."""
    with suppress(UserError):
        fetched(PYODIDE, RUNTIME)
        fetched(MSGSPEC, RUNTIME)


def find_driver() -> str | None:
    """Return the program with which playwright drives a browser, if it starts."""
    from playwright._impl._driver import compute_driver_executable

    node = compute_driver_executable()[0]
    try:
        done = subprocess.run([node, "--version"], capture_output=True, check=False)
    except OSError:
        return None
    return node if done.returncode == 0 else None


def ran(*command: str, **variables: str) -> bool:
    """Run a step and log its output to .venv/machine.log."""
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
    """Install with Debian's packages, if that needs no password."""
    if shutil.which("apt-get") is None:
        return
    apt = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y")
    as_root = apt if is_root() else ("sudo", "-n", *apt)
    install = (*as_root, "install", "--no-install-recommends", "--no-remove", package)
    if not ran(*install) and ran(*as_root, "update"):  # the package lists may be old or missing
        ran(*install)


def by_playwright() -> None:
    """Install into .venv, without changing anything else on the machine."""
    install = (sys.executable, "-m", "playwright", "install", "--only-shell", "chromium")
    ran(*install, PLAYWRIGHT_BROWSERS_PATH=str(FETCHED))
    result = find_chromium()
    if result is not None and not ran(result, "--version"):  # system libraries are missing
        shutil.rmtree(FETCHED, ignore_errors=True)


def get(name: str, find: Callable[[], str | None], ways: list[Callable[[], None]]) -> str | None:
    """Return the path, after trying every way to install it."""
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
        lambda: by_packages("chromium"),  # if there is no headless one
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
