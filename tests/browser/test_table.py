"""What the table shows and asks: reasons, odds, dialogs, undo, replay, secrets, a lost connection."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ardennes.commands.serve import listen
from ardennes.games.tigers.rules.model.orders import Attack
from tests.after.playing import finished
from tests.browser.sitting import (
    Sitting,
    any_order,
    as_shown,
    opened,
    play_to,
    ready_to_declare,
    ready_to_lose,
)
from tests.browser.test_end import over
from tests.server.running import Running, running, until

pytestmark = pytest.mark.standing

ENDED = "tigers/st_vith_exploit"  # a finished golden match
# Decision and side, and the seed of random play that reaches it soon.
DECISIONS = [
    ("hide dump", "allied", 0),
    ("choose set-up", "german", 0),
    ("set up", "german", 0),
    ("place", "german", 0),
    ("relocate", "allied", 0),
    ("drop", "german", 0),
    ("ruthlessness", "german", 0),
    ("declare", "german", 0),
    ("bomb", "german", 0),
    ("fight", "german", 0),
    ("move", "german", 0),
    ("bridges", "german", 0),
    ("entrench", "german", 0),
    ("reinforce", "allied", 0),
    ("no retreat", "german", 0),
    ("retreat", "german", 0),
    ("pray", "allied", 0),
    ("intercept", "allied", 0),
    ("order stack", "german", 0),
    ("distance", "german", 0),
    ("advance", "german", 0),
    ("unstack", "german", 0),
    ("Peiper", "german", 0),
    ("blow bridge", "allied", 1),
    ("go on", "allied", 1),
    ("resupply", "german", 1),
]


def test_an_illegal_hex_tells_why_and_links_to_the_rule(sitting: Sitting, server: Running) -> None:
    match = play_to(opened(server, seed=1), "move", "german")
    sitting.sit(match)
    view = match.view("german")
    unit = view["choices"]["units"][0]
    sitting.click_unit(unit)
    sitting.page.wait_for_selector(".panel .unit >> text=In reach")
    sitting.picture("reach")
    sitting.click_hex("202")
    box = sitting.page.locator(".whynot .why").first
    box.wait_for()
    reason = match.get("german", "/why", unit=unit, hex="202").json()["why"][0]
    assert as_shown(reason["facts"]) in box.inner_text()
    assert box.locator("a.rule").get_attribute("href") == f"#/rules/tigers/{reason['rule']}"


def test_a_phase_that_cannot_end_says_why(sitting: Sitting, server: Running) -> None:
    for seed in range(40):
        match = play_to(server.make(seed=seed), "declare", None, seed)
        seat = match.view("german")["to_move"][0]
        if match.view(seat)["choices"]["end"]:
            break
        rng = Random(seed)
        for _ in range(60):  # on until an attack is owed
            any_order(match, rng)
            seat = match.view("german")["to_move"][0]
            choices = match.view(seat)["choices"]
            if choices["decision"]["kind"] == "declare" and choices["end"]:
                break
        else:
            continue
        break
    refusal = match.view(seat)["choices"]["end"]
    assert refusal, "no position where an attack is owed"
    sitting.sit(match)
    sitting.page.locator("#end").click(force=True)
    assert as_shown(refusal["facts"]) in sitting.page.locator(".whynot").inner_text()


def test_the_odds_panel_is_the_engines_arithmetic(sitting: Sitting, server: Running) -> None:
    match = ready_to_declare(server)
    sitting.sit(match)
    sitting.click_hex("1206")
    sitting.page.wait_for_selector(".faces")
    with server.house.room.at(match.id) as live:
        game, view = live.game, live.game.view(live.match.state, 0)
    pressed = sitting.page.locator('[data-attacker][aria-pressed="true"]')
    every = tuple(sorted(str(chip.get_attribute("data-attacker")) for chip in pressed.all()))
    assert len(every) == 2  # no more than needed
    for attackers in (every, every[1:]):
        if attackers != every:
            sitting.page.locator(f'[data-attacker="{every[0]}"]').click()
            sitting.page.wait_for_selector(f'[data-attacker="{every[0]}"][aria-pressed="false"]')
        exact = {c.outcome: float(c.probability) for c in game.preview(view, 0, Attack(("1206",), attackers))}
        sitting.page.mouse.move(400, 400)  # away from the chip, which would show its effect
        shown: dict[str, float] = {}
        for part in sitting.page.locator(".faces span").all():
            result = str(part.get_attribute("data-result"))
            shown[result] = shown.get(result, 0) + float(part.get_attribute("data-percent") or 0)
        assert shown == {result: pytest.approx(100 * chance, abs=0.05) for result, chance in exact.items()}
    sitting.page.locator(f'[data-attacker="{every[0]}"]').click()
    sitting.page.wait_for_selector(f'[data-attacker="{every[0]}"][aria-pressed="true"]')
    sitting.picture("odds")
    sitting.page.locator("#declare").click()
    until(lambda: match.view("german")["board"]["attacks"])
    assert set(match.view("german")["board"]["attacks"][0]["attackers"]) == set(every)


def test_one_attack_can_be_aimed_at_several_hexes(sitting: Sitting, server: Running) -> None:
    match = ready_to_declare(server)
    sitting.sit(match)
    target = next(t for t in match.view("german")["choices"]["targets"] if t["with"])
    other = target["with"][0]
    sitting.click_hex(target["hex"])
    sitting.page.locator(f'.attack [data-also="{other}"]').click()
    sitting.page.wait_for_selector(f'.attack [data-also="{other}"][aria-pressed="true"]')
    sitting.page.locator("#declare").click()
    until(lambda: match.view("german")["board"]["attacks"])
    assert set(match.view("german")["board"]["attacks"][0]["targets"]) == {target["hex"], other}


@pytest.mark.parametrize("part", range(4))
def test_every_kind_of_decision_can_be_answered_in_the_page(
    sitting: Sitting, server: Running, part: int
) -> None:
    for at, (kind, side, seed) in enumerate(DECISIONS[part::4]):
        match = play_to(server.make(seed=seed), kind, side, seed)
        if at:
            sitting.move_over(match)
        else:
            sitting.sit(match)
        seat = match.view("german")["to_move"][0]
        view = match.view(seat)
        sitting.wait_for(view["choices"]["decision"]["prompt"])
        sitting.ready(view["seq"])  # a panel that is drawn anew between press and release takes no click
        answer_one(sitting, match, seat, view["choices"])
        until(lambda: match.view(seat)["seq"] > view["seq"])  # noqa: B023
        assert sitting.page.locator(".whynot").count() == 0, kind


def answer_one(sitting: Sitting, match: Any, seat: str, choices: dict[str, Any]) -> None:
    """Give one answer by clicking: a unit and a hex, a highlighted hex, a hexside, a button of the card or
    list.
    """
    page = sitting.page
    if choices["units"]:
        unit = choices["units"][0]
        card = page.locator(f'[data-pick="{unit}"]')
        if page.locator(f'.panel .unit[data-unit="{unit}"]').count():
            pass  # the only one that can act is selected automatically
        elif card.count():
            card.click()
        else:
            sitting.click_unit(unit)
        ways = match.get(seat, "/reach", unit=unit).json()["reach"]
        page.wait_for_selector(f'.panel .unit[data-unit="{unit}"] >> text=In reach')
        hexes = [way["hex"] for way in ways if way["hex"] not in ("exit", "") and not way["mode"]]
        if hexes:
            sitting.click_hex(hexes[0])
        else:
            page.locator("[data-do]").first.click()
    elif choices["targets"] and not choices["buttons"]:
        sitting.click_hex(choices["targets"][0]["hex"])
        page.locator("#declare").click()
    elif choices["sides"]:
        page.locator(f'[data-bridge="{next(iter(choices["sides"]))}"]').dispatch_event("click")
    elif choices["hexes"]:
        sitting.click_hex(next(iter(choices["hexes"])))
    elif choices["arrange"]:
        page.locator("[data-do=arrange]").click()
    elif choices["buttons"][0]["end"]:
        page.locator("#end").click()
    else:
        page.locator("[data-do]").first.click()
    sitting.first_of_several()


def test_the_other_sides_answer_is_asked_in_a_card(sitting: Sitting, server: Running) -> None:
    match = play_to(server.make(seed=0), "retreat", "german", 0)
    sitting.sit(match)
    view = match.view("german")
    card = sitting.page.locator(".card-over.answers")
    assert "Your answer is needed" in card.inner_text()
    (unit,) = view["choices"]["units"]  # the only one is selected automatically
    assert card.locator(f'[data-pick="{unit}"]').is_visible()
    sitting.page.wait_for_selector(f'.panel .unit[data-unit="{unit}"] >> text=In reach')
    sitting.picture("retreat")


def test_the_attacker_chooses_its_losses_in_a_card(sitting: Sitting, server: Running) -> None:
    match = ready_to_lose(server)
    sitting.sit(match)
    before = match.view("german")
    card = sitting.page.locator(".card-over")
    card.wait_for()
    assert "Choose the attackers that are lost." in card.inner_text()
    offered = [b["label"] for b in before["choices"]["buttons"]]
    assert card.locator("[data-do=lose]").all_inner_texts() == offered
    sitting.picture("losses")
    lost = before["choices"]["buttons"][0]["order"]["units"]
    card.locator("[data-do=lose]").first.click()
    until(lambda: set(lost) <= set(match.view("german")["board"]["off_map"]["dead"]))


def test_undo_goes_back_to_the_last_die_and_says_why_not_further(sitting: Sitting, server: Running) -> None:
    match = ready_to_declare(server)
    sitting.sit(match)
    sitting.click_hex("1206")
    sitting.page.locator("#declare").click()
    sitting.page.wait_for_selector(".declared")
    sitting.page.locator("#undo").click()
    until(lambda: not match.view("german")["board"]["attacks"])
    # Undo over the declaration and the oath, up to the die of the drop.
    for _ in range(4):
        if match.view("german")["undo"]:
            break
        seq = match.view("german")["seq"]
        sitting.ready(seq)
        sitting.page.locator("#undo").click()
        until(lambda seq=seq: match.view("german")["seq"] > seq)
    reason = match.view("german")["undo"]
    assert reason
    sitting.page.wait_for_selector('#undo[aria-disabled="true"]')
    sitting.page.locator("#undo").click(force=True)
    assert as_shown(reason) in sitting.page.locator(".notice").inner_text()


def test_replay_shows_earlier_boards_and_no_fork_shows_the_dump(sitting: Sitting, server: Running) -> None:
    match = play_to(opened(server, seed=2), "bridges", "german", 2)
    orders = match.view("german")["orders"]
    sitting.sit(match)
    sitting.page.keyboard.press("r")
    sitting.page.wait_for_selector(".replay")
    slider = sitting.page.locator(".replay input")
    assert slider.get_attribute("max") == str(orders)
    slider.fill("2")
    sitting.page.wait_for_selector(f".replay >> text=order 2 of {orders}")
    early = match.get("german", "/replay", at=2).json()["board"]["units"]
    sitting.page.wait_for_function(
        "n => document.querySelectorAll('[data-unit][role=img]').length === n", arg=len(early)
    )
    slider.fill(str(orders // 2))
    sitting.page.wait_for_selector(f".replay >> text=order {orders // 2} of")
    sitting.picture("replay")
    sitting.page.get_by_role("button", name="Back to now").click()
    sitting.wait_for(match.view("german")["choices"]["decision"]["prompt"])
    # While the dump is hidden a fork would reveal it: the page shows the server's reason.
    answer = match.post("german", "/fork", {"at": orders // 2})
    assert answer.status_code == 403
    sitting.page.keyboard.press("r")
    sitting.page.get_by_role("button", name="Play on from here").click()
    sitting.page.wait_for_selector(".notice")
    assert as_shown(answer.json()["error"]) in sitting.page.locator(".notice").inner_text()


def test_a_match_that_is_over_can_be_played_on_from_any_point(sitting: Sitting, server: Running) -> None:
    match = over(server, finished(ENDED))
    sitting.sit_after(match)
    sitting.wait_for(match.view("german")["board"]["result"]["level"])
    sitting.page.keyboard.press("r")
    sitting.page.locator(".replay input").fill("60")
    sitting.page.wait_for_selector(".replay >> text=order 60 of")
    sitting.page.get_by_role("button", name="Play on from here").click()
    sitting.page.wait_for_selector(f'.table:not([data-match="{match.id}"]) .acts')
    new = sitting.page.evaluate("() => document.querySelector('.table').dataset.match")
    listed = {m["id"]: m for m in server.http.get("/api/matches").json()["matches"]}
    assert listed[new]["orders"] == 60


def test_anyone_who_watches_plays_on_with_the_token_of_the_lobby_only(
    sitting: Sitting, server: Running
) -> None:
    match = over(server, finished(ENDED))
    match.tokens = server.http.post(f"/api/matches/{match.id}/sit", json={"seat": "watch"}).json()["tokens"]
    sitting.sit_after(match)
    sitting.page.keyboard.press("r")
    again = sitting.page.get_by_role("button", name="Play on from here")
    sitting.page.evaluate("localStorage.removeItem('ardennes.lobby')")
    again.click()
    sitting.page.wait_for_selector(".notice:has-text('A watcher cannot fork a match')")
    sitting.page.evaluate("token => { localStorage['ardennes.lobby'] = token; }", server.house.token)
    again.click()
    sitting.page.wait_for_selector(f'.table:not([data-match="{match.id}"])')


def test_a_handover_covers_what_is_hidden(sitting: Sitting, server: Running) -> None:
    match = server.make(seed=4)
    sitting.sit(match, uncovered=False)
    cover = sitting.page.locator(".cover")
    cover.wait_for()
    assert "Allied" in cover.inner_text()
    sitting.picture("handover")
    cover.get_by_role("button").click()
    sitting.wait_for("Hide the 1st Army fuel dump")


@pytest.mark.standing(False)  # Wherever the dump is, the German browser receives exactly the same.
def test_the_hidden_dump_is_in_no_byte_of_the_german_seat(sitting: Sitting, server: Running) -> None:
    """Wherever the dump lies, the German browser receives exactly the same."""
    received = []
    for at, label in enumerate(("1007", "1008", "1009")):
        match = server.make(seed=6, name="The same")
        match.done("allied", {"do": "hide_dump", "hex": label})
        match.done("german", {"do": "choose_setup", "kind": "historical"})
        match.tokens.pop("allied")
        sitting.bodies = []
        if at:
            sitting.move_over(match)
        else:
            sitting.sit(match)
        sitting.wait_for("Place 501.")
        sitting.page.keyboard.press("r")
        for moment, words in (
            ("2", "The Germans choose"),
            ("1", "The fuel dump is hidden."),
            ("0", "The start of the match"),
        ):
            sitting.page.locator(".replay input").fill(moment)
            sitting.page.wait_for_selector(f".replay >> text={words}")
        sitting.settle()
        assert sitting.page.locator('[data-unit="US-DUMP"]').count() == 0
        reported = {body.replace(match.id.encode(), b"ID") for body in sitting.bodies}
        reported |= {
            match.get("german", "/why", unit="G-12SS", hex=h).content for h in ("1007", "1008", "1009")
        }
        assert len(reported) > 3
        received.append(reported)
    assert received[0] == received[1] == received[2]


def test_a_counter_can_be_dragged_to_a_lit_hex(sitting: Sitting, server: Running) -> None:
    match = play_to(opened(server, seed=1), "move", "german")
    sitting.sit(match)
    view = match.view("german")
    at = {u["id"]: u["hex"] for u in view["board"]["units"]}
    unit = next(u for u in view["choices"]["units"] if list(at.values()).count(at[u]) == 1)
    ways = match.get("german", "/reach", unit=unit).json()["reach"]
    goal = next(way["hex"] for way in ways if not way.get("ask"))
    page = sitting.page
    sitting.lift(unit)
    page.mouse.move(*sitting.middle(f'.hexhit[data-hex="{goal}"]'), steps=4)
    page.mouse.up()
    until(lambda: {u["id"]: u["hex"] for u in match.view("german")["board"]["units"]}[unit] == goal)


@pytest.mark.standing(False)
def test_the_page_comes_back_when_the_server_restarts(
    sitting: Sitting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as first:
        match = ready_to_declare(first)
        port = first.port
        sitting.base = f"http://127.0.0.1:{port}"
        sitting.sit(match)
    sitting.page.wait_for_selector(".table.cut")
    monkeypatch.setattr("tests.server.running.listen", lambda host, _: listen(host, port))
    with running(tmp_path) as second:
        sitting.page.wait_for_selector(".table:not(.cut)")
        sitting.click_hex("1206")
        sitting.page.locator("#declare").click()
        match.server = second
        until(lambda: match.view("german")["board"]["attacks"])


AT_REST = "() => new DOMMatrix(document.querySelector('.world').style.transform).a === 1"
# At once: on a busy machine two events of a real key may lie far apart.
TAP = "key => ['keydown', 'keyup'].forEach(name => dispatchEvent(new KeyboardEvent(name, { key })))"
SCALES = """() => [document.querySelector('.world'), document.querySelector('.sheet > *')]
  .map(node => new DOMMatrix(getComputedStyle(node).transform)).map(m => [m.a, m.e, m.f])"""


def test_picking_draws_no_counter_again(sitting: Sitting, server: Running) -> None:
    sitting.sit(play_to(opened(server, seed=1), "move", "german"))
    page = sitting.page
    page.wait_for_selector(".pieces .counter")
    page.evaluate("() => document.querySelectorAll('.pieces .counter').forEach(n => n.classList.add('old'))")
    alone = page.evaluate(
        "() => { const all = [...document.querySelectorAll('.pieces .counter.can')];"
        "return all.find(n => n.parentNode.querySelectorAll('.counter').length === 1).dataset.unit; }"
    )
    sitting.click_unit(alone)
    page.wait_for_selector(".picked rect")
    page.wait_for_selector(".reachtext")
    assert page.locator(".pieces .counter:not(.old)").count() == 0
    page.keyboard.press("Escape")
    assert page.locator(".picked rect").count() == 0


def test_a_map_neutral_is_drawn_at_its_own_scale(sitting: Sitting, server: Running) -> None:
    sitting.sit(play_to(opened(server, seed=1), "move", "german"))
    page = sitting.page
    page.wait_for_selector(".pieces .counter")
    for key in ("f", "+", "+", "-"):
        page.keyboard.press(key)
        page.wait_for_function(
            "() => new DOMMatrix(document.querySelector('.world').style.transform).a === 1"
        )
        (stretch, x, y), (drawn, _, _) = page.evaluate(SCALES)
        assert stretch == 1
        assert 0.1 < drawn < 3
        assert (x, y) == (round(x), round(y))


def test_held_letters_pan_and_tapped_ones_act(sitting: Sitting, server: Running) -> None:
    sitting.sit(play_to(opened(server, seed=1), "move", "german"))
    page = sitting.page
    page.wait_for_selector(".pieces .counter")
    supply = page.locator('[data-toggle="supply"]')
    (_, x, y), _ = page.evaluate(SCALES)
    page.evaluate(TAP, "s")
    assert supply.get_attribute("aria-pressed") == "true"
    page.keyboard.down("s")
    page.keyboard.down("d")
    page.wait_for_function(
        "([x, y]) => { const at = new DOMMatrix(document.querySelector('.world').style.transform);"
        "return at.e < x && at.f < y; }",
        arg=[x, y],
    )
    page.keyboard.up("d")
    page.keyboard.up("s")
    (_, to_x, _), _ = page.evaluate(SCALES)
    assert supply.get_attribute("aria-pressed") == "true"
    page.keyboard.press("Shift+A")
    (_, back, _), _ = page.evaluate(SCALES)
    assert back == to_x + 90
