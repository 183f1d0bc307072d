"""Views: everything about a match that leaves the server is made here, from what the seat may know.

A seat is a side, or None for a watcher, who knows only public facts. While a match runs, no seat gets the
seed, another side's orders or reasons, or a fingerprint of a position. With few places to hide something, a
client could guess the position behind a fingerprint.
"""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ardennes.errors import UserError
from ardennes.games import table_of
from ardennes.kernel.commanders import CHIEF, holder
from ardennes.kernel.contract import AnyGame, Event
from ardennes.kernel.match import Entry, known_to
from ardennes.kernel.table import ShowsBattles, Table, idle
from ardennes.kernel.visibility import EVERYTHING, visible_events, visible_state
from ardennes.kernel.wire import BattleShow, Choices
from ardennes.server.api.patches import make_patch
from ardennes.server.api.schemas import (
    CommanderView,
    CommandView,
    DamagedMatch,
    DiceView,
    FormationView,
    Listed,
    Log,
    LogEntry,
    MatchView,
    Replay,
    SeatChangeView,
    SeatRecord,
    ViewPatch,
)
from ardennes.server.command.permissions import Command, command_of, givers, why_no_undo
from ardennes.server.command.permissions import choices as commanders_choices
from ardennes.server.http.responses import etag
from ardennes.server.matches import seats
from ardennes.server.matches.service import PEOPLE, LiveMatches, Room, seat_names, untold
from ardennes.server.matches.session import (
    VIEWS,
    KnownEntry,
    Live,
    SentView,
    as_counted,
    read_hushed,
    read_setting,
)
from ardennes.server.storage.models import BACK, BY_LINK, Header

TAIL = 12  # orders of the log sent with a view
PAGE = 200  # orders per page of the log
ONLY_WATCHING = "You only watch."
KEPT_BACK = "This fork is over. Its end is shown once the match it was forked from is over too."
SEAT_CHANGES = {  # log lines for a seat taken from its holder
    BACK: "The host took back {seat}.",
    BY_LINK: "Somebody took {seat} with a new link.",
}

Side = int | None


class Moment(NamedTuple):
    """What a view needs, copied under the match's lock; the rest is computed without it."""

    tag: str
    header: Header
    game: AnyGame
    side: Side
    commander: int | None
    seq: int
    orders: int
    view: Any
    to_move: tuple[int, ...]
    tail: list[LogEntry]
    undo: str
    over: bool
    open: bool
    commitment: str
    dice: DiceView
    seed: str
    trouble: str
    command: Command | None  # on a divided side
    wrote: Mapping[str, str]  # on a divided side: which commander wrote for which unit


def moment(room: LiveMatches, live: Live, side: Side, commander: int | None = None) -> Moment:
    match = live.match
    open_ = room.is_open(live)
    known = live.known(side, open_)
    command = command_of(live, side, commander)
    return Moment(
        tag_of(room, live, side, commander),
        live.header,
        live.game,
        side,
        commander,
        number_of(live, side, open_),
        len(known),
        live.game.view(live.state_shown(open_), side),
        live.game.to_move(match.state),
        tail_of(live, known, side, open_),
        ONLY_WATCHING if side is None else why_no_undo(live, side, commander),
        match.result() is not None,
        open_,
        match.commitment,
        DiceView(known_to(match.setting), room.asks(live, side, commander), [*match.setting.last.nonces]),
        match.setting.seed.hex() if open_ else "",
        live.trouble if live.shown(open_) == match.seq else KEPT_BACK,
        command,
        givers(live, side) if command is not None and side is not None else {},
    )


def number_of(live: Live, side: Side, open_: bool) -> int:
    """Return the number of the last change a seat knows of; once the match is open, everybody knows all."""
    return live.seq if open_ else live.number(side)


def number_now(room: LiveMatches, match: str, side: int | None) -> int:
    """Return the number of the last change a seat knows of."""
    with room.at(match) as live:
        return number_of(live, side, room.is_open(live))


def _last(known: Sequence[int], count: int) -> range:
    """Return the numbers, from 1, of the last orders a seat knows of."""
    return range(max(1, len(known) - count + 1), len(known) + 1)


