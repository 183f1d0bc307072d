"""All attacks: what is promised, how that is tried."""

from __future__ import annotations

from tools.siege import (
    costly,
    crashes,
    doors,
    floods,
    forged,
    fuzz,
    memory,
    outages,
    requests,
    seats,
    socket_floods,
    standing,
    twins,
)
from tools.siege.plan import Attack

ATTACKS: tuple[Attack, ...] = (
    Attack(
        "kills",
        "An order that was acknowledged is kept, once, whenever the server is killed.",
        "kill -9 at random moments while orders are given and taken back; then all orders are read again.",
        standing.kills,
        daily=True,
    ),
    Attack(
        "crashes",
        "Whichever statement or commit of an operation is the last one, the operation is done or not done.",
        "A server is killed at numbered points of operations; history, rows, seats and clocks are checked.",
        crashes.crashes,
    ),
    Attack(
        "postgres",
        "Whatever happens to PostgreSQL, nothing acknowledged is lost; requests are answered or told to try "
        "again, and the server recovers by itself.",
        "Under load PostgreSQL is restarted, away or silent for 8 s, out of connections, out of disk.",
        outages.postgres,
    ),
    Attack(
        "clock",
        "No turn gains or loses time when the machine's clock is set, even while the server is down.",
        "The clock jumps by hours while both sides seal timed turns, and between two starts.",
        outages.clock,
    ),
    Attack(
        "disk",
        "Without room on the disk nothing that was acknowledged is lost; with room again play and computers "
        "go on.",
        "The server lives on a small disk that is filled and freed; its writes fail for a while.",
        standing.disk,
        daily=True,
    ),
    Attack(
        "damage",
        "A damaged row costs its own match at most: the server starts, the lobby and the others work, and "
        "what is wrong is told in words.",
        "Bytes and JSON in one row of one match, or in the file itself, are changed while the server is "
        "down.",
        standing.damage,
    ),
    Attack(
        "floods",
        "However one address floods the server, computers go on and 95 % of another player's answers come "
        f"within {floods.BOUND:g} s (on a slow machine within {floods.SLOW_MACHINE} times what they take "
        "without a flood).",
        "Silent connections, slow headers, half-open sockets, sockets that never read, requests, unknown "
        f"static names, hints, marches; the server may open {floods.FILES} files.",
        floods.floods,
        2.0,
    ),
    Attack(
        "sockets",
        "A live socket that floods the server is closed with a code and may not return at once; another "
        "player is answered as in floods.",
        "Pings, pongs, fragments, messages and oversized frames as fast as the server takes them, on one "
        "socket and on twelve of one seat, opened again as soon as they are closed.",
        socket_floods.sockets,
    ),
    Attack(
        "costly",
        "However costly the requests of one seat are, another player is answered as in floods, also about "
        "hints.",
        "The end, replay, log, file, account and report of a match of 3,300 orders, from many connections; "
        "hints from twelve forks of one match.",
        costly.costly,
    ),
    Attack(
        "twins",
        "Nothing a seat is answered depends on what its side may not know.",
        "Two matches of one seed differ in the other side's private orders alone; every answer is compared, "
        "byte for byte, in every game.",
        twins.twins,
        2.0,
        daily=True,
    ),
    Attack(
        "forged",
        "A forged match file is refused in words or not verified; it is never VERIFIED and breaks nothing.",
        "Match files with other dice, orders, seeds, forks, digests, types or bytes, most with the checksum "
        "put right, are given to the server and to `ardennes verify`.",
        forged.forged,
    ),
    Attack(
        "authorisation",
        "A seat opens what its holder may know and do, the lobby's token the lobby, and nothing else opens.",
        "Every route and method of the API page, and the socket, for every kind of visitor, beside one "
        "table.",
        doors.authorisation,
        daily=True,
    ),
    Attack(
        "races",
        "Of several who want the same at the same moment exactly one gets it, and the others are told.",
        "The same order number from several at once, undo against order, one link for several.",
        doors.races,
        daily=True,
    ),
    Attack(
        "fuzz",
        "Whatever is sent is answered in words, never with a failure of the server's own.",
        "Bodies and questions made up from the schema of every route, and some that fit none.",
        fuzz.fuzz,
        daily=True,
    ),
    Attack(
        "memory",
        "A server that does the same again and again does not grow.",
        "Matches are made, played and deleted; the memory of the server's process is read before and after.",
        memory.memory,
        daily=True,
    ),
    seats.SEATS,
    requests.REQUESTS,
)
