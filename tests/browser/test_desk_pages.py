"""The pages of a desk in a real browser: on a telephone, in the dark, with a clock that runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

from remembrancer.testing import FrozenClock
from tests.browser.accessible import WIDE, is_for_everybody
from tests.browser.conftest import Desk, Town, _numbers
from tests.conftest import START
from tests.team.lived_desk import lived_desk

expect.set_options(timeout=60_000)


@pytest.fixture
def analysts(town: Town, browser: Browser) -> Iterator[Desk]:
    """A space of analyst agents."""
    memory = town.memory.in_space(f"analysts {next(_numbers)}", "desk")
    with ExitStack() as opened:
        made = Desk(town, memory, browser, opened)
        yield made
    for one in made.seen:
        assert one.errors == []
        assert one.elsewhere == []


@pytest.mark.soak
@pytest.mark.parametrize("width", [WIDE, 390])
def test_a_person_settles_what_waits(analysts: Desk, width: int) -> None:
    """From the desk to the room that waits, whose clock runs; axe finds nothing serious on any
    page, light or dark, nothing is wider than the screen; and by keyboard it is decided."""
    clock = FrozenClock(START)
    analysts.clock.lender = clock
    ids = lived_desk(analysts.memory, clock)
    page = analysts.window("ada", "ADMIN", viewport={"width": width, "height": 800})
    page.get_by_role("link", name="Desk", exact=True).first.click()
    for path in (
        "/desk",
        "/debates?show=all",
        f"/debates/{ids.provisional}",
        "/credibility",
        "/credibility/strategy",
        f"/debates/{ids.waiting}",
    ):
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach(e => { e.open = true })")
        is_for_everybody(page, path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    expect(page.locator(".clock-card .left")).to_have_text("1 hour 59 minutes")
    page.get_by_role("radio", name="Financial").check()
    page.get_by_role("form", name="Decide").get_by_label("Why").fill("The contracts are signed.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Decided. It is binding")
    assert analysts.memory.debates.get(ids.waiting).resolution_method == "human_binding"
