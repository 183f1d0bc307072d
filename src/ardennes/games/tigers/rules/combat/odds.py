"""Combat odds: strengths, defence bonuses and column shifts (TIA-CRT-1, TIA-CRT-2, TIA-CRT-3, TIA-CRT-4,
TIA-CRT-5, TIA-CRT-6, TIA-TERR, TIA-ENTR)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ardennes.games.tigers.rules.model.position import circumstances, derived, recall
from ardennes.games.tigers.rules.model.state import DISRUPTED, ENTRENCHED, TigersState
from ardennes.games.tigers.rules.movement.supply import all_in_supply
from ardennes.games.tigers.schema.terms import ALLIED, CAVALRY, DUMP, GERMAN, INFANTRY, PARA, TIGER
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.odds import odds_column

SKORZENY_TURNS = 3  # TIA-SKORZ-1
Line = tuple[str, int, str]  # (what, how much, rule)


class Odds(NamedTuple):
    """The odds of one combat, line by line."""

    attack: int
    defence: tuple[int, ...]  # by target hex
    raw: int  # column before shifts; -1 below 1:5
    shifts: tuple[Line, ...]
    column: int  # final column, at most the last; negative when below 1:5

    @property
    def total_defence(self) -> int:
        return sum(self.defence)


def defenders_at(w: World, s: TigersState, cell: int, attacker: int) -> list[int]:
    """Return the enemy units that defend the hex.

    Von der Heydte (TIA-SETUP-8) and a dump that is unknown or not Allied do not defend.
    """
    side, fights = w.side, w.fights
    units = (s.follows or derived(w, s)).stacks.get(cell)
    result = [u for u in units if side[u] != attacker and fights[u]] if units else []
    if s.dump_known and s.dump_owner == ALLIED and attacker != ALLIED and s.where[w.dump] == cell:
        result.append(w.dump)
        result.sort()
    return result


def defended(w: World, s: TigersState, attacker: int) -> int:
    """Return the hexes with at least one unit of `defenders_at`."""
    board = derived(w, s).fighters[1 - attacker]
    if s.dump_known and s.dump_owner == ALLIED and attacker != ALLIED and s.where[w.dump] >= 0:
        board |= 1 << s.where[w.dump]
    return board


def crosses_siegfried(w: World, attacker_hex: int, target: int) -> bool:
    """Does an attack from the hex cross a Siegfried hexside of the target hex? TIA-TERR-7."""
    direction = w.grid.neighbours[target].index(attacker_hex)
    return bool(w.board.siegfried_dirs[target] >> direction & 1) and bool(w.board.german_side >> target & 1)


def defence_lines(w: World, s: TigersState, cell: int, attackers: Sequence[int]) -> list[Line]:
    """Return the printed factors and bonuses of the units that defend a hex."""
    side = w.side[attackers[0]] if attackers else GERMAN
    return hex_defence(w, s, cell, defenders_at(w, s, cell, side), attackers)


def hex_defence(
    w: World, s: TigersState, cell: int, defenders: Sequence[int], attackers: Sequence[int]
) -> list[Line]:
    """Return the defence of the given units in a hex against the given attackers.

    All bonuses add up, and Disrupted units keep theirs (TIA-DIS-3).
    """
    lines: list[Line] = []
    foot = 0
    woods = False
    for unit in defenders:
        info = w.units[unit]
        lines.append((info.short, info.factor, "TIA-FUEL-3" if info.kind == DUMP else "TIA-CRT-1"))
        foot += info.infantry_type
        woods |= info.forest_bonus
        if s.status[unit] & ENTRENCHED:
            lines.append((f"{info.short} entrenched", 1, "TIA-ENTR-1"))
    bit = 1 << cell
    if foot and w.board.town & bit:
        lines.append(("town", 1, "TIA-TERR-1"))
    if foot and w.board.city & bit:
        lines.append(("city", foot, "TIA-TERR-2"))
    if woods and w.board.forest & bit:
        lines.append(("forest", 1, "TIA-TERR-3"))
    if foot and w.board.venn & bit:
        lines.append(("Hohe Venn", foot, "TIA-TERR-5"))
    behind_line = _behind_line(w, cell, defenders) if attackers else 0
    if behind_line and _across_line(w, s, attackers, cell):
        lines.append(("Siegfried Line", behind_line, "TIA-TERR-7"))
    return lines


def _behind_line(w: World, cell: int, defenders: Sequence[int]) -> int:
    """Return what the Siegfried Line adds to the defenders of a hex on it, TIA-TERR-7."""
    if not w.board.siegfried_dirs[cell]:
        return 0
    return sum([1 for d in defenders if w.side[d] == GERMAN and w.factor[d] > 0])


def _across_line(w: World, s: TigersState, attackers: Sequence[int], cell: int) -> bool:
    return all(crosses_siegfried(w, s.where[a], cell) for a in attackers)


def _attack_shifts(w: World, s: TigersState, attackers: Sequence[int], targets: Sequence[int]) -> list[Line]:
    """Return shifts S1 to S5, which only German attacks have. GI rage needs no reminder, TIA-SS-6."""
    lines: list[Line] = []
    value = w.tables.shifts
    kinds = [w.units[a].kind for a in attackers]
    if s.turn == 1 and all(w.board.front_dirs[t] for t in targets):
        lines.append(("barrage", value["S1"], "TIA-SETUP-9"))
    if TIGER in kinds and all(_fears_tigers(w, s, t) for t in targets):
        lines.append(("Tiger fright", value["S2"], "TIA-TIGER-1"))
    if s.turn <= SKORZENY_TURNS and w.skorzeny in attackers:
        lines.append(("Skorzeny", value["S3"], "TIA-SKORZ-1"))
    if s.ruthless_turn:
        ss = any(w.units[a].ss for a in attackers)
        if s.turn == s.ruthless_turn and ss:
            lines.append(("Ruthlessness", value["S4"], "TIA-SS-2"))
        elif s.turn > s.ruthless_turn and (
            ss or any(_near_ss(w, s, a) for a, kind in zip(attackers, kinds, strict=True) if kind == PARA)
        ):
            lines.append(("GI rage", value["S5"], "TIA-SS-5"))
    return lines


def _fears_tigers(w: World, s: TigersState, cell: int) -> bool:
    """Does the hex hold only un-entrenched U.S. infantry (not airborne) and armored cavalry? TIA-TIGER-1."""
    result = False
    for unit in defenders_at(w, s, cell, GERMAN):
        info = w.units[unit]
        if info.kind == DUMP:
            continue
        if info.nation != "us" or info.kind not in (INFANTRY, CAVALRY) or s.status[unit] & ENTRENCHED:
            return False
        result = True
    return result


def _near_ss(w: World, s: TigersState, unit: int) -> bool:
    """Is a parachute division on or beside an SS unit? TIA-SS-5."""
    cell = s.where[unit]
    around = w.grid.near[cell] | 1 << cell
    return any(w.units[u].ss and s.where[u] >= 0 and around >> s.where[u] & 1 for u in w.of_side[GERMAN])


def across_river(w: World, attacker_hex: int, target: int) -> bool:
    if not w.rivers_of[attacker_hex]:
        return False
    return w.board.river_at[attacker_hex][w.direction_to[attacker_hex][target]] >= 0


def shift_lines(
    w: World, s: TigersState, attackers: Sequence[int], targets: Sequence[int], met: Sequence[Met]
) -> list[Line]:
    """Return all column shifts of a combat; they add up, TIA-CRT-6."""
    lines = _disruption_shifts(w, s, attackers, targets, met)
    value = w.tables.shifts
    if not all_in_supply(w, s, [d for m in met for d in m.defenders if d != w.dump]):
        lines.append(("unsupplied defender", value["S7"], "TIA-SUPPLY-5"))
    if not all_in_supply(w, s, attackers):
        lines.append(("unsupplied attacker", value["S8"], "TIA-SUPPLY-4"))
    return lines + _river_shift(w, s, attackers, targets)


def _disruption_shifts(
    w: World, s: TigersState, attackers: Sequence[int], targets: Sequence[int], met: Sequence[Met]
) -> list[Line]:
    lines = _attack_shifts(w, s, attackers, targets) if w.side[attackers[0]] == GERMAN else []
    if True in [m.shaken for m in met]:  # faster than any() for one or two
        lines.append(("Disrupted defender", w.tables.shifts["S6"], "TIA-DIS-2"))
    return lines


def _river_shift(w: World, s: TigersState, attackers: Sequence[int], targets: Sequence[int]) -> list[Line]:
    for a in attackers:
        for t in targets:
            if not across_river(w, s.where[a], t):
                return []
    return [("across a river", w.tables.shifts["S9"], "TIA-RIVER-5")]


class Met(NamedTuple):
    """What any attack of a side on a hex meets."""

    defenders: list[int]
    defence: int  # without the Siegfried Line
    behind_line: int  # what the line adds if all attackers cross it
    shaken: bool  # a defender is Disrupted and weakened by it, TIA-DIS-2


def met_in(w: World, s: TigersState, cell: int, attacker: int) -> Met:
    """Return what attacks of a side on a hex meet."""
    defenders = defenders_at(w, s, cell, attacker)
    lines = hex_defence(w, s, cell, defenders, ())
    shaken = False
    for unit in defenders:
        shaken |= bool(s.status[unit] & DISRUPTED) and not w.units[unit].shrugs_disruption
    return Met(defenders, sum([line[1] for line in lines]), _behind_line(w, cell, defenders), shaken)


def _sums(
    w: World, s: TigersState, attackers: Sequence[int], targets: Sequence[int], met: Sequence[Met]
) -> tuple[int, list[int]]:
    """Return the attack strength, and the defence by target hex, TIA-CRT-1, TIA-CRT-2, TIA-CRT-23."""
    defence = [
        m.defence + (m.behind_line if m.behind_line and _across_line(w, s, attackers, t) else 0)
        for t, m in zip(targets, met, strict=True)
    ]
    return sum([w.factor[a] for a in attackers]), defence


def odds_of(
    w: World,
    s: TigersState,
    attackers: Sequence[int],
    targets: Sequence[int],
    met: Sequence[Met] | None = None,
) -> Odds:
    """Return the odds of a combat against all units in the target hexes.

    `met` is the result of `met_in` for each target, if the caller has it.
    """
    if met is None:
        met = [met_in(w, s, target, w.side[attackers[0]]) for target in targets]
    attack, defence = _sums(w, s, attackers, targets, met)
    raw = odds_column(attack, sum(defence), w.tables.ratios)
    shifts = shift_lines(w, s, attackers, targets, met)
    column = min(len(w.tables.odds) - 1, raw + sum([line[1] for line in shifts]))
    return Odds(attack, tuple(defence), raw, tuple(shifts), column)


def known_odds(w: World, s: TigersState, attackers: Sequence[int], targets: Sequence[int]) -> Odds:
    """Return `odds_of` for these units, computed once in a position."""
    question = "odds", tuple(attackers), tuple(targets), circumstances(w, s)
    return recall(w, s, question, lambda: odds_of(w, s, attackers, targets))


def odds_allow(s: TigersState, odds: Odds) -> bool:
    """Do the odds allow an attack? Raw and final column must be 1:5 or better, TIA-CRT-3."""
    return odds.column >= 0 and (odds.raw >= 0 or s.variant.legality_on_final_column)


def attack_allowed(
    w: World,
    s: TigersState,
    attackers: Sequence[int],
    targets: Sequence[int],
    quick: bool = False,
    met: Sequence[Met] | None = None,
) -> bool:
    """Do the odds allow these units to attack the hexes? Fast if no shift can forbid it.

    With `quick`, supply is not traced, and False means only that the answer is unknown. `met` is as for
    `odds_of`.
    """
    if met is None:
        met = [met_in(w, s, target, w.side[attackers[0]]) for target in targets]
    attack, defence = _sums(w, s, attackers, targets, met)
    if attack <= 0:
        return False
    raw = odds_column(attack, sum(defence), w.tables.ratios)
    worst = 3 if w.side[attackers[0]] == GERMAN and s.ruthless_turn else 2  # rage, supply, river
    if raw >= worst:
        return True
    if raw < 0 and not s.variant.legality_on_final_column:
        return False
    column = raw  # without supply, which is slow to trace and often does not matter
    for line in _disruption_shifts(w, s, attackers, targets, met):
        column += line[1]
    for line in _river_shift(w, s, attackers, targets):
        column += line[1]
    supply = w.tables.shifts["S7"], w.tables.shifts["S8"]
    if column + sum([x for x in supply if x < 0]) >= 0:
        return True
    if quick or column + sum([x for x in supply if x > 0]) < 0:
        return False
    return odds_allow(s, odds_of(w, s, attackers, targets, met))
