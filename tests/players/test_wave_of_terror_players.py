"""Wave of Terror's players: legal, deterministic, honest about what is hidden, a reason for everything."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from ardennes.dice import KeyedDice, seed_from_number
from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.model import orders as o
from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.model.position import lift, place
from ardennes.games.wave_of_terror.rules.model.state import NOT_YET, WaveState
from ardennes.games.wave_of_terror.schema.terms import ALLIED, CLEAR_SKIES, GERMAN
from ardennes.hexes import bits, board_of
from ardennes.kernel.contract import Order
from ardennes.kernel.match import settle_options
from ardennes.lab.play import play_game
from ardennes.players.api import Player, make_player, player_names
from ardennes.players.toolkit.weights import Weights, load_weights
from ardennes.players.wave_of_terror.staff.common import WEIGHTS
from ardennes.players.wave_of_terror.staff.places import LAST_COUPLET, PlacesStaff
from ardennes.players.wave_of_terror.staff.player import staff_for
from tests.players.watched import Given, both, watch

pytestmark = pytest.mark.long  # whole turns and games

GAME = WaveOfTerror()
W = GAME.world
EXPLOITS = ("rush", "turtle", "end_run", "cutter")
ALL = ("staff", *EXPLOITS)
PROFILES = ("basic", "full")
SHORT = ("elsenborn", "skyline", "st_vith")


def play(
    seats: list[Player], seed: int, profile: str, until: tuple[int, int]
) -> tuple[list[Given], list[WaveState]]:
    """Play until a turn and couplet."""
    return watch(GAME, seats, seed, "campaign", lambda s: (s.turn, s.couplet) >= until, profile=profile)


@functools.cache
def first_turn(profile: str) -> tuple[list[Given], list[WaveState]]:
    """The set-up, the first turn and the German declaration of the second, by two staffs."""
    return play(both(GAME, "staff", 7), 7, profile, (2, 1))


def ready(profile: str = "full", side: int = GERMAN) -> WaveState:
    """A position of the staffs' game in which the side is about to move."""
    result = [s for s in first_turn(profile)[1] if isinstance(s.stack[-1], f.Moving) and s.acting == side]
    return result[-1].clone()


def asked(s: WaveState, *frames: f.AnyFrame, **changes: Any) -> WaveState:
    """The position with other decisions open."""
    plain = s.record()
    s = WaveState.from_record(plain)
    s.stack = list(frames)
    for name, value in changes.items():
        setattr(s, name, value)
    return s


def test_who_can_play() -> None:
    assert {"random", *ALL} <= set(player_names("wave_of_terror"))


@pytest.mark.parametrize("profile", PROFILES)
def test_every_order_of_the_staff_is_legal_and_has_its_reason(profile: str) -> None:
    given, _ = first_turn(profile)
    assert {side for side, _, _ in given} == {GERMAN, ALLIED}
    assert all(why.strip() for _, _, why in given)
    kinds = {type(order) for _, order, _ in given}
    assert {o.AutoSetup, o.End, o.ChooseOrder, o.Move, o.Enter, o.Attack, o.Lose, o.Advance} <= kinds
    assert (o.Support in kinds) == (profile == "full")
    assert any(isinstance(order, o.Attack) and ":1" in why for _, order, why in given)


def test_the_same_seed_gives_the_same_orders() -> None:
    assert play(both(GAME, "staff", 7), 7, "full", (2, 1))[0] == first_turn("full")[0]


def test_a_staff_called_in_the_middle_knows_what_to_do() -> None:
    """As the hint at the table does: it has seen nothing of the phase before."""
    dice = KeyedDice(seed_from_number(7))
    s = GAME.start("campaign", settle_options(GAME, {"profile": "full"}), dice)
    for number, (side, order, _) in enumerate(first_turn("full")[0]):
        if number % 41 == 40:
            hint, why = make_player("staff", GAME, side, 1).act(GAME.view(s, side), side)
            assert GAME.check(s, side, hint) is None, (hint, why)
        GAME.apply(s, side, order, dice)


