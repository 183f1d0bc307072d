"""Decisions tried again: a phase beside what the staff would have ordered in it, an attack beside leaving it
out or the staff's way to make it, a phase ended without an attack beside the one the staff would have made.

Every decision is judged on the view of the side that made it, with what the view hides drawn from what was
known. The orders given and each alternative are played on by staffs with the same draws and the same dice,
and the positions they come to are valued. What looks better in a few pairs is tried again on fresh dice; only
a gain above two standard errors there is told. Positions that are decided are not judged. Work is counted in
orders played, never timed, so the same match is judged alike everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

import msgspec

from ardennes.after.account import Judgement, Verdicts
from ardennes.after.course import Course, Stretch
from ardennes.after.processes import spread
from ardennes.after.value import Value
from ardennes.kernel.contract import End, Order, part_played
from ardennes.kernel.match import Match
from ardennes.players.api import Player
from ardennes.players.search.adapter import Adapter, adapter_of
from ardennes.players.search.playout import after_turns, dice_of, play_on
from ardennes.players.search.veteran import Plan, Relay, Veteran

DECIDED = 0.03  # below it, or above one less it, nothing is judged
FIRST, FRESH = 3, 16  # pairs of a first look, and on fresh dice
CLEAR = 2.0  # standard errors
PROMISING = 1.0  # ... of the first look, for a second one
PROPOSED, ALTERNATIVES = 5, 2  # plans of the staff asked for, and of those that differ played on
# Orders played out in all, what two cores play in less than three minutes; by game, as its staff is slow.
WORK, SLOW = 200_000, {"breakthrough": 70_000, "wave_of_terror": 100_000, "playsheet": 60_000}
LOOKS = 0.6  # share of the work for first looks
AT_ONCE = 2  # decisions looked at before the work is counted again
AFRESH = 1000  # number of the first fresh pair
TURNS = 2  # game-turns a whole map is played on; a short scenario is played to its end
LONGEST = 4000  # orders of one playout
ATTACKS = ("Attack", "Plot")  # kinds of orders that attack
TOLD = 3  # orders that are named

_NOTHING = ("No attack", "No order of note")

Progress = Callable[[float, str], None]


class Decided(NamedTuple):
    """A phase that a side planned, an attack in it, or an end of it, where no more attacks were made."""

    at: int  # orders before it
    side: int
    turn: int
    day: int
    orders: tuple[Order, ...]  # its own until it planned again
    places: tuple[int, ...]  # of these in the journal
    phase: int = 0  # by number, in the order of the match
    until: int = 0  # orders when it is carried out; what it cost lies between
    target: str | None = None  # the hex of the attack; empty: no attack more was made; None: the whole phase

    @property
    def made(self) -> tuple[Order, ...]:
        """The orders of the attack."""
        return _on(self.target, self.orders) if self.target else ()


class Look(NamedTuple):
    """What came of playing a decision on, pair by pair."""

    decision: int
    plan: int
    gains: tuple[float, ...]  # worth of the alternative less that of the orders given
    losses: tuple[float, float]  # mean strength the alternative keeps, and costs the enemy, more than given
    work: int


class Follower:
    """Gives the orders of a journal as long as they are legal, and asks the staff for the rest."""

    name = "follower"

    def __init__(self, game: Any, orders: Sequence[Order], staff: Player) -> None:
        self.game, self.left, self.staff = game, list(orders), staff

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        for order in self.left:
            if self.game.check(view, side, order) is None:
                self.left.remove(order)
                return order, "as given"
        return self.staff.act(view, side)


class Judge:
    """Tries the decisions of one match again; each process has its own."""

    def __init__(self, match: Match[Any], value: Value) -> None:
        self.match, self.value, self.game = match, value, match.game
        self.adapter: Adapter = adapter_of(match.game)

    def decisions(self, course: Course) -> list[Decided]:
        """All phases that were planned, the costliest for their side first, decided positions left out."""
        return [decided for _, decided in sorted(self._all(course), key=lambda pair: pair[0])]

    def _all(self, course: Course) -> Iterator[tuple[float, Decided]]:
        for phase in planned(self.match, self.adapter):
            state = self.match.state_at(phase.at)
            if not DECIDED <= self.believed(state, phase.side) <= 1 - DECIDED:
                continue
            cost, attacks = self._cost(phase, course.stretches), attacked(phase)
            yield cost, phase
            for attack in attacks:
                own = self._cost(attack, course.stretches)  # none where dice fall for all attacks together
                yield own or min(0.0, cost) / len(attacks), attack

    def believed(self, state: Any, side: int) -> float:
        """The worth of a position as the side could know it."""
        worth = self.value.seen(state, side).worth
        return worth if side == 0 else 1 - worth

    @staticmethod
    def _cost(decided: Decided, stretches: Iterable[Stretch]) -> float:
        """What the side's own orders gained by the model; the least first."""
        sign = 1 if decided.side == 0 else -1
        gained = 0.0
        for stretch in stretches:
            if stretch.side == decided.side and decided.at <= stretch.first < decided.until:
                mean = stretch.dice.mean.worth if stretch.dice else stretch.after.worth
                gained += sign * (mean - stretch.before.worth)
        return gained

    def plans(self, decided: Decided) -> tuple[Veteran, Any, list[Plan]]:
        """The orders given first, then those that differ from them and from each other: the staff's plans for
        a phase, other ways for an attack."""
        state = self.match.state_at(decided.at)
        view = self.game.view(state, decided.side)
        seed = decided.at
        veteran = Veteran(self.game, decided.side, seed, LONGEST)
        veteran.moment = self.adapter.moment(view)
        given = Plan("as given", self.follower(decided, seed), veteran.plain)
        own, scripts = veteran.proposal("the staff's plan", veteran.plain), len(self.adapter.scripts)
        if decided.target is not None:
            ways = self.ways(decided, veteran.orders(view, own))
            players = [self.follower(decided, seed, _instead(decided, way)) for way in ways]
            return veteran, view, [given, *(Plan("", player, veteran.plain) for player in players)]
        doctrines = islice(veteran.proposals(), scripts, scripts + PROPOSED - 1)
        return veteran, view, veteran.different(view, [given, own, *doctrines], 1 + ALTERNATIVES)

    @staticmethod
    def ways(decided: Decided, staff: Sequence[Order]) -> list[tuple[Order, ...]]:
        """Other ways to attack: none at all, as the staff would attack the same hex, or, where a phase was
        ended, the staff's first attack."""
        attacks = [order for order in staff if _attacks(order) and order not in decided.made]
        if not decided.target:
            target = _target(attacks[0]) if attacks else ""
            return [_on(target, attacks)] if attacks else []
        same = _on(decided.target, attacks)
        return [(), *([same] if same else [])]

    def follower(self, decided: Decided, seed: int, orders: Sequence[Order] | None = None) -> Follower:
        veteran = Veteran(self.game, decided.side, seed, LONGEST)
        return Follower(self.game, decided.orders if orders is None else orders, veteran.lead)

    def look(self, number: int, decided: Decided, only: int | None, first: int, pairs: int) -> list[Look]:
        """Play a decision and its alternatives (or one of them) on, so many times with the same dice."""
        veteran, view, plans = self.plans(decided)
        wanted = [at for at in range(1, len(plans)) if only is None or at == only]
        if not wanted:
            return []
        gains: dict[int, list[float]] = {at: [] for at in wanted}
        kept: dict[int, list[tuple[float, float]]] = {at: [] for at in wanted}
        work = dict.fromkeys(wanted, 0)
        for pair in range(first, first + pairs):
            base, strength, spent = self.playout(veteran, view, plans[0], decided, pair)
            for at in wanted:
                worth, other, more = self.playout(veteran, view, plans[at], decided, pair)
                gains[at].append(worth - base)
                kept[at].append((other[0] - strength[0], strength[1] - other[1]))
                work[at] += more + spent // len(wanted)
        return [Look(number, at, tuple(gains[at]), _means(kept[at]), work[at]) for at in wanted]

    def playout(
        self, veteran: Veteran, view: Any, plan: Plan, decided: Decided, pair: int
    ) -> tuple[float, tuple[float, float], int]:
        """(worth for the side, strength of the side and of its enemy, orders played)."""
        game, side = self.game, decided.side
        start = self.adapter.drawn(game, view, side, Random(f"drawn {decided.at} {pair}"))
        seats: list[Player] = [veteran.enemy(other, pair) for other in range(len(game.sides))]
        seats[side] = Relay(veteran, plan)
        stop = after_turns(game, start, LONGEST if part_played(game) else TURNS)
        course = play_on(game, start, seats, dice_of("judged", decided.at, side, pair), stop, LONGEST)
        worth = self.value.worth(course.state)
        strength = self.value.strengths(course.state)
        mine = (strength[0], strength[1]) if side == 0 else (strength[1], strength[0])
        return worth if side == 0 else 1 - worth, mine, course.orders

    def compared(self, decided: Decided, plan: int) -> tuple[Any, list[Order], list[Order]]:
        """The view, the orders given and those of the alternative, as far as they can be told apart."""
        veteran, view, plans = self.plans(decided)
        if decided.target is not None:
            own = veteran.proposal("the staff's plan", veteran.plain)
            return view, [*decided.made], [*self.ways(decided, veteran.orders(view, own))[plan - 1]]
        given, better = (
            [order for order in veteran.orders(view, plans[at]) if not isinstance(order, End)]
            for at in (0, plan)
        )
        return view, given, better

    def told(self, decided: Decided, plan: int, sure: Look) -> Judgement:
        """A better plan in words."""
        game, reading = self.game, self.value.reading
        view, given, better = self.compared(decided, plan)
        fresh = [order for order in better if order not in given]
        dropped = [order for order in given if order not in better]
        attacks = [order for order in fresh if _attacks(order)]
        made = [order for order in dropped if _attacks(order)]
        at_a_loss = bool(made) and not attacks
        named = made if at_a_loss else attacks or fresh or dropped
        hexes = [hex_ for order in named for hex_ in _hexes(order)[-1:]]
        units = [unit for order in named for unit in _units(order)]
        instead = _labels(game, view, attacks or fresh)
        error = stdev(sure.gains) / sqrt(len(sure.gains))
        return Judgement(
            decided.at,
            decided.side,
            decided.day,
            reading.where(hexes[0]) if hexes else "",
            "attack made at a loss" if at_a_loss else "missed chance",
            _labels(game, view, made or dropped or given) or _NOTHING[decided.target is None],
            instead or f"Leave out: {_labels(game, view, dropped)}",
            _reason(sure),
            round(fmean(sure.gains), 6),
            round(error, 6),
            len(sure.gains),
            tuple(game.wording.write(order) for order in better),  # type: ignore[attr-defined]
            tuple(dict.fromkeys(hexes)),
            tuple(dict.fromkeys(units)),
        )


