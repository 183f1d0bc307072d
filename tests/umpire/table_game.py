"""A small game at a real table, and random ones."""

from __future__ import annotations

import random
from typing import Any

from ardennes.errors import UserError
from ardennes.umpire import answers
from ardennes.umpire import game as games
from ardennes.umpire import turn as turns
from ardennes.umpire.game import Game
from ardennes.umpire.roster import read_csv

ROSTER = """id,side,formation,type,status,sp,prepared,dug in
I/3 Pz,german,2nd Panzer,tanks,9,3,yes,
I/304,german,2nd Panzer,infantry,6,3,yes,
II/304,german,2nd Panzer,infantry,7,3,yes,
2 Recce,german,2nd Panzer,recce,5,3,,
III/76,german,2nd Panzer,medium,3,3,,
B/110,allied,28th Division,infantry,7,2,,yes
C/424,allied,106th Division,infantry,5,2,,
707 Tk,allied,28th Division,tank,5,2,,
"""


def small_game() -> Game:
    tables = read_csv(ROSTER, "roster.csv")
    tables["aircraft"] = {
        "II/JG 1": {"side": "german", "type": "fighter", "squadrons": 4},
        "354 FG": {"side": "allied", "type": "fighter", "squadrons": 2},
        "IX TC": {"side": "allied", "type": "transport", "squadrons": 4, "damaged": 1},
        "389 FG": {"side": "allied", "type": "typhoon", "squadrons": 3},
    }
    return games.new_game("Sam", "The Our", tables=tables)


MARNACH = {
    "attacker": ["I/3 Pz", "I/304", "II/304"], "defender": ["B/110", "C/424"], "ground": "wood",
    "attack-guns": ["III/76 10"],
}  # fmt: skip


def unit(game: Game, id: str) -> dict[str, Any]:
    return game.tables["units"][id]


def random_step(game: Game, rng: random.Random, by: str) -> Game:
    """One thing an umpire may do: a fight, a march, bombing, a change by hand, an undo or a redo."""
    alive = [id for id, values in game.tables["units"].items() if values.get("status", 0)]
    what = rng.choice(("fight", "march", "bomb", "hand", "undo", "redo", "plan", "note"))
    values: dict[str, Any]
    dice = [rng.randint(1, 6) for _ in range(6)]
    try:
        if what == "fight":
            sides = ["german", "allied"]
            rng.shuffle(sides)
            chosen = [[id for id in alive if game.tables["units"][id]["side"] == side and id != "III/76"]
                      for side in sides]  # fmt: skip
            values = {"attacker": rng.sample(chosen[0], 1), "defender": rng.sample(chosen[1], 1)}
            return answers.apply_answer(game, by, "fight", values, dice)[0]
        if what == "march":
            values = {
                "troops": rng.choice(alive),
                "leg": [f"{rng.randint(1, 9)} clear"],
                "mode": "road",
            }
            return answers.apply_answer(game, by, "move", values)[0]
        if what == "bomb":
            values = {"force": ["3 typhoon"], "unit": rng.sample(alive, 2)}
            return answers.apply_answer(game, by, "interdict", values, dice)[0]
        if what == "hand":
            return answers.set_unit(game, by, rng.choice(alive), {"place": f"hill {rng.randint(1, 99)}"})
        if what == "plan":
            return turns.add_tasks(
                game, by, [turns.Planned("fight", MARNACH, f"fight {rng.randint(1, 999)}")]
            )
        if what == "note":
            return games.add_entry(game, by, "A note", [])
        return games.undo(game, by) if what == "undo" else games.redo(game, by)
    except (UserError, ValueError):
        return game  # nothing to undo, nobody left to fight