def test_what_is_hidden_changes_no_order_and_no_reason() -> None:
    compared = 0
    for s in first_turn("full")[1]:
        side = GAME.to_move(s)[0]
        for world in GAME.hidden_twins(s, side)[:2]:
            first = make_player("staff", GAME, side, 3).act(GAME.view(s, side), side)
            assert make_player("staff", GAME, side, 3).act(GAME.view(world, side), side) == first
            compared += 1
    assert compared > 8


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("name", EXPLOITS)
def test_exploit_players_give_legal_orders_with_reasons(name: str, profile: str) -> None:
    given, _ = play(both(GAME, name, 3), 3, profile, (1, 2))
    assert all(why.strip() for _, _, why in given)
    assert any(isinstance(order, o.Attack) for _, order, _ in given) == (name != "turtle")


def rare(name: str) -> WaveState:
    """Positions that need decisions which the first turn does not have."""
    if name == "interdiction":
        return asked(ready(), f.Interdicting(ALLIED), weather=CLEAR_SKIES, aircraft=8, turn=8)
    if name == "aerial supply":
        s = asked(ready(), f.Dropping(ALLIED), weather=CLEAR_SKIES, turn=8)
        s.german |= W.places  # all lines are cut
        return s
    if name == "14th Cavalry":
        s = asked(ready(side=ALLIED), f.Reforming(ALLIED))
        for troop in W.troops:
            place(W, s, troop, W.grid.at("E2222"))
        return s
    if name == "demolition":
        bridge = W.board.bridges[W.bridge_by_name["E1605/E1704"]]
        return asked(ready(), f.Demolishing(ALLIED, bridge.index, bridge.ends[0]), turn=2)
    if name == "overstacked":
        s = asked(ready(), f.Overstacked(GERMAN, W.grid.at("E4217")))
        for unit in W.parents[W.kg_parent].units[:5]:
            place(W, s, unit, W.grid.at("E4217"))
        return s
    return asked(ready(), f.ChoosingEnd(ALLIED), turn=17)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(
    "decision",
    ["interdiction", "aerial supply", "14th Cavalry", "demolition", "overstacked", "end of the game"],
)
def test_rare_decisions_are_answered(name: str, decision: str) -> None:
    s = rare(decision)
    (asked_now,) = GAME.decisions(s)
    assert asked_now.kind == decision
    order, why = make_player(name, GAME, asked_now.side, 1).act(GAME.view(s, asked_now.side), asked_now.side)
    assert GAME.check(s, asked_now.side, order) is None
    assert why


def test_supplies_are_dropped_where_lines_are_cut() -> None:
    s = rare("aerial supply")
    order, _ = make_player("staff", GAME, ALLIED, 1).act(GAME.view(s, ALLIED), ALLIED)
    assert isinstance(order, o.DropSupplies)


@pytest.mark.parametrize("name", ["staff", "end_run"])
def test_a_german_who_can_leave_the_map_does(name: str) -> None:
    """A supplied unit on an exit wins the game at once, WOT-4.3."""
    s = ready("basic")
    panzer = W.by_id["G-1SS-01"]
    place(W, s, panzer, W.grid.at("W3000"))
    player = make_player(name, GAME, GERMAN, 1)
    for _ in range(400):
        order, _ = player.act(GAME.view(s, GERMAN), GERMAN)
        GAME.apply(s, GERMAN, order, KeyedDice(seed_from_number(1)))
        if s.over:
            break
    assert s.over == "german strategic"


