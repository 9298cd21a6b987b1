"""The first forms of deliveries: nobody is told anything in them any more, and they replay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from remembrancer.delivery.template_registry import TEMPLATES
from tests.receipts.first_forms_given import renderings

# What the forms made of it when they were in use.
MADE_THEN = json.loads((Path(__file__).parent / "first_forms.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", renderings())
def test_they_say_what_they_said_then(case: str) -> None:
    """A receipt of then replays byte for byte, whatever became of the forms since."""
    form = case.partition(" ")[0]
    assert TEMPLATES[form](renderings()[case]) == MADE_THEN[case]


def test_every_one_is_held() -> None:
    """Each form that is only replayed was tried when it was in use."""
    assert {case.partition(" ")[0] for case in MADE_THEN} == {"briefing/2"} | {
        name for name in TEMPLATES if name.endswith("/1") and not name.startswith("desk")
    }
