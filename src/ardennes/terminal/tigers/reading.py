"""From short text to an order: what the common parser reads, and the ways people leave words out.

"move 12SS 1306" finds the path, "attack 1206" proposes everybody who may join, "retreat 106th 1107"
finds the route, and a bare "yes", number or hex answers the question that is open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ardennes.errors import UserError
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules import orders as o
from ardennes.games.tigers.rules import state as f
from ardennes.games.tigers.rules.attacks import possible_targets
from ardennes.games.tigers.rules.movement import mf
from ardennes.games.tigers.rules.moves import routes
from ardennes.games.tigers.rules.reach import Route
from ardennes.games.tigers.rules.state import TigersState
from ardennes.games.tigers.schema.terms import TIGER
from ardennes.games.tigers.schema.world import EXIT
from ardennes.games.tigers.words import WORDING, hex_named
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.offers import orders
from ardennes.kernel.wording import BadText
from ardennes.terminal.readings import Reading
from ardennes.terminal.screen import Part
from ardennes.terminal.tigers import battle
from ardennes.terminal.tigers.explain import refusal_line, why_move
from ardennes.terminal.tigers.words import typed

MOVING = (f.Moving, f.OnTheWay, f.PeiperGoesOn)
ATTACKING = (f.Declaring, f.PeiperGoesOn)
SETS_TRIED = 512  # sets of attackers looked at for a proposal
YES_NO: dict[type, type[o.Pray] | type[o.Ruthless] | type[o.StandFast]] = {
    f.Praying: o.Pray,
    f.Swearing: o.Ruthless,
    f.StandingFast: o.StandFast,
}
ONE_HEX: dict[type, type[o.Drop] | type[o.HideDump] | type[o.Relocate]] = {
    f.Dropping: o.Drop,
    f.HidingDump: o.HideDump,
    f.Relocating: o.Relocate,
}


def read(game: Tigers, view: TigersState, side: int, text: str) -> Reading:
    """The order a text means now; UserError says what is wrong with it."""
    words = text.split()
    bare = bare_answer(game, view, text)
    if bare is not None:
        return Reading(bare)
    verb = words[0].lower()
    if verb == "move":
        return read_move(game, view, words)
    if verb == "attack" and "with" not in [word.lower() for word in words]:
        return read_attack(game, view, side, words)
    if verb in ("retreat", "advance"):
        return read_way(game, view, side, text)
    if verb in ("fight", "cancel") and len(words) == 1:
        return Reading(only_one(game, view, side, verb))
    return Reading(WORDING.parse(game.world, text, view))


def bare_answer(game: Tigers, view: TigersState, text: str) -> Order | None:
    """An answer without its verb: yes, no, a distance, a hex."""
    frame = view.stack[-1]
    word = text.strip().lower()
    if type(frame) in YES_NO and word in ("yes", "no", "y", "n"):
        return YES_NO[type(frame)](word[0] == "y")
    if isinstance(frame, f.NamingDistance) and word.isdigit() and len(word) == 1:
        return o.NameDistance(int(word))
    if type(frame) in ONE_HEX or isinstance(frame, f.Hosting):
        try:
            label = hex_named(game.world, text.strip())
        except UserError:
            return None
        if isinstance(frame, f.Hosting):
            return o.SetUp(game.world.units[frame.unit].id, label)
        return ONE_HEX[type(frame)](label)
    return None


def only_one(game: Tigers, view: TigersState, side: int, verb: str) -> Order:
    """`fight` alone when only one attack is waiting."""
    kind = o.Fight if verb == "fight" else o.Cancel
    if not isinstance(view.stack[-1], f.ChoosingFight):
        return kind(0)  # for the game to refuse
    found = [order for order in orders(game.offers(view, side)) if isinstance(order, kind)]
    if len(found) != 1:
        numbers = ", ".join(WORDING.write(order).split()[-1] for order in found)
        raise BadText(f"Which attack? {verb} and one of: {numbers or 'none is open'}.")
    return found[0]


# Moves


def read_move(game: Tigers, view: TigersState, words: Sequence[str]) -> Reading:
    """A move to one hex finds its path; a path written out is taken as it stands."""
    wish = [word.lower() for word in words if word.lower() in ("road", "bonus")]
    order = WORDING.parse(game.world, " ".join(word for word in words if word.lower() not in wish), view)
    assert isinstance(order, o.Move)
    frame = view.stack[-1]
    if len(order.path) > 1 or order.path[0].endswith("r") or not isinstance(frame, MOVING):
        return Reading(order)
    w = game.world
    unit = w.by_id[order.unit]
    omb = frame.omb if isinstance(frame, f.OnTheWay) else order.omb
    cell = w.steps[order.path[0]][0]
    ways = [r for r in routes(w, view, unit, omb, order.attach) if r.cell == cell]
    if not ways:
        return Reading(None, why_move(game, view, unit, cell, order))
    chosen = _choose(ways, wish)
    if chosen is None:
        kinds = " or ".join(_kind(r) for r in ways)
        raise BadText(f"{order.unit} cannot get to {order.path[0]} like that; it can {kinds}.")
    return Reading(chosen.order, _move_notes(game, chosen, ways))


def _choose(ways: Sequence[Route], wish: Sequence[str]) -> Route | None:
    """The best way: ready to attack, not in road mode, cheap; or what was wished for."""
    if "road" in wish:
        ways = [r for r in ways if r.road_end]
    elif "bonus" in wish:
        ways = [r for r in ways if not r.road_end and not r.can_attack]
    return min(ways, key=lambda r: (not r.can_attack, r.road_end, r.spent), default=None)


def _kind(route: Route) -> str:
    if route.cell == EXIT:
        return f"leave the map for {mf(route.spent)} MF"
    if route.road_end:
        return f"arrive by road for {mf(route.spent)} MF, Disrupted"
    if route.can_attack:
        return f"arrive for {mf(route.spent)} MF, able to attack"
    return f"arrive for {mf(route.spent)} MF with its bonus, unable to attack"


def _move_notes(game: Tigers, chosen: Route, ways: Sequence[Route]) -> list[list[Part]]:
    """What else would have been possible, where it is cheaper, and a Tiger's risk."""
    notes: list[list[Part]] = []
    unit = chosen.order.unit
    to = chosen.order.path[-1].removesuffix("r") if chosen.cell != EXIT else "exit"
    for way in ways:
        if way is not chosen and way.spent < chosen.spent:
            word = "road" if way.road_end else "bonus"
            notes.append([(f"  (or: move {unit} {to} {word}, to {_kind(way)})", "quiet")])
    info = game.world.units[game.world.by_id[unit]]
    if info.kind == TIGER and not chosen.order.omb and chosen.spent > 2:
        notes.append(
            [("  (a Tiger that moves more than 1 MF may break down ", "quiet"), ("[TIA-TIGER-3]", "rule")]
        )
    return notes


