"""The pages of decisions in a real browser: along a chain, on a telephone, in the dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.accessible import WIDE, is_for_everybody, serious
from tests.browser.conftest import Desk
from tests.browser.test_graph import _tab_to
from tests.decisions.portfolio_change import portfolio_change

expect.set_options(timeout=60_000)


def test_along_a_chain(firm: Desk) -> None:
    """One asks why, and walks from box to box back to the first cause; and forward by keyboard."""
    ids = portfolio_change(firm.memory, firm.clock.lender)
    page = firm.window("ada", "ADMIN")
    page.goto(f"/decisions/{ids['rebalance']}")
    boxes = page.locator("svg.chain a.box")
    expect(boxes).to_have_count(3)
    lefts = boxes.locator("rect").evaluate_all("all => all.map(one => one.x.baseVal.value)")
    assert len(set(lefts)) == 3
    boxes.filter(has_text="Capacity for Loss").click()
    expect(page.get_by_role("heading", name="Raise her capacity for loss.")).to_be_visible()
    page.locator("svg.chain a.box").filter(has_text="Annual Review").click()
    expect(page.get_by_role("heading", name="Look at her position again.")).to_be_visible()
    expect(page.get_by_text("0 before, 3 after")).to_be_visible()
    _tab_to(page, "Rebalance to 60 % shares.")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Rebalance to 60 % shares.")).to_be_visible()


def test_a_report_stands_by_itself(firm: Desk) -> None:
    """A report is shown with its own style and nothing else, on a telephone too."""
    ids = portfolio_change(firm.memory, firm.clock.lender)
    page = firm.window("ada", "ADMIN", viewport={"width": 360, "height": 800})
    for path in (f"/decisions/{ids['rebalance']}/report", "/subjects/harriet/report"):
        assert _requests(page, path) == [f"{firm.url}{path}"]
        assert serious(page) == []
        ruled = page.locator("h2").first.evaluate("one => getComputedStyle(one).borderBottomWidth")
        assert ruled == "2px"
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def _requests(page: Page, path: str) -> list[str]:
    """What a page asks for, itself included."""
    page.goto("about:blank")
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    page.on("request", note)
    page.goto(path)
    page.remove_listener("request", note)
    return asked


@pytest.mark.soak
@pytest.mark.parametrize("width", [WIDE, 390])
def test_decisions_are_for_everybody(firm: Desk, width: int) -> None:
    """axe finds nothing serious, light or dark, and nothing is wider than the screen; a long chain
    begins where the decision is."""
    ids = portfolio_change(firm.memory, firm.clock.lender)
    page = firm.window("ada", "ADMIN", viewport={"width": width, "height": 800})
    for path in (
        "/decisions",
        f"/decisions/{ids['rebalance']}?precedents=1",
        f"/decisions/{ids['capacity']}",
        "/policies",
        f"/policies/{ids['suitability']}",
        "/decisions/coverage",
        "/phases",
        "/decisions/learned",
        "/decisions/communities",
        f"/decisions/communities/{ids['rebalance']}",
    ):
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach(e => { e.open = true })")
        is_for_everybody(page, path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    page.goto(f"/decisions/{ids['rebalance']}")
    seen = page.locator("svg.chain .here rect").evaluate(
        """one => { const [box, frame] = [one, one.closest(".drawn")].map(
          each => each.getBoundingClientRect());
          return box.left >= frame.left - 1 && box.right <= frame.right + 1; }"""
    )
    assert seen
