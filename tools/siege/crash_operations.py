"""Every write operation of a server in repeatable form: prepare a database, send a request, check the result.
`crashes.py` kills a server at every point of each.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import text, update

from ardennes.dice import share_promise
from ardennes.kernel import savefile
from ardennes.kernel.match import CannotUndo
from ardennes.kernel.offers import sample
from ardennes.server.command.messages import Message, Messages
from ardennes.server.matches import seats as seating
from ardennes.server.matches.deadlines import resume_clock
from ardennes.server.matches.quotas import Quotas
from ardennes.server.matches.service import Room
from ardennes.server.settings import Settings
from ardennes.server.storage.models import KEPT_SNAPSHOTS, SNAPSHOT_EVERY
from ardennes.server.storage.saved_setups import Setups
from ardennes.server.storage.sql import Store
from ardennes.server.storage.tables import UPDATES, matches
from tools.siege.client import Answer
from tools.siege.crashpoints import REPAIR, REQUEST, START
from tools.siege.history import Journal, Write

HERE = {"german": "me", "allied": "beside"}
APART = {"german": "me", "allied": "invited"}
TEAM = [("Bradley", ()), ("Middleton", ("VIII",)), ("Gerow", ("V", "air"))]
SHARES = {"german": "g" * 24, "allied": "a" * 24}
DRAWER = "a word of mine, long enough"
MINUTES = 5
FAR = 40  # limit of points for an operation that would never end by itself
WRITTEN = {"do": "rest", "unit": "GE-12VG-48"}


@dataclass
class Scene:
    """A prepared match, and what the clients know about it."""

    match: str = ""
    tokens: dict[str, str] = field(default_factory=dict)
    body: Any = None  # of the request
    link: str = ""
    write: Write | None = None  # the requested change of the match
    quiet: bool = False  # seats count their changes differently
    others: int = 1  # matches in the database
    more: dict[str, Any] = field(default_factory=dict)


class Asks:
    """Send requests to a server, as the lobby's owner or from a seat."""

    def owner(self, method: str, path: str, body: Any = None, *, counted: bool = False) -> Answer:
        raise NotImplementedError

    def seat(self, token: str, method: str, path: str, body: Any = None, *, counted: bool = False) -> Answer:
        raise NotImplementedError


class After(NamedTuple):
    """How an operation ended, for the check of its effects."""

    asks: Asks
    room: Room  # on the same database, in the process of the test
    scene: Scene
    acknowledged: bool
    answer: Answer | None  # to the request, or to its repetition


Prepare = Callable[[Room], Scene]
Act = Callable[[Asks, Scene, bool], Answer]
Verify = Callable[[After], Iterator[str]]


def nothing_more(after: After) -> Iterator[str]:
    yield from ()


class Operation(NamedTuple):
    """One kind of change. `act` is None if the server makes it by itself."""

    name: str
    prepare: Prepare
    act: Act | None
    verify: Verify = nothing_more
    again: tuple[int, ...] = (200, 409)  # allowed statuses of a repeated request
    games: tuple[str, ...] = ("tigers",)
    scope: str = REQUEST
    settings: dict[str, Any] = {}  # noqa: RUF012 (never changed)
    changes_again: bool = False  # repeating a completed request makes another change


def canonical(order: Any) -> str:
    return json.dumps(msgspec.to_builtins(order), sort_keys=True)


# Preparing


def database_of(room: Room) -> Store:
    """Return the SQL store of a room."""
    assert isinstance(room.store, Store)
    return room.store


def played(room: Room, orders: int, seats: dict[str, str] = HERE) -> Scene:
    """Make a match of Tigers with this many random orders, and tokens for its seats."""
    match = room.make("tigers", seats, seed=7)
    rng = Random(7)
    for _ in range(orders):
        _play(room, match, rng)
    people = [side for side, who in seats.items() if who in ("me", "beside")]
    return Scene(match, {side: seating.sit(room, match, side) for side in people})


