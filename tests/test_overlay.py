"""Overlays that change cells of a game's data: what counts, and how errors are reported."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.errors import UserError
from ardennes.games import GAMES, find_game
from ardennes.kernel.contract import in_scenario
from ardennes.kernel.datafile import Folder, Overlay, Section, kept, read_toml
from ardennes.kernel.mapfile import game_file
from ardennes.lab.experiment import changed_game

CHANGES: dict[str, tuple[dict[str, Any], str]] = {
    "tigers": ({"constants.toml": {"omf": {"infantry": 5}}}, "constants.omf.infantry"),
    "breakthrough": (
        {"limits.csv": {"stacking_points_per_hex": {"value": 5}}},
        "limits.stacking_points_per_hex",
    ),
    "wave_of_terror": ({"constants.csv": {"stack": {"value": 5}}}, "limits.stack"),
    "playsheet": (
        {"frame_constants.csv": {"stack_limit": {"value": 5}}},
        "limits.stack_limit",
    ),
}


def change(game: str, changes: dict[str, Any]) -> Any:
    changed, overlay = changed_game(find_game(game), "mine.toml", changes)
    if overlay is not None:
        overlay.check()
    return changed


def value(game: Any, path: str) -> Any:
    result = game.world
    for name in path.split("."):
        result = getattr(result, name)
    return result


def test_only_what_reads_a_changed_file_is_loaded_again() -> None:
    """A file counts as read by a loader too if another loader read it for this one, even long before."""
    made: list[str] = []

    def infantry(folder: Folder | None) -> int:
        return (
            read_toml(game_file("ardennes.games.tigers", "constants.toml", folder))
            .section("omf")
            .number("infantry", 0, 9)
        )

    @kept
    def inner(folder: Folder | None = None) -> int:
        made.append("inner")
        return infantry(folder)

    @kept
    def outer(folder: Folder | None = None, more: int = 0) -> int:
        made.append("outer")
        return inner(folder) + more

    elsewhere, again, here = (
        Overlay(Section("mine.toml", "", {name: {"omf": {"infantry": 5}}}))
        for name in ("units.csv", "units.csv", "constants.toml")
    )
    assert (inner(), inner(None), outer(), outer(None, 0), outer(folder=None, more=1)) == (2, 2, 2, 2, 3)
    assert made == ["inner", "outer", "outer"]
    assert (inner(elsewhere), outer(elsewhere), outer(elsewhere)) == (2, 2, 2)
    made.clear()
    assert (outer(again), inner(again), made) == (2, 2, [])
    assert again.read == elsewhere.read == {"constants.toml"}
    assert (inner(here), outer(here), outer(here, 1), made) == (5, 5, 6, ["inner", "outer", "outer"])
    assert here.read == {"constants.toml"}


@pytest.mark.parametrize("game", GAMES)
def test_a_cell_of_every_game_can_be_changed_and_the_printed_game_stays_as_it_is(game: str) -> None:
    changes, path = CHANGES[game]
    assert value(change(game, changes), path) == 5 != value(find_game(game), path)


def test_a_scenario_of_ours_is_cut_from_the_changed_data() -> None:
    changes, path = CHANGES["tigers"]
    assert value(in_scenario(change("tigers", changes), "bastogne"), path) == 5
    assert value(find_game("tigers", "bastogne"), path) == 2


def test_every_row_at_once_and_a_row_by_two_columns() -> None:
    game = change("tigers", {"crt.csv": {"*": {"3:1": "DE"}, "die_a=6, die_b=1": {"7:1": "AE"}}})
    printed = find_game("tigers")
    assert game.world.tables != printed.world.tables  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"crt.csv": {"9": {"3:1": "DE"}}},
            r"mine.toml, field change.crt.csv.9: found no such row; expected one row of crt.csv by die_a: 1",
        ),
        ({"crt.csv": {"6": {"3:7": "DE"}}}, r"mine.toml, field change.crt.csv.6.3:7: .* Did you mean .*3:1"),
        ({"crt.csv": {"6": {"3:1": "D9"}}}, r"crt.csv \(as mine.toml changes it\), line 7, 3:1: found 'D9'"),
        (
            {"crt.csv": {"die=6": {"3:1": "DE"}}},
            r"mine.toml, field change.crt.csv.die=6: found 'die'; expected col",
        ),
        (
            {"crt.csv": {"status=source": {"3:1": "DE"}}},
            "found 6 such rows; expected one row of crt.csv by status",
        ),
        ({"crt.csv": {"6": "DE"}}, r"mine.toml, field change.crt.csv.6: .* expected a table"),
        ({"crtt.csv": {"6": {"3:1": "DE"}}}, r"mine.toml, field change.crtt.csv: .* Did you mean crt.csv"),
        ({"options.toml": {"x": {"y": 1}}}, r"mine.toml, field change.options.toml: "),
        ({"constants.toml": {"omf": {"infantri": 3}}}, r"change.constants.toml.omf.infantri: .* infantry"),
        (
            {"constants.toml": {"omf": {"infantry": "x"}}},
            r"constants.toml \(as mine.*omf.infantry: found 'x'",
        ),
    ],
)
def test_a_mistake_is_reported_by_file_and_place(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        change("tigers", changes)
