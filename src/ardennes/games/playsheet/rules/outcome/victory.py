"""German points, exits and the level of victory (OPS-VIC)."""

from __future__ import annotations

from ardennes.games.playsheet.rules.model.events import GameOver, Left
from ardennes.games.playsheet.rules.model.state import DEAD, EXITED, SUPPLIED, PlaysheetState
from ardennes.games.playsheet.rules.resolution.notebook import Turn
from ardennes.games.playsheet.rules.resolution.supply import in_supply
from ardennes.games.playsheet.rules.tables.scale import victory_level
from ardennes.games.playsheet.schema.sheet import NO_BOUND, VICTORY, Bounds
from ardennes.games.playsheet.schema.terms import ALLIED, GERMAN, SIDES
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.contract import Events, Result
from ardennes.kernel.parts import judged, places_score
from ardennes.kernel.wire import Score, ScoreLevel, ScorePart
from ardennes.words import counted


def ledger(w: World, s: PlaysheetState) -> list[tuple[str, int]]:
    """Return the German points line by line, OPS-VIC-1; for a view, as far as the side knows."""
    reached = in_supply(w, s, GERMAN)
    lines = [
        (objective.name, objective.points)
        for objective in w.objectives
        if s.places[objective.index] == GERMAN and reached[objective.hex]
    ]
    lines.append(("exited units", s.exited // w.limits.exit_divisor))
    lines.append(("Allied units destroyed", destroyed(w, s, ALLIED)))
    lines.append(("German units destroyed", -destroyed(w, s, GERMAN)))
    lines.append(("bid", s.readings.bid))  # OPS-BID-1
    return [line for line in lines if line[1]]


def destroyed(w: World, s: PlaysheetState, side: int) -> int:
    """Count the destroyed combat units with a starting status of 5 or more, OPS-VIC-1."""
    return sum(
        s.where[unit] == DEAD and w.combat[unit] and w.units[unit].status >= w.limits.loss_status
        for unit in w.of_side[side]
    )


def leave(turn: Turn, unit: int) -> None:
    """Take a German unit off the map; its status counts if it was in supply at the last SUPPLY, OPS-VIC-2."""
    s, counted = turn.s, bool(turn.s.marks[unit] & SUPPLIED)
    if counted:
        s.exited += s.status[unit]
    turn.put(unit, EXITED)
    turn.events.append(Left(GERMAN, turn.w.units[unit].id, s.status[unit], counted))


def finish(turn: Turn) -> None:
    """End the game: points, level, winner, OPS-VIC-1, OPS-VIC-3."""
    w, s = turn.w, turn.s
    if w.part is not None:  # OPS-SHORT-3
        result = judged(w.part, german_places(w, s), GERMAN, SIDES)
        s.points, s.over, s.winner = (
            result.points,
            result.level,
            result.winner if result.winner is not None else -1,
        )
        turn.events.append(GameOver(s.over, s.points, ()))
        return
    lines = ledger(w, s)
    _end(s, level_now(w, s, _total(lines)), lines, turn.events)


def level_now(w: World, s: PlaysheetState, points: int) -> str:
    """Return the level of victory for these German points, OPS-VIC-3."""
    return victory_level(w.sheet, points, short=_short(w, s))


def bounds_of(w: World, s: PlaysheetState) -> Bounds:
    """Return the least German points of each level, as an index into VICTORY, OPS-VIC-3."""
    return w.sheet.victory[_short(w, s)]


def _short(w: World, s: PlaysheetState) -> bool:
    """Do the bounds of the short game apply? That depends on the scenario's length."""
    return any(
        played.short for played in w.scenarios.values() if not played.rule and played.turns == s.last_turn + 1
    )


def resign(w: World, s: PlaysheetState, side: int, events: Events) -> None:
    """End the game with a strategic victory of the other side, OPS-VIC-3."""
    _end(s, VICTORY[0] if side == ALLIED else VICTORY[-1], ledger(w, s), events)


def _end(s: PlaysheetState, level: str, lines: list[tuple[str, int]], events: Events) -> None:
    s.points, s.over = _total(lines), level
    winner = _winner(level)
    s.winner = -1 if winner is None else winner
    events.append(GameOver(level, s.points, tuple(lines)))


def _total(lines: list[tuple[str, int]]) -> int:
    return sum(points for _, points in lines)


def german_places(w: World, s: PlaysheetState) -> list[str]:
    """Return the objectives in German hands, in supply or not."""
    return [one.name for one in w.objectives if s.places[one.index] == GERMAN]


def result_of(w: World, s: PlaysheetState) -> Result | None:
    """Return the result; None while the game continues."""
    return result_with(w, s, s.readings.bid) if s.over else None


def result_with(w: World, s: PlaysheetState, bid: int) -> Result:
    """Return the result with this bid instead of that of the match, OPS-BID-1."""
    if w.part is not None and s.over.endswith("victory"):
        return judged(w.part, german_places(w, s), GERMAN, SIDES)
    points = s.points - s.readings.bid + bid
    resigned = s.over != level_now(w, s, s.points)
    return _result(s.over if resigned else level_now(w, s, points), points)


def ended_now(w: World, s: PlaysheetState) -> Result:
    """Return the result of the game, or what it would be now."""
    if w.part is not None and not s.over:
        return judged(w.part, german_places(w, s), GERMAN, SIDES)
    points = _total(ledger(w, s))
    return result_of(w, s) or _result(level_now(w, s, points), points)


def _result(level: str, points: int) -> Result:
    winner = _winner(level)
    title = "A draw" if winner is None else f"{level} victory"
    return Result(
        winner, level, points, f"{title}: the Germans have {counted(points, 'point')}.", "OPS-VIC-3", points
    )


def _winner(level: str) -> int | None:
    return {"German": GERMAN, "Allied": ALLIED}.get(level.split()[0])


def score_of(w: World, s: PlaysheetState) -> Score:
    """Return the German points line by line if the game ended now, with the bounds of levels, OPS-VIC-1."""
    if w.part is not None:
        return places_score(w.part, german_places(w, s), GERMAN, SIDES)
    lines = ledger(w, s)
    levels = (
        ScoreLevel(VICTORY[at], None if least == NO_BOUND else least, _winner(VICTORY[at]))
        for least, at in bounds_of(w, s)
        if least is not None
    )
    parts = [ScorePart(f"{what[0].upper()}{what[1:]}", points, "OPS-VIC-1", GERMAN) for what, points in lines]
    return Score("points", _total(lines), parts, list(levels))
