"""Wave of Terror's table: offers are legal, displayed values match the engine, nothing hidden leaks."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest

from ardennes.dice import SealedDice, seed_from_number
from ardennes.games import table_of
from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.model import orders as o
from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.model.position import forget_lines, put
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.movement.search import routes
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.games.wave_of_terror.table.reach import WITHOUT
from ardennes.games.wave_of_terror.table.stage import SIGNS
from ardennes.hexes import bits
from ardennes.kernel.names import hex_text
from ardennes.kernel.offers import sample
from ardennes.kernel.table import Marches
from ardennes.kernel.wire import Entry, March

GAME = WaveOfTerror()
TABLE = table_of(GAME)
W = GAME.world
DICE = SealedDice(seed_from_number(5))
T = TypeVar("T")


def there(value: T | None) -> T:
    assert value is not None
    return value


def begun(profile: str = "full") -> WaveState:
    return GAME.start("campaign", {"profile": profile}, SealedDice(seed_from_number(1)))


def give(state: WaveState, order: Any) -> None:
    side = state.stack[-1].side
    refusal = GAME.check(state, side, order)
    assert refusal is None, refusal
    GAME.apply(state, side, order, DICE)


def set_up(profile: str = "full") -> WaveState:
    """Make the historical setup of both sides."""
    state = begun(profile)
    for _ in range(2):
        give(state, o.AutoSetup())
        give(state, o.END)
    return state


def moving(state: WaveState, side: int) -> WaveState:
    """Go to the side's next movement phase, with nobody doing anything before."""
    while not (isinstance(state.stack[-1], f.Moving) and state.stack[-1].side == side):
        frame = state.stack[-1]
        answer: Any = o.ChooseOrder(False) if isinstance(frame, f.Declaring) else o.END
        give(state, answer)
    return state


def positions(profile: str, seed: int, most: int) -> Iterator[WaveState]:
    """Return positions of a random game: a few of every kind of decision."""
    state, rng, dice = set_up(profile), Random(seed), SealedDice(seed_from_number(seed))
    visited: dict[type, int] = {}
    for _ in range(most):
        if not state.stack:
            return
        kind = type(state.stack[-1])
        visited[kind] = visited.get(kind, 0) + 1
        if visited[kind] <= 3 or visited[kind] % 400 == 0:
            yield state
        side = state.stack[-1].side
        order = sample(GAME.offers(GAME.view(state, side), side), rng)
        assert order is not None
        GAME.apply(state, side, order, dice)


def offered(view: WaveState, side: int, rng: Random) -> Iterator[dict[str, Any]]:
    """Return the orders the table offers ready to give; some of the many units' paths."""
    choices = TABLE.choices(view, side)
    entries: list[Entry] = [*choices.buttons, *(e for es in choices.hexes.values() for e in es)]
    entries += [e for es in choices.sides.values() for e in es]
    panels = list(choices.panels)
    units = choices.units
    for unit in rng.sample(units, min(4, len(units))) + choices.card[:2]:
        panels += TABLE.doings(view, side, unit)
        result = TABLE.reach(view, side, unit)
        yield from (way.order for way in rng.sample(result, min(25, len(result))))
    for target in choices.targets[:6]:
        yield there(TABLE.odds(view, side, [target.hex], there(target.first)).order)
    for panel in panels:
        entries += panel.buttons
    yield from (entry.order for entry in entries)


@pytest.mark.long
@pytest.mark.parametrize("profile", ["full", "basic"])
def test_all_that_is_offered_may_be_given(profile: str) -> None:
    kinds = set()
    rng = Random(3)
    for state in positions(profile, 7, 1500):
        side = state.stack[-1].side
        view = GAME.view(state, side)
        for plain in offered(view, side, rng):
            order = GAME.read_order(plain)
            assert GAME.check(view, side, order) is None, plain
            assert GAME.tidy(order) == order
            assert TABLE.words(view, side, plain)
            kinds.add(type(order))
        board = TABLE.board(view, side)
        assert msgspec.json.encode(board)
        for unit in board.units:
            assert set(unit.marks) <= set(SIGNS)
    assert {o.End, o.Move, o.Attack, o.Lose, o.ChooseOrder, o.Concede} <= kinds
    assert profile == "basic" or {o.Support, o.ShowTop} <= kinds


