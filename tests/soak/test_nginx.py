"""Behind nginx: the shipped configuration, a real nginx and a real `rmb serve`."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import pytest

from remembrancer import Memory
from remembrancer.core.limits import IMPORT_BYTES_MAX, REQUEST_BYTES_MAX, REQUEST_HEADERS_BYTES_MAX
from tests.cli.program import PROGRAM, environment
from tests.proofs.servers import wait_until

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(
        shutil.which("nginx") is None or shutil.which("openssl") is None,
        reason="needs nginx and openssl: apt-get install nginx-light openssl",
    ),
]

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "nginx" / "remembrancer.conf"
NAME = "memory.example"
_AROUND = """
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log info;
worker_processes 1;
events {{ worker_connections 256; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/remembrancer.conf;
}}
"""


class Site(NamedTuple):
    """A server behind nginx, as people reach it."""

    url: str
    plain_url: str  # without TLS
    token: str
    folder: Path
    tls: ssl.SSLContext

    def client(self, address: str = "127.0.0.1", **options: Any) -> httpx2.Client:
        """A client that calls from an address of this machine."""
        transport = httpx2.HTTPTransport(verify=self.tls, local_address=address)
        headers = {"Host": NAME, **options.pop("headers", {})}
        return httpx2.Client(
            base_url=self.url, transport=transport, headers=headers, timeout=60, **options
        )

    @property
    def bearer(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def logged(self) -> list[str]:
        return (self.folder / "access.log").read_text(encoding="utf-8").splitlines()


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def _running(*command: str | Path, folder: Path, log: str) -> Iterator[Path]:
    output = folder / log
    with output.open("wb") as written:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment(REMEMBRANCER_EMBEDDER="none", COLUMNS="500"),
            stdout=written,
            stderr=written,
        )
    try:
        yield output
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0, output.read_text()


def _token(store: Path) -> str:
    """A token for a new store."""
    with Memory.open(store, preset="corporate", embedder="none", background=False) as memory:
        memory.admin.add_person("ada", roles=["ADMIN"])
        return memory.admin.issue_token("ada").token


@contextmanager
def behind_nginx(folder: Path, *options: str) -> Iterator[Site]:
    """The shipped configuration with other ports and paths, and nothing else changed."""
    token = _token(folder / "team.db")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subject = f"-nodes -days 2 -subj /CN={NAME} -addext subjectAltName=DNS:{NAME},IP:127.0.0.1"
    kind = "-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256"
    places = ("-keyout", str(key), "-out", str(certificate))
    command = ("openssl", "req", *kind.split(), *subject.split(), *places)
    subprocess.run(command, check=True, capture_output=True)
    plain, secure, ours = _free_port(), _free_port(), _free_port()
    text = CONFIGURATION.read_text(encoding="utf-8")
    for old, new in {
        "127.0.0.1:8765": f"127.0.0.1:{ours}",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl": f"listen 127.0.0.1:{secure} ssl",
        "/etc/ssl/remembrancer/fullchain.pem": str(certificate),
        "/etc/ssl/remembrancer/privkey.pem": str(key),
        "/var/log/nginx/remembrancer.log": str(folder / "access.log"),
    }.items():
        assert old in text, old
        text = text.replace(old, new)
    text = re.sub(r"^\s*listen \[::\].*\n", "", text, flags=re.MULTILINE)
    (folder / "remembrancer.conf").write_text(text, encoding="utf-8")
    around = folder / "nginx.conf"
    # Workers of an nginx that root starts are nobody's, and would not get at this folder.
    user = "user root;" if os.geteuid() == 0 else ""
    around.write_text(_AROUND.format(folder=folder, user=user), encoding="utf-8")
    serve = (*PROGRAM, "serve", "--url", "team.db", "--port", str(ours), *options)
    nginx = ("nginx", "-p", folder, "-c", around)
    checked = subprocess.run([*nginx, "-t"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    site = Site(
        f"https://127.0.0.1:{secure}",
        f"http://127.0.0.1:{plain}",
        token,
        folder,
        ssl.create_default_context(cafile=str(certificate)),
    )
    with (
        _running(*serve, folder=folder, log="server.log") as log,
        _running(*nginx, folder=folder, log="nginx.log"),
    ):
        wait_until(lambda: "Serving" in log.read_text(), "the server")
        wait_until(lambda: (folder / "nginx.pid").exists(), "nginx")
        yield site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with behind_nginx(tmp_path_factory.mktemp("nginx"), "--proxy", "127.0.0.1") as made:
        yield made


def test_requests_and_pages(site: Site) -> None:
    """Verbs, pages, health and MCP go through; plain HTTP is sent on to TLS; odd names stay odd."""
    with site.client(headers=site.bearer) as http:
        assert http.get("/health").json() == {"status": "ok"}
        added = http.post("/api/memory", json={"content": "Orders settle after three days."})
        assert added.status_code == 201
        assert http.get(f"/api/memory/{added.json()['id']}").status_code == 200
        # A name of dots is no step up: had nginx resolved it, another route would answer.
        assert http.get("/api/memory/summary/%2E%2E").json()["subject"] == ".."
        asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
        takes = {"Accept": "application/json, text/event-stream"}
        told = http.post("/mcp", json=asked, headers=takes)
        assert "recall" in told.text
        assert told.headers["strict-transport-security"]
    sent_on = httpx2.get(f"{site.plain_url}/health?a=b", headers={"Host": NAME})
    assert sent_on.status_code == 308
    assert sent_on.headers["location"] == f"https://{NAME}/health?a=b"


def test_signing_in(site: Site) -> None:
    """The cookie is for TLS alone, forms of our pages are taken, and those of others are not."""
    with site.client() as http:
        assert http.get("/").status_code == 303
        form = {"token": site.token, "next": "/"}
        foreign = http.post("/sign-in", data=form, headers={"Sec-Fetch-Site": "cross-site"})
        assert foreign.status_code == 403
        entered = http.post("/sign-in", data=form, headers={"Sec-Fetch-Site": "same-origin"})
        assert entered.status_code == 303
        cookie = entered.headers["set-cookie"].lower()
        assert "; secure" in cookie
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        page = http.get("/")
        assert page.status_code == 200
        assert re.search(r'name="form_key" value="\w+"', page.text)
        assert http.post("/sign-out", data={"form_key": "made up"}).status_code == 403


def test_changes_arrive_at_once(site: Site) -> None:
    """A reader of the stream has a change while the stream goes on, and not at its end."""
    with (
        site.client(headers=site.bearer) as writing,
        site.client(headers=site.bearer) as http,
        http.stream("GET", "/api/events?idle_seconds=60") as stream,
    ):
        lines = stream.iter_lines()
        assert next(lines) == "event: ready"
        writing.post("/api/memory", json={"content": "A change on its way."})
        begun = time.monotonic()
        assert any(line == "event: change" for line in lines)
        assert time.monotonic() - begun < 30, "it was held back until the stream ended"


def test_sizes(site: Site) -> None:
    """nginx takes what the server takes, and refuses more in the server's form."""
    text = CONFIGURATION.read_text(encoding="utf-8")
    assert re.findall(r"client_max_body_size\s+(\d+);", text) == [
        str(REQUEST_BYTES_MAX),
        str(IMPORT_BYTES_MAX),
    ]
    with site.client(headers=site.bearer) as http:
        large = b'{"content": "' + b"x" * REQUEST_BYTES_MAX + b'"}'
        refused = http.post("/api/memory", content=large)
        assert refused.status_code == 413
        assert refused.headers["content-type"] == "application/problem+json"
        assert refused.json()["status"] == 413
        fitting = large[: REQUEST_BYTES_MAX - 2] + b'"}'
        ours = http.post("/api/memory", content=fitting)
        assert (ours.status_code, "request_id" in ours.json()) == (422, True)
        many = {f"X-Filler-{number}": "y" * 4_000 for number in range(7)}
        assert sum(map(len, many.values())) < REQUEST_HEADERS_BYTES_MAX
        assert http.get("/health", headers=many).status_code == 200


