"""Change the rules code in small ways and see which changes the tests notice.

    python -m bench.mutants OUT                               200 mutants of games/*/rules, seed 1
    python -m bench.mutants OUT --sample 50 --seed 7          another sample
    python -m bench.mutants OUT --at tigers/rules/movement/moves.py:174   all mutants of one line
    python -m bench.mutants OUT --again                       the survivors, with today's tests

A mutant is the code with one change: a reversed comparison, a missing condition, a number off by one, a
missing statement. Each is tried on the game's cases, then on its golden matches, then on its tests in
tests/rules, and is killed by the first that fails. A survivor is printed with its difference: the change is
either without effect, or a case is missing.

OUT holds a copy of the source, in which the changes are made, and results.jsonl. A run that is stopped
continues where it stopped; delete OUT to begin with the source of today.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import itertools
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
GAMES = Path("src", "ardennes", "games")
COPIED = ("src", "tests", "bench", "scripts", "docs", "pyproject.toml", "README.md", "CONTRIBUTING.md")
SURVIVED = "survived"

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the text at a location in a file, and its replacement."""

    file: str
    line: int
    start: int  # in bytes of the file
    end: int
    text: str
    change: str

    @property
    def key(self) -> str:
        return f"{self.file}:{self.start}:{self.end}:{self.text}"

    @property
    def game(self) -> str:
        return Path(self.file).relative_to(GAMES).parts[0]

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield what a node may be changed to: (kind of change, replacement node)."""
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                turned = copy.deepcopy(node)
                turned.ops[at] = COMPARISONS[type(op)]()
                yield "comparison turned", turned
        case ast.BoolOp(op=op, values=values):
            yield "and/or exchanged", ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            for at in range(len(values)):
                rest = values[:at] + values[at + 1 :]
                yield "condition dropped", rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not removed", operand
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield "minus removed", operand
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            yield "operator exchanged", ast.BinOp(left, OPERATORS[type(op)](), right)
        case ast.Constant(value=bool() as value):
            yield "constant turned", ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield "constant + 1", ast.Constant(value + 1)
            yield "constant - 1", ast.Constant(value - 1)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield "branches exchanged", ast.IfExp(test, orelse, body)
        case ast.AugAssign(target=target, op=op, value=value):
            if type(op) in OPERATORS:
                yield "operator exchanged", ast.AugAssign(target, OPERATORS[type(op)](), value)
            yield "statement dropped", ast.Pass()
        case ast.Return(value=value) if value is not None and not _is_none(value):
            yield "None returned", ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call()) | ast.Raise() | ast.Delete():
            yield "statement dropped", ast.Pass()
        case ast.Assign(targets=[ast.Subscript() | ast.Attribute(), *_]):
            yield "statement dropped", ast.Pass()
        case ast.Continue():
            yield "continue to break", ast.Break()
        case ast.Break():
            yield "break to continue", ast.Continue()


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def left_alone(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that are not behaviour: annotations, decorators, heads of classes, texts."""
    match node:
        case ast.FunctionDef(returns=returns, decorator_list=decorators):
            yield from [*decorators, *([returns] if returns else [])]
        case ast.arg(annotation=annotation) if annotation:
            yield annotation
        case ast.AnnAssign(annotation=annotation):
            yield annotation
        case ast.ClassDef(decorator_list=decorators, bases=bases, keywords=keywords):
            yield from [*decorators, *bases, *keywords]
        case ast.JoinedStr(values=values):
            yield from values


def mutants_of(file: Path, name: str) -> Iterator[Mutant]:
    """Return every mutant of a module, from top to bottom."""
    source = file.read_bytes()
    begins = [0, *itertools.accumulate(len(line) for line in source.splitlines(keepends=True))]

    def walk(node: ast.AST) -> Iterator[ast.AST]:
        yield node
        skipped = list(left_alone(node))
        for child in ast.iter_child_nodes(node):
            if child not in skipped:
                yield from walk(child)

    for node in walk(ast.parse(source)):
        for change, new in changes(node):
            assert isinstance(node, ast.expr | ast.stmt)
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            start = begins[node.lineno - 1] + node.col_offset
            end = begins[node.end_lineno - 1] + node.end_col_offset
            text = ast.unparse(ast.fix_missing_locations(new))
            yield Mutant(
                name, node.lineno, start, end, f"({text})" if isinstance(new, ast.expr) else text, change
            )


def every_mutant(tree: Path) -> list[Mutant]:
    files = sorted(tree.glob(f"{GAMES.as_posix()}/*/rules/**/*.py"))
    return [mutant for file in files for mutant in mutants_of(file, file.relative_to(tree).as_posix())]


# --- trying them -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stage:
    """One way to detect a mutant: a command and its time limit in seconds."""

    name: str
    command: list[str]
    seconds: float


