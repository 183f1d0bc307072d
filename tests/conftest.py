"""Shared by all tests: long runs on request, reproducible random tests, clear
messages about skipped tests.
"""

from __future__ import annotations

import gc
import os
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from ardennes.garbage import search_seldom
from tests.fast import LEFT_OUT, fast_ones

# Thousands of tests and the data of four games stay in memory: repeated garbage collection over them takes a
# sixth of the time.
search_seldom()

# Keep compiled tests even if bytecode is not wanted next to the sources: compiling them takes longer than
# collecting them.
if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parent.parent / ".pytest_cache" / "compiled")
    # Programs that tests start use the compiled files too.
    os.environ |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": sys.pycache_prefix}

# Time limits belong in bench/: a busy machine must not fail a correct answer.
settings.register_profile(
    "ardennes", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
# On CI the same examples every time, so that a failed build is caused by the change, not by chance.
settings.register_profile("ci", parent=settings.get_profile("ardennes"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "ardennes")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="also run the tests marked slow (many whole games)")
    parser.addoption(
        "--fast",
        action="store_true",
        help="an answer in a minute: no browser, no fuzz, nothing marked long, a sample of long tables",
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even collect what --fast leaves out as a whole."""
    return True if config.getoption("--fast") and collection_path.name in LEFT_OUT else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--fast"):
        chosen = dict.fromkeys(fast_ones(items))
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = chosen
    if config.getoption("--slow"):
        return
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="slow; run it with: ./test --slow"))


def pytest_collection_finish() -> None:
    gc.freeze()


def reason(report: pytest.TestReport) -> str:
    """Return the reason why a test was skipped."""
    text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return text.removeprefix("Skipped: ")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    failed = [
        report.nodeid for kind in ("failed", "error") for report in terminalreporter.stats.get(kind, [])
    ]
    tell_the_test_script(len(skipped), failed)
    if not skipped:
        return
    terminalreporter.section(f"NOT RUN: {len(skipped)} tests", sep="!", yellow=True, bold=True)
    for why, count in sorted(Counter(map(reason, skipped)).items()):
        terminalreporter.write_line(f"{count:4}  {why}")


def tell_the_test_script(not_run: int, failed: list[str]) -> None:
    """./test repeats the number in its last line, and retries unsteady tests."""
    if folder := os.environ.get("ARDENNES_TOLD_FOLDER"):
        Path(folder, "not_run").write_text(str(not_run), encoding="utf-8")
        Path(folder, "failed").write_text("\n".join(dict.fromkeys(failed)), encoding="utf-8")
