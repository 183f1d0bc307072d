"""A program that answers line by line over two pipes, within limits of time, memory and output.

Threads read and write, because pipes have no timeouts on Windows and because a program that never reads its
input would block us as soon as the pipe is full.
"""

from __future__ import annotations

import os
import signal
import subprocess
import weakref
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Full, Queue, SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO, NamedTuple

from ardennes.players.stand_in import Fault
from ardennes.words import counted

MOST_LINE = 100_000  # bytes of one line of the program
MOST_OUTPUT = 1_000_000  # bytes for one decision
CHUNK = 65_536
GOODBYE = 1.0  # seconds in which a program may exit by itself


class Limits(NamedTuple):
    seconds: int = 10  # for one decision, and to start
    megabytes: int = 1024  # of memory, for each process of the program; not on Windows


class LineProcess:
    """A running program. It is killed with its children when this object is closed or no longer used."""

    def __init__(self, command: Sequence[str], limits: Limits, quiet: bool = True) -> None:
        try:
            process = subprocess.Popen(
                limited(command, limits),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if quiet else None,
                bufsize=0,
                start_new_session=os.name == "posix",
            )
        except (OSError, ValueError) as error:
            raise Fault("start", f"could not be started ({error})") from None
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._output: Queue[bytes] = Queue(4)  # a flood waits in the pipe, not in our memory
        self._input: SimpleQueue[bytes] = SimpleQueue()
        self._rest = b""
        self._budget = MOST_OUTPUT
        self.kill = weakref.finalize(self, _kill, process, self._input)
        for work in (
            Thread(target=_read, args=(process.stdout, weakref.ref(self._output)), daemon=True),
            Thread(target=_write, args=(process.stdin, self._input), daemon=True),
        ):
            work.start()

    def send(self, line: bytes) -> None:
        self._input.put(line + b"\n")

    def begin(self) -> None:
        """Begin a decision: it has its own budget of output."""
        self._budget = MOST_OUTPUT

    def line(self, until: float, seconds: int) -> bytes:
        """Return the next line, or raise a Fault at the time `until`."""
        while b"\n" not in self._rest:
            if len(self._rest) > MOST_LINE:
                raise Fault("flood", f"wrote a line longer than {MOST_LINE:,} bytes")
            self._rest += self._chunk(until, seconds)
        line, _, self._rest = self._rest.partition(b"\n")
        if len(line) > MOST_LINE:
            raise Fault("flood", f"wrote a line longer than {MOST_LINE:,} bytes")
        return line

    def _chunk(self, until: float, seconds: int) -> bytes:
        try:
            chunk = self._output.get(timeout=max(until - monotonic(), 0.0))
        except Empty:
            raise Fault("time", f"gave no answer within {counted(seconds, 'second')}") from None
        if not chunk:
            self._output.put(b"")  # it has still ended when somebody asks again
            raise Fault("crash", "ended or closed its output")
        self._budget -= len(chunk)
        if self._budget < 0:
            raise Fault("flood", f"wrote more than {MOST_OUTPUT:,} bytes for one decision")
        return chunk

    def close(self) -> None:
        """Let the program exit by itself for a moment, then kill it."""
        self._input.put(b"")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GOODBYE)
        self.kill()


def limited(command: Sequence[str], limits: Limits) -> list[str]:
    """Return the command with its limit of memory, set by the shell before it becomes the program."""
    if os.name != "posix":
        return list(command)
    script = f'ulimit -c 0; ulimit -d {limits.megabytes * 1024} 2>/dev/null; exec "$@"'
    return ["/bin/sh", "-c", script, "sh", *command]


def _kill(process: subprocess.Popen[bytes], to_write: SimpleQueue[bytes]) -> None:
    to_write.put(b"")
    kill_group = getattr(os, "killpg", None)  # not on Windows
    if kill_group is not None:
        with suppress(ProcessLookupError, PermissionError):
            kill_group(process.pid, getattr(signal, "SIGKILL", 9))  # its children too
    else:
        process.kill()
    process.wait()


def _read(pipe: IO[bytes], place: weakref.ref[Queue[bytes]]) -> None:
    """Move the output into the queue; an empty chunk is the end. Stop when nobody waits for it any more."""
    with pipe:
        chunk = b"-"
        while chunk:
            try:
                chunk = os.read(pipe.fileno(), CHUNK)
            except OSError:
                chunk = b""
            while (queue := place()) is not None:
                try:
                    queue.put(chunk, timeout=0.2)
                    break
                except Full:  # try again unless nobody has the queue any more
                    del queue
            else:
                return


def _write(pipe: IO[bytes], lines: SimpleQueue[bytes]) -> None:
    """Write the lines until an empty one; a program that has closed its input gets no more."""
    with suppress(OSError), pipe:
        while line := lines.get():
            rest = memoryview(line)
            while rest:
                rest = rest[pipe.write(rest) :]
