"""A monkey at the keyboard: any words in any order at any decision, and never a mistake of the program."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ardennes.games import find_game
from ardennes.games.tigers.words import WORDING
from ardennes.kernel.offers import sample
from ardennes.terminal.verbs import VERBS
from tests.terminal.sitting import Sitting

LINES = 400
TRIED = [
    *WORDING.forms,
    *sorted(set(VERBS) - {"quit", "save", "load", "rule", "hint", "log"}),
    "odds",
    "why",
    "reach",
    "where",
]
TRIED += [
    "stack",
    "supply",
    "zoc",
    "legal",
    "map",
    "units",
    "yes",
    "no",
    "1",
    "2",
    "0",
    "why move",
    "why attack",
]
JUNK = [
    "",
    "exit",
    "with",
    "omb",
    "attach",
    "into",
    "all",
    "road",
    "bonus",
    "1206/1107",
    "D",
    "free",
    "9999",
    "dump",
]


class Monkey:
    """Half of the time a legal order as it is typed, so that the game continues; else anything."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.sitting: Sitting | None = None
        self.left = LINES
        world: Any = find_game("tigers")
        self.world = world.world
        self.nouns = [
            *(u.short for u in self.world.units),
            *(self.world.grid.label(c) for c in self.world.grid.cells),
            *(a.id for a in self.world.air_units),
            *self.world.board.hex_of,
            *JUNK,
        ]

    def __call__(self, prompt: str) -> str:
        self.left -= 1
        if self.left < 0:
            raise EOFError
        assert self.sitting is not None
        session = self.sitting.session
        sides = session.game.to_move(session.match.state)
        if self.rng.random() < 0.4 and sides:
            order = sample(session.game.offers(session.view(sides[0]), sides[0]), self.rng)
            assert order is not None
            return session.desk.write(order)
        verb = self.rng.choice(TRIED)
        if self.rng.random() < 0.3:
            return f"{verb} {self._near()} {self._near()}"
        return " ".join([verb, *(self.rng.choice(self.nouns) for _ in range(self.rng.randrange(4)))])

    def _near(self) -> str:
        """A unit on the map, or a hex with one in it or beside it."""
        assert self.sitting is not None
        state = self.sitting.session.match.state
        unit = self.rng.choice([u for u, cell in enumerate(state.where) if cell >= 0])
        if self.rng.random() < 0.5:
            return str(self.world.units[unit].short)
        cells = [c for c in self.world.grid.neighbours[state.where[unit]] if c >= 0]
        return str(self.world.grid.label(self.rng.choice([*cells, state.where[unit]])))


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, 1, pytest.param(2, marks=pytest.mark.slow)])
def test_no_line_makes_the_program_stumble(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARDENNES_SAVES", str(tmp_path))
    monkeypatch.chdir(tmp_path)  # whatever it saves, it saves there
    monkey = Monkey(seed)
    monkey.sitting = Sitting(monkey, seed=seed, allied=None, plain=seed % 2 == 0, compact=True)
    text = monkey.sitting.run()
    report = tmp_path / "fault.txt"
    assert not report.exists(), report.read_text(encoding="utf-8")
    assert "Traceback" not in text
    assert monkey.sitting.match.seq > 30