def _play(room: Room, match: str, rng: Random) -> None:
    with room.at(match) as live:
        side = live.game.to_move(live.match.state)[0]
        order = sample(live.game.offers(live.game.view(live.match.state, side), side), rng)
        assert order is not None
        room.play(live, side, order)


def next_order(room: Room, match: str, rng: Random) -> tuple[str, Any]:
    """Return a legal order and its seat."""
    with room.at(match) as live:
        side = live.game.to_move(live.match.state)[0]
        order = sample(live.game.offers(live.game.view(live.match.state, side), side), rng)
        return live.game.sides[side], json.loads(canonical(order))


def _changes(room: Room, scene: Scene, adds: Journal = (), keeps: int | None = None) -> Scene:
    """Return the effect of the request on the match, and the number it names."""
    scene.write = Write("client", room.store.seq(scene.match), adds, keeps)
    return scene


def _ordered(orders: int) -> Prepare:
    """Make a match with this many orders, and its next order."""

    def prepare(room: Room) -> Scene:
        scene = played(room, orders)
        seat, order = next_order(room, scene.match, Random(1))
        scene.more["seat"], scene.body = seat, {"seq": orders, "order": order}
        return _changes(room, scene, (canonical(order),))

    return prepare


def _undoable(room: Room) -> Scene:
    scene = played(room, 1)
    scene.more["seat"], scene.body = "allied", {"seq": 1}
    return _changes(room, scene, keeps=0)


def _restartable(room: Room) -> Scene:
    """Prepare a phase with at least three orders that can be undone, and a snapshot after one of them."""
    scene, rng = played(room, 2), Random(1)
    while True:
        with room.at(scene.match) as live:
            side = live.game.to_move(live.match.state)[0]
            try:
                places = live.match.to_take_back(side, whole_phase=True)
            except CannotUndo:
                places = ()
            if len(places) >= 3 and any((place + 1) % SNAPSHOT_EVERY == 0 for place in places):
                scene.more["seat"], scene.body = live.game.sides[side], {"seq": live.seq}
                return _changes(room, scene, keeps=places[0])
        _play(room, scene.match, rng)


def _timed(room: Room, seats: dict[str, str] = HERE, team: bool = False) -> Scene:
    """Make a match of the playsheet with timed turns."""
    teams = {"allied": TEAM} if team else None
    match = room.make("playsheet", seats, scenario="short", seed=3, minutes=MINUTES, teams=teams)
    scene = Scene(match, quiet=True)
    for seat in ("german", "allied:0", "allied:1", "allied:2") if team else ("german", "allied"):
        scene.tokens[seat] = seating.sit(room, match, seat)
    return scene


def _side(room: Room, seat: str) -> int:
    """Return the number of a side of the playsheet."""
    return room.game("playsheet").sides.index(seat)


def _seal(room: Room, match: str, seat: str) -> None:
    with room.at(match) as live:
        room.play(live, _side(room, seat), live.game.read_order({"do": "seal"}))


def _handed_over(room: Room) -> Scene:
    """Prepare a turn in which the Germans have sealed: the Allied seal resolves it, and the next turn has its
    full time.
    """
    scene = _timed(room)
    _seal(room, scene.match, "german")
    with room.at(scene.match) as live:
        number = live.number(_side(room, "allied"))
    scene.more["seat"], scene.body = "allied", {"seq": number, "order": {"do": "seal"}}
    return _changes(room, scene, (canonical({"do": "seal"}),))


def _written(room: Room) -> Scene:
    scene = _timed(room)
    scene.more["seat"], scene.body = "german", {"seq": 0, "order": WRITTEN}
    return _changes(room, scene, (canonical(WRITTEN),))


def _taken_back_written(room: Room) -> Scene:
    scene = _timed(room)
    with room.at(scene.match) as live:
        room.play(live, _side(room, "german"), live.game.read_order(WRITTEN))
    scene.more["seat"], scene.body = "german", {"seq": 1}
    return _changes(room, scene, keeps=0)


