"""Fewer questions: the page answers those with one answer, and clicks are counted."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Route

from tests.browser.hands import Mouse
from tests.browser.sitting import Sitting, play_to
from tests.server.running import PEOPLE, Player, Running, until

pytestmark = pytest.mark.standing

FIRST, TURN = 4, 3  # clicks from the lobby to the first move that matters, and to end an uneventful turn
# Press Enter at the very moment when the prompt appears: no machine is too slow for that.
ENTER_AT_ONCE = """words => {
  const prompt = document.querySelector("#prompt");
  const watch = new MutationObserver(() => {
    if (!prompt.innerText.includes(words)) return;
    watch.disconnect();
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    window.pressedAgain = true;
  });
  watch.observe(prompt, { childList: true, subtree: true, characterData: true });
}"""
GUARDED = 800  # milliseconds, longer than the page blocks a new question
OTHER = {"american": "german", "german": "allied", "allied": "german"}


class Counted(Mouse):
    """Count its clicks, except those that only scroll a hex into view."""

    clicks = 0

    def hex(self, label: str) -> None:
        self.clicks += 1
        super().hex(label)

    def press(self, button: Any) -> None:
        self.clicks += 1
        super().press(button)

    def go_to(self, label: str) -> None:
        clicks = self.clicks
        super().go_to(label)
        self.clicks = clicks


def make(server: Running, game: str, seat: str) -> Player:
    other = "american" if game == "breakthrough" and seat == "german" else OTHER[seat]
    return server.make({seat: "me", other: "beside"}, game=game)


def sit_alone(sitting: Sitting, match: Player, seat: str, **settings: Any) -> None:
    """Only one of the two seats is in this browser: there is no handover."""
    sitting.sit(Player(match.server, match.id, {seat: match.tokens[seat]}), **settings)


def set_up_other(match: Player, game: str) -> None:
    if game == "tigers":
        match.done("allied", {"do": "hide_dump", "hex": "1008"})
    if game == "wave_of_terror":
        match.done("allied", {"do": "auto_setup"})
        match.done("allied", {"do": "end"})


def begin(sitting: Sitting, server: Running, game: str, seat: str) -> tuple[Player, Counted]:
    """Make a match and finish the seat's setup."""
    match = make(server, game, seat)
    if seat == "american":
        match.done("german", {"do": "end"})
    set_up_other(match, game)
    sit_alone(sitting, match, seat)
    sitting.my_turn()
    hands = Counted(sitting)
    if sitting.page.locator("#history").count():
        hands.press(sitting.page.locator("#history"))
        until(
            lambda: not match.view(seat)["choices"].get("history") and match.view(seat)["board"]["turn"] == 1
        )
    quiet(sitting, match, seat)
    return match, hands


def quiet(sitting: Sitting, match: Player, seat: str) -> dict[str, Any]:
    """Wait until nothing more happens automatically."""
    while True:
        seq = match.view(seat)["seq"]
        sitting.ready(seq)
        view = match.view(seat)
        if view["seq"] == seq:
            return view


def from_the_lobby(sitting: Sitting, server: Running, game: str) -> tuple[Player, Counted]:
    """Press the game's card and Begin, and wait for automatic steps."""
    page = sitting.page
    sitting.prefer(by_hand=False)
    page.goto(sitting.base)
    page.wait_for_selector("#start")
    hands = Counted(sitting)
    card = page.locator(f".game:has(input[value={game}])")
    if not card.locator("input").is_checked():
        hands.press(card)
    hands.press(page.locator("#start"))
    page.wait_for_selector(".table #prompt", state="attached")
    id_ = page.url.rsplit("/", 1)[1]
    tokens = page.evaluate("id => JSON.parse(localStorage['ardennes.seats'])[id]", id_)
    match = Player(server, id_, tokens)
    until(lambda: match.view("german")["choices"]["mine"])
    quiet(sitting, match, "german")
    return match, hands


@pytest.mark.parametrize("game", ["tigers", "breakthrough", "wave_of_terror", "playsheet"])
def test_the_first_move_that_matters_takes_four_clicks(sitting: Sitting, server: Running, game: str) -> None:
    match, hands = from_the_lobby(sitting, server, game)
    view, page = match.view("german"), hands.page
    choices = view["choices"]
    at = {u["id"]: u["hex"] for u in view["board"]["units"]}
    assert not page.locator(".viewport.distant").count()  # counters can be read, and rings clicked
    if choices["targets"] and game in ("tigers", "wave_of_terror"):
        hands.hex(choices["targets"][0]["hex"])
        page.wait_for_selector("#declare:not([disabled])")
        hands.press(page.locator("#declare"))
    elif game == "breakthrough":  # the day begins with its organization: guns are lent, BTA-6.4
        unit = next(u for u in choices["units"] if list(at.values()).count(at[u]) == 1)
        hands.hex(at[unit])
        hands.press(page.get_by_role("button", name="Maximum"))
    else:
        alone = [u for u in choices["units"] if list(at.values()).count(at[u]) == 1]
        unit, way = next(
            (u, w) for u in alone for w in ways(match, "german", u) if w["hex"] not in at.values()
        )
        hands.hex(at[unit])
        page.wait_for_selector(f'.panel .unit[data-unit="{unit}"] >> text=In reach')
        hands.hex(way["hex"])
    until(lambda: match.view("german")["orders"] > view["orders"])
    assert hands.clicks <= FIRST