def tag_of(room: LiveMatches, live: Live, side: Side, commander: int | None = None) -> str:
    """Return an ETag for what a seat sees now; it covers everything its view is made of."""
    word, open_ = seat_word(live.game, side) or "watch", room.is_open(live)
    if commander is not None:
        word += f".{commander}"
    due = live.header.standing.due
    return etag(number_of(live, side, open_), word, live.header.name, open_, live.trouble, due)


def sent_view(live: Live, side: Side, commander: int | None, tag: str) -> SentView | None:
    """Return the recent view of this position for the seat, if there is one."""
    return next((one for one in live.views.get((side, commander), ()) if one.tag == tag), None)


def view_since(live: Live, now: Moment, held: str) -> ViewPatch | msgspec.Raw:
    """Return a seat's view for a client that has the version `held`, and remember the view."""
    seat = now.side, now.commander
    view = view_of(now)
    content = msgspec.json.encode(msgspec.structs.replace(view, id=""))  # equal in matches with equal content
    view.version = f"{now.seq}-{zlib.crc32(content):08x}"
    new = SentView(now.tag, view.version, msgspec.Raw(msgspec.json.encode(view)))
    with live.lock:
        before = live.views.get(seat, [])
        live.views[seat] = [*(one for one in before if one.version != new.version), new][-VIEWS:]
    return _since(before, new, held)


def sent_since(
    live: Live, side: Side, commander: int | None, new: SentView, held: str
) -> ViewPatch | msgspec.Raw:
    """Return an earlier view for a client that has the version `held`."""
    with live.lock:
        before = live.views.get((side, commander), [])
    return _since(before, new, held)


def _since(before: Sequence[SentView], new: SentView, held: str) -> ViewPatch | msgspec.Raw:
    """Return the patch from the view a client has; the whole view if that is unknown or the patch is longer.

    Only views of the same seat are compared.
    """
    base = next((one for one in before if one.version == held), None) if held else None
    if base is None:
        return new.body
    patch = make_patch(msgspec.json.decode(base.body), msgspec.json.decode(new.body))
    return ViewPatch(held, patch) if isinstance(patch, dict) else new.body


def log_entry(live: Live, known: Sequence[int], number: int, side: Side, open_: bool) -> LogEntry:
    """Return one order as the seat may know it: its side's orders and reasons, and the visible events of
    others.

    `number` counts the orders the seat knows of; `known` has their journal positions.
    """
    at = known[number - 1]
    entry, outcome = live.match.journal[at], live.told[at]
    shown = at < live.shown(open_)
    reader = EVERYTHING if open_ else side
    events = visible_events(live.game, outcome.events, reader) if shown else []
    own = open_ or entry.side == side
    return LogEntry(
        number,
        outcome.seq if open_ else outcome.number(side),
        live.game.sides[entry.side],
        lines_of(live.game, entry, events) if shown else [KEPT_BACK],
        msgspec.to_builtins(events),
        msgspec.to_builtins(entry.order) if own else None,
        outcome.why if own else "",
        _giver(live, at) if own and outcome.giver else "",
        battles_in(live, known, number, side, open_, events),
    )


def _giver(live: Live, at: int) -> str:
    """Return the commander who gave an order on a divided side."""
    giver = live.told[at].giver
    return live.header.team(live.match.journal[at].side)[giver[0]].name if giver else ""


def tail_of(live: Live, known: Sequence[int], side: Side, open_: bool) -> list[LogEntry]:
    """Return the end of the log as a seat may know it, reusing entries of the last view that are still
    valid.
    """
    before = live.tails.get((side, open_), {})
    tail: dict[int, KnownEntry] = {}
    shown = live.shown(open_)
    for number in _last(known, TAIL):
        at = known[number - 1]
        outcome = live.told[at]
        giver = _giver(live, at) if outcome.giver else ""
        rests_on = (number, at < shown, giver)
        entry = before.get(at)
        if entry is None or entry[0] is not outcome or entry[1] != rests_on:
            entry = outcome, rests_on, log_entry(live, known, number, side, open_)
        tail[at] = entry
    live.tails[side, open_] = tail
    return [entry for _, _, entry in tail.values()]


