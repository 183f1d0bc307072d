"""Air operations (TIA-AIR): commitment, interception, bombing, resupply."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.dice import Dice
from ardennes.games.tigers.rules.combat.disruption import disrupt
from ardennes.games.tigers.rules.combat.entrenchment import lose_entrenchment
from ardennes.games.tigers.rules.model import state as st
from ardennes.games.tigers.rules.model.events import AirCommitted, AirDowned, AirResult, InterceptionResult
from ardennes.games.tigers.rules.model.orders import END, Bomb, End, Intercept, OrderStack, Resupply
from ardennes.games.tigers.rules.model.position import stack_at, units_at
from ardennes.games.tigers.rules.model.rolls import roll_table, shown
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.movement.bridges import destroy
from ardennes.games.tigers.rules.movement.fuel import destroy_dump
from ardennes.games.tigers.rules.movement.supply import in_supply
from ardennes.games.tigers.rules.sequence.decision_base import TigersDeciding, UntilEnd
from ardennes.games.tigers.rules.sequence.turn_order import phasing
from ardennes.games.tigers.rules.special import peiper
from ardennes.games.tigers.schema.terms import ALLIED, DUMP, FW190, GERMAN, P47, P51, SKORZENY, VDH
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import OFF_MAP, bits
from ardennes.kernel.contract import Events, Order, Refusal
from ardennes.kernel.deciding import Lasting
from ardennes.kernel.names import between, hex_text
from ardennes.kernel.offers import Branch, Offer, leads_to

FLAK_NEIGHBOURS = 2  # TIA-AIR-17


def grounded(w: World, s: TigersState, side: int) -> bool:
    """Does the weather ground the rest of the side's air units this turn? TIA-WX-3, TIA-WX-4, TIA-WX-5."""
    limit = w.tables.air_limits[s.weather][side]
    return limit <= 0 or sum([s.air_flown[a.index] == s.turn for a in w.air_units if a.side == side]) >= limit


def may_fly(w: World, s: TigersState, air: int) -> Refusal | None:
    """Return why the air unit may not fly now; None if it may.

    It flies once a game-turn (TIA-AIR-1), as the weather allows (TIA-AIR-2, TIA-WX-3, TIA-WX-4, TIA-WX-5).
    """
    group = w.air_units[air]
    if s.air_back[air] > s.turn:
        gone = (
            "is lost"
            if s.air_back[air] == st.LOST_FOR_GOOD
            else f"is not available before turn {s.air_back[air]}"
        )
        return Refusal("TIA-AIR-12", f"{group.name} {gone}.")
    if s.air_flown[air] == s.turn:
        return Refusal("TIA-AIR-1", f"{group.name} has already flown this turn.")
    if grounded(w, s, group.side):
        rule = ("TIA-WX-3", "TIA-WX-4", "TIA-WX-5")[s.weather]
        return Refusal(rule, "The weather allows no more flights of yours this turn.")
    return None


def ready(w: World, s: TigersState, side: int) -> list[int]:
    """Return the side's air units that may fly now."""
    if grounded(w, s, side):
        return []
    return [a.index for a in w.air_units if a.side == side and may_fly(w, s, a.index) is None]


def bomb_targets(w: World, s: TigersState, cell: int, side: int) -> list[int]:
    """Return the enemy units in the hex that can be bombed: not von der Heydte or the dump, TIA-AIR-3."""
    return [u for u in units_at(w, s, cell, 1 - side) if w.units[u].kind not in (VDH, DUMP)]


def read_target(w: World, text: str) -> tuple[str, int] | None:
    """Return kind and cell or river side of a written bombing target; None if there is no such target."""
    if text == "dump":
        return "dump", w.dump
    if "/" in text:
        river = w.bridge_by_name.get(text)
        return None if river is None else ("bridge", river)
    cell = w.grid.find(text)
    return None if cell is None else ("hex", cell)


def _target_names(w: World, s: TigersState, side: int) -> list[str]:
    cells = sorted({s.where[u] for u in w.of_side[1 - side] if s.where[u] >= 0})
    names = [w.grid.label(c) for c in cells if bomb_targets(w, s, c, side)]
    names += [name for river, name in enumerate(w.bridge_names) if s.bridge[river] != st.NO_BRIDGE]
    if dump_may_be_bombed(w, s, side):
        names.append("dump")
    return names


def dump_may_be_bombed(w: World, s: TigersState, side: int) -> bool:
    """May the side bomb the dump? Only the USAAF may, while the Germans have it, TIA-FUEL-7."""
    return side == ALLIED and w.dump >= 0 and s.where[w.dump] >= 0 and s.dump_owner == GERMAN


