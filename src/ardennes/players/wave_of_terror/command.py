"""The base of all computer players of Wave of Terror: it answers every decision and plans each phase.

A subclass chooses the goals of its units (`wants`), the value of an enemy hex (`ground`) and the least odds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.combat import advance
from ardennes.games.wave_of_terror.rules.model import orders as o
from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.model.state import ATTACKED, WaveState
from ardennes.games.wave_of_terror.rules.movement.reinforcements import may_reform, waiting
from ardennes.games.wave_of_terror.rules.sequence.setup import check_end
from ardennes.games.wave_of_terror.schema.terms import ALLIED
from ardennes.hexes import bits
from ardennes.kernel.contract import Order
from ardennes.players.wave_of_terror import answers
from ardennes.players.wave_of_terror.answers import Answer
from ardennes.players.wave_of_terror.battle import Assault, Battles, Taste, pack
from ardennes.players.wave_of_terror.ground import ways_of
from ardennes.players.wave_of_terror.look import Look
from ardennes.players.wave_of_terror.march import Task, Want, carry_out, only_march, tasks_of
from ardennes.words import counted

Mark = tuple[int, int, int, int, int]


class Commander:
    """A player of one side in one match."""

    name = "commander"
    attacks = True
    thinks_again = True  # looks for more attacks after those planned
    least_column = 0  # position on the scale of WOT-10.7: 1:1
    city_value = 8.0  # value of an enemy city to an attacker
    gun_price = 0.1
    aircraft_price = 0.2

    def __init__(self, game: WaveOfTerror, side: int, seed: int) -> None:
        self.game, self.w, self.side = game, game.world, side
        self.ways = ways_of(game.world)
        self.mark: Mark = (-1, -1, -1, -1, -1)
        self.look: Look | None = None
        self.tasks: list[Task] = []
        self.assaults: list[Assault] = []
        self.planned = False  # whether the attacks of this phase are planned
        self.counters: Counter[str] = Counter()
        self.checked: Order | None = None

    def act(self, view: Any, side: int) -> Answer:
        s: WaveState = view
        self.checked = None
        frame = s.stack[-1]
        match frame:
            case f.Moving():
                return self._move(s)
            case f.Fighting():
                return self._fight(s)
            case f.Declaring():
                return self._declare(s)
            case f.SettingUp():
                return self._set_up(s)
            case f.Interdicting():
                return self.interdict(s)
            case f.Dropping():
                return answers.drop(self.w, s)
            case f.Demolishing():
                return self.demolish(s, frame)
            case f.Reforming():
                together = may_reform(self.w, s)
                why = "a squadron is worth more than three troops" if together else "they cannot re-form"
                return o.Reform(together), why
            case f.Overstacked():
                return answers.trim(self.w, s, frame)
            case f.ChoosingEnd():
                return answers.end(self.w, s)
            case _:
                return self._in_battle(s, frame)

    def _in_battle(self, s: WaveState, frame: f.AnyFrame) -> Answer:
        taste = self.taste(self.look_of(s))
        match frame:
            case f.Supporting():
                return answers.support(self.w, s, frame, taste, self.gun_price)
            case f.Flying():
                return answers.fly(self.w, s, taste, self.aircraft_price)
            case f.Losing():
                return answers.lose(self.w, s, frame)
            case f.Advancing():
                return self.advance(s)
        raise ValueError(f"unknown decision {frame}")

    # Defined by subclasses

    def wants(self, look: Look) -> dict[int, Want]:
        """Return the goals of the units; units that are not named stay."""
        raise NotImplementedError

    def ground(self, look: Look, cell: int) -> float:
        """Return the value of driving the enemy out of a hex."""
        return self.city_value if self.w.board.cities >> cell & 1 else 0.2

    def score(self, units: Sequence[int], cell: int, field: int) -> float:
        """Return the score of a hex for units on the march; the lowest is best."""
        return only_march(units, cell, field)

    def brings_in(self, look: Look, unit: int) -> bool:
        """Return whether the reinforcement is worth its price, WOT-8.4, WOT-8.6."""
        return self.w.units[unit].optional not in ("10SS", "5A-8")

    def repairs(self, look: Look) -> dict[int, float]:
        """Return the rank of each blown bridge, higher if it is nearer to the enemy."""
        grid, result = self.w.grid, {}
        foes = look.foes
        for bridge in bits(look.s.blown):
            end = self.w.board.bridges[bridge].ends[0]
            result[bridge] = 1.0 / (1 + min((grid.distance(end, cell) for cell in foes), default=0))
        return result

    def interdict(self, s: WaveState) -> Answer:
        return o.END, "saves the aircraft for battles"

    def demolish(self, s: WaveState, frame: f.Demolishing) -> Answer:
        return o.Demolish(True), "denies the bridge to the enemy"

    def advance(self, s: WaveState) -> Answer:
        b = s.fought
        able = advance.able(self.w, s, b)
        able.sort(key=lambda u: (-self.w.defense[u][s.steps[u]], u))
        return answers.go_in(self.w, s, able, "takes the empty hex")

    def fights_first(self, look: Look) -> tuple[bool, str]:
        """Return whether to fight first, and why: if an attack from here is worthwhile, WOT-10.25."""
        if not self.attacks:
            return False, "plans no attacks"
        s = look.s.clone()
        s.fight_first = True
        planned = pack(Battles(self.w, s, self.side, self.taste(look)))
        if planned:
            return True, f"{counted(len(planned), 'attack')} without moving, one column better"
        return False, "no attack is possible yet"

    def taste(self, look: Look) -> Taste:
        return Taste(
            ground=lambda cell: self.ground(look, cell), least=-1000.0, least_column=self.least_column
        )

    # The phases

    def look_of(self, s: WaveState) -> Look:
        """Return the position when the phase began, or the current one at the first call in the phase."""
        mark = (s.turn, s.couplet, s.step, s.acting, self.side)
        if self.look is None or self.mark != mark:
            self.mark, self.look = mark, Look(self.w, s, self.side, self.ways, self.look)
            self.tasks, self.assaults, self.planned = [], [], False
            self.new_phase(self.look)
        return self.look

    def new_phase(self, look: Look) -> None:
        frame = look.s.stack[-1]
        if isinstance(frame, f.Moving) and frame.side == self.side:
            self.tasks = tasks_of(look, self._wanted(look))
            self.tasks.reverse()

    def _wanted(self, look: Look) -> dict[int, Want]:
        wants = self.wants(look)
        for unit in waiting(self.w, look.s, self.side):
            if not self.brings_in(look, unit):
                wants.pop(unit, None)
        return wants

    def _set_up(self, s: WaveState) -> Answer:
        if check_end(self.w, s, self.side) is None:
            return o.END, "the set-up is complete"
        return o.AutoSetup(), "uses the historical set-up"

    def _declare(self, s: WaveState) -> Answer:
        look = self.look_of(s)
        repair = answers.repair(self.w, s, self.side, self.repairs(look))
        if repair is not None:
            return repair
        first, why = self.fights_first(look)
        return o.ChooseOrder(first), why

    def _move(self, s: WaveState) -> Answer:
        look = self.look_of(s)
        while self.tasks:
            task = self.tasks.pop()
            step = carry_out(look, s, task, self.score)
            if step.order is not None and self.game.check(s, self.side, step.order) is not None:
                self.counters["orders replaced"] += 1
                continue
            self.tasks.extend(reversed(step.more))
            if step.order is not None:
                self.checked = step.order
                return step.order, task.want.why
        return o.END, "all units are in place or cannot get closer"

    def _fight(self, s: WaveState) -> Answer:
        """Make the planned attacks, then those that are worthwhile after them."""
        look = self.look_of(s)
        answer = self._next_attack(look, s)
        if answer is None and self.attacks and (self.thinks_again or not self.planned):
            self.planned = True
            self.assaults = pack(Battles(self.w, s, self.side, self.taste(look)))
            self.assaults.reverse()
            answer = self._next_attack(look, s)
        return answer or (o.END, "no other attack is worthwhile")

    def _next_attack(self, look: Look, s: WaveState) -> Answer | None:
        """Return the next planned attack that is still possible."""
        while self.assaults:
            planned = self.assaults.pop()
            if any(s.where[u] < 0 or s.marks[u] & ATTACKED for u in planned.units):
                continue
            order = o.Attack(self.w.names(planned.units), self.w.grid.label(planned.target))
            if self.game.check(s, self.side, order) is None:
                self.checked = order
                return order, f"attacks {planned.text(look.place(planned.target))}"
        return None

    # For subclasses

    def everybody(self, look: Look) -> list[int]:
        """Return the own units on the map and those that may enter."""
        return [*look.mine, *waiting(self.w, look.s, self.side)]

    def enemy_cities(self, look: Look) -> int:
        """Return all cities that the enemy holds."""
        mine = look.s.german if self.side != ALLIED else self.w.grid.mask & ~look.s.german
        return self.w.board.cities & ~mine
