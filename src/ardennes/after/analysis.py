"""The account of a finished match, light in seconds, deep with its decisions tried again."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from ardennes import __version__
from ardennes.after.account import Account, Fortune, LuckDay, Throw
from ardennes.after.checks import checked
from ardennes.after.course import Course, Stretch, check_over, course_of, fingerprint
from ardennes.after.decisions import Progress, judged
from ardennes.after.luck import Cast, counted_in_bins, rarity, redrawn
from ardennes.after.swings import CANDIDATES, MOST, swings_of
from ardennes.after.value import Value, value_of
from ardennes.after.verdict import deciding_day
from ardennes.kernel.contract import Event, Rolled
from ardennes.kernel.forecast import MOST_SEQUENCES
from ardennes.kernel.match import Match
from ardennes.words import counted

LIGHT, FULL = 16, 64  # drawn samples of an order whose dice are too many to play every outcome
LIGHT_WAYS = 36  # ... of the light account where a throw is a whole turn: beyond, its dice are drawn
LARGEST = 5
CHECKING = 0.4  # share of a deep look that goes into turning points
EIGHT_OF_TEN = 1.2816  # standard deviations of a normal spread
FORMAT = "3"  # of kept accounts
NAMED = 3  # units of a throw that are named
LONGEST = 140  # letters of what came of a throw


def light_account(match: Match[Any], samples: int = LIGHT, players: Sequence[str] = ()) -> Account:
    """What can be told without trying anything again; `players` by side, where they are known."""
    check_over(match)
    value = value_of(match.game, match.setting.scenario, players)
    if value is None:
        return _with_decision(match, Account(fingerprint(match), _versions(match, None), (), None, (), ()))
    ways = LIGHT_WAYS if value.reading.at_once else MOST_SEQUENCES
    return _account(match, course_of(match, value, samples, ways), value)


def deep_account(
    match: Match[Any],
    progress: Progress = lambda share, words: None,
    workers: int = 1,
    folder: Path | None = None,
    players: Sequence[str] = (),
) -> Account:
    """The light account with all dice sampled in full, and the decisions tried again.

    It is kept in `folder` by the fingerprint of the journal and the versions, and read from there again.
    """
    check_over(match)
    value = value_of(match.game, match.setting.scenario, players)
    if value is None:
        return light_account(match)
    file = _file_of(match, value, folder)
    if (stored := _read(file)) is not None:
        return stored
    course = course_of(match, value, FULL)
    account = _account(match, course, value, CANDIDATES)
    confirmed, dropped = checked(
        match, value, account.swings, lambda share, words: progress(CHECKING * share, words), workers
    )
    account = msgspec.structs.replace(account, swings=confirmed, dropped=dropped)
    verdicts = judged(
        match,
        value,
        course,
        lambda share, words: progress(CHECKING + (1 - CHECKING) * share, words),
        workers,
    )
    account = _with_decision(match, msgspec.structs.replace(account, verdicts=verdicts))
    if file is not None:
        _keep(file, msgspec.json.encode(account))
    return account


def _keep(file: Path, data: bytes) -> None:
    """Write a file whole, first under a name nobody can foresee; only this user can enter its folder."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, part = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    with os.fdopen(handle, "wb") as writing:
        writing.write(data)
    Path(part).replace(file)


def best_account(match: Match[Any], folder: Path | None = None, players: Sequence[str] = ()) -> Account:
    """Return the deep account that is stored for a match, else its light account.

    So the end page, the report and the terminal agree once somebody has looked deeply.
    """
    value = value_of(match.game, match.setting.scenario, players)
    stored = _read(_file_of(match, value, folder)) if value is not None else None
    return stored or light_account(match, players=players)


def _file_of(match: Match[Any], value: Value, folder: Path | None) -> Path | None:
    return folder / f"{_mark(match, value)}.json" if folder is not None else None


def _read(file: Path | None) -> Account | None:
    """Read a stored account; None where there is none, or it is damaged or of another version."""
    if file is None or not file.is_file():
        return None
    try:
        return msgspec.json.decode(file.read_bytes(), type=Account)
    except msgspec.DecodeError:
        return None


def _mark(match: Match[Any], value: Value) -> str:
    """What a deep account follows from: the match, and the programs that look at it."""
    words = [fingerprint(match), __version__, FORMAT, *_versions(match, value).values()]
    words += map(value.taken_for, range(len(value.players)))
    return hashlib.blake2b("\0".join(words).encode(), digest_size=16).hexdigest()


def _versions(match: Match[Any], value: Value | None) -> dict[str, str]:
    result = {
        "game": match.game.id,
        "scenario": match.setting.scenario,
        "rules": match.game.version,
        "engine": __version__,
        "players": __version__,  # they come with the program
    }
    return result | {"model": value.trust().model} if value is not None else result


def _account(match: Match[Any], course: Course, value: Value, most: int = MOST) -> Account:
    account = Account(
        fingerprint(match),
        _versions(match, value),
        course.moments,
        value.trust(),
        luck_of(match, course, value),
        swings_of(match, course, value, most),
    )
    return _with_decision(match, account)


def _with_decision(match: Match[Any], account: Account) -> Account:
    return msgspec.structs.replace(account, decided=deciding_day(match, account))


