"""Read a QR code from its modules, as a phone does: format, mask, error correction, bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

Modules = list[list[bool]]
# By level and version: blocks, and bytes of error correction in each; from the tables of ISO/IEC 18004.
BLOCKS = {
    0: [(1, 10), (1, 16), (1, 26), (2, 18), (2, 24), (4, 16), (4, 18), (4, 22), (5, 22), (5, 26)],
}
FORMAT_MASK = 0b101010000010010
ALIGNED = {2: [18], 3: [22], 4: [26], 5: [30], 6: [34], 7: [22, 38], 8: [24, 42], 9: [26, 46], 10: [28, 50]}
MASKS: list[Callable[[int, int], bool]] = [
    lambda row, column: (row + column) % 2 == 0,
    lambda row, column: row % 2 == 0,
    lambda row, column: column % 3 == 0,
    lambda row, column: (row + column) % 3 == 0,
    lambda row, column: (row // 2 + column // 3) % 2 == 0,
    lambda row, column: row * column % 2 + row * column % 3 == 0,
    lambda row, column: (row * column % 2 + row * column % 3) % 2 == 0,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2 == 0,
]
POWERS = [1]
for _ in range(254):
    POWERS.append(POWERS[-1] << 1 ^ (0x11D if POWERS[-1] & 128 else 0))
LOGS = {power: at for at, power in enumerate(POWERS)}


def read(modules: Modules) -> str:
    """Return the text of a code. Raise AssertionError if anything in it is wrong."""
    size = len(modules)
    version = (size - 17) // 4
    assert size == 17 + 4 * version
    level, mask = _format(modules)
    blocks, check = BLOCKS[level][version - 1]
    words = list(_words(modules, version, MASKS[mask]))
    size_of_all = len(words) - blocks * check
    short, longer = divmod(size_of_all, blocks)
    lengths = [short + (at >= blocks - longer) for at in range(blocks)]
    parts: list[list[int]] = [[] for _ in lengths]
    stream = iter(words)
    for at in range(max(lengths)):
        for part, length in zip(parts, lengths, strict=True):
            if at < length:
                part.append(next(stream))
    for _ in range(check):
        for part in parts:
            part.append(next(stream))
    for part in parts:
        assert not any(_syndromes(part, check)), "the error correction does not fit"
    data = [word for part, length in zip(parts, lengths, strict=True) for word in part[:length]]
    bits = "".join(f"{word:08b}" for word in data)
    assert bits[:4] == "0100", "not bytes"
    wide = 8 if version < 10 else 16
    count, start = int(bits[4 : 4 + wide], 2), 4 + wide
    raw = bytes(int(bits[start + 8 * at : start + 8 * at + 8], 2) for at in range(count))
    return raw.decode()


def _format(modules: Modules) -> tuple[int, int]:
    size = len(modules)
    near = [(8, column) for column in (0, 1, 2, 3, 4, 5, 7, 8)] + [(row, 8) for row in (7, 5, 4, 3, 2, 1, 0)]
    far = [(size - 1 - at, 8) for at in range(7)] + [(8, size - 8 + at) for at in range(8)]
    words = []
    for places in (near, far):
        word = 0
        for row, column in places:
            word = word << 1 | modules[row][column]
        words.append(word ^ FORMAT_MASK)
    assert words[0] == words[1], "the two formats differ"
    assert modules[size - 8][8], "the dark module is missing"
    value, rest = words[0], words[0]
    for bit in range(14, 9, -1):
        if rest >> bit & 1:
            rest ^= 0b10100110111 << (bit - 10)
    assert rest == 0, "the format is damaged"
    return value >> 13, value >> 10 & 7


def _reserved(version: int, row: int, column: int) -> bool:
    size = 17 + 4 * version
    if row == 6 or column == 6:
        return True
    if (row < 9 and (column < 9 or column >= size - 8)) or (row >= size - 8 and column < 9):
        return True
    if version >= 7 and ((row < 6 and column >= size - 11) or (column < 6 and row >= size - 11)):
        return True
    middles = [6, *ALIGNED.get(version, [])]
    last = middles[-1]
    corners = {(6, 6), (6, last), (last, 6)}
    return any(
        abs(row - a) <= 2 and abs(column - b) <= 2
        for a in middles
        for b in middles
        if version > 1 and (a, b) not in corners
    )


def _words(modules: Modules, version: int, mask: Callable[[int, int], bool]) -> Iterator[int]:
    size, bits, up = len(modules), list[int](), True
    columns = [column for column in range(size - 1, 0, -2) if column > 6]
    columns += [5, 3, 1]
    for right in columns:
        for row in range(size - 1, -1, -1) if up else range(size):
            for column in (right, right - 1):
                if not _reserved(version, row, column):
                    bits.append(int(modules[row][column]) ^ mask(row, column))
        up = not up
    for at in range(0, len(bits) - 7, 8):
        yield int("".join(map(str, bits[at : at + 8])), 2)


def _syndromes(part: list[int], check: int) -> Iterator[int]:
    for root in range(check):
        total = 0
        for word in part:
            total = (POWERS[(LOGS[total] + root) % 255] if total else 0) ^ word
        yield total