# Attacks


def read_attack(game: Tigers, view: TigersState, side: int, words: Sequence[str]) -> Reading:
    """An attack without its attackers: everybody who may join, with the odds, and a question."""
    w = game.world
    names = [word for word in " ".join(words[1:]).replace(",", " ").split() if word != "and"]
    if not names:
        raise BadText("Attack which hex? Write it as: attack 1206, or attack 1206 with 18VG 62VG.")
    targets = tuple(hex_named(w, name) for name in names)
    if not isinstance(view.stack[-1], ATTACKING):
        return Reading(o.Attack(targets, ()))
    found = propose(game, view, side, targets)
    if isinstance(found, Refusal):
        others = together(game, view, side, targets)
        hint: list[list[Part]] = (
            [[f"It can be attacked together with others: attack {others}"]] if others else []
        )
        return Reading(None, [refusal_line(found), *hint])
    lines = [
        *battle.odds_lines(game, view, side, found),
        *_enough(game, view, side, found),
        *_attach_hint(game, view, found),
    ]
    return Reading(found, lines, "Declare this attack?", f"attack {','.join(targets)}")


def _enough(game: Tigers, view: TigersState, side: int, order: o.Attack) -> list[list[Part]]:
    """Fewer attackers that reach the same column, so that others are free for something else."""
    w = game.world
    column = game.odds(view, order).column
    units = [w.by_id[name] for name in order.attackers]
    best: tuple[int, ...] = tuple(units)
    for tried, chosen in enumerate(_fewest(units)):
        if tried > SETS_TRIED or len(chosen) >= len(best):
            break
        fewer = o.Attack(order.targets, w.ids(chosen))
        if game.odds(view, fewer).column == column and game.check(view, side, fewer) is None:
            best = min(best, chosen, key=lambda c: (len(c), sum(w.factor[u] for u in c)))
    if len(best) == len(units):
        return []
    names = " ".join(w.units[u].short for u in best)
    return [[(f"  (the same column with fewer: with {names})", "quiet")]]


