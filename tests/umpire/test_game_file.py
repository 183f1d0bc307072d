"""The game file: results apply themselves, undo and redo, export and import, merging two copies."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from ardennes.errors import UserError
from ardennes.umpire import answers
from ardennes.umpire import game as games
from ardennes.umpire.game import Game
from ardennes.umpire.merge import merge
from ardennes.umpire.roster import order_of_battle, read_csv
from tests.umpire.table_game import MARNACH, ROSTER, random_step, small_game, unit


def test_a_fight_writes_losses_retirement_and_marks() -> None:
    game, result = answers.apply_answer(small_game(), "Sam", "fight", MARNACH, [4, 3], label="Marnach wood")
    # As in the picture of the phone: 31 - 16 + 4 = 19, success in bad terrain.
    assert (result["facts"]["attack"], result["facts"]["defence"], result["facts"]["score"]) == (
        "31",
        "16",
        19,
    )
    assert result["facts"]["result"] == "success"
    assert [unit(game, id)["status"] for id in MARNACH["attacker"]] == [8, 5, 6]
    assert (unit(game, "B/110")["status"], unit(game, "B/110")["sp"], unit(game, "B/110")["retired"]) == (
        6,
        1,
        2,
    )
    assert not unit(game, "B/110")["dug_in"]
    assert not unit(game, "I/304")["prepared"]
    assert game.log[-1].what.startswith("Marnach wood: ")
    assert (game.log[-1].by, game.log[-1].at) == ("Sam", 2)


def test_what_a_house_rule_takes_in_supply_is_spent() -> None:
    game = small_game()
    settings = games.set_fields(game, "game", "now", {"attack_sp": 1, "support_sp": 1})
    game = games.add_entry(game, "Sam", "House rule", settings)
    game, _ = answers.apply_answer(game, "Sam", "fight", MARNACH, [4, 3])
    assert unit(game, "I/304")["sp"] == unit(game, "III/76")["sp"] == 2


def test_aircraft_are_lost_and_damaged() -> None:
    game, _ = answers.apply_answer(
        small_game(), "Sam", "dogfight",
        {"allied": "354 FG", "german": "II/JG 1", "allied-serials": "IX TC"}, [6])  # fmt: skip
    aircraft = game.tables["aircraft"]
    assert aircraft["354 FG"]["squadrons"] == 1
    assert aircraft["IX TC"].get("squadrons", 0) == 0
    game, result = answers.apply_answer(
        small_game(), "Sam", "flak",
        {"serials": "IX TC", "mission": "landing", "heavy": "2", "carried-unit": "I/304"},
        [3, 3, 5, 1])  # fmt: skip
    assert result["facts"]["lost"] == 1  # the one that was damaged before
    assert (game.tables["aircraft"]["IX TC"]["squadrons"], game.tables["aircraft"]["IX TC"]["damaged"]) == (
        3,
        2,
    )
    assert unit(game, "I/304")["status"] == 5


def test_marches_and_bombs_leave_their_marks() -> None:
    march = {"troops": "2 Recce", "leg": ["50 clear"], "mode": "road column"}
    game, _ = answers.apply_answer(small_game(), "Sam", "move", march)
    assert (unit(game, "2 Recce")["used"], unit(game, "2 Recce")["marched"]) == ("1/2", True)
    game, again = answers.apply_answer(game, "Sam", "move", march | {"leg": ["60 clear"]})
    assert (again["facts"]["km"], again["facts"]["used"]) == ("50", "1")
    game, _ = answers.apply_answer(
        game, "Sam", "interdict", {"force": ["389 FG"], "unit": ["2 Recce", "I/304"]}, [6, 4]
    )
    assert (unit(game, "2 Recce")["status"], unit(game, "I/304")["immobilised"]) == (4, True)
    with pytest.raises(UserError, match="immobilised and cannot move"):
        answers.ask("move", {"troops": "I/304", "leg": ["1 clear"]}, game=game)


def test_undo_lists_what_was_built_on_an_entry() -> None:
    game, _ = answers.apply_answer(small_game(), "Sam", "fight", MARNACH, [4, 3], label="Fight 3")
    first = game.log[-1].id
    game = answers.set_unit(game, "Priya", "I/304", {"status": 4})
    with pytest.raises(UserError, match="Undo them first: I/304: status 4"):
        games.undo(game, "Sam", first)
    game = games.undo(games.undo(game, "Sam"), "Sam", first)
    assert game.tables == small_game().tables
    again = games.redo(game, "Sam")
    assert unit(again, "I/304")["status"] == 5
    with pytest.raises(UserError, match="nothing to undo"):
        games.undo(small_game(), "Sam")
    with pytest.raises(UserError, match="nothing to redo"):
        games.redo(small_game(), "Sam")


@pytest.mark.parametrize("seed", range(12))
def test_every_entry_can_be_undone_and_put_back(seed: int) -> None:
    rng = random.Random(seed)
    game = small_game()
    for _ in range(25):
        game = random_step(game, rng, "Sam")
    reached = copy.deepcopy(game.tables)
    assert games.read_game(games.write_game(game)).tables == reached
    assert games.to_game(games.to_json(game)).log == game.log
    back = game
    done = 0
    while len(games.undone(back.log)) < 1000:
        try:
            back = games.undo(back, "Sam")
        except UserError:
            break
        done += 1
    assert back.tables == small_game().tables
    for _ in range(done):
        back = games.redo(back, "Sam")
    assert back.tables == reached


def value(game: Game, conflict: Any) -> Any:
    table, id, field = conflict.path
    record = game.tables.get(table, {}).get(id)
    return record if not field else (record or {}).get(field)


@pytest.mark.parametrize("seed", range(25))
def test_merging_copies(seed: int) -> None:
    """Both orders agree; nothing is lost; a second merge adds nothing."""
    rng = random.Random(seed)
    base = small_game()
    for _ in range(4):
        base = random_step(base, rng, "Sam")
    mine, theirs = base, base
    for _ in range(6):
        mine, theirs = random_step(mine, rng, "Sam"), random_step(theirs, rng, "Priya")
    first, other = merge(mine, theirs), merge(theirs, mine)
    assert {c.key for c in first.conflicts} == {c.key for c in other.conflicts}
    choice = {c.key: rng.choice(c.choices) for c in first.conflicts}
    swapped = {"mine": "theirs", "theirs": "mine", "both": "both"}
    joined = merge(mine, theirs, choices=choice).game
    mirrored = merge(theirs, mine, choices={key: swapped[word] for key, word in choice.items()}).game
    assert joined is not None
    assert mirrored is not None
    assert joined.tables == mirrored.tables
    ids = {entry.id for entry in joined.log}
    assert ids >= {entry.id for entry in (*mine.log, *theirs.log)}
    assert merge(joined, theirs).game == joined or merge(joined, theirs).game.log == joined.log  # type: ignore[union-attr]
    assert games.read_game(games.write_game(joined)).tables == joined.tables
    for conflict in first.conflicts:
        expected = {"mine": conflict.mine, "theirs": conflict.theirs}.get(choice[conflict.key])
        if expected is not None:
            assert value(joined, conflict) == expected


def test_losses_of_two_umpires_add_up_if_they_want() -> None:
    base = small_game()
    mine = answers.set_unit(base, "Sam", "I/304", {"status": 5})
    theirs = answers.set_unit(base, "Priya", "I/304", {"status": 5})
    result = merge(mine, theirs)
    assert result.game is None
    (conflict,) = result.conflicts
    assert (conflict.key, conflict.base, conflict.mine, conflict.theirs) == (
        "units / I/304 / status",
        6,
        5,
        5,
    )
    joined = merge(mine, theirs, choices={conflict.key: "both"}).game
    assert joined is not None
    assert unit(joined, "I/304")["status"] == 4
    with pytest.raises(UserError, match="Choose mine or theirs or both"):
        merge(mine, theirs, choices={conflict.key: "ours"})


def test_supply_points_at_their_default_are_counted_too() -> None:
    base = answers.set_unit(small_game(), "Sam", "Bn X", {"side": "german", "type": "infantry", "status": 4})
    mine, theirs = (answers.set_unit(base, by, "Bn X", {"sp": 2}) for by in ("Sam", "Priya"))
    (conflict,) = merge(mine, theirs).conflicts
    joined = merge(mine, theirs, choices={conflict.key: "both"}).game
    assert joined is not None
    assert unit(joined, "Bn X")["sp"] == 1


def test_a_removed_unit_is_a_conflict_of_the_whole_record() -> None:
    base = answers.set_unit(small_game(), "Sam", "Bn X", {"side": "german", "type": "infantry", "status": 4})
    mine = games.undo(base, "Sam")
    theirs = answers.set_unit(base, "Priya", "Bn X", {"status": 3})
    for left, right, restore in ((mine, theirs, "theirs"), (theirs, mine, "mine")):
        (conflict,) = merge(left, right).conflicts
        assert conflict.path == ("units", "Bn X", "")
        kept = merge(left, right, choices={conflict.key: restore}).game
        gone = merge(left, right, choices={conflict.key: "mine" if restore == "theirs" else "theirs"}).game
        assert kept is not None
        assert gone is not None
        assert unit(kept, "Bn X")["status"] == 3
        assert "Bn X" not in gone.tables["units"]


def test_an_entry_that_both_have_undone_can_be_redone() -> None:
    base = answers.set_unit(small_game(), "Sam", "I/304", {"status": 4})
    result = merge(games.undo(base, "Sam"), games.undo(base, "Priya"))
    assert result.conflicts == ()
    assert result.game is not None
    assert unit(result.game, "I/304")["status"] == 6
    again = games.redo(result.game, "Sam")
    assert unit(again, "I/304")["status"] == 4
    assert unit(games.undo(again, "Sam"), "I/304")["status"] == 6
    with pytest.raises(UserError, match="nothing to redo"):
        games.redo(again, "Sam")


def test_two_different_games_do_not_merge() -> None:
    with pytest.raises(UserError, match="two different games"):
        merge(small_game(), games.new_game("Sam", "Another"))


# Hostile files


def hostile(change: Any) -> str:
    game, _ = answers.apply_answer(small_game(), "Sam", "fight", MARNACH, [4, 3])
    raw = games.to_json(game)
    raw = json.loads(json.dumps(raw))
    change(raw)
    return json.dumps(raw)


def _set(*path: Any) -> Any:
    *where, last, new = path

    def change(raw: Any) -> None:
        for key in where:
            raw = raw[key]
        raw[last] = new

    return change


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "this is not JSON"),
        ("[" * 100_000, "this is not JSON"),
        ("[]", "not a game of the umpire tool"),
        ('{"format": "ardennes umpire game", "version": 2}', "version 2; this program reads 1"),
        (hostile(_set("log", 1, "changes", 0, "before", 99)), "log entry 2"),
        (hostile(_set("log", 1, "changes", 0, "after", -4)), "status"),
        (hostile(_set("log", 1, "changes", 0, "after", 10**30)), "status"),
        (hostile(_set("log", 1, "changes", 0, "after", "nine")), "field status: Expected `int`"),
        (hostile(_set("log", 1, "changes", 0, "path", ["units", "I/304"])), "$.log[1].changes[0].path"),
        (hostile(_set("log", 1, "changes", 0, "path", ["spells", "I/304", "status"])), "not a table"),
        (hostile(_set("log", 1, "changes", 0, "path", ["units", "I/304", "magic"])), "log entry 2"),
        (hostile(_set("log", 1, "at", "now")), "$.log[1].at"),
        (hostile(_set("log", 1, "id", 7)), "$.log[1].id"),
        (hostile(_set("log", 1, "undoes", "nobody")), "undoes 'nobody'"),
        (hostile(_set("log", 1, "what", "x" * 5000)), "$.log[1].what"),
        (hostile(lambda raw: raw["log"].append(raw["log"][1])), "two entries have the id"),
        (hostile(lambda raw: raw["log"].pop(0)), "log entry 1"),
        (hostile(_set("log", 0, "changes", 3, "path", ["sides", "x", "name", "y"])), "$.log[0].changes[3]"),
    ],
)
def test_a_hostile_file_gives_an_error_with_its_place(text: str, words: str) -> None:
    with pytest.raises(UserError) as result:
        games.read_game(text, "evening.json")
    assert str(result.value).startswith("evening.json: ")
    assert words in str(result.value)


@pytest.mark.parametrize("seed", range(40))
def test_any_changed_byte_is_read_or_refused_with_words(seed: int) -> None:
    rng = random.Random(seed)
    text = list(games.write_game(small_game()))
    for _ in range(3):
        text[rng.randrange(len(text))] = chr(rng.choice((32, 34, 48, 57, 91, 123, 92, 233, 8232)))
    try:
        games.read_game("".join(text), "evening.json")
        words = ""
    except UserError as error:
        words = str(error)
    assert words == "" or words.startswith("evening.json: ")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("tanks,9", "tansk,9", "roster.csv:2, field type: 'tansk' is not a type. Did you mean tank"),
        ("infantry,6,3", "infantry,six,3", "roster.csv:3, field status: 'six' is not a number for status"),
        ("infantry,6,3", "infantry,0,3", "from 1 to 99"),
        ("II/304,german", "I/304,german", "roster.csv:4, field id: 'I/304' is on the roster twice"),
        ("II/304,german", ",german", "field id: empty"),
        ("2 Recce,german", "2 Recce,germen", "field side: 'germen' is not a side. Did you mean german?"),
        ("707 Tk,allied,28th", "707 Tk,german,28th", "'28th Division' already has units of 'allied'"),
        ("2,,yes", "2,,maybe", "field dug in".replace(" in", "_in") + ": 'maybe' is not yes or no"),
        ("id,side", "id,sied", "roster.csv:1: 'sied' is not a column. Did you mean size or side"),
        ("id,side", "id,id", "roster.csv:1: no column side"),
        ("5,3,,\n", "5,3,,,,extra\n", "roster.csv:5: 10 cells, but 8 columns"),
        ("I/304,german", '"I/304,german', "Is a quotation mark not closed?"),
    ],
)
def test_a_mistake_in_a_roster_names_line_and_field(old: str, new: str, words: str) -> None:
    assert old in ROSTER
    with pytest.raises(UserError) as result:
        read_csv(ROSTER.replace(old, new, 1), "roster.csv")
    assert words in str(result.value)


def test_rosters_from_other_programs_are_read() -> None:
    text = "\ufeff" + ROSTER.replace(",", ";").replace("\n", "\r\n")
    assert read_csv(text)["units"] == read_csv(ROSTER)["units"]
    with pytest.raises(UserError, match="no units"):
        read_csv("")


def test_the_order_of_battle_is_a_roster() -> None:
    tables = order_of_battle()
    game = games.new_game("Sam", "December", tables=tables)
    assert len(tables["units"]) > 100
    assert {values["side"] for values in tables["units"].values()} == {"allied", "german"}
    assert game.tables["units"]["GE-1SS-Piper"]["type"] == "heavy-mixed"
    assert len(games.write_game(game)) < 200_000
