"""The players' shares in the dice: all players promise one, then reveal it.

docs/explanation/fair-dice.md explains the protocol. Play does not wait: until the last share is revealed, the
server alone determines the dice, and the page says so.
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

Wanted = Literal["", "promise", "nonce"]  # what a seat may add to the dice
PROMISE: Wanted = "promise"
NONCE: Wanted = "nonce"


class NoShare(Exception):
    """A share cannot be accepted now; the message says why."""


def takes_shares(setting: Setting, who: Sequence[str], invited: str, people: Sequence[str]) -> bool:
    """Return whether players add to the dice of a match: several browsers are used and the server made the
    dice.
    """
    return (
        setting.known == SERVER
        and not setting.last.nonces
        and invited in who
        and all(one in people for one in who)
    )


def asked(live: Live, wanted: bool, side: int | None, commander: int | None) -> Wanted:
    """Return what a seat may add now: PROMISE, NONCE or nothing. On a divided side only the
    commander-in-chief adds.
    """
    if not wanted or side is None or commander not in (None, CHIEF) or live.match.result() is not None:
        return ""
    given = {share.side: share for share in live.header.shares}
    if side not in given:
        return PROMISE
    return NONCE if len(given) == len(live.game.sides) and not given[side].nonce else ""


def promised(live: Live, side: int, promise: str) -> Share:
    """Return a new promise. It may replace the side's earlier one until a share is revealed. Raise NoShare
    after that.
    """
    if any(share.nonce for share in live.header.shares):
        raise NoShare("A player has revealed a share already, so promises can't be changed any more.")
    return Share(side, promise)


def shown(live: Live, side: int, nonce: str) -> tuple[Share, Setting | None]:
    """Return the revealed share, and the new setting if it is the last one. Raise NoShare or UserError if it
    is refused.
    """
    given = {share.side: share for share in live.header.shares}
    if len(given) < len(live.game.sides):
        raise NoShare("All players must promise a share before any is revealed.")
    if given[side].nonce:
        raise NoShare("Your share has been revealed already.")
    if share_promise(nonce) != given[side].promise:
        raise UserError("This is not the share you promised.")
    given[side] = Share(side, given[side].promise, nonce)
    nonces = [given[one].nonce for one in sorted(given)]
    setting = live.match.setting
    return given[side], with_shares(setting, live.match.state.rolls, nonces) if all(nonces) else None
