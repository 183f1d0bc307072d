"""JSON that is nested too deeply is refused before it is parsed, wherever it comes from."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from ardennes.dice import seed_from_number
from ardennes.errors import UserError
from ardennes.games import GAMES, find_game
from ardennes.kernel import savefile
from ardennes.kernel.match import new_match
from ardennes.kernel.nesting import DEEPEST, is_too_deep
from ardennes.kernel.offers import sample
from ardennes.server.api.schemas import ImportMatch, decode
from ardennes.server.http.responses import Problem

TEXTS = [
    ("[" * DEEPEST + "]" * DEEPEST, False),
    ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), True),
    ('{"a":' * 40 + "[" * 40, True),  # cut short
    ("[]" * 1000, False),
    ("]" * 1000 + "[" * 10, False),
    (json.dumps("[" * 1000), False),
    (json.dumps('"' * 100 + "[" * 1000), False),
    (json.dumps("\\" * 3) + "[" * 100, True),
    ('"' + "[" * 1000, False),  # a string without an end
    ('"\\' + "[" * 1000, False),
    ("{nonsense", False),
    ("", False),
]


@pytest.mark.parametrize(("text", "expected"), TEXTS)
def test_brackets_count_outside_strings_only(text: str, expected: bool) -> None:
    assert is_too_deep(text) == is_too_deep(text.encode()) == expected


def test_the_page_has_the_same_limit() -> None:
    script = (Path(savefile.__file__).parents[1] / "web/js/lib/nesting.js").read_text(encoding="utf-8")
    assert f"const DEEPEST = {DEEPEST};" in script


@pytest.mark.parametrize("brackets", [DEEPEST, 2_000, 200_000])
def test_a_deep_match_file_or_request_is_refused_with_the_reason(brackets: int) -> None:
    nested = "[" * brackets + "]" * brackets
    with pytest.raises(UserError, match="brackets inside brackets"):
        savefile.read_header(f'{{"format":{nested}}}'.encode(), "monday.json")
    assert savefile.read_seats(f'{{"seats":{nested}}}'.encode()) == ()
    with pytest.raises(Problem, match="brackets inside brackets") as refused:
        decode(f'{{"match":{nested},"seats":{{}}}}'.encode(), ImportMatch)
    assert refused.value.status == 400


@pytest.mark.parametrize("game", GAMES)
def test_matches_are_far_from_the_limit(game: str) -> None:
    """Half the limit is enough for a file with a position in it, inside a request."""
    engine, rng = find_game(game), Random(1)
    match = new_match(engine, None, {}, seed_from_number(1))
    for _ in range(savefile.SNAPSHOT_AFTER if game == "tigers" else 5):
        side = engine.to_move(match.state)[0]
        order = sample(engine.offers(match.state, side), rng)
        assert order is not None
        match.play(side, order)
    file = savefile.to_bytes(match).decode()
    assert not is_too_deep("[" * (DEEPEST // 2) + file)
    assert not is_too_deep("[" * (DEEPEST // 2) + json.dumps(match.state.record()))
