"""A PostgreSQL server for the siege or the tests: on a socket in a temporary folder, stopped by its id."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

MOUNT = 10.0  # seconds


def find_postgres(name: str = "initdb") -> str | None:
    """Return the path of a PostgreSQL program: on the PATH, or where Debian installs it."""
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(installed[-1]) if installed else None)


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _exists(user: str) -> bool:
    import pwd  # there is none on Windows

    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True


class Postgres:
    """A separate database server that listens on no network. `disk`: bytes of a small disk for it."""

    def __init__(self, disk: int = 0, port: int = 0) -> None:
        """`port`: listen there on 127.0.0.1 too. OSError if there may be no small disk."""
        self.folder = Path(tempfile.mkdtemp(prefix="pg"))  # short: a socket's path has a length limit
        self._port = port
        self._disk = disk
        if disk:
            mount = ["mount", "-t", "tmpfs", "-o", f"size={disk}", "tmpfs", str(self.folder)]
            done = subprocess.run(mount, capture_output=True, check=False, timeout=MOUNT)
            if done.returncode != 0:
                self.folder.rmdir()
                raise OSError(done.stderr.decode().strip())
        self._user = None
        if is_root():  # PostgreSQL refuses to run as root
            self._user = "postgres" if _exists("postgres") else "nobody"
            shutil.chown(self.folder, self._user)
        small = ("--wal-segsize=1",) if disk else ()
        more = ("-U", "ardennes", "-A", "trust", "-N", "-E", "UTF8", *small)
        self._call("initdb", "-D", str(self.data), *more)
        self.start()
        self.address = f"postgresql://ardennes@/postgres?host={self.folder}"

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def start(self) -> None:
        listen = (
            f"-c listen_addresses='127.0.0.1' -p {self._port}" if self._port else "-c listen_addresses=''"
        )
        options = f"{listen} -k {self.folder} -c fsync=off -c shared_buffers=16MB"
        if self._disk:
            options += " -c min_wal_size=2MB -c max_wal_size=8MB"
        self._call("pg_ctl", "-D", str(self.data), "-w", "-l", f"{self.folder}/log", "-o", options, "start")

    def halt(self) -> None:
        self._call("pg_ctl", "-D", str(self.data), "-m", "immediate", "stop")

    def stop(self) -> None:
        with suppress(AssertionError):  # it may have ended by itself
            self.halt()
        if self._disk:
            subprocess.run(["umount", "-l", str(self.folder)], check=False, timeout=MOUNT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def freeze(self, frozen: bool) -> None:
        """Suspend all its processes, or let them continue."""
        main = int((self.data / "postmaster.pid").read_text(encoding="ascii").split()[0])
        for process in [main, *children(main)]:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGSTOP if frozen else signal.SIGCONT)

    def _call(self, name: str, *arguments: str) -> None:
        tool = find_postgres(name)
        assert tool is not None
        done = subprocess.run(
            [tool, *arguments],
            user=self._user,
            cwd=self.folder,
            stdout=subprocess.PIPE if name == "initdb" else subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, f"{name} failed: {done.stdout!r}"


def children(process: int) -> list[int]:
    """The processes a process has started; none where the system does not say."""
    result = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            fields = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
            if int(fields[1]) == process and fields[0] != "Z":
                result.append(int(stat.parent.name))
    return result
