"""What Wave of Terror says beside its map: score, weather, markers, bridges, supply, and a unit's sheet."""

from __future__ import annotations

from ardennes.games.wave_of_terror.facts import UNITS
from ardennes.games.wave_of_terror.rules import state as f
from ardennes.games.wave_of_terror.rules.odds import odds_name, odds_of_battle
from ardennes.games.wave_of_terror.rules.position import holder, units_at
from ardennes.games.wave_of_terror.rules.sequence import phase_of
from ardennes.games.wave_of_terror.rules.state import WaveState
from ardennes.games.wave_of_terror.rules.victory import beyond_the_meuse, by_points, enemy_cities
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN, SIDES, WEATHERS
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.games.wave_of_terror.table.stage import BELOW
from ardennes.games.wave_of_terror.words import names, place
from ardennes.hexes import bits
from ardennes.kernel.table import Arrow, Mark, Panel, Plain, Row, Token
from ardennes.words import counted

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
MOST_AWARDS = 40  # the latest lines of the ledger


def title(s: WaveState) -> str:
    """The step of the turn in words."""
    return phase_of(s).capitalize() or TITLES[s.step]


def strip(s: WaveState) -> list[Plain]:
    """The air, then a segment of each side in either couplet; one of their phases is now, WOT-5.2."""
    if s.over:
        return []
    if s.step == f.SETUP:
        return [{"label": f"{SIDES[x].capitalize()} set-up", "now": s.acting == x} for x in (ALLIED, GERMAN)]
    found = [{"label": "Air", "now": s.step == f.AIR}]
    for couplet, word in ((1, "I"), (2, "II")):
        for side in (GERMAN, ALLIED):
            here = s.couplet == couplet and s.acting == side
            label = f"{SIDES[side].capitalize()} {word}"
            found.append({"label": f"{label}: {title(s).lower()}" if here else label, "now": here})
    return found


# Units


def marks(w: World, s: WaveState, unit: int) -> list[str]:
    """What the counter is marked with, and how many lie below it unseen, WOT-7.3."""
    below = sum(number for cell, number in s.unseen if cell == s.where[unit])
    return UNITS.marks(w, s, unit) + ([BELOW[min(below, max(BELOW))]] if below else [])


# Panels


def panels(w: World, s: WaveState) -> list[Panel]:
    found = [_score(w, s), _turn(w, s)]
    for panel in (_markers(w, s), _bridges_down(w, s), _ledger(w, s)):
        if panel.get("rows"):
            found.append(panel)
    return found


def _score(w: World, s: WaveState) -> Panel:
    """Points as they stand, with the cities held, and what they would decide, WOT-4.6."""
    rows: list[Row] = []
    for side in (GERMAN, ALLIED):
        cities = enemy_cities(w, s, side).bit_count() * w.limits.city_points
        value = str(s.points[side]) + (f", cities would add {cities}" if cities else "")
        rows.append({"what": f"{SIDES[side].capitalize()} points", "value": value, "rule": "WOT-4.6"})
    winner, degree = by_points(w, s)
    level = "a draw" if winner is None else f"{SIDES[winner].capitalize()} {degree} victory"
    rows.append({"what": "By the points now", "value": level, "rule": "WOT-4.13"})
    beyond = str(beyond_the_meuse(w, s))
    rows.append({"what": "German units west of the Meuse", "value": beyond, "rule": "WOT-4.9"})
    held = holder(s, w.board.st_vith)
    mark: Mark = "met" if held == ALLIED else "open"
    rows.append(
        {
            "what": "St. Vith",
            "value": SIDES[held].capitalize(),
            "rule": "WOT-4.5",
            "hex": w.grid.label(w.board.st_vith),
            "mark": mark,
        }
    )
    return {"id": "score", "title": "Score", "tab": "campaign", "rows": rows}


def _turn(w: World, s: WaveState) -> Panel:
    rows: list[Row] = [
        {"what": "Weather", "value": WEATHERS[s.weather], "rule": "WOT-5.3"},
        {"what": "Allied aircraft left", "value": str(s.aircraft), "rule": "WOT-5.3"},
        {
            "what": "German bridge repairs",
            "value": f"{s.repairs} of {w.limits.repairs_game}",
            "rule": "WOT-9.15",
        },
    ]
    if s.couplet:
        order = "fight, then move" if s.fight_first else "move, then fight"
        rows.append({"what": f"Couplet {s.couplet}", "value": order, "rule": "WOT-5.6"})
    if s.committed:
        rows.append({"what": "British across the Meuse", "value": s.committed, "rule": "WOT-8.5"})
    return {"id": "turn", "title": "The turn", "tab": "campaign", "rows": rows}


def _markers(w: World, s: WaveState) -> Panel:
    """What lies on the map besides units; a click goes there."""
    rows: list[Row] = []
    for depot in s.depots:
        face = {1: "real", 0: "dummy"}.get(depot.real, "face down")
        rows.append(_marker(w, depot.cell, "POL", face, "WOT-3.7"))
    for marker in s.markers:
        rows.append(_marker(w, marker.cell, "Aerial supply", counted(marker.left, "step"), "WOT-6.15"))
    for cell in bits(s.interdicted):
        rows.append(_marker(w, cell, "Interdiction", "", "WOT-9.18"))
    if s.kg and s.where[s.kg[0]] >= 0:
        rows.append(_marker(w, s.where[s.kg[0]], "KG Peiper", names(w, w.names(s.kg)), "WOT-7.7"))
    elif s.kg_cell >= 0:
        rows.append(_marker(w, s.kg_cell, "KG Peiper", "", "WOT-7.7"))
    return {"id": "markers", "title": "Markers on the map", "tab": "campaign", "rows": rows}


