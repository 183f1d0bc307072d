"""Breakthrough in the terminal: a day by hand, its questions in every phase, and what is hidden stays so."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from ardennes.commands.play import names_of
from ardennes.dice import seed_from_number
from ardennes.errors import UserError
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.model import orders as o
from ardennes.games.breakthrough.rules.model.state import GERMAN_FIRST, SETTING_UP
from ardennes.kernel.contract import Order
from ardennes.kernel.match import Match, new_match
from ardennes.kernel.offers import sample
from ardennes.kernel.options import follow_people
from ardennes.players.api import Player
from ardennes.terminal.desk import Desk
from ardennes.terminal.screen import Screen
from ardennes.terminal.session import Session
from tests.terminal.sitting import script

GERMAN, AMERICAN = 0, 1
GAME = Breakthrough()


class Still:
    """Ends every phase at once."""

    name = "still"

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        return o.END, "394/99 is dug in twice"


def fresh(scenario: str = "first_seven", seed: int = 3) -> Match[Any]:
    return new_match(GAME, scenario, {}, seed_from_number(seed))


def sat(
    lines: Sequence[str], match: Match[Any] | None = None, american: Player | None = None, **look: Any
) -> tuple[str, Match[Any]]:
    """Everything printed while these lines are typed for the German (and, without a player, the American)."""
    match, out = match or fresh(), io.StringIO()
    plain, width = look.pop("plain", True), look.pop("width", 140)
    screen = Screen(Console(file=out, width=width, color_system=None), script(lines), plain=plain)
    desk = Desk(GAME, screen, **{"compact": False, **look})
    session = Session(match, {GERMAN: None, AMERICAN: american}, screen, desk, lambda side: Still())
    assert session.run() == 0
    return out.getvalue(), match


def test_a_day_by_hand(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARDENNES_SAVES", str(tmp_path))
    lines = [
        "artillery 12VG-27 max", "artillery 12VG-48 20", "build up 116PZ-60 116PZ-156", "end",
        "odds 25,28", "attack 25,28", "y", "attack 25,28 with 12VG-48", "flag 12VG-27 on", "fortify 116PZ-16",
        "undo", "end", "move 12VG-89 25,29", "travel 2PZ-3", "end",
    ]  # fmt: skip
    said, match = sat(lines, american=Still())
    assert "27th Grenadier Regiment (12th Volksgrenadier) draws 33 artillery points" in said
    assert "156th Panzergrenadier Regiment (116th Panzer) form the 116th Panzer Division" in said
    assert "Possible results" in said
    assert "[BTA-8.3a]" in said
    assert "(Plot, and advance into the empty hex: plot 12VG-27 25,28; plot 12VG-48 25,28; flag" in said
    assert "Taken back: fortify" in said
    assert "(12th Volksgrenadier) attack 394th Infantry (99th Infantry) (strength about" in said
    assert "89th Grenadier Regiment (12th Volksgrenadier) moves from" in said
    assert match.state.turn == 2
    assert "fault" not in said


def test_a_free_set_up() -> None:
    lines = [
        "legal", "reach 2PZ-3", "why 2PZ-3 20,28", "why 2PZ-3 7,14", "place 2PZ-3 20,28",
        "place 2PZ-3 to 12,20", "undo", "place 2PZ-3 in 9,28", "map", "end",
    ]  # fmt: skip
    said, match = sat(lines, fresh("last_seven_free"), Still())
    assert "German set-up. Move units up to 3 columns" in said
    there = r"^3rd Panzer Regiment \(2nd Panzer\)\n  [^:]*\b9,28\b"  # every hex it may be put in
    assert re.search(there, said, re.MULTILINE)
    assert said.count(", the place of 3rd Panzer Regiment (2nd Panzer). [BTA-2.2]") == 2
    assert "(7,14) is American on 21 December" in said
    assert "Taken back: place" in said
    assert match.state.where[GAME.world.by_id["GE-2PZ-3"]] == GAME.world.grid.at("9,28")
    assert match.state.phase != SETTING_UP
    assert "fault" not in said


def test_refusals_name_the_rule() -> None:
    said, _ = sat(
        [
            "move 2PZ-3 9,26",
            "replace 12VG-27 3",
            "artillery ENG-ISS 5",
            "end",
            "why 2PZ-3 9,26",
            "plot 2PZ-3 9,22",
        ],
        american=Still(),
    )
    assert "Answer with: end, artillery" in said
    for rule in ("BTA-2.3", "BTA-6.5", "BTA-6.4a", "BTA-2.4c", "BTA-7.9a"):
        assert f"[{rule}]" in said


def test_the_question_says_once_whose_it_is_and_an_attack_wants_an_enemy() -> None:
    told, _ = sat(["end", "attack 25,29", "quit"], american=Still())
    assert "\nGerman organization: assign artillery" in told
    assert "German: German" not in told
    assert "There is no enemy unit at Udenbreth (25,29); the hex is German. [BTA-7.9a]" in told


def test_what_is_due_is_what_this_match_will_see() -> None:
    options = follow_people(GAME.options, ["german", "american"])
    told, _ = sat(["units american", "quit"], new_match(GAME, "first_seven", options, seed_from_number(3)))
    assert "TD-A 15 (north)" in told  # a human American, BTA-13.2
    assert "due turn 7" in told
    assert "due turn 8" not in told  # the last day is the 22nd, turn 7


def test_the_enemy_is_shown_as_last_seen_and_its_reasons_are_not_reported() -> None:
    said, _ = sat(["where US-99-394", "units american", "end", "where US-99-394"], american=Still())
    assert "about 40, as last seen" in said
    assert "dug in" not in said
    assert "Fortification" not in said


def test_the_screen_changes_hands_without_showing_anything() -> None:
    said, _ = sat(["artillery 12VG-27 max", "end", "", "where US-99-394", "where GE-12VG-27"])
    after = said.split("The American player decides now")[1]
    assert "40 of 40" in after
    assert "about 25, as last seen" in after


def test_the_map_fits_the_screen_it_is_drawn_on() -> None:
    for width, words in ((140, "P215"), (105, "P215"), (80, "P3"), (60, "P3")):
        said, _ = sat(["map"], american=Still(), plain=False, width=width)
        rows = [row for row in said.splitlines() if row[:4] in (" 19 ", " 20 ")]
        assert rows
        assert all(len(row) <= width for row in rows)
        assert words in said  # the stack of Kampfgruppe Peiper


GERMAN_PHASES = 4  # in which the German gives orders


@pytest.mark.long
def test_every_question_may_be_asked_in_every_phase() -> None:
    """Random play to a phase, then all questions about some units and hexes: no fault, no silence."""
    match, rng, asked = fresh("last_seven", 7), Random(7), set[int]()
    for _ in range(900):
        state = match.state
        if state.acting < 0 or len(asked) == GERMAN_PHASES:
            break
        if state.phase not in asked and state.acting == GERMAN:
            asked.add(state.phase)
            ask_everything(match, rng)
        order = sample(GAME.offers(GAME.view(state, state.acting), state.acting), rng)
        assert order is not None
        match.play(state.acting, order)
    assert len(asked) == GERMAN_PHASES


def ask_everything(match: Match[Any], rng: Random) -> None:
    unit = rng.choice([u.id for u in GAME.world.units if match.state.where[u.index] >= 0])
    own = rng.choice([u.id for u in GAME.world.units if u.side == GERMAN and match.state.where[u.index] >= 0])
    hex_ = rng.choice(GAME.world.grid.labels)
    lines = [
        "legal", f"legal {own}", "map", "map zoc", "map supply west", "map owner compact", "map terrain",
        f"map {hex_} full", f"map reach {own}", "units", f"reach {own}", f"who {hex_}", f"odds {hex_}",
        f"why {hex_}", f"why {own} {hex_}", f"why move {own} {hex_}", f"where {unit}", f"stack {hex_}",
        "supply", "zoc", "pools", "score", "day", "attacks", "plots", "panels", "combats", "help",
        "help attack", "options", "rule",
    ]  # fmt: skip
    for plain in (True, False):
        said, _ = sat(lines, match, Still(), plain=plain)
        assert "fault.txt" not in said
        assert "mistake" not in said


def test_some_options_follow_from_who_plays() -> None:
    assert follow_people(GAME.options, ["german"]) == {"two_player": False}
    assert follow_people(GAME.options, ["american"]) == {"two_player": True}
    assert names_of(GAME, "", "human")[AMERICAN] == "human"
    assert names_of(GAME, "", "human")[GERMAN] != "human"


def test_a_plot_is_confirmed_after_a_look_and_never_undone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ARDENNES_SAVES", str(tmp_path))
    typed = ["end", "plot 12VG-27 25,28", "n", "plot 12VG-27 25,28", "y", "where 12VG-27", "undo", "restart"]
    said, match = sat([*typed, "flag 12VG-27 on", "undo", "undo", "quit"], american=Still())
    assert "Not done." in said
    assert said.count("A plotted attack cannot be taken back. [BTA-7.9b]") == 3  # undo, restart, undo
    assert "Taken back: flag" in said
    assert "west, 1 hex west of Udenbreth (25,28)" in said
    assert [plot.unit for plot in match.state.plots] == [GAME.world.by_id["GE-12VG-27"]]


@pytest.mark.parametrize("typed", ["plot 12VG-27 25,28", "attack 25,28 with 12VG-27", "attack 25,28"])
def test_the_chances_of_a_plot_are_shown_before_it_is_given(typed: str) -> None:
    desk = Desk(GAME, Screen(Console(file=io.StringIO(), width=140), script([]), plain=True))
    match = fresh()
    while match.state.phase != GERMAN_FIRST:
        match.play(GAME.to_move(match.state)[0], o.END)
    view = GAME.view(match.state, GERMAN)
    reading = desk.read(view, GERMAN, typed)
    shown = "\n".join(str(part) for parts in reading.lines for part in parts)
    assert "%" in shown
    assert reading.question.startswith("A plotted attack cannot be taken back. [BTA-7.9b]")
    assert desk.read(view, GERMAN, "fortify 12VG-89").question == ""


def turned() -> Desk:
    return Desk(GAME, Screen(Console(file=io.StringIO(), width=300), script([]), plain=True), top="west")


def test_the_map_has_west_at_the_top_as_in_the_manual() -> None:
    """BTA-MAP-2: north is at the right, south at the left, east at the bottom."""
    at, north_up = turned().map.at, turned().maps["north"].at
    rochefort, elsenborn, bastogne, huy = "14,2", "27,25", "7,13", "30,3"
    assert at[rochefort][1] < at[elsenborn][1]
    assert at[bastogne][0] < at[huy][0]
    assert north_up[huy][1] < north_up[bastogne][1]
    assert north_up[rochefort][0] < north_up[elsenborn][0]
    assert len(set(at.values())) == len(at) == len(GAME.world.grid.cells)


@pytest.mark.parametrize("edge", ["west", "north", "south", "east"])
def test_an_edge_of_the_turned_map_is_the_edge_on_the_ground(edge: str) -> None:
    desk = Desk(GAME, Screen(Console(file=io.StringIO(), width=100), script([]), plain=True), top="west")
    look = desk.map.looks["full"]
    part = desk._window(look, "15,15", [edge])
    across, down = desk.map.size(look)
    shown = {
        "west": part.top == 0, "east": part.top + part.height == down, "south": part.left == 0,
        "north": part.left + part.width == across,
    }  # fmt: skip
    assert [name for name, at_edge in shown.items() if at_edge] == [edge]


def test_the_map_is_turned_for_the_session_and_back() -> None:
    said, _ = sat(["top west", "map compact", "top north", "top east", "top", "quit"], width=200, plain=False)
    assert said.count("Roc") >= 2
    assert "no map with 'east' at the top; choose north or west" in said
    assert "Write it as: top north|west" in said


KEYS = {  # BTA-MAP-4: by key, the step for even and for odd x
    1: ((0, -1), (0, -1)), 2: ((1, -1), (1, 0)), 3: ((1, 0), (1, 1)),
    4: ((0, 1), (0, 1)), 5: ((-1, 0), (-1, 1)), 6: ((-1, -1), (-1, 0)),
}  # fmt: skip


@pytest.mark.parametrize("top", ["north", "west"])
def test_the_direction_keys_are_those_of_the_manual_whatever_is_at_the_top(top: str) -> None:
    desk = Desk(GAME, Screen(Console(file=io.StringIO()), script([]), plain=True), top=top)
    tried = 0
    for hex_ in desk.stage.hexes:
        x, y = map(int, hex_.id.split(","))
        for key, steps in KEYS.items():
            dx, dy = steps[x % 2]
            there = f"{x + dx},{y + dy}"
            assert desk.reader.keys.by_key(hex_.id, key) == (there if there in desk.map.hexes else None)
            tried += there in desk.map.hexes
    assert tried > 5000


def test_a_picked_unit_moves_and_plots_by_keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARDENNES_SAVES", str(tmp_path))
    first = ["end", "get 12VG-27", "1", "y", "0", "get US-99-394", "2", "end"]
    said, match = sat([*first, "get 12VG-89", "1", "move 12VG-89 9", "quit"], american=Still())
    assert "will attack 1 hex west of Udenbreth (25,28)" in said
    assert "is not yours" in said
    assert "BTA-7.9b" in said  # it has plotted: key 2 moves it nowhere
    assert "89th Grenadier Regiment (12th Volksgrenadier) moves from 1 hex east of Udenbreth" in said
    assert match.state.turn == 1


def test_a_key_that_leads_off_the_map_says_so() -> None:
    desk = turned()
    view = GAME.view(fresh().state, GERMAN)
    edge = next(u for u in desk.at.seen(view, GERMAN).board.units if u.hex.endswith(",31"))
    with pytest.raises(UserError, match="Key 4 leads off the map"):
        desk.read(view, GERMAN, f"move {desk.name_of.short(edge.id)} 4")
