"""Units and corps of the playsheet as players call them; on sheets and in orders they go by their ids."""

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
    "PZ": "Panzer Regiment", "PZGR": "Panzergrenadiers", "VG": "Regiment", "FJ": "Regiment",
    "INF": "Infantry", "AB": "Parachute Infantry", "CAV": "Squadron", "ENG": "Engineers", "ARM": "Battalion",
}  # fmt: skip
PARTS = {  # of divisions, that have a name instead of a number
    "GE-1SS-Piper": "Kampfgruppe Peiper",
    "GE-272VG-reg": "Regiment",
    "GE-LEHR-REC": "Reconnaissance",
    "US-9A-H": "Task Force Harper",
    "US-9A-R": "Task Force Rose",
    "US-10A-C": "Team Cherry",
    "US-10A-D": "Team Desobry",
    "US-10A-O": "Team O'Hara",
}
OWN_NAMES = {  # of no division
    "GE-150-SK-SS": "150th Panzer Brigade, Skorzeny",
    "GE-FB": "F\u00fchrer Begleit Brigade",
    "GE-FGR": "F\u00fchrer Grenadier Brigade",
    "GE-VDH": "Kampfgruppe von der Heydte",
    "GE-JPZ": "Jagdpanzer Brigade",
    "US-IND": "Independent battalion",
    "US-102-CAV": "102nd Cavalry Group",
    "US-517-AB": "517th Parachute Infantry",
}


def ordinal(number: str) -> str:
    """1st, 2nd, 3rd, 11th."""
    teen = len(number) > 1 and number[-2] == "1"
    return number + ("th" if teen else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1], "th"))


def corps_name(corps: str) -> str:
    return f"{PANZER_CORPS.get(corps, corps)} Corps"


def division_name(formation: str) -> str:
    """A division or cavalry group; what is none keeps its name."""
    if formation == "LEHR":
        return "Panzer Lehr Division"
    result = re.fullmatch(r"(\d+)([A-Z]*)", formation)
    if result is None or result[2] not in DIVISIONS:
        return formation
    kind = "Airborne" if formation in AIRBORNE else DIVISIONS[result[2]]
    return f"{ordinal(result[1])} {kind} {'Group' if result[2] == 'C' else 'Division'}"


def unit_name(unit: terms.Unit) -> str:
    """The name of a counter in full."""
    return ", ".join(filter(None, named_apart(unit)))


def named_apart(unit: terms.Unit) -> tuple[str, str]:
    """The name of a counter and that of its division, empty for none."""
    if alone := _alone(unit):
        return alone, ""
    _, first, *rest = unit.id.split("-")
    return PARTS.get(unit.id) or _part(rest[-1], unit.kind), division_name(first)


def _alone(unit: terms.Unit) -> str:
    """The name of a counter of no division; empty for others."""
    if unit.id in OWN_NAMES:
        return OWN_NAMES[unit.id]
    _, _, tail = unit.id.partition("-")
    first, *rest = tail.split("-")
    if not rest:  # a number, or a unit that somebody has made up
        return f"{ordinal(first)} Panzer Battalion" if first.isdigit() else unit.id
    if first == "ART":
        when = f" ({rest[1]} December)" if len(rest) > 2 else ""
        return f"{corps_name(rest[0])} {terms.GUNS[unit.gun]} artillery {rest[-1][1:]}{when}"
    if first in ("ENG", "FLAK", "PZ"):
        return f"{corps_name(rest[0])} { {'ENG': 'engineers', 'FLAK': 'flak', 'PZ': 'panzers'}[first] }"
    if first == "TD":
        return f"Tank destroyers {rest[0]}"
    return f"{ordinal(first)} Engineers" if rest[-1] == "ENG" else ""


def _part(word: str, kind: str) -> str:
    """A regiment, battalion or combat command of a division."""
    if word.startswith("bn"):
        return f"Battalion {word[2:]}"
    if word.endswith("G") and word[:-1].isdigit():
        return f"{ordinal(word[:-1])} Glider Infantry"
    return f"{ordinal(word)} {REGIMENTS.get(kind, 'Regiment')}" if word.isdigit() else word


def formation_name(unit: terms.Unit, formation: str) -> str:
    """What a unit stands in: a division, its corps, or itself alone."""
    if formation == unit.id:
        return unit_name(unit)
    return corps_name(formation) if formation == unit.corps else division_name(formation)
