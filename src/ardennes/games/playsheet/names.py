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
OWN_NAMES = {
    "GE-1SS-Piper": "Kampfgruppe Peiper, 1st SS Panzer Division",
    "GE-150-SK-SS": "150th Panzer Brigade, Skorzeny",
    "GE-FB": "F\u00fchrer Begleit Brigade",
    "GE-FGR": "F\u00fchrer Grenadier Brigade",
    "GE-VDH": "Kampfgruppe von der Heydte",
    "GE-JPZ": "Jagdpanzer Brigade",
    "GE-272VG-reg": "Regiment, 272nd Volksgrenadier Division",
    "GE-LEHR-REC": "Reconnaissance, Panzer Lehr Division",
    "US-IND": "Independent battalion",
    "US-9A-H": "Task Force Harper, 9th Armored Division",
    "US-9A-R": "Task Force Rose, 9th Armored Division",
    "US-10A-C": "Team Cherry, 10th Armored Division",
    "US-10A-D": "Team Desobry, 10th Armored Division",
    "US-10A-O": "Team O'Hara, 10th Armored Division",
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
        return "Panzer Lehr"
    found = re.fullmatch(r"(\d+)([A-Z]*)", formation)
    if found is None or found[2] not in DIVISIONS:
        return formation
    kind = "Airborne" if formation in AIRBORNE else DIVISIONS[found[2]]
    return f"{ordinal(found[1])} {kind}"


def unit_name(unit: terms.Unit) -> str:
    """The name of a counter in full."""
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
    if rest[-1] == "ENG":
        return f"{ordinal(first)} Engineers"
    size = "Group" if first.endswith("C") else "Division"
    return f"{_part(rest[-1], unit.kind)}, {division_name(first)} {size}"


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
