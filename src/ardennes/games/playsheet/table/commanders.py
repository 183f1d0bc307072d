"""The table of one of several commanders, who reads the side's sheet and writes for some formations."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.rules.orders import sheet
from ardennes.games.playsheet.rules.orders.corps import AIR, formation_of, formations, under
from ardennes.games.playsheet.schema.world import World
from ardennes.games.playsheet.table.sheet import NONE, choices
from ardennes.games.playsheet.words import WORDING
from ardennes.kernel.commanders import WHOLE
from ardennes.kernel.table import entry
from ardennes.kernel.wire import AirPage, Choices, Panel
from ardennes.words import counted

NOT_YOURS = "not under your command"


def choices_for(game: Playsheet, s: PlaysheetState, side: int, held: Collection[str]) -> Choices:
    """Return the choices of a commander with these formations. All commanders must agree to hand in."""
    w, result = game.world, choices(game, s, side)
    lines, air = result.sheet, result.air
    if lines is None or air is None:
        return result  # the side has no decision

    def commands(unit: str) -> bool:
        return under(w, s, w.by_id[unit]) in held

    result.units = [*filter(commands, result.units)]
    for target in result.targets:
        target.attackers = [*filter(commands, target.attackers)]
    result.targets = [target for target in result.targets if target.attackers]
    for line in lines:
        line.under, line.written = under(w, s, w.by_id[line.unit]), line.strike is not None
        if line.under not in held:
            line.strike = None
    for mission in air.missions:
        mission.squadrons = mission.strike["squadrons"] if mission.strike is not None else []
    if AIR not in held:
        _only_read(air)
    bare = sum(line.kind == NONE and line.unit in result.units for line in lines)
    result.buttons, result.leaves = [], _unwritten(bare, air)
    if WHOLE not in held:
        supply = [replace(panel, buttons=[]) for panel in result.panels if panel.id == "supply"]
        result.panels = [*_keeping(w, s, side, held), *supply]
    return result


def _only_read(air: AirPage) -> None:
    """Make the air page read-only, for a commander without the air force."""
    for pool in air.pools:
        pool.free, pool.tasks, pool.why = [], [], pool.why or NOT_YOURS
    for mission in air.missions:
        mission.strike, mission.first = None, []


def _unwritten(bare: int, air: AirPage) -> str:
    """Return the question before the commander is ready."""
    said = [f"{counted(bare, 'unit')} of yours without an order will defend."] if bare else []
    free = [pool.name for pool in air.pools if pool.free]
    if free:
        said.append(f"Squadrons could still fly: {', '.join(free)}.")
    return " ".join(said)


def _keeping(w: World, s: PlaysheetState, side: int, held: Collection[str]) -> list[Panel]:
    """Return the panel to copy last turn's orders and cancel this turn's, for the commander's formations."""
    again = [formation_of(w, s, order) for order in sheet.copied(w, s, side)]
    buttons = [
        entry(f"Copy {counted(again.count(one.id), 'order')} of {one.name} from last turn", o.Copy(one.id))
        for one in formations(w, side)
        if one.id in held and one.id in again
    ]
    units = tuple(w.units[u].id for u in sheet.ordered_units(w, s, side) if under(w, s, u) in held)
    flown = tuple(w.squadrons[q].id for q in sheet.ordered_squadrons(w, s, side) if AIR in held)
    if units or flown:
        buttons.append(entry("Cancel all my orders", WORDING.tidied(w, o.TakeBack(units, flown))))
    return [Panel("keeping", "My orders", "sheet", buttons=buttons, first=True)] if buttons else []
