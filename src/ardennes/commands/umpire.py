"""The command `ardennes umpire` and its questions, made from the topics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
from typer.core import TyperCommand, TyperGroup

from ardennes.errors import UserError
from ardennes.umpire import show
from ardennes.umpire.air import AIR_SUPPORT, DOGFIGHT, FLAK_TOPIC, INTERDICT, RECCE
from ardennes.umpire.asking import AskedRolls, ask, choose, fill, read_dice
from ardennes.umpire.ground import ARTILLERY, FIGHT, MOVE, SCORE
from ardennes.umpire.rolling import Rolls
from ardennes.umpire.topic import FLAG, MANY, Field, Said, Topic

TOPICS = (MOVE, FIGHT, SCORE, ARTILLERY, AIR_SUPPORT, RECCE, DOGFIGHT, FLAK_TOPIC, INTERDICT)
EXAMPLE = "\n\n    "  # where the example of a help page begins


def command() -> None:
    """Answer the operational playsheet's questions for a game at a real table.

    Give the situation; get the row of the table, the die, the result and the rules. Use your own dice
    (`--die 3`), a seed (`--seed 7`), or ask what may come of it (`--what-if`). Without a question the
    umpire asks step by step.

    * `ardennes umpire fight --attacker "tank 9" --prepared --defender "infantry 8" --ground forest --die 3`

    * `ardennes umpire move --troops mech --mode tactical --leg "6 forest" --leg "40 clear"`

    * `ardennes umpire dogfight --allied 12 --german 4 --what-if`

    * `ardennes umpire fight --help`: all about one question
    """


def flag_of(field: Field) -> click.Option:
    """A field as a flag of the command line."""
    name, about = f"--{field.name}", field.about
    if field.kind == FLAG:
        return click.Option([name], is_flag=True, help=about)
    more = f" (like '{field.example}')" if field.example else ""
    if field.kind == MANY:
        return click.Option([name], multiple=True, metavar="TEXT", help=f"{about}{more} May be repeated.")
    if field.default:
        more += f" Usually {field.default}."
    return click.Option([name], metavar="VALUE", help=f"{about}{more}")


def dice_flags(topic: Topic) -> list[click.Option]:
    """How an answer is rolled for and shown."""
    rolled = [
        click.Option(
            ["--die"], multiple=True, metavar="1-6", help="A die of the table, in order; repeat it."
        ),
        click.Option(
            ["--seed"],
            type=click.IntRange(0),
            metavar="NUMBER",
            help="Let the program roll, the same every time.",
        ),
    ]
    what = "Every result with its exact chance." if topic.dice else "The same with other choices."
    return [
        *(rolled if topic.dice else []),
        click.Option(["--what-if"], is_flag=True, help=what),
        click.Option(["--json"], is_flag=True, help="Print the answer as JSON."),
    ]


def read_flags(topic: Topic, given: dict[str, Any]) -> Said:
    """What was said on the command line; the flag is named in the message."""
    values: dict[str, Any] = {}
    for field in topic.fields:
        raw = given[field.name.replace("-", "_")]
        if field.kind == FLAG:
            values[field.name] = raw
            continue
        try:
            if field.kind == MANY:
                values[field.name] = [field.read(text) for text in raw]
            else:
                text = field.default if raw is None else raw
                if text is not None:
                    values[field.name] = field.read(text)
        except UserError as error:
            raise UserError(f"--{field.name}: {error}") from None
        missing = len(raw) < field.least if field.kind == MANY else field.name not in values
        if missing:
            example = f", for example --{field.name} '{field.example}'" if field.example else ""
            raise UserError(f"--{field.name} is missing: {field.about.rstrip('.')}{example}.")
    return Said(values)


def answer(topic: Topic, said: Said, rolls: Rolls, json: bool = False) -> None:
    """Work it out and print it."""
    found = topic.answer(said, rolls)
    rolls.check()
    lines = [show.as_json(show.document(topic, found, rolls))] if json else show.page(found, rolls)
    print("\n".join(lines))


def compare(topic: Topic, said: Said, json: bool) -> None:
    """What may come of it."""
    rows = topic.what_if(said)
    lines = [show.as_json(show.what_if_document(topic, rows))] if json else show.bars(topic, rows)
    print("\n".join(lines))


def subcommand(topic: Topic) -> TyperCommand:
    """The command line of one topic."""

    def run(what_if: bool, json: bool, die: Sequence[str] = (), seed: int | None = None, **given: Any) -> int:
        dice = read_dice(" ".join(die))
        if dice and seed is not None:
            raise UserError("Give either --die or --seed, not both.")
        said = read_flags(topic, given)
        if what_if and (dice or seed is not None):
            raise UserError("--what-if rolls no dice: leave --die and --seed out.")
        if what_if:
            compare(topic, said, json)
        else:
            answer(topic, said, Rolls(dice, seed), json)
        return 0

    params: list[click.Parameter] = [*map(flag_of, topic.fields), *dice_flags(topic)]
    return TyperCommand(
        topic.name,
        callback=run,
        params=params,
        help=topic.help.replace(EXAMPLE, f"\n\n\b{EXAMPLE[1:]}"),  # click leaves such lines as they are
        short_help=topic.summary,
        rich_markup_mode=None,
    )


def ask_step_by_step() -> int:
    """The umpire asks, answers, and asks again."""
    while True:
        topic = choose(TOPICS)
        said = fill(topic)
        try:
            answer(topic, said, AskedRolls())
        except UserError as error:
            print(f"  {error}")
        if ask("Another question? [y/N] ").lower() not in ("y", "yes"):
            return 0


class Questions(TyperGroup):
    """The topics as sub-commands; without one the umpire asks."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands and not args[0].startswith("-"):
            names = ", ".join(self.commands)
            raise UserError(f"The umpire has no answer to {args[0]!r}; there are: {names}.")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        return super().invoke(ctx) if ctx._protected_args or ctx.args else ask_step_by_step()


GROUP = Questions(
    name="umpire",
    help=command.__doc__,
    commands={topic.name: subcommand(topic) for topic in TOPICS},
    invoke_without_command=True,
    rich_markup_mode="markdown",
)
