"""The after-action report: one page that stands alone, for screen and paper, without script.

Its order is that of a reader's questions: what came out, when it was decided and by whom, who was lucky, what
could have been done better, did the attacks do what the rules promise, what did it cost. Under each graph
stands what it was made from and how far it can be trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources
from typing import Any, NamedTuple

from ardennes.after import figures, maps
from ardennes.after.account import Account, Check, Fortune, Judgement, Swing, Throw, how_well
from ardennes.after.summary import Followed, Summary, Voice, follow, one_in, percent, summarised
from ardennes.after.swings import date
from ardennes.charts.drawing import number
from ardennes.charts.page import kept_map, standalone
from ardennes.kernel.match import Match
from ardennes.words import counted

LUCKY = 0.25  # a share of games this small or smaller is worth a headline
ESTIMATE = 0.02  # a standard error from which on luck is told with it


def report_page(match: Match[Any], account: Account, side: int | None = None) -> str:
    """The report of a finished match, told to whoever played a side, or to nobody in particular."""
    result = follow(match)
    told = _Told(match, account, result, summarised(result, side, account), side)
    title = f"{told.summary.name}: after-action report"
    body = "".join(
        (
            kept_map(match.game.id),
            _header(told),
            _chance(told),
            _turning_points(told),
            _luck(told),
            _decisions(told),
            _battles(told),
            _fronts(told),
            _losses(told),
            _sources(told),
        )
    )
    style = (resources.files("ardennes.after") / "report.css").read_text(encoding="utf-8")
    return standalone(title, body, style)


class _Told(NamedTuple):
    """What the report is made of."""

    match: Match[Any]
    account: Account
    found: Followed
    summary: Summary
    side: int | None

    @property
    def german(self) -> int:
        return self.found.seen.german

    @property
    def eyes(self) -> int:
        """The side the figures are seen from."""
        return self.german if self.side is None else self.side

    @property
    def names(self) -> tuple[str, str]:
        """The sides by number."""
        first, second = (word.capitalize() for word in self.match.game.sides)
        return first, second

    @property
    def voice(self) -> Voice:
        return Voice(self.names, self.side)

    @property
    def fortune(self) -> Fortune | None:
        return next((one for one in self.account.luck if one.side == self.eyes), None)

    def seen(self, chance: float, draw: float = 0.0) -> float:
        """A chance of the first side as this side has it."""
        return chance if self.eyes == 0 else 1 - chance - draw

    def gained(self, change: float) -> float:
        """A change for the first side as this side sees it."""
        return change if self.eyes == 0 else -change

    def place(self, hex_: str) -> str:
        return self.found.sheet.near(hex_) if hex_ in self.found.sheet.hexes else hex_


def _section(title: str, *parts: str, kind: str = "") -> str:
    return f'<section class="{kind}"><h2>{escape(title)}</h2>{"".join(parts)}</section>'


def _lead(*sentences: str) -> str:
    return f'<p class="lead">{escape(" ".join(one for one in sentences if one))}</p>'


def _note(*sentences: str) -> str:
    return f'<p class="small">{escape(" ".join(one for one in sentences if one))}</p>'


def _figure(drawing: object, caption: str = "", kind: str = "") -> str:
    words = f"<figcaption>{caption}</figcaption>" if caption else ""
    return f'<figure class="{kind}">{words}<div class="wide">{drawing}</div></figure>'


# What came out


def headline(summary: Summary, fortune: Fortune | None, side: int | None) -> str:
    """Return the result as a title, with the luck in it or the day that decided it."""
    title, winner = summary.title, summary.winner
    if side is not None and winner is not None:
        words = title.split()[1:] if len(title.split()) > 2 else ["victory"]
        words = ["defeat" if winner != side and word == "victory" else word for word in words]
        title = f"{'An' if words[0][0] in 'aeiou' else 'A'} {' '.join(words)}"
    if fortune is None or fortune.rarity > LUCKY:
        return f"{title}, decided on {date(summary.decided.day)}" if summary.decided else title
    return f"{title}, {_luck_of_result(summary, fortune, side)}"


def _luck_of_result(summary: Summary, fortune: Fortune, side: int | None) -> str:
    """Say whom the dice favoured: the reader, else the winner, else one side of a draw."""
    favoured = fortune.side if fortune.total > 0 else 1 - fortune.side
    if side is None and summary.winner is None:
        return f"with dice that favoured the {summary.sides[0 if favoured == summary.german else 1]} side"
    if side is not None and summary.winner not in (None, side):
        return "despite lucky dice" if favoured == side else "with unlucky dice"
    lucky = favoured == (summary.winner if side is None else side)
    return "with lucky dice" if lucky else "despite unlucky dice"


def _header(told: _Told) -> str:
    s, account = told.summary, told.account
    who = " · ".join(
        f"You: {name}" if told.side == number else name for number, name in enumerate(told.names)
    )
    scenario = ", ".join([s.scenario, *s.options[:2]])
    first = account.curve[0] if account.curve else None
    chance = ""
    if first is not None:
        begun = told.seen(first.win, first.draw)
        whose = "your" if told.side is not None else f"the {told.names[told.eyes]}"
        chance = f"At the start {whose} chance of victory was {percent(begun)} %."
    return (
        f'<header><div class="about"><span>After-action report · {escape(s.name)} · {escape(scenario)}</span>'
        f"<span>{escape(who)} · {escape(s.date)}, turn {s.turn} of {s.turns}</span></div>"
        f"<h1>{escape(headline(s, told.fortune, told.side))}</h1>"
        f"{_lead(chance, *s.lead, _luck_told(told))}"
        f'<ul class="figures">{"".join(map(_number, s.figures))}</ul></header>'
    )


def _number(figure: Any) -> str:
    beside = f"<small>{escape(figure.beside)}</small>" if figure.beside else ""
    return f"<li><b>{escape(figure.value)}</b><span>{escape(figure.what)}</span>{beside}</li>"


# When it was decided, and by whom


def _chance(told: _Told) -> str:
    trust, account, s = told.account.trust, told.account, told.summary
    if trust is None or not account.curve:
        words = "This scenario has no model of winning chances yet, so the graph shows the score."
        if not s.score.what:
            return ""
        drawing = figures.score_curve(s.growth, s.score, s.sides)
        what = "German minus Allied points" if s.score.other is not None else f"German {s.score.what}"
        return _section(
            "The score, evening by evening",
            _figure(drawing, f"{escape(what)} if the match had ended on that evening."),
            _note(words, s.short and f"At the end {s.short}."),
        )
    curve = figures.chance_curve(account.curve, account.swings, told.german, s.sides, trust.doubtful_until)
    believed = any(moment.believed for moment in account.curve)
    doubt = (
        f"Until {date(trust.doubtful_until)} it is no better than the average of all games."
        if trust.doubtful_until
        else "It is better than the average of all games on every day."
    )
    return _section(
        "Chance of victory",
        _figure(curve, kind="curve"),
        _believed(told) if believed else "",
        _note(
            f"Estimated by {trust.model}, fitted on {counted(trust.games, 'game')} (sides played by: "
            f"{trust.players}). Shaded band: 8 of 10 refits on resampled games. "
            f"{how_well(trust, told.names)}",
            f"Tested on {counted(trust.held_out, 'other game')}: Brier score {trust.brier:.2f}, against "
            f"{trust.average:.2f} for the average of all games (0 is perfect). {doubt}",
        ),
    )


def _believed(told: _Told) -> str:
    """Where facts were hidden: the moment at which a side was most mistaken."""
    gaps = [
        (abs(told.seen(moment.believed[told.eyes] - moment.win + moment.win) - told.seen(moment.win)), moment)
        for moment in told.account.curve
        if len(moment.believed) > told.eyes
    ]
    if not gaps:
        return ""
    gap, moment = max(gaps, key=lambda pair: pair[0])
    if gap < 0.03:
        return _note("Judged by what each side could see, the chance is within 3 points of the truth.")
    whose = "you" if told.side is not None else f"the {told.names[told.eyes]} side"
    thought, truth = told.seen(moment.believed[told.eyes], moment.draw), told.seen(moment.win, moment.draw)
    return _note(
        f"Judged by what {whose} could see, the chance was furthest from the truth on "
        f"{date(moment.day)}: {percent(thought)} % instead of {percent(truth)} %."
    )


def _turning_points(told: _Told) -> str:
    swings, dropped = told.account.swings, told.account.dropped
    if not swings and not dropped:
        return ""
    reach = max(0.01, *(abs(part) for one in swings for part in (*one.orders, one.dice)), 0.0) * 1.3
    mine = "your orders" if told.side is not None else f"{told.names[told.eyes]} orders"
    other = "their orders" if told.side is not None else f"{told.names[1 - told.eyes]} orders"
    rows = [_turning_point(told, one, (mine, other), reach) for one in swings]
    checked = any(one.check for one in (*swings, *dropped))
    return _section(
        "Turning points and their causes",
        _lead(
            "Changes in your chance of victory, in percentage points."
            if told.side is not None
            else "Changes in the German chance of victory, in percentage points.",
            "Each was checked by playing on from before and after it, with Staff playing both sides."
            if checked
            else "Estimated by the model only; the deep report checks them by playing on.",
        ),
        *rows,
        _note(
            "Dice: the chance after the day's throws minus the average over all possible throws. The rest "
            "is due to orders.",
            "A draw counts as half a victory." if any(one.draw for one in told.account.curve) else "",
        ),
        _note(*(_dropped(told, one) for one in dropped)) if dropped else "",
    )


def _turning_point(told: _Told, one: Swing, names: tuple[str, str], reach: float) -> str:
    before, after = told.seen(one.before), told.seen(one.after)
    drawing = figures.swing_parts(one, told.german, told.eyes, names, reach) if one.orders else ""
    play = f"<p>{escape(_checked(told, one))}</p>" if one.check else ""
    return (
        f'<article class="turn"><div><h3>{escape(one.name)}</h3><p>{escape(one.why)}</p>{play}'
        f'<p class="small look" data-order="{one.step}">Largest change at order {one.step}: '
        f"{escape(one.step_text.rstrip('.'))}</p></div>"
        f'<p class="change">{percent(before)} → {percent(after)} %</p>'
        f'<div class="wide">{drawing}</div></article>'
    )


def _checked(told: _Told, one: Swing) -> str:
    """Say what play found at a turning point, with its interval."""
    check = one.check
    assert check is not None
    how = f"for {counted(check.turns, 'turn')}" if check.turns else "to the end"
    before, after = told.seen(check.before), told.seen(check.after)
    wrong = "" if one.orders else " The model had estimated the opposite."
    return (
        f"Played on {how}, {counted(check.games, 'time')} from each position: {percent(before)} → "
        f"{percent(after)} %, a change of {_change(told, check)}.{wrong}"
    )


def _change(told: _Told, check: Check) -> str:
    """+15 (95 %: +2 to +28)."""
    low, high = sorted(map(told.gained, check.interval))
    change, least, most = (
        number(round(100 * value), sign=True) for value in (told.gained(check.change), low, high)
    )
    return f"{change} points (95 % interval {least} to {most})"


def _dropped(told: _Told, one: Swing) -> str:
    """Say why a turning point of the model is not listed."""
    model = number(round(100 * told.gained(one.after - one.before)), sign=True)
    assert one.check is not None
    return f"Not confirmed: {one.name}. Model: {model} points; playing on: {_change(told, one.check)}."


# Luck


def _luck_told(told: _Told) -> str:
    one = told.fortune
    if one is None:
        return ""
    points = f"{abs(100 * one.total):.0f} points of winning chance"
    whom = "you" if told.side is not None else f"the {told.names[told.eyes]} side"
    rare = f"{one_in(one.rarity)} games"
    if one.total < 0:
        return f"The dice cost {whom} {points}; {rare} is as unlucky or worse."
    return f"The dice brought {whom} {points}; {rare} is as lucky or luckier."


def result_less_luck(one: Fortune, whose: str) -> str:
    """Give a side's result less its luck, and say that it is a balance of points and not a chance."""
    points = number(round(100 * one.adjusted))
    return (
        f"Without the luck {whose} result is {points} points: 100 for a victory, 50 for a draw or 0 for a "
        "defeat, minus the points the dice brought. This is a balance, not a chance, so it can be below 0 "
        "or above 100."
    )


