"""Read the name in a Host header, and the names under which the server may be called."""

from __future__ import annotations

import ipaddress
import re
from typing import NamedTuple

NAME = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.?", re.ASCII)
PORT = re.compile(r"[0-9]{1,5}", re.ASCII)
LONGEST_NAME = 253  # of a name in the DNS
LAST_PORT = 65535


class Host(NamedTuple):
    name: str  # in lower case, without a last dot; an IPv6 address in its short form, in brackets
    port: int | None


def parse_host(value: str) -> Host | None:
    """Read the value of a Host header; None where it is not a name or address with or without a port."""
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
