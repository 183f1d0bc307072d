"""The history checker accepts a correct server and finds each planted fault."""

from __future__ import annotations

import pytest

from tools.siege.history import REFUSED, UNANSWERED, Final, Read, Write, check

START = Final(0, ())
A, B, C = Write("one", 0, ("a",)), Write("two", 1, ("b",)), Write("one", 2, ("c",))
LOST_ANSWER = Write("one", 2, ("c",), outcome=UNANSWERED)
UNDO = Write("two", 2, keeps=1)


def faults(writes: list[Write], final: Final, reads: list[Read] | None = None, start: Final = START) -> str:
    return " / ".join(check(writes, reads or [], final, start))


@pytest.mark.parametrize(
    ("writes", "final"),
    [
        ([], START),
        ([A, B, C], Final(3, ("a", "b", "c"))),
        ([A, B, LOST_ANSWER], Final(2, ("a", "b"))),
        ([A, B, LOST_ANSWER], Final(3, ("a", "b", "c"))),
        ([A, B, LOST_ANSWER, Write("two", 2, ("x",), outcome=UNANSWERED)], Final(3, ("a", "b", "x"))),
        ([A, B, UNDO, Write("one", 3, ("a",))], Final(4, ("a", "a"))),
        ([A, Write("two", 0, ("b",), outcome=REFUSED)], Final(1, ("a",))),
    ],
)
def test_a_sound_history_has_no_fault(writes: list[Write], final: Final) -> None:
    assert faults(writes, final) == ""


@pytest.mark.parametrize(
    ("writes", "final", "words"),
    [
        ([A, B, C], Final(2, ("a", "b")), "acknowledged to one and is lost"),
        ([A, B, C], Final(3, ("a", "b")), "differ at order 3"),
        ([A, B, C], Final(3, ("b", "a", "c")), "differ at order 1"),
        ([A, B, C], Final(4, ("a", "b", "c", "c")), "nobody asked for change 4"),
        ([A, B, C], Final(3, ("a", "b", "c", "c")), "differ at order 4"),
        ([A, B, LOST_ANSWER], Final(4, ("a", "b", "c", "c")), "nobody asked for change 4"),
        ([A, B, LOST_ANSWER], Final(3, ("a", "b", "x")), "differ at order 3"),
        ([A, Write("two", 0, ("b",))], Final(1, ("a",)), "to one and to two"),
        ([A, Write("two", 0, ("b",), outcome=REFUSED)], Final(2, ("a", "b")), "nobody asked for change 2"),
        ([A, B, UNDO], Final(3, ("a", "b")), "differ at order 2"),
        ([Write("one", 0, ("a",), number=2)], Final(1, ("a",)), "was told 2, not 1"),
    ],
    ids=[
        "lost", "row-lost", "reordered", "doubled", "row-doubled", "unanswered-doubled", "unanswered-altered",
        "one-number-for-two", "refused-and-done", "undo-lost", "wrong-number",
    ],
)  # fmt: skip
def test_a_planted_fault_is_found(writes: list[Write], final: Final, words: str) -> None:
    assert words in faults(writes, final)


END = Final(3, ("a", "b", "c"))


@pytest.mark.parametrize(
    ("reads", "words"),
    [
        ([Read("x", 1, ("a",)), Read("x", 3, ("a", "b", "c")), Read("y", 0, ())], ""),
        ([Read("x", 2, ("a", "c"))], "others then"),
        ([Read("x", 2, ("a",))], "others then"),
        ([Read("socket", 4)], "never had"),
        ([Read("socket", 2), Read("socket", 1)], "shown number 1 after 2"),
        ([Read("x", 1, sent=5.0, answered=6.0)], "shown number 1 when two already knew of 2"),
        ([Read("x", 1, sent=3.0, answered=6.0)], ""),
        ([Read("y", 3, sent=7.0, answered=7.5), Read("x", 2, sent=8.0)], "when y already knew of 3"),
    ],
    ids=["sound", "other-order", "order-missing", "ahead", "back", "stale", "at-the-same-time", "overtaken"],
)
def test_readers_see_prefixes(reads: list[Read], words: str) -> None:
    result = faults([A, B._replace(sent=2.0, answered=4.0), C], END, reads)
    assert words in result
    assert bool(words) == bool(result)


def test_a_reader_that_saw_a_lost_order_is_a_fault() -> None:
    """The order had no answer, so it may be lost; but somebody saw it."""
    assert "never had" in faults([A, B, LOST_ANSWER], Final(2, ("a", "b")), [Read("socket", 3)])
    assert faults([A, B, LOST_ANSWER], END, [Read("socket", 3)]) == ""


def test_a_match_that_goes_back_is_a_fault() -> None:
    assert "went back" in faults([], Final(1, ("a",)), start=Final(2, ("a", "b")))
