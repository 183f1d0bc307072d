"""The moments of the gallery (scripts/gallery.py), each reached on a real server.

A moment is a function that leaves the page in the state to be shown; its first line is the caption.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from ardennes.games.wave_of_terror.rules.combat import advance
from tests.browser.sitting import Sitting, play_out, play_to, ready_to_declare
from tests.browser.test_breakthrough import foggy
from tests.browser.test_commanders import made as shared_match
from tests.browser.test_commanders import tell as send_message
from tests.browser.test_flow import begin, quiet, set_up_other, sit_alone
from tests.browser.test_playsheet import GRENADIERS, PANZER, TARGET, clear_day, written
from tests.browser.test_playsheet_match import alone, marches, over
from tests.browser.test_show import fighting, thrown
from tests.browser.waves import at_a_bridge, find, losing, marching, scale_to, set_out
from tests.server.running import PEOPLE, Player, until

SIZES = {
    "360": (360, 740),
    "390": (390, 844),
    "820": (820, 1180),
    "1366": (1366, 768),
    "1440": (1440, 900),
    "4K": (3840, 2160),
}
TOUCH = ("360", "390", "820")
BREAKTHROUGH = {"german": "me", "american": "beside"}


class Moment(NamedTuple):
    name: str
    play: Callable[[Sitting], None]
    size: str = "1440"
    dark: bool = False
    sight: str = ""  # simulated color vision: protanopia, deuteranopia, tritanopia
    within: str | None = None  # the part that axe checks, on a page with many similar parts
    media: str = "screen"

    @property
    def words(self) -> str:
        return (self.play.__doc__ or self.name).splitlines()[0]


# The lobby


def lobby_empty(sitting: Sitting) -> None:
    """The lobby before the first match."""
    for match in sitting.server.http.get("/api/matches").json()["matches"]:
        sitting.server.http.delete(f"/api/matches/{match['id']}")
    lobby(sitting)


def lobby_with_matches(sitting: Sitting) -> None:
    """The lobby with matches: mine to move, the other's, a finished one."""
    make = sitting.server.make
    tokens = {}
    for match in (
        play_to(make(PEOPLE, seed=2), "move", "german", 2),
        play_out(make(PEOPLE, seed=5), 5),
        make({"german": "me", "allied": "invited"}, game="wave_of_terror"),
        make({"german": "me", "american": "invited"}, game="breakthrough", scenario="last_seven"),
        make({"german": "me", "allied": "invited"}, game="playsheet", seed=8),
    ):
        tokens[match.id] = match.tokens
    lobby(sitting, tokens=tokens)
    sitting.page.locator(".mine").scroll_into_view_if_needed()
    sitting.page.wait_for_selector(".mini image")
    sitting.page.wait_for_timeout(400)  # small maps are loaded one by one


def lobby_breakthrough(sitting: Sitting) -> None:
    """The card of Breakthrough."""
    lobby(sitting, "breakthrough")


def lobby_wave(sitting: Sitting) -> None:
    """The card of Wave of Terror."""
    lobby(sitting, "wave_of_terror")


def lobby_options(sitting: Sitting) -> None:
    """The card of the playsheet with its options expanded."""
    lobby(sitting, "playsheet", unfold=True)


def lobby(
    sitting: Sitting, game: str = "", *, unfold: bool = False, tokens: dict[str, dict[str, str]] | None = None
) -> None:
    sitting.prefer(tokens)
    sitting.lobby(game, unfold=unfold)
    sitting.page.wait_for_selector(".ground image")


# Tigers in the Ardennes


def tigers_setup(sitting: Sitting) -> None:
    """Setup: the choice between the historical and the free German setup."""
    match = sitting.server.make()
    set_up_other(match, "tigers")
    sit_alone(sitting, match, "german", uncovered=True)
    sitting.my_turn()


def tigers_guide(sitting: Sitting) -> None:
    """The guide at a first match."""
    match = sitting.server.make()
    set_up_other(match, "tigers")
    sit_alone(sitting, match, "german", toured=False)
    sitting.page.wait_for_selector(".tour")


