"""Create .venv and install the locked packages into it, with the standard library alone.

`python scripts/setup.py play` installs what playing needs, `python scripts/setup.py test` also what the tests
need. If nothing has changed since the last time (see the stamp), it returns at once.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
import zlib
from pathlib import Path
from typing import NoReturn

HOME = Path(__file__).resolve().parents[1]
VENV = HOME / ".venv"
LOCKS = {"play": "requirements.txt", "test": "requirements-dev.txt"}
OF_UV = "requirements-uv.txt"
OF_BUILD = "requirements-build.txt"  # installs the project itself; the tests' lock contains it too
CHANGES_ALL = ("pyproject.toml", "scripts/setup.py")
MARKER = "made-by-ardennes"  # the file in .venv that allows this script to empty it
MARKER_TEXT = "This environment was made by ./play or ./test, which may delete it and make it again.\n"
# Everything in .venv that a new environment replaces. Other files in it stay.
REPLACED = (
    *("bin", "include", "lib", "lib64", "share", "etc", "Scripts", "Include", "Lib"),
    *("pyvenv.cfg", "place", "stamp-play", "stamp-test"),
)
NOT_OURS = (
    "PYTHONHOME",
    "PYTHONPATH",
    "PYTHONSTARTUP",
)  # they bring in files of another Python


def tool(name: str) -> str:
    """Return the path of a program of the environment."""
    return str(VENV / "Scripts" / f"{name}.exe" if os.name == "nt" else VENV / "bin" / name)


PYTHON = tool("python")


def fail(*lines: str) -> NoReturn:
    sys.exit("\n".join(["", "Ardennes could not be set up.", *(f"  {line}" for line in lines)]))


def say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def quietly(*command: str) -> bool:
    """Run a step and log its output to .venv/setup.log."""
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
    """Return version and prefix of the environment's Python; empty if there is no working one."""
    program = "import sys; print(sys.version_info[:2], sys.prefix)"
    try:
        asked = [PYTHON, "-I", "-S", "-c", program]
        return subprocess.run(asked, capture_output=True, text=True, check=False, encoding="utf-8").stdout
    except OSError:
        return ""


def place() -> str:
    return f"{HOME} {venv_python()}"


def stamp(lock: str) -> str:
    """Return what an up-to-date environment is made from: the locks,
    pyproject.toml, the path and the Python.
    """
    made_from = b"".join((HOME / name).read_bytes() for name in (OF_UV, OF_BUILD, lock, *CHANGES_ALL))
    return f"{zlib.crc32(made_from)} {place()}"


def holds(file: Path, text: str) -> bool:
    return file.is_file() and file.read_text(encoding="utf-8") == text


def is_link(path: Path) -> bool:
    """Return whether a path is a symbolic link, or a junction on Windows."""
    try:
        status = path.lstat()
    except OSError:
        return False
    junction = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", None)  # only Windows has them
    return stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) == junction


def read_or_empty(file: Path) -> str:
    """Return the text of a small file; empty if it cannot be read."""
    try:
        return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
    except OSError:
        return ""


def is_ours() -> bool:
    """Return whether .venv was made by this script: it has the marker.

    Earlier versions wrote no marker. Their environments contain the project's folder twice: in `place`, and
    in the command that made the environment, which Python writes into pyvenv.cfg.
    """
    if is_link(VENV) or is_link(VENV / MARKER):
        return False
    if read_or_empty(VENV / MARKER) == MARKER_TEXT:
        return True
    place_of = re.match(r"(.+) \(\d+, \d+\) ", read_or_empty(VENV / "place"))
    made_by = re.search(r"(?m)^command = .* -m venv --clear (.+)$", read_or_empty(VENV / "pyvenv.cfg"))
    return bool(place_of and made_by and Path(made_by[1]) == Path(place_of[1], VENV.name))


def refuse_foreign() -> None:
    """Stop if the place of the environment is taken by something that this script did not make."""
    if is_ours() or not os.path.lexists(VENV):
        return
    if is_link(VENV):
        what = f"{VENV} is a link to {VENV.readlink()}."
        remedy = "Delete the link (what it points to stays), then run this again."
    elif VENV.is_dir():
        what = f"{VENV} was not made by ./play or ./test."
        remedy = "Move it away, or delete it if nobody needs it, then run this again."
    else:
        what = f"{VENV} is a file; the environment belongs there."
        remedy = "Move it away, then run this again."
    fail(what, "It was left as it is: ./play and ./test use only an environment that they made.", remedy)


def clear_ours() -> None:
    """Delete the old environment, except the marker and files from elsewhere."""
    for name in REPLACED:
        path = VENV / name
        if path.is_dir() and not is_link(path):
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def make_venv() -> None:
    if venv_python() and holds(VENV / "place", place()):
        return
    say(f"Making {VENV.name} with Python {sys.version.split()[0]} ...")
    clear_ours()
    python = getattr(sys, "_base_executable", sys.executable)  # .venv cannot be made by the Python inside it
    if subprocess.run([python, "-m", "venv", str(VENV)], check=False).returncode != 0:
        fail(f"'{python} -m venv {VENV}' did not work; the reason is above.")
    (VENV / "place").write_text(place(), encoding="utf-8")


def install_locked(lock: str) -> None:
    """Install with uv, which is fast; without uv, or if it cannot reach the packages, with pip."""
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


def install(what: str) -> None:
    VENV.mkdir(exist_ok=True)
    (VENV / MARKER).write_text(MARKER_TEXT, encoding="utf-8")  # first: an incomplete environment is ours too
    make_venv()
    (VENV / "setup.log").write_bytes(b"")
    say(f"Installing the packages of {LOCKS[what]} ...")
    install_locked(LOCKS[what])
    if what == "play":
        install_locked(OF_BUILD)
    install_project()
    for ready in {what, "play"}:  # the tests need everything that playing needs
        (VENV / f"stamp-{ready}").write_text(stamp(LOCKS[ready]), encoding="utf-8")


def setup(what: str) -> None:
    for name in NOT_OURS:
        os.environ.pop(name, None)
    refuse_foreign()
    if holds(VENV / f"stamp-{what}", stamp(LOCKS[what])):
        return
    try:
        install(what)
    except OSError as error:
        fail(f"{error.filename or VENV}: {error.strerror}.", "Correct that, then run this again.")


if __name__ == "__main__":
    setup(sys.argv[1])
