"""A run of an experiment: a complete folder that can be continued however it was stopped.

    experiment.toml   the file, as it was
    run.json          versions, fingerprints of code and data, the configurations
    pending.jsonl     games played since the last batch, a line each, written as they end
    batches/000001/   games.parquet, turns.parquet, battles.parquet, control.parquet

A batch appears whole, by renaming its folder; only then is pending.jsonl emptied. A game in both was written
just before the run was killed, and counts once. An incomplete last line is ignored.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import IO

import msgspec

from ardennes import __version__
from ardennes.charts.intervals import wilson
from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.locking import lock
from ardennes.lab.arena import Outcome, Pair
from ardennes.lab.bids import choices
from ardennes.lab.experiment import Configuration, Experiment, changed_game, read_experiment
from ardennes.lab.play import MAX_ORDERS, play_out, set_table
from ardennes.lab.pool import spread
from ardennes.lab.record import FAILED, side_word
from ardennes.lab.rows import SCHEMA, GameRows, rows_of
from ardennes.lab.sequential import Contest
from ardennes.lab.tables import Tables, keys_of, write_tables

FILE, ABOUT, PENDING, BATCHES = "experiment.toml", "run.json", "pending.jsonl", "batches"
BATCH = 500  # games in a batch; fewer at the end of a run
SIDES = ("german", "allied")

Key = tuple[int, int, bool]  # configuration, seed, swapped
Ended = tuple[str, int]  # winner and margin


class About(msgspec.Struct, frozen=True):
    """The version and code of a run. It is the same on every machine."""

    schema: int
    version: str
    game: str
    rules: str
    code: str  # fingerprint of every module that affects play
    data: str  # fingerprint of the game's data folder
    experiment: Experiment


class Played(msgspec.Struct, frozen=True):
    """A game as a worker returns it: its line for pending.jsonl."""

    line: bytes
    seconds: float


# Something that plays games and yields batches of them as they finish.
Hands = Callable[[Callable[[Sequence[Key]], list[Played]], Sequence[Key]], Iterable[list[Played]]]


@dataclass(frozen=True)
class Work:
    """What the workers play; it is sent to them."""

    game: str
    dice: str
    configurations: tuple[Configuration, ...]
    faults: Path
    with_: tuple[str, str]  # fingerprints of code and data

    def play(self, jobs: Sequence[Key]) -> list[Played]:
        if fingerprints(self.game) != self.with_:
            raise UserError("a machine that plays has another Ardennes than the one that sends the games")
        return [self._play(*job) for job in jobs]

    def _play(self, number: int, seed: int, swapped: bool) -> Played:
        one = self.configurations[number - 1]
        game = _game(self.game, msgspec.json.encode(one.change))
        pair = (one.allied, one.german) if swapped else (one.german, one.allied)
        by_side = dict(zip(SIDES, pair, strict=True))
        players = [by_side[side_word(name)] for name in game.sides]
        table = set_table(game, players, seed, scenario=one.scenario, options=one.options, dice=self.dice)
        bids = choices(game, one.scenario)
        record = play_out(table, self.dice, MAX_ORDERS, self.faults / str(number), swapped, bids)
        return Played(msgspec.json.encode(rows_of(one, table, record)), record.seconds)


@functools.cache
def _game(name: str, change: bytes) -> AnyGame:
    """Return a game with its data changed, made once in each process."""
    return changed_game(find_game(name), FILE, msgspec.json.decode(change))[0]


# About a run


def about(experiment: Experiment) -> About:
    game = find_game(experiment.game)
    return About(SCHEMA, __version__, game.id, game.version, *fingerprints(game.id), experiment)


@functools.cache
def fingerprints(game: str) -> tuple[str, str]:
    """Return the fingerprints of the code that affects play, and of the game's data."""
    package = resources.files("ardennes")
    code = [package / name for name in ("hexes.py", "dice.py", "words.py", "kernel", "players")]
    code += [package / "lab" / name for name in ("play.py", "dice.py", "rows.py")]
    code += [package / "games" / game]
    data = [package / "games" / game / "data"]
    return _fingerprint(code, (".py",)), _fingerprint(data, (".csv", ".toml"))


