"""What happened at a turning point: every kind of event has a sentence, and decisive events are named."""

from __future__ import annotations

from importlib import import_module
from typing import Any, get_args, get_type_hints

import pytest

from ardennes.after.analysis import light_account
from ardennes.after.features.reading import reading_of
from ardennes.after.happenings.kinds import Rank, Teller, kinds_of
from ardennes.after.value import value_of
from ardennes.games import GAMES, find_game, table_of
from ardennes.kernel.contract import AnyGame, Event, Result
from tests.after.playing import SHORT, finished

# Together these matches contain exits, surrenders, dumps, a concession, a drawn game and a last turn.
VARIED = (
    *SHORT,
    "tigers/staff_random",
    "wave_of_terror/by_hand",
    "playsheet/by_hand",
    "wave_of_terror/end_run_cutter",
    pytest.param("breakthrough/end_run_cutter_last_seven_free", marks=pytest.mark.long),
)
UNITS = {  # fields that contain the ids of units
    "units", "attackers", "defenders", "parts", "commands", "unsupplied", "isolated", "own", "out",
    "out_of_fuel",
}  # fmt: skip


def event_types(game_id: str) -> set[type[Event]]:
    """Return every kind of event of a game: those it declares, and those added to its module."""
    module = import_module(f"ardennes.games.{game_id}.rules.model.events")
    declared = set(get_args(module.AnyEvent))
    defined = {
        item
        for item in vars(module).values()
        if isinstance(item, type) and issubclass(item, Event) and item.__struct_config__.tag is not None
    }
    return declared | {item for item in defined if item.__module__ == module.__name__ and _concrete(item)}


def _concrete(kind: type[Event]) -> bool:
    """Return whether the type has a tag. A base class has its own name as tag."""
    return kind.__struct_config__.tag != kind.__name__


def announced(game_id: str) -> frozenset[type[Event]]:
    result: frozenset[type[Event]] = import_module(f"ardennes.after.happenings.{game_id}").ANNOUNCED
    return result


@pytest.mark.parametrize("game_id", GAMES)
def test_every_kind_of_event_has_a_sentence_or_only_announces(game_id: str) -> None:
    """A new kind of event fails here until the turning points describe it."""
    kinds = set(kinds_of(game_id))
    assert kinds | announced(game_id) == event_types(game_id)
    assert not kinds & announced(game_id)


@pytest.mark.parametrize("game_id", GAMES)
def test_what_ends_a_match_is_reported_first(game_id: str) -> None:
    ends = {kind.__name__ for kind, reported in kinds_of(game_id).items() if reported.rank == Rank.END}
    assert ends == {"GameOver"}


class Example:
    """Make an event of any kind from the types and names of its fields."""

    def __init__(self, game: AnyGame) -> None:
        world: Any = game.world  # type: ignore[attr-defined]
        self.unit = next(iter(world.by_id))
        self.hex = next(x.id for x in table_of(game).stage().hexes)
        self.air = next(iter(getattr(world, "air_by_id", {})), "")
        self.bridge = next(iter(getattr(world, "bridge_by_name", {})), f"{self.hex}/{self.hex}")
        self.game = game

    def of(self, kind: type[Event]) -> Event:
        hints = get_type_hints(kind)
        values = {name: self.value(name, hints[name]) for name in kind.__struct_fields__}
        return kind(**values)

    def value(self, name: str, hint: Any) -> Any:
        fixed: dict[str, Any] = {
            "unit": self.unit, "hex": self.hex, "air": self.air, "enemy": self.air, "side": "german",
            "by": "german", "bridge": self.bridge, "result": "DE", "work": "blow",
            "hexside": f"{self.hex}/{self.hex}", "source": "town", "task": "fighters", "how": "move",
            "corps": "", "exact": (),
            "mission": "attack", "why": "because.", "type": "", "parents": (), "states": ("supplied",),
        }  # fmt: skip
        if name in fixed:
            return fixed[name]
        if name in UNITS:
            return (self.unit,)
        if name in ("path", "targets"):
            return (self.hex, self.hex)
        if hint is int:
            return 1
        if hint is bool:
            return True
        if hint is str:
            return self.hex if name in ("target", "left", "top") else "test"
        return (
            (1, 2)
            if "int, int" in str(hint)
            else (1,)
            if "int" in str(hint) and "str" not in str(hint)
            else ()
        )


@pytest.mark.parametrize("game_id", GAMES)
def test_every_sentence_can_be_written(game_id: str) -> None:
    game = find_game(game_id)
    teller = Teller(game, reading_of(game), Result(0, "German victory", 1, "All is German.", "X-1", 1))
    example = Example(game)
    for kind, outcome in kinds_of(game_id).items():
        words = outcome.words(teller, [example.of(kind)])
        assert words.endswith((".", ")")), kind
        assert "[" not in words, kind


@pytest.mark.parametrize("name", VARIED)
def test_announcements_change_no_chance(name: str) -> None:
    """An order that only announces something does not change the value of the position."""
    match = finished(name)
    value = value_of(match.game, match.setting.scenario)
    assert value is not None
    only = announced(match.game.id)
    before, checked = value.chances(match.state_at(0)), 0
    for _, events, state in match.replay():
        now = value.chances(state)
        if events and all(type(event) in only for event in events):
            assert now == before, events
            checked += 1
        before = now
    assert checked


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "tigers/staff_random",
            ("left the map over the Meuse", "2.5 divisions are out in supply, and 2 win"),
        ),
        (
            "wave_of_terror/end_run_cutter",
            ("The match ended: German strategic victory", "left the map beyond"),
        ),
        ("wave_of_terror/by_hand", ("The match ended", "The Allied side conceded")),
        ("playsheet/by_hand", ("The match ended: Allied strategic victory: the Germans have 0 points",)),
        ("breakthrough/clervaux_staff", ("The match ended: American victory. Marvie is German",)),
        pytest.param(
            "tigers/staff", ("The Allied garrison of Bastogne was relieved",), marks=pytest.mark.long
        ),
        ("tigers/peiper_staff", ("If the match had ended then, the result would have been: German victory",)),
    ],
)
def test_the_event_that_decided_is_named(name: str, words: tuple[str, ...]) -> None:
    account = light_account(finished(name), samples=2)
    text = " ".join(swing.why for swing in account.swings)
    assert all(part in text for part in words), text
    assert "Nothing was lost and no place changed hands" not in text


@pytest.mark.parametrize("name", SHORT)
def test_a_turning_point_names_the_order_to_look_at(name: str) -> None:
    match = finished(name)
    for swing in light_account(match, samples=2).swings:
        assert swing.order < swing.step <= swing.until
        game: Any = match.game
        assert swing.step_text == game.label(
            match.state_at(swing.step - 1), match.journal[swing.step - 1].order
        )
