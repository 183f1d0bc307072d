"""The end of a match in the browser: its page, the report, the graph under the replay, the record."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ardennes.kernel import savefile
from ardennes.kernel.match import Match
from ardennes.server.matches.seats import seat_all
from ardennes.server.workers.reports import Ended
from tests.after.accounts import account_of
from tests.after.playing import GERMAN_VICTORY, finished, played
from tests.browser.sitting import Sitting
from tests.browser.test_pages import serious
from tests.server.running import Player, Running

NAME = GERMAN_VICTORY
SEATS = {"german": "me", "allied": "staff"}


def over(
    server: Running, match: Match[Any] | None = None, account: bool = False, seats: dict[str, str] = SEATS
) -> Player:
    """Import a match, optionally with a handmade account."""
    match = match or finished(NAME)
    room = server.house.room
    if account:
        answer = msgspec.json.encode(account_of(match, "deep"))
        ended = Ended(match, tuple(seats[side] for side in match.game.sides))
        server.house.after._kept[ended.mark, "light", None] = answer
    result = room.take_in(savefile.to_bytes(match), seats, "Bastogne")
    return Player(server, result, seat_all(room, result).tokens)


def text(sitting: Sitting, where: str) -> str:
    return sitting.page.locator(where).first.inner_text()


@pytest.mark.parametrize(
    ("name", "light", "title", "lead"),
    [
        ("breakthrough/staff_first_seven", "light", "A draw", "Neither side won."),
        (NAME, "dark", "German victory", "You won on"),
    ],
)
def test_a_finished_match_opens_with_its_end(
    sitting: Sitting, server: Running, name: str, light: str, title: str, lead: str
) -> None:
    page, match = sitting.page, finished(name)
    sitting.sit(
        over(server, match, seats=dict(zip(match.game.sides, SEATS.values(), strict=True))), light=light
    )
    page.wait_for_selector(".endpage")
    sitting.settle()
    assert text(sitting, ".verdict h1") == title
    assert text(sitting, ".verdict .lead").startswith(lead)
    sitting.picture("end" if light == "light" else "end-dark")
    assert page.locator(".ended .figures li").count() == 5
    assert page.locator(".ended .endbar button").all_inner_texts() == [
        "View the board", "Play again", "Swap sides", "Export match", "Read the report",
    ]  # fmt: skip
    assert page.evaluate("document.querySelector('.ended').scrollHeight <= innerHeight")
    assert serious(sitting) == []
    page.locator("#to-board").click()
    assert page.locator(".ended").is_hidden()
    page.locator("#ending").click()
    assert page.locator(".ended").is_visible()
    page.keyboard.press("r")  # the table below ignores the keyboard
    page.keyboard.press("Escape")
    assert page.locator(".ended").is_hidden()
    assert page.locator(".replay").count() == 0


def test_the_last_order_brings_the_end(sitting: Sitting, server: Running) -> None:
    whole = finished(NAME)
    match = over(server, played(NAME, whole.seq - 1), seats={"german": "me", "allied": "beside"})
    last = whole.journal[-1]
    mine = next(seat for seat in match.tokens if seat != whole.game.sides[last.side])
    sitting.sit(Player(server, match.id, {mine: match.tokens[mine]}))
    assert sitting.page.locator(".endpage").count() == 0
    match.done(whole.game.sides[last.side], msgspec.to_builtins(last.order))
    sitting.page.wait_for_selector(".endpage")
    assert text(sitting, ".verdict h1") == "German victory"


@pytest.mark.parametrize(("button", "mine"), [("#again", "german"), ("#swap", "allied")])
def test_play_it_again(sitting: Sitting, server: Running, button: str, mine: str) -> None:
    match = over(server)
    sitting.sit(match)
    sitting.page.locator(button).click()
    sitting.page.wait_for_selector(f'.table:not([data-match="{match.id}"])')
    fresh = sitting.page.locator(".table").get_attribute("data-match")
    assert fresh is not None
    header = server.house.room.store.header(fresh)
    assert [seat.who for seat in header.seats] == (["me", "staff"] if mine == "german" else ["staff", "me"])
    assert f'"scenario":"{finished(NAME).setting.scenario}"' in header.setting


def test_on_a_phone_the_verdict_comes_first(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    page.set_viewport_size({"width": 360, "height": 780})
    sitting.sit(
        over(server, finished("breakthrough/clervaux_staff"), seats={"german": "staff", "american": "me"})
    )
    page.wait_for_selector(".endpage")
    sitting.settle()
    tops = [
        page.locator(where).first.bounding_box()
        for where in (".verdict h1", ".scorebar", "#again", ".sheetmap", ".ended .figures", ".losses")
    ]
    ys = [box["y"] for box in tops if box]
    assert len(ys) == len(tops)
    assert ys == sorted(ys)
    assert page.evaluate("document.querySelector('.ended').scrollWidth <= innerWidth")
    assert serious(sitting) == []


def test_the_report_and_what_to_try_again(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    match = over(server, account=True)
    sitting.sit(match)
    page.locator("#report").click()
    page.wait_for_selector(".report h1")
    assert "despite unlucky dice" in text(sitting, ".report h1")
    assert serious(sitting) == []
    page.locator(".report .try button").first.click()
    page.wait_for_selector(".table .goal")
    assert "attack with both" in text(sitting, ".goal")
    order = finished(NAME).seq // 2
    forked = page.locator(".table").get_attribute("data-match")
    assert forked is not None
    assert server.house.room.store.header(forked).orders >= order


@pytest.mark.parametrize("side", ["german", "allied"])
def test_a_turning_point_leads_to_its_moment(sitting: Sitting, server: Running, side: str) -> None:
    """From the end page and from the report, for the viewing seat."""
    page = sitting.page
    other = {"german": "allied", "allied": "german"}[side]
    seats = {side: "me", other: "staff"}
    sitting.sit(over(server, account=True, seats={name: seats[name] for name in SEATS}))
    swing = account_of(finished(NAME), "deep").swings[0]
    at = "at => document.querySelector('.replay input')?.value === String(at)"
    for _ in range(2):  # the second time the address is the same, and it must still work
        page.locator(".turns a").first.click()
        page.wait_for_function(at, arg=swing.step)
        assert page.locator(".ended").is_hidden()
        page.get_by_role("button", name="Back to now").click()
        page.locator("#ending").click()
    page.locator("#report").click()
    page.wait_for_selector(".report .look a")
    assert f"order {swing.step}: {swing.step_text}" in text(sitting, ".report .look")
    page.locator(".report .look a").first.click()
    page.wait_for_function(at, arg=swing.step)
    assert serious(sitting) == []


def test_the_graph_under_the_replay_leads_to_turning_points(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    sitting.sit(over(server, account=True))
    page.locator("#to-board").click()
    page.keyboard.press("r")
    page.wait_for_selector(".graphplace")
    account = account_of(finished(NAME), "deep")
    page.locator(".graphbox .turn:not(.plan)").first.click()
    step = account.swings[0].step
    page.wait_for_function("at => document.querySelector('.replay input').value === String(at)", arg=step)
    assert "victory" in text(sitting, ".chance")
    page.locator(".graphbox .plan").first.click()
    page.get_by_role("button", name="Try again here").wait_for()
    assert "Better: attack with both" in text(sitting, ".chance")
    box = page.locator(".graph").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 2, box["y"] + box["height"] / 2)
    page.wait_for_function("() => Number(document.querySelector('.replay input').value) <= 2")
    assert serious(sitting) == []


def test_ones_own_matches(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    sitting.sit(over(server, account=True))
    page.wait_for_function("() => localStorage['ardennes.record']")
    page.goto(f"{sitting.base}/#/record")
    page.wait_for_selector(".record .card")
    outcome = text(sitting, ".record")
    assert "Tigers in the Ardennes" in outcome
    assert "Luck: −11 points of winning chance in 1 match" in outcome
    assert "z = −1.0" in outcome
    assert serious(sitting) == []
