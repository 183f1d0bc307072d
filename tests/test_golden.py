"""Golden matches: every one comes out as recorded, and the harness that says so can say no."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from ardennes import cli
from ardennes.errors import UserError
from ardennes.games import GAMES, find_game, kit_of
from ardennes.golden import file, record
from ardennes.golden.__main__ import main
from ardennes.golden.facts import changes, first_difference
from ardennes.golden.replay import replay
from ardennes.kernel import bids
from ardennes.kernel.contract import Event
from ardennes.kernel.match import Match
from ardennes.players.api import player_names
from tests.logged import Logged
from tests.measured import Measured, adds_up

MATCHES = file.find()
SMALL = file.FOLDER / "tigers" / "by_hand.golden"
VERSION = find_game("tigers").version
LEVELS = "ardennes.players.levels:"  # the staff with other weights; the staff itself is recorded


@pytest.mark.parametrize("path", MATCHES, ids=file.name_of)
def test_a_golden_match_comes_out_as_recorded_and_its_measures_add_up(path: Path) -> None:
    seen, logged = Measured(), Logged()  # in the same go: to play them all again takes half a minute

    def watch(match: Match[Any], events: Sequence[Event]) -> None:
        seen(match, events)
        logged(match, events)

    difference = replay(file.read(path), find_game, watch)
    if difference is not None:
        pytest.fail(str(difference), pytrace=False)
    adds_up(seen.match, seen.measuring)
    assert logged.read > 0


def heads(game: str) -> list[file.Golden]:
    return [file.read(path, head_only=True) for path in MATCHES if path.parent.name == game]


@pytest.mark.parametrize("name", GAMES)
def test_the_matches_of_a_game_cover_it(name: str) -> None:
    game, matches = find_game(name), heads(name)
    recipes = [match.recipe for match in matches]
    assert len(matches) >= 12
    assert {match.recipe.game for match in matches} == {name}
    assert {recipe.scenario for recipe in recipes} == {scenario.id for scenario in game.scenarios}
    levels = {key for key, where in kit_of(name).players.items() if where.startswith(LEVELS)}
    assert {player for recipe in recipes for player, _ in recipe.players} == set(player_names(name)) - levels
    assert any(recipe.said for recipe in recipes), "one match is played by hand"
    for option in game.options:
        if option.key == bids.KEY:  # changes nothing but what the end counts as, which cases prove
            continue
        chosen = {recipe.options.get(option.key, option.default) for recipe in recipes}
        assert chosen == set(option.choices), option.key
    kinds = {(recipe.scenario, recipe.options.get("profile")) for recipe in recipes}
    whole = [recipe for recipe in recipes if recipe.players and recipe.limit is None]
    assert {(recipe.scenario, recipe.options.get("profile")) for recipe in whole} == kinds, (
        "played to the end"
    )


# The harness can fail.

Damage = Callable[[str], str]
Plain = dict[str, Any]


def damaged(tmp_path: Path, change: Damage) -> Path:
    path = tmp_path / "tigers" / "copy.golden"
    path.parent.mkdir()
    text = SMALL.read_text(encoding="utf-8")
    changed = change(text)
    assert changed != text
    path.write_text(changed, encoding="utf-8")
    return path


def line_with(text: str, start: str, number: int = 0) -> str:
    return [line for line in text.split("\n") if line.startswith(start)][number]


def other_digest(text: str) -> str:
    line = line_with(text, "= ", 4)
    return text.replace(line, f"= 0123456789abcdef{line[18:]}", 1)


def other_dice(text: str) -> str:
    line = line_with(text, "= ", 4)
    return text.replace(line, line.replace(" known", "7 known"), 1)


def other_knowledge(text: str) -> str:
    line = line_with(text, "= ", 4)
    return text.replace(line, f"{line[:-8]}01234567", 1)


def other_words(text: str) -> str:
    return text.replace(" The fuel dump is hidden", " The dump is hidden", 1)


def other_event(text: str) -> str:
    line = line_with(text, "  dump_hidden ")
    return text.replace(line, f"  dump_hidden 01234567{line[22:]}", 1)


def other_version(text: str) -> str:
    return text.replace(f"rules     {VERSION}", "rules     0", 1)


def other_order(text: str) -> str:
    return text.replace('{"do":"hide_dump","hex":"909"}', '{"do":"hide_dump","hex":"1407"}', 1)


def no_order(text: str) -> str:
    return text.replace('{"do":"hide_dump","hex":"909"}', '{"do":"hide_pump","hex":"909"}', 1)


def other_result(text: str) -> str:
    return text.replace("end not over", "end over", 1)


def other_start(text: str) -> str:
    return text.replace(line_with(text, "start "), "start 0123456789abcdef dice 0", 1)


OUTCOME = "The outcome changed but the rules version did not: raise RULES_VERSION in ardennes.games.tigers."
ANEW = "record anew: python -m ardennes.golden record tigers/copy"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (other_digest, ["order 5 ", "  position", "recorded  0123456789abcdef", OUTCOME]),
        (other_dice, ["order 5 ", "  position", "dice", OUTCOME]),
        (lambda text: other_digest(other_words(text)), ["order 5 ", "  position", OUTCOME]),
        (other_words, ["order 1 ", "  event 1", "The dump", "The fuel dump", "Only the words", ANEW]),
        (
            other_event,
            [
                "order 1 ",
                "  event 1",
                "recorded  dump_hidden 01234567 The fuel dump",
                "The events changed, the positions",
                ANEW,
            ],
        ),
        (
            other_knowledge,
            ["order 5 ", "what the sides know (german, allied)", "01234567", "mend the code", ANEW],
        ),
        (other_version, ["recorded  0", f"now       {VERSION}", "The rules version changed", ANEW]),
        (other_order, ["order 1 ", "refused: ", "[TIA-", OUTCOME]),
        (no_order, ["order 1 ", "hide_pump", OUTCOME]),
        (other_result, ["the end", "recorded  over", "now       not over", OUTCOME]),
        (other_start, ["the start", "recorded  0123456789abcdef dice 0", OUTCOME]),
    ],
)
def test_a_difference_is_told_in_the_right_words(tmp_path: Path, change: Damage, told: list[str]) -> None:
    difference = replay(file.read(damaged(tmp_path, change)), find_game)
    assert difference is not None
    words = str(difference)
    assert words.startswith("tigers/copy: ")
    for part in told:
        assert part in words
    assert ("The outcome changed" in words) is (OUTCOME in told)


def test_the_first_fact_that_differs_is_told(tmp_path: Path) -> None:
    text = SMALL.read_text(encoding="utf-8")
    path = damaged(tmp_path, lambda text: text.replace(line_with(text, "~ where"), "~ where 45: -1 -> 7", 1))
    assert replay(file.read(path), find_game) is None, "facts are for telling; the fingerprint is what counts"
    first = line_with(text, "= ")
    path.write_text(path.read_text(encoding="utf-8").replace(first, f"= 0123456789abcdef{first[18:]}", 1))
    difference = str(replay(file.read(path), find_game))
    assert "  fact\n    recorded  where 45: -1 -> 7\n    now       where 45: -1 -> 192\n" in difference


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({"turn": 1}, {"turn": 2}, ["turn 1 -> 2"]),
        ({"where": [4, 5, 6]}, {"where": [4, 7, 8]}, ["where 1: 5 -> 7; 2: 6 -> 8"]),
        ({"stack": [1, 2]}, {"stack": [1]}, ["stack -1: 2"]),
        ({"stack": [1, 2]}, {"stack": [3, 1, 2]}, ["stack +0: 3"]),
        ({"best": {"a": 1, "b": 2}}, {"best": {"b": 3}}, ["best a: 1 -> null; b: 2 -> 3"]),
        ({"name": "x"}, {"name": "y" * 99}, [f'name "x" -> "{"y" * 39}...c6aa0c05']),
        ({"board": "5"}, {"board": "6"}, ["board +1; -0"]),
        ({"turn": 1}, {"turn": 1}, []),
    ],
)
def test_what_changed_is_told_in_few_words(before: Plain, after: Plain, told: list[str]) -> None:
    assert changes(before, after, ("board",)) == told


BAD_FILES: list[tuple[Damage, str]] = [
    (lambda text: text.replace("golden    1", "golden    9"), "line 1: expected golden 1"),
    (
        lambda text: text.replace(line_with(text, "seed") + "\n", ""),
        "line 6: expected the line 'seed' of the head",
    ),
    (lambda text: text.replace("seed      5", "seed      five"), "line 6: expected a whole number, found"),
    (lambda text: text.replace("options   {", "options   "), "line 5: expected options as JSON"),
    (lambda text: text.replace("players   by hand", "players   staff"), "line 7: expected players and seeds"),
    (
        lambda text: text.replace('{"do":"hide_dump",', '{"do":"hide_dump"'),
        "expected an order as JSON, found '1 ",
    ),
    (lambda text: text.replace("\n2 german", "\n3 german"), "expected order 2 with its side and JSON"),
    (
        lambda text: text.replace(line_with(text, "= "), "= what"),
        "expected = FINGERPRINT dice NUMBER known FINGERPRINT ..., found '= what'",
    ),
    (lambda text: text[: text.index("\nend ")], "expected order"),
    (lambda text: text + "more\n", "expected nothing after the line 'end', found 'more'"),
]


@pytest.mark.parametrize(("change", "told"), BAD_FILES, ids=range(len(BAD_FILES)))
def test_a_broken_file_is_told_with_its_line(tmp_path: Path, change: Damage, told: str) -> None:
    path = damaged(tmp_path, change)
    with pytest.raises(UserError) as error:
        file.read(path)
    assert str(error.value).startswith(f"{path}, line ")
    assert told in str(error.value)


def test_facts_are_told_apart_one_by_one() -> None:
    recorded = ["turn -1 -> 2", "board +3; -4", "where 1: 2 -> 3; 5: 6 -> 7"]
    assert first_difference(recorded, recorded) == ("", "")
    assert first_difference(recorded, ["turn -1 -> 3", *recorded[1:]]) == ("turn: -1 -> 2", "turn: -1 -> 3")
    assert first_difference(recorded, [recorded[0], "board +3", recorded[2]]) == (
        "board -4",
        "board -4 unchanged",
    )
    now = [*recorded[:2], "where 1: 2 -> 3; 5: 6 -> 8"]
    assert first_difference(recorded, now) == ("where 5: 6 -> 7", "where 5: 6 -> 8")


def test_a_match_that_is_not_recorded_is_told(tmp_path: Path) -> None:
    path = damaged(tmp_path, lambda text: text[: text.index("start ")])
    with pytest.raises(UserError, match="tigers/copy is not recorded yet: python -m"):
        replay(file.read(path), find_game)


# The commands.


def test_verify_tells_and_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["verify", "--golden", "tigers/by_hand"]) == 0
    assert "tigers/by_hand: " in capsys.readouterr().out
    path = damaged(tmp_path, other_digest)
    assert cli.run(["verify", "--golden", str(path), "tigers/by_hand"]) == 1
    told = capsys.readouterr().out
    assert told.startswith("DIFFERENT tigers/copy: order 5 ")
    assert OUTCOME in told
    assert told.endswith("1 different: tigers/copy\n")


def test_verify_says_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["verify", "--golden", "chess"]) == cli.USER_MISTAKE
    assert "no golden match 'chess'; give a file, a game (breakthrough, playsheet," in capsys.readouterr().err
    assert cli.run(["verify"]) == cli.USER_MISTAKE
    assert "Give the name of a saved match" in capsys.readouterr().err


def test_an_installed_copy_has_no_golden_matches(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="not in an installed copy"):
        file.find(folder=tmp_path / "golden")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder like the project's, with one short match by computers and one by hand."""
    folder = tmp_path / "tests" / "golden"
    (folder / "tigers").mkdir(parents=True)
    (tmp_path / "docs").mkdir()
    shutil.copy(SMALL, folder / "tigers")
    head = text_of_head("players   staff 2, random 3", "limit     30")
    (folder / "tigers" / "short.golden").write_text(head, encoding="utf-8")
    return folder


