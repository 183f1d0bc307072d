"""Set-up and the first turn (TIA-SETUP)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ardennes.dice import Dice
from ardennes.games.tigers.rules.model import state as st
from ardennes.games.tigers.rules.model.events import DumpHidden, HeydteLanded, Placed, SetupChosen
from ardennes.games.tigers.rules.model.orders import ChooseSetup, Drop, End, HideDump, Relocate, SetUp
from ardennes.games.tigers.rules.model.position import put, units_at
from ardennes.games.tigers.rules.model.rolls import roll
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.movement.stacking import stack_fits
from ardennes.games.tigers.rules.sequence.decision_base import TigersDeciding, UntilEnd
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN, SNOW
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import OFF_MAP, bits
from ardennes.kernel.contract import Events, Order, Refusal, numbers
from ardennes.kernel.names import hex_text
from ardennes.kernel.offers import Branch, Offer
from ardennes.kernel.offers import orders as all_orders
from ardennes.kernel.states import untouched

SOUTH_OF = "1407"  # TIA-SETUP-6
SCATTERED_NINTH = ("1103", "1005", "1108")  # an option
ON_TARGET, OFF_TARGET = 2, 4  # die at most, TIA-SETUP-7
ONE_HEX = 3
SPA = "Spa"
KINDS = ("historical", "free")


def opening(w: World, variant: st.Variant) -> TigersState:
    """Return the position as the map shows it (TIA-SETUP-1), before the first decision."""
    s = untouched(TigersState, variant=variant)
    s.where = [
        st.NOT_YET
        if u.start_hex is None or u.arrival or u.free_placement or not w.in_play[u.index]
        else u.start_hex
        for u in w.units
    ]
    s.status = [st.ENTRENCHED if u.starts_entrenched else 0 for u in w.units]
    s.spent = numbers([0]) * len(w.units)
    s.arrival = numbers(u.arrival if w.in_play[u.index] else 0 for u in w.units)
    s.held, rivers = w.board.allied_side, w.board.rivers
    s.bridge = [st.PRE_BUILT if r.bridge_at_start else st.NO_BRIDGE for r in rivers]
    s.bridge_owner, s.markers = numbers(r.owner for r in rivers), list(w.tables.engineers)
    s.air_back, s.air_flown = [a.arrival for a in w.air_units], [0] * len(w.air_units)
    s.weather, s.fuel_from = SNOW, w.constants.fuel.limit_from
    s.dump_owner, s.allied_test = ALLIED, -1
    if variant.ninth_armored_as_combat_commands and w.ninth_armored >= 0:
        s.where[w.ninth_armored] = st.SPLIT
        cells = [cell for cell in map(w.grid.at, SCATTERED_NINTH) if cell in w.grid]  # TIA-SHORT-1
        for command, cell in zip(w.combat_commands, cells, strict=False):
            s.where[command] = cell
    return s


class HideTheDump(TigersDeciding[st.HidingDump]):
    kind, rule, answers = "hide dump", "TIA-FUEL-2", (HideDump,)
    sets_up = True
    asks = "Hide the 1st Army fuel dump in Spa or an adjacent hex."

    def offers(self, w: World, s: TigersState, frame: st.HidingDump) -> Sequence[Offer]:
        return [HideDump(w.grid.label(c)) for c in bits(w.board.dump_hexes)]

    def usual(self, w: World, s: TigersState, frame: st.HidingDump) -> Order | None:
        return HideDump(w.grid.label(w.board.hex_of[SPA]))

    def check(self, w: World, s: TigersState, frame: st.HidingDump, order: HideDump) -> Refusal | None:
        if not w.board.dump_hexes >> w.grid.at(order.hex) & 1:
            hexes = w.places(bits(w.board.dump_hexes), "or")
            facts = f"{hex_text(w, order.hex)} is neither Spa nor adjacent to it."
            return Refusal("TIA-FUEL-2", facts, f"Choose {hexes}.")
        return None

    def apply(
        self, w: World, s: TigersState, frame: st.HidingDump, order: HideDump, dice: Dice, events: Events
    ) -> None:
        put(w, s, w.dump, w.grid.at(order.hex))
        events.append(DumpHidden(order.hex))
        s.stack.pop()


class ChooseKind(TigersDeciding[st.ChoosingSetup]):
    kind, rule, answers = "choose set-up", "TIA-SETUP-4", (ChooseSetup,)
    sets_up = True
    asks = "Choose the historical set-up or a free one."

    def offers(self, w: World, s: TigersState, frame: st.ChoosingSetup) -> Sequence[Offer]:
        return [ChooseSetup(kind) for kind in KINDS]

    def usual(self, w: World, s: TigersState, frame: st.ChoosingSetup) -> Order | None:
        return ChooseSetup("historical")

    def check(self, w: World, s: TigersState, frame: st.ChoosingSetup, order: ChooseSetup) -> Refusal | None:
        if order.kind not in KINDS:
            return Refusal(
                "TIA-SETUP-5", f"{order.kind!r} is not a kind of set-up.", "Choose historical or free."
            )
        return None

    def apply(
        self,
        w: World,
        s: TigersState,
        frame: st.ChoosingSetup,
        order: ChooseSetup,
        dice: Dice,
        events: Events,
    ) -> None:
        s.stack.pop()
        events.append(SetupChosen(order.kind))
        if order.kind == "free":
            s.free_setup = True
            s.stack.append(st.SettingUp(GERMAN))


def starts(w: World, s: TigersState, unit: int) -> bool:
    """Does a free set-up place the unit? Reinforcements and special units are not placed, TIA-SETUP-5."""
    info = w.units[unit]
    return (
        info.side == GERMAN and info.start_hex is not None and not info.free_placement and s.where[unit] >= 0
    )


def _place(w: World, s: TigersState, order: SetUp, events: Events) -> int:
    unit = w.by_id[order.unit]
    put(w, s, unit, w.grid.at(order.hex))
    events.append(Placed(order.unit, order.hex))
    return unit


def _crowded(w: World, s: TigersState, unit: int, cell: int) -> Refusal | None:
    others = [u for u in units_at(w, s, cell, w.side[unit]) if u != unit]
    if stack_fits(w, cell, [*others, unit]):
        return None
    return Refusal("TIA-STACK-1" if w.stack_limit[cell] == 2 else "TIA-STACK-4", f"{w.place(cell)} is full.")


class SetUpFreely(UntilEnd[st.SettingUp]):
    kind, rule, answers = "set up", "TIA-SETUP-5", (SetUp, End)
    sets_up = True
    asks = "Place your divisions on your side of the line, then end the set-up."
    done = "End set-up"

    def orders(self, w: World, s: TigersState, frame: st.SettingUp) -> Iterable[Offer]:
        for unit in w.of_side[GERMAN]:
            if starts(w, s, unit) and unit not in frame.placed:

                def places(name: str = w.units[unit].id) -> Sequence[Offer]:
                    orders = [SetUp(name, w.grid.label(c)) for c in bits(w.board.german_side)]
                    return [order for order in orders if self.refusal(w, s, frame, order) is None]

                yield Branch(w.units[unit].id, places)

    def refusal(self, w: World, s: TigersState, frame: st.SettingUp, order: SetUp) -> Refusal | None:
        unit, cell = w.by_id[order.unit], w.grid.at(order.hex)
        name = w.units[unit].name
        if not starts(w, s, unit):
            return Refusal("TIA-SETUP-5", f"{name} is not placed in this set-up.")
        if unit in frame.placed:
            return Refusal("TIA-SETUP-5", f"{name} has already been placed.", "Undo to place it again.")
        if not w.board.german_side >> cell & 1:
            return Refusal("TIA-SETUP-5", f"{hex_text(w, order.hex)} is not on the German side of the line.")
        return _crowded(w, s, unit, cell)

    def carry_out(
        self, w: World, s: TigersState, frame: st.SettingUp, order: SetUp, dice: Dice, events: Events
    ) -> None:
        s.stack[-1] = st.SettingUp(GERMAN, (*frame.placed, _place(w, s, order, events)))

    def idle(self, w: World, s: TigersState, frame: st.SettingUp) -> bool:
        return next(all_orders([*self.orders(w, s, frame)]), None) is None


class PlaceWithHost(TigersDeciding[st.Hosting]):
    """Place a Tiger battalion or Skorzeny."""

    kind, rule, answers = "place", "TIA-SETUP-4", (SetUp,)
    sets_up = True

    def prompt(self, w: World, s: TigersState, frame: st.Hosting) -> str:
        return f"Place {w.units[frame.unit].name} in a hex with a German unit."

    def offers(self, w: World, s: TigersState, frame: st.Hosting) -> Sequence[Offer]:
        cells = sorted({s.where[u] for u in w.of_side[GERMAN] if s.where[u] >= 0})
        orders = [SetUp(w.units[frame.unit].id, w.grid.label(c)) for c in cells]
        return [order for order in orders if self.check(w, s, frame, order) is None]

    def usual(self, w: World, s: TigersState, frame: st.Hosting) -> Order | None:
        printed = w.units[frame.unit].start_hex
        return None if printed is None else SetUp(w.units[frame.unit].id, w.grid.label(printed))

    def check(self, w: World, s: TigersState, frame: st.Hosting, order: SetUp) -> Refusal | None:
        unit, cell = w.by_id[order.unit], w.grid.at(order.hex)
        if unit != frame.unit:
            return Refusal(
                "TIA-SETUP-4",
                f"{w.units[unit].name} is not placed now.",
                f"Place {w.units[frame.unit].name}.",
            )
        here = [u for u in units_at(w, s, cell, GERMAN) if u != unit]
        if not any(not w.units[u].free_placement and u != w.heydte for u in here):
            return Refusal("TIA-SETUP-4", f"{hex_text(w, order.hex)} has no German unit.")
        if not stack_fits(w, cell, [*here, unit]):
            return Refusal("TIA-STACK-2", f"{hex_text(w, order.hex)} already has a Tiger battalion.")
        return None

    def apply(
        self, w: World, s: TigersState, frame: st.Hosting, order: SetUp, dice: Dice, events: Events
    ) -> None:
        _place(w, s, order, events)
        s.stack.pop()

    def moot(self, w: World, s: TigersState, frame: st.Hosting, dice: Dice, events: Events) -> bool:
        hosts = self.offers(w, s, frame)
        if len(hosts) != 1 or not isinstance(hosts[0], SetUp):
            return False
        self.apply(w, s, frame, hosts[0], dice, events)
        return True


def is_south(w: World, cell: int) -> bool:
    """Is the hex south of 1407? TIA-SETUP-6."""
    return w.grid.position(cell)[1] < w.grid.position(w.grid.at(SOUTH_OF))[1]


def note_ss_in_south(w: World, s: TigersState) -> None:
    """Note whether an SS unit begins in the south, TIA-SETUP-6."""
    s.early_allies = any(
        w.units[u].ss and s.where[u] >= 0 and is_south(w, s.where[u]) for u in w.of_side[GERMAN]
    )


class MoveFirstInfantry(UntilEnd[st.Relocating]):
    kind, rule, answers = "relocate", "TIA-SETUP-5", (Relocate, End)
    sets_up = True
    asks = "Move the 1st Infantry Division, which entrenches, or leave it where it is."
    done = "Leave it where it is"

    def orders(self, w: World, s: TigersState, frame: st.Relocating) -> Iterable[Offer]:
        orders = [Relocate(w.grid.label(c)) for c in bits(w.board.allied_side)]
        return [order for order in orders if self.refusal(w, s, frame, order) is None]

    def refusal(self, w: World, s: TigersState, frame: st.Relocating, order: Relocate) -> Refusal | None:
        cell = w.grid.at(order.hex)
        if not w.board.allied_side >> cell & 1:
            return Refusal("TIA-SETUP-5", f"{hex_text(w, order.hex)} is not on the Allied side of the line.")
        return _crowded(w, s, w.first_infantry, cell)

    def carry_out(
        self, w: World, s: TigersState, frame: st.Relocating, order: Relocate, dice: Dice, events: Events
    ) -> None:
        put(w, s, w.first_infantry, w.grid.at(order.hex))
        s.status[w.first_infantry] |= st.ENTRENCHED
        events.append(Placed(w.units[w.first_infantry].id, order.hex, True))
        s.stack.pop()


class DropHeydte(TigersDeciding[st.Dropping]):
    kind, rule, answers = "drop", "TIA-SETUP-7", (Drop,)
    sets_up = True
    asks = "Choose a hex behind Allied lines for von der Heydte's drop."

    def offers(self, w: World, s: TigersState, frame: st.Dropping) -> Sequence[Offer]:
        return [Drop(w.grid.label(c)) for c in bits(w.board.allied_side)]

    def usual(self, w: World, s: TigersState, frame: st.Dropping) -> Order | None:
        return Drop(w.grid.label(w.board.hex_of[SPA]))

    def check(self, w: World, s: TigersState, frame: st.Dropping, order: Drop) -> Refusal | None:
        if not w.board.allied_side >> w.grid.at(order.hex) & 1:
            return Refusal("TIA-SETUP-7", f"{hex_text(w, order.hex)} is not behind Allied lines.")
        return None

    def apply(
        self, w: World, s: TigersState, frame: st.Dropping, order: Drop, dice: Dice, events: Events
    ) -> None:
        """Roll for the drop: on target, off target or destroyed."""
        cell = w.grid.at(order.hex)
        die = roll(s, dice, events, "von der Heydte's drop", "TIA-SETUP-7")
        if die > OFF_TARGET:
            cell = OFF_MAP
        elif die > ON_TARGET:
            direction = roll(s, dice, events, "direction of the drift", "TIA-SETUP-7") - 1
            hexes = 1 if roll(s, dice, events, "length of the drift", "TIA-SETUP-7") <= ONE_HEX else 2
            for _ in range(hexes):
                cell = w.grid.neighbours[cell][direction] if cell != OFF_MAP else OFF_MAP
        if cell == OFF_MAP or not w.board.allied_side >> cell & 1:
            put(w, s, w.heydte, st.DEAD)
            events.append(HeydteLanded(order.hex, ""))
        else:
            put(w, s, w.heydte, cell)
            events.append(HeydteLanded(order.hex, w.grid.label(cell)))
        s.stack.pop()
