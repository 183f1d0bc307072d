"""The report that each team gets of a result: its own numbers, and of the enemy only what its troops saw.

The texts of a battle are made from a `FightView` alone, so they cannot depend on anything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ardennes.games.playsheet.rules.tables.combat import BattleUnit
from ardennes.words import counted, listed


class TeamReport(NamedTuple):
    """The report of one team, as a slip prints it."""

    text: str
    units: tuple[tuple[str, str], ...] = ()  # own units and what happened to each
    may: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        units = [{"unit": unit, "what": what} for unit, what in self.units]
        return {"text": self.text, "units": units, "may": list(self.may), "unknown": list(self.unknown)}


class FightView(NamedTuple):
    """A battle as the team on one side of it saw it."""

    place: str
    enemy_arms: str  # tanks and infantry: the arms that were met
    units: tuple[str, ...]  # own
    loss: int  # status of each own unit
    sp_loss: int = 0
    retired_km: int = 0  # own retirement
    enemy_left: bool = False  # the attackers took the ground
    thrown_back: bool = False  # the attack failed
    overrun: bool = False
    again: bool = False  # may fight again, or counter-attack
    enemy_aircraft: bool = False
    lacks: tuple[str, ...] = ()  # the side's missing conditions of an overrun


def arms(units: Sequence[BattleUnit]) -> str:
    """Return the arms that the enemy sees of these units."""
    names = [
        name
        for name, there in (
            ("tanks", any(unit.tank for unit in units)),
            ("infantry", any(unit.infantry for unit in units)),
            ("other troops", any(not unit.tank and not unit.infantry for unit in units)),
        )
        if there
    ]
    return listed(names)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def attack_report(view: FightView) -> TeamReport:
    """Return the report of the attackers."""
    where = view.place or "the position"
    may: tuple[str, ...]
    if view.thrown_back:
        text = f"{_sentence(view.enemy_arms)} held {where}. Your attack was thrown back to its start line."
        may = ("Order a new attack next turn.",)
    elif view.enemy_left:
        text = f"Your attack succeeded: {view.enemy_arms} left {where}, and it is yours."
        may = ("Hold the ground, or order a new attack next turn.",)
        if view.overrun:
            text = f"Your tanks overran {view.enemy_arms} at {where} and are through."
            again = "You may fight again this turn."
            may = (
                "Move on by up to half of your remaining move.",
                again if view.again else again.replace("may", "may not"),
            )
    else:
        text = f"Confused fighting with {view.enemy_arms} at {where}. Both sides hold their ground."
        may = ("Hold, or order a new attack next turn.",)
    if view.enemy_aircraft:
        text += " Enemy aircraft attacked you."
    return TeamReport(
        text, _own(view), (*may, *(f"No overrun: {one}." for one in view.lacks)),
        ("Enemy losses and supply.", *(("How far the enemy went.",) if view.enemy_left else ())),
    )  # fmt: skip


def defence_report(view: FightView) -> TeamReport:
    """Return the report of the defenders."""
    where = view.place or "your position"
    text = f"{_sentence(view.enemy_arms)} attacked {where}."
    may: tuple[str, ...] = ("Hold the ground.",)
    if view.enemy_left:
        text += f" You retired {view.retired_km} km."
        may = (
            ("Counter-attack this turn.",)
            if view.again
            else ("Hold. No counter-attack is possible this turn.",)
        )
        if view.overrun:
            text += " Enemy tanks broke through."
    elif view.thrown_back:
        text += " The attack was thrown back."
        may = ("Hold the ground, or counter-attack this turn.",)
    else:
        text += " Both sides hold their ground."
    if view.enemy_aircraft:
        text += " Enemy aircraft attacked you."
    return TeamReport(text, _own(view), may, ("Enemy losses and supply.",))


def _own(view: FightView) -> tuple[tuple[str, str], ...]:
    parts = [f"−{view.loss} status"] if view.loss else []
    parts += [f"−{view.sp_loss} SP"] if view.sp_loss else []
    return tuple((unit, listed(parts) or "no loss") for unit in view.units)


def march_report(units: str, km: str, used: str, fresh: bool) -> TeamReport:
    """Return the report of a march."""
    text = f"{units} moved {km} km and used {used} of the turn."
    may = "It may still attack this turn." if fresh else "It cannot start an attack this turn."
    return TeamReport(text, may=(may,))


def recce_report(reports: Sequence[tuple[str, str]]) -> TeamReport:
    """Return the report of a reconnaissance: the squares with a result and its facts."""
    if not reports:
        return TeamReport("The pilots saw nothing.", unknown=("Whether the zone is empty.",))
    lines = "; ".join(f"{square}: {report}" if square else report for square, report in reports)
    return TeamReport(f"The pilots report {lines}.", unknown=("What the pilots did not see.",))


def air_combat_report(
    fighters: int, lost: int, outcome: int, down: Sequence[tuple[int, str]], flies: bool, met: bool,
    reached: bool,
) -> TeamReport:  # fmt: skip
    """Return a side's report of an air combat; `outcome`: 1 won, 0 drawn, -1 lost; `met`: enemy fighters."""
    if not flies:
        return TeamReport("Nothing to report.")
    parts = []
    if fighters and met:
        parts.append(AIR_OUTCOMES[outcome])
        parts.append(f"You lost {counted(lost, 'fighter squadron') if lost else 'no fighters'}.")
    else:
        parts.append("Enemy fighters were over the zone." if met else "You met no enemy fighters.")
    if reached:
        parts.append("Your fighters reached the other enemy aircraft.")
    parts += [f"Enemy fighters shot down {number} {what}." for number, what in down]
    return TeamReport(" ".join(parts), unknown=("Enemy losses.",) if met or reached else ())


AIR_OUTCOMES = {
    1: "Your fighters won the air battle.", 0: "The air battle was drawn.", -1: "Your fighters were beaten.",
}  # fmt: skip


def flak_report(results: Sequence[tuple[str, str]], mission: str) -> TeamReport:
    """Return the report of flak on each serial."""
    hit = [f"{serial}, {what}" for serial, what in results]
    return TeamReport(f"Flak against your {mission}: {'; '.join(hit) or 'no losses'}.", tuple(results))


def bombing_report(units: Sequence[tuple[str, str]]) -> TeamReport:
    """Return the report of bombed units."""
    return TeamReport(
        f"Your units were bombed or shelled: {'; '.join(': '.join(one) for one in units)}.",
        tuple(units),
        unknown=("The strength of the attack.",),
    )