def text_of_head(*lines: str) -> str:
    head = SMALL.read_text(encoding="utf-8").split("\n")[:6]
    return "\n".join([*head, *lines, ""])


def test_recording_is_the_same_every_time_and_noted_once(checkout: Path) -> None:
    short, changes_file = checkout / "tigers" / "short.golden", checkout.parents[1] / "docs" / "changes.md"
    assert main(["record", "--reason", "A first look", "--folder", str(checkout)]) == 0
    first = short.read_text(encoding="utf-8")
    assert len(file.read(short).steps) == 30
    assert SMALL.read_text(encoding="utf-8") == (checkout / "tigers" / "by_hand.golden").read_text(
        encoding="utf-8"
    )
    noted = changes_file.read_text(encoding="utf-8")
    assert noted.endswith(f"## A first look\n\n- tigers, rules version {VERSION}; golden matches: short\n")
    assert main(["record", "--reason", "Once more", "--folder", str(checkout)]) == 0
    assert short.read_text(encoding="utf-8") == first
    assert changes_file.read_text(encoding="utf-8") == noted
    short.write_text(first[: first.index("start ")].replace("limit     30", "limit     20"), encoding="utf-8")
    assert main(["record", "tigers/short", "--reason", "Shorter", "--folder", str(checkout)]) == 0
    assert first.split("\n")[8:60] == short.read_text(encoding="utf-8").split("\n")[8:60]
    noted = changes_file.read_text(encoding="utf-8")
    assert noted.index("## Shorter") < noted.index("## A first look")


