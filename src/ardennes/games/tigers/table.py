"""Tigers on the table: the position, what is legal and the odds as plain values for a client."""

from __future__ import annotations

import functools
import importlib.resources
import re
from collections.abc import Sequence
from typing import Any, cast

import msgspec

from ardennes.games.tigers import orders as o
from ardennes.games.tigers import state as f
from ardennes.games.tigers.allowance import omf_half
from ardennes.games.tigers.attacks import possible_targets
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.movement import mf
from ardennes.games.tigers.moves import routes
from ardennes.games.tigers.odds import defence_lines, odds_of
from ardennes.games.tigers.reinforcements import due_turn
from ardennes.games.tigers.sequence_of_play import SETUP, TURN, current_phase
from ardennes.games.tigers.shorthand import write
from ardennes.games.tigers.supply import supplied_hexes
from ardennes.games.tigers.terms import AIR_TYPES, ALLIED, GERMAN, KINDS, SIDES, WEATHERS
from ardennes.games.tigers.victory import ALLIED_PLACES, GERMAN_PLACES, WINNING_QUARTERS, holds
from ardennes.games.tigers.why import against_attack, against_move, order_for
from ardennes.games.tigers.world import EXIT, World
from ardennes.games.tigers.zones import covered
from ardennes.hexes import OFF_MAP, bits
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.offers import Branch, Offer, orders
from ardennes.kernel.table import Plain, plain_refusal

MARKS = (
    (f.DISRUPTED, "disrupted"),
    (f.ENTRENCHED, "entrenched"),
    (f.MOVED, "moved"),
    (f.ATTACKED, "attacked"),
    (f.OMB_SPENT, "bonus spent"),
    (f.AIR_SUPPLIED, "air supplied"),
    (f.BROKEN_DOWN, "broken down"),
)
MOST_ORDERS = 400  # a client is given so many single orders of one decision at most
BRIDGES = {
    f.NO_BRIDGE: "gone",
    f.PRE_BUILT: "intact",
    f.GERMAN_ENGINEERS: "engineers",
    f.ALLIED_ENGINEERS: "engineers",
}


