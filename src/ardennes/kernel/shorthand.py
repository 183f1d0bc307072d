"""Orders as short text, for any game: how a kind of order is written, and what to say when a text is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ardennes.kernel.wording import BadText
from ardennes.words import closest


class Form(NamedTuple):
    """One kind of order: how it is written, what it does, and how its words are read."""

    usage: str
    about: str
    read: Callable[..., Any]


def form_of(forms: Mapping[str, Form], words: Sequence[str]) -> tuple[Form, Sequence[str]]:
    """The form whose name the text begins with, one word or two, and the words after it."""
    if not words:
        raise BadText(f"Say what to do: {', '.join(forms)}.")
    for length in (2, 1):
        form = forms.get(" ".join(words[:length]).lower())
        if form is not None and len(words) >= length:
            return form, words[length:]
    hint = closest(words[0].lower(), [name.split()[0] for name in forms], 0.5)
    raise BadText(f"There is no order {words[0]!r}.{hint} Orders begin with: {', '.join(forms)}.")
