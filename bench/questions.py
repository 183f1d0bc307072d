"""Count the questions that a player answers in a match against the staff: `python -m bench.questions`.

    python -m bench.questions                     St. Vith of Tigers, Allied, seed 7
    python -m bench.questions --seeds 7 8 9       three matches

"Before" counts every question that the game does not answer by itself. "After" counts those that remain with
the standing orders as they are at first: little at stake is answered with the recommended order, aircraft
without a target stay home, and the enemy's turn stops only for a choice that matters. Several orders of one
decision, such as moves of a phase, are one question; moves, attacks and advances of the player's turn are
the game itself and are not counted.
"""

from __future__ import annotations

import argparse
from collections import Counter
from time import perf_counter
from typing import Any, NamedTuple

from ardennes.after.stakes import stakes_of
from ardennes.games import find_game, table_of
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.defending import Defends
from ardennes.kernel.match import new_match
from ardennes.kernel.wire import Choices
from ardennes.players.api import make_player


class Count(NamedTuple):
    before: Counter[str]
    after: Counter[str]
    seconds: float  # the longest comparison


def counted(choices: Choices) -> bool:
    """Whether the page asks a question that is not a move or an attack of the player's own turn."""
    standing = choices.standing
    by_itself = choices.passes is not None or (standing is not None and bool(standing.unasked))
    return choices.mine and not by_itself and bool(choices.answers or standing)


def battle_of(game: AnyGame, view: Any) -> object:
    table = table_of(game)
    return table.battle_mark(view) if isinstance(table, Defends) else None


def count(game_id: str, scenario: str, seat: str, seed: int, player: str = "staff") -> Count:
    """Play a match with a computer player on both sides and count the questions of one."""
    game = find_game(game_id, scenario)
    side = game.sides.index(seat)
    match = new_match(game, scenario, seed=seed.to_bytes(32, "big"))
    players = [make_player(player, game, at, seed) for at in range(len(game.sides))]
    result, last = Count(Counter(), Counter(), 0.0), ""
    longest = 0.0
    while movers := game.to_move(match.state):
        mover = movers[0]
        view = game.view(match.state, mover)
        order: Any = None
        if mover == side:
            choices = table_of(game).choices(view, side)
            kind = choices.decision.kind if choices.decision else ""
            mark = f"{kind} {game.phase_mark(view)} {battle_of(game, view)}"
            if counted(choices):
                began = perf_counter()
                stakes = stakes_of(game, view, side, scenario)
                longest = max(longest, perf_counter() - began)
                if mark != last:
                    result.before[kind] += 1
                    result.after[kind] += not choices.weighed or stakes.asks
                if choices.weighed and not stakes.asks and stakes.gold is not None:
                    order = stakes.answers[stakes.gold].order
            last = mark
        match.play(mover, order or players[mover].act(view, mover)[0])
    return result._replace(seconds=longest)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="tigers")
    parser.add_argument("--scenario", default="st_vith")
    parser.add_argument("--side", default="allied")
    parser.add_argument("--seeds", type=int, nargs="+", default=[7])
    parser.add_argument("--player", default="staff")
    args = parser.parse_args()
    for seed in args.seeds:
        before, after, seconds = count(args.game, args.scenario, args.side, seed, args.player)
        words = f"{before.total()} questions before, {after.total()} after"
        print(f"seed {seed}: {words}; the longest comparison took {seconds:.2f} s")
        for kind, number in before.most_common():
            print(f"  {kind:15} {number:3} -> {after[kind]}")


if __name__ == "__main__":
    main()
