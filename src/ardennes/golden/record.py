"""Recording golden matches by their recipes, and the note in docs/changes.md that says why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ardennes.cases.model import CaseDice
from ardennes.cases.model import Table as CaseTable
from ardennes.errors import UserError
from ardennes.games import kit_of
from ardennes.golden.file import Golden, Recipe, Step
from ardennes.golden.replay import ending, new_game, position, take_step
from ardennes.kernel.contract import AnyGame, Order, Refused, in_scenario
from ardennes.kernel.kit import part
from ardennes.kernel.match import Match
from ardennes.lab.play import MAX_ORDERS, NotOver, play_on, set_table
from ardennes.players.api import make_player

CHANGES = Path("docs") / "changes.md"
CHANGES_HEAD = """# What changed for people who play, save or compute

Newest first. No golden match ([CONTRIBUTING](../CONTRIBUTING.md)) is recorded anew without an entry here.
"""


def record(game: AnyGame, golden: Golden) -> Golden:
    """The match of a recipe, played and written down. The same recipe gives the same bytes."""
    recipe = golden.recipe
    match = new_game(game, recipe)
    start = position(match)
    given = _by_hand(game, golden, match) if recipe.said else _by_computers(game, recipe)
    steps = tuple(_given(golden.name, match, side, order) for side, order in given)
    return Golden(golden.name, recipe, game.version, start, steps, ending(match))


def _given(name: str, match: Match[Any], side: int, order: Order) -> Step:
    try:
        return take_step(match, side, order)
    except Refused as refused:
        raise UserError(f"{name}: order {match.seq + 1} is refused: {refused}") from None


def _by_computers(game: AnyGame, recipe: Recipe) -> Sequence[tuple[int, Order]]:
    """The orders of computer players, up to the end of the game or the limit."""
    game = in_scenario(game, recipe.scenario)
    players = [make_player(name, game, side, seed) for side, (name, seed) in enumerate(recipe.players)]
    table = set_table(
        game, players, recipe.seed, scenario=recipe.scenario, options=recipe.options, dice="sealed"
    )
    try:
        play_on(table, MAX_ORDERS if recipe.limit is None else recipe.limit)
    except NotOver:
        if recipe.limit is None:
            raise
    return table.journal


def _by_hand(game: AnyGame, golden: Golden, match: Match[Any]) -> Iterator[tuple[int, Order]]:
    """The orders a person wrote, each read in the position it is given in."""
    for number, said in enumerate(golden.recipe.said, 1):
        where = f"{golden.name}: order {number}, {said!r}"
        side, colon, words = said.partition(": ")
        if not colon or side not in game.sides:
            raise UserError(f"{where}: write SIDE: ORDER; the sides are {', '.join(game.sides)}")
        seat = game.sides.index(side)
        table = CaseTable(game, game.view(match.state, seat), CaseDice(()))
        try:
            yield seat, game.tidy(part(kit_of(game.id).casebook).read_order(table, words))
        except UserError as error:
            raise UserError(f"{where}: {error}") from None


def entry(reason: str, recorded: Mapping[tuple[str, str], Sequence[str]]) -> str:
    """The note on a recording: why, and by (game, rules version) the names of the matches."""
    lines = [f"## {reason}", ""]
    lines += [
        f"- {game}, rules version {rules}; golden matches: {', '.join(names)}"
        for (game, rules), names in sorted(recorded.items())
    ]
    return "\n".join(lines) + "\n"


def note(file: Path, text: str) -> None:
    """Put an entry above the others."""
    old = file.read_text(encoding="utf-8") if file.is_file() else CHANGES_HEAD
    head, mark, rest = old.partition("\n## ")
    file.write_text(f"{head.rstrip()}\n\n{text}{mark}{rest}", encoding="utf-8")
