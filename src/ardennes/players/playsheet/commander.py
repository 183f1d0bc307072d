"""The base class of every player: it plans a whole sheet at once, then writes it order by order."""

from __future__ import annotations

from collections import deque

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.model.orders import Seal
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.kernel.contract import Order
from ardennes.players.playsheet.draft import Draft


class Commander:
    """A player of one side. Subclasses fill the sheet."""

    name = "commander"

    def __init__(self, game: Playsheet, side: int, seed: int) -> None:
        self.game, self.w, self.side = game, game.world, side
        self._turn = -1
        self.checked: Order | None = None
        self._queue: deque[tuple[Order, str]] = deque()

    def act(self, view: PlaysheetState, side: int) -> tuple[Order, str]:
        self.checked = None
        if self._turn != view.turn:
            self._turn = view.turn
            draft = self.draft(view)
            self.write(draft)
            self._queue = deque([*draft.others, *(draft.sheet[unit] for unit in sorted(draft.sheet))])
        while self._queue:
            order, why = self._queue.popleft()
            if self.game.check(view, side, order) is None:
                self.checked = order
                return order, why
        return Seal(), "the sheet is complete"

    def draft(self, view: PlaysheetState) -> Draft:
        return Draft(self.game, view, self.side)

    def write(self, draft: Draft) -> None:
        """Fill the sheet."""
        raise NotImplementedError