def _team(seat: str, body: dict[str, Any], *, others_ready: bool = False) -> Prepare:
    def prepare(room: Room) -> Scene:
        scene = _timed(room, team=True)
        side = _side(room, "allied")
        if others_ready:
            with room.at(scene.match) as live:
                team = live.header.team(side)
                ready = [msgspec.structs.replace(one, ready=one.number != 0) for one in team]
                room.command(live, side, ready)
        with room.at(scene.match) as live:
            number = live.number(side)
        scene.more["seat"], scene.body = seat, {**body, "seq": number}
        return _changes(room, scene, (canonical({"do": "seal"}),) if others_ready else ())

    return prepare


def _chief(room: Room) -> Scene:
    scene = _timed(room, team=True)
    scene.more["seat"], scene.body = "allied:0", {"seat": "allied:1"}
    return scene


def _message(room: Room) -> Scene:
    scene = _timed(room, team=True)
    scene.more["seat"], scene.body = "allied:1", {"words": "I have no fuel.", "to": None}
    Messages(database_of(room), 4000).send(
        scene.match, Message(_side(room, "allied"), 0, 1, "Hold.", "now", 0.0)
    )
    return scene


def _heard(room: Room) -> Scene:
    scene = _message(room)
    scene.more["seat"], scene.body = "allied:1", {"upto": 1}
    return scene


def _invited(room: Room) -> Scene:
    """Prepare a link to a seat that another player holds."""
    scene = played(room, 0, seats=APART)
    scene.tokens["allied"] = seating.join(room, scene.match, seating.invite(room, scene.match, "allied"))[1]
    scene.link = seating.invite(room, scene.match, "allied")
    scene.body = {"invitation": scene.link}
    return _changes(room, scene)


def _guest(room: Room) -> Scene:
    """Prepare a seat that a guest holds by a link, for the host to take back."""
    scene = _invited(room)
    scene.body = {"seat": "allied", "take_back": True}
    return scene


def _invited_to_command(room: Room) -> Scene:
    scene = _timed(room, team=True)
    scene.link = seating.invite(room, scene.match, "allied:1")
    scene.body, scene.more["seat"] = {"invitation": scene.link}, "allied:1"
    return _changes(room, scene)


def _dice(show: bool) -> Prepare:
    """Prepare two players who add to the dice: the second promise, or the last
    share, which makes the dice.
    """

    def prepare(room: Room) -> Scene:
        match = room.make("tigers", APART)
        scene = Scene(match, {"german": seating.sit(room, match, "german")})
        scene.tokens["allied"] = seating.join(room, match, seating.invite(room, match, "allied"))[1]
        for side, seat in enumerate(("german", "allied") if show else ("german",)):
            with room.at(match) as live:
                room.share(live, side, None, share_promise(SHARES[seat]), "")
        if show:
            with room.at(match) as live:
                room.share(live, 0, None, "", SHARES["german"])
        scene.more["seat"] = "allied"
        scene.body = {"nonce": SHARES["allied"]} if show else {"promise": share_promise(SHARES["allied"])}
        return _changes(room, scene)

    return prepare


def _plain(orders: int) -> Prepare:
    return lambda room: played(room, orders)


def _forked(room: Room) -> Scene:
    scene = played(room, 4, seats={"german": "me", "allied": "random"})
    scene.body = {"at": 3}
    return scene


def _imported(room: Room) -> Scene:
    scene = played(room, 12)
    with room.at(scene.match) as live:
        file = json.loads(savefile.to_bytes(live.match))
    scene.body = {"match": file, "seats": HERE, "name": "Taken in"}
    return scene