def commit(w: World, s: TigersState, air: int, kind: str, target: int, text: str, events: Events) -> None:
    s.air_flown[air] = s.turn
    s.missions.append(st.Mission(air, kind, target))
    events.append(AirCommitted(w.air_units[air].id, kind, text))


def _own_may_fly(w: World, s: TigersState, side: int, name: str) -> Refusal | None:
    air = w.air_by_id[name]
    if w.air_units[air].side != side:
        return Refusal("TIA-AIR-1", f"{w.air_units[air].name} belongs to the other side.")
    return may_fly(w, s, air)


class SendBombers(UntilEnd[st.Bombing]):
    kind, rule, answers = "bomb", "TIA-AIR-18", (Bomb, End)
    asks = "Bomb hexes or bridges, then end."
    done = "End air missions"
    standing = "Air missions"

    def question(self, w: World, s: TigersState, frame: st.Bombing) -> str:
        whose = "your" if phasing(s) == frame.side else "the enemy's"
        return f"Air missions in {whose} turn"

    def lasting(self, w: World, s: TigersState, frame: st.Bombing) -> Sequence[Lasting]:
        return [Lasting("none", "Fly none", END)]

    def orders(self, w: World, s: TigersState, frame: st.Bombing) -> list[Offer]:
        result: list[Offer] = []
        for air in ready(w, s, frame.side):
            name = w.air_units[air].id

            def targets(name: str = name) -> Sequence[Offer]:
                return [Bomb(name, text) for text in _target_names(w, s, frame.side)]

            result.append(Branch(name, targets, leads_to(Bomb, air=name)))
        return result

    def refusal(self, w: World, s: TigersState, frame: st.Bombing, order: Bomb) -> Refusal | None:
        refusal = _own_may_fly(w, s, frame.side, order.air)
        if refusal is not None:
            return refusal
        target = read_target(w, order.target)
        if target is None:
            return Refusal(
                "TIA-AIR-3",
                f"{order.target!r} is not a target.",
                "Name a hex, a bridge like 308/309, or dump.",
            )
        kind, where = target
        if kind == "hex" and not bomb_targets(w, s, where, frame.side):
            return Refusal("TIA-AIR-3", f"{hex_text(w, order.target)} has no enemy unit that can be bombed.")
        if kind == "bridge" and s.bridge[where] == st.NO_BRIDGE:
            return Refusal("TIA-AIR-8", f"There is no bridge {between(w, order.target)}.")
        if kind == "dump" and not dump_may_be_bombed(w, s, frame.side):
            return Refusal(
                "TIA-FUEL-7", "Only the USAAF may bomb the fuel dump, and only while the Germans have it."
            )
        return None

    def carry_out(
        self, w: World, s: TigersState, frame: st.Bombing, order: Bomb, dice: Dice, events: Events
    ) -> None:
        target = read_target(w, order.target)
        assert target is not None
        commit(w, s, w.air_by_id[order.air], target[0], target[1], order.target, events)

    def idle(self, w: World, s: TigersState, frame: st.Bombing) -> bool:
        return not ready(w, s, frame.side)


def resupply_hexes(w: World, s: TigersState, side: int) -> int:
    """Return the hexes with a unit of the side that needs supply."""
    board = 0
    for unit in w.of_side[side]:
        if s.where[unit] >= 0 and w.units[unit].kind not in (VDH, DUMP):
            board |= 1 << s.where[unit]
    return board


class FlySupplies(UntilEnd[st.Resupplying]):
    kind, rule, answers = "resupply", "TIA-AIR-16", (Resupply, End)
    asks = "Fly supplies to your units, then end."
    done = "End supply flights"
    standing = "Supply flights"

    def passes(self, w: World, s: TigersState, frame: st.Resupplying) -> Order | None:
        """Skip the flights if all units are in supply."""
        here = [unit for unit in w.of_side[frame.side] if s.where[unit] >= 0]
        fed = (w.units[unit].kind in (VDH, DUMP) or in_supply(w, s, unit) for unit in here)
        return END if all(fed) else super().passes(w, s, frame)

    def lasting(self, w: World, s: TigersState, frame: st.Resupplying) -> Sequence[Lasting]:
        return [Lasting("none", "Fly none", END)]

    def orders(self, w: World, s: TigersState, frame: st.Resupplying) -> list[Offer]:
        hexes = [w.grid.label(c) for c in bits(resupply_hexes(w, s, frame.side))]
        return [Resupply(w.air_units[air].id, cell) for air in ready(w, s, frame.side) for cell in hexes]

    def refusal(self, w: World, s: TigersState, frame: st.Resupplying, order: Resupply) -> Refusal | None:
        refusal = _own_may_fly(w, s, frame.side, order.air)
        if refusal is None and not resupply_hexes(w, s, frame.side) >> w.grid.at(order.hex) & 1:
            refusal = Refusal("TIA-AIR-16", f"{hex_text(w, order.hex)} has no unit of yours to resupply.")
        return refusal

    def carry_out(
        self, w: World, s: TigersState, frame: st.Resupplying, order: Resupply, dice: Dice, events: Events
    ) -> None:
        commit(w, s, w.air_by_id[order.air], "resupply", w.grid.at(order.hex), order.hex, events)

    def idle(self, w: World, s: TigersState, frame: st.Resupplying) -> bool:
        return not ready(w, s, frame.side)


