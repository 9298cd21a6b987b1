"""The scenarios once more, each through a server: the same tests, the same sentences.

A few run with `make test`, on each engine. All of them are for the soak: the short one runs each
on SQLite with a few of its cases, the long one all cases on both.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.testing import FrozenClock
from tests.engines import Engine
from tests.remote import House
from tests.repeats import leave_to_the_full_soak
from tests.scenarios.stage import Lobby, Stage
from tests.soak.size import IS_FULL

# What a server does not do for its callers: it reads no notes, folders or files on its own disk for
# them. Whole files of scenarios that are about folders (collecting, sessions of agents) are not
# here at all.
_READS_FILES = (
    "test_a_backfill_run_twice_inserts_once",
    "test_erased_notes_are_not_collected_again",
    "test_an_erased_subject_takes_everything_along",
    "test_an_erased_session_takes_its_raw_records_along",
    "test_the_collector_runs_every_day",
    "test_a_file_that_cannot_be_read_does_not_end_a_schedule",
    "test_files_that_differ_in_their_endings_are_two_meetings",
    "test_nothing_personal_is_seen",
    "test_a_note_made_personal_is_not_sent_again",
    "test_what_is_personal_stays_so_until_it_is_shared",
    "test_one_call_for_each_file_that_changed",
    "test_a_rejected_note_does_not_come_back_in_other_words",
    "test_a_detected_fact_is_held_against_what_is_known",
    "test_prompts_stand_in_one_place_and_can_be_replaced",
)
_LOOKS_BENEATH = (
    "test_a_session_can_be_followed",
    "test_a_search_stays_below_its_ceiling",
)
# It waits for a thread of the store, which is the same behind a server. Nothing else here works
# behind a test's back: `Stage` opens without one, and due work waits for `jobs.wait()`.
_WAITS_FOR_A_THREAD = ("test_the_entries_appear_without_a_call",)
NOT_SERVED = (*_READS_FILES, *_LOOKS_BENEATH, *_WAITS_FOR_A_THREAD)


# Whenever tests are run, on each engine: writing, reading, deciding and asking. The soak has all.
_ALWAYS = frozenset(
    {
        "test_an_old_chat_is_there_after_a_restart",
        "test_recent_messages_of_a_channel",
        "test_each_batch_extends_the_stored_summary",
        "test_a_client_s_subscriber_hears_of_each_change",
        "test_from_the_event_to_the_reason_and_back",
        "test_each_fact_is_one_entry_as_it_stands",
        "test_the_same_event_told_twice_is_one",
        "test_only_what_is_active_and_of_this_client",
        "test_similar_facts_are_found_by_meaning",
        "test_one_erased_item_leaves_no_word_in_the_digest",
    }
)


def pytest_pycollect_makeitem(collector: pytest.Collector, name: str) -> list[pytest.Item] | None:
    """What nobody asked for need not be made: there are thousands of them."""
    is_wanted = name in _ALWAYS or collector.config.getoption("markexpr") != "not soak"
    return [] if name.startswith("test_") and (name in NOT_SERVED or not is_wanted) else None


@pytest.hookimpl(tryfirst=True)  # before it is decided what is for the soak
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = __package__.replace(".", "/")
    kept, repeats = [], []
    for item in items:
        if f"{here}/" in item.nodeid:
            name = item.nodeid.split("::")[-1].split("[")[0]
            engine = _engine_of(item)
            if engine == "sqlite-file" or name in NOT_SERVED:
                continue
            if name not in _ALWAYS:
                if engine == "postgres" and not IS_FULL:
                    continue
                repeats.append(item)
        kept.append(item)
    leave_to_the_full_soak(repeats)
    items[:] = kept


def _engine_of(item: pytest.Item) -> str | None:
    chosen = getattr(item, "callspec", None)
    engine = None if chosen is None else chosen.params.get("engine")
    return None if engine is None else str(engine.name)


class ServedStage(Stage):
    """Opens memories behind a server."""

    def __init__(
        self,
        url: str,
        clock: FrozenClock,
        opened: ExitStack,
        house: House,
        lobby: Lobby | None = None,
    ) -> None:
        super().__init__(url, clock, opened, lobby)
        self._house = house

    def open(self, preset: str | None = "adviser", **options: Any) -> Memory:
        return self._house.enter(super().open(preset, **options))


@pytest.fixture(scope="module")
def store_url(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> str:
    return engine.fresh_url(tmp_path_factory.mktemp("served"))


@pytest.fixture(scope="module")
def lobby(store_url: str) -> Iterator[Lobby]:
    with closing(Lobby(store_url)) as opened:
        yield opened


@pytest.fixture
def stage(store_url: str, lobby: Lobby, clock: FrozenClock, house: House) -> Iterator[Stage]:
    with ExitStack() as opened:
        yield ServedStage(store_url, clock, opened, house, lobby)


@pytest.fixture
def alone(clock: FrozenClock, house: House) -> Iterator[Stage]:
    with ExitStack() as opened:
        yield ServedStage(":memory:", clock, opened, house)
