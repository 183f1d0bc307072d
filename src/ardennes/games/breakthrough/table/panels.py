"""What Breakthrough says beside its map: the day, the pools, supply, bridges, the score and how it grew."""

from __future__ import annotations

from ardennes.games.breakthrough.log import SOURCES, place
from ardennes.games.breakthrough.rules.air import interdiction_chance
from ardennes.games.breakthrough.rules.bridges import intact
from ardennes.games.breakthrough.rules.combat import attackers_of
from ardennes.games.breakthrough.rules.knowledge import replacement_places
from ardennes.games.breakthrough.rules.position import on_map, stack_at
from ardennes.games.breakthrough.rules.reinforcements import cancellations_owed, unit_limit
from ardennes.games.breakthrough.rules.rolls import FINE
from ardennes.games.breakthrough.rules.sequence import COMBATS, OPERATIONS
from ardennes.games.breakthrough.rules.state import (
    AIR,
    CANCELLED,
    ORGANIZATION,
    REINFORCEMENT,
    SUPPLY,
    BreakthroughState,
)
from ardennes.games.breakthrough.rules.strength import odds_of
from ardennes.games.breakthrough.rules.victory import end_awards, german_towns, level_of, score, thresholds
from ardennes.games.breakthrough.rules.weather import frozen
from ardennes.games.breakthrough.schema.terms import (
    AMERICAN,
    FIRST_DAY,
    GERMAN,
    POOL_WORDS,
    SIDES,
    SUPPLIED,
    SUPPLY_STATES,
    WEATHERS,
)
from ardennes.games.breakthrough.schema.world import World
from ardennes.games.breakthrough.table.odds import ratio
from ardennes.games.breakthrough.table.sheet import Knowing, supply_reason
from ardennes.games.breakthrough.words import bridge_name
from ardennes.kernel.table import Arrow, Mark, Panel, Plain, Row, Tab
from ardennes.words import counted

PHASES = {AIR: "Air", SUPPLY: "Supply", REINFORCEMENT: "Arrivals", ORGANIZATION: "Organize"}


def panels(w: World, s: BreakthroughState, known: Knowing) -> list[Panel]:
    """Everything a player would look up beside the map."""
    found: list[Panel] = [
        _score(w, s),
        {"id": "day", "title": f"{s.day} December", "tab": "campaign", "rows": _day(w, s, known)},
        {"id": "ledger", "title": "Score day by day", "tab": "campaign", "rows": _ledger(w, s)},
    ]
    if s.fights:
        rows = [row for number in range(len(s.fights)) for row in _fight(w, s, number)]
        found.append({"id": "combats", "title": "Combats fought last", "tab": "campaign", "rows": rows})
    for side in known.sides:
        found.append(_pools(w, s, side))
        hungry = _hungry(w, s, side, known)
        if hungry is not None:
            found.append(hungry)
    down = [_bridge(w, b.index) for b in w.board.bridges if not intact(s, b.index)]
    if down:
        found.append({"id": "bridges", "title": "Bridges down", "tab": "campaign", "rows": down})
    return found


# The score


def _score(w: World, s: BreakthroughState) -> Panel:
    """The German score, what the position would add, and what each level of victory asks, BTA-10.2b."""
    now = score(s)
    rows: list[Row] = [{"what": "German score", "value": str(now), "rule": "BTA-10.2b"}]
    if not s.over:
        more = sum(line.points for line in end_awards(w, s, s.turn))
        more += sum(town.turn for town in german_towns(w, s))
        level = level_of(w, s.scenario, now + more)
        said = f"{now + more}: {level}"
        rows.append({"what": "If it ended today, as far as known", "value": said, "rule": "BTA-10.1e"})
    for name, least in thresholds(w, s.scenario):
        mark: Mark = "met" if now >= least else "open"
        rows.append({"what": name, "value": f"from {least}", "mark": mark, "group": "Levels of victory"})
    return {"id": "score", "title": "Score", "tab": "campaign", "rows": rows}


def _ledger(w: World, s: BreakthroughState) -> list[Row]:
    """Every award, those of one day and source together, with the sum of the day."""
    rows: list[Row] = []
    for turn in sorted({line.turn for line in s.ledger}):
        lines = [line for line in s.ledger if line.turn == turn]
        group = f"{turn + FIRST_DAY - 1} December: {sum(line.points for line in lines):+d}"
        for source in dict.fromkeys(line.source for line in lines):
            mine = [line for line in lines if line.source == source]
            what = ", ".join(_what(w, line.what) for line in mine)
            points = sum(line.points for line in mine)
            label = f"{SOURCES.get(source, source).capitalize()}: {what}"
            rows.append({"what": label, "value": f"{points:+d}", "rule": RULES[source], "group": group})
    if not rows:
        rows.append({"what": "No points yet", "rule": "BTA-10.1a"})
    return rows


