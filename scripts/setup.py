"""Makes .venv and installs the locked packages into it, by the standard library alone.

`python scripts/setup.py play` installs what playing needs, `python scripts/setup.py test` what the tests need
as well. When nothing has changed since the last time (the stamp says so), it only looks and returns.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from pathlib import Path
from typing import NoReturn

HOME = Path(__file__).resolve().parents[1]
VENV = HOME / ".venv"
LOCKS = {"play": "requirements.txt", "test": "requirements-dev.txt"}
OF_UV = "requirements-uv.txt"
OF_BUILD = "requirements-build.txt"  # what installs the project itself; the tests' lock has it too
CHANGES_ALL = ("pyproject.toml", "scripts/setup.py")
NOT_OURS = (
    "PYTHONHOME",
    "PYTHONPATH",
    "PYTHONSTARTUP",
)  # they bring in files of another Python


def tool(name: str) -> str:
    """A program of the environment."""
    return str(VENV / "Scripts" / f"{name}.exe" if os.name == "nt" else VENV / "bin" / name)


PYTHON = tool("python")


def fail(*lines: str) -> NoReturn:
    sys.exit("\n".join(["", "Ardennes could not be set up.", *(f"  {line}" for line in lines)]))


def say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def quietly(*command: str) -> bool:
    """Runs a step; what it says is kept in .venv/setup.log."""
    with (VENV / "setup.log").open("ab") as log:
        try:
            return subprocess.run(command, cwd=HOME, stdout=log, stderr=log, check=False).returncode == 0
        except OSError as error:
            log.write(f"{command[0]}: {error}\n".encode())
            return False


def pip(*words: str) -> bool:
    return quietly(PYTHON, "-m", "pip", "--disable-pip-version-check", "--retries", "2", *words)


def end_of_log() -> str:
    lines = (VENV / "setup.log").read_text(encoding="utf-8", errors="replace").splitlines()
    return "\n".join(lines[-15:])


def venv_python() -> str:
    """Version and place of the environment's Python; nothing if there is none that works."""
    program = "import sys; print(sys.version_info[:2], sys.prefix)"
    try:
        asked = [PYTHON, "-I", "-S", "-c", program]
        return subprocess.run(asked, capture_output=True, text=True, check=False, encoding="utf-8").stdout
    except OSError:
        return ""


def place() -> str:
    return f"{HOME} {venv_python()}"


def stamp(lock: str) -> str:
    """What an up-to-date environment was made from: the locks, pyproject.toml, the place and the Python."""
    made_from = b"".join((HOME / name).read_bytes() for name in (OF_UV, OF_BUILD, lock, *CHANGES_ALL))
    return f"{zlib.crc32(made_from)} {place()}"


def holds(file: Path, text: str) -> bool:
    return file.is_file() and file.read_text(encoding="utf-8") == text


def make_venv() -> None:
    if venv_python() and holds(VENV / "place", place()):
        return
    say(f"Making {VENV.name} with Python {sys.version.split()[0]} ...")
    python = getattr(sys, "_base_executable", sys.executable)  # .venv is not made by the Python that is in it
    if subprocess.run([python, "-m", "venv", "--clear", str(VENV)], check=False).returncode != 0:
        fail(f"'{python} -m venv {VENV}' did not work; the reason is above.")
    (VENV / "place").write_text(place(), encoding="utf-8")


def install_locked(lock: str) -> None:
    """By uv, which is quick; where there is none for this machine, or it reaches no packages, by pip."""
    hashed = ("--require-hashes", "-r")
    uv = (tool("uv"), "pip", "install", "--python", PYTHON, "--compile-bytecode")
    if pip("install", "--only-binary", ":all:", *hashed, OF_UV) and quietly(*uv, *hashed, lock):
        return
    say("uv could not do it; trying plain pip ...")
    if not pip("install", *hashed, lock):
        say(end_of_log())
        fail(
            f"The packages of {lock} could not be installed; the end of .venv/setup.log is above.",
            "Most often this is the network or a proxy: check that 'pip download rich' works, "
            "then run this again.",
        )


def install_project() -> None:
    if not pip("install", "--no-deps", "--no-build-isolation", "--no-index", "-e", "."):
        say(end_of_log())
        fail("The project itself could not be installed; the reason is above.")
    quietly(PYTHON, "-m", "compileall", "-q", "src")


def setup(what: str) -> None:
    for name in NOT_OURS:
        os.environ.pop(name, None)
    if holds(VENV / f"stamp-{what}", stamp(LOCKS[what])):
        return
    make_venv()
    (VENV / "setup.log").write_bytes(b"")
    say(f"Installing the packages of {LOCKS[what]} ...")
    install_locked(LOCKS[what])
    if what == "play":
        install_locked(OF_BUILD)
    install_project()
    for ready in {what, "play"}:  # the tests need all that playing needs
        (VENV / f"stamp-{ready}").write_text(stamp(LOCKS[ready]), encoding="utf-8")


if __name__ == "__main__":
    setup(sys.argv[1])
