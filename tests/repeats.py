"""Cases that repeat a proof: the long soak runs all of them, and the short one a spread.

A test that is about the same statements whatever it is given, or that runs once more through a
server, has shown its proof with one case. Of the others, the short soak runs one for each preset
that they name, and one where they name none. Their mark is `full_soak`, beside `soak`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import pytest

from remembrancer.presets import preset_files

# Cases that take long, and of which another case of the same test, or a smaller proof of the same,
# runs whenever tests run. The short soak runs them. Beside each: which part of a case's name.
LONG: Final[Mapping[str, tuple[str, ...]]] = {
    "tests/browser/test_decisions.py::test_along_a_chain": ("",),
    "tests/browser/test_engine_acts.py::test_one_key_undoes_an_act": ("",),
    "tests/browser/test_graph.py::test_the_graph_is_for_everybody": ("",),
    "tests/browser/test_lists.py::test_the_lists_are_for_everybody": ("",),
    "tests/cli/test_interrupts.py::test_any_moment_is_as_good": ("",),
    "tests/erasure/test_erasure_bytes_postgres.py::test_rows_that_came_in_bulk_leave_as_well": (
        "",
    ),
    "tests/erasure/test_erasure_processes.py::test_another_process_lets_go_of_what_was_erased": (
        "postgres",
    ),
    "tests/graph/test_talk_examples.py::test_what_is_drawn_from_talk_is_true": (
        "talk_second",
        "talk_third",
    ),
    "tests/items/test_visibility.py::test_the_store_sees_what_the_rules_see": (
        "companion",
        "community",
        "desk",
    ),
    "tests/proofs/test_isolation_capture.py::test_the_wall_keeps_what_is_captured": ("",),
    "tests/proofs/test_isolation_capture.py::test_two_worlds_of_capture_look_the_same": ("server",),
    "tests/proofs/test_reconcile_properties.py::test_remembering_may_be_killed_at_any_statement": (
        "postgres",
    ),
    "tests/proofs/test_reconcile_properties.py::test_who_dies_before_filing_has_kept_the_words": (
        "postgres",
    ),
    "tests/proofs/test_two_worlds.py::"
    "test_what_is_personal_changes_nothing_for_programs_that_review": ("postgres",),
    "tests/scenarios/delivery/test_publishing.py::test_another_program_hears_of_the_same_changes": (
        "sqlite-file",
    ),
    "tests/store/test_moving.py::test_a_backup_is_restored_on_a_server": ("postgres",),
    "tests/store/test_moving.py::test_a_space_comes_back_as_it_was": ("",),
}
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


def takes_long(item: pytest.Item) -> bool:
    """Whether the short soak is soon enough for it."""
    return any(part in item.name.partition("[")[2] for part in LONG.get(name_of(item), ()))


def name_of(item: pytest.Item) -> str:
    """Its file and its name, without what is given to it."""
    return item.nodeid.partition("[")[0]


def _preset_of(item: pytest.Item) -> str | None:
    case = getattr(item, "callspec", None)
    given = () if case is None else case.params.values()
    return next((one for one in given if isinstance(one, str) and one in _PRESETS), None)