def mission_of(w: World, s: TigersState, side: int, enemy: int) -> int | None:
    """Return the number of the enemy air unit's mission in this step; None if it has none."""
    for number, mission in enumerate(s.missions):
        if mission.air == enemy and w.air_units[enemy].side != side:
            return number
    return None


class SendInterceptors(UntilEnd[st.Intercepting]):
    kind, rule, answers = "intercept", "TIA-AIR-15", (Intercept, End)
    asks = "Intercept enemy flights, then end."
    done = "End interceptions"
    standing = "Interceptors"

    def lasting(self, w: World, s: TigersState, frame: st.Intercepting) -> Sequence[Lasting]:
        return [Lasting("none", "Send none", END)]

    def orders(self, w: World, s: TigersState, frame: st.Intercepting) -> list[Offer]:
        prey = [w.air_units[m.air].id for m in s.missions if w.air_units[m.air].side != frame.side]
        return [Intercept(w.air_units[air].id, enemy) for air in ready(w, s, frame.side) for enemy in prey]

    def refusal(self, w: World, s: TigersState, frame: st.Intercepting, order: Intercept) -> Refusal | None:
        refusal = _own_may_fly(w, s, frame.side, order.air)
        if refusal is None and mission_of(w, s, frame.side, w.air_by_id[order.enemy]) is None:
            refusal = Refusal(
                "TIA-AIR-21",
                f"{w.air_units[w.air_by_id[order.enemy]].name} has no enemy mission in this step.",
            )
        return refusal

    def carry_out(
        self, w: World, s: TigersState, frame: st.Intercepting, order: Intercept, dice: Dice, events: Events
    ) -> None:
        air, number = w.air_by_id[order.air], mission_of(w, s, frame.side, w.air_by_id[order.enemy])
        assert number is not None
        s.air_flown[air] = s.turn
        s.interceptions.append((air, number))
        events.append(AirCommitted(order.air, "interception", order.enemy))

    def idle(self, w: World, s: TigersState, frame: st.Intercepting) -> bool:
        return not any(w.air_units[m.air].side != frame.side for m in s.missions) or not ready(
            w, s, frame.side
        )


def shoot_down(w: World, s: TigersState, air: int, events: Events) -> None:
    """Shoot down an air unit: a USAAF group returns on the turn after next, an FW-190 never, TIA-AIR-12."""
    lost = w.air_units[air].type == FW190
    s.air_back[air] = st.LOST_FOR_GOOD if lost else s.turn + w.constants.air.losses.group_returns_after
    events.append(AirDowned(w.air_units[air].id, 0 if lost else s.air_back[air]))


def resolve_interceptions(w: World, s: TigersState, dice: Dice, events: Events) -> None:
    """Roll for the interceptors in the order they were sent, until their targets are gone, TIA-AIR-15,
    TIA-AIR-21."""
    for air, number in s.interceptions:
        mission = s.missions[number]
        name, enemy = w.air_units[air].id, w.air_units[mission.air]
        if mission.cancelled:
            continue
        text = f"{w.air_units[air].name} intercepts {enemy.name}"
        die = roll_table(s, dice, events, f"{name} intercepts {enemy.id}", "TIA-AIR-15", text)
        result = w.tables.air["interception"][die]
        events.append(InterceptionResult(name, enemy.id, result))
        if result in ("Defender Downed", "Intercepted"):
            s.missions[number] = msgspec.structs.replace(mission, cancelled=True)
            if result == "Defender Downed":
                shoot_down(w, s, mission.air, events)
        elif result == "Attacker Downed" or (
            result == "Attacker Downed?" and not (w.air_units[air].type == FW190 and enemy.type == P47)
        ):
            shoot_down(w, s, air, events)
    s.interceptions.clear()


