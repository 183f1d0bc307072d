"""The panels next to Wave of Terror's map: score, weather, markers, bridges, supply, and a unit's sheet."""

from __future__ import annotations

from ardennes.games.wave_of_terror.facts import UNITS
from ardennes.games.wave_of_terror.rules.combat.odds import odds_name, odds_of_battle
from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.model.position import holder, units_at
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.outcome.victory import (
    award_text,
    beyond_the_meuse,
    by_points,
    enemy_cities,
    german_places,
    result_of,
)
from ardennes.games.wave_of_terror.rules.sequence.phases import phase_of
from ardennes.games.wave_of_terror.rules.special.british import committed_text
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN, SIDES, WEATHERS
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.games.wave_of_terror.table.stage import BELOW
from ardennes.hexes import bits
from ardennes.kernel import parts_shown
from ardennes.kernel.names import hex_name
from ardennes.kernel.table import parts_of_strip
from ardennes.kernel.wire import (
    Aim,
    Arrow,
    Battle,
    Bridge,
    Goal,
    Mark,
    Panel,
    Row,
    Stand,
    StripPart,
    Tally,
    Token,
)
from ardennes.words import counted, does

TITLES = {
    f.SETUP: "Set-up",
    f.TURN_START: "Turn",
    f.WEATHER: "Weather",
    f.AIR: "Air",
    f.SUPPLY_PROBLEMS: "Supply problems",
    f.DECLARATION: "Declaration",
    f.RESOLUTION: "Repairs",
    f.RECOVERY: "Recovery",
    f.TURN_END: "End of the turn",
}
DEPOTS = {1: ("", "real"), 0: ("D", "dummy"), -1: ("?", "face down")}  # a letter on the marker, a word
MOST_AWARDS = 40  # the latest lines of the ledger


def title(s: WaveState) -> str:
    """Return the name of the current step of the turn."""
    return phase_of(s).capitalize() or TITLES[s.step]


def strip(s: WaveState) -> list[StripPart]:
    """Return the air step, then a segment of each side in either couplet; the current one has its phase,
    WOT-5.2."""
    if s.over:
        return []
    if s.step == f.SETUP:
        names = [f"{SIDES[x].capitalize()} set-up" for x in (ALLIED, GERMAN)]
        return parts_of_strip(names, names[s.acting == GERMAN])
    names, now = ["Air"], "Air" if s.step == f.AIR else ""
    for couplet, word in ((1, "I"), (2, "II")):
        for side in (GERMAN, ALLIED):
            label = f"{SIDES[side].capitalize()} {word}"
            if s.couplet == couplet and s.acting == side:
                now = label = f"{label}: {title(s).lower()}"
            names.append(label)
    return parts_of_strip(names, now)


# Units


def marks(w: World, s: WaveState, unit: int) -> list[str]:
    """Return the marks of a counter, and how many hidden units are below it, WOT-7.3."""
    below = dict(s.unseen).get(s.where[unit], 0) if s.unseen else 0
    return UNITS.marks(w, s, unit) + ([BELOW[min(below, max(BELOW))]] if below else [])


# Panels


def panels(w: World, s: WaveState) -> list[Panel]:
    """Return all panels next to the map."""
    points = w.part is None  # in a short scenario places decide, WOT-SHORT-3
    result = [
        Panel("score", "Score", "campaign", _score(w, s) if points else []),
        Panel("turn", "The turn", "campaign", _turn(w, s)),
        Panel("markers", "Markers on the map", "campaign", _markers(w, s)),
        Panel("bridges", "Blown bridges", "campaign", _bridges_down(w, s)),
        Panel("ledger", "Points turn by turn", "campaign", _ledger(w, s) if points else []),
    ]
    return [panel for panel in result if panel.rows]


def _score(w: World, s: WaveState) -> list[Row]:
    """Return current points, cities held, and the result by points, WOT-4.6."""
    rows = []
    for side in (GERMAN, ALLIED):
        cities = enemy_cities(w, s, side).bit_count() * w.limits.city_points
        value = str(s.points[side]) + (f" (+{cities} for cities at the end)" if cities else "")
        rows.append(Row(f"{SIDES[side].capitalize()} points", value, "WOT-4.6"))
    if bid := s.variant.bid:
        rows.append(Row("Bid", f"{abs(bid)} for the {'Germans' if bid > 0 else 'Allies'}", "WOT-BID-1"))
    winner, degree = by_points(w, s)
    level = "Draw" if winner is None else f"{SIDES[winner].capitalize()} {degree} victory"
    held, vith = holder(s, w.board.st_vith), w.grid.label(w.board.st_vith)
    mark: Mark = "met" if held == ALLIED else "open"
    return [
        *rows,
        Row("By the points now", level, "WOT-4.13"),
        Row("German units west of the Meuse", str(beyond_the_meuse(w, s)), "WOT-4.9"),
        Row("St. Vith", SIDES[held].capitalize(), "WOT-4.5", vith, mark=mark),
    ]


