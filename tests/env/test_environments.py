"""The environments keep the contracts of PettingZoo and Gymnasium, in every game."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import ardennes.env
from ardennes.env.turns import Turns
from ardennes.errors import UserError
from tests.env.games import IN_TURN, SHORT

# Style recommendations of PettingZoo: agents called player_0, and observations that are one array.
ADVICE = (
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:We recommend agents to be named in the format:UserWarning",
)
NO_SPEC = "ignore:.*Not able to test alternative render modes:UserWarning"  # there is one mode
advised = [pytest.mark.filterwarnings(words) for words in ADVICE]


def marked(test: Any) -> Any:
    for mark in advised:
        test = mark(test)
    return test


def short(game: str, **settings: Any) -> Turns:
    return ardennes.env.aec(game, SHORT[game], **settings)


@marked
@pytest.mark.parametrize("game", IN_TURN)
def test_aec_keeps_the_contract(game: str) -> None:
    api_test(short(game, render_mode="ansi"), num_cycles=30)


@marked
@pytest.mark.parametrize("game", IN_TURN)
def test_a_whole_campaign_keeps_the_contract(game: str) -> None:
    """Begin with an empty map, if the game has one."""
    api_test(ardennes.env.aec(game), num_cycles=10)


@pytest.mark.parametrize("game", IN_TURN)
def test_aec_is_the_same_again_for_a_seed(game: str) -> None:
    seed_test(lambda: short(game, text=True), num_cycles=20)


def test_parallel_keeps_the_contract_and_is_the_same_again_for_a_seed() -> None:
    parallel_api_test(ardennes.env.parallel("playsheet", SHORT["playsheet"]), num_cycles=30)
    parallel_seed_test(lambda: ardennes.env.parallel("playsheet", SHORT["playsheet"]), num_cycles=15)


@pytest.mark.filterwarnings(NO_SPEC)
def test_gym_keeps_the_contract() -> None:
    check_env(ardennes.env.gym("tigers", "allied", "staff", SHORT["tigers"], text=True, render_mode="ansi"))


@pytest.mark.filterwarnings(NO_SPEC)
@pytest.mark.parametrize("levels", [None, 5])
def test_plan_keeps_the_contract(levels: int | None) -> None:
    check_env(
        ardennes.env.plan("tigers", "german", "turtle", SHORT["tigers"], levels=levels, render_mode="ansi")
    )


def by_chance(env: Turns, seed: int) -> dict[str, float]:
    """Play a whole match; return each agent's total reward."""
    rng = np.random.default_rng(seed)
    spaces = {agent: (env.observation_space(agent), env.action_space(agent)) for agent in env.possible_agents}
    shapes = {agent: str(space) for agent, space in spaces.items()}
    env.reset(seed=seed)
    given = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        visible, reward, ended, cut, _ = env.last()
        assert visible is not None
        assert env.observation_space(agent).contains(visible)
        given[agent] += reward
        env.step(None if ended or cut else rng.choice(np.flatnonzero(visible["action_mask"])))
    assert shapes == {agent: str(space) for agent, space in spaces.items()}
    assert all(spaces[agent][0] is env.observation_space(agent) for agent in env.possible_agents)
    return given


@pytest.mark.parametrize("game", SHORT)
def test_a_match_by_chance_ends_with_a_winner_and_spaces_never_change(game: str) -> None:
    env = short(game)
    given = by_chance(env, 3)
    assert env.play.result is not None
    winner = env.possible_agents[env.play.result.winner or 0]
    assert given[winner] == 1.0
    assert sum(given.values()) == 0.0


def test_the_margin_counts_for_the_german_side() -> None:
    env = short("tigers", reward="margin")
    given = by_chance(env, 3)
    assert env.play.result is not None
    assert given == {"german": env.play.result.margin, "allied": -env.play.result.margin}
    assert env.play.result.margin != 0


def test_both_sides_write_at_once_and_who_has_sealed_waits() -> None:
    env = ardennes.env.parallel("playsheet", SHORT["playsheet"], text=True)
    visible, infos = env.reset(seed=1)
    assert all(mask["action_mask"].sum() > 1 for mask in visible.values())
    allied, german = env.agents
    sealed = {agent: slot_of(infos[agent], "Seal the orders") for agent in env.agents}
    branch = max(infos[german]["choices"])  # a unit: there is more to choose
    visible, *_, infos = env.step({allied: sealed[allied], german: branch})
    assert np.flatnonzero(visible[allied]["action_mask"]).tolist() == [env.play.slots - 1]
    assert infos[allied]["choices"] == {}
    assert env.play.walks[1].trail  # the choice remains valid after the other side has sealed
    assert env.play.table.turn() == 1


