"""An attack, its results, and how the attacks share the time."""

from __future__ import annotations

import json
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tools.siege.client import Away
from tools.siege.fort import SERVE, DidNotStart, Fort, fort

HELD, BROKEN, SKIPPED = "held", "BROKEN", "skipped"
ROUNDS = 2  # of each attack at least, where there is time for it
MOST_TOLD = 12  # broken promises of one attack that are shown in full
MOST_LISTED = 4  # of these in the table
OTHER_NAME = "table.siege.test"  # a name besides localhost under which the common server may be called


class Attack(NamedTuple):
    """A way to break a promise. `share`: of the time, relative to the others; `daily`: one round takes few
    seconds, so the everyday tests run it.
    """

    name: str
    promise: str
    how: str
    run: Callable[[Round], None]
    share: float = 1.0
    daily: bool = False


class Broken(NamedTuple):
    """A promise that was not kept, and how to reproduce it."""

    what: str
    request: str
    answer: str
    seed: int


@dataclass
class Result:
    """The results of all rounds of one attack."""

    attack: Attack
    counts: Counter[str] = field(default_factory=Counter)
    broken: list[Broken] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)  # of broken promises
    skipped: list[str] = field(default_factory=list)
    facts: dict[str, str] = field(default_factory=dict)  # measurements of the last round
    rounds: int = 0
    seconds: float = 0.0

    @property
    def verdict(self) -> str:
        if self.kinds:
            return BROKEN
        return HELD if self.counts else SKIPPED

    @property
    def tried(self) -> str:
        """Describe what was tried and how often."""
        parts = [f"{what} {count:,}" for what, count in self.counts.items()]
        return ", ".join([*parts, *(f"{name} {value}" for name, value in self.facts.items())])


class Round:
    """One round of an attack: its random numbers, its time, its servers, and its results."""

    def __init__(self, siege: Siege, result: Result, seed: int, until: float) -> None:
        self.siege = siege
        self.result = result
        self.number = result.rounds
        self.seed = seed
        self.rng = Random(f"{seed}/{result.attack.name}/{self.number}")
        self._until = until
        self.begun = False  # one attempt is always made, however short the time

    def go_on(self) -> bool:
        """Return whether there is time for another attempt; always for the first."""
        first, self.begun = not self.begun, True
        return first or time.monotonic() < self._until

    @property
    def left(self) -> float:
        return max(0.0, self._until - time.monotonic())

    def count(self, what: str, many: int = 1) -> None:
        self.result.counts[what] += many

    def fact(self, name: str, value: str) -> None:
        self.result.facts[name] = value

    def skip(self, why: str) -> None:
        if why not in self.result.skipped:
            self.result.skipped.append(why)

    def broke(self, what: str, request: object = "", answer: object = "") -> None:
        """Record that a promise was not kept. `what` distinguishes kinds of failures; request and answer show
        this one.
        """
        self.result.kinds[what] += 1
        if self.result.kinds[what] == 1 and len(self.result.broken) < MOST_TOLD:
            self.result.broken.append(Broken(what, str(request)[:1500], str(answer)[:1500], self.seed))

    def expect(self, true: bool, what: str, request: object = "", answer: object = "") -> bool:
        if not true:
            self.broke(what, request, answer)
        return true

    @property
    def keep(self) -> Fort:
        """Return the server shared by the attacks that do not need a separate one."""
        return self.siege.keep()

    def folder(self) -> Path:
        """A new empty folder."""
        return Path(tempfile.mkdtemp(prefix="data-", dir=self.siege.folder))

    @contextmanager
    def fort(self, folder: Path | None = None, **more: Any) -> Iterator[Fort]:
        """Return a separate server for this round."""
        with fort(folder or self.folder(), self.siege.serve, **more) as server:
            yield server


class Siege:
    """A run: its servers, its time, its results."""

    def __init__(self, folder: Path, serve: Sequence[str] = SERVE) -> None:
        self.folder = folder
        self.serve = serve
        self._keep: Fort | None = None

    def keep(self) -> Fort:
        if self._keep is None or not self._keep.alive():
            self.close()
            folder = Path(tempfile.mkdtemp(prefix="keep-", dir=self.folder))
            self._keep = Fort(folder, self.serve, more=("--name", OTHER_NAME))
        return self._keep

    def tidy(self) -> None:
        """Delete what the last round left on the common server, so that it does not affect other attacks."""
        if self._keep is None or not self._keep.alive():
            return
        self._keep.hang_up()
        with suppress(Away):
            listed = self._keep.owner("GET", "/api/matches").json()
            for match in listed.get("matches", []) if isinstance(listed, dict) else []:
                self._keep.owner("DELETE", f"/api/matches/{match['id']}")

    def close(self) -> None:
        if self._keep is not None:
            self._keep.stop()


