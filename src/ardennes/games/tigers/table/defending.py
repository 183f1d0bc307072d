"""The fate of the side attacked, for the card of an answer during the enemy's turn."""

from __future__ import annotations

from ardennes.games.tigers.rules.combat import retreat
from ardennes.games.tigers.rules.combat.odds import defenders_at, known_odds
from ardennes.games.tigers.rules.model.state import DISRUPTED, Battle, TigersState
from ardennes.games.tigers.schema.terms import DUMP
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.defending import Fate, Ground, Pieces, fate_of


def battle_mark(s: TigersState) -> object | None:
    """Return what identifies the battle that is being resolved."""
    return None if s.battle is None else (s.turn, s.phase, s.battle.number, s.kgp_attacks)


def _battle(s: TigersState) -> Battle:
    assert s.battle is not None
    return s.battle


def _pieces(w: World, s: TigersState, units: list[int]) -> Pieces:
    here = [unit for unit in units if s.where[unit] >= 0]
    return Pieces(
        {w.units[unit].id: w.grid.labels[s.where[unit]] for unit in here},
        {w.units[unit].id: s.status[unit] & DISRUPTED for unit in here},
    )


def defenders(w: World, s: TigersState) -> list[int]:
    """Return the defenders of the battle that is being resolved."""
    b = _battle(s)
    units = (unit for cell in b.targets for unit in defenders_at(w, s, cell, w.side[b.attackers[0]]))
    return [unit for unit in units if w.units[unit].kind != DUMP]


def fate(w: World, before: TigersState, after: TigersState) -> Fate:
    """Return what the battle did to its defenders."""
    b, units = _battle(before), defenders(w, before)
    ground = Ground(
        w.labels(b.targets),
        w.places(b.targets),
        "Disrupted",
        lambda a, c: w.apart[w.grid.at(a)][w.grid.at(c)],
        all(retreat.surrounded(w, before, b, unit) for unit in units),
        up_to=True,
    )
    return fate_of(_pieces(w, before, units), _pieces(w, after, units), ground)


def reason(w: World, s: TigersState) -> tuple[str, list[str]]:
    """Return the odds of the battle, and how they came about."""
    b = _battle(s)
    lines = [f"{b.attack} against {sum(b.defence)}"]
    if b.result:  # rolled: some of the units may be lost
        return w.tables.odds[b.column], [*lines, b.result]
    odds = known_odds(w, s, b.attackers, b.targets)
    lines += [f"{w.tables.odds[max(0, odds.raw)]}, then"] if odds.shifts else []
    lines += [f"{line[1]:+d} {line[0]}" for line in odds.shifts]
    return w.tables.odds[b.column], lines
