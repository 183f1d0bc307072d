"""From short text to an order: what the common parser reads, and the ways people leave words out.

"move 116PZ-60 13,20" finds the path; "attack 25,28" proposes the strongest unit that may still join, with
the odds of all who would; "leave 1SS-Piper" is an exit.
"""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules import orders as o
from ardennes.games.breakthrough.rules.moves import routes
from ardennes.games.breakthrough.rules.position import occupied
from ardennes.games.breakthrough.rules.sequence import OPERATIONS
from ardennes.games.breakthrough.rules.state import BreakthroughState
from ardennes.games.breakthrough.rules.why import against
from ardennes.games.breakthrough.words import WORDING, hex_named, unit_named
from ardennes.kernel.wording import BadText
from ardennes.terminal.breakthrough.legal import able, odds_lines
from ardennes.terminal.breakthrough.words import refusal_line, short
from ardennes.terminal.readings import Reading
from ardennes.terminal.screen import Part


def read(game: Breakthrough, view: BreakthroughState, side: int, text: str) -> Reading:
    """The order a text means now; UserError says what is wrong with it."""
    words = text.split()
    verb = words[0].lower()
    if verb == "attack":
        return read_attack(game, view, side, words[1:])
    if verb == "leave":
        return Reading(WORDING.parse(game.world, f"exit {' '.join(words[1:])}", view))
    order = WORDING.parse(game.world, text, view)
    if isinstance(order, o.Move):
        return read_move(game, view, side, order)
    return Reading(order)


def read_move(game: Breakthrough, view: BreakthroughState, side: int, order: o.Move) -> Reading:
    """A move to one hex finds its path; a path written out is taken as it stands."""
    w = game.world
    unit, cell = w.by_id[order.unit], w.grid.at(order.path[-1])
    far = len(order.path) == 1 and view.where[unit] >= 0 and not w.grid.adjacent(view.where[unit], cell)
    if not far or view.phase not in OPERATIONS or view.acting != side or w.side[unit] != side:
        return Reading(order)
    found = routes(w, view, unit)
    if cell in found:
        return Reading(o.Move(order.unit, found.path(cell)))
    return Reading(None, [refusal_line(refusal) for refusal in against(w, view, unit, cell)])


def read_attack(game: Breakthrough, view: BreakthroughState, side: int, words: Sequence[str]) -> Reading:
    """One more unit on the hex: the one named, or the strongest that may join."""
    w = game.world
    cut = [word.lower() for word in words].index("with") if "with" in map(str.lower, words) else len(words)
    if not words[:cut]:
        raise BadText("Attack which hex? Write it as: attack 25,28, or attack 25,28 with 12VG-27.")
    label = hex_named(w, " ".join(words[:cut]))
    target = w.grid.at(label)
    if cut < len(words):
        return Reading(o.Plot(unit_named(w, " ".join(words[cut + 1 :])), label))
    if view.phase not in OPERATIONS:
        raise BadText("Attacks are plotted in your operation phases.")
    if not occupied(w, view, 1 - side) >> target & 1:
        raise BadText(f"No enemy unit is in {label}.")
    units = able(w, view, side, target)
    if not units:
        beside = [u for u in w.of_side[side] if view.where[u] >= 0 and w.grid.adjacent(view.where[u], target)]
        reasons = [refusal_line(r) for unit in beside for r in against(w, view, unit, target)]
        return Reading(None, reasons or [[f"No unit of yours that could attack is next to {label}."]])
    lines: list[Sequence[Part]] = list(odds_lines(game, view, side, target, units))
    rest = ", ".join(short(w, unit) for unit in units[1:])
    if rest:
        lines.append(
            [(f"  (the odds are of all; after this one say attack {label} again for {rest})", "quiet")]
        )
    question = f"Plot the attack of {w.units[units[0]].name}?"
    return Reading(o.Plot(w.units[units[0]].id, label), lines, question, f"attack {label}")
