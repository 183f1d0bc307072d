"""What is hidden from a side does not affect its observations."""

from __future__ import annotations

from typing import Any

import pytest
from gymnasium.utils.env_checker import data_equivalence

from ardennes.env.play import Play
from tests.env.games import SHORT, played, put

MOMENTS = (2, 25, 60)


def told(play: Play, state: Any, side: int, drawn: bool = False) -> dict[str, Any]:
    put(play, state, side)
    return {
        "observation": play.observe(side),
        "mask": play.mask(side),
        "info": play.info(side),
        "drawing": play.render(side) if drawn else "",
    }


@pytest.mark.parametrize("game", SHORT)
def test_twins_are_reported_alike(game: str) -> None:
    play = Play(game, SHORT[game], text=True)
    compared = 0
    for orders in MOMENTS:
        state = played(play, orders).state.clone()
        for side in range(2):
            for at, twin in enumerate(play.game.hidden_twins(state, side)):
                assert twin.digest() != state.digest()
                drawn = at == 0 and orders == MOMENTS[-1]  # rendering is slow on the large maps
                one, other = (told(play, laid.clone(), side, drawn) for laid in (state, twin))
                assert data_equivalence(one, other, exact=True)
                compared += 1
    assert compared


def test_what_is_not_hidden_is_reported() -> None:
    """Check that the comparison above can fail: the owner's own view differs."""
    play = Play("tigers", SHORT["tigers"])
    state = played(play, 2).state.clone()
    german = 0
    twin = play.game.hidden_twins(state, german)[0]
    owner = 1 - german
    assert not data_equivalence(told(play, twin.clone(), owner), told(play, state.clone(), owner), exact=True)
