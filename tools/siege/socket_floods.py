"""Floods through live sockets: frames of every kind, many sockets of one seat, and reopening them."""

from __future__ import annotations

from ardennes.server.http.penalties import FIRST_WAIT
from tools.siege.client import can_be
from tools.siege.floods import UPGRADE, request
from tools.siege.fort import Fort
from tools.siege.load import SHORTEST, Player, expect_quick, process, report_of
from tools.siege.plan import Round
from tools.siege.socket_flooder import KINDS, SocketFlood
from tools.siege.table import make

MANY = 12  # sockets of one seat at once
# address of a flooder; each flood has a different one, because an address that floods is blocked
ADDRESS = "127.0.1.{number}"
ONE_ADDRESS = "the floods after the first two: a client here has only one address, which is blocked by then"


def sockets(now: Round) -> None:
    """Flood with each kind of frame; another player must be answered and the flooder must be slowed."""
    with now.fort() as fort:
        player = Player(now, fort)
        seconds = max(SHORTEST, now.left / 12)
        calm, _ = player.play(seconds)
        floods = [(kind, 1) for kind in KINDS] + [("empty pings", MANY)]
        number = 0
        while now.go_on():
            for kind, count in floods:
                number += 1
                at = ADDRESS.format(number=number % 250 + 1)
                if not can_be(at):
                    if number > 2:
                        now.skip(ONE_ADDRESS)
                        return
                    at = ""
                _one(now, fort, player, SocketFlood(fort.port, seconds, kind, "", count, at), calm)


def _one(now: Round, fort: Fort, player: Player, flood: SocketFlood, calm: float) -> None:
    attacker = make(fort, "tigers", {"german": "me", "allied": "invited"})
    flood.request = request(fort, "GET", f"{attacker.path}/live", attacker.tokens["german"], more=UPGRADE)
    seconds, flood.seconds = flood.seconds, flood.seconds + 0.5
    with process("socket_flooder", flood) as child:
        slow, wrong = player.play(seconds)
        result = report_of(child)
    now.count("socket floods")
    name = f"{flood.kind} on {flood.count} sockets" if flood.count > 1 else flood.kind
    expect_quick(now, name, calm, slow, wrong, result)
    closed = result.get("sockets closed by the server", 0)
    now.expect(closed >= flood.count, f"a flood of {name} is not closed", result)
    most = flood.count * (1 + seconds / FIRST_WAIT)
    opened = result.get("sockets opened", 0)
    now.expect(
        opened <= most, f"a flood of {name} continues on new sockets", result, f"{opened} sockets opened"
    )