def tigers_second_turn(sitting: Sitting) -> Player:
    def second(game: Any, view: Any) -> bool:
        return bool(view.turn == 2)

    return play_to(sitting.server.make(PEOPLE, seed=4), "declare", "german", 4, second)


def tigers_banner(sitting: Sitting) -> None:
    """The banner at the start of a turn."""
    match = tigers_second_turn(sitting)
    sit_alone(sitting, match, "german")
    quiet(sitting, match, "german")
    sitting.page.locator(".bar .when").click()
    sitting.page.wait_for_selector(".banner:not([hidden])")
    sitting.page.wait_for_timeout(400)


def tigers_picked(sitting: Sitting) -> None:
    """A selected unit: its sheet and its reach."""
    match = play_to(sitting.server.make(PEOPLE, seed=5), "move", "german", 5)
    sit_alone(sitting, match, "german")
    view = quiet(sitting, match, "german")
    able = view["choices"]["units"]
    reach = {u: len(match.get("german", "/reach", unit=u).json()["reach"]) for u in able}
    sitting.click_unit(max(able, key=lambda u: reach[u]))
    sitting.page.wait_for_selector(".panel .unit >> text=In reach")


def tigers_attack(sitting: Sitting) -> None:
    """The attack panel: proposed attackers, odds, consequences."""
    sit_alone(sitting, ready_to_declare(sitting.server), "german")
    sitting.my_turn()
    sitting.click_hex("1307")
    sitting.page.locator("#declare:not([disabled])").wait_for()


def tigers_planned(sitting: Sitting) -> None:
    """Two planned attacks."""
    match = ready_to_declare(sitting.server)
    sit_alone(sitting, match, "german")
    for many, label in ((1, "1307"), (2, "1206")):
        sitting.ready(match.view("german")["seq"])
        sitting.click_hex(label)
        sitting.page.locator("#declare:not([disabled])").click()
        until(lambda many=many: len(match.view("german")["board"]["attacks"]) == many)
    sitting.ready(match.view("german")["seq"])


def tigers_die(sitting: Sitting) -> None:
    """A battle: the die has been rolled."""
    match, german = fighting(sitting.server)
    sitting.sit(german, speed="slow")
    thrown(match)
    sitting.page.wait_for_selector(".show .cell.lit")


def tigers_result(sitting: Sitting) -> None:
    """A battle: its result, losses and retreat."""
    match, german = fighting(sitting.server)
    sitting.sit(german, speed="slow")
    thrown(match)
    sitting.page.wait_for_selector(".show .told h2")
    sitting.page.wait_for_timeout(1500)


def tigers_film(sitting: Sitting) -> None:
    """The animation of the other side's turn."""
    match = play_to(sitting.server.make(PEOPLE, seed=1), "move", "allied", 1)
    sit_alone(sitting, match, "german", speed="slow")
    sitting.ready(match.view("german")["seq"])
    moved: set[str] = set()
    for _ in range(6):
        ways: list[dict[str, Any]] = []
        for unit in set(match.view("allied")["choices"]["units"]) - moved:
            ways += match.get("allied", "/reach", unit=unit).json()["reach"]
        way = max((w for w in ways if w["hex"] != "exit"), key=lambda w: len(w["path"]))
        moved.add(way["order"]["unit"])
        match.done("allied", way["order"])
        if len(moved) == 1:
            sitting.page.locator(".show [data-pause]").click()  # it starts by itself: everything else waits
    sitting.page.locator('.show [aria-label^="On"]').click()
    sitting.page.wait_for_function("() => document.querySelectorAll('.show .card').length > 2")
    sitting.page.locator(".show [data-pause]").click()


def tigers_question(sitting: Sitting) -> None:
    """A question to the defender: No Retreat?"""
    match = play_to(sitting.server.make(PEOPLE), "no retreat", "allied", seed=3)
    sit_alone(sitting, match, "allied")
    sitting.page.wait_for_selector("[data-always=no]")


def tigers_retreat(sitting: Sitting) -> None:
    """Choosing a retreat on the map."""
    match = play_to(sitting.server.make(seed=0), "retreat", "german", 0)
    sit_alone(sitting, match, "german")
    sitting.page.wait_for_selector(".card-over.answers")