def _set_up(room: Room, *, placed: bool = False) -> Scene:
    """Prepare an Allied setup in Wave of Terror, and a saved setup of two orders."""
    setups = Setups(database_of(room), Settings())
    match = room.make("wave_of_terror", HERE, seed=3)
    scene = Scene(match, {side: seating.sit(room, match, side) for side in HERE}, quiet=True)
    orders: list[Any] = []
    rng = Random(3)
    with room.at(match) as live:
        while len(orders) < 2:
            order = sample(live.game.offers(live.game.view(live.match.state, 1), 1), rng)
            if order is not None and canonical(order).startswith('{"do": "place"'):
                orders.append(json.loads(canonical(order)))
                room.play(live, 1, order)
        if not placed:
            room.take_back(live, 1, True)
    scene.more["seat"] = "allied"
    saved = setups.keep(DRAWER, "wave_of_terror", "allied", "Old", orders, f"{match}:1:None")
    scene.more["kept"] = saved.id
    return scene


def _keep(room: Room) -> Scene:
    scene = _set_up(room, placed=True)
    scene.body = {"drawer": DRAWER, "name": "New"}
    return scene


def _use(room: Room) -> Scene:
    scene = _set_up(room, placed=True)
    scene.body = {"drawer": DRAWER, "id": scene.more["kept"], "seq": room.store.seq(scene.match)}
    return scene


def _drop(room: Room) -> Scene:
    scene = _set_up(room)
    scene.body = {"drawer": DRAWER, "id": scene.more["kept"]}
    return scene


def _overdue(room: Room) -> Scene:
    """Prepare an expired turn: the server hands in both sides by itself."""
    scene = _timed(room)
    with database_of(room).changing() as db:
        db.execute(update(matches).values(due=room.clock() - 1))
    seal = canonical({"do": "seal"})
    scene.more["adds"] = (seal, seal)
    return scene


def _computers(room: Room) -> Scene:
    return played(room, 1, seats={"german": "random", "allied": "me"})


def _old(room: Room) -> Scene:
    """Make a database of the first version of the store."""
    scene = played(room, 3)
    with database_of(room).changing() as db:
        for version in sorted(UPDATES, reverse=True):
            for column in UPDATES[version]:
                db.execute(text(f"ALTER TABLE {column.table.name} DROP COLUMN {column.name}"))
        for table in ("shares", "damaged", "kept", "seat_changes", "setups", "forks"):
            db.execute(text(f"DROP TABLE {table}"))
        db.execute(text("UPDATE about SET value = '1' WHERE key = 'version'"))
        db.execute(text("DELETE FROM about WHERE key = 'clock'"))
    return scene


def _damaged(what: str) -> Prepare:
    def prepare(room: Room) -> Scene:
        scene = played(room, 3)
        with database_of(room).changing() as db:
            db.execute(text(what), {"match": scene.match})
        room.drop(scene.match)
        scene.more["damaged"] = True
        return scene

    return prepare


def tables(room: Room) -> None:
    """Return what a server creates besides the store's tables, and its clock reading."""
    Setups(database_of(room), Settings())
    Quotas(database_of(room), 1)
    resume_clock(room, database_of(room))


# Asking


def _seat(method: str, path: str) -> Act:
    def act(asks: Asks, scene: Scene, counted: bool) -> Answer:
        token = scene.tokens[scene.more.get("seat", "german")]
        at = f"/api/matches/{scene.match}{path}"
        return asks.seat(token, method, at, scene.body, counted=counted)

    return act


def _owner(method: str, path: str, body: Any = None) -> Act:
    def act(asks: Asks, scene: Scene, counted: bool) -> Answer:
        sent = body if body is not None else scene.body
        return asks.owner(method, path.replace("ID", scene.match), sent, counted=counted)

    return act


# Checking


def _listed(after: After) -> list[Any]:
    result: list[Any] = after.asks.owner("GET", "/api/matches").json()["matches"]
    return result


def _name(after: After) -> Iterator[str]:
    names = [one["name"] for one in _listed(after)]
    if names != ["Renamed"]:
        yield f"the match was renamed, and the lobby calls it {names}"