def test_the_stage_lies_on_the_art() -> None:
    """Neighbors are one hex apart, every hex is on the sheet, every unit has its counter."""
    stage = TABLE.stage()
    width, height = stage.map.size
    at = {h.id: (h.x, h.y) for h in stage.hexes}
    step = stage.map.radius * 3**0.5
    for hex_ in stage.hexes:
        assert 0 < hex_.x < width
        assert 0 < hex_.y < height
        for other in hex_.near:
            apart = hypot(hex_.x - at[other][0], hex_.y - at[other][1])
            assert apart == pytest.approx(step, abs=0.3)
    assert len(stage.units) == 656
    assert len(stage.crt) == 6
    assert len(stage.crt[0]) == len(stage.odds)


def test_one_click_sets_up_and_the_end_says_what_is_missing() -> None:
    state = begun()
    choices = TABLE.choices(GAME.view(state, ALLIED), ALLIED)
    assert choices.mine
    assert not choices.answers
    assert there(choices.end).rule == "WOT-3.7"
    assert choices.buttons[0].order == {"do": "auto_setup"}
    give(state, o.AutoSetup())
    choices = TABLE.choices(GAME.view(state, ALLIED), ALLIED)
    assert choices.end is None
    assert choices.card == []
    assert TABLE.choices(GAME.view(state, GERMAN), GERMAN).mine is False


def test_set_up_is_refused_outside_its_radius() -> None:
    state = begun()
    view = GAME.view(state, ALLIED)
    unit = next(u for u in W.units if u.side == ALLIED and u.setup_hex >= 0 and u.radius == 1)
    ways = TABLE.reach(view, ALLIED, unit.id)
    assert ways
    assert all(W.grid.distance(unit.setup_hex, W.grid.at(way.hex)) <= 1 for way in ways)
    far = next(c for c in W.grid.cells if W.grid.distance(c, unit.setup_hex) == 4 and c in _home(ALLIED))
    (refusal,) = TABLE.why(view, ALLIED, unit.id, W.grid.label(far))
    assert refusal.rule == "WOT-3.3"


def _home(side: int) -> set[int]:
    german = W.board.german_side
    return {c for c in W.grid.cells if bool(german >> c & 1) == (side == GERMAN)}


def test_reach_is_that_of_the_engine_alone_with_the_stack_and_in_column() -> None:
    state = moving(set_up(), GERMAN)
    view = GAME.view(state, GERMAN)
    stacked = next(u for u in W.of_side[GERMAN] if _mates(view, u) and not W.artillery[u])
    ways = TABLE.reach(view, GERMAN, W.units[stacked].id)
    alone = {way.hex for way in ways if way.mode == ""}
    assert alone == {W.grid.label(c) for c in routes(W, view, (stacked,))}
    together = [way for way in ways if way.mode in ("whole stack", "whole formation")]
    assert together
    assert all(len(way.order["units"]) > 1 for way in together)
    assert not any(way.order["column"] for way in ways)  # turn 1, first couplet: WOT-5.8
    give(state, GAME.read_order(together[0].order))


def _mates(s: WaveState, unit: int) -> bool:
    here = s.where[unit]
    return here >= 0 and unit not in s.kg and s.where.count(here) > 1


