"""Take the pictures of the pages: those of the documents, or all of them to look at.

python scripts/screenshots.py               writes docs/pictures
python scripts/screenshots.py --all FOLDER  every page, light and dark, wide and narrow

The pages show the living examples on a fixed day, so that a picture changes with its page alone.
It takes Debian's chromium, or the one that CHROMIUM names.
"""

from __future__ import annotations

import argparse
import os
import queue
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from playwright.sync_api import Browser, sync_playwright

from remembrancer.demo.player import play_story
from remembrancer.demo.story import load_story, story_names
from remembrancer.doors.server.listen_address import ServerOptions, base_url, open_socket
from remembrancer.doors.server.serving import run
from remembrancer.memory import Memory

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
TODAY = datetime(2026, 3, 31, 14, 0, tzinfo=UTC)
QUESTION = "Who should I ask about shaders, and where does Mateo live now?"
WIDE, NARROW = (1240, 800), (360, 780)
SCHEMES = ("light", "dark")


class Sight(NamedTuple):
    """A page of one of the examples."""

    preset: str
    path: str  # {key} is the id of an item of the story, {conversation} and {receipt} what it has


SHOWN: Mapping[str, Sight] = {  # in the documents
    "subject": Sight("adviser", "/subjects/ellen"),
    "review": Sight("corporate", "/corporate-memory/admin"),
    "item": Sight("adviser", "/items/{retire-62}"),
    "decision": Sight("adviser", "/decisions/{harriet-rebalance}"),
    "companion": Sight("companion", "/"),
    "conversation": Sight("companion", "/conversations/{conversation}"),
    "ask": Sight("community", "/ask/{inquiry}"),
    "graph": Sight("community", "/graph/{person}"),
    "desk": Sight("desk", "/desk"),
    "debate": Sight("desk", "/debates/{debate-model}"),
    "knowledge": Sight("corporate", "/corporate-memory"),
}
EVERY: Mapping[str, Sight] = {
    "home-adviser": Sight("adviser", "/"),
    "home-corporate": Sight("corporate", "/"),
    "home-companion": Sight("companion", "/"),
    "search": Sight("adviser", f"/search?q={quote('when does Ellen want to retire?')}"),
    "browse": Sight("corporate", "/corporate-memory"),
    "mine": Sight("corporate", "/corporate-memory/mine"),
    "review": SHOWN["review"],
    "contradictions": Sight("adviser", "/corporate-memory/admin/contradictions"),
    "acts": Sight("adviser", "/acts"),
    "audit": Sight("corporate", "/corporate-memory/admin/audit?verify=1"),
    "receipts": Sight("adviser", "/receipts"),
    "conversations": Sight("adviser", "/conversations"),
    "subject": Sight("adviser", "/subjects/ellen?briefing=1"),
    "conversation": SHOWN["conversation"],
    "ask": SHOWN["ask"],
    "item": SHOWN["item"],
    "receipt": Sight("adviser", "/receipts/{receipt}"),
    "graph": Sight("adviser", "/graph"),
    "decisions": Sight("adviser", "/decisions"),
    "decision": SHOWN["decision"],
    "policy": Sight("adviser", "/policies/{rule-suitability}"),
    "coverage": Sight("adviser", "/decisions/coverage"),
    "report": Sight("adviser", "/decisions/{harriet-rebalance}/report"),
    "desk": SHOWN["desk"],
    "debate": SHOWN["debate"],
    "debates": Sight("desk", "/debates?show=all"),
    "credibility": Sight("desk", "/credibility"),
    "settings": Sight("corporate", "/settings"),
    "lost": Sight("adviser", "/nowhere"),
}


