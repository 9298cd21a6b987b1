"""Home, lists and review in a real browser: each flow by mouse and by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import is_for_everybody
from tests.browser.conftest import Desk

expect.set_options(timeout=60_000)

_QUEUE = "/corporate-memory/admin"
_TURNED = "\u202egpj.exe"
_HOSTILE = f"<script>window.taken=1</script> <img src=x onerror=window.taken=2> **b** {_TURNED}"
_SEEN = "<script>window.taken=1</script>"


def _live(page: Page, path: str = _QUEUE, *, undo_seconds: str = "0") -> None:
    page.goto(path)
    expect(page.locator("body")).to_have_attribute("data-live", "yes")
    page.locator("#acts-waiting").evaluate(
        "(place, seconds) => { place.dataset.undoSeconds = seconds }", undo_seconds
    )


def _contradicting(desk: Desk, text: str = "Orders settle after {} days.") -> None:
    first = desk.memory.add(content=text.format("three"), domain="finance")
    desk.memory.review.approve(first.id)
    desk.memory.add(content=text.format("two"), domain="finance")
    assert len(desk.memory.review.contradictions()) == 1


def _tab_to(page: Page, name: str) -> None:
    """Walks with the tab key until the control of this name has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        told = page.evaluate(
            "document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent"
        )
        label = page.evaluate("document.activeElement.ariaLabel ?? ''")
        if name in f"{told} {label}":
            return
    raise AssertionError(f"{name} cannot be reached by the tab key.")


@pytest.mark.soak
def test_in_by_keyboard_and_out_by_mouse(desk: Desk) -> None:
    """The field of the door has the focus; who signed out is led past it, and back to the page."""
    page = desk.window("maya")
    page.goto("/corporate-memory/mine")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_label("Your token")).to_be_focused()
    page.goto("/corporate-memory/mine")
    expect(page.get_by_label("Your token")).to_be_focused()
    page.keyboard.type(desk.memory.admin.issue_token("maya").token)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What you brought")).to_be_visible()


@pytest.mark.soak
def test_a_list_by_keyboard(desk: Desk) -> None:
    """Narrow the list, vote in it and add to it: no mouse, and each act is there afterwards."""
    item = desk.memory.add(content="Orders settle after three days.", domain="finance")
    other = desk.memory.add(content="We release on Thursdays.", domain="engineering")
    for one in (item, other):
        desk.memory.review.approve(one.id)
    page = desk.window("maya")
    page.goto("/corporate-memory")
    keys = page.keyboard
    _tab_to(page, "Filters")
    keys.press("Enter")
    _tab_to(page, "Domain")
    keys.type("finance")
    _tab_to(page, "Show")
    keys.press("Enter")
    expect(page.locator(".item")).to_have_count(1)
    _tab_to(page, "Vote up")
    keys.press("Enter")
    expect(page.get_by_text("Your vote counts.")).to_be_visible()
    up = page.get_by_role("button", name=re.compile("Vote up"))
    expect(up).to_have_attribute("aria-pressed", "true")
    expect(page).to_have_url(re.compile(rf"\?domain=finance#{item.id}$"))
    _tab_to(page, "What is it?")
    keys.type("Refunds take a week.")
    _tab_to(page, "Submit")
    keys.press("Enter")
    expect(page.get_by_text("It waits for a reviewer.")).to_be_visible()
    assert [one.content for one in desk.memory.review.queue()] == ["Refunds take a week."]


def test_a_pair_by_keyboard(desk: Desk) -> None:
    """Both sides, the words that differ, and a decision with its reason, from key to key."""
    _contradicting(desk)
    page = desk.window("ada", "ADMIN")
    page.goto(f"{_QUEUE}/contradictions")
    assert page.locator(".side mark").all_text_contents() == ["three", "two"]
    _tab_to(page, "Why")
    page.keyboard.type("Asked the desk.")
    _tab_to(page, "Both hold")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Settled, and on record.")).to_be_visible()
    (settled,) = desk.memory.review.contradictions(include_resolved=True)
    assert settled.resolution is not None
    assert (settled.resolution.action, settled.resolution.reason) == (
        "both_valid",
        "Asked the desk.",
    )


