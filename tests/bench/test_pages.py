"""`make bench`: what the pages cost, on a small store."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from remembrancer.doors.web.site import PAGES

BENCH = Path(__file__).parents[2] / "bench"
# Parts of a page that scripts ask for, and what is told of beside the page that it belongs to.
PARTS = {
    "/corporate-memory/admin/items/{id:name}",
    "/subjects/{subject:name}/sidebar",
}


@pytest.mark.soak
def test_each_page_is_held_against_its_bare_query(tmp_path: Path) -> None:
    """For every page there are its time, the time of its query and the ratio; and what a browser
    loads at first stays within its bound."""
    done = subprocess.run(
        (
            *(sys.executable, str(BENCH / "run.py"), "--pages", "--engine", "sqlite"),
            *("--sizes", "300", "--rounds", "1", "--json", "out.json"),
        ),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    figures = json.loads((tmp_path / "out.json").read_text())["sqlite"]["300"]
    pages = {name.removesuffix("_page") for name in figures if name.endswith("_page")}
    assert len(pages) == len(PAGES) - len(PARTS) + 1  # browse stands there twice: with a filter
    for page in pages:
        ours, bare = figures[f"{page}_page_ms"], figures[f"{page}_bare_ms"]
        assert ours > 0 < bare
        assert f"\n{page} " in done.stdout
    assert 0 < figures["first_load_kb"] <= 100
    assert "first load, the heaviest, kB" in done.stdout
    # The style and the modules are in it: no page is all that is loaded for it.
    assert figures["item_load_kb"] > figures["search_load_kb"]