def _luck(told: _Told) -> str:
    one = told.fortune
    if one is None:
        return ""
    error = f" ± {100 * one.error:.0f}" if one.error >= ESTIMATE else ""
    throws = sum(fortune.throws for fortune in told.account.luck)
    whose = "your" if told.side is not None else f"the {told.names[told.eyes]}"
    reach = max(0.01, *(abs(throw.gain) for throw in one.largest), 0.0) * 1.25
    return _section(
        "Luck",
        _lead(
            _luck_told(told),
            f"That is {number(round(100 * one.total), sign=True)}{error} over "
            f"{counted(throws, 'throw')} by both sides.",
            result_less_luck(one, whose),
        ),
        _spread_of_luck(told, one),
        "<h3>Most important throws</h3>",
        '<table class="throws"><thead><tr><th></th><th class="scale"><span>worse</span><span>average'
        '</span><span>better</span></th><th class="n">points of winning chance</th></tr></thead><tbody>',
        *(_throw(told, throw, reach) for throw in one.largest),
        "</tbody></table>",
        _note(
            "Luck of a throw: the chance of victory after the dice minus the average over all possible "
            "dice. ≈ marks averages estimated from samples. How rare the luck is follows from rolling the "
            "throws of this match again."
        ),
    )


def _spread_of_luck(told: _Told, one: Fortune) -> str:
    """How rare it was, and when it came."""
    if not one.redraws or not one.days:
        return ""
    charts = (
        _figure(
            figures.redraw_chart(one, told.eyes == told.german), "<b>The same throws rolled 10,000 times</b>"
        ),
        _figure(
            figures.luck_days(one), "<b>Total luck by day</b>; shaded: 8 in 10 games with the same throws"
        ),
    )
    return f'<div class="grid">{"".join(charts)}</div>'


