"""The arena's results as a page, as ratings for the lobby, and as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.table import Table

from ardennes.games import GAMES, find_game
from ardennes.lab.arena import FLOOR, Result, Summary, read_results, summary, used_seeds
from ardennes.lab.ratings import by_scenario, rounded
from ardennes.lab.record import side_word
from ardennes.lab.report import percent

INTRODUCTION = f"""# The arena

This page lists the contests between computer players and the ratings that follow from them.
`ardennes arena A B --game GAME` plays a contest; [simulate](../reference/simulate.md#the-arena) explains how.
A player replaces another only if it is better and has at least {FLOOR:.0%} of the points against everyone.

`ardennes arena --page` writes this page from the result files next to it.
"""
COLUMNS = (
    "scenario",
    "player",
    "against",
    "verdict",
    "test: pairs, points",
    "fresh seeds: pairs, points",
    "better with the same side",
    "lead",
    "commit",
)
RATED = ("scenario", "side", "player", "rating", "95 %", "games")
LEGEND = (
    "Points and lead are those of the player named first, with 95 % intervals; the lead is that of all pairs."
)


def page(folder: Path) -> str:
    """Return the whole page, computed from the result files alone."""
    return (
        "\n".join([INTRODUCTION, *(line for game in GAMES for line in _game(folder, game))]).rstrip() + "\n"
    )


def _game(folder: Path, game: str) -> Iterator[str]:
    results = [r for r in read_results(folder, game) if r.sound()]
    used = used_seeds(folder, game)
    if not results and not used:
        return
    rules = find_game(game)
    yield f"## {rules.name}\n"
    if results:
        yield from (f"| {' | '.join(COLUMNS)} |", "|---" * len(COLUMNS) + "|")
        yield from (_row(result) for result in results)
        yield f"\n{LEGEND}\n"
        yield f"| {' | '.join(RATED)} |"
        yield "|---" * len(RATED) + "|"
        for scenario, found_here in by_scenario(results).items():
            for one in found_here:
                rating, within = rounded(one.rating), f"±{rounded(one.within)}"
                cells = (scenario, one.side, f"`{one.player}`", rating, within, one.games)
                yield f"| {' | '.join(map(str, cells))} |"
        yield ""
    yield "Seeds used:\n"
    yield from (f"- {seeds.start} to {seeds.stop - 1}: {what}" for what, seeds in sorted(used, key=_first))
    yield ""


def _first(use: tuple[str, range]) -> int:
    return use[1].start


def _row(result: Result) -> str:
    head, end = result.head, result.end
    whole = summary(result.sound(), head.sides)
    options = "".join(f", {key}={value}" for key, value in head.options.items())
    broken = f", {result.broken} broken" if result.broken else ""
    cells = (
        f"{head.scenario}{options}",
        *(f"`{player}`" for player in head.players),
        f"{f'{end.verdict}: {end.why}' if end else 'not finished'}{broken}",
        points(summary(result.sound("test"), head.sides)),
        points(summary(result.sound("confirmation"), head.sides)),
        better(whole),
        lead(whole),
        head.commit,
    )
    return f"| {' | '.join(cells)} |"


def points(summary: Summary) -> str:
    """Format the number of pairs, and the share of the points."""
    if not summary.pairs:
        return "-"
    low, high = summary.interval
    return f"{summary.pairs}, {percent(summary.share)} ({percent(low)} to {percent(high)})"


def better(summary: Summary) -> str:
    decided = summary.better + summary.worse
    return f"{summary.better} of {decided} decided"


def lead(summary: Summary) -> str:
    if summary.pairs < 2:
        return f"{summary.lead:,.1f}"
    low, high = summary.lead_interval
    return f"{summary.lead:,.1f} ({low:,.1f} to {high:,.1f})"


def ratings_file(folder: Path) -> str:
    """Return the ratings file for the lobby: one scenario per game."""
    lines = [
        "# Ratings of the computer players by game and side, the staff at 1500. Written from docs/arena by",
        "# `ardennes arena --page`. For each game: the scenario in which most players were measured;",
        "# a player that was not measured there has none.",
    ]
    for game in GAMES:
        for scenario, result in list(by_scenario(read_results(folder, game)).items())[:1]:
            lines += ["", f"[{game}]", f'scenario = "{scenario}"']
            for side in find_game(game).sides:
                lines += ["", f"[{game}.sides.{side}]"]
                here = sorted(one for one in result if one.side == side_word(side))
                lines += [f"{one.player} = {rounded(one.rating)}" for one in here]
    return "\n".join(lines) + "\n"


def ratings_table(name: str, results: Sequence[Result]) -> Table:
    table = _table(f"{name}: ratings", *RATED)
    for scenario, result in by_scenario(results).items():
        for one in result:
            rating, within = str(rounded(one.rating)), f"±{rounded(one.within)}"
            table.add_row(scenario, one.side, one.player, rating, within, str(one.games))
    return table


def matrix(player: str, results: Sequence[Result]) -> Table:
    """Return a table of one player against all others."""
    columns = ("against", "verdict", "pairs, points, 95 %", "better with the same side", "lead, 95 %")
    table = _table(player, *columns)
    for result in results:
        whole = summary(result.sound(), result.head.sides)
        verdict = result.end.verdict if result.end else "under way"
        table.add_row(result.head.players[1], verdict, points(whole), better(whole), lead(whole))
    return table


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", show_edge=False, pad_edge=False)
    for name in columns:
        table.add_column(name)
    return table
