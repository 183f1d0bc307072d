"""Reinforcements (TIA-REINF) and the breaking down of U.S. armored divisions (TIA-ARMD)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar

from ardennes.games.tigers.rules.model import state as st
from ardennes.games.tigers.rules.model.events import Combined, EdgeChanged, Entered, Split
from ardennes.games.tigers.rules.model.orders import END, BreakDown, Combine, End, Enter, OtherEdge
from ardennes.games.tigers.rules.model.position import derived, mustered, put, recall, set_flag, units_at
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.movement.bridges import meuse_reached
from ardennes.games.tigers.rules.movement.carry_out import occupy
from ardennes.games.tigers.rules.movement.step import rides_on_foot
from ardennes.games.tigers.rules.movement.supply import line_from_west
from ardennes.games.tigers.rules.movement.zones import any_zone
from ardennes.games.tigers.rules.sequence.decision_base import UntilEnd
from ardennes.games.tigers.schema.terms import ALLIED, ARMOR, COMBAT_COMMAND, DIVISION, GERMAN
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Events, Order, Refusal
from ardennes.kernel.deciding import Deeds, no_die

EARLY_EDGES = ("W", "S")  # TIA-REINF-11
MOST_ENTRIES = 5000  # lists of entry orders in the cache
COMMANDS = 3  # that replace a division, TIA-ARMD-1


def due_turn(w: World, s: TigersState, unit: int) -> int:
    """Return the game-turn from which the unit may enter; 0 if it never does."""
    info = w.units[unit]
    turn = s.arrival[unit]
    if not turn:
        return 0
    if s.early_allies and info.nation == "us" and info.edge in EARLY_EDGES:
        turn = max(1, turn - 1)
    if info.early_release and s.meuse_reached:
        turn = min(turn, s.turn)
    return turn


def waiting(w: World, s: TigersState, side: int) -> list[int]:
    """Return the units of the side that are due and not yet on the map, TIA-REINF-1, TIA-REINF-12."""

    def think() -> list[int]:
        return [u for u in w.of_side[side] if s.where[u] == st.NOT_YET and w.units[u].arrival]

    absent, arrival = mustered(w, s, ("absent", side), think), s.arrival
    far_off = s.turn + 1  # at most one turn early (TIA-REINF-11) until the Meuse is reached
    return [
        u for u in absent if (arrival[u] <= far_off or s.meuse_reached) and 0 < due_turn(w, s, u) <= s.turn
    ]


def check_meuse(w: World, s: TigersState) -> None:
    """Note for good whether the Germans have reached the Meuse, at the start of their turn, TIA-REINF-10."""
    s.meuse_reached = s.meuse_reached or meuse_reached(w, s)


def edge_hexes(w: World, s: TigersState, unit: int) -> int:
    """Return the hexes of the unit's edge, TIA-REINF-3, TIA-REINF-4, TIA-REINF-5, TIA-REINF-6."""
    info, board = w.units[unit], w.board
    if info.side == GERMAN:
        return board.east
    waited = s.variant.other_edge_unannounced and info.nation == "us" and due_turn(w, s, unit) < s.turn
    if s.status[unit] & st.ANY_EDGE or waited:
        return (board.north | board.west | board.south) & board.allied_side
    edges = {"N": board.north, "W": board.west, "S": board.south, "NW": board.north_west, "E": board.east}
    return edges[info.edge] & board.allied_side


def entry_hexes(w: World, s: TigersState, unit: int) -> int:
    """Return the hexes where the unit may enter now."""
    return _bare_entry(w, s, unit) & ~_barred(w, s, unit)


def _bare_entry(w: World, s: TigersState, unit: int) -> int:
    hexes = edge_hexes(w, s, unit)
    if w.units[unit].nation == "us":
        hexes &= s.held & line_from_west(w, s)
    return hexes