def throw_rarity(throw: Throw, side: int) -> str:
    """Say which share of throws does as well, or as badly, for a side, whoever rolled them."""
    good, bad = (throw.often, throw.as_bad) if throw.side == side else (throw.as_bad, throw.often)
    if not throw.gain:
        return "no effect"
    favours = (throw.gain > 0) == (throw.side == side)
    return f"{percent(good)} % as good or better" if favours else f"{percent(bad)} % as bad or worse"


def _throw(told: _Told, throw: Throw, reach: float) -> str:
    gain = throw.gain if throw.side == told.eyes else -throw.gain
    where = f"{date(throw.day)}{', ' + throw.where if throw.where else ''}"
    mark = "" if throw.exact else "≈ "
    drawing = figures.throw_line(throw, gain, (gain > 0) == (told.eyes == told.german), reach)
    return (
        f"<tr><td><b>{escape(where)}</b><br>{escape(throw.what)}: {escape(throw.came)}</td>"
        f'<td class="wide">{drawing}</td>'
        f'<td class="n"><b>{mark}{number(round(100 * gain, 1), sign=True)}</b><br>'
        f"{throw_rarity(throw, told.eyes)}</td></tr>"
    )


# Decisions


def _decisions(told: _Told) -> str:
    verdicts = told.account.verdicts
    if verdicts is None:
        if told.account.trust is None:
            return ""
        return _section(
            "Decisions",
            '<p class="lead" data-light-report>This report does not judge decisions. The deep report '
            "plays on from the most important ones with other plans.</p>",
        )
    if verdicts.why_not:
        return _section("Decisions", _lead(verdicts.why_not))
    clear = [one for one in verdicts.found if one.kind != "no clear difference"]
    decided = (
        f"{counted(verdicts.decided, 'more decision')} {'was' if verdicts.decided == 1 else 'were'} not "
        "judged, because the match was already decided."
        if verdicts.decided
        else ""
    )
    reach = max((abs(one.worth) + 2 * one.error for one in verdicts.found), default=0.05) or 0.05
    return _section(
        "Decisions",
        _lead(
            f"{counted(verdicts.tried, 'decision')} {'was' if verdicts.tried == 1 else 'were'} compared "
            "with other plans, played on with the same dice.",
            _proved(len(clear), verdicts.tried),
            decided,
        ),
        *(_judgement(told, one, reach) for one in (*clear, *(o for o in verdicts.found if o not in clear))),
        _note(
            "Judged by what the deciding side could see. A plan counts as better only if its gain on fresh "
            "dice is more than twice its standard error. Red: target. Blue: attack not made. Numbers on "
            "counters: strength."
        ),
        kind="decisions",
    )