@pytest.mark.soak
def test_what_is_in_use_by_keyboard(desk: Desk) -> None:
    """Revoke with a reason, think again, revoke; a mandate stays in the list."""
    for n in range(3):
        desk.memory.review.approve(desk.memory.add(content=f"Rule {n} holds.").id)
    page = desk.window("ada", "ADMIN")
    _live(page, f"{_QUEUE}?list=used", undo_seconds="600")
    keys = page.keyboard
    keys.press("r")
    expect(page.locator("#ask")).to_be_visible()
    keys.type("Not any more.")
    keys.press("Enter")
    expect(page.locator(".queue li.leaving")).to_have_count(1)
    keys.press("u")
    expect(page.locator(".queue li.leaving")).to_have_count(0)
    page.locator("#acts-waiting").evaluate("place => { place.dataset.undoSeconds = '0' }")
    keys.press("r")
    expect(page.locator("#ask")).to_be_visible()
    keys.type("Not any more.")
    keys.press("Enter")
    expect(page.locator(".queue li")).to_have_count(2)
    keys.press("m")
    expect(page.locator("#ask")).to_be_visible()
    keys.type("The law.")
    keys.press("Enter")
    desk.until(page, lambda: desk.memory.stats().by_status.get("mandatory") == 1)
    expect(page.locator(".queue li.leaving")).to_have_count(0)
    expect(page.locator(".queue li")).to_have_count(2)
    assert desk.memory.stats().by_status == {"revoked": 1, "mandatory": 1, "approved": 1}


def test_what_others_change_is_seen_before_it_is_decided(desk: Desk) -> None:
    """An edit of somebody else shows at once, and the decision is on what is shown."""
    item = desk.memory.add(content="Orders settle after three days.")
    page = desk.window("ada", "ADMIN")
    _live(page)
    desk.memory.review.edit(item.id, content="Orders settle after two days.")
    expect(page.locator("#case h2")).to_have_text("Orders settle after two days.")
    expect(page.locator(".queue a")).to_have_text("Orders settle after two days.")
    page.keyboard.press("a")
    expect(page.get_by_text("Nothing waits")).to_be_visible()
    assert desk.memory.get(item.id).status == "approved"
    expect(page.locator("body")).to_have_attribute("data-live", "yes")
    desk.memory.add(content="We release on Thursdays.")
    expect(page.locator("#fresh")).to_have_text(re.compile("1 new"))


@pytest.mark.soak
def test_edit_is_of_one_item_whatever_is_selected(desk: Desk) -> None:
    """With others selected, an edit changes the item that is shown and no other."""
    desk.memory.add_many({"content": f"Rule {n} holds."} for n in range(3))
    page = desk.window("ada", "ADMIN")
    _live(page)
    expect(page.locator(".legend")).to_contain_text("x select")
    for key in "xjxj":
        page.keyboard.press(key)
    expect(page.locator("#picked")).to_have_text("2 selected")
    expect(page.locator("#case h2")).to_have_text("Rule 0 holds.")
    page.keyboard.press("e")
    expect(page.locator("#ask")).to_be_visible()
    page.get_by_label("What it says").fill("Rule 0 holds on Fridays.")
    page.get_by_role("button", name="Do it").click()
    expect(page.locator(".queue")).to_contain_text("Rule 0 holds on Fridays.")
    found = sorted(one.content for one in desk.memory.review.queue())
    assert found == ["Rule 0 holds on Fridays.", "Rule 1 holds.", "Rule 2 holds."]


@pytest.mark.soak
def test_a_search_after_the_visit_leads_to_the_door(desk: Desk) -> None:
    """Whose visit ended is told so while typing, and comes back to the page after signing in."""
    page = desk.window("maya")
    page.goto("/corporate-memory/mine")
    (token,) = desk.memory.admin.tokens()
    desk.memory.admin.revoke_token(token.id)
    page.keyboard.press("/")
    page.keyboard.type("orders")
    expect(page.get_by_text("Your visit is over. Sign in again.")).to_be_visible()
    expect(page.get_by_label("Your token")).to_be_visible()


def test_a_visit_that_ends_is_told_at_once(desk: Desk) -> None:
    """Whoever reviews is told without trying, and the link leads back to the same page."""
    desk.memory.add(content="Rule 1 holds.")
    page = desk.window("ada", "ADMIN")
    _live(page)
    (token,) = desk.memory.admin.tokens()
    desk.memory.admin.revoke_token(token.id)
    expect(page.get_by_text("Your visit is over.")).to_be_visible()
    page.get_by_role("link", name="Sign in").click()
    expect(page.get_by_label("Your token")).to_be_focused()
    page.keyboard.type(desk.memory.admin.issue_token("ada").token)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Review")).to_be_visible()


def _check_for_everybody(page: Page, what: str) -> None:
    """Light and dark, wide and narrow: nothing serious, and nothing wider than the screen."""
    for width in (1440, 360):
        page.set_viewport_size({"width": width, "height": 800})
        is_for_everybody(page, (what, width))
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, (what, width, wide)