class TigersTable:
    """The table of one game; it holds nothing that changes."""

    def __init__(self, game: Tigers) -> None:
        self.game = game
        self.world = game.world

    def stage(self) -> Plain:
        w = self.world
        return {
            "game": self.game.id,
            "name": self.game.name,
            "sides": list(SIDES),
            "map": _map_art(),
            "hexes": [_hex(w, cell) for cell in w.grid.cells],
            "units": {u.id: _counter(w, u.index) for u in w.units},
            "air": {
                a.id: {"name": a.name, "side": SIDES[a.side], "type": AIR_TYPES[a.type]} for a in w.air_units
            },
            "phases": [{"id": str(i), "label": p.title, "side": SIDES[p.side]} for i, p in enumerate(TURN)],
            "odds": list(w.tables.odds),
            "crt": [list(row) for row in w.tables.crt[1:]],
        }

    def board(self, view: f.TigersState, side: int | None) -> Plain:
        w = self.world
        phase = current_phase(view) if not view.over else None
        result = self.game.result(view)
        return {
            "turn": view.turn,
            "turns": w.constants.turns,
            "date": f"{w.constants.first_day - 1 + view.turn} December 1944" if view.turn else "set-up",
            "weather": WEATHERS[view.weather],
            "phase": None
            if phase is None
            else {
                "id": str(view.phase),
                "title": phase.title,
                "side": SIDES[phase.side],
                "setup": not view.turn,
                "of": len(TURN if view.turn else SETUP),
            },
            "units": [self._unit(view, u) for u in range(len(w.units)) if view.where[u] >= 0],
            "off_map": self._off_map(view),
            "control": {
                w.grid.label(c): SIDES[ALLIED if view.held >> c & 1 else GERMAN]
                for c in bits((view.held ^ w.board.allied_side) & w.grid.mask)
            },
            "bridges": [
                {
                    "id": w.bridge_names[r.index],
                    "state": BRIDGES[view.bridge[r.index]],
                    "owner": SIDES[view.bridge_owner[r.index]],
                }
                for r in w.board.rivers
                if r.road or view.bridge[r.index]
            ],
            "attacks": [
                {
                    "number": n,
                    "targets": w.labels(c.targets),
                    "attackers": w.ids(c.attackers),
                    "status": ("pending", "fought", "cancelled", "void")[c.status],
                }
                for n, c in enumerate(view.attacks)
            ],
            "battle": self._battle(view),
            "victory": self._victory(view),
            "air": [self._air(view, a.index) for a in w.air_units],
            "markers": {SIDES[s]: view.markers[s] for s in (GERMAN, ALLIED)},
            "fuel_from": view.fuel_from,
            "ruthless_turn": view.ruthless_turn,
            "dump": self._dump(view),
            "supply": {SIDES[s]: w.labels(list(bits(supplied_hexes(w, view, s)))) for s in (GERMAN, ALLIED)},
            "zoc": {SIDES[s]: w.labels(list(bits(covered(w, view, s)))) for s in (GERMAN, ALLIED)},
            "result": None if result is None else msgspec.to_builtins(result),
        }

    def _unit(self, view: f.TigersState, unit: int) -> Plain:
        w = self.world
        status = view.status[unit]
        return {
            "id": w.units[unit].id,
            "hex": w.grid.label(view.where[unit]),
            "marks": [name for flag, name in MARKS if status & flag],
            "spent": mf(view.spent[unit]) if view.spent[unit] else "",
        }

    def _off_map(self, view: f.TigersState) -> Plain:
        w = self.world
        due = [
            {"unit": u.id, "turn": due_turn(w, view, u.index), "edge": u.edge}
            for u in w.units
            if view.where[u.index] == f.NOT_YET and u.arrival
        ]
        return {
            "dead": [u.id for u in w.units if view.where[u.index] == f.DEAD],
            "exited": [u.id for u in w.units if view.where[u.index] == f.EXITED],
            "due": sorted(due, key=lambda d: (d["turn"], d["unit"])),
        }

    def _battle(self, view: f.TigersState) -> Plain | None:
        b, w = view.battle, self.world
        if b is None:
            return None
        return {
            "targets": w.labels(b.targets),
            "attackers": w.ids(b.attackers),
            "column": w.tables.odds[b.column],
            "result": b.result,
            "no_retreat": b.no_retreat,
            "distance": b.distance,
            "to_retreat": [w.units[u].id for u, _ in b.to_retreat],
        }

    def _victory(self, view: f.TigersState) -> list[Plain]:
        w = self.world
        exits = f"German exits: {view.exited / 4:g} of {WINNING_QUARTERS // 4} divisions"
        lines = [
            {"text": exits, "met": view.exited >= WINNING_QUARTERS, "rule": "TIA-VIC-1", "side": "german"}
        ]
        for side, places, rule in (
            (GERMAN, GERMAN_PLACES, "TIA-VIC-5"),
            (ALLIED, ALLIED_PLACES, "TIA-VIC-7"),
        ):
            for place in places:
                met = holds(w, view, side, place)
                hex_ = w.grid.label(w.board.hex_of[place])
                lines.append({"text": place, "met": met, "rule": rule, "side": SIDES[side], "hex": hex_})
        return lines

    def _air(self, view: f.TigersState, air: int) -> Plain:
        back = view.air_back[air]
        state = "lost" if back == f.LOST_FOR_GOOD else "away" if back > view.turn else "ready"
        if state == "ready" and view.air_flown[air] == view.turn:
            state = "flown"
        return {"id": self.world.air_units[air].id, "state": state, "back": back if state == "away" else 0}

    def _dump(self, view: f.TigersState) -> Plain | None:
        w = self.world
        if w.dump < 0 or view.where[w.dump] < 0:
            return None
        return {
            "hex": w.grid.label(view.where[w.dump]),
            "owner": SIDES[view.dump_owner],
            "known": view.dump_known,
        }

    def choices(self, view: f.TigersState, side: int) -> Plain:
        """What one may click now. Long decisions give units and targets; short ones every order."""
        w = self.world
        decisions = self.game.decisions(view)
        mine = [d for d in decisions if d.side == side]
        found: Plain = {
            "decision": None if not decisions else msgspec.to_builtins(decisions[0]),
            "mine": bool(mine),
            "buttons": [],
            "units": [],
            "targets": [],
            "hexes": {},
        }
        if not mine:
            return found
        offers = self.game.offers(view, side)
        frame = view.stack[-1]
        if isinstance(
            frame, f.Moving | f.OnTheWay | f.PeiperGoesOn | f.Advancing | f.Retreating | f.SettingUp
        ):
            found["units"] = sorted({_first_unit(w, offer) for offer in offers} - {""})
        if isinstance(frame, f.Declaring | f.PeiperGoesOn):
            found["targets"] = [
                {"hex": w.grid.label(t), "attackers": w.ids(units)}
                for t, units in possible_targets(w, view, side).items()
            ]
        if isinstance(
            frame, f.Moving | f.OnTheWay | f.PeiperGoesOn | f.Declaring | f.SettingUp | f.Advancing
        ):
            listed = [offer for offer in offers if not isinstance(offer, Branch)]
        else:
            listed = [order for _, order in zip(range(MOST_ORDERS), orders(offers), strict=False)]
        for order in listed:
            self._sort(found, order)
        return found

    def _sort(self, found: Plain, order: Order) -> None:
        """An order under the hex it names, or among the buttons."""
        entry = {"label": write(cast(o.AnyOrder, order)), "order": msgspec.to_builtins(order)}
        place = getattr(order, "hex", None) or getattr(order, "target", None)
        if isinstance(place, str) and self.world.grid.find(place) is not None:
            found["hexes"].setdefault(place, []).append(entry)
        else:
            found["buttons"].append(entry)

    def reach(self, view: f.TigersState, side: int, unit: str) -> list[Plain]:
        w = self.world
        index = w.by_id.get(unit)
        if index is None or not view.stack or view.stack[-1].side != side or w.side[index] != side:
            return []
        frame = view.stack[-1]
        if isinstance(frame, f.Moving | f.OnTheWay | f.PeiperGoesOn):
            omb = isinstance(frame, f.OnTheWay) and frame.omb
            return [
                _way(w, route, limit_left(w, view, index, route.spent))
                for route in routes(w, view, index, omb)
            ]
        found = []
        for offer in self.game.offers(view, side):
            if _first_unit(w, offer) == unit:
                found += [self._placing(order) for order in orders([offer])]
        return found

    def _placing(self, order: Order) -> Plain:
        path = list(getattr(order, "path", ())) or [getattr(order, "hex", "")]
        return {
            "hex": path[-1] if path else "",
            "left": "",
            "order": msgspec.to_builtins(order),
            "marks": [],
            "path": path,
        }

    def why(self, view: f.TigersState, side: int, unit: str | None, hex_: str | None) -> list[Refusal]:
        w = self.world
        if hex_ is None or not view.stack:
            return []
        cell = EXIT if hex_ == "exit" else w.grid.find(hex_)
        if cell is None:
            return [Refusal("TIA-MAP-1", f"There is no hex {hex_!r}.")]
        index = w.by_id.get(unit) if unit else None
        frame = view.stack[-1]
        if index is None:
            return self._why_hex(view, side, cell)
        if isinstance(frame, f.Moving | f.OnTheWay | f.PeiperGoesOn):
            return against_move(w, view, index, cell)
        order = order_for(w, view, index, cell) if cell != EXIT else None
        refusal = self.game.check(view, side, order or o.Move(w.units[index].id, (hex_,)))
        return [] if refusal is None else [refusal]

    def _why_hex(self, view: f.TigersState, side: int, cell: int) -> list[Refusal]:
        """Why nobody attacks this hex now."""
        w = self.world
        beside = [
            u
            for u in w.of_side[side]
            if view.where[u] >= 0 and cell != EXIT and w.grid.adjacent(view.where[u], cell)
        ]
        found = [r for r in (against_attack(w, view, u, cell) for u in beside) if r is not None]
        if not beside:
            found = [Refusal("TIA-CRT-23", "No unit of yours is beside it.")]
        return list(dict.fromkeys(found))

    def odds(self, view: f.TigersState, side: int, targets: Sequence[str], attackers: Sequence[str]) -> Plain:
        w = self.world
        order = o.Attack(tuple(targets), tuple(attackers))
        refusal = self.game.check(view, side, order)
        cells = [c for c in (w.grid.find(t) for t in targets) if c is not None]
        units = [w.by_id[a] for a in attackers if a in w.by_id and view.where[w.by_id[a]] >= 0]
        found: Plain = {
            "refusal": plain_refusal(refusal),
            "columns": list(w.tables.odds),
            "lines": [],
            "shifts": [],
        }
        beside = [u for u in units if cells and all(w.grid.adjacent(view.where[u], c) for c in cells)]
        if not beside or len(beside) != len(units) or len(cells) != len(targets):
            return found
        odds = odds_of(w, view, units, cells)
        defence = [line for c in cells for line in defence_lines(w, view, c, units)]
        chances = self.game.preview(view, side, order)
        joined = {u for t in cells for u in possible_targets(w, view, side).get(t, [])}
        found.update(
            attack=odds.attack,
            defence=odds.total_defence,
            raw=w.tables.odds[odds.raw] if odds.raw >= 0 else "below 1:5",
            column=w.tables.odds[odds.column] if odds.column >= 0 else "below 1:5",
            lines=[_factor(w, u) for u in units]
            + [{"what": a, "value": b, "rule": c, "side": "defence"} for a, b, c in defence],
            shifts=[{"what": a, "value": b, "rule": c} for a, b, c in odds.shifts],
            chances=[{"result": c.outcome, "percent": round(100 * float(c.probability), 2)} for c in chances],
            more=[self._with(view, [*units, u], cells, u) for u in sorted(joined - set(units))],
            less=[self._with(view, [x for x in units if x != u], cells, u) for u in units if len(units) > 1],
        )
        return found

    def _with(self, view: f.TigersState, units: list[int], cells: list[int], changed: int) -> Plain:
        w = self.world
        odds = odds_of(w, view, units, cells)
        column = w.tables.odds[odds.column] if odds.column >= 0 else "below 1:5"
        return {"unit": w.units[changed].id, "column": column}


