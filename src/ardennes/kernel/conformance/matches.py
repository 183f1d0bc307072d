"""Check a match at one moment: undo, restart, save and open, fork, and complete replay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from ardennes.errors import UserError
from ardennes.kernel import savefile
from ardennes.kernel.conformance.report import Found
from ardennes.kernel.contract import AnyGame, Refused
from ardennes.kernel.match import CannotUndo, Entry, Match

T = TypeVar("T")


def attempt(kind: str, what: str, run: Callable[[], T]) -> T:
    """Report any error in this block as a fault of this kind."""
    try:
        return run()
    except Found:
        raise
    except Exception as error:
        raise Found(kind, f"{what}: {type(error).__name__}: {error}") from error


def check_match(match: Match[Any], rng: Random) -> None:
    """Check everything that a match can do besides continuing; leave the match as it was."""
    before = (match.seq, match.state.digest())
    check_end(match)
    if match.journal:
        check_undo(match)
        check_restart(match)
    check_save(match, replay=False)
    check_state_at(match, rng)
    check_fork(match, rng)
    if (match.seq, match.state.digest()) != before:
        raise Found("undo", "taking back and giving the same orders again gives a different state")


def give_again(match: Match[Any], entries: list[Entry], kind: str) -> None:
    for entry in entries:
        try:
            match.play(entry.side, entry.order)
        except Refused as refused:
            raise Found(kind, f"given again it is refused: {refused}", entry.side, entry.order) from None
        if match.journal[-1] != entry:
            raise Found(kind, "given again it leads to another state", entry.side, entry.order)


def last_known(match: Match[Any], side: int) -> int:
    """Return the place of the last order a side knows of, skipping quiet orders of others; -1: none."""
    journal: Sequence[Entry] = match.journal
    at = len(journal) - 1
    while at >= 0 and journal[at].side != side and journal[at].order.quiet_in(match.state):
        at -= 1
    return at


def check_undo(match: Match[Any]) -> None:
    """Check that a side's last order can be undone exactly if it rolled no die and revealed nothing."""
    seq, now = match.seq, match.state.digest()
    for side in range(len(match.game.sides)):
        at = last_known(match, side)
        last = match.journal[at if at >= 0 else -1]
        rolls = match.journal[at - 1].rolls if at > 0 else match.state_at(0).rolls
        over = match.game.result(match.state) is not None
        barred = over or at < 0 or side != last.side or last.final or last.rolls != rolls
        if bool(match.why_no_undo(side)) != barred:
            why = match.why_no_undo(side) or "it may be taken back"
            raise Found("undo", f"order {at + 1}: {why}", last.side, last.order)
        if not barred:
            undo_and_give_again(match, side, at)
            continue
        try:
            match.undo(side)
        except CannotUndo:
            if (match.seq, match.state.digest()) != (seq, now):
                raise Found("undo", "an undo that was refused has changed the match") from None
        else:
            raise Found("undo", f"order {at + 1} was taken back, against the rules", last.side, last.order)


def check_end(match: Match[Any]) -> None:
    """Check that nothing can be undone after the end, because everything has been revealed."""
    if match.game.result(match.state) is None or not match.journal:
        return
    last, before = match.journal[-1], (match.seq, match.state.digest())
    if not last.final:
        raise Found("undo", "the order that ended the match is open to undo", last.side, last.order)
    for side in range(len(match.game.sides)):
        for kind, take_back in (("undo", match.undo), ("restart", match.restart_phase)):
            try:
                take_back(side)
            except CannotUndo:
                if (match.seq, match.state.digest()) == before:
                    continue
            raise Found(kind, "an order was taken back after the end", side, last.order)


def undo_and_give_again(match: Match[Any], side: int, at: int) -> None:
    """Check that undo gives the earlier state, and the same order again the later one."""
    last, seq, now = match.journal[at], match.seq, match.state.digest()
    was = match.journal[at - 1].digest if at > 0 else match.start_digest
    order = attempt("undo", "undo", lambda: match.undo(side))
    if order != last.order or match.seq != seq - 1 or (at == seq - 1 and match.state.digest() != was):
        raise Found("undo", f"undo of order {at + 1} gives another state than before", side, last.order)
    if at == seq - 1:
        give_again(match, [last], "undo")
        return
    attempt("undo", "giving it again", lambda: match.play(side, order))
    if match.state.digest() != now:
        raise Found("undo", "a quiet order given after those of others leads to another state", side, order)


def check_restart(match: Match[Any]) -> None:
    """Check that restarting undoes the side's own orders of this phase, and only those."""
    journal, now = list(match.journal), match.state.digest()
    side = journal[-1].side
    try:
        places = match.to_take_back(side, whole_phase=True)
        taken = match.restart_phase(side)
    except CannotUndo:
        if match.journal != journal or match.state.digest() != now:
            raise Found("restart", "a restart that was refused has changed the match") from None
        return
    back = [journal[at] for at in places]
    if len(back) != taken or any(entry.side != side or entry.final for entry in back):
        raise Found("restart", f"{taken} orders were taken back, among them final ones or the other side's")
    alone = len(journal) - places[0] == taken  # the undone orders include no quiet order of another side
    was = journal[places[0] - 1].digest if places[0] else match.start_digest
    mark = match.game.phase_mark(match.state)
    if alone and match.state.digest() != was:
        raise Found("restart", f"after taking back {taken} orders the state is not the one it was then")
    if alone:
        give_again(match, back, "restart")
    else:
        for entry in back:
            match.play(side, entry.order)
    if match.state.digest() != now:
        raise Found("restart", "the orders given again lead to another state")
    if match.game.phase_mark(match.state) != mark:
        raise Found("restart", "the restart went back into an earlier phase")


def only(game: AnyGame) -> Callable[[str], AnyGame]:
    """A game finder that knows only this game."""

    def find(name: str) -> AnyGame:
        if name != game.id:
            raise UserError(f"the save names the game {name!r}, not {game.id!r}")
        return game

    return find


def check_save(match: Match[Any], *, replay: bool) -> None:
    def again() -> Match[Any]:
        return savefile.from_bytes(savefile.to_bytes(match), only(match.game), replay=replay)

    opened = attempt("save", "saving and opening", again)
    if opened.state.digest() != match.state.digest() or opened.journal != match.journal:
        raise Found("save", "opened again it is another match")
    if opened.game.phase_mark(opened.state) != match.game.phase_mark(match.state):
        raise Found("save", "opened again it is in another phase")


def check_state_at(match: Match[Any], rng: Random) -> None:
    seq = rng.randrange(match.seq + 1)
    state = attempt("replay", f"the state after order {seq}", lambda: match.state_at(seq))
    was = match.journal[seq - 1].digest if seq else match.start_digest
    if state.digest() != was:
        raise Found("replay", f"the state after order {seq} is not the one it was then")


def check_fork(match: Match[Any], rng: Random) -> None:
    """Check that a fork has the same past, with the same or new dice ahead."""
    seq = rng.randrange(match.seq + 1)
    was = match.journal[seq - 1].digest if seq else match.start_digest
    for seed in (None, rng.randbytes(32)):
        fork = attempt("fork", f"a fork after order {seq}", lambda seed=seed: match.fork(seq, seed))  # type: ignore[misc]
        if fork.state.digest() != was or fork.journal != match.journal[:seq]:
            raise Found("fork", f"a fork after order {seq} is not the match as it was then")


def check_replay(match: Match[Any]) -> None:
    """Replay the whole match: every order is legal and every fingerprint equal, also through a save file."""
    attempt("replay", "playing it all again", match.verify)
    check_save(match, replay=True)
