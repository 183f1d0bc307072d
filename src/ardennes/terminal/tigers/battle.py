"""The arithmetic of an attack for people: factors and shifts with their rules, and what the die may bring."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.odds import defence_lines, odds_allow
from ardennes.games.tigers.rules.orders import Attack
from ardennes.games.tigers.rules.results import ORDER
from ardennes.games.tigers.rules.state import Battle, TigersState
from ardennes.terminal.screen import Part
from ardennes.terminal.tigers.words import hex_name

BAR = 30  # characters for certainty
MEANING = {
    "DE": "all defenders eliminated",
    "DD": "Disrupted defenders eliminated, the others as D3",
    "D3": "Disrupted, retreat of up to 3",
    "D2": "Disrupted, retreat of up to 2",
    "D1": "Disrupted, retreat of up to 1",
    "D": "Disrupted in place",
    "-": "nothing",
    "AD": "attackers Disrupted",
    "D/AE": "defenders Disrupted, attackers lose the defence's worth",
    "AE": "attackers lose the defence's worth, the rest Disrupted",
}


def order_of_battle(game: Tigers, battle: Battle) -> Attack:
    """The combat being resolved, as the attack it came from."""
    w = game.world
    return Attack(w.labels(battle.targets), w.ids(battle.attackers))


def summary(game: Tigers, view: TigersState, order: Attack) -> str:
    """The odds in a few words: "8:4 is 2:1, +1: 3:1"."""
    odds = game.odds(view, order)
    if not odds_allow(view, odds):
        return f"{odds.attack}:{odds.total_defence}, below 1:5"
    names = game.world.tables.odds
    shift = sum(value for _, value, _ in odds.shifts)
    raw = names[odds.raw] if odds.raw >= 0 else "below 1:5"
    moved = f", shifted {shift:+d}" if shift else ""
    return f"{odds.attack}:{odds.total_defence} is {raw}{moved}: column {names[odds.column]}"


def odds_lines(game: Tigers, view: TigersState, side: int, order: Attack) -> list[list[Part]]:
    """Factors, bonuses, shifts, column and the exact chances of an attack."""
    w = game.world
    odds = game.odds(view, order)
    cells = [w.grid.at(t) for t in order.targets]
    attackers = [w.by_id[a] for a in order.attackers]
    targets = " and ".join(hex_name(w, c) for c in cells)
    lines: list[list[Part]] = [[(f"Attack on {targets}", "heading")]]
    adding = " + ".join(f"{w.units[a].short} {w.factor[a]}" for a in attackers)
    lines.append(_row("attack", f"{adding} = {odds.attack}", ["TIA-CRT-1"]))
    for cell in cells:
        parts = defence_lines(w, view, cell, attackers)
        label = f"defence {w.grid.label(cell)}" if len(cells) > 1 else "defence"
        adding = " + ".join(f"{what} {value}" for what, value, _ in parts)
        total = sum(value for _, value, _ in parts)
        lines.append(_row(label, f"{adding} = {total}", [rule for _, _, rule in parts]))
    raw = w.tables.odds[odds.raw] if odds.raw >= 0 else "below 1:5"
    lines.append(_row("ratio", f"{odds.attack} : {odds.total_defence} = {raw}", ["TIA-CRT-2"]))
    for what, value, rule in odds.shifts:
        lines.append(_row("shift", f"{value:+d} {what}", [rule]))
    if not odds_allow(view, odds):
        lines.append([("  Not allowed: below 1:5. ", "bad"), ("[TIA-CRT-3]", "rule"), " Add attackers."])
        return lines
    lines.append(_row("column", w.tables.odds[odds.column], ["TIA-CRT-6"]))
    mirrored = view.variant.die_index == "B"  # TIA-CRT-5
    faces = "  ".join(
        f"{die}: {w.tables.crt[7 - die if mirrored else die][odds.column]}" for die in range(1, 7)
    )
    lines.append(_row("die", faces, ["TIA-CRT-5"]))
    return lines + chance_lines(game, view, side, order)


def chance_lines(game: Tigers, view: TigersState, side: int, order: Attack) -> list[list[Part]]:
    """A bar for each result, best for the attacker first."""
    chances: dict[str, Fraction] = {}
    for chance in game.preview(view, side, order):
        chances[chance.outcome] = chances.get(chance.outcome, Fraction(0)) + chance.probability
    lines: list[list[Part]] = []
    for result in sorted(chances, key=_rank):
        share = chances[result]
        bar = "█" * max(1, round(share * BAR))
        style = (
            "good" if _rank(result) < ORDER.index("D") else "bad" if _rank(result) > ORDER.index("-") else ""
        )
        lines.append(
            [
                f"  {result:<5}{float(share):>6.1%} ",
                (f"{bar:<{BAR // 2}}", style),
                f" {MEANING.get(result, '')}",
            ]
        )
    if chances:
        lines.append(
            [
                "  No Retreat! or no way back makes D1 a D, and D2, D3 and DD a DE ",
                ("[TIA-CRT-19]", "rule"),
            ]
        )
    return lines


def _rank(result: str) -> int:
    return ORDER.index(result) if result in ORDER else len(ORDER)


def _row(label: str, words: str, rules: Sequence[str]) -> list[Part]:
    named = ", ".join(dict.fromkeys(rules))
    return [f"  {label:<13}{words}  ", (f"[{named}]", "rule")]
