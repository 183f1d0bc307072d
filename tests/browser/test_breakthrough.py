"""Breakthrough at the table: a whole day with the mouse, its map in both orientations, its handover, its
setup.
"""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.dice import SealedDice, seed_from_number
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.schema.terms import FOG
from tests.browser.sitting import Sitting, as_shown, play_to
from tests.server.running import Player, Running, until

pytestmark = pytest.mark.standing

PEOPLE = {"german": "me", "american": "beside"}


def foggy(first: int = 1) -> int:
    """A seed with fog on 21 December, so that both sides fly."""
    game = Breakthrough()
    options = {spec.key: spec.default for spec in game.options}
    for seed in range(first, first + 50):
        state = game.start("last_seven", options, SealedDice(seed_from_number(seed)))
        if state.weather == FOG:
            return seed
    raise AssertionError("no fog in fifty matches")


class Day:
    """Play the German day: every order by a click."""

    def __init__(self, sitting: Sitting, match: Player) -> None:
        self.sitting, self.page, self.match = sitting, sitting.page, match

    def view(self) -> dict[str, Any]:
        return self.match.view("german")

    def wait_for(self, kind: str) -> dict[str, Any]:
        """Wait until the Germans must decide and the page shows it."""
        result: dict[str, Any] = {}

        def there() -> bool:
            result.update(self.view())
            choices = result["choices"]
            return bool(choices["mine"]) and choices["decision"]["kind"] == kind

        until(there)
        self.sitting.ready(result["seq"])
        return result

    def pick(self, unit: str) -> None:
        if not self.page.locator(f'.panel .unit[data-unit="{unit}"]').count():
            self.sitting.click_unit(unit)
        self.page.wait_for_selector(f'.panel .unit[data-unit="{unit}"] .box')

    def doings(self, unit: str) -> list[dict[str, Any]]:
        result: list[dict[str, Any]] = self.match.get("german", "/reach", unit=unit).json()["panels"]
        return result

    def who(self, panel: str, part: str) -> str:
        """Return the first unit whose panel has a slider or a button."""
        for unit in self.view()["choices"]["units"]:
            if any(p["id"] == panel and p.get(part) for p in self.doings(unit)):
                return str(unit)
        raise AssertionError(f"nobody has {part} in {panel}")

    def press(self, selector: str) -> None:
        seq = self.view()["seq"]
        self.page.click(selector)
        self.sitting.ready(seq + 1)

    def end(self, label: str) -> None:
        assert label in self.page.inner_text("#end")
        self.page.click("#end")
        self.sitting.first_of_several()

    def sheet(self) -> str:
        return self.page.inner_text(".panel .unit")

    # The phases

    def air(self) -> None:
        view = self.wait_for("air")
        target = sorted(view["choices"]["hexes"])[0]
        self.sitting.click_hex(target)
        asked = self.page.locator("dialog[open]")
        assert as_shown(view["choices"]["hexes"][target][0]["label"]) in asked.inner_text()
        assert "disrupted 50 %" in asked.inner_text()
        self.press("dialog[open] .options button:focus")
        assert self.view()["board"]["panels"]
        self.end("End air phase")

    def organization(self) -> None:
        self.wait_for("organization")
        unit = self.who("artillery", "sliders")
        self.pick(unit)
        box = '.unit [data-panel="artillery"]'
        self.page.locator(f"{box} input[type=range]").fill("5")
        assert "holds 5" in self.page.inner_text(f"{box} output")
        self.press(f"{box} .slide button")
        assert "\n5 of " in self.sheet()  # the unit stays selected
        self.press(f"{box} .options button")
        assert "Maximum" not in self.sheet() or "0 in the pool" in self.sheet()
        unit = self.who("replacements", "sliders")
        self.pick(unit)
        self.press('.unit [data-panel="replacements"] .options button')
        unit = self.who("formation", "buttons")
        self.pick(unit)
        self.sitting.picture("breakthrough-organization")
        self.page.click(".unit [data-mate]:not(.on)")  # the others in its hex are at hand
        self.page.wait_for_selector(f'.panel .unit:not([data-unit="{unit}"]) [data-mate="{unit}"]')
        self.page.click(f'.unit [data-mate="{unit}"]')
        before = len(self.view()["board"]["units"])
        self.press('.unit [data-panel="formation"] .options button')
        built = len(self.view()["board"]["units"])
        assert built < before
        self.press("#undo")
        assert len(self.view()["board"]["units"]) == before
        self.end("End organization")

    def first_operations(self) -> None:
        view = self.wait_for("operations")
        visited = [target for target in view["choices"]["targets"] if self.in_sight(target["hex"])]
        target = max(visited, key=lambda found: len(found["attackers"]))
        self.sitting.click_hex(target["hex"])
        self.page.wait_for_selector("#declare:not([disabled])")
        chosen = self.page.locator('[data-attacker][aria-pressed="true"]').all()
        attackers = [str(chip.get_attribute("data-attacker")) for chip in chosen]
        self.page.locator('[data-part="sum"]').click()
        panel = self.page.inner_text(".panel .attack")
        for words in (
            "Attackers lose",
            "Defenders lose",
            "The hex is emptied",
            "Hidden from you",
            "BTA-13.2",
            "cannot be undone",
        ):
            assert words in panel
        self.sitting.picture("breakthrough-odds")
        seq = view["seq"]
        bold = sum("advances" not in self.marks(unit) for unit in attackers)
        self.page.click('[data-do="attach"]')
        self.sitting.ready(seq + len(attackers) + bold)
        assert all("advances" in self.marks(unit) for unit in attackers)
        assert self.page.locator(".wedge").count() == len({a["from"] for a in self.view()["board"]["arrows"]})
        plotted = attackers[0]
        self.pick(plotted)  # nothing left to do but its flag
        assert "Attack plotted" in self.sheet()
        assert self.page.locator(f'.panel .unit [title="{target["hex"]}"]').count() >= 1
        self.press('.unit [data-panel="doings"] .options button')
        assert "advances" not in self.marks(plotted)
        self.undo_to_the_plots(attackers, bold)
        self.move()
        self.end("Resolve 1 combat")
        until(lambda: self.view()["board"]["phase"]["title"] != "german first operation")
        self.page.wait_for_function(
            "() => document.querySelector('.log').innerText.includes(' : 1. The attackers')"
        )

    def undo_to_the_plots(self, attackers: list[str], flags: int) -> None:
        """Undo takes back the advance flags; the plots before them are final."""
        for _ in range(flags + 1):
            assert self.page.get_attribute("#undo", "aria-disabled") == "false"
            self.press("#undo")
        assert self.page.get_attribute("#undo", "aria-disabled") == "true"
        seq = self.view()["seq"]
        self.page.keyboard.press("u")
        self.page.wait_for_selector('.notice >> text="A plotted attack cannot be taken back. [BTA-7.9b]"')
        assert self.view()["seq"] == seq
        assert all("attack plotted" in self.marks(unit) for unit in attackers)

    def in_sight(self, label: str) -> bool:
        x, y = self.sitting.middle(f'.hexhit[data-hex="{label}"]')
        return 100 < x < 1000 and 200 < y < 750

    def marks(self, unit: str) -> list[str]:
        result: list[str] = next(u["marks"] for u in self.view()["board"]["units"] if u["id"] == unit)
        return result

    def move(self) -> None:
        """A unit goes to the farthest hex it can reach; the click hits the hex where it is drawn."""
        for unit in self.view()["choices"]["units"]:
            ways = self.match.get("german", "/reach", unit=unit).json()["reach"]
            if len(ways) > 3:
                break
        self.pick(unit)
        way = max(ways, key=lambda found: len(found["path"]))
        seq = self.view()["seq"]
        self.sitting.click_hex(way["hex"])
        self.sitting.ready(seq + 1)
        at = next(u["hex"] for u in self.view()["board"]["units"] if u["id"] == unit)
        assert at == way["hex"]

    def second_operations(self) -> None:
        view = self.wait_for("operations")
        assert view["board"]["phase"]["title"] == "german second operation"
        self.page.click('[data-tab="campaign"]')
        text = self.page.inner_text(".panel")
        for words in (
            "German score",
            "If it ended today",
            "21 December",
            "American air points left",
            "Opening",
        ):
            assert words in text
        self.sitting.picture("breakthrough-campaign")
        self.page.click('[data-tab="orders"]')
        self.end("End operations")


