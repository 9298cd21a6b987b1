"""The pages in a real browser: by keyboard and by mouse, alone and with others."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from remembrancer.testing import FrozenClock
from tests.browser.accessible import is_for_everybody
from tests.browser.conftest import Desk
from tests.plain_arrivals import unchecked_arrivals

expect.set_options(timeout=60_000)

_QUEUE = "/corporate-memory/admin"
_HOSTILE = "<script>window.taken=1</script> <img src=x onerror=window.taken=2> **b** \u202egpj.exe"


def _at_once(page: Page, seconds: str = "0") -> None:
    """Acts of this page wait so long."""
    page.locator("#acts-waiting").evaluate(
        "(place, seconds) => { place.dataset.undoSeconds = seconds }", seconds
    )


def _queue(desk: Desk, page: Page, *, undo_seconds: str = "0") -> None:
    page.goto(_QUEUE)
    expect(page.locator("body")).to_have_attribute("data-live", "yes")
    _at_once(page, undo_seconds)


def _waiting(desk: Desk) -> int:
    return len(desk.memory.review.queue(limit=100))


@pytest.mark.parametrize("length", [15, pytest.param(50, marks=pytest.mark.soak)])
def test_a_queue_is_cleared_by_keyboard(desk: Desk, length: int) -> None:
    """Edit, mandate, reject, a batch and approvals: no mouse, until nothing waits."""
    with unchecked_arrivals():
        desk.memory.add_many({"content": f"Rule {n:02} holds."} for n in range(length))
    page = desk.window("ada", "ADMIN")
    _queue(desk, page)
    keys = page.keyboard
    expect(page.locator(".queue li")).to_have_count(length)
    keys.press("?")
    expect(page.locator("#keys")).to_be_visible()
    keys.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    keys.press("e")
    expect(page.locator("#ask")).to_be_visible()
    field = page.get_by_label("What it says")
    field.focus()
    field.press("ControlOrMeta+a")
    keys.type("Rule X holds on Fridays.")
    keys.press("Tab")
    keys.press("Enter")
    expect(page.locator(".queue li").first).to_contain_text("on Fridays")
    expect(page.locator("body")).to_have_attribute("data-live", "yes")
    _at_once(page)
    keys.press("m")
    expect(page.locator("#ask")).to_be_visible()
    keys.type("The law.")
    keys.press("Enter")
    expect(page.locator(".queue li")).to_have_count(length - 1)
    keys.press("r")
    expect(page.locator("#ask")).to_be_visible()
    keys.type("A rumour.")
    keys.press("Enter")
    expect(page.locator(".queue li")).to_have_count(length - 2)
    for _ in range(8):
        keys.press("x")
        expect(page.locator(".queue li[aria-current] input")).to_be_checked()
        keys.press("j")
    keys.press("k")
    keys.press("a")
    expect(page.locator(".queue li")).to_have_count(length - 10)
    for _ in range(length - 10):
        keys.press("a")
    expect(page.get_by_text("Nothing waits")).to_be_visible()
    found = desk.memory.stats().by_status
    assert found == {"approved": length - 2, "mandatory": 1, "rejected": 1}


def test_an_act_is_taken_back(desk: Desk) -> None:
    """Within the wait, u or the button withdraws it, and nothing was sent."""
    desk.memory.add_many({"content": f"Rule {n} holds."} for n in range(3))
    page = desk.window("ada", "ADMIN")
    _queue(desk, page, undo_seconds="600")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.post_data else None)
    page.keyboard.press("a")
    expect(page.locator(".queue li.leaving")).to_have_count(1)
    expect(page.locator("#waiting-count")).to_have_text("2")
    page.keyboard.press("u")
    expect(page.locator(".queue li.leaving")).to_have_count(0)
    page.get_by_role("button", name="Approve").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".toast")).to_have_count(0)
    assert sent == []
    assert _waiting(desk) == 3
    page.keyboard.press("a")
    page.goto("/")
    desk.until(page, lambda: _waiting(desk) == 2)


def test_two_people_act_at_once(desk: Desk) -> None:
    """What one decides leaves the other's queue, and nothing is decided twice."""
    desk.memory.add_many({"content": f"Rule {n} holds."} for n in range(4))
    ada, bert = desk.window("ada", "ADMIN"), desk.window("bert", "KM_ADMIN")
    _queue(desk, ada)
    _queue(desk, bert)
    ada.keyboard.press("a")
    expect(bert.locator(".queue li")).to_have_count(3)
    expect(bert.get_by_text("ada decided on")).to_be_visible()
    bert.keyboard.press("a")
    expect(ada.locator(".queue li")).to_have_count(2)
    assert desk.memory.stats().by_status == {"pending": 2, "approved": 2}
    desk.memory.add(content="Rule 5 holds.")
    expect(ada.locator("#fresh")).to_be_visible()


