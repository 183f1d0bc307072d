"""Compute exactly how the combat against a hex may end: losses, retreats, surrenders (BTA-8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from ardennes.games.breakthrough.rules.combat.efficiency import worn_by_combat
from ardennes.games.breakthrough.rules.combat.loss_counts import DRAWS, count_losses
from ardennes.games.breakthrough.rules.combat.odds import Odds, odds_of
from ardennes.games.breakthrough.rules.combat.resolve import attackers_of
from ardennes.games.breakthrough.rules.combat.retreat import extra_loss, fall_back, retreat_chance
from ardennes.games.breakthrough.rules.model.position import lift, stack_at
from ardennes.games.breakthrough.rules.model.rounding import share_out
from ardennes.games.breakthrough.rules.model.state import DEAD, BreakthroughState
from ardennes.games.breakthrough.schema.terms import ISOLATED
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Chance, Events

HUNDRED = 100
GONE, HOLDS, FALLS_BACK = range(3)  # a defender after losses and roll; above: FALLS_BACK plus its frailty
STAYED, LEFT, LOST = range(3)  # a defender after the combat


@dataclass(frozen=True, slots=True)
class Outlook:
    """The combat of some units against a hex over all draws. Chances are exact."""

    odds: Odds | None  # if no unit surrenders; None without a defender
    together: Mapping[tuple[int, int, bool], Fraction]
    # (attacker's loss, defender's loss, is the hex then empty?) -> chance
    retreats: Mapping[int, Fraction]  # by defender: the chance that it leaves the hex
    eliminated: Mapping[int, Fraction]  # by defender, without surrenders
    surrenders: Mapping[int, Fraction]

    @property
    def emptied(self) -> Fraction:
        """Return the chance that no defender remains in the hex, so that the attackers may advance."""
        return sum((c for (_, _, empty), c in self.together.items() if empty), Fraction(0))

    def losses(self, of_defender: bool) -> dict[int, Fraction]:
        """Return the chances of each loss of one side, smallest first."""
        result: dict[int, Fraction] = {}
        for key, chance in self.together.items():
            loss = key[1] if of_defender else key[0]
            result[loss] = result.get(loss, Fraction(0)) + chance
        return dict(sorted(result.items()))

    def mean_loss(self, of_defender: bool) -> Fraction:
        """Return the average loss of one side."""
        return sum((loss * chance for loss, chance in self.losses(of_defender).items()), Fraction(0))


def outlook(w: World, s: BreakthroughState, attackers: Sequence[int], target: int) -> Outlook:
    """Return the outlook if these units attacked the hex now. The state does not change."""
    units = list(stack_at(w, s, target))
    odds = odds_of(w, s, attackers, target, units) if units and attackers else None
    tally = _Tally(units)
    isolated = sum(s.supply[unit] == ISOLATED for unit in units)
    for ways, given_up in _surrenders(w, s, units):
        left = [unit for unit in units if unit not in given_up]
        # Surrenders and retreats count in hundredths each: all combats share one denominator.
        times = ways * HUNDRED ** len(given_up)
        for unit in given_up:
            tally.surrenders[unit] += times * DRAWS * HUNDRED ** len(left)
        if not left or not attackers:
            tally.add((0, 0, not left), times * DRAWS * HUNDRED ** len(left))
            continue
        trial = s
        if given_up:
            trial = s.clone()
            for unit in given_up:
                lift(w, trial, unit, DEAD)
        fought = None if given_up else odds
        _Battle(w, trial, list(attackers), left, target, fought).spread(tally, times)
    return tally.outlook(odds, DRAWS * HUNDRED ** (len(units) + isolated))


class _Tally:
    """Count how often each result happens, in whole numbers."""

    def __init__(self, units: Sequence[int]) -> None:
        self.together: dict[tuple[int, int, bool], int] = {}
        self.retreats = dict.fromkeys(units, 0)
        self.eliminated = dict.fromkeys(units, 0)
        self.surrenders = dict.fromkeys(units, 0)

    def add(self, key: tuple[int, int, bool], times: int) -> None:
        self.together[key] = self.together.get(key, 0) + times

    def outlook(self, odds: Odds | None, whole: int) -> Outlook:
        """Return the counts as fractions of the whole."""
        return Outlook(
            odds,
            {key: Fraction(times, whole) for key, times in self.together.items()},
            {unit: Fraction(times, whole) for unit, times in self.retreats.items()},
            {unit: Fraction(times, whole) for unit, times in self.eliminated.items()},
            {unit: Fraction(times, whole) for unit, times in self.surrenders.items()},
        )


def _surrenders(w: World, s: BreakthroughState, units: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Yield each set of isolated defenders that may surrender, with its weight in hundredths, BTA-4.3b."""
    isolated = [unit for unit in units if s.supply[unit] == ISOLATED]
    percent = w.limits.surrender_pct
    for choice in product((False, True), repeat=len(isolated)):
        ways = 1
        for gives_up in choice:
            ways *= percent if gives_up else HUNDRED - percent
        if ways:
            yield ways, [unit for unit, gives_up in zip(isolated, choice, strict=True) if gives_up]


