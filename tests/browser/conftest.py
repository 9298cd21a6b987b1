"""A real browser in front of a server in this process, and people who sign in with it.

The browser's driver runs a loop in this thread as long as it is open, so it is closed with the
last test of a module: other tests run loops of their own.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

from remembrancer import Memory
from remembrancer.doors.http.authentication import by_token
from remembrancer.doors.http.events import EventStreams
from remembrancer.doors.server.app import create_app
from remembrancer.doors.web.session_cookie import Visitors
from remembrancer.doors.web.site import Site
from remembrancer.front.access.authentication import Callers
from remembrancer.testing import FrozenClock
from tests.conftest import START, BorrowedClock
from tests.remote import Listening

CHROMIUM: Final = next(
    (found for name in ("chromium", "chromium-browser") if (found := shutil.which(name))), None
)
_TIMEOUT_MILLISECONDS: Final = 60_000  # a loaded machine takes its time
_numbers = count(1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if CHROMIUM is None:
        skipped = pytest.mark.skip(reason="There is no Chromium here: install Debian's chromium.")
        for item in items:
            if "tests/browser/" in item.nodeid:
                item.add_marker(skipped)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as driver:
        opened = driver.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield opened
        opened.close()


class Town:
    """A server with many spaces."""

    def __init__(self, memory: Memory, clock: BorrowedClock) -> None:
        self.memory = memory
        self.clock = clock
        callers = Callers(memory._session)
        visitors = Visitors(callers)
        self._streams = EventStreams()
        self._listening = Listening(
            create_app(
                memory._session,
                by_token(callers),
                site=Site(visitors),
                streams=self._streams,
                watcher=lambda request: visitors.visitor(request.cookies).session,
            )
        )
        self.url = self._listening.url

    def close(self) -> None:
        self._streams.is_closing = True
        self._listening.close()


@pytest.fixture(scope="module")
def town() -> Iterator[Town]:
    clock = BorrowedClock()
    clock.lender = FrozenClock(START)
    with Memory.open(
        ":memory:", space="lobby", clock=clock, embedder="none", background=False
    ) as memory:
        made = Town(memory, clock)
        yield made
        made.close()


class Seen:
    """What went on behind a page that no person sees."""

    def __init__(self, page: Page, home: str) -> None:
        self._home = home
        self.errors: list[str] = []
        self.elsewhere: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self._request)
        page.on("dialog", lambda dialog: self.errors.append(f"a dialog: {dialog.message}"))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self._home, "data:", "about:")):
            self.elsewhere.append(request.url)


class Desk:
    """One space, and the windows of those who look at it."""

    def __init__(self, town: Town, memory: Memory, browser: Browser, opened: ExitStack) -> None:
        self.memory = memory
        self.url = town.url
        self.clock = town.clock
        self._browser = browser
        self._opened = opened
        self.seen: list[Seen] = []

    def token(self, name: str, *roles: str) -> str:
        self.memory.admin.add_person(name, roles=roles)
        return self.memory.admin.issue_token(name).token

    def window(self, name: str, *roles: str, **about: Any) -> Page:
        """The window of somebody who signs in as people do."""
        context = self._browser.new_context(base_url=self.url, reduced_motion="reduce", **about)
        self._opened.callback(context.close)
        context.set_default_timeout(_TIMEOUT_MILLISECONDS)
        page = context.new_page()
        self.seen.append(Seen(page, self.url))
        page.goto("/sign-in")
        page.get_by_label("Your token").fill(self.token(name, *roles))
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url("**/")
        return page

    def until(self, page: Page, holds: Callable[[], bool]) -> None:
        """Waits for what the server does without telling the page."""
        for _ in range(400):
            if holds():
                return
            page.wait_for_timeout(25)
        raise AssertionError("It did not come about.")


@pytest.fixture
def desk(town: Town, browser: Browser) -> Iterator[Desk]:
    """A corporate space of its own. At the end, no page has reported anything wrong."""
    memory = town.memory.in_space(f"desk {next(_numbers)}", "corporate")
    with ExitStack() as opened:
        made = Desk(town, memory, browser, opened)
        yield made
    for one in made.seen:
        assert one.errors == []
        assert one.elsewhere == []


@pytest.fixture
def firm(town: Town, browser: Browser) -> Iterator[Desk]:
    """The same, of advisers."""
    memory = town.memory.in_space(f"firm {next(_numbers)}", "adviser")
    with ExitStack() as opened:
        made = Desk(town, memory, browser, opened)
        yield made
    for one in made.seen:
        assert one.errors == []
        assert one.elsewhere == []