def test_price_of_optional_divisions_is_paid_only_while_it_pays() -> None:
    """10SS and 11 early in the game, not in its last turns, WOT-4.11; 5A's late units never, WOT-4.12."""
    s = asked(ready(), f.Moving(GERMAN), turn=6)
    late = asked(ready(), f.Moving(GERMAN), turn=16)
    for state, comes in ((s, True), (late, False)):
        staff = staff_for(GAME, GERMAN, 1)
        staff.act(GAME.view(state, GERMAN), GERMAN)
        assert staff.look is not None
        assert staff.brings_in(staff.look, W.by_id["G-10SS-01"]) == comes
    allied = staff_for(GAME, ALLIED, 1)
    allied.act(GAME.view(asked(ready(side=ALLIED), f.Moving(ALLIED), turn=9), ALLIED), ALLIED)
    assert allied.look is not None
    late_5a = [u.index for u in W.units if u.optional == "5A-8"]
    assert not any(allied.brings_in(allied.look, unit) for unit in late_5a)


def test_the_doors_to_the_west_are_barred() -> None:
    """Germans can reach the bridges of Liège: reinforcements go there first."""
    s = asked(ready(side=ALLIED), f.Moving(ALLIED), turn=2)
    for at, unit in enumerate(W.parents[W.kg_parent].units[:4]):
        place(W, s, unit, W.grid.at("E2204" if at < 2 else "E2205"))
    staff = staff_for(GAME, ALLIED, 1)
    staff.act(GAME.view(s, ALLIED), ALLIED)
    assert {W.grid.at("E1704"), W.grid.at("E1703")} <= set(staff.posted.values())
    assert any(s.where[unit] == NOT_YET for unit in staff.posted)


def later(side: int, profile: str = "full") -> WaveState:
    """Turn 6: the Germans hold St. Vith and are next to Bastogne and a blocked exit."""
    s = asked(ready(profile, side), f.Moving(side), turn=6)
    for cell in ("E3119", "E3004", "E3005", "E2133", "E2033"):
        for unit in [u for u in W.of_side[ALLIED] if s.where[u] == W.grid.at(cell)]:
            lift(W, s, unit)
    first, second, third, *more = [u for u in W.parents[W.kg_parent].units if s.where[u] >= 0]
    place(W, s, first, W.grid.at("E3119"))
    s.german |= 1 << W.grid.at("E3119") | 1 << W.grid.at("E3004")
    place(W, s, second, W.grid.at("E3005"))
    place(W, s, third, W.grid.at("E1301"))
    for unit in more[:4]:
        place(W, s, unit, W.grid.at("E2133"))
    panzers = [u for u in W.parents[W.parent_by_id[GERMAN]["116"]].units if s.where[u] >= 0]
    for unit, cell in zip(panzers, ("E2416", "E2220", "E1918", "E2325", "E3006"), strict=False):
        place(W, s, unit, W.grid.at(cell))
    for unit, cell in zip(W.parents[W.parent_by_id[ALLIED]["101"]].units, ("E1300", "E2033"), strict=False):
        place(W, s, unit, W.grid.at(cell))
    return s


def near_the_end(turn: int, profile: str = "full") -> WaveState:
    """The Allies attack: Germans hold St. Vith, a hex next to it and Verviers, and an Allied division stands
    next to each of them, too weak for an attack at one to one."""
    s = asked(later(ALLIED, profile), f.Fighting(ALLIED), acting=ALLIED, turn=turn)
    st_vith, beside, verviers = (W.grid.at(label) for label in ("E3119", "E3118", "E2505"))
    panzers = W.parents[W.parent_by_id[GERMAN]["116"]].units
    groups = [
        ([st_vith], W.parents[W.kg_parent].units[:4]),
        ([beside], panzers[:3]),
        ([verviers], panzers[3:6]),
        ([W.grid.at("E3019"), W.grid.at("E3219")], W.parents[W.parent_by_id[ALLIED]["2A"]].units[:4]),
        ([W.grid.at("E3018")], W.parents[W.parent_by_id[ALLIED]["3A"]].units[:4]),
        (list(bits(W.grid.near[verviers]))[:3], W.parents[W.parent_by_id[ALLIED]["82"]].units[:9]),
    ]
    for cells, _ in groups:
        for unit in [u for u in range(len(W.units)) if s.where[u] in cells]:
            lift(W, s, unit)
    for cells, units in groups:
        for at, unit in enumerate(units):
            place(W, s, unit, cells[at % len(cells)])
    s.german |= board_of((st_vith, beside, verviers))
    return s