def _barred(w: World, s: TigersState, unit: int) -> int:
    """Return enemy hexes, and enemy zones without a friendly unit, TIA-REINF-7, TIA-REINF-8."""
    side = w.side[unit]

    def barred() -> int:
        d = derived(w, s)
        heydte = s.where[w.heydte] if w.heydte >= 0 and side == ALLIED else -1
        enemy = d.fighters[1 - side] | (1 << heydte if heydte >= 0 else 0)
        return enemy | any_zone(w, s, 1 - side) & ~d.fighters[side]

    return recall(w, s, ("barred", side), barred)


def check_enter(w: World, s: TigersState, side: int, order: Enter) -> Refusal | None:
    """Return why the unit may not enter there now; None if it may."""
    unit = w.by_id[order.unit]
    refusal = _due_refusal(w, s, side, unit)
    if refusal is not None:
        return refusal
    cell, by_road = w.steps[order.hex]
    bit, info, label = 1 << cell, w.units[unit], w.place(cell)
    if not edge_hexes(w, s, unit) & bit:
        rule = (
            "TIA-REINF-3" if side == GERMAN else "TIA-REINF-4" if info.nation == "british" else "TIA-REINF-5"
        )
        return Refusal(rule, f"{label} is not on the edge where {info.name} enters.")
    d = derived(w, s)
    if d.fighters[1 - side] & bit:
        return Refusal("TIA-REINF-7", f"{label} holds an enemy unit.")
    if _barred(w, s, unit) & bit:
        heydte = w.heydte >= 0 and side == ALLIED and s.where[w.heydte] == cell
        rule = "TIA-REINF-7" if heydte else "TIA-REINF-8"
        return Refusal(rule, f"An enemy unit or its zone bars {label}.")
    if not _bare_entry(w, s, unit) & bit:
        return Refusal(
            "TIA-REINF-5",
            f"{label} is not joined to the western edge by open Allied hexes.",
            "Wait, or choose another edge and enter from next turn on.",
        )
    return _road_refusal(w, s, unit, cell) if by_road else None


def _road_refusal(w: World, s: TigersState, unit: int, cell: int) -> Refusal | None:
    """Return why a unit may not choose road rate for its entry hex; None if it may, TIA-ROAD-4,
    TIA-REINF-9."""
    name, label = w.units[unit].name, w.place(cell)
    if w.units[unit].mechanized:
        facts = f"{name} always pays road rate where a road leaves the map."
        return Refusal("TIA-REINF-9", facts, f"Enter at {label}.")
    if not w.board.edge_road >> cell & 1:
        return Refusal("TIA-ROAD-7", f"No road leaves the map from {label}.", "Enter at the normal rate.")
    if not rides_on_foot(w, s, unit):
        return Refusal("TIA-ROAD-4", f"{name} cannot use road rate now.", "Enter at the normal rate.")
    return None


def _due_refusal(w: World, s: TigersState, side: int, unit: int) -> Refusal | None:
    info = w.units[unit]
    if info.side != side:
        return Refusal("TIA-SEQ-1", f"{info.name} belongs to the other side.")
    if s.where[unit] != st.NOT_YET:
        return Refusal("TIA-REINF-2", f"{info.name} is not waiting to enter.")
    turn = due_turn(w, s, unit)
    if not 0 < turn <= s.turn:
        when = f"is due on turn {turn}" if turn else "does not arrive as a reinforcement"
        return Refusal("TIA-REINF-1", f"{info.name} {when}.")
    return None


def entry_cost(w: World, unit: int, cell: int, by_road: bool) -> int:
    """Return the cost of the entry hex: road rate where a road leaves the map, TIA-REINF-9."""
    if not w.units[unit].mechanized:
        return w.road_rate if by_road else w.foot_cost[cell]
    return w.road_rate if w.board.edge_road >> cell & 1 else w.mech_cost[cell]