@pytest.mark.soak
def test_every_state_is_for_everybody(desk: Desk) -> None:
    """axe finds nothing serious with a dialog, a search, a toast or a refusal open either."""
    _contradicting(desk)
    desk.memory.add(content="A" * 300, subject="B" * 120, domain="finance")
    desk.memory.add(content="My own note.", is_personal=True)
    page = desk.window("ada", "ADMIN")
    for path in (
        "/",
        "/search?q=orders",
        "/search?q=nothing",
        "/corporate-memory?domain=finance",
        "/corporate-memory/mine",
        f"{_QUEUE}?list=used",
        f"{_QUEUE}/contradictions?all=1",
        "/acts",
        f"{_QUEUE}/audit?verify=1&what=review",
        f"{_QUEUE}/audit?who=nobody",
        "/sign-in?ended=act",
    ):
        page.goto(path)
        _check_for_everybody(page, path)
    for key, place in (("?", "#keys"), ("e", "#ask"), ("m", "#ask")):
        _live(page)
        page.keyboard.press(key)
        expect(page.locator(place)).to_be_visible()
        _check_for_everybody(page, key)
    _live(page, undo_seconds="600")
    page.keyboard.press("x")
    page.keyboard.press("a")
    expect(page.locator(".toast")).to_be_visible()
    _check_for_everybody(page, "an act that waits")
    page.keyboard.press("u")
    page.goto("/corporate-memory")
    page.keyboard.press("/")
    page.keyboard.type("orders settle")
    expect(page.locator(".found-here a").first).to_be_visible()
    _check_for_everybody(page, "a search")


@pytest.mark.soak
def test_where_nothing_is_known_every_page_is_for_everybody(desk: Desk) -> None:
    """The same where there is nothing yet, and where there is no such thing."""
    page = desk.window("ada", "ADMIN")
    for path in (
        "/",
        "/search",
        "/corporate-memory",
        "/corporate-memory?subject=nobody",
        "/corporate-memory/mine",
        _QUEUE,
        f"{_QUEUE}?list=used",
        f"{_QUEUE}/contradictions",
        "/acts",
        "/items/none",
    ):
        page.goto(path)
        _check_for_everybody(page, path)
    seen = desk.seen[0]
    seen.errors = [one for one in seen.errors if "404" not in one]  # of the item that is not there


@pytest.mark.soak
def test_hostile_text_does_nothing_in_lists(desk: Desk) -> None:
    """Script, markup and turned text are shown as written in pairs, lists, the log and dialogs."""
    _contradicting(desk, f"{_HOSTILE} settles after {{}} days.")
    maya = desk.window("<i>maya</i>")
    maya.goto("/corporate-memory")
    maya.get_by_label("What is it?").fill(_HOSTILE)
    maya.get_by_label("About whom or what").fill("<b>x</b>")
    maya.get_by_role("button", name="Submit").click()
    expect(maya.get_by_text("It waits for a reviewer.")).to_be_visible()
    ada = desk.window("ada", "ADMIN")
    ada.goto(f"{_QUEUE}/contradictions")
    ada.get_by_label("Why").fill(_HOSTILE)
    ada.get_by_role("button", name="Keep the first").click()
    for path in (
        "/corporate-memory",
        "/corporate-memory?tags=" + "%3Cscript%3Ewindow.taken=1%3C/script%3E",
        f"{_QUEUE}?list=used",
        f"{_QUEUE}/contradictions?all=1",
        "/acts",
        f"{_QUEUE}/audit",
        "/search?q=script+window",
    ):
        ada.goto(path)
        if "tags" not in path:
            expect(ada.get_by_text(_SEEN).first).to_be_visible()
        assert _TURNED not in ada.locator("main").inner_text(), path
        assert ada.locator("main script, main img, main i, main strong").count() == 0, path
    _live(ada)
    ada.keyboard.press("r")
    ada.keyboard.type(_HOSTILE)
    ada.keyboard.press("Enter")
    expect(ada.locator(".queue li")).to_have_count(0)
    maya.goto("/corporate-memory/mine")
    expect(maya.get_by_text(_SEEN).first).to_be_visible()
    for page in (maya, ada):
        assert page.evaluate("window.taken") is None


