"""Results of the harness: kinds of fault, a fault with its case, and the report of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ardennes.kernel.contract import Order

KINDS: dict[str, str] = {
    "crash": "a method of the game raised an error",
    "slow": "one call takes so long that the program seems to hang",
    "offered-refused": "an order that is offered is refused",
    "not-offered-accepted": "an order that is not offered is accepted",
    "offer-lost": "an offered order is not found again in the tree of offers",
    "tidy": "an order put in tidy form is another order, or an offer is not tidy",
    "view-and-truth": "an order is legal on the side's view but not in truth, or the other way round",
    "unknown-rule": "a refusal, decision or result names no rule of the rulebook, or says nothing",
    "changed-state": "a method that must leave the state alone has changed it",
    "decisions": "the open decisions, the sides to move, the offers and the result do not agree",
    "dead-end": "a side has to decide and has no legal order",
    "endless": "the game does not end",
    "clone": "a clone differs from its original",
    "stale": "what follows from a state depends on how it was reached: something remembered is out of date",
    "shared": "playing on in a copy changes the original",
    "record": "a state written down and read again is another one",
    "save": "a match saved and opened again is another one",
    "replay": "a match played again from its journal is another one",
    "undo": "undo gives another state, or crosses a die, a reveal or the end",
    "restart": "restarting the phase goes wrong",
    "fork": "a fork differs from the match it came from",
    "not-determined": "the same order, state and dice give different results",
    "dice": "dice are not drawn by their index, or a die is not reported",
    "forecast-sum": "the chances of a forecast are not fractions that sum to 1",
    "forecast-wrong": "a forecast does not agree with play",
    "leak-view": "a view changes with what its side may not know",
    "leak-offers": "offers change with what their side may not know",
    "leak-refusal": "a refusal changes with what the side may not know",
    "leak-event": "reports to a side depend on a hidden fact although nothing was revealed",
    "no-twin": "a view hides something that no hidden twin tests",
    "trace": "an order others may not know of is not quiet, or they notice a quiet one",
    "leak-forecast": "a forecast changes with what its side may not know",
    "event": "an event cannot be written and read again, or has an empty log line",
    "order": "an order cannot be written and read again",
    "phase-mark": "the phase mark is not a tuple of whole numbers that tells phases apart",
}


class Level(NamedTuple):
    """The thoroughness of a run."""

    audit_every: int  # examine the states of one game in so many; 0: only play to the end
    states: int = 0  # states examined in such a game
    matches: int = 0  # of these, states where the match is also undone, saved and forked
    orders: int = 0  # offered orders tried for each side and state
    mutants: int = 0  # orders that are probably not offered, tried for each side and state
    twins: int = 0  # hidden twins compared for each side and state
    play_on: int = 0  # orders played on in a copy
    forecasts: int = 0  # forecasts compared for each state
    rolls: int = 0  # times an order is played to compare with its forecast


_QUICK = Level(1, states=14, matches=3, orders=4, mutants=16, twins=2, play_on=4, forecasts=2, rolls=120)
LEVELS: dict[str, Level] = {
    "light": Level(0),
    "sweep": _QUICK._replace(audit_every=25),
    "quick": _QUICK,
    "full": Level(1, states=50, matches=8, orders=8, mutants=40, twins=4, play_on=8, forecasts=4, rolls=240),
}


class Found(Exception):
    """A fault at the moment it is detected."""

    def __init__(self, kind: str, message: str, side: int | None = None, order: Order | None = None) -> None:
        assert kind in KINDS, kind
        super().__init__(message)
        self.kind, self.message, self.side, self.order = kind, message, side, order
        self.after: tuple[tuple[int, Order], ...] = ()  # orders to give first, if the fault shows only later
        self.staged = False  # the fault shows only with dice other than those of the match


@dataclass(frozen=True)
class Fault:
    """A fault with the case that shows it."""

    kind: str
    message: str
    game: str
    scenario: str
    options: dict[str, Any]  # options that are not at their default
    seed: int
    order_number: int  # orders given before the fault showed
    side: str
    order: str  # the order in question as JSON, or ""
    shortened_to: int  # orders of the shrunk case
    save: str = ""  # file name of the shrunk case

    def __str__(self) -> str:
        lines = [
            f"FAULT {self.kind}: {KINDS[self.kind]}.",
            f"  {self.message}",
            f"  game {self.game}, scenario {self.scenario}, seed {self.seed}, after order {self.order_number}"
            f" (the case has been shortened to {self.shortened_to} orders)",
        ]
        if self.options:
            lines.append(f"  options {msgspec.json.encode(self.options, order='sorted').decode()}")
        if self.order:
            lines.append(f"  {self.side or 'nobody'} gives {self.order}")
        if self.save:
            lines.append(f"  the case: ardennes verify {self.save}")
        return "\n".join(lines)


@dataclass
class Report:
    """The counts and faults of a run."""

    game: str
    games: int = 0
    orders: int = 0
    longest: int = 0  # orders of the longest game
    seconds: float = 0.0
    done: Counter[str] = field(default_factory=Counter)  # number of times each check was made
    winners: Counter[str] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return self.games > 0 and not self.faults

    def add(self, other: Report) -> None:
        """Add the report of another batch of seeds."""
        self.games += other.games
        self.orders += other.orders
        self.longest = max(self.longest, other.longest)
        self.done.update(other.done)
        self.winners.update(other.winners)
        self.faults.extend(other.faults)

    def __str__(self) -> str:
        lines = [f"{self.game}: {self.games} games, {self.orders} orders, the longest {self.longest}"]
        lines[0] += f", {self.seconds:.0f} s" if self.seconds else ""
        lines.append("won by: " + (", ".join(f"{who} {n}" for who, n in sorted(self.winners.items())) or "-"))
        lines += [f"  {count:8}  {what}" for what, count in sorted(self.done.items())]
        lines += [str(fault) for fault in self.faults]
        lines.append("no fault found" if self.ok else f"{len(self.faults)} faults found")
        return "\n".join(lines)

    def write_cases(self, folder: Path, cases: dict[str, bytes]) -> None:
        """Write the shrunk cases and descriptions of their faults into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in cases.items():
            (folder / name).write_bytes(data)
        for fault in self.faults:
            if fault.save:
                (folder / fault.save).with_suffix(".txt").write_text(f"{fault}\n", encoding="utf-8")


Progress = Callable[[int, int], None]  # games played, games requested
