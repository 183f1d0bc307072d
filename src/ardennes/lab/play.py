"""Play one game between computer players, from its seed to its record."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import msgspec

from ardennes.games import find_game, measuring_for
from ardennes.kernel.bids import Bidden
from ardennes.kernel.contract import AnyGame, Order, Result, in_scenario, margin_for
from ardennes.kernel.match import check_scenario, settle_options
from ardennes.kernel.measures import Measuring
from ardennes.kernel.offers import sample
from ardennes.lab import best_dice
from ardennes.lab.behaviour import Watcher, measured_counts, own_counters, watcher_for
from ardennes.lab.dice import ShownDice, dice_for
from ardennes.lab.faults import match_of, write_fault
from ardennes.lab.history import campaign_of
from ardennes.lab.passive import make_opponent
from ardennes.lab.pool import Job
from ardennes.lab.record import DRAW, FAILED, GameRecord, SideRecord, side_word
from ardennes.players.api import Player

MAX_ORDERS = 20_000
REFUSALS_TOLD = 5


@dataclass(frozen=True)
class Task:
    """The settings shared by every batch of games; they are sent to the workers."""

    game: str
    scenario: str
    options: dict[str, Any]
    players: tuple[str, ...]
    dice: str
    max_orders: int
    faults: Path
    bids: tuple[int, ...] = ()  # each game is also scored with these bids

    def play(self, jobs: Sequence[Job]) -> list[GameRecord]:
        game = find_game(self.game)
        return [
            play_game(
                game,
                self.players[::-1] if swapped else self.players,
                seed,
                scenario=self.scenario,
                options=self.options,
                dice=self.dice,
                max_orders=self.max_orders,
                faults=self.faults,
                swapped=swapped,
                bids=self.bids,
            )
            for seed, swapped in jobs
        ]


class BrokenGame(Exception):
    """A game that cannot continue; the message says why."""


class NotOver(BrokenGame):
    """A game that has reached its limit of orders."""


@dataclass
class Table:
    """A game in progress: the state, the players, and what is recorded on the way."""

    game: AnyGame
    players: Sequence[Player]
    scenario: str
    options: dict[str, Any]
    seed: int
    dice: ShownDice
    watcher: Watcher
    rng: Random  # chooses the orders that replace refused ones
    state: Any = None
    measuring: Measuring[Any, Any] | None = None  # None for a game without measures
    journal: list[tuple[int, Order]] = field(default_factory=list)
    pending: Order | None = None  # the order being carried out, in case it fails
    refusals: list[str] = field(default_factory=list)
    orders: list[int] = field(default_factory=list)
    refused: list[int] = field(default_factory=list)
    seconds: list[dict[int, float]] = field(default_factory=list)  # by side: game-turn -> thinking time

    def turn(self) -> int:
        """Return the game-turn; every game's phase mark begins with it."""
        return int(self.game.phase_mark(self.state)[0])


def play_game(
    game: AnyGame,
    players: Sequence[str | Player],
    seed: int,
    *,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    dice: str = "keyed",
    max_orders: int = MAX_ORDERS,
    faults: Path | None = None,
    swapped: bool = False,
    bids: Sequence[int] = (),
) -> GameRecord:
    """Play one game. `players` by side, by name or as objects; a game that fails is recorded, not raised."""
    table = set_table(game, players, seed, scenario=scenario, options=options, dice=dice)
    return play_out(table, dice, max_orders, faults, swapped, bids)


def play_out(
    table: Table, dice: str, max_orders: int, faults: Path | None, swapped: bool, bids: Sequence[int] = ()
) -> GameRecord:
    """Play the game of a table to its end, and score it with these bids too; a failure is recorded, not
    raised.
    """
    began = perf_counter()
    result, failure, save = None, "", ""
    try:
        result = play_on(table, max_orders)
    except BrokenGame as error:
        failure = str(error)
    except Exception as error:
        failure = f"{type(error).__name__}: {error}\n{traceback.format_exc()}"
    if failure and faults is not None:
        save = save_fault(table, failure, dice, faults / fault_name(table, swapped))
    record = record_of(table, result, failure, save, swapped, perf_counter() - began)
    return msgspec.structs.replace(record, by_bid=with_bids(table, bids)) if record.finished else record


def set_table(
    game: AnyGame,
    players: Sequence[str | Player],
    seed: int,
    *,
    scenario: str | None,
    options: Mapping[str, Any] | None,
    dice: str,
) -> Table:
    """Set up a game."""
    scenario = game.scenarios[0].id if scenario is None else scenario
    check_scenario(game, scenario)
    game = in_scenario(game, scenario)
    lucky = dice == best_dice.BEST
    table = Table(
        game,
        [seat(game, who, side, seed) for side, who in enumerate(players)],
        scenario,
        settle_options(game, options or {}),
        seed,
        ShownDice(dice_for("keyed" if lucky else dice, seed)),
        watcher_for(game),
        Random(f"{seed} instead of a refused order"),
        orders=[0 for _ in game.sides],
        refused=[0 for _ in game.sides],
        seconds=[{} for _ in game.sides],
    )
    if lucky:
        table.dice = ShownDice(best_dice.best_dice(game, seed, lambda: table.state))
    return table


