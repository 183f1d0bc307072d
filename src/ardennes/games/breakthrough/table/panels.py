"""The panels next to Breakthrough's map: the day, the pools, supply, bridges, the score and its history."""

from __future__ import annotations

from ardennes.games.breakthrough.facts import supply_reason
from ardennes.games.breakthrough.log import SOURCES, scored
from ardennes.games.breakthrough.rules.air.missions import interdiction_chance
from ardennes.games.breakthrough.rules.combat.arithmetic import with_full_names
from ardennes.games.breakthrough.rules.combat.odds import odds_of
from ardennes.games.breakthrough.rules.combat.resolve import attackers_of
from ardennes.games.breakthrough.rules.model import state as f
from ardennes.games.breakthrough.rules.model.knowledge import replacement_places
from ardennes.games.breakthrough.rules.model.position import on_map, stack_at
from ardennes.games.breakthrough.rules.model.rolls import FINE
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.rules.movement.bridges import intact
from ardennes.games.breakthrough.rules.movement.reinforcements import cancellations_owed, unit_limit
from ardennes.games.breakthrough.rules.movement.supply import state_now
from ardennes.games.breakthrough.rules.outcome.victory import (
    german_places,
    german_towns,
    level_of,
    score,
    score_now,
    thresholds,
)
from ardennes.games.breakthrough.rules.sequence.phases import COMBATS, OPERATIONS
from ardennes.games.breakthrough.rules.sequence.weather import frozen
from ardennes.games.breakthrough.schema import terms
from ardennes.games.breakthrough.schema.world import World
from ardennes.games.breakthrough.table.odds import grouped, ratio
from ardennes.games.breakthrough.words import bridge_name
from ardennes.kernel import parts_shown
from ardennes.kernel.table import parts_of_strip
from ardennes.kernel.wire import Aim, Arrow, Bridge, Goal, Mark, Panel, Row, Stand, StripPart, Tab, Tally
from ardennes.words import counted

PHASES = {f.AIR: "Air", f.SUPPLY: "Supply", f.REINFORCEMENT: "Arrivals", f.ORGANIZATION: "Organize"}


def panels(w: World, s: BreakthroughState, known: tuple[int, ...]) -> list[Panel]:
    """Return all panels next to the map."""
    result = [Panel("day", f"{s.day} December", "campaign", _day(w, s, known))]
    if w.part is None:  # BTA-SHORT-3: points decide nothing in a short scenario
        result.insert(0, Panel("score", "Score", "campaign", _score(w, s)))
        result.append(Panel("ledger", "Score day by day", "campaign", _ledger(w, s)))
    if s.fights:
        fights = [line for number in range(len(s.fights)) for line in _fight(w, s, number)]
        result.append(Panel("combats", "Last combats", "campaign", fights))
    for side in known:
        result.append(_pools(w, s, side))
        if hungry := _hungry(w, s, side):
            result.append(Panel("hungry", "Supply if traced now", "campaign", hungry))
    down = [_bridge(w, b.index) for b in w.board.bridges if not intact(s, b.index)]
    if down:
        result.append(Panel("bridges", "Bridges down", "campaign", down))
    return result


# The score


def _score(w: World, s: BreakthroughState) -> list[Row]:
    """Return the German score, what the position would add, and what each level of victory takes,
    BTA-10.2b."""
    now = score(s)
    rows = [Row("German score", str(now), "BTA-10.2b")]
    if not s.over:
        today = score_now(w, s, s.turn)
        value = f"{today}: {level_of(w, s.scenario, today)}"
        rows.append(Row("If it ended today, as far as you know", value, "BTA-10.1e"))
    for name, least in thresholds(w, s.scenario):
        mark: Mark = "met" if now >= least else "open"
        rows.append(Row(name, f"from {least}", mark=mark, group="Levels of victory"))
    return rows


def _ledger(w: World, s: BreakthroughState) -> list[Row]:
    """Return all awards, grouped by day and source, with the sum of each day."""
    rows: list[Row] = []
    for turn in sorted({line.turn for line in s.ledger}):
        lines = [line for line in s.ledger if line.turn == turn]
        group = f"{turn + terms.FIRST_DAY - 1} December: {sum(line.points for line in lines):+d}"
        for source in dict.fromkeys(line.source for line in lines):
            mine = [line for line in lines if line.source == source]
            what = ", ".join(scored(w, line.what) for line in mine)
            points = sum(line.points for line in mine)
            words, rule = SOURCES[source]
            rows.append(Row(f"{words.capitalize()}: {what}", f"{points:+d}", rule, group=group))
    if not rows:
        rows.append(Row("No points yet", rule="BTA-10.1a"))
    return rows