def _proved(clear: int, tried: int) -> str:
    if not clear:
        return "No other plan was better on fresh dice."
    rest = f"; {tried - clear} showed no clear difference" if tried > clear else ""
    return f"In {counted(clear, 'case')} another plan was better on fresh dice{rest}."


def _judgement(told: _Told, one: Judgement, reach: float) -> str:
    clear = one.kind != "no clear difference"
    who = told.voice.who(one.side)
    half = 1.96 * one.error
    worth = (
        f"{number(round(100 * one.worth), sign=True)} points of winning chance "
        f"<small>({number(round(100 * (one.worth - half)), sign=True)} to "
        f"{number(round(100 * (one.worth + half)), sign=True)})</small>"
        if clear
        else "no clear difference"
    )
    tag = one.kind[0].upper() + one.kind[1:] if clear else "Not a mistake"
    return (
        f'<article class="decision"><div class="wide">{maps.decision_map(told.found, one)}</div><div>'
        f'<h3><span class="tag{"" if clear else " open"}">{escape(tag)}</span> '
        f"{escape(date(one.day))}: {escape(one.where)}</h3>"
        f"<p>{escape(who)}: {escape(one.given)}. Better: {escape(one.better)}. {escape(one.why)}</p>"
        f'<p class="worth">{worth}</p>'
        f'<div class="wide">{figures.worth_line(one, reach)}</div>'
        f'<p class="small">{counted(one.pairs, "pair")} of games with the same dice; 95 % interval.</p>'
        f'<p class="try" data-order="{one.order}" data-goal="{escape(one.better)}">Order {one.order} in the '
        "replay.</p>"
        "</div></article>"
    )


