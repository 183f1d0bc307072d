"""The rows that a game adds to the tables of an experiment: one per game, side and turn, battle, and evening.

The structs are the schema: the columns of the Parquet files are their fields (lab/tables.py). Changing them
needs a new SCHEMA. No row depends on the machine or on time.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from ardennes.hexes import bits
from ardennes.history import chronicle
from ardennes.kernel.measures import AIR, COMBAT, RETREAT, STACKING, SURRENDER, Measures
from ardennes.lab.experiment import Configuration
from ardennes.lab.history import hexes_in_play
from ardennes.lab.play import Table
from ardennes.lab.record import DRAW, GameRecord, side_word

SCHEMA = 2


class Row(msgspec.Struct, frozen=True, array_like=True):
    """The game of a row."""

    table: ClassVar[str]

    config: int  # number of the configuration
    seed: int
    swapped: bool  # with the configuration's players on opposite sides


class GameRow(Row, frozen=True):
    """A game."""

    table: ClassVar[str] = "games"

    scenario: str
    variant: str  # name of the configuration
    overlay: str  # fingerprint of the changes to the data; empty for none
    german: str  # player
    allied: str
    winner: str  # german, allied, draw; empty: not finished
    level: str
    points: int
    margin: int  # the higher, the better for the German
    turns: int
    orders: int
    dice: int
    refused: int  # orders that were refused and replaced
    battles: int
    german_wins: bool
    german_men: int  # lost
    allied_men: int
    german_hexes: int  # held at the end
    won_with: tuple[int, ...]  # the bids with which the Germans would have won; empty if bids have no effect
    drawn_with: tuple[int, ...]
    digest: str  # of the last position
    failure: str


class TurnRow(Row, frozen=True):
    """A side at the end of a turn."""

    table: ClassVar[str] = "turns"

    turn: int
    day: int  # of December 1944; 32 is 1 January
    side: str
    points: int
    level: str
    margin: int
    start: int  # strength at the start of the turn
    arrived: int
    replaced: int
    regrouped: int
    exited: int
    lost: int
    lost_combat: int
    lost_retreat: int
    lost_surrender: int
    lost_air: int
    lost_stacking: int
    men: int  # lost
    strength: int
    units: int
    units_lost: int
    hexes: int
    places: tuple[str, ...]


class BattleRow(Row, frozen=True):
    """An attack."""

    table: ClassVar[str] = "battles"

    number: int  # in the game
    turn: int
    day: int
    side: str  # that attacked
    hexes: tuple[str, ...]
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int
    defence: int
    odds: str
    below_even: bool
    shifts: int
    dice: tuple[int, ...]
    result: str
    attacker_loss: int
    defender_loss: int
    attacker_mean: float  # average losses by the table
    defender_mean: float
    cleared: bool
    taken: bool


class ControlRow(Row, frozen=True):
    """Who held the ground at the end of a turn."""

    table: ClassVar[str] = "control"

    turn: int
    day: int
    german: tuple[str, ...]  # hexes


class GameRows(msgspec.Struct, frozen=True, array_like=True):
    """All rows of a game."""

    game: GameRow
    turns: tuple[TurnRow, ...]
    battles: tuple[BattleRow, ...]
    control: tuple[ControlRow, ...]

    @property
    def key(self) -> tuple[int, int, bool]:
        return self.game.config, self.game.seed, self.game.swapped


KINDS: tuple[type[Row], ...] = (GameRow, TurnRow, BattleRow, ControlRow)


def rows_of(configuration: Configuration, table: Table, record: GameRecord) -> GameRows:
    """Return the rows of a finished game."""
    key = configuration.number, record.seed, record.swapped
    sides = [side_word(name) for name in table.game.sides]
    result = table.measuring.found if table.measuring is not None else Measures()
    men = {side: sum(row.men for row in result.turns if sides[row.side] == side) for side in sides}
    players = {side.side: side.player for side in record.sides}
    game = GameRow(
        *key,
        scenario=configuration.scenario,
        variant=configuration.name,
        overlay=configuration.overlay,
        german=players["german"],
        allied=players["allied"],
        winner=record.winner,
        level=record.level,
        points=record.points,
        margin=record.margin if sides[0] == "german" else -record.margin,
        turns=record.turns,
        orders=record.orders,
        dice=record.dice,
        refused=sum(side.refused for side in record.sides),
        battles=len(result.battles),
        german_wins=record.winner == "german",
        german_men=men["german"],
        allied_men=men["allied"],
        german_hexes=result.evenings[-1].german.bit_count() if result.evenings else 0,
        won_with=tuple(bid for bid, winner in record.by_bid.items() if winner == "german"),
        drawn_with=tuple(bid for bid, winner in record.by_bid.items() if winner == DRAW),
        digest=table.state.digest() if table.state is not None else "",
        failure=record.failure,
    )
    label = _labels(table)
    return GameRows(
        game,
        tuple(
            TurnRow(
                *key, row.turn, row.day, sides[row.side], row.points, row.level, row.margin, row.start,
                row.arrived, row.replaced, row.regrouped, row.exited, sum(row.lost.values()),
                row.lost.get(COMBAT, 0), row.lost.get(RETREAT, 0), row.lost.get(SURRENDER, 0),
                row.lost.get(AIR, 0), row.lost.get(STACKING, 0), row.men, row.strength, row.units,
                row.units_lost, row.hexes, row.places,
            )
            for row in result.turns
        ),
        tuple(
            BattleRow(
                *key, number, row.turn, row.day, sides[row.side], row.hexes, row.attackers, row.defenders,
                row.attack, row.defence, row.odds, row.below_even, row.shifts, row.dice, row.result,
                *row.losses, *row.means, row.cleared, row.taken,
            )
            for number, row in enumerate(result.battles, 1)
        ),
        tuple(
            ControlRow(*key, row.turn, row.day, tuple(label[cell] for cell in bits(row.german)))
            for row in result.evenings
        ),
    )  # fmt: skip


def _labels(table: Table) -> dict[int, str]:
    """Return the names of the hexes in play by number."""
    if table.measuring is None:
        return {}
    hexes = chronicle.hexes(table.game.id)
    return {cell: hexes[row].hex for row, cell in hexes_in_play(table.game.id, table.measuring).items()}
