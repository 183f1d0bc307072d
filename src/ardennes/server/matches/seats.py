"""Seats: tokens that open them, and links that invite other players.

A seat is named by its side ("german"), or on a divided side by side and number ("allied:1"). A seat has one
holder; if two players want it at the same moment, one gets it. A link works once; a new link puts its user in
place of the previous holder. The lobby's owner takes free seats of people, but a seat held through a link
only with `take_back`. The player that loses a seat gets a message, and the match's log records it.
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

    side: int | None  # None: a watcher
    commander: int | None = None  # None: the whole side


class Seats(NamedTuple):
    """What the creator of a match gets: tokens for their seats, words for the links to the others."""

    tokens: dict[str, str]
    invitations: dict[str, str]


def seat_word(game: AnyGame, side: int, commander: int | None) -> str:
    word = game.sides[side]
    return word if commander is None else f"{word}{BETWEEN}{commander}"


def place_named(header: Header, game: AnyGame, seat: str) -> Place:
    """Return the place that a seat's name means. Raise UserError with all seats if there is none."""
    if seat == WATCH:
        return Place(None)
    places = places_of(header)
    known = {seat_word(game, place.side or 0, place.commander): place for place in places}
    if seat not in known:
        raise UserError(f"There is no seat {seat!r}; there is: {', '.join((*known, WATCH))}.")
    return known[seat]


def place_of_seat(room: Room, match: str, seat: str) -> Place:
    """Return the place that a seat's name means in a match."""
    header = room.header(match)
    return place_named(header, room.game(header.game), seat)


def places_of(header: Header) -> list[Place]:
    """Return every seat of a match: whole sides, or the commanders of divided ones."""
    result = []
    for seat in header.seats:
        team = header.team(seat.side)
        result += [Place(seat.side, one.number) for one in team] if team else [Place(seat.side)]
    return result


def sit(room: Room, match: str, seat: str, *, back: bool = False) -> str:
    """Return a new token for a person's seat, or for watching.

    Raise SeatTaken if another player holds the seat; `back` takes it from that player, who gets a message.
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
    """Describe a seat for people, such as "the German seat"."""
    assert place.side is not None
    if place.commander is None:
        return f"the {game.sides[place.side].capitalize()} seat"
    return f"the seat of {header.team(place.side)[place.commander].name}"


def invite(room: Room, match: str, seat: str) -> str:
    """Return a new word for the link to a seat. An older unused link to the seat stops working."""
    header = room.header(match)
    game = room.game(header.game)
    place = place_named(header, game, seat)
    if place.side is None or header.seats[place.side].who not in PEOPLE:
        raise NotAllowed("You can invite people only to a seat that a person plays.")
    word = secrets.token_urlsafe(24)
    room.remote().invite(word, match, place.side, place.commander)
    return word


def join(room: Room, match: str, link: str) -> tuple[str, str, Place]:
    """Take the seat of a link; return its name, a token for it and its place. Raise NotAllowed if the link is
    used up.
    """
    header = room.header(match)
    result = room.remote().find_invitation(link, match)
    if result is None:
        raise NotAllowed("This link does not work for this match, or no longer works; ask for a new one.")
    (side, commander), token = result, secrets.token_urlsafe(32)
    place = Place(side, commander)
    _take(room, Taking(token, match, side, commander, link))
    return seat_word(room.game(header.game), side, commander), token, place


def seat_all(room: Room, match: str, mine: tuple[str, ...] = ()) -> Seats:
    """Return tokens for the creator of a match and the players at the same screen, and links for the others.

    `mine` lists the commanders' seats of the creator. Without a seat, the creator watches.
    """
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
    """Put the owner of a token into a seat, in one transaction; retry if the match changed at that moment."""
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
    room.forget(live)  # reopened with its seat changes
