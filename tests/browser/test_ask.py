"""The page ask in a real browser: asked by keyboard, on a telephone, in the dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import WIDE, is_for_everybody
from tests.browser.conftest import Desk
from tests.inquiry.chat_world import TALK, ChatWorld

expect.set_options(timeout=60_000)


@pytest.mark.soak
@pytest.mark.parametrize("width", [WIDE, 390])
def test_asking_is_for_everybody(firm: Desk, width: int) -> None:
    """One types a conversation and gets facts with citations that lead to the message; axe finds
    nothing serious, light or dark, and nothing is wider than the screen."""
    world = ChatWorld(firm.memory, kind="Organization")
    other = firm.memory.graph.entity("Organization", "Southwind").id
    firm.memory.graph.relate(world.priya, "WORKS_AT", other)
    page = firm.window("ada", "ADMIN", viewport={"width": width, "height": 800})
    page.goto("/ask")
    page.get_by_label("A question, or a conversation").fill(
        f"mira_id: {TALK[0]['content']}\noskar_id: Priya is at Southwind too."
    )
    page.get_by_role("button", name="Look").click()
    expect(page.get_by_role("heading", name="What was found")).to_be_visible()
    is_for_everybody(page, page.url)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("link", name="m1", exact=True).first.click()
    expect(page.locator("#m1")).to_be_visible()
    page.goto("/ask")
    page.locator(".sessions a").first.click()
    page.get_by_label("4", exact=True).check()
    page.get_by_role("button", name="Rate").click()
    expect(page.get_by_text("Your rating is on record.")).to_be_visible()
    is_for_everybody(page, page.url)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