class Served(NamedTuple):
    """The pages of all examples, and what is in them."""

    at: str  # the address
    ids: Mapping[str, Mapping[str, str]]  # by preset and the story's own name
    spaces: Mapping[str, str]  # by preset


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="every page, to look at")
    chosen = parser.parse_args()
    with served() as pages, browser() as opened_browser:
        if chosen.all is None:
            PICTURES.mkdir(exist_ok=True)
            taken = [
                picture(opened_browser, pages, sight, PICTURES / f"{name}.png", WIDE, "light")
                for name, sight in SHOWN.items()
            ]
        else:
            chosen.all.mkdir(parents=True, exist_ok=True)
            taken = [
                picture(
                    opened_browser,
                    pages,
                    sight,
                    chosen.all / f"{name}-{scheme}-{size[0]}.png",
                    size,
                    scheme,
                )
                for name, sight in EVERY.items()
                for scheme in SCHEMES
                for size in (WIDE, NARROW)
            ]
    print(f"{len(taken)} pictures in {taken[0].parent}")
    return 0


def picture(
    browser: Browser,
    pages: Served,
    sight: Sight,
    file: Path,
    size: tuple[int, int],
    scheme: str,
) -> Path:
    """One page as it looks. Narrow ones are shown to their end."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if scheme == "dark" else "light",
        locale="en-GB",
        reduced_motion="reduce",
    )
    cookie = {"name": "remembrancer_space", "value": pages.spaces[sight.preset], "url": pages.at}
    context.add_cookies([cookie])  # type: ignore[list-item]
    page = context.new_page()
    path = sight.path
    for name, id in pages.ids[sight.preset].items():
        path = path.replace(f"{{{name}}}", quote(id, safe=""))
    page.goto(f"{pages.at}{path}", wait_until="load")
    page.screenshot(path=file, full_page=size == NARROW, animations="disabled")
    context.close()
    return file


@contextmanager
def browser() -> Iterator[Browser]:
    known = (os.environ.get("CHROMIUM"), "chromium", "chromium-browser")
    program = next((found for name in known if name and (found := shutil.which(name))), None)
    if program is None:
        sys.exit("There is no Chromium here. Install Debian's chromium, or set CHROMIUM.")
    with sync_playwright() as driver:
        opened_browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield opened_browser
        opened_browser.close()


@contextmanager
def served() -> Iterator[Served]:
    """All examples in one store, in local mode, as `make demo` serves them."""
    os.environ["REMEMBRANCER_EMBEDDER"] = "none"  # nothing is searched for by meaning
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "demo.db"
        stories = {preset: load_story(preset) for preset in story_names()}
        ids = {
            preset: dict(play_story(story, path, today=TODAY).ids)
            for preset, story in stories.items()
        }
        spaces = {preset: story.space for preset, story in stories.items()}
        with Memory.open(
            path, space=spaces["adviser"], clock=lambda: TODAY, background=False
        ) as memory:
            for preset, space in spaces.items():
                ids[preset] |= _seen(memory.in_space(space))
            with _answering(memory) as at:
                yield Served(at, ids, spaces)


def _seen(memory: Memory) -> dict[str, str]:
    """What there is to look at: a conversation, a receipt, a person and an answered question."""
    found = {}
    subjects = [one.subject for one in memory.items(limit=200) if one.subject]
    if subjects:
        receipt = memory.briefing(max(set(subjects), key=subjects.count)).receipt
        found["receipt"] = receipt or ""
    evidence = (each for one in memory.items(limit=200) for each in one.evidence)
    talks = [each.conversation_id for each in evidence if each.conversation_id]
    if talks:
        found["conversation"] = talks[0]
    people = memory.graph.entities(kind="Person").entities
    if people:
        count = {one.id: len(memory.graph.relations(of=one.id).relations) for one in people}
        found["person"] = max(count, key=count.__getitem__)
        found["inquiry"] = memory.inquire(QUESTION).session_id
    return found


@contextmanager
def _answering(memory: Memory) -> Iterator[str]:
    ready: queue.Queue[Callable[[], None]] = queue.Queue()
    options = ServerOptions(host="127.0.0.1", port=0, is_local=True, is_quiet=True)
    with open_socket(options) as listening:
        thread = threading.Thread(
            target=run, args=(memory._session, options, listening), kwargs={"ready": ready.put}
        )
        thread.start()
        stop = ready.get(timeout=60)
        try:
            yield base_url(options, listening).rstrip("/")
        finally:
            stop()
            thread.join()


if __name__ == "__main__":
    raise SystemExit(main())
