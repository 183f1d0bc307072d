"""The conformance harness: it passes a correct game and finds every kind of planted fault."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ardennes.dice import Dice
from ardennes.errors import UserError
from ardennes.kernel import conformance, savefile
from ardennes.kernel.conformance import KINDS, LEVELS, Report, examine, forecasts, mutate, scene, shrink
from ardennes.kernel.conformance.legality import find
from ardennes.kernel.conformance.matches import only
from ardennes.kernel.conformance.report import Found
from ardennes.kernel.contract import Event, Order, Refused
from ardennes.kernel.match import Match, ReplayError, new_match
from ardennes.kernel.offers import Branch
from tests.kernel import planted_secrets
from tests.kernel.planted import PLANTS, ApplyFailsInTheMiddle
from tests.kernel.toygame import Attack, Blast, Done, Field, Lay, Move, Outpost

assert planted_secrets.__name__  # imported for its planted faults
PLANTED = [(kind, game) for kind, games in PLANTS.items() for game in games]


@pytest.fixture
def brief_shrinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """This tests only that a fault is found; how short a case becomes is tested below."""
    monkeypatch.setattr(shrink, "ATTEMPTS", 4)
    monkeypatch.setattr(scene, "TOO_LONG", 0.25)


@pytest.mark.long
@pytest.mark.parametrize(("level", "games"), [("light", 100), ("sweep", 60), ("quick", 10)])
def test_a_sound_game_passes(level: str, games: int) -> None:
    report = conformance.run(Outpost(), seeds=range(games), level=level, vary_options=True)
    assert report.ok, str(report)
    assert report.games == games
    assert report.winners.total() == games


@pytest.mark.long
def test_a_full_look_examines_everything() -> None:
    report = conformance.run(Outpost(), seeds=range(3), level="full")
    assert report.ok, str(report)
    for what in (
        "offered orders tried",
        "strange orders tried",
        "hidden twins compared",
        "orders played in two worlds",
        "forecasts compared with play",
        "matches examined",
        "orders applied twice",
    ):
        assert report.done[what] >= 10, what
    assert not report.done["searches given up"]


@pytest.mark.usefixtures("brief_shrinking")
@pytest.mark.parametrize(("kind", "game"), PLANTED, ids=[f"{k}-{g.__name__}" for k, g in PLANTED])
def test_planted_fault_is_found(kind: str, game: type[Outpost], tmp_path: Path) -> None:
    report = conformance.run(game(), seeds=range(30), max_orders=300, folder=tmp_path)
    assert [fault.kind for fault in report.faults] == [kind], str(report)
    fault = report.faults[0]
    assert fault.shortened_to <= fault.order_number
    assert fault.game == "outpost"
    assert f"seed {fault.seed}, after order {fault.order_number}" in str(fault)
    assert (tmp_path / fault.save).with_suffix(".txt").read_text(encoding="utf-8") == f"{fault}\n"
    assert savefile.read_header((tmp_path / fault.save).read_bytes(), fault.save).game == "outpost"


def undo_anything(self: Match[Any], side: int) -> str:
    return "" if self.journal and self.journal[-1].side == side else "no"


def undo_nothing(self: Match[Any], side: int) -> str:
    return "no"


def ends_open_to_undo(self: Match[Any], position: Any) -> None:
    return None


def cut_one_too_many(self: Match[Any], seq: int) -> None:
    seq = max(seq - 1, 0)
    self.state = self.state_at(seq)
    del self.journal[seq:]
    del self._marks[seq + 1 :]


def restart_everything(self: Match[Any], side: int) -> int:
    taken = self.seq
    self._cut(0)
    return taken


def fork_too_early(self: Match[Any], seq: int, seed: bytes | None = None) -> Match[Any]:
    return REAL_FORK(self, max(seq - 1, 0), seed)


def replay_fails(self: Match[Any]) -> int:
    raise ReplayError("after order 1 the position differs")


def state_at_the_end(self: Match[Any], seq: int) -> Any:
    return self.state.clone()


REAL_FORK = Match.fork
KERNEL_FAULTS = [
    ("undo", "why_no_undo", undo_anything),
    ("undo", "why_no_undo", undo_nothing),
    ("undo", "_result_in", ends_open_to_undo),
    ("undo", "_cut", cut_one_too_many),
    ("restart", "restart_phase", restart_everything),
    ("fork", "fork", fork_too_early),
    ("replay", "verify", replay_fails),
]


@pytest.mark.long
@pytest.mark.usefixtures("brief_shrinking")
@pytest.mark.parametrize(
    ("kind", "method", "wrong"), KERNEL_FAULTS, ids=[f"{k}-{w.__name__}" for k, _, w in KERNEL_FAULTS]
)
def test_fault_planted_in_the_kernel_is_found(
    kind: str, method: str, wrong: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Match, method, wrong)
    report = conformance.run(Outpost(), seeds=range(10))
    assert [fault.kind for fault in report.faults] == [kind], str(report)


def test_a_wrong_state_at_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shrink, "ATTEMPTS", 4)
    monkeypatch.setattr(Match, "state_at", state_at_the_end)
    report = conformance.run(Outpost(), seeds=range(3))
    assert report.faults[0].kind in {"undo", "replay"}


def test_every_kind_of_fault_has_been_planted() -> None:
    assert set(PLANTS) | {kind for kind, _, _ in KERNEL_FAULTS} == set(KINDS)


class ChokesOnMines(Outpost):
    def apply(self, state: Field, side: int, order: Order, dice: Dice) -> list[Event]:
        events = super().apply(state, side, order, dice)
        if any(isinstance(event, Blast) for event in events):
            raise ZeroDivisionError("mines were not counted")
        return events


def test_a_case_is_shrunk_to_the_orders_that_matter(tmp_path: Path) -> None:
    """A blast needs two mines laid and one step on one, and not a single order more."""
    game = ChokesOnMines()
    report = conformance.run(game, seeds=range(5), folder=tmp_path)
    fault = report.faults[0]
    assert (fault.kind, fault.side) == ("crash", "red")
    assert "mines were not counted" in fault.message
    assert '"do":"move"' in fault.order
    match = savefile.read(tmp_path / fault.save, only(game), replay=True)
    assert match.seq == fault.shortened_to == 2
    assert [type(entry.order) for entry in match.journal] == [Lay, Lay]
    order = game.read_order(msgspec.json.decode(fault.order))
    with pytest.raises(ZeroDivisionError):
        match.play(0, order)


def test_a_fault_that_needs_other_dice_says_so() -> None:
    """Once the case is short, the match's own next die need not show the fault."""
    report = conformance.run(ApplyFailsInTheMiddle(), seeds=range(5))
    assert "with dice other than the match's" in report.faults[0].message