def test_a_drawn_way_is_judged_step_by_step() -> None:
    state = moving(set_up(), GERMAN)
    view = GAME.view(state, GERMAN)
    unit = next(u for u in W.of_side[GERMAN] if view.where[u] >= 0 and len(routes(W, view, (u,))) > 5)
    name = W.units[unit].id
    ways = {tuple(there(way.path)): way for way in TABLE.reach(view, GERMAN, name) if way.mode == ""}
    path = max(ways, key=len)
    judged = TABLE.route(view, GERMAN, name, path, "")
    assert judged.refusal is None
    assert judged.ways == [ways[path]]
    judged = TABLE.route(view, GERMAN, name, [*path, "W1800"], "")
    assert judged.path == list(path)
    assert not judged.ways
    assert there(judged.refusal).rule.startswith("WOT-")


def test_why_not_says_who_can() -> None:
    state = moving(set_up(), GERMAN)
    view = GAME.view(state, GERMAN)
    unit = next(u for u in W.of_side[GERMAN] if view.where[u] >= 0 and routes(W, view, (u,)))
    hex_ = W.grid.label(next(iter(routes(W, view, (unit,)))))
    assert TABLE.why(view, GERMAN, W.units[unit].id, hex_) == []
    (reason,) = TABLE.why(view, GERMAN, None, hex_)
    assert reason.facts.startswith(f"These units can reach {hex_text(W, hex_)} now: ")
    assert TABLE.why(view, GERMAN, W.units[unit].id, "W1800")[0].rule.startswith("WOT-")


def fighting() -> WaveState:
    """The first German combat phase."""
    state = set_up()
    while not isinstance(state.stack[-1], f.Fighting):
        give(state, o.ChooseOrder(True) if isinstance(state.stack[-1], f.Declaring) else o.END)
    return state


def test_attackers_offered_go_together_and_the_odds_are_the_engines() -> None:
    state = fighting()
    view = GAME.view(state, GERMAN)
    targets = TABLE.choices(view, GERMAN).targets
    assert len(targets) > 10
    for target in targets:
        first = there(target.first)
        odds = TABLE.odds(view, GERMAN, [target.hex], first)
        order = GAME.read_order(there(odds.order))
        chances = GAME.preview(view, GERMAN, order)
        assert [c.result for c in odds.chances] == [c.outcome for c in chances]
        assert sum(c.percent for c in odds.chances) == pytest.approx(100, abs=0.1)
        for more in there(odds.more):
            bigger = o.Attack((*first, more.unit), target.hex)
            assert GAME.check(view, GERMAN, GAME.tidy(bigger)) is None
    mixed = next(t for t in targets if len(t.attackers) > len(there(t.first)))
    refusal = TABLE.odds(view, GERMAN, [mixed.hex], mixed.attackers).refusal
    assert there(refusal).rule in ("WOT-10.16", "WOT-10.17")


def test_artillery_is_picked_at_the_battle() -> None:
    state = fighting()
    for target in TABLE.choices(GAME.view(state, GERMAN), GERMAN).targets:
        trial = state.clone()
        give(trial, o.Attack(tuple(there(target.first)), target.hex))
        frame = trial.stack[-1]
        if not isinstance(frame, f.Supporting):
            continue
        view = GAME.view(trial, frame.side)
        choices = TABLE.choices(view, frame.side)
        (where,) = choices.targets
        assert where.hex == target.hex
        odds = TABLE.odds(view, frame.side, [where.hex], there(where.first))
        assert there(odds.order)["do"] == "support"
        assert odds.do == "Bombard"
        assert there(TABLE.board(view, frame.side).battle).targets == [target.hex]
        return
    pytest.fail("no battle in range of artillery")


def test_nothing_below_the_top_of_an_enemy_stack_is_reported() -> None:
    state = moving(set_up(), GERMAN)
    view = GAME.view(state, GERMAN)
    answer = msgspec.json.encode([TABLE.board(view, GERMAN).units, TABLE.choices(view, GERMAN)]).decode()
    hidden = [u for u in W.of_side[ALLIED] if view.where[u] == f.UNSEEN]
    assert hidden
    assert not [W.units[u].id for u in hidden if f'"{W.units[u].id}"' in answer]
    assert any("more below" in mark for u in TABLE.board(view, GERMAN).units for mark in u.marks)


