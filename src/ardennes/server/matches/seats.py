"""Who sits where: tokens for seats, links for those who come from elsewhere.

A seat goes by its side ("german"); where several share a side, by side and number ("allied:1"). The seat of a
commander has one holder: of two who want it at the same moment one gets it. A link can be used once; using a
new one puts its user in the place of the player that sat there. The lobby's owner enters the seats of people
freely, but a seat that somebody holds by a link only by taking it back. The player that loses a seat gets a
message, and the log of the match says so.
"""

from __future__ import annotations

import secrets
from typing import NamedTuple

import msgspec

from ardennes.errors import UserError
from ardennes.kernel.contract import AnyGame
from ardennes.server.matches.service import HERE, PEOPLE, WATCH, Room
from ardennes.server.matches.session import Live, NotAllowed, SeatTaken
from ardennes.server.storage.models import Header, Overtaken, Taking

TAKE_BACK = (
    "You can take the seat back: its player gets a message, the log says so, and older links to the seat "
    "stop working."
)
BETWEEN = ":"  # side and number of a commander's seat


class Place(NamedTuple):
    """A seat without its match."""

    side: int | None  # None: somebody who watches
    commander: int | None = None  # None: the whole side


class Seats(NamedTuple):
    """What whoever opens a match gets: tokens for his own seats, words for the links of the others."""

    tokens: dict[str, str]
    invitations: dict[str, str]


def seat_word(game: AnyGame, side: int, commander: int | None) -> str:
    word = game.sides[side]
    return word if commander is None else f"{word}{BETWEEN}{commander}"


def place_named(header: Header, game: AnyGame, seat: str) -> Place:
    """The place a seat's word means; UserError lists the seats there are."""
    if seat == WATCH:
        return Place(None)
    places = places_of(header)
    known = {seat_word(game, place.side or 0, place.commander): place for place in places}
    if seat not in known:
        raise UserError(f"There is no seat {seat!r}; there is: {', '.join((*known, WATCH))}.")
    return known[seat]


def place_of_seat(room: Room, match: str, seat: str) -> Place:
    """The place a seat's word means in a match."""
    header = room.header(match)
    return place_named(header, room.game(header.game), seat)


def places_of(header: Header) -> list[Place]:
    """Every seat of a match: of each side the whole, or its commanders."""
    result = []
    for seat in header.seats:
        team = header.team(seat.side)
        result += [Place(seat.side, one.number) for one in team] if team else [Place(seat.side)]
    return result


def sit(room: Room, match: str, seat: str, *, back: bool = False) -> str:
    """Return a new token for a person's seat, or for watching.

    SeatTaken where another player holds the seat; `back` takes it from that player, who gets a message.
    """
    header = room.header(match)
    game = room.game(header.game)
    place = place_named(header, game, seat)
    if place.side is not None and header.seats[place.side].who not in PEOPLE:
        who = header.seats[place.side].who
        raise NotAllowed(f"The {game.sides[place.side]} side is played by the computer ({who}).")
    token = secrets.token_urlsafe(32)
    if place.side is None:
        room.store.add_token(token, match, None)
        return token
    try:
        _take(room, Taking(token, match, place.side, place.commander, back=back))
    except SeatTaken as error:
        named = called(header, game, place)
        raise SeatTaken(f"{error} ({named}) {TAKE_BACK}") from None
    return token


def called(header: Header, game: AnyGame, place: Place) -> str:
    """A seat in words."""
    assert place.side is not None
    if place.commander is None:
        return f"the {game.sides[place.side].capitalize()} seat"
    return f"the seat of {header.team(place.side)[place.commander].name}"


def invite(room: Room, match: str, seat: str) -> str:
    """A word for the link to a seat; an older link to it that nobody has used opens nothing any more."""
    header = room.header(match)
    game = room.game(header.game)
    place = place_named(header, game, seat)
    if place.side is None or header.seats[place.side].who not in PEOPLE:
        raise NotAllowed("Only people are invited, to a seat that gives orders.")
    word = secrets.token_urlsafe(24)
    room.remote().invite(word, match, place.side, place.commander)
    return word


def join(room: Room, match: str, link: str) -> tuple[str, str, Place]:
    """The seat a link opens, and a token for it; NotAllowed where somebody was quicker."""
    header = room.header(match)
    result = room.remote().find_invitation(link, match)
    if result is None:
        raise NotAllowed("This link opens no seat of this match, or not any more; ask for a new one.")
    (side, commander), token = result, secrets.token_urlsafe(32)
    place = Place(side, commander)
    _take(room, Taking(token, match, side, commander, link))
    return seat_word(room.game(header.game), side, commander), token, place


def seat_all(room: Room, match: str, mine: tuple[str, ...] = ()) -> Seats:
    """Tokens for whoever opens a match and for those beside him, links for the others; `mine` names the
    commanders' seats he takes himself. To watch where no seat is his."""
    header = room.header(match)
    game = room.game(header.game)
    result = Seats({}, {})
    for place in places_of(header):
        assert place.side is not None
        word, who = seat_word(game, place.side, place.commander), header.seats[place.side].who
        if who not in PEOPLE:
            continue
        if word in mine or (place.commander is None and who in HERE):
            result.tokens[word] = sit(room, match, word)
        else:
            result.invitations[word] = invite(room, match, word)
    if not result.tokens:
        result.tokens[WATCH] = sit(room, match, WATCH)
    return result


def _take(room: Room, taking: Taking) -> None:
    """Put a token's holder into a seat: one transaction, tried again if the match moved at that moment."""
    if taking.commander is None:
        if room.store.take_seat(taking):
            room.seat_changed(taking.match)
        return
    while True:
        try:
            with room.at(taking.match) as live:
                _take_command(room, live, taking, taking.commander)
            return
        except Overtaken:
            continue


def _take_command(room: Room, live: Live, taking: Taking, number: int) -> None:
    one = live.header.team(taking.side)[number]
    if one.taken and not (taking.link or taking.back):
        raise SeatTaken
    changed = [msgspec.structs.replace(one, taken=True, ready=False)]
    room.command(live, taking.side, changed, taking)
    room.forget(live)  # it is opened again with its seat changes
