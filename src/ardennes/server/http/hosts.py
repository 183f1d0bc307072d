"""Parse the names in Host headers."""

from __future__ import annotations

import ipaddress
import re
from typing import NamedTuple

NAME = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.?", re.ASCII)
PORT = re.compile(r"[0-9]{1,5}", re.ASCII)
LONGEST_NAME = 253  # of a name in the DNS
LAST_PORT = 65535


class Host(NamedTuple):
    name: str  # lower case, without a trailing dot; an IPv6 address is in short form and in brackets
    port: int | None


def parse_host(value: str) -> Host | None:
    """Parse a Host header. Return None if it is not a name or address with an optional port."""
    value = value.lower()
    if value.startswith("["):
        inside, end, rest = value[1:].partition("]")
        try:
            name = f"[{ipaddress.IPv6Address(inside)}]" if end and "%" not in inside else ""
        except ValueError:
            return None
    else:
        bare, colon, rest = value.partition(":")
        rest = colon + rest
        name = bare.removesuffix(".") if NAME.fullmatch(bare) and len(bare) <= LONGEST_NAME else ""
    if not name or (rest and not (rest[0] == ":" and PORT.fullmatch(rest[1:]))):
        return None
    port = int(rest[1:]) if rest else None
    return None if port is not None and port > LAST_PORT else Host(name, port)
