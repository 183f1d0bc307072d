"""Refusals as people read them in the terminal, in the words they type."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.kernel.contract import Refusal
from ardennes.terminal.screen import Part

ANSWER_WITH = "Answer with: "


def reworded(refusal: Refusal, typed: Mapping[str, str]) -> Refusal:
    """A refusal whose way out names kinds of order names them as they are typed."""
    if not refusal.way_out.startswith(ANSWER_WITH):
        return refusal
    kinds = refusal.way_out.removeprefix(ANSWER_WITH).rstrip(".").split(", ")
    said = ", ".join(typed.get(kind, kind.replace("_", " ")) for kind in kinds)
    return Refusal(refusal.rule, refusal.facts, f"{ANSWER_WITH}{said}.")


def told(refusal: Refusal, before: str = "") -> list[Part]:
    """A refusal as one line: facts, rule, way out."""
    line: list[Part] = [f"{before}{refusal.facts} ", (f"[{refusal.rule}]", "rule")]
    return [*line, f" {refusal.way_out}"] if refusal.way_out else line
