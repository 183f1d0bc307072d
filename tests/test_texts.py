"""The list of texts for review contains what the games say to players, of every game and every kind."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from typing import Any

import pytest

from ardennes.games import GAMES, find_game
from ardennes.kernel.contract import Order
from ardennes.kernel.head import DecidingGame
from ardennes.texts import KINDS, PACKAGE, SHARED, Text, main, texts

# By kind, a text of each game that is in no table of the game.
KNOWN = {
    "tigers": {
        "refusal": "Add attackers.",
        "log": "is shot down",
        "reason": "to man the fort at",
        "error": "fits several units",
        "other": "across a river",
    },
    "breakthrough": {"refusal": "The game is over.", "log": "no effect", "other": "fuel of"},
    "wave_of_terror": {"refusal": "The game is over.", "log": "is eliminated", "prompt": "Choose the step"},
    "playsheet": {"refusal": "are sealed", "log": "orders are sealed", "other": "it has no supply points"},
    SHARED: {"refusal": "must wait. First:", "error": "to do"},
}


@functools.cache
def listed(owner: str) -> list[Text]:
    return texts(owner)


def said(owner: str, kind: str) -> set[str]:
    return {text.text for text in listed(owner) if text.kind == kind}


def deciding_game(name: str) -> DecidingGame[Any, Any]:
    game = find_game(name)
    assert isinstance(game, DecidingGame)
    return game


@pytest.mark.parametrize("owner", KNOWN)
def test_known_texts_are_listed(owner: str) -> None:
    missing = [
        f"{kind}: {words}"
        for kind, words in KNOWN[owner].items()
        if not any(words in text for text in said(owner, kind))
    ]
    assert missing == []


@pytest.mark.parametrize("name", GAMES)
def test_every_order_is_listed_with_its_explanation_and_its_line_of_the_log(name: str) -> None:
    forms = deciding_game(name).wording.forms.values()
    assert {" ".join(form.about.split()) for form in forms} <= said(name, "label")
    lines = {form.words.kind.log_line for form in forms} - {Order.log_line}
    assert lines <= said(name, "log") | said(SHARED, "log")
    fixed = {form.words.label for form in forms if isinstance(form.words.label, str) and form.words.label}
    assert fixed <= said(name, "label")


@pytest.mark.parametrize("name", GAMES)
def test_every_question_is_listed(name: str) -> None:
    decidings = getattr(deciding_game(name), "deciding", {}).values()
    kinds = {type(deciding) for deciding in decidings}
    assert {kind.asks for kind in kinds if kind.asks} <= said(name, "prompt")
    assert {kind.standing for kind in kinds if kind.standing} <= said(name, "prompt")


def test_all_kinds_occur_and_an_unknown_game_is_refused() -> None:
    assert {text.kind for owner in KNOWN for text in listed(owner)} == set(KINDS)
    with pytest.raises(KeyError):
        texts("chess")


def test_the_command_prints_file_line_kind_and_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tigers", "--kind", "prompt"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len([text for text in listed("tigers") if text.kind == "prompt"])
    file, number, rest = next(line for line in lines if "Choose the attackers that are lost." in line).split(
        ":", 2
    )
    assert rest == " prompt: Choose the attackers that are lost."
    assert file == "ardennes/games/tigers/rules/combat/resolve.py"
    source = (PACKAGE.parent / file).read_text(encoding="utf-8").splitlines()
    assert "Choose the attackers that are lost." in source[int(number) - 1]
    main(["--count"])
    assert "tigers: " in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["chess"])


def test_a_reader_that_closes_the_pipe_is_not_an_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as closed:
        ended = subprocess.run(
            [sys.executable, "-m", "ardennes.texts", "tigers"],
            stdout=closed, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (0, "")