@pytest.mark.soak
def test_review_without_scripts(desk: Desk) -> None:
    """Everything is read, and each act is done, by forms alone."""
    desk.memory.add_many({"content": f"Rule {n} holds."} for n in range(4))
    page = desk.window("ada", "ADMIN", java_script_enabled=False)
    page.goto(_QUEUE)
    expect(page.get_by_role("button", name="Keys")).to_be_hidden()
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_text("Decided: 1.")).to_be_visible()
    page.get_by_label("Select Rule 0 holds.").check()
    page.get_by_label("Select Rule 1 holds.").check()
    page.get_by_label("Why", exact=True).fill("A rumour.")
    page.get_by_role("button", name="Reject").click()
    expect(page.get_by_text("Decided: 2.")).to_be_visible()
    page.locator("noscript summary").click()  # its words are not looked for there
    page.get_by_label("What it says").fill("Rule 2 holds on Fridays.")
    page.locator("noscript button").click()
    expect(page.get_by_text("Rule 2 holds on Fridays.").first).to_be_visible()
    page.get_by_label("Why", exact=True).fill("The law.")
    page.get_by_role("button", name="Mandate").click()
    expect(page.get_by_text("Nothing waits")).to_be_visible()
    page.get_by_role("link", name="In use").click()
    page.get_by_label("Why", exact=True).fill("Not any more.")
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("Decided: 1.")).to_be_visible()
    found = desk.memory.stats().by_status
    assert found == {"mandatory": 1, "rejected": 2, "revoked": 1}


@pytest.mark.soak
def test_lists_and_review_by_mouse(desk: Desk) -> None:
    """Filter, vote twice, share, reject, mandate, revoke, search and check the chain, by clicks."""
    item = desk.memory.add(content="Orders settle after three days.", domain="finance")
    desk.memory.review.approve(item.id)
    maya = desk.window("maya")
    maya.get_by_role("link", name="Browse").click()
    maya.get_by_text("Filters").click()
    maya.get_by_role("form", name="Filters").get_by_label("Domain").select_option("finance")
    maya.get_by_role("button", name="Show").click()
    up = maya.get_by_role("button", name=re.compile(r"Vote up"))
    down = maya.get_by_role("button", name=re.compile(r"Vote down"))
    up.click()
    expect(up).to_have_text("▲ 1")
    down.click()
    expect(down).to_have_text("▼ 1")
    expect(up).to_have_text("▲ 0")
    maya.get_by_label("What is it?").fill("My own note.")
    maya.get_by_label("For me alone").check()
    maya.get_by_role("button", name="Submit").click()
    maya.get_by_role("link", name="Mine").click()
    expect(maya.locator(".item.personal .only-you")).to_have_text("personal")
    maya.get_by_role("button", name=re.compile("Share with all")).click()
    expect(maya.get_by_text("It waits for a reviewer.")).to_be_visible()
    desk.memory.add(content="Refunds take a week.")
    ada = desk.window("ada", "ADMIN")
    ada.get_by_role("link", name="Review", exact=True).click()
    _live(ada)
    ada.get_by_role("link", name="My own note.").first.click()
    ada.get_by_role("button", name="Reject").click()
    ada.get_by_label("Reason, for whoever brought it").fill("Not for all.")
    ada.get_by_role("button", name="Do it").click()
    expect(ada.locator(".queue li")).to_have_count(1)
    ada.get_by_role("button", name="Mandate").click()
    ada.get_by_label("Reason", exact=True).fill("The law.")
    ada.get_by_role("button", name="Do it").click()
    expect(ada.get_by_text("Nothing waits")).to_be_visible()
    _live(ada, f"{_QUEUE}?list=used")
    ada.get_by_label("Select Refunds take a week.").check()
    ada.get_by_label("Select Orders settle after three days.").check()
    ada.get_by_role("button", name="Revoke").click()
    ada.get_by_label("Reason", exact=True).fill("Not any more.")
    ada.get_by_role("button", name="Do it").click()
    expect(ada.get_by_text("Nothing is in use")).to_be_visible()
    assert desk.memory.stats().by_status == {"revoked": 2, "rejected": 1}
    ada.get_by_role("link", name="Audit").click()
    ada.get_by_label("What").select_option("review.revoke")
    ada.get_by_role("button", name="Show").click()
    expect(ada.get_by_role("cell", name="Not any more.")).to_have_count(2)
    ada.get_by_role("button", name="Check the chain").click()
    expect(ada.get_by_text("The chain holds")).to_be_visible()
    desk.memory.review.approve(desk.memory.add(content="Invoices wait for Fridays.").id)
    field = ada.get_by_role("searchbox")
    field.click()
    field.press_sequentially("invoices fridays")
    ada.locator(".found-here a").first.click()
    expect(ada.get_by_role("heading", name="Invoices wait for Fridays.")).to_be_visible()
    ada.get_by_role("button", name="Sign out").click()
    expect(ada.get_by_label("Your token")).to_be_visible()
