"""The players' shares in the dice: first each player promises one, then shows it.

docs/explanation/fair-dice.md explains the protocol.
Play does not wait: until the last share is shown, the server alone determines the dice, and the page says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from ardennes.dice import share_promise
from ardennes.errors import UserError
from ardennes.kernel.commanders import CHIEF
from ardennes.kernel.match import SERVER, Setting, with_shares
from ardennes.server.storage.models import Share

if TYPE_CHECKING:
    from ardennes.server.matches.session import Live

Wanted = Literal["", "promise", "nonce"]  # what a seat is asked for
PROMISE: Wanted = "promise"
NONCE: Wanted = "nonce"


class NoShare(Exception):
    """Why a share is not taken now."""


def takes_shares(setting: Setting, who: Sequence[str], invited: str, people: Sequence[str]) -> bool:
    """Do the players of a match add to its dice? People at different browsers, and dice of the server."""
    return (
        setting.known == SERVER
        and not setting.last.nonces
        and invited in who
        and all(one in people for one in who)
    )


def asked(live: Live, wanted: bool, side: int | None, commander: int | None) -> Wanted:
    """What a seat is asked for now: PROMISE, NONCE or nothing. Of a side that several share, the chief."""
    if not wanted or side is None or commander not in (None, CHIEF) or live.match.result() is not None:
        return ""
    given = {share.side: share for share in live.header.shares}
    if side not in given:
        return PROMISE
    return NONCE if len(given) == len(live.game.sides) and not given[side].nonce else ""


def promised(live: Live, side: int, promise: str) -> Share:
    """A new promise; it may take the place of the side's own until a share has been shown."""
    if any(share.nonce for share in live.header.shares):
        raise NoShare("Somebody has shown his share already: no promise can be changed any more.")
    return Share(side, promise)


def shown(live: Live, side: int, nonce: str) -> tuple[Share, Setting | None]:
    """The share that was promised, and the setting with all of them in it if it is the last."""
    given = {share.side: share for share in live.header.shares}
    if len(given) < len(live.game.sides):
        raise NoShare("Every player promises a share before any is shown.")
    if given[side].nonce:
        raise NoShare("Your share has been shown already.")
    if share_promise(nonce) != given[side].promise:
        raise UserError("This is not the share you promised.")
    given[side] = Share(side, given[side].promise, nonce)
    nonces = [given[one].nonce for one in sorted(given)]
    setting = live.match.setting
    return given[side], with_shares(setting, live.match.state.rolls, nonces) if all(nonces) else None
