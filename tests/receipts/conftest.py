"""The form of the tests' own deliveries is known to all tests here."""

from __future__ import annotations

import pytest

from remembrancer.delivery.template_registry import TEMPLATES
from remembrancer.delivery.templates import cleaning
from tests.receipts import desk


@pytest.fixture(autouse=True)
def known_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TEMPLATES, desk.TEMPLATE, cleaning(desk.text))