def planned(match: Match[Any], adapter: Adapter) -> list[Decided]:
    """The phases of a match that a side planned, and its orders until it planned again."""
    game, state = match.game, match.state_at(0)
    result: list[tuple[int, int, int, list[int]]] = []
    open_: dict[int, tuple[Any, list[int]]] = {}
    for at, entry in enumerate(match.journal):
        moment = adapter.moment(state)
        last = open_.get(entry.side)
        if moment is not None and (last is None or last[0] != moment):
            places: list[int] = []
            open_[entry.side] = (moment, places)
            result.append((at, entry.side, game.phase_mark(state)[0], places))
        if entry.side in open_:
            open_[entry.side][1].append(at)
        game.apply(state, entry.side, entry.order, match.dice)
    return [
        Decided(
            at, side, turn, 0, tuple(match.journal[at].order for at in places), tuple(places), number,
            places[-1] + 1,
        )
        for number, (at, side, turn, places) in enumerate(result)
    ]  # fmt: skip


def attacked(phase: Decided) -> list[Decided]:
    """The attacks of a phase, each with all orders on its hex, and its ends, where no more were made."""
    result: dict[str, int] = {}
    ends = []
    for number, order in enumerate(phase.orders):
        if _attacks(order):
            result.setdefault(_target(order), number)
        elif isinstance(order, End):
            ends.append(number)
    stops = sorted({*result.values(), *ends, len(phase.orders)})
    return [
        phase._replace(
            at=phase.places[number],
            orders=phase.orders[number:],
            places=phase.places[number:],
            until=(*phase.places, phase.until)[next(stop for stop in stops if stop > number)],
            target=target,
        )
        for target, number in (*result.items(), *(("", number) for number in ends))
    ]