def _turn(w: World, s: WaveState) -> list[Row]:
    rows = [
        Row("Weather", WEATHERS[s.weather], "WOT-5.3"),
        Row("Allied aircraft left", str(s.aircraft), "WOT-5.3"),
        Row("German bridge repairs", f"{s.repairs} of {w.limits.repairs_game}", "WOT-9.15"),
    ]
    if s.couplet:
        order = "fight, then move" if s.fight_first else "move, then fight"
        rows.append(Row(f"Couplet {s.couplet}", order, "WOT-5.6"))
    if s.committed:
        rows.append(Row("May cross the Meuse", committed_text(w, s.committed), "WOT-8.5"))
    return rows


def _markers(w: World, s: WaveState) -> list[Row]:
    """Return the markers on the map; a click shows them."""
    rows = [_marker(w, depot.cell, "Fuel depot", DEPOTS[depot.real][1], "WOT-3.7") for depot in s.depots]
    for marker in s.markers:
        steps = f"{counted(marker.left, 'step')} left"
        rows.append(_marker(w, marker.cell, "Aerial supply", steps, "WOT-6.15"))
    for cell in bits(s.interdicted):
        rows.append(_marker(w, cell, "Interdiction", "", "WOT-9.18"))
    if s.kg and s.where[s.kg[0]] >= 0:
        rows.append(_marker(w, s.where[s.kg[0]], "KG Peiper", w.unit_list(s.kg), "WOT-7.7"))
    elif s.kg_cell >= 0:
        rows.append(_marker(w, s.kg_cell, "KG Peiper", "", "WOT-7.7"))
    return rows


def tokens(w: World, s: WaveState) -> list[Token]:
    """Return the markers and bridges under repair for the map, WOT-3.7, WOT-6.15, WOT-9.15, WOT-9.18."""
    result = []
    for depot in s.depots:
        label, face = DEPOTS[depot.real]
        result.append(Token("drum", f"Fuel depot (POL), {face}", w.grid.label(depot.cell), label=label))
    for marker in s.markers:
        words, left = f"Aerial supply, {counted(marker.left, 'step')} left", str(marker.left)
        result.append(Token("parachute", words, w.grid.label(marker.cell), label=left))
    for cell in bits(s.interdicted):
        result.append(Token("plane", "Interdiction: no road here this turn", w.grid.label(cell)))
    for bridge in bits(s.mending):
        result.append(Token("hammer", "This bridge is being repaired", side=w.board.bridges[bridge].name))
    return result


def _marker(w: World, cell: int, what: str, value: str, rule: str) -> Row:
    text = w.place(cell) + (f": {value}" if value else "")
    return Row(what, text, rule, w.grid.label(cell))


def _bridges_down(w: World, s: WaveState) -> list[Row]:
    rows = []
    for bridge in bits(s.blown):
        name = w.board.bridges[bridge].name
        state = "being repaired" if s.mending >> bridge & 1 else "blown"
        ends = w.place_list(w.board.bridges[bridge].ends)
        rows.append(Row(ends, state, "WOT-9.13", name.split("/")[0]))
    return rows


def _ledger(w: World, s: WaveState) -> list[Row]:
    return [
        Row(
            _capitalized(award_text(w, x.what)),
            f"{SIDES[x.side].capitalize()} +{x.points}",
            x.rule,
            group=f"Turn {x.turn}",
        )
        for x in s.ledger[-MOST_AWARDS:]
        if x.points
    ]


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


# On the map


def victory(w: World, s: WaveState) -> list[Goal]:
    """Return the cities and St. Vith; those that the side which needs them holds have a star."""
    if w.part is not None:
        return parts_shown.goals(w.part, german_places(w, s), w.labels(w.part_cells), *SIDES)
    result = []
    for cell in bits(w.board.cities):
        wants = ALLIED if w.board.german_side >> cell & 1 else GERMAN
        label = w.grid.label(cell)
        text = f"{hex_name(w, label)}, {counted(w.limits.city_points, 'point')}"
        held = holder(s, cell)
        result.append(Goal(text, held == wants, "WOT-4.7", SIDES[wants], label, SIDES[held]))
    return result


