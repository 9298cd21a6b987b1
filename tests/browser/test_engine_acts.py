"""What the engine did by itself, undone by one key."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Desk
from tests.browser.test_front import _check_for_everybody
from tests.governance.test_acts import replaced


def _acts(desk: Desk) -> list[str]:
    """Ids of the items that were replaced."""
    olds = [desk.memory.add(content=f"Till {n} closes at 18:00.", subject="shop") for n in (1, 2)]
    for n, old in enumerate(olds, start=1):
        replaced(desk.memory, old, f"Till {n} closes at 19:00 now.")
    return [one.id for one in olds]


def test_one_key_undoes_an_act(desk: Desk) -> None:
    """`j` moves, `z` undoes what is marked, `u` lets it stand; the list follows without a load."""
    first, second = _acts(desk)
    page = desk.window("ada", "ADMIN")
    page.goto("/acts?act=superseded")
    page.evaluate("document.querySelector('#acts-waiting').dataset.undoSeconds = '600'")
    rows = page.locator("article.act:visible")
    expect(rows).to_have_count(2)
    page.keyboard.press("z")
    expect(rows).to_have_count(1)
    page.keyboard.press("u")
    expect(rows).to_have_count(2)
    page.evaluate("document.querySelector('#acts-waiting').dataset.undoSeconds = '0'")
    page.keyboard.press("j")
    with page.expect_response(lambda answer: answer.url.endswith("/undo")):
        page.keyboard.press("z")
    expect(page.locator("article.act")).to_have_count(1)
    assert desk.memory.get(first).lifecycle == "active"
    assert desk.memory.get(second).lifecycle == "superseded"
    page.goto("/acts?act=superseded")
    expect(page.locator("article.act.undone")).to_have_count(1)


@pytest.mark.soak
def test_the_page_of_acts_is_for_everybody(desk: Desk) -> None:
    """axe finds nothing serious with acts, with undone ones and with one that waits."""
    _acts(desk)
    desk.memory.review.undo(desk.memory.review.acts()[0].id)
    page = desk.window("ada", "ADMIN")
    page.goto("/acts")
    _check_for_everybody(page, "acts")
    page.keyboard.press("z")
    expect(page.locator(".toast")).to_be_visible()
    _check_for_everybody(page, "an act that waits")
