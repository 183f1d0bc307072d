"""How a battle goes for its defender: what the card of a question during the enemy's turn shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

Look = Literal["untouched", "hold", "retreat", "back", "lost"]  # from the best for the defender to the worst


class Fate(NamedTuple):
    """What a battle does to the side that answers."""

    label: str  # "retreat 2"
    detail: str  # "St. Vith lost"; may be empty
    look: Look
    held: bool  # every hex attacked still has a defender
    lost: int  # units
    to: tuple[str, ...] = ()  # hexes to which its units went


@runtime_checkable
class Defends(Protocol):
    """A table of a game in which the side attacked answers."""

    def battle_mark(self, view: Any) -> object | None:
        """Return what identifies the battle that is being resolved; None if there is none."""
        ...

    def fate(self, before: Any, after: Any, side: int) -> Fate:
        """Return what a battle, under way in `before` and over in `after`, did to a side."""
        ...

    def reason(self, view: Any) -> tuple[str, list[str]]:
        """Return the odds of the battle that is being resolved, and how they came about."""
        ...


class Pieces(NamedTuple):
    """The defenders of a battle before or after it: a hex for each that is on the map, and the units hurt."""

    where: Mapping[str, str]
    hurt: Mapping[str, int]  # 0: not at all


class Ground(NamedTuple):
    """What the words about a battle need."""

    targets: Sequence[str]
    place: str  # the hexes attacked
    wound: str  # what happens to a unit that is hurt: "Disrupted"
    far: Callable[[str, str], int]  # hexes between two hexes
    trapped: bool = False  # no unit could retreat
    up_to: bool = False  # the attacker names the distance


def fate_of(before: Pieces, after: Pieces, ground: Ground) -> Fate:
    """Compare the defenders before and after a battle."""
    gone = [unit for unit in before.where if unit not in after.where]
    moved = {unit: hex_ for unit, hex_ in after.where.items() if hex_ != before.where[unit]}
    hurt = [unit for unit in after.where if after.hurt[unit] > before.hurt[unit]]
    held = set(ground.targets) <= {hex_ for unit, hex_ in after.where.items() if unit not in moved}
    lost, to = len(gone), tuple(dict.fromkeys(moved.values()))
    given_up = "" if held else f"{ground.place} lost"
    if lost == len(before.where):
        label = "destroyed" if lost == 1 else f"{lost} units"
        way = "no way out" if ground.trapped else given_up if lost == 1 else "destroyed"
        return Fate(label, way, "lost", held, lost)
    if lost:
        return Fate(f"{lost} of {len(before.where)} lost", given_up, "lost", held, lost, to)
    if moved:
        most = max(ground.far(before.where[unit], hex_) for unit, hex_ in moved.items())
        label = f"retreat up to {most}" if ground.up_to and most > 1 else f"retreat {most}"
        return Fate(label, given_up or ground.wound, "back" if most > 1 else "retreat", held, 0, to)
    return (
        Fate("hold", ground.wound, "hold", held, 0)
        if hurt
        else Fate("hold", "nothing lost", "untouched", held, 0)
    )