def air_column(w: World, s: TigersState, unit: int) -> str:
    """Return the column for bombing the unit, under cover or in the open, TIA-AIR-5, TIA-AIR-14,
    TIA-SKORZ-4."""
    info = w.units[unit]
    bit = 1 << s.where[unit]
    if s.status[unit] & st.ENTRENCHED or w.board.city & bit:
        return "cover"
    if w.board.venn & bit and not (w.board.forest & bit and s.variant.venn_road_in_the_open):
        return "cover"
    if w.board.forest & bit:
        on_road = bool(w.board.road_dirs[s.where[unit]])
        return "clear" if info.pure_armor and on_road and info.kind != SKORZENY else "cover"
    return "clear"


def flak_hits(w: World, s: TigersState, air: int, result: str, aa: bool, city: bool) -> bool:
    """Does an AA result shoot the group down? TIA-AIR-9, TIA-AIR-10, TIA-AIR-11, TIA-AIR-12, TIA-AIR-13."""
    group = w.air_units[air]
    if result.endswith("c"):
        return city and (result == "AAc" or group.type == P51)
    return aa and group.side == ALLIED and (result == "AA" or group.type == P51)


def classes(w: World, s: TigersState, cell: int, side: int) -> tuple[list[int], list[int]]:
    """Return the AA-capable units and the others of the stack that a side bombs, TIA-AIR-3."""
    units = bomb_targets(w, s, cell, side)
    return [u for u in units if w.units[u].aa], [u for u in units if not w.units[u].aa]


def _bombed(w: World, s: TigersState) -> tuple[list[int], list[int]]:
    """Return the `classes` of the stack that is bombed next."""
    return classes(w, s, s.missions[0].target, w.air_units[s.missions[0].air].side)


def _one_more(first: tuple[str, ...], rest: tuple[str, ...], so_far: tuple[str, ...]) -> list[Offer]:
    if not first and not rest:
        return [OrderStack(so_far)]
    result: list[Offer] = []
    for unit in first or rest:
        longer = (*so_far, unit)
        aa, others = tuple(u for u in first if u != unit), tuple(u for u in rest if u != unit)

        def expand(
            aa: tuple[str, ...] = aa, others: tuple[str, ...] = others, longer: tuple[str, ...] = longer
        ) -> Sequence[Offer]:
            return _one_more(aa, others, longer)

        result.append(Branch(unit, expand, leads_to(OrderStack, units=longer)))
    return result


class OrderBombedStack(TigersDeciding[st.Ordering]):
    kind, rule, answers = "order stack", "TIA-AIR-3", (OrderStack,)
    asks = "Choose the order in which your units are bombed."

    def offers(self, w: World, s: TigersState, frame: st.Ordering) -> Sequence[Offer]:
        """Return a branch for each unit in turn: a large stack has too many orders to list."""
        first, rest = _bombed(w, s)
        return _one_more(w.ids(first), w.ids(rest), ())

    def check(self, w: World, s: TigersState, frame: st.Ordering, order: OrderStack) -> Refusal | None:
        first, rest = _bombed(w, s)
        units = [w.by_id[name] for name in order.units]
        if sorted(units) != sorted(first + rest) or set(units[: len(first)]) != set(first):
            return Refusal(
                "TIA-AIR-3",
                "This is not every unit of the bombed stack once, AA-capable ones first.",
                "Order the whole stack.",
            )
        return None

    def apply(
        self, w: World, s: TigersState, frame: st.Ordering, order: OrderStack, dice: Dice, events: Events
    ) -> None:
        s.stack.pop()
        mission = s.missions.pop(0)
        bomb_units(w, s, mission, [w.by_id[name] for name in order.units], dice, events)
        resolve_missions(w, s, dice, events)


def resolve_missions(w: World, s: TigersState, dice: Dice, events: Events) -> None:
    """Fly the remaining missions one by one, until the owner of a bombed stack must order it.

    Groups sent against the same target roll separately, TIA-AIR-4.
    """
    while s.missions:
        mission = s.missions[0]
        if not mission.cancelled:
            if mission.kind == "hex":
                side = w.air_units[mission.air].side
                first, rest = _bombed(w, s)
                if len(first) > 1 or len(rest) > 1:
                    s.stack.append(st.Ordering(1 - side, 0))
                    return
                bomb_units(w, s, mission, first + rest, dice, events)
            elif mission.kind == "bridge":
                bomb_bridge(w, s, mission, dice, events)
            elif mission.kind == "dump":
                bomb_dump(w, s, mission, dice, events)
            else:
                fly_supplies(w, s, mission, dice, events)
        s.missions.pop(0)