def _deleted(after: After) -> Iterator[str]:
    if _listed(after):
        yield "a deleted match is in the lobby"
    answer = after.asks.seat(after.scene.tokens["german"], "GET", f"/api/matches/{after.scene.match}")
    if answer.status != 404:
        yield f"a deleted match answers {answer.status}"


def _made(orders: int) -> Verify:
    """Check that one match was made, or two if a request had no answer, and that each can be played."""

    def verify(after: After) -> Iterator[str]:
        new = [one for one in _listed(after) if one["id"] != after.scene.match]
        most = 1 if after.acknowledged else 2
        if not 1 <= len(new) <= most:
            yield f"{len(new)} matches were made, not 1 to {most}"
        assert after.answer is not None
        made = after.answer.json()
        if made["id"] not in [one["id"] for one in new]:
            yield "the match that was answered is not in the lobby"
        for one in new:
            if one["orders"] != orders:
                yield f"a new match has {one['orders']} orders, not {orders}"
        for seat, token in made["tokens"].items():
            if after.asks.seat(token, "GET", f"/api/matches/{made['id']}").status != 200:
                yield f"the token for {seat} of a new match opens nothing"
        for seat, word in made["invitations"].items():
            path = f"/api/matches/{made['id']}/join"
            if after.asks.owner("POST", path, {"invitation": word}).status != 201:
                yield f"the link to {seat} of a new match opens nothing"

    return verify


def _token(after: After) -> Iterator[str]:
    """Check a seat assigned by the lobby: its token opens it, and so do the older ones."""
    assert after.answer is not None
    for token in (*after.answer.json()["tokens"].values(), *after.scene.tokens.values()):
        if after.asks.seat(token, "GET", f"/api/matches/{after.scene.match}").status != 200:
            yield "a token opens its seat no more"


def _link(after: After) -> Iterator[str]:
    """Check that a new link works exactly once."""
    assert after.answer is not None
    path, body = f"/api/matches/{after.scene.match}/join", {"invitation": after.answer.json()["invitation"]}
    result = [after.asks.owner("POST", path, body).status for _ in range(2)]
    if result != [201, 403]:
        yield f"a new link used twice is answered {result}, not 201 and 403"


def _joined(after: After) -> Iterator[str]:
    """Check that the seat has one holder: the old one until the link is used, then the new one. A guest whose
    answer was lost gets in by another link.
    """
    scene, path = after.scene, f"/api/matches/{after.scene.match}"
    seat = scene.more.get("seat", "allied")
    assert after.answer is not None
    if after.answer.status == 403:  # the seat was taken but the answer was lost
        word = after.asks.owner("POST", f"{path}/invite", {"seat": seat}).json()["invitation"]
        answer = after.asks.owner("POST", f"{path}/join", {"invitation": word})
    else:
        answer = after.answer
    if answer.status != 201:
        yield f"a guest does not get in: {answer}"
        return
    (token,) = answer.json()["tokens"].values()
    if after.asks.seat(token, "GET", path).status != 200:
        yield "the seat is not open to its new holder"
    if after.asks.seat(scene.tokens[seat], "GET", path).status != 403:
        yield "the seat is still open to its old holder"


def _taken_back(after: After) -> Iterator[str]:
    scene, path = after.scene, f"/api/matches/{after.scene.match}"
    assert after.answer is not None
    token = after.answer.json()["tokens"]["allied"]
    if after.asks.seat(token, "GET", path).status != 200:
        yield "the seat is not open to the host that took it back"
    if after.asks.seat(scene.tokens["allied"], "GET", path).status != 403:
        yield "the seat is still open to the guest that lost it"


def _same_dice(after: After) -> Iterator[str]:
    with after.room.at(after.scene.match) as live:
        shares, nonces = live.header.shares, live.match.setting.last.nonces
    shown = [share.nonce for share in shares if share.nonce]
    if len(shares) != 2 or len(shown) not in (0, 2):
        yield f"the shares in the dice are half given: {shares}"
    if sorted(nonces) != sorted(shown):
        yield "the dice of the match are not those of its shares"


