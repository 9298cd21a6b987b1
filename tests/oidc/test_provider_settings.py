"""The settings of a provider: where they come from, and what is said of wrong ones."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest

from remembrancer import InvalidInput, InvalidSettings, Role
from remembrancer.core import settings
from remembrancer.doors.oidc.provider_check import check_spaces, provider_problem
from remembrancer.doors.oidc.provider_settings import ProviderSettings, provider_settings
from remembrancer.doors.server.listen_address import ServerOptions, check_options
from remembrancer.governance.access.sign_in_rules import Grant, NameClaim
from remembrancer.testing import FrozenClock
from tests.oidc.loopback_provider import OidcProvider

WHOLE = """
issuer = "https://login.northgate.example/realms/team"
client_id = "remembrancer"
label = "Northgate"
contact = "it@northgate.example"
user = "email"
groups_claim = "roles"
session = "30m"
scopes = ["email"]

[[map]]
value = "memory"

[[map]]
value = "stewards"
space = "other"
groups = ["planners"]
roles = ["KM_ADMIN"]

[[map]]
claim = "email"
value = "Ada@Northgate.example"
"""
LEAST = """
issuer = "https://login.example.com"
client_id = "remembrancer"
[[map]]
value = "memory"
"""


def read(folder: Path, text: str | None, **environment: str) -> ProviderSettings | None:
    given = {f"REMEMBRANCER_{name.upper()}": value for name, value in environment.items()}
    file = None
    if text is not None:
        path = folder / "provider.toml"
        path.write_text(text)
        file = str(path)
    return provider_settings(settings.read(given, folder), file, space="default")


def test_a_file_says_it_all(tmp_path: Path) -> None:
    """Who the provider is, how people are named, and what claims give."""
    (tmp_path / "secret").write_text("s3cret\n")
    secret = str(tmp_path / "secret")
    made = read(tmp_path, WHOLE, oidc_client_secret_file=secret, public_url="https://m.example/")
    assert made is not None
    assert made.named_by is NameClaim.EMAIL
    assert made.lasts == timedelta(minutes=30)
    assert made.scopes == ("openid", "email")
    assert made.client_secret == "s3cret"
    assert made.redirect_uri == "https://m.example/sign-in/callback"
    assert made.is_secure
    assert made.grants == (
        Grant(claim="roles", value="memory", space="default"),
        Grant(
            claim="roles",
            value="stewards",
            space="other",
            groups=frozenset({"planners"}),
            roles=frozenset({Role.KM_ADMIN}),
        ),
        Grant(claim="email", value="ada@northgate.example", space="default"),
    )


def test_the_environment_wins_and_names_the_file(tmp_path: Path) -> None:
    """So that one file serves several machines, and no secret stands in it."""
    (tmp_path / "provider.toml").write_text(LEAST)
    made = read(
        tmp_path,
        None,
        oidc=str(tmp_path / "provider.toml"),
        oidc_issuer="http://127.0.0.1:9000",
        oidc_client_id="another",
        oidc_client_secret="s3cret",
        oidc_groups_claim="teams",
    )
    assert made is not None
    assert (made.issuer, made.client_id) == ("http://127.0.0.1:9000", "another")
    assert made.grants[0].claim == "teams"
    assert "s3cret" not in repr(made)
    assert made.at("http://127.0.0.1:8765").redirect_uri == (
        "http://127.0.0.1:8765/sign-in/callback"
    )


def test_without_settings_there_is_no_provider(tmp_path: Path) -> None:
    """Tokens alone, as before."""
    assert read(tmp_path, None) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("issuer =", "cannot be read"),
        (LEAST.replace("issuer", "isuer"), "isuer: .* Known: issuer, client_id"),
        (LEAST.replace('issuer = "https://login.example.com"', ""), "REMEMBRANCER_OIDC_ISSUER"),
        (LEAST.replace('client_id = "remembrancer"', ""), "REMEMBRANCER_OIDC_CLIENT_ID"),
        (LEAST.replace("https://login.example.com", "http://login.example.com"), "has no TLS"),
        (LEAST.replace("https://login.example.com", "login.example.com"), "must be an address"),
        (LEAST.replace("login.example.com", "login.example.com?x=1"), "must be an address"),
        (LEAST.replace("login.example.com", "me:pass@login.example.com"), "must be an address"),
        (LEAST.partition("[[map]]")[0], r"no entry \[\[map\]\]"),
        (LEAST + 'roles = ["OWNER"]', "map.0.roles"),
        (LEAST + 'admin = "yes"', "map.0.admin"),
        ('session = "3d"\n' + LEAST, "from 5m to 24h, not '3d'"),
        ('session = "1m"\n' + LEAST, "from 5m to 24h"),
        ('user = "upn"\n' + LEAST, "user: Input should be 'sub' or 'email'"),
        ('client_secret = "s3cret"\n' + LEAST, "client_secret"),
        ('client_secret_file = "/not/there"\n' + LEAST, "names /not/there, which cannot be read"),
        ('client_authentication = "client_secret_post"\n' + LEAST, "there is no secret"),
        ('scopes = ["a b"]\n' + LEAST, "scopes.0"),
    ],
)
def test_wrong_settings_say_what_to_do(tmp_path: Path, text: str, told: str) -> None:
    """The first thing that is wrong, and where."""
    with pytest.raises(InvalidSettings, match=told):
        read(tmp_path, text)


def test_a_provider_without_a_list_is_refused(tmp_path: Path) -> None:
    """It would let nobody in, and say so to nobody."""
    with pytest.raises(InvalidSettings, match="--oidc FILE"):
        read(tmp_path, None, oidc_issuer="https://login.example.com")


@pytest.mark.parametrize(
    "url", ["http://memory.example", "https://memory.example/team", "memory.example"]
)
def test_the_pages_have_an_address_with_tls_at_a_root(tmp_path: Path, url: str) -> None:
    """Else a code could be read on the way, or come back to nowhere."""
    with pytest.raises(InvalidSettings, match="public_url"):
        read(tmp_path, LEAST, public_url=url)


def test_a_server_for_others_says_where_its_pages_are(tmp_path: Path) -> None:
    """A Host header says nothing that a provider may be told; and local mode has nobody in it."""
    made = read(tmp_path, LEAST)
    check_options(ServerOptions(host="127.0.0.1", port=0, provider=made))
    with pytest.raises(InvalidInput, match="REMEMBRANCER_PUBLIC_URL"):
        check_options(ServerOptions(host="0.0.0.0", port=0, provider=made))
    with pytest.raises(InvalidInput, match="nobody to sign in"):
        check_options(ServerOptions(host="127.0.0.1", port=0, is_local=True, provider=made))


def test_a_space_that_is_not_there_is_named(tmp_path: Path) -> None:
    """Its name may be misspelt."""
    made = read(tmp_path, WHOLE)
    assert made is not None
    check_spaces(made, ["default", "other"])
    with pytest.raises(InvalidSettings, match=r"'other', which is not there\. There is: default"):
        check_spaces(made, ["default"])


def test_a_provider_in_trouble_is_told_of(tmp_path: Path, clock: FrozenClock) -> None:
    """With what is wrong, and nothing of it keeps tokens from working."""
    provider = OidcProvider(clock)
    made = read(tmp_path, LEAST, oidc_issuer=provider.issuer)
    assert made is not None
    assert provider_problem(made) is None
    provider.keys = []
    assert "publishes no key" in (provider_problem(made) or "")
    provider.metadata = {"issuer": "https://elsewhere.example"}
    assert "names another issuer" in (provider_problem(made) or "")
    provider.close()
    told = provider_problem(made) or ""
    assert f"Nobody can sign in with {provider.issuer} now. The provider cannot be reached" in told


def test_the_examples_of_the_page_are_settings(tmp_path: Path) -> None:
    """Each file that the page shows is read as it stands there."""
    (tmp_path / "secret").write_text("s3cret")
    page = (Path(__file__).parents[2] / "docs" / "sign-in.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^ *```toml\n(.*?)^ *```$", page, re.M | re.S)
    assert len(blocks) == 6
    for block in blocks:
        text = block.replace("/run/secrets/remembrancer-oidc", str(tmp_path / "secret"))
        made = read(tmp_path, text)
        assert made is not None
        assert not any(Role.ADMIN in grant.roles for grant in made.grants)
