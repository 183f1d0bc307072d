"""Every name and number in every data file is checked when the game is loaded.

In each file of each game a misspelled name, a hex off the map or a number out of range is planted in every
field. The loader must refuse it with file and line, and suggest the nearest valid name.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest

from ardennes.errors import UserError
from ardennes.games import GAMES
from ardennes.kernel.datafile import read_text
from ardennes.kernel.mapfile import game_file
from ardennes.kernel.options import read_options
from ardennes.kernel.rulebook import rule_ids
from ardennes.lab.data import DataFile, changeable
from tests.planting import (
    OFF_MAP,
    Mistake,
    as_toml,
    lines_of_interest,
    loaded,
    mistakes,
    refusal,
    scenarios,
    table,
    with_cell,
)

EVERYDAY = 5  # one field in this many is tried every day, all of them with --slow
files = functools.cache(changeable)


def file_of(game: str, name: str) -> DataFile:
    return next(file for file in files(game) if file.file == name)


def test_every_file_of_a_game_has_fields() -> None:
    for game in GAMES:
        assert len(files(game)) > 10
        assert all(file.fields for file in files(game))


def tried(game: str, file: DataFile, folder: Path, *, every: bool) -> int:
    """Plant errors in the columns of a table; return how many were refused correctly."""
    remarks, rows = table(game, file.file)
    count = 0
    for number, field in enumerate(file.fields):
        if not every and (number + len(file.file)) % EVERYDAY:
            continue
        for at in lines_of_interest(file, rows, field, every):
            column = "value" if file.layout == "values" else field.name
            for mistake in mistakes(game, field, rows[at][rows[0].index(column)]):
                path = folder / f"{count}.csv"
                path.write_text("#\n" * remarks + with_cell(rows, at, column, mistake.value))
                outcome = refusal(game, file.file, path)
                assert outcome, f"{file.file}, {field.name}: {mistake.value!r} was accepted"
                assert ", line " in outcome, outcome
                if field.kind in ("word", "name") and mistake.instead_of and path.name in outcome:
                    assert "Did you mean" in outcome, outcome
                count += 1
    return count


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_of_wrong_cells_is_refused(game: str, tmp_path: Path) -> None:
    tables = [file for file in files(game) if file.file.endswith(".csv")]
    assert sum(tried(game, file, tmp_path, every=False) for file in tables) > 10


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_wrong_cell_is_refused(game: str, tmp_path: Path) -> None:
    tables = [file for file in files(game) if file.file.endswith(".csv")]
    assert sum(tried(game, file, tmp_path, every=True) for file in tables) > 150


# Scenarios


def wrong_scenario(game: str, name: str) -> list[Mistake]:
    """Return wrong values for every field of a scenario of Ardennes."""
    outcome = scenarios(game)[name]
    hex_, result = OFF_MAP[game], list[Any]()
    for field in file_of(game, "scenarios.toml").fields:
        now: Any = outcome.get(field.name)
        if field.refers_to and field.many:
            names = now or []
            first = names[0] if names else {"unit": "US-x", "place": "Nowhere"}.get(field.refers_to, hex_)
            result.append(Mistake(field.name, [*names[1:], f"{first}x"], first if names else ""))
            result.append(Mistake(field.name, [*names, hex_]))
            result.append(Mistake(field.name, "one"))
        elif field.name == "ground":
            first, _, last = now[0].partition("..")
            result.append(Mistake("ground", [f"{first}x..{last}", *now[1:]], first))
            result.append(Mistake("ground", [f"{first}..{hex_}"]))
            result.append(Mistake("ground", []))
        elif field.name == "rule":
            result.append(Mistake("rule", f"{now}x", now))
        elif field.kind == "whole":
            high = 10**9 if field.high is None else int(field.high) + 1
            result += [Mistake(field.name, value) for value in (int(field.low or 0) - 1, high, "many")]
        elif field.kind == "yes/no":
            result.append(Mistake(field.name, "maybe"))
        elif field.kind == "word":
            result.append(Mistake(field.name, f"{now or field.words[0]}x", str(now or "")))
        else:
            result.append(Mistake(field.name, ""))
    result.append(Mistake("needs", len(outcome["places"]) + 1))
    result.append(Mistake("needs", 0))
    result.append(Mistake("palces", outcome["places"]))
    result.append(Mistake("places", outcome["places"] + outcome["places"][:1]))
    return result


def line_of(text: str, name: str, field: str) -> int:
    lines = text.split("\n")
    start = lines.index(f"[{name}]")
    return next((at for at in range(start + 1, len(lines)) if lines[at].startswith(f"{field} =")), start) + 1


def refused_scenario(game: str, name: str, mistake: Mistake, folder: Path) -> None:
    tables = scenarios(game)
    tables[name][mistake.field] = mistake.value
    text, path = as_toml(tables), folder / f"{len(list(folder.iterdir()))}.toml"  # loaders cache by path
    path.write_text(text)
    outcome = refusal(game, "scenarios.toml", path)
    assert outcome, f"{name}.{mistake.field} = {mistake.value!r} was accepted"
    assert outcome.startswith(f"{path}, line "), outcome
    line = int(outcome.removeprefix(f"{path}, line ").split(",")[0])
    start = text.split("\n").index(f"[{name}]") + 1
    assert line in (line_of(text, name, mistake.field), start), outcome
    assert f"field {name}." in outcome
    if mistake.instead_of:
        assert "Did you mean" in outcome, outcome
        assert mistake.instead_of in outcome.partition("Did you mean")[2], outcome


def all_wrong(game: str) -> list[tuple[str, Mistake]]:
    ours = [name for name, one in scenarios(game).items() if "rule" in one]
    return [(name, mistake) for name in ours for mistake in wrong_scenario(game, name)]


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_of_wrong_scenarios_is_refused(game: str, tmp_path: Path) -> None:
    for name, mistake in all_wrong(game)[::EVERYDAY]:
        refused_scenario(game, name, mistake, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_wrong_scenario_is_refused(game: str, tmp_path: Path) -> None:
    wrong = all_wrong(game)
    assert len(wrong) > 60
    for name, mistake in wrong:
        refused_scenario(game, name, mistake, tmp_path)


@pytest.mark.parametrize(
    ("game", "name", "field", "value", "remedy"),
    [
        ("tigers", "bastogne", "places", ["Bastogen"], "Did you mean Bastogne?"),
        ("tigers", "bastogne", "places", ["Malmedy"], "expected a place on its ground"),
        ("tigers", "peiper", "comes", ["US-300"], "Did you mean US-30 or"),
        ("tigers", "peiper", "needs", 4, "expected a whole number from 1 to 3, the number of places"),
        ("tigers", "campaign", "needs", 1, "0 in a scenario without a separate rule"),
        ("wave_of_terror", "skyline", "without", ["Lehrx"], "Did you mean Lehr"),
        ("breakthrough", "losheim", "west", ["18,61"], "expected a hex of the map"),
        ("playsheet", "lxvi_corps", "roads", ["3809", "4209", "3320"], "each named as one edge of it"),
    ],
)
def test_what_used_to_be_accepted_is_refused(
    game: str, name: str, field: str, value: Any, remedy: str, tmp_path: Path
) -> None:
    tables = scenarios(game)
    tables[name][field] = value
    path = tmp_path / "scenarios.toml"
    path.write_text(as_toml(tables))
    outcome = refusal(game, "scenarios.toml", path)
    assert f"scenarios.toml, line {line_of(as_toml(tables), name, field)}, field {name}.{field}: " in outcome
    assert remedy in outcome


@pytest.mark.parametrize("game", GAMES)
def test_the_scenarios_written_again_are_taken(game: str, tmp_path: Path) -> None:
    path = tmp_path / "scenarios.toml"
    path.write_text(as_toml(scenarios(game)))
    assert list(loaded(game, "scenarios.toml", path).world.scenarios) == list(scenarios(game))


def test_an_option_names_rules_of_the_rulebook(tmp_path: Path) -> None:
    for game in GAMES:
        package = f"ardennes.games.{game}"
        text = read_text(game_file(package, "options.toml"))
        rule = next(iter(read_options(game_file(package, "options.toml")).values())).rules[0]
        path = tmp_path / f"{game}.toml"
        path.write_text(text.replace(f'"{rule}"', f'"{rule}x"', 1))
        with pytest.raises(UserError) as error:
            read_options(path, rule_ids(package))
        line = text[: text.index("rules = [")].count("\n") + 1
        assert f"{game}.toml, line {line}, field " in str(error.value)
        assert rule in str(error.value).partition("Did you mean")[2]
