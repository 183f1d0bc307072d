"""The arena: two players meet in pairs of games until one is clearly better, then once more on fresh seeds.

A result is a file of JSON lines: a head (what was played, how, by which version), a line per pair in the
order of the seeds, and an end with the verdict. Lines are added as games are played, so an interrupted
contest continues from its file.
"""

from __future__ import annotations

import platform
import shlex
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from statistics import fmean, stdev
from types import MappingProxyType
from typing import Any, Literal, NamedTuple
from zlib import crc32

import msgspec

from ardennes import __version__
from ardennes.charts.intervals import Z_95, Interval, wilson
from ardennes.errors import UserError
from ardennes.kernel.contract import AnyGame
from ardennes.lab.play import MAX_ORDERS, Task
from ardennes.lab.pool import Job, spread
from ardennes.lab.record import DRAW, FAILED, side_word
from ardennes.lab.sequential import POINTS, Bounds, Contest, share_interval, share_of
from ardennes.toml_lines import TomlFault, read_toml_text

FLOOR = 0.45  # share of the points in any matchup below which a player replaces no other
Z_CONFIRM = 1.6448536269514722  # one-sided 95 % of the normal distribution
BLOCK = 10_000  # seeds reserved for a test, and again for its confirmation
FIRST_BLOCK, BLOCKS = 1_000, 90_000  # far above the seeds that people type

RATINGS = ":!src/ardennes/players/ratings.toml"  # written from results; it does not affect play

Phase = Literal["test", "confirmation"]
Verdict = Literal["better", "not better", "not confirmed", "undecided"]


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """How one game of a pair ended."""

    winner: str  # a side, draw, or empty: the game failed
    margin: int  # the higher, the better for the first side


class Head(msgspec.Struct, frozen=True, tag="head", tag_field="line"):
    """What is played, and when it is decided."""

    game: str
    scenario: str
    players: tuple[str, str]
    sides: tuple[str, str]  # in a pair's first game the first player has the first side
    options: dict[str, Any]  # those not at their default
    bounds: Bounds
    limit: int  # pairs of the test, at most
    confirm: int  # pairs of the confirmation, at least
    test_from: int  # first seed
    confirm_from: int
    rules: str
    version: str
    python: str
    commit: str
    command: str
    begun: str


class Pair(msgspec.Struct, frozen=True, tag="pair", tag_field="line"):
    """A seed that is played twice."""

    phase: Phase
    seed: int
    first: Outcome
    swapped: Outcome

    @property
    def broken(self) -> bool:
        return FAILED in (self.first.winner, self.swapped.winner)

    @property
    def lead(self) -> int:
        return self.first.margin - self.swapped.margin

    def points(self, sides: Sequence[str]) -> float:
        """Return the first player's share, 0 to 1."""
        return (_points(self.first, sides[0]) + _points(self.swapped, sides[1])) / 2

    def better(self, sides: Sequence[str]) -> int:
        """Return 1 if the first player did better with the first side, -1 if the second did, 0 if they were
        equal.
        """
        mine, theirs = ((_points(o, sides[0]), o.margin) for o in (self.first, self.swapped))
        return (mine > theirs) - (mine < theirs)


def _points(outcome: Outcome, side: str) -> float:
    return 0.5 if outcome.winner == DRAW else float(outcome.winner == side)


class Single(msgspec.Struct, frozen=True, tag="game", tag_field="line"):
    """A game whose pair is not complete yet."""

    seed: int
    swapped: bool
    outcome: Outcome


class End(msgspec.Struct, frozen=True, tag="end", tag_field="line"):
    """The end of a contest."""

    verdict: Verdict
    why: str
    ended: str


Line = Head | Pair | Single | End
_LINES = msgspec.json.Decoder(Line)


