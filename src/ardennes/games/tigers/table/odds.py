"""The odds of an attack of Tigers as a client shows them: line by line, with what one unit would change."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules import orders as o
from ardennes.games.tigers.rules import state as f
from ardennes.games.tigers.rules.attacks import possible_targets
from ardennes.games.tigers.rules.moves import attachments
from ardennes.games.tigers.rules.obligations import touches
from ardennes.games.tigers.rules.odds import defence_lines, odds_of
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.table import chances
from ardennes.kernel.wire import Attach, Odds, OddsChange, OddsLine, Row


def odds(
    game: Tigers, view: f.TigersState, side: int, targets: Sequence[str], attackers: Sequence[str]
) -> Odds:
    """The arithmetic, its chances, and the order that declares it where it is legal."""
    w = game.world
    order = o.Attack(tuple(targets), tuple(attackers))
    refusal = game.check(view, side, order)
    cells = [c for c in (w.grid.find(t) for t in targets) if c is not None]
    units = [w.by_id[a] for a in attackers if a in w.by_id and view.where[w.by_id[a]] >= 0]
    columns = list(w.tables.odds)
    beside = units and cells and all(touches(w, view, u, cells) for u in units)
    if not beside or len(cells) != len(targets):
        return Odds(refusal, columns, lines=[], shifts=[])
    sums = odds_of(w, view, units, cells)
    defence = [line for c in cells for line in defence_lines(w, view, c, units)]
    found = game.preview(view, side, order)
    able = possible_targets(w, view, side) if view.stack else {}  # nobody joins when it is over
    joined = {u for t in cells for u in able.get(t, [])}
    return Odds(
        refusal,
        columns,
        lines=[OddsLine(w.units[u].short, w.factor[u], "TIA-CRT-1", "attack") for u in units]
        + [OddsLine(*line, "defence") for line in defence],
        shifts=[OddsLine(*line) for line in sums.shifts],
        attack=sums.attack,
        defence=sums.total_defence,
        raw=_column(w, sums.raw),
        column=_column(w, sums.column),
        chances=chances((c.outcome, c.probability) for c in found),
        more=[_with(w, view, [*units, u], cells, u) for u in sorted(joined - set(units))],
        less=[_with(w, view, [x for x in units if x != u], cells, u) for u in units if len(units) > 1],
        notes=_notes(w, view, sums.column) if found else [],
        order=msgspec.to_builtins(game.tidy(order)) if refusal is None else None,
        attach=_attached(game, view, side, order),
    )


def _notes(w: World, view: f.TigersState, column: int) -> list[Row]:
    """What each face of the die brings, as the match reads it, TIA-CRT-5."""
    mirrored = view.variant.die_index == "B"
    faces = (f"{die}: {w.tables.crt[7 - die if mirrored else die][column]}" for die in range(1, 7))
    worse = "makes D1 a D, and D2, D3 and DD a DE"
    return [
        Row("Die", "  ".join(faces), "TIA-CRT-5"),
        Row("No Retreat! or no way back", worse, "TIA-CRT-19"),
    ]


def _attached(game: Tigers, view: f.TigersState, side: int, order: o.Attack) -> list[Attach]:
    """The same attack with units attached to Peiper first, TIA-KGP-8."""
    w = game.world
    found = []
    for joined in attachments(w, view) if w.units[w.peiper].id in order.attackers else []:
        more = o.Attack(order.targets, order.attackers, joined)
        if set(joined) <= set(order.attackers) and game.check(view, side, more) is None:
            names = " and ".join(w.units[w.by_id[n]].short for n in joined)
            label = f"Declare with {names} attached to Peiper"
            found.append(Attach(label, msgspec.to_builtins(game.tidy(more))))
    return found


def _with(w: World, view: f.TigersState, units: list[int], cells: list[int], changed: int) -> OddsChange:
    return OddsChange(w.units[changed].id, _column(w, odds_of(w, view, units, cells).column))


def _column(w: World, column: int) -> str:
    return w.tables.odds[column] if column >= 0 else "below 1:5"
