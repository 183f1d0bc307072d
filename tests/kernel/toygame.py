"""Outpost: a tiny complete game, to test the kernel without a rulebook.

Two sides of three units play on a small hex map. Before the first turn each side lays one mine in secret,
both at once. In a turn each side moves (paths up to three movement points), then attacks. An attack rolls one
die on a table; a beaten defender chooses its own retreat. The side with the most units left wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar

import msgspec

from ardennes.dice import Dice, every_outcome
from ardennes.hexes import Grid, bits, board_of, make_grid
from ardennes.kernel.contract import (
    Chance,
    Decision,
    Event,
    Options,
    OptionSpec,
    Order,
    Refusal,
    Result,
    Rolled,
    Scenario,
    State,
)
from ardennes.kernel.offers import Branch, Offer

RED, BLUE = 0, 1
SIDES = ("red", "blue")
LAY, MOVE, FIGHT, RETREAT, OVER = range(5)
NOT_LAID, NO_MINE, UNKNOWN = -1, -2, -3  # instead of the hex of a mine
GONE = -1  # instead of the hex of a unit
POINTS = 3

HEXES = [(column, row) for column in range(1, 6) for row in range(1, 5)]
GRID: Grid = make_grid(HEXES, pushed="even", label=lambda column, row: f"{column:02}{row:02}")
ROUGH = board_of(GRID.at(name) for name in ("0302", "0303", "0203"))  # costs 2, and helps the defender
UNITS = ("R1", "R2", "R3", "B1", "B2", "B3")
START = ("0101", "0102", "0104", "0501", "0502", "0504")


class Lay(Order, frozen=True, tag="lay"):
    """Lay the side's mine in one of the three middle columns."""

    hex: str


class Move(Order, frozen=True, tag="move"):
    unit: str
    path: tuple[str, ...]


class Attack(Order, frozen=True, tag="attack"):
    units: tuple[str, ...]  # in any order; offers name them as in UNITS
    target: str


class Retreat(Order, frozen=True, tag="retreat"):
    to: str


class Done(Order, frozen=True, tag="done"):
    """End the phase."""


class Laid(Event, frozen=True, tag="laid"):
    side: int
    hex: str

    def seen_by(self, side: int) -> Event:
        return self if side == self.side else Laid(self.side, "somewhere")


class Moved(Event, frozen=True, tag="moved"):
    unit: str
    path: tuple[str, ...]


class Blast(Event, frozen=True, tag="blast"):
    """A unit triggered a mine."""

    reveals: ClassVar[bool] = True

    unit: str
    hex: str


class Lost(Event, frozen=True, tag="lost"):
    unit: str


class Fought(Event, frozen=True, tag="fought"):
    attackers: tuple[str, ...]
    defender: str
    outcome: str


class Retreated(Event, frozen=True, tag="retreated"):
    unit: str
    to: str


class PhaseEnded(Event, frozen=True, tag="phase_ended"):
    turn: int
    side: int
    phase: int


AnyOrder = Lay | Move | Attack | Retreat | Done
AnyEvent = Rolled | Laid | Moved | Blast | Lost | Fought | Retreated | PhaseEnded

RULES = {
    "TOY-1": "Only the side that has a decision open gives orders, and only of the kind that is asked for.",
    "TOY-2": "A side lays its one mine in secret in the middle columns.",
    "TOY-3": "A unit moves once a turn, up to three points: clear 1, rough 2. It may not enter a unit.",
    "TOY-4": "Units attack one enemy next to all of them, each once a turn; each after the first adds 1.",
    "TOY-5": "A beaten defender retreats to a free hex next to it that is not next to the attacker.",
    "TOY-6": "A unit that enters an enemy mine stops; on 1-3 it is lost. The mine is gone.",
    "TOY-7": "When the turns are over or a side has no unit left, the side with more units wins.",
}


class Field(State):
    """The state of Outpost."""

    boards: ClassVar[tuple[str, ...]] = ("mined",)

    rolls: int
    turns: int
    turn: int
    phase: int
    first: int  # the side that begins a turn
    side: int  # the side to move
    at: list[int]  # hex of each unit
    moved: list[int]
    fought: list[int]
    mines: list[int]
    beaten: int  # unit that must retreat, or -1
    beater: int
    mined: int  # hexes where a mine has exploded, a bitboard


def owner(unit: int) -> int:
    return RED if unit < 3 else BLUE


def mine_hexes() -> list[int]:
    return [cell for cell in GRID.cells if 2 <= GRID.column[cell] <= 4]


def cost(cell: int) -> int:
    return 2 if ROUGH >> cell & 1 else 1


def occupied(state: Field) -> int:
    return board_of(cell for cell in state.at if cell != GONE)