def _messages(after: After) -> Iterator[str]:
    result = after.asks.seat(
        after.scene.tokens["allied:1"], "GET", f"/api/matches/{after.scene.match}/messages"
    ).json()
    words = [one["words"] for one in result["messages"]]
    new = words.count("I have no fuel.")
    if words[:1] != ["Hold."] or not 1 <= new <= (1 if after.acknowledged else 2):
        yield f"the messages are {words}"


def _has_heard(after: After) -> Iterator[str]:
    result = after.asks.seat(
        after.scene.tokens["allied:1"], "GET", f"/api/matches/{after.scene.match}/messages"
    ).json()
    if result["heard"] != 1:
        yield f"{result['heard']} messages are marked as read, not 1"


def _drawer(*names: str) -> Verify:
    def verify(after: After) -> Iterator[str]:
        path = f"/api/matches/{after.scene.match}/setups/list"
        answer = after.asks.seat(after.scene.tokens["allied"], "POST", path, {"drawer": DRAWER})
        result = sorted(one["name"] for one in answer.json()["setups"])
        if result != sorted(names):
            yield f"the drawer holds {result}"

    return verify


def _used(after: After) -> Iterator[str]:
    """Check the setup. It may stop half-way, because each of its orders is a separate change; it can be
    completed afterwards.
    """
    scene, room = after.scene, after.room
    path = f"/api/matches/{scene.match}/setups/use"
    with room.at(scene.match) as live:
        body = {"drawer": DRAWER, "id": scene.more["kept"], "seq": live.number(1)}
    answer = after.asks.seat(scene.tokens["allied"], "POST", path, body)
    if answer.status != 200 or answer.json()["left_out"]:
        yield f"a set-up cannot be used again: {answer}"
    with room.at(scene.match) as live:
        if len(live.match.journal) != 2:
            yield f"a set-up of two orders left {len(live.match.journal)}"


def _turn_over(after: After) -> Iterator[str]:
    with after.room.at(after.scene.match) as live:
        turn, orders = live.header.standing.turn, [canonical(one.order) for one in live.match.journal]
    if turn != 2 or orders.count(canonical({"do": "seal"})) != 2:
        yield f"the turn was handed in as {orders}; it is turn {turn}"


def _played_on(after: After) -> Iterator[str]:
    if after.room.store.header(after.scene.match).orders <= 1:
        yield "the computer does not play on"


def _set_apart(after: After) -> Iterator[str]:
    answer = after.asks.seat(after.scene.tokens["german"], "GET", f"/api/matches/{after.scene.match}")
    if answer.status != 410 or "damaged" not in answer.words:
        yield f"a damaged match answers {answer}"


LOST_ORDER = "DELETE FROM entries WHERE match = :match AND number = 2"
UNREADABLE = "UPDATE entries SET given = '{' WHERE match = :match AND number = 2"
WRONG_EVENTS = "UPDATE entries SET events = '{' WHERE match = :match"
LONG = KEPT_SNAPSHOTS * SNAPSHOT_EVERY + SNAPSHOT_EVERY - 1  # orders; the next one deletes a snapshot
SHEETS = ("playsheet",)
WAVE = ("wave_of_terror",)
ORDERS, UNDO = _seat("POST", "/orders"), _seat("POST", "/undo")

