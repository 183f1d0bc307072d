"""An answer on paper: the working line by line, the row of the table, the dice, the result; or as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from ardennes.umpire.rolling import Rolls
from ardennes.umpire.topic import Answer, Row, Step, Topic

BAR = 30
HALVES = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def amount(value: Fraction | int, sign: bool = False) -> str:
    """A number as people write it: 6½, +2, −4."""
    exact = Fraction(value)
    size = abs(exact)
    whole, rest = divmod(size, 1)
    if rest and rest not in HALVES:
        text = str(size)
    else:
        text = (str(whole) if whole or not rest else "") + HALVES.get(rest, "")
    return ("−" if exact < 0 else "+" if sign else "") + text


def marked(entries: Iterable[tuple[str, bool]]) -> str:
    """The cells of a table row; what was read stands in brackets."""
    return "  ".join(f"[{text}]" if chosen else text for text, chosen in entries)


def faces(words: Sequence[str], die: int) -> str:
    """A row read by a die, equal faces together: 1-2 nothing  [3 spotted]."""
    cells, first = [], 1
    for face in range(1, len(words) + 1):
        if face == len(words) or words[face] != words[face - 1]:
            label = f"{first}" if first == face else f"{first}-{face}"
            cells.append((f"{label} {words[face - 1]}", first <= die <= face))
            first = face + 1
    return marked(cells)


def page(answer: Answer, rolls: Rolls) -> list[str]:
    """The whole answer as lines."""
    lines = [answer.title, *_steps(answer.working)]
    lines.append(f"  table   {answer.table}")
    if rolls.rolled:
        dice = ", ".join(f"{value} ({what})" for what, value in rolls.rolled)
        lines.append(f"  dice    {dice}" + (f"   seed {rolls.seed}" if rolls.seed is not None else ""))
    lines.append(f"  result  {answer.result}")
    lines += _steps(answer.effects)
    lines.append(f"  rules   {' '.join(answer.rules)}")
    return lines


def _steps(steps: Sequence[Step]) -> list[str]:
    width = max((2 * step.depth + len(step.what) for step in steps), default=0)
    values = max((len(step.value) for step in steps), default=0)
    return [
        f"{'  ' * step.depth}{step.what}".ljust(width) + f"  {step.value:>{values}}   {step.rule}".rstrip()
        for step in steps
    ]


def bars(topic: Topic, rows: Sequence[Row]) -> list[str]:
    """The what-if table: chances as bars, or the other choices side by side."""
    width = max(len(row.what) for row in rows)
    values = max(len(row.value) for row in rows)
    return [
        f"What if: {topic.name}",
        *(
            f"  {row.what.ljust(width)}  {row.value:>{values}}  {'█' * round(row.share * BAR)}".rstrip()
            for row in rows
        ),
    ]


def document(topic: Topic, answer: Answer, rolls: Rolls) -> dict[str, Any]:
    """The answer for other programs."""

    def steps(found: Sequence[Step]) -> list[dict[str, str]]:
        return [{"what": step.what, "value": step.value, "rule": step.rule} for step in found]

    return {
        "question": topic.name,
        "title": answer.title,
        "working": steps(answer.working),
        "table": answer.table,
        "dice": [{"for": what, "die": value} for what, value in rolls.rolled],
        "seed": rolls.seed if rolls.rolled else None,
        "result": answer.result,
        "effects": steps(answer.effects),
        "facts": dict(answer.facts),
        "rules": answer.rules,
    }


def what_if_document(topic: Topic, rows: Sequence[Row]) -> dict[str, Any]:
    found = [{"what": row.what, "value": row.value, **row.facts} for row in rows]
    return {"question": topic.name, "what_if": found}


def as_json(found: dict[str, Any]) -> str:
    return msgspec.json.format(msgspec.json.encode(found), indent=2).decode()