def lines_of(game: AnyGame, entry: Entry, events: Sequence[Event]) -> list[str]:
    """Return an order's log lines: its events, or without events that an order of its kind was given."""
    side = game.sides[entry.side].capitalize()
    return [game.tell(event) for event in events] or [entry.order.log_line.format(side=side)]


def battles_in(
    live: Live, known: Sequence[int], number: int, side: Side, open_: bool, events: Sequence[Event]
) -> list[BattleShow]:
    """Return the battles an order decided, from its events and earlier ones, as the seat saw them."""
    table = table_of(live.game)
    if not isinstance(table, ShowsBattles):
        return []
    before = (
        event
        for at in reversed(known[: number - 1])
        for event in reversed(visible_events(live.game, live.told[at].events, EVERYTHING if open_ else side))
    )
    return table.battles(events, before)


def seat_word(game: AnyGame, side: Side) -> str | None:
    return None if side is None else game.sides[side]


def view_of(now: Moment) -> MatchView:
    """Return the complete view of a seat."""
    game, header = now.game, now.header
    table = table_of(game)
    thinking = [side for side in now.to_move if header.seats[side].who not in PEOPLE]
    setting = msgspec.json.decode(header.setting)
    return MatchView(
        seq=now.seq,
        version="",
        orders=now.orders,
        id=header.id,
        name=header.name,
        game=game.id,
        scenario=setting["scenario"],
        options=setting["options"],
        side=seat_word(game, now.side),
        seats=seat_names(header, game),
        to_move=[game.sides[side] for side in now.to_move],
        thinking=[game.sides[side] for side in thinking],
        trouble=now.trouble,
        board=table.board(now.view, now.side),
        choices=choices_of(table, now),
        log_tail=now.tail,
        seat_changes=seat_changes(now),
        undo=now.undo,
        over=now.over,
        open=now.open,
        commitment=now.commitment,
        dice=now.dice,
        seed=now.seed,
        due=now.header.standing.due,
        command=None if now.command is None else command_view(now.command, now.to_move),
    )


def command_view(command: Command, to_move: Sequence[int]) -> CommandView:
    """Return the command of the seat's side: each commander's formations, and who is ready."""
    game, team, me = command
    order = msgspec.to_builtins(game.hand_in()) if me.number == CHIEF and me.side in to_move else None
    return CommandView(
        me.number,
        [CommanderView(x.number, x.name, list(x.formations), x.taken, x.ready) for x in team],
        [FormationView(x.id, x.name, holder(team, x.id).number) for x in game.formations(me.side)],
        order,
    )


def seat_changes(now: Moment) -> list[SeatChangeView]:
    """Return the seats taken from their holders. Commanders' seats are visible only to their side until the
    match is open.
    """
    result = []
    for change in now.header.seat_changes:
        if change.commander is not None and not now.open and change.side != now.side:
            continue
        place = seats.Place(change.side, change.commander)
        seq = change.seq if now.open else as_counted(change.seq, read_hushed(change.hushed), now.side)
        words = SEAT_CHANGES[change.how].format(seat=seats.called(now.header, now.game, place))
        word = seats.seat_word(now.game, change.side, change.commander)
        result.append(SeatChangeView(seq, word, words, change.moment))
    return result


def choices_of(table: Table, now: Moment) -> Choices:
    """Return what the seat may do. A watcher gets the choices of a side that is not to move: none."""
    game, view, side = now.game, now.view, now.side
    if now.over and not now.open:
        return idle(None)
    if now.command is not None:
        return commanders_choices(now.command, table, view, now.wrote)
    if side is not None:
        return table.choices(view, side)
    watching = [s for s in range(len(game.sides)) if s not in game.to_move(view)]
    return table.choices(view, watching[0]) if watching else idle(None)