def _fingerprint(roots: Iterable[Traversable], endings: tuple[str, ...]) -> str:
    """Return the fingerprint of every file with such an extension, regardless of line endings."""
    result = hashlib.blake2b(digest_size=8)
    for root in roots:
        for name, file in _files(root, root.name):
            if name.endswith(endings):
                result.update(f"{name}\n".encode() + file.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return result.hexdigest()


def _files(root: Traversable, name: str) -> Iterator[tuple[str, Traversable]]:
    if root.is_file():
        yield name, root
    elif root.is_dir():
        for one in sorted(root.iterdir(), key=lambda entry: entry.name):
            yield from _files(one, f"{name}/{one.name}")


@dataclass
class Run:
    """The contents of a run's folder."""

    folder: Path
    about: About
    batches: list[Path] = field(default_factory=list)
    pending: dict[Key, GameRows] = field(default_factory=dict)  # games that are in no batch yet
    done: dict[Key, Ended] = field(default_factory=dict)  # every game

    @property
    def experiment(self) -> Experiment:
        return self.about.experiment

    def tables(self) -> Tables:
        return Tables(self.batches, list(self.pending.values()))


def begin(file: Path, folder: Path, experiment: Experiment | None = None) -> Run:
    """Begin a run in a folder that does not exist yet, or is empty.

    `experiment` is played instead of everything that the file asks for, for example a part of it on other
    seeds.
    """
    experiment = experiment or read_experiment(file)
    if (folder / ABOUT).exists():
        raise UserError(f"there is a run in {folder} already: `ardennes lab resume {folder}` continues it")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(f"cannot begin a run in {folder}: it is not an empty folder; name another with --out")
    try:
        (folder / BATCHES).mkdir(parents=True)
        shutil.copyfile(file, folder / FILE)
        written = msgspec.json.format(msgspec.json.encode(about(experiment)))
        (folder / f"{ABOUT}.new").write_bytes(written)
        # atomically: without this file the folder is not a run
        (folder / f"{ABOUT}.new").replace(folder / ABOUT)
    except OSError as error:
        raise UserError(f"cannot write in {folder}: {error.strerror}") from None
    return open_run(folder)


def open_run(folder: Path) -> Run:
    """Read what has been played in a run so far."""
    try:
        said = msgspec.json.decode((folder / ABOUT).read_bytes(), type=About)
    except (FileNotFoundError, NotADirectoryError):
        raise UserError(f"there is no run in {folder}: `ardennes lab run FILE` makes one") from None
    except msgspec.DecodeError as error:
        raise UserError(f"{folder / ABOUT} cannot be read: {error}") from None
    if said.schema != SCHEMA:
        raise UserError(f"the run in {folder} has the schema {said.schema}; this version reads {SCHEMA}")
    run = Run(folder, said)
    for batch in sorted(path for path in (folder / BATCHES).iterdir() if path.name.isdigit()):
        run.batches.append(batch)
        for config, seed, swapped, winner, margin in keys_of(batch / "games.parquet"):
            run.done[config, seed, swapped] = winner, margin
    for game in _lines(folder / PENDING):
        if game.key not in run.done:
            run.pending[game.key] = game
            run.done[game.key] = game.game.winner, game.game.margin
    return run


def _lines(file: Path) -> Iterator[GameRows]:
    """Read the games of pending.jsonl; ignore an incomplete last line."""
    if file.exists():
        decoder = msgspec.json.Decoder(GameRows)
        for line in file.read_bytes().split(b"\n")[:-1]:
            yield decoder.decode(line)


# What to play


class Course:
    """The progress of a configuration.

    Which games it needs depends only on the games already played, not on when or by which worker: a stopping
    rule is checked only when every game up to the check is finished.
    """

    def __init__(self, experiment: Experiment, number: int) -> None:
        self._experiment, self.number = experiment, number
        self._taken = 0  # games up to the last check
        self._finished = self._wins = 0  # of these, wins of the German
        bounds = experiment.stop.sprt
        self._contest = Contest(bounds) if bounds is not None else None

    def due(self, done: Mapping[Key, Ended]) -> list[Key]:
        """Return the games to play next; none when there are enough."""
        stop = self._experiment.stop
        while self._taken < stop.games and not self._enough():
            look = min(self._taken + stop.look, stop.games)
            keys = [self._experiment.job(self.number, at) for at in range(self._taken, look)]
            if missing := [key for key in keys if key not in done]:
                return missing
            self._take([done[key] for key in keys])
            self._taken = look
        return []

    def _take(self, games: Sequence[Ended]) -> None:
        winners = [winner for winner, _ in games if winner != FAILED]
        self._finished += len(winners)
        self._wins += winners.count("german")
        if self._contest is not None:
            add_pairs(self._contest, games)

    def _enough(self) -> bool:
        width = self._experiment.stop.width
        if width is not None:
            low, high = wilson(self._wins, self._finished)
            if high - low <= width:
                return True
        return self._contest is not None and self._contest.decision != "open"


def courses(experiment: Experiment) -> list[Course]:
    return [Course(experiment, one.number) for one in experiment.configurations]


def due(on_the_way: Iterable[Course], done: Mapping[Key, Ended]) -> list[Key]:
    """Return the games to play next, seed by seed through the configurations."""
    result = [key for course in on_the_way for key in course.due(done)]
    return sorted(result, key=lambda key: (key[1], key[2], key[0]))


def left_at_most(experiment: Experiment, done: Mapping[Key, Ended]) -> int:
    """Return how many games remain if no rule stops an unfinished configuration."""
    return _left(experiment, due(courses(experiment), done), done)


def _left(experiment: Experiment, jobs: Iterable[Key], done: Iterable[Key]) -> int:
    playing = {number for number, _, _ in jobs}
    return len(playing) * experiment.stop.games - sum(number in playing for number, _, _ in done)


def add_pairs(contest: Contest, games: Sequence[Ended]) -> None:
    """Feed games, which are in pairs, to a test: is the first player, German before the swap, the better?"""
    for first, swapped in zip(games[::2], games[1::2], strict=False):
        pair = Pair("test", 0, Outcome(*first), Outcome(*swapped))
        if not pair.broken:
            contest.add(pair.points(SIDES), pair.lead)


# Playing


def play(
    run: Run,
    workers: int,
    report: Callable[[int, int], None] = lambda played, most: None,
    hands: Hands | None = None,
) -> None:
    """Play everything due, in processes of this machine or by other workers.

    `told` is called after every few games with the number played and the maximum.
    """
    experiment = run.experiment
    held = _claim(run.folder)
    if (now := about(experiment)) != run.about:
        held.close()
        raise UserError(_changed(run, now))
    playing = hands or functools.partial(spread, workers=workers)
    work = Work(
        experiment.game,
        experiment.dice,
        experiment.configurations,
        (run.folder / "faults").resolve(),
        (now.code, now.data),
    )
    decoder = msgspec.json.Decoder(GameRows)
    _settle(run)
    on_the_way = courses(experiment)
    with held, (run.folder / PENDING).open("ab") as file:
        try:
            while jobs := due(on_the_way, run.done):
                most = len(run.done) + _left(experiment, jobs, run.done)
                for batch in playing(work.play, jobs):
                    file.write(b"".join(played.line + b"\n" for played in batch))
                    file.flush()
                    for played in batch:
                        game = decoder.decode(played.line)
                        run.pending[game.key] = game
                        run.done[game.key] = game.game.winner, game.game.margin
                    if len(run.pending) >= BATCH:
                        _write_batch(run)
                        file.truncate(0)
                    report(len(run.done), most)
        finally:
            if run.pending:
                _write_batch(run)
                file.truncate(0)


def _claim(folder: Path) -> IO[str]:
    """Let only one process at a time play in a folder."""
    file = (folder / ".lock").open("a+", encoding="ascii")
    if not lock(file):
        file.close()
        raise UserError(f"the run in {folder} is being played by another process")
    return file


def _changed(run: Run, now: About) -> str:
    names = {"version": "version", "rules": "rules version", "code": "code", "data": "data of the game"}
    what = [word for name, word in names.items() if getattr(run.about, name) != getattr(now, name)]
    return (
        f"the run in {run.folder} was begun with another {' and another '.join(what) or 'program'}: rows of "
        f"both would not be comparable. Begin a new run with `ardennes lab run {run.folder / FILE}`."
    )


def _settle(run: Run) -> None:
    """Rewrite pending.jsonl with exactly the games that are in no batch."""
    lines = b"".join(msgspec.json.encode(game) + b"\n" for game in run.pending.values())
    fresh = run.folder / f"{PENDING}.new"
    fresh.write_bytes(lines)
    fresh.replace(run.folder / PENDING)
    for left in (run.folder / BATCHES).glob("new-*"):
        shutil.rmtree(left)


def _write_batch(run: Run) -> None:
    """Make one batch of the games that are in none, atomically."""
    name = f"{len(run.batches) + 1:06}"
    fresh = run.folder / BATCHES / f"new-{name}"
    fresh.mkdir()
    write_tables(fresh, run.pending.values())
    for file in fresh.iterdir():
        _on_disk(file)
    batch = run.folder / BATCHES / name
    fresh.rename(batch)
    run.batches.append(batch)
    run.pending.clear()


def _on_disk(file: Path) -> None:
    with file.open("rb+") as written:
        os.fsync(written.fileno())
