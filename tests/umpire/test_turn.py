"""The worksheet of a turn, slips, batches; and what teams hear: nothing that they may not know."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest

from ardennes.errors import UserError
from ardennes.umpire import answers
from ardennes.umpire import game as games
from ardennes.umpire import turn as turns
from ardennes.umpire.game import Game
from ardennes.umpire.records import STEPS
from ardennes.umpire.turn import Planned
from tests.umpire.table_game import MARNACH, small_game, unit


def states(game: Game) -> dict[str, str]:
    return {row["id"]: row["state"] for step in turns.worksheet(game)["steps"] for row in step["rows"]}


def test_a_whole_turn_in_any_order() -> None:
    game = turns.add_tasks(small_game(), "Sam", [
        Planned("dogfight", {"allied": "354 FG", "german": "II/JG 1"}, "Over the Our"),
        Planned("move", {"troops": "2 Recce", "leg": ["9 clear"]}, "2 Recce to Clervaux"),
        Planned("fight", MARNACH, "Marnach wood"),
        Planned("fight", {"attacker": ["2 Recce"], "defender": ["C/424"]}, "Clervaux road"),
    ])  # fmt: skip
    sheet = turns.worksheet(game)
    assert [step["step"] for step in sheet["steps"]] == list(STEPS)
    assert sheet["left"] == ["Orders in: 3 left", "Air: 1 left", "Movement: 1 left", "Fights: 2 left"]
    assert states(game)["1-4"] == turns.WAITING
    row = sheet["steps"][3]["rows"][1]
    assert row["note"].startswith("Wait for ")
    with pytest.raises(UserError, match=r"cannot close yet\. Orders in: 3 left; Air: 1 left"):
        turns.close_turn(game, "Sam")
    game, result = turns.adjudicate(game, "Sam", "1-3", [4, 3])
    assert result["result"] == "success"
    assert states(game)["1-3"] == turns.DONE
    with pytest.raises(UserError, match="already done"):
        turns.adjudicate(game, "Sam", "1-3", [4, 3])
    with pytest.raises(UserError, match="One more die is needed, for: air combat"):
        turns.adjudicate(game, "Sam", "1-1")
    game, _ = turns.adjudicate(game, "Sam", "1-2")
    game, _ = turns.adjudicate(game, "Sam", "1-1", [3])
    game, _ = turns.adjudicate(game, "Priya", "1-4", [2])
    for formation in ("2nd Panzer", "28th Division", "106th Division"):
        game = turns.hand_in(game, "Sam", formation, "Hold.")
        game = turns.issue_supply(game, "Sam", formation, {})
    assert turns.worksheet(game)["left"] == []
    assert turns.worksheet(game)["next"] == ""
    night = turns.close_turn(game, "Sam", part="night")
    assert (turns.worksheet(night)["turn"], turns.worksheet(night)["part"]) == (2, "night")
    assert unit(night, "2 Recce").get("used", "0") == "0"
    assert turns.worksheet(night)["left"] == ["Orders in: 3 left"]
    shown = answers.ask("fight", {"attacker": ["I/3 Pz"], "defender": ["707 Tk"]}, [1], game=night)
    assert "night" in shown["title"]  # the turn is one


def test_a_fight_waits_for_an_earlier_one_with_a_unit_of_it() -> None:
    first = Planned("fight", {"attacker": ["I/304"], "defender": ["B/110"]}, "Hosingen")
    second = Planned("fight", {"attacker": ["II/304 prepared"], "defender": ["B/110"]}, "Weiler")
    game = turns.add_tasks(small_game(), "Sam", [first, second])
    note = turns.worksheet(game)["steps"][3]["rows"][1]["note"]
    assert note == "Wait for Hosingen: B/110 may change there."
    game, _ = turns.adjudicate(game, "Sam", "1-2", [3, 3])  # an umpire may do it all the same
    assert turns.worksheet(game)["steps"][3]["rows"][1]["state"] == turns.DONE


def test_undo_opens_a_task_again_with_all_it_changed() -> None:
    game = turns.add_tasks(small_game(), "Sam", [Planned("fight", MARNACH, "Marnach wood")])
    after, _ = turns.adjudicate(game, "Sam", "1-1", [4, 3])
    assert games.undo(after, "Sam").tables == game.tables


def test_results_allow_counter_attacks_and_second_fights() -> None:
    fight = {"attacker": ["I/304"], "defender": ["B/110"]}
    tanks = {"attacker": ["I/3 Pz"], "defender": ["C/424"], "special": True, "ground": "open",
             "attack-modifier": ["+9 for the test"]}  # fmt: skip
    game = turns.add_tasks(small_game(), "Sam", [Planned("fight", fight, "Hosingen")])
    game = answers.set_unit(game, "Sam", "C/424", {"status": 4})
    game = turns.add_tasks(game, "Sam", [Planned("fight", tanks, "Weiler")])
    game, result = turns.adjudicate(game, "Sam", "1-1", [1])
    assert result["result"] == "attackers badly beaten"
    game, _ = turns.adjudicate(game, "Sam", "1-2", [6, 3])
    assert [one.label for one in turns.possible(game)] == [
        "Counter-attack at Hosingen",
        "Second fight after Weiler",
    ]
    assert turns.possible(game)[0].values["attacker"] == ["B/110"]
    game = turns.add_tasks(game, "Sam", turns.possible(game)[:1])
    assert [one.label for one in turns.possible(game)] == ["Second fight after Weiler"]


def test_supply_is_issued_to_a_formation() -> None:
    game = turns.issue_supply(small_game(), "Sam", "28th Division", {"B/110": 1, "707 Tk": 9})
    assert (unit(game, "B/110").get("sp", 3), unit(game, "707 Tk").get("sp", 3)) == (3, 3)
    with pytest.raises(UserError, match="not a unit of '28th Division'"):
        turns.issue_supply(game, "Sam", "28th Division", {"I/304": 1})


def test_slips_have_the_teams_own_numbers() -> None:
    game = turns.add_tasks(small_game(), "Sam", [Planned("fight", MARNACH, "Marnach wood")])
    game, _ = turns.adjudicate(game, "Sam", "1-1", [4, 3], time="10:52")
    (german,), (allied,) = turns.slips(game, "german"), turns.slips(game, "allied")
    assert [(own["unit"], own["status"]) for own in german["own"]] == [
        ("I/3 Pz", [9, 8]), ("I/304", [6, 5]), ("II/304", [7, 6])]  # fmt: skip
    assert german["text"] == "Your attack succeeded: infantry left Marnach wood, and it is yours."
    assert german["unknown"] == ["Enemy losses and supply.", "How far the enemy went."]
    assert "You retired 2 km." in allied["text"]
    assert [own["sp"] for own in allied["own"]] == [[2, 1], [2, 1]]


# Batches

TOML = """
[[task]]
label = "Marnach wood"
attacker = ["I/304 prepared"]
defender = ["B/110"]
ground = "wood"
dice = [4, 3]

