"""Pages that people reach with a provider, and people who come that way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from itertools import count
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest

from remembrancer import Memory, Role
from remembrancer.doors.oidc.provider import Provider
from remembrancer.doors.oidc.provider_http import UrlProviderHttp
from remembrancer.doors.oidc.provider_settings import ProviderSettings
from remembrancer.doors.oidc.sign_in_flow import SignInFlow
from remembrancer.governance.access.sign_in_rules import Grant
from remembrancer.testing import FrozenClock
from tests.conftest import BorrowedClock
from tests.oidc.loopback_provider import CLIENT_ID, SECRET, OidcProvider
from tests.web.reader import Answer, Reader, Served

_numbers = count(1)


def grant(value: str, space: str, groups: Iterable[str] = (), roles: Iterable[Role] = ()) -> Grant:
    """What a group at the provider gives."""
    return Grant(
        claim="groups", value=value, space=space, groups=frozenset(groups), roles=frozenset(roles)
    )


class BorrowedFlow:
    """The flow of whichever test is running: an application takes longer to make than most."""

    def __init__(self) -> None:
        self.lender: Any = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.lender, name)


class Firm:
    """A space whose people sign in with a provider."""

    def __init__(self, memory: Memory, provider: OidcProvider, **settings: Any) -> None:
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
                    grant("planners", space, groups=["planners"]),
                    grant("stewards", space, roles=[Role.KM_ADMIN]),
                ),
                **settings,
            }
        )
        http = UrlProviderHttp(seconds=5.0)
        self.asker = Provider(self.settings, http, lambda: provider.clock().timestamp())
        self.flow = SignInFlow(memory._session, self.settings, self.asker)
        self.served: Served

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


class Office(NamedTuple):
    """What all tests share: a store, its pages, and the provider."""

    memory: Memory
    clock: BorrowedClock
    provider: OidcProvider
    flow: BorrowedFlow
    served: Served


@pytest.fixture(scope="session")
def office() -> Iterator[Office]:
    clock, flow = BorrowedClock(), BorrowedFlow()
    provider = OidcProvider(clock)
    with Memory.open(
        ":memory:", space="lobby", clock=clock, embedder="none", background=False
    ) as memory:
        flow.lender = Firm(memory, provider).flow
        lent: Any = flow
        served = Served(memory, flow=lent)
        yield Office(memory, clock, provider, flow, served)
        served.close()
    provider.close()


@pytest.fixture
def provider(office: Office, clock: FrozenClock) -> OidcProvider:
    office.clock.lender = clock
    office.provider.behave()
    return office.provider


@pytest.fixture
def firms(office: Office, provider: OidcProvider) -> Iterator[FirmFactory]:
    with ExitStack() as keep:

        def made(**settings: Any) -> Firm:
            space = office.memory.in_space(f"firm {next(_numbers)}", "corporate")
            firm = Firm(space, provider, **settings)
            if "public_url" in settings:  # the names of cookies depend on it
                firm.served = Served(space, flow=firm.flow)
                keep.callback(firm.served.close)
            else:
                office.flow.lender, firm.served = firm.flow, office.served
            return firm

        yield made


@pytest.fixture
def firm(firms: FirmFactory) -> Firm:
    return firms()
