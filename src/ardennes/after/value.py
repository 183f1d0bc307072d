"""The value of a position: each side's chance to win from there.

Each game and scenario has an ordered logistic model. Its weights and its sharpness change linearly over the
match: late in a match the same lead says more. Each computer player has a strength for each side, relative
to the staff; its effect falls towards the end. A person, or a player that the sample lacks, counts as the
staff, and the account says so. The weights are data (data/GAME.toml); scripts/fit_value.py fits them to games
of mixed computer players; docs/explanation/analysis.md shows how they were tested. A scenario without a model
has no value.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from importlib import resources
from math import exp
from typing import Any, NamedTuple

import msgspec

from ardennes.after.account import Trust
from ardennes.after.features.reading import reading_of
from ardennes.errors import UserError
from ardennes.kernel.contract import AnyGame

FARTHEST = 4.0  # standard deviations beyond which a number says no more
BAND = (0.1, 0.9)  # of the refits: 8 of 10 lie between

Weights = tuple[float, ...]
Who = tuple[int | None, int | None]  # the German's player and the other side's, by number; None: the staff
STAFF = "staff"
STAFFS: Who = (None, None)


class Curve(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of one fit."""

    early: Weights  # by number, when the match begins
    late: Weights  # ... and when it ends
    german: Weights  # what the German's player is worth to him beside the staff, by player, when it begins
    other: Weights  # what the other side's player is worth to the German
    time: float  # what elapsed time alone is worth
    scenario: Weights  # by scenario
    draw: float  # above it the German does not lose
    win: float  # above it he wins
    steep: float  # how much sharper the model tells at the end, as a logarithm

    def chances(
        self, numbers: Sequence[float], elapsed: float, scenario: int, who: Who = STAFFS
    ) -> tuple[float, float]:
        """(German victory, draw)."""
        rest = 1.0 - elapsed
        german, other = who
        strength = self.german[german] if german is not None else 0.0
        strength += self.other[other] if other is not None else 0.0
        lead = self.scenario[scenario] + self.time * elapsed + rest * strength
        for number, early, late in zip(numbers, self.early, self.late, strict=True):
            lead += number * (rest * early + elapsed * late)
        sharp = exp(self.steep * elapsed)
        win = _logistic(sharp * (lead - self.win))
        return win, max(0.0, _logistic(sharp * (lead - self.draw)) - win)


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A model of what one looks at: the truth, or a side's view."""

    centre: Weights
    spread: Weights
    curve: Curve
    refits: tuple[Curve, ...] = ()

    def scaled(self, numbers: Sequence[float]) -> list[float]:
        return [
            max(-FARTHEST, min(FARTHEST, (number - centre) / spread))
            for number, centre, spread in zip(numbers, self.centre, self.spread, strict=True)
        ]


