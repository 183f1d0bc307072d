"""Moments: a goal changes hands, the lead, a destroyed division, an air strike; the band keeps results."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.events import (
    aircraft_strike,
    battle_fought,
    goal_falls,
    just_before,
    lead_changes,
    unit_dies,
)
from tests.browser.sitting import Sitting
from tests.server.running import Player, Running

CONTINUE = ".show:not([hidden]) .next"


@pytest.fixture
def browser_context_args() -> dict[str, Any]:
    """Less motion: every animation is one frame."""
    return {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"}


def seat_of(server: Running, match: Player, seat: str) -> Player:
    return Player(server, match.id, {seat: match.tokens[seat]})


def sit_and_see(sitting: Sitting, match: Player, seat: str, who: str, order: Any) -> Page:
    """Sit down at one seat, then let the order be given."""
    sitting.sit(seat_of(sitting.server, match, seat), speed="fast")
    sitting.settle()
    match.done(who, order)
    return sitting.page


def jump_to_moment(page: Page, kind: str) -> str:
    """Press Space until the band shows a moment of this kind with its title; return the title."""
    title = f'.show .moment[data-moment="{kind}"] .head.up h2'
    for _ in range(20):
        page.wait_for_selector(CONTINUE)
        if page.locator(f'.show [data-moment="{kind}"]').count():
            page.wait_for_selector(title)
            return page.inner_text(title)
        page.keyboard.press("Space")
        page.evaluate("() => new Promise(requestAnimationFrame)")
    raise AssertionError(f"no {kind}")


def press_on(page: Page) -> None:
    """Continue until nothing is shown any more."""
    for _ in range(40):
        if not page.locator(".table.showing").count():
            return
        page.keyboard.press("Space")
        page.evaluate("() => new Promise(done => setTimeout(done, 40))")
    raise AssertionError("it never ends")


def test_a_goal_that_falls_has_flag_title_and_line(sitting: Sitting, server: Running) -> None:
    match, who, order = just_before(server, goal_falls, scenario="st_vith")
    page = sit_and_see(sitting, match, "german", who, order)
    assert jump_to_moment(page, "goal") == "St. Vith falls · 1 of 2"
    assert page.locator(".felt .feltflag").count() == 1
    assert page.locator('.felt .feltring[data-good="true"]').count() == 1
    page.wait_for_selector('.victory .turned[data-town="1107"]')
    assert page.locator(".moment .stars .won").count() == page.locator(".moment .stars .missing").count() == 1
    assert "1 more to win" in page.inner_text(".moment .need")
    assert page.locator("button.main:visible").count() == 1, "one gold button"
    strip, map_ = page.locator(".show").bounding_box(), page.locator(".map").bounding_box()
    assert strip is not None
    assert map_ is not None
    assert strip["height"] == 200
    assert map_["y"] + map_["height"] <= strip["y"] + 1
    press_on(page)
    page.wait_for_selector(".show", state="hidden")
    assert page.locator('.goals [data-goal="1107"]').get_attribute("data-holder") == "german"
    assert page.locator(".felt > *").count() == 0


def test_a_goal_that_is_lost_has_a_red_ring(sitting: Sitting, server: Running) -> None:
    match, who, order = just_before(server, goal_falls, scenario="st_vith")
    page = sit_and_see(sitting, match, "allied", who, order)
    assert jump_to_moment(page, "goal") == "St. Vith is lost · 1 of 2"
    assert page.locator('.felt .feltring[data-good="false"]').count() == 1
    press_on(page)


def test_the_first_lead_comes_after_the_goal(sitting: Sitting, server: Running) -> None:
    match, who, order = just_before(server, lead_changes, scenario="st_vith")
    page = sit_and_see(sitting, match, "german", who, order)
    assert "falls · 2 of 2" in jump_to_moment(page, "goal")
    assert "1 more follows" in page.inner_text(".moment .go")
    assert jump_to_moment(page, "lead") == "Hold until the 22nd"
    press_on(page)


def test_a_destroyed_division_leaves_its_number(sitting: Sitting, server: Running) -> None:
    match, who, order = just_before(server, unit_dies)
    page = sit_and_see(sitting, match, "german", who, order)
    assert jump_to_moment(page, "loss").endswith("is destroyed")
    press_on(page)
    assert page.locator(".remains .gone[data-until]").count() == 1


def test_an_air_strike_shows_its_die_on_the_hex(sitting: Sitting, server: Running) -> None:
    match, who, order = just_before(server, aircraft_strike)
    seat = "allied" if who == "german" else "german"
    page = sit_and_see(sitting, match, seat, who, order)
    page.wait_for_selector(".show .cell.lit")
    assert page.locator(".show .cell").count() == 6
    page.wait_for_selector(".remains .hexdie")
    assert page.inner_text(".show .told h2")
    assert page.locator(".show .who .unseen svg").count() == 1, "an aircraft in place of a counter"
    press_on(page)


def test_no_moment_where_nothing_is_animated(sitting: Sitting, server: Running) -> None:
    match, who, order = just_before(server, goal_falls, scenario="st_vith")
    sitting.sit(seat_of(server, match, "german"))
    sitting.settle()
    match.done(who, order)
    sitting.ready(match.view("german")["seq"])
    assert sitting.page.locator(".moment").count() == 0


def test_the_enemys_battle_stays_until_the_player_continues(sitting: Sitting, server: Running) -> None:
    match, who, order = just_before(server, battle_fought)
    page = sit_and_see(sitting, match, "allied" if who == "german" else "german", who, order)
    page.wait_for_selector(".show .told h2")
    show = next(
        e["battles"][0] for e in reversed(match.get(who, "/log", after=0).json()["entries"]) if e["battles"]
    )
    seq = page.get_attribute(".table", "data-seq")
    for _ in range(3):
        sitting.settle()
    assert page.inner_text(".show .told h2") == show["title"]
    assert page.get_attribute(".table", "data-seq") == seq, "the page waits"
    assert page.locator(".showing .show .next").count() == 1
    press_on(page)


FIND = """async ([before, after, events, side, led]) => {
  const { parts } = await import("/js/main.js");
  const { findMoments } = parts["match/replay/moments-found"];
  const unit = (name, side, division) => ({ name, side, division, size_mark: "III", short: name });
  const stage = {
    sides: ["german", "allied"], events: { exited: { does: "vanish" } },
    hexes: [{ id: "1", place: "Bastogne", kind: "town", side: "allied" }],
    units: { A: unit("A", "allied", "1st"), B: unit("B", "allied", "1st"), P: unit("P", "german", "") },
  };
  parts["lib/hex-names"].useHexNames(stage);
  const board = more => ({
    turn: 2, turns: 9, until: "22 December 1944", units: [], supply: {}, off_map: { dead: [], exited: [] },
    victory: [], stand: { tallies: [], places: [], aims: [], ahead: "allied" }, ...more,
  });
  const entries = [{ events, lines: events.map(x => x.line) }];
  const moments = findMoments({ stage, side, before: board(before), after: board(after), entries }, led);
  return moments.map(x => x.kind + ": " + x.title);
}"""


@pytest.mark.standing
def test_what_is_a_moment(sitting: Sitting) -> None:
    page = sitting.page
    page.goto(sitting.base)

    def happens(
        before: Any, after: Any, side: str = "german", led: bool = False, events: Any = ()
    ) -> list[str]:
        result: list[str] = page.evaluate(FIND, [before, after, list(events), side, led])
        return result

    one, all_ = {"dead": ["A"], "exited": []}, {"dead": ["A", "B"], "exited": []}
    assert happens({}, {"off_map": one}) == [], "half of a division; the other half may be hidden"
    assert happens({"off_map": one}, {"off_map": all_}) == ["loss: 1st is destroyed"]
    gone = {"off_map": {"dead": [], "exited": ["P"]}}
    assert happens({}, gone) == ["exit: P leaves the map"]
    garrison = {"units": [{"id": "A", "hex": "1"}]}
    cut, reached = {"supply": {"allied": []}, **garrison}, {"supply": {"allied": ["1"]}, **garrison}
    assert happens(cut, reached, "allied") == ["relief: Bastogne is relieved"]
    assert happens(cut, reached, "german") == []
    goal = {"text": "", "hex": "1", "side": "german", "met": False}
    ours, theirs = ({"victory": [{**goal, "holder": side}]} for side in ("german", "allied"))
    assert happens(theirs, ours) == ["goal: Bastogne falls"]
    assert happens(ours, theirs) == ["goal: Bastogne is lost"]
    assert happens(ours, theirs, "allied") == ["goal: Bastogne is retaken"]
    ahead = {"stand": {"tallies": [], "places": ["1"], "aims": [], "ahead": "german"}}
    assert happens({}, ahead) == ["lead: Hold until the 22nd"]
    assert happens({}, ahead, led=True) == []
    assert happens({"turn": 0}, ours) == []
    assert [x.partition(":")[0] for x in happens(theirs, {**ours, **gone, **ahead})] == [
        "exit",
        "goal",
        "lead",
    ]
