"""The form of the tests' own deliveries is known to all tests here."""

from __future__ import annotations

import pytest

from remembrancer.context import templates
from tests.receipts import desk


@pytest.fixture(autouse=True)
def known_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(templates.WHERE, desk.TEMPLATE, desk.WHERE)
