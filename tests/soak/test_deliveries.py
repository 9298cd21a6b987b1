"""Many hostile texts through every way to an agent."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from hypothesis import Phase, given, settings

from tests.proofs.test_deliveries import PRESETS, Houses, texts
from tests.soak.size import Told, sized

pytestmark = pytest.mark.soak


@pytest.mark.parametrize("preset_name", PRESETS)
def test_every_delivery_is_safe_to_read(preset_name: str) -> None:
    """Whatever is stored, no way to an agent tells it what nobody sees, or a mark of ours."""
    examples = sized(ci=8, full=400)  # for each of five presets
    told = Told(f"{examples} hostile texts through every delivery of {preset_name}")
    with ExitStack() as opened:
        houses = Houses(opened)

        @settings(
            max_examples=examples, phases=(Phase.generate,), derandomize=sized(ci=True, full=False)
        )
        @given(text=texts)
        def tried(text: str) -> None:
            houses.check(preset_name, text)

        tried()
    told.result("none of them told anything that it must not")
