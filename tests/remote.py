"""A server in this process, and memories behind it that tests use like any other."""

from __future__ import annotations

import json
import socket
import threading
import time
from itertools import count
from typing import Any

import httpx2
import uvicorn
from starlette.requests import Request

from remembrancer import Memory, Principal
from remembrancer.client.connection import ServerConnection
from remembrancer.doors.http.endpoints import Caller
from remembrancer.doors.http.protocol import HttpProtocol
from remembrancer.doors.server.app import create_app
from remembrancer.front.session import Session
from remembrancer.memory import remote_memory

_SESSION, _CALLER = "x-session", "x-caller"


class Listening:
    """An application that listens in a thread of this process."""

    def __init__(self, app: Any, port: int = 0) -> None:
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.bind(("127.0.0.1", port))
        self.port = listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        config = uvicorn.Config(app, http=HttpProtocol, log_level="critical", access_log=False)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [listening]}, daemon=True
        )
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join()


class House:
    """One server for a whole run of tests. Each memory behind it is known by a number."""

    def __init__(self) -> None:
        self._callers: dict[str, Caller] = {}
        self._numbers = count(1)
        self.http = httpx2.Client(timeout=60)
        self._memory = Memory.open(":memory:", embedder="none", background=False)
        self._listening = Listening(create_app(self._memory._session, self._caller))
        self.url = self._listening.url

    def _caller(self, request: Request) -> Session:
        key = request.headers.get(_SESSION)
        return self._memory._session if key is None else self._callers[key](request)

    @property
    def local(self) -> Session:
        """A session of the house's own, for servers that a test starts itself."""
        return self._memory._session

    def admit(self, caller: Caller) -> dict[str, str]:
        """The headers by which requests are let in by this caller."""
        key = str(next(self._numbers))
        self._callers[key] = caller
        return {_SESSION: key}

    def enter(self, memory: Memory) -> Memory:
        """The same memory, over the wire."""
        session = memory._session

        def caller(request: Request) -> Session:
            given = request.headers.get(_CALLER)
            if given is None:
                return session
            return session.with_principal(Principal(**json.loads(given)))

        return _Guest(self, memory, self.admit(caller), None)

    def close(self) -> None:
        self._listening.close()
        self.http.close()
        self._memory.close()


class _Guest(remote_memory()):  # type: ignore[misc]
    """A memory on the server, whose caller tests may choose."""

    def __init__(
        self, house: House, memory: Memory, key: dict[str, str], caller: Principal | None
    ) -> None:
        connection = ServerConnection(house.url, None, http=house.http)
        connection.headers |= key
        if caller is not None:
            told = {
                "name": caller.name,
                "kind": caller.kind.value,
                "roles": sorted(role.value for role in caller.roles),
                "groups": sorted(caller.groups),
            }
            connection.headers[_CALLER] = json.dumps(told)
        super().__init__(connection)
        self._house, self._embedded, self._key = house, memory, key

    def acting_as(self, principal: Principal) -> Memory:
        return _Guest(self._house, self._embedded.acting_as(principal), self._key, principal)

    def in_space(self, name: str, preset: str | None = None) -> Memory:
        return self._house.enter(self._embedded.in_space(name, preset))

    def __getattr__(self, name: str) -> Any:
        # What tests look at beneath the verbs is the same on either side.
        return getattr(self._embedded, name)

    def close(self) -> None:
        self._embedded.close()