def ways(match: Player, seat: str, unit: str) -> list[dict[str, Any]]:
    result: list[dict[str, Any]] = match.get(seat, "/reach", unit=unit).json()["reach"]
    return [way for way in result if not way.get("ask") and way["mode"] == result[0]["mode"]]


@pytest.mark.parametrize(
    ("game", "seat"), [("tigers", "german"), ("wave_of_terror", "german"), ("breakthrough", "american")]
)
def test_an_uneventful_turn_takes_few_clicks(sitting: Sitting, server: Running, game: str, seat: str) -> None:
    match, hands = begin(sitting, server, game, seat)
    before = hands.clicks
    hands.press(hands.page.locator("#end-turn"))
    sitting.settle()
    if hands.page.locator("dialog[open]").count():
        hands.press(hands.page.locator("dialog[open] button.main"))
    until(lambda: not match.view(seat)["choices"]["mine"])
    assert hands.clicks - before <= TURN


def test_what_passes_is_said_and_comes_back_with_undo(sitting: Sitting, server: Running) -> None:
    match, _ = begin(sitting, server, "tigers", "german")
    page = sitting.page
    assert match.view("german")["choices"]["decision"]["kind"] == "declare"
    assert "Ruthlessness: Do not invoke it." in page.inner_text(".notice")
    assert "Not this turn." in page.inner_text(".log")
    page.locator("#undo").click()
    sitting.wait_for("Invoke Ruthlessness")
    sitting.settle()
    sitting.wait_for("Invoke Ruthlessness")  # it waits for the player now
    page.locator("#more").click()
    page.locator('[data-standing="Ruthlessness"] button').click()
    page.keyboard.press("Escape")
    page.locator('.card-over [data-do="ruthless"]').last.click()
    sitting.wait_for("Declare your attacks")
    saved = page.evaluate("() => JSON.parse(localStorage['ardennes.standing'])")
    assert saved[match.id]["german"]["Ruthlessness"]["id"] == "asked"


def test_what_is_undone_stays_undone_where_the_answer_comes_after_the_news(
    sitting: Sitting, server: Running
) -> None:
    match, _ = begin(sitting, server, "tigers", "german")
    before = match.view("german")["orders"]

    def late(route: Route) -> None:
        answer = route.fetch()
        sitting.wait_for("Invoke Ruthlessness")
        route.fulfill(response=answer)

    sitting.page.route("**/undo", late)
    with sitting.page.expect_response("**/undo"):
        sitting.page.locator("#undo").click()
    sitting.settle()
    assert match.view("german")["orders"] == before - 1
    assert "Invoke Ruthlessness" in sitting.prompt()


def test_an_answer_stands_for_the_match(sitting: Sitting, server: Running) -> None:
    match = play_to(server.make(PEOPLE), "no retreat", "allied", seed=3)
    sit_alone(sitting, match, "allied")
    page = sitting.page
    page.locator("[data-always=no]").click()
    quiet(sitting, match, "allied")
    page.locator("#more").click()
    row = page.locator('[data-standing="No Retreat!"]')
    assert "Let them retreat" in row.inner_text()
    row.locator("button").click()
    assert not page.locator('[data-standing="No Retreat!"]').count()


def test_a_second_click_moves_nobody_and_a_friend_can_be_joined(sitting: Sitting, server: Running) -> None:
    match = play_to(server.make(PEOPLE), "move", "german", seed=5)
    sit_alone(sitting, match, "german")
    view = quiet(sitting, match, "german")
    at = {u["id"]: u["hex"] for u in view["board"]["units"]}
    able = view["choices"]["units"]
    pairs = [
        (unit, friend)
        for unit in able
        for way in ways(match, "german", unit)
        for friend in able
        if at[friend] == way["hex"] != at[unit]
    ]
    unit, friend = pairs[0]
    page = sitting.page
    sitting.click_unit(unit)
    page.wait_for_selector(f'.panel .unit[data-unit="{unit}"] >> text=In reach')
    sitting.click_unit(unit)
    sitting.settle()
    assert match.view("german")["seq"] == view["seq"]
    page.keyboard.press("Escape")  # its stack was spread out
    sitting.click_unit(unit)
    page.wait_for_selector(f'.panel .unit[data-unit="{unit}"] >> text=In reach')
    sitting.click_unit(friend)
    page.locator("#join").click()
    until(lambda: match.view("german")["orders"] > view["orders"])
    now = {u["id"]: u["hex"] for u in match.view("german")["board"]["units"]}
    assert now[unit] == at[friend]


