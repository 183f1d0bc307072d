"""The frame of every player: a whole sheet is thought out at once, then written order by order."""

from __future__ import annotations

from collections import deque

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.orders import Seal
from ardennes.games.playsheet.rules.state import PlaysheetState
from ardennes.kernel.contract import Order
from ardennes.players.playsheet.desk import Desk


class Commander:
    """Plays one side. Subclasses say what goes on the sheet."""

    name = "commander"

    def __init__(self, game: Playsheet, side: int, seed: int) -> None:
        self.game, self.w, self.side = game, game.world, side
        self._turn = -1
        self._queue: deque[tuple[Order, str]] = deque()

    def act(self, view: PlaysheetState, side: int) -> tuple[Order, str]:
        if self._turn != view.turn:
            self._turn = view.turn
            desk = self.desk(view)
            self.write(desk)
            self._queue = deque([*desk.others, *(desk.sheet[unit] for unit in sorted(desk.sheet))])
        while self._queue:
            order, why = self._queue.popleft()
            if self.game.check(view, side, order) is None:
                return order, why
        return Seal(), "the sheet is complete"

    def desk(self, view: PlaysheetState) -> Desk:
        return Desk(self.game, view, self.side)

    def write(self, desk: Desk) -> None:
        """Fill the sheet."""
        raise NotImplementedError
