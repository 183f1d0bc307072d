"""Names typed by players mean the same kind of thing in every game, and a
misspelled one gets a suggestion.
"""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games import GAMES, find_game
from ardennes.kernel.names import both_hexes, only_one, unit_name, unit_names
from ardennes.kernel.wording import BadText


def refused(game: Any, what: str, word: str) -> str:
    with pytest.raises(BadText) as error:
        game.wording.named(game.world, what, word)
    return str(error.value)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_unit_is_read_and_written_by_its_id(game_id: str) -> None:
    game: Any = find_game(game_id)
    for unit in game.world.units:
        assert game.wording.named(game.world, "UNIT", unit.id.lower()) == unit.id
    assert unit_names(game.world, ()) == "nobody"
    if hasattr(unit, "name"):
        assert unit_names(game.world, [unit.id, unit.id]) == f"{unit.name}, {unit_name(game.world, unit.id)}"


HINTS = {
    "tigers": ("US-1O1", "US-11A (11th Armored Division) or US-101"),
    "breakthrough": ("US-82-DVI", "US-82-DIV"),
    "wave_of_terror": ("A-28-0", "A-28-0"),
    "playsheet": ("-1-16", "US-1-16"),
}


@pytest.mark.parametrize("game_id", GAMES)
def test_a_wrong_name_gets_the_names_that_look_like_it(game_id: str) -> None:
    game: Any = find_game(game_id)
    word, hint = HINTS[game_id]
    answer = refused(game, "UNIT", word)
    assert repr(word) in answer
    assert f"Did you mean {hint}" in answer
    assert "Did you mean Bastogne" in refused(game, "HEX", "bastogn")
    assert "Did you mean" not in refused(game, "HEX", ""), "hexes off the map have an empty name"


def test_a_word_that_fits_several_is_refused() -> None:
    assert (only_one("2-01", ()), only_one("2-01", ["G-2-01"])) == ("", "G-2-01")
    with pytest.raises(BadText, match=r"^'2-01' could be G-2-01 or A-2-01; write which\.$"):
        only_one("2-01", ["G-2-01", "A-2-01"])


def test_a_bridge_is_written_as_two_hexes() -> None:
    assert both_hexes("a/b", "1105/1204", str.upper) == ("A", "B")
    with pytest.raises(BadText, match="like 1105/1204, not '1105'"):
        both_hexes("1105", "1105/1204", str)