def outcome(die: int, attackers: int, rough: bool) -> str:
    """The combat table."""
    score = die + attackers - (2 if rough else 1)
    if score <= 1:
        return "attacker lost"
    return "no effect" if score <= 3 else "defender retreats" if score <= 5 else "defender lost"


def retreats(state: Field) -> list[int]:
    """Where the beaten unit may go, TOY-5."""
    if state.beaten < 0:
        return []
    free = GRID.near[state.at[state.beaten]] & ~occupied(state)
    if state.at[state.beater] != GONE:
        free &= ~GRID.near[state.at[state.beater]]
    return list(bits(free))


class Outpost:
    """The rulebook of Outpost."""

    id = "outpost"
    name = "Outpost"
    version = "1"
    sides = SIDES
    rule_prefix = "TOY"
    scenarios: Sequence[Scenario] = (
        Scenario("short", "A short fight", "Three turns."),
        Scenario("long", "A long fight", "Eight turns."),
    )
    options: Sequence[OptionSpec] = (
        OptionSpec("mines", (True, False), True, ("TOY-2",), "Does each side lay a mine?"),
        OptionSpec("first", ("red", "blue"), "red", ("TOY-1",), "Who moves first?"),
    )

    def start(self, scenario: str, options: Options, dice: Dice) -> Field:
        mines = bool(options["mines"])
        return Field(
            rolls=0,
            turns=3 if scenario == "short" else 8,
            turn=1,
            phase=LAY if mines else MOVE,
            first=SIDES.index(options["first"]),
            side=SIDES.index(options["first"]),
            at=[GRID.at(name) for name in START],
            moved=[0] * 6,
            fought=[0] * 6,
            mines=[NOT_LAID if mines else NO_MINE] * 2,
            beaten=-1,
            beater=-1,
            mined=0,
        )

    def to_move(self, state: Field) -> tuple[int, ...]:
        if state.phase == OVER:
            return ()
        if state.phase == LAY:
            return tuple(side for side in (RED, BLUE) if state.mines[side] == NOT_LAID)
        if state.phase == RETREAT:
            return (owner(state.beaten),)
        return (state.side,)

    def decisions(self, state: Field) -> tuple[Decision, ...]:
        kind, prompt, rule = {
            LAY: ("lay", "Lay your mine.", "TOY-2"),
            MOVE: ("move", "Move your units.", "TOY-3"),
            FIGHT: ("fight", "Attack what is next to you.", "TOY-4"),
            RETREAT: ("retreat", "Choose where the beaten unit goes.", "TOY-5"),
            OVER: ("", "", ""),
        }[state.phase]
        return tuple(Decision(side, kind, prompt, rule) for side in self.to_move(state))

    def offers(self, state: Field, side: int) -> Sequence[Offer]:
        if side not in self.to_move(state):
            return []
        if state.phase == LAY:
            return [Lay(GRID.label(cell)) for cell in mine_hexes()]
        if state.phase == RETREAT:
            return [Retreat(GRID.label(cell)) for cell in retreats(state)]
        result: list[Offer] = [Done()]
        for unit in range(6):
            if owner(unit) != side or state.at[unit] == GONE:
                continue
            if state.phase == MOVE and not state.moved[unit]:
                result.append(self._move_branch(state, unit, (), state.at[unit], POINTS))
        if state.phase == FIGHT:
            for foe in range(6):
                ready = [UNITS[u] for u in range(6) if not state.fought[u] and foe in self._targets(state, u)]
                if owner(foe) != side:
                    result += [Attack(some, UNITS[foe]) for n in (1, 2, 3) for some in combinations(ready, n)]
        return result

    def _move_branch(self, state: Field, unit: int, path: tuple[str, ...], at: int, points: int) -> Branch:
        def expand() -> Sequence[Offer]:
            result: list[Offer] = []
            for cell in bits(GRID.near[at] & ~occupied(state)):
                if cost(cell) <= points:
                    longer = (*path, GRID.label(cell))
                    result.append(Move(UNITS[unit], longer))
                    result.append(self._move_branch(state, unit, longer, cell, points - cost(cell)))
            return result

        def leads_to(order: Order) -> bool:
            return isinstance(order, Move) and order.unit == UNITS[unit] and order.path[: len(path)] == path

        return Branch(path[-1] if path else UNITS[unit], expand, leads_to)

    def _targets(self, state: Field, unit: int) -> list[int]:
        """Enemies next to a unit, TOY-4."""
        at = state.at
        if at[unit] == GONE:
            return []
        foes = [foe for foe in range(6) if owner(foe) != owner(unit) and at[foe] != GONE]
        return [foe for foe in foes if GRID.adjacent(at[unit], at[foe])]

    def check(self, state: Field, side: int, order: Order) -> Refusal | None:
        wanted = {LAY: (Lay,), MOVE: (Move, Done), FIGHT: (Attack, Done), RETREAT: (Retreat,), OVER: ()}
        if side not in self.to_move(state):
            return Refusal("TOY-1", "It is not your decision.", "Wait for the other side.")
        if not isinstance(order, wanted[state.phase]):
            return Refusal("TOY-1", "Something else is asked of you now.")
        if isinstance(order, Lay) and GRID.find(order.hex) not in mine_hexes():
            return Refusal("TOY-2", f"{order.hex} is not in the middle columns.")
        if isinstance(order, Retreat) and GRID.find(order.to) not in retreats(state):
            return Refusal("TOY-5", f"{order.to} is no place to retreat to.")
        if isinstance(order, Move):
            return self._check_move(state, side, order)
        if isinstance(order, Attack):
            return self._check_attack(state, side, order)
        return None

    def _check_unit(self, state: Field, side: int, name: str, rule: str) -> Refusal | None:
        if name not in UNITS or owner(UNITS.index(name)) != side or state.at[UNITS.index(name)] == GONE:
            return Refusal(rule, f"You have no unit {name}.")
        return None

    def _check_move(self, state: Field, side: int, order: Move) -> Refusal | None:
        if refusal := self._check_unit(state, side, order.unit, "TOY-3"):
            return refusal
        unit = UNITS.index(order.unit)
        if state.moved[unit]:
            return Refusal("TOY-3", f"{order.unit} has moved already.")
        if not order.path:
            return Refusal("TOY-3", "A move needs at least one hex.")
        at, points = state.at[unit], POINTS
        for name in order.path:
            cell = GRID.find(name)
            if cell is None or not GRID.adjacent(at, cell):
                return Refusal("TOY-3", f"{name} is not next to {GRID.label(at)}.")
            if occupied(state) >> cell & 1:
                return Refusal("TOY-3", f"{name} is occupied.")
            points -= cost(cell)
            if points < 0:
                return Refusal("TOY-3", f"{name} needs {cost(cell)} points; {points + cost(cell)} are left.")
            at = cell
        return None

    def _check_attack(self, state: Field, side: int, order: Attack) -> Refusal | None:
        if not order.units or len(set(order.units)) != len(order.units):
            return Refusal("TOY-4", "An attack names each of its units once.")
        for name in order.units:
            if refusal := self._check_unit(state, side, name, "TOY-4"):
                return refusal
            unit = UNITS.index(name)
            if state.fought[unit]:
                return Refusal("TOY-4", f"{name} has attacked already.")
            if order.target not in UNITS or UNITS.index(order.target) not in self._targets(state, unit):
                return Refusal("TOY-4", f"{order.target} is no enemy next to {name}.")
        return None

    def tidy(self, order: Order) -> Order:
        return Attack(tuple(sorted(order.units)), order.target) if isinstance(order, Attack) else order

    def apply(self, state: Field, side: int, order: Order, dice: Dice) -> list[Event]:
        events: list[Event] = []
        if isinstance(order, Lay):
            state.mines[side] = GRID.at(order.hex)
            events.append(Laid(side, order.hex))
            if NOT_LAID not in state.mines:
                state.phase = MOVE
        elif isinstance(order, Move):
            self._move(state, side, order, dice, events)
        elif isinstance(order, Attack):
            self._attack(state, order, dice, events)
        elif isinstance(order, Retreat):
            events.append(Retreated(UNITS[state.beaten], order.to))
            state.at[state.beaten] = GRID.at(order.to)
            state.beaten = state.beater = -1
            state.phase = FIGHT
        elif isinstance(order, Done):
            self._end_phase(state, events)
        if any(all(state.at[u] == GONE for u in range(6) if owner(u) == s) for s in (RED, BLUE)):
            state.phase = OVER  # TOY-7
        return events

    def _roll(self, state: Field, dice: Dice, what: str, rule: str, events: list[Event]) -> int:
        die = dice.roll(state.rolls, f"{state.turn} {what}")
        state.rolls += 1
        events.append(Rolled(die, what, rule))
        return die

    def _move(self, state: Field, side: int, order: Move, dice: Dice, events: list[Event]) -> None:
        unit = UNITS.index(order.unit)
        mine = state.mines[1 - side]
        walked: list[str] = []
        for name in order.path:
            walked.append(name)
            state.at[unit] = GRID.at(name)
            if state.at[unit] == mine:
                break
        state.moved[unit] = 1
        events.append(Moved(order.unit, tuple(walked)))
        if state.at[unit] == mine:
            events.append(Blast(order.unit, walked[-1]))
            state.mined |= 1 << mine
            state.mines[1 - side] = NO_MINE
            if self._roll(state, dice, f"{order.unit} in the mine", "TOY-6", events) <= 3:
                state.at[unit] = GONE
                events.append(Lost(order.unit))

    def _attack(self, state: Field, order: Attack, dice: Dice, events: list[Event]) -> None:
        attackers, foe = sorted(UNITS.index(name) for name in order.units), UNITS.index(order.target)
        names = tuple(UNITS[unit] for unit in attackers)
        die = self._roll(state, dice, f"{' and '.join(names)} against {order.target}", "TOY-4", events)
        what = outcome(die, len(attackers), bool(ROUGH >> state.at[foe] & 1))
        for unit in attackers:
            state.fought[unit] = 1
        events.append(Fought(names, order.target, what))
        state.beaten, state.beater = foe, attackers[0]
        if what == "defender retreats" and retreats(state):
            state.phase = RETREAT
            return
        state.beaten = state.beater = -1
        loser = attackers[0] if what == "attacker lost" else foe
        if what != "no effect":
            state.at[loser] = GONE
            events.append(Lost(UNITS[loser]))

    def _end_phase(self, state: Field, events: list[Event]) -> None:
        events.append(PhaseEnded(state.turn, state.side, state.phase))
        if state.phase == MOVE:
            state.phase = FIGHT
            return
        state.phase, state.side = MOVE, 1 - state.side
        state.moved, state.fought = [0] * 6, [0] * 6
        if state.side == state.first:
            state.turn += 1
            if state.turn > state.turns:
                state.phase = OVER

    def forecast(self, state: Field, side: int, order: Order) -> tuple[Chance, ...]:
        if not isinstance(order, Attack) or self.check(state, side, order) is not None:
            return ()

        def run(dice: Dice) -> tuple[Event, ...]:
            return tuple(self.apply(state.clone(), side, order, dice))

        merged: dict[str, tuple[Any, tuple[Event, ...]]] = {}
        for chance, _, events in every_outcome(run):
            reported = tuple(e for e in events if not isinstance(e, Rolled))
            name = " ".join(self.tell(e) for e in reported)
            merged[name] = (merged[name][0] + chance if name in merged else chance, reported)
        return tuple(Chance(chance, name, events) for name, (chance, events) in merged.items())

    def preview(self, state: Field, side: int, order: Order) -> tuple[Chance, ...]:
        return self.forecast(state, side, order)

    def view(self, state: Field, side: int | None) -> Field:
        visible = state.clone()
        for other in (RED, BLUE):
            if other != side and visible.mines[other] >= 0:
                visible.mines[other] = UNKNOWN
        return visible

    def result(self, state: Field) -> Result | None:
        if state.phase != OVER:
            return None
        left = [sum(1 for u in range(6) if owner(u) == s and state.at[u] != GONE) for s in (RED, BLUE)]
        winner = None if left[RED] == left[BLUE] else RED if left[RED] > left[BLUE] else BLUE
        summary = f"red has {left[RED]} units, blue {left[BLUE]}"
        lead = left[RED] - left[BLUE]
        return Result(winner, "plain", abs(lead), summary, "TOY-7", lead)

    def phase_mark(self, state: Field) -> tuple[int, ...]:
        return (state.turn, state.side, min(state.phase, FIGHT) if state.phase != OVER else OVER)

    def read_order(self, plain: object) -> Order:
        order: Order = msgspec.convert(plain, AnyOrder)
        return order

    def read_event(self, plain: object) -> Event:
        event: Event = msgspec.convert(plain, AnyEvent)
        return event

    def read_state(self, plain: Mapping[str, Any]) -> Field:
        return Field.from_record(plain)

    def tell(self, event: Event) -> str:
        if isinstance(event, Rolled):
            return f"Die for {event.what}: {event.die}."
        if isinstance(event, Laid):
            return f"The {SIDES[event.side]} side has laid its mine ({event.hex})."
        if isinstance(event, Moved):
            return f"{event.unit} moves to {event.path[-1]}."
        if isinstance(event, Blast):
            return f"{event.unit} has found a mine in {event.hex}!"
        if isinstance(event, Lost):
            return f"{event.unit} is lost."
        if isinstance(event, Fought):
            return f"{' and '.join(event.attackers)} against {event.defender}: {event.outcome}."
        if isinstance(event, Retreated):
            return f"{event.unit} retreats to {event.to}."
        assert isinstance(event, PhaseEnded)
        return f"The {SIDES[event.side]} side ends its phase in turn {event.turn}."

    def rule_ids(self) -> frozenset[str]:
        return frozenset(RULES)

    def hidden_twins(self, state: Field, side: int) -> Sequence[Field]:
        other = 1 - side
        if state.mines[other] < 0:
            return []
        twins = []
        for cell in mine_hexes():
            if cell != state.mines[other] and not state.mined >> cell & 1:
                twin = state.clone()
                twin.mines[other] = cell
                twins.append(twin)
        return twins
