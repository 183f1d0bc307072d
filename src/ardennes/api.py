"""The Python API behind `import ardennes`: matches, positions and computer players, with sides by name.

`Match` here wraps the engine's match (`kernel/match.py`) instead of extending it. Imports point down: the
engine must not know the list of games, the terminal's drawing or the computer players. This module is above
all of them, so it may join them, and nobody has to register a drawing function with the engine first. The
wrapped match is `Match.kernel`.

>>> import ardennes
>>> match = ardennes.new_match("tigers", seed=7)
>>> match.to_move
('allied',)
>>> events = match.play("hide dump 908")
>>> match.log()
['The fuel dump is hidden 1 hex north of Trois-Ponts (908).']
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, cast, overload

import msgspec

from ardennes.dice import seed_from_number
from ardennes.errors import UserError
from ardennes.games import GAMES, find_game
from ardennes.kernel import match as kernel_match
from ardennes.kernel import offers as kernel_offers
from ardennes.kernel import position_text, savefile
from ardennes.kernel.contract import AnyGame, Chance, Decision, Event, Order, Refusal, Refused, Result
from ardennes.kernel.head import DecidingGame
from ardennes.kernel.match import CannotUndo
from ardennes.kernel.visibility import visible_events
from ardennes.kernel.wording import Wording
from ardennes.players import api as player_api
from ardennes.players.api import player_names
from ardennes.words import closest

__all__ = [
    "GAMES",
    "find_game",
    "new_match",
    "load",
    "Match",
    "View",
    "LegalOrders",
    "make_player",
    "player_names",
    "Player",
    "UserError",
    "Refused",
    "CannotUndo",
]

Side = str | int  # the name of a side, or its number
Offers = Callable[[], Sequence[kernel_offers.Offer]]
AnyOrder = Order | Mapping[str, Any] | str  # an order object, its JSON, or its words


def new_match(
    game: str | AnyGame,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | bytes | None = None,
) -> Match:
    """Start a match. Without a scenario it is the game's first one; without a seed the dice are secret.

    >>> import ardennes
    >>> ardennes.new_match("tigers", "peiper", {"peiper_strict": True}, seed=7)
    <Match tigers peiper: 0 orders, allied to move>
    >>> ardennes.new_match("tigres")
    Traceback (most recent call last):
    ...
    ardennes.errors.UserError: there is no game 'tigres'; the games are: tigers, ... Did you mean tigers?
    """
    rules = find_game(game) if isinstance(game, str) else game
    known = kernel_match.CHOSEN if isinstance(seed, int) else ""
    dice = seed_from_number(seed) if isinstance(seed, int) else seed
    return Match(kernel_match.new_match(rules, scenario, options, dice, known=known))


def load(source: str | os.PathLike[str]) -> Match:
    """Open a match from a save file, a position file, or the text of a position.

    >>> import ardennes
    >>> match = ardennes.new_match("breakthrough", seed=1)
    >>> ardennes.load(match.position()).fingerprint == match.fingerprint
    True
    >>> ardennes.load("nowhere.json")
    Traceback (most recent call last):
    ...
    ardennes.kernel.savefile.SaveError: cannot read nowhere.json: No such file or directory
    """
    if isinstance(source, str) and position_text.is_position(source):
        return _from_position(source)
    if isinstance(source, str) and "\n" in source:
        raise UserError(f"this text is not a position: it has no line {position_text.MARK}")
    path = Path(source)
    try:
        with path.open("rb") as file:
            data = file.read(position_text.MAX_BYTES)
    except OSError as error:
        raise savefile.SaveError(f"cannot read {path}: {error.strerror}") from None
    if not data.lstrip().startswith(b"{"):
        text = data.decode("utf-8", "replace")
        if position_text.is_position(text):
            return _from_position(text)
    return Match(savefile.read(path, find_game))


def _from_position(text: str) -> Match:
    position = position_text.read(text, find_game)
    dice = kernel_match.dice_of(position.setting)
    match = kernel_match.Match(position.game, position.setting, dice, position.state)
    return Match(match, from_position=True)


def make_player(name: str, match: Match, side: Side, seed: int | None = None) -> Player:
    """Return the computer player called `name` for one side of a match; `player_names` lists the names.

    A player sees only its side's view. The same views and the same seed give the same orders. Without a seed
    the number of the side is the seed.

    >>> import ardennes
    >>> match = ardennes.new_match("tigers", "bastogne", seed=7)
    >>> player = ardennes.make_player("staff", match, "german")
    >>> order, reason = player.choose()
    >>> match.play("german", order) != []
    True
    >>> ardennes.make_player("stuff", match, "german")
    Traceback (most recent call last):
    ...
    ardennes.errors.UserError: Tigers in the Ardennes has no player 'stuff'; ... Did you mean staff?
    """
    number = match.number_of(side)
    return Player(
        match, number, player_api.make_player(name, match.game, number, number if seed is None else seed)
    )


class Player:
    """A computer player at one side of a match.

    >>> import ardennes
    >>> match = ardennes.new_match("tigers", seed=7)
    >>> ardennes.make_player("cadet", match, "allied")
    <Player cadet: allied>
    """

    def __init__(self, match: Match, number: int, player: player_api.Player) -> None:
        self.match, self._number, self._player = match, number, player

    @property
    def name(self) -> str:
        """The name it was made by.

        >>> import ardennes
        >>> ardennes.make_player("rush", ardennes.new_match("tigers"), "german").name
        'rush'
        """
        return self._player.name

    @property
    def side(self) -> str:
        """The side it plays.

        >>> import ardennes
        >>> ardennes.make_player("rush", ardennes.new_match("tigers"), 0).side
        'german'
        """
        return self.match.sides[self._number]

    def choose(self) -> tuple[Order, str]:
        """Return the order it would give now, and its reason. Nothing is changed.

        >>> import ardennes
        >>> match = ardennes.new_match("tigers", seed=7)
        >>> player = ardennes.make_player("random", match, "allied", seed=1)
        >>> order, reason = player.choose()
        >>> order in match.legal("allied")
        True
        """
        if self.side not in self.match.to_move:
            raise UserError(f"the {self.side} side has nothing to decide now; {self.match.waiting}")
        return self._player.act(self.match.game.view(self.match.kernel.state, self._number), self._number)

    def play(self) -> list[Event]:
        """Choose an order and give it; return the events, as `Match.play` does.

        >>> import ardennes
        >>> match = ardennes.new_match("tigers", seed=7)
        >>> [match.tell(event) for event in ardennes.make_player("random", match, "allied", seed=1).play()]
        ['The fuel dump is hidden 1 hex north of Trois-Ponts (908).']
        """
        order, _ = self.choose()
        return self.match.play(self.side, order)

    def __repr__(self) -> str:
        return f"<Player {self.name}: {self.side}>"


class LegalOrders:
    """The legal orders of one side at one moment. They are found one by one, since there may be millions.

    >>> import ardennes
    >>> from itertools import islice
    >>> legal = ardennes.new_match("tigers", seed=7).legal()
    >>> [order.hex for order in islice(legal, 3)]
    ['908', '909', '1007']
    >>> "hide dump 908" in legal, {"do": "hide_dump", "hex": "1407"} in legal
    (True, False)
    """

    def __init__(self, game: AnyGame, view: Callable[[], Any], side: int, offers: Offers) -> None:
        self._game, self._view, self._side, self._offers = game, view, side, offers

    def __iter__(self) -> Iterator[Order]:
        return kernel_offers.orders(self._offers())

    def __contains__(self, order: AnyOrder) -> bool:
        view = self._view()
        read = _read_order(self._game, view, order)
        return self._game.check(view, self._side, read) is None

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def random(self, rng: Random | None = None) -> Order:
        """Return one of them, each choice on the way to it equally likely. Giving up is never among them.

        >>> import ardennes
        >>> from random import Random
        >>> ardennes.new_match("tigers", seed=7).legal().random(Random(1)).hex
        '908'
        """
        order = kernel_offers.sample(self._offers(), rng or Random())
        if order is None:
            raise UserError(f"the {self._game.sides[self._side]} side has no legal order now")
        return order


class View:
    """A position as one side knows it; `print` draws it. What is hidden from that side is not in it.

    >>> import ardennes
    >>> match = ardennes.new_match("tigers", seed=7)
    >>> events = match.play("hide dump 908")
    >>> [match.view(side).fingerprint == match.fingerprint for side in match.sides]
    [False, True]
    """

    def __init__(self, game: AnyGame, state: Any, number: int) -> None:
        self.game, self.state, self._number = game, state, number

    @property
    def side(self) -> str:
        """The side that knows this.

        >>> import ardennes
        >>> ardennes.new_match("tigers").view(1).side
        'allied'
        """
        return self.game.sides[self._number]

    @property
    def fingerprint(self) -> str:
        """A short hash of the view: equal views have equal fingerprints.

        >>> import ardennes
        >>> match = ardennes.new_match("tigers")
        >>> match.view("allied").fingerprint == match.fingerprint
        True
        """
        return str(self.state.digest())

    def legal(self) -> LegalOrders:
        """Return the side's legal orders.

        >>> import ardennes
        >>> len(list(ardennes.new_match("tigers").view("allied").legal()))
        7
        """
        game, state, number = self.game, self.state, self._number
        return LegalOrders(game, lambda: state, number, lambda: game.offers(state, number))

    def draw(self, size: str = "", *, unicode: bool = False, legend: bool = False) -> str:
        """Return the board as text, as `Match.draw` does.

        >>> import ardennes
        >>> match = ardennes.new_match("tigers")
        >>> match.view("german").draw() == match.draw()
        True
        """
        return _draw(self.game, self.state, self._number, size, unicode, legend)

    def __str__(self) -> str:
        return self.draw()

    def __repr__(self) -> str:
        return f"<View {self.game.id}: {self.side}>"


class Match:
    """A match: the position, the orders that led to it, and everything that may be done now.

    A side is named ("german") or numbered (0). A method called without a side means the side to move. Where
    both sides have something to decide, it is the first of them.

    >>> import ardennes
    >>> match = ardennes.new_match("tigers", seed=7)
    >>> print(match)  # doctest: +ELLIPSIS
    Set-up: Allied hide dump phase
    ...
    Allied: Hide the 1st Army fuel dump in Spa or an adjacent hex.
    """

    def __init__(self, kernel: kernel_match.Match[Any], *, from_position: bool = False) -> None:
        """Wrap an engine match. `from_position`: it starts from a position that no scenario sets up."""
        self.kernel = kernel
        self._from_position = from_position
        self._kinds = frozenset(_kinds(kernel.game).values())

    # What it is

    @property
    def game(self) -> AnyGame:
        """The rules, as `kernel/contract.py` describes them.

        >>> import ardennes
        >>> ardennes.new_match("tigers").game.name
        'Tigers in the Ardennes'
        """
        return self.kernel.game

    @property
    def scenario(self) -> str:
        """The id of the scenario.

        >>> import ardennes
        >>> ardennes.new_match("breakthrough").scenario
        'first_seven'
        """
        return self.kernel.setting.scenario

    @property
    def options(self) -> Mapping[str, Any]:
        """All options with their values.

        >>> import ardennes
        >>> ardennes.new_match("tigers").options["peiper_strict"]
        False
        """
        return dict(self.kernel.setting.options)

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides; a number of a side is its place here.

        >>> import ardennes
        >>> ardennes.new_match("playsheet").sides
        ('allied', 'german')
        """
        return self.game.sides

    def number_of(self, side: Side | None = None) -> int:
        """Return the number of a side; without one, of the side to move.

        >>> import ardennes
        >>> match = ardennes.new_match("tigers")
        >>> match.number_of("allied"), match.number_of()
        (1, 1)
        >>> match.number_of("germans")
        Traceback (most recent call last):
        ...
        ardennes.errors.UserError: Tigers in the Ardennes has no side 'germans'; ... Did you mean german?
        """
        if side is None:
            return next(iter(self.game.to_move(self.kernel.state)), 0)
        if side in self.sides:
            return self.sides.index(side)
        if isinstance(side, int) and 0 <= side < len(self.sides):
            return side
        hint = closest(side, self.sides) if isinstance(side, str) else ""
        raise UserError(f"{self.game.name} has no side {side!r}; it has: {', '.join(self.sides)}.{hint}")

    # The position

    @property
    def to_move(self) -> tuple[str, ...]:
        """The sides that have something to decide now; none when the match is over.

        >>> import ardennes
        >>> ardennes.new_match("tigers").to_move
        ('allied',)
        """
        return tuple(self.sides[number] for number in self.game.to_move(self.kernel.state))

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What is asked now, and which rule asks it.

        >>> import ardennes
        >>> (decision,) = ardennes.new_match("tigers").decisions
        >>> decision.prompt, decision.rule
        ('Hide the 1st Army fuel dump in Spa or an adjacent hex.', 'TIA-FUEL-2')
        """
        return self.game.decisions(self.kernel.state)

    @property
    def waiting(self) -> str:
        """Which sides the match waits for, as a clause of a sentence.

        >>> import ardennes
        >>> ardennes.new_match("playsheet").waiting
        'allied and german to move'
        """
        return f"{' and '.join(self.to_move)} to move" if self.to_move else "the match is over"

    @property
    def result(self) -> Result | None:
        """How the match ended; None while it continues.

        >>> import ardennes
        >>> ardennes.new_match("tigers").result is None
        True
        """
        return self.kernel.result()

    @property
    def winner(self) -> str | None:
        """The side that won; None for a draw and while the match continues.

        >>> import ardennes
        >>> from random import Random
        >>> match = ardennes.new_match("tigers", "bastogne", seed=7)
        >>> rng = Random(1)
        >>> while match.result is None:
        ...     events = match.play(match.random_order(rng=rng))
        >>> match.winner in match.sides
        True
        """
        result = self.result
        return None if result is None or result.winner is None else self.sides[result.winner]

    @property
    def fingerprint(self) -> str:
        """A short hash of the position: equal positions have equal fingerprints on every machine.

        >>> import ardennes
        >>> one, two = (ardennes.new_match("tigers", seed=7) for _ in range(2))
        >>> one.fingerprint == two.fingerprint
        True
        """
        return str(self.kernel.state.digest())

    def view(self, side: Side) -> View:
        """Return the position as one side knows it.

        >>> import ardennes
        >>> print(ardennes.new_match("tigers").view("german"))  # doctest: +ELLIPSIS
        Set-up: Allied hide dump phase
        ...
        """
        number = self.number_of(side)
        return View(self.game, self.game.view(self.kernel.state, number), number)

    def draw(self, size: str = "", *, unicode: bool = False, legend: bool = False) -> str:
        """Return the board as text, with everything on it.

        `match.view(side).draw()` draws what one side knows. The sizes are "full", "wide" and "compact"; the
        default is the largest that fits 120 columns. German units are in capitals. `legend` explains the
        signs.

        >>> import ardennes
        >>> ardennes.new_match("tigers").draw("compact").splitlines()[-2]
        ' 01       = +                   - =               = -   |'
        """
        return _draw(self.game, self.kernel.state, None, size, unicode, legend)

    # Orders

    def legal(self, side: Side | None = None) -> LegalOrders:
        """Return the legal orders of a side, to be looped over, searched with `in` or sampled.

        >>> import ardennes
        >>> match = ardennes.new_match("tigers")
        >>> [match.words(order) for order in match.legal()][:2]
        ['hide dump 908', 'hide dump 909']
        """
        number = self.number_of(side)
        game, state = self.game, self.kernel.state
        # `play` need not check an order that comes out of the match's own offers.
        return LegalOrders(game, lambda: game.view(state, number), number, self.kernel.offers_now(number))

    def random_order(self, side: Side | None = None, *, rng: Random | None = None) -> Order:
        """Return a random legal order, as playouts need it. Giving up is never drawn.

        Pass the same `random.Random` to every call to get a playout that can be repeated.

        >>> import ardennes
        >>> match = ardennes.new_match("wave_of_terror", seed=7)
        >>> match.random_order() in match.legal()
        True
        """
        return self.legal(side).random(rng)

    def words(self, order: AnyOrder) -> str:
        """Return an order in the words that `play` reads.

        >>> import ardennes
        >>> ardennes.new_match("tigers").words({"do": "hide_dump", "hex": "908"})
        'hide dump 908'
        """
        return _wording(self.game).write(self.order(order))

    def order(self, order: AnyOrder, side: Side | None = None) -> Order:
        """Return the order object for an order, its JSON or its words.

        >>> import ardennes
        >>> match = ardennes.new_match("tigers")
        >>> match.order("hide dump 908") == match.order({"do": "hide_dump", "hex": "908"})
        True
        >>> match.order({"do": "hide_dumb", "hex": "908"})
        Traceback (most recent call last):
        ...
        ardennes.errors.UserError: Tigers in the Ardennes has no order 'hide_dumb'. Did you mean hide_dump?
        """
        if isinstance(order, Order) and type(order) in self._kinds:
            return order
        view = None
        if isinstance(order, str):  # its words may stand for something the side can see
            view = self.game.view(self.kernel.state, self.number_of(side))
        return _read_order(self.game, view, order)

    def check(self, order: AnyOrder, side: Side | None = None) -> Refusal | None:
        """Return why an order is not legal now; None when it is legal.

        >>> import ardennes
        >>> print(ardennes.new_match("tigers").check("hide dump 1407"))
        2 hexes east of Büllingen (1407) is neither Spa nor adjacent to it. [TIA-FUEL-2] ...
        """
        return self.kernel.check(self.number_of(side), self.order(order, side))

    def chances(self, order: AnyOrder, side: Side | None = None) -> tuple[Chance, ...]:
        """Return the exact chances of an order that rolls dice, or of the combat it leads to; else nothing.

        >>> import ardennes
        >>> ardennes.new_match("tigers").chances("hide dump 908")
        ()
        """
        number, read = self.number_of(side), self.order(order, side)
        view = self.game.view(self.kernel.state, number)
        refusal = self.game.check(view, number, read)
        if refusal is not None:
            raise Refused(refusal)
        return self.game.forecast(view, number, read) or self.game.preview(view, number, read)

    @overload
    def play(self, order: AnyOrder, /) -> list[Event]: ...
    @overload
    def play(self, side: Side, order: AnyOrder, /) -> list[Event]: ...
    def play(self, *args: Any) -> list[Event]:
        """Give an order: `play(order)` for the side to move, or `play(side, order)`. Return the events.

        `Refused` names the rule that forbids an order, and nothing has changed then.

        >>> import ardennes
        >>> match = ardennes.new_match("tigers")
        >>> match.play("allied", "hide dump 1407")
        Traceback (most recent call last):
        ...
        ardennes.kernel.contract.Refused: 2 hexes east of Büllingen (1407) is neither Spa nor adjacent to ...
        >>> [match.tell(event) for event in match.play({"do": "hide_dump", "hex": "908"})]
        ['The fuel dump is hidden 1 hex north of Trois-Ponts (908).']
        """
        side, order = args if len(args) == 2 else (None, *args)
        number = self.number_of(side)
        return self.kernel.play(number, self.order(order, number))

    def tell(self, event: Event) -> str:
        """Return an event as one line of the log.

        >>> import ardennes
        >>> match = ardennes.new_match("tigers", seed=7)
        >>> match.tell(match.play("hide dump 908")[0])
        'The fuel dump is hidden 1 hex north of Trois-Ponts (908).'
        """
        return self.game.tell(event)

    # The past

    @property
    def orders(self) -> tuple[tuple[str, Order], ...]:
        """Every order so far, with the side that gave it.

        >>> import ardennes
        >>> match = ardennes.new_match("tigers")
        >>> events = match.play("hide dump 908")
        >>> [(side, match.words(order)) for side, order in match.orders]
        [('allied', 'hide dump 908')]
        """
        return tuple((self.sides[entry.side], entry.order) for entry in self.kernel.journal)

    def events(self, side: Side | None = None) -> list[Event]:
        """Return all that happened, as typed events; for a side, as that side may know it.

        >>> import ardennes
        >>> match = ardennes.new_match("tigers")
        >>> events = match.play("hide dump 908")
        >>> [type(event).__name__ for event in match.events()]
        ['DumpHidden']
        """
        events = [event for _, events, _ in self.kernel.replay() for event in events]
        if side is None:
            return events
        number = self.number_of(side)
        return visible_events(self.kernel.game, events, number)

    def log(self, side: Side | None = None) -> list[str]:
        """Return the log, a line for each event; for a side, as that side may know it.

        >>> import ardennes
        >>> match = ardennes.new_match("tigers")
        >>> events = match.play("hide dump 908")
        >>> match.log(), match.log("german")
        (['The fuel dump is hidden 1 hex north of Trois-Ponts (908).'], ['The fuel dump is hidden.'])
        """
        return [self.game.tell(event) for event in self.events(side)]

    def undo(self, side: Side | None = None) -> Order:
        """Take back the last order, or a side's last one, and return it.

        `CannotUndo` says why that is impossible: a die was rolled, or a hidden fact came out. `fork` has no
        such limit.

        >>> import ardennes
        >>> match = ardennes.new_match("tigers")
        >>> events = match.play("hide dump 908")
        >>> match.words(match.undo())
        'hide dump 908'
        >>> match.undo()
        Traceback (most recent call last):
        ...
        ardennes.kernel.match.CannotUndo: Nothing has been done yet.
        """
        if side is None and self.kernel.journal:
            side = self.kernel.journal[-1].side
        return self.kernel.undo(self.number_of(side))

    def fork(self, orders: int | None = None, *, seed: int | bytes | None = None) -> Match:
        """Return another match with the first so many orders of this one (all, if none are named).

        Its dice continue as in this match. With a seed they are new from there on.

        >>> import ardennes
        >>> match = ardennes.new_match("tigers", seed=7)
        >>> events = match.play("hide dump 908")
        >>> match.fork(0), match.fork().fingerprint == match.fingerprint
        (<Match tigers campaign: 0 orders, allied to move>, True)
        """
        kernel, many = self.kernel, self.kernel.seq if orders is None else orders
        dice = seed_from_number(seed) if isinstance(seed, int) else seed
        known = kernel_match.CHOSEN if isinstance(seed, int) else ""
        if not self._from_position:
            return Match(kernel.fork(many, dice, known))
        setting, start = kernel.setting, kernel.state_at(0)
        if dice is not None:
            fork = kernel_match.Fork(kernel.state_at(many).rolls, dice)
            setting = msgspec.structs.replace(setting, forks=(*setting.forks, fork), known=known)
        copy = kernel_match.Match(kernel.game, setting, kernel_match.dice_of(setting), start)
        copy.restore(kernel.journal[:many])
        return Match(copy, from_position=True)

    # Files and texts

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the whole match, seed included, as one JSON file; `load` opens it.

        >>> import ardennes, tempfile, pathlib
        >>> match = ardennes.new_match("tigers", seed=7)
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "match.json"
        >>> match.save(path)
        >>> ardennes.load(path).fingerprint == match.fingerprint
        True
        """
        if self._from_position:
            raise savefile.SaveError(
                "this match started from a position, which no save file can hold; position() writes where it "
                "stands now as a text that load() opens"
            )
        savefile.write(self.kernel, Path(path))

    def position(self, side: Side | None = None) -> str:
        """Return the position as a short text for a bug report; `load` opens it.

        The text holds everything, the seed of the dice included, so the same orders give the same results. It
        does not hold the orders so far: the match that `load` returns starts here, with an empty log.

        With a side the text holds that side's view only: nothing hidden from that side, and no seed. `load`
        then returns a match of the view, with new dice and the fingerprint of `match.view(side)`.

        >>> import ardennes
        >>> text = ardennes.new_match("tigers", seed=7).position()
        >>> print(text)  # doctest: +ELLIPSIS
        [ardennes-position]
        game = "tigers"
        ...
        about = "allied: Hide the 1st Army fuel dump in Spa or an adjacent hex."
        ...
        >>> ardennes.load(text)
        <Match tigers campaign: 0 orders, allied to move>
        """
        kernel, game = self.kernel, self.game
        if self.scenario not in [scenario.id for scenario in game.scenarios]:
            raise UserError(
                "this match has a custom board, such as one from a case file; a position needs a scenario"
            )
        if side is None:
            with_dice = kernel.sealed or self._from_position
            return position_text.write(game, kernel.state, kernel.setting, with_dice=with_dice)
        number = self.number_of(side)
        return position_text.write(game, game.view(kernel.state, number), kernel.setting, side=number)

    def __str__(self) -> str:
        return self.draw()

    def __repr__(self) -> str:
        many = self.kernel.seq
        return f"<Match {self.game.id} {self.scenario}: {many} order{'s' * (many != 1)}, {self.waiting}>"