def test_a_whole_day_by_hand_against_the_computer(sitting: Sitting, server: Running) -> None:
    seats = {"german": "me", "american": "random"}
    match = server.make(seats, game="breakthrough", scenario="last_seven", seed=foggy())
    sitting.sit(match)
    day = Day(sitting, match)
    day.air()
    day.organization()
    day.first_operations()
    day.second_operations()
    until(lambda: day.view()["board"]["turn"] == 7)


def test_a_free_set_up_by_hand(sitting: Sitting, server: Running) -> None:
    """A regiment is moved with two clicks, the setup is saved, and the computer's German follows."""
    seats = {"american": "me", "german": "staff"}
    match = server.make(seats, game="breakthrough", scenario="last_seven_free", seed=foggy())
    sitting.sit(match)
    page = sitting.page

    def hex_of(unit: str) -> str:
        units = match.view("american")["board"]["units"]
        return next(str(u["hex"]) for u in units if u["id"] == unit)

    assert "columns" in page.inner_text("#prompt")
    sitting.click_unit("US-101-501")
    page.wait_for_selector(".panel .unit >> text=In reach")
    sitting.picture("breakthrough-setup")
    sitting.click_hex("5,9")
    until(lambda: hex_of("US-101-501") == "5,9")
    sitting.ready(match.view("american")["seq"])
    sitting.click_unit("US-101-502")
    page.wait_for_selector(".panel .unit >> text=In reach")
    sitting.click_hex("3,9")
    page.locator(".whynot").wait_for()
    assert "BTA-2.2" in page.inner_text(".whynot")
    page.keyboard.press("Escape")
    page.locator("#keep-setup").click()
    page.locator("dialog[open] input").fill("Fewer in Bastogne")
    page.locator("dialog[open] button.main").click()
    page.locator('[data-setup="Fewer in Bastogne"]').wait_for()
    page.click("#end")
    sitting.first_of_several()
    until(lambda: match.view("american")["choices"]["decision"]["kind"] == "air")