OPERATIONS: tuple[Operation, ...] = (
    Operation("order", _ordered(2), ORDERS),
    Operation("order with snapshot", _ordered(LONG), ORDERS),
    Operation("written order", _written, ORDERS, games=SHEETS),
    Operation("hand-over", _handed_over, ORDERS, games=SHEETS),
    Operation("undo", _undoable, UNDO),
    Operation("undo of a written order", _taken_back_written, UNDO, games=SHEETS),
    Operation("restart of a phase", _restartable, _seat("POST", "/restart")),
    Operation("fork", _forked, _seat("POST", "/fork"), _made(3), (201,)),
    Operation("import", _imported, _owner("POST", "/api/matches/import"), _made(12), (201,)),
    Operation("new match", _plain(1), _owner("POST", "/api/matches", {"game": "tigers", "seats": APART}),
              _made(0), (201,)),
    Operation("new divided match", _plain(1), _owner("POST", "/api/matches", {
        "game": "playsheet", "scenario": "short", "seats": HERE, "minutes": MINUTES,
        "commanders": {"allied": [{"name": name, "formations": list(parts), "me": not parts}
                                  for name, parts in TEAM]}}), _made(0), (201,), ("tigers", "playsheet")),
    Operation("renaming", _plain(1), _owner("PATCH", "/api/matches/ID", {"name": "Renamed"}), _name, (204,)),
    Operation("deletion", _plain(9), _owner("DELETE", "/api/matches/ID"), _deleted, (204, 404)),
    Operation("seat from the lobby", _plain(1), _owner("POST", "/api/matches/ID/sit", {"seat": "german"}),
              _token, (201,)),
    Operation("link to a seat", _plain(1), _owner("POST", "/api/matches/ID/invite", {"seat": "allied"}),
              _link, (201,)),
    Operation("seat by a link", _invited, _owner("POST", "/api/matches/ID/join"), _joined, (201, 403)),
    Operation("seat taken back", _guest, _owner("POST", "/api/matches/ID/sit"), _taken_back, (201,),
              changes_again=True),
    Operation("commander's seat by a link", _invited_to_command, _owner("POST", "/api/matches/ID/join"),
              _joined, (201, 403), SHEETS),
    Operation("link from the chief", _chief, _seat("POST", "/command/invite"), _link, (201,), SHEETS),
    Operation("formation given away", _team("allied:0", {"formation": "VIII", "to": 2}),
              _seat("POST", "/command"), games=SHEETS),
    Operation("commander ready", _team("allied:1", {"ready": True}), _seat("POST", "/ready"), games=SHEETS),
    Operation("last commander ready", _team("allied:0", {"ready": True}, others_ready=True),
              _seat("POST", "/ready"), games=SHEETS),
    Operation("message", _message, _seat("POST", "/messages"), _messages, (201,), SHEETS),
    Operation("message read", _heard, _seat("POST", "/messages/read"), _has_heard, (204,), SHEETS),
    Operation("share in the dice promised", _dice(False), _seat("POST", "/dice"), _same_dice, (200, 403)),
    Operation("share in the dice shown", _dice(True), _seat("POST", "/dice"), _same_dice, (200, 403)),
    Operation("set-up kept", _keep, _seat("POST", "/setups/keep"), _drawer("New", "Old"), (201,), WAVE),
    Operation("set-up used", _use, _seat("POST", "/setups/use"), _used, games=WAVE),
    Operation("set-up deleted", _drop, _seat("POST", "/setups/delete"), _drawer(), (204,), WAVE),
    Operation("time over", _overdue, None, _turn_over, games=SHEETS, scope="deadlines",
              settings={"grace": 0.01}),
    Operation("computer's orders", _computers, None, _played_on, scope="computers"),
    Operation("damaged match set apart", _damaged(UNREADABLE), _seat("GET", ""), _set_apart, (410,)),
    Operation("start on an empty database", lambda room: Scene(), None, scope=START),
    Operation("start on an old database", _old, None, scope=START),
    Operation("start with a damaged match", _damaged(LOST_ORDER), None, _set_apart, scope=START),
    Operation("repair", _damaged(WRONG_EVENTS), None, scope=REPAIR),
)  # fmt: skip


def named(names: Sequence[str]) -> list[Operation]:
    return [one for one in OPERATIONS if not names or one.name in names]
