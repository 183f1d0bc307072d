"""`ardennes arena`: pairs until one player is better, fresh seeds, files that can be continued, the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from rich.console import Console

from ardennes import cli
from ardennes.commands import arena as command
from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.lab import arena, arena_page
from ardennes.lab.arena import End, Outcome, Pair, Result, Wish, judge
from ardennes.lab.pool import Job, Work
from ardennes.lab.ratings import by_scenario
from ardennes.lab.record import GameRecord, SideRecord
from ardennes.lab.sequential import Bounds
from ardennes.players.api import player_names

WON, LOST = Outcome("german", 2), Outcome("allied", -2)
GOOD = (WON, LOST)  # the first player wins with either side
EVEN = (WON, WON)
BAD = (LOST, WON)


def wish(**changed: object) -> Wish:
    usual = Wish(find_game("tigers"), "campaign", {}, ("staff", "rush"), Bounds(share=0.6), 40, 10)
    return Wish(**{**{name: getattr(usual, name) for name in Wish.__dataclass_fields__}, **changed})


def acted(
    monkeypatch: pytest.MonkeyPatch, outcome: dict[bool, Outcome], stop_after: int = 10**6
) -> list[int]:
    """Return scripted results instead of playing; record the requested seeds."""
    seeds: list[int] = []

    def spread(work: Work[Job, GameRecord], jobs: Sequence[Job], workers: int) -> Iterator[list[GameRecord]]:
        for seed, swapped in jobs:
            if len(seeds) == stop_after:
                raise KeyboardInterrupt
            seeds.append(seed)
            sides = tuple(SideRecord(side, "x", 1, 0, {}) for side in ("german", "allied"))
            yield [
                GameRecord(
                    seed, swapped, outcome[swapped].winner, "", 0, outcome[swapped].margin, 1, 1, 0, sides
                )
            ]

    monkeypatch.setattr(arena, "spread", spread)
    return seeds


def run(tmp_path: Path, *words: str) -> int:
    return cli.run(["arena", *words, "--workers", "1", "--folder", str(tmp_path)])


def only(tmp_path: Path) -> Result:
    (result,) = arena.read_results(tmp_path)
    return result


def test_a_better_player_is_found_and_confirmed_on_other_seeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    acted(monkeypatch, {False: WON, True: LOST})
    assert run(tmp_path, "staff", "rush", "--quick") == 0
    result = only(tmp_path)
    assert result.end is not None
    assert result.end.verdict == "better"
    test, again = result.sound("test"), result.sound("confirmation")
    assert len(test) < 40, "it stops by itself"
    assert len(again) == max(10, len(test))
    assert not {p.seed for p in test} & {p.seed for p in again}
    assert (result.head.rules, result.head.players) == (find_game("tigers").version, ("staff", "rush"))
    output = capsys.readouterr().out
    assert "staff is better than rush" in output
    assert "evidence" in output


def test_a_worse_player_is_not_confirmed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    acted(monkeypatch, {False: LOST, True: WON})
    assert run(tmp_path, "staff", "rush", "--quick") == 1
    end = only(tmp_path).end
    assert end is not None
    assert end.verdict == "not better"
    assert not only(tmp_path).sound("confirmation")


def test_the_limit_leaves_it_undecided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    acted(monkeypatch, {False: WON, True: LOST})
    assert run(tmp_path, "staff", "rush", "--quick", "--pairs", "3") == 1
    end = only(tmp_path).end
    assert end is not None
    assert end.verdict == "undecided"


def judged(tmp_path: Path, pairs: Sequence[tuple[str, tuple[Outcome, Outcome]]]) -> Result:
    result = arena.begin(tmp_path, wish())
    for number, (phase, (first, swapped)) in enumerate(pairs):
        result.add(Pair(phase, number, first, swapped))  # type: ignore[arg-type]
    return result


def test_luck_in_the_test_is_found_out_on_fresh_seeds(tmp_path: Path) -> None:
    result = judged(tmp_path, [("test", GOOD)] * 20)
    assert judge(result) == ("confirmation", 20)
    for number in range(20):
        result.add(Pair("confirmation", 100 + number, *(GOOD if number % 2 else BAD)))
    end = judge(result)
    assert isinstance(end, End)
    assert end.verdict == "not confirmed"


def test_a_lead_is_worth_nothing_below_the_floor(tmp_path: Path) -> None:
    """It loses games narrowly and wins a few by a large margin."""
    pair = (Outcome("allied", 90), Outcome("german", -10))
    end = judge(judged(tmp_path, [("test", pair)] * 30))
    assert isinstance(end, End)
    assert (end.verdict, "only 0%" in end.why) == ("not better", True)


def test_broken_games_count_for_nobody(tmp_path: Path) -> None:
    result = judged(tmp_path, [("test", (Outcome("", 0), WON))] * 40)
    assert (result.broken, result.tests.pairs) == (40, 0)
    assert isinstance(judge(result), End), "and are not tried for ever"


def test_what_a_pair_says() -> None:
    sides = ("german", "allied")
    assert [Pair("test", 1, *games).points(sides) for games in (GOOD, EVEN, BAD)] == [1.0, 0.5, 0.0]
    drawn = Pair("test", 1, Outcome("draw", 0), LOST)
    assert (drawn.points(sides), drawn.lead, drawn.better(sides)) == (0.75, 2, 1)
    closer = Pair("test", 1, Outcome("allied", -1), LOST)
    assert (closer.points(sides), closer.better(sides)) == (0.5, 1), "the same result by more points"


@pytest.mark.parametrize("same", [True, False])
def test_interrupted_it_continues_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], same: bool
) -> None:
    monkeypatch.setattr(arena, "unchanged", lambda since: same)
    outcome = {False: WON, True: LOST}
    acted(monkeypatch, outcome, stop_after=13)
    assert run(tmp_path, "staff", "rush", "--quick") == 130
    assert "6 pairs saved in" in capsys.readouterr().out
    path = only(tmp_path).path
    path.write_bytes(path.read_bytes() + b'{"line":"pair","phase":"te')  # killed while writing
    seeds = acted(monkeypatch, outcome)
    assert run(tmp_path, "staff", "rush", "--quick") == 0
    assert "Resuming campaign-staff-rush-1.jsonl after 6 pairs." in capsys.readouterr().out
    first = only(tmp_path).head.test_from
    assert seeds[:3] == ([first + 6, first + 7, first + 7] if same else [first + 5, first + 5, first + 6]), (
        "unless no code has changed the last pair is tried again and the single game not counted"
    )
    result = [p.seed for p in only(tmp_path).sound("test")]
    assert result == list(range(first, first + len(result)))


def test_it_does_not_continue_with_players_that_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    acted(monkeypatch, {False: WON, True: LOST}, stop_after=8)
    run(tmp_path, "staff", "rush", "--quick")
    monkeypatch.setattr(arena, "unchanged", lambda since: False)
    acted(monkeypatch, {False: WON, True: WON})
    with pytest.raises(UserError, match="now ends differently: the players or the rules have changed"):
        arena.go_on(only(tmp_path), tmp_path)


def test_only_a_commit_tells_that_no_code_has_changed() -> None:
    assert not arena.unchanged("")
    assert not arena.unchanged("0a472ff917+")
    assert not arena.unchanged("no commit")


def test_seeds_are_fresh_and_used_ones_are_refused(tmp_path: Path) -> None:
    (tmp_path / "seeds.toml").write_text(
        '[[used]]\ngame = "tigers"\nfirst = 100\nlast = 199\nfor = "tuning the staff"\n', encoding="utf-8"
    )
    with pytest.raises(UserError, match="some were used for tuning the staff; leave --confirm-seed out"):
        arena.begin(tmp_path, wish(confirm_from=190))
    with pytest.raises(UserError, match="some were used for the test itself"):
        arena.begin(tmp_path, wish(test_from=300, confirm_from=310))
    one = arena.begin(tmp_path, wish())
    one.add(Pair("test", one.head.test_from, *GOOD))
    arena.add_line(one.path, one.pairs[0])
    two = arena.begin(tmp_path, wish())
    taken = [one.head.test_from, two.head.test_from, two.head.confirm_from]
    assert len(set(taken)) == 3, "what has been used is not taken again"
    assert arena.begin(tmp_path, wish(players=("rush", "staff"))).head.test_from not in taken


def test_a_wrong_list_of_seeds_is_reported(tmp_path: Path) -> None:
    (tmp_path / "seeds.toml").write_text('[[used]]\ngame = "tigers"\n', encoding="utf-8")
    with pytest.raises(UserError, match=r"seeds\.toml: .*first"):
        arena.used_seeds(tmp_path, "tigers")


def test_a_file_of_another_kind_is_reported(tmp_path: Path) -> None:
    (tmp_path / "tigers").mkdir()
    (tmp_path / "tigers" / "x.jsonl").write_text('{"line":"end"}\n', encoding="utf-8")
    with pytest.raises(UserError, match=r"x\.jsonl is not a result of the arena"):
        arena.read_results(tmp_path)


@pytest.mark.long
def test_everybody_is_met_and_the_weakest_matchup_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    acted(monkeypatch, {False: WON, True: LOST})
    assert run(tmp_path, "rush", "--against", "all", "--quick") == 0
    assert "rush is better than staff and may take its place." in capsys.readouterr().out
    results = arena.read_results(tmp_path)
    assert {r.head.players[1] for r in results} == set(player_names("tigers")) - {"rush"}
    weak = arena.begin(tmp_path, wish(players=("rush", "turtle")))
    weak.add(Pair("test", 1, *BAD))
    by_name = {r.head.players[1]: r for r in results} | {"turtle": weak}
    assert command.verdict("rush", "staff", list(by_name.values()), Console(soft_wrap=True)) == 1
    assert "less than 45% of the points against turtle (0%)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["staff", "nobody"], "has no player 'nobody'; it has: random, staff"),
        (["staff"], "name two players, or one and --against all; Tigers in the Ardennes has: random"),
        (["staff", "staff"], "staff cannot meet itself"),
        (["staff", "rush", "--against", "all"], "either a second player (rush) or --against all"),
        (["staff", "--against", "rush"], "--against can only be all, not 'rush'"),
        (["staff", "rush", "--game", "chess"], "there is no game 'chess'; the games are: tigers"),
        (["staff", "rush", "--scenario", "x"], "has no scenario 'x'; it has: campaign"),
        (["staff", "rush", "--option", "x=1"], "has no option 'x'"),
        (["--ratings", "tigers"], "nobody has met in Tigers in the Ardennes yet"),
        (["--ratings", "chess"], "there is no game 'chess'"),
    ],
)
def test_mistakes(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    assert run(tmp_path, *words) == 2
    assert message in capsys.readouterr().err


def test_pages_and_ratings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    acted(monkeypatch, {False: WON, True: LOST})
    run(tmp_path, "staff", "rush", "--quick")
    page = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "| campaign | `staff` | `rush` | better: by its lead after" in page
    assert "| campaign | german | `staff` | 1500 |" in page
    capsys.readouterr()
    assert run(tmp_path, "--ratings", "tigers") == 0
    assert "rush" in capsys.readouterr().out
    assert '[tigers]\nscenario = "campaign"\n\n[tigers.sides.german]\nrush = ' in arena_page.ratings_file(
        tmp_path
    )


def test_every_scenario_has_ratings_of_its_own(tmp_path: Path) -> None:
    """One player storms a town but is weak on the whole map; without games of the staff nobody is rated."""
    met = [
        ("campaign", ("staff", "rush"), GOOD, 20),
        ("st_vith", ("rush", "staff"), GOOD, 5),
        ("st_vith", ("cutter", "rush"), EVEN, 5),
        ("peiper", ("rush", "turtle"), GOOD, 5),
    ]
    for scenario, players, pair, pairs in met:
        contest = arena.begin(tmp_path, wish(scenario=scenario, players=players))
        for seed in range(pairs):
            arena.add_line(contest.path, Pair("test", contest.head.test_from + seed, *pair))
    results = arena.read_results(tmp_path)
    assert all(result.end is None for result in results), "broken off: what was played counts"
    outcome = by_scenario(results)
    assert list(outcome) == ["st_vith", "campaign"], "most players first"
    rush = {
        scenario: next(r.rating for r in rated if r.player == "rush") for scenario, rated in outcome.items()
    }
    assert rush["st_vith"] > 1500 > rush["campaign"]
    assert {one.player for one in outcome["campaign"]} == {"staff", "rush"}
    page = arena_page.page(tmp_path)
    assert "| campaign | `staff` | `rush` | not finished | 20, 100.0 %" in page
    assert 'scenario = "st_vith"' in arena_page.ratings_file(tmp_path)


@pytest.mark.long
def test_the_projects_own_page_and_ratings_are_those_of_its_data() -> None:
    """If this fails, `ardennes arena --page` writes them again."""
    assert (command.OWN / "README.md").read_text(encoding="utf-8") == arena_page.page(command.OWN)
    ratings = Path(arena.__file__).parents[1] / "players" / "ratings.toml"
    assert ratings.read_text(encoding="utf-8") == arena_page.ratings_file(command.OWN)


def test_no_result_of_the_project_was_confirmed_on_used_seeds() -> None:
    results = arena.read_results(command.OWN)
    for result in results:
        others = [
            use for r in results if r is not result and r.head.game == result.head.game for use in r.ranges()
        ]
        for what, seeds in result.ranges():
            if what.startswith("confirmation"):
                assert not arena.overlap(seeds, others), result.path
        step = judge(result)
        assert isinstance(step, End) == (result.end is not None)
        if isinstance(step, End) and result.end is not None:
            assert (step.verdict, step.why) == (result.end.verdict, result.end.why), result.path


@pytest.mark.long
def test_real_pairs_are_the_same_whatever_the_workers(tmp_path: Path) -> None:
    head = arena.begin(tmp_path, wish(scenario="bastogne", players=("rush", "random"))).head
    one = list(arena.play_pairs(head, "test", range(50, 52), 1, tmp_path))
    assert one == list(arena.play_pairs(head, "test", range(50, 52), 2, tmp_path))
    assert [p.seed for p in one] == [50, 51]


def test_a_result_names_a_command_that_anybody_can_give() -> None:
    """Folders of one machine are removed, also in the project's own results."""
    words = ["arena", "staff", "rush", "--folder", "somewhere", "--game", "tigers", "--faults=elsewhere"]
    assert list(command.portable(words)) == ["arena", "staff", "rush", "--game", "tigers"]
    for result in arena.read_results(command.OWN):
        assert not set(command.FOLDERS) & set(result.head.command.split())
