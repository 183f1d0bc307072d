"""A sitting without a terminal: lines fed to the loop, everything printed kept."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console

from ardennes.dice import seed_from_number
from ardennes.games import find_game
from ardennes.games.tigers.rules.model import orders as o
from ardennes.kernel.contract import AnyGame, Order
from ardennes.kernel.match import Match, new_match
from ardennes.kernel.offers import orders
from ardennes.players.api import Player
from ardennes.terminal.desk import Desk
from ardennes.terminal.screen import Screen
from ardennes.terminal.session import Session

GERMAN, ALLIED = 0, 1


class Passive:
    """Does as little as it may: the same in every match, whatever the computer players learn."""

    name = "passive"

    def __init__(self, game: AnyGame, dump: str = "1009") -> None:
        self.game = game
        self.dump = dump

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        first: Order | None = None
        offers = self.game.offers(view, side)
        if o.END in offers:
            return o.END, f"nothing to do, least of all in {self.dump}"
        for order in orders(offers):
            if isinstance(order, o.HideDump):
                return o.HideDump(self.dump), f"the dump lies best in {self.dump}"
            if order in (o.Pray(False), o.Ruthless(False), o.StandFast(False)):
                return order, "no need"
            first = first or order
        assert first is not None
        return first, "it must be"


class Hands:
    """Types an answer for the kind of decision that is open: lists are used up, plain words repeat."""

    def __init__(self, answers: Mapping[str, str | Iterable[str]]) -> None:
        self.repeat = {kind: a for kind, a in answers.items() if isinstance(a, str)}
        self.once = {kind: list(a) for kind, a in answers.items() if not isinstance(a, str)}
        self.session: Session | None = None

    def __call__(self, prompt: str) -> str:
        assert self.session is not None
        game = self.session.game
        if "[Y/n" in prompt:
            return self.once["question"].pop(0) if self.once.get("question") else "y"
        kind = game.decisions(self.session.match.state)[0].kind
        if self.once.get(kind):
            return self.once[kind].pop(0)
        if kind not in self.repeat:
            raise EOFError
        return self.repeat[kind]


def script(lines: Iterable[str]) -> Callable[[str], str]:
    """A reader that gives these lines, then ends."""
    left = iter(lines)

    def read(prompt: str) -> str:
        try:
            line = next(left)
        except StopIteration:
            raise EOFError from None
        if line == "^C":
            raise KeyboardInterrupt
        return line

    return read


class Sitting:
    """A session and everything it printed."""

    def __init__(
        self,
        reader: Callable[[str], str] | Sequence[str],
        *,
        seed: int = 1,
        match: Match[Any] | None = None,
        german: Player | None = None,
        allied: Player | str | None = "passive",
        dump: str = "1009",
        plain: bool = True,
        compact: bool = False,
    ) -> None:
        game = find_game("tigers")
        self.out = io.StringIO()
        console = Console(file=self.out, width=120, color_system=None)
        self.prompts: list[str] = []
        self._reader = reader if callable(reader) else script(reader)
        self.screen = Screen(console, self._read, plain=plain)
        self.match = match or new_match(game, seed=seed_from_number(seed))
        other: Player | None = Passive(game, dump) if isinstance(allied, str) else allied
        desk = Desk(self.match.game, self.screen, compact=compact)
        self.session = Session(
            self.match, {GERMAN: german, ALLIED: other}, self.screen, desk, lambda side: Passive(game)
        )
        if isinstance(reader, Hands):
            reader.session = self.session

    def _read(self, prompt: str) -> str:
        line = self._reader(prompt)
        self.out.write(f"{prompt}{line}\n")
        return line

    def run(self) -> str:
        """Play it out; everything printed."""
        assert self.session.run() == 0
        return self.text

    @property
    def text(self) -> str:
        return self.out.getvalue()


SET_UP = ["setup historical", "1407", "1406", "1407", "drop Spa", "ruthless no"]
