"""The options of a match as its state keeps them, and which of them enter its fingerprints.

A fingerprint leaves out an option at its default, so a match recorded before the option existed keeps all its
fingerprints. The first options of each game are an exception: they were published while every option was
hashed, so they are hashed always (`hashed_always`). That tuple is closed; a new option is only a field.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, ClassVar, Self

import msgspec


class ChosenOptions(msgspec.Struct, frozen=True):
    """One field for each option in options.toml, with the same name and default."""

    hashed_always: ClassVar[tuple[str, ...]] = ()  # names as in options.toml

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Self:
        """Read the settled options of a match."""
        return msgspec.convert(options, cls)

    def recorded(self) -> dict[str, Any]:
        """The options that a fingerprint or a recorded position contains, in the order of the fields."""
        return dict(_recorded(self))

    def packed(self) -> msgspec.Raw:
        """The same as msgpack."""
        return _packed(self)


@functools.lru_cache(maxsize=1024)
def _recorded(options: ChosenOptions) -> Mapping[str, Any]:
    fields = msgspec.structs.fields(options)
    values = {field.encode_name: (getattr(options, field.name), field.default) for field in fields}
    always = type(options).hashed_always
    return {name: value for name, (value, default) in values.items() if name in always or value != default}


@functools.lru_cache(maxsize=1024)
def _packed(options: ChosenOptions) -> msgspec.Raw:
    return msgspec.Raw(msgspec.msgpack.encode(_recorded(options)))
