"""The words for what a battle does to its defenders."""

from __future__ import annotations

from ardennes.kernel.defending import Fate, Ground, Pieces, fate_of
from ardennes.server.routes.stakes import in_percent

HEX = {"a": 0, "b": 1, "c": 2}
GROUND = Ground(["a"], "Wiltz", "Disrupted", lambda x, y: abs(HEX[x] - HEX[y]))
BEFORE = Pieces({"9A": "a", "14C": "a"}, {"9A": 0, "14C": 1})


def after(hurt: int = 0, **where: str) -> Pieces:
    names = {name.upper().removeprefix("U"): hex_ for name, hex_ in where.items()}
    return Pieces(names, {name: max(hurt, BEFORE.hurt[name]) for name in names})


def test_what_happens_to_the_defenders_has_a_label() -> None:
    assert fate_of(BEFORE, after(u9A="a", u14C="a"), GROUND) == Fate(
        "hold", "nothing lost", "untouched", True, 0
    )
    assert fate_of(BEFORE, after(1, u9A="a", u14C="a"), GROUND) == Fate("hold", "Disrupted", "hold", True, 0)
    back = fate_of(BEFORE, after(1, u9A="c", u14C="b"), GROUND)
    assert back == Fate("retreat 2", "Wiltz lost", "back", False, 0, ("c", "b"))
    assert fate_of(BEFORE, after(u9A="b", u14C="a"), GROUND).held
    assert fate_of(BEFORE, after(u9A="a"), GROUND) == Fate("1 of 2 lost", "", "lost", True, 1)
    assert fate_of(BEFORE, after(), GROUND) == Fate("2 units", "destroyed", "lost", False, 2)


def test_the_attacker_may_choose_the_distance() -> None:
    moved = after(u9A="c", u14C="b")
    assert fate_of(BEFORE, moved, GROUND._replace(up_to=True)).label == "retreat up to 2"
    assert fate_of(BEFORE, after(u9A="b", u14C="b"), GROUND._replace(up_to=True)).label == "retreat 1"


def test_units_without_a_way_out_are_destroyed() -> None:
    alone = Pieces({"9A": "a"}, {"9A": 0})
    fate = fate_of(alone, Pieces({}, {}), GROUND._replace(trapped=True))
    assert (fate.label, fate.detail) == ("destroyed", "no way out")


def test_the_brackets_of_a_row_add_to_a_hundred() -> None:
    assert in_percent([1 / 6, 1 / 6, 4 / 6]) == [17, 17, 66]
    assert in_percent([1 / 3, 1 / 3, 1 / 3]) == [34, 33, 33]
    assert in_percent([1.0]) == [100]
