"""The conformance harness, which every game must pass before it is published.

`run(game, seeds=range(50))` plays random legal games to the end and examines states on the way. It checks
that offers and refusals agree, copies and saves are equal, hidden facts do not leak, forecasts agree with
play, and undo stops where it must. Each fault comes with a short save file that shows it.
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
    """Play and examine one game for each seed; stop after `stop_after` faults. Without a scenario
    the seeds use all of them in turn. `vary_options` chooses the options that are not given at random, from
    the seed. Cases of faults are written to `folder`.
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
    """Return the scenario, options and dice for a seed number."""
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
    """Play one game, examine it if it is due, and add the findings to the report."""
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


def _case(game: AnyGame, played: PlayedGame, level: Level, result: Found) -> tuple[Fault, bytes]:
    """Return the fault with its shortest case, also as a save file."""
    played.journal.extend(result.after)
    journal = list(played.journal)
    depth = level if level.states else LEVELS["quick"]
    if result.kind != "endless":  # a game that never ends has no short case
        shrinker = Shrinker(game, played.setting, depth, result, played.number)
        journal = shrinker.shrink(played.journal)
        if shrinker.last is not None:
            result = shrinker.last
    name = f"{game.id}-seed{played.number}-{result.kind}.json"
    case = as_save(game, played.setting, journal)
    fault = Fault(
        kind=result.kind,
        message=result.message,
        game=game.id,
        scenario=played.setting.scenario,
        options={
            spec.key: value
            for spec in game.options
            if (value := played.setting.options[spec.key]) != spec.default
        },
        seed=played.number,
        order_number=len(played.journal),
        side="" if result.side is None else game.sides[result.side],
        order=as_json(result.order),
        shortened_to=len(journal),
        save=name if case else "",
    )
    return fault, case


def as_save(game: AnyGame, setting: Setting, journal: Journal) -> bytes:
    """Return the orders as a save file; if the game cannot be replayed, up to the order that fails."""
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