def apply_enter(w: World, s: TigersState, order: Enter, events: Events) -> None:
    unit, (cell, by_road) = w.by_id[order.unit], w.steps[order.hex]
    put(w, s, unit, cell)
    s.spent[unit] = entry_cost(w, unit, cell, by_road)
    s.status[unit] = st.STIRRED
    if by_road:
        s.road_users |= 1 << unit
    events.append(Entered(order.unit, w.grid.label(cell), s.spent[unit]))
    occupy(w, s, unit, cell, events)


def check_other_edge(w: World, s: TigersState, side: int, order: OtherEdge) -> Refusal | None:
    unit = w.by_id[order.unit]
    refusal = _due_refusal(w, s, side, unit)
    if refusal is None and w.units[unit].nation != "us":
        refusal = Refusal(
            "TIA-REINF-6", f"{w.units[unit].name} is not a U.S. unit and cannot enter by another edge."
        )
    if refusal is None and s.variant.other_edge_unannounced:
        refusal = Refusal(
            "TIA-REINF-6",
            "By an option of this match, a unit that waits a turn may use any Allied edge anyway.",
        )
    if refusal is None and s.status[unit] & st.ANY_EDGE:
        refusal = Refusal("TIA-REINF-6", f"{w.units[unit].name} may already use any Allied edge.")
    return refusal


def apply_other_edge(w: World, s: TigersState, order: OtherEdge, events: Events) -> None:
    unit = w.by_id[order.unit]
    s.status[unit] |= st.ANY_EDGE
    s.arrival[unit] = s.turn + 1 + (1 if s.early_allies and w.units[unit].edge in EARLY_EDGES else 0)
    events.append(EdgeChanged(order.unit, s.turn + 1))


def spare_commands(w: World, s: TigersState) -> list[int]:
    """Return the combat commands that are not on the map."""
    return mustered(w, s, "spare", lambda: [u for u in w.combat_commands if s.where[u] == st.NOT_YET])


def check_break_down(w: World, s: TigersState, side: int, order: BreakDown) -> Refusal | None:
    unit = w.by_id[order.unit]
    info = w.units[unit]
    if side != ALLIED or info.nation != "us" or info.kind != ARMOR or info.size != DIVISION:
        return Refusal("TIA-ARMD-1", f"{info.name} is not a U.S. armored division.")
    if s.where[unit] < 0:
        return Refusal("TIA-ARMD-1", f"{info.name} is not on the map.")
    if len(spare_commands(w, s)) < COMMANDS:
        return Refusal("TIA-ARMD-1", "Fewer than three combat commands are left to replace it.")
    return None


def apply_break_down(w: World, s: TigersState, order: BreakDown, events: Events) -> None:
    unit = w.by_id[order.unit]
    cell, flags, spent = s.where[unit], s.status[unit] & ~st.ENTRENCHED, s.spent[unit]
    commands = spare_commands(w, s)[:COMMANDS]
    for command in commands:
        put(w, s, command, cell)
        s.status[command] = 0
        set_flag(w, s, command, flags)
        s.spent[command] = spent
    put(w, s, unit, st.SPLIT)
    s.status[unit] = 0
    events.append(Split(order.unit, w.ids(commands)))


def check_combine(w: World, s: TigersState, side: int, order: Combine) -> Refusal | None:
    into = w.by_id[order.into]
    commands = [w.by_id[name] for name in order.commands]
    if side != ALLIED or s.where[into] != st.SPLIT:
        return Refusal("TIA-ARMD-2", f"{w.units[into].name} has not been broken down.")
    if len(set(commands)) != COMMANDS or len(commands) != COMMANDS:
        return Refusal("TIA-ARMD-2", "A division needs exactly three combat commands.", "Name three.")
    cells = {s.where[u] for u in commands}
    if any(w.units[u].kind != COMBAT_COMMAND or s.where[u] < 0 for u in commands) or len(cells) != 1:
        return Refusal("TIA-ARMD-2", "These are not three combat commands in one hex.", "Stack them first.")
    return None