def tigers_victory(sitting: Sitting) -> None:
    """The Victory layer: what each side needs."""
    sit_alone(sitting, tigers_second_turn(sitting), "german")
    sitting.my_turn()
    sitting.page.click("#victory")
    sitting.page.wait_for_selector(".aims")


def tigers_layers(sitting: Sitting) -> None:
    """The winter map with zones of control, supply and control."""
    match = play_to(sitting.server.make(PEOPLE, seed=5), "move", "german", 5)
    sit_alone(sitting, match, "german", theme="winter")
    quiet(sitting, match, "german")
    for key in ("z", "s", "c"):
        sitting.page.keyboard.press(key)


def tigers_hover(sitting: Sitting) -> None:
    """Hovering over a counter: the meaning of its numbers."""
    sit_alone(sitting, ready_to_declare(sitting.server), "german")
    sitting.my_turn()
    sitting.page.mouse.move(*sitting.middle('.counter[data-unit="US-106"]'))
    sitting.page.wait_for_selector(".sheet-tip")


def tigers_rule(sitting: Sitting) -> None:
    """A rule open next to its number."""
    sit_alone(sitting, ready_to_declare(sitting.server), "german")
    sitting.my_turn()
    sitting.page.locator("#prompt a.rule").click()
    sitting.page.wait_for_selector(".popover p")


def tigers_word(sitting: Sitting) -> None:
    """The explanation of a dotted word; behind it the Campaign tab."""
    sit_alone(sitting, ready_to_declare(sitting.server), "german")
    sitting.my_turn()
    sitting.page.click("#tab-campaign")
    sitting.page.locator(".panel .term").first.click()
    sitting.page.wait_for_selector(".popover")


def tigers_forces(sitting: Sitting) -> None:
    """The Forces tab."""
    sit_alone(sitting, ready_to_declare(sitting.server), "german")
    sitting.my_turn()
    sitting.page.click("#tab-forces")


def tigers_staff(sitting: Sitting) -> None:
    """Let the staff do the rest: its plan."""
    begin(sitting, sitting.server, "tigers", "german")
    sitting.page.locator("#staff").click()
    sitting.page.locator(".staffplan li").first.wait_for()


def tigers_menu(sitting: Sitting) -> None:
    """The menu."""
    sit_alone(sitting, ready_to_declare(sitting.server), "german")
    sitting.my_turn()
    sitting.page.locator("#more").click()
    sitting.page.wait_for_selector("dialog[open]")


def tigers_replay(sitting: Sitting) -> None:
    """The replay of an earlier moment."""
    match = tigers_second_turn(sitting)
    sit_alone(sitting, match, "german", theme="winter")
    quiet(sitting, match, "german")
    sitting.page.keyboard.press("r")
    sitting.page.wait_for_selector(".replay")
    slider = sitting.page.locator(".replay input")
    slider.fill("40")
    sitting.page.wait_for_timeout(500)


def tigers_over(sitting: Sitting) -> None:
    """The end of a match."""
    sitting.sit(play_out(sitting.server.make(PEOPLE, seed=5), 5))
    sitting.page.wait_for_selector(".endpage")


def tigers_rulebook(sitting: Sitting) -> None:
    """A page of the rulebook."""
    book(sitting, "tigers/TIA-ZOC-12", "h3#TIA-ZOC-12.here")


def tigers_counters(sitting: Sitting) -> None:
    """All counters on a page to print."""
    sitting.prefer()
    sitting.page.goto(f"{sitting.base}/#/counters/tigers")
    sitting.page.wait_for_selector(".counters svg")


def book(sitting: Sitting, at: str, here: str) -> None:
    sitting.prefer()
    sitting.page.goto(f"{sitting.base}/#/rules/{at}")
    sitting.page.wait_for_selector(here)
    sitting.page.wait_for_timeout(300)


# Breakthrough


def breakthrough(sitting: Sitting, kind: str, **settings: Any) -> Player:
    match = sitting.server.make(BREAKTHROUGH, game="breakthrough", scenario="last_seven", seed=foggy())
    match = play_to(match, kind, "german", 3)
    sit_alone(sitting, match, "german", **settings)
    quiet(sitting, match, "german")
    return match


