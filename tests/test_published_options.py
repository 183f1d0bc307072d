"""Options of published games: their defaults never change, and a new option leaves old matches valid."""

from __future__ import annotations

import csv
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import ardennes
from ardennes.dice import seed_from_number
from ardennes.games import GAMES, find_game
from ardennes.golden.file import FOLDER, RULES, Lines
from ardennes.kernel import savefile
from ardennes.kernel.contract import recorded_options
from ardennes.kernel.match import new_match
from ardennes.kernel.variant import ChosenOptions
from tests.kernel.playing import play_on

LIST = Path(__file__).parent / "published_options.csv"
PUBLISHED = list(csv.DictReader(line for line in LIST.read_text().splitlines() if not line.startswith("#")))


def options_struct(game: Any) -> type[ChosenOptions]:
    (kind,) = (
        field.type
        for field in msgspec.structs.fields(game.state)
        if isinstance(field.type, type) and issubclass(field.type, ChosenOptions)
    )
    return kind


@pytest.mark.parametrize("row", PUBLISHED, ids=lambda row: f"{row['game']}-{row['option']}")
def test_a_published_option_keeps_its_default_and_its_choices(row: dict[str, str]) -> None:
    game = find_game(row["game"])
    (spec,) = (spec for spec in game.options if spec.key == row["option"])
    assert json.dumps(spec.default) == row["default"]
    assert {json.dumps(one) for one in json.loads(row["choices"])} <= {json.dumps(c) for c in spec.choices}
    (field,) = (f for f in msgspec.structs.fields(options_struct(game)) if f.encode_name == row["option"])
    assert json.dumps(field.default) == row["default"]


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_on_the_published_list(game: str) -> None:
    listed = [row["option"] for row in PUBLISHED if row["game"] == game]
    assert sorted(listed) == sorted(spec.key for spec in find_game(game).options), f"append it to {LIST.name}"


@pytest.mark.parametrize("game", GAMES)
def test_only_the_first_options_are_hashed_at_their_default(game: str) -> None:
    kind = options_struct(find_game(game))
    first = [r["option"] for r in PUBLISHED if r["game"] == game and r["hashed"] == "always"]
    assert sorted(kind.hashed_always) == sorted(first)


@pytest.mark.parametrize("game", GAMES)
def test_a_fingerprint_has_an_option_only_where_it_counts(game: str) -> None:
    result: Any = find_game(game)
    chosen = {spec.key: spec.default for spec in result.options}
    first = set(options_struct(result).hashed_always)
    assert set(recorded_options(result.state, chosen)) == first
    bid = next(spec.choices[-1] for spec in result.options if spec.key == "bid")
    assert recorded_options(result.state, chosen | {"bid": bid})["bid"] == bid


@pytest.mark.parametrize("game", GAMES)
def test_a_save_with_an_unknown_option_or_value_is_refused_with_the_valid_ones(game: str) -> None:
    result = find_game(game)
    whole = savefile.to_bytes(new_match(result, seed=seed_from_number(1)))

    def opened(**options: Any) -> str:
        save = msgspec.json.decode(whole, type=savefile.SaveFile)
        save.options.update(options)
        save.checksum = savefile._checksum(save)
        with pytest.raises(savefile.SaveError) as error:
            savefile.from_bytes(msgspec.json.encode(save), find_game, "monday.json")
        return str(error.value)

    for words in (opened(spelled_wrong=1), opened(bid="high"), opened(bid=True), opened(bid=[1])):
        assert words.startswith("monday.json: ")
    assert "'spelled_wrong'" in opened(spelled_wrong=1)
    assert "bid" in opened(spelled_wrong=1)
    (spec,) = (spec for spec in result.options if spec.key == "bid")
    assert "'high'" in opened(bid="high")
    assert ", ".join(map(repr, spec.choices)) in opened(bid="high")


def test_a_save_that_lacks_an_option_gets_the_default() -> None:
    game = find_game("wave_of_terror")
    whole = savefile.to_bytes(new_match(game, seed=seed_from_number(1)))
    save = msgspec.json.decode(whole, type=savefile.SaveFile)
    del save.options["bid"]
    save.checksum = savefile._checksum(save)
    match = savefile.from_bytes(msgspec.json.encode(save), find_game)
    assert match.setting.options == {"profile": "full", "bid": 0}


# A copy of the program in which every game has one more option.

NEW = """
[{name}]
name = "New"
rules = []
choices = ["no", "yes"]
default = "no"
about = "Changes nothing unless it is chosen."
"""
CHECK = """
import sys
from pathlib import Path
from ardennes.dice import seed_from_number
from ardennes.games import GAMES, find_game
from ardennes.golden.verify import verify
from ardennes.kernel import savefile
from ardennes.kernel.match import new_match

folder = Path(sys.argv[1])
for path in map(Path, sys.argv[2:]):
    _, _, difference = verify(path, find_game)
    assert difference is None, difference
for name in GAMES:
    game = find_game(name)
    assert "new_one" in {spec.key for spec in game.options}
    match = savefile.read(folder / f"{name}.json", find_game, replay=True)
    assert match.setting.options["new_one"] == "no" and match.verify() == match.seq > 0
    options = match.setting.options | {"new_one": "yes"}
    again = new_match(game, match.setting.scenario, options, match.setting.seed)
    assert again.start_digest != match.start_digest
    assert again.state.record() != match.state_at(0).record()
    assert game.read_state(again.state.record()).digest() == again.start_digest
print("all as before")
"""


def program_with_new_options(into: Path) -> Path:
    """The program with an option added in the middle of every game's options."""
    package = into / "ardennes"
    source = Path(ardennes.__file__).parent
    package.mkdir()
    for part in source.iterdir():
        if part.name not in ("games", "__pycache__"):
            (package / part.name).symlink_to(part)
    shutil.copytree(source / "games", package / "games", ignore=shutil.ignore_patterns("__pycache__"))
    for game in GAMES:
        options = package / "games" / game / "data" / "options.toml"
        head, _, rest = options.read_text().partition("\n[bid]")
        options.write_text(f"{head}{NEW.format(name='new_one')}\n[bid]{rest}")
        (code,) = (
            path for path in (package / "games" / game).rglob("*.py") if "(ChosenOptions," in path.read_text()
        )
        text, count = re.subn(r"\n    bid: int = 0", '\n    new_one: str = "no"\\g<0>', code.read_text())
        assert count == 1
        code.write_text(text)
    return into


@pytest.mark.long
def test_a_new_option_leaves_golden_matches_and_saves_valid(tmp_path: Path) -> None:
    for game in GAMES:
        match = new_match(find_game(game), seed=seed_from_number(5))
        play_on(match, Random(5), 12)
        savefile.write(match, tmp_path / f"{game}.json")
    there = program_with_new_options(tmp_path)
    golden = [
        str(FOLDER / RULES / game / "by_hand.golden")
        for game in GAMES
        if Lines(FOLDER / RULES / game / "by_hand.golden").head().version
        == find_game(game).version  # otherwise it is recorded
    ]
    assert golden
    done = subprocess.run(
        [sys.executable, "-c", CHECK, str(tmp_path), *golden],
        env={"PYTHONPATH": str(there), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout == "all as before\n", done.stderr