# Does one hex lie farther to the left or the top than another, on a map that may just be drawn anew?
LIES = """([hex, side, of]) => {
  const [one, other] = [hex, of].map(x => document.querySelector(`.hexhit[data-hex="${x}"]`));
  return one && other && one.getBoundingClientRect()[side] < other.getBoundingClientRect()[side];
}"""


# On the first evening the front of 1944 runs near both of these hexes, whatever is at the top.
FRONT_TURNED = """(hexes) => {
    const line = document.querySelector(".map g.past path")?.getAttribute("d");
    const points = (line ?? "").split(/[MLZ]/).filter(Boolean).map((pair) => pair.split(" ").map(Number));
    return points.length > 20 && hexes.every((id) => {
        const box = document.querySelector(`.hexhit[data-hex="${id}"]`).getBBox();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        return Math.min(...points.map(([a, b]) => Math.hypot(a - x, b - y))) < box.width;
    });
}"""


def test_the_map_may_be_turned(sitting: Sitting, server: Running) -> None:
    match = server.make(PEOPLE, game="breakthrough", seed=4)
    sitting.sit(match, theme="winter")
    page = sitting.page

    def lies(hex_: str, side: str, of: str) -> None:
        page.wait_for_function(LIES, arg=[hex_, side, of])

    huy, bastogne, elsenborn = "30,3", "7,13", "27,25"
    page.keyboard.press("f")
    lies(huy, "top", bastogne)
    page.click("#more")
    page.get_by_role("button", name="West at the top").click()
    page.wait_for_selector(".table #prompt")
    page.keyboard.press("f")
    lies(bastogne, "left", huy)
    lies(huy, "top", elsenborn)  # which is east of it
    page.keyboard.press("y")
    page.wait_for_function(FRONT_TURNED, arg=["17,27", "9,21"])  # Bleialf, Clervaux
    sitting.picture("breakthrough-turned")
    page.click("#more")
    page.get_by_role("button", name="North at the top").click()
    page.wait_for_selector(".table #prompt")


def test_the_screen_is_covered_between_the_two(sitting: Sitting, server: Running) -> None:
    match = server.make(PEOPLE, game="breakthrough", seed=4)
    sitting.sit(match, uncovered=False)
    sitting.page.click("#end")
    sitting.first_of_several()
    cover = sitting.page.wait_for_selector(".cover")
    assert cover is not None
    assert "American player" in cover.inner_text()
    sitting.page.click(".cover button.main")
    sitting.wait_for("American first operation")
    shown = sitting.page.locator('.counter[data-unit="GE-12VG-27"]').text_content() or ""
    assert "25?" in shown


def test_the_form_asks_what_matters_and_follows_who_plays(sitting: Sitting) -> None:
    page = sitting.page
    sitting.prefer()
    sitting.lobby("breakthrough", unfold=True)
    for name in ("level", "historical", "two_player"):
        assert page.locator(f"select[name={name}]").is_visible()
    chosen = "select => select.selectedIndex"
    assert page.eval_on_selector("select[name=two_player]", chosen) == 0
    page.select_option("select[name=american]", "beside")
    assert page.eval_on_selector("select[name=two_player]", chosen) == 1
    page.select_option("select[name=two_player]", index=0)
    page.select_option("select[name=american]", "random")
    page.select_option("select[name=american]", "beside")
    assert page.eval_on_selector("select[name=two_player]", chosen) == 0  # said by hand
    page.select_option("select[name=level]", index=0)
    page.click("#start")
    page.wait_for_selector(".table #prompt")
    match = sitting.server.http.get("/api/matches").json()["matches"][0]
    with sitting.server.house.room.at(match["id"]) as live:
        options = live.match.setting.options
    assert (options["level"], options["two_player"]) == (1, False)


@pytest.mark.parametrize("kind", ["air", "organization", "operations"])
def test_every_phase_fits_a_phone(sitting: Sitting, server: Running, kind: str) -> None:
    match = server.make(PEOPLE, game="breakthrough", scenario="last_seven", seed=foggy())
    match = play_to(match, kind, "german", 3)
    sitting.page.set_viewport_size({"width": 360, "height": 740})
    sitting.sit(match)
    page = sitting.page
    units = match.view("german")["choices"]["units"]
    if units:
        sitting.click_unit(units[0])
        page.wait_for_selector(".panel .unit .box")
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 360
    sitting.picture(f"breakthrough-phone-{kind}")
