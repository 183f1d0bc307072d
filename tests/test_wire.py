"""The wire: everything the tables send fits its struct."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from ardennes.dice import SealedDice, seed_from_number
from ardennes.games import GAMES, find_game, table_of
from ardennes.kernel import wire
from ardennes.kernel.commanders import Commanded, Divides
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.match import settle_options
from ardennes.kernel.offers import sample
from ardennes.kernel.table import Marches, Table, comers
from ardennes.players.api import make_player

# Every day a whole short game on a part of the map, and games that begin with a setup.
DAILY = {
    "campaign", "peiper", "twelve", "last_seven_free", "losheim", "elsenborn", "full", "xlvii_corps",
}  # fmt: skip
OPENINGS = [
    pytest.param(
        game,
        scenario.id,
        marks=[] if game == "tigers" and scenario.id in DAILY
        else pytest.mark.long if scenario.id in DAILY else pytest.mark.slow,
    )
    for game in GAMES
    for scenario in find_game(game).scenarios
]  # fmt: skip
STAFF, RANDOM = 24, 100
OF_A_KIND = 2  # positions checked, of each kind of decision


def fits(value: Any, kind: Any) -> None:
    """Check that the value has its type, field by field: its JSON, decoded as that type, is equal again."""
    as_json = msgspec.json.encode(value)
    assert msgspec.json.encode(msgspec.json.decode(as_json, type=kind)) == as_json


def positions(game: AnyGame, scenario: str, seed: int) -> Iterator[Any]:
    """Yield positions during a match, some of each kind of decision, and the last."""
    dice, rng = SealedDice(seed_from_number(seed)), Random(seed)
    state = game.start(scenario, settle_options(game, {}), dice)
    staff = [make_player("staff", game, side, seed) for side in range(len(game.sides))]
    visited: Counter[str] = Counter()
    for number in range(STAFF + RANDOM):
        if not game.to_move(state):
            break
        side = rng.choice(game.to_move(state))
        kind = next(d.kind for d in game.decisions(state) if d.side == side)
        visited[kind] += 1
        if visited[kind] <= OF_A_KIND or visited[kind] % 40 == 0:
            yield state
        view = game.view(state, side)
        order = staff[side].act(view, side)[0] if number < STAFF else sample(game.offers(view, side), rng)
        assert order is not None
        game.apply(state, side, order, dice)
    yield state


def look_around(table: Table, game: AnyGame, state: Any, rng: Random) -> None:
    """Send everything that each seat may ask about a position."""
    for side in (None, *range(len(game.sides))):
        fits(table.board(game.view(state, side), side), wire.BoardState)
    fits(table.board(state, None), wire.BoardState)
    for side in range(len(game.sides)):
        view = game.view(state, side)
        choices = table.choices(view, side)
        fits(choices, wire.Choices)
        if isinstance(game, Divides) and isinstance(table, Commanded):
            held = {one.id for one in game.formations(side)[:2]}
            fits(table.choices_for(view, side, held), wire.Choices)
        for unit in rng.sample(choices.units, min(4, len(choices.units))):
            fits(table.doings(view, side, unit), list[wire.Panel])
            ways = table.reach(view, side, unit)
            fits(ways, list[wire.Way])
            for way in rng.sample(ways, min(3, len(ways))):
                path = way.order.get("route", [way.hex]) if way.path is None else way.path
                fits(table.route(view, side, unit, path, way.mode), wire.Route)
                fits(comers(table, view, side, way.hex), list[wire.Comer])
                if isinstance(table, Marches):
                    fits(table.march(view, side, choices.units[:4], way.hex, way.mode), wire.March)
        for target in rng.sample(choices.targets, min(3, len(choices.targets))):
            able = target.attackers
            for units in (able if target.first is None else target.first, able[:1], able[:0]):
                fits(table.odds(view, side, [target.hex], units), wire.Odds)


def test_a_field_that_is_wrong_missing_or_unknown_is_named() -> None:
    row = {"what": "Weather", "value": "snow"}
    assert msgspec.convert(row, wire.Row) == wire.Row("Weather", "snow")
    for wrong, said in (({"mark": "red"}, "mark"), ({"colour": "red"}, "colour"), ({"value": 3}, "value")):
        with pytest.raises(msgspec.ValidationError, match=said):
            msgspec.convert(row | wrong, wire.Row)
    with pytest.raises(msgspec.ValidationError, match="what"):
        msgspec.convert({"value": "snow"}, wire.Row)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_stage_fits(game_id: str) -> None:
    fits(table_of(find_game(game_id)).stage(), wire.Stage)


@pytest.mark.parametrize(("game_id", "scenario"), OPENINGS)
def test_everything_reported_of_a_match_fits(game_id: str, scenario: str) -> None:
    game = find_game(game_id, scenario)
    table, rng = table_of(game), Random(1)
    for state in positions(game, scenario, 1):
        look_around(table, game, state, rng)
