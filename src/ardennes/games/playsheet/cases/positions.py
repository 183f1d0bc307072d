"""Case files: calculations on a position: routes, reach, supply, what may fly, points."""

from __future__ import annotations

from fractions import Fraction

from ardennes.cases.ask import Calculation, Facts
from ardennes.games.playsheet.cases.ask import Ask
from ardennes.games.playsheet.cases.board import read_hex
from ardennes.games.playsheet.facts import PRINTED
from ardennes.games.playsheet.rules import pools
from ardennes.games.playsheet.rules.advantages import enveloped
from ardennes.games.playsheet.rules.ground_orders import walk_route
from ardennes.games.playsheet.rules.planning import lifted, reach, start_clock, time_limit
from ardennes.games.playsheet.rules.reports import heading
from ardennes.games.playsheet.rules.supply import in_supply
from ardennes.games.playsheet.rules.victory import ledger
from ardennes.games.playsheet.schema.terms import (
    DIRECTIONS,
    GROUNDS,
    MODES,
    POINTS,
    POOLS,
    TERRAINS,
    TURN,
)
from ardennes.games.playsheet.words import mode_named
from ardennes.kernel.contract import Refusal


def _mode(ask: Ask) -> int:
    word = ask.arguments.text("mode", MODES[0])
    found = mode_named(word)
    return ask.arguments.unknown("mode", word, "a mode", MODES) if found is None else MODES.index(found)


def _route(ask: Ask) -> Facts:
    """What a route takes as planned, or the rule that forbids it."""
    unit, mode = ask.unit(), _mode(ask)
    found = walk_route(ask.w, ask.s, unit, mode, tuple(ask.arguments.texts("route")), TURN, "OPS-MOVE-4")
    if isinstance(found, Refusal):
        return {"legal": False, "rule": found.rule}
    return {
        "legal": True,
        "rule": "none",
        "end": ask.w.label(found.end),
        "used": Fraction(found.time, TURN),
        "leaves": found.leaves,
    }


def _reach(ask: Ask) -> Facts:
    unit, mode = ask.unit(), _mode(ask)
    found = reach(ask.w, ask.s, unit, mode).cost
    return {
        "hexes": frozenset(map(ask.w.label, found)),
        "used": {ask.w.label(cell): Fraction(time, TURN) for cell, time in found.items()},
        "farthest": max(ask.w.distance(ask.s.where[unit], cell) for cell in found),
        "lifted": lifted(ask.w, ask.s, unit, mode),
        "limit": Fraction(time_limit(ask.w, ask.s, unit), TURN),
        "starts": Fraction(start_clock(ask.w, ask.s, unit), TURN),
    }


def _hex(ask: Ask) -> Facts:
    w, cell = ask.w, ask.hex()
    around = {
        name: w.label(near) if near >= 0 else "none"
        for name, near in zip(DIRECTIONS, w.neighbours[cell], strict=True)
    }
    return around | {
        "hex": w.label(cell),
        "terrain": TERRAINS[w.terrain[cell]],
        "ground": GROUNDS[w.ground[cell]],
        "zone": w.zone[cell],
        "road": bool(w.road_hex >> cell & 1),
        "axial": [w.q[cell], w.r[cell]],
        "area": frozenset(map(w.label, w.area(cell))),
    }


def _distance(ask: Ask) -> Facts:
    a, b = ask.hex("from"), ask.hex("to")
    point = heading(ask.w, a, b)
    return {
        "hexes": ask.w.distance(a, b),
        "km": ask.w.km(a, b),
        "direction": POINTS[point] if point >= 0 else "none",
    }


def _unit(ask: Ask) -> Facts:
    unit = ask.unit()
    return {fact.key: fact.of(ask.w, ask.s, unit) for fact in PRINTED.facts}


def _supplied(ask: Ask) -> Facts:
    """Is a unit in supply as things stand? OPS-SUP-3."""
    unit = ask.unit()
    found = in_supply(ask.w, ask.s, ask.w.units[unit].side)
    return {"supplied": bool(found[ask.s.where[unit]])}


def _may_fly(ask: Ask) -> Facts:
    side, pool = ask.side(), ask.choice("pool", "an air pool", POOLS)
    ready = pools.fit(ask.w, ask.s, side, pool)
    return {"ready": len(ready), "may_fly": pools.may_fly(ask.w, ask.s, side, pool)}


def _ledger(ask: Ask) -> Facts:
    lines = ledger(ask.w, ask.s)
    return {"points": sum(points for _, points in lines), "lines": dict(lines)}


def _envelopment(ask: Ask) -> Facts:
    """Do attackers in these hexes envelop the target? OPS-ADV-1."""
    hexes = {read_hex(ask.w.board, ask.arguments, "from", label) for label in ask.arguments.texts("from")}
    return {"enveloped": enveloped(ask.w, ask.s.readings, ask.hex("target"), hexes)}


CALCULATIONS: dict[str, Calculation[Ask]] = {
    "route": Calculation(("unit", "mode", "route"), _route),
    "reach": Calculation(("unit", "mode"), _reach),
    "hex": Calculation(("hex",), _hex),
    "distance": Calculation(("from", "to"), _distance),
    "unit": Calculation(("unit",), _unit),
    "supplied": Calculation(("unit",), _supplied),
    "may_fly": Calculation(("side", "pool"), _may_fly),
    "envelopment": Calculation(("target", "from"), _envelopment),
    "ledger": Calculation((), _ledger),
}