def victory(w: World, s: BreakthroughState) -> list[Goal]:
    """Return the scoring towns; those that the Germans own have a star."""
    if w.part is not None:
        return parts_shown.goals(w.part, german_places(w, s), _places(w), *_SIDES)
    held = {town.cell for town in german_towns(w, s)}
    return [
        Goal(
            f"{town.name}, {town.turn} a day",
            town.cell in held,
            "BTA-10.1a",
            terms.SIDES[terms.GERMAN],
            w.grid.label(town.cell),
            terms.SIDES[terms.GERMAN if town.cell in held else terms.AMERICAN],
        )
        for town in w.board.towns
    ]


_SIDES = terms.SIDES[terms.GERMAN], terms.SIDES[terms.AMERICAN]


def _places(w: World) -> list[str]:
    return [w.grid.label(town.cell) for town in w.board.towns]


def stand(w: World, s: BreakthroughState) -> Stand:
    """Return the score, the next level of victory and the side that would win today, BTA-10.2b."""
    if w.part is not None:
        return parts_shown.stand(w.part, german_places(w, s), _places(w), *_SIDES)
    now = score_now(w, s, s.turn)
    levels = thresholds(w, s.scenario)
    level = s.over or level_of(w, s.scenario, now)
    ahead = next((side for side in terms.SIDES if level.lower().startswith(side)), "")
    german, american = terms.SIDES[terms.GERMAN], terms.SIDES[terms.AMERICAN]
    wins = [(name, least) for name, least in levels if name.lower().startswith(german)]
    rest = next((least for name, least in levels if name == "Draw"), wins[0][1])
    more = next((f"{least}: {name}" for name, least in wins if least > now), "")
    needs = f"({rest} to draw, {wins[0][1]} to win)" if now < wins[0][1] else more
    ledger = "Points come from towns each day and at the end, enemy losses, exits and supplied roads."
    aims = [
        *(Aim(german, f"{name}: {least} points or more.", "BTA-10.2b", now >= least) for name, least in wins),
        Aim(german, ledger, "BTA-10.1a"),
        Aim(
            american,
            f"Keep the German score below {rest}.",
            "BTA-10.2b",
            now < rest,
        ),
    ]
    order = sorted(w.board.towns, key=lambda town: -town.turn)
    words = {german: "Germans ahead", american: "Americans ahead"}.get(ahead, "Even")
    return Stand(
        "German goals",
        [Tally("Score", str(now), "" if s.over else needs)],
        [w.grid.label(town.cell) for town in order],
        ahead,
        words,
        aims,
    )


# The day


def _day(w: World, s: BreakthroughState, known: tuple[int, ...]) -> list[Row]:
    """Return the record of the day: weather, air, arrivals, delays, cancellations."""
    sky = terms.WEATHERS[s.weather] + (", the ground is frozen" if frozen(w, s.day) else "")
    rows = [Row("Weather", sky, "BTA-9.0a")]
    for side in (terms.AMERICAN, terms.GERMAN):
        name = terms.SIDES[side].capitalize()
        rule = "BTA-3.1a" if side == terms.AMERICAN else "BTA-3.1b"
        rows.append(Row(f"{name} air points left", str(s.air[side]), rule))
        spent = s.interdiction[side]
        if spent:
            hit = f"{counted(spent, 'point')}: {interdiction_chance(w, spent)} % of enemy units"
            rows.append(Row(f"{name} interdiction", hit, "BTA-3.3"))
    rows += _arrivals(w, s)
    for side in (terms.AMERICAN, terms.GERMAN):
        units = len(on_map(w, s, side))
        limit = f"{units} of {unit_limit(w, side)}"
        what = f"{terms.SIDES[side].capitalize()} units on the map"
        rows.append(Row(what, limit, "BTA-5.2a"))
    if s.gone:
        is_known = terms.GERMAN in known or s.variant.show_strengths
        owed = (
            f"{cancellations_owed(w, s)} more to come"
            if is_known
            else "more depend on the strength that left"
        )
        done = f"{s.cancelled} so far, {owed}"
        rows.append(Row("Reinforcements cancelled", done, "BTA-5.2b"))
    return rows


def _arrivals(w: World, s: BreakthroughState) -> list[Row]:
    """Return rows for units that came today, that wait, and that will never come."""
    rows: list[Row] = []
    for unit in w.units:
        here = s.where[unit.index]
        if unit.day == s.day and unit.entry_edge >= 0 and here >= 0:
            at = w.grid.label(here)
            rows.append(Row(unit.name, "arrived", unit=unit.id, hex=at, mark="good"))
        elif here == f.CANCELLED:
            rows.append(Row(unit.name, "cancelled", "BTA-5.2b", mark="bad"))
    rows += [Row(w.units[unit].name, "delayed", "BTA-5.1", mark="bad") for unit in s.waiting]
    return grouped(rows, "Reinforcements")


# Combats