class _Battle:
    """One combat with a fixed set of defenders: all losses, each with all results of the retreat rolls."""

    def __init__(
        self,
        w: World,
        s: BreakthroughState,
        attackers: list[int],
        defenders: list[int],
        target: int,
        odds: Odds | None,
    ) -> None:
        self.w, self.s = w, s
        self.attackers, self.defenders = attackers, defenders
        self.odds = odds or odds_of(w, s, attackers, target, defenders)
        self.cells = sorted({s.where[unit] for unit in attackers})
        self.ends: dict[tuple[object, ...], tuple[int, ...]] = {}

    def spread(self, tally: _Tally, times: int) -> None:
        """Add all results to the tally, each weighted with `times`."""
        together: dict[tuple[int, int, bool], int] = {}
        fates = [[0, 0, 0] for _ in self.defenders]
        ways: dict[tuple[tuple[int, ...], int], list[tuple[int, tuple[int, ...]]]] = {}
        dead_by_loss: dict[int, tuple[int, ...]] = {}
        for (attacker, defender), count in count_losses(self.w, self.odds).items():
            if attacker not in dead_by_loss:
                dead_by_loss[attacker] = self._dead_attackers(attacker)
            dead = dead_by_loss[attacker]
            if (dead, defender) not in ways:
                ways[dead, defender] = self._ways(dead, defender)
            for weight, ends in ways[dead, defender]:
                key = attacker, defender, STAYED not in ends
                together[key] = together.get(key, 0) + count * weight
                for fate, end in zip(fates, ends, strict=True):
                    fate[end] += count * weight
        for key, count in together.items():
            tally.add(key, count * times)
        for defending, fate in zip(self.defenders, fates, strict=True):
            tally.retreats[defending] += fate[LEFT] * times
            tally.eliminated[defending] += fate[LOST] * times

    def _dead_attackers(self, loss: int) -> tuple[int, ...]:
        """Return the attackers that a loss eliminates; they no longer exert a zone of control."""
        strengths = [self.s.strength[unit] for unit in self.attackers]
        shares = share_out(strengths, loss)
        return tuple(u for u, had, lost in zip(self.attackers, strengths, shares, strict=True) if lost >= had)

    def _ways(self, dead: tuple[int, ...], loss: int) -> list[tuple[int, tuple[int, ...]]]:
        """Return (weight, the end of each defender) for one loss of the defenders.

        The weights count hundredths for each defender.
        """
        w, s = self.w, self.s
        had = [s.strength[unit] for unit in self.defenders]
        shares = share_out(had, loss)
        options: list[tuple[tuple[int, int], ...]] = []
        for unit, before, lost in zip(self.defenders, had, shares, strict=True):
            left = before - lost
            worn = s.efficiency[unit] - worn_by_combat(w, before, lost, attacking=False) if lost else 0
            percent = int(retreat_chance(w, before, lost, max(worn, w.limits.efficiency_min), s.fort[unit]))
            if left <= 0:
                options.append(((HUNDRED, GONE),))
            elif percent <= 0:
                options.append(((HUNDRED, HOLDS),))
            else:
                back = FALLS_BACK + _frailty(w, left)
                options.append(((percent, back), (HUNDRED - percent, HOLDS)))
        result = []
        for way in product(*options):
            weight = 1
            for chance, _ in way:
                weight *= chance
            if weight:
                result.append((weight, self._ends(dead, tuple(code for _, code in way), had, shares)))
        return result

    def _ends(
        self, dead: tuple[int, ...], codes: tuple[int, ...], had: list[int], shares: list[int]
    ) -> tuple[int, ...]:
        """Return what happens to each defender; the retreats are carried out on a copy of the state."""
        key = (dead, codes)
        if key not in self.ends:
            self.ends[key] = self._carry_out(dead, codes, had, shares)
        return self.ends[key]

    def _carry_out(
        self, dead: tuple[int, ...], codes: tuple[int, ...], had: list[int], shares: list[int]
    ) -> tuple[int, ...]:
        if set(codes) <= {GONE, HOLDS}:
            return tuple(LOST if code == GONE else STAYED for code in codes)
        w, trial = self.w, self.s.clone()
        for unit in dead:
            lift(w, trial, unit, DEAD)
        home = trial.where[self.defenders[0]]
        for unit, code, before, lost in zip(self.defenders, codes, had, shares, strict=True):
            trial.strength[unit] = before - lost
            if code == GONE:
                lift(w, trial, unit, DEAD)
        ignored: Events = []
        for unit, code in zip(self.defenders, codes, strict=True):
            if code >= FALLS_BACK:
                fall_back(w, trial, unit, self.cells, ignored)
        return tuple(
            STAYED if trial.where[unit] == home else LOST if trial.where[unit] < 0 else LEFT
            for unit in self.defenders
        )


def _frailty(w: World, strength: int) -> int:
    """Return which extra loss of a retreat would eliminate the unit.

    1 for standing fast, 2 for an enemy zone, 3 for both, 0 for neither.
    """
    c = w.constants
    return (extra_loss(strength, c.no_retreat_loss) >= strength) + 2 * (
        extra_loss(strength, c.zoc_retreat_loss) >= strength
    )


def plotted_outlook(w: World, s: BreakthroughState, target: int, more: Sequence[int] = ()) -> Outlook:
    """Return the outlook of the units plotted against a hex together with some more."""
    units = attackers_of(s, target)
    return outlook(w, s, units + [unit for unit in more if unit not in units], target)


def chances(expected: Outlook) -> tuple[Chance, ...]:
    """Return the outlook as named outcomes whose chances sum to 1."""
    return tuple(
        Chance(chance, _name(attacker, defender, empty))
        for (attacker, defender, empty), chance in sorted(expected.together.items())
    )


def _name(attacker: int, defender: int, empty: bool) -> str:
    return f"attackers lose {attacker}, defenders {defender}; the hex is {'empty' if empty else 'held'}"