def _draw(game: AnyGame, state: Any, side: int | None, size: str, unicode: bool, legend: bool) -> str:
    """Return the terminal's drawing of the board; the terminal is imported only here."""
    from ardennes.terminal.picture import painter_for

    return painter_for(game).draw(state, side, size=size, unicode=unicode, legend=legend)


def _wording(game: AnyGame) -> Wording[Any]:
    return cast(DecidingGame[Any, Any], game).wording


def _kinds(game: AnyGame) -> dict[str, type[Order]]:
    """Return every kind of order of a game, by its name in JSON."""
    kinds = (form.words.kind for form in _wording(game).forms.values())
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


def _read_order(game: AnyGame, view: Any, order: AnyOrder) -> Order:
    """Return the order object; UserError says what is wrong with an invalid one."""
    kinds = _kinds(game)
    if isinstance(order, str):
        read: Order = _wording(game).parse(cast(DecidingGame[Any, Any], game).world, order, view)
        return read
    if isinstance(order, Order):
        if type(order) not in kinds.values():
            raise UserError(f"{order!r} is not an order of {game.name}: another game has it")
        return order
    if not isinstance(order, Mapping):
        raise UserError(f"{order!r} is not an order; give an order object, its JSON as a dict, or its words")
    kind = order.get("do")
    if kind not in kinds:
        hint = closest(str(kind), kinds) or f" Its orders are: {', '.join(kinds)}."
        raise UserError(f"{game.name} has no order {kind!r}.{hint}")
    try:
        return game.read_order(dict(order))
    except msgspec.ValidationError as error:
        raise UserError(f"the order {kind!r} is not complete or has a wrong field: {error}") from None
