"""Cases that repeat a proof: the long soak runs all of them, and the short one a spread.

A test that is about the same statements whatever it is given, or that runs once more through a
server, has shown its proof with one case. Of the others, the short soak runs one for each preset
that they name, and one where they name none. Their mark is `full_soak`, beside `soak`.

What takes long is listed in `long_cases.txt`, which `scripts/long_cases.py` writes.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest

from remembrancer.presets import preset_files
from tests import examples

# Cases that take long, each with `soak`, `full` or both: `make test` leaves it to the soak, the
# short soak to the full one. A smaller proof of the same, or another case, mostly runs before.
FILE: Final = Path(__file__).with_name("long_cases.txt")


def long_cases() -> dict[str, str]:
    """The name of each long case, with who runs it: the short soak, or the full one alone."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    rows = (line.partition(" ") for line in lines if line and not line.startswith("#"))
    return {name: who for who, _, name in rows}


_LONG: Final = long_cases()
_PRESETS = frozenset(preset_files.names())


def leave_to_the_full_soak(cases: Iterable[pytest.Item]) -> None:
    """Marks all of these for the soak, and all but a spread for the long one alone."""
    spread: dict[tuple[str, str | None], pytest.Item] = {}
    for item in cases:
        item.add_marker(pytest.mark.soak)
        before = spread.get(kind := (name_of(item), _preset_of(item)))
        if before is not None:
            before.add_marker(pytest.mark.full_soak)
        spread[kind] = item


def mark_long(item: pytest.Item) -> None:
    """Marks a long case for the soak. With few examples, one for the full soak may still be quick
    enough for `make test`."""
    who = _LONG.get(item.nodeid, _LONG.get(name_of(item), "")).split("+")
    if "soak" in who or (examples.IS_SOAK and "full" in who):
        item.add_marker(pytest.mark.soak)
    if "full" in who:
        item.add_marker(pytest.mark.full_soak)


def name_of(item: pytest.Item) -> str:
    """Its file and its name, without what is given to it."""
    return item.nodeid.partition("[")[0]


def _preset_of(item: pytest.Item) -> str | None:
    case = getattr(item, "callspec", None)
    given = () if case is None else case.params.values()
    return next((one for one in given if isinstance(one, str) and one in _PRESETS), None)
