"""From short text to an order: what the common parser reads, and the ways people leave words out.

"move 12SS-05 E3908" finds the path, "attack Lieler" proposes those who go together best with the odds,
"march 12SS E3908" sends a whole formation, an order at a time, "lose" alone takes the usual losses.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules import attacks, combat, losses
from ardennes.games.wave_of_terror.rules import orders as o
from ardennes.games.wave_of_terror.rules import state as f
from ardennes.games.wave_of_terror.rules.artillery import ready_guns
from ardennes.games.wave_of_terror.rules.drawing import wishes_of
from ardennes.games.wave_of_terror.rules.moves import EXIT_WORD
from ardennes.games.wave_of_terror.rules.routes import routes
from ardennes.games.wave_of_terror.rules.state import WaveState
from ardennes.games.wave_of_terror.rules.why import against_attack, against_move
from ardennes.games.wave_of_terror.table.choices import strongest
from ardennes.games.wave_of_terror.table.march import march
from ardennes.games.wave_of_terror.table.reach import COLUMN as IN_COLUMN
from ardennes.games.wave_of_terror.words import WORDING, hex_named
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.wording import BadText
from ardennes.terminal.readings import Reading
from ardennes.terminal.screen import Part
from ardennes.terminal.wave_of_terror.legal import odds_lines
from ardennes.terminal.wave_of_terror.words import formation_named, refusal_line

COLUMN = "column"


def read(game: WaveOfTerror, view: WaveState, side: int, text: str) -> Reading:
    """The order a text means now; UserError says what is wrong with it."""
    words = [word for word in text.split() if word.lower() not in ("to", "with", "on")]
    verb = words[0].lower()
    if verb == "attack" and len(words) == 2:
        return read_attack(game, view, side, words[1])
    if verb == "march":
        return read_march(game, view, side, words[1:])
    frame = view.stack[-1] if view.stack else None
    if verb == "lose" and len(words) == 1 and isinstance(frame, f.Losing):
        return Reading(_usual_losses(game, view, frame))
    if verb == "support" and len(words) == 1 and isinstance(frame, f.Supporting):
        guns = ready_guns(game.world, view, side, frame.attack)[: game.world.limits.guns[side]]
        return Reading(o.Support(game.world.names(guns)))
    order = WORDING.parse(game.world, text, view)
    if isinstance(order, o.Move):
        return read_move(game, view, side, order)
    return Reading(order)


def _usual_losses(game: WaveOfTerror, view: WaveState, frame: f.Losing) -> Order:
    w, b = game.world, combat.battle_of(view)
    units = combat.involved(w, view, b, frame.attacker)
    return o.Lose(w.names(losses.usual(w, view, units, combat.due(b, frame.attacker))))


def read_move(game: WaveOfTerror, view: WaveState, side: int, order: o.Move) -> Reading:
    """A move to one hex finds its path; a path written out is taken as it stands."""
    w = game.world
    units = tuple(w.by_id[name] for name in order.units)
    here = {view.where[unit] for unit in units}
    moving = bool(view.stack) and view.stack[-1] == f.Moving(side)
    if order.path[-1] == EXIT_WORD or len(order.path) > 1 or len(here) > 1 or not moving or min(here) < 0:
        return Reading(order)
    (start,), cell = here, w.grid.at(order.path[0])
    if w.grid.adjacent(start, cell) or any(w.side[unit] != side for unit in units):
        return Reading(order)
    found = routes(w, view, units, order.column, wishes_of(w, order))
    if cell in found:
        return Reading(msgspec.structs.replace(order, path=found.path(cell)))
    reasons = [reason for unit in units for reason in against_move(w, view, unit, cell)]
    if not reasons:
        facts = f"Together{' in column' if order.column else ''} they do not come to {order.path[0]} now."
        reasons = [Refusal("WOT-7.9", facts, "Ask reach UNIT, or move them one by one.")]
    return Reading(None, [refusal_line(reason) for reason in dict.fromkeys(reasons)])


def read_attack(game: WaveOfTerror, view: WaveState, side: int, word: str) -> Reading:
    """Everybody who may attack the hex together, with the odds."""
    w = game.world
    label = hex_named(w, word)
    target = w.grid.at(label)
    if not view.stack or view.stack[-1] != f.Fighting(side):
        raise BadText("Battles are declared in your combat phase.")
    units = attacks.attackers_of(w, view, side, target)
    if not units:
        return Reading(None, [refusal_line(reason) for reason in against_attack(w, view, side, target)])
    lines, order = odds_lines(game, view, side, target, strongest(w, view, units))
    return Reading(order, lines, "Declare this battle?" if order else "", f"attack {label}")


def read_march(game: WaveOfTerror, view: WaveState, side: int, words: Sequence[str]) -> Reading:
    """A formation towards a hex: the first of its orders, and what the others will be."""
    column = bool(words) and words[-1].lower() == COLUMN
    rest = words[:-1] if column else words
    if len(rest) != 2:
        raise BadText("Write it as: march FORMATION HEX [column], like march 12SS E3908.")
    w = game.world
    units = formation_named(w, side, rest[0])
    found = march(game, view, side, w.names(units), hex_named(w, rest[1]), IN_COLUMN if column else "")
    lines: list[list[Part]] = [[f"  {step['label']}"] for step in found["steps"]]
    lines += [[f"{stay['facts']} ", (f"[{stay['rule']}]", "rule")] for stay in found["stay"]]
    if not found["steps"]:
        return Reading(None, lines or [["Nobody of it can march now."]])
    more = len(found["steps"]) - 1
    if more:
        lines.append([(f"  (say it again for the other {more})", "quiet")])
    return Reading(game.read_order(found["steps"][0]["order"]), lines, "Give the first of these orders?")