def slot_of(info: dict[str, Any], words: str) -> int:
    choices: dict[int, str] = info["choices"]
    return next(slot for slot, said in choices.items() if said == words)


def test_orders_sealed_at_once_are_carried_out() -> None:
    env = ardennes.env.parallel("playsheet", SHORT["playsheet"], text=True)
    _, infos = env.reset(seed=1)
    env.step({agent: slot_of(infos[agent], "Seal the orders") for agent in env.agents})
    assert env.play.table.turn() == 2
    assert set(env.play.walks) == {0, 1}


def test_the_opponent_is_the_named_player() -> None:
    env = ardennes.env.gym("tigers", "german", "turtle", SHORT["tigers"])
    env.reset(seed=5)
    assert [player.name for player in env.play.players.values()] == ["turtle"]
    first = next(side for side, _ in env.play.table.journal)
    assert first == 1  # the Allies hide their dump before the Germans are asked anything


def test_a_slot_that_may_not_be_chosen_counts_as_the_next_that_may() -> None:
    env, same = short("breakthrough", text=True), short("breakthrough", text=True)
    for one in (env, same):
        one.reset(seed=2)
    allowed = env.play.walks[0].allowed()
    wrong = next(slot for slot in range(env.play.slots) if slot not in allowed)
    assert not env.play.allows(0, wrong)
    env.step(wrong)
    same.step(next((slot for slot in allowed if slot > wrong), allowed[0]))
    assert env.infos == same.infos
    assert env.play.table.journal == same.play.table.journal


def test_a_match_without_end_is_cut() -> None:
    env = short("tigers", max_orders=5)
    assert by_chance(env, 1) == {"german": 0.0, "allied": 0.0}
    assert env.play.truncated
    assert env.play.result is None


def test_what_is_drawn_names_what_is_asked_and_what_may_be_chosen() -> None:
    env = short("wave_of_terror", render_mode="ansi", text=True)
    env.reset(seed=1)
    drawn, info = env.render(), env.infos[env.agent_selection]
    assert drawn is not None
    assert info["prompt"] in drawn
    assert list(info["choices"]) == env.play.walks[0].allowed()
    assert all(words in drawn for words in info["choices"].values())
    assert short("wave_of_terror").render() is None


def test_a_long_list_has_a_slot_for_the_next_page() -> None:
    env = short("breakthrough", slots=3, text=True)
    env.reset(seed=1)
    assert env.infos["german"]["choices"][2] == "more choices"
    visible = env.observe("german")
    names = env.play.observer.names["choices"]
    assert visible["observation"]["choices"][2, names.index("next_page")] == 1.0
    before = env.infos["german"]["choices"][0]
    env.step(2)
    assert env.infos["german"]["choices"][0] != before


BAD: dict[str, Callable[[], object]] = {
    "no game 'chess'": lambda: ardennes.env.aec("chess"),
    "no scenario 'rhine'": lambda: ardennes.env.aec("tigers", "rhine"),
    "no option 'tea'": lambda: ardennes.env.aec("tigers", options={"tea": True}),
    "no reward 'gold'": lambda: ardennes.env.aec("tigers", reward="gold"),
    "1 slots are too few": lambda: ardennes.env.aec("tigers", slots=1),
    "no render mode 'human'": lambda: ardennes.env.aec("tigers", render_mode="human"),
    "decide in turn; use ardennes.env.aec": lambda: ardennes.env.parallel("tigers"),
    "no side 'french'": lambda: ardennes.env.gym("tigers", "french"),
    "no player 'zhukov'": lambda: ardennes.env.gym("tigers", "german", "zhukov"),
    "has no knobs": lambda: ardennes.env.plan("playsheet"),
    "4 levels have no middle": lambda: ardennes.env.plan("tigers", levels=4),
}


@pytest.mark.parametrize("words", BAD)
def test_what_cannot_be_made_is_reported(words: str) -> None:
    with pytest.raises(UserError, match=words):
        BAD[words]()


@pytest.mark.parametrize("missing", ["pettingzoo", "gymnasium"])
def test_without_the_extra_it_is_named(missing: str) -> None:
    """In a separate Python process without the package."""
    code = f"import sys; sys.modules[{missing!r}] = None; import ardennes.env"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    text = f"UserError: ardennes.env needs {missing}, which is not installed; the extra env brings it: "
    assert done.stderr.splitlines()[-1].endswith(f"{text}pip install 'ardennes[env]'")