def log_after(
    room: LiveMatches, live: Live, side: Side, after: int, limit: int, have: int | None = None
) -> Log:
    """Return the orders that a client at change `after` lacks, and how many of its orders are still valid.

    `have`: the client has this many from earlier pages; continue after them.
    """
    open_ = room.is_open(live)
    known = live.known(side, open_)
    outcomes = [live.told[at] for at in known]
    keep = bisect_right(outcomes, after, key=lambda told: told.seq if open_ else told.number(side))
    if open_ and live.hushed and after < live.told[-1].seq:
        keep = 0  # the client's count excluded hidden changes, so it must start again
    if have is not None:
        keep = min(have, len(known))
    last = min(len(known), keep + limit)
    entries = [log_entry(live, known, number, side, open_) for number in range(keep + 1, last + 1)]
    return Log(number_of(live, side, open_), len(known), keep, entries, last < len(known))


def replay_at(room: LiveMatches, live: Live, side: Side, at: int) -> Replay:
    """Return the board after the first `at` orders as the seat could know it then; the full board once the
    match is open.
    """
    open_ = room.is_open(live)
    known = live.known(side, open_)
    if at > len(known):
        raise UserError(f"this match has orders 0 to {len(known)}, not {at}")
    state = live.match.state_at(min(known[at - 1] + 1, live.shown(open_)) if at else 0)
    board = table_of(live.game).board(visible_state(live.game, state, EVERYTHING if open_ else side), side)
    entry = log_entry(live, known, at, side, open_) if at else None
    return Replay(at, len(known), board, entry)


def record_of(room: LiveMatches, live: Live, side: Side) -> SeatRecord:
    """Return a running match as one seat may save it: no seed, no fingerprints, no orders of another side."""
    match = live.match
    open_ = room.is_open(live)
    known = live.known(side, open_)
    entries = [log_entry(live, known, number, side, open_) for number in range(1, len(known) + 1)]
    return SeatRecord(
        format="ardennes-record",
        format_version=1,
        about="What one seat saw of an unfinished match. It has no dice, so it cannot be continued.",
        game=match.game.id,
        rules=match.game.version,
        name=live.header.name,
        scenario=match.setting.scenario,
        options=match.setting.options,
        seat=seat_word(match.game, side) or "watch",
        seats=seat_names(live.header, match.game),
        commitment=match.commitment,
        dice_known_to=known_to(match.setting),
        orders=entries,
    )


def public_orders(header: Header) -> int:
    """Return the number of orders for the lobby: with hidden orders, only the changes everybody knows of."""
    hushed = read_hushed(header.hushed)
    return as_counted(header.seq, hushed, None) if hushed else header.orders


def lobby(room: Room) -> msgspec.Raw:
    """Return all matches for the lobby, and the damaged ones: a MatchList as JSON.

    The entry of an unchanged match is reused.
    """
    headers, broken = room.look()
    hidden = untold(headers, broken)
    lines: list[msgspec.Raw] = []
    made: dict[str, tuple[Header, bool, Any]] = {}
    for header in headers:
        is_public = header.id not in hidden
        before = room.listed.get(header.id)
        if before is None or before[0] is not header or before[1] is not is_public:
            line = msgspec.Raw(msgspec.json.encode(listed(room, header, told=is_public)))
            before = header, is_public, line
        made[header.id] = before
        lines.append(before[2])
    room.listed = made
    damaged = [DamagedMatch(one.match, one.name, one.what, room.remedy) for one in broken]
    return msgspec.Raw(msgspec.json.encode({"matches": lines, "damaged": damaged}))


def listed(room: Room, header: Header, *, told: bool) -> Listed:
    """Return a match's entry in the lobby. `told`: its result may be shown."""
    game, result = room.game(header.game), header.standing.result
    if result is not None and not told:
        result = {"level": "Over"}
    setting = read_setting(header.setting)
    return Listed(
        header.id,
        header.name,
        header.game,
        setting.scenario,
        seat_names(header, game),
        header.standing.turn,
        public_orders(header),
        [game.sides[side] for side in header.standing.to_move],
        result,
        header.forked_from,
        header.made,
        header.changed,
        known_to(setting),
        header.standing.due,
    )