[[task]]
question = "move"
troops = "2 Recce"
leg = ["9 clear"]
"""
CSV = """label,question,attacker,defender,ground,river,dice
Marnach wood,fight,I/304 prepared; II/304,B/110,wood,yes,4 3
"""


def test_batches_become_tasks() -> None:
    game = small_game()
    first, second = turns.read_batch(TOML, "turn1.toml", game)
    assert (first.question, first.label, list(first.dice)) == ("fight", "Marnach wood", [4, 3])
    assert second.question == "move"
    (planned,) = turns.read_batch(CSV, "turn1.csv", game)
    assert planned.values["attacker"] == ["I/304 prepared", "II/304"]
    assert planned.values["river"] is True
    game = turns.add_tasks(game, "Sam", [first, second, planned])
    assert len(turns.tasks(game)) == 3


@pytest.mark.parametrize(
    ("text", "file", "words"),
    [
        (
            TOML.replace("I/304 prepared", "I/305 prepared"),
            "t.toml",
            "t.toml:4, field attacker: 'I/305 prepared' is not a unit",
        ),
        (TOML.replace('wood"\ndice', 'woood"\ndice'), "t.toml", "t.toml:6, field ground: 'woood'"),
        (
            TOML.replace("[4, 3]", "[4, 7]"),
            "t.toml",
            "t.toml:7, field dice: a die must be a number from 1 to 6",
        ),
        (TOML.replace("troops", "troop"), "t.toml", "t.toml:11, field troop"),
        (TOML.replace('"move"', '"march"'), "t.toml", "t.toml:10: 'march' is not a question"),
        (TOML.replace("[[task]]", "[task", 1), "t.toml", "t.toml, line 2"),
        ("x = 1", "t.toml", "[[task]]"),
        (CSV.replace("yes", "perhaps"), "t.csv", "t.csv:2, field river: 'perhaps' is not yes or no"),
        (CSV.replace("4 3", "4 9"), "t.csv", "t.csv:2, field dice"),
        (CSV.replace("B/110", "B/111"), "t.csv", "Did you mean B/110"),
        (CSV.replace("river,", "rivre,"), "t.csv", "t.csv:2, field rivre: not a field of fight"),
        ("", "t.csv", "t.csv: no tasks"),
    ],
)
def test_a_mistake_in_a_batch_names_its_place(text: str, file: str, words: str) -> None:
    with pytest.raises(UserError) as result:
        turns.read_batch(text, file, small_game())
    assert words in str(result.value)


# What teams hear

KINDS = {"infantry": ("infantry", "light"), "tank": ("tank", "heavy-tank"), "recce": ("recce", "flak")}


def _heard(values: dict[str, Any], dice: list[int]) -> tuple[dict[str, Any], dict[str, Any]]:
    result = answers.ask("fight", values, dice)
    return result["facts"], result["hear"]


def _seen_by(role: str, facts: dict[str, Any]) -> tuple[Any, ...]:
    """What the troops of one side saw: their own losses, who holds the ground, an overrun."""
    took = facts["retire_km"] > 0
    common = (took, facts["thrown_back"], facts["overrun"])
    if role == "attacker":
        return (*common, facts["attacker_loss"], facts["fight_again"])
    return (*common, facts["defender_loss"], facts["sp_loss"], facts["retire_km"], facts["counter_attack"])


@pytest.mark.parametrize("seed", range(6))
def test_twins_hear_the_same(seed: int) -> None:
    """Battles that differ in what a team may not know, and look alike to its troops, sound alike."""
    rng = random.Random(seed)
    own = [f"{rng.choice(('tank', 'infantry'))} {rng.randint(3, 9)}" for _ in range(2)]
    by_view: dict[tuple[Any, ...], set[str]] = {}
    for _ in range(60):
        arm = rng.choice(tuple(KINDS))
        enemy = [f"{rng.choice(KINDS[arm])} {rng.randint(1, 12)}" for _ in range(rng.randint(1, 3))]
        for role, other in (("attacker", "defender"), ("defender", "attacker")):
            if role == "defender" and any("flak" in one for one in enemy):
                continue
            values: dict[str, Any] = {role: own, other: enemy, "place": "the mill"}
            secret = "defence" if role == "attacker" else "attack"
            values[f"{secret}-modifier"] = [f"{rng.randint(-3, 9):+} secret"]
            values["defence-advantage" if role == "attacker" else "advantage"] = str(rng.randint(0, 3))
            if role == "attacker":
                values["dug-in"] = rng.random() < 0.5
            else:
                values["prepared"] = rng.random() < 0.5
            facts, heard = _heard(values, [rng.randint(1, 6) for _ in range(3)])
            by_view.setdefault((role, arm, *_seen_by(role, facts)), set()).add(json.dumps(heard[role]))
    assert all(len(texts) == 1 for texts in by_view.values())
    assert max(sum(1 for key in by_view if key[0] == role) for role in ("attacker", "defender")) > 3


def test_no_team_hears_the_enemys_numbers() -> None:
    for die, status in itertools.product(range(1, 7), (3, 17)):
        _, heard = _heard(
            {"attacker": ["tank 8"], "defender": [f"infantry {status}"], "place": "the mill"}, [die, 6]
        )
        text = json.dumps(heard["attacker"])
        assert not any(secret in text for secret in (str(status), "6 km", "SP"))


def test_recce_reports_only_what_was_seen() -> None:
    seen = {"target": ["vehicles moving in B4"]}
    more = {"target": ["vehicles moving in B4", "3 infantry wood in C1",
                       "infantry"]}  # fmt: skip
    assert answers.ask("recce", seen, [4])["hear"] == answers.ask("recce", more, [4, 1])["hear"]


def test_an_air_combat_hides_the_enemys_strength() -> None:
    few = answers.ask("dogfight", {"allied": "4", "german": "2"}, [5])["hear"]["allied"]
    assert few == answers.ask("dogfight", {"allied": "4", "german": "1"}, [5])["hear"]["allied"]
    none = answers.ask("dogfight", {"allied": "0", "german": "4"})["hear"]["allied"]
    assert none == answers.ask("dogfight", {"allied": "0", "german": "0"})["hear"]["allied"]


def test_a_march_is_heard_in_plain_numbers() -> None:
    game = small_game()
    heard = answers.ask("move", {"troops": "I/304", "leg": ["7.5 wood"]}, game=game)["hear"]["german"]
    assert heard["text"] == "I/304 moved 7.5 km and used 1/2 of the turn."
    assert heard["may"] == ["It may still attack this turn."]


def test_before_the_die_there_are_chances() -> None:
    result = answers.ask("fight", MARNACH, game=small_game())
    assert result["needs"] == "combat"
    assert sum(row["percent"] for row in result["chances"]) == pytest.approx(100, abs=0.1)
    assert [(line["what"], line["value"], line["origin"]) for line in result["ledger"]] == [
        ("Attacker's status, 9 + 6 + 7", "22", ""),
        ("Combined Arms (prepared), 3 units", "+6", ""),
        ("Supporting artillery, III/76, 3 medium at 10 km", "+3", "not on the sheet: our reading"),
        ("Attack", "31", ""),
        ("Defender's status, 7 + 5", "12", ""),
        ("Clear tactical advantage: dug in", "+2", ""),
        ("Defending close country against tanks, 2 units", "+4", ""),
        ("Unit from another formation", "−2", ""),
        ("Defence", "16", ""),
    ]
    assert answers.ask("fight", MARNACH, [4], game=small_game())["needs"] == "retirement"


def test_house_rules_stand_in_the_ledger() -> None:
    more = {"advantage": 2, "defence-advantage": 1, "attack-modifier": ["+2 guides", "-1½ mud"]}
    ledger = answers.ask("fight", {"attacker": ["tank 9"], "defender": ["tank 5"], **more})["ledger"]
    lines = [(line["what"], line["value"], line["origin"]) for line in ledger]
    assert lines == [
        ("Attacker's status", "9", ""),
        ("2 clear tactical advantages", "+4", ""),
        ("Unprepared attack", "−4", ""),
        ("Guides", "+2", "not on the sheet: house rule"),
        ("Mud", "−1½", "not on the sheet: house rule"),
        ("Attack", "9½", ""),
        ("Defender's status", "5", ""),
        ("Clear tactical advantage", "+2", ""),
        ("Defence", "7", ""),
    ]


def test_spare_dice_are_ignored_with_a_note() -> None:
    assert answers.ask("fight", MARNACH, [4, 3, 6], game=small_game())["notes"] == ["Spare die ignored: 6."]


def test_questions_describe_themselves_for_a_form() -> None:
    for question in answers.questions():
        assert json.loads(json.dumps(question)) == question
        required = {field["name"] for field in question["fields"] if field["required"]}
        given = {field["name"]: [field["example"]] if field["kind"] == "many" else "4"
                 for field in question["fields"] if field["name"] in required}  # fmt: skip
        if question["name"] in ("fight", "artillery", "air-support"):
            assert "working" in answers.ask(question["name"], given, [3, 3, 3])