RULES = {
    "town": "BTA-10.1a",
    "town_end": "BTA-10.1a",
    "exit": "BTA-10.1c",
    "us_elim": "BTA-10.1d",
    "ge_elim": "BTA-10.1d",
    "strength_pct": "BTA-10.1e",
    "road_hex": "BTA-10.1f",
    "opening": "BTA-10.2c",
}


def _what(w: World, name: str) -> str:
    return w.units[w.by_id[name]].name if name in w.by_id else name


def victory(w: World, s: BreakthroughState) -> list[Plain]:
    """The towns that score; those of the German have a star."""
    held = {town.cell for town in german_towns(w, s)}
    return [
        {
            "text": f"{town.name}, {town.turn} a day",
            "met": town.cell in held,
            "rule": "BTA-10.1a",
            "side": SIDES[GERMAN],
            "hex": w.grid.label(town.cell),
        }
        for town in w.board.towns
    ]


# The day


def _day(w: World, s: BreakthroughState, known: Knowing) -> list[Row]:
    """The record of the day: weather, air, arrivals, delays, cancellations."""
    sky = WEATHERS[s.weather] + (", the ground is frozen" if frozen(w, s.day) else "")
    rows: list[Row] = [{"what": "Weather", "value": sky, "rule": "BTA-9.0a"}]
    for side in (AMERICAN, GERMAN):
        name = SIDES[side].capitalize()
        rule = "BTA-3.1a" if side == AMERICAN else "BTA-3.1b"
        rows.append({"what": f"{name} air points left", "value": str(s.air[side]), "rule": rule})
        spent = s.interdiction[side]
        if spent:
            hit = f"{counted(spent, 'point')}: {interdiction_chance(w, spent)} % of the enemy"
            rows.append({"what": f"{name} interdiction", "value": hit, "rule": "BTA-3.3"})
    rows += _arrivals(w, s)
    for side in (AMERICAN, GERMAN):
        units = len(on_map(w, s, side))
        limit = f"{units} of at most {unit_limit(w, side)}"
        what = f"{SIDES[side].capitalize()} units on the map"
        rows.append({"what": what, "value": limit, "rule": "BTA-5.2a"})
    if s.gone:
        seen = GERMAN in known.sides or s.variant.show_strengths
        owed = f"{cancellations_owed(w, s)} owed" if seen else "as many as the strength that left owes"
        done = f"{s.cancelled} so far, {owed}"
        rows.append({"what": "Reinforcements cancelled", "value": done, "rule": "BTA-5.2b"})
    return rows


def _arrivals(w: World, s: BreakthroughState) -> list[Row]:
    """Who came today, who waits, who will never come."""
    rows: list[Row] = []
    for unit in w.units:
        here = s.where[unit.index]
        if unit.day == s.day and unit.entry_edge >= 0 and here >= 0:
            at = w.grid.label(here)
            rows.append({"what": unit.name, "value": "arrived", "unit": unit.id, "hex": at, "mark": "good"})
        elif here == CANCELLED:
            rows.append({"what": unit.name, "value": "cancelled", "rule": "BTA-5.2b", "mark": "bad"})
    rows += [
        {"what": w.units[unit].name, "value": "delayed", "rule": "BTA-5.1", "mark": "bad"}
        for unit in s.waiting
    ]
    for row in rows:
        row["group"] = "Reinforcements"
    return rows


# Combats


def _fight(w: World, s: BreakthroughState, number: int) -> list[Row]:
    """The report of a combat: odds, losses and draws, and how the side the seat knows was reckoned."""
    fight = s.fights[number]
    label = w.grid.label(fight.cell)
    group, losses = place(w, label), fight.losses
    said = f"{fight.odds / 100:.2f} against about {fight.shown}"
    rows: list[Row] = [
        {"what": "Odds", "value": said, "rule": "BTA-8.2a", "hex": label},
        {"what": "Lost", "value": f"attackers {losses[0]}, defenders {losses[1]}", "rule": "BTA-8.3a"},
        {"what": "Draws", "value": f"{fight.draws[0]} and {fight.draws[1]} of {FINE}", "rule": "BTA-8.3a"},
    ]
    for side in (fight.side, 1 - fight.side):
        told = s.reckonings[side][number] if s.reckonings[side] else ()
        rows += [{"what": what, "value": value, "rule": rule} for what, value, rule in told]
    for row in rows:
        row["group"] = group
    return rows