# Battles, ground, losses


def _battles(told: _Told) -> str:
    battles = told.found.seen.found.battles
    if not battles:
        return ""
    mine = [battle for battle in battles if battle.side == told.eyes]
    theirs = [battle for battle in battles if battle.side != told.eyes]
    who = ("You", "they") if told.side is not None else (f"The {told.names[told.eyes]} side", "the other")
    titles = ("Your attacks", "Their attacks")
    if told.side is None:
        titles = (f"{told.names[told.eyes]} attacks", f"{told.names[1 - told.eyes]} attacks")
    of_german = told.eyes == told.german
    both = ((titles[0], of_german, mine), (titles[1], not of_german, theirs))
    charts = [figures.odds_chart(*one) for one in both if one[2]]
    return _section(
        "Battles by odds",
        _lead(
            f"{who[0]} attacked {counted(len(mine), 'time')}, {who[1]} {counted(len(theirs), 'time')}.",
            _kept_promise(mine, titles[0]),
            _kept_promise(theirs, titles[1]),
        ),
        f'<div class="grid">{"".join(map(_figure, charts))}</div>',
        _note(
            "Dots: share of attacks that left no defender in the hex, with 95 % intervals (Wilson). Short "
            "bars: the share to expect by the rules."
        ),
    )


def _kept_promise(battles: Sequence[Any], title: str) -> str:
    if not battles or any(battle.chance is None for battle in battles):
        return ""
    cleared, promised = sum(b.cleared for b in battles), sum(b.chance for b in battles)
    return f"{title}: {cleared} cleared the hex (expected: {promised:.0f})."