@dataclass
class Result:
    """The games of a contest so far."""

    path: Path
    head: Head
    pairs: list[Pair] = field(default_factory=list)
    end: End | None = None
    singles: dict[Job, Outcome] = field(default_factory=dict)
    tests: Contest = field(init=False)  # over the pairs of the test so far

    def __post_init__(self) -> None:
        self.tests = Contest(self.head.bounds)
        before, self.pairs = self.pairs, []
        for pair in before:
            self.add(pair)

    def add(self, pair: Pair) -> None:
        self.pairs.append(pair)
        if pair.phase == "test" and not pair.broken:
            self.tests.add(pair.points(self.head.sides), pair.lead)

    def played(self, phase: Phase) -> int:
        return sum(p.phase == phase for p in self.pairs)

    def sound(self, phase: Phase | None = None) -> list[Pair]:
        """Return the pairs that count, of one phase or all."""
        return [p for p in self.pairs if not p.broken and phase in (None, p.phase)]

    @property
    def broken(self) -> int:
        return sum(p.broken for p in self.pairs)

    def ranges(self) -> Iterator[tuple[str, range]]:
        """Yield the seeds used, and their purpose."""
        who = " against ".join(self.head.players)
        for phase in ("test", "confirmation"):
            seeds = [p.seed for p in self.pairs if p.phase == phase]
            if seeds:
                yield f"{phase} of {who}, {self.head.scenario}", range(min(seeds), max(seeds) + 1)


class Summary(NamedTuple):
    """The first player's results in some pairs."""

    pairs: int
    share: float  # of the points
    interval: Interval  # 95 %
    better: int  # pairs in which it did better with the same side
    worse: int
    lead: float
    lead_interval: Interval

    @property
    def decided_interval(self) -> Interval:
        """Return the interval of its share of the decided pairs."""
        return wilson(self.better, self.better + self.worse)


def summary(pairs: Sequence[Pair], sides: Sequence[str], z: float = Z_95) -> Summary:
    points = [pair.points(sides) for pair in pairs]
    counts = [points.count(value) for value in POINTS]
    who = [pair.better(sides) for pair in pairs]
    lead = mean_interval([pair.lead for pair in pairs], z)
    return Summary(
        len(pairs), share_of(counts), share_interval(counts, z), who.count(1), who.count(-1), *lead
    )


def mean_interval(values: Sequence[float], z: float = Z_95) -> tuple[float, Interval]:
    mean = fmean(values) if values else 0.0
    spread = z * stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("inf")
    return mean, Interval(mean - spread, mean + spread)


def judge(result: Result) -> tuple[Phase, int] | End:
    """Return what comes next: a phase and how many pairs it may still have, or the end with its verdict."""
    head, tests = result.head, result.tests
    tried = result.played("test")
    if tests.decision == "open" and tried < head.limit:
        return "test", head.limit - tried
    if tests.decision == "open":
        return _end("undecided", f"not decided after {tried} pairs")
    if tests.decision == "not better":
        return _end("not better", f"by points and by lead after {tests.pairs} pairs")
    share = share_of(tests.counts)
    if share < FLOOR:
        return _end("not better", f"its lead is greater, but it has only {share:.0%} of the points")
    wanted = max(head.confirm, tests.pairs)
    if result.played("confirmation") < wanted:
        return "confirmation", wanted - result.played("confirmation")
    again = summary(result.sound("confirmation"), head.sides, Z_CONFIRM)
    by_points = tests.by_points == "better"
    ahead = again.interval.low > 0.5 if by_points else again.lead_interval.low > 0
    text = f"by its {'points' if by_points else 'lead'} after {tests.pairs} pairs"
    if ahead and again.share >= FLOOR:
        return _end("better", f"{text}, and again in {again.pairs} pairs on fresh seeds")
    return _end("not confirmed", f"{text}, but not in {again.pairs} pairs on fresh seeds")


def _end(verdict: Verdict, why: str) -> End:
    return End(verdict, why, now())


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M")


def play(result: Result, workers: int, faults: Path, tell: Callable[[Result], None]) -> Result:
    """Play until the verdict; every pair is written to the file before the next one counts."""
    step = judge(result)
    while not isinstance(step, End):
        phase, most = step
        begin_at = result.head.test_from if phase == "test" else result.head.confirm_from
        first = begin_at + result.played(phase)
        seeds = range(first, first + most)
        for pair in play_pairs(result.head, phase, seeds, workers, faults, result.singles, result.path):
            add_line(result.path, pair)
            result.add(pair)
            tell(result)
            step = judge(result)
            if isinstance(step, End) or step[0] != phase:
                break
    result.end = step
    write_lines(result.path, [result.head, *result.pairs, step])
    return result