def tokens(w: World, s: WaveState) -> list[Token]:
    """The same on the map itself, with the bridges under repair, WOT-3.7, WOT-6.15, WOT-9.15, WOT-9.18."""
    found: list[Token] = []
    for depot in s.depots:
        label, face = {1: ("", "real"), 0: ("D", "dummy")}.get(depot.real, ("?", "face down"))
        words = f"POL depot, {face}"
        found.append({"look": "drum", "hex": w.grid.label(depot.cell), "label": label, "words": words})
    for marker in s.markers:
        words, left = f"Aerial supply, {counted(marker.left, 'step')} left", str(marker.left)
        found.append({"look": "parachute", "hex": w.grid.label(marker.cell), "label": left, "words": words})
    for cell in bits(s.interdicted):
        words = "Interdiction: no road here this turn"
        found.append({"look": "plane", "hex": w.grid.label(cell), "words": words})
    for bridge in bits(s.mending):
        words = "This bridge is being repaired"
        found.append({"look": "hammer", "side": w.board.bridges[bridge].name, "words": words})
    return found


def _marker(w: World, cell: int, what: str, value: str, rule: str) -> Row:
    label = w.grid.label(cell)
    said = place(w, label) + (f": {value}" if value else "")
    return {"what": what, "value": said, "hex": label, "rule": rule}


def _bridges_down(w: World, s: WaveState) -> Panel:
    rows: list[Row] = []
    for bridge in bits(s.blown):
        name = w.board.bridges[bridge].name
        state = "being repaired" if s.mending >> bridge & 1 else "down"
        rows.append({"what": name, "value": state, "hex": name.split("/")[0], "rule": "WOT-9.13"})
    return {"id": "bridges", "title": "Bridges down", "tab": "campaign", "rows": rows}


def _ledger(w: World, s: WaveState) -> Panel:
    rows: list[Row] = [
        {
            "what": line.what,
            "value": f"{SIDES[line.side].capitalize()} +{line.points}",
            "rule": line.rule,
            "group": f"Turn {line.turn}",
        }
        for line in s.ledger[-MOST_AWARDS:]
        if line.points
    ]
    return {"id": "ledger", "title": "Points turn by turn", "tab": "campaign", "rows": rows}


# On the map


def victory(w: World, s: WaveState) -> list[Plain]:
    """The cities and St. Vith; those in the hands of the side that wants them have a star."""
    found = []
    for cell in bits(w.board.cities):
        wants = ALLIED if w.board.german_side >> cell & 1 else GERMAN
        name = w.board.names[cell] or w.grid.label(cell)
        found.append(
            {
                "text": f"{name}, {counted(w.limits.city_points, 'point')}",
                "met": holder(s, cell) == wants,
                "rule": "WOT-4.7",
                "side": SIDES[wants],
                "hex": w.grid.label(cell),
            }
        )
    return found


def bridges(w: World, s: WaveState) -> list[Plain]:
    return [
        {"id": b.name, "state": "gone" if s.blown >> b.index & 1 else "intact", "owner": ""}
        for b in w.board.bridges
    ]


def battle(w: World, s: WaveState) -> Plain | None:
    """The battle that is being fought: a chip for the map, a line for the card."""
    b = s.battle
    if b is None:
        return None
    standing = tuple(unit for unit in b.attackers if s.where[unit] >= 0)
    open_ = len(standing) == len(b.attackers) and bool(units_at(w, s, b.target))
    rolled = b.attacker_loss or b.defender_loss
    if open_ and not rolled:
        chip = odds_name(odds_of_battle(w, s, b).position)
    else:
        chip = f"{b.attacker_loss} : {b.defender_loss}"
    said = f"{names(w, w.names(b.attackers))} at {chip}"
    if b.attack_guns or b.defence_guns:
        said += f"; artillery {len(b.attack_guns)} against {len(b.defence_guns)}"
    return {
        "targets": list(w.labels([b.target])),
        "attackers": list(w.names(b.attackers)),
        "chip": chip,
        "words": said + ("; an aircraft" if b.aircraft else ""),
    }


def arrows(w: World, s: WaveState) -> list[Arrow]:
    """Where the battle's attackers and its artillery come from."""
    b = s.battle
    if b is None:
        return []
    to = w.grid.label(b.target)
    found: list[Arrow] = []
    for cell in sorted({s.where[unit] for unit in b.attackers if s.where[unit] >= 0} - {b.target}):
        found.append({"from": w.grid.label(cell), "to": to, "kind": "attack", "label": ""})
    for cell in sorted({s.where[u] for u in (*b.attack_guns, *b.defence_guns) if s.where[u] >= 0}):
        if cell != b.target:
            found.append({"from": w.grid.label(cell), "to": to, "kind": "support", "label": ""})
    return found
