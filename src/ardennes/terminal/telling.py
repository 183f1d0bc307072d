"""What happened, told to whoever looks: events as a side may know them, the computer with its reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ardennes.kernel.contract import Event, Order, Rolled
from ardennes.kernel.match import Match
from ardennes.kernel.visibility import visible_events
from ardennes.terminal.desk import Desk
from ardennes.terminal.screen import Part, Screen

HEADING = "-- "


class Spoken(NamedTuple):
    """Lines of the log, and a heading that waits for something to happen below it."""

    lines: list[str]
    heading: str
    battles: tuple[int, ...] = ()  # the lines that tell the result of a battle


class Teller:
    """Puts events into lines. Headings appear only where something happens below them."""

    def __init__(self, screen: Screen, desk: Desk, pause: Callable[[], None] = lambda: None) -> None:
        """`pause` waits as long as the display speed says: after a battle, and after the enemy's orders."""
        self.screen = screen
        self.desk = desk
        self.pause = pause
        self.heading = ""

    def show_heading(self) -> None:
        """The heading that was waiting, because a question is coming now."""
        if self.heading:
            self.screen.say((HEADING + self.heading, "bold"))
            self.heading = ""

    def spoken(self, match: Match[Any], events: Sequence[Event], side: int | None, heading: str) -> Spoken:
        lines: list[str] = []
        battles: list[int] = []
        for event in visible_events(match.game, events, side):
            if self.desk.is_heading(event):
                heading = match.game.tell(event)
                continue
            if self.desk.is_silent(event):
                continue
            if heading:
                lines.append(HEADING + heading)
                heading = ""
            if self.desk.is_battle(event):
                battles.append(len(lines))
            lines.append(match.game.tell(event))
        return Spoken(lines, heading, tuple(battles))

    def tell(self, match: Match[Any], events: Sequence[Event], side: int | None) -> None:
        """What came of a person's order."""
        spoken = self.spoken(match, events, side, self.heading)
        self.heading = spoken.heading
        self.say_lines(spoken.lines or self._all_quiet(match, events, side), spoken.battles)

    def _all_quiet(self, match: Match[Any], events: Sequence[Event], side: int | None) -> list[str]:
        """What came of an order that nothing else sums up: whoever gave it is told all the same."""
        visible = visible_events(match.game, events, side)
        return [match.game.tell(event) for event in visible if not self.desk.is_heading(event)]

    def tell_computer(
        self, match: Match[Any], events: Sequence[Event], side: int | None, who: int, order: Order, why: str
    ) -> None:
        """What the computer did and why, as far as the eyes at the screen may hear it."""
        text = self.desk.write(order)
        if text == "end":  # what follows is not its doing
            self.tell(match, events, side)
            return
        view = match.game.view(match.state, side)
        spoken = self.spoken(match, events, side, self.heading)
        lines, battles = spoken.lines, spoken.battles
        if not self._tells_itself(match, events, side) and self.desk.may_hear(view, side, text, order):
            at = 1 if lines and lines[0].startswith(HEADING) else 0
            lines = [*lines[:at], text, *lines[at:]]
            battles = tuple(number + 1 for number in battles)
        reason = why if why and self.desk.may_hear(view, side, why, order) else ""
        name = match.game.sides[who]
        self.heading = spoken.heading
        for number, words in enumerate(lines):
            first = number == (1 if lines[0].startswith(HEADING) else 0)
            if not first:
                self.say_lines([words])
            else:
                parts: list[Part] = [(f"{name.capitalize()}: ", name), words]
                self.screen.say(*parts, (f"  ({reason})" if reason else "", "why"))
            if number in battles and number < len(lines) - 1:
                self.pause()
        if lines:
            self.pause()

    def say_lines(self, lines: Sequence[str], battles: Sequence[int] = ()) -> None:
        for number, text in enumerate(lines):
            self.screen.say((text, "bold") if text.startswith(HEADING) else text)
            if number in battles:
                self.pause()

    def _tells_itself(self, match: Match[Any], events: Sequence[Event], side: int | None) -> bool:
        """Does the log say what was ordered? Not if it begins with a die or says nothing."""
        for event in visible_events(match.game, events, side):
            if not self.desk.is_heading(event):
                return not isinstance(event, Rolled)
        return False

    def log_lines(self, match: Match[Any], side: int | None, first: int) -> list[str]:
        """What has happened since order `first`, as the side may know it."""
        lines: list[str] = []
        heading = ""
        for _, events, _ in match.replay(first):
            spoken = self.spoken(match, events, side, heading)
            lines += spoken.lines
            heading = spoken.heading
        return lines