# Pools, supply, bridges


def _pools(w: World, s: BreakthroughState, side: int) -> Panel:
    """Artillery of the corps, with what their units hold, and the replacements of the day."""
    lent = [0] * len(w.pools)
    for unit in on_map(w, s, side):
        division = w.units[unit].division
        if division >= 0 and s.artillery[unit]:
            lent[w.divisions[division].pool] += s.artillery[unit]
    rows: list[Row] = [
        {
            "what": pool.name,
            "value": f"{s.pools[pool.index]} left, {lent[pool.index]} lent",
            "rule": "BTA-6.4a",
            "group": "Artillery",
        }
        for pool in w.pools
        if pool.side == side and (s.pools[pool.index] or lent[pool.index])
    ]
    if s.phase == ORGANIZATION and s.day >= w.limits.replacements_from:
        for at, word in zip(replacement_places(side), POOL_WORDS[1:], strict=True):
            left = f"{s.replacements[at]} left"
            rows.append(
                {"what": word.capitalize(), "value": left, "rule": "BTA-6.5", "group": "Replacements"}
            )
    tab: Tab = "orders" if s.phase == ORGANIZATION and s.acting == side else "forces"
    return {"id": "pools", "title": f"{SIDES[side].capitalize()} pools", "tab": tab, "rows": rows}


def _hungry(w: World, s: BreakthroughState, side: int, known: Knowing) -> Panel | None:
    """Units that are not supplied, or would not be, and why."""
    rows: list[Row] = []
    for unit in on_map(w, s, side):
        state, now = s.supply[unit], known.traced[unit]
        if state == SUPPLIED == now:
            continue
        words, rule = supply_reason(w, s, unit, now)
        value = f"{SUPPLY_STATES[now]}: {words}"
        row: Row = {"what": w.units[unit].name, "value": value, "rule": rule, "unit": w.units[unit].id}
        row["mark"] = "good" if now == SUPPLIED else "bad"
        rows.append(row)
    if not rows:
        return None
    return {"id": "hungry", "title": "Supply as things stand", "tab": "campaign", "rows": rows}


def _bridge(w: World, index: int) -> Row:
    site = w.board.bridges[index]
    where = site.name.split("/")[0]
    return {"what": bridge_name(w, site.name), "value": site.river, "hex": where, "rule": "BTA-6.7a"}


def bridges(w: World, s: BreakthroughState) -> list[Plain]:
    """The bridges that are down; the art shows every site with a bridge."""
    return [
        {"id": b.name, "state": "intact" if intact(s, b.index) else "gone", "owner": ""}
        for b in w.board.bridges
    ]


# On the map


def plots(w: World, s: BreakthroughState) -> dict[int, list[int]]:
    """By attacked hex, in the order in which they are fought: who attacks, BTA-8.0a."""
    if s.phase not in OPERATIONS and s.phase not in COMBATS:
        return {}
    return {plot.target: attackers_of(s, plot.target) for plot in s.plots}


def arrows(w: World, s: BreakthroughState) -> list[Arrow]:
    """The attacks that are plotted, with their odds."""
    found: list[Arrow] = []
    for target, units in plots(w, s).items():
        here = [unit for unit in units if s.where[unit] >= 0]
        defenders = list(stack_at(w, s, target))
        if not here or not defenders:
            continue
        label = ratio(odds_of(w, s, here, target, defenders).odds)
        for cell in dict.fromkeys(s.where[unit] for unit in here):
            at, to = w.grid.label(cell), w.grid.label(target)
            found.append({"from": at, "to": to, "kind": "attack", "label": label})
    return found


def strip(s: BreakthroughState) -> list[Plain]:
    """The twelve phases in short; one of them is now, BTA-2.3."""
    if s.over:
        return []
    found = [{"label": word, "now": s.phase == phase} for phase, word in PHASES.items()]
    for phase, side in OPERATIONS.items():
        half = "I" if len(found) < len(PHASES) + 4 else "II"
        found.append({"label": f"{SIDES[side].capitalize()} {half}", "now": s.phase == phase})
        found.append({"label": "Combat", "now": s.phase in COMBATS and s.phase == phase + 1})
    return found