def breakthrough_opening(sitting: Sitting) -> None:
    """Breakthrough at its start, on 16 December."""
    match = sitting.server.make(BREAKTHROUGH, game="breakthrough", seed=4)
    sit_alone(sitting, match, "german")
    quiet(sitting, match, "german")


def breakthrough_unit(sitting: Sitting) -> None:
    """Organization: a unit with its sliders."""
    match = breakthrough(sitting, "organization")
    for unit in match.view("german")["choices"]["units"]:
        panels = match.get("german", "/reach", unit=unit).json()["panels"]
        if any(panel.get("sliders") for panel in panels):
            break
    find(sitting, unit)
    sitting.page.wait_for_selector(".panel .unit .box")


def breakthrough_attack(sitting: Sitting) -> None:
    """The attack panel of Breakthrough."""
    match = breakthrough(sitting, "operations")
    targets = match.view("german")["choices"]["targets"]
    sitting.click_hex(max(targets, key=lambda target: len(target["attackers"]))["hex"])
    sitting.page.wait_for_selector("#declare:not([disabled])")


def breakthrough_campaign(sitting: Sitting) -> None:
    """The Campaign tab of Breakthrough, winter map."""
    breakthrough(sitting, "operations", theme="winter")
    sitting.page.click('[data-tab="campaign"]')


def breakthrough_move(sitting: Sitting) -> None:
    """Operations: a regiment's reach."""
    match = breakthrough(sitting, "operations")
    able = match.view("german")["choices"]["units"]
    reach = {u: len(match.get("german", "/reach", unit=u).json()["reach"]) for u in able[:12]}
    find(sitting, max(reach, key=lambda u: reach[u]))
    sitting.page.wait_for_selector(".panel .unit >> text=In reach")


# Wave of Terror


def wave_setup(sitting: Sitting) -> None:
    """Set-up of Wave of Terror: counters on the card."""
    match = sitting.server.make(PEOPLE, game="wave_of_terror")
    sit_alone(sitting, match, "allied")
    sitting.page.locator(".card-over .pick").first.wait_for()


def wave_opening(sitting: Sitting) -> None:
    """Wave of Terror at its start, after the setup."""
    match = set_out(sitting.server)
    sit_alone(sitting, match, "german")
    quiet(sitting, match, "german")


def wave_far(sitting: Sitting) -> None:
    """The whole front: signs replace the counters of formations, rings mark possible targets."""
    wave_opening(sitting)
    scale_to(sitting, 0.28)


def wave_attack(sitting: Sitting) -> None:
    """The attack panel of Wave of Terror."""
    wave_opening(sitting)
    sitting.page.keyboard.press("Tab")
    sitting.page.keyboard.press("Enter")
    sitting.page.locator("#declare:not([disabled])").wait_for()


def wave_march(sitting: Sitting) -> None:
    """A division marches to one destination."""
    match = marching(sitting.server)
    sit_alone(sitting, match, "german")
    quiet(sitting, match, "german")
    find(sitting, "Panzers (12th SS)")
    sitting.page.locator("[data-whole]").click()
    sitting.page.locator(".group").wait_for()
    sitting.click_hex("E3908")
    sitting.page.locator("#march").wait_for()


def wave_advance(sitting: Sitting) -> None:
    """Selecting the units that advance, as counters."""

    def several(game: Any, view: Any) -> bool:
        return len(advance.able(game.world, view, view.fought)) >= 3

    match = play_to(set_out(sitting.server), "advance", "german", 0, several)
    sit_alone(sitting, match, "german")
    sitting.page.locator(".pool").wait_for()
    sitting.page.wait_for_timeout(200)


def wave_losses(sitting: Sitting) -> None:
    """Selecting the units that lose a step, as counters."""
    sit_alone(sitting, losing(sitting.server), "german")
    sitting.page.locator(".picker").wait_for()


