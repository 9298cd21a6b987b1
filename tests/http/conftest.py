"""A server with tokens, and clients that call it as people, services and agents do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import httpx2
import pytest

from remembrancer import Memory
from remembrancer.client.connection import ServerConnection
from remembrancer.doors.http.authentication import by_token
from remembrancer.front.access.authentication import Callers
from remembrancer.memory import remote_memory
from remembrancer.testing import FrozenClock
from tests.engines import Engine
from tests.remote import House

_numbers = count(1)


class Site:
    """A corporate memory behind a server, and who calls it."""

    def __init__(self, memory: Memory, house: House) -> None:
        self.memory = memory
        self._house = house
        self._door = house.admit(by_token(Callers(memory._session)))
        self._tokens: dict[str, str] = {}

    def token(self, name: str, **about: Any) -> str:
        """A token of somebody who is registered by now."""
        if name not in self._tokens:
            self.memory.admin.add_person(name, **about)
            self._tokens[name] = self.memory.admin.issue_token(name).token
        return self._tokens[name]

    @property
    def url(self) -> str:
        return self._house.url

    @property
    def headers(self) -> dict[str, str]:
        """By which the server knows this memory."""
        return dict(self._door)

    @property
    def door(self) -> bytes:
        """The same, as they are sent."""
        return b"".join(f"{name}: {key}\r\n".encode() for name, key in self._door.items())

    @property
    def admin(self) -> str:
        return self.token("ada", roles=["ADMIN"])

    @property
    def analyst(self) -> str:
        return self.token("maya", groups=["finance"])

    @property
    def agent(self) -> str:
        return self.token("bot", kind="agent", groups=["finance"])

    def send(self, method: str, path: str, *, token: str | None, **more: Any) -> httpx2.Response:
        """A request, with what httpx takes."""
        headers = {**self._door, **more.pop("headers", {})}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        return self._house.http.request(method, self._house.url + path, headers=headers, **more)

    def opened(self, token: str) -> Memory:
        """The memory as the holder of the token has it."""
        connection = ServerConnection(self._house.url, token, http=self._house.http)
        connection.headers |= self._door
        made: Any = remote_memory()
        memory: Memory = made(connection)
        return memory


@pytest.fixture(scope="module")
def store_url(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> str:
    return engine.fresh_url(tmp_path_factory.mktemp("site"))


@pytest.fixture
def site(store_url: str, clock: FrozenClock, house: House) -> Iterator[Site]:
    with Memory.open(
        store_url,
        space=f"site {next(_numbers)}",
        preset="corporate",
        clock=clock,
        embedder="none",
        background=False,
    ) as memory:
        yield Site(memory, house)
