"""Cases that repeat a proof: the long soak runs all of them, and the short one a spread.

A test that is about the same statements whatever it is given, or that runs once more through a
server, has shown its proof with one case. Of the others, the short soak runs one for each preset
that they name, and one where they name none. Their mark is `full_soak`, beside `soak`.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from remembrancer.presets import preset_files

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


def name_of(item: pytest.Item) -> str:
    """Its file and its name, without what is given to it."""
    return item.nodeid.partition("[")[0]


def _preset_of(item: pytest.Item) -> str | None:
    case = getattr(item, "callspec", None)
    given = () if case is None else case.params.values()
    return next((one for one in given if isinstance(one, str) and one in _PRESETS), None)
