"""The graph explorer in a real browser: by keyboard, on a telephone, in the dark."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import is_for_everybody
from tests.browser.conftest import Desk

expect.set_options(timeout=60_000)

_LONG = "Pneumonoultramicroscopicsilicovolcanoconiosis" * 4


def _drawn(desk: Desk) -> str:
    """A node with neighbours of several kinds, one of them proven, one with a long name."""
    memory, graph = desk.memory, desk.memory.graph
    memory.conversations.start("talk")
    memory.conversations.append(
        "talk", {"id": "m1", "author_id": "bo", "content": "Dana leads the Lund office."}
    )
    volvo = graph.entity("Org", "Volvo")
    lund = graph.entity("Place", "Lund")
    dana = graph.entity("Person", "Dana")
    since = datetime(2015, 1, 1, tzinfo=UTC), datetime(2019, 1, 1, tzinfo=UTC)
    graph.relate(dana.id, "WORKS_AT", volvo.id, evidence=["m1"], valid_from=since[0])
    graph.relate(volvo.id, "LOCATED_IN", lund.id, valid_from=since[1])
    graph.relate(volvo.id, "DISCUSSES", graph.entity("Topic", _LONG).id)
    for number in range(12):
        graph.relate(graph.entity("Person", f"Person {number}").id, "WORKS_AT", volvo.id)
    return volvo.id


def _tab_to(page: Page, name: str) -> None:
    wanted = page.get_by_role("link", name=name, exact=True)
    for _ in range(60):
        page.keyboard.press("Tab")
        if wanted.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError(f"No tab key leads to {name}.")


def test_a_walk_by_keyboard(desk: Desk) -> None:
    """No mouse, from the start to a node, closer to its picture, back through time, and on to a
    neighbour."""
    _drawn(desk)
    page = desk.window("ada", "ADMIN")
    page.goto("/graph")
    page.get_by_label("Name or alias").fill("volvo")
    page.keyboard.press("Enter")
    _tab_to(page, "Volvo")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Volvo")).to_be_visible()
    picture, svg = page.locator(".picture"), page.locator("svg.net.wide")
    whole = svg.get_attribute("viewBox")
    picture.focus()
    page.keyboard.press("+")
    assert svg.get_attribute("viewBox") != whole
    closer = svg.get_attribute("viewBox")
    page.keyboard.press("ArrowRight")
    assert svg.get_attribute("viewBox") != closer
    page.keyboard.press("0")
    assert svg.get_attribute("viewBox") == whole
    page.get_by_label("As it was on").focus()
    page.keyboard.press("Home")
    expect(page.get_by_text("This is what held on 1 January 2015")).to_be_visible()
    expect(page.locator(".edge .end").get_by_role("link", name="Lund")).to_have_count(0)
    page.locator("summary", has_text="1 message says so").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Dana leads the Lund office.")).to_be_visible()
    _tab_to(page, "Person 3")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Person 3")).to_be_visible()


@pytest.mark.parametrize("width", [pytest.param(1280, marks=pytest.mark.soak), 360])
def test_the_graph_is_for_everybody(desk: Desk, width: int) -> None:
    """axe finds nothing serious, light or dark; nothing is wider than the screen, and no label of
    the picture covers another."""
    id = _drawn(desk)
    page = desk.window("ada", "ADMIN", viewport={"width": width, "height": 800})
    for path in ("/graph", f"/graph/{id}"):
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach(e => { e.open = true })")
        is_for_everybody(page, path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    covered = page.evaluate(
        """() => {
          const svg = [...document.querySelectorAll("svg.net")].find(one => one.clientWidth > 0);
          const frame = svg.getBoundingClientRect();
          const boxes = [...svg.querySelectorAll("a, .middle")].map(one =>
            [...one.querySelectorAll("text")].map(text => text.getBoundingClientRect())).flat();
          const out = boxes.filter(b => b.left < frame.left - 1 || b.right > frame.right + 1);
          const over = boxes.filter((a, i) => boxes.some((b, j) => i < j
            && a.left < b.right - 1 && b.left < a.right - 1
            && a.top < b.bottom - 4 && b.top < a.bottom - 4));
          return [boxes.length, out.length, over.length];
        }"""
    )
    assert covered[0] > 20
    assert covered[1:] == [0, 0]


@pytest.mark.soak
def test_dragging_is_no_click(desk: Desk) -> None:
    """Whoever drags the picture by a neighbour stays on the page; a click walks on."""
    id = _drawn(desk)
    page = desk.window("ada", "ADMIN", viewport={"width": 1280, "height": 1000})
    page.goto(f"/graph/{id}")
    page.get_by_role("button", name="Zoom in").click()
    node = page.locator("svg.net.wide a circle").nth(3)
    box = node.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 4, box["y"] + 4)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 30, steps=4)
    page.mouse.up()
    assert page.url.endswith(id)
    node.click()
    page.wait_for_url(lambda url: not url.endswith(id))
