"""`ardennes umpire`: the sessions of its page run as printed; flags, mistakes, dice, JSON and asking."""

from __future__ import annotations

import io
import json
import re
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ardennes import cli
from ardennes.umpire.air import QUESTIONS

PAGE = Path(__file__).resolve().parents[3] / "docs" / "how-to" / "umpire-a-real-table.md"
BATTLE = ("fight", "--attacker", "infantry 8", "--prepared", "--defender", "infantry 4")


def sessions() -> list[tuple[str, str]]:
    """Every command line of the page and what is printed under it."""
    text = "".join(re.findall(r"^```console\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.S | re.M))
    parts = re.split(r"^\$ (.*)\n", text, flags=re.M)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize(("line", "printed"), sessions(), ids=[line[15:50] for line, _ in sessions()])
def test_the_page_shows_real_sessions(line: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    cli.run(shlex.split(line)[1:])
    result = capsys.readouterr()
    assert result.out + result.err == printed


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = cli.run(["umpire", *words])
    result = capsys.readouterr()
    return code, result.out, result.err


def as_json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    code, out, _ = run(capsys, *words, "--json")
    assert code == 0
    return json.loads(out)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_each_question_teaches_with_an_example_that_runs(
    question: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, question.name, "--help")
    assert code == 0
    example = " ".join(re.findall(r"^ {6}(\S.*)$", out[: out.index("Options:")], re.M))
    assert example.startswith(f"ardennes umpire {question.name} ")
    assert run(capsys, *shlex.split(example)[2:])[0] == 0
    without_dice = shlex.split(re.sub(r"--die [\d,]+", "", example))[2:]
    assert run(capsys, *without_dice, "--what-if")[0] == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("fihgt",), "Questions: move, fight, score, artillery"),
        (("fight", "--defender", "infantry 4"), "--attacker: missing"),
        ((*BATTLE, "--attacker", "horse 3"), "There are: infantry, light, tank"),
        ((*BATTLE, "--attacker", "tank nine"), "a whole number from 1 to 99"),
        (
            (*BATTLE, "--attacker", "tank 9 brave"),
            "There are: prepared, defended, dug-in, marched, no-supply",
        ),
        ((*BATTLE, "--attacker", "tank"), "write a kind and its status"),
        ((*BATTLE, "--ground", "moon"), "There are: clear, rough, forest, town, marsh"),
        ((*BATTLE, "--attack-guns", "3 medium"), "battalions, type and km"),
        ((*BATTLE, "--attack-air", "3 zeppelins"), "There are: german-ga, allied-ga, heavy-bomber"),
        ((*BATTLE, "--reading", "score_rounding=up"), "it is one of: down, nearest"),
        ((*BATTLE, "--reading", "rounding=up"), "Did you mean score_rounding?"),
        ((*BATTLE, "--reading", "envelopment=wide"), "is not a reading of this question"),
        ((*BATTLE, "--attacker", "tank 9 dug-in"), "Allowed: prepared, marched"),
        ((*BATTLE, "--attacker", "guns 4"), "cannot attack. Name guns as attack-guns"),
        ((*BATTLE, "--defender", "tank 9 prepared"), "Allowed: defended, dug-in, marched, no-supply"),
        ((*BATTLE, "--what-if", "--die", "3"), "--what-if rolls no dice"),
        ((*BATTLE, "--die", "9"), "'9' is not a die: it must be a whole number from 1 to 6"),
        ((*BATTLE, "--die", "6"), "One more die is needed, for: retirement"),
        ((*BATTLE, "--die", "1", "--seed", "4"), "either --die or --seed"),
        (("move", "--troops", "camels", "--leg", "6 clear"), "There are: foot, mech, tanks, towed, recce"),
        (("move", "--troops", "foot", "--leg", "clear 6"), "'6' is not a kind of ground"),
        (("move", "--troops", "foot", "--leg", "6"), "write km and ground"),
        (("move", "--troops", "tanks", "--leg", "6 clear river"), "OPS-MOVE-14"),
        (
            ("move", "--troops", "mech", "--leg", "6 clear", "--off-road"),
            "is for motor-towed guns",
        ),
        (("move", "--troops", "tanks", "--leg", "6 clear", "--trucks"), "trucks is for foot troops"),
        (("score", "--score", "nine"), "a whole number, like 9 or -2"),
        (("interdict", "--force", "3 biplane"), "There are: spitfire, artillery, typhoon"),
        (("interdict",), "at least one force or guns"),
        (("interdict", "--guns", "4 field 14"), "reaches 12 km"),
        (("dogfight", "--allied", "4"), "--german: missing"),
        (("flak", "--heavy", "near"), "it must be km from 0 to 999, like 6 or 7.5"),
    ],
)
def test_a_mistake_gives_what_is_allowed(
    words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *words)
    assert code == cli.USER_MISTAKE
    assert out == ""
    assert message in err


