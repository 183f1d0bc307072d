"""Compare a case's expectations with the results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ardennes.cases.model import Mismatch

MANY_PLACES = 3

OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "not": lambda got, word: not same(word, got),
    "one_of": lambda got, word: any(same(item, got) for item in word),
    "at_least": lambda got, word: bool(got >= word),
    "at_most": lambda got, word: bool(got <= word),
    "has": lambda got, word: all(any(same(w, g) for g in got) for w in as_list(word)),
    "lacks": lambda got, word: not any(any(same(w, g) for g in got) for w in as_list(word)),
}


def as_list(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else [value]


def shown(value: Any) -> str:
    """Format a value as a case file would."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, Fraction):
        return f'"{value}"'
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key} = {shown(item)}" for key, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, set | frozenset):
        return shown(sorted(value, key=str))
    if isinstance(value, Sequence):
        return "[" + ", ".join(shown(item) for item in value) + "]"
    return "nothing" if value is None else str(value)


def same(expected: Any, got: Any) -> bool:
    """Return whether the value is equal as far as the expected value goes."""
    return not differences("", expected, got)


def differences(field: str, expected: Any, got: Any) -> list[Mismatch]:
    """Yield every place where the value differs from the expected one; a table compares only the fields it
    names.
    """
    if isinstance(expected, Mapping):
        if expected and all(key in OPERATORS for key in expected):
            return _by_operator(field, expected, got)
        if isinstance(got, Mapping):
            return _table(field, expected, got)
        return [Mismatch(field, shown(expected), shown(got))]
    if isinstance(got, set | frozenset):
        if isinstance(expected, list) and _as_set(expected) == _as_set(got):
            return []
    elif isinstance(got, list | tuple):
        if isinstance(expected, list) and len(expected) == len(got):
            result: list[Mismatch] = []
            for number, (left, right) in enumerate(zip(expected, got, strict=True), 1):
                result += differences(f"{field}[{number}]", left, right)
            return [Mismatch(field, shown(expected), shown(got))] if result else []
    elif isinstance(got, Fraction):
        if _means(expected, got):
            return []
    elif isinstance(got, bool) or isinstance(expected, bool):
        if got is expected:
            return []
    elif got == expected or (got is None and expected == "none"):
        return []
    return [Mismatch(field, shown(expected), shown(got))]


def _by_operator(field: str, expected: Mapping[str, Any], got: Any) -> list[Mismatch]:
    for word, value in expected.items():
        try:
            fits = OPERATORS[word](got, value)
        except TypeError:
            fits = False
        if not fits:
            return [Mismatch(field, f"{word.replace('_', ' ')} {shown(value)}", shown(got))]
    return []


def _table(field: str, expected: Mapping[str, Any], got: Mapping[str, Any]) -> list[Mismatch]:
    result: list[Mismatch] = []
    for key, value in expected.items():
        at = f"{field}.{key}" if field else key
        if key in got:
            result += differences(at, value, got[key])
        else:
            result.append(Mismatch(at, shown(value), f"no such value; there are: {', '.join(map(str, got))}"))
    return result


def _as_set(values: Sequence[Any] | set[Any] | frozenset[Any]) -> list[str]:
    return sorted(str(value) for value in values)


def _means(written: Any, got: Fraction) -> bool:
    """Return whether the value is the written fraction. One with many decimals may be rounded in the last."""
    text = str(written)
    places = len(text.partition(".")[2])
    leeway = Fraction(1, 2 * 10**places) if places >= MANY_PLACES else 0
    try:
        return abs(Fraction(text) - got) <= leeway
    except (ValueError, ZeroDivisionError):
        return False
