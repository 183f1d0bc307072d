"""Three ways to play: with the mouse, with the keyboard alone, with a finger on a phone."""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.sync_api import Locator

from tests.browser.sitting import Sitting, any_order
from tests.server.running import Player

MIDDLE = """label => {
  const box = document.querySelector(`.hexhit[data-hex="${label}"]`).getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const free = document.elementsFromPoint(x, y)[0]?.closest(`[data-hex="${label}"]`);
  return free ? [x, y] : null;
}"""
MOVES = ("move", "operations", "orders")  # decisions in which units are sent somewhere
FOCUSED = "() => document.activeElement?.dataset?.hex ?? ''"


class Mouse:
    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.page = sitting.page

    def point(self, label: str) -> list[float]:
        """Return the center of a hex, scrolled into view if a card or a button covers it."""
        for _ in range(6):
            result: list[float] | None = self.page.evaluate(MIDDLE, label)
            if result is not None:
                return result
            self.go_to(label)
        raise AssertionError(f"hex {label} cannot be clicked")

    def go_to(self, label: str) -> None:
        self.press(self.page.locator("#more"))
        self.press(self.page.locator("dialog[open]").get_by_role("button", name="Find a unit"))
        self.page.locator("dialog[open] input").fill(label)
        self.press(self.page.locator("dialog[open] button.main"))

    def hex(self, label: str) -> None:
        x, y = self.point(label)
        self.page.mouse.click(x, y)

    def press(self, button: Locator) -> None:
        button.click()

    def unit(self, unit: str, label: str) -> None:
        """Select a unit: from the card, on the map, or under others of its stack."""
        card = self.page.locator(f'[data-pick="{unit}"]')
        if card.count():
            self.press(card)
            return
        self.hex(label)
        if self.picked() != unit:
            self.hex(label)  # the stack spreads out
            self.page.locator(f'.counter[data-unit="{unit}"]').click()

    def picked(self) -> str:
        self.page.wait_for_selector(".panel .unit")
        return str(self.page.locator(".panel .unit").get_attribute("data-unit"))


class Finger(Mouse):
    def hex(self, label: str) -> None:
        x, y = self.point(label)
        self.page.touchscreen.tap(x, y)

    def press(self, button: Locator) -> None:
        button.tap()


class Keys(Mouse):
    """Play with the keyboard only."""

    def walk_to(self, label: str) -> None:
        self.page.keyboard.press("b")
        for _ in range(60):
            at = self.page.evaluate(FOCUSED)
            if at == label:
                return
            self.page.keyboard.press(self._towards(at, label))
        raise AssertionError(f"the arrows do not lead to {label}")

    def _towards(self, at: str, label: str) -> str:
        column, row = int(label[:-2]) - int(at[:-2]), int(label[-2:]) - int(at[-2:])
        if column:
            return "ArrowRight" if column > 0 else "ArrowLeft"
        return "ArrowUp" if row > 0 else "ArrowDown"

    def hex(self, label: str) -> None:
        self.walk_to(label)
        self.page.keyboard.press("Enter")

    def press(self, button: Locator) -> None:
        wanted = button.element_handle()
        for start in ("d", "p"):
            self.page.keyboard.press(start)
            for _ in range(25):
                if self.page.evaluate("node => node === document.activeElement", wanted):
                    self.page.keyboard.press("Enter")
                    return
                self.page.keyboard.press("Tab")
        raise AssertionError("the keyboard does not lead to the button")

    def unit(self, unit: str, label: str) -> None:
        self.walk_to(label)
        for _ in range(6):
            self.page.keyboard.press("Enter")
            self.sitting.settle()
            if self.picked() == unit:
                return
        raise AssertionError(f"Enter does not pick {unit}")


class Typed(Keys):
    """Like Keys; on a wide map hexes and units are found by typing their names."""

    def walk_to(self, label: str) -> None:
        self.type("/", label)
        self.page.wait_for_function("label => document.activeElement?.dataset?.hex === label", arg=label)

    def unit(self, unit: str, label: str) -> None:
        self.type("/", unit)
        self.page.wait_for_selector(f'.panel .unit[data-unit="{unit}"]')

    def type(self, key: str, words: str) -> None:
        """Type into the box that a key opens, and take the first result."""
        self.page.keyboard.press(key)
        self.page.wait_for_function("() => document.activeElement?.matches('dialog input')")
        self.page.keyboard.type(words)
        self.page.wait_for_selector("#found li")
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector("dialog[open]", state="detached")