def test_enter_meant_for_one_phase_does_not_end_the_next(sitting: Sitting, server: Running) -> None:
    match, _ = begin(sitting, server, "tigers", "german")
    page = sitting.page
    page.evaluate(ENTER_AT_ONCE, "Bomb hexes or bridges")
    page.wait_for_timeout(GUARDED)
    page.locator("#prompt").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.pressedAgain")
    sitting.settle()
    assert match.view("german")["choices"]["decision"]["kind"] == "bomb"
    page.wait_for_timeout(GUARDED)
    page.keyboard.press("Enter")
    until(lambda: match.view("german")["choices"]["decision"]["kind"] != "bomb")


def test_the_staff_does_the_rest_and_it_is_undone_together(sitting: Sitting, server: Running) -> None:
    match, hands = begin(sitting, server, "tigers", "german")
    before = match.view("german")["orders"]
    hands.press(hands.page.locator("#staff"))
    steps = hands.page.locator(".staffplan li")
    steps.first.wait_for()
    planned = steps.count()
    hands.press(hands.page.locator("#staff-do"))
    until(lambda: match.view("german")["orders"] == before + planned)
    hands.page.wait_for_selector(".notice >> text=The staff gave")
    hands.press(hands.page.locator("#undo"))
    until(lambda: match.view("german")["orders"] == before)


def test_one_kind_of_order_can_be_kept_from_the_staff(sitting: Sitting, server: Running) -> None:
    _, hands = begin(sitting, server, "playsheet", "german")
    hands.press(hands.page.locator("#staff"))
    steps = hands.page.locator(".staffplan li")
    steps.first.wait_for()
    planned = steps.count()
    kind = hands.page.locator(".staffplan [data-kind]").first
    remaining = int(kind.inner_text().rsplit(" ", 1)[1])
    hands.press(kind)
    assert (steps.count(), kind.get_attribute("aria-pressed")) == (planned - remaining, "false")


def golden(sitting: Sitting) -> list[str]:
    """Return the labels of the gold buttons, except those of the layers."""
    said: list[str] = sitting.page.evaluate(
        """() => [...document.querySelectorAll("button:not(.toggles *)")]
          .filter((node) => node.checkVisibility())
          .filter((node) => getComputedStyle(node).backgroundColor === "rgb(201, 162, 39)")
          .map((node) => node.innerText)"""
    )
    return said


def test_the_answer_the_staff_would_give_is_gold_and_enter_gives_it(
    sitting: Sitting, server: Running
) -> None:
    match = play_to(server.make(seed=4), "no retreat", None, 4)
    seat = next(seat for seat in PEOPLE if match.view(seat)["choices"]["mine"])
    view, hint = match.view(seat), match.get(seat, "/hint").json()
    label = next(b["label"] for b in view["choices"]["buttons"] if b["order"] == hint["order"])
    assert len(view["choices"]["buttons"]) > 1
    sit_alone(sitting, match, seat)
    sitting.page.wait_for_selector(".card-over button.main")
    assert golden(sitting) == [label]
    sitting.page.locator("#prompt").focus()
    for _ in range(20):  # not at once: a question that has just appeared is not answered by it
        sitting.page.keyboard.press("Enter")
        sitting.page.wait_for_timeout(200)
        if match.view(seat)["seq"] > view["seq"]:
            break
    given = match.get(seat, "/log").json()["entries"][view["orders"]]
    reported = [event for event in given["events"] if event["event"] == "stood_fast"]
    assert bool(reported) == (hint["order"]["yes"] is True)


def test_where_the_staff_does_not_say_no_answer_is_gold(sitting: Sitting, server: Running) -> None:
    match = play_to(server.make(seed=4), "no retreat", None, 4)
    seat = next(seat for seat in PEOPLE if match.view(seat)["choices"]["mine"])
    asked: list[str] = []

    def busy(route: Any) -> None:
        asked.append(route.request.url)
        route.fulfill(status=429, content_type="application/json", body='{"error": "Too many hints."}')

    sitting.page.route("**/hint", busy)
    sit_alone(sitting, match, seat)
    sitting.page.wait_for_selector(".card-over [data-do]")
    while not asked:
        sitting.page.wait_for_timeout(50)
    assert golden(sitting) == []