def besiege(
    attacks: Sequence[Attack],
    seconds: float,
    seed: int,
    serve: Sequence[str] = SERVE,
    tell: Callable[[str], None] = lambda words: None,
) -> list[Result]:
    """Run every attack once; then repeatedly the one that has had the smallest part of its share."""
    results = [Result(attack) for attack in attacks]
    whole = sum(attack.share for attack in attacks)
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory(prefix="ardennes-siege-", ignore_cleanup_errors=True) as name:
        siege = Siege(Path(name), serve)
        try:
            while True:
                result = min(results, key=lambda one: (one.rounds > 0, one.seconds / one.attack.share))
                if result.rounds and time.monotonic() >= end:
                    return results
                part = seconds * result.attack.share / whole / ROUNDS
                _one_round(siege, result, seed, part if not result.rounds else min(part, _left(end)))
                tell(f"{result.attack.name}: round {result.rounds}, {result.verdict}")
        finally:
            siege.close()


def _left(end: float) -> float:
    return max(0.0, end - time.monotonic())


def _one_round(siege: Siege, result: Result, seed: int, seconds: float) -> None:
    began = time.monotonic()
    now = Round(siege, result, seed, began + seconds)
    try:
        result.attack.run(now)
    except (Away, DidNotStart) as error:  # the attack did not expect this
        now.broke("the server went away in the middle of it", "", error)
    except Exception as error:  # a failure too: the attack could not interpret the answer
        now.broke(
            f"an answer was not understood ({type(error).__name__})", "", traceback.format_exc()[-1400:]
        )
    siege.tidy()
    result.rounds += 1
    result.seconds += time.monotonic() - began


# Reporting


def lines(results: Sequence[Result]) -> Iterator[str]:
    """Return one line per attack, then the failures and how to reproduce them."""
    for one in results:
        took = f"({one.rounds} rounds, {one.seconds:.0f} s)"
        yield f"{one.attack.name:<14}{one.verdict:<9}{one.tried or 'nothing'} {took}"
        yield from (f"{'':<14}NOT TRIED: {why}" for why in one.skipped)
    for one in results:
        for broken in one.broken:
            yield ""
            yield f"BROKEN {one.attack.name}: {broken.what} ({one.kinds[broken.what]} times)"
            yield f"  promised   {one.attack.promise}"
            if broken.request:
                yield f"  request    {broken.request}"
            if broken.answer:
                yield f"  answer     {broken.answer}"
            again = f"--only {one.attack.name} --seed {broken.seed}"
            yield f"  repeat     python -m tools.siege {again}"
    yield ""
    yield summary(results)


def summary(results: Sequence[Result]) -> str:
    """Return the last line."""
    broken = [one.attack.name for one in results if one.verdict == BROKEN]
    skipped = [one.attack.name for one in results if one.verdict == SKIPPED or one.skipped]
    words = f"{len(results) - len(broken)} of {len(results)} attacks held off"
    words += f"; broken: {', '.join(broken)}" if broken else ""
    return f"{words}; not tried or in part: {', '.join(skipped)}." if skipped else f"{words}."


def markdown(results: Sequence[Result]) -> str:
    """Return a table of what was tried, for a page in Markdown."""
    rows = ["| attack | tried | result |", "|---|---|---|"]
    for one in results:
        kinds = list(one.kinds)
        more = f"; and {len(kinds) - MOST_LISTED} more" if len(kinds) > MOST_LISTED else ""
        came = f"**broken**: {'; '.join(kinds[:MOST_LISTED])}{more}" if kinds else one.verdict
        came += "".join(f"; not tried: {why}" for why in one.skipped)
        rows.append(f"| {one.attack.name} | {one.tried or 'nothing'} | {came} |")
    return "\n".join(rows)


def as_json(results: Sequence[Result], seed: int) -> str:
    rows = [
        {
            "attack": one.attack.name,
            "promise": one.attack.promise,
            "verdict": one.verdict,
            "rounds": one.rounds,
            "seconds": round(one.seconds, 1),
            "tried": dict(one.counts),
            "measured": one.facts,
            "skipped": one.skipped,
            "broken": [{**broken._asdict(), "times": one.kinds[broken.what]} for broken in one.broken],
        }
        for one in results
    ]
    return json.dumps({"seed": seed, "attacks": rows}, indent=2)
