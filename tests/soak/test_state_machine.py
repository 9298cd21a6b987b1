"""The state machine, longer: the same numbers each time in CI, new ones in a full soak."""

from __future__ import annotations

import pytest

from tests.plain_arrivals import plain_arrivals  # noqa: F401 - a fixture
from tests.proofs.test_state_machine import EnginesAndModel, FileAndModel, StoreAndModel, run
from tests.soak.size import IS_FULL, Told, sized

pytestmark = [pytest.mark.soak, pytest.mark.usefixtures("plain_arrivals")]


@pytest.mark.parametrize("machine", [StoreAndModel, FileAndModel])
def test_the_store_shows_what_the_model_shows(machine: type[StoreAndModel]) -> None:
    """After any operations, each caller sees exactly what a plain-Python model says it should."""
    _run(machine, examples=sized(ci=20, full=2_000), steps=sized(ci=100, full=150))


def test_both_engines_show_what_the_model_shows() -> None:
    """SQLite, PostgreSQL and the model agree on every answer, step by step."""
    _run(EnginesAndModel, examples=sized(ci=20, full=1_050), steps=sized(ci=40, full=100))


def _run(machine: type[StoreAndModel], *, examples: int, steps: int) -> None:
    told = Told(f"{machine.__name__}: {examples} runs of up to {steps} steps")
    made = run(machine, examples=examples, steps=steps, derandomize=not IS_FULL)
    told.result(f"no difference in {made} steps")