def apply_combine(w: World, s: TigersState, order: Combine, events: Events) -> None:
    into = w.by_id[order.into]
    commands = [w.by_id[name] for name in order.commands]
    cell = s.where[commands[0]]
    flags = 0
    for command in commands:
        flags |= s.status[command]
    spent = max(s.spent[command] for command in commands)
    for command in commands:
        put(w, s, command, st.NOT_YET)
        s.status[command] = 0
        s.spent[command] = 0
    put(w, s, into, cell)
    s.status[into] = 0
    set_flag(w, s, into, flags)
    s.spent[into] = spent
    events.append(Combined(order.commands, order.into))


def reinforcement_offers(w: World, s: TigersState, side: int) -> Iterator[Order]:
    """Yield every order of the phase except its end."""
    for unit in waiting(w, s, side):
        name = w.units[unit].id
        hexes = entry_hexes(w, s, unit)
        yield from _entries(w, unit, hexes)
        if hexes & w.board.edge_road and not w.units[unit].mechanized and rides_on_foot(w, s, unit):
            for cell in bits(hexes & w.board.edge_road):
                yield Enter(name, w.grid.labels[cell] + "r")
        if check_other_edge(w, s, side, OtherEdge(name)) is None:
            yield OtherEdge(name)
    if side == ALLIED:
        yield from _armor_offers(w, s)


def _entries(w: World, unit: int, hexes: int) -> tuple[Enter, ...]:
    """Return the orders to enter in any of the hexes, from a cache: waiting units ask again each turn."""
    result: tuple[Enter, ...] | None = w.entries.get((unit, hexes))
    if result is None:
        if len(w.entries) >= MOST_ENTRIES:
            w.entries.clear()
        result = tuple(Enter(w.units[unit].id, w.grid.labels[cell]) for cell in bits(hexes))
        w.entries[unit, hexes] = result
    return result


def _armor_offers(w: World, s: TigersState) -> Iterator[Order]:
    if len(spare_commands(w, s)) >= COMMANDS:
        for order in [BreakDown(w.id_of[unit]) for unit in w.allied_armor if s.where[unit] >= 0]:
            if check_break_down(w, s, ALLIED, order) is None:
                yield order
    split = [unit for unit in w.allied_armor if s.where[unit] == st.SPLIT]
    if split:
        cells = sorted({s.where[u] for u in w.combat_commands if s.where[u] >= 0})
        for cell in cells:
            here = [u for u in units_at(w, s, cell, ALLIED) if w.units[u].kind == COMBAT_COMMAND]
            for three in combinations(here, COMMANDS):
                for into in split:
                    yield Combine(w.ids(three), w.units[into].id)


class BringIn(UntilEnd[st.Reinforcing]):
    kind, rule = "reinforce", "TIA-REINF-1"
    deeds: ClassVar[Deeds] = {
        Enter: (check_enter, no_die(apply_enter)),
        OtherEdge: (check_other_edge, no_die(apply_other_edge)),
        BreakDown: (check_break_down, no_die(apply_break_down)),
        Combine: (check_combine, no_die(apply_combine)),
    }
    answers = (*deeds, End)
    asks = "Bring in reinforcements; the rest wait."
    done = "End reinforcements"

    def passes(self, w: World, s: TigersState, frame: st.Reinforcing) -> Order | None:
        """Ask only if a unit can enter or combine: a change of edge or a breakdown alone is useless."""
        comes = any(isinstance(order, Enter | Combine) for order in self.orders(w, s, frame))
        return super().passes(w, s, frame) if comes else END

    def orders(self, w: World, s: TigersState, frame: st.Reinforcing) -> Iterator[Order]:
        return reinforcement_offers(w, s, frame.side)

    def idle(self, w: World, s: TigersState, frame: st.Reinforcing) -> bool:
        return next(self.orders(w, s, frame), None) is None
