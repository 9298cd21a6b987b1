"""A reader of pages: a browser without scripts, which calls the application in this process."""

from __future__ import annotations

import asyncio
import re
from html import unescape
from http.cookies import SimpleCookie
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from remembrancer.doors.http.authentication import by_token
from remembrancer.doors.http.middleware import App
from remembrancer.doors.oidc.sign_in_flow import SignInFlow
from remembrancer.doors.server.app import create_app
from remembrancer.doors.web.session_cookie import COOKIE, Visitors
from remembrancer.doors.web.site import Site
from remembrancer.front.access.authentication import Callers
from remembrancer.memory import Memory

_KEY: Final = re.compile(r'name="form_key" value="([0-9a-f]+)"')
_TAG: Final = re.compile(r"<[^>]*>")


class Answer(NamedTuple):
    """What came back, and the cookies that it set."""

    status: int
    headers: dict[str, str]
    cookies: tuple[str, ...]
    html: str

    @property
    def words(self) -> str:
        """What a person reads: no tags, no entities, single spaces."""
        return " ".join(unescape(_TAG.sub(" ", self.html)).split())

    @property
    def to(self) -> str:
        """Where it sends the reader."""
        return self.headers["location"]


class Served:
    """The application over one store, for the spaces of many tests."""

    def __init__(
        self, memory: Memory, *, is_local: bool = False, flow: SignInFlow | None = None
    ) -> None:
        callers = Callers(memory._session)
        visitors = Visitors(callers, memory._session if is_local else None)
        self._app: App = create_app(
            memory._session,
            by_token(callers, COOKIE),
            site=Site(visitors, flow),
            watcher=lambda request: visitors.visitor(request.cookies).session,
        )
        self._loop = asyncio.Runner()

    def ask(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Answer:
        """One request, and its whole answer."""
        return self._loop.run(self._asked(method, path, headers, body))

    async def _asked(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Answer:
        place, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": place,
            "raw_path": place.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "server": ("test", 80),
            "client": ("test", 1),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        }
        told: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            told.append(message)

        await self._app(scope, receive, send)
        pairs = [(name.decode(), value.decode()) for name, value in told[0]["headers"]]
        html = b"".join(one.get("body", b"") for one in told[1:]).decode()
        cookies = tuple(value for name, value in pairs if name == "set-cookie")
        return Answer(told[0]["status"], dict(pairs), cookies, html)

    def close(self) -> None:
        self._loop.close()


class Reader:
    """One person with one browser: it keeps cookies, and the key of the last form that it saw."""

    def __init__(self, served: Served, token: str | None = None) -> None:
        self._served = served
        self.cookies: dict[str, str] = {}
        self.form_key = ""
        if token is not None:
            assert self.sign_in(token).status == 303

    def sign_in(self, token: str, next: str = "") -> Answer:
        return self.post("/sign-in", token=token, next=next)

    def get(self, path: str) -> Answer:
        place = path.partition("#")[0]  # where on the page is the browser's own affair
        return self._kept(self._served.ask("GET", place, self._headers(), b""))

    def post(self, path: str, **form: Any) -> Answer:
        """Sends a form as a browser does, with the key of the pages seen so far."""
        fields = {"form_key": self.form_key, **form}
        headers = {**self._headers(), "content-type": "application/x-www-form-urlencoded"}
        body = urlencode(fields, doseq=True).encode()
        return self._kept(self._served.ask("POST", path, headers, body))

    def act(self, path: str, **form: Any) -> Answer:
        """Sends a form, and reads the page that it leads to."""
        if not self.form_key:
            self.get("/")
        sent = self.post(path, **form)
        return self.get(sent.to) if sent.status == 303 else sent

    @property
    def is_signed_in(self) -> bool:
        return COOKIE in self.cookies

    def _headers(self) -> dict[str, str]:
        told = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"host": "test", **({"cookie": told} if told else {})}

    def _kept(self, answer: Answer) -> Answer:
        for line in answer.cookies:
            for name, one in SimpleCookie(line).items():
                if one.value and one["max-age"] != "0":
                    self.cookies[name] = one.value
                else:
                    self.cookies.pop(name, None)
        found = _KEY.search(answer.html)
        if found is not None:
            self.form_key = found[1]
        return answer