def _fewest(units: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for size in range(1, len(units)):
        yield from combinations(units, size)


def able(game: Tigers, view: TigersState, side: int, targets: Sequence[str]) -> list[int]:
    """The units that could take part in an attack on all the hexes."""
    by_target = possible_targets(game.world, view, side)
    lists = [by_target.get(game.world.grid.at(t), []) for t in targets]
    return [unit for unit in lists[0] if all(unit in other for other in lists)] if lists else []


def propose(game: Tigers, view: TigersState, side: int, targets: tuple[str, ...]) -> o.Attack | Refusal:
    """The strongest legal attack on the hexes, or why there is none."""
    w = game.world
    units = able(game, view, side, targets)
    first: Refusal | None = None
    for chosen in _by_strength(game, units):
        order = o.Attack(targets, w.ids(chosen))
        refusal = game.check(view, side, order)
        if refusal is None:
            return order
        first = first or refusal
    if first is not None:
        return first
    beside = [u for u in w.of_side[side] if view.where[u] >= 0 and _adjacent(game, view, u, targets)]
    if not beside:
        return Refusal("TIA-CRT-23", f"No unit of yours is adjacent to {' and '.join(targets)}.")
    refusal = game.check(view, side, o.Attack(targets, w.ids(beside)))
    return refusal or Refusal("TIA-CRT-23", f"{' and '.join(targets)} cannot be attacked now.")


def together(game: Tigers, view: TigersState, side: int, targets: Sequence[str]) -> str:
    """A larger set of hexes that can be attacked where these alone cannot, as it is typed; or nothing."""
    grid = game.world.grid
    near = [
        grid.label(cell)
        for cell in possible_targets(game.world, view, side)
        if grid.label(cell) not in targets and any(grid.distance(cell, grid.at(t)) <= 2 for t in targets)
    ]
    for size in (1, 2):
        for more in combinations(near, size):
            chosen = (*targets, *more)
            if able(game, view, side, chosen) and isinstance(propose(game, view, side, chosen), o.Attack):
                return ",".join(chosen)
    return ""


def _adjacent(game: Tigers, view: TigersState, unit: int, targets: Sequence[str]) -> bool:
    grid = game.world.grid
    return all(grid.adjacent(view.where[unit], grid.at(t)) for t in targets)


def _by_strength(game: Tigers, units: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Sets of attackers, all of them first, then with fewer left out."""
    tried = 0
    for size in range(len(units), 0, -1):
        sets = sorted(combinations(units, size), key=lambda c: -sum(game.world.factor[u] for u in c))
        for chosen in sets:
            tried += 1
            if tried > SETS_TRIED:
                return
            yield chosen


def _attach_hint(game: Tigers, view: TigersState, order: o.Attack) -> list[list[Part]]:
    """Peiper may take the 501. and Skorzeny along for the whole turn, TIA-KGP-8."""
    w = game.world
    if w.peiper < 0 or w.units[w.peiper].id not in order.attackers or view.kgp_attached:
        return []
    names = [w.units[u].id for u in (w.tiger_501, w.skorzeny) if u >= 0 and w.units[u].id in order.attackers]
    able_names = [
        name
        for name in names
        if game.check(view, 0, o.Attack(order.targets, order.attackers, (name,))) is None
    ]
    if not able_names:
        return []
    text = f"  (to let them go on with Peiper: {typed(w, order)} attach {' '.join(able_names)} "
    return [[(text, "quiet"), ("[TIA-KGP-8]", "rule"), (")", "quiet")]]


# Retreats and advances


def read_way(game: Tigers, view: TigersState, side: int, text: str) -> Reading:
    """A retreat or advance named by its last hex."""
    order = WORDING.parse(game.world, text, view)
    assert isinstance(order, o.Retreat | o.Advance)
    decided_now = isinstance(view.stack[-1], f.Retreating | f.Advancing)
    if len(order.path) != 1 or not decided_now or game.check(view, side, order) is None:
        return Reading(order)
    ways = [
        other
        for other in orders(game.offers(view, side))
        if isinstance(other, o.Retreat | o.Advance)
        and isinstance(other, type(order))
        and other.unit == order.unit
        and other.path[-1:] == order.path
    ]
    if not ways:
        return Reading(order)
    chosen = min(ways, key=lambda way: len(way.path))
    others = [typed(game.world, way) for way in ways if way is not chosen][:4]
    notes: list[list[Part]] = [[(f"  (or: {'; '.join(others)})", "quiet")]] if others else []
    return Reading(chosen, notes)