def play_pairs(
    head: Head,
    phase: Phase,
    seeds: range,
    workers: int,
    faults: Path,
    singles: Mapping[Job, Outcome] = MappingProxyType({}),
    path: Path | None = None,
) -> Iterator[Pair]:
    """Yield the pairs of these seeds in order, whichever game finishes first.

    Single games from an earlier run are not played again; new ones are saved in the file.
    """
    task = Task(head.game, head.scenario, head.options, head.players, "keyed", MAX_ORDERS, faults)
    came = dict(singles)
    next_ = iter(seeds)
    seed = next(next_)
    jobs = [(s, swapped) for s in seeds for swapped in (False, True) if (s, swapped) not in came]
    batches = spread(task.play, jobs, workers)
    try:
        for batch in batches:
            for record in batch:
                outcome = Outcome(record.winner, record.margin)
                came[record.seed, record.swapped] = outcome
                if path is not None:
                    add_line(path, Single(record.seed, record.swapped, outcome))
            while (seed, False) in came and (seed, True) in came:
                yield Pair(phase, seed, came.pop((seed, False)), came.pop((seed, True)))
                seed = next(next_, -1)
    finally:
        batches.close()


# The files


def add_line(path: Path, line: Line) -> None:
    with path.open("ab") as file:
        file.write(msgspec.json.encode(line) + b"\n")


def write_lines(path: Path, lines: Iterable[Line]) -> None:
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))


def read_result(path: Path) -> Result:
    """Read a result; drop an incomplete last line, which a killed program may have left."""
    lines = path.read_bytes().split(b"\n")
    whole = lines[:-1]
    try:
        head, *rest = [_LINES.decode(line) for line in whole]
    except (msgspec.MsgspecError, ValueError) as error:
        raise UserError(f"{path} is not a result of the arena: {error}") from None
    if not isinstance(head, Head):
        raise UserError(f"{path} is not a result of the arena: it does not begin with a head")
    end = rest[-1] if rest and isinstance(rest[-1], End) else None
    pairs = [line for line in rest if isinstance(line, Pair)]
    whole_pairs = {pair.seed for pair in pairs}
    singles = {
        (line.seed, line.swapped): line.outcome
        for line in rest
        if isinstance(line, Single) and line.seed not in whole_pairs
    }
    return Result(path, head, pairs, end, singles)


def read_results(folder: Path, game: str | None = None) -> list[Result]:
    """Read all results, or those of one game, in the order of their file names."""
    return [
        result
        for path in sorted(folder.glob("*/*.jsonl"))
        if game in (None, (result := read_result(path)).head.game)
    ]


