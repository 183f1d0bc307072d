"""Check what clients saw of one match against the match's final history.

Every change of a match has a number. A `Write` is a request for one change: it names the number the client
had seen, the orders it takes back and the orders it adds. A `Read` is a number that a client was shown, by an
answer or a live socket, with the journal where the answer had one. `check` compares both with the journal at
the end:

- A write that was acknowledged is in the history once, at the place the answer named.
- A write without an answer is in the history once or not at all.
- Nothing else is in the history.
- Every reader saw the journal as it was at the number it was shown, and never went back.
- A read that began after an acknowledgement, or after a read by somebody else, is not older than that.

The module is pure: it uses neither servers nor databases.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

Journal = tuple[str, ...]

ACKNOWLEDGED, REFUSED, UNANSWERED = "acknowledged", "refused", "unanswered"


class Write(NamedTuple):
    """A request for one change, as its client knows it. Moments come from one clock of the test."""

    client: str
    seen: int  # number of the last change the client knew
    adds: Journal = ()
    keeps: int | None = None  # orders of the journal that stay; None: all of them
    outcome: str = ACKNOWLEDGED
    number: int | None = None  # of the change, where the answer told it
    sent: float = 0.0
    answered: float = 0.0

    def apply(self, journal: Journal) -> Journal:
        return (journal if self.keeps is None else journal[: self.keeps]) + self.adds


class Read(NamedTuple):
    """What a client received."""

    client: str
    number: int
    journal: Journal | None = None  # None: only the number
    sent: float = 0.0
    answered: float = 0.0


class Final(NamedTuple):
    """The match at the end, read from the database or from an answer."""

    number: int
    journal: Journal


def check(writes: Sequence[Write], reads: Sequence[Read], final: Final, start: Final) -> list[str]:
    """Return every fault, each as a sentence; `start`: the match before the first write."""
    faults = [*_wrong_answers(writes, final)]
    if faults:
        return faults
    histories = list(_histories(writes, final, start))
    if not histories:
        return [_no_history(writes, final, start)]
    result = [[*_wrong_reads(reads, history, start), *_stale_reads(writes, reads)] for history in histories]
    return min(result, key=len)


def _wrong_answers(writes: Sequence[Write], final: Final) -> Iterator[str]:
    """Return acknowledgements that contradict each other or the end."""
    at: dict[int, Write] = {}
    for write in writes:
        if write.outcome != ACKNOWLEDGED:
            continue
        number = write.seen + 1
        if write.number is not None and write.number != number:
            yield f"{write.client} changed number {write.seen}, and was told {write.number}, not {number}"
        if number in at:
            yield f"change {number} was acknowledged to {at[number].client} and to {write.client}"
        if number > final.number:
            yield (
                f"change {number} was acknowledged to {write.client} and is lost: "
                f"the match ends at {final.number}"
            )
        at[number] = write


def _histories(writes: Sequence[Write], final: Final, start: Final) -> Iterator[dict[int, Journal]]:
    """Return every possible explanation of the final journal, as the journal by number.

    Each number is one write; if none was acknowledged, it is one of those without an answer.
    """
    fixed = {write.seen + 1: write for write in writes if write.outcome == ACKNOWLEDGED}
    unsure: dict[int, dict[tuple[Journal, int | None], Write]] = defaultdict(dict)
    for write in writes:
        if write.outcome == UNANSWERED:  # a request that was repeated is one possibility
            unsure[write.seen + 1][write.adds, write.keeps] = write
    numbers = range(start.number + 1, final.number + 1)
    if final.number < start.number:
        return
    possible = ([fixed[one]] if one in fixed else list(unsure[one].values()) for one in numbers)
    for chosen in product(*possible):
        journal, history = start.journal, {start.number: start.journal}
        for number, write in zip(numbers, chosen, strict=True):
            journal = history[number] = write.apply(journal)
        if journal == final.journal:
            yield history


def _no_history(writes: Sequence[Write], final: Final, start: Final) -> str:
    """Say where the journal first differs from what was acknowledged."""
    fixed = {write.seen + 1: write for write in writes if write.outcome == ACKNOWLEDGED}
    open_ = {write.seen + 1 for write in writes if write.outcome == UNANSWERED}
    if final.number < start.number:
        return f"the match went back from number {start.number} to {final.number}"
    for number in range(start.number + 1, final.number + 1):
        if number not in fixed and number not in open_:
            return f"nobody asked for change {number}: the match ends at {final.number}"
    expected = start.journal
    for number in range(start.number + 1, final.number + 1):
        if number in fixed:
            expected = fixed[number].apply(expected)
    at = next(
        (n for n, (a, b) in enumerate(zip(expected, final.journal, strict=False)) if a != b),
        min(len(expected), len(final.journal)),
    )
    return (
        f"the final journal cannot come from the requests: it has {len(final.journal)} orders, "
        f"{len(expected)} were acknowledged; they differ at order {at + 1}: "
        f"{final.journal[at : at + 1]}, not {expected[at : at + 1]}"
    )


def _wrong_reads(reads: Iterable[Read], history: dict[int, Journal], start: Final) -> Iterator[str]:
    """Return reads that match no state, and clients that saw an older state than before."""
    last: dict[str, int] = {}
    for read in reads:
        if read.number < start.number:
            yield f"{read.client} was shown number {read.number}, before the first one, {start.number}"
        elif read.number not in history:
            yield f"{read.client} was shown number {read.number}, which the match never had"
        elif read.journal is not None and read.journal != history[read.number]:
            yield (
                f"{read.client} was shown {len(read.journal)} orders at number {read.number}; "
                f"the match had {len(history[read.number])} others then"
            )
        if read.number < last.get(read.client, read.number):
            yield f"{read.client} was shown number {read.number} after {last[read.client]}"
        last[read.client] = max(read.number, last.get(read.client, read.number))


def _stale_reads(writes: Iterable[Write], reads: Sequence[Read]) -> Iterator[str]:
    """Return reads older than what somebody knew before they began."""
    known = [(w.answered, w.seen + 1, w.client) for w in writes if w.outcome == ACKNOWLEDGED and w.answered]
    known += [(read.answered, read.number, read.client) for read in reads if read.answered]
    known.sort()
    newest, at = (0, ""), 0
    for read in sorted((one for one in reads if one.sent), key=lambda one: one.sent):
        while at < len(known) and known[at][0] < read.sent:
            newest = max(newest, known[at][1:])
            at += 1
        if read.number < newest[0]:
            yield f"{read.client} was shown number {read.number} when {newest[1]} already knew of {newest[0]}"