def _on_table(
    w: World,
    s: TigersState,
    mission: st.Mission,
    column: str,
    what: tuple[str, str, str, str],
    dice: Dice,
    events: Events,
) -> str:
    """Roll on a column of the air table and return the result.

    `what` is the target, what the key of the die and the text for players say it does, and the rule.
    """
    group, (target, key, text, rule) = w.air_units[mission.air], what
    name = group.id
    die = roll_table(s, dice, events, f"{name} {key}", rule, f"{group.name} {text}")
    result = w.tables.air[column][die]
    events.append(AirResult(name, target, column, die, result, shown(s, die)))
    return result


def bomb_units(
    w: World, s: TigersState, mission: st.Mission, units: list[int], dice: Dice, events: Events
) -> None:
    """Roll against each unit until the group is shot down, TIA-AIR-3, TIA-AIR-6, TIA-AIR-7."""
    city = bool(w.board.city >> mission.target & 1)
    for unit in units:
        target = w.units[unit]
        what = (target.id, f"bombs {target.id}", f"bombs {target.name}", "TIA-AIR-3")
        result = _on_table(w, s, mission, air_column(w, s, unit), what, dice, events)
        if result == "D":
            strike(w, s, unit, events)
        elif result.startswith("AA") and flak_hits(w, s, mission.air, result, target.aa, city):
            shoot_down(w, s, mission.air, events)
            return


def strike(w: World, s: TigersState, unit: int, events: Events) -> None:
    """Apply an air D: Disrupt the unit, or remove a Disrupted unit's entrenchment, TIA-AIR-7.

    Bombing does nothing else to units and never changes odds, TIA-AIR-20.
    """
    if disrupt(w, s, unit, "TIA-AIR-6", events):
        peiper.falls_out(w, s, unit, events)
    else:
        lose_entrenchment(w, s, unit, "TIA-AIR-7", events)


def _aa_at(w: World, s: TigersState, cells: Sequence[int]) -> bool:
    return any(w.units[u].aa for cell in cells for u in stack_at(w, s, cell))


def bomb_bridge(w: World, s: TigersState, mission: st.Mission, dice: Dice, events: Events) -> None:
    """Roll against a bridge on the Bridge Busting column, TIA-AIR-8, TIA-AIR-19."""
    river = w.board.rivers[mission.target]
    bridge = w.bridge_names[mission.target]
    text = f"bombs the bridge {between(w, bridge)}"
    what = (bridge, f"bombs the bridge {bridge}", text, "TIA-AIR-8")
    result = _on_table(w, s, mission, "bridge", what, dice, events)
    if result == "Bridge Bstd":
        if s.bridge[mission.target] != st.NO_BRIDGE:
            destroy(w, s, mission.target, "bombed", "TIA-AIR-8", events)
    elif result.startswith("AA") and flak_hits(
        w, s, mission.air, result, _aa_at(w, s, (river.a, river.b)), False
    ):
        shoot_down(w, s, mission.air, events)


def bomb_dump(w: World, s: TigersState, mission: st.Mission, dice: Dice, events: Events) -> None:
    """Roll against the captured dump; German AA is active while they occupy it, TIA-FUEL-7."""
    cell = s.where[w.dump]
    if cell < 0:
        return
    what = ("dump", "bombs the fuel dump", "bombs the fuel dump", "TIA-FUEL-7")
    result = _on_table(w, s, mission, "bridge", what, dice, events)
    if result == "Bridge Bstd":
        destroy_dump(w, s, events)
    elif result.startswith("AA"):
        occupied = any(w.units[u].combat for u in units_at(w, s, cell, GERMAN))
        if flak_hits(w, s, mission.air, result, occupied, False):
            shoot_down(w, s, mission.air, events)


def fly_supplies(w: World, s: TigersState, mission: st.Mission, dice: Dice, events: Events) -> None:
    """Roll for aerial resupply, TIA-AIR-16, TIA-AIR-17."""
    group, label = w.air_units[mission.air], w.grid.label(mission.target)
    what = (label, f"resupplies {label}", f"supplies {hex_text(w, label)}", "TIA-AIR-16")
    result = _on_table(w, s, mission, "resupply", what, dice, events)
    if result == "Supplied":
        for unit in units_at(w, s, mission.target, group.side):
            if unit != w.dump:  # it needs none, and a mark on it would show where it is
                s.status[unit] |= st.AIR_SUPPLIED
    elif result == "AA?" and group.side == ALLIED:
        around = [c for c in w.grid.neighbours[mission.target] if c != OFF_MAP and _aa_at(w, s, (c,))]
        if len(around) >= FLAK_NEIGHBOURS:
            shoot_down(w, s, mission.air, events)