def test_recording_needs_a_reason(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "--folder", str(checkout)]) == 2
    assert "say in one line why" in capsys.readouterr().err
    assert not file.read(checkout / "tigers" / "short.golden").recorded


def test_recording_does_not_hide_a_change_of_the_rules(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = checkout / "tigers" / "by_hand.golden"
    changed = other_digest(path.read_text(encoding="utf-8"))
    path.write_text(changed, encoding="utf-8")
    assert main(["record", "tigers/by_hand", "--reason", "It is better", "--folder", str(checkout)]) == 2
    assert OUTCOME in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == changed
    path.write_text(other_version(changed), encoding="utf-8")
    assert main(["record", "tigers/by_hand", "--reason", "It is better", "--folder", str(checkout)]) == 0
    assert path.read_text(encoding="utf-8") == SMALL.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("german: cancel 1", "tigers/mine: order 2 is refused: "),
        ("allied: hide dump in Spa or so", "tigers/mine: order 2, 'allied: hide dump in Spa or so': "),
        (
            "french: end",
            "tigers/mine: order 2, 'french: end': write SIDE: ORDER; the sides are german, allied",
        ),
    ],
)
def test_the_first_order_by_hand_that_is_refused_is_named(said: str, told: str) -> None:
    recipe = file.Recipe("tigers", "campaign", {}, 5, (), None, ("allied: hide dump 909", said))
    with pytest.raises(UserError) as error:
        record.record(find_game("tigers"), file.Golden("tigers/mine", recipe))
    assert told in str(error.value)