@functools.cache
def positions() -> list[WaveState]:
    """Positions in which weights are tried: movement, combat and declaration of
    both sides, early and later.
    """
    result = [ready(side=GERMAN), ready(side=ALLIED), later(GERMAN), later(ALLIED), later(GERMAN, "basic")]
    result += [asked(later(side), f.Fighting(side), acting=side) for side in (GERMAN, ALLIED)]
    result.append(near_the_end(16))
    return result + [asked(later(side), f.Declaring(side), acting=side) for side in (GERMAN, ALLIED)]


@functools.cache
def short_positions() -> list[tuple[WaveOfTerror, WaveState]]:
    """Return movement and combat of a game of each short scenario, where places decide."""
    result = []
    for scenario in SHORT:
        game = GAME.in_scenario(scenario)
        states = watch(game, both(game, "staff", 3), 3, scenario, lambda s: False)[1]
        result += [(game, s) for s in states if isinstance(s.stack[-1], f.Moving | f.Fighting | f.Declaring)]
    return result


def tried(section: str) -> list[tuple[WaveOfTerror, WaveState]]:
    """Return the positions in which a weight of the section is tried."""
    if section == "places":
        return short_positions()
    sides = {"german": [GERMAN], "allied": [ALLIED]}.get(section, [GERMAN, ALLIED])
    result = [(GAME, s) for s in positions() if s.stack[-1].side in sides]
    return result + short_positions() if section == "work" else result


def orders_of(game: WaveOfTerror, s: WaveState, weights: dict[str, Weights]) -> list[Order]:
    """Return what the staff orders until the phase is over; the other side answers as usual."""
    s = WaveState.from_record(s.record())
    side, mark, dice = s.stack[-1].side, game.phase_mark(s), KeyedDice(seed_from_number(5))
    seats = [staff_for(game, number, 1, weights if number == side else None) for number in (GERMAN, ALLIED)]
    given: list[Order] = []
    while game.to_move(s) and game.phase_mark(s) == mark:
        (asked_now,) = game.to_move(s)
        order, _ = seats[asked_now].act(game.view(s, asked_now), asked_now)
        if asked_now == side:
            given.append(order)
        game.apply(s, asked_now, order, dice)
    return given


@functools.cache
def usual(short: bool, at: int) -> list[Order]:
    return orders_of(*tried("places" if short else "battle")[at], load_weights(WEIGHTS))


def changes_play(section: str, key: str) -> bool:
    """Return whether another weight gives other orders in the same position."""
    for game, s in tried(section):
        short = game is not GAME
        at = [other for _, other in tried("places" if short else "battle")].index(s)
        for factor in (0.0, 5.0):
            weights = load_weights(WEIGHTS)
            weights[section] = weights[section].replaced(**{key: weights[section][key] * factor})
            if orders_of(game, s, weights) != usual(short, at):
                return True
    return False


@pytest.mark.parametrize(
    ("turn", "profile", "staked"), [(6, "full", False), (16, "full", True), (16, "basic", False)]
)
def test_the_allies_stake_everything_on_st_vith_in_the_last_turns(
    turn: int, profile: str, staked: bool
) -> None:
    """At one to three: the side that holds St. Vith at the end of the full game wins it, WOT-4.5."""
    given = orders_of(GAME, near_the_end(turn, profile), load_weights(WEIGHTS))
    attacked = {order.hex for order in given if isinstance(order, o.Attack)}
    assert ("E3119" in attacked) == staked