class Turn:
    """Play on with the given hands, using only what the seat's own view offers."""

    def __init__(self, match: Player, hands: Mouse, seat: str = "german", other: str = "") -> None:
        self.match = match
        self.hands = hands
        self.seat = seat
        self.other = other  # a side that nobody plays and that does as little as possible
        self.moved = self.attacked = 0
        self.seen: list[str] = []

    def view(self) -> dict[str, Any]:
        return self.match.view(self.seat)

    def step(self) -> None:
        """Answer the open decision, and wait until the page shows the answer."""
        view = self.view()
        choices, page = view["choices"], self.hands.page
        kind = choices["decision"]["kind"]
        self.seen.append(kind)
        self.hands.sitting.wait_for(choices["decision"]["prompt"])
        buttons = page.locator(".card-over [data-do]")
        if choices["targets"] and not self.attacked:
            self.attack(choices["targets"])
        elif kind in MOVES and not self.moved:
            self.move(view)
        elif kind == "set-up":
            self.hands.press(page.locator("#history"))
        elif choices.get("picker"):
            self.main('[data-do="picked"]')
        elif any(button["end"] for button in choices["buttons"]):
            self.end()
        elif choices["hexes"] and not buttons.count():
            self.hands.hex(sorted(choices["hexes"])[0])
        elif buttons.count():
            self.hands.press(buttons.first)
        else:
            self.go(choices["units"][0])
        self.answered(view["seq"])

    def main(self, gold: str) -> None:
        """Press Enter, or the gold button."""
        if isinstance(self.hands, Keys):
            self.hands.page.keyboard.press("Enter")
        else:
            self.hands.press(self.hands.page.locator(gold))

    def attack(self, targets: list[dict[str, Any]]) -> None:
        """Return the first hex for which the proposed attack can be declared; in Tigers an easy one."""
        hexes = [target["hex"] for target in targets]
        self.hands.hex("1206" if "1206" in hexes else hexes[0])
        self.hands.page.wait_for_selector("#declare:not([disabled])")
        self.main("#declare")
        self.attacked += 1

    def move(self, view: dict[str, Any]) -> None:
        """Return a unit that can go to an empty hex without a question; on the map one that is alone."""
        at = {u["id"]: u["hex"] for u in view["board"]["units"]}
        units, taken = sorted(view["choices"]["units"]), list(at.values())
        able = units if isinstance(self.hands, Typed) else [u for u in units if taken.count(at[u]) == 1]
        result = next(((u, w) for u in able for w in self.ways(u) if w["hex"] not in taken), None)
        if result is None:
            self.end()  # no unit may move yet
            return
        unit, way = result
        self.hands.unit(unit, at[unit])
        self.hands.page.wait_for_selector(f'.panel .unit[data-unit="{unit}"] >> text=In reach')
        self.hands.hex(way["hex"])
        self.moved += 1

    def ways(self, unit: str) -> list[dict[str, Any]]:
        """Return where a click moves the unit at once."""
        reach: list[dict[str, Any]] = self.match.get(self.seat, "/reach", unit=unit).json()["reach"]
        mode = "" if any(way["mode"] == "" for way in reach) else reach[0]["mode"] if reach else ""
        return [way for way in reach if way["mode"] == mode and not way.get("ask")]

    def go(self, unit: str) -> None:
        at = {u["id"]: u["hex"] for u in self.view()["board"]["units"]}
        self.hands.unit(unit, at[unit])
        ways = self.match.get(self.seat, "/reach", unit=unit).json()["reach"]
        self.hands.hex(ways[0]["hex"])

    def end(self) -> None:
        if isinstance(self.hands, Keys):
            self.hands.page.keyboard.press("e")
        else:
            self.hands.press(self.hands.page.locator("#end"))

    def answered(self, seq: int) -> None:
        """Wait until the page shows the next change; answer its questions with yes."""
        sure = self.hands.page.locator("dialog[open] .options button:focus")
        for _ in range(600):
            now = self.view()["seq"]
            if now != seq:
                self.hands.sitting.ready(now)
                return
            if sure.count():
                self.main("dialog[open] .options button:focus")
            self.hands.page.wait_for_timeout(50)
        raise AssertionError(f"nothing happened at {self.seen[-1]!r}: {self.hands.sitting.prompt()}")

    def pass_on(self, buttons: list[dict[str, Any]]) -> None:
        """Let the other side end what it can, and give any answer where it must."""
        ends = [button["order"] for button in buttons if button["end"]]
        if ends:
            self.match.done(self.other, ends[0])
        else:
            any_order(self.match, Random(0))

    def until(self, done: Any, most: int = 60) -> None:
        """Answer everything the seat is asked until the view satisfies the condition."""
        for _ in range(most):
            view = self.view()
            if done(view):
                return
            if view["choices"]["mine"]:
                self.step()
            elif self.other:
                self.pass_on(self.match.view(self.other)["choices"]["buttons"])
            else:
                self.hands.page.wait_for_timeout(100)
        raise AssertionError(f"not reached; decisions seen: {self.seen}")
