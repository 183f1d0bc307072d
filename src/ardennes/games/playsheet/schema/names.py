"""The names of units, formations and squadrons; orders and data use their ids."""

from __future__ import annotations

import re

from ardennes.games.playsheet.schema import terms

PANZER_CORPS = {
    "ISS": "I SS Panzer",
    "IISS": "II SS Panzer",
    "XLVII": "XLVII Panzer",
    "LVIII": "LVIII Panzer",
}
DIVISIONS = {
    "": "Infantry", "A": "Armored", "C": "Cavalry", "VG": "Volksgrenadier", "PZ": "Panzer", "SS": "SS Panzer",
    "PZGR": "Panzergrenadier", "FJ": "Fallschirmj\u00e4ger",
}  # fmt: skip
AIRBORNE = ("82", "101")
REGIMENTS = {
    "PZ": "Panzer Regiment", "PZGR": "Panzergrenadier Regiment", "VG": "Regiment", "FJ": "Regiment",
    "INF": "Infantry", "AB": "Parachute Infantry", "CAV": "Squadron", "ARM": "Battalion",
}  # fmt: skip
PARTS = {  # parts of divisions that have a name instead of a number
    "GE-1SS-Piper": "Kampfgruppe Peiper",
    "GE-272VG-reg": "Regiment",
    "GE-LEHR-REC": "Reconnaissance",
    "US-9A-H": "Task Force Harper",
    "US-9A-R": "Task Force Rose",
    "US-10A-C": "Team Cherry",
    "US-10A-D": "Team Desobry",
    "US-10A-O": "Team O'Hara",
}
OWN_NAMES = {  # units without a division
    "GE-150-SK-SS": "150th Panzer Brigade (Skorzeny)",
    "GE-FB": "F\u00fchrer Begleit Brigade",
    "GE-FGR": "F\u00fchrer Grenadier Brigade",
    "GE-VDH": "Kampfgruppe von der Heydte",
    "GE-JPZ": "Jagdpanzer Brigade",
    "US-IND": "Independent Infantry Battalion",
    "US-102-CAV": "102nd Cavalry Group",
    "US-517-AB": "517th Parachute Infantry",
}


ARMS = {"ENG": "Engineer", "FLAK": "Flak", "PZ": "Panzer"}  # of battalions of a corps
POOLS = (
    "fighter", "ground-attack", "reconnaissance", "medium-bomber", "US heavy-bomber", "RAF heavy-bomber",
    "transport",
)  # fmt: skip


def ordinal(number: str) -> str:
    """Return a number as an ordinal: 1st, 2nd, 3rd, 11th."""
    teen = len(number) > 1 and number[-2] == "1"
    return number + ("th" if teen else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1], "th"))


def pool_name(pool: int, number: int) -> str:
    """Return what squadrons of a pool are called: "fighter squadron", "transport serials"."""
    kind = "serial" if pool == terms.TRANSPORT else "squadron"
    return f"{POOLS[pool]} {kind}{'' if number == 1 else 's'}"


def squadron_name(id_: str) -> str:
    """Return the name of a squadron: "Allied fighter squadron 7"; any other text stays as it is."""
    if id_.count("-") != 2:
        return id_
    side, pool, number = id_.split("-")
    return f"{side.capitalize()} {pool_name(terms.POOLS.index(pool), 1)} {int(number)}"


def corps_name(corps: str) -> str:
    """Return the name of a corps: "I SS Panzer Corps"."""
    return f"{PANZER_CORPS.get(corps, corps)} Corps"


def division_name(formation: str) -> str:
    """Return the name of a division or cavalry group; any other formation keeps its id."""
    if formation == "LEHR":
        return "Panzer Lehr Division"
    result = re.fullmatch(r"(\d+)([A-Z]*)", formation)
    if result is None or result[2] not in DIVISIONS:
        return formation
    kind = "Airborne" if formation in AIRBORNE else DIVISIONS[result[2]]
    return f"{ordinal(result[1])} {kind} {'Group' if result[2] == 'C' else 'Division'}"


def unit_name(unit: terms.Unit) -> str:
    """Return the full name of a unit: "422nd Infantry of the 106th Infantry Division"."""
    return " of the ".join(filter(None, named_apart(unit)))


def named_apart(unit: terms.Unit) -> tuple[str, str]:
    """Return the names of a unit and of its division; the second is empty for a unit without a division."""
    if alone := _alone(unit):
        return alone, ""
    _, first, *rest = unit.id.split("-")
    return PARTS.get(unit.id) or _part(rest[-1], unit.kind), division_name(first)


def _alone(unit: terms.Unit) -> str:
    """Return the name of a unit without a division; empty for others."""
    if unit.id in OWN_NAMES:
        return OWN_NAMES[unit.id]
    _, _, tail = unit.id.partition("-")
    first, *rest = tail.split("-")
    if not rest:  # a number, or a unit that a case made up
        return f"{ordinal(first)} Panzer Battalion" if first.isdigit() else unit.id
    if first == "ART":
        when = f" ({rest[1]} December)" if len(rest) > 2 else ""
        return f"{corps_name(rest[0])} {terms.GUNS[unit.gun]} artillery group {rest[-1][1:]}{when}"
    if first in ("ENG", "FLAK", "PZ"):
        return f"{corps_name(rest[0])} {ARMS[first]} Battalion"
    if first == "TD":
        return f"Tank Destroyer Battalion {rest[0]}"
    return f"{ordinal(first)} Engineer Battalion" if rest[-1] == "ENG" else ""


def _part(word: str, kind: str) -> str:
    """Return the name of a regiment, battalion or combat command of a division."""
    if re.fullmatch("CC[ABR]", word):
        return f"Combat Command {word[-1]}"
    if word.startswith("bn"):
        return f"Battalion {word[2:]}"
    if word.endswith("G") and word[:-1].isdigit():
        return f"{ordinal(word[:-1])} Glider Infantry"
    return f"{ordinal(word)} {REGIMENTS.get(kind, 'Regiment')}" if word.isdigit() else word


def formation_name(unit: terms.Unit, formation: str) -> str:
    """Return the name of the division or corps that a unit belongs to; else the unit's own name."""
    if formation == unit.id:
        return unit_name(unit)
    return corps_name(formation) if formation == unit.corps else division_name(formation)
