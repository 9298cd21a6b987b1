"""The lists of receipts and of conversations in a real browser, and the tabs that lead to them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import is_for_everybody
from tests.browser.conftest import Desk
from tests.plain_arrivals import unchecked_arrivals

expect.set_options(timeout=60_000)

_LONG = "Pneumonoultramicroscopicsilicovolcanoconiosis" * 4
_TABS = ("Queue", "In use", "Contradictions", "Acts", "Audit", "Receipts", "Conversations")


def _lived_in(desk: Desk) -> None:
    memory = desk.memory
    memory.add(content="Ellen prefers email.", subject="ellen")
    memory.conversations.start("chat", subject="ellen", channel_id="web")
    memory.conversations.append("chat", {"author_id": "ellen", "content": "Where is my form?"})
    memory.conversations.start("long", subject=_LONG[:120], channel_id=_LONG, title=_LONG)
    memory.conversations.append("long", {"author_id": _LONG, "content": _LONG})
    memory.briefing("ellen")
    memory.briefing(_LONG[:120])
    memory.bundle()


def _tab_to(page: Page, role: str, name: str) -> None:
    """Walks with the tab key until the control of this name has the focus."""
    wanted = page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
    for _ in range(80):
        page.keyboard.press("Tab")
        if wanted.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError(f"No tab key leads to {name}.")


@pytest.mark.soak
def test_an_auditor_without_an_id_by_mouse(desk: Desk) -> None:
    """From Home to a conversation, and from the audit log to a receipt and back to the list."""
    _lived_in(desk)
    page = desk.window("ada", "ADMIN")
    page.get_by_role("link", name="messages kept").click()
    page.get_by_role("link", name="Where is my form?").click()
    expect(page.get_by_role("heading", name="Conversation about ellen")).to_be_visible()
    page.get_by_role("link", name="Conversations").click()
    page.get_by_role("navigation", name="Review").get_by_role("link", name="Audit").click()
    page.get_by_role("link", name="Receipts").click()
    page.get_by_text("Filters").click()
    page.get_by_label("About").fill("ellen")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("link", name="Briefing for owner").click()
    expect(page.get_by_role("heading", name="What owner was told")).to_be_visible()
    page.get_by_role("link", name="Receipts").click()
    expect(page.locator(".log tbody tr")).to_have_count(3)


def test_an_auditor_without_an_id_by_keyboard(desk: Desk) -> None:
    """No mouse, from the audit log to what a conversation said."""
    _lived_in(desk)
    page = desk.window("ada", "ADMIN")
    page.goto("/corporate-memory/admin/audit")
    _tab_to(page, "link", "Conversations")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Conversations", exact=True)).to_be_visible()
    _tab_to(page, "link", "Where is my form?")
    page.keyboard.press("Enter")
    expect(page.locator(".talk")).to_contain_text("Where is my form?")


@pytest.mark.parametrize("width", [pytest.param(1440, marks=pytest.mark.soak), 360])
def test_the_lists_are_for_everybody(desk: Desk, width: int) -> None:
    """axe finds nothing serious, light or dark; no word is too long for a telephone."""
    _lived_in(desk)
    page = desk.window("ada", "ADMIN", viewport={"width": width, "height": 800})
    for path in (
        "/receipts",
        "/receipts?kind=pull",
        "/conversations",
        "/conversations?owner=nobody",
    ):
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach(e => { e.open = true })")
        is_for_everybody(page, path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_tabs_on_a_telephone_are_whole_however_much_waits(desk: Desk) -> None:
    """With two digits at their side each stands on one line, inside the screen, apart."""
    with unchecked_arrivals():
        desk.memory.add_many({"content": f"Rule {n} holds."} for n in range(60))
    page = desk.window("ada", "ADMIN", viewport={"width": 360, "height": 780})
    page.goto("/corporate-memory/admin")
    tabs = page.get_by_role("navigation", name="Review").get_by_role("link")
    expect(tabs).to_have_count(len(_TABS))
    expect(tabs.first).to_contain_text("50+")
    # There are never so many contradictions in a test; the page would show them like this.
    tabs.nth(2).evaluate("one => one.insertAdjacentHTML('beforeend', ' <b class=count>38</b>')")
    places = [one.bounding_box() for one in tabs.all()]
    found = [one for one in places if one is not None]
    assert len(found) == len(_TABS)
    assert all(one["x"] >= 0 and one["x"] + one["width"] <= 360 for one in found)
    assert max(one["height"] for one in found) < 40
    for before, after in pairwise(found):
        is_beside = before["x"] + before["width"] < after["x"]
        is_below = before["y"] + before["height"] < after["y"]
        assert is_beside or is_below