@pytest.mark.parametrize(
    "name",
    [
        "battle.least",
        "march.risk",
        "german.siege",
        "german.guard",
        "allied.garrison",
        "allied.close",
        "places.taken",
    ],
)
def test_weights_change_play(name: str) -> None:
    assert changes_play(*name.split("."))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [f"{section}.{key}" for section, table in load_weights(WEIGHTS).items() for key in table]
)
def test_every_weight_changes_play(name: str) -> None:
    assert changes_play(*name.split("."))


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
def test_staff_games_are_played_to_the_end_without_a_refusal(profile: str) -> None:
    record = play_game(GAME, ("staff", "staff"), 5, options={"profile": profile})
    assert not record.failure
    assert [side.refused for side in record.sides] == [0, 0]
    assert all("orders without a reason" not in side.counts for side in record.sides)


@pytest.mark.parametrize("scenario", SHORT)
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_a_short_scenario_is_played_for_its_places(scenario: str, side: int) -> None:
    """By the world alone: a part of the map has places, the whole map has points."""
    assert isinstance(staff_for(GAME.in_scenario(scenario), side, 1), PlacesStaff)
    assert not isinstance(staff_for(GAME, side, 1), PlacesStaff)


def in_places(side: int, turn: int = 2, couplet: int = 1) -> tuple[WaveOfTerror, WaveState]:
    """The Skyline Drive without its troops: the side is about to move."""
    game = GAME.in_scenario("skyline")
    s = game.start("skyline", settle_options(game, {}), KeyedDice(seed_from_number(1)))
    s = asked(s, f.Moving(side), turn=turn, couplet=couplet, acting=side)
    for unit in [u for u, cell in enumerate(s.where) if cell >= 0]:
        lift(game.world, s, unit)
    return game, s


def put(game: WaveOfTerror, s: WaveState, **units: str) -> None:
    for unit, cell in units.items():
        place(game.world, s, game.world.by_id[unit.replace("_", "-")], game.world.grid.at(cell))


def planned(game: WaveOfTerror, s: WaveState, side: int) -> PlacesStaff:
    """Return the staff after its first order of the phase: every unit has a post or none."""
    staff = staff_for(game, side, 1)
    assert isinstance(staff, PlacesStaff)
    staff.act(game.view(s, side), side)
    return staff


def test_a_unit_walks_into_an_empty_place() -> None:
    """Only Hosingen is not German and it is empty: the nearest unit goes there, the other is free."""
    game, s = in_places(GERMAN)
    w = game.world
    hosingen = w.grid.at("E3030")
    s.german |= w.board.cities & ~(1 << hosingen)
    put(game, s, G_2_01="E3130", G_26_01="E3331", A_28_06="E2226")
    staff = planned(game, s, GERMAN)
    assert [u for u, cell in staff.posted.items() if cell == hosingen] == [w.by_id["G-2-01"]]


@pytest.mark.parametrize(("enemy", "wanted"), [("E2928", [1, 4]), ("E3526", [1])])
def test_a_place_the_enemy_is_close_to_wants_a_full_stack(enemy: str, wanted: list[int]) -> None:
    """Clervaux: one unit arrives first, because every place needs one."""
    game, s = in_places(ALLIED)
    put(game, s, A_28_06="E2828", G_2_01=enemy)
    staff = planned(game, s, ALLIED)
    assert staff.look is not None
    clervaux = game.world.grid.at("E2828")
    assert [post.number for post in staff.posts(staff.look) if post.cell == clervaux] == wanted


@pytest.mark.parametrize(("side", "leaves"), [(ALLIED, True), (GERMAN, False)])
def test_in_the_last_segment_of_all_nobody_stays_at_its_post(side: int, leaves: bool) -> None:
    """After the Allied turn nobody can respond, and a place stays Allied when they have left it, WOT-3.11."""
    game, s = in_places(side, turn=4, couplet=LAST_COUPLET)
    places = game.world.board.cities
    if side == GERMAN:
        s.german |= places
        put(game, s, G_2_01="E2828", A_28_06="E2928")
    else:
        put(game, s, A_28_06="E2828", G_2_01="E2928")
    staff = planned(game, s, side)
    assert (not staff.posted) == leaves
