"""The conformance harness: what every game must pass before anybody plays it.

`run(game, seeds=range(50))` plays random legal games to their end and examines states on the way:
offers and refusals agree, copies and saves are true, nothing hidden leaks, forecasts agree with play,
undo stops where it must. A fault comes with a short save file that shows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from ardennes.dice import seed_from_number
from ardennes.kernel import savefile
from ardennes.kernel.conformance.examine import Journal, examine_game
from ardennes.kernel.conformance.legality import as_json
from ardennes.kernel.conformance.play import PlayedGame, play_to_end
from ardennes.kernel.conformance.report import (
    KINDS,
    LEVELS,
    Fault,
    Found,
    Level,
    Progress,
    Report,
)
from ardennes.kernel.conformance.shrink import Shrinker
from ardennes.kernel.contract import AnyGame, Options, in_scenario
from ardennes.kernel.match import Match, Setting, check_scenario, settle_options

__all__ = ["KINDS", "LEVELS", "Fault", "Level", "Progress", "Report", "run"]

MAX_ORDERS = 20_000


def run(
    game: AnyGame,
    scenario: str | None = None,
    options: Options | None = None,
    seeds: Sequence[int] = range(20),
    *,
    level: str | Level = "quick",
    vary_options: bool = False,
    max_orders: int = MAX_ORDERS,
    stop_after: int = 1,
    folder: Path | None = None,
    progress: Progress | None = None,
) -> Report:
    """Play and examine one game a seed; stop after so many faults.

    Without a scenario the seeds take turns over all of them. `vary_options` draws the options that are
    not given by the seed. Cases of faults are written to `folder`.
    """
    depth = LEVELS[level] if isinstance(level, str) else level
    report, cases = Report(game.id), dict[str, bytes]()
    started = monotonic()
    for count, number in enumerate(seeds, 1):
        setting = setting_of(game, number, scenario, options or {}, vary_options)
        played = PlayedGame(number, setting)
        _one_game(in_scenario(game, setting.scenario), played, depth, max_orders, report, cases)
        if progress is not None:
            progress(count, len(seeds))
        if len(report.faults) >= stop_after:
            break
    report.seconds = monotonic() - started
    if folder is not None and report.faults:
        report.write_cases(folder, cases)
    return report


def setting_of(
    game: AnyGame, number: int, scenario: str | None, options: Options, vary_options: bool
) -> Setting:
    """Scenario, options and dice that a seed number stands for."""
    if scenario is None:
        scenario = game.scenarios[number % len(game.scenarios)].id
    check_scenario(game, scenario)
    chosen = dict(options)
    if vary_options:
        rng = Random(f"options {number}")
        for spec in game.options:
            chosen.setdefault(spec.key, rng.choice(spec.choices))
    return Setting(scenario, settle_options(game, chosen), seed_from_number(number))


def _one_game(
    game: AnyGame, played: PlayedGame, level: Level, max_orders: int, report: Report, cases: dict[str, bytes]
) -> None:
    """Play one game, look into it if its turn has come, and add what was seen to the report."""
    rng = Random(f"play {played.number}")
    full_length = 0
    try:
        play_to_end(game, played, rng, max_orders)
        full_length = len(played.journal)
        if level.audit_every and played.number % level.audit_every == 0:
            examine_game(game, played, level, rng, report.done)
    except Found as found:
        fault, case = _case(game, played, level, found)
        report.faults.append(fault)
        if case:
            cases[fault.save] = case
    result = played.result
    if result is not None:
        report.winners["nobody" if result.winner is None else game.sides[result.winner]] += 1
    report.games += 1
    report.orders += full_length or len(played.journal)
    report.longest = max(report.longest, full_length or len(played.journal))


def _case(game: AnyGame, played: PlayedGame, level: Level, found: Found) -> tuple[Fault, bytes]:
    """The fault with its shortest case and that case as a save file."""
    played.journal.extend(found.after)
    journal = list(played.journal)
    depth = level if level.states else LEVELS["quick"]
    if found.kind != "endless":  # what never ends has no short case
        shrinker = Shrinker(game, played.setting, depth, found, played.number)
        journal = shrinker.shrink(played.journal)
        if shrinker.last is not None:
            found = shrinker.last
    name = f"{game.id}-seed{played.number}-{found.kind}.json"
    case = as_save(game, played.setting, journal)
    fault = Fault(
        kind=found.kind,
        message=found.message,
        game=game.id,
        scenario=played.setting.scenario,
        options={
            spec.key: value
            for spec in game.options
            if (value := played.setting.options[spec.key]) != spec.default
        },
        seed=played.number,
        order_number=len(played.journal),
        side="" if found.side is None else game.sides[found.side],
        order=as_json(found.order),
        shortened_to=len(journal),
        save=name if case else "",
    )
    return fault, case


def as_save(game: AnyGame, setting: Setting, journal: Journal) -> bytes:
    """The orders as a save file; where the game cannot even be replayed, as far as it goes."""
    try:
        match: Match[Any] = Match(game, setting)
    except Exception:
        return b""  # the set-up itself fails: seed and scenario are the case
    for side, order in journal:
        try:
            match.play(side, order)
        except Exception:
            break
    return savefile.to_bytes(match)
