"""A position as a short TOML text that can be pasted into a bug report, and read back.

The text holds the state itself, not the orders that led to it. It stays at a few kilobytes, while a journal
grows with every order. The state is recorded as in the snapshot of a save file, so every field that the
fingerprint covers is in it. The `given` of case files is not enough: it lays out a board at the beginning of
a phase, never in the middle of one.

A text of the whole position also holds the seeds, so that the same dice follow. A text for one side is made
from that side's view and holds no seed.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import textwrap
import tomllib
import zlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from ardennes.dice import new_seed
from ardennes.errors import UserError
from ardennes.kernel.contract import AnyGame, State
from ardennes.kernel.match import Fork, Setting, check_scenario, settle_options
from ardennes.kernel.nesting import TOO_DEEP, is_too_deep
from ardennes.words import closest

MARK = "[ardennes-position]"
EVERYTHING = "everything"
MAX_BYTES = 16 * 1024 * 1024  # of a position, unpacked
LINE = 100  # characters of packed data
# From the heading to the end of the data; anything around it, such as a code fence, is skipped.
_TEXT = re.compile(re.escape(MARK) + r'.*?^data = """.*?"""', re.DOTALL | re.MULTILINE)


class PositionError(UserError):
    """An invalid position text."""


class Position(NamedTuple):
    """A parsed position: the game as its scenario plays it, the match setting and the state."""

    game: AnyGame
    setting: Setting
    state: Any
    side: str  # the side whose knowledge it is; empty: everything


class _Dice(msgspec.Struct):
    """The seeds of a match. A text for one side has none."""

    seed: str
    nonces: tuple[str, ...] = ()
    forks: tuple[tuple[int, str, tuple[str, ...]], ...] = ()
    known: str = ""


class _Data(msgspec.Struct):
    """The packed content of the text."""

    state: dict[str, Any]
    dice: _Dice | None = None


class _Head(msgspec.Struct, forbid_unknown_fields=True):
    """The readable part of the text, and the packed data."""

    game: str
    rules: str
    scenario: str
    options: dict[str, Any]
    holds: str
    about: str
    fingerprint: str
    checksum: str
    data: str


def is_position(text: str) -> bool:
    """Return whether a text has the heading of a position."""
    return MARK in text


def write(
    game: AnyGame, state: State, setting: Setting, *, side: int | None = None, with_dice: bool = True
) -> str:
    """Return a position as a text. With a side, `state` must be that side's view, and no seed is written."""
    dice = _dice(setting) if with_dice and side is None else None
    packed = zlib.compress(msgspec.json.encode(_Data(state.record(), dice)), 9)
    usual = {spec.key: spec.default for spec in game.options}
    options = {key: value for key, value in setting.options.items() if value != usual[key]}
    data = base64.b64encode(packed).decode()
    asked = "; ".join(f"{game.sides[d.side]}: {d.prompt}" for d in game.decisions(state))
    head = _Head(
        game=game.id,
        rules=game.version,
        scenario=setting.scenario,
        options=options,
        holds=EVERYTHING if side is None else game.sides[side],
        about=asked or "The match is over.",
        fingerprint=state.digest(),
        checksum="",
        data=data,
    )
    head.checksum = _checksum(head)
    lines = [f"{name} = {_toml(getattr(head, name))}" for name in head.__struct_fields__ if name != "data"]
    return "\n".join([MARK, *lines, 'data = """', *textwrap.wrap(data, LINE), '"""', ""])


def read(text: str, find_game: Callable[[str, str], AnyGame]) -> Position:
    """Read a position text; PositionError or UserError says what is wrong with it."""
    head = _head(text)
    game = find_game(head.game, "")
    if head.rules != game.version:
        raise PositionError(
            f"the position was written under rules version {head.rules} of {game.name}, and this program has "
            f"{game.version}; open it with the program that wrote it"
        )
    check_scenario(game, head.scenario)
    game = find_game(head.game, head.scenario)
    options = settle_options(game, head.options)
    holds = (EVERYTHING, *game.sides)
    if head.holds not in holds:
        raise PositionError(
            f"the position holds {head.holds!r}; it can hold: {', '.join(holds)}.{closest(head.holds, holds)}"
        )
    try:
        data = _unpacked(head.data)
        state = game.read_state(data.state)
        setting = _setting(head.scenario, options, data.dice)
    except (msgspec.MsgspecError, ValueError, OverflowError, zlib.error) as error:
        raise PositionError(f"the position is damaged: {error}; copy it again in full") from None
    if state.digest() != head.fingerprint:
        raise PositionError(
            f"the position is damaged: its state has the fingerprint {state.digest()}, not {head.fingerprint}"
        )
    return Position(game, setting, state, "" if head.holds == EVERYTHING else head.holds)


def _head(text: str) -> _Head:
    """The fields of a text, with its checksum compared."""
    match = _TEXT.search(text)
    if match is None:
        raise PositionError(
            f"this is not a whole position: it must begin with {MARK} and end with the three quotation marks "
            "below its data"
        )
    try:
        table = tomllib.loads(match[0])[MARK.strip("[]")]
        head = msgspec.convert(table, _Head)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise PositionError(f"the position is damaged: {error}; copy it again in full") from None
    head.data = "".join(head.data.split())
    if _checksum(head) != head.checksum:
        raise PositionError(
            "the position is damaged: its checksum does not match its content; copy it again in full"
        )
    return head


def _checksum(head: _Head) -> str:
    """Return a short hash of all other fields, so that a changed or shortened text is refused."""
    fields = [getattr(head, name) for name in head.__struct_fields__ if name != "checksum"]
    return hashlib.blake2b(msgspec.json.encode(fields, order="sorted"), digest_size=6).hexdigest()


def _toml(value: Any) -> str:
    """Format a value as TOML. JSON formats texts, numbers and Booleans the same way."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + "}"
    return msgspec.json.encode(value).decode()


def _dice(setting: Setting) -> _Dice:
    forks = tuple((fork.first, fork.seed.hex(), tuple(fork.nonces)) for fork in setting.forks)
    return _Dice(setting.seed.hex(), tuple(setting.nonces), forks, setting.known)


def _setting(scenario: str, options: dict[str, Any], dice: _Dice | None) -> Setting:
    """Return the setting of the match that continues from the position; without seeds the dice are new."""
    if dice is None:
        return Setting(scenario, options, new_seed())
    forks = tuple(Fork(first, bytes.fromhex(seed), nonces) for first, seed, nonces in dice.forks)
    return Setting(scenario, options, bytes.fromhex(dice.seed), dice.nonces, forks, dice.known)


def _unpacked(data: str) -> _Data:
    """Unpack the packed part of a text. A few bytes can unpack to gigabytes, so the size is limited."""
    try:
        packed = base64.b64decode(data, validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from None
    unpacker = zlib.decompressobj()
    plain = unpacker.decompress(packed, MAX_BYTES)
    if not unpacker.eof:
        raise ValueError("its data is cut short, or larger than any position")
    if is_too_deep(plain):
        raise ValueError(f"it has {TOO_DEEP}")
    return msgspec.json.decode(plain, type=_Data)
