from pathlib import Path

from ardennes.lab.run import Run


def write_report(run: Run) -> Path:
    raise NotImplementedError
