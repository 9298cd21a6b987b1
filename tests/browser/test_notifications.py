"""The page of notifications in a real browser: wide and on a telephone, light and dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from remembrancer.notify import notify
from tests.browser.accessible import WIDE, is_for_everybody
from tests.browser.conftest import Desk

expect.set_options(timeout=60_000)


@pytest.mark.soak
@pytest.mark.parametrize("width", [WIDE, 390])
def test_what_waits_is_for_everybody_to_use(firm: Desk, width: int) -> None:
    """One sees the count, opens the page, says that one was seen, and says where one is told; axe
    finds nothing serious, and nothing is wider than the screen."""
    page = firm.window("ada", "ADMIN", viewport={"width": width, "height": 800})
    for kind in ("debate", "gate"):
        _tell(firm, kind)
    page.goto("/")
    page.get_by_role("link", name="2 wait for you").click()
    expect(page.get_by_role("heading", name="What waits for you")).to_be_visible()
    is_for_everybody(page, page.url)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Seen: A gate waits for you.").click()
    expect(page.get_by_role("link", name="1 wait for you")).to_be_visible()
    page.get_by_label("Webhook").fill("https://example.com/hooks/ada")
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_text("Kept.")).to_be_visible()
    expect(page.get_by_label("Webhook")).to_have_value("https://example.com/hooks/ada")


def _tell(firm: Desk, kind: str) -> None:
    text = f"A {kind} waits for you."
    firm.memory._session.write(
        lambda unit, scope: notify.tell(unit, scope, kind, f"{kind}_1", "ada", text)
    )
