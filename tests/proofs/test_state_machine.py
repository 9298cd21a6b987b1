"""Random operations on the store and on the plain model, side by side."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from tests.plain_arrivals import plain_arrivals  # noqa: F401 - a fixture
from tests.proofs.random_calls import NAMES, PEOPLE, SPACES, START, RandomCalls
from tests.proofs.servers import fresh_url
from tests.proofs.side_by_side import SideBySide

pytestmark = pytest.mark.usefixtures("plain_arrivals")

# A rule draws one number and all else follows from it: Hypothesis shrinks a failure by leaving
# out steps, which matters most, and drawing stays cheap.
numbers = st.integers(0, 2**32 - 1)
_FIRST_CALLS = 12


class StoreAndModel(RuleBasedStateMachine):
    """Drives both. Every call compares its own answer; the invariant compares the rest in turn."""

    steps_made: ClassVar = 0  # by all runs

    @property
    def url(self) -> str:
        return ":memory:"

    def other_urls(self) -> tuple[str, ...]:
        """Stores that take part beside the first."""
        return ()

    @initialize(number=numbers)
    def open(self, number: int) -> None:
        self.pair = SideBySide(self.url, SPACES, PEOPLE, START, others=self.other_urls())
        self.calls = RandomCalls(self.pair)
        self.turn = number % 97
        random = Random(number)
        for _ in range(_FIRST_CALLS):
            self.calls.put_in(random)

    @rule(number=numbers)
    def put_in(self, number: int) -> None:
        self.calls.put_in(Random(number))

    @rule(number=numbers)
    def change(self, number: int) -> None:
        self.calls.change(Random(number))

    @rule(number=numbers)
    def change_another(self, number: int) -> None:
        self.calls.change(Random(number))

    @rule(number=numbers)
    def decide(self, number: int) -> None:
        self.calls.decide(Random(number))

    @rule(number=numbers)
    def talk(self, number: int) -> None:
        self.calls.talk(Random(number))

    @rule(number=numbers)
    def rearrange(self, number: int) -> None:
        self.calls.rearrange(Random(number))

    @rule(number=numbers)
    def pass_time(self, number: int) -> None:
        self.calls.pass_time(Random(number))

    @rule(number=numbers)
    def look(self, number: int) -> None:
        self.calls.look(Random(number))

    @rule(number=numbers)
    def look_back(self, number: int) -> None:
        self.calls.look_back(Random(number))

    @rule(number=numbers)
    def listen(self, number: int) -> None:
        self.calls.listen(Random(number))

    @rule(number=numbers)
    def remember_the_present(self, number: int) -> None:
        self.calls.remember_the_present(Random(number))

    @rule(number=numbers)
    def compare_with_the_remembered(self, number: int) -> None:
        self.calls.compare_with_the_remembered(Random(number))

    @invariant()
    def sees_the_same(self) -> None:
        """After every step one caller compares one of the things it can list or count."""
        if not hasattr(self, "calls"):
            return
        self.turn += 1
        type(self).steps_made += 1
        space = tuple(SPACES)[self.turn % len(SPACES)]
        who = NAMES[self.turn // 3 % len(NAMES)]
        (self.pair.items, self.pair.stats, self.pair.my_contributions)[self.turn // 18 % 3](
            space, who
        )
        if self.turn % 16 == 0:
            self.pair.check_ledger(space)

    def teardown(self) -> None:
        if not hasattr(self, "calls"):
            return
        try:
            for space in SPACES:
                for who in NAMES:
                    self.pair.check_space(space, who)
                self.pair.check_ledger(space)
        finally:
            self.pair.close()


class FileAndModel(StoreAndModel):
    """The same on a file, which is closed, moved to another store or restored at any moment."""

    @property
    def url(self) -> str:
        if not hasattr(self, "folder"):
            self.folder = Path(tempfile.mkdtemp(prefix="remembrancer-proof-"))
        return str(self.folder / "store.db")

    @rule(number=numbers)
    def settle(self, number: int) -> None:
        """Closes, moves or restores the store, or stays: a move takes as long as many steps."""
        random = Random(number)
        verb = random.choice(("reopen", "move", "fall back", "stay", "stay", "stay"))
        if verb == "reopen":
            self.pair.reopen()
        elif verb == "move":
            self.pair.move(self.folder)
        elif verb == "fall back":
            self.pair.fall_back(self.folder)
        else:
            self.calls.look(random)

    def teardown(self) -> None:
        try:
            super().teardown()
        finally:
            if hasattr(self, "folder"):
                shutil.rmtree(self.folder, ignore_errors=True)


class EnginesAndModel(FileAndModel):
    """The same on SQLite and PostgreSQL at once. Each is moved and restored from the other's
    exports and backups."""

    def other_urls(self) -> tuple[str, ...]:
        return (fresh_url(),)


def run(machine: type[StoreAndModel], *, examples: int, steps: int, derandomize: bool) -> int:
    """Gives the number of steps that were made."""
    machine.steps_made = 0
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            derandomize=derandomize,
            database=None,
            deadline=None,
            print_blob=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
    return machine.steps_made


def test_a_store_in_memory_shows_what_the_model_shows() -> None:
    """After any operations, each caller sees exactly what a plain-Python model says it should.

    The soak makes twenty runs of each sort, and longer ones."""
    run(StoreAndModel, examples=3, steps=60, derandomize=True)


def test_a_store_in_a_file_shows_what_the_model_shows() -> None:
    """The same holds for a file that is closed and opened, exported and imported, and backed up."""
    run(FileAndModel, examples=2, steps=60, derandomize=True)