def test_in_the_other_sides_turn_nothing_is_offered() -> None:
    state = moving(set_up(), GERMAN)
    view = GAME.view(state, ALLIED)
    choices = TABLE.choices(view, ALLIED)
    assert not choices.mine
    assert not choices.buttons
    assert not choices.units
    unit = W.units[next(u for u in W.of_side[ALLIED] if view.where[u] >= 0)].id
    assert TABLE.reach(view, ALLIED, unit) == []
    assert TABLE.doings(view, ALLIED, unit) == []
    assert TABLE.route(view, ALLIED, unit, ["E3119"], "").refusal
    assert TABLE.why(view, ALLIED, unit, "E3119")[0].rule == "WOT-5.2"


def behind_the_lines() -> tuple[WaveState, str]:
    """An Allied battalion out of supply beside an aerial supply marker, on turn 5; the Allies move."""
    state = moving(set_up(), ALLIED)
    state.turn = 5
    name = next(u.id for u in W.units if u.side == ALLIED and state.where[u.index] >= 0 and u.movement == 4)
    put(W, state, [W.by_id[name]], W.grid.at("E4024"))
    state.markers.append(f.Marker(W.grid.at("E4024"), 30))
    state.struck = 1 << W.by_id[name]
    forget_lines(state)
    return state, name


def test_a_unit_may_go_without_aerial_supply() -> None:
    """WOT-6.15: the choice is a way to set out; a unit without supply has its reduced points."""
    state, name = behind_the_lines()
    view = GAME.view(state, ALLIED)
    ways = TABLE.reach(view, ALLIED, name)
    by_mode = {mode: [way for way in ways if way.mode == mode] for mode in ("", WITHOUT)}
    assert all(way.order["dry"] == (name,) for way in by_mode[WITHOUT])
    assert {way.hex for way in by_mode[WITHOUT]} < {way.hex for way in by_mode[""]}
    give(state, GAME.read_order(by_mode[WITHOUT][0].order))
    assert state.markers[0].left == 30
    judged = TABLE.route(view, ALLIED, name, there(by_mode[WITHOUT][0].path), WITHOUT)
    assert judged.ways[0].order == by_mode[WITHOUT][0].order


def test_the_marker_may_be_chosen() -> None:
    """WOT-6.15: another marker than the nearest is a way to set out, a way to attack, a way to bombard."""
    state, name = behind_the_lines()
    for label, unit in (("E3924", "A-ART-5.1"), ("E4025", "G-12SS-05")):
        put(W, state, [W.by_id[unit]], W.grid.at(label))
    state.struck |= 1 << W.by_id["A-ART-5.1"]
    state.markers.append(f.Marker(W.grid.at("E3924"), 30))
    forget_lines(state)
    view = GAME.view(state, ALLIED)
    far = [
        way for way in TABLE.reach(view, ALLIED, name) if way.mode == f"supplied from {hex_text(W, 'E3924')}"
    ]
    assert far
    assert all(way.order["draw"] == ((name, "E3924"),) for way in far)
    assert all(GAME.check(view, ALLIED, GAME.read_order(way.order)) is None for way in far)
    state.stack[-1] = f.Fighting(ALLIED)
    attach = TABLE.odds(GAME.view(state, ALLIED), ALLIED, ["E4025"], [name]).attach
    assert [x.order["draw"] for x in attach] == [(), ((name, "E3924"),)]
    give(state, GAME.read_order(attach[1].order))
    assert [marker.left for marker in state.markers] == [30, 28]
    (other,) = TABLE.odds(GAME.view(state, ALLIED), ALLIED, ["E4025"], ["A-ART-5.1"]).attach
    assert other.order["draw"] == (("A-ART-5.1", "E4024"),)
    assert "E4024" in other.label
    give(state, GAME.read_order(other.order))
    assert [marker.left for marker in state.markers] == [28, 28]