def limit_left(w: World, view: f.TigersState, unit: int, spent: int) -> int:
    """Half-MF left of the basic OMF after a move, never below 0."""
    return max(0, omf_half(w, view, unit) - spent)


def _way(w: World, route: Any, left: int) -> Plain:
    marks = ["road mode"] if route.road_end else [] if route.can_attack else ["bonus"]
    return {
        "hex": "exit" if route.cell == EXIT else w.grid.label(route.cell),
        "left": mf(left),
        "order": msgspec.to_builtins(route.order),
        "marks": marks,
        "path": [step.removesuffix("r") for step in route.order.path],
    }


def _factor(w: World, unit: int) -> Plain:
    return {"what": w.units[unit].short, "value": w.factor[unit], "rule": "TIA-CRT-1", "side": "attack"}


def _first_unit(w: World, offer: Offer) -> str:
    """The unit an offer is about, if it is about one."""
    unit = offer.key if isinstance(offer, Branch) else getattr(offer, "unit", "")
    return unit if unit in w.by_id else ""


def _hex(w: World, cell: int) -> Plain:
    board, grid = w.board, w.grid
    bit = 1 << cell
    terrain = "Hohe Venn" if board.venn & bit else "forest" if board.forest & bit else "open"
    if board.venn & board.forest & bit:
        terrain = "Hohe Venn and forest"
    place = board.place_of.get(cell, "")
    kind = "city" if board.city & bit else "town" if board.town & bit else ""
    radius, origin, _ = _frame()
    column, row = grid.column[cell], grid.row[cell]
    up = row + (0.5 if column % 2 == 0 else 0.0)
    return {
        "id": grid.label(cell),
        "x": round(origin[0] + 1.5 * radius * column, 1),
        "y": round(origin[1] - 3**0.5 * radius * up, 1),
        "terrain": terrain,
        "place": place,
        "kind": kind,
        "side": SIDES[GERMAN if board.german_side & bit else ALLIED],
        "near": [grid.label(n) for n in grid.neighbours[cell] if n != OFF_MAP],
        "roads": [
            grid.label(n)
            for d, n in enumerate(grid.neighbours[cell])
            if n != OFF_MAP and board.road_dirs[cell] >> d & 1
        ],
        "rivers": [
            grid.label(n)
            for d, n in enumerate(grid.neighbours[cell])
            if n != OFF_MAP and board.river_at[cell][d] >= 0
        ],
        "text": ", ".join(x for x in (f"{place} ({kind})" if place and kind else place, terrain) if x),
    }


