"""The tool that samples mutants of the rules: what it changes, and that it leaves the rest alone."""

from __future__ import annotations

import ast
from pathlib import Path

from bench.mutants import GAMES, HOME, SURVIVED, Trial, mutants_of

NAME = "src/ardennes/games/skirmish/rules/move.py"
SOURCE = '''
"""Ä."""
class Cost(Base, frozen=True):
    value: int | None = 3

@cached(1)
def cost(a: int | None, hexes: list) -> int | None:
    if a in hexes and not a < 2:
        hexes.append(f"{a + 1}")
        return a - 1 if a else None
    hexes[0] = 4
    while True:
        break
    return None
'''
CHANGED = [
    (4, "constant + 1", "(4)"), (4, "constant - 1", "(2)"),
    (8, "and/or exchanged", "(a in hexes or not a < 2)"), (8, "condition dropped", "(not a < 2)"),
    (8, "condition dropped", "(a in hexes)"), (8, "comparison turned", "(a not in hexes)"),
    (8, "not removed", "(a < 2)"), (8, "comparison turned", "(a <= 2)"), (8, "constant + 1", "(3)"),
    (8, "constant - 1", "(1)"), (9, "statement dropped", "pass"), (10, "None returned", "return None"),
    (10, "branches exchanged", "(None if a else a - 1)"), (10, "operator exchanged", "(a + 1)"),
    (10, "constant + 1", "(2)"), (10, "constant - 1", "(0)"), (11, "statement dropped", "pass"),
    (11, "constant + 1", "(1)"), (11, "constant - 1", "(-1)"), (11, "constant + 1", "(5)"),
    (11, "constant - 1", "(3)"), (12, "constant turned", "(False)"), (13, "break to continue", "continue"),
]  # fmt: skip


def test_what_a_module_may_be_changed_to(tmp_path: Path) -> None:
    file = tmp_path / "move.py"
    file.write_text(SOURCE, encoding="utf-8")
    mutants = list(mutants_of(file, NAME))
    assert [(mutant.line, mutant.change, mutant.text) for mutant in mutants] == CHANGED
    assert len({mutant.key for mutant in mutants}) == len(mutants)
    for mutant in mutants:
        changed = mutant.apply(file.read_bytes())
        assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(SOURCE)), mutant
        assert changed.count(b"\n") <= SOURCE.encode().count(b"\n")


def test_mutants_of_the_rules_are_programs() -> None:
    files = sorted(HOME.glob(f"{GAMES.as_posix()}/*/rules/*.py"))
    for file in files[::25]:
        name = file.relative_to(HOME).as_posix()
        for mutant in list(mutants_of(file, name))[::15]:
            ast.parse(mutant.apply(file.read_bytes()), name)


def test_a_run_continues_and_puts_the_source_right(tmp_path: Path) -> None:
    """A copy that was left changed is restored, and a mutant with a result is not run again."""
    for folder in ("tree", "sound"):
        file = tmp_path / folder / (NAME if folder == "tree" else "skirmish/rules/move.py")
        file.parent.mkdir(parents=True)
        file.write_text(SOURCE if folder == "sound" else "broken", encoding="utf-8")
    trial = Trial(tmp_path)
    file = tmp_path / "tree" / NAME
    assert file.read_text(encoding="utf-8") == SOURCE
    mutant = next(mutants_of(file, NAME))
    trial.keep(mutant, SURVIVED)
    trial.keep(mutant, "cases")
    assert trial.known()[mutant.key]["result"] == "cases"
    assert trial.difference(mutant).splitlines()[-4:-2] == [
        "-    value: int | None = 3",
        "+    value: int | None = (4)",
    ]
