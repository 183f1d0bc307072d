"""`ardennes bench`: the references give the engine's answers, and the figures are reported correctly."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from ardennes import cli
from ardennes.dice import SealedDice, seed_from_number
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.model.position import stack_at
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.rules.movement.moves import routes as bta_routes
from ardennes.games.breakthrough.rules.sequence.phases import OPERATIONS
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model.orders import Fight
from ardennes.games.tigers.rules.model.state import ChoosingFight, Moving, TigersState
from ardennes.games.tigers.rules.movement.moves import routes
from ardennes.games.tigers.rules.movement.supply import supplied_hexes
from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.movement.search import routes as wave_routes
from ardennes.hexes import bits
from ardennes.kernel.match import new_match, settle_options
from ardennes.kernel.offers import sample
from ardennes.kernel.reach import reach
from bench import breakthrough, page, references, wave_of_terror
from bench.command import ASKED_FOR, BENCHMARKS, SUBJECTS, document, table
from bench.measure import Effort, Figure, seconds_a_call
from bench.positions import germans_on_the_move, random_play
from bench.served import percentile, serving
from bench.wide import End, Wide
from bench.wide_table import WideTable

GAME = Tigers()
W = GAME.world


def positions(seed: int, every: int) -> Iterator[TigersState]:
    """Positions of a random game."""
    dice, rng = SealedDice(seed_from_number(seed)), Random(seed)
    s = GAME.start("campaign", settle_options(GAME, {}), dice)
    orders = 0
    while sides := GAME.to_move(s):
        if orders % every == 0:
            yield s
        order = sample(GAME.offers(GAME.view(s, sides[0]), sides[0]), rng)
        assert order is not None
        GAME.apply(s, sides[0], order, dice)
        orders += 1


def test_supply_by_sets_is_the_engines_supply() -> None:
    looked, different = 0, set()
    for s in positions(3, 40):
        for side in (0, 1):
            result = supplied_hexes(W, s, side)
            assert set(bits(result)) == references.supply_by_sets(W, s, side)
            different.add(result)
            looked += 1
    assert looked > 20
    assert len(different) > 10, "positions that are all the same prove nothing"


def test_routes_by_heapq_are_the_engines_routes() -> None:
    compared = 0
    for s in positions(4, 50):
        frame = s.stack[-1]
        if isinstance(frame, Moving):
            for unit in W.of_side[frame.side]:
                if s.where[unit] >= 0:
                    ends = {(r.cell, r.can_attack, r.road_end) for r in routes(W, s, unit)}
                    assert ends == references.routes_by_heapq(W, s, unit)
                    compared += len(ends)
    assert compared > 500


def test_reach_by_heapq_is_the_kernels_reach() -> None:
    graph = references.cost_graph(W)
    for place in ("Bastogne", "Liege", "Echternach"):
        start = W.board.hex_of[place]
        plain = references.reach_by_heapq(graph, W.grid.label(start), 9)
        result = reach(
            start,
            9,
            lambda node, spent: [(W.grid.at(t), cost) for t, cost in graph[W.grid.label(node)].items()],
        )
        assert {W.grid.label(cell): cost for cell, cost in result.cost.items()} == plain
        assert len(plain) > 10


def test_the_plain_ways_of_breakthrough_are_the_engines() -> None:
    game = Breakthrough()
    compared = 0
    for seed, turn in ((7, 2), (8, 4), (9, 5)):

        def there(s: BreakthroughState, turn: int = turn) -> bool:
            return s.turn == turn and s.phase in OPERATIONS

        s, _ = random_play(game, seed, there, "twelve")
        for unit in game.world.of_side[s.acting]:
            if s.where[unit] >= 0:
                result = bta_routes(game.world, s, unit)
                plain = breakthrough.reach_by_heapq(game.world, s, unit)
                assert {cell: result.left(cell) for cell in result} == plain
                compared += len(plain)
    assert compared > 1000
    s, attackers, target = breakthrough.crowded_battle(game)
    assert len(attackers) >= 2
    assert len(stack_at(game.world, s, target)) >= 2


def test_the_plain_ways_of_wave_of_terror_are_the_engines() -> None:
    game = WaveOfTerror()
    s = germans_on_the_move(game)
    w, compared = game.world, 0
    for unit in w.of_side[0][::4]:
        if s.where[unit] >= 0:
            result = wave_routes(w, s, (unit,))
            plain = wave_of_terror.reach_by_heapq(w, s, (unit,))
            assert {cell: result.left(cell) for cell in result} == plain
            compared += len(plain)
    assert compared > 500
    assert wave_of_terror.forecast(game, Effort(1, 0.0)).ours > 0, "the forecast is compared with play"


@pytest.mark.parametrize("name", ["breakthrough", "wave_of_terror"])
def test_every_game_has_its_figures(name: str) -> None:
    subject = SUBJECTS[name]()
    assert set(subject.benchmarks) == {"random", "clone", "open", "routes", "offers", "forecast"}
    assert set(subject.benchmarks) <= set(BENCHMARKS)
    for benchmark in ("clone", "offers"):
        measured = subject.benchmarks[benchmark](Effort(1, 0.0))
        assert measured.ours > 0
        assert measured.budget is not None


def test_a_forecast_by_playing_sums_to_one() -> None:
    s = next(s for s in positions(5, 1) if s.turn > 1 and isinstance(s.stack[-1], ChoosingFight))
    side = s.stack[-1].side
    order = next(o for o in GAME.offers(s, side) if isinstance(o, Fight))
    before = s.digest()
    chances = references.forecast_by_playing(GAME, s, side, order)
    assert sum(chances.values()) == 1
    assert s.digest() == before
    for chance in GAME.preview(s, side, order):
        chances[chance.outcome] -= chance.probability
    assert set(chances.values()) == {0}


def test_a_deep_copy_is_another_state() -> None:
    s = next(positions(6, 1))
    copied = references.deep_copy(s)
    assert copied.digest() == s.digest()
    copied.where[0] = -2
    assert copied.digest() != s.digest()


def figure(ours: float, reference: float | None, budget: float | None, unit: str = "ms") -> Figure:
    return Figure("thing", unit, ours, reference, "plain", budget, "others 7")


@pytest.mark.parametrize(
    ("one", "is_met", "factor"),
    [
        (figure(2.0, 6.0, 5.0), True, 3.0),
        (figure(6.0, 3.0, 5.0), False, 0.5),
        (figure(100.0, 50.0, 120.0, "orders/s"), False, 2.0),
        (figure(130.0, 260.0, 120.0, "orders/s"), True, 0.5),
        (figure(1.0, None, None), None, None),
    ],
)
def test_budget_and_factor(one: Figure, is_met: bool | None, factor: float | None) -> None:
    assert one.is_met is is_met
    assert one.factor == factor
    assert table([one], "title").renderables
    assert document([one], Effort())["figures"][0]["met"] is is_met


def test_the_median_is_of_single_calls() -> None:
    calls = 0

    def call() -> None:
        nonlocal calls
        calls += 1

    assert seconds_a_call(call, Effort(3, 0.001)) >= 0
    assert calls > 10, "a short call is repeated until it can be measured"


def test_the_command_writes_its_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bench.json"
    assert cli.run(["bench", "--game", "tigers", "clone", "supply", "--quick", "--json", str(file)]) == 0
    result = json.loads(file.read_text(encoding="utf-8"))
    assert [f["name"] for f in result["figures"]] == ["clone of a state", "supply of a side"]
    for f in result["figures"]:
        assert f["ours"] > 0
        assert f["reference"] > 0
        assert f["unit"] == "µs"
    text = capsys.readouterr().out
    assert "copy.deepcopy" in text
    assert "networkx 3,125" in " ".join(text.split())


def test_an_unknown_benchmark_names_the_valid_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["bench", "luck"]) == cli.USER_MISTAKE
    assert "no benchmark 'luck'; there are: random, reach, routes" in capsys.readouterr().err


def test_an_unknown_game_names_those_that_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["bench", "--game", "chess"]) == cli.USER_MISTAKE
    assert "no game 'chess' to measure; there are: tigers, breakthrough" in capsys.readouterr().err


@pytest.mark.parametrize("name", ASKED_FOR)
def test_what_is_asked_for_can_be_run(name: str) -> None:
    module = import_module(f"bench.{name}")
    assert module.title()
    assert callable(module.run)


def test_the_table_is_not_measured_without_a_browser(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "find_chromium", lambda: None)
    assert cli.run(["bench", "table"]) == cli.USER_MISTAKE
    assert "no Chromium on the PATH" in " ".join(capsys.readouterr().err.split())


def test_the_wide_board_is_a_game_the_server_can_play() -> None:
    game = Wide()
    match = new_match(game, seed=seed_from_number(1))
    table_of_it = WideTable(game)
    assert (len(table_of_it.stage().hexes), len(table_of_it.stage().units)) == (2400, 650)
    rng = Random(1)
    for _ in range(6):
        side = game.to_move(match.state)[0]
        unit = rng.choice(table_of_it.choices(match.state, side).units)
        ways = table_of_it.reach(match.state, side, unit)
        if ways:
            match.play(side, game.read_order(rng.choice(ways).order))
    match.play(0, End())
    assert match.seq > 3
    assert game.to_move(match.state) == (1,)


@pytest.mark.long
def test_the_lobby_lists_the_wide_board_like_any_game() -> None:
    with serving("bench.wide_serve", "FOLDER") as served:
        assert served.get("/api/games")["games"][-1]["id"] == Wide.id


def test_percentiles() -> None:
    assert [percentile(range(1, 101), p) for p in (50, 95, 100)] == [50, 95, 100]
    assert percentile([7.0], 95) == 7.0


def test_figures_do_not_go_where_there_is_no_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["bench", "clone", "--json", "no/such/out.json"]) == cli.USER_MISTAKE
    assert "there is no folder no/such" in capsys.readouterr().err
