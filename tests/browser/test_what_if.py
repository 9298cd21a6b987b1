"""The page what if in a real browser: asked by keyboard, on a telephone, in the dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import WIDE, is_for_everybody
from tests.browser.conftest import Desk
from tests.decisions.what_if.practice import advice_firm

expect.set_options(timeout=60_000)


@pytest.mark.soak
@pytest.mark.parametrize("width", [WIDE, 390])
def test_what_if_is_for_everybody(firm: Desk, width: int) -> None:
    """One types two choices and gets both drawn; axe finds nothing serious, light or dark, nothing
    is wider than the screen, and the dot of the higher rate stands further to the right."""
    advice_firm(firm.memory)
    page = firm.window("ada", "ADMIN", viewport={"width": width, "height": 800})
    page.goto("/decisions")
    page.get_by_role("link", name="What if", exact=True).click()
    page.get_by_label("What if we recommend").fill("drawdown")
    page.get_by_label("rather than").fill("annuity")
    page.keyboard.press("Enter")
    dots = page.locator("svg.interval circle")
    expect(dots).to_have_count(2)
    first, second = (dots.nth(place).bounding_box() for place in (0, 1))
    assert first is not None
    assert second is not None
    assert first["x"] > second["x"]
    for query in ("choice=drawdown&alternative=annuity", "choice=bonds", ""):
        page.goto(f"/decisions/what-if?{query}")
        page.evaluate("document.querySelectorAll('details').forEach(e => { e.open = true })")
        is_for_everybody(page, query)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, query
