"""The plan that the staffs of both sides share: fill posts, then attack, then move the rest in safety."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.combat import advance
from ardennes.games.wave_of_terror.rules.model.position import NEAR, units_at
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.players.toolkit.weights import Weights, load_weights
from ardennes.players.wave_of_terror import answers
from ardennes.players.wave_of_terror.answers import Answer
from ardennes.players.wave_of_terror.battle import Battles, Taste, pack
from ardennes.players.wave_of_terror.command import Commander
from ardennes.players.wave_of_terror.ground import meuse_bridges
from ardennes.players.wave_of_terror.look import Look
from ardennes.players.wave_of_terror.march import Want
from ardennes.players.wave_of_terror.risk import Risk
from ardennes.players.wave_of_terror.staff.approach import Approach, Approaches
from ardennes.players.wave_of_terror.staff.posts import Entries, Post, Posted, fill, wants_of

WEIGHTS = "wave_of_terror"


class Staff(Commander):
    name = "staff"

    def __init__(
        self, game: WaveOfTerror, side: int, seed: int, weights: dict[str, Weights] | None = None
    ) -> None:
        super().__init__(game, side, seed)
        self.weights = weights or load_weights(WEIGHTS)
        self.work = self.weights["work"]
        self.thinks_again = self.work["again"] > 0
        self.posted: Posted = {}
        self.risk: Risk | None = None
        self.now: WaveState | None = None
        self.exits = self.w.board.exit_stretch & self.w.board.edge_roads
        self.bridges = meuse_bridges(self.w)

    # Defined by each side

    def posts(self, look: Look) -> list[Post]:
        """Return the hexes to hold, the most important first."""
        raise NotImplementedError

    def marches(self, look: Look, free: Sequence[int]) -> dict[int, Want]:
        """Return the goals of all other units."""
        raise NotImplementedError

    # Battle

    def taste(self, look: Look) -> Taste:
        b = self.weights["battle"]
        return Taste(
            lambda cell: self.ground(look, cell),
            kill=b["kill"],
            loss=b["loss"],
            price=b["price"],
            least=b["least"],
            least_column=int(b["column"]) - 1,
            progress=b["progress"],
            their_guns=b["their_guns"],
        )

    def ground(self, look: Look, cell: int) -> float:
        b, board = self.weights["battle"], self.w.board
        if cell == board.st_vith:
            return b["st_vith"]
        value = b["near"] if self.w.grid.near[board.st_vith] >> cell & 1 else 0.0
        if board.cities >> cell & 1:
            value += b["city"]
        elif self.w.places >> cell & 1:
            value += b["town"]
        elif board.road >> cell & 1:
            value += b["road"]
        return value

    def fights_first(self, look: Look) -> tuple[bool, str]:
        """Return whether fighting first promises more than moving first, and why, WOT-10.25."""
        if not self.work["approaches"]:
            return super().fights_first(look)
        s = look.s.clone()
        s.fight_first = True
        taste = self.taste(look)
        now = sum(a.value for a in pack(Battles(self.w, s, self.side, taste)))
        then = sum(a.assault.value for a in self.approaches(look, False))
        if now >= then and now > 0:
            return True, f"attacks now are worth {now:.1f} points, after moving {then:.1f}"
        return False, f"attacks after moving are worth {then:.1f} points, now {now:.1f}"

    def approaches(self, look: Look, first: bool) -> list[Approach]:
        held = {u for u, cell in self.posted.items() if look.s.where[u] == cell}
        units = [u for u in look.mine if not self.w.artillery[u] and u not in held]
        return Approaches(look, look.s, units, self.taste(look), first).pack()

    def advance(self, s: WaveState) -> Answer:
        """Advance with the strongest units that do not hold a post."""
        able = [u for u in advance.able(self.w, s, s.fought) if self.posted.get(u) != s.where[u]]
        able.sort(key=lambda u: (-self.w.defense[u][s.steps[u]], u))
        return answers.go_in(self.w, s, able, "takes the empty hex")

    # March

    def new_phase(self, look: Look) -> None:
        self.risk = Risk(look)
        self.now = look.s
        super().new_phase(look)

    def wants(self, look: Look) -> dict[int, Want]:
        """Return the goals of all units: posts first, then attacks, then the rest."""
        everybody = [u for u in self.everybody(look) if self.brings_in(look, u)]
        posts = self.posts(look)
        entries = Entries(look)
        self.posted = fill(look, posts, everybody, self.posted, entries)
        result = wants_of(look, self.posted, {post.cell: post.why for post in posts}, entries)
        free = [u for u in everybody if u not in result]
        for approach in self.approaches(look, look.s.fight_first) if self.work["approaches"] else ():
            why = f"to attack {approach.assault.text(look.place(approach.assault.target))}"
            for unit, cell in approach.posts.items():
                if unit in free:
                    result[unit] = Want(1 << cell, why, firm=True)
        guns = [u for u in free if self.w.artillery[u]]
        result.update(self._guns(look, guns))
        rest = [u for u in free if u not in result and (self.work["shift"] or not self._in_contact(look, u))]
        for unit, want in self.marches(look, rest).items():
            result[unit] = want._replace(entry=entries.of(unit))
        return result

    def _in_contact(self, look: Look, unit: int) -> bool:
        cell = look.s.where[unit]
        return cell >= 0 and bool(look.met[cell] & NEAR)

    def _guns(self, look: Look, guns: Sequence[int]) -> dict[int, Want]:
        """Return the goals of artillery that does not support the front yet; the rest stays."""
        w, grid = self.w, self.w.grid
        front = grid.ring(look.d.occupied[look.enemy]) & look.d.occupied[self.side] & ~look.d.guns[self.side]
        useful = front
        for _ in range(w.limits.gun_range - 1):
            useful |= grid.ring(useful)
        near = grid.ring(look.d.occupied[look.enemy])
        near |= grid.ring(near)
        goals = useful & ~near & ~look.d.occupied[look.enemy]
        if not goals:
            return {}
        return {
            gun: Want(goals, "brings artillery within range of the front")
            for gun in guns
            if look.s.where[gun] < 0 or not goals >> look.s.where[gun] & 1
        }

    def _move(self, s: WaveState) -> Answer:
        self.now = s
        return super()._move(s)

    def fear(self) -> float:
        """Return the movement points that a step at risk is worth."""
        return self.weights["march"]["risk"]

    def score(self, units: Sequence[int], cell: int, field: int) -> float:
        """Return the movement points to the goal, plus penalties for danger, lack of supply and isolation."""
        look, s, m = self.look, self.now, self.weights["march"]
        assert look is not None
        assert s is not None
        assert self.risk is not None
        w = self.w
        total = float(field)
        here = [u for u in units_at(w, s, cell) if u not in units]
        if look.threat[cell]:
            defense = steps = 0
            for unit in (*here, *units):
                defense += w.defense[unit][s.steps[unit]]
                steps += s.steps[unit]
            total += self.fear() * self.risk.of(cell, defense, steps)
        if here:
            total -= m["crowd"] * len(here)
        if not look.supplied >> cell & 1:  # on a road, a supply line may follow later
            total += m["hungry"] / (2 if w.board.road >> cell & 1 else 1)
        if w.artillery[units[0]] and w.board.road >> cell & 1:
            total += m["gun_road"]
        return total