def _fight(w: World, s: BreakthroughState, number: int) -> list[Row]:
    """Return the report of a combat: odds, losses, draws, and the known strengths."""
    fight = s.fights[number]
    label = w.grid.label(fight.cell)
    odds = f"{fight.odds / 100:.2f} : 1, against strength about {fight.shown}"
    rows = [
        Row("Odds", odds, "BTA-8.2a", hex=label),
        Row("Lost", f"attackers {fight.losses[0]}, defenders {fight.losses[1]}", "BTA-8.3a"),
        Row("Draws", f"{fight.draws[0]} and {fight.draws[1]} of {FINE}", "BTA-8.3a"),
    ]
    for side in (fight.side, 1 - fight.side):
        lines = s.reckonings[side][number] if s.reckonings[side] else ()
        rows += [Row(with_full_names(w, what), value, rule) for what, value, rule in lines]
    return grouped(rows, w.hex_text(fight.cell))


# Pools, supply, bridges


def _pools(w: World, s: BreakthroughState, side: int) -> Panel:
    """Return the artillery of the corps on the map, what their units hold, and the day's replacements."""
    lent: dict[int, int] = {}
    for unit in on_map(w, s, side):
        division = w.units[unit].division
        if division >= 0:
            pool = w.divisions[division].pool
            lent[pool] = lent.get(pool, 0) + s.artillery[unit]
    rows = [
        Row(pool.name, f"{s.pools[pool.index]} left, {lent[pool.index]} lent", "BTA-6.4a", group="Artillery")
        for pool in w.pools
        if pool.index in lent and (s.pools[pool.index] or lent[pool.index])
    ]
    if s.phase == f.ORGANIZATION and s.day >= w.limits.replacements_from:
        for at, word in zip(replacement_places(side), terms.POOL_WORDS[1:], strict=True):
            left = f"{s.replacements[at]} left"
            rows.append(Row(word.capitalize(), left, "BTA-6.5", group="Replacements"))
    tab: Tab = "orders" if s.phase == f.ORGANIZATION and s.acting == side else "forces"
    return Panel("pools", f"{terms.SIDES[side].capitalize()} pools", tab, rows)


def _hungry(w: World, s: BreakthroughState, side: int) -> list[Row]:
    """Return the units that are not supplied, or would not be now, with the reason."""
    rows: list[Row] = []
    for unit in on_map(w, s, side):
        now = state_now(w, s, unit)
        if s.supply[unit] == terms.SUPPLIED == now:
            continue
        words, rule = supply_reason(w, s, unit, now)
        mark: Mark = "good" if now == terms.SUPPLIED else "bad"
        value = f"{terms.SUPPLY_STATES[now]}: {words}"
        rows.append(Row(w.units[unit].name, value, rule, unit=w.units[unit].id, mark=mark))
    return rows


def _bridge(w: World, index: int) -> Row:
    site = w.board.bridges[index]
    where = site.name.split("/")[0]
    return Row(bridge_name(w, site.name), site.river, "BTA-6.7a", hex=where)


def bridges(w: World, s: BreakthroughState) -> list[Bridge]:
    """Return all bridges with their state."""
    return [Bridge(b.name, "intact" if intact(s, b.index) else "gone", owner="") for b in w.board.bridges]


# On the map


def plots(w: World, s: BreakthroughState) -> dict[int, list[int]]:
    """Return by attacked hex, in the order of the combats, the units that attack, BTA-8.0a."""
    if s.phase not in OPERATIONS and s.phase not in COMBATS:
        return {}
    return {plot.target: attackers_of(s, plot.target) for plot in s.plots}


def arrows(w: World, s: BreakthroughState) -> list[Arrow]:
    """Return the plotted attacks with their odds."""
    result: list[Arrow] = []
    for target, units in plots(w, s).items():
        here = [unit for unit in units if s.where[unit] >= 0]
        defenders = list(stack_at(w, s, target))
        if not here or not defenders:
            continue
        label = ratio(odds_of(w, s, here, target, defenders).odds)
        for cell in dict.fromkeys(s.where[unit] for unit in here):
            result.append(Arrow(w.grid.label(cell), w.grid.label(target), "attack", label))
    return result


def strip(s: BreakthroughState) -> list[StripPart]:
    """Return the phases with decisions; the program runs supply and arrivals by itself, BTA-2.3."""
    if s.over:
        return []
    names = {phase: word for phase, word in PHASES.items() if phase in (f.AIR, f.ORGANIZATION, s.phase)}
    for phase, side in OPERATIONS.items():
        half = "I" if sum(x in OPERATIONS for x in names) < len(terms.SIDES) else "II"
        names[phase] = f"{terms.SIDES[side].capitalize()} {half}"
        if s.phase in COMBATS and s.phase == phase + 1:
            names[phase] = f"{names[phase]}: combat"
    at = s.phase - 1 if s.phase in COMBATS else s.phase
    return parts_of_strip(names.values(), names.get(at, ""))
