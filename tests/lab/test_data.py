"""What can be changed in a game's data: the list, with the victory towns of Tigers as an example."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ardennes.cli import run
from ardennes.errors import UserError
from ardennes.games import GAMES, find_game
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.outcome import victory
from ardennes.kernel.match import new_match
from ardennes.kernel.rulebook import load_rulebook
from ardennes.lab.data import DataFile, changeable
from ardennes.lab.experiment import changed_game, read_experiment
from ardennes.words import listed


def as_changes(file: DataFile) -> dict[str, Any]:
    """Return every field of a file changed to its present value."""
    result: dict[str, Any] = {}
    for field in file.fields:
        if file.layout == "values":
            result[field.name] = {"value": field.now}
        elif file.layout == "record":
            at = result
            *path, last = field.name.split(".")
            for key in path:
                at = at.setdefault(key, {})
            at[last] = field.now
        elif file.layout == "sections":
            for name, value in field.now.items():
                result.setdefault(name, {})[field.name] = value
    return result


@pytest.mark.parametrize("game", GAMES)
def test_every_field_that_is_listed_can_be_changed(game: str) -> None:
    result = find_game(game)
    files = [file for file in changeable(game) if file.layout != "rows"]
    changes = {file.file: as_changes(file) for file in files}
    changed, overlay = changed_game(result, "mine.toml", changes)
    assert overlay is not None
    overlay.check()
    assert new_match(changed, seed=bytes(32)).start_digest == new_match(result, seed=bytes(32)).start_digest


def test_a_field_is_listed_with_range_and_present_value() -> None:
    fields = {(file.file, field.name): field for file in changeable("tigers") for field in file.fields}
    infantry = fields["constants.toml", "omf.infantry"]
    assert (infantry.kind, infantry.low, infantry.high, infantry.now) == ("whole", 0, 9, 2)
    towns = fields["constants.toml", "victory.german.places"]
    assert (towns.kind, towns.refers_to, towns.many) == ("name", "place", True)
    assert towns.now == ["Malmedy", "St. Vith", "Bastogne", "Marche"]
    assert fields["crt.csv", "3:1"].words[:2] == ("DE", "DD")
    assert fields["shifts.csv", "id"].words == tuple(f"S{n}" for n in range(1, 10))


def test_the_command_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lab", "data", "tigers", "--file", "constants.toml"]) == 0
    (line,) = (line for line in capsys.readouterr().out.splitlines() if "omf.infantry" in line)
    assert "now 2" in line
    assert run(["lab", "data", "breakthrough", "--json"]) == 0
    output = msgspec.json.decode(capsys.readouterr().out, type=list[DataFile])
    assert output == [
        msgspec.convert(msgspec.to_builtins(one), DataFile) for one in changeable("breakthrough")
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [(["chess"], "chess"), (["tigers", "--file", "constant.toml"], "Did you mean constants.toml?")],
)
def test_a_mistake_is_reported(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lab", "data", *words]) == 2
    assert message in capsys.readouterr().err


# The victory towns of Tigers

TOWNS = {
    "constants.toml": {"victory": {"german": {"places": ["Spa"]}, "allied": {"places": ["Sedan", "Spa"]}}}
}


def test_the_victory_towns_can_be_changed() -> None:
    changed, _ = changed_game(find_game("tigers"), "mine.toml", TOWNS)
    match = new_match(changed)
    world: Any = changed.world  # type: ignore[attr-defined]
    state: TigersState = match.state.clone()
    assert (world.german_places, world.allied_places) == (("Spa",), ("Sedan", "Spa"))
    assert victory.ended_now(world, state).summary == "The two places are held and the bulge is broken."
    state.held &= ~(1 << world.board.hex_of["Spa"])
    assert victory.ended_now(world, state).summary == "Spa is German."


def test_the_rulebook_names_the_towns_of_the_data() -> None:
    world: Any = find_game("tigers").world  # type: ignore[attr-defined]
    rules = load_rulebook(resources.files("ardennes.games.tigers") / "rulebook.md").rules
    assert listed(world.german_places) in rules["TIA-VIC-5"].text
    assert listed(world.allied_places) in rules["TIA-VIC-7"].text


EXPERIMENT = """question = "Who wins?"
game = "tigers"
[[players]]
german = "random"
allied = "random"
[stop]
games = 4
[change."constants.toml".victory.german]
places = ["Bastonge"]
"""


def test_a_misspelled_town_in_an_experiment_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "towns.toml"
    file.write_text(EXPERIMENT)
    with pytest.raises(UserError) as error:
        read_experiment(file)
    outcome = str(error.value)
    assert outcome.startswith(f"{file}, line 8, field change")
    assert "field victory.german.places: found 'Bastonge'" in outcome
    assert outcome.endswith("Did you mean Bastogne?")