def test_a_seed_rolls_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    first = as_json(capsys, *BATTLE)
    again = as_json(capsys, *BATTLE, "--seed", str(first["seed"]))
    assert again == first
    assert len({as_json(capsys, *BATTLE, "--seed", str(n))["dice"][0]["die"] for n in range(20)}) > 3


def test_json_of_a_battle(capsys: pytest.CaptureFixture[str]) -> None:
    result = as_json(capsys, *BATTLE, "--die", "5", "--die", "6")
    assert result["facts"]["result"] == "success"
    assert result["facts"]["retire_km"] == 6
    assert {"for": "combat", "die": 5} in result["dice"]
    assert "OPS-COMBAT-19" in result["rules"]


def test_json_of_a_what_if_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    rows = as_json(capsys, *BATTLE, "--what-if")["what_if"]
    assert sum(row["percent"] for row in rows) == pytest.approx(100, abs=0.1)


def test_a_what_if_of_several_counts_them(capsys: pytest.CaptureFixture[str]) -> None:
    """The chances for each of them, and those of how many are hit, each add up to 1."""
    flak = ("flak", "--mission", "paras", "--heavy", "2", "--serials", "3", "--what-if")
    pooled = (*flak, "--reading", "flak_damage=pooled")
    bombed = ("interdict", "--force", "2 lancaster", "--units", "3", "--what-if")
    wanted = ((flak, "of 3 serials 0 lost", "1"), (pooled, "of 3 serials 1 lost", "20/27"),
              (bombed, "of 3 units 1 with a step loss", "4/9"))  # fmt: skip
    for words, what, chance in wanted:
        rows = {row["what"]: Fraction(row["chance"]) for row in as_json(capsys, *words)["what_if"]}
        assert rows[what] == Fraction(chance)
        for beginning in ("each", "of 3"):
            assert sum(rows[name] for name in rows if name.startswith(beginning)) == 1


