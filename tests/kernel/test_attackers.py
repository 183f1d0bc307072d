"""Suggested attackers: the smallest group that is enough, including the named units."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace

import pytest

from ardennes.kernel.attackers import Fares, Group, proposed

STRENGTH = (1, 2, 3, 4, 6)


def ask(judge: Callable[[Group], Fares | None], named: str = "", tries: int = 120) -> str:
    army = SimpleNamespace(
        by_id={name: n for n, name in enumerate("abcdeX")}, units=[SimpleNamespace(id=x) for x in "abcdeX"]
    )
    return "".join(proposed(army, named, range(5), lambda unit: STRENGTH[unit], judge, tries))


def by_sum(group: Group) -> Fares:
    """Ten points always take the hex."""
    total = sum(STRENGTH[unit] for unit in group)
    return Fares(Fraction(min(total, 10), 10), total)


@pytest.mark.parametrize(
    ("named", "group"),
    [
        ("", "de"),  # two are enough, and no other two are better
        ("a", "ae"),  # seven of ten is enough
        ("ab", "abe"),  # of three groups the one with the best column
        ("X", "de"),  # a unit that is not free is skipped
        ("abcde", "abcde"),
    ],
)
def test_the_smallest_group_that_is_enough_with_those_named(named: str, group: str) -> None:
    assert ask(by_sum, named) == group


def test_where_none_is_enough_the_strongest_that_may_attack() -> None:
    def weak(group: Group) -> Fares | None:
        return None if 0 in group else Fares(Fraction(sum(STRENGTH[unit] for unit in group), 100), 0)

    assert ask(weak) == "bcde"
    assert ask(weak, tries=3) == "bcde", "without looking at every group"


def test_where_the_strongest_may_never_attack_the_others_do() -> None:
    def without_the_strongest(group: Group) -> Fares | None:
        return None if 4 in group else Fares(Fraction(sum(STRENGTH[unit] for unit in group), 100), 0)

    assert ask(without_the_strongest, tries=1) == "abcd"


def test_of_groups_alike_the_one_that_obliges_to_least() -> None:
    assert ask(lambda group: Fares(Fraction(1), 0, burden=0 if group == (2,) else 1)) == "c"


def test_where_nobody_may_attack_everybody_is_named_so_that_the_odds_tell_why() -> None:
    assert ask(lambda group: None) == "abcde"
