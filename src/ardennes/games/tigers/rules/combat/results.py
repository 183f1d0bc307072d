"""What the results of the combat table mean for one unit (chapter TIA-CRT)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

# Best to worst for the attacker, TIA-CRT-24.
ORDER = ("DE", "DD", "D3", "D2", "D1", "D", "-", "AD", "D/AE", "AE")
WORSE_THAN_D = ("-", "AD", "D/AE", "AE")
RETREATS = {"D": 0, "D/AE": 0, "D1": 1, "D2": 2, "D3": 3, "DD": 3}  # hexes, TIA-CRT-9, TIA-CRT-10
MAY_GO_FARTHER = ("D", "D/AE", "D1", "D2")  # TIA-CRT-11
FARTHEST = 3
ATTACKERS_SUFFER = ("AD", "AE", "D/AE")  # "-" harms neither side, TIA-CRT-12
# What each result means, for people.
MEANING = {
    "DE": "the defenders are lost",
    "DD": "the defenders retreat 3 hexes; those already Disrupted are lost",
    "D3": "the defenders retreat 3 hexes",
    "D2": "the defenders retreat 2 hexes",
    "D1": "the defenders retreat 1 hex",
    "D": "the defenders are Disrupted",
    "-": "no effect",
    "AD": "the attackers are Disrupted",
    "D/AE": "the defenders are Disrupted, and attackers are lost",
    "AE": "attackers are lost",
}
DEFENDER_RECOVERS = ("-", "AD", "AE")  # TIA-DIS-6
PINS = ("D3", "DD")  # TIA-ADV-6
LEAVES_HEX = ("D1", "D2", "D3", "DE")  # as `for_unit` returns it
ATTACKERS_LOST = ("AE", "D/AE")
LONG_ADVANCE = ("D2", "D3", "DD", "DE")  # TIA-ADV-3


def for_unit(result: str, *, disrupted: bool, no_retreat: bool, surrounded: bool, asked: bool = True) -> str:
    """Return the result as it strikes one defender: D, D1, D2, D3, DE, or the result itself.

    A second D in a DD kills (TIA-CRT-8); a unit that cannot or must not retreat suffers D for D1 and
    DE for more (TIA-CRT-19); if No Retreat! was never asked a D1 is a D (TIA-CRT-20).
    """
    if result == "D/AE":
        return "D"
    if result == "DD":
        if disrupted:
            return "DE"
        result = "D3"
    if no_retreat or surrounded:
        if result == "D1":
            return "D"
        if result in ("D2", "D3"):
            return "DE"
    elif result == "D1" and not asked:
        return "D"
    return result


def loses_entrenchment(result: str, *, disrupted: bool) -> bool:
    """Does the unit lose its entrenchment?

    It does on D1 or higher as rolled (TIA-ENTR-3), and on D if already Disrupted (TIA-CRT-16, TIA-DIS-4,
    TIA-ENTR-4).
    """
    if result in ("D", "D/AE"):
        return disrupted
    return result in ("D1", "D2", "D3", "DD", "DE")


def loss_sets(factors: Sequence[tuple[int, int]], need: int, at_most: bool = False) -> list[tuple[int, ...]]:
    """Return the sets of attackers that AE may take, from pairs of unit and factor, TIA-CRT-14.

    A set is worth at least the defence strength, and none of its units could be spared. If all attackers
    together are worth less, all are lost. With `at_most` (an option) the sets are the largest that do not
    exceed the strength.
    """
    units = [(u, f) for u, f in factors if f > 0]
    if sum(f for _, f in units) < need:
        return [tuple(sorted(u for u, _ in factors))]
    every = [chosen for size in range(len(units) + 1) for chosen in combinations(units, size)]
    nearest = max(worth for worth in map(_worth, every) if worth <= need)
    return [
        tuple(sorted(u for u, _ in chosen))
        for chosen in every
        if (_worth(chosen) == nearest if at_most else _just_enough(chosen, need))
    ]


def _worth(chosen: Sequence[tuple[int, int]]) -> int:
    return sum(factor for _, factor in chosen)


def _just_enough(chosen: Sequence[tuple[int, int]], need: int) -> bool:
    """Are the units worth enough, and could none be spared?"""
    worth = _worth(chosen)
    return worth >= need and all(worth - factor < need for _, factor in chosen)
