"""`rmb serve --oidc` and `rmb doctor`, as somebody runs them who sets up a provider."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest

from remembrancer import Memory
from tests.cli.conftest import rmb  # noqa: F401  # a fixture
from tests.cli.program import Program
from tests.cli.test_serve import serving
from tests.oidc.loopback_provider import CLIENT_ID, SECRET, OidcProvider

_FILE = """
issuer = "{issuer}"
client_id = "{client}"
client_secret_file = "secret"
label = "Northgate"

[[map]]
value = "memory"
roles = ["KM_ADMIN"]
"""


@pytest.fixture
def provider() -> Iterator[OidcProvider]:
    made = OidcProvider(lambda: datetime.now(UTC))
    yield made
    made.close()


def _settle(folder: Path, issuer: str) -> None:
    (folder / "secret").write_text(SECRET + "\n")
    (folder / "provider.toml").write_text(_FILE.format(issuer=issuer, client=CLIENT_ID))


@pytest.mark.soak
def test_processes_of_a_server_sign_somebody_in(tmp_path: Path, provider: OidcProvider) -> None:
    """Two processes, of which each may answer each step, and the way out as well."""
    _settle(tmp_path, provider.issuer)
    provider.claims = {"groups": ["memory"], "name": "Priya Shah"}
    options = ("--workers", "2", "--oidc", "provider.toml", "--preset", "corporate")
    with serving(tmp_path, *options) as (url, _), httpx2.Client(timeout=60) as browser:
        assert "Northgate" in browser.get(f"{url}/sign-in").text
        to = browser.get(f"{url}/sign-in/start?next=/search").headers["location"]
        assert to.startswith(f"{provider.issuer}/auth?")
        back = browser.get(to).headers["location"]
        assert back.startswith(f"{url}/sign-in/callback?")
        told = browser.get(back)
        assert told.status_code == 200
        assert 'url=/search"' in told.text
        page = browser.get(f"{url}/corporate-memory/admin")
        assert page.status_code == 200
        key = re.search(r'name="form_key" value="(\w+)"', page.text)
        assert key is not None
        left = browser.post(f"{url}/sign-out", data={"form_key": key[1]})
        assert "id_token_hint=" in left.text
        assert browser.get(f"{url}/").status_code == 303
    with Memory.open(str(tmp_path / "remembrancer.db"), background=False) as memory:
        told_of = [(one.actor, one.action) for one in memory.admin.audit()]
        assert told_of[:3] == [
            ("sign-in", "token.revoke"),
            ("sign-in", "token.issue"),
            ("sign-in", "person.put"),
        ]
        assert memory.verify().ok


def test_the_doctor_tells_of_the_provider(
    rmb: Program,  # noqa: F811
    provider: OidcProvider,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What to register at it, and what is wrong with it; never the secret."""
    rmb.done("init", "--preset", "corporate")
    _settle(rmb.folder, provider.issuer)
    monkeypatch.setenv("REMEMBRANCER_OIDC", "provider.toml")
    monkeypatch.setenv("REMEMBRANCER_PUBLIC_URL", "https://memory.northgate.example")
    monkeypatch.setenv("COLUMNS", "400")
    said = rmb.done("doctor").out
    assert "https://memory.northgate.example/sign-in/callback" in " ".join(said.split())
    assert SECRET not in said
    port = urlsplit(provider.issuer).port
    provider.close()
    told = rmb.failed("doctor")
    assert f"Nobody can sign in with http://127.0.0.1:{port}/realms/team now." in told


def test_wrong_settings_stop_the_start(rmb: Program) -> None:  # noqa: F811
    """They are told before a store is made."""
    _settle(rmb.folder, "http://login.northgate.example")
    before = sorted(rmb.folder.iterdir())
    told = rmb.failed("serve", "--port", "0", "--oidc", "provider.toml")
    assert "has no TLS" in told
    assert sorted(rmb.folder.iterdir()) == before


def test_an_admin_ends_sign_ins_from_the_command_line(rmb: Program) -> None:  # noqa: F811
    """By the name of the person; who is not signed in has nothing to end."""
    rmb.done("init", "--preset", "corporate")
    rmb.done("people", "add", "priya@northgate.example")
    said = rmb.done("people", "end-sign-ins", "priya@northgate.example", "--reason", "left").out
    assert "Nobody is signed in by that name." in said
    assert rmb.done("people", "end-sign-ins", "priya@northgate.example", "--json").json == []
    assert "nobody" in rmb.failed("people", "end-sign-ins", "nobody")
