"""The routes of a divided side: ready, formations, links to seats, messages."""

from __future__ import annotations

import time
from typing import Annotated

from ardennes.kernel import commanders as commands
from ardennes.server.api import schemas
from ardennes.server.api.schemas import decode
from ardennes.server.command.actions import give_formation, own_command, say_ready
from ardennes.server.command.messages import Message, Reader
from ardennes.server.command.permissions import command_of
from ardennes.server.http.responses import Response, answer
from ardennes.server.http.router import Kind, Query, Router, doc
from ardennes.server.matches import seats
from ardennes.server.matches.service import LiveMatches
from ardennes.server.matches.session import Live, NotAllowed
from ardennes.server.routes.context import Asks, Body, House, Player, not_too_fast
from ardennes.server.routes.match import VIEW, change, refused
from ardennes.server.storage.models import Header

router = Router(prefix="/api/matches/{match_id}", tags=["match"])

CHANGES: dict[int, Kind | None] = {200: VIEW, 409: schemas.Overtaken, 422: schemas.RefusalAnswer}


@router.post(
    "/command/invite",
    **doc(
        "Create a link to a commander's seat of the requesting side",
        {201: schemas.Invited, 422: schemas.RefusalAnswer},
        body=schemas.Invite,
        seat=True,
    ),
)
def invite(asks: Asks, body: Body) -> Response:
    asked = decode(body, schemas.Invite)
    room, (match, side, known, number) = asks.house.room, asks.player()
    with room.at(match, known) as live:
        command = own_command(live, side, number)
        refusal = commands.chief_only(command.me, command.team, "sends links to the seats of your side")
        if refusal is not None:
            raise refused(refusal)
        if seats.place_named(live.header, live.game, asked.seat).side != side:
            raise NotAllowed("That seat does not belong to your side.")
    return answer(schemas.Invited(asked.seat, seats.invite(room, match, asked.seat)), 201)


@router.post(
    "/ready", **doc("Report one's orders ready, or not ready", CHANGES, body=schemas.SayReady, seat=True)
)
def ready(asks: Asks, body: Body) -> Response:
    asked = decode(body, schemas.SayReady)

    def work(_: LiveMatches, live: Live, player: Player) -> None:
        say_ready(asks.house.room, live, player.side, player.commander, asked.ready)

    return change(asks, asked.seq, work)


@router.post(
    "/command",
    **doc("Give a formation to a commander, or take it back", CHANGES, body=schemas.GiveFormation, seat=True),
)
def command(asks: Asks, body: Body) -> Response:
    asked = decode(body, schemas.GiveFormation)

    def work(_: LiveMatches, live: Live, player: Player) -> None:
        give_formation(asks.house.room, live, player.side, player.commander, asked.formation, asked.to)

    return change(asks, asked.seq, work)


# Messages


@router.get(
    "/messages",
    **doc(
        "Messages of the side's commanders; of both sides once the match is open",
        {200: schemas.MessageList},
        seat=True,
    ),
)
def read(asks: Asks, after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0) -> Response:
    house, (match, side, known, number) = asks.house, asks.seat()
    with house.room.at(match, known) as live:
        open_ = house.room.is_open(live)
        mine = command_of(live, side, number)
        header, sides = live.header, live.game.sides
    reader = None if mine is None else Reader(mine.me.side, mine.me.number)
    if reader is None and not open_:
        raise NotAllowed("Only the commanders of a divided side can read messages.")
    messages = house.need_remote().messages
    result, more = messages.read(match, None if open_ else reader, after)
    read_count = 0 if reader is None else messages.heard(match, reader)
    shown = [_shown(header, sides, message, reader) for message in result]
    return answer(schemas.MessageList(shown, read_count, more, open_))


def _shown(
    header: Header, sides: tuple[str, ...], message: Message, reader: Reader | None
) -> schemas.MessageView:
    team = header.team(message.side)
    return schemas.MessageView(
        sides[message.side],
        team[message.sender].name,
        "" if message.receiver is None else team[message.receiver].name,
        message.words,
        message.moment,
        message.sent,
        reader == Reader(message.side, message.sender),
    )


@router.post(
    "/messages",
    **doc("Send a message to the side's commanders", {201: None}, body=schemas.WriteMessage, seat=True),
)
def write(asks: Asks, body: Body) -> Response:
    asked = decode(body, schemas.WriteMessage)
    house, (match, side, known, number) = asks.house, asks.player()
    with house.room.at(match, known) as live:
        mine = own_command(live, side, number)
        moment = mine.game.moment(live.game.view(live.match.state, side))
    if asked.to is not None and not 0 <= asked.to < len(mine.team):
        raise NotAllowed(f"Your side has commanders 0 to {len(mine.team) - 1}; there is no {asked.to}.")
    remote = house.need_remote()
    not_too_fast(remote.writing, f"{match}:{side}:{mine.me.number}", "Too many messages at once; slow down.")
    remote.messages.send(match, Message(side, mine.me.number, asked.to, asked.words, moment, time.time()))
    _tell(house, match, side, len(mine.team))
    return Response(status_code=201)


def _tell(house: House, match: str, side: int, commanders: int) -> None:
    messages = house.need_remote().messages
    counts = {number: messages.count(match, Reader(side, number)) for number in range(commanders)}
    house.push.mail(match, side, counts)


@router.post(
    "/messages/read",
    **doc("Save how many messages have been read", {204: None}, body=schemas.ReadMessages, seat=True),
)
def hear(asks: Asks, body: Body) -> Response:
    asked = decode(body, schemas.ReadMessages)
    house, (match, side, known, number) = asks.house, asks.player()
    with house.room.at(match, known) as live:
        mine = own_command(live, side, number)
    house.need_remote().messages.hear(match, Reader(side, mine.me.number), asked.upto)
    return Response(status_code=204)
