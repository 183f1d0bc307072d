"""Compute what changed between two views of one seat, so that a client need not load the whole view again.

docs/reference/protocol.md defines the format. A patch is computed from the two JSON documents alone, so it
cannot reveal anything that is in neither view. Values are compared as JSON, since dicts in another order are
equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

_encode = msgspec.json.Encoder().encode


def make_patch(old: Any, new: Any) -> list[Any] | dict[str, Any]:
    """Return the patch that makes `new` of `old`; the new value in a list where that is shorter."""
    if isinstance(old, dict) and isinstance(new, dict):
        patch = _patch_fields(old, new)
    elif isinstance(old, list) and isinstance(new, list):
        patch = _patch_items(old, new)
    else:
        return [new]
    return [new] if patch is None or len(_encode(patch)) > len(_encode(new)) else patch


def _patch_fields(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any] | None:
    """Patch an object; None if its fields changed places."""
    patch: dict[str, Any] = {}
    if list(old) != list(new):
        remaining = [name for name in old if name in new]
        if remaining != [name for name in new if name in old]:
            return None
        patch = {name: [] for name in old if name not in new}
        follower: str | None = None
        for name in reversed(new):  # so that the field to stand before is there already
            if name not in old:
                patch[name] = [new[name]] if follower is None else [new[name], follower]
            follower = name
    for name, value in new.items():
        if name in old and _encode(old[name]) != _encode(value):
            patch[name] = make_patch(old[name], value)
    return patch


def _patch_items(old: list[Any], new: list[Any]) -> dict[str, Any] | None:
    """Patch a list; None if nothing of it stays or its items changed places."""
    old_keys, new_keys = _keys(old), _keys(new)
    if old_keys is None or new_keys is None:
        return _patch_middle(old, new)
    places = dict(zip(old_keys, old, strict=True))
    after = set(new_keys)
    remaining = [key for key in old_keys if key in after]
    if not remaining or remaining != [key for key in new_keys if key in places]:
        return None
    return _items(
        [at for at, key in enumerate(old_keys) if key not in after],
        [[at, new[at]] for at, key in enumerate(new_keys) if key not in places],
        [
            [at, make_patch(places[key], new[at])]
            for at, key in enumerate(new_keys)
            if key in places and _encode(places[key]) != _encode(new[at])
        ],
    )


def _patch_middle(old: list[Any], new: list[Any]) -> dict[str, Any] | None:
    """Patch a list whose items have no names: what stands between a common beginning and a common end."""
    shorter = min(len(old), len(new))
    old_text, new_text = [_encode(item) for item in old], [_encode(item) for item in new]
    first = next((at for at in range(shorter) if old_text[at] != new_text[at]), shorter)
    rest = shorter - first
    same = next((at for at in range(rest) if old_text[-1 - at] != new_text[-1 - at]), rest)
    if len(old) == len(new):
        places = range(first, len(new) - same)
        changes = [[at, make_patch(old[at], new[at])] for at in places if old_text[at] != new_text[at]]
        return _items([], [], changes)
    added = [[at, new[at]] for at in range(first, len(new) - same)]
    return _items([*range(first, len(old) - same)], added, [])


def _items(cut: list[int], add: list[list[Any]], change: list[list[Any]]) -> dict[str, Any]:
    return {name: part for name, part in (("cut", cut), ("add", add), ("change", change)) if part}


def _keys(items: Sequence[Any]) -> list[Any] | None:
    """Return what tells items apart: the first field of an object, a text itself. None if two are alike."""
    keys = [next(iter(item.values()), None) if type(item) is dict else item for item in items]
    named = set(map(type, keys)) <= {str, int}
    return keys if named and len(set(keys)) == len(keys) else None