def test_the_log_says_who_called_and_not_what(site: Site) -> None:
    """nginx logs the true address, whatever a client claims, and no question of anybody."""
    claimed = {"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9", **site.bearer}
    with site.client("127.0.0.7", headers=claimed) as http:
        http.get("/api/memory/summary/ellen?session=secret-talk")
    wait_until(lambda: any(line.startswith("127.0.0.7 ") for line in site.logged()), "the log")
    told = "\n".join(site.logged())
    assert "203.0.113.9" not in told
    assert "ellen" not in told
    assert "secret-talk" not in told


def test_metrics_are_not_for_those_outside(site: Site) -> None:
    """That nginx is on this machine lets nobody else read what is for this machine."""
    with site.client() as http:
        assert http.get("/metrics").status_code == 401


def test_an_address_cannot_be_forged(tmp_path: Path) -> None:
    """Each address has its own rate; who claims to be another one is counted as who it is. What is
    refused passes with its Retry-After."""
    options = ("--proxy", "127.0.0.1", "--address-rate", "0.5")
    with behind_nginx(tmp_path, *options) as site, site.client() as http:
        answers = [
            http.get("/health", headers={"X-Forwarded-For": f"203.0.113.{number}"})
            for number in range(12)
        ]
        refused = [one for one in answers if one.status_code == 429]
        assert refused
        assert all(int(one.headers["retry-after"]) > 0 for one in refused)
        assert refused[0].headers["content-type"] == "application/problem+json"
        with site.client("127.0.0.8") as another:
            assert another.get("/health").status_code == 200
