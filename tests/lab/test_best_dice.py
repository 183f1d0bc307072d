"""Best dice favour the Germans in battles alone, and passive enemies never attack."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.model.rolls import FINE
from ardennes.games.playsheet.game import Playsheet
from ardennes.lab import best_dice
from ardennes.lab.best_dice import BEST
from ardennes.lab.dice import dice_for
from ardennes.lab.passive import make_opponent
from ardennes.lab.play import play_game, play_on, set_table

SEED = 1_190_001


def test_breakthrough_units_retreat_and_lose_as_is_best_for_the_germans() -> None:
    game = find_game("breakthrough")
    assert isinstance(game, Breakthrough)
    w = game.world
    state = SimpleNamespace(where=[-1] * len(w.units))
    german, american = (w.of_side[side][0] for side in range(2))
    state.where[german], state.where[american] = w.grid.at("7,13"), w.grid.at("7,14")
    dice = best_dice.best_dice(game, SEED, lambda: state)
    for unit, face in ((german, 100), (american, 1)):
        key = f"turn 1 phase 5: does {w.units[unit].id} retreat from 7,13"
        assert dice.roll(0, key, 100) == face
    for place, face in (("7,13", 1), ("7,14", 1000)):
        assert dice.roll(0, f"turn 1 phase 5: the attackers' losses at {place}", 1000) == 1
        assert dice.roll(0, f"turn 1 phase 5: the defenders' losses at {place}", 1000) == face
    usual = dice_for("keyed", SEED)
    assert dice.roll(0, "turn 1 phase 2: weather", 100) == usual.roll(0, "turn 1 phase 2: weather", 100)


def test_playsheet_battles_go_as_is_best_for_the_germans() -> None:
    game = find_game("playsheet")
    assert isinstance(game, Playsheet)
    w = game.world
    state = SimpleNamespace(where=[-1] * len(w.units))
    german = w.of_side[game.sides.index("german")][0]
    state.where[german] = w.cell_of("2429")
    dice = best_dice.best_dice(game, SEED, lambda: state)
    assert dice.roll(0, "turn 3: first 2429: combat") == 1, "the Germans defend"
    assert dice.roll(0, "turn 3: first 2430: combat") == 6, "the Germans attack"
    assert dice.roll(0, "turn 3: first 2429: retirement") == 6, "Germans get away"
    assert dice.roll(0, "turn 3: first 2430: retirement") == 1, "the Allies stay near"
    usual = dice_for("keyed", SEED)
    assert dice.roll(0, "turn 3: weather") == usual.roll(0, "turn 3: weather")


def test_games_without_best_dice_are_refused() -> None:
    with pytest.raises(
        UserError, match="has no 'best_german' dice; these games have: breakthrough, playsheet"
    ):
        best_dice.best_dice(find_game("tigers"), SEED, lambda: None)


@pytest.mark.long
def test_every_battle_of_a_game_with_best_dice_has_them() -> None:
    game = find_game("breakthrough")
    table = set_table(game, ("staff", "staff"), SEED, scenario="losheim", options=None, dice=BEST)
    play_on(table, 20_000)
    draws = {face for face, sides in table.dice.shown if sides == FINE}
    assert draws == {1, FINE}


@pytest.mark.long
@pytest.mark.parametrize(("name", "scenario"), [("breakthrough", "losheim"), ("playsheet", "lxvi_corps")])
def test_a_passive_enemy_gives_only_legal_orders_and_never_attacks(name: str, scenario: str) -> None:
    game = find_game(name)
    enemy = next(side for side in game.sides if side != "german")
    attacks = {}
    for opponent in ("staff", "peaceful", "still"):
        players = ("staff", opponent) if game.sides[0] == "german" else (opponent, "staff")
        record = play_game(game, players, SEED, scenario=scenario)
        assert record.finished, record.failure
        assert not any(side.refused for side in record.sides), record.refusals
        side = next(one for one in record.sides if one.side != "german")
        attacks[opponent] = side.counts.get("attacks", 0)
    assert attacks["staff"] > 0, f"the {enemy} staff attacks here, so the test can fail"
    assert attacks["peaceful"] == attacks["still"] == 0


def test_a_game_without_passive_enemies_refuses_them() -> None:
    with pytest.raises(UserError, match="no player 'still'"):
        make_opponent("still", find_game("tigers"), 0, SEED)