def stages(tree: Path, game: str) -> list[Stage]:
    tests = [path for path in sorted((tree / "tests" / "rules").iterdir()) if game in path.name]
    pytest = ["pytest", "-n", "0", "-x", "-q", "-p", "no:cacheprovider", *map(str, tests)]
    return [
        Stage("cases", ["ardennes", "cases", f"tests/cases/{game}"], 120),
        Stage("goldens", ["ardennes", "verify", "--golden", game], 240),
        Stage("tests", pytest, 900),
    ]


class Trial:
    """The copy of the source, and the results so far."""

    def __init__(self, out: Path) -> None:
        self.tree = out / "tree"
        self.sound = out / "sound"  # restore the games, in case an earlier run was killed
        self.results = out / "results.jsonl"
        self.clock = int(time.time())
        if not self.tree.is_dir():
            self.copy(*COPIED)
            shutil.copytree(self.tree / GAMES, self.sound)
        for file in self.sound.glob("*/rules/**/*.py"):
            if file.read_bytes() != (place := self.tree / GAMES / file.relative_to(self.sound)).read_bytes():
                self.write(place, file.read_bytes())

    def copy(self, *names: str) -> None:
        for name in names:
            to = self.tree / name
            if (HOME / name).is_dir():
                shutil.rmtree(to, ignore_errors=True)
                shutil.copytree(HOME / name, to, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(HOME / name, to)

    def known(self) -> dict[str, dict[str, str]]:
        """Return the last result of each mutant, by its key."""
        if not self.results.exists():
            return {}
        lines = map(json.loads, self.results.read_text(encoding="utf-8").splitlines())
        return {line["key"]: line for line in lines}

    def keep(self, mutant: Mutant, result: str) -> None:
        with self.results.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"key": mutant.key, "result": result, **asdict(mutant)}) + "\n")

    def judge(self, mutant: Mutant) -> str:
        """Return the stage that kills the mutant, or that it survives."""
        file = self.tree / mutant.file
        source = file.read_bytes()
        try:
            self.write(file, mutant.apply(source))
            for stage in stages(self.tree, mutant.game):
                if not self.passes(stage):
                    return stage.name
            return SURVIVED
        finally:
            self.write(file, source)

    def write(self, file: Path, source: bytes) -> None:
        """Write a file with a new modification time, so that Python compiles it again."""
        file.write_bytes(source)
        self.clock += 1
        os.utime(file, (self.clock, self.clock))

    def passes(self, stage: Stage) -> bool:
        """Run a stage in the copy; it fails if it takes too long."""
        environment = {**os.environ, "PYTHONPATH": str(self.tree / "src"), "CI": "1", "PYTHONHASHSEED": "0"}
        process = subprocess.Popen(
            [sys.executable, "-m", *stage.command],
            cwd=self.tree,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return process.wait(stage.seconds) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def difference(self, mutant: Mutant) -> str:
        source = (self.tree / mutant.file).read_bytes()
        before, after = source.decode().splitlines(), mutant.apply(source).decode().splitlines()
        lines = difflib.unified_diff(before, after, mutant.file, mutant.change, n=2, lineterm="")
        return "\n".join(lines)


def chosen(every: list[Mutant], trial: Trial, options: argparse.Namespace) -> list[Mutant]:
    """Return the mutants of this run that have no result yet."""
    known = trial.known()
    if options.again:
        return [mutant for mutant in every if known.get(mutant.key, {}).get("result") == SURVIVED]
    if options.at:
        file, _, line = options.at.rpartition(":")
        sample = [mutant for mutant in every if mutant.file.endswith(file) and mutant.line == int(line)]
    else:
        sample = random.Random(options.seed).sample(every, min(options.sample, len(every)))
    return [mutant for mutant in sample if mutant.key not in known]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path, metavar="OUT", help="folder for the copy and the results")
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at", default="", metavar="FILE:LINE")
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # stop the running test and restore the file
    trial = Trial(options.out.resolve())
    if options.again:
        trial.copy("tests")
    every = every_mutant(trial.tree)
    for stage in [stage for game in sorted({m.game for m in every}) for stage in stages(trial.tree, game)]:
        if (options.again or not trial.known()) and not trial.passes(stage):
            sys.exit(f"Without any change `{' '.join(stage.command)}` fails in {trial.tree}; fix that first.")
    todo = chosen(every, trial, options)
    print(f"{len(every)} mutants are possible, {len(todo)} to try.", flush=True)
    for mutant in todo:
        result = trial.judge(mutant)
        trial.keep(mutant, result)
        print(f"{mutant.file}:{mutant.line}: {mutant.change}: {result}", flush=True)
        if result == SURVIVED:
            print(trial.difference(mutant), flush=True)
    print(
        ", ".join(f"{k} {n}" for k, n in Counter(r["result"] for r in trial.known().values()).most_common())
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
