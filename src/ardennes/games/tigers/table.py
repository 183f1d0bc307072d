"""Tigers on the table: the position, what is legal and the odds as plain values for a client."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.games.tigers import orders as o
from ardennes.games.tigers import state as f
from ardennes.games.tigers.allowance import omf_half
from ardennes.games.tigers.attacks import possible_targets
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.movement import mf
from ardennes.games.tigers.moves import Route, attachments, routes
from ardennes.games.tigers.odds import defence_lines, odds_of
from ardennes.games.tigers.reinforcements import due_turn
from ardennes.games.tigers.sequence_of_play import SETUP, TURN, Phase, current_phase, phasing
from ardennes.games.tigers.supply import supplied_hexes
from ardennes.games.tigers.table_choices import choices, first_unit, order_entry
from ardennes.games.tigers.table_stage import counter, hex_facts, map_art
from ardennes.games.tigers.terms import AIR_TYPES, ALLIED, GERMAN, SIDES, TIGER, WEATHERS
from ardennes.games.tigers.victory import ALLIED_PLACES, GERMAN_PLACES, WINNING_QUARTERS, holds
from ardennes.games.tigers.why import against_attack, against_move, order_for
from ardennes.games.tigers.world import EXIT, World
from ardennes.games.tigers.zones import covered
from ardennes.hexes import bits
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.offers import orders
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
            "map": map_art(),
            "hexes": [hex_facts(w, cell) for cell in w.grid.cells],
            "units": {u.id: counter(w, u.index) for u in w.units},
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
            "strip": strip(view),
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
            "setting": self._setting(view),
            "hidden": not view.dump_known,
            "result": None if result is None else msgspec.to_builtins(result),
        }

    def _setting(self, view: f.TigersState) -> list[Plain]:
        """What else holds this turn, in words."""
        w = self.world
        ruthless = "invoked this turn" if view.ruthless_turn == view.turn else f"turn {view.ruthless_turn}"
        pools = ", ".join(f"{SIDES[s].capitalize()} {view.markers[s]}" for s in (GERMAN, ALLIED))
        dump = self._dump(view)
        lines = [
            ("Weather", WEATHERS[view.weather], "TIA-WX-1"),
            ("Flights a side", " / ".join(str(n) for n in w.tables.air_limits[view.weather]), "TIA-AIR-2"),
            ("German fuel limit", f"from turn {view.fuel_from}", "TIA-FUEL-1"),
            ("Engineer bridges left", pools, "TIA-BRIDGE-2"),
            ("Ruthlessness", ruthless if view.ruthless_turn else "not invoked", "TIA-SS-1"),
            ("Fuel dump", f"{dump['hex']}, {dump['owner']}" if dump else "not found", "TIA-FUEL-2"),
        ]
        return [{"what": a, "value": b, "rule": c} for a, b, c in lines]

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
        return choices(self.game, view, side)

    def reach(self, view: f.TigersState, side: int, unit: str) -> list[Plain]:
        w = self.world
        index = w.by_id.get(unit)
        if index is None or not view.stack or view.stack[-1].side != side or w.side[index] != side:
            return []
        frame = view.stack[-1]
        if isinstance(frame, f.Moving | f.OnTheWay | f.PeiperGoesOn):
            return self._marches(view, index, frame)
        return [
            self._placing(view, order)
            for offer in self.game.offers(view, side)
            if first_unit(w, offer) == unit and not isinstance(offer, o.OtherEdge | o.BreakDown)
            for order in orders([offer])
        ]

    def _marches(self, view: f.TigersState, unit: int, frame: f.Frame) -> list[Plain]:
        """Every way to set out: as it is, on a Tiger's bonus, with units attached to Peiper."""
        w = self.world
        if isinstance(frame, f.OnTheWay):
            modes: list[tuple[bool, tuple[str, ...]]] = [(frame.omb, ())]
        else:
            modes = [(False, ())]
            if w.units[unit].kind == TIGER:
                modes.append((True, ()))
            if unit == w.peiper:
                modes += [(False, joined) for joined in attachments(w, view)]
        found = []
        for omb, joined in modes:
            names = " and ".join(w.units[w.by_id[n]].short for n in joined)
            mode = "on its bonus" if omb and len(modes) > 1 else f"with {names} attached" if joined else ""
            ways = [
                _way(w, route, limit_left(w, view, unit, route.spent), mode)
                for route in routes(w, view, unit, omb, joined)
            ]
            found += _ask_which(ways, unit == w.peiper)
        return found

    def _placing(self, view: f.TigersState, order: Order) -> Plain:
        path = list(getattr(order, "path", ())) or [getattr(order, "hex", "")]
        entry = order_entry(self.world, view, order)
        return {
            "hex": path[-1],
            "left": "",
            "order": entry["order"],
            "marks": [],
            "mode": "",
            "ask": True,
            "label": entry["label"],
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
            order=msgspec.to_builtins(self.game.tidy(order)) if refusal is None else None,
            attach=self._attached(view, side, order),
        )
        return found

    def _attached(self, view: f.TigersState, side: int, order: o.Attack) -> list[Plain]:
        """The same attack with units attached to Peiper first, TIA-KGP-8."""
        w = self.world
        found = []
        for joined in attachments(w, view) if w.units[w.peiper].id in order.attackers else []:
            more = o.Attack(order.targets, order.attackers, joined)
            if set(joined) <= set(order.attackers) and self.game.check(view, side, more) is None:
                names = " and ".join(w.units[w.by_id[n]].short for n in joined)
                label = f"Declare with {names} attached to Peiper"
                found.append({"label": label, "order": msgspec.to_builtins(self.game.tidy(more))})
        return found

    def _with(self, view: f.TigersState, units: list[int], cells: list[int], changed: int) -> Plain:
        w = self.world
        odds = odds_of(w, view, units, cells)
        column = w.tables.odds[odds.column] if odds.column >= 0 else "below 1:5"
        return {"unit": w.units[changed].id, "column": column}


