"""Report the results of cases."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from ardennes.cases.model import Outcome

WIDTH = 110


def _indented(label: str, text: str) -> str:
    """Format a label and a long text, its further lines aligned under the first."""
    lines = [line for part in text.splitlines() or [""] for line in textwrap.wrap(part, WIDTH - 15) or [""]]
    return "\n".join(f"      {label if n == 0 else '':9}{line}" for n, line in enumerate(lines))


def failure(outcome: Outcome, with_log: bool = True) -> str:
    """Format a failed case: the question, the expectation, the result, and the log."""
    case = outcome.case
    lines = [f"FAILED {case.id}  {case.file}  [{', '.join(case.rules)}]"]
    if case.about:
        lines.append(textwrap.indent(textwrap.fill(case.about, WIDTH - 4), "    "))
    if outcome.bad:
        lines.append(_indented("bad case", outcome.bad))
    for mismatch in outcome.mismatches:
        lines.append(f"    {mismatch.field}")
        lines.append(_indented("expected", mismatch.expected))
        lines.append(_indented("got", mismatch.got))
    if with_log and outcome.told:
        lines.append("    what happened")
        lines += [f"      {line}" for line in outcome.told]
    return "\n".join(lines)


def report(outcomes: Sequence[Outcome], unread: Sequence[str] = (), verbose: bool = False) -> Iterator[str]:
    """Yield the report of a run, line by line; the last line is the count."""
    for outcome in outcomes:
        if not outcome.passed:
            yield failure(outcome)
            yield ""
        elif verbose:
            yield f"passed {outcome.case.id}  {outcome.case.about}"
    for message in unread:
        yield f"BAD FILE {message}"
        yield ""
    bad = sum(1 for outcome in outcomes if outcome.bad) + len(unread)
    if bad:
        yield f"{bad} of the failed could not be run: the case itself is wrong."
    passed = sum(1 for outcome in outcomes if outcome.passed)
    yield f"{passed} passed, {len(outcomes) - passed + len(unread)} failed"
