"""What a commander does besides giving orders: say that he is ready, give a formation away.

A change within a command is one of the match of which the other side does not learn, as of an order written:
it has a number, and only the side's own seats count it.
"""

from __future__ import annotations

import msgspec

from ardennes.kernel import commanders as commands
from ardennes.kernel.contract import Refusal, Refused
from ardennes.server.command.permissions import Command, command_of
from ardennes.server.matches.service import Room
from ardennes.server.matches.session import Live, NotAllowed


def own_command(live: Live, side: int, number: int | None) -> Command:
    """The command a seat has a part in; NotAllowed where one person plays the side."""
    command = command_of(live, side, number)
    if command is None:
        raise NotAllowed("Your side has one commander only.")
    return command


def say_ready(room: Room, live: Live, side: int, number: int | None, ready: bool) -> None:
    """One commander is ready with his orders, or not after all; with the last the sheet is handed in."""
    command = own_command(live, side, number)
    me = command.me
    if side not in live.game.to_move(live.match.state):
        facts = "Your side has handed in its orders for this turn."
        raise Refused(Refusal(commands.ARE_READY, facts, "You are asked again when the turn is resolved."))
    if me.ready == ready:
        return
    if ready and commands.all_ready(command.team, me.number):
        room.play(live, side, command.game.hand_in(), by=me.number)
    else:
        room.command(live, side, [msgspec.structs.replace(me, ready=ready)])


def give_formation(room: Room, live: Live, side: int, number: int | None, formation: str, to: int) -> None:
    """The commander-in-chief gives a formation to somebody, or takes it back (`to` himself)."""
    command = own_command(live, side, number)
    refusal = commands.chief_only(command.me, command.team, "gives formations away and takes them back")
    if refusal is not None:
        raise Refused(refusal)
    after = commands.hand_over(command.game, command.team, command.me, formation, to)
    changed = [new for old, new in zip(command.team, after, strict=True) if new != old]
    if changed:
        room.command(live, side, changed)
