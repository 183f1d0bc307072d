"""A computer player that is a program: it reads and writes one JSON object per line.

docs/reference/player-protocol.md describes the protocol. The program gets what a computer player gets: the
view of its side, the offers in it, and answers about them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from time import monotonic
from typing import Any

import msgspec

from ardennes.kernel.contract import AnyGame, Decision, Order, part_played
from ardennes.kernel.offers import Branch, Offer
from ardennes.players.outside.process import MOST_LINE, Limits, LineProcess
from ardennes.players.stand_in import Fault

PROTOCOL = 1
PAGE = 100  # offers on a page
MOST_QUESTIONS = 1_000  # for one decision
MOST_STARTS = 3  # in one match
MOST_WHY = 200  # letters of a reason
KEEPS_RUNNING = ("illegal", "question")  # after other faults nobody can know what the program will write next


class Line(msgspec.Struct, frozen=True, tag_field="do", omit_defaults=True):
    """A line of the protocol."""


# What we write


class HelloProgram(Line, frozen=True, tag="hello", omit_defaults=False):
    protocol: int
    seconds: int
    megabytes: int
    line: int


class GameLine(Line, frozen=True, tag="game", omit_defaults=False):
    game: str
    rules: str
    scenario: str
    sides: tuple[str, ...]
    side: int
    seed: int


class ViewLine(Line, frozen=True, tag="view"):
    number: int
    decisions: tuple[Decision, ...]
    view: dict[str, Any] | None = None


class OneOffer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order, or a branch with its key."""

    at: int
    branch: str | None = None
    aside: bool = False
    order: Order | None = None


class OffersLine(Line, frozen=True, tag="offers", omit_defaults=False):
    number: int
    path: tuple[int, ...]
    page: int
    pages: int
    offers: list[OneOffer]


class WhyNotLine(Line, frozen=True, tag="why-not", omit_defaults=False):
    number: int
    legal: bool
    rule: str = ""
    facts: str = ""
    way_out: str = ""


class OneChance(msgspec.Struct, frozen=True):
    chance: str
    outcome: str


class OddsLine(Line, frozen=True, tag="odds", omit_defaults=False):
    number: int
    chances: list[OneChance]


class TimeLine(Line, frozen=True, tag="time", omit_defaults=False):
    number: int
    seconds: float


class ReplacedLine(Line, frozen=True, tag="replaced"):
    number: int
    reason: str


class StopLine(Line, frozen=True, tag="stop"):
    pass


# What the program writes


class Hello(Line, frozen=True, tag="hello"):
    protocol: int
    name: str = ""
    view: bool = True  # False: it decides from the offers alone, and no view is sent


class AskOffers(Line, frozen=True, tag="offers"):
    path: tuple[int, ...] = ()
    page: int = 0


class AskWhyNot(Line, frozen=True, tag="why-not"):
    order: dict[str, Any] | None = None
    path: tuple[int, ...] = ()


class AskOdds(Line, frozen=True, tag="odds"):
    order: dict[str, Any] | None = None
    path: tuple[int, ...] = ()


class AskTime(Line, frozen=True, tag="time"):
    pass


class Give(Line, frozen=True, tag="order"):
    number: int
    order: dict[str, Any] | None = None
    path: tuple[int, ...] = ()
    why: str = ""


Question = AskOffers | AskWhyNot | AskOdds | AskTime
_DECODER = msgspec.json.Decoder(Hello | Question | Give)


