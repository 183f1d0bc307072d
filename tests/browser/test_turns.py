"""A whole German turn in a real browser: by keyboard alone in every game, with the mouse, on a phone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.hands import Finger, Keys, Mouse, Turn, Typed
from tests.browser.sitting import Sitting
from tests.browser.test_flow import set_up_other, sit_alone
from tests.server.running import Player, Running

pytestmark = pytest.mark.standing


def begin(server: Running) -> Player:
    """A person plays the Germans, the computer the Allies."""
    return server.make({"german": "me", "allied": "random"}, seed=3)


def german_turn_over(view: dict[str, Any]) -> bool:
    turn, phase = view["board"]["turn"], view["board"]["phase"]
    return bool(turn > 1 or (turn == 1 and phase["title"] == "allied reinforcements"))


def play(sitting: Sitting, match: Player, hands: Mouse) -> Turn:
    sitting.sit(match)
    turn = Turn(match, hands)
    turn.until(german_turn_over)
    assert turn.moved
    assert turn.attacked
    assert {"choose set-up", "place", "drop", "declare", "fight", "move"} <= set(turn.seen)
    return turn


def test_with_the_mouse_and_the_computer_answers(sitting: Sitting, server: Running) -> None:
    match = begin(server)
    turn = play(sitting, match, Mouse(sitting))
    # The computer plays its whole turn, asks what it must, and the second German turn begins.
    turn.until(lambda view: view["board"]["turn"] == 2 and view["choices"]["mine"], most=400)
    sitting.page.wait_for_function("() => document.querySelector('.when').innerText.includes('Turn 2')")
    text = sitting.page.locator(".log").inner_text()
    assert "T1" in text
    sitting.picture("turn-two")


def test_by_keyboard_alone(sitting: Sitting, server: Running) -> None:
    play(sitting, begin(server), Keys(sitting))


@pytest.mark.parametrize(
    ("game", "other", "decisions"),
    [
        ("breakthrough", "american", {"organization", "operations"}),
        ("wave_of_terror", "allied", {"set-up", "fight", "move"}),
        ("playsheet", "allied", {"orders"}),
    ],
)
def test_by_keyboard_alone_from_the_first_question_to_the_other_side(
    sitting: Sitting, server: Running, game: str, other: str, decisions: set[str]
) -> None:
    """Select and move a unit, plan an attack, answer its questions, and end the turn."""
    match = server.make({"german": "me", other: "beside"}, game=game, seed=3)
    set_up_other(match, game)
    sit_alone(sitting, match, "german")
    turn = Turn(match, Typed(sitting), other=other)

    def handed_over(view: dict[str, Any]) -> bool:
        choices = match.view(other)["choices"]
        return bool(not view["choices"]["mine"] and choices["mine"] and not choices["answers"])

    turn.until(lambda view: turn.attacked and turn.moved and handed_over(view))
    assert decisions <= set(turn.seen)
    assert match.view("german")["orders"] > 2


class TestOnAPhone:
    @pytest.fixture
    def browser_context_args(self) -> dict[str, Any]:
        return {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}

    def test_with_a_finger(self, sitting: Sitting, server: Running) -> None:
        play(sitting, begin(server), Finger(sitting))
        wide = sitting.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360, "the page is wider than the phone"
        sitting.picture("phone")
