"""The wide board for the page, and its map: the real art of the theatre with a finer grid."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.resources import files
from math import sqrt

import msgspec

from ardennes.hexes import OFF_MAP
from ardennes.kernel.contract import Refusal
from ardennes.kernel.table import Plain, idle
from ardennes.kernel.wire import (
    BoardState,
    Choice,
    Choices,
    Cost,
    Hex,
    MapArt,
    Odds,
    OffMap,
    Panel,
    Phase,
    Route,
    Row,
    Sign,
    Stage,
    StripPart,
    Unit,
    UnitState,
    Way,
)
from bench.wide import COLUMNS, ROWS, RULE, SIDES, STACK, TURNS, End, Field, Move, Wide, labels

RADIUS = 64.0
WIDTH = round(RADIUS * (1.5 * COLUMNS + 1))
HEIGHT = round(RADIUS * sqrt(3) * (ROWS + 1))
ART = "maps/wide.svg"
KINDS = ("armor", "infantry", "panzergrenadier", "airborne", "cavalry")
STYLES = (("heer", "ss", "fj"), ("us", "us_airborne", "uk"))
GROUND = {1: "open", 2: "broken", 3: "forest"}


class WideTable:
    """The table of the wide board."""

    def __init__(self, game: Wide) -> None:
        self.game = game
        self.ground = game.ground

    def stage(self) -> Stage:
        return Stage(
            self.game.id,
            self.game.name,
            list(SIDES),
            MapArt({"paper": ART, "winter": ART}, RADIUS, (0, 0), (WIDTH, HEIGHT), "flat"),
            [self._hex(cell) for cell in self.ground.grid.cells],
            {name: self._counter(n) for n, name in enumerate(self.ground.units)},
            points="MF",
            signs={"moved": Sign("tick", done=True)},
            events={},
        )

    def _hex(self, cell: int) -> Hex:
        grid, cost = self.ground.grid, self.ground.cost[cell]
        name = grid.label(cell)
        town = f"Place {name}" if hash_of(name) % 12 == 0 else ""
        return Hex(
            name,
            *place(grid.column[cell], grid.row[cell]),
            terrain=GROUND[cost],
            place=town,
            kind="town" if town else "",
            side=SIDES[0 if self.ground.middle >> cell & 1 else 1],
            near=[grid.label(n) for n in grid.neighbours[cell] if n != OFF_MAP],
            text=", ".join(x for x in (town, GROUND[cost]) if x),
            cost=[Cost("everybody", str(cost))],
            holds=STACK,
        )

    def _counter(self, unit: int) -> Unit:
        kind, side, moves = KINDS[unit % 5], SIDES[unit % 2], self.ground.moves[unit]
        return Unit(
            f"{unit}th {side} division",
            str(unit),
            side,
            kind,
            glyph=kind,
            size_mark="XX",
            style=STYLES[unit % 2][unit % 3],
            factor=self.ground.factor[unit],
            print=f"{self.ground.factor[unit]}-{moves}",
            about=f"{kind} · {side}",
            sheet=[Row("Movement allowance", f"{moves} MF", RULE)],
            nation="german" if unit % 2 == 0 else "us",
        )

    def board(self, view: Field, side: int | None) -> BoardState:
        grid = self.ground.grid
        zones = [self.game.zone(view, s) for s in (0, 1)]
        return BoardState(
            turn=view.turn,
            turns=TURNS,
            date="December 1944",
            weather="clear",
            phase=Phase(str(view.side), "Movement", SIDES[view.side], of=2),
            strip=[StripPart("Movement", now=True)],
            units=[
                UnitState(name, grid.label(view.at[n]), ["moved"] if view.moved[n] else [])
                for n, name in enumerate(self.ground.units)
            ],
            off_map=OffMap(dead=[], exited=[], due=[]),
            control={},
            bridges=[],
            attacks=[],
            battle=None,
            victory=[],
            supply={SIDES[s]: labels(grid, grid.mask & ~zones[1 - s]) for s in (0, 1)},
            zoc={SIDES[s]: labels(grid, zones[s]) for s in (0, 1)},
            hidden=False,
            result=None,
        )

    def choices(self, view: Field, side: int) -> Choices:
        decisions = self.game.decisions(view)
        result = idle(decisions[0] if decisions else None)
        if side in self.game.to_move(view):
            result.mine, result.leaves = True, "could still move"
            result.buttons = [Choice("End movement", msgspec.to_builtins(End()), end=True, units=[], path=[])]
            result.units = [self.ground.units[u] for u in self.game.ready(view, side)]
        return result

    def reach(self, view: Field, side: int, unit: str) -> list[Way]:
        number = self.ground.by_id.get(unit)
        if number is None or number % 2 != side or view.moved[number] or side not in self.game.to_move(view):
            return []
        cost = self.game.ways(view, number).cost
        return [
            Way(
                path[-1],
                left=str(self.ground.moves[number] - cost[cell]),
                order=msgspec.to_builtins(Move(unit, path)),
                mode="",
                label="goes there",
                path=list(path),
            )
            for cell, path in self.game.ends(view, number).items()
        ]

    def doings(self, view: Field, side: int, unit: str) -> list[Panel]:
        return []

    def route(self, view: Field, side: int, unit: str, path: Sequence[str], mode: str) -> Route:
        ways = [way for way in self.reach(view, side, unit) if way.path == list(path)]
        return Route(list(path), ways, None)

    def words(self, view: Field, side: int, order: Plain) -> str:
        return str(order["do"])

    def why(self, view: Field, side: int, unit: str | None, hex_: str | None) -> list[Refusal]:
        return [Refusal(RULE, "It is too far, or the enemy is in the way.")]

    def odds(self, view: Field, side: int, targets: Sequence[str], attackers: Sequence[str]) -> Odds:
        return Odds(None, columns=[], lines=[], shifts=[])


def place(column: int, row: int) -> tuple[float, float]:
    """Return the center of a hex on the map, with rows growing northward."""
    up = row + (0.5 if column % 2 == 0 else 0.0)
    return round(RADIUS * (1.5 * column - 0.5), 1), round(HEIGHT - RADIUS * sqrt(3) * (up - 0.25), 1)


def hash_of(name: str) -> int:
    """Return a pseudo-random number that is the same in every run."""
    return int(name) * 2654435761 % 2**32


def art() -> bytes:
    """Return the art of the theatre scaled up, with a grid and a number for each hex."""
    drawn = files("ardennes.web").joinpath("maps/tigers-paper.svg").read_text(encoding="utf-8")
    result = re.match(r"<svg[^>]*viewBox=\"0 0 (\d+) (\d+)\"[^>]*>(.*)</svg>\s*$", drawn, re.DOTALL)
    assert result is not None
    across, down, inside = float(result[1]), float(result[2]), result[3]
    sides, numbers = [], []
    for column in range(1, COLUMNS + 1):
        for row in range(1, ROWS + 1):
            x, y = place(column, row)
            half, high = RADIUS / 2, round(RADIUS * sqrt(3) / 2, 1)
            sides.append(f"M{x + RADIUS} {y}l{-half} {high}h{-RADIUS}l{-half} {-high}")
            numbers.append(f'<text x="{x}" y="{y - 40}">{column:02}{row:02}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}">'
        f'<g transform="scale({WIDTH / across:.4f} {HEIGHT / down:.4f})">{inside}</g>'
        f'<path d="{"".join(sides)}" fill="none" stroke="#7D7354" stroke-opacity=".42" stroke-width="1.3"/>'
        f'<g font-size="13" text-anchor="middle" fill="#7F7555">{"".join(numbers)}</g></svg>'
    ).encode()
