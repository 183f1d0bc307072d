"""Show the battles of Wave of Terror: step losses of both sides on the six cells of the column."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from ardennes.games.wave_of_terror.rules.combat.odds import odds_name
from ardennes.games.wave_of_terror.rules.model.events import BattleDeclared, BattleResult, OddsSet
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.games.wave_of_terror.table.stage import result_name
from ardennes.kernel.contract import Event
from ardennes.kernel.showing import as_well, number
from ardennes.kernel.wire import BattleShow, Cell


def battles(w: World, events: Sequence[Event], before: Iterable[Event]) -> list[BattleShow]:
    """Return the battles among the events, ready to show."""
    return [
        _shown(w, at, event, chain(reversed(events[:at]), before))
        for at, event in enumerate(events)
        if isinstance(event, BattleResult)
    ]


def _shown(w: World, at: int, result: BattleResult, earlier: Iterable[Event]) -> BattleShow:
    odds = declared = None
    for event in earlier:
        if odds is None and isinstance(event, OddsSet) and event.hex == result.hex:
            odds = event
        if isinstance(event, BattleDeclared) and event.hex == result.hex:
            declared = event
            break
    columns = {odds_name(position): column for position, column in w.tables.crt.items()}
    column = odds.column if odds else ""
    cells = [
        Cell(
            result_name(attacker, defender),
            1,
            (defender - attacker) / 4,
            f"attackers lose {_steps(attacker)}, defenders {_steps(defender)}",
            die,
        )
        for die, (attacker, defender) in enumerate(columns.get(column, ()), 1)
    ]
    thrown = result.die - 1 if result.die and cells else -1
    title, words = describe_losses(result.attacker_loss, result.defender_loss)
    return BattleShow(
        at,
        [result.hex],
        title,
        attackers=list(declared.attackers) if declared else [],
        defenders=list(declared.defenders) if declared else [],
        sum=_sum(odds) if odds else "",
        column=column,
        cells=cells if result.die else [],
        thrown=thrown,
        dice=[result.die] if result.die else [],
        words=words if result.die else f"{words} No die is rolled, as the odds are beyond the table.".strip(),
        luck=as_well(cells, thrown),
    )


def describe_losses(attacker: int, defender: int) -> tuple[str, str]:
    """Return the greater loss as the title and the other as a sentence."""
    if not attacker and not defender:
        return "No loss on either side", ""
    if defender >= attacker:
        return f"The defenders lose {_steps(defender)}", f"The attackers lose {_steps(attacker)}."
    return f"The attackers lose {_steps(attacker)}", f"The defenders lose {_steps(defender)}."


def _steps(count: int) -> str:
    return "none" if not count else f"{number(count)} step{'s' if count > 1 else ''}"


def _sum(odds: OddsSet) -> str:
    shifts = "".join(f", {shift.what} {shift.columns:+d}" for shift in odds.shifts)
    return f"{odds.attack} against {odds.defense}{shifts}"
