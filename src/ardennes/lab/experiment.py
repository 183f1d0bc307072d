"""An experiment as a file: the question, the games under each configuration, and the stopping rules.

    question = "Does a better 3:1 column win the Germans Bastogne?"
    game = "tigers"
    scenarios = ["bastogne"]
    measures = ["german_wins", "margin"]

    [[players]]                     # each pair under each configuration
    german = "staff"
    allied = "staff"

    [seeds]
    first = 1
    pairs = false                   # true: every seed twice, the second time with the players swapped

    [stop]                          # for each configuration
    games = 60                      # the most
    width = 0.2                     # enough when the interval of the German share is so narrow
    sprt = { share = 0.55 }         # enough when it is known whether the German's player is the better one

    [[vary]]
    name = "3:1"
    [[vary.level]]
    name = "printed"
    [[vary.level]]
    name = "better"
    change."crt.csv".6."3:1" = "D1"  # file, row, column

docs/reference/lab.md tells the rest.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ardennes.errors import UserError
from ardennes.games import find_game, measuring_for
from ardennes.kernel.contract import AnyGame, in_scenario
from ardennes.kernel.datafile import DataFileError, Overlay, Section, read_toml
from ardennes.kernel.match import check_scenario, settle_options
from ardennes.lab.designs import GRID, MOST, Cell, Level, asked, designed, level_of, part
from ardennes.lab.dice import KINDS, dice_for
from ardennes.lab.sequential import Bounds
from ardennes.players.api import check_player
from ardennes.toml_lines import place

LOOK = 20  # games between two checks of a stopping rule
# Measures to compare configurations by: a column of the table of games, and its title.
MEASURES = {
    "german_wins": "German victories",
    "margin": "Margin, for the German",
    "turns": "Turns played",
    "battles": "Battles",
    "german_men": "German men lost",
    "allied_men": "Allied men lost",
    "german_hexes": "Hexes in German hands at the end",
}


class Configuration(msgspec.Struct, frozen=True):
    """What some of the games share."""

    number: int
    name: str
    scenario: str
    german: str
    allied: str
    options: dict[str, Any]  # those not at their default
    change: dict[str, Any]  # cells of data: by file, row and column
    overlay: str  # fingerprint of the changes; empty for unchanged data
    levels: dict[str, str]  # by factor


class Stop(msgspec.Struct, frozen=True):
    """When a configuration has enough games."""

    games: int
    look: int  # games between two checks
    width: float | None = None
    sprt: Bounds | None = None


class Experiment(msgspec.Struct, frozen=True):
    """A file that has been read and checked."""

    question: str
    game: str
    dice: str
    first: int  # seed
    pairs: bool
    stop: Stop
    measures: tuple[str, ...]
    configurations: tuple[Configuration, ...]
    design: str = GRID
    factors: dict[str, tuple[str, ...]] = {}  # the names of their levels, in order

    def job(self, number: int, at: int) -> tuple[int, int, bool]:
        """Return the game of a configuration by its index: (configuration, seed, swapped)."""
        seed, swapped = (at // 2, at % 2 == 1) if self.pairs else (at, False)
        return number, self.first + seed, swapped


def read_experiment(path: Path) -> Experiment:
    """Read the experiment of a file; an error names file, line, field and valid values."""
    top = read_toml(path)
    try:
        return _experiment(top)
    except DataFileError as error:
        if error.file != top.file:
            raise  # in the game's data, or already reported
        field = error.where.removeprefix("field ")
        raise UserError(str(error).replace(f"{top.file}, field {field}", place(top.file, field), 1)) from None


def _experiment(top: Section) -> Experiment:
    top.only(("question", "game", "scenarios", "players", "dice", "measures", "options", "change", "seeds",
              "stop", "design", "vary"))  # fmt: skip
    game = asked(top, "game", lambda: find_game(top.text("game")))
    seeds = part(top, "seeds", ("first", "pairs"))
    pairs = seeds.flag("pairs", False)
    measures = top.texts("measures") if "measures" in top else ("german_wins", "margin")
    for name in measures:
        if name not in MEASURES:
            top.fail("measures", f"measures out of {', '.join(MEASURES)}", f"'{name}'")
    design = designed(top, game)
    if "dice" in top:
        top.choice("dice", KINDS)
    return Experiment(
        question=top.text("question"),
        game=game.id,
        dice=top.text("dice", KINDS[0]),
        first=seeds.whole("first", 0, MOST, 1),
        pairs=pairs,
        stop=_stop(part(top, "stop", ("games", "look", "width", "sprt")), pairs),
        measures=measures,
        configurations=tuple(_configurations(top, game, pairs, design.cells)),
        design=design.kind,
        factors=design.factors,
    )


def _number(section: Section, key: str, low: float, high: float) -> float:
    value = section.values.get(key)
    if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
        section.fail(key, f"a number from {low:g} to {high:g}")
    return float(value)


def _stop(stop: Section, pairs: bool) -> Stop:
    games = stop.whole("games", 1, MOST)
    look = stop.whole("look", 1, MOST, LOOK)
    for key, number in (("games", games), ("look", look)):
        if pairs and number % 2:
            stop.fail(key, "an even number: every seed is played twice")
    width = _number(stop, "width", 0.001, 0.99) if "width" in stop else None
    sprt = None
    if "sprt" in stop:
        if not pairs:
            stop.fail("sprt", "pairs = true in [seeds]: the test compares two players by pairs", "no pairs")
        bounds = stop.section("sprt")
        allowed = ("share", "lead", "alpha", "beta")
        bounds.only(allowed)
        lows = {"share": 0.501}
        given = {key: _number(bounds, key, lows.get(key, 0.001), 0.999) for key in bounds.values}
        sprt = Bounds(**given)
    return Stop(games, look if width or sprt else games, width, sprt)


# Configurations


def _configurations(
    top: Section, game: AnyGame, pairs: bool, cells: Sequence[Cell]
) -> Iterator[Configuration]:
    scenarios = top.texts("scenarios") if "scenarios" in top else (game.scenarios[0].id,)
    players = top.tables("players")
    if not players:
        top.fail("players", "at least one table [[players]] with german and allied")
    base = level_of(top, game)
    every = itertools.product(scenarios, players, cells)
    for number, (scenario, who, (name, levels)) in enumerate(every, 1):
        who.only(("german", "allied"))
        merged = Level("", scenario, who.text("german"), who.text("allied"), base.options, base.change)
        for level in levels.values():
            merged = _over(merged, level)
        asked(who, "german", functools.partial(check_player, merged.german, game))
        asked(who, "allied", functools.partial(check_player, merged.allied, game))
        if pairs and merged.german == merged.allied:
            who.fail("allied", "another player than the German's: with pairs = true a seed is played twice "
                     "with the players swapped, and two of the same would play one game twice")  # fmt: skip
        names = [
            *([merged.scenario] if len(scenarios) > 1 else []),
            *([f"{merged.german} against {merged.allied}"] if len(players) > 1 else []),
            *([name] if name else []),
        ]
        yield Configuration(
            number,
            ", ".join(names) or "all games",
            merged.scenario,
            merged.german,
            merged.allied,
            _playable(top, game, merged, (base, *levels.values()), ", ".join(names)),
            merged.change,
            fingerprint(merged.change) if merged.change else "",
            {name: level.name for name, level in levels.items()},
        )


def _playable(
    top: Section, game: AnyGame, merged: Level, levels: Sequence[Level], name: str
) -> dict[str, Any]:
    """Make the game of a configuration once, so that any error is reported before the first game; return its
    options that are not at their default.
    """
    asked(top, "scenarios", functools.partial(check_scenario, game, merged.scenario))
    options = asked(top, "options", functools.partial(settle_options, game, merged.options))
    where = f"{top.file} ({name})" if name else top.file
    try:
        _made(game, where, merged, options)
    except DataFileError as error:
        for level in levels:
            if level.change and _fails(game, merged, level, options):
                raise UserError(f"{place(top.file, level.field)}: {error}") from None
        raise
    defaults = settle_options(game, {})
    return {key: value for key, value in options.items() if value != defaults[key]}


def _made(game: AnyGame, where: str, level: Level, options: Mapping[str, Any]) -> None:
    changed, overlay = changed_game(game, where, level.change)
    played = in_scenario(changed, level.scenario)
    measuring_for(played, played.start(level.scenario, options, dice_for("keyed", 1)))
    if overlay is not None:
        overlay.check()


def _fails(game: AnyGame, merged: Level, level: Level, options: Mapping[str, Any]) -> bool:
    """Return whether the changes of this level alone are invalid."""
    try:
        _made(game, "", msgspec.structs.replace(merged, change=level.change), options)
    except DataFileError:
        return True
    return False


def changed_game(game: AnyGame, file: str, change: Mapping[str, Any]) -> tuple[AnyGame, Overlay | None]:
    """Return the game with cells of its data changed; errors name `file`."""
    if not change:
        return game, None
    overlay = Overlay(Section(file, "change", change))
    kind: Any = type(game)
    world: Any = type(game.world)  # type: ignore[attr-defined]  # every game with data has one
    return kind(world(folder=overlay)), overlay


def fingerprint(value: Any) -> str:
    """Return a fingerprint; equal values have equal fingerprints on every machine."""
    encoded = msgspec.json.encode(value, order="sorted")
    return hashlib.blake2b(encoded, digest_size=8).hexdigest()


def _over(below: Level, above: Level) -> Level:
    return Level(
        above.name,
        above.scenario or below.scenario,
        above.german or below.german,
        above.allied or below.allied,
        {**below.options, **above.options},
        _merged(below.change, above.change),
    )


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Merge nested tables; the later one wins."""
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        result[key] = _merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return result
