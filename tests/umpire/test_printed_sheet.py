"""Every line of the printed sheet through the umpire's questions, against a copy written down here."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from ardennes.errors import UserError
from ardennes.umpire import answers

MODES = ("tactical", "non-tactical", "road column")
MOVEMENT = {  # troops, ground: tactical, non-tactical, road column; river crossing
    ("horse drawn infantry", "open wood close town marsh"): (15, 25, 30, True),
    ("paras", "open wood close town marsh"): (15, 25, 30, True),
    ("motorised", "close wood town marsh"): (18, 28, 64, False),
    ("mech", "open"): (30, 32, 64, False),
    ("tanks", "wood town"): (18, 28, 64, False),
    ("SPGs", "marsh"): (8, 18, 64, False),
    ("tanks", "open"): (30, 32, 64, False),
    ("motor towed artillery", "open wood close town marsh"): (0, 0, 75, False),
    ("recce", "close wood town"): (18, 28, 100, True),
    ("light tanks", "open"): (30, 35, 100, True),
}
RANGES = {"field": (8, 12), "medium": (12, 18), "heavy": (10, 16), "rocket": (8, 0), "infantry guns": (6, 0)}
AIR = {  # the least squadrons for each level
    "german ga": (1, 3, 6, 10), "allied ga": (1, 2, 4, 8), "heavy bomber": (None, None, 1, 2),
}  # fmt: skip
LEVELS = ("normal", "superior", "overwhelming", "apocalyptic")
RESULTS: tuple[
    tuple[Any, ...], ...
] = (  # normal from, bad from, attacker, defender, SP, open, close, counter-attack
    ("total success", 12, 20, 1, 2, 2, "d6", "d6", False),
    ("success", 8, 12, 1, 1, 1, "d6", "d3", False),
    ("limited success", 5, 7, 1, 1, 1, "2", "1", True),
    ("confused combat", -1, 2, 1, 1, 0, "0", "0", False),
    ("attackers badly beaten", -99, -99, 1, 0, 0, "0", "0", True),
)
RECCE = {  # by die, from 1
    "vehicles moving": ("none", "spotted", "direction", "direction", "direction+type", "direction+type+size"),
    "vehicles": ("none", "none", "none", "spotted", "type", "type+size"),
    "infantry": ("none", "none", "none", "none", "spotted", "type"),
    "infantry moving": ("none", "none", "spotted", "spotted", "direction+type", "direction+type+size"),
}
FIGHTERS = ("LDDDDW", "LDDDWW", "DDDWWW", "DDWWWW", "DWWWWW", "WWWWWW")  # odds 1-1 to 6-1, by die
FIGHTER_LOSSES = {"W": (10, 20), "D": (10, 10), "L": (20, 10)}  # percent of the other's strength
FLAK = {  # overflight, within 2 km, within 4 km; N no effect, D damage, L loss
    "heavy": ("NNNNDL", "NNDDLL", "NNNNDL"),
    "light": ("NNNNND", "NNNDLL", "NNNNND"),
}
INTERDICTION = {  # the least number for each row
    "spitfire": (1, 3, 5, 7, 10, 12, None), "artillery": (1, 3, 5, 7, 10, 12, None),
    "typhoon": (1, 2, 3, 4, 5, 6, 9), "mustang": (1, 2, 3, 4, 5, 6, 9), "fortress": (1, 2, 3, 4, 5, 6, 9),
    "liberator": (1, 2, 3, 4, 5, 6, 9), "lancaster": (None, 1, 2, 2, 3, 4, 6),
    "halifax": (None, 1, 2, 2, 3, 4, 6), "stirling": (None, 1, 2, 2, 3, 4, 6),
}  # fmt: skip
EFFECTS = ("NNNNIS", "NNNIIS", "NNIISS", "NIIISS", "NIISSS", "NISSSS", "IISSSS")
EFFECT_WORDS = {"N": "no effect", "I": "immobilised", "S": "step loss and immobilised"}

Line = tuple[str, dict[str, Any], list[int], dict[str, Any]]  # question, values, dice, expected facts


def movement() -> Iterator[Line]:
    for (troops, grounds), (*kilometres, river) in MOVEMENT.items():
        for ground in grounds.split():
            for mode, km in zip(MODES, kilometres, strict=True):
                for night in (False, True):
                    values = {"troops": troops, "mode": mode, "leg": [f"999 {ground}"], "night": night}
                    expected = {"km": str(Fraction(km) / (4 if night else 1))} if km else {"refused": True}
                    yield "move", values, [], expected
            values = {"troops": troops, "leg": [f"1 {ground} river"]}
            yield "move", values, [], {} if river else {"refused": True}


def results() -> Iterator[Line]:
    for ground, column in (("open", 1), ("wood", 2), ("close", 2), ("town", 2), ("marsh", 2)):
        for score in range(-6, 26):
            row = next(row for row in RESULTS if score >= row[column])
            distance = row[7] if column == 2 else row[6]
            for die in range(1, 7) if distance[0] == "d" else (0,):
                km = (die + 1) // 2 if distance == "d3" else die or int(distance)
                expected = {"result": row[0].replace(" ", "_"), "retire_km": km}
                yield "score", {"score": str(score), "ground": ground}, [die] if die else [], expected


def artillery() -> Iterator[Line]:
    for gun, (effective, long) in RANGES.items():
        for km in range(21):
            value = Fraction(3) if km <= effective else Fraction(3, 2) if km <= long else Fraction(0)
            yield "artillery", {"guns": [f"3 {gun} {km}"], "units": "9"}, [], {"support": str(value)}


def air_support() -> Iterator[Line]:
    for kind, bounds in AIR.items():
        for count in range(1, 14):
            level = [n for n, low in enumerate(bounds) if low is not None and count >= low][-1]
            expected = {"level": LEVELS[level], "bonus": 4 + 2 * level}
            yield "air-support", {"squadrons": [f"{count} {kind}"]}, [], expected


def reconnaissance() -> Iterator[Line]:
    for target, reports in RECCE.items():
        for die in range(1, 7):
            for crowd in (1, 3, 4, 9):
                read = min(6, die + (crowd > 3))
                values = {"target": [target], "units-in-hex": str(crowd)}
                yield "recce", values, [die], {"report": reports[read - 1]}


def air_combat() -> Iterator[Line]:
    for larger in range(2, 15):
        for smaller in range(1, larger):
            for die in range(1, 7):
                result = FIGHTERS[min(6, larger // smaller) - 1][die - 1]
                mine, theirs = FIGHTER_LOSSES[result]
                lost = [
                    min(larger, (mine * smaller + 50) // 100),
                    min(smaller, (theirs * larger + 50) // 100),
                ]
                values = {"allied": str(smaller), "german": str(larger)}
                outcome = {"W": "Win", "D": "Draw", "L": "Lose"}[result]
                yield "dogfight", values, [die], {"outcome": outcome, "losses": lost[::-1]}


def flak() -> Iterator[Line]:
    for gun, columns in FLAK.items():
        for (mission, km), row in zip(
            (("overflight", 4), ("paras", 2), ("landing", 4)), columns, strict=True
        ):
            for die in range(1, 7):
                loss, damage = row[die - 1] == "L", row[die - 1] in "LD"
                yield (
                    "flak",
                    {"mission": mission, gun: str(km)},
                    [die],
                    {"losses": [loss], "damage": [damage]},
                )


def interdiction() -> Iterator[Line]:
    for force, bounds in INTERDICTION.items():
        for count in range(1, 15):
            row = [n for n, low in enumerate(bounds) if low is not None and count >= low][-1]
            for die in range(1, 7):
                expected = {"row": row + 1, "effects": [EFFECT_WORDS[EFFECTS[row][die - 1]]]}
                yield "interdict", {"force": [f"{count} {force}"]}, [die], expected


PARTS = (movement, results, artillery, air_support, reconnaissance, air_combat, flak, interdiction)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_every_printed_line(part: Any) -> None:
    for name, values, dice, expected in part():
        try:
            facts: dict[str, Any] = answers.ask(name, values, dice)["facts"]
        except UserError as error:
            facts = {"refused": "OPS-MOVE" in str(error)}
        assert {key: facts.get(key) for key in expected} == expected, (name, values, dice)


def test_the_check_has_not_become_smaller() -> None:
    assert sum(1 for part in PARTS for _ in part()) >= 1736


FACTORS = (  # changes to a fight of infantry 8 against infantry 8 in the open, and what they add
    ({"surprise": True}, "Attack", 2), ({"advantage": "2"}, "Attack", 4), ({"dug-in": True}, "Defence", 2),
    ({"defence-advantage": "1"}, "Defence", 2), ({"prepared": False}, "Attack", -4),
    ({"attacker": ["light 8"]}, "Attack", -2),
    ({"attacker": ["infantry 8", "tank 4"]}, "Attack", 4 + 4),  # combined arms
    ({"attacker": ["heavy tank 8"], "defender": ["tank 8"]}, "Attack", 2),
    ({"attacker": ["tank 8"], "ground": "wood"}, "Defence", 2),
    ({"attacker": ["tank 8"]}, "Defence", -2),
    ({"attacker": ["infantry 8 marched"]}, "Attack", -4),
    ({"attacker": ["infantry 8 of 1", "infantry 2 of 2"]}, "Attack", 2 - 2),
    ({"attacker": ["tank 8"], "night": True, "ground": "marsh"}, "Attack", -4),
    *(({"attack-air": [f"{n} german-ga"]}, "Attack", add) for n, add in ((1, 4), (3, 6), (6, 8), (10, 10))),
)  # fmt: skip


@pytest.mark.parametrize(("more", "side", "change"), FACTORS)
def test_every_printed_factor(more: dict[str, Any], side: str, change: int) -> None:
    values = {"attacker": ["infantry 8"], "defender": ["infantry 8"], "prepared": True, **more}
    ledger = {line["what"]: line["value"] for line in answers.ask("fight", values)["ledger"]}
    assert ledger[side] == str(8 + change)


Asked = tuple[str, dict[str, Any], list[int]]
PRINTED: tuple[Asked, ...] = (
    ("fight", {"attacker": ["tank 8 of 1", "infantry 8 of 2"], "defender": ["infantry 4"], "surprise": True,
               "attack-air": ["3 german-ga"], "night": True}, [3, 3]),
    ("air-support", {"squadrons": ["3 allied-ga"]}, []), ("flak", {"heavy": "2"}, [4]),
    ("interdict", {"force": ["3 typhoon"]}, [4]), ("dogfight", {"allied": "3", "german": "2"}, [4]),
    ("move", {"troops": "mech", "leg": ["9 open"]}, []), ("recce", {"target": ["vehicles"]}, [4]),
)  # fmt: skip
OURS: tuple[Asked, ...] = (
    ("artillery", {"guns": ["3 medium 10"]}, []), ("air-support", {"squadrons": ["2 heavy bomber"]}, []),
    ("interdict", {"force": ["9 spitfire"]}, [4]), ("interdict", {"force": ["1 thunderbolt"]}, [4]),
    ("dogfight", {"allied": "2", "german": "2"}, [4, 4]), ("recce", {"target": ["infantry wood"]}, []),
    ("fight", {"attacker": ["infantry 8"], "defender": ["infantry 4 no-supply"]}, [1]),
    ("move", {"troops": "foot", "leg": ["9 open river"]}, []),
)  # fmt: skip


@pytest.mark.parametrize(("name", "values", "dice", "ours"), [
    *((*one, False) for one in PRINTED), *((*one, True) for one in OURS),
])  # fmt: skip
def test_what_the_sheet_does_not_print_is_marked(
    name: str, values: dict[str, Any], dice: list[int], ours: bool
) -> None:
    result = answers.ask(name, values, dice)
    origins = {line["origin"] for line in (*result["working"], *result["ledger"], *result["effects"])}
    assert ("not on the sheet: our reading" in origins) is ours