def test_an_attack_may_be_made_without_aerial_supply() -> None:
    state, name = behind_the_lines()
    put(W, state, [W.by_id["G-12SS-05"]], W.grid.at("E4025"))
    state.stack[-1] = f.Fighting(ALLIED)
    forget_lines(state)
    view = GAME.view(state, ALLIED)
    result = TABLE.odds(view, ALLIED, ["E4025"], [name])
    assert result.refusal is None
    (dry,) = result.attach
    assert dry.order["dry"] == (name,)
    assert dry.label.startswith(W.units[W.by_id[name]].name)
    assert GAME.check(view, ALLIED, GAME.read_order(dry.order)) is None


def test_what_lies_on_the_map_is_reported() -> None:
    """Depots face down to the Germans, aircraft, supplies with the rest, repairs on their hexside."""
    state, _ = behind_the_lines()
    state.interdicted = 1 << W.grid.at("E2712")
    mended = next(iter(bits(state.blown)))
    state.mending = 1 << mended
    reported = {side: TABLE.board(GAME.view(state, side), side).tokens for side in (GERMAN, ALLIED)}
    assert {token.label for token in reported[GERMAN] if token.look == "drum"} == {"?"}
    assert sorted(token.label for token in reported[ALLIED] if token.look == "drum") == ["", "", "D", "D"]
    for tokens in reported.values():
        others = {token.look: token for token in tokens}
        assert others["plane"].hex == "E2712"
        assert (others["parachute"].hex, others["parachute"].label) == ("E4024", "30")
        assert others["hammer"].side == W.board.bridges[mended].name


def test_a_division_marches_as_near_as_it_comes() -> None:
    """Every order is legal when its turn comes, each ends nearer the goal, no unit is named twice."""
    assert isinstance(TABLE, Marches)
    state = moving(set_up(), GERMAN)
    units = [W.units[u].id for u in W.parents[W.parent_by_id[GERMAN]["12SS"]].units if state.where[u] >= 0]
    plan = TABLE.march(GAME.view(state, GERMAN), GERMAN, units, "E3908", "")
    named = [name for step in plan.steps for name in step.units]
    assert len(plan.steps) > 1
    assert len(named) + len(plan.stay) >= len(units)
    assert len(set(named)) == len(named)
    goal = W.grid.at("E3908")
    for step in plan.steps:
        before, after = W.grid.at(step.from_), W.grid.at(step.to)
        assert W.grid.distance(after, goal) < W.grid.distance(before, goal)
        give(state, GAME.read_order(step.order))
        assert {state.where[W.by_id[name]] for name in step.units} == {after}


def test_a_march_that_cannot_be_says_why() -> None:
    assert isinstance(TABLE, Marches)
    state = moving(set_up(), GERMAN)
    view = GAME.view(state, GERMAN)
    assert "no hex" in TABLE.march(view, GERMAN, ["G-12SS-01"], "X9", "").stay[0].facts
    fight = fighting()
    outcome = TABLE.march(GAME.view(fight, GERMAN), GERMAN, ["G-12SS-01"], "E3908", "")
    assert outcome.stay[0].rule == "WOT-9.1"
    foreign = TABLE.march(view, GERMAN, ["A-2-01", "nobody"], "E3908", "")
    assert foreign == March([], [])


def test_who_can_come_to_a_hex_in_set_up_and_on_the_march() -> None:
    assert isinstance(TABLE, Marches)
    state = begun()
    view = GAME.view(state, ALLIED)
    reported = {comer.unit for comer in TABLE.comers(view, ALLIED, "E3610")}
    area = {name for name in TABLE.choices(view, ALLIED).units if _may_stand(view, name, "E3610")}
    assert reported == area
    assert reported
    assert TABLE.comers(view, GERMAN, "E3610") == []
    assert TABLE.comers(view, ALLIED, "X9") == []


def _may_stand(view: WaveState, name: str, hex_: str) -> bool:
    return any(way.hex == hex_ and not way.mode for way in TABLE.reach(view, ALLIED, name))
