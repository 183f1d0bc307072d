"""The loop of a game in the terminal: who decides, what they see, what they type."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Hashable, Mapping, Sequence
from random import Random
from typing import Any

from ardennes.errors import UserError
from ardennes.kernel.contract import Order, Refused
from ardennes.kernel.match import CannotUndo, Match
from ardennes.kernel.offers import sample
from ardennes.kernel.savefile import HUMAN, SaveError
from ardennes.kernel.visibility import EVERYTHING, visible_state
from ardennes.players.api import Player, make_player
from ardennes.terminal import saving
from ardennes.terminal.desk import Desk
from ardennes.terminal.pace import DISPLAY_SECONDS
from ardennes.terminal.screen import Screen
from ardennes.terminal.telling import Teller
from ardennes.terminal.verbs import AFTERWARDS, first_words, run_verb, unalias, unknown

Seats = Mapping[int, Player | None]  # None: a person
PlayerFor = Callable[[int], Player]
Seating = Callable[[Match[Any], Sequence[str]], Seats]  # players by name
RECAP = 25  # lines told to a player who was away from the screen


class Session:
    """One sitting at one screen."""

    def __init__(
        self,
        match: Match[Any],
        seats: Seats,
        screen: Screen,
        desk: Desk,
        adviser: PlayerFor,
        seating: Seating | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.match = match
        self.game = match.game
        self.seats = seats
        self.screen = screen
        self.desk = desk
        self.display = 0  # how long the enemy's orders and battles stay before the next, BTA-6.1
        self._sleep = sleep
        self.teller = Teller(screen, desk, self.pause)
        self._adviser = adviser
        self._seating = seating
        self._advisers: dict[tuple[int, str], Player] = {}
        self.hinted: tuple[int, Order] | None = None  # (order number, what the adviser would do)
        self.open = True
        self._at_screen: int | None = None  # the person who decided last
        self._seen: dict[int, int] = {}  # by person: orders given when last at the screen
        self._asked_at = -1  # orders given when the question was last put
        self._boards: dict[int, Hashable] = {}
        self._save_trouble = ""
        self._view: tuple[int, int | None, Any] | None = None
        self._result_shown = False
        self.shown: int | None = None  # of a match that is over: the order after which it is looked at
        self.short: dict[str, Order] = {}  # short answers to the open question

    def pause(self) -> None:
        """Let the player read what was shown, as long as the display speed says."""
        if self.display:
            self._sleep(self.display * DISPLAY_SECONDS)

    @property
    def names(self) -> list[str]:
        """Who plays each side, as it is saved."""
        players = (self.seats[side] for side in range(len(self.game.sides)))
        return [HUMAN if player is None else player.name for player in players]

    @property
    def people(self) -> list[int]:
        return [side for side, player in self.seats.items() if player is None]

    @property
    def onlooker(self) -> int | None:
        """The side whose view the screen shows: the person deciding, the only person, or none."""
        people = self.people
        if len(people) == 1:
            return people[0]
        return self._at_screen if people else None

    def view(self, side: int | None) -> Any:
        """The side's view of the position, worked out once an order; when it is over, the position itself."""
        at, eyes = (self.match.seq if self.shown is None else self.shown), side
        if self.match.result() is not None:
            eyes = EVERYTHING
        if self._view is None or self._view[:2] != (at, eyes):
            state = self.match.state if at == self.match.seq else self.match.state_at(at)
            self._view = (at, eyes, visible_state(self.game, state, eyes))
        return self._view[2]

    # The loop

    def run(self) -> int:
        """Play until the game is over or the person leaves; the exit code."""
        self._welcome()
        while self.open:
            try:
                if self.match.result() is not None:
                    self._look_around()
                    continue
                side = self.game.to_move(self.match.state)[0]
                player = self.seats[side]
                if player is None:
                    self._person(side)
                else:
                    self._computer(side, player)
            except KeyboardInterrupt:
                self._interrupted()
            except EOFError:
                self.leave()
        return 0

    def _welcome(self) -> None:
        game, match = self.game, self.match
        person = "you" if len(self.people) == 1 else "a person"
        names = " against ".join(
            f"{side.capitalize()}: {person if player is None else player.name}"
            for side, player in zip(game.sides, (self.seats[i] for i in range(len(game.sides))), strict=True)
        )
        self.screen.say((game.name, "heading"), f"   {names}")
        self.screen.say(
            "The dice are sealed; their promise is ",
            (match.commitment, "rule"),
            ". The seed is shown when the game is over, and ardennes verify then checks every die.",
        )
        if match.result() is None:
            words = "Type help for all commands, legal for your orders now, hint for advice."
            self.screen.say((words, "quiet"))

    def _person(self, side: int) -> None:
        if self._at_screen != side and not self._hand_over(side):
            return
        self._at_screen = side
        self._seen[side] = self.match.seq
        if self._asked_at != self.match.seq:
            self.put_question(side)
        text = self.screen.ask(f"{self.game.sides[side]}> ").strip()
        if text:
            self.obey(side, text)
        else:
            self._asked_at = -1

    def _hand_over(self, side: int) -> bool:
        """Announce the next person and hide what only the last one may know. False: taken back."""
        before, self._at_screen = self._at_screen, side
        if before is None:
            return True
        name = self.game.sides[side].capitalize()
        wiped = self.knows_more(before)
        if wiped:
            self.screen.wipe()
        self.screen.say((f"=== The {name} player decides now ===", "ask"))
        if self.knows_more(side):
            last = self.game.sides[before].capitalize()
            question = f"{last} player, look away. {name} player, press Enter, or type undo for {last}. "
            if self.screen.ask(question).strip().lower() == "undo":
                self._at_screen = before
                self.take_back(before)
                return False
            self.screen.wipe()
            wiped = True
        if wiped:
            self._recap(side)
        return True

    def knows_more(self, side: int) -> bool:
        """Does the side know something that another may not?"""
        others = [other for other in range(len(self.game.sides)) if other != side]
        return any(self.game.hidden_twins(self.match.state, other) for other in others)

    def _recap(self, side: int) -> None:
        first = self._seen.get(side, 0)
        lines = self.log_lines(side, first)
        for text in lines[-RECAP:]:
            self.screen.say(text)

    def put_question(self, side: int) -> None:
        """The board when it is wanted, then the open decision with its rule and short answers."""
        view = self.view(side)
        self._asked_at = self.match.seq
        try:
            self._set_the_scene(side, view)
        except Exception as error:  # the question can be put without it
            self._fault(error)
        decision = self.game.decisions(view)[0]
        name = self.game.sides[side]
        whose, asked = f"{name.capitalize()}: ", decision.prompt
        if asked.startswith(f"{name.capitalize()} "):  # it says so itself
            whose, asked = name.capitalize(), asked.removeprefix(name.capitalize())
        self.screen.say((whose, name), (asked, "ask"), (f" [{decision.rule}]", "rule"))
        self.short = dict(self.desk.choices(view, side))
        if self.short:
            self.screen.choices([f"{short}: {self.desk.write(order)}" for short, order in self.short.items()])

    def _set_the_scene(self, side: int, view: Any) -> None:
        """The board where it is wanted, and what the decision is about."""
        key = self.desk.board_key(view, side)
        if key is not None and self._boards.get(side) != key:
            self._boards[side] = key
            self.teller.heading = ""  # the status line says it
            self.screen.say()
            for parts in self.desk.status(view, side):
                self.screen.say(*parts)
            self.desk.show_board(view, side)
        self.teller.show_heading()
        for parts in self.desk.background(view, side):
            self.screen.say(*parts)

    # What a person types

    def obey(self, side: int, text: str) -> None:
        """Carry out one line, or say what is wrong with it."""
        try:
            if text in self.short:
                self.give(side, self.short[text])
            elif not run_verb(self, side, unalias(text)):
                self._order(side, unalias(text))
        except (UserError, CannotUndo) as error:
            self.screen.say((str(error), "bad"))
        except Refused as error:
            self._tell_refusal(error)
        except (EOFError, KeyboardInterrupt):
            raise
        except Exception as error:
            self._fault(error)

    def _order(self, side: int, text: str) -> None:
        try:
            taken = self.desk.read(self.view(side), side, text)
        except UserError:
            if text.split()[0].lower() in first_words(self):
                raise
            raise unknown(self, text) from None
        for parts in taken.lines:
            self.screen.say(*parts)
        if not taken.orders:
            return
        if taken.question:
            answers = "Y/n, or with ..." if taken.stem else "Y/n"
            answer = self.screen.ask(f"{taken.question} [{answers}] ").strip()
            if answer.lower() in ("n", "no"):
                self.screen.say("Not done.")
                return
            if answer.lower() not in ("", "y", "yes"):  # something else is wanted
                with_others = answer.lower().startswith("with ")
                self.obey(side, f"{taken.stem} {answer}" if with_others else answer)
                return
        for order in taken.orders:
            if side in self.game.to_move(self.match.state):
                self.give(side, order)

    def give(self, side: int, order: Order) -> None:
        """Give an order for a person and show the result."""
        events = self.match.play(side, order)
        self.hinted = None
        self.teller.tell(self.match, events, self.onlooker)
        self.autosave()

    def _tell_refusal(self, error: Refused) -> None:
        refusal = self.desk.reword(error.refusal)
        self.screen.say(
            (refusal.facts, "bad"), (f" [{refusal.rule}]", "rule"), f" {refusal.way_out}".rstrip()
        )

    def take_back(self, side: int) -> None:
        """Undo the side's last order, or say why not."""
        try:
            order = self.match.undo(side)
        except CannotUndo as error:
            self.screen.say((str(error), "bad"))
            return
        self.screen.say(f"Taken back: {self.desk.write(order)}")
        self.changed()

    def begin(self, match: Match[Any], names: Sequence[str] = ()) -> None:
        """Continue with another match and its players, or with the present ones if the file names none."""
        self.match = match
        self.game = match.game
        if self._seating is not None and len(names) == len(self.game.sides):
            self.seats = self._seating(match, names)
        self._result_shown, self.shown, self._at_screen = False, None, None
        self._advisers.clear()
        self._boards.clear()
        self._seen.clear()
        self.changed()

    def changed(self) -> None:
        """Ask again after the match has changed, and forget what followed."""
        self._asked_at = -1
        self._view = None
        self.teller.heading = ""
        self.hinted = None
        self._seen = {side: min(seq, self.match.seq) for side, seq in self._seen.items()}
        self.autosave()

    def adviser(self, side: int, name: str = "") -> Player:
        """Return the adviser of a side: the staff, or the named player. UserError lists all players."""
        if (side, name) not in self._advisers:
            named = make_player(name, self.game, side, side) if name else self._adviser(side)
            self._advisers[side, name] = named
        return self._advisers[side, name]

    # The computer

    def _computer(self, side: int, player: Player) -> None:
        view = self.view(side)
        order, why = self._choice(side, player, view)
        events = self.match.play(side, order)
        self.teller.tell_computer(self.match, events, self.onlooker, side, order, why)
        if self.seats[self.next_side()] is None:
            self.autosave()

    def _choice(self, side: int, player: Player, view: Any) -> tuple[Order, str]:
        """The computer's order; if it cannot give a legal one, any legal one, and that is said."""
        try:
            if self.screen.live:
                with self.screen.console.status(f"{player.name} is thinking ...", spinner="dots"):
                    order, why = player.act(view, side)
            else:
                order, why = player.act(view, side)
            if self.match.check(side, order) is None:
                return order, why
        except Exception as error:
            self._fault(error)
        chance = sample(self.game.offers(view, side), Random(self.match.seq))
        assert chance is not None
        return chance, f"{player.name} found no legal order, so a random one was chosen"

    def next_side(self) -> int:
        """Return the side that decides next; at the end, the person at the screen."""
        sides = self.game.to_move(self.match.state)
        return sides[0] if sides else (self.people or [0])[0]

    def log_lines(self, side: int | None, first: int) -> list[str]:
        if self.match.result() is not None:
            side = EVERYTHING
        return self.teller.log_lines(self.match, side, first)

    # Leaving

    def _interrupted(self) -> None:
        """Ctrl-C: leave politely, stay, or save under a name."""
        self.screen.say()
        where = self.autosave() or "no file, see above"
        try:
            answer = self.screen.ask(f"Leave the game? It is saved in {where}. [Enter: leave, no: stay] ")
        except (KeyboardInterrupt, EOFError):
            answer = ""
        if answer.strip().lower() in ("n", "no", "stay"):
            self._asked_at = -1
            return
        self.leave()

    def leave(self) -> None:
        self.open = False
        self.screen.say()
        path = self.autosave()
        if path:
            self.screen.say(f"The match is saved in {path}.")
            self.screen.say(f"Continue with: ardennes play {self.game.id} --load {path}")
            self.screen.say(f"or, in the project folder: ./play {self.game.id} --load {saving.LAST}")
        if self.match.result() is None:
            self.screen.say("The dice stay sealed until the game is over. Goodbye.")

    # After the end

    def _look_around(self) -> None:
        """The result, and then anything about both sides that is asked for."""
        if not self._result_shown:
            self._result_shown = True
            self._farewell()
        if not self.people and not self.screen.live:
            self.open = False
            return
        text = self.screen.ask("over> " if self.shown is None else f"order {self.shown}> ").strip()
        if text:
            self._inspect(unalias(text))

    def _inspect(self, text: str) -> None:
        verb = text.split()[0].lower()
        eyes = self.onlooker or 0
        try:
            if verb in AFTERWARDS:
                run_verb(self, eyes, text)
            elif not self.desk.answer(self.view(eyes), eyes, text):
                raise UserError("The game is over. Type help for what you can look at, quit to leave.")
        except UserError as error:
            self.screen.say((str(error), "bad"))
        except (EOFError, KeyboardInterrupt):
            raise
        except Exception as error:
            self._fault(error)

    def step_to(self, number: int) -> None:
        """Look at the match as it was after so many orders, and tell the last of them."""
        if self.match.result() is None:
            raise UserError("Replay is available once the match is over. Type log to see it so far.")
        if not 0 <= number <= self.match.seq:
            raise UserError(f"This match has orders 0 to {self.match.seq}, not {number}.")
        self.shown = number
        view, eyes = self.view(None), self.onlooker or 0
        if number:
            entry, events, _ = next(iter(self.match.replay(number - 1)))
            who = self.game.sides[entry.side]
            head = f"Order {number} of {self.match.seq}, {who.capitalize()}: "
            self.screen.say((head, who), self.desk.write(entry.order))
            self.teller.say_lines(self.teller.spoken(self.match, events, EVERYTHING, "").lines)
        if self.screen.live or not number:
            for parts in self.desk.status(view, eyes)[:1]:
                self.screen.say(*parts)
        if self.screen.live:
            self.desk.show_board(view, eyes)

    def _farewell(self) -> None:
        result = self.match.result()
        assert result is not None
        view = self.view(self.onlooker)
        self.screen.say()
        for parts in self.desk.status(view, self.onlooker or 0):
            self.screen.say(*parts)
        points = f"{result.points} point{'s' if result.points != 1 else ''}"
        self.screen.say(
            (f"{result.level}, {points}. ", "heading"), result.summary, (f" [{result.rule}]", "rule")
        )
        self.screen.say(
            "The seed of the dice, promised at the start: ", (self.match.setting.seed.hex(), "rule")
        )
        path = self.autosave()
        if path:
            self.screen.say(f"The match is saved. Check every die with: ardennes verify {path}")
        if self.people or self.screen.live:
            words = "Both sides are visible now. Type board, units, log or replay to look around, or quit."
            self.screen.say((words, "quiet"))

    def autosave(self) -> str:
        """Save automatically; report the same trouble only once."""
        try:
            path = saving.autosave(self.match, self.names)
        except SaveError as error:
            if str(error) != self._save_trouble:
                self._save_trouble = str(error)
                self.screen.say((f"Autosave failed: {error}.", "bad"))
            return ""
        self._save_trouble = ""
        return str(path)

    def _fault(self, error: Exception) -> None:
        """Report an internal error: save the match and write the details to a file."""
        self.screen.say((f"Internal error ({type(error).__name__}). The match is unchanged.", "bad"))
        path = self.autosave()
        if path:
            report = saving.folder() / "fault.txt"
            try:
                report.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
            except OSError:
                return
            self.screen.say(f"Please report it with both files: {report} (details) and {path} (match).")