def wave_bridge(sitting: Sitting) -> None:
    """A question to the defender: blow the bridge?"""
    match, end = at_a_bridge(sitting.server)
    ways = match.get("german", "/reach", unit="G-12SS-05").json()["reach"]
    match.done("german", next(w for w in ways if w["hex"] == end and w["mode"] == "")["order"])
    sit_alone(sitting, match, "allied")
    sitting.page.locator(".card-over.answers").wait_for()


# The playsheet


def playsheet(sitting: Sitting) -> Player:
    match = sitting.server.make(PEOPLE, game="playsheet", seed=5)
    match.done("allied", {"do": "seal"})
    sit_alone(sitting, match, "german")
    sitting.wait_for("the Allied side has sealed")
    return match


def playsheet_reach(sitting: Sitting) -> None:
    """The playsheet: a regiment's reach, and reports of the enemy."""
    playsheet(sitting)
    find(sitting, GRENADIERS)
    sitting.page.wait_for_selector(".panel .unit >> text=In reach")


def playsheet_attack(sitting: Sitting) -> None:
    """The playsheet: an attack on a reported enemy."""
    playsheet_reach(sitting)
    sitting.click_hex(TARGET)
    sitting.page.locator("#declare:not([disabled])").wait_for()
    sitting.page.locator(f'[data-attacker="{PANZER}"]').click()
    sitting.page.locator(f'[data-attacker="{PANZER}"][aria-pressed="true"] .after').wait_for()
    sitting.page.mouse.move(600, 700)


def playsheet_sheet(sitting: Sitting) -> None:
    """The order sheet, with orders on it."""
    match = playsheet(sitting)
    rng = Random(2)
    for unit in rng.sample(match.view("german")["choices"]["units"], 12):
        ways = match.get("german", "/reach", unit=unit).json()["reach"]
        match.done("german", rng.choice([w["order"] for w in ways if w["order"]["do"] == "move"]))
    assert written(match)
    sitting.ready(match.view("german")["seq"])
    sitting.page.locator("#tab-sheet").click()
    sitting.page.locator("[data-line]").first.wait_for()


def playsheet_air(sitting: Sitting) -> None:
    """The air page, with its zones on the map."""
    match = clear_day(sitting.server.make(PEOPLE, game="playsheet", seed=7))
    sit_alone(sitting, match, "allied")
    sitting.wait_for("Write your orders for the day of 23 December")
    page = sitting.page
    page.locator("#tab-sheet").click()
    pool = page.locator('[data-pool="ground-attack"]')
    pool.get_by_label("More").click()
    pool.locator('[data-task="air_interdict"]').click()
    page.locator(".aiming").wait_for()
    sitting.click_hex("4514")
    until(lambda: match.view("allied")["choices"]["air"]["missions"])
    page.locator('[data-pool="fighter"] [data-task="cover"]').click()
    page.locator(".aiming").wait_for()


def playsheet_report(sitting: Sitting) -> None:
    """The results of a turn."""
    turn_played(sitting)


def playsheet_turn(sitting: Sitting) -> None:
    """The replay of a turn."""
    turn_played(sitting)
    sitting.page.locator("#turnplay").click()
    sitting.page.locator(".scenes li button").last.click()


def turn_played(sitting: Sitting) -> None:
    match = sitting.server.make(PEOPLE, game="playsheet", seed=29)
    for seat in ("german", "allied"):
        marches(match, seat, Random(1))
    sitting.sit(alone(match, "german"))
    sitting.wait_for("Write your orders for the night of 16 December")
    sitting.page.locator("[data-carried]").first.wait_for()


def playsheet_command(sitting: Sitting) -> None:
    """The commanders of a shared side, and their messages."""
    table, _ = shared_match(sitting.server)
    sitting.sit(table)
    sitting.wait_for("Write your orders for the day of 16 December")
    send_message(sitting, "VIII Corps holds Clervaux and Wiltz until the evening.")


def playsheet_over(sitting: Sitting) -> None:
    """The end of a match of the playsheet."""
    sitting.sit(alone(over(sitting.server), "german"))
    sitting.page.wait_for_selector(".endpage")


