"""Marks on an SVG sheet, scales and numbers: what all reports draw with."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

SIDE_COLOURS = {"german": "var(--german)", "allied": "var(--allied)", "draw": "var(--draw)"}


class Drawing:
    """Marks on a sheet."""

    def __init__(self, width: float, height: float, told: str) -> None:
        self.width, self.height = width, height
        self._marks = [f"<title>{escape(told)}</title>"]

    def text(self, x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> None:
        self._marks.append(
            f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'
        )

    def line(
        self, x: float, y: float, to_x: float, to_y: float, colour: str = "var(--line)", width: float = 1
    ) -> None:
        self._marks.append(
            f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{colour}" '
            f'stroke-width="{width}"/>'
        )

    def box(
        self, x: float, y: float, width: float, height: float, colour: str, strength: float = 0.8
    ) -> None:
        self._marks.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}" '
            f'fill-opacity="{strength:.2f}"/>'
        )

    def dot(self, x: float, y: float, radius: float, colour: str, strength: float = 1.0) -> None:
        self._marks.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}" fill-opacity="{strength:.2f}"/>'
        )

    def path(self, points: Sequence[tuple[float, float]], colour: str, filled: bool = False) -> None:
        shape = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        if filled:
            self._marks.append(f'<polygon points="{shape}" fill="{colour}" fill-opacity="0.22"/>')
        else:
            self._marks.append(
                f'<polyline points="{shape}" fill="none" stroke="{colour}" stroke-width="2.5"/>'
            )

    def area(self, points: Sequence[tuple[float, float]], colour: str, strength: float) -> None:
        shape = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._marks.append(f'<polygon points="{shape}" fill="{colour}" fill-opacity="{strength:.2f}"/>')

    def mark(self, x: float, y: float, radius: float = 6) -> None:
        """Draw a turning point: a ring in the paper's colour."""
        self._marks.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="var(--paper)" stroke="var(--mark)" '
            'stroke-width="2.5"/>'
        )

    def dashed(self, points: Sequence[tuple[float, float]]) -> None:
        """Draw a line of 1944."""
        shape = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._marks.append(
            f'<polyline points="{shape}" fill="none" stroke="var(--mark)" stroke-width="2" '
            'stroke-dasharray="6 4"/>'
        )

    def raw(self, marks: str) -> None:
        self._marks.append(marks)

    def interval(self, low: float, high: float, y: float) -> None:
        """Draw a horizontal interval with its ends; nothing if there is none."""
        if low == high:
            return
        self.line(low, y, high, y, "var(--mark)", 2)
        for x in (low, high):
            self.line(x, y - 5, x, y + 5, "var(--mark)", 2)

    def __str__(self) -> str:
        return (
            f'<svg viewBox="0 0 {self.width} {self.height:.0f}" width="{self.width}" '
            f'height="{self.height:.0f}" role="img">{"".join(self._marks)}</svg>'
        )


class Scale(NamedTuple):
    """Return the position of a value on the sheet."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Return at most this many round numbers from low to high."""
    span = (high - low) or 1.0
    size = 10.0 ** floor(log10(span / most))
    step = next(size * times for times in (1, 2, 5, 10) if span / (size * times) <= most or times == 10)
    return [step * at for at in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def number(value: float, sign: bool = False) -> str:
    """Format a number for people: 1,425, −33, +47."""
    shown = f"{value:{'+' if sign else ''},.{2 if abs(value) < 100 else 0}f}"
    shown = shown.rstrip("0").rstrip(".") if "." in shown else shown
    return "0" if shown in ("-0", "+0") else shown.replace("-", "−")


def hex_path(spot: tuple[float, float], radius: float, pointy: bool) -> str:
    """Return the outline of a hex."""
    corners = (
        ((0, -1), (0.866, -0.5), (0.866, 0.5), (0, 1), (-0.866, 0.5), (-0.866, -0.5))
        if pointy
        else ((-0.5, -0.866), (0.5, -0.866), (1, 0), (0.5, 0.866), (-0.5, 0.866), (-1, 0))
    )
    return "M" + "L".join(f"{spot[0] + x * radius:.0f} {spot[1] + y * radius:.0f}" for x, y in corners) + "Z"
