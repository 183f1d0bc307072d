"""Which of several routes are offered."""

from __future__ import annotations

from typing import Any

from ardennes.kernel.route_offers import offered, revisits
from ardennes.kernel.wire import Way


def way(path: str, mode: str = "", **more: Any) -> Way:
    steps = path.split("-")
    order = {"do": "move", "unit": "A", "path": steps}
    return Way(steps[-1], "1", order, mode, "can attack", path=steps, **more)


def paths(ways: list[Way]) -> list[str]:
    return ["-".join(one.path or []) for one in ways]


def test_a_route_that_comes_back_to_a_hex_is_found() -> None:
    assert revisits("a", ["b", "a"])
    assert revisits("a", ["b", "c", "b"])
    assert not revisits("a", ["b", "c"])
    assert not revisits("a", ["a", "b"])  # a way may name where it begins


def test_the_shortest_of_several_routes_is_offered() -> None:
    assert paths(offered("a", [way("b-c-d"), way("c-d"), way("b-d"), way("b-a-d")], [])) == ["c-d"]


def test_routes_that_differ_in_more_stay() -> None:
    ways = [way("c-d"), way("b-d", marks=["road mode"]), way("b-d", mode="with its bonus")]
    assert offered("a", ways, []) == ways
    exits = [way("b-exit"), way("c-exit"), way("x-b-exit")]
    assert paths(offered("a", exits, [])) == ["b-exit", "c-exit"]


def test_orders_without_a_route_are_all_different() -> None:
    ways = [Way("d", "", {"do": "place", "unit": "A", "hex": text}, "", text, path=["d"]) for text in "dr"]
    assert offered("", ways, []) == ways


def test_a_second_route_takes_a_place_that_the_first_does_not() -> None:
    ways = [way("b-d"), way("c-d"), way("c-e-f-d"), way("x-y-z-w-d")]
    result = offered("a", ways, ["c", "e", "d", "b"])
    assert paths(result) == ["b-d", "c-e-f-d"]
    assert [one.takes for one in result] == [[], ["c", "e"]]


def test_no_second_route_takes_only_what_the_first_takes() -> None:
    assert paths(offered("a", [way("c-d"), way("c-e-d")], ["c", "d"])) == ["c-d"]


def test_a_unit_without_another_route_keeps_it() -> None:
    assert paths(offered("a", [way("b-a")], [])) == ["b-a"]