class LinePlayer:
    """Plays one side of one match by asking a program. A Fault says what was wrong with its answer."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        limits: Limits,
        game: AnyGame,
        side: int,
        seed: int,
        quiet: bool = True,
    ) -> None:
        self.name, self.command, self.limits, self.quiet = name, command, limits, quiet
        self.game, self.side = game, side
        # The lab derives the seed of a player from that of the dice, which a program must not learn.
        self.seed = int.from_bytes(hashlib.blake2b(b"line player %d" % seed, digest_size=4).digest(), "big")
        self.number = 0  # of the decision
        self.starts = 0
        self.last = ""  # why it was stopped
        self.hello: Hello | None = None
        self._process: LineProcess | None = None

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        self.number += 1
        until = monotonic() + self.limits.seconds
        try:
            return self._decide(self._running(until), view, side, until)
        except Fault as fault:
            if fault.kind in KEEPS_RUNNING:
                self._send(ReplacedLine(self.number, str(fault)))
            elif fault.kind != "stopped":
                self.last = str(fault)
                self._drop()
            raise

    def close(self) -> None:
        if self._process is not None:
            self._send(StopLine())
            self._process.close()
            self._process = None

    def _drop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process = None

    def _running(self, until: float) -> LineProcess:
        """Return the program, started again if it was stopped after a fault."""
        if self._process is not None:
            self._process.begin()
            return self._process
        if self.starts >= MOST_STARTS:
            raise Fault("stopped", f"failed {MOST_STARTS} times and is not started again; it {self.last}")
        self.starts += 1
        self._process = LineProcess(self.command, self.limits, self.quiet)
        self._send(HelloProgram(PROTOCOL, self.limits.seconds, self.limits.megabytes, MOST_LINE))
        game = self.game
        self._send(
            GameLine(game.id, game.version, part_played(game), tuple(game.sides), self.side, self.seed)
        )
        hello = self._answer(self._process, until)
        if not isinstance(hello, Hello):
            raise Fault("garbage", "did not begin with hello")
        if hello.protocol != PROTOCOL:
            raise Fault("garbage", f"speaks version {hello.protocol} of the protocol, not {PROTOCOL}")
        self.hello = hello
        return self._process

    def _send(self, line: Line) -> None:
        assert self._process is not None
        self._process.send(msgspec.json.encode(line))

    def _answer(self, process: LineProcess, until: float) -> Line:
        line = process.line(until, self.limits.seconds)
        try:
            said: Line = _DECODER.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise Fault("garbage", f"wrote a line that is not a message ({printable(str(error))})") from None
        return said

    def _decide(self, process: LineProcess, view: Any, side: int, until: float) -> tuple[Order, str]:
        decisions = tuple(one for one in self.game.decisions(view) if one.side == side)
        record = view.record() if self.hello is None or self.hello.view else None
        self._send(ViewLine(self.number, decisions, record))
        self._send(self._page(view, side, AskOffers()))
        self._send(TimeLine(self.number, self.limits.seconds))
        for _ in range(MOST_QUESTIONS):
            said = self._answer(process, until)
            if isinstance(said, Give):
                return self._given(view, side, said)
            if isinstance(said, Hello):
                raise Fault("garbage", "said hello twice")
            self._send(self._reply(view, side, said, until))
        raise Fault("flood", f"asked more than {MOST_QUESTIONS:,} questions for one decision")

    def _given(self, view: Any, side: int, said: Give) -> tuple[Order, str]:
        if said.number != self.number:
            raise Fault("number", f"answered decision {said.number} instead of {self.number}")
        try:
            order = self._order(view, side, said.order, said.path)
        except msgspec.ValidationError as error:
            raise Fault("illegal", f"gave an order that cannot be read ({printable(str(error))})") from None
        refusal = self.game.check(view, side, order)
        if refusal is not None:
            raise Fault("illegal", f"gave an order that is refused ({refusal.rule})")
        return order, printable(said.why)

    def _reply(self, view: Any, side: int, asked: Line, until: float) -> Line:
        """Answer a question."""
        if isinstance(asked, AskOffers):
            return self._page(view, side, asked)
        if isinstance(asked, AskTime):
            return TimeLine(self.number, round(max(until - monotonic(), 0.0), 3))
        assert isinstance(asked, AskWhyNot | AskOdds)
        try:
            order = self._order(view, side, asked.order, asked.path)
        except msgspec.ValidationError as error:
            return WhyNotLine(self.number, False, "", f"The order cannot be read: {error}")
        refusal = self.game.check(view, side, order)
        if refusal is not None:
            return WhyNotLine(self.number, False, refusal.rule, refusal.facts, refusal.way_out)
        if isinstance(asked, AskWhyNot):
            return WhyNotLine(self.number, True)
        chances = self.game.forecast(view, side, order) or self.game.preview(view, side, order)
        return OddsLine(self.number, [OneChance(str(one.probability), one.outcome) for one in chances])

    def _order(self, view: Any, side: int, order: dict[str, Any] | None, path: Sequence[int]) -> Order:
        if order is not None:
            return self.game.read_order(order)
        *branches, last = path or (-1,)
        offers = self._offers(view, side, branches)
        pick = offers[last] if 0 <= last < len(offers) else None
        if pick is None or isinstance(pick, Branch):
            raise Fault("question", f"named a path without an order ({printable(str(list(path)))})")
        return pick

    def _offers(self, view: Any, side: int, path: Sequence[int]) -> Sequence[Offer]:
        """Return the offers at the end of a path of branches."""
        offers = self.game.offers(view, side)
        for at in path:
            branch = offers[at] if 0 <= at < len(offers) else None
            if not isinstance(branch, Branch):
                raise Fault("question", f"named a branch that does not exist ({printable(str(list(path)))})")
            offers = branch.offers()
        return offers

    def _page(self, view: Any, side: int, asked: AskOffers) -> Line:
        offers = self._offers(view, side, asked.path)
        pages = max(1, -(-len(offers) // PAGE))
        if not 0 <= asked.page < pages:
            raise Fault("question", f"asked for page {asked.page} of {pages}, counted from 0")
        first = asked.page * PAGE
        shown = [_offer(at, offers[at]) for at in range(first, min(first + PAGE, len(offers)))]
        return OffersLine(self.number, asked.path, asked.page, pages, shown)


def _offer(at: int, offer: Offer) -> OneOffer:
    if isinstance(offer, Branch):
        return OneOffer(at, branch=offer.key, aside=offer.aside)
    return OneOffer(at, order=offer)


def printable(text: str) -> str:
    """Return the text without line breaks and control characters, which could fake lines of a log."""
    return "".join(letter for letter in text if letter.isprintable())[:MOST_WHY]
