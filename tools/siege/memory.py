"""Memory: a server that repeats the same work does not grow."""

from __future__ import annotations

from tools.siege.fort import Fort
from tools.siege.plan import Round
from tools.siege.table import make

WARM = 3  # matches before memory is measured for the first time
ORDERS = 12
MOST_GROWTH = 48 * 1024 * 1024  # bytes, and by more than a quarter


def memory(now: Round) -> None:
    with now.fort() as fort:
        if not fort.memory():
            now.skip("this system does not report the memory of a process (/proc)")
            return
        done, begun = 0, 0
        while now.go_on() or done <= WARM + 1:
            _a_match(now, fort)
            done += 1
            if done == WARM:
                begun = fort.memory()
        now.count("matches made, played and deleted", done)
        after = fort.memory()
        now.fact("memory", f"{begun >> 20} MB, after {done - WARM} more matches {after >> 20} MB")
        grew = after - begun
        steady = grew < MOST_GROWTH or grew < begun / 4
        now.expect(steady, "the server's memory grows", f"{done} matches", f"{begun} bytes, then {after}")


def _a_match(now: Round, fort: Fort) -> None:
    table = make(fort, "tigers", at=f"127.0.0.{now.rng.randrange(130, 140)}")
    table.play(now.rng, ORDERS)
    for seat in table.tokens:
        for path in ("", "/log", "/export", "/replay?at=3"):
            table.ask(seat, "GET", path)
    fort.owner("DELETE", table.path, at=table.at)
