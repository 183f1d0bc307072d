"""What became of last turn's orders, as far as their side can tell from where its units are now."""

from __future__ import annotations

from ardennes.games.playsheet.rules import orders as o
from ardennes.games.playsheet.rules.planning import believed_blown
from ardennes.games.playsheet.rules.state import DEAD, EXITED, NOTHING, PlaysheetState
from ardennes.games.playsheet.schema.terms import DUMP, EXIT
from ardennes.games.playsheet.schema.world import World
from ardennes.games.playsheet.words import doing, place
from ardennes.kernel.table import Carried, Mark


def carried(w: World, s: PlaysheetState, side: int | None) -> list[Carried]:
    """Every order of last turn that was to bring something about; the reasons stand in the turn's report."""
    if side is None or s.over:
        return []
    return [line for unit in w.of_side[side] if (line := outcome(w, s, unit)) is not None]


def outcome(w: World, s: PlaysheetState, unit: int) -> Carried | None:
    order = s.last_sheet[unit]
    if order is None or isinstance(order, o.Defend | o.Rest):
        return None
    came, mark = _came(w, s, unit, order)
    target = getattr(order, "target", getattr(order, "anchor", ""))
    return {"unit": order.unit, "words": doing(w, s, order), "came": came, "mark": mark, "hex": target}


def _came(w: World, s: PlaysheetState, unit: int, order: o.GroundOrder) -> tuple[str, Mark]:
    where = s.where[unit]
    if where == DEAD:
        return "it is destroyed", "bad"
    if where == EXITED:
        return "it has left the map", "good"
    here = w.label(where)
    match order:
        case o.Move(route=route):
            return _arrived(w, here, route[-1])
        case o.Attack(target=target):
            return ("it is there", "good") if here == target else (f"it is in {place(w, here)}", "")
        case o.Prepare():
            ready = s.prepared[unit] != NOTHING
            return ("it is prepared", "good") if ready else ("it is not prepared", "bad")
        case o.Support(route=route) if route:
            return _arrived(w, here, route[-1])
        case o.Demolish(what=hexside) if hexside != DUMP:
            return _bridge(w, s, unit, hexside, down=True)
        case o.Bridge(hexside=hexside):
            return _bridge(w, s, unit, hexside, down=False)
    return "", ""


def _arrived(w: World, here: str, end: str) -> tuple[str, Mark]:
    if here == end:
        return "it is there", "good"
    short = "it has not left the map" if end == EXIT else "it did not get there"
    return f"{short}: it is in {place(w, here)}", "bad"


def _bridge(w: World, s: PlaysheetState, unit: int, hexside: str, *, down: bool) -> tuple[str, Mark]:
    index = w.bridge_by_id.get(hexside)
    is_down = index is not None and bool(believed_blown(s, w.units[unit].side) >> index & 1)
    return "it is down" if is_down else "it stands", "good" if is_down == down else "bad"