def _fronts(told: _Told) -> str:
    s, result = told.summary, told.found
    legend = (
        "<b>Front on each evening of this match</b>, pale (first) to dark (last). <b>Dashed: 1944</b> on "
        f"{date(s.then.day)}. Arrows show where the strength of each division moved. Tinted ground counts "
        "as German-held."
    )
    lost = maps.loss_map(s, result.sheet, result.seen.found.losses, told.german)
    held = maps.held_map(s, result)
    german, other = s.sides
    return _section(
        "The ground",
        f'<div class="front">{_figure(maps.front_map(s), legend)}</div>',
        '<div class="grid">',
        _figure(
            lost,
            f"<b>Strength lost</b>: circle area shows {escape(s.unit)}s; "
            f'<b class="german">blue: {german}</b>, <b class="allied">yellow: {escape(other)}</b>.',
        ),
        _figure(
            held,
            "<b>Evenings in German hands</b>: pale for one, dark for all; palest: German from the start.",
        ),
        "</div>",
        _lead(f"{date(s.day)} {1945 if s.day > 31 else 1944}. {s.history}" if s.history else "", s.differs),
        _note(
            "Fronts follow who holds each hex, smoothed over its neighbours. The lines of 1944 follow the "
            "sources in docs/explanation/history.md, which have gaps."
        ),
    )


def _losses(told: _Told) -> str:
    s = told.summary
    top = max((men for row in s.losses for men in (*row.men, *(row.then or ()))), default=1) or 1
    charts = []
    for which, side in enumerate(s.sides):
        men = sum(row.men[which] for row in s.losses)
        then = sum(row.then[which] for row in s.losses if row.then is not None)
        charts.append(
            _figure(figures.loss_chart(f"{side}: {men:,} men; {then:,} in 1944", which, s.losses, top))
        )
    rates = " and ".join(f"{rate:,} {side}" for rate, side in zip(s.rates, s.sides, strict=True))
    return _section(
        "Losses by day",
        f'<div class="grid">{"".join(charts)}</div>',
        _note(
            f"One {s.unit} stands for {rates} men, by the strength on the map on 16 December (men.csv of "
            "the game). Marks across the bars: 1944.",
            "The 1944 losses are for the whole front; only part of it was in play here." if s.partly else "",
        ),
    )


def _sources(told: _Told) -> str:
    account = told.account
    versions = _rows((key, value) for key, value in account.versions.items())
    return _section(
        "Sources and limits",
        f'<p class="small">Match <code>{escape(account.match)}</code>, {counted(told.match.seq, "order")}; '
        f"{versions}. "
        "To make this page again from the match file, run <code>ardennes analyse FILE --html "
        "OUT</code>.</p>",
        _note(
            "The report shows what followed an order, which the order need not have caused. Estimates come "
            "from computer players and hold for play like theirs. Where a graph shows the truth, it uses "
            "facts that a side could not know."
        ),
    )


def _rows(pairs: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{escape(key)} {escape(value)}" for key, value in pairs)
