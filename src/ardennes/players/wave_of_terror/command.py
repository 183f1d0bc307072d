"""What all computer players of Wave of Terror share: every decision answered, a phase planned at its start.

A subclass says where its units are wanted (`wants`), what an enemy hex is worth (`ground`), at which odds it
attacks.
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

Mark = tuple[int, int, int, int, int]


class Commander:
    """Plays one side of one match."""

    name = "commander"
    attacks = True
    thinks_again = True  # after the attacks of a phase, whether there are others
    least_column = 0  # place on the scale of WOT-10.7: 1:1
    city_value = 8.0  # worth of an enemy city to an attacker
    gun_price = 0.1
    aircraft_price = 0.2

    def __init__(self, game: WaveOfTerror, side: int, seed: int) -> None:
        self.game, self.w, self.side = game, game.world, side
        self.ways = ways_of(game.world)
        self.mark: Mark = (-1, -1, -1, -1, -1)
        self.look: Look | None = None
        self.tasks: list[Task] = []
        self.assaults: list[Assault] = []
        self.planned = False  # the attacks of this phase
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
                why = "a squadron is worth more than three troops" if together else "the three troops stay"
                return o.Reform(together), why
            case f.Overstacked():
                return answers.trim(self.w, s, frame)
            case f.ChoosingEnd():
                return answers.end(self.w, s)
            case _:
                return self._in_battle(s, frame)

    def _in_battle(self, s: WaveState, frame: f.AnyFrame) -> Answer:
        taste = self.taste(self.seen(s))
        match frame:
            case f.Supporting():
                return answers.support(self.w, s, frame, taste, self.gun_price)
            case f.Flying():
                return answers.fly(self.w, s, taste, self.aircraft_price)
            case f.Losing():
                return answers.lose(self.w, s, frame)
            case f.Advancing():
                return self.advance(s)
        raise ValueError(f"nothing is known about {frame}")

    # What a subclass says

    def wants(self, look: Look) -> dict[int, Want]:
        """Where its units are wanted; who is not named stays."""
        raise NotImplementedError

    def ground(self, look: Look, cell: int) -> float:
        """What it is worth to drive the enemy out of a hex."""
        return self.city_value if self.w.board.cities >> cell & 1 else 0.2

    def score(self, units: Sequence[int], cell: int, field: int) -> float:
        """How little a hex suits units on the march."""
        return only_march(units, cell, field)

    def brings_in(self, look: Look, unit: int) -> bool:
        """Is the reinforcement wanted at its price? WOT-8.4, WOT-8.6."""
        return self.w.units[unit].optional not in ("10SS", "5A-8")

    def repairs(self, look: Look) -> dict[int, float]:
        """Bridges by how much they are wanted; the nearer to the enemy the more."""
        grid, result = self.w.grid, {}
        foes = look.foes
        for bridge in bits(look.s.blown):
            end = self.w.board.bridges[bridge].ends[0]
            result[bridge] = 1.0 / (1 + min((grid.distance(end, cell) for cell in foes), default=0))
        return result

    def interdict(self, s: WaveState) -> Answer:
        return o.END, "the aircraft are kept for battles"

    def demolish(self, s: WaveState, frame: f.Demolishing) -> Answer:
        return o.Demolish(True), "the enemy shall not have the bridge"

    def advance(self, s: WaveState) -> Answer:
        b = s.fought
        able = advance.able(self.w, s, b)
        able.sort(key=lambda u: (-self.w.defense[u][s.steps[u]], u))
        return answers.go_in(self.w, s, able, "the hex is empty: forward")

    def fights_first(self, look: Look) -> tuple[bool, str]:
        """Fight, then move: wherever an attack from here is worth it, WOT-10.25."""
        if not self.attacks:
            return False, "nothing is to be attacked"
        s = look.s.clone()
        s.fight_first = True
        planned = pack(Battles(self.w, s, self.side, self.taste(look)))
        if planned:
            return True, f"{len(planned)} attacks from where we stand, a column better"
        return False, "nobody is in contact yet"

    def taste(self, look: Look) -> Taste:
        return Taste(
            ground=lambda cell: self.ground(look, cell), least=-1000.0, least_column=self.least_column
        )

    # The phases

    def seen(self, s: WaveState) -> Look:
        """The position as it was when the phase began, or as it is now when nothing was seen of it."""
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
            return o.END, "the set-up stands"
        return o.AutoSetup(), "the historical set-up"

    def _declare(self, s: WaveState) -> Answer:
        look = self.seen(s)
        mend = answers.repair(self.w, s, self.side, self.repairs(look))
        if mend is not None:
            return mend
        first, why = self.fights_first(look)
        return o.ChooseOrder(first), why

    def _move(self, s: WaveState) -> Answer:
        look = self.seen(s)
        while self.tasks:
            task = self.tasks.pop()
            step = carry_out(look, s, task, self.score)
            if step.order is not None and self.game.check(s, self.side, step.order) is not None:
                self.counters["orders mended"] += 1
                continue
            self.tasks.extend(reversed(step.more))
            if step.order is not None:
                self.checked = step.order
                return step.order, task.want.why
        return o.END, "all units are in place or cannot get closer"

    def _fight(self, s: WaveState) -> Answer:
        """What was planned, then once more what the battles have left to do."""
        look = self.seen(s)
        answer = self._next_attack(look, s)
        if answer is None and self.attacks and (self.thinks_again or not self.planned):
            self.planned = True
            self.assaults = pack(Battles(self.w, s, self.side, self.taste(look)))
            self.assaults.reverse()
            answer = self._next_attack(look, s)
        return answer or (o.END, "no other attack is worth making")

    def _next_attack(self, look: Look, s: WaveState) -> Answer | None:
        """The next planned attack that can still be made as planned."""
        while self.assaults:
            planned = self.assaults.pop()
            if any(s.where[u] < 0 or s.marks[u] & ATTACKED for u in planned.units):
                continue
            order = o.Attack(self.w.names(planned.units), self.w.grid.label(planned.target))
            if self.game.check(s, self.side, order) is None:
                self.checked = order
                return order, planned.told(look.place(planned.target))
        return None

    # Words for subclasses

    def everybody(self, look: Look) -> list[int]:
        """Units on the map and those who may come in."""
        return [*look.mine, *waiting(self.w, look.s, self.side)]

    def enemy_cities(self, look: Look) -> int:
        """Cities the enemy holds, wherever they lie."""
        mine = look.s.german if self.side != ALLIED else self.w.grid.mask & ~look.s.german
        return self.w.board.cities & ~mine
