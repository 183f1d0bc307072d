"""What commanders do besides giving orders: report ready, and assign formations.

A change within a command counts as a change of the match, but the other side does not notice it.
"""

from __future__ import annotations

import msgspec

from ardennes.kernel import commanders as commands
from ardennes.kernel.contract import Refusal, Refused
from ardennes.server.command.permissions import Command, command_of
from ardennes.server.matches.service import Room
from ardennes.server.matches.session import Live, NotAllowed


def own_command(live: Live, side: int, number: int | None) -> Command:
    """Return the command a seat belongs to. Raise NotAllowed if one person plays the side."""
    command = command_of(live, side, number)
    if command is None:
        raise NotAllowed("Your side has one commander only.")
    return command


def say_ready(room: Room, live: Live, side: int, number: int | None, ready: bool) -> None:
    """Set whether a commander is ready. When the last one is, the orders are handed in."""
    command = own_command(live, side, number)
    me = command.me
    if side not in live.game.to_move(live.match.state):
        facts = "Your side has handed in its orders for this turn."
        raise Refused(Refusal(commands.ARE_READY, facts, "Wait until the turn is resolved."))
    if me.ready == ready:
        return
    if ready and commands.all_ready(command.team, me.number):
        room.play(live, side, command.game.hand_in(), by=me.number)
    else:
        room.command(live, side, [msgspec.structs.replace(me, ready=ready)])


def give_formation(room: Room, live: Live, side: int, number: int | None, formation: str, to: int) -> None:
    """Assign a formation to a commander, or take it back (`to` is the commander-in-chief)."""
    command = own_command(live, side, number)
    refusal = commands.chief_only(command.me, command.team, "gives formations away and takes them back")
    if refusal is not None:
        raise Refused(refusal)
    after = commands.hand_over(command.game, command.team, command.me, formation, to)
    changed = [new for old, new in zip(command.team, after, strict=True) if new != old]
    if changed:
        room.command(live, side, changed)
