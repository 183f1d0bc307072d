"""Apply patches of views in Python, as js/lib/patch.js does in the page."""

from __future__ import annotations

from typing import Any


def apply_patch(old: Any, patch: list[Any] | dict[str, Any]) -> Any:
    """Return what a patch makes of a value, which stays as it was."""
    if isinstance(patch, list):
        return patch[0]
    if isinstance(old, list):
        cut = set(patch.get("cut", ()))
        items = [item for at, item in enumerate(old) if at not in cut]
        for at, value in patch.get("add", ()):
            items.insert(at, value)
        for at, change in patch.get("change", ()):
            items[at] = apply_patch(items[at], change)
        return items
    fields = [
        (name, apply_patch(value, patch[name]) if name in patch else value)
        for name, value in old.items()
        if patch.get(name) != []
    ]
    for name, change in patch.items():
        if change and name not in old:
            names = [one for one, _ in fields]
            at = names.index(change[1]) if len(change) > 1 else len(fields)
            fields.insert(at, (name, change[0]))
    return dict(fields)