@pytest.mark.long
def test_a_shrunk_case_of_a_sound_journal_is_a_whole_match(tmp_path: Path) -> None:
    planted = next(g for k, g in PLANTED if k == "forecast-wrong")
    report = conformance.run(planted(), seeds=range(12), folder=tmp_path)
    fault = report.faults[0]
    match = savefile.read(tmp_path / fault.save, only(Outpost()), replay=True)
    assert match.seq == fault.shortened_to < fault.order_number


def test_an_illegal_journal_is_no_case() -> None:
    setting = conformance.setting_of(Outpost(), 1, "short", {}, False)
    with pytest.raises(Refused):
        examine.fault_in(Outpost(), setting, [(0, Done())], LEVELS["quick"], Random(1))


@pytest.mark.long
def test_sampled_play_alone_finds_a_wrong_forecast(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the dice are too many to enumerate, sampling has to find the fault."""
    monkeypatch.setattr(forecasts, "MOST_SEQUENCES", 1)
    monkeypatch.setattr(shrink, "ATTEMPTS", 2)
    level = LEVELS["quick"]._replace(twins=0, mutants=0, matches=0, forecasts=4, rolls=240)
    assert conformance.run(Outpost(), "long", seeds=range(8), level=level).ok
    report = conformance.run(planted_secrets.TooHopeful(), "long", seeds=range(8), level=level)
    assert [fault.kind for fault in report.faults] == ["forecast-wrong"]
    assert "plays:" in report.faults[0].message


def test_stop_after_counts_faults() -> None:
    game = next(g for k, g in PLANTED if k == "endless")
    report = conformance.run(game(), seeds=range(10), max_orders=50, stop_after=3)
    assert (len(report.faults), report.games, report.ok) == (3, 3, False)


def test_progress_is_reported() -> None:
    reported: list[tuple[int, int]] = []
    conformance.run(Outpost(), seeds=range(3), level="light", progress=lambda n, of: reported.append((n, of)))
    assert reported == [(1, 3), (2, 3), (3, 3)]


def test_the_same_seeds_give_the_same_report() -> None:
    first, second = (conformance.run(Outpost(), seeds=range(2)) for _ in range(2))
    first.seconds = second.seconds = 0
    assert str(first) == str(second)


def test_unknown_scenario_and_option_are_named() -> None:
    with pytest.raises(UserError, match="short, long"):
        conformance.run(Outpost(), "medium")
    with pytest.raises(UserError, match="mines"):
        conformance.run(Outpost(), options={"mine": True})


def test_reports_add_up() -> None:
    whole = conformance.run(Outpost(), seeds=range(6), level="light")
    added = Report("outpost")
    for seeds in (range(4), range(4, 6)):
        added.add(conformance.run(Outpost(), seeds=seeds, level="light"))
    assert (added.games, added.orders, added.longest) == (whole.games, whole.orders, whole.longest)
    assert added.winners == whole.winners


def test_a_report_without_games_is_not_ok() -> None:
    assert not conformance.run(Outpost(), seeds=[]).ok


def test_fits_accepts_fair_and_refuses_loaded() -> None:
    fair: forecasts.Spread = {face: Fraction(1, 6) for face in range(6)}
    for seed in range(300):
        rng = Random(seed)
        assert forecasts.fits(fair, Counter(rng.randrange(6) for _ in range(120)))
    assert not forecasts.fits(fair, Counter(min(Random(s).randrange(9), 5) for s in range(240)))
    rare: forecasts.Spread = {"often": Fraction(99, 100), "rare": Fraction(1, 100)}
    assert forecasts.fits(rare, Counter({"often": 119, "rare": 1}))
    assert not forecasts.fits(rare, Counter({"often": 90, "rare": 30}))


def test_find_gives_up_in_an_endless_tree() -> None:
    def more() -> list[Branch | Done]:
        return [Branch("deeper", more), Branch("deeper", more)]

    assert find([Branch("in", more)], Done(), limit=100) is None
    assert find([Branch("in", more), Done()], Done(), limit=100) is None
    assert find([Done(), Branch("in", more)], Done(), limit=100) is True
    assert find([Branch("in", more, lambda order: False)], Done()) is False


def test_strangers_are_readable_orders_and_mostly_new() -> None:
    vocabulary = mutate.Vocabulary()
    seeds = [Move("R1", ("0201", "0301")), Attack(("R2",), "B1"), Lay("0302")]
    for order in seeds:
        vocabulary.learn(order)
    made = list(mutate.strangers(Outpost(), list(seeds), vocabulary, Random(3), 400))
    new = [order for order in made if order not in seeds]
    assert len(made) > 300
    assert len(new) > 150
    paths = {len(order.path) for order in new if isinstance(order, Move)}
    assert {0, 1, 3, 4} <= paths
    assert any(isinstance(order, Attack) and order.units == () for order in new)


def test_found_must_be_of_a_known_kind() -> None:
    with pytest.raises(AssertionError):
        Found("odd", "something")


def test_pick_states_gives_every_kind_its_turn() -> None:
    match = new_match(Outpost(), "long", seed=bytes(32))
    assert match.seq == 0
    journal = [(0, Done())] * 500 + [(1, Lay("0302")), (0, Attack(("R1",), "B1"))]
    picked = examine.pick_states(journal, 6, Random(1))
    assert {500, 501, 502} <= set(picked)
    assert len(picked) == 7
    assert examine.pick_states([], 6, Random(1)) == [0]