class Tested(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the model did on games it was not fitted on, in one scenario."""

    games: int
    brier: float
    average: float
    doubtful_until: int


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One model; the scenarios it serves differ by a term."""

    name: str
    version: str
    rules: str  # version of the rules it was fitted under
    scenarios: tuple[str, ...]
    numbers: tuple[str, ...]
    games: int
    players: str
    germans: tuple[str, ...]  # players of the German whose strength is known beside the staff's
    others: tuple[str, ...]  # ... and of the other side
    tested: dict[str, Tested]
    truth: Seen
    views: tuple[Seen, ...] = ()  # by side; empty where a view hides nothing that counts


class Models(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a game."""

    model: tuple[Model, ...]


class Chances(NamedTuple):
    """What may become of a position, for the first side."""

    win: float
    draw: float

    @property
    def worth(self) -> float:
        """A draw is half a victory."""
        return self.win + self.draw / 2


class Value:
    """Values the positions of one scenario; `players` by side, where they are known."""

    def __init__(self, game: AnyGame, scenario: str, model: Model, players: Sequence[str] = ()) -> None:
        self.game, self.model = game, model
        self.reading = reading_of(game)
        if self.reading.names != model.numbers:
            raise UserError(f"the model {model.name} was made for other numbers than {game.name} reads")
        self.scenario = model.scenarios.index(scenario)
        self.tested = model.tested[scenario]
        self.first_is_german = game.sides[0] == "german"
        self.players = tuple(players) if len(players) == len(game.sides) else ("",) * len(game.sides)
        german, other = self.players if self.first_is_german else self.players[::-1]
        self.who: Who = _number(german, model.germans), _number(other, model.others)

    def chances(self, state: Any) -> Chances:
        """Of the truth; a match that is over is what it came to."""
        return self._over(state) or self._ours(self.model.truth, self.model.truth.curve, state)

    def worth(self, state: Any) -> float:
        return self.chances(state).worth

    def band(self, state: Any) -> tuple[float, float]:
        """Between these lie 8 of 10 refits of the victory of the first side."""
        if over := self._over(state):
            return over.win, over.win
        truth = self.model.truth
        numbers, elapsed = truth.scaled(self.reading.of(state)), self.reading.elapsed(state)
        result = sorted(
            self._turned(curve.chances(numbers, elapsed, self.scenario, self.who)).win
            for curve in truth.refits
        )
        win = self._turned(truth.curve.chances(numbers, elapsed, self.scenario, self.who)).win
        low, high = (result[round(share * (len(result) - 1))] for share in BAND) if result else (win, win)
        return min(low, win), max(high, win)

    def believed(self, state: Any) -> tuple[float, ...]:
        """The first side's victory as each side's view has it; empty where nothing is hidden."""
        if not self.model.views:
            return ()
        return tuple(self.seen(state, side).win for side in range(len(self.model.views)))

    def seen(self, state: Any, side: int) -> Chances:
        """What a side could believe: the model of its view, or of the truth where a view hides nothing."""
        if over := self._over(state):
            return over
        seen = self.model.views[side] if self.model.views else self.model.truth
        return self._ours(seen, seen.curve, self.game.view(state, side))

    def strengths(self, state: Any) -> tuple[float, float]:
        """On the map: of the first side and of the second."""
        totals = [0.0, 0.0]
        for other, _, points in self.reading.pieces(state):
            totals[other] += points
        return (totals[0], totals[1]) if self.first_is_german else (totals[1], totals[0])

    def trust(self) -> Trust:
        model, tested = self.model, self.tested
        other = f", fitted under rules version {model.rules}" if model.rules != self.game.version else ""
        return Trust(
            f"{model.name}, version {model.version}{other}",
            model.games,
            model.players,
            tested.games,
            tested.brier,
            tested.average,
            tested.doubtful_until,
            tuple(map(self.taken_for, range(len(self.players)))),
        )

    def taken_for(self, side: int) -> str:
        """Whose strength a side is given."""
        number = self.who[0 if (side == 0) == self.first_is_german else 1]
        return STAFF if number is None else self.players[side]

    def _over(self, state: Any) -> Chances | None:
        result = self.game.result(state)
        if result is None:
            return None
        return Chances(float(result.winner == 0), float(result.winner is None))

    def _ours(self, seen: Seen, curve: Curve, state: Any) -> Chances:
        numbers = seen.scaled(self.reading.of(state))
        return self._turned(curve.chances(numbers, self.reading.elapsed(state), self.scenario, self.who))

    def _turned(self, german: tuple[float, float]) -> Chances:
        """The model speaks of the German; the account of the first side."""
        win, draw = german
        return Chances(win if self.first_is_german else max(0.0, 1.0 - win - draw), draw)


def value_of(game: AnyGame, scenario: str, players: Sequence[str] = ()) -> Value | None:
    """The value of a game as a scenario plays it, between these players; None where there is no model."""
    for model in models_of(game.id):
        if scenario in model.scenarios:
            return Value(game, scenario, model, players)
    return None


def _number(player: str, known: Sequence[str]) -> int | None:
    return known.index(player) if player in known else None


@functools.cache
def models_of(game_id: str) -> tuple[Model, ...]:
    file = resources.files("ardennes.after") / "data" / f"{game_id}.toml"
    if not file.is_file():
        return ()
    return msgspec.toml.decode(file.read_text(encoding="utf-8"), type=Models).model


def _logistic(x: float) -> float:
    if x >= 0:
        return 1.0 / (1.0 + exp(-min(x, 500.0)))
    grown = exp(max(x, -500.0))
    return grown / (1.0 + grown)