def _instead(decided: Decided, way: Sequence[Order]) -> list[Order]:
    return [*way, *(order for order in decided.orders if order not in decided.made)]


def _attacks(order: Order) -> bool:
    return type(order).__name__ in ATTACKS


def _target(order: Order) -> str:
    return next(iter(_hexes(order)), "")


def _on(target: str | None, orders: Sequence[Order]) -> tuple[Order, ...]:
    return tuple(order for order in orders if _attacks(order) and _target(order) == target)


def _hexes(order: Order) -> list[str]:
    plain = msgspec.to_builtins(order)
    for field in ("targets", "target", "path", "hex"):
        if result := plain.get(field):
            return [result] if isinstance(result, str) else [step.rstrip("r") for step in result]
    return []


def _units(order: Order) -> list[str]:
    plain = msgspec.to_builtins(order)
    for field in ("attackers", "units", "unit"):
        if result := plain.get(field):
            return [result] if isinstance(result, str) else list(result)
    return []


def _labels(game: Any, view: Any, orders: Sequence[Order]) -> str:
    """Orders as their buttons say them, a few of them."""
    told = [game.label(view, order) for order in orders[:TOLD]]
    more = len(orders) - len(told)
    return "; ".join(told) + (f"; {more} more" if more > 0 else "")


