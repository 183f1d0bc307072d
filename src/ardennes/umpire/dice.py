"""The dice of an answer: those of the real table, or the program's own from a seed."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.dice import SealedDice, seed_from_number
from ardennes.errors import UserError
from ardennes.games.playsheet.rules.tables import parse


class DieNeeded(UserError):
    """The answer needs one more die; `what` is the roll it is for."""

    def __init__(self, what: str, given: int) -> None:
        super().__init__(f"One more die is needed, for: {what}. {given} given; roll it and add it.")
        self.what = what


class Rolls:
    """Dice in the order of rolling, with a record of what each was for."""

    def __init__(self, given: Sequence[int], seed: int | None = None) -> None:
        self.given = tuple(given)
        self.seed = None if given else seed
        self.rolled: list[tuple[str, int]] = []
        self._dice = SealedDice(seed_from_number(seed)) if seed is not None and not given else None

    def __call__(self, what: str) -> int:
        at = len(self.rolled)
        if self._dice is not None:
            value = self._dice.roll(at, what)
        elif at < len(self.given):
            value = self.given[at]
        else:
            raise DieNeeded(what, len(self.given))
        self.rolled.append((what, value))
        return value

    def notes(self) -> tuple[str, ...]:
        """Return a note about spare dice."""
        spare = self.given[len(self.rolled) :]
        if not spare:
            return ()
        dice = "spare die" if len(spare) == 1 else f"{len(spare)} spare dice"
        return (f"{dice[:1].upper()}{dice[1:]} ignored: {', '.join(map(str, spare))}.",)


def read_dice(text: str) -> tuple[int, ...]:
    """Return dice from a text like "3 5" or "3,5"."""
    return tuple(parse.whole(word, 1, 6, "a die") for word in text.replace(",", " ").split())
