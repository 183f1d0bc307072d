"""Random battles against a calculation written apart from the program, in quarters of a point."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from ardennes.umpire import answers

KINDS = {  # tank, infantry, light, heavy
    "infantry": (0, 1, 0, 0), "light": (0, 1, 1, 0), "tank": (1, 0, 0, 0), "heavy-tank": (1, 0, 0, 1),
    "mixed": (1, 1, 0, 0), "heavy-mixed": (1, 1, 0, 1), "recce": (0, 0, 0, 0),
}  # fmt: skip
FLAGS = ("prepared", "dug-in", "defended", "river", "night", "surprise", "envelopment", "disordered",
         "breakthrough", "special")  # fmt: skip
OPEN, MARSH = "clear", "marsh"
AIR_BOUNDS = {"german-ga": (1, 3, 6, 10), "allied-ga": (1, 2, 4, 8), "heavy-bomber": (99, 99, 1, 2)}
RESULTS = ("total success", "success", "limited success", "confused combat", "attackers badly beaten")
GUN_RANGES = {"field": (8, 12), "medium": (12, 18), "heavy": (10, 16), "rocket": (8, 8)}


def random_battle(rng: random.Random) -> dict[str, Any]:
    def units(marks: tuple[str, ...]) -> list[str]:
        result = []
        for _ in range(rng.randint(1, 4)):
            chosen = [mark for mark in marks if rng.random() < 0.25]
            formation = f"of {rng.randint(1, 2)}" if rng.random() < 0.7 else ""
            result.append(
                " ".join([rng.choice(tuple(KINDS)), str(rng.randint(1, 14)), *chosen, formation]).strip()
            )
        return result

    values: dict[str, Any] = {flag: rng.random() < 0.3 for flag in FLAGS}
    values["ground"] = rng.choice(("clear", "clear", "rough", "forest", "town", "marsh"))
    values["attacker"] = units(("prepared", "marched"))
    values["defender"] = units(("defended", "dug-in", "marched", "no-supply"))
    for side in ("attack", "defence"):
        if rng.random() < 0.4:
            values[f"{side}-guns"] = [
                f"{rng.randint(1, 6)} {rng.choice(tuple(GUN_RANGES))} {rng.randint(1, 20)}"
            ]
        if rng.random() < 0.3:
            values[f"{side}-air"] = [f"{rng.randint(1, 11)} {rng.choice(tuple(AIR_BOUNDS))}"]
    values["advantage"], values["defence-advantage"] = str(rng.randint(0, 2)), str(rng.randint(0, 2))
    return values


def read(text: str) -> dict[str, Any]:
    words = text.split()
    kind = KINDS[words[0]]
    return {"status": int(words[1]), "tank": kind[0], "infantry": kind[1], "light": kind[2], "heavy": kind[3],
            "words": words, "formation": words[-1] if "of" in words else ""}  # fmt: skip


def side_in_quarters(values: dict[str, Any], attacking: bool) -> Fraction:
    """A side's total times four."""
    mine = [read(text) for text in values["attacker" if attacking else "defender"]]
    enemy = [read(text) for text in values["defender" if attacking else "attacker"]]
    role = "attack" if attacking else "defence"
    guns = 0  # in halves
    for text in values.get(f"{role}-guns", ()):
        count, gun, km = text.split()
        near, far = GUN_RANGES[gun]
        guns += int(count) * (2 if int(km) <= near else 1 if int(km) <= far else 0)
    tanks, enemy_tanks = any(u["tank"] for u in mine), any(u["tank"] for u in enemy)
    ready = "prepared" if attacking else "defended"
    both_arms = tanks and any(u["infantry"] for u in mine)
    combined = both_arms and (values[ready] or all(ready in u["words"] for u in mine))
    total = Fraction(0)
    for unit in mine:
        factor = unit["status"]
        advantages = int(values["advantage" if attacking else "defence-advantage"])
        if attacking:
            advantages += values["surprise"] + values["envelopment"] + values["disordered"]
            factor -= 2 * unit["light"]
            factor -= 0 if values["prepared"] or "prepared" in unit["words"] else 4
        else:
            advantages += (values["dug-in"] or "dug-in" in unit["words"]) + values["river"]
            factor += 2 if values["ground"] in ("rough", "forest", "town") and enemy_tanks else 0
        factor += 2 * advantages + 2 * combined + (2 if unit["heavy"] and enemy_tanks else 0)
        lonely = unit["infantry"] and not unit["tank"] and not tanks and not guns
        factor -= 2 if lonely and enemy_tanks and values["ground"] == OPEN else 0
        quarters = 4 * max(0, factor)
        halvings = ("marched" in unit["words"]) + (unit["tank"] and values["night"])
        halvings += not attacking and "no-supply" in unit["words"]
        total += Fraction(quarters, 2 ** int(halvings))
    total += 2 * min(guns, 4 * len(mine))
    levels = []
    for text in values.get(f"{role}-air", ()):
        count, kind = text.split()
        levels.append(max((n for n, low in enumerate(AIR_BOUNDS[kind], 2) if int(count) >= low), default=0))
    total += 8 * max(levels, default=0)
    names = [unit["formation"] for unit in mine]
    most = max(names.count(name) for name in names)
    return total - 8 * (len(names) - most)


def check(seed: int) -> None:
    rng = random.Random(seed)
    values = random_battle(rng)
    dice = [rng.randint(1, 6), rng.randint(1, 6)]
    facts = answers.ask("fight", values, dice)["facts"]
    attack, defence = side_in_quarters(values, True), side_in_quarters(values, False)
    score = (attack - defence + 4 * dice[0]) // 4
    bad = values["ground"] != OPEN or values["river"]
    bounds = (20, 12, 7, 2) if bad else (12, 8, 5, -1)
    row = next((n for n, low in enumerate(bounds) if score >= low), 4)
    close = values["ground"] != OPEN
    half = (dice[1] + 1) // 2
    retire = ((dice[1], dice[1]), (dice[1], half), (2, 1), (0, 0), (0, 0))[row][close]
    strength = [sum(read(text)["status"] for text in values[side]) for side in ("attacker", "defender")]
    armour = sum(unit["status"] for unit in map(read, values["attacker"]) if unit["tank"])
    order = values["breakthrough"] or values["special"]
    overrun = row < 3 and order and 2 * armour > strength[0] and strength[0] >= 2 * strength[1]
    assert [4 * Fraction(facts[side]) for side in ("attack", "defence")] == [attack, defence]
    assert facts["score"] == score
    assert facts["result"].replace("_", " ") == RESULTS[row]
    assert facts["retire_km"] == retire
    assert facts["overrun"] is bool(overrun)
    assert facts["attacker_loss"] == 1 + bool(overrun and row in (1, 2))
    assert (facts["defender_loss"], facts["sp_loss"]) == ((2, 2), (1, 1), (1, 1), (1, 0), (0, 0))[row]


@pytest.mark.parametrize("block", range(4))
def test_random_battles(block: int) -> None:
    for seed in range(25 * block, 25 * block + 25):
        check(seed)


@pytest.mark.slow
def test_two_thousand_random_battles() -> None:
    for seed in range(100, 2100):
        check(seed)
