"""The door for pages, with mistakes by field; the command line with a game; printed pages."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import ardennes.umpire
from ardennes import cli
from ardennes.umpire.api import METHODS, call
from ardennes.umpire.paper import PAGES, PAPERS
from tests.umpire.table_game import MARNACH, ROSTER


def done(method: str, **given: Any) -> Any:
    """Call with values that have been through JSON, as a page does it."""
    result = call(method, json.loads(json.dumps(given)))
    assert "error" not in result, result
    return json.loads(json.dumps(result))


def played() -> Any:
    game = done("new", by="Sam", name="The <Our>", roster=ROSTER)["game"]
    task = {"question": "fight", "values": MARNACH, "label": "Marnach wood"}
    game = done("plan", game=game, by="Sam", tasks=[task])["game"]
    return done("adjudicate", game=game, by="Sam", task="1-1", dice=[4, 3], time="10:52")


def test_a_turn_through_the_door() -> None:
    result = played()
    game = result["game"]
    assert result["answer"]["result"] == "success"
    assert done("show", game=game)["tables"]["units"]["I/304"]["status"] == 5
    assert done("worksheet", game=game)["steps"][3]["done"] == 1
    assert done("slips", game=game, side="german")["slips"][0]["own"][1]["status"] == [6, 5]
    entry = done("show", game=game)["log"][-1]["id"]
    other = done("set", game=game, by="Priya", table="units", id="I/304", fields={"status": 4})["game"]
    assert len(done("built_on", game=other, entry=entry)["entries"]) == 1
    mine = done("set", game=game, by="Sam", table="units", id="I/304", fields={"status": 3})["game"]
    (conflict,) = done("merge", mine=mine, theirs=other, by="Sam")["conflicts"]
    merged = done("merge", mine=mine, theirs=other, by="Sam", choices={conflict["key"]: "both"})["game"]
    assert done("show", game=merged)["tables"]["units"]["I/304"]["status"] == 2
    back = done("undo", game=game, by="Sam")["game"]
    assert done("redo", game=back, by="Sam")["game"]["log"][-1]["what"].startswith("Redo: Marnach wood")
    text = done("export", game=game)["text"]
    assert done("import", text=text)["game"] == game
    game = done("hand_in", game=game, by="Ben", formation="2nd Panzer", text="Attack.")["game"]
    game = done("supply", game=game, by="Sam", formation="28th Division", points={"B/110": 1})["game"]
    assert done("worksheet", game=done("close_turn", game=game, by="Sam", force=True)["game"])["turn"] == 2
    game = done("roster", game=game, by="Sam", roster="id,side,type,status\nX,allied,tank,4\n")["game"]
    result = done("apply", game=game, by="Sam", question="move", values={"troops": "X", "leg": ["9 open"]})
    assert done("show", game=result["game"])["tables"]["units"]["X"]["used"] == "3/10"
    assert done("ask", question="fight", values=MARNACH, game=game)["needs"] == "combat"
    assert done("what_if", question="fight", values=MARNACH, game=game)["what_if"]
    assert len(done("questions")["questions"]) == 9
    settings = {"attack_sp": 1, "score_rounding": "nearest"}
    game = done("settings", game=game, by="Sam", fields=settings)["game"]
    even = {"attacker": ["infantry 3 prepared marched"], "defender": ["infantry 5"]}  # 1½ - 5 + 1
    assert done("ask", question="fight", values=even, dice=[1], game=game)["facts"]["score"] == -2
    assert done("ask", question="fight", values=even, dice=[1])["facts"]["score"] == -3


def test_the_contract_names_every_method() -> None:
    table = re.findall(r"^\| ([a-z_, ]+) \|", ardennes.umpire.__doc__ or "", re.M)
    assert {word.strip() for line in table for word in line.split(",")} - {"method"} == set(METHODS)


@pytest.mark.parametrize(
    ("method", "given", "error"),
    [
        ("spell", {}, {"words": "is not a method"}),
        ("ask", {}, {"words": "missing.", "field": "question"}),
        ("ask", {"question": 7}, {"words": "must be a text", "field": "question"}),
        ("ask", {"question": "fight", "values": []}, {"words": "must be an object", "field": "values"}),
        ("ask", {"question": "fight", "values": {"attacker": ["tank 9", "dragon 4"], "defender": ["tank 2"]}},
         {"words": "'dragon' is not a kind", "field": "attacker", "item": 2}),
        ("ask", {"question": "fight", "values": {"attacker": [["tank"]]}}, {"field": "attacker", "item": 1}),
        ("ask", {"question": "move", "values": {"troops": "foot", "leg": ["1 open"], "night": "yes"}},
         {"field": "night"}),
        ("ask", {"question": "fight", "values": {"magic": 1}}, {"field": "magic"}),
        ("ask", {"question": "fight", "dice": [7]}, {"field": "dice"}),
        ("ask", {"question": "fight", "dice": [True]}, {"field": "dice"}),
        ("ask", {"question": "recce", "game": {"format": 1}}, {"words": "not a game"}),
        ("undo", {"game": 3, "by": "Sam"}, {"field": "game"}),
        ("new", {"by": "Sam", "name": "x", "roster": "id,side\n"}, {"words": "roster:1: no column type"}),
        ("import", {"text": "{"}, {"words": "this is not JSON"}),
        ("print", {"page": "poem"}, {"words": "not a page"}),
        ("print", {"page": "sheet", "paper": "A0"}, {"words": "not a paper size"}),
        ("plan", {"tasks": [7]}, {}),
    ],
)  # fmt: skip
def test_a_mistake_is_returned_by_field(method: str, given: Any, error: Any) -> None:
    result = call(method, given)["error"]
    assert error.pop("words", "") in result["words"]
    assert {name: result[name] for name in error} == error


GOOD: dict[str, Any] = {
    "by": "Sam", "question": "fight", "values": MARNACH, "table": "units", "id": "I/304", "name": "x",
    "fields": {}, "text": "", "formation": "2nd Panzer",
}  # fmt: skip
NAMES = (
    "game", "mine", "theirs", "by", "question", "values", "dice", "roster", "text", "file", "table", "id",
    "fields", "entry", "choices", "tasks", "task", "formation", "points", "side", "name",
)  # fmt: skip


@pytest.mark.parametrize("method", [name for name in METHODS if name not in ("questions", "print")])
def test_nonsense_is_an_error_and_not_a_crash(method: str) -> None:
    game = call("new", {"by": "Sam", "name": "x", "roster": ROSTER})["game"]
    nonsense: tuple[Any, ...] = (None, -1, "x", [[]], {"a": {}}, True)
    for value in nonsense:
        for name in NAMES:
            call(method, {"game": game, "mine": game, "theirs": game, **GOOD, name: value})


def test_a_task_with_nonsense_does_not_stop_the_worksheet() -> None:
    game = done("new", by="Sam", name="x", roster=ROSTER)["game"]
    for nonsense in (7, [7], [["x"]], {"a": 1}, None):
        task = {"question": "fight", "values": {"attacker": nonsense, "unit": nonsense}}
        game = done("plan", game=game, by="Sam", tasks=[task])["game"]
    assert done("worksheet", game=game)["steps"][3]["of"] == 5
    assert call("adjudicate", {"game": game, "by": "Sam", "task": "1-1"})["error"]["words"]


@pytest.mark.parametrize(
    ("table", "id", "fields", "words"),
    [
        ("tasks", "x", {"step": "tea", "question": "fight"}, "field step: 'tea' is not one of orders"),
        ("tasks", "x", {"step": "air", "question": "recce", "hear": {"german": "all"}}, "hear"),
        ("game", "now", {"readings": {"magic": 1}}, "field readings: 'magic=1' is not a reading"),
        ("game", "now", {"readings": {"score_rounding": "up"}}, "score_rounding cannot be 'up'"),
        ("units", "I/304", {"side": "french"}, "'french' is not a side"),
        ("units", "I/304", {"type": "dragons"}, "'dragons' is not a type"),
        ("units", "I/304", {"used": "2"}, "field used: '2' is not a part of a turn"),
        ("units", "I/304", {"status": None}, "missing required field `status`"),
        ("spells", "x", {}, "'spells' is not a table"),
        ("units", "I/304", {"magic": 1}, "not a field of a unit"),
    ],
)
def test_records_check_themselves(table: str, id: str, fields: Any, words: str) -> None:
    game = done("new", by="Sam", name="x", roster=ROSTER)["game"]
    given = {"game": game, "by": "Sam", "table": table, "id": id, "fields": fields}
    assert words in call("set", given)["error"]["words"]


OUTSIDE = {"os", "pathlib", "secrets", "random", "time", "datetime", "click", "typer", "sys"}


def test_the_core_runs_in_a_browser() -> None:
    """No files, clock, random source or command line inside."""
    folder = Path(ardennes.umpire.__file__).parent
    for path in folder.glob("*.py"):
        imported = {name for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                    for name in ([one.name for one in node.names] if isinstance(node, ast.Import)
                                 else [node.module] if isinstance(node, ast.ImportFrom) else [])}  # fmt: skip
        roots = {str(name).partition(".")[0] for name in imported}
        assert not roots & {
            "os",
            "pathlib",
            "secrets",
            "random",
            "time",
            "datetime",
            "click",
            "typer",
            "sys",
        }, path


# Printed pages


def test_pages_hold_a_sides_own_things_only_and_escape_names() -> None:
    game = played()["game"]
    for page in PAGES:
        for paper in PAPERS:
            html = done("print", page=page, game=game, paper=paper)["html"]
            assert f"size: {PAPERS[paper]};" in html
            assert "The &lt;Our&gt;" in html
            assert "<Our>" not in html.replace("The &lt;", "")
    for page in ("orders", "slips", "roster"):
        german = done("print", page=page, game=game, side="german")["html"]
        assert "I/304" in german
        assert "B/110" not in german
    slip = done("print", page="slips", game=game, side="german")["html"]
    assert "Numbers on this slip are your own." in slip
    assert "retired 2" not in slip


CHROMIUM = shutil.which("chromium-headless-shell")


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="needs headless Chromium")
@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheet_fits_on_one_page(paper: str, tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    page.write_text(done("print", page="sheet", paper=paper)["html"], encoding="utf-8")
    command = [
        str(CHROMIUM),
        "--no-sandbox",
        "--no-pdf-header-footer",
        f"--print-to-pdf={tmp_path / 'out.pdf'}",
    ]
    subprocess.run([*command, page.as_uri()], check=True, capture_output=True, timeout=120)
    assert len(re.findall(rb"/Type */Page\b", (tmp_path / "out.pdf").read_bytes())) == 1


# The command line with a game


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    code = cli.run(["umpire", *words])
    result = capsys.readouterr()
    assert code == 0, result.err
    return result.out


def test_a_game_evening_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("units.csv").write_text(ROSTER, encoding="utf-8")
    assert "with 8 units" in run(capsys, "new", "evening.json", "--name", "The Our", "--roster", "units.csv")
    fight = ("fight", "--attacker", "I/304", "--defender", "B/110", "--ground", "wood")
    run(capsys, *fight, "--game", "evening.json", "--what-if")
    run(capsys, *fight, "--game", "evening.json", "--die", "1", "--label", "First try", "--by", "Sam")
    assert "I/304: infantry 5, SP 3" in run(capsys, "units", "evening.json")
    assert "First try: Combat: forest" in run(capsys, "log", "evening.json")
    shutil.copy("evening.json", "copy.json")
    run(capsys, "undo", "evening.json")
    assert "I/304: infantry 6, SP 3, prepared" in run(capsys, "units", "evening.json")
    run(capsys, "redo", "evening.json")
    run(capsys, "set", "copy.json", "I/304", "status=2", "prepared=yes")
    run(capsys, "set", "evening.json", "I/304", "status=1")
    assert cli.run(["umpire", "merge", "evening.json", "copy.json"]) == 1
    assert "units / I/304 / status: mine 1, theirs 2, before 5" in capsys.readouterr().out
    run(capsys, "merge", "evening.json", "copy.json", "--choose", "units / I/304 / status=theirs")
    Path("turn.toml").write_text(
        '[[task]]\nlabel = "Mill"\nattacker = ["II/304"]\ndefender = ["707 Tk"]\n', encoding="utf-8"
    )
    assert "[ ] 1-1  Mill" in run(capsys, "plan", "evening.json", "turn.toml")
    assert "Report for german: " in run(capsys, "do", "evening.json", "1-1", "--die", "6", "--die", "2")
    assert "Mill: " in run(capsys, "slips", "evening.json", "allied")
    assert "chances" in run(capsys, "batch", "turn.toml", "--game", "evening.json").lower()
    run(capsys, "print", "evening.json", "orders", "--paper", "Letter", "--out", "orders.html")
    assert "size: letter" in Path("orders.html").read_text(encoding="utf-8")
    assert "Turn 2 night" in run(capsys, "close", "evening.json", "--part", "night", "--force")
    run(
        capsys,
        "set",
        "evening.json",
        "Team X",
        "side=german",
        "type=heavy tanks with infantry",
        "status=8",
        "formation=Team X",
    )
    assert "Team X: heavy-mixed 8, SP 3" in run(capsys, "units", "evening.json")
    run(capsys, "settings", "evening.json", "attack_sp=1", "score_rounding=nearest", "weather=fog")
    assert "night fog" in run(capsys, "turn", "evening.json")
    for words, error in ((["set", "evening.json", "I/304", "status"], "write NAME=VALUE"),
                         (["settings", "evening.json", "wether=fog"], "Did you mean weather?"),
                         (["undo", "nowhere.json"], "there is not such a file"),
                         (["set", "evening.json", "I/303", "status=1"], "Did you mean I/304")):  # fmt: skip
        assert cli.run(["umpire", *words]) == cli.USER_MISTAKE
        assert error in capsys.readouterr().err
    assert cli.run(["umpire", "new", "evening.json"]) == cli.USER_MISTAKE
    assert "exists already" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.part"))
