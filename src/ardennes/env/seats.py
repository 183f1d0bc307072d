"""What the environments of PettingZoo and Gymnasium do alike."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from ardennes.env.play import Play
from ardennes.errors import UserError

MODES = ("ansi",)


def check_mode(render_mode: str | None) -> str | None:
    if render_mode is not None and render_mode not in MODES:
        raise UserError(f"there is no render mode {render_mode!r}; there is: {', '.join(MODES)}")
    return render_mode


def masked_space(play: Play) -> spaces.Dict:
    mask = spaces.Box(0, 1, (play.slots,), np.int8)
    return spaces.Dict({"observation": spaces.Dict(dict(play.observer.space)), "action_mask": mask})


def masked(play: Play, side: int) -> dict[str, Any]:
    """What a side sees, and which slots it may choose."""
    return {"observation": play.observe(side), "action_mask": play.mask(side)}


def next_seed(seed: int | None, rng: np.random.Generator) -> int:
    """The seed of the next match: the one given, or one that the generator draws."""
    return seed if seed is not None else int(rng.integers(2**31))