def limit_left(w: World, view: f.TigersState, unit: int, spent: int) -> int:
    """Half-MF left of the basic OMF after a move, never below 0."""
    return max(0, omf_half(w, view, unit) - spent)


def _way(w: World, route: Route, left: int, mode: str) -> Plain:
    marks = ["road mode"] if route.road_end else [] if route.can_attack else ["bonus"]
    said = {"road mode": "in road mode", "bonus": "on the bonus: it cannot attack"}
    off = route.cell == EXIT
    return {
        "hex": "exit" if off else w.grid.label(route.cell),
        "left": mf(left),
        "order": msgspec.to_builtins(route.order),
        "marks": marks,
        "mode": mode,
        "ask": False,
        "label": "Leave the map" if off else said[marks[0]] if marks else "ready to attack",
        "path": [step.removesuffix("r") for step in route.order.path],
    }


def _ask_which(ways: list[Plain], always: bool) -> list[Plain]:
    """The best arrival at a hex comes first; the player is asked where none is plainly the best."""
    by_hex: dict[str, list[Plain]] = {}
    for way in ways:
        by_hex.setdefault(way["hex"], []).append(way)
    found = []
    for here in by_hex.values():
        here.sort(key=lambda way: bool(way["marks"]))
        several = len(here) > 1 and (always or bool(here[0]["marks"]))
        found += [{**way, "ask": several} for way in here]
    return found


def _factor(w: World, unit: int) -> Plain:
    return {"what": w.units[unit].short, "value": w.factor[unit], "rule": "TIA-CRT-1", "side": "attack"}


STRIP = {
    "hide dump": "Fuel dump",
    "set up": "Set-up",
    "hosts": "Tigers",
    "relocate": "1st Infantry",
    "drop": "Drop",
    "weather": "Weather",
    "reinforcements": "Arrivals",
    "movement": "Move",
    "stacking": "Move",
    "declaration": "Declare",
    "air": "Air",
    "bombing": "Air",
    "recovery": "Air",
    "combat": "Combat",
    "victory": "Supply",
    "supply flights": "Supply",
    "supply": "Supply",
    "bridges": "Bridges",
    "entrenching": "Dig in",
    "end": "Dig in",
}


def strip(view: f.TigersState) -> list[Plain]:
    """The phases of this player-turn in short, for the strip at the top; one of them is now."""
    if view.over:
        return []
    now = _step_of(current_phase(view))
    if not view.turn:
        return [{"label": STRIP[p.name], "now": _step_of(p) == now} for p in SETUP]
    side = phasing(view)
    found: dict[str, bool] = {}
    if current_phase(view).name == "weather":
        found["Weather"] = True
    for phase in TURN:
        mover = 1 - phase.side if phase.name in ("recovery", "victory") else phase.side
        if mover == side and phase.name != "weather":
            found.setdefault(_step_of(phase), False)
    found[now] = True
    return [{"label": label, "now": is_now} for label, is_now in found.items()]


def _step_of(phase: Phase) -> str:
    return STRIP[phase.name] + (" 2" if phase.second else "")
