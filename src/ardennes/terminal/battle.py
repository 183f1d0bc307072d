"""The arithmetic of an attack for people: factors and shifts with their rules, and what may come of it."""

from __future__ import annotations

from ardennes.kernel.wire import Odds, OddsLine, Row, Stage
from ardennes.terminal.at_table import AtTable
from ardennes.terminal.descriptions import Lines, row_line
from ardennes.terminal.names import Names
from ardennes.terminal.screen import Part

BAR = 30  # characters for certainty
GOOD = 0.1  # a result as good as this is good for the attacker, one as bad as -0.1 is bad


def odds_lines(at: AtTable, names: Names, heading: str, odds: Odds) -> Lines:
    """Sums, shifts, column and the exact chances, each with its rule; the refusal last."""
    lines: Lines = []
    of_ratio, of_column = at.table.odds_rules
    if odds.lines:
        lines.append([(heading, "heading")])
        for side, total in (("attack", odds.attack), ("defence", odds.defence)):
            lines += _sum(side, [line for line in odds.lines if line.side == side], total)
        lines += [
            row_line(Row(line.what, str(line.value), line.rule)) for line in odds.lines if not line.side
        ]
        if odds.raw:
            lines.append(_step("ratio", f"{odds.attack} : {odds.defence} = {odds.raw}", of_ratio))
        for shift in odds.shifts:
            value = f"{shift.value:+d}" if isinstance(shift.value, int) else shift.value
            lines.append(_step("shift", f"{value} {shift.what}", shift.rule))
        lines.append(_step(odds.sum.lower() or ("column" if odds.raw else "odds"), odds.column, of_column))
        lines.append([("Possible results", "heading")])
        lines += [row_line(row) for row in (*odds.rows, *odds.notes)] + chance_lines(at.stage, odds)
    if odds.refusal is not None:
        lines.append(names.refusal_line(odds.refusal))
    return lines


def _step(what: str, words: str, rule: str) -> list[Part]:
    return [f"  {what:<12} {words}", (f"  [{rule}]" if rule else "", "rule")]


def _sum(side: str, found: list[OddsLine], total: int | str | None) -> Lines:
    """What is added up: on one line where that is short, else line by line."""
    if not found:
        return []
    rules = ", ".join(dict.fromkeys(line.rule for line in found))
    added = " + ".join(f"{line.what} {line.value}" for line in found)
    if len(added) <= 2 * BAR + 20 and all(str(line.value).isdigit() for line in found):
        return [_step(side, f"{added} = {total}", rules)]
    lines = [row_line(Row(line.what, str(line.value), line.rule)) for line in found]
    return [*lines, [f"  {side:<13}{total}"]]


def chance_lines(stage: Stage, odds: Odds) -> Lines:
    """A bar for each result, best for the attacker first."""
    tones = {result: look.tone for result, look in stage.results.items()}
    lines: Lines = []
    wide = max((len(chance.result) for chance in odds.chances), default=0)
    for chance in sorted(odds.chances, key=lambda chance: -tones.get(chance.result, 0)):
        tone = tones.get(chance.result, 0)
        bar = "█" * max(1, round(chance.percent / 100 * BAR))
        about = stage.results[chance.result].about if chance.result in stage.results else ""
        name = "good" if tone > GOOD else "bad" if tone < -GOOD else ""
        head = f"  {chance.result:<{max(5, wide)}}{chance.percent:>6.1f}% "
        lines.append([head, (f"{bar:<{BAR // 2}}", name), f" {about}"])
    return lines
