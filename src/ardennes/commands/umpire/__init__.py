"""The command `ardennes umpire`: its questions, and the game that remembers their results."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import click
from typer.core import TyperCommand, TyperGroup

from ardennes.commands.umpire.asking import AskedRolls, ask, choose, fill, read_yes, until_right
from ardennes.commands.umpire.game import BY, COMMANDS, GAME, load, save
from ardennes.errors import UserError
from ardennes.umpire import answers, output
from ardennes.umpire.air import QUESTIONS
from ardennes.umpire.dice import DieNeeded, Rolls, read_dice
from ardennes.umpire.game import Game, add_entry
from ardennes.umpire.question import FLAG, MANY, Field, Question, Values
from ardennes.umpire.roster import Roster
from ardennes.words import counted

SEEDS = 1_000_000
EXAMPLE = "\n\n    "  # where the example of a help page begins


def command() -> None:
    """Run a game at a real table: answer the operational playsheet's questions and remember the results.

    Describe the situation; the umpire shows the score line by line, the row of the table, the die, the
    result and the rules. Use your own dice (`--die 3`), a seed (`--seed 7`), or ask for all results with
    their chances (`--what-if`). With `--game FILE` units come from the roster and results are written
    into the file. Without a question the umpire asks step by step.

    * `ardennes umpire fight --attacker "tank 9" --prepared --defender "infantry 8" --ground wood --die 3`

    * `ardennes umpire move --troops mech --mode tactical --leg "6 forest" --leg "7.5 clear"`

    * `ardennes umpire dogfight --allied 12 --german 4 --what-if`

    * `ardennes umpire fight --help`: all about one question

    A game evening:

    * `ardennes umpire new evening.json --name "The Our" --roster units.csv`

    * `ardennes umpire fight --game evening.json --attacker "I/304" --defender "B/110" --ground wood`

    * `ardennes umpire turn evening.json`: what is done and what is next; also `log`, `undo`, `slips`
    """


def flag_of(field: Field) -> click.Option:
    """A field as a flag of the command line."""
    name, about = f"--{field.name}", field.about.rstrip(".") + "."
    if field.kind == FLAG:
        return click.Option([name], is_flag=True, help=about)
    more = f" (like '{field.example}')" if field.example else ""
    if field.kind == MANY:
        return click.Option([name], multiple=True, metavar="TEXT", help=f"{about}{more} May be repeated.")
    if field.default:
        more += f" Usually {field.default}."
    return click.Option([name], metavar="VALUE", help=f"{about}{more}")


def common_flags(question: Question) -> list[click.Option]:
    """How an answer is rolled for, shown and remembered."""
    die = click.Option(
        ["--die"], multiple=True, metavar="1-6", help="A die of the table; repeat it in order."
    )
    seed = click.Option(["--seed"], type=click.IntRange(0), metavar="NUMBER",
                        help="Let the program roll, the same every time.")  # fmt: skip
    what = "Every result with its exact chance." if question.dice else "The same with other choices."
    return [
        *([die, seed] if question.dice else []),
        click.Option(["--what-if"], is_flag=True, help=what),
        click.Option(["--json"], is_flag=True, help="Print the answer as JSON."),
        click.Option(
            ["--game"], metavar="FILE", help="Take units from this game and write the result into it."
        ),
        click.Option(
            ["--label"], default="", metavar="TEXT", help="The name of this entry in the game's log."
        ),
        BY,
    ]


def _given(question: Question, flags: dict[str, Any]) -> dict[str, Any]:
    """The flags that were given, by the names of the fields."""
    result = {}
    for field in question.fields:
        value = flags[field.name.replace("-", "_")]
        if value is not None and value != () and value is not False:
            result[field.name] = list(value) if field.kind == MANY else value
    return result


def _answer(question: Question, values: Values, rolls: Rolls, game: Game | None, json: bool) -> list[Any]:
    """Print the answer; return what it changes in the game."""
    try:
        result = question.answer(values, rolls)
    except DieNeeded as error:
        raise UserError(f"{error} Write --die N.") from None
    notes = (*result.notes, *rolls.notes())
    changes = answers.changes_of(question, values, result, game)
    if json:
        ledger = question.ledger(values) if question.ledger else []
        document = output.document(question, result, rolls, notes, ledger)
        document["hear"] = answers.by_side(document["hear"], question, values)
        print(output.as_json({**document, "changes": answers.changes_json(changes)}))
    else:
        print("\n".join(output.page(result, rolls, notes)))
    return [f"{result.title}: {result.result}", changes]


def _compare(question: Question, values: Values, json: bool) -> None:
    """Print all results with their chances."""
    rows = question.what_if(values)
    print(
        output.as_json(output.what_if_document(question, rows))
        if json
        else "\n".join(output.bars(question, rows))
    )


def _keep(game: Game, path: str, by: str, label: str, answer: list[Any]) -> None:
    what, changes = answer
    save(path, add_entry(game, by, f"{label}: {what}" if label else what, changes))
    saved = f"Saved in {path}: {counted(len(changes), 'change')}."
    click.echo(f"{saved} Take it back with: ardennes umpire undo {path}", err=True)


def subcommand(question: Question) -> TyperCommand:
    """The command line of one question."""

    def run(
        what_if: bool, json: bool, game: str | None, label: str, by: str, die: Sequence[str] = (),
        seed: int | None = None, **flags: Any,
    ) -> int:  # fmt: skip
        dice = read_dice(" ".join(die))
        if dice and seed is not None:
            raise UserError("Give either --die or --seed, not both.")
        if what_if and (dice or seed is not None):
            raise UserError("--what-if rolls no dice: leave --die and --seed out.")
        played = load(game) if game else None
        values = answers.prepare(question, _given(question, flags), played, "--")
        if what_if:
            _compare(question, values, json)
            return 0
        rolls = Rolls(dice, secrets.randbelow(SEEDS) if seed is None and question.dice else seed)
        answer = _answer(question, values, rolls, played, json)
        if played and game:
            _keep(played, game, by, label, answer)
        return 0

    params: list[click.Parameter] = [*map(flag_of, question.fields), *common_flags(question)]
    return TyperCommand(
        question.name,
        callback=run,
        params=params,
        help=question.help.replace(EXAMPLE, f"\n\n\b{EXAMPLE[1:]}"),  # click leaves such lines as they are
        short_help=question.summary,
        rich_markup_mode=None,
    )


def ask_step_by_step(path: str | None = None, by: str = "umpire") -> int:
    """Ask, answer, and ask again."""
    while True:
        game = load(path) if path else None
        question = choose(QUESTIONS)
        given = fill(question, Roster(game.tables if game else None))
        try:
            values = answers.prepare(question, given, game)
            if ask("What if? Show all results first? [y/N] ").lower() in ("y", "yes"):
                _compare(question, values, False)
            rolls = AskedRolls(secrets.randbelow(SEEDS))
            result = _answer(question, values, rolls, game, False)
            if game and path and until_right("Write it into the game? [y/N] ", read_yes):
                _keep(game, path, by, ask("Name of this entry (empty line: none): "), result)
        except UserError as error:
            print(f"  {error}")
        if ask("Another question? [y/N] ").lower() not in ("y", "yes"):
            return 0


class Questions(TyperGroup):
    """The questions as sub-commands; without one the umpire asks."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands and not args[0].startswith("-"):
            answers.find_question(args[0])
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        if ctx._protected_args or ctx.args:
            return super().invoke(ctx)
        return ask_step_by_step(ctx.params.get("game"), ctx.params.get("by") or "umpire")


GROUP = Questions(
    name="umpire",
    help=command.__doc__,
    commands={**{question.name: subcommand(question) for question in QUESTIONS}, **COMMANDS},
    params=[GAME, BY],
    invoke_without_command=True,
    rich_markup_mode="markdown",
)
