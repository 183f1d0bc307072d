"""Answers as text or JSON: the working line by line, the row of the table, the dice, the result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from ardennes.umpire.dice import Rolls
from ardennes.umpire.question import ORIGIN_WORDS, Answer, Question, Row, Step

BAR = 30
HALVES = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def amount(value: Fraction | int, sign: bool = False) -> str:
    """Return a number as text: 6½, +2, −4."""
    exact = Fraction(value)
    size = abs(exact)
    whole, rest = divmod(size, 1)
    if rest and rest not in HALVES:
        text = str(size)
    else:
        text = (str(whole) if whole or not rest else "") + HALVES.get(rest, "")
    return ("−" if exact < 0 else "+" if sign else "") + text


def marked(entries: Iterable[tuple[str, bool]]) -> str:
    """Return the cells of a table row, with the entry that applies in brackets."""
    return "  ".join(f"[{text}]" if chosen else text for text, chosen in entries)


def faces(words: Sequence[str], die: int) -> str:
    """Return a row that a die selects from, with equal faces together: 1-2 nothing  [3 spotted]."""
    cells, first = [], 1
    for face in range(1, len(words) + 1):
        if face == len(words) or words[face] != words[face - 1]:
            label = f"{first}" if first == face else f"{first}-{face}"
            cells.append((f"{label} {words[face - 1]}", first <= die <= face))
            first = face + 1
    return marked(cells)


def page(answer: Answer, rolls: Rolls, notes: Sequence[str] = ()) -> list[str]:
    """Return the whole answer as lines."""
    lines = [answer.title, *_steps(answer.working)]
    if answer.table:
        lines.append(f"  table   {answer.table}")
    if rolls.rolled:
        dice = ", ".join(f"{value} ({what})" for what, value in rolls.rolled)
        lines.append(f"  dice    {dice}" + (f"   seed {rolls.seed}" if rolls.seed is not None else ""))
    lines.append(f"  result  {answer.result}")
    lines += _steps(answer.effects)
    lines += [f"  note    {note}" for note in notes]
    lines.append(f"  rules   {' '.join(answer.rules)}")
    return lines


def _steps(steps: Sequence[Step]) -> list[str]:
    width = max((2 * step.depth + len(step.what) for step in steps if step.value), default=0)
    values = max((len(step.value) for step in steps), default=0)
    return [
        f"{'  ' * step.depth}{step.what}".ljust(width)
        + f"  {step.value:>{values}}   {_behind(step)}".rstrip()
        for step in steps
    ]


def _behind(step: Step) -> str:
    """Return the rules of a line, and whether the sheet prints its value."""
    origin = ORIGIN_WORDS[step.origin]
    return f"{step.rule} ({origin})".strip() if origin else step.rule


def bars(question: Question, rows: Sequence[Row]) -> list[str]:
    """Return the what-if table: chances as bars, or the other choices."""
    width = max(len(row.what) for row in rows)
    values = max(len(row.value) for row in rows)
    return [
        f"What if: {question.name}",
        *(
            f"  {row.what.ljust(width)}  {row.value:>{values}}  {'█' * round(row.share * BAR)}".rstrip()
            for row in rows
        ),
    ]


def steps_json(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """Return lines of a working as JSON values."""
    return [
        {"what": step.what, "value": step.value, "rule": step.rule, "depth": step.depth,
         "origin": ORIGIN_WORDS[step.origin]}
        for step in steps
    ]  # fmt: skip


def document(
    question: Question, answer: Answer, rolls: Rolls, notes: Sequence[str], ledger: Sequence[Step]
) -> dict[str, Any]:
    """Return the answer as JSON values."""
    return {
        "question": question.name,
        "title": answer.title,
        "working": steps_json(answer.working),
        "ledger": steps_json(ledger or answer.working),
        "table": answer.table,
        "dice": [{"for": what, "die": value} for what, value in rolls.rolled],
        "seed": rolls.seed if rolls.rolled else None,
        "needs": None,
        "result": answer.result,
        "summary": answer.summary or answer.result,
        "effects": steps_json(answer.effects),
        "hear": {role: report.to_json() for role, report in answer.hear.items()},
        "facts": dict(answer.facts),
        "notes": list(notes),
        "rules": answer.rules,
    }


def what_if_document(question: Question, rows: Sequence[Row]) -> dict[str, Any]:
    result = [{"what": row.what, "value": row.value, "share": row.share, **row.facts} for row in rows]
    return {"question": question.name, "what_if": result}


def as_json(result: object) -> str:
    return msgspec.json.format(msgspec.json.encode(result), indent=2).decode()