def stand(w: World, s: WaveState) -> Stand:
    """Return the points with cities held, the requirements of the next degree, and the side that would win
    now, WOT-4."""
    german, allied = SIDES[GERMAN], SIDES[ALLIED]
    if w.part is not None:
        return parts_shown.stand(w.part, german_places(w, s), w.labels(w.part_cells), *SIDES)
    ended = result_of(w, s)
    city = 0 if ended else w.limits.city_points
    points = [s.points[x] + city * enemy_cities(w, s, x).bit_count() for x in (GERMAN, ALLIED)]
    lead = points[0] - points[1]
    vith = holder(s, w.board.st_vith)
    ahead = ended.winner if ended else ALLIED if vith == ALLIED or lead < 0 else GERMAN if lead > 0 else None
    twice, thrice = w.limits.operational, w.limits.strategic
    degrees = f"{twice} times the enemy's points win an operational victory, {thrice} times a strategic one."
    each = counted(w.limits.city_points, "point")
    off = "Move a supplied unit off the map by an exit road to win a strategic victory at once."
    score = f"Have more points at the end: 1 for each step destroyed, {each} for each enemy city"
    beyond = f"{score}, 1 each turn for each unit west of the Meuse."
    keep = "Hold St. Vith at the end to win an operational victory, whatever the points."
    gone = "Leave no supplied German unit west of the starting front at the end to win a strategic victory."
    aims = [
        Aim(german, off, "WOT-4.3"),
        Aim(german, f"{beyond} {degrees}", "WOT-4.6", ahead == GERMAN),
        Aim(allied, keep, "WOT-4.5", vith == ALLIED),
        Aim(allied, gone, "WOT-4.4"),
        Aim(allied, f"{score}. {degrees}", "WOT-4.6", lead < 0),
    ]
    tallies = [
        Tally("German", str(points[0])),
        Tally("Allied", str(points[1])),
        Tally("West of the Meuse", str(beyond_the_meuse(w, s))),
    ]
    abroad = [cell for cell in bits(w.board.cities & ~w.board.german_side) if cell != w.board.st_vith]
    places = [w.grid.label(cell) for cell in (w.board.st_vith, *reversed(abroad))]  # the nearest first
    words = {GERMAN: "Germans ahead", ALLIED: "Allies ahead", None: "Even"}[ahead]
    return Stand("Points", tallies, places, "" if ahead is None else SIDES[ahead], words, aims)


def bridges(w: World, s: WaveState) -> list[Bridge]:
    """Return all bridges with their state."""
    return [Bridge(b.name, "gone" if s.blown >> b.index & 1 else "intact", "") for b in w.board.bridges]


def battle(w: World, s: WaveState) -> Battle | None:
    """Return the current battle: a chip for the map and a line for the card."""
    b = s.battle
    if b is None:
        return None
    surviving = [unit for unit in b.attackers if s.where[unit] >= 0]
    is_open = len(surviving) == len(b.attackers) and bool(units_at(w, s, b.target))
    rolled = b.attacker_loss or b.defender_loss
    if is_open and not rolled:
        chip = odds_name(odds_of_battle(w, s, b).position)
        text = f"{w.unit_list(b.attackers)} {does(len(b.attackers), 'attack')} at {chip}"
    else:
        chip = f"{b.attacker_loss} : {b.defender_loss}"
        text = f"The attackers lose {b.attacker_loss}, the defenders {b.defender_loss}"
    if b.attack_guns or b.defence_guns:
        text += f"; artillery {len(b.attack_guns)} against {len(b.defence_guns)}"
    text += "; an aircraft helps the Allies" if b.aircraft else ""
    return Battle([w.grid.label(b.target)], list(w.names(b.attackers)), chip, text)


def arrows(w: World, s: WaveState) -> list[Arrow]:
    """Return arrows from the battle's attackers and artillery."""
    b = s.battle
    if b is None:
        return []
    to = w.grid.label(b.target)
    near = sorted({s.where[unit] for unit in b.attackers if s.where[unit] >= 0} - {b.target})
    guns = (*b.attack_guns, *b.defence_guns)
    far = sorted({s.where[gun] for gun in guns if s.where[gun] >= 0} - {b.target})
    return [
        *(Arrow(label, to, "attack", "") for label in w.labels(near)),
        *(Arrow(label, to, "support", "") for label in w.labels(far)),
    ]
