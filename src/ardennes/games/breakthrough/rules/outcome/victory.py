"""Victory: the ledger, towns, points at the end, and the level reached (BTA-10)."""

from __future__ import annotations

from ardennes.games.breakthrough.rules.combat.casualties import award
from ardennes.games.breakthrough.rules.combat.odds import printed
from ardennes.games.breakthrough.rules.model import state as f
from ardennes.games.breakthrough.rules.model.events import GameOver
from ardennes.games.breakthrough.rules.model.position import owned, standing
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.rules.movement.roads import supplied_roads
from ardennes.games.breakthrough.schema.terms import AMERICAN, FIRST_DAY, GERMAN, SIDES, Town
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Events, Result
from ardennes.kernel.parts import judged, places_score
from ardennes.kernel.wire import Score, ScoreLevel, ScorePart

LOWEST = "American Strategic"  # below every threshold, BTA-10.2b
# The sources of ledger lines: their names on the end page, and the rules.
SOURCES = {
    "opening": ("The days before the 21st", "BTA-10.2c"),
    "town": ("Towns held, by day and at the end", "BTA-10.1a"),
    "town_end": ("Towns held, by day and at the end", "BTA-10.1a"),
    "us_elim": ("American units destroyed", "BTA-10.1d"),
    "exit": ("Units that left the map", "BTA-10.1c"),
    "strength_pct": ("Strength left", "BTA-10.1e"),
    "road_hex": ("Road hexes", "BTA-10.1f"),
    "bid": ("The bid", "BTA-BID-1"),
    "ge_elim": ("German units destroyed", "BTA-10.1d"),
}


def score(s: BreakthroughState) -> int:
    """Return the German score: the sum of the ledger."""
    return sum(line.points for line in s.ledger)


def german_towns(w: World, s: BreakthroughState) -> list[Town]:
    """Return the scoring towns that the Germans own; supply is not needed, BTA-10.1a, BTA-10.1b."""
    german = owned(w, s, GERMAN)
    return [town for town in w.board.towns if german >> town.cell & 1]


def german_places(w: World, s: BreakthroughState) -> list[str]:
    """Return the names of the scoring towns that the Germans own."""
    return [town.name for town in german_towns(w, s)]


def tally_towns(w: World, s: BreakthroughState, turn: int, events: Events) -> None:
    """Award the town points of a turn that has ended, BTA-10.1a."""
    for town in german_towns(w, s):
        award(s, turn, "town", town.name, town.turn, events)


def exit_points(w: World, s: BreakthroughState, gone: f.Gone, last_turn: int) -> int:
    """Return the points for an exited unit, BTA-10.1c, BTA-7.10b.

    A third of its strength counts for each turn from the exit on, if its exit hex is a supplied German road
    hex.
    """
    if not supplied_roads(w, s, GERMAN) >> gone.cell & 1:
        return 0
    return gone.strength // w.tables.points["exit"] * (last_turn - gone.turn + 1)


