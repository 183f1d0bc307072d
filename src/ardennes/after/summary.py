"""What a finished match comes to, from its measures alone and alike in all games: the end page shows it, the
report begins with it.

Everything here tells what either side may have hidden, so it is made of a finished match only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from ardennes.after.account import Account, Decided, Fortune, Swing
from ardennes.after.course import check_over, ended_in_set_up
from ardennes.after.ground import Dusk, Sheet, arrow_path, soft_path
from ardennes.after.swings import date
from ardennes.after.value import value_of
from ardennes.after.verdict import deciding_day
from ardennes.errors import UserError
from ardennes.games import measuring_for, table_of
from ardennes.hexes import bits
from ardennes.history import chronicle
from ardennes.kernel.contract import Result
from ardennes.kernel.match import Match
from ardennes.kernel.measures import Measuring, Standing
from ardennes.kernel.wire import Aim, BoardState, Score, ScoreLevel, Wire, tells
from ardennes.words import counted, listed

Path = Annotated[str, tells("an SVG path in the measure of the map")]
Spot = tuple[float, float]


class DayScore(Wire):
    """How the match stood when a turn ended."""

    turn: Annotated[int, tells("which")]
    day: Annotated[int, tells("of December 1944; 32 is 1 January")]
    order: Annotated[int, tells("orders given by then: the place in the replay")]
    points: Annotated[int, tells("as the rulebook counts them, if the match had ended then")]
    level: Annotated[str, tells("of victory, if it had ended then")]
    margin: Annotated[int, tells("the higher, the better for the German")]


class FrontDay(Wire):
    """The front of an evening."""

    day: Annotated[int, tells("of December 1944; 32 is 1 January")]
    paths: Annotated[list[Path], tells("its lines, the longest first")]
    label: Annotated[Spot | None, tells("where its day is written; left out: nowhere")] = None


class Advance(Wire):
    """The way of a division."""

    side: Annotated[int, tells("whose it is")]
    name: Annotated[str, tells("what it is called")]
    path: Path
    at: Annotated[Spot, tells("where its name is written")]


class PlaceHeld(Wire):
    """A place to name on the map."""

    name: Annotated[str, tells("what it is called")]
    at: Annotated[Spot, tells("where it lies on the map")]
    hex: Annotated[str, tells("the number of its hex")]


class LossDay(Wire):
    """What both sides lost on a day, in men: the German first."""

    day: Annotated[int, tells("of December 1944; 32 is 1 January")]
    men: Annotated[tuple[int, int], tells("in this match")]
    then: Annotated[tuple[int, int] | None, tells("in 1944, on the whole front; null: not known")] = None


class Figure(Wire):
    """A number people tell each other."""

    value: Annotated[str, tells("the number")]
    what: Annotated[str, tells("of what")]
    beside: Annotated[str, tells("what to hold it against")] = ""


class Summary(Wire):
    """A finished match."""

    game: Annotated[str, tells("its id")]
    name: Annotated[str, tells("the game's name")]
    scenario: Annotated[str, tells("what players call it")]
    options: Annotated[list[str], tells("those that are not the usual ones, in words")]
    turn: Annotated[int, tells("the turn it ended in")]
    turns: Annotated[int, tells("the last turn there could have been")]
    day: Annotated[int, tells("the day it ended on")]
    date: Annotated[str, tells("the same in words")]
    sides: Annotated[list[str], tells("the sides, the German first, as they are called")]
    german: Annotated[int, tells("the German side's number")]
    winner: Annotated[int | None, tells("null: a draw")]
    title: Annotated[str, tells("the result, as a heading")]
    rule: Annotated[str, tells("the rule that decided it")]
    lead: Annotated[list[str], tells("why, in sentences")]
    decided: Annotated[
        Decided | None,
        tells("the day that decided it, as the account has it; null: none, or no account yet"),
    ]
    score: Score
    by_score: Annotated[bool, tells("the score decided; else something ended the match whatever the score")]
    short: Annotated[str, tells("how far it was to the next level; empty: there is none")]
    tests: Annotated[list[Aim], tells("how either side could win, where tests decide")]
    growth: Annotated[list[DayScore], tells("turn by turn")]
    frame: Annotated[
        tuple[float, float, float, float], tells("of the ground in play on the map: x, y, width, height")
    ]
    fronts: Annotated[list[FrontDay], tells("evening by evening")]
    then: Annotated[FrontDay, tells("1944 on the last evening, or on the last that is known")]
    held: Annotated[Path, tells("the hexes the German counted as holding on the last evening")]
    advances: Annotated[list[Advance], tells("the main ways of divisions, seven at most")]
    places: Annotated[list[PlaceHeld], tells("names to write on the map")]
    losses: Annotated[list[LossDay], tells("day by day")]
    rates: Annotated[tuple[int, int], tells("men a strength point stands for, the German first")]
    unit: Annotated[str, tells("what a strength point is called")]
    partly: Annotated[bool, tells("only a part of the map was in play: 1944 is the whole front")]
    figures: Annotated[list[Figure], tells("five numbers people tell each other")]
    history: Annotated[str, tells("what happened in 1944 on the last day; empty: nothing is told")]
    differs: Annotated[str, tells("one sentence on how this match differs; empty: it was another front")]


# How a match is spoken of


class Voice(NamedTuple):
    """Who is spoken to: one who played a side, or somebody who only looks."""

    sides: tuple[str, str]  # as they are called, by number
    side: int | None

    def who(self, side: int) -> str:
        if self.side is None:
            return f"The {PEOPLE.get(self.sides[side], self.sides[side])}"
        return "You" if side == self.side else "They"

    def attacks(self, side: int, number: int) -> str:
        """Your 5 attacks; the 5 German attacks."""
        if self.side is None:
            return f"the {counted(number, f'{self.sides[side]} attack')}"
        return f"{'your' if side == self.side else 'their'} {counted(number, 'attack')}"


PEOPLE = {"German": "Germans", "American": "Americans", "Allied": "Allies"}
MAIN = 1 / 3  # of the longest line of an evening: shorter ones are drawn on the last evening only


def titled(level: str, winner: int | None) -> str:
    """A level of victory as a heading."""
    if winner is None:
        return "A draw"
    first, *rest = level.split()
    words = [first, *map(str.lower, rest)]
    return " ".join(words if "victory" in words else [*words, "victory"])


def dates(days: Sequence[int]) -> str:
    """24 and 26 December."""
    days = sorted(days)
    return listed([date(day) if day in (days[-1], 31) or day > 31 else str(day) for day in days])


# The match played again


class Followed(NamedTuple):
    """A match played again under the eyes of its measuring."""

    match: Match[Any]
    result: Result
    seen: Measuring[Any, Any]
    dusks: list[Dusk]  # of the evenings of the measures
    sheet: Sheet

    @property
    def order(self) -> tuple[int, int]:
        """The sides, the German first."""
        return self.seen.german, 1 - self.seen.german

    @property
    def days(self) -> list[int]:
        return list(dict.fromkeys(evening.day for evening in self.seen.found.evenings))


def follow(match: Match[Any]) -> Followed:
    """A finished match; UserError while it runs, or where the game is not measured."""
    check_over(match)
    result = match.result()
    assert result is not None
    seen = measuring_for(match.game, match.state_at(0))
    if seen is None:
        raise UserError(f"{match.game.name} is not measured")
    seen.before = match.state_at(0)
    dusks: list[Dusk] = []
    for number, (_, events, state) in enumerate(match.replay(), 1):
        seen.happened(state, events, not match.game.to_move(state))
        while len(dusks) < len(seen.found.evenings):
            dusks.append(Dusk(number, seen.where(state), dict(seen.book)))
        seen.before = state.clone()
    if not seen.found.evenings:
        raise ended_in_set_up(match)
    return Followed(match, result, seen, dusks, Sheet(table_of(match.game).stage(), seen))


# The parts of the summary


def summary_of(match: Match[Any], side: int | None = None, account: Account | None = None) -> Summary:
    """What a match came to, told to whoever played a side of it, or to nobody in particular."""
    return summarised(follow(match), side, account)


def summarised(found: Followed, side: int | None, account: Account | None) -> Summary:
    match, result, seen, _, sheet = found
    game, (german, other) = match.game, found.order
    board = table_of(game).board(match.state, side)
    voice = Voice((game.sides[0].capitalize(), game.sides[1].capitalize()), side)
    score, day = seen.score(match.state), found.days[-1]
    last = seen.found.evenings[-1].german
    scenario = next(one for one in game.scenarios if one.id == match.setting.scenario)
    known, ways = min(day, chronicle.EVENINGS[-1]), _advances(found)
    return Summary(
        game=game.id,
        name=game.name,
        scenario=scenario.name,
        options=_options(match),
        turn=board.turn,
        turns=board.turns,
        day=day,
        date=board.date,
        sides=[voice.sides[german], voice.sides[other]],
        german=german,
        winner=result.winner,
        title=titled(result.level, result.winner),
        rule=result.rule,
        lead=_lead(found, voice, score, account),
        decided=decided_of(found, account),
        score=score,
        by_score=_by_score(score, result),
        short=short_of(score, result, german, voice),
        tests=_tests(score, board),
        growth=_growth(found),
        frame=sheet.frame,
        fronts=_fronts(found),
        then=FrontDay(known, _paths(sheet, sheet.held_in_1944(known))),
        held=_outline(sheet, last),
        advances=ways,
        places=[
            PlaceHeld(one.place, (one.x, one.y), one.id)
            for one in sheet.places(_counting(seen), [(way.name, way.at) for way in ways])
        ],
        losses=_losses(found),
        rates=(seen.men[german], seen.men[other]),
        unit=seen.unit,
        partly=len(sheet.cells) < len(chronicle.hexes(game.id)),
        figures=_figures(found, voice, account),
        history=chronicle.on_this_day(day),
        differs=_differs(found, voice),
    )


def _options(match: Match[Any]) -> list[str]:
    """The options somebody chose."""
    chosen = match.setting.options
    return [
        f"{spec.name}: {_told(chosen[spec.key])}"
        for spec in match.game.options
        if chosen.get(spec.key, spec.default) != spec.default
    ]


def _told(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _by_score(score: Score, result: Result) -> bool:
    """Would the score alone give this result?"""
    return bool(score.what) and level_at(score) is not None and level_at(score) == _level_of(score, result)


def level_at(score: Score) -> ScoreLevel | None:
    """The level the German points are worth."""
    reached = [one for one in score.levels if one.least is None or score.total >= one.least]
    return reached[-1] if reached else None


def _level_of(score: Score, result: Result) -> ScoreLevel | None:
    return next((one for one in score.levels if one.name == result.level), None)


def short_of(score: Score, result: Result, german: int, voice: Voice) -> str:
    """How far whoever is spoken to, else the winner, was from the next better level."""
    now = level_at(score)
    if not score.what or now is None or now != _level_of(score, result):
        return ""
    towards = voice.side if voice.side is not None else result.winner
    step = -1 if towards == 1 - german else 1
    at = score.levels.index(now) + step
    bound = now.least if step < 0 else score.levels[at].least if at < len(score.levels) else None
    if at < 0 or bound is None or (step < 0 and score.what == "places"):
        return ""
    gap = bound - score.total if step > 0 else score.total - bound + 1
    better = score.levels[at]
    away = counted(gap, score.what.removesuffix("s"))
    if better.winner is None:
        return f"{away} short of a draw"
    held = "" if better.winner == towards or result.winner is None else "holding them to "
    return f"{away} short of {held}{_degree(better.name)}"


def _degree(level: str) -> str:
    """A strategic victory; a German victory where there are no degrees."""
    words = level.removesuffix(" victory").split()
    name = " ".join(words[1:]).lower() or words[0]
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name} victory"


def _tests(score: Score, board: BoardState) -> list[Aim]:
    return [] if score.what or board.stand is None else board.stand.aims


def _growth(found: Followed) -> list[DayScore]:
    rows = [row for row in found.seen.found.turns if row.side == found.seen.german]
    return [
        DayScore(row.turn, row.day, dusk.order, row.points, row.level, row.margin)
        for row, dusk in zip(rows, found.dusks, strict=True)
    ]


def _paths(sheet: Sheet, held: int) -> list[str]:
    return [soft_path(line) for line in sheet.front(held)]


def _fronts(found: Followed) -> list[FrontDay]:
    """Evening by evening; a day's last turn is its evening."""
    evenings = [evening for day in found.days if (evening := found.seen.found.evening(day))]
    lines = [found.sheet.front(evening.german) for evening in evenings]
    every = max(1, -(-len(evenings) // 5))
    wanted = list(range(len(evenings) - 1))[every - 1 :: every]
    last = lines[-1][0] if lines[-1] else []
    spots = found.sheet.label_spots([lines[at][0] if lines[at] else [] for at in wanted], last)
    labels = dict(zip(wanted, spots, strict=True))
    for at, found_lines in enumerate(lines[:-1]):  # pockets of every evening would hide the fronts
        lines[at] = [line for line in found_lines if len(line) >= MAIN * len(found_lines[0])]
    return [
        FrontDay(evening.day, [soft_path(line) for line in lines[at]], labels.get(at))
        for at, evening in enumerate(evenings)
    ]


def _outline(sheet: Sheet, held: int) -> str:
    """The hexes of a board, each as it lies on the sheet."""
    return "".join(sheet.outline(sheet.ids[cell]) for cell in bits(held & sheet.ground))


def _advances(found: Followed) -> list[Advance]:
    sheet, (german, other) = found.sheet, found.order
    return [
        Advance(
            german if way.german else other,
            way.name,
            arrow_path(way.points, 0.34 * sheet.stroke),
            way.points[-1],
        )
        for way in sheet.advances(found.dusks)
    ]


def _counting(seen: Measuring[Any, Any]) -> list[str]:
    """The places that count for victory."""
    last = seen.found.evenings[-1].turn
    return [place for row in seen.found.turns if row.turn == last for place in row.places]


def _losses(found: Followed) -> list[LossDay]:
    turns, known, (german, other) = found.seen.found.turns, chronicle.losses(), found.order

    def men(day: int, side: int) -> int:
        return sum(row.men for row in turns if row.day == day and row.side == side)

    return [
        LossDay(
            day,
            (men(day, german), men(day, other)),
            (known[day].german, known[day].allied) if day in known else None,
        )
        for day in found.days
    ]


# Sentences and numbers


def _lead(found: Followed, voice: Voice, score: Score, account: Account | None) -> list[str]:
    """Why it ended so: the days that brought it, what the rule says, how far it was from more."""
    result = found.result
    told = [_decided(found, voice, account)]
    after = result.summary.removeprefix(result.level).lstrip(".: ")
    if not (score.what == "points" and score.other is None):
        told.append(f"{after[:1].upper()}{after[1:]}")
    short = short_of(score, result, found.seen.german, voice)
    if short:
        towards = found.seen.german if result.winner is None else result.winner
        who = "You" if voice.side is not None else voice.who(towards)
        told.append(f"{who} were {short}.")
    return [one for one in told if one]


def decided_of(found: Followed, account: Account | None) -> Decided | None:
    """Return the day that decided the match: from its account, else by the score where there is no model.

    While the account of a scenario with a model is still being made, no day is named.
    """
    if account is not None:
        return account.decided
    if value_of(found.match.game, found.match.setting.scenario) is not None:
        return None
    return deciding_day(found.match, Account("", {}, (), None, (), ()))


def _decided(found: Followed, voice: Voice, account: Account | None) -> str:
    """Say who won and on which day it was decided, with what happened on it."""
    winner = found.result.winner
    if winner is None:
        return "Neither side won."
    won = voice.who(winner) if voice.side in (None, winner) else voice.who(1 - winner)
    verb = "won" if voice.side in (None, winner) else "lost"
    decided = decided_of(found, account)
    if decided is None:
        return f"{won} {verb}{'; no single day decided it' if account is not None else ''}."
    turn = next((one for one in (account.swings if account else ()) if one.order == decided.order), None)
    parts = [_on_day(found, decided.day, winner), _changed(turn, voice, winner) if turn else ""]
    words = "; ".join(part for part in parts if part)
    return f"{won} {verb} on {date(decided.day)}{': ' + words if words else ''}."


def _changed(turn: Swing, voice: Voice, winner: int) -> str:
    """Your chance of victory fell from 55 to 38 %."""
    side = winner if voice.side is None else voice.side
    whose = f"the {voice.sides[side]}" if voice.side is None else "your"
    before, after = (value if side == 0 else 1 - value for value in (turn.before, turn.after))
    rose = "rose" if side == winner else "fell"
    estimated = "" if turn.check is not None else " (model estimate)"
    return f"{whose} chance of victory {rose} from {percent(before)} to {percent(after)}\u00a0%{estimated}"


def percent(chance: float) -> str:
    """A chance in a hundred: 48, under 1, over 99."""
    return "under 1" if 0 < chance < 0.01 else "over 99" if 0.99 < chance < 1 else f"{100 * chance:.0f}"


def _on_day(found: Followed, day: int, winner: int) -> str:
    """Say what the winner got on a day."""
    turns, names = found.seen.found.turns, found.match.game.sides
    lost = sum(row.units_lost for row in turns if row.side != winner and row.day == day)
    words = []
    if lost:
        words.append(f"{counted(lost, f'{names[1 - winner].capitalize()} unit')} destroyed")
    if taken := _gained(turns, day, winner):
        words.append(f"{listed(taken[:4])} taken")
    return ", ".join(words)


def _gained(turns: Sequence[Standing], day: int, side: int) -> list[str]:
    """Places a side holds in the evening of a day and not on the evening before."""
    rows = [row for row in turns if row.side == side]
    before = [row for row in rows if row.day < day]
    today = [row for row in rows if row.day == day]
    held = set(before[-1].places) if before else set(today[-1].places if today else ())
    return [place for place in (today[-1].places if today else ()) if place not in held]


def _figures(found: Followed, voice: Voice, account: Account | None) -> list[Figure]:
    figures = [_ground_won(found), _places_held(found), _destroyed(found), _attacks(found, voice)]
    fortune = _fortune(found, voice, account)
    return [*figures, _luck(found, voice, fortune) if fortune is not None else _units(found)]


def _ground_won(found: Followed) -> Figure:
    sheet, day = found.sheet, found.days[-1]
    rows = [
        row
        for row in chronicle.hexes(found.match.game.id)
        if row.hex in sheet.cells and row.start == chronicle.ALLIED
    ]
    held = found.seen.found.evenings[-1].german
    won = sum(row.km2 for row in rows if held >> sheet.cells[row.hex] & 1)
    then = ""
    if day in chronicle.EVENINGS:
        was = sheet.held_in_1944(day)
        then = f"in 1944: {sum(row.km2 for row in rows if was >> sheet.cells[row.hex] & 1):,.0f} km²"
    return Figure(f"{won:,.0f}", "km² won by the Germans since 16 December", then)


def _places_held(found: Followed) -> Figure:
    """The most places that were German on an evening, and when."""
    rows = {row.day: row.places for row in found.seen.found.turns if row.side == found.seen.german}
    most, last = max(map(len, rows.values())), found.days[-1]
    if not most:
        return Figure("0", "victory places taken by the Germans")
    days = [day for day, places in rows.items() if len(places) == most]
    onward = found.days[found.days.index(days[0]) :] == days
    if len(days) < 3:
        when = f"on {dates(days)}"
    else:
        when = f"from {date(days[0])} on" if onward else f"on {len(days)} evenings from {date(days[0])} on"
    beside = "" if last in days else f"{len(rows[last])} on the last evening"
    return Figure(
        str(most), f"{'victory place' if most == 1 else 'victory places'} held by the Germans {when}", beside
    )


def _lost(found: Followed, side: int) -> int:
    return sum(sum(row.lost.values()) for row in found.seen.found.turns if row.side == side)


def _names(found: Followed) -> str:
    german, other = found.order
    sides = found.match.game.sides
    return f"{sides[other].capitalize()} : {sides[german].capitalize()}"


def _destroyed(found: Followed) -> Figure:
    german, other = found.order
    pair = f"{_lost(found, other):,} : {_lost(found, german):,}"
    return Figure(pair, f"{found.seen.unit}s destroyed", _names(found))


def _units(found: Followed) -> Figure:
    german, other = found.order
    lost = {
        side: sum(row.units_lost for row in found.seen.found.turns if row.side == side)
        for side in found.order
    }
    return Figure(f"{lost[other]} : {lost[german]}", "units destroyed", _names(found))


def _attacks(found: Followed, voice: Voice) -> Figure:
    side = found.seen.german if voice.side is None else voice.side
    battles = [battle for battle in found.seen.found.battles if battle.side == side]
    if not battles:
        return Figure("0", "attacks by your side" if voice.side is not None else "German attacks")
    cleared = sum(battle.cleared for battle in battles)
    expected = sum(battle.chance or 0.0 for battle in battles)
    what = f"of {voice.attacks(side, len(battles))} cleared the hex"
    return Figure(str(cleared), what, f"expected: {expected:.0f}")


def _fortune(found: Followed, voice: Voice, account: Account | None) -> Fortune | None:
    side = found.seen.german if voice.side is None else voice.side
    every = account.luck if account is not None else ()
    return next((one for one in every if one.side == side), None)


def one_in(share: float) -> str:
    """1 in 6; 1 in 2 for all that is usual."""
    return f"1 in {max(2, round(1 / max(share, 1e-4))):,}"


def _luck(found: Followed, voice: Voice, fortune: Fortune) -> Figure:
    good = fortune.total >= 0
    whose = "the Germans'" if voice.side is None else "yours"
    what = f"games have dice as {'good' if good else 'bad'} as {whose}"
    points = f"{abs(100 * fortune.total):.0f} points of winning chance"
    return Figure(one_in(fortune.rarity), what, f"they {'brought' if good else 'cost'} {points}")


def _differs(found: Followed, voice: Voice) -> str:
    """The places in other hands than on the same evening of 1944."""
    day, sheet = found.days[-1], found.sheet
    if day not in chronicle.EVENINGS:
        return ""
    at, held = chronicle.EVENINGS.index(day), found.seen.found.evenings[-1].german
    then = {place.name: place.evenings[at] for place in chronicle.places()}
    other: dict[bool, list[str]] = {True: [], False: []}
    counting = set(_counting(found.seen))
    rows = [row for row in chronicle.hexes(found.match.game.id) if row.hex in sheet.cells and row.places]
    rows.sort(key=lambda row: (sheet.hexes[row.hex].place not in counting, not sheet.hexes[row.hex].place))
    for row in rows:
        german = bool(held >> sheet.cells[row.hex] & 1)
        was = [then[name] for name in row.places]
        if (chronicle.ALLIED if german else chronicle.GERMAN) in was:
            name = row.places[was.index(chronicle.ALLIED if german else chronicle.GERMAN)]
            other[german].append(sheet.hexes[row.hex].place or name)
    sides = found.match.game.sides
    words = [
        f"{listed(names[:3])} {'is' if len(names[:3]) == 1 else 'are'} {word}"
        for names, word in ((other[True], "German"), (other[False], sides[found.order[1]].capitalize()))
        if names
    ]
    whose = "this" if voice.side is None else "your"
    if not words:
        return f"In {whose} match, every place is in the same hands as in 1944."
    return f"In {whose} match, {' and '.join(words)}."