class Used(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A range of seeds used outside the arena, as listed in seeds.toml."""

    game: str
    first: int
    last: int
    for_: str = msgspec.field(name="for")


def used_seeds(folder: Path, game: str) -> list[tuple[str, range]]:
    """Which seeds of a game have been used, and for what."""
    path = folder / "seeds.toml"
    listed: list[Used] = []
    if path.exists():
        try:
            table = read_toml_text(path.read_text(encoding="utf-8"))
            listed = msgspec.convert(table, dict[str, list[Used]]).get("used", [])
        except TomlFault as fault:
            raise UserError(f"{path}{fault.place}: {fault}") from None
        except (msgspec.MsgspecError, ValueError) as error:
            raise UserError(f"{path}: {error}") from None
    uses = [(one.for_, range(one.first, one.last + 1)) for one in listed if one.game == game]
    return uses + [use for result in read_results(folder, game) for use in result.ranges()]


def overlap(seeds: range, used: Iterable[tuple[str, range]]) -> str:
    """Return what some of these seeds were used for; empty if they are fresh."""
    return next((what for what, other in used if seeds.start < other.stop and other.start < seeds.stop), "")


def fresh_block(name: str, used: Sequence[tuple[str, range]]) -> int:
    """Return the first seed of an unused block. The search starts at a place that depends on the matchup, so
    that contests in two copies of the project do not take the same seeds.
    """
    for number in count(crc32(name.encode()) % BLOCKS):
        first = (FIRST_BLOCK + number) * BLOCK
        if not overlap(range(first, first + BLOCK), used):
            return first
    raise AssertionError("unreachable")


@dataclass(frozen=True)
class Wish:
    """A requested contest."""

    game: AnyGame
    scenario: str
    options: dict[str, Any]
    players: tuple[str, str]
    bounds: Bounds
    limit: int
    confirm: int
    test_from: int | None = None
    confirm_from: int | None = None

    def fits(self, head: Head) -> bool:
        """Return whether this is the contest of a file."""
        return (
            (head.game, head.scenario, head.players, head.options)
            == (self.game.id, self.scenario, self.players, self.options)
            and (head.bounds, head.limit, head.confirm) == (self.bounds, self.limit, self.confirm)
            and self.test_from in (None, head.test_from)
            and self.confirm_from in (None, head.confirm_from)
        )


def begin(folder: Path, wish: Wish, command: Sequence[str] = ()) -> Result:
    """Prepare a contest on seeds reserved for it."""
    name = "-".join((wish.game.id, wish.scenario, *wish.players))
    used = used_seeds(folder, wish.game.id)
    test = fresh_block(name, used) if wish.test_from is None else wish.test_from
    used.append(("the test itself", range(test, test + max(BLOCK, wish.limit))))
    again = fresh_block(name, used) if wish.confirm_from is None else wish.confirm_from
    if what := overlap(range(again, again + max(wish.confirm, wish.limit)), used):
        raise UserError(
            f"{wish.game.name} cannot be confirmed on the seeds from {again} on: some were used for {what}; "
            "leave --confirm-seed out for fresh ones"
        )
    sides = [side_word(side) for side in wish.game.sides]
    head = Head(
        game=wish.game.id,
        scenario=wish.scenario,
        players=wish.players,
        sides=(sides[0], sides[1]),
        options=wish.options,
        bounds=wish.bounds,
        limit=wish.limit,
        confirm=wish.confirm,
        test_from=test,
        confirm_from=again,
        rules=wish.game.version,
        version=__version__,
        python=platform.python_version(),
        commit=commit(),
        command=shlex.join(command),
        begun=now(),
    )
    place = folder / wish.game.id
    place.mkdir(parents=True, exist_ok=True)
    stem = "-".join((wish.scenario, *wish.players))
    path = next(p for n in count(1) if not (p := place / f"{stem}-{n}.jsonl").exists())
    add_line(path, head)
    return Result(path, head)


def go_on(result: Result, faults: Path) -> Result:
    """Restore an interrupted contest.

    Its last pair is replayed and must give the same result, or the players have changed. If no code has
    changed since it began, this is skipped.
    """
    same = unchanged(result.head.commit)
    if not same:
        result.singles.clear()
    left = [Single(*job, outcome) for job, outcome in result.singles.items()]
    write_lines(result.path, [result.head, *result.pairs, *left])
    if result.pairs and not same:
        last = result.pairs[-1]
        (again,) = play_pairs(result.head, last.phase, range(last.seed, last.seed + 1), 1, faults)
        if again != last:
            raise UserError(
                f"{result.path} was interrupted, and its last pair (seed {last.seed}) now ends differently: "
                "the players or the rules have changed since. Delete the file, or go back to its commit "
                f"{result.head.commit or '(unknown)'} to finish it"
            )
    return result


def unfinished(folder: Path, wish: Wish) -> Result | None:
    return next((r for r in read_results(folder, wish.game.id) if r.end is None and wish.fits(r.head)), None)


def commit() -> str:
    """Return the commit of the source tree, with a + if its code differs from it; empty outside a clone."""
    result = (_git("rev-parse", "--short=10", "HEAD") or "").strip()
    return result + ("+" if result and _git("status", "--porcelain", "--", "src", RATINGS) else "")


def unchanged(since: str) -> bool:
    """Return whether the code is still that of a commit; False if unknown."""
    return bool(since) and not since.endswith("+") and _git("diff", since, "--", "src", RATINGS) == ""


def _git(*words: str) -> str | None:
    """Return git's output for the source tree; None if there is no git, or it fails."""
    command = ["git", "-C", str(Path(__file__).resolve().parents[3]), *words]
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None