def percentage(w: World, s: BreakthroughState, side: int) -> int:
    """Return the strength left in percent of the printed strength of all units that have appeared,
    BTA-10.1e."""
    now = sum([s.strength[unit] for unit in standing(w, s, side)])
    if side == GERMAN:
        now += sum(gone.strength for gone in s.gone)
    appeared = [unit for unit in w.of_side[side] if s.where[unit] not in (f.NOT_YET, f.CANCELLED)]
    full = sum([printed(w, s, unit) for unit in appeared if not w.units[unit].components])
    return min(100, 100 * now // full) if full else 100


def percentages(w: World, s: BreakthroughState) -> tuple[int, int]:
    """Return the percentages of strength left (German, American)."""
    return percentage(w, s, GERMAN), percentage(w, s, AMERICAN)


def scoring_roads(w: World, s: BreakthroughState) -> int:
    """Return the German-owned, German-supplied road hexes of the scoring zone, BTA-10.1f, BTA-MAP-37."""
    return supplied_roads(w, s, GERMAN) & w.board.zone


def last_turn(w: World, s: BreakthroughState) -> int:
    """Return the last turn of the scenario."""
    return w.scenarios[s.scenario].last_day - FIRST_DAY + 1


def end_awards(w: World, s: BreakthroughState, turn: int) -> list[f.Award]:
    """Return what the position would add if the game ended with this turn; nothing once the game is over."""
    if s.over:
        return []
    lines = [f.Award(turn, "town_end", town.name, town.end) for town in german_towns(w, s)]
    for gone in s.gone:
        lines.append(f.Award(turn, "exit", w.units[gone.unit].id, exit_points(w, s, gone, turn)))
    german, american = percentages(w, s)
    rate = w.tables.points["strength_pct"]
    lines.append(f.Award(turn, "strength_pct", f"{german}% against {american}%", rate * (german - american)))
    count = scoring_roads(w, s).bit_count()
    lines.append(f.Award(turn, "road_hex", f"{count} road hexes", count * w.tables.points["road_hex"]))
    if bid := s.variant.bid:  # BTA-BID-1
        lines.append(f.Award(turn, "bid", "for the German", bid))
    return lines


def score_now(w: World, s: BreakthroughState, turn: int) -> int:
    """Return the German score if the game ended with this turn, with the towns of the current turn."""
    towns = sum(town.turn for town in german_towns(w, s)) if s.turn == turn and not s.over else 0
    return score(s) + towns + sum(line.points for line in end_awards(w, s, turn))


def thresholds(w: World, scenario: str) -> tuple[tuple[str, int], ...]:
    """Return the levels of victory with the least German score of each, BTA-10.2b."""
    return w.tables.thresholds[w.scenarios[scenario].thresholds]


def level_of(w: World, scenario: str, points: int) -> str:
    """Return the level of victory for a German score, BTA-10.2b."""
    level = LOWEST
    for name, least in thresholds(w, scenario):
        if points >= least:
            level = name
    return level


def end_game(w: World, s: BreakthroughState, events: Events) -> None:
    """Compute score and level in the final Supply Phase after the last turn, BTA-10.2a."""
    s.phase = f.FINAL_SUPPLY
    s.acting = -1
    if w.part is not None:  # BTA-SHORT-3
        result = judged(w.part, german_places(w, s), GERMAN, SIDES)
        s.over = result.level
        events.append(GameOver(result.points, s.over))
        return
    tally_towns(w, s, s.turn, events)
    for line in end_awards(w, s, s.turn):
        award(s, line.turn, line.source, line.what, line.points, events)
    s.over = level_of(w, s.scenario, score(s))
    events.append(GameOver(score(s), s.over))


def result_of(w: World, s: BreakthroughState) -> Result | None:
    """Return the result of the game, or None before its end."""
    return result_with(w, s, s.variant.bid) if s.over else None


def result_with(w: World, s: BreakthroughState, bid: int) -> Result:
    """Return the result with this bid in the score instead of the match's bid, BTA-BID-1."""
    return _result(w, s, score(s) - s.variant.bid + bid)


def ended_now(w: World, s: BreakthroughState, turn: int) -> Result:
    """Return the result, or the result if the game ended with this turn."""
    return _result(w, s, score_now(w, s, turn))


def _result(w: World, s: BreakthroughState, points: int) -> Result:
    if w.part is not None:
        return judged(w.part, german_places(w, s), GERMAN, SIDES)
    level = level_of(w, s.scenario, points)
    return Result(
        _winner(level), level, points, f"{level}: the German score is {points}.", "BTA-10.2b", points
    )


def _winner(level: str) -> int | None:
    return GERMAN if level.startswith("German") else AMERICAN if level.startswith("American") else None


def score_of(w: World, s: BreakthroughState) -> Score:
    """Return the parts of the German score if the game ended now, and the score that each level takes.

    Rules: BTA-10.1a, BTA-10.1c, BTA-10.1d, BTA-10.1e, BTA-10.1f, BTA-10.2b.
    """
    if w.part is not None:
        return places_score(w.part, german_places(w, s), GERMAN, SIDES)
    points: dict[tuple[str, str], int] = dict.fromkeys(SOURCES.values(), 0)
    for line in (*s.ledger, *end_awards(w, s, s.turn)):
        points[SOURCES[line.source]] += line.points
    parts = (ScorePart(what, sum_, rule, GERMAN) for (what, rule), sum_ in points.items() if sum_)
    levels = [(LOWEST, None), *thresholds(w, s.scenario)]
    return Score(
        "points",
        sum(points.values()),
        list(parts),
        [ScoreLevel(name, least, _winner(name)) for name, least in levels],
    )
