"""What ./play and play.cmd do: set everything up (once), then play."""

from __future__ import annotations

import os
import subprocess
import sys

from setup import setup, tool


def become(*command: str) -> int:
    """Replace this process by another program; on systems that cannot, wait for it."""
    if os.name == "posix":
        os.execv(command[0], command)
    with subprocess.Popen(command) as child:
        while True:
            try:
                return child.wait()
            except KeyboardInterrupt:  # the program gets Ctrl-C too, and exits by itself
                continue


if __name__ == "__main__":
    setup("play")
    words = ["play", *sys.argv[1:]] if sys.argv[1:] else ["serve"]
    sys.exit(become(tool("ardennes"), *words))
