"""Benchmarks of the lab: the cost of rows compared with play, a query over many battles, staff games."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

import msgspec

from ardennes.games import find_game
from ardennes.lab.experiment import Configuration
from ardennes.lab.play import MAX_ORDERS, play_out, set_table
from ardennes.lab.rows import GameRows, rows_of
from ardennes.lab.tables import Tables, write_tables
from bench.measure import Figure
from bench.positions import SEED

GAMES, QUICK_GAMES = 60, 20
BATTLES, QUICK_BATTLES = 10_000_000, 1_000_000
CAMPAIGNS, QUICK_CAMPAIGNS = 6, 2
GAME_SECONDS = 2 * 30 * 60 / 1_000  # 1,000 games in half an hour on two cores
QUESTION = """
    select odds, side, count(*), avg(taken::int), avg(defender_loss - attacker_loss)
    from read_parquet(?) group by odds, side order by odds, side"""


def title() -> str:
    return "Experiments"


def run(quick: bool, say: Callable[[str], None]) -> list[Figure]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        say("rows of short games between staffs")
        play, rows = costs("bastogne", QUICK_GAMES if quick else GAMES, folder)
        battles = QUICK_BATTLES if quick else BATTLES
        say(f"a query over {battles:,} battles")
        asked = question(folder, battles)
    say("campaigns between staffs")
    campaigns = QUICK_CAMPAIGNS if quick else CAMPAIGNS
    began = process_time()
    for seed in range(campaigns):
        played("campaign", SEED + seed)
    staff = (process_time() - began) / campaigns
    return [
        Figure("rows of a game, written", "% of play", 100 * rows / play, None, "", 5, ""),
        Figure(f"a query over {battles:,} battles, on the clock", "s", asked, None, "", 2, ""),
        Figure("a campaign of Tigers between staffs", "s", staff, None, "", GAME_SECONDS, ""),
    ]


def played(scenario: str, seed: int) -> Callable[[], GameRows]:
    """Play a game; its rows are made on request."""
    one = Configuration(1, "all games", scenario, "staff", "staff", {}, {}, "", {})
    table = set_table(
        find_game("tigers"), ("staff", "staff"), seed, scenario=scenario, options={}, dice="keyed"
    )
    record = play_out(table, "keyed", MAX_ORDERS, None, False)
    return lambda: rows_of(one, table, record)


def costs(scenario: str, games: int, folder: Path) -> tuple[float, float]:
    """Measure CPU time of play, and of rows in full: make, write as lines, read, write as tables."""
    began = process_time()
    result = [played(scenario, SEED + seed) for seed in range(games)]
    between = process_time()
    lines = [msgspec.json.encode(rows()) for rows in result]
    (folder / "lines").write_bytes(b"\n".join(lines))
    write_tables(folder, [msgspec.json.decode(line, type=GameRows) for line in lines])
    return between - began, process_time() - between


def question(folder: Path, battles: int) -> float:
    """Measure wall-clock seconds (DuckDB uses every core) of a query over many
    battles, real ones repeated.
    """
    few, many = str(folder / "battles.parquet"), str(folder / "many.parquet")
    tables = Tables([], [])
    tables.ask(
        f"""copy (select b.* replace (b.seed + r.range as seed)
                  from range(1 + {battles} // (select count(*) from read_parquet('{few}'))) r,
                       read_parquet('{few}') b limit {battles})
            to '{many}' (format parquet, compression zstd)"""
    )
    began = perf_counter()
    tables.ask(QUESTION, [many])
    return perf_counter() - began