def luck_of(match: Match[Any], course: Course, value: Value) -> tuple[Fortune, ...]:
    """Each side's luck: what one side's dice gain, the other side loses."""
    thrown = [(stretch, stretch.dice) for stretch in course.stretches if stretch.dice is not None]
    casts = [dice for _, dice in thrown]
    total = sum(dice.gain for dice in casts)
    error = sqrt(sum(dice.error**2 for dice in casts))
    sums = redrawn(casts, Random(fingerprint(match)))
    rare, reach = rarity(sums, total), max(1e-6, abs(total), *map(abs, sums))
    bins = counted_in_bins(sums, reach)
    days = _luck_by_day(thrown)
    result = value.chances(match.state).worth
    largest = sorted(thrown, key=lambda pair: -abs(pair[1].gain))[:LARGEST]
    found = []
    for side in range(len(match.game.sides)):
        sign = 1 if side == 0 else -1
        mine = result if side == 0 else 1 - result
        found.append(
            Fortune(
                side,
                round(sign * total, 6),
                round(error, 6),
                rare,
                sum(stretch.side == side for stretch, _ in thrown),
                round(mine - sign * total, 6),
                tuple(_throw(stretch, dice, value) for stretch, dice in largest),
                tuple(LuckDay(day, round(sign * sum_, 6), round(spread, 6)) for day, sum_, spread in days),
                bins[::sign],
                round(reach, 6),
            )
        )
    return tuple(found)


def _luck_by_day(thrown: Sequence[tuple[Stretch, Cast]]) -> list[tuple[int, float, float]]:
    """By day: the first side's luck up to its evening, and how far 8 of 10 redraws lie from none."""
    result: dict[int, tuple[float, float]] = {}
    total = variance = 0.0
    for stretch, dice in thrown:
        total, variance = total + dice.gain, variance + dice.variance
        result[stretch.day] = total, variance
    return [(day, total, EIGHT_OF_TEN * sqrt(variance)) for day, (total, variance) in result.items()]


def _throw(stretch: Stretch, dice: Cast, value: Value) -> Throw:
    sign = 1 if stretch.side == 0 else -1
    reading, battle = value.reading, stretch.battle
    hex_ = battle.hexes[0] if battle else stretch.hex
    if battle is None:
        what = _rolled_for([value.game.tell(e) for e in stretch.events if isinstance(e, Rolled)])
    else:
        names = [reading.unit_name(unit) for unit in battle.attackers[:NAMED]]
        more = len(battle.attackers) - len(names)
        who = ("; " if reading.at_once else ", ").join(names) + (f" and {more} more" if more > 0 else "")
        what = f"{who} attacked {reading.where(hex_)} at {_odds(battle.odds)}"
        others = stretch.battles - 1
        what += f", and {counted(others, 'other battle')} of the phase" if others else ""
    return Throw(
        stretch.first,
        stretch.turn,
        stretch.day,
        stretch.side,
        reading.where(hex_) if hex_ else "",
        hex_,
        what,
        _came(stretch, value),
        round(sign * dice.gain, 6),
        round(dice.often(sign), 6),
        round(dice.often(-sign), 6),
        dice.exact,
    )


def _rolled_for(lines: list[str]) -> str:
    """What dice were for, from the lines the log has of them: Die 3: demolition of E3124 [WOT-9.14]."""
    result = dict.fromkeys(line.partition(": ")[2].partition(" [")[0] for line in lines)
    first = next(iter(result), "dice of the phase")
    more = f" and {len(result) - 1} more" if len(result) > 1 else ""
    return first[:1].upper() + first[1:] + more


def _odds(words: str) -> str:
    """As a game's measures have them: 3:1, 9.25, or the score of the sheet."""
    one, sign, other = words.partition(":")
    if sign:
        return f"{one} : {other}"
    try:
        return f"{float(words):.1f} : 1"
    except ValueError:  # the sheet's score, and the column it is read in
        score, _, column = words.partition(" ")
        return f"a score of {score.replace('-', '−')}, {column} column"


def _came(stretch: Stretch, value: Value) -> str:
    """What the dice showed and what they did, as far as a line holds."""
    battle, rolled = stretch.battle, [e for e in stretch.events if isinstance(e, Rolled)]
    if battle is not None and battle.dice:
        faces = ", ".join(map(str, battle.dice))
        lost = f"attackers lost {battle.losses[0]}, defenders {battle.losses[1]}"
        told = battle.result.replace("_", " ")
        result = f"{told}; " if any(letter.isalpha() for letter in told) else ""  # 2/1 is told by the losses
        return f"rolled {faces}: {result}{lost}"
    told = " ".join(value.game.tell(event) for event in stretch.events if _tells(event))
    words = f"rolled {rolled[0].die}" if len(rolled) == 1 else f"{len(rolled)} dice" if rolled else ""
    line = ": ".join(part for part in (words, told) if part)
    return line if len(line) <= LONGEST else line[:LONGEST].rpartition(" ")[0] + " …"


def _tells(event: Event) -> bool:
    return not isinstance(event, Rolled) and type(event).__name__ not in ("PhaseBegan", "TurnBegan")