def test_a_visit_that_ended_decides_nothing(desk: Desk) -> None:
    """Whose token ran out in the middle of an act is told so, and led to the door."""
    desk.memory.add(content="Rule 1 holds.")
    page = desk.window("ada", "ADMIN")
    _queue(desk, page)
    (token,) = desk.memory.admin.tokens()
    desk.memory.admin.revoke_token(token.id)
    page.keyboard.press("a")
    expect(page.get_by_text("Your visit is over")).to_be_visible()
    expect(page.locator(".queue li.leaving")).to_have_count(0)
    assert _waiting(desk) == 1
    page.get_by_role("link", name="Sign in").click()
    expect(page.get_by_label("Your token")).to_be_visible()


def test_hostile_text_does_nothing(desk: Desk) -> None:
    """Script, markup and turned text run nowhere, load nothing and break no page."""
    item = desk.memory.add(content=_HOSTILE, title=_HOSTILE[:80], subject="<b>")
    desk.memory.conversations.start("talk", subject="<b>", title=_HOSTILE[:80])
    desk.memory.conversations.append("talk", [{"author_id": "<b>", "content": _HOSTILE}])
    page = desk.window("ada", "ADMIN")
    for path in ("/", "/corporate-memory", f"/items/{item.id}", "/subjects/%3Cb%3E"):
        page.goto(path)
        expect(page.get_by_text("<script>window.taken=1</script>").first).to_be_visible()
    page.goto("/conversations/talk")
    _queue(desk, page)
    page.keyboard.press("j")
    page.keyboard.press("e")
    expect(page.get_by_label("What it says")).to_have_value(_HOSTILE)
    page.keyboard.press("Escape")
    expect(page.locator("#ask")).to_be_hidden()
    page.keyboard.press("/")
    page.keyboard.type("script window")
    expect(page.locator(".found-here a").first).to_be_visible()
    assert page.evaluate("window.taken") is None


def test_search_answers_while_somebody_types(desk: Desk) -> None:
    """From anywhere: a slash, some words, the arrow down, and the source is one key away."""
    item = desk.memory.add(content="Orders settle after three days.")
    desk.memory.review.approve(item.id)
    page = desk.window("maya")
    page.keyboard.press("/")
    page.keyboard.type("when do orders settle")
    expect(page.locator(".found-here")).to_contain_text("Orders settle after three days.")
    expect(page.locator(".found-here .why").first).to_have_text("says “orders”, “settle”")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/items/{item.id}")


@pytest.mark.soak
def test_by_mouse(desk: Desk) -> None:
    """Submit, vote, approve a selection and settle a contradiction, click by click."""
    first = desk.memory.add(content="Orders settle after three days.", domain="finance")
    desk.memory.review.approve(first.id)
    desk.memory.add(content="Orders settle after two days.", domain="finance")
    maya = desk.window("maya")
    maya.get_by_role("link", name="Browse").click()
    maya.get_by_label("What is it?").fill("We release on Thursdays.")
    maya.get_by_role("button", name="Submit").click()
    expect(maya.get_by_text("It waits for a reviewer.")).to_be_visible()
    maya.goto(f"/items/{first.id}")
    maya.get_by_role("button", name="Vote up").click()
    expect(maya.get_by_text("Your vote counts.")).to_be_visible()
    ada = desk.window("ada", "ADMIN")
    _queue(desk, ada)
    ada.get_by_label("Select We release on Thursdays.").check()
    ada.get_by_role("button", name="Approve").click()
    expect(ada.locator(".queue li")).to_have_count(1)
    ada.get_by_role("link", name="Contradictions").click()
    ada.get_by_role("button", name="Keep the first").click()
    expect(ada.get_by_text("Settled, and on record.")).to_be_visible()
    ada.get_by_role("link", name="Audit").click()
    expect(ada.get_by_role("cell", name="contradiction resolve")).to_be_visible()


