"""Small pictures of positions, for scenarios and matches in the lobby; each from one side's view."""

from __future__ import annotations

from functools import cache

from ardennes.dice import SealedDice
from ardennes.games import find_game, kit_of, table_of
from ardennes.kernel.contract import AnyGame, in_scenario, part_played
from ardennes.kernel.match import settle_options
from ardennes.kernel.visibility import EVERYTHING, visible_state
from ardennes.kernel.wire import BoardState
from ardennes.server.api.schemas import Miniature, Openings, Spot
from ardennes.server.matches.service import HERE, Room
from ardennes.server.matches.session import Live

ANY_SEED = bytes(32)  # no picture depends on the dice


class _Ground:
    """What all pictures of a game share: map size, hex positions and unit owners."""

    def __init__(self, game: AnyGame) -> None:
        stage = table_of(game).stage()
        self.size = round(stage.map.size[0]), round(stage.map.size[1])
        self.spots = {hex_.id: (round(hex_.x), round(hex_.y)) for hex_ in stage.hexes}
        self.owner = {id_: unit.side for id_, unit in stage.units.items()}


@cache
def _ground(game_id: str) -> _Ground:
    return _Ground(find_game(game_id))


def picture(game: AnyGame, board: BoardState, side: int | None) -> Miniature:
    """Return squares at the hexes where a side sees units; enemy units may only be reports."""
    ground = _ground(game.id)
    hexes: dict[str, set[str]] = {name: set() for name in game.sides}
    for unit in board.units:
        hexes[ground.owner[unit.id]].add(unit.hex)
    if side is not None:
        hexes[game.sides[1 - side]].update(one.hex for one in board.contacts)
    goals = {goal.hex for goal in board.victory}
    units = {name: _spots(ground, result) for name, result in hexes.items()}
    return Miniature(
        [*ground.size], units, _spots(ground, goals), board.date, _spots(ground, {*board.ground})
    )


def _spots(ground: _Ground, hexes: set[str]) -> list[Spot]:
    return sorted([*ground.spots[hex_]] for hex_ in hexes if hex_ in ground.spots)


def openings(game_id: str) -> Openings:
    """Return how each scenario begins for each side; empty maps are set up as in history."""
    game = find_game(game_id)
    return Openings({one.id: _opening(game, one.id) for one in game.scenarios})


def _opening(game: AnyGame, scenario: str) -> dict[str, Miniature]:
    game = in_scenario(game, scenario)
    table, dice = table_of(game), SealedDice(ANY_SEED)
    state = game.start(scenario, settle_options(game, {}), dice)
    if (order := kit_of(game.id).set_up) and not part_played(game):
        for _ in game.sides:
            for word in (order, "end"):
                side = game.to_move(state)[0]
                game.apply(state, side, game.read_order({"do": word}), dice)
    return {
        name: picture(game, table.board(game.view(state, side), side), side)
        for side, name in enumerate(game.sides)
    }


def of_match(room: Room, live: Live) -> Miniature:
    """Return a match's picture from the view of the side played at this screen.

    If two sides or none are played here, it shows only what everybody may know.
    """
    game = live.game
    here = [seat.side for seat in live.header.seats if seat.who in HERE]
    open_ = room.is_open(live)
    eyes = here[0] if len(here) == 1 else None
    state = live.state_shown(open_)
    view = visible_state(game, state, EVERYTHING if open_ else eyes)
    return picture(game, table_of(game).board(view, eyes), eyes)
