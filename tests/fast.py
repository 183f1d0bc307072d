"""Which tests ./test --fast runs."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

LEFT_OUT = ("browser", "fuzz")  # folders
FEW = 2  # minimum rows of a parametrized test, if there are as many
SPARSE = 12  # one row in this many of a very long table, such as the case files
SERVED = 6  # one test in this many of those that use a real server or database


def fast_ones(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Select every test that is not long; of long tables and the server's tests the same sample each time."""
    rows: dict[str, list[pytest.Item]] = {}
    sampling = list[pytest.Item]()
    for item in items:
        if item.get_closest_marker("samples_itself"):
            sampling.append(item)
        elif not any(item.get_closest_marker(name) for name in ("long", "slow")):
            rows.setdefault(item.nodeid.partition("[")[0], []).append(item)
    chosen = [item for of_one in rows.values() for item in of_one[:: min(len(of_one) // FEW, SPARSE) or 1]]
    served = [item for item in chosen if "tests/server/" in item.nodeid]
    left = {item for i, item in enumerate(served) if i % SERVED}
    return [*sampling, *(item for item in chosen if item not in left)]
