"""All attacks: what is promised, and how it is tested."""

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
        "An acknowledged order is kept, exactly once, whenever the server is killed.",
        "kill -9 at random moments while orders are given and undone; then all orders are read again.",
        standing.kills,
        daily=True,
    ),
    Attack(
        "crashes",
        "Whichever statement or commit is a server's last, the operation is done or not done.",
        "A server is killed at numbered points of operations; history, rows, seats and clocks are checked.",
        crashes.crashes,
    ),
    Attack(
        "postgres",
        "Whatever happens to PostgreSQL, nothing acknowledged is lost; requests are answered or get 503, and "
        "the server recovers by itself.",
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
        "With a full disk nothing acknowledged is lost; with space again, play continues.",
        "The server runs on a small disk that is filled and freed; its writes fail for a while.",
        standing.disk,
        daily=True,
    ),
    Attack(
        "damage",
        "A damaged row affects at most its own match: the server starts, the lobby and other matches work, "
        "and the match answers with a clear message.",
        "Bytes and JSON in one row of one match, or in the file itself, are changed while the server is "
        "down.",
        standing.damage,
    ),
    Attack(
        "floods",
        "However one address floods the server, computer players continue, and 95 % of another player's "
        f"answers come within {floods.BOUND:g} s (on a slow machine within {floods.SLOW_MACHINE} times their "
        "usual time).",
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
        "No answer to a seat depends on what its side may not know.",
        "Two matches of one seed differ only in the other side's private orders; every answer is compared, "
        "byte for byte, in every game.",
        twins.twins,
        2.0,
        daily=True,
    ),
    Attack(
        "forged",
        "A forged match file is refused with a clear message or not verified; it breaks nothing.",
        "Match files with other dice, orders, seeds, forks, digests, types or bytes, most with a corrected "
        "checksum, go to the server and to `ardennes verify`.",
        forged.forged,
    ),
    Attack(
        "authorisation",
        "A seat opens what its holder may know and do, the lobby's token the lobby, and nothing else is "
        "open.",
        "Every route and method of the API page, and the socket, for every kind of visitor, compared with "
        "one table.",
        doors.authorisation,
        daily=True,
    ),
    Attack(
        "races",
        "Of several requests for the same thing at the same moment exactly one succeeds; the others get an "
        "error.",
        "The same order number from several at once, undo against order, one link for several.",
        doors.races,
        daily=True,
    ),
    Attack(
        "fuzz",
        "Every request gets a clear answer, never an internal error.",
        "Bodies and queries generated from the schema of every route, and some that fit none.",
        fuzz.fuzz,
        daily=True,
    ),
    Attack(
        "memory",
        "A server that repeats the same work does not grow.",
        "Matches are made, played and deleted; the memory of the server's process is read before and after.",
        memory.memory,
        daily=True,
    ),
    seats.SEATS,
    requests.REQUESTS,
)
