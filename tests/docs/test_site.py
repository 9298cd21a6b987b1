"""The site of the documentation: complete, without a dead link, and readable everywhere."""

from __future__ import annotations

import shutil
import sys
import threading
import tomllib
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import pytest

from tests.docs import pages

SCRIPTS: Final = pages.ROOT / "scripts"
CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
WIDE, PHONE = (1280, 900), (390, 844)
READ: Final = (  # pages of each sort: prose, pictures, wide tables, code, reference
    "index.html",
    "presets/community.html",
    "presets.html",
    "comparison.html",
    "cli.html",
    "reference/decisions.html",
    "reference/types-team.html",
    "decisions/index.html",
)


def test_every_page_has_its_place() -> None:
    """The navigation of the site names every page of docs/ once, and none that is not there."""
    told = tomllib.loads((pages.ROOT / "site/navigation.toml").read_text("utf-8"))
    listed = [name for section in told["section"] for name in section["pages"]]
    there = {
        page.relative_to(pages.DOCS).with_suffix("").as_posix()
        for page in (*pages.DOCS.glob("*.md"), *pages.DOCS.glob("presets/*.md"))
    }
    made = {"reference", "decisions", "architecture", "changelog"}
    assert sorted(listed) == sorted(there | made)


def test_every_preset_has_a_page_with_pictures() -> None:
    """A page for each preset shows how it looks."""
    for preset in ("adviser", "companion", "community", "desk", "corporate"):
        text = (pages.DOCS / "presets" / f"{preset}.md").read_text("utf-8")
        assert text.count("](../pictures/") >= 2


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, Path]]:
    """The script that builds the site, and the folder it built it in."""
    sys.path.insert(0, str(SCRIPTS))
    try:
        import build_site  # type: ignore[import-not-found, unused-ignore]

        folder = tmp_path_factory.mktemp("site") / "site"
        assert build_site.build(folder) == []
        yield build_site, folder
    finally:
        sys.path.remove(str(SCRIPTS))


@pytest.mark.soak
def test_every_link_is_followed(site: tuple[Any, Path], tmp_path: Path) -> None:
    """No link of the built site is dead; and one that is, is found, with its page."""
    script, folder = site
    assert len(list(folder.rglob("*.html"))) > 150
    (tmp_path / "a.html").write_text(
        '<a href="b.html">1</a> <a href="#no">2</a> <a href="http://x.example">3</a>'
        '<h1 id="yes"></h1><a href="#yes">4</a> <img src="c.png">',
        "utf-8",
    )
    found = {(link.target, link.why) for link in script.dead_links(tmp_path)}
    assert found == {
        ("b.html", "no such page"),
        ("#no", "no such heading"),
        ("http://x.example", "not https"),
        ("c.png", "no such page"),
    }


@pytest.mark.soak
def test_the_reference_has_every_public_name(site: tuple[Any, Path]) -> None:
    """Every verb on the wire and every public type is described."""
    import remembrancer
    from remembrancer.wire.routes import ROUTES

    _, folder = site
    text = {file.stem: file.read_text("utf-8") for file in (folder / "reference").glob("*.html")}
    for route in ROUTES:
        group, _, name = route.verb.rpartition(".")
        assert f"<code>{name}</code>" in text[group.replace(".", "-") or "memory"], route.verb
    every = "".join(text.values())
    types = [name for name in remembrancer.__all__ if name[0].isupper() and "Memory" not in name]
    assert [name for name in types if f'id="{name.lower()}"' not in every] == []


@pytest.mark.soak
@pytest.mark.skipif(CHROMIUM is None, reason="There is no Chromium here: install Debian's.")
def test_it_reads_well_in_a_browser(site: tuple[Any, Path]) -> None:
    """Light and dark, wide and on a phone: nothing is wider than the screen, no script fails,
    nothing is loaded from elsewhere; the search finds a page."""
    from playwright.sync_api import sync_playwright

    _, folder = site
    handler = partial(_Quiet, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    at = f"http://127.0.0.1:{server.server_port}"
    wrong: list[str] = []
    try:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
            )
            for scheme in ("light", "dark"):
                for width, height in (WIDE, PHONE):
                    context = browser.new_context(
                        viewport={"width": width, "height": height},
                        color_scheme="dark" if scheme == "dark" else "light",
                    )
                    page = context.new_page()
                    page.on("pageerror", lambda error: wrong.append(str(error)))
                    page.on(
                        "request",
                        lambda sent: (
                            None
                            if sent.url.startswith((at, "data:", "blob:"))
                            else wrong.append(sent.url)
                        ),
                    )
                    for path in READ:
                        page.goto(f"{at}/{path}")
                        if page.evaluate("document.documentElement.scrollWidth") > width:
                            wrong.append(f"{path} is wider than {width}")
                    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
                    is_dark = sum(int(part) for part in _numbers(ground)) < 3 * 128
                    assert is_dark == (scheme == "dark"), ground
                    context.close()
            _search(browser.new_page(), at)
            browser.close()
    finally:
        server.shutdown()
        server.server_close()
    assert wrong == []


def _search(page: Any, at: str) -> None:
    page.goto(f"{at}/index.html", wait_until="networkidle")
    page.keyboard.press("Control+k")
    page.keyboard.type("hash-chained ledger", delay=20)
    page.locator('a[href*="ledger.html?h="]').first.wait_for()


def _numbers(colour: str) -> list[str]:
    return colour.partition("(")[2].rstrip(")").replace(" ", "").split(",")[:3]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""
