"""Experiments that change reconstructed numbers and counters (docs/explanation/reconstruction.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from ardennes.games import GAMES, find_game
from ardennes.results.data import Row
from ardennes.results.part import Part, Work, markdown

EXAMPLES = Path(__file__).resolve().parents[4] / "examples"
EXPERIMENTS = {  # by game: one change at a time, then all factors together (Morris)
    "tigers": ("reconstructed_tigers", "morris_tigers"),
    "breakthrough": ("reconstructed_breakthrough", "morris_breakthrough"),
    "wave_of_terror": ("reconstructed_wave_of_terror", "morris_wave_of_terror"),
    "playsheet": ("reconstructed_playsheet", "reconstructed_playsheet_numbers", "morris_playsheet"),
}
FIRST_ROUND, FRESH = "first", "fresh seeds"
FRESH_SEEDS = 5_000  # after the first seed of an experiment
CLEAR = "clear"  # the verdict if the interval excludes 0
SAME = "the same in every game"
MORRIS = "morris"
MEASURES = {  # column titles; victories are counted per 100 games
    "german_hexes": "German hexes at the end",
    "german_wins": "German victories in 100 games",
    "german_men": "German men lost",
    "allied_men": "Allied men lost",
}


def measure(work: Work) -> Sequence[Mapping[str, Any]]:
    """Play every experiment; repeat the changes with a clear difference on fresh seeds."""
    rows = []
    for names in EXPERIMENTS.values():
        for name in names:
            rows += experiment_rows(work, EXAMPLES / f"{name}.toml")
    return rows


def experiment_rows(work: Work, file: Path) -> list[Mapping[str, Any]]:
    """Return the rows of one experiment, played as far as it has not been played before."""
    from ardennes.lab.experiment import read_experiment  # needs the extra `lab`

    experiment = read_experiment(file)
    rows = list(_round_rows(work, file, FIRST_ROUND, experiment))
    clear = {row["change"] for row in rows if row["verdict"] == CLEAR}
    if experiment.design == MORRIS or not clear:
        return rows
    again = [one for one in experiment.configurations if one.number == 1 or one.name in clear]
    numbered = tuple(replace(one, number=number) for number, one in enumerate(again, 1))
    first = experiment.first + FRESH_SEEDS
    return [
        *rows,
        *_round_rows(work, file, FRESH, replace(experiment, first=first, configurations=numbered)),
    ]


def _round_rows(work: Work, file: Path, name: str, experiment: Any) -> Iterator[Mapping[str, Any]]:
    from ardennes.lab import findings

    game = experiment.game
    result = work.experiment(file, f"reconstruction-{file.stem}-{name.replace(' ', '_')}", experiment)
    last = experiment.first + experiment.stop.games - 1
    common = {
        "experiment": file.stem,
        "round": name,
        "game": game,
        "rules": find_game(game).version,
        "games": len(result.done),
        "seeds": f"{experiment.first} to {last}",
    }
    tables = result.tables()
    if experiment.design == MORRIS:
        means = findings.means(tables, experiment)
        for effect in findings.effects(tables, experiment):
            figures = partial(_figure, _measure_id(effect.measure))
            yield common | {
                "change": effect.factor,
                "measure": _measure_id(effect.measure),
                "base": figures(means[effect.measure]),
                "value": figures(effect.size),
                "half": figures(effect.half),
                "up": figures(effect.mean),
                "noise": figures(effect.noise),
                "spread": figures(effect.sigma),
                "verdict": effect.verdict or CLEAR,
            }
        return
    for one in findings.differences(tables, experiment):
        figures = partial(_figure, _measure_id(one.measure))
        yield common | {
            "change": one.name,
            "measure": _measure_id(one.measure),
            "base": figures(one.base),
            "value": figures(one.mean),
            "half": figures(one.half),
            "up": "",
            "noise": "",
            "spread": "",
            "verdict": one.verdict or CLEAR,
        }


def _measure_id(title: str) -> str:
    from ardennes.lab.experiment import MEASURES as TITLES

    return next(name for name, known in TITLES.items() if known == title)


def _figure(measure: str, value: float) -> str:
    """Format a published value: hexes to a tenth, victories of 100 games, men to a whole number."""
    shown = 100 * value if measure == "german_wins" else value
    return f"{shown:.{_digits(measure)}f}"


def _digits(measure: str) -> int:
    return 1 if measure == "german_hexes" else 0


# Tables


def _tables(game: str, rows: Sequence[Row]) -> list[str]:
    lines: list[str] = []
    of_game = [row for row in rows if row["game"] == game]
    for experiment, round_ in dict.fromkeys((row["experiment"], row["round"]) for row in of_game):
        some = [row for row in of_game if (row["experiment"], row["round"]) == (experiment, round_)]
        table = _morris_table if any(row["noise"] for row in some) else _change_table
        lines += [*([""] if lines else ()), _about(some), "", *table(some)]
    return lines


def _about(rows: Sequence[Row]) -> str:
    first = rows[0]
    again = " again" if first["round"] == FRESH else ""
    clear = sum(row["verdict"] == CLEAR for row in rows)
    games = f"{first['games']} games, " if first["games"] else ""
    measured = f"{games}seeds {first['seeds']}, rules version {first['rules']}"
    return (
        f"`{first['experiment']}.toml`{again}: {measured}; {clear} of {len(rows)} figures are clear (bold)."
    )


def _change_table(rows: Sequence[Row]) -> list[str]:
    """List the changes with a clear difference, in all measures; below them the names of the others."""
    by_change = _by_change(rows)
    measures = [name for name in MEASURES if any(row["measure"] == name and row["value"] for row in rows)]
    shown = {change: cells for change, cells in by_change.items() if _has_clear(cells)}
    lines = _base_line("as it is", rows, measures)
    lines += [(change, *(_cell(cells.get(name)) for name in measures)) for change, cells in shown.items()]
    table = markdown(("change", *(MEASURES[name] for name in measures)), lines) if shown else []
    others = {change: cells for change, cells in by_change.items() if change not in shown}
    same = [name for name, cells in others.items() if {row["verdict"] for row in cells.values()} == {SAME}]
    unclear = [name for name in others if name not in same]
    for title, names in (("No clear difference", unclear), ("The same in every game", same)):
        if names:
            table += [*([""] if table else ()), f"{title}: {'; '.join(names)}."]
    return table


def _morris_table(rows: Sequence[Row]) -> list[str]:
    by_factor = _by_change(rows)
    measures = [name for name in MEASURES if any(row["measure"] == name for row in rows)]
    lines = _base_line("mean of all games", rows, measures)
    lines += [(factor, *(_cell(cells.get(name)) for name in measures)) for factor, cells in by_factor.items()]
    return markdown(("factor", *(MEASURES[name] for name in measures)), lines)


def _by_change(rows: Sequence[Row]) -> dict[str, dict[str, Row]]:
    result: dict[str, dict[str, Row]] = {}
    for row in rows:
        result.setdefault(row["change"], {})[row["measure"]] = row
    return result


def _has_clear(cells: Mapping[str, Row]) -> bool:
    return any(row["verdict"] == CLEAR for row in cells.values())


def _base_line(name: str, rows: Sequence[Row], measures: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the means that the changes are compared with, as a line of a table; empty if unknown."""
    bases = {row["measure"]: row["base"] for row in reversed(rows)}
    cells = [f"{float(text):,.0f}" if (text := bases.get(measure)) else "" for measure in measures]
    return [(name, *cells)] if any(cells) else []


def _cell(row: Row | None) -> str:
    if row is None or not row["value"]:
        return ""
    measure, is_step = row["measure"], bool(row["noise"])
    text = f"{_number(row['value'], measure, sign=not is_step)} ± {_number(row['half'], measure)}"
    up = f" ({_number(row['up'], measure, sign=True)})" if is_step and row["up"] else ""
    return (f"**{text}**" if row["verdict"] == CLEAR else text) + up


def _number(text: str, measure: str, *, sign: bool = False) -> str:
    if not text:
        return ""
    value = float(text)
    digits = _digits(measure)
    plus = "+" if sign and round(value, digits) else ""
    return f"{value + 0.0:{plus},.{digits}f}".replace("-", "−")


PART = Part(
    name="reconstruction",
    about="experiments that change what was reconstructed (many hours)",
    games=tuple(GAMES),
    seeds="those of the experiments in examples/",
    measure=measure,
    tables={f"reconstruction-{game}": partial(_tables, game) for game in EXPERIMENTS},
)