CHAPTER = ".chapter:nth-of-type(4)"  # one of many alike
MOMENTS = (
    Moment("lobby-empty", lobby_empty),
    Moment("lobby-matches", lobby_with_matches),
    Moment("lobby-breakthrough-dark", lobby_breakthrough, "1366", dark=True),
    Moment("lobby-wave-tablet", lobby_wave, "820"),
    Moment("lobby-options", lobby_options),
    Moment("lobby-phone", lobby_with_matches, "390"),
    Moment("lobby-phone-options-dark", lobby_options, "360", dark=True),
    Moment("lobby-4k", lobby_with_matches, "4K"),
    Moment("tigers-setup", tigers_setup),
    Moment("tigers-guide-phone", tigers_guide, "390"),
    Moment("tigers-banner", tigers_banner),
    Moment("tigers-banner-phone", tigers_banner, "390"),
    Moment("tigers-picked", tigers_picked),
    Moment("tigers-picked-phone", tigers_picked, "360"),
    Moment("tigers-attack", tigers_attack),
    Moment("tigers-attack-dark", tigers_attack, "1366", dark=True),
    Moment("tigers-attack-phone", tigers_attack, "390"),
    Moment("tigers-attack-protanopia", tigers_attack, sight="protanopia"),
    Moment("tigers-planned-dark", tigers_planned, dark=True),
    Moment("tigers-battle", tigers_die),
    Moment("tigers-battle-result", tigers_result, "1366"),
    Moment("tigers-battle-phone", tigers_result, "390"),
    Moment("tigers-film", tigers_film),
    Moment("tigers-film-tablet", tigers_film, "820"),
    Moment("tigers-question", tigers_question),
    Moment("tigers-retreat-phone", tigers_retreat, "360"),
    Moment("tigers-victory", tigers_victory, "1366"),
    Moment("tigers-layers-winter", tigers_layers, sight="deuteranopia"),
    Moment("tigers-hover", tigers_hover),
    Moment("tigers-rule-dark", tigers_rule, dark=True),
    Moment("tigers-word", tigers_word),
    Moment("tigers-forces-tablet", tigers_forces, "820"),
    Moment("tigers-staff", tigers_staff),
    Moment("tigers-menu-phone-dark", tigers_menu, "390", dark=True),
    Moment("tigers-replay-winter", tigers_replay),
    Moment("tigers-over", tigers_over),
    Moment("tigers-4k", tigers_attack, "4K"),
    Moment("rulebook", tigers_rulebook, within=CHAPTER),
    Moment("rulebook-phone-dark", tigers_rulebook, "390", dark=True, within=CHAPTER),
    Moment("rulebook-to-print", tigers_rulebook, within=CHAPTER, media="print"),
    Moment("counters-to-print", tigers_counters, media="print"),
    Moment("breakthrough-opening", breakthrough_opening, "1366"),
    Moment("breakthrough-unit", breakthrough_unit, "1366"),
    Moment("breakthrough-attack-deuteranopia", breakthrough_attack, sight="deuteranopia"),
    Moment("breakthrough-campaign-winter-dark", breakthrough_campaign, dark=True),
    Moment("breakthrough-move-phone", breakthrough_move, "390"),
    Moment("wave-setup", wave_setup),
    Moment("wave-opening", wave_opening, "1366"),
    Moment("wave-far-tritanopia", wave_far, sight="tritanopia"),
    Moment("wave-attack-dark", wave_attack, dark=True),
    Moment("wave-march", wave_march),
    Moment("wave-advance", wave_advance),
    Moment("wave-losses-phone", wave_losses, "360"),
    Moment("wave-bridge", wave_bridge),
    Moment("wave-4k", wave_opening, "4K"),
    Moment("playsheet-reach", playsheet_reach),
    Moment("playsheet-attack-tritanopia", playsheet_attack, sight="tritanopia"),
    Moment("playsheet-sheet-dark", playsheet_sheet, "1366", dark=True),
    Moment("playsheet-sheet-phone", playsheet_sheet, "360"),
    Moment("playsheet-air", playsheet_air),
    Moment("playsheet-report", playsheet_report),
    Moment("playsheet-turn-tablet", playsheet_turn, "820"),
    Moment("playsheet-command", playsheet_command),
    Moment("playsheet-over", playsheet_over),
)