def test_a_client_at_a_glance(firm: Desk) -> None:
    """By keyboard: what is dismissed leaves, and comes back on undo; the slider shows what was
    known then, in the same page."""
    clock = FrozenClock(firm.clock())
    firm.clock.lender = clock
    first = firm.memory.add(content="Ellen earns 50,000.", subject="ellen")
    clock.advance(timedelta(days=30))
    firm.memory.supersede(first.id, content="Ellen earns 52,000.")
    boat = firm.memory.add(content="Ellen sold the boat.", subject="ellen")
    page = firm.window("maya")
    page.goto("/subjects/ellen")
    entry = page.locator(f'.timeline li[data-id="{boat.id}"]')
    dismiss = page.get_by_role("button", name="Dismiss: Ellen sold the boat.")
    _at_once(page, "600")
    dismiss.press("Enter")
    expect(entry).to_be_hidden()
    page.keyboard.press("u")
    expect(entry).to_be_visible()
    _at_once(page)
    dismiss.press("Enter")
    expect(entry).to_have_count(0)
    firm.until(page, lambda: firm.memory.get(boat.id).lifecycle == "dismissed")
    slider = page.get_by_label("As known on")
    slider.press("Home")
    expect(page.get_by_text("This is what was known on")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("What we knew about ellen")
    expect(page.locator(".timeline")).to_contain_text("Ellen earns 50,000.")
    expect(page).to_have_url(re.compile("as_of="))
    expect(slider).to_be_focused()
    slider.press("End")
    expect(page.locator(".timeline")).to_contain_text("Ellen earns 52,000.")
    expect(page.get_by_text("This is what was known on")).to_have_count(0)


def test_beside_a_conversation(firm: Desk) -> None:
    """What becomes known shows in the sidebar by itself; a suggestion that is chosen is sent, and
    so is what somebody writes."""
    clock = FrozenClock(firm.clock())
    firm.clock.lender = clock
    firm.memory.conversations.start("talk", subject="ellen")
    firm.memory.conversations.append("talk", [{"author_id": "ellen", "content": "Hello."}])
    firm.memory.add(content="Ask for a statement.", kind="action_item", subject="ellen")
    clock.advance(timedelta(days=20))
    page = firm.window("maya")
    page.goto("/conversations/talk")
    expect(page.locator("body")).to_have_attribute("data-live", "yes")
    firm.memory.add(content="Ellen sold the boat.", subject="ellen")
    expect(page.locator("#known")).to_contain_text("Ellen sold the boat.")
    assert len(firm.memory.conversations.messages("talk")) == 1
    page.get_by_role("button", name="Ask for a statement").click()
    expect(page.locator(".said").last).to_contain_text("Ask for a statement")
    expect(page.locator(".said")).to_have_count(2)
    page.get_by_label("Your message").fill("See you on Friday.")
    page.keyboard.press("Enter")
    expect(page.locator(".said").last).to_contain_text("See you on Friday.")
    said = firm.memory.conversations.messages("talk")
    assert [one.author_id for one in said] == ["ellen", "maya", "maya"]


def test_pages_are_read_without_scripts(desk: Desk) -> None:
    """A browser without scripts shows everything there is to read."""
    item = desk.memory.add(content="Orders settle after three days.", subject="ellen")
    page = desk.window("ada", "ADMIN", java_script_enabled=False)
    for path in ("/", "/corporate-memory", _QUEUE, f"/items/{item.id}", "/subjects/ellen"):
        page.goto(path)
        expect(page.get_by_text("Orders settle after three days.").first).to_be_visible()


@pytest.mark.soak
def test_every_page_is_for_everybody(desk: Desk) -> None:
    """axe finds nothing serious, in light or in dark, and nothing is wider than a telephone."""
    memory = desk.memory
    memory.conversations.start("talk", subject="ellen")
    memory.conversations.append("talk", [{"author_id": "ellen", "content": "I stop at 58."}])
    first = memory.add(
        content="Orders settle after three days.",
        domain="finance",
        subject="ellen",
        entities=["Tom"],
    )
    memory.review.approve(first.id)
    memory.review.edit(first.id, content="Orders settle after three days, always.")
    memory.add(content="Orders settle after two days.", domain="finance", subject="ellen")
    memory.supersede(memory.add(content="A", subject="ellen").id, content="B" * 300)
    receipt = memory.bundle().receipt
    page = desk.window("ada", "ADMIN")
    for path in (
        "/",
        "/search?q=orders",
        "/corporate-memory",
        "/corporate-memory/mine",
        _QUEUE,
        f"{_QUEUE}/contradictions",
        f"{_QUEUE}/audit?verify=1",
        f"/items/{first.id}",
        "/subjects/ellen?briefing=1",
        "/conversations",
        "/conversations/talk",
        "/receipts",
        f"/receipts/{receipt}",
        "/settings",
        "/nothing",
        "/sign-in",
    ):
        page.set_viewport_size({"width": 1440, "height": 900})
        page.goto(path)
        is_for_everybody(page, path)
        page.set_viewport_size({"width": 360, "height": 780})
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360, path
    seen = desk.seen[0]
    seen.errors = [one for one in seen.errors if "404" not in one]  # of the page that is not there
