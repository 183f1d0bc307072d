"""What the routes share: the server's services, and who sent a request."""

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
HELD = "ardennes-view"  # header: the version of the view that the client has
ENDED = {  # why a token opens no seat, by how the seat was taken
    "": "This token opens no seat of this match.",
    BY_LINK: "Another player has taken this seat with a new link, so it is no longer yours. "
    "Ask for a new link to come back.",
    BACK: "The host has taken this seat back, so your link no longer opens it. Ask the host for a new one.",
}
WHERE = "open the address that Ardennes printed where it was started"


@dataclass(frozen=True)
class Remote:
    """Services that only players on several machines need."""

    messages: Messages
    writing: Bucket  # for messages
    cpu: CpuLimits


@dataclass(frozen=True)
class House:
    settings: Settings
    token: str  # token of the lobby
    room: Room
    computers: Computers
    advice: Advice
    after: Aftermath
    push: Push
    making: Bucket
    setups: SetupStore
    quotas: ForkQuota
    trials: Trials  # boards of cases
    aside: Aside  # runs slow work of an async route in a thread
    remote: Remote | None  # None: no server (static site)

    @property
    def alone(self) -> bool:
        """Return whether all players use this browser, without a server."""
        return self.remote is None

    def need_remote(self) -> Remote:
        """Return the services for players on several machines. Raise NotAllowed without a server."""
        if self.remote is None:
            raise NotAllowed(NEEDS_SERVER)
        return self.remote

    def room_of(self, match: str) -> LiveMatches:
        """Return the service with a match: that of saved matches or of boards."""
        return self.trials if match in self.trials else self.room


class Place(NamedTuple):
    """The seat that a request is made for."""

    match: str
    side: int | None  # None: a watcher
    seq: int  # of the match when the token was looked up
    commander: int | None = None  # on a divided side


class Player(NamedTuple):
    """The seat of a player that a request is made for."""

    match: str
    side: int
    seq: int
    commander: int | None


def place_of(house: House, match_id: str, token: str) -> Place:
    """Return the seat a token opens. Raise Problem 401 or 403 if it opens none of this match."""
    store = house.room_of(match_id).store
    result = store.find_token(token) if token else None
    if result is not None and result.match == match_id:
        return Place(*result)
    store.seq(match_id)  # a missing match is reported before a wrong token
    if not token:
        raise Problem(401, "The token of a seat is missing: send the header Authorization: Seat <token>.")
    how = store.why_ended(token, match_id)
    raise Problem(403, ENDED[how], **({"ended": how} if how else {}))


class Asking(NamedTuple):
    """A request for a match; the route looks up its token later, in a thread."""

    house: House
    match: str
    token: str
    owner: bool = False  # the request carries the lobby's token
    held: str = ""  # the version of the view that the client has

    @property
    def room(self) -> LiveMatches:
        """Return the service with this match: that of saved matches or of boards."""
        return self.house.room_of(self.match)

    def saved_room(self) -> Room:
        """Return the service of saved matches. Raise NotAllowed for a board of a case."""
        if self.match in self.house.trials:
            raise NotAllowed(NOT_KEPT)
        return self.house.room

    def seat(self) -> Place:
        """Return the seat of the token; watching is enough."""
        return place_of(self.house, self.match, self.token)

    def player(self) -> Player:
        """Return the seat of the token. Raise Problem 403 if it only watches."""
        match, side, seq, commander = self.seat()
        if side is None:
            refuse(403, "A watcher cannot give orders.")
        return Player(match, side, seq, commander)


async def asking(request: Request, match_id: str) -> Asking:
    """Return who makes a request. Async like all dependencies here: others would need another thread."""
    house = request.house
    owns = _owns(house, _given(request, OWNER))
    return Asking(house, match_id, _given(request, SCHEME), owns, request.headers.get(HELD, ""))


def _given(request: Request, scheme: str) -> str:
    """Return the token a request carries under a scheme."""
    header = request.headers.get("authorization", "")
    return header[len(scheme) :].strip() if header.lower().startswith(scheme.lower()) else ""


def _owns(house: House, token: str) -> bool:
    return secrets.compare_digest(token.encode("utf-8", "replace"), house.token.encode())


def person_of(house: House, token: str) -> str | None:
    """Return the person a token belongs to: the seat from which its match was forked.

    "" for a watcher, None for an unknown token.
    """
    for store in (house.room.store, house.trials.store):
        if (place := store.find_token(token)) is not None:
            if place.side is None:
                return ""
            return house.quotas.origin(place.match, place.side, place.commander)
    return None


async def payer_of(request: Request) -> str:
    """Return the person who pays for a request; "" with the lobby's token, whose requests are free."""
    house = request.house
    if house.remote is None or _owns(house, _given(request, OWNER)):
        return ""
    return await house.remote.cpu.person_of(_given(request, SCHEME), request.client)


async def in_lobby(request: Request) -> House:
    """Check the lobby's token. The client's address proves nothing: behind a reverse proxy every client seems
    local.
    """
    house, token = request.house, _given(request, OWNER)
    if not token:
        refuse(401, f"The lobby needs its token: {WHERE}.")
    if not _owns(house, token):
        refuse(403, f"This token does not open the lobby, or no longer does: {WHERE}.")
    return house


def make_room_for(request: Request, house: House) -> None:
    """Limit how fast a client makes matches, which costs more than looking at them."""
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
