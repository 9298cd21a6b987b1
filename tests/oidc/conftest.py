"""Pages that people reach with a provider, and people who come that way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from typing import Any
from urllib.parse import urlsplit

import pytest

from remembrancer import Memory, Role
from remembrancer.doors.oidc.provider import Provider
from remembrancer.doors.oidc.provider_http import UrlProviderHttp
from remembrancer.doors.oidc.provider_settings import ProviderSettings
from remembrancer.doors.oidc.sign_in_flow import SignInFlow
from remembrancer.governance.sign_in_rules import Grant
from remembrancer.testing import FrozenClock
from tests.conftest import BorrowedClock
from tests.oidc.loopback_provider import CLIENT_ID, SECRET, OidcProvider
from tests.web.reader import Answer, Reader, Served

_numbers = count(1)


class Firm:
    """A space whose people sign in with a provider."""

    def __init__(
        self, memory: Memory, provider: OidcProvider, keep: ExitStack, **settings: Any
    ) -> None:
        self.memory = memory
        self.provider = provider
        space = memory._session.space.name
        self.settings = ProviderSettings(
            **{
                "issuer": provider.issuer,
                "client_id": CLIENT_ID,
                "client_secret": SECRET,
                "label": "Northgate",
                "public_url": "http://test",
                "grants": (
                    Grant(claim="groups", value="memory", space=space),
                    Grant(claim="groups", value="planners", space=space, groups={"planners"}),
                    Grant(claim="groups", value="stewards", space=space, roles={Role.KM_ADMIN}),
                ),
                **settings,
            }
        )
        http = UrlProviderHttp(seconds=5.0)
        self.asker = Provider(self.settings, http, lambda: provider.clock().timestamp())
        self.flow = SignInFlow(memory._session, self.settings, self.asker)
        self.served = Served(memory, flow=self.flow)
        keep.callback(self.served.close)

    def browser(self) -> Reader:
        return Reader(self.served)

    def begin(self, browser: Reader, next: str = "/") -> str:
        """Presses the button; gives where it leads."""
        told = browser.get(f"/sign-in/start?next={next}")
        assert told.status == 303
        return told.to

    def back(self, to: str) -> str:
        """The path and query of an address of ours."""
        parts = urlsplit(to)
        assert f"{parts.scheme}://{parts.netloc}" == self.settings.public_url
        return f"{parts.path}?{parts.query}"

    def sign_in(self, browser: Reader, **claims: Any) -> Answer:
        """The whole way there and back, as whom the claims describe."""
        self.provider.claims = {"groups": ["memory"], **claims}
        return browser.get(self.back(self.provider.authorize(self.begin(browser))))

    def name(self, subject: str = "4711") -> str:
        return f"{self.provider.issuer}#{subject}"


FirmFactory = Callable[..., Firm]


@pytest.fixture
def provider(clock: FrozenClock) -> Iterator[OidcProvider]:
    made = OidcProvider(clock)
    yield made
    made.close()


@pytest.fixture(scope="session")
def office() -> Iterator[tuple[Memory, BorrowedClock]]:
    """One store for all tests."""
    clock = BorrowedClock()
    with Memory.open(
        ":memory:", space="lobby", clock=clock, embedder="none", background=False
    ) as memory:
        yield memory, clock


@pytest.fixture
def firms(
    office: tuple[Memory, BorrowedClock], clock: FrozenClock, provider: OidcProvider
) -> Iterator[FirmFactory]:
    memory, borrowed = office
    borrowed.lender = clock
    with ExitStack() as keep:

        def made(**settings: Any) -> Firm:
            space = memory.in_space(f"firm {next(_numbers)}", "corporate")
            return Firm(space, provider, keep, **settings)

        yield made


@pytest.fixture
def firm(firms: FirmFactory) -> Firm:
    return firms()
