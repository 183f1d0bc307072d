"""The fate of the defenders of a battle, for the card of an answer during the enemy's turn."""

from __future__ import annotations

from ardennes.games.wave_of_terror.rules.combat.odds import odds_name, odds_of_battle
from ardennes.games.wave_of_terror.rules.model.position import units_at
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.defending import Fate, Ground, Pieces, fate_of


def battle_mark(s: WaveState) -> object | None:
    """Return what identifies the battle that is being resolved."""
    return None if s.battle is None else (s.turn, s.couplet, s.acting, s.step, s.battle.target)


def _pieces(w: World, s: WaveState, units: list[int]) -> Pieces:
    here = [unit for unit in units if s.where[unit] >= 0]
    return Pieces(
        {w.units[unit].id: w.grid.labels[s.where[unit]] for unit in here},
        {w.units[unit].id: -s.steps[unit] for unit in here},
    )


def fate(w: World, before: WaveState, after: WaveState) -> Fate:
    """Return what the battle did to its defenders."""
    target = before.fought.target
    units = list(units_at(w, before, target))
    steps = sum(before.steps[unit] - (after.steps[unit] if after.where[unit] >= 0 else 0) for unit in units)
    wound = "1 step lost" if steps == 1 else f"{steps} steps lost"
    far = w.grid.distance
    ground = Ground(
        [w.grid.labels[target]],
        w.place(target),
        wound,
        lambda a, b: far(w.grid.at(a), w.grid.at(b)),
    )
    return fate_of(_pieces(w, before, units), _pieces(w, after, units), ground)


def reason(w: World, s: WaveState) -> tuple[str, list[str]]:
    """Return the odds of the battle, and how they came about."""
    b = s.fought
    if b.attacker_loss or b.defender_loss:  # rolled: some of the units may be lost
        return f"{b.attacker_loss}/{b.defender_loss}", []
    odds = odds_of_battle(w, s, b)
    lines = [f"{odds.attack} against {odds.defense}"]
    lines += [f"{odds_name(odds.raw)}, then"] if odds.shifts else []
    lines += [f"{line.columns:+d} {line.what}" for line in odds.shifts]
    return odds_name(odds.position), lines
