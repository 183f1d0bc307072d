"""Forged match files: changed in every way, and sent to the server and to `ardennes verify`."""

from __future__ import annotations

import copy
import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from ardennes.kernel import savefile
from ardennes.kernel.match import promise_of
from tools.siege.fuzz import NUMBERS, ODD, STRINGS, nested
from tools.siege.plan import Round
from tools.siege.table import make

File = dict[str, Any]
BATCH = 12  # files per `ardennes verify`
PROMISE = 16  # characters of it, as people compare them
SOUND = (("wave_of_terror", 10), ("playsheet", 3))  # games that can be conceded, and orders before that
DICE = ("seed", "nonces", "forks")


# Changes to a file's content. The forger then corrects checksum and promise if possible.


def other_seed(file: File, rng: Random) -> None:
    file["seed"] = rng.randbytes(len(file["seed"]) // 2).hex()


def other_fork(file: File, rng: Random) -> None:
    """Replace all dice from one on by the forger's."""
    file["forks"] = [*file["forks"], [rng.randrange(3), rng.randbytes(32).hex(), []]]


def fork_without_shares(file: File, rng: Random) -> None:
    file["forks"] = [[0, rng.randbytes(32).hex()]]


def other_shares(file: File, rng: Random) -> None:
    file["nonces"] = ["A" * 22, "B" * 22]


def no_forks(file: File, rng: Random) -> None:
    file["forks"] = []


def many_forks(file: File, rng: Random) -> None:
    file["forks"] = [[number, rng.randbytes(32).hex(), []] for number in range(2000)]


def older_format(file: File, rng: Random) -> None:
    """Forks of older files have no promise."""
    file["format_version"] = 1
    other_fork(file, rng)


def other_rolls(file: File, rng: Random) -> None:
    _line(file, rng)[3] += rng.choice((-1, 1, 100))


def other_digest(file: File, rng: Random) -> None:
    line = _line(file, rng)
    line[2] = line[2][::-1]


def other_side(file: File, rng: Random) -> None:
    line = _line(file, rng)
    line[0] = rng.choice((1 - line[0], 2, -1, 2**40))


def other_order(file: File, rng: Random) -> None:
    order = _line(file, rng)[1]
    order[rng.choice(list(order))] = rng.choice((*STRINGS, *ODD))


def order_doubled(file: File, rng: Random) -> None:
    at = rng.randrange(len(file["journal"]))
    file["journal"].insert(at, file["journal"][at])


def order_left_out(file: File, rng: Random) -> None:
    del file["journal"][rng.randrange(len(file["journal"]) - 1)]


def orders_swapped(file: File, rng: Random) -> None:
    journal = file["journal"]
    at = rng.randrange(len(journal) - 1)
    journal[at], journal[at + 1] = journal[at + 1], journal[at]


def other_end(file: File, rng: Random) -> None:
    """Let the other side concede."""
    file["journal"][-1][0] = 1 - file["journal"][-1][0]


def other_result(file: File, rng: Random) -> None:
    file["result"] = {"winner": 0, "level": "decisive", "points": 99}


def other_start(file: File, rng: Random) -> None:
    file["start"] = rng.randbytes(16).hex()


def other_promise(file: File, rng: Random) -> None:
    file["commitment"] = rng.randbytes(32).hex()


def other_options(file: File, rng: Random) -> None:
    file["options"][rng.choice((*file["options"], "nothing"))] = rng.choice((*STRINGS, *ODD))


def other_words(file: File, rng: Random) -> None:
    file[rng.choice(("game", "rules", "scenario", "format", "known"))] = rng.choice(STRINGS)


def a_snapshot(file: File, rng: Random) -> None:
    file["snapshot_at"], file["snapshot"] = len(file["journal"]), {"turn": 99, "over": True}


def anything(file: File, rng: Random) -> None:
    """Change any value in the file."""
    at: Any = file
    while True:
        key = rng.choice(list(at)) if isinstance(at, dict) else rng.randrange(len(at))
        inner = at[key]
        if not isinstance(inner, dict | list) or not inner or rng.random() < 0.2:
            at[key] = rng.choice((*STRINGS, *NUMBERS, *ODD, nested(rng.choice((3, 300)))))
            return
        at = inner


def _line(file: File, rng: Random) -> list[Any]:
    result: list[Any] = rng.choice(file["journal"])
    return result


CHANGES: tuple[Callable[[File, Random], None], ...] = (
    other_seed, other_fork, fork_without_shares, other_shares, no_forks, many_forks, older_format,
    other_rolls, other_digest, other_side, other_order, order_doubled, order_left_out, orders_swapped,
    other_end, other_result, other_start, other_promise, other_options, other_words, a_snapshot,
    anything, anything, anything,
)  # fmt: skip


# Changes to the bytes


def cut(data: bytes, rng: Random) -> bytes:
    return data[: rng.randrange(len(data))]


def flipped(data: bytes, rng: Random) -> bytes:
    result = bytearray(data)
    for _ in range(rng.choice((1, 1, 5))):
        result[rng.randrange(len(result))] ^= 1 << rng.randrange(8)
    return bytes(result)


def deep(data: bytes, rng: Random) -> bytes:
    return rng.choice(
        (b"[" * 200_000, b'{"format":' * 50_000, data[:-1] + b',"x":' + b"[" * 3000 + b"]" * 3000 + b"}")
    )


def huge_number(data: bytes, rng: Random) -> bytes:
    digits = rng.choice((b"9" * 5000, b"1e999", b"-" + b"9" * 30))
    return re.sub(rb'"format_version":\s*\d+', b'"format_version":' + digits, data)


def with_nul(data: bytes, rng: Random) -> bytes:
    return data.replace(b'"game":', rng.choice((b'"ga\\u0000me":', b'"ga\0me":', b'"\\ud800":')), 1)


def said_twice(data: bytes, rng: Random) -> bytes:
    """Repeat a field at the end: parsers differ on which of the two counts."""
    return data[:-1] + b',"seed":"' + rng.randbytes(32).hex().encode() + b'"}'


def no_file(data: bytes, rng: Random) -> bytes:
    return rng.choice(
        (b"", b"null", b"[]", b"{}", b"\xff\xfe\x00", b"\xef\xbb\xbf" + data, rng.randbytes(500))
    )


OF_BYTES: tuple[Callable[[bytes, Random], bytes], ...] = (
    cut, flipped, flipped, deep, huge_number, with_nul, said_twice, no_file,
)  # fmt: skip


class Forgery(NamedTuple):
    how: str
    data: bytes
    sound: File  # the original file


def put_right(file: File) -> File:
    """Compute promise and checksum as a forger would; keep them if that fails."""
    try:
        save = msgspec.convert(file, savefile.SaveFile)
        setting = savefile._setting(save, save.options)
        if save.format_version >= savefile.ONE_PROMISE:
            save.commitment = promise_of(setting)
        save.checksum = savefile._checksum(save)
    except (msgspec.MsgspecError, ValueError, OverflowError, RecursionError):
        return file
    return {**file, "commitment": save.commitment, "checksum": save.checksum}


def forge(sound: bytes, rng: Random) -> Forgery:
    file: File = json.loads(sound)
    if rng.random() < 0.25:
        change = rng.choice(OF_BYTES)
        return Forgery(change.__name__, change(sound, rng), file)
    how = rng.choice(CHANGES)
    changed = copy.deepcopy(file)
    how(changed, rng)
    right = rng.random() < 0.8 and how is not other_promise
    data = json.dumps(put_right(changed) if right else changed).encode()
    return Forgery(f"{how.__name__}{', corrected' if right else ''}", data, file)


def same_match(data: bytes, sound: File) -> bool:
    """Return whether the dice are those of the original, and the last position is one of its positions.

    Orders that change nothing may differ, such as the same order written differently. A file cannot prove who
    gave an order, only that it was legal and that the dice were those promised.
    """
    try:
        file = json.loads(data)
        last = file["journal"][-1] if file["journal"] else None
        known = last is None or any(line[2:4] == last[2:4] for line in sound["journal"])
        return known and all(file.get(name) == sound.get(name) for name in DICE)
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        return False


# The attack


def forged(now: Round) -> None:
    folder = now.folder()
    file, seats = _finished(now, *SOUND[now.number % len(SOUND)])
    while now.go_on():
        files = [forge(file, now.rng) for _ in range(BATCH)]
        for one in files:
            _take_in(now, one, seats)
        _verify(now, folder, files, json.loads(file)["commitment"])


def _finished(now: Round, game: str, orders: int) -> tuple[bytes, dict[str, str]]:
    """Return a whole match file, with its seed; sometimes of a fork."""
    table = make(now.keep, game, at="127.0.0.70")
    table.play(now.rng, orders)
    for _ in range(2):
        seat = table.view(next(iter(table.tokens)))["to_move"][0]
        table.give(seat, {"do": "concede" if game == "wave_of_terror" else "resign"}, table.view(seat)["seq"])
        if now.rng.random() < 0.5:
            break
        made = table.ask(seat, "POST", "/fork", {"at": max(0, table.view(seat)["orders"] - 1)}).json()
        table.id, table.tokens = made["id"], made["tokens"]
    data = table.ask(next(iter(table.tokens)), "GET", "/export").body
    if b'"ardennes-match"' not in data:  # the fork was not conceded
        return _finished(now, game, orders)
    return data, dict.fromkeys(table.tokens, "me")


def _take_in(now: Round, one: Forgery, seats: dict[str, str]) -> None:
    at = f"127.0.0.{now.rng.randrange(70, 90)}"
    client = now.keep.client(at)
    body = b'{"seats":' + json.dumps(seats).encode() + b',"match":' + one.data + b"}"
    answer = client.ask("POST", "/api/matches/import", raw=body, headers=now.keep.lobby)
    now.count("files given to the server")
    request = f"{one.how}: {one.data[:1000]!r}"
    now.expect(answer.status < 500, f"a forged file is answered {answer.status}", request, answer)
    now.expect(
        answer.status < 400 or bool(answer.words),
        "a forged file is refused without a message",
        request,
        answer,
    )
    if answer.status == 201:
        now.count("taken in")
        made = answer.json()
        token = next(iter(made["tokens"].values()))
        dice = client.ask("GET", f"/api/matches/{made['id']}", token=token).json()["dice"]
        known = "owner" in str(dice) and not same_match(one.data, one.sound)
        now.expect(
            not known, "a file with other dice is shown as known to the server's owner alone", request, dice
        )
        now.keep.owner("DELETE", f"/api/matches/{made['id']}", at=at)


def _verify(now: Round, folder: Path, files: list[Forgery], promise: str) -> None:
    """Run `ardennes verify` with the published promise: VERIFIED only if nothing relevant differs."""
    named = {}
    for number, one in enumerate(files):
        path = folder / f"forged-{number}.json"
        path.write_bytes(one.data)
        named[path.name] = one
    command = [*now.siege.serve, "verify", "--promise", promise[:PROMISE]]
    done = subprocess.run(
        [*command, *(str(folder / name) for name in named)], capture_output=True, timeout=300, check=False
    )
    said = (done.stdout + done.stderr).decode(errors="replace")
    now.count("files given to verify", len(named))
    if "Traceback" in said:
        now.broke("verify fails on a forged file", [one.how for one in files], said[-1200:])
        return
    judged = re.findall(r"^(?:NOT VERIFIED: |\S+: VERIFIED$)", said, re.MULTILINE)
    now.expect(
        len(judged) == len(named), "verify does not judge every file", [one.how for one in files], said
    )
    for name in re.findall(r"^(\S+): VERIFIED$", said, re.MULTILINE):
        one = named[name]
        now.count("of them verified, since nothing that matters was altered")
        now.expect(
            same_match(one.data, one.sound),
            "a forged file is VERIFIED",
            f"{one.how}: {one.data[:1000]!r}",
            said,
        )
