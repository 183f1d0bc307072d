"""What the routes share: the room, the computers, the sockets; and who is asking."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, NamedTuple

from ardennes.server.http.live_updates import Push
from ardennes.server.http.responses import Problem, Request, refuse
from ardennes.server.http.router import Given
from ardennes.server.http.token_bucket import Bucket
from ardennes.server.matches.service import NEEDS_SERVER, LiveMatches, Room
from ardennes.server.matches.session import NotAllowed
from ardennes.server.matches.trials import NOT_KEPT, Trials
from ardennes.server.settings import Settings
from ardennes.server.storage.models import BACK, BY_LINK
from ardennes.server.storage.protocol import ForkQuota, SetupStore
from ardennes.server.workers.fair_queue import later
from ardennes.server.workers.hints import Advice
from ardennes.server.workers.players import Computers
from ardennes.server.workers.pool import Aside
from ardennes.server.workers.reports import Aftermath

if TYPE_CHECKING:
    from ardennes.server.command.messages import Messages
    from ardennes.server.http.cpu_limits import CpuLimits

SCHEME = "Seat "  # Authorization: Seat <token>
OWNER = "Lobby "  # Authorization: Lobby <token>
HELD = "ardennes-view"  # the version of the view that the client holds
ENDED = {  # why a token opens no seat, by how the seat was taken
    "": "This token opens no seat of this match.",
    BY_LINK: "Somebody has taken this seat with a new link, so it is not yours any more. "
    "Ask for a new link to come back.",
    BACK: "The host has taken this seat back, so your link does not open it any more. "
    "Ask the host for a new one.",
}
WHERE = "open the address that Ardennes printed where it was started"


@dataclass(frozen=True)
class Remote:
    """What players on several machines need of a server."""

    messages: Messages
    writing: Bucket  # of messages
    cpu: CpuLimits


@dataclass(frozen=True)
class House:
    settings: Settings
    token: str  # opens the lobby
    room: Room
    computers: Computers
    advice: Advice
    after: Aftermath
    push: Push
    making: Bucket
    setups: SetupStore
    quotas: ForkQuota
    trials: Trials  # cases on live boards
    aside: Aside  # for what takes a moment, in a route that waits
    remote: Remote | None  # None: the page has no server

    @property
    def alone(self) -> bool:
        """Do all players use this browser, without a server?"""
        return self.remote is None

    def need_remote(self) -> Remote:
        """Return what players on several machines need; NotAllowed without a server."""
        if self.remote is None:
            raise NotAllowed(NEEDS_SERVER)
        return self.remote

    def room_of(self, match: str) -> LiveMatches:
        """Return where a match is played."""
        return self.trials if match in self.trials else self.room


class Place(NamedTuple):
    """For which seat of which match a request is made."""

    match: str
    side: int | None  # None: somebody who watches
    seq: int  # of the match when the token was looked up
    commander: int | None = None  # of several who share the side


class Player(NamedTuple):
    """The same, of a seat that gives orders."""

    match: str
    side: int
    seq: int
    commander: int | None


def place_of(house: House, match_id: str, token: str) -> Place:
    """The seat a token opens. A token of another match opens nothing here."""
    store = house.room_of(match_id).store
    result = store.find_token(token) if token else None
    if result is not None and result.match == match_id:
        return Place(*result)
    store.seq(match_id)  # NoSuchMatch comes before what is wrong with the token
    if not token:
        raise Problem(401, "Say for which seat you ask: Authorization: Seat <token>.")
    how = store.why_ended(token, match_id)
    raise Problem(403, ENDED[how], **({"ended": how} if how else {}))


class Asking(NamedTuple):
    """Who asks, before the token has been looked up: that is done by the route, in its own thread."""

    house: House
    match: str
    token: str
    owner: bool = False  # by the lobby's token
    held: str = ""  # the version of the view that the client holds

    @property
    def room(self) -> LiveMatches:
        """Where the match is played: with the saved matches or on a board of cases."""
        return self.house.room_of(self.match)

    def saved_room(self) -> Room:
        """Return the room of a saved match; NotAllowed for a board of cases."""
        if self.match in self.house.trials:
            raise NotAllowed(NOT_KEPT)
        return self.house.room

    def seat(self) -> Place:
        """The seat asked for; somebody who watches will do."""
        return place_of(self.house, self.match, self.token)

    def player(self) -> Player:
        """The seat asked for, which must be one that gives orders."""
        match, side, seq, commander = self.seat()
        if side is None:
            refuse(403, "Whoever watches gives no orders.")
        return Player(match, side, seq, commander)


async def asking(request: Request, match_id: str) -> Asking:
    """Async, like all dependencies here: a plain one would cost a change of threads."""
    house = request.house
    owns = _owns(house, _given(request, OWNER))
    return Asking(house, match_id, _given(request, SCHEME), owns, request.headers.get(HELD, ""))


def _given(request: Request, scheme: str) -> str:
    """The token a request carries under a scheme."""
    header = request.headers.get("authorization", "")
    return header[len(scheme) :].strip() if header.lower().startswith(scheme.lower()) else ""


def _owns(house: House, token: str) -> bool:
    return secrets.compare_digest(token.encode("utf-8", "replace"), house.token.encode())


def person_of(house: House, token: str) -> str | None:
    """Name the person a token belongs to: the seat from which its match was forked; "" for a watcher, None
    for a token that opens nothing."""
    for store in (house.room.store, house.trials.store):
        if (place := store.find_token(token)) is not None:
            if place.side is None:
                return ""
            return house.quotas.origin(place.match, place.side, place.commander)
    return None


async def payer_of(request: Request) -> str:
    """Name the person who pays for a request; "" for the lobby, which nobody pays for."""
    house = request.house
    if house.remote is None or _owns(house, _given(request, OWNER)):
        return ""
    return await house.remote.cpu.person_of(_given(request, SCHEME), request.client)


async def in_lobby(request: Request) -> House:
    """The lobby has a token of its own. Where a request comes from opens nothing: behind a reverse proxy
    everybody comes from this machine."""
    house, token = request.house, _given(request, OWNER)
    if not token:
        refuse(401, f"The lobby needs its token: {WHERE}.")
    if not _owns(house, token):
        refuse(403, f"This token does not open the lobby, or not any more: {WHERE}.")
    return house


def make_room_for(request: Request, house: House) -> None:
    """Making matches costs more than looking at them: it has a limit of its own."""
    not_too_fast(house.making, request.client, "Too many new matches at once; slow down.")


def not_too_fast(bucket: Bucket, client: str, words: str) -> None:
    wait = bucket.take(client)
    if wait:
        raise later(429, words, wait)


async def small_body(request: Request) -> bytes:
    return await request.read(request.house.settings.body_limit)


async def match_file(request: Request) -> bytes:
    return await request.read(request.house.settings.import_limit)


Asks = Annotated[Asking, Given(asking)]
Lobby = Annotated[House, Given(in_lobby)]
Body = Annotated[bytes, Given(small_body)]
MatchFile = Annotated[bytes, Given(match_file)]