STYLES = {"german": "heer", "us": "us", "british": "uk"}
GLYPHS = {
    "para": "airborne",
    "skorzeny": "commando",
    "vdh": "airborne",
    "combat_command": "armor",
    "tiger": "armor",
}


def _counter(w: World, unit: int) -> Plain:
    info = w.units[unit]
    kind = KINDS[info.kind]
    style = STYLES[info.nation]
    if info.ss:
        style = "ss"
    elif kind in ("para", "vdh"):
        style = {"german": "fj", "us": "us_airborne", "british": "uk"}[info.nation]
    size = "XX" if info.size == 0 else "X" if info.size == 1 else "II"
    return {
        "name": info.name,
        "short": info.short,
        "side": SIDES[info.side],
        "nation": info.nation,
        "kind": kind,
        "glyph": GLYPHS.get(kind, kind),
        "size_mark": "III" if kind == "cavalry" or unit == w.peiper else size,
        "style": style,
        "factor": info.factor,
        "moves": info.omf,
        "tiger": kind == "tiger",
    }


@functools.cache
def _frame() -> tuple[float, tuple[float, float], tuple[float, float]]:
    """Radius, origin and size of the map art, as its root element tells them."""
    art = importlib.resources.files("ardennes.web").joinpath("maps/tigers-paper.svg")
    with art.open("r", encoding="utf-8") as file:
        head = file.read(400)
    found = dict(re.findall(r'(data-radius|data-origin|viewBox)="([^"]+)"', head))
    x, y = map(float, found["data-origin"].split())
    _, _, width, height = map(float, found["viewBox"].split())
    return float(found["data-radius"]), (x, y), (width, height)


def _map_art() -> Plain:
    radius, origin, size = _frame()
    return {
        "art": {"paper": "maps/tigers-paper.svg", "winter": "maps/tigers-winter.svg"},
        "radius": radius,
        "origin": list(origin),
        "size": list(size),
    }
