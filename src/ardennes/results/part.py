"""A part of the published figures: what it measures, and the tables it fills in the documentation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from ardennes.charts.intervals import wilson
from ardennes.games import find_game
from ardennes.kernel.match import settle_options
from ardennes.lab.bids import choices
from ardennes.lab.play import MAX_ORDERS, Task
from ardennes.lab.pool import Job, spread
from ardennes.lab.record import GameRecord
from ardennes.players.versions import players_version
from ardennes.results.data import Row

if TYPE_CHECKING:
    from ardennes.lab.experiment import Experiment
    from ardennes.lab.run import Run

Say = Callable[[str], None]


def version_key(game: str) -> str:
    """Name the rules and the players that the games of a rulebook depend on, for file names in the cache."""
    return f"rules{find_game(game).version}-players{players_version(game)}"


class Matchup(NamedTuple):
    """Games between two players, in the order of the game's sides."""

    game: str
    scenario: str
    player: str
    opponent: str
    first: int  # seed
    games: int
    swap: bool = False  # every seed twice, the second time with the players swapped
    options: tuple[tuple[str, Any], ...] = ()
    dice: str = "keyed"
    with_bids: bool = False  # each game is also judged with every bid there is

    @property
    def key(self) -> str:
        """A file name that names everything the games depend on."""
        options = "".join(f"-{key}={value}" for key, value in self.options)
        swap = "-swap" if self.swap else ""
        dice = "" if self.dice == "keyed" else f"-{self.dice}"
        judged = "-bids" if self.with_bids else ""
        sides = f"{self.player}-{self.opponent}{swap}{options}{dice}{judged}"
        return f"{self.game}-{self.scenario}-{sides}-{self.first}-{version_key(self.game)}"

    def jobs(self) -> list[Job]:
        if not self.swap:
            return [(self.first + n, False) for n in range(self.games)]
        return [(self.first + n // 2, n % 2 == 1) for n in range(self.games)]


class Work:
    """Plays games and remembers them, so that a part that is stopped continues where it was."""

    def __init__(self, cache: Path, workers: int, say: Say) -> None:
        self.cache, self.workers, self.say = cache, workers, say

    def play(self, matchup: Matchup) -> list[GameRecord]:
        """Return the games of a matchup by seed, playing those that are not in the cache."""
        self.cache.mkdir(parents=True, exist_ok=True)
        file = self.cache / f"{matchup.key}.jsonl"
        known = {(record.seed, record.swapped): record for record in _read(file)}
        missing = [job for job in matchup.jobs() if job not in known]
        if missing:
            self.say(f"{matchup.key}: {len(missing)} of {matchup.games} games to play")
            game = find_game(matchup.game)
            options = settle_options(game, dict(matchup.options))
            names, faults = (matchup.player, matchup.opponent), self.cache / "faults"
            judged = choices(game, matchup.scenario) if matchup.with_bids else ()
            task = Task(
                matchup.game, matchup.scenario, options, names, matchup.dice, MAX_ORDERS, faults, judged
            )
            with file.open("ab") as out:
                for batch in spread(task.play, missing, self.workers):
                    for record in batch:
                        out.write(msgspec.json.encode(record) + b"\n")
                        known[record.seed, record.swapped] = record
                    out.flush()
        return [known[job] for job in matchup.jobs()]

    def experiment(self, file: Path, name: str, experiment: Experiment | None = None) -> Run:
        """Return the finished run of an experiment, continuing one that was stopped under the same code."""
        from ardennes.lab import run  # needs the extra `lab`
        from ardennes.lab.experiment import read_experiment

        asked = experiment or read_experiment(file)
        folder = self.cache / f"{name}-{'-'.join(run.fingerprints(asked.game))}"
        self.say(f"{name}: playing what is missing")
        result = run.open_run(folder) if (folder / run.ABOUT).is_file() else run.begin(file, folder, asked)
        run.play(result, self.workers)
        return result

    def cached(self, key: str, compute: Callable[[], Any]) -> Any:
        """Return what `compute` returned the first time, as JSON data."""
        self.cache.mkdir(parents=True, exist_ok=True)
        file = self.cache / f"{key}.json"
        if not file.is_file():
            self.say(f"{key}: computing")
            unfinished = file.with_suffix(".part")
            unfinished.write_bytes(msgspec.json.encode(compute()))
            unfinished.replace(file)
        return msgspec.json.decode(file.read_bytes())


def _read(file: Path) -> list[GameRecord]:
    """Read the games of a cache file. An unfinished last line is cut off: that game is played again."""
    if not file.is_file():
        return []
    data = file.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        file.write_bytes(whole)
    return [msgspec.json.decode(line, type=GameRecord) for line in whole.splitlines()]


class Part(NamedTuple):
    """A part of the published figures."""

    name: str
    about: str  # what it measures, and how long that takes on two cores
    games: tuple[str, ...]  # whose rules and players the figures depend on
    seeds: str
    measure: Callable[[Work], Sequence[Mapping[str, Any]]]
    tables: Mapping[str, Callable[[Sequence[Row]], list[str]]]  # by name of a place in the documentation


def markdown(header: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """Return a Markdown table, a string per line."""
    lines = [f"| {' | '.join(header)} |", "|" + "---|" * len(header)]
    return lines + [f"| {' | '.join(map(str, row))} |" for row in rows]


def share(wins: int, games: int) -> str:
    """Return a share with its 95 % interval for people to read: "52 of 100: 52 % (42 to 62)"."""
    low, high = wilson(wins, games)
    return f"{wins} of {games}: {100 * wins / games:.0f} % ({100 * low:.0f} to {100 * high:.0f})"
