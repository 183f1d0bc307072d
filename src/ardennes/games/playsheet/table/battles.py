"""Battles of the playsheet as a client shows them.

During the match a side sees the result but not the die; after it, it sees the umpire's battles with die and
score.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ardennes.games.playsheet.rules.model.events import Battle, Fought
from ardennes.games.playsheet.rules.tables.combat import row_of
from ardennes.games.playsheet.schema.sheet import RESULTS
from ardennes.games.playsheet.schema.world import World
from ardennes.games.playsheet.table.stage import TONES, results
from ardennes.games.playsheet.words import WINDS, enemies_met
from ardennes.kernel.contract import Event
from ardennes.kernel.showing import as_well
from ardennes.kernel.wire import BattleShow, Cell
from ardennes.words import counted, listed

FACES = 6


def battles(w: World, events: Sequence[Event], before: Iterable[Event]) -> list[BattleShow]:
    """Return the battles among some events."""
    known = {event.hex for event in events if isinstance(event, Battle)}
    result = []
    for at, event in enumerate(events):
        if isinstance(event, Battle):
            result.append(_umpires(w, at, event))
        elif isinstance(event, Fought) and event.hex not in known:
            result.append(_as_side(w, at, event))
    return result


def _name(result: str) -> str:
    return result.replace("_", " ")


def _as_side(w: World, at: int, fought: Fought) -> BattleShow:
    """Return a battle as one side sees it: the rows of the table with the result marked, OPS-SPOT-4."""
    looks, enemy = results(w), enemies_met(w, fought.enemy)
    cells = [Cell(_name(name), 1, looks[_name(name)].tone, looks[_name(name)].about) for name in RESULTS]
    losses = sum(fought.status_lost)
    points = [WINDS.get(point, point) for point in fought.retired.split(" and ") if point]
    retired = f" The enemy retires to the {listed(points)}." if points else ""
    lost = f"You lose {counted(losses, 'status point')}." if losses else "You lose nothing."
    own = list(fought.own)
    return BattleShow(
        at,
        [fought.hex],
        _name(fought.result).capitalize(),
        attackers=own if fought.attacking else [],
        defenders=[] if fought.attacking else own,
        sum=f"{'Attack on' if fought.attacking else 'Attack by'} {enemy}",
        cells=cells,
        thrown=RESULTS.index(fought.result),
        words=f"{lost}{retired} The die stays hidden until the match is over.",
    )


def _umpires(w: World, at: int, battle: Battle) -> BattleShow:
    """Return a battle with the six faces of the die and the result of each, OPS-COMBAT-14."""
    looks = results(w)
    bad = battle.column != "normal"
    cells = []
    for face in range(1, FACES + 1):
        row = row_of(w.sheet, bad, battle.score + face - battle.die)
        name = _name(RESULTS[row.result])
        cells.append(Cell(_letters(name), 1, TONES[row.result], f"{name}: {looks[name].about}", face))
    return BattleShow(
        at,
        [battle.hex],
        _name(battle.result).capitalize(),
        attackers=list(battle.attackers),
        defenders=list(battle.defenders),
        sum=f"{float(Fraction(battle.attack)):g} against {float(Fraction(battle.defence)):g}",
        column=_name(battle.column),
        cells=cells,
        thrown=battle.die - 1,
        dice=[battle.die],
        luck=as_well(cells, battle.die - 1),
    )


def _letters(name: str) -> str:
    """Return the first letters of a result: TS, S, LS, CC, ABB."""
    return "".join(word[0] for word in name.split()).upper()
