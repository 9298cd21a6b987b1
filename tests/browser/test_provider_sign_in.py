"""Signing in with a provider, in a real browser: cookies, redirects and policies as they are."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from remembrancer import Memory
from remembrancer.doors.http.authentication import by_token
from remembrancer.doors.oidc.provider_settings import ProviderSettings
from remembrancer.doors.oidc.sign_in_flow import SignInFlow
from remembrancer.doors.server.app import create_app
from remembrancer.doors.web.session_cookie import COOKIE, Visitors
from remembrancer.doors.web.site import Site
from remembrancer.front.access.authentication import Callers
from remembrancer.governance.access.sign_in_rules import Grant
from remembrancer.testing import FrozenClock
from tests.browser.accessible import is_for_everybody
from tests.conftest import START
from tests.oidc.loopback_provider import CLIENT_ID, SECRET, OidcProvider
from tests.remote import Listening

expect.set_options(timeout=15_000)


class Gate:
    """A server whose people sign in with a provider."""

    def __init__(self, memory: Memory, provider: OidcProvider) -> None:
        self.provider = provider
        self.memory = memory
        settings = ProviderSettings(
            issuer=provider.issuer,
            client_id=CLIENT_ID,
            client_secret=SECRET,
            label="Northgate",
            contact="it@northgate.example",
            grants=(Grant(claim="groups", value="memory", space="lobby"),),
        )
        callers = Callers(memory._session)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://localhost:{port}"  # another site than the provider's 127.0.0.1
        flow = SignInFlow(memory._session, settings.at(self.url))
        app = create_app(
            memory._session, by_token(callers, COOKIE), site=Site(Visitors(callers), flow)
        )
        self._listening = Listening(app, port)

    def close(self) -> None:
        self._listening.close()


@pytest.fixture(scope="module")
def gate() -> Iterator[Gate]:
    clock = FrozenClock(START)
    provider = OidcProvider(clock)
    with Memory.open(
        ":memory:",
        space="lobby",
        preset="corporate",
        clock=clock,
        embedder="none",
        background=False,
    ) as memory:
        made = Gate(memory, provider)
        yield made
        made.close()
    provider.close()


@pytest.fixture
def page(gate: Gate, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(base_url=gate.url, reduced_motion="reduce")
    context.set_default_timeout(15_000)
    page = context.new_page()
    errors: list[str] = []
    page.on("console", lambda told: errors.append(told.text) if told.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert [one for one in errors if "403" not in one] == []


def test_a_browser_goes_there_and_back_and_out(gate: Gate, page: Page) -> None:
    """From a page to the provider and back to that page, and out at both, on two sites."""
    gate.provider.claims = {"groups": ["memory"], "name": "Priya Shah"}
    page.goto("/corporate-memory?domain=finance")
    expect(page.get_by_role("heading", name="Remembrancer")).to_be_visible()
    is_for_everybody(page, "the door")
    page.get_by_role("link", name="Sign in with Northgate").click()
    page.wait_for_url("**/corporate-memory?domain=finance")
    expect(page.locator(".me")).to_have_text("Priya Shah")
    status = page.evaluate("fetch('/api/memory/stats').then(told => told.status)")
    assert status == 200  # a script of our pages may call the API
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in")
    (left,) = gate.provider.logouts
    assert left["id_token_hint"].startswith("ey")
    assert gate.memory.admin.tokens() == ()
    page.goto("/")
    expect(page.get_by_role("link", name="Sign in with Northgate")).to_be_visible()


def test_who_is_given_nothing_reads_what_to_ask_for(gate: Gate, page: Page) -> None:
    """The page is for everybody, and its button tries again."""
    gate.provider.claims = {"groups": [], "name": "Priya Shah", "sub": "0815"}
    page.goto("/sign-in")
    page.get_by_role("link", name="Sign in with Northgate").click()
    expect(page.get_by_role("heading", name="Not open to you yet")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("Ask it@northgate.example")
    is_for_everybody(page, "who is not let in")
    gate.provider.claims = {"groups": ["memory"], "name": "Priya Shah", "sub": "0815"}
    page.get_by_role("link", name="Try again with Northgate").click()
    page.wait_for_url(f"{gate.url}/")
    expect(page.locator(".me")).to_have_text("Priya Shah")