def _reason(look: Look) -> str:
    own, enemy = look.losses
    parts = []
    if abs(own) >= 0.5:
        parts.append(f"keeps {abs(own):.1f} {'more' if own > 0 else 'less'} strength")
    if abs(enemy) >= 0.5:
        parts.append(f"leaves the enemy {abs(enemy):.1f} {'weaker' if enemy > 0 else 'stronger'}")
    told = " and ".join(parts) or "leaves about the same strength on both sides, but better placed"
    return f"Played on {len(look.gains)} times with the same dice, it {told} on average."


def _means(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return fmean(own for own, _ in pairs), fmean(enemy for _, enemy in pairs)


def _clear(gains: Sequence[float], errors: float) -> bool:
    return fmean(gains) > 0 and fmean(gains) > errors * stdev(gains) / sqrt(len(gains))


# All of them, on several processes


def judged(
    match: Match[Any], value: Value, course: Course, progress: Progress, workers: int = 1, work: int = 0
) -> Verdicts:
    """Look at the decisions of a match until the work (0: as much as the game gets) is used up."""
    work = work or SLOW.get(match.game.id, WORK)
    adapter = adapter_of(match.game)
    if type(adapter).drawn is Adapter.drawn and value.reading.hidden:
        return Verdicts(
            0,
            0,
            (),
            f"In {match.game.name} decisions are not judged yet, because hidden units can't be sampled.",
        )
    judge = Judge(match, value)
    every = planned(match, adapter)
    open_ = judge.decisions(course)
    spent, seen, tried, promising = 0, 0, 0, list[Look]()
    with spread(match, value, workers, _look) as run:
        while seen < len(open_) and spent < LOOKS * work:
            batch = range(seen, min(seen + AT_ONCE, len(open_)))
            jobs: list[Job] = [(n, open_[n], None, 0, FIRST) for n in batch]
            for looks in run(jobs):
                tried += bool(looks)
                spent += sum(look.work for look in looks)
                good = [look for look in looks if _clear(look.gains, PROMISING)]
                promising += sorted(good, key=lambda look: -fmean(look.gains))[:1]
            seen = batch.stop
            share = min(1.0, max(seen / len(open_), spent / (LOOKS * work)))
            progress(LOOKS * share, f"{seen} of {len(open_)} decisions compared")
        promising.sort(key=lambda look: -fmean(look.gains))
        result: list[tuple[int, Judgement]] = []
        for number, look in enumerate(promising):
            if spent >= work:
                break
            half = FRESH // 2
            jobs = [(look.decision, open_[look.decision], look.plan, AFRESH + k * half, half) for k in (0, 1)]
            parts = [one for looks in run(jobs) for one in looks]
            spent += sum(part.work for part in parts)
            sure = _joined(parts)
            if _clear(sure.gains, CLEAR):
                decided = open_[look.decision]
                decided = decided._replace(day=_day(course, decided))
                result.append((decided.phase, judge.told(decided, look.plan, sure)))
            progress(
                min(1.0, LOOKS + (1 - LOOKS) * (number + 1) / len(promising)),
                "checking better plans on fresh dice",
            )
    progress(1.0, "done")
    best = sorted(result, key=lambda one: -one[1].worth)
    told = dict(reversed(best))  # of a phase and its attacks what is worth most
    kept = sorted(told.values(), key=lambda one: -one.worth)
    return Verdicts(tried, len(every) - len({one.phase for one in open_}), tuple(kept))


def _joined(parts: Sequence[Look]) -> Look:
    gains = tuple(gain for part in parts for gain in part.gains)
    losses = _means([part.losses for part in parts])
    return parts[0]._replace(gains=gains, losses=losses, work=sum(part.work for part in parts))


def _day(course: Course, decided: Decided) -> int:
    return max((moment.day for moment in course.moments if moment.order <= decided.at), default=16)


Job = tuple[int, Decided, int | None, int, int]


def _look(match: Match[Any], value: Value, job: Job) -> list[Look]:
    return Judge(match, value).look(*job)