def seat(game: AnyGame, who: str | Player, side: int, seed: int) -> Player:
    return make_opponent(who, game, side, 2 * seed + side) if isinstance(who, str) else who


def play_on(table: Table, max_orders: int) -> Result:
    """Ask the side that must decide until the game is over."""
    game = table.game
    table.state = game.start(table.scenario, table.options, table.dice)
    table.measuring = measuring_for(game, table.state)
    while sides := game.to_move(table.state):
        if len(table.journal) >= max_orders:
            raise NotOver(f"not over after {max_orders} orders, in turn {table.turn()}")
        side = sides[0]
        view = game.view(table.state, side)
        order, why = decide(table, view, side)
        table.watcher.ordered(view, side, order, why)
        table.pending = order
        events = game.apply(table.state, side, order, table.dice)
        table.pending = None
        table.journal.append((side, order))
        table.orders[side] += 1
        table.watcher.happened(table.state, side, events)
        if table.measuring is not None:
            table.measuring.happened(table.state, events, not game.to_move(table.state))
    result = game.result(table.state)
    if result is None:
        raise BrokenGame("nobody is to move, and the game is not over")
    return result


def decide(table: Table, view: Any, side: int) -> tuple[Order, str]:
    """Return the player's order, or a random legal one in place of a refused one, which is counted and
    reported.
    """
    game, turn = table.game, table.turn()
    began = perf_counter()
    order, why = table.players[side].act(view, side)
    spent = table.seconds[side]
    spent[turn] = spent.get(turn, 0.0) + perf_counter() - began
    refusal = game.check(view, side, order)
    if refusal is None:
        return order, why
    table.refused[side] += 1
    if len(table.refusals) < REFUSALS_TOLD:
        given = msgspec.json.encode(order).decode()
        table.refusals.append(
            f"seed {table.seed}, order {len(table.journal) + 1}, {table.players[side].name} "
            f"({side_word(game.sides[side])}) gives {given}: {refusal}"
        )
    instead = sample(game.offers(view, side), table.rng)
    if instead is None:
        raise BrokenGame(f"the {game.sides[side]} side is to move and no order is offered")
    return instead, "in place of a refused order"


def fault_name(table: Table, swapped: bool) -> str:
    names = "-".join(player.name for player in table.players)
    return f"{table.game.id}-seed{table.seed}-{names}{'-swapped' if swapped else ''}.json"


def save_fault(table: Table, failure: str, dice: str, path: Path) -> str:
    """Save the failed game; if that fails too, return the reason in place of the file name."""
    try:
        match = match_of(
            table.game,
            table.scenario,
            table.options,
            table.seed,
            table.journal,
            table.dice.shown,
            sealed=dice == "sealed",
        )
        write_fault(match, path, failure, table.pending)
    except Exception as error:  # the first failure must be reported, even if saving fails
        return f"not saved: {type(error).__name__}: {error}"
    return str(path)


def record_of(
    table: Table, result: Result | None, failure: str, save: str, swapped: bool, seconds: float
) -> GameRecord:
    game = table.game
    sides = tuple(
        SideRecord(
            side_word(name),
            table.players[side].name,
            table.orders[side],
            table.refused[side],
            _counts(table, side),
            tuple(table.seconds[side][turn] for turn in sorted(table.seconds[side])),
        )
        for side, name in enumerate(game.sides)
    )
    winner = FAILED if result is None else winner_word(game, result)
    return GameRecord(
        seed=table.seed,
        swapped=swapped,
        winner=winner,
        level=result.level if result else "",
        points=result.points if result else 0,
        margin=margin_for(game, result, 0) if result else 0,
        turns=table.turn() if table.state is not None else 0,
        orders=len(table.journal),
        dice=len(table.dice.shown),
        sides=sides,
        failure=failure,
        save=save,
        refusals=tuple(table.refusals),
        seconds=seconds,
        campaign=campaign_of(game.id, table.measuring) if result and table.measuring else None,
    )


def winner_word(game: AnyGame, result: Result) -> str:
    return DRAW if result.winner is None else side_word(game.sides[result.winner])


def with_bids(table: Table, bids: Sequence[int]) -> dict[int, str]:
    """Return who would have won the finished game with each of these bids."""
    game = table.game
    if not bids:
        return {}
    assert isinstance(game, Bidden)
    return {bid: winner_word(game, game.with_bid(table.state, bid)) for bid in bids}


def _counts(table: Table, side: int) -> dict[str, int]:
    """Return what the watcher counted, what follows from the measures, and the player's counters."""
    counts = table.watcher.counts[side] + Counter(own_counters(table.players[side]))
    if table.measuring is not None:
        counts += measured_counts(table.measuring.found, side)
    return dict(sorted(counts.items()))
