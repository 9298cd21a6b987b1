"""The pages about one thing, in a real browser: a subject, a conversation, an item, a receipt and
the settings of a space."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from remembrancer.testing import FrozenClock
from tests.browser.accessible import serious
from tests.browser.conftest import Desk
from tests.soak.size import IS_FULL

pytestmark = pytest.mark.soak
expect.set_options(timeout=60_000)

_HOSTILE = "<script>window.taken=1</script> <img src=x onerror=window.taken=2> **b** \u202egpj.exe"


def _wait_seconds(page: Page, seconds: str) -> None:
    """Acts of this page wait so long."""
    page.locator("#acts-waiting").evaluate(
        "(place, seconds) => { place.dataset.undoSeconds = seconds }", seconds
    )


def _clock(desk: Desk) -> FrozenClock:
    clock = FrozenClock(desk.clock())
    desk.clock.lender = clock
    return clock


def _focused(page: Page, name: str, presses: int = 80) -> None:
    """Tab after tab, until the thing of that name has the focus."""
    named = "e => (e.getAttribute('aria-label') || e.textContent || '').trim()"
    for _ in range(presses):
        page.keyboard.press("Tab")
        if page.evaluate(f"({named})(document.activeElement)").startswith(name):
            return
    raise AssertionError(f"No tab leads to {name!r}.")


def _lived_in(desk: Desk, text: str = "Ellen earns 50,000.") -> dict[str, str]:
    """A client with a past, and addresses of all that is about her."""
    clock, memory = _clock(desk), desk.memory
    first = memory.add(content=text, subject="ellen", entities=["Northgate", "Leeds", "Tom"])
    clock.advance(timedelta(days=9))
    last = memory.supersede(first.id, content=f"{text} Or more.", entities=["Northgate"])
    memory.update(last.id, content=f"{text} Or less.", tags=["salary"], reason=text[:100])
    memory.dismiss(memory.add(content=f"{text} Never.", subject="ellen").id)
    todo = {"deadline": f"{clock() + timedelta(days=20):%Y-%m-%d}"}
    memory.add(content="Write to the scheme.", kind="action_item", subject="ellen", metadata=todo)
    memory.add(content=f"Ask again: {text}"[:200], kind="action_item", subject="ellen")
    memory.conversations.start("talk", subject="ellen", title=text[:80])
    for n in range(22):
        said = {"author_id": "ellen", "content": f"We decided on plan {n}. {text}"}
        memory.conversations.append("talk", said)
    composed = memory.compose(message=text, conversation_id="talk", subject="ellen")
    clock.advance(timedelta(days=12))
    briefing = memory.briefing("ellen")
    return {
        "subject": "/subjects/ellen",
        "briefing": "/subjects/ellen?briefing=1",
        "dismissed": "/subjects/ellen?status=dismissed",
        "conversation": "/conversations/talk",
        "all of it": "/conversations/talk?all=1",
        "item": f"/items/{last.id}",
        "replaced": f"/items/{first.id}",
        "request": f"/receipts/{composed.receipt}",
        "receipt": f"/receipts/{briefing.receipt}",
    }


def _failed_work(desk: Desk, folder: Path) -> None:
    clock = _clock(desk)
    desk.memory.jobs.schedule("detect", every="1d", folder=folder)
    for _ in range(5):
        desk.memory.jobs.wait()
        clock.advance(timedelta(hours=1))


def test_a_subject_by_mouse(firm: Desk) -> None:
    """States, a confirmation, an action that is done and undone, a briefing, a neighbour."""
    places = _lived_in(firm)
    page = firm.window("maya")
    page.goto(places["subject"])
    page.get_by_role("link", name="Replaced", exact=True).click()
    expect(page.locator(".timeline li")).to_have_count(1)
    page.get_by_role("link", name="what replaced it").click()
    expect(page).to_have_url(re.compile(places["item"]))
    page.goto(places["subject"])
    page.get_by_role("button", name="Still so: Ellen earns 50,000. Or less.").click()
    expect(page.get_by_text("Confirmed: it is fresh again.")).to_be_visible()
    open_ones = page.locator(".todo")
    expect(open_ones).to_have_count(2)
    _wait_seconds(page, "600")
    page.get_by_role("button", name="Done: Write to the scheme.").click()
    expect(page.locator(".todo:visible")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".todo:visible")).to_have_count(2)
    _wait_seconds(page, "0")
    page.get_by_role("button", name="Done: Write to the scheme.").click()
    expect(open_ones).to_have_count(1)
    page.get_by_role("link", name="Brief me").click()
    expect(page.locator(".parts")).to_contain_text("Ellen earns 50,000. Or less.")
    page.get_by_text("What it replaced").click()
    expect(page.locator(".lanes .line-through-time")).to_contain_text("Ellen earns 50,000.")
    page.locator(".graph a", has_text="Northgate").locator("circle").click()
    expect(page).to_have_url(re.compile("/subjects/Northgate"))


def test_the_slider_by_mouse(firm: Desk) -> None:
    """Dragged to the left it shows what was known first, and dragged back what is known now."""
    places = _lived_in(firm)
    page = firm.window("maya")
    page.goto(places["subject"])
    slider = page.get_by_label("As known on")
    box = slider.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] - 8, y)
    page.mouse.down()
    page.mouse.move(box["x"] + 4, y, steps=6)
    page.mouse.up()
    expect(page.get_by_text("This is what was known on")).to_be_visible()
    expect(page.locator(".timeline li")).to_have_count(1)
    page.reload()
    expect(page.locator(".timeline li")).to_have_count(1)
    page.get_by_role("link", name="Back to today").click()
    expect(page.locator(".timeline li")).to_have_count(3)


def test_a_conversation_by_keyboard(firm: Desk) -> None:
    """A tab to a suggestion and Enter sends it, once; shift and Enter begins a line."""
    places = _lived_in(firm)
    page = firm.window("maya")
    page.goto(places["conversation"])
    _focused(page, "Continue with", presses=200)
    page.keyboard.press("Enter")
    expect(page.locator(".said").last).to_contain_text("Continue with")
    assert len(firm.memory.conversations.messages("talk")) == 23
    page.get_by_label("Your message").focus()
    page.keyboard.type("One")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("Two")
    page.keyboard.press("Enter")
    expect(page.locator(".said").last).to_contain_text("One\nTwo")
    said = firm.memory.conversations.messages("talk")
    assert (len(said), said[-1].content) == (24, "One\nTwo")


def test_who_clicks_twice_has_said_it_once(firm: Desk) -> None:
    """A suggestion that is clicked twice in a row is one message."""
    places = _lived_in(firm)
    page = firm.window("maya")
    page.goto(places["conversation"])
    page.locator("button.chip").first.dblclick()
    expect(page.locator(".said").last).to_contain_text("Continue with")
    assert len(firm.memory.conversations.messages("talk")) == 23


def test_an_item_by_mouse_and_keyboard(firm: Desk) -> None:
    """Confirmed, dismissed and taken back, dismissed for good; its receipt is a click away."""
    places = _lived_in(firm)
    id = places["item"].rpartition("/")[2]
    page = firm.window("ada", "ADMIN")
    page.goto(places["item"])
    page.get_by_role("button", name="Still so").click()
    expect(page.get_by_text("Confirmed: it is fresh again.")).to_be_visible()
    _wait_seconds(page, "600")
    page.get_by_role("button", name="Dismiss").press("Enter")
    expect(page.get_by_role("button", name="Dismiss")).to_be_hidden()
    page.keyboard.press("u")
    expect(page.get_by_role("button", name="Dismiss")).to_be_visible()
    assert firm.memory.get(id).lifecycle == "active"
    page.get_by_role("link", name="owner", exact=True).first.click()
    expect(page.get_by_text("Byte for byte as it was handed over.")).to_be_visible()
    page.locator(".brief a", has_text=id).first.click()
    expect(page).to_have_url(re.compile(places["item"]))
    _wait_seconds(page, "0")
    page.get_by_role("button", name="Dismiss").click()
    expect(page.get_by_text("It was dismissed: it is kept, and used no more.")).to_be_visible()
    assert firm.memory.get(id).lifecycle == "dismissed"


def test_a_visit_that_ended_dismisses_nothing(firm: Desk) -> None:
    """Whose token was revoked meanwhile is told so, and the entry is there again."""
    places = _lived_in(firm)
    page = firm.window("maya")
    page.goto(places["subject"])
    _wait_seconds(page, "0")
    (token,) = firm.memory.admin.tokens()
    firm.memory.admin.revoke_token(token.id)
    dismiss = page.get_by_role("button", name="Dismiss: Ellen earns 50,000. Or less.")
    dismiss.click()
    expect(page.get_by_text("Your visit is over")).to_be_visible()
    expect(dismiss).to_be_visible()
    assert firm.memory.get(places["item"].rpartition("/")[2]).lifecycle == "active"


def test_settings_by_mouse(desk: Desk, tmp_path: Path) -> None:
    """Register, change, issue, revoke with undo, configure, retry: click by click."""
    folder = tmp_path / "transcripts"
    _failed_work(desk, folder)
    page = desk.window("ada", "ADMIN")
    page.get_by_role("link", name="Settings").click()
    page.get_by_text("Register somebody").click()
    page.get_by_label("Name", exact=True).fill("zoe")
    page.get_by_label("KM_ADMIN").check()
    page.get_by_label("Groups, with commas between").fill("finance")
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_text("zoe is registered.")).to_be_visible()
    page.get_by_role("link", name="Change zoe").click()
    expect(page.get_by_label("KM_ADMIN").first).to_be_checked()
    page.get_by_label("KM_ADMIN").first.uncheck()
    page.get_by_role("button", name="Keep").first.click()
    expect(page.get_by_text("zoe is registered.")).to_be_visible()
    assert desk.memory.admin.person("zoe").roles == frozenset()
    page.get_by_text("Issue a token").click()
    page.get_by_label("For whom").select_option("zoe")
    page.get_by_label("What it is for").fill("her laptop")
    page.get_by_role("button", name="Issue").click()
    expect(page.get_by_label("The token", exact=True)).to_have_value(re.compile(r"^\S{40,}$"))
    page.goto("/settings")
    _wait_seconds(page, "600")
    revoke = page.get_by_role("button", name="Revoke the token of zoe for her laptop")
    revoke.click()
    expect(revoke).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    expect(revoke).to_be_visible()
    _wait_seconds(page, "0")
    revoke.click()
    expect(revoke).to_have_count(0)
    desk.until(page, lambda: all(one.principal != "zoe" for one in desk.memory.admin.tokens()))
    folder.mkdir()
    page.get_by_role("button", name="Retry detect").click()
    expect(page.get_by_text("Due again: 1.")).to_be_visible()
    assert desk.memory.jobs.failed() == ()
    field = page.get_by_role("textbox", name="What this space does differently")
    field.fill('{"summary_per_kind": 3}')
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_text("Kept. It holds within seconds")).to_be_visible()


def test_settings_by_keyboard(desk: Desk) -> None:
    """No mouse: somebody is registered, and a token of theirs is issued and revoked."""
    page = desk.window("ada", "ADMIN")
    page.goto("/settings")
    keys = page.keyboard
    _focused(page, "Register somebody")
    keys.press("Enter")
    keys.press("Tab")
    keys.type("zoe")
    keys.press("Enter")
    expect(page.get_by_text("zoe is registered.")).to_be_visible()
    _focused(page, "Issue a token")
    keys.press("Enter")
    keys.press("Tab")
    keys.type("zoe")
    keys.press("Tab")
    keys.press("Enter")
    expect(page.get_by_label("The token", exact=True)).to_be_visible()
    page.goto("/settings")
    _wait_seconds(page, "600")
    _focused(page, "Revoke the token of zoe")
    keys.press("Enter")
    expect(page.get_by_role("button", name="Revoke the token of zoe")).to_be_hidden()
    keys.press("u")
    expect(page.get_by_role("button", name="Revoke the token of zoe")).to_be_visible()
    assert len(desk.memory.admin.tokens()) == 2


def test_hostile_text_does_nothing_here(firm: Desk) -> None:
    """Names, notes, reasons and messages with script, markup and turned text are only text."""
    places = _lived_in(firm, _HOSTILE)
    firm.memory.admin.add_person("<b>zoe", groups=["<i>"])
    firm.memory.admin.issue_token("<b>zoe", note="<script>window.taken=3</script>")
    page = firm.window("ada", "ADMIN")
    for name, path in places.items():
        page.goto(path)
        text = page.locator("main").inner_text()
        assert "<script>window.taken=1</script>" in text, name
        assert "\u202e" not in text, name
    page.goto("/settings")
    expect(page.get_by_text("<b>zoe").first).to_be_visible()
    page.goto(places["conversation"])
    page.locator("button.chip").first.click()
    expect(page.locator(".said").last).to_contain_text("Continue with")
    page.goto(places["subject"])
    page.get_by_label("As known on").press("Home")
    expect(page.get_by_text("This is what was known on")).to_be_visible()
    assert page.evaluate("window.taken") is None


def test_read_and_used_without_scripts(firm: Desk) -> None:
    """All of it can be read, the past by links, and a suggestion is sent by its own form."""
    places = _lived_in(firm)
    page = firm.window("ada", "ADMIN", java_script_enabled=False)
    for path in places.values():
        page.goto(path)
        expect(page.get_by_text("Ellen earns 50,000.").first).to_be_visible()
    page.goto(places["subject"])
    page.locator(".points a").first.click()
    expect(page.get_by_text("This is what was known on")).to_be_visible()
    page.goto(places["conversation"])
    page.locator("button.chip").first.click()
    expect(page.locator(".said").last).to_contain_text("Continue with")
    page.goto(places["item"])
    page.get_by_role("button", name="Dismiss").click()
    expect(page.get_by_text("It was dismissed: it is kept, and used no more.")).to_be_visible()
    page.goto("/settings")
    expect(page.get_by_text("How it is set up")).to_be_visible()


# Every width in every light; in a short soak, each of them once.
_LOOKS: tuple[tuple[int, str], ...] = ((1440, "light"), (360, "dark"))
if IS_FULL:
    _LOOKS += ((1440, "dark"), (360, "light"))


@pytest.mark.parametrize(("width", "scheme"), _LOOKS)
def test_pages_are_for_everybody(firm: Desk, tmp_path: Path, width: int, scheme: Any) -> None:
    """axe finds nothing serious, wide or narrow, light or dark, with all that folds unfolded; and
    nothing is wider than a telephone."""
    places = _lived_in(firm)
    _failed_work(firm, tmp_path / "none")
    page = firm.window(
        "ada", "ADMIN", color_scheme=scheme, viewport={"width": width, "height": 900}
    )
    others = ("/subjects/nobody", "/subjects/ellen?kind=fact", "/settings", "/settings?person=ada")
    for path in (*places.values(), *others):
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach(e => { e.open = true })")
        assert serious(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