def test_other_readings_reach_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    two = ("air-support", "--squadrons", "2 heavy-bomber")
    assert as_json(capsys, *two)["facts"]["bonus"] == 10
    assert as_json(capsys, *two, "--reading", "heavy_two_is_apocalyptic=false")["facts"]["bonus"] == 8
    pooled = ("flak", "--mission", "supplies", "--heavy", "2", "--serials", "2", "--die", "3 4")
    assert as_json(capsys, *pooled)["facts"]["lost"] == 0
    assert as_json(capsys, *pooled, "--reading", "flak_damage=pooled")["facts"]["lost"] == 1


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        (("recce", "--target", "infantry town"), {"report": "none", "cover": True}),
        ((*BATTLE, "--die", "1,5,6"), {"result": "limited_success"}),
        ((*BATTLE, "--advantage", "3", "--die", "1", "--die", "1"), {"attack": "14", "result": "success"}),
        ((*BATTLE, "--defence-modifier", "+2½ mud", "--die", "1"), {"defence": "13/2", "score": 2}),
        ((*BATTLE, "--defender", "paras 3", "--die", "1"), {"defence": "7"}),
        (("fight", "--attacker", "heavy tanks with infantry 9", "--prepared", "--defender", "tanks 4",
          "--ground", "wood", "--special", "--die", "6,1"), {"attack": "13", "overrun": True}),
        (("air-support", "--squadrons", "3 Typhoons"), {"level": "superior"}),
        (("air-support", "--squadrons", "1 lancaster"), {"level": "overwhelming"}),
        (("artillery", "--guns", "3 field battalions at 8.5 km", "--units", "9"), {"support": "3/2"}),
        (("flak", "--mission", "air landing", "--heavy", "1.5", "--damaged", "1", "--serials", "2",
          "--die", "3,1"), {"lost": 1, "damage": [2, 0]}),
        (("move", "--troops", "horse drawn", "--leg", "7.5 wood", "--used", "1/4"), {"used": "3/4"}),
        (("score", "--score", "-2"), {"result": "attackers_badly_beaten", "column": "normal"}),
        (("score", "--score", "-1", "--ground", "open"), {"result": "confused_combat"}),
        (("score", "--score", "7", "--river"), {"result": "limited_success", "retire_km": 2}),
        (("score", "--score", "9", "--ground", "woods"), {"result": "limited_success", "retire_km": 1}),
        (("dogfight", "--allied", "0", "--german", "0"), {"outcome": "none", "losses": [0, 0]}),
        (("recce", "--target", "vehicles armoured town", "--die", "5"),
         {"report": "type"}),
        (("flak", "--mission", "supplies", "--heavy", "4", "--light", "2", "--die", "4", "--die", "6"),
         {"losses": [1], "damage": [1]}),
        (("flak", "--heavy", "6"), {"losses": [0]}),
        (("flak", "--mission", "paras", "--heavy", "6", "--heavy-on-route", "--die", "6"), {"losses": [1]}),
        (("interdict", "--guns", "4 field 12", "--die", "4"), {"row": 2, "effects": ["immobilised"]}),
        (("interdict", "--flak", "--force", "9 medium", "--die", "1"), {"row": 7, "effects": ["suppressed"]}),
        (("dogfight", "--allied", "0", "--german", "9", "--allied-serials", "4", "--allied-bombers", "3",
          "--allied-others", "6"), {"shot_down": {"Allied": {"serials": 4, "bombers": 1, "others": 0}}}),
        (("move", "--troops", "foot", "--trucks", "--mode", "road", "--leg", "80 forest"), {"km": "64"}),
        (("move", "--troops", "foot", "--trucks", "--no-supply", "--mode", "road", "--leg", "80 forest"),
         {"km": "30"}),
        (("move", "--troops", "mech", "--no-supply", "--leg", "80 clear"), {"km": "15/2", "used": "1/4"}),
        (("move", "--troops", "mech", "--no-supply", "--leg", "80 clear", "--hex-km", "2"),
         {"km": "6", "used": "1/5"}),
        (("move", "--troops", "towed", "--mode", "road", "--off-road", "--leg", "80 clear", "--hex-km", "2"),
         {"used": "49/50"}),
    ],
)  # fmt: skip
def test_answers(words: tuple[str, ...], facts: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    result = as_json(capsys, *words)["facts"]
    assert {name: result[name] for name in facts} == facts


def test_asked_step_by_step(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answers = ["12", "recce", "camels", "vehicles moving", "", "spies", "", "y", "7", "3", "y",
               "move", "infantry", "", "7.5 wood", "", "maybe", "", "used", "1/2", "", "n"]  # fmt: skip
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(answers) + "\n"))
    code, out, _ = run(capsys)
    assert code == 0
    assert "'12' is not a question" in out
    assert "'camels' is not a target" in out
    assert "'spies' is not one of them" in out
    assert "'7' is not a die" in out
    assert "What if: recce" in out
    assert "result  direction" in out
    assert "'maybe' is neither yes nor no" in out
    assert "used before" in out
    assert "result  7.5 km, used 1 of the turn" in out
    asked = out.split("Anything else? (used")[1].split(")")[0]
    assert "trucks" in asked
    assert "off-road" not in asked


def test_the_end_of_the_input_leaves_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("fight\n"))
    assert run(capsys)[0] == cli.INTERRUPTED
