"""What somebody tries who wants in as another, and what a broken provider may answer."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
import pytest

from remembrancer.core.limits import (
    PROVIDER_KEYS_SECONDS,
    PROVIDER_KNOWN_SECONDS,
    PROVIDER_PAUSE_SECONDS,
    SIGN_IN_BEGUN_SECONDS,
)
from remembrancer.doors.oidc.provider import Provider
from remembrancer.doors.oidc.provider_http import UrlProviderHttp
from remembrancer.doors.oidc.sign_in_flow import SignInFlow
from remembrancer.doors.web import provider_sign_in
from remembrancer.doors.web.session_cookie import COOKIE
from remembrancer.testing import FrozenClock
from tests.oidc.conftest import Firm, FirmFactory
from tests.oidc.loopback_provider import OidcProvider, SigningKey
from tests.web.reader import Answer, Reader, Served

BEGUN = "remembrancer_sign_in"
Change = Callable[[OidcProvider, dict[str, Any]], Any]


def is_out(firm: Firm, browser: Reader, told: Answer) -> bool:
    """Nobody is signed in, nothing is on record, and the cookie of the sign-in is spent."""
    assert COOKIE not in browser.cookies
    assert BEGUN not in browser.cookies
    assert firm.memory.admin.tokens(include_ended=True) == ()
    assert firm.memory.admin.people() == ()
    return told.status in (400, 403, 503)


def coded(part: object) -> bytes:
    return urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=")


def made_up(header: dict[str, Any], claims: dict[str, Any]) -> str:
    """A token without a signature."""
    return (coded(header) + b"." + coded(claims) + b".").decode()


# -- the ID token


_BAD: dict[str, Change] = {
    "without a signature": lambda provider, claims: made_up({"alg": "none"}, claims),
    "for another client": lambda provider, claims: provider.keys[0].signed(
        {**claims, "aud": "another-client"}
    ),
    "for another sign-in": lambda provider, claims: provider.keys[0].signed(
        {**claims, "nonce": "another"}
    ),
    "by another provider": lambda provider, claims: provider.keys[0].signed(
        {**claims, "iss": "https://elsewhere.example"}
    ),
    "by a key that nobody publishes": lambda provider, claims: SigningKey().signed(claims),
}


@pytest.mark.parametrize("name", _BAD)
def test_an_id_token_that_does_not_hold_lets_nobody_in(firm: Firm, name: str) -> None:
    """All of them are in `test_id_token.py`; nothing of these is left behind."""
    firm.provider.signed = lambda claims: _BAD[name](firm.provider, claims)
    browser = firm.browser()
    told = firm.sign_in(browser)
    assert is_out(firm, browser, told)
    assert "was not accepted, so nobody was signed in" in told.words


def test_a_rotated_key_is_found_and_a_made_up_one_is_not_looked_for_often(
    firm: Firm, clock: FrozenClock
) -> None:
    """A key that is not known has the keys read again, at most every half minute."""
    provider = firm.provider
    assert firm.sign_in(firm.browser()).status == 200
    provider.keys.insert(0, SigningKey())
    assert firm.sign_in(firm.browser()).status == 200
    assert provider.asked.count("/keys") == 2
    stranger = SigningKey()
    provider.signed = stranger.signed
    for _ in range(3):
        assert firm.sign_in(firm.browser()).status == 403
    assert provider.asked.count("/keys") == 2
    clock.advance(timedelta(seconds=PROVIDER_KEYS_SECONDS))
    for _ in range(3):
        assert firm.sign_in(firm.browser()).status == 403
    assert provider.asked.count("/keys") == 3


def test_a_key_that_was_withdrawn_ends_within_the_hour(firm: Firm, clock: FrozenClock) -> None:
    """Keys are read again even if all of them are known."""
    provider = firm.provider
    old = provider.keys[0]
    assert firm.sign_in(firm.browser()).status == 200
    provider.keys = [SigningKey()]
    provider.signed = old.signed
    clock.advance(timedelta(seconds=PROVIDER_KNOWN_SECONDS))
    assert firm.sign_in(firm.browser()).status == 403


def test_a_key_without_a_name_counts_if_it_is_the_only_one(firm: Firm) -> None:
    """Of two, nobody can tell which signed."""
    provider = firm.provider
    provider.signed = lambda claims: jwt.encode(claims, provider.keys[0].private, "ES256")
    assert firm.sign_in(firm.browser()).status == 200
    provider.keys.append(SigningKey())
    firm.flow._provider = Provider(firm.settings)
    assert firm.sign_in(firm.browser()).status == 403


# -- the way there and back


def test_a_code_counts_once(firm: Firm) -> None:
    """The same address a second time, with the same cookies, signs nobody in."""
    browser = firm.browser()
    firm.provider.claims = {"groups": ["memory"]}
    back = firm.back(firm.provider.authorize(firm.begin(browser)))
    kept = dict(browser.cookies)
    assert browser.get(back).status == 200
    again = firm.browser()
    again.cookies = kept
    assert again.get(back).status == 403
    assert not again.is_signed_in
    assert browser.get(back).status == 400  # and the cookie of the sign-in is gone


def test_nobody_is_signed_in_by_the_address_of_another(firm: Firm) -> None:
    """Login CSRF: the code and the state of the attacker's own sign-in, in a victim's browser."""
    attacker, victim = firm.browser(), firm.browser()
    firm.provider.claims = {"groups": ["memory"], "sub": "mallory"}
    trap = firm.back(firm.provider.authorize(firm.begin(attacker)))
    assert is_out(firm, victim, victim.get(trap))
    firm.begin(victim)  # also if the victim is about to sign in
    assert is_out(firm, victim, victim.get(trap))


def test_a_code_of_another_sign_in_is_worth_nothing(firm: Firm) -> None:
    """A stolen code in a sign-in of one's own: neither the verifier nor the nonce is that of it."""
    victim, thief = firm.browser(), firm.browser()
    firm.provider.claims = {"groups": ["memory"]}
    stolen = parse_qs(urlsplit(firm.provider.authorize(firm.begin(victim))).query)["code"][0]
    own = parse_qs(urlsplit(firm.begin(thief)).query)["state"][0]
    asked = {"code": stolen, "state": own, "iss": firm.provider.issuer}
    assert is_out(firm, thief, thief.get(f"/sign-in/callback?{urlencode(asked)}"))


def test_pkce_is_not_left_out(firm: Firm) -> None:
    """A code whose request was stripped of its challenge on the way is not redeemed."""
    firm.provider.claims = {"groups": ["memory"]}
    for challenge in ("", "x" * 43):
        browser = firm.browser()
        asked = urlsplit(firm.begin(browser))
        query = {name: one[0] for name, one in parse_qs(asked.query).items()}
        changed = asked._replace(query=urlencode({**query, "code_challenge": challenge})).geturl()
        told = browser.get(firm.back(firm.provider.authorize(changed)))
        assert is_out(firm, browser, told)


def test_a_provider_without_s256_is_not_used(firm: Firm) -> None:
    """There is no plain challenge to fall back to."""
    firm.provider.metadata = {"code_challenge_methods_supported": ["plain"]}
    told = firm.browser().get("/sign-in/start")
    assert told.status == 503
    assert "Northgate does not answer as it should" in told.words


@pytest.mark.parametrize(
    "extra",
    [
        {"state": "another"},
        {"state": None},
        {"state": ""},
        {"state": "ü"},
        {"code": None},
        {"code": ""},
        {"code": "made up"},
        {"iss": "https://elsewhere.example"},  # RFC 9207: another provider's answer
        {"iss": None},  # this one says that it always names itself
        {"error": "access_denied"},
        {"error": "server_error", "code": None},
    ],
    ids=str,
)
def test_an_answer_that_does_not_fit_lets_nobody_in(
    firm: Firm, extra: dict[str, str | None]
) -> None:
    """Neither its state nor its sender may be another."""
    firm.provider.answer_extra = extra
    browser = firm.browser()
    assert is_out(firm, browser, firm.sign_in(browser))


def test_an_answer_of_another_provider_asks_nobody(firms: FirmFactory, clock: FrozenClock) -> None:
    """Mix-up: the code of one provider is never shown to another."""
    firm = firms()
    other = OidcProvider(clock)
    try:
        browser = firm.browser()
        asked = firm.begin(browser)
        firm.asker.metadata()
        before = list(firm.provider.asked)
        told = browser.get(firm.back(other.authorize(asked)))
        assert is_out(firm, browser, told)
        assert firm.provider.asked == before
        assert other.asked == []
    finally:
        other.close()


def test_a_provider_that_does_not_name_itself_is_accepted(firm: Firm) -> None:
    """Many do not know RFC 9207; the ID token names them all the same."""
    firm.provider.metadata = {"authorization_response_iss_parameter_supported": None}
    firm.provider.answer_extra = {"iss": None}
    assert firm.sign_in(firm.browser()).status == 200


def test_a_parameter_stands_there_once(firm: Firm) -> None:
    """Of two codes or states, nobody says which one counts."""
    browser = firm.browser()
    back = firm.back(firm.provider.authorize(firm.begin(browser)))
    assert is_out(firm, browser, browser.get(f"{back}&code=another"))


def test_a_sign_in_ends_after_ten_minutes(firm: Firm, clock: FrozenClock) -> None:
    """Who takes longer begins again."""
    browser = firm.browser()
    firm.provider.claims = {"groups": ["memory"]}
    back = firm.back(firm.provider.authorize(firm.begin(browser)))
    clock.advance(timedelta(seconds=SIGN_IN_BEGUN_SECONDS + 1))
    told = browser.get(back)
    assert is_out(firm, browser, told)
    assert "longer than 10 minutes" in told.words


def _tampered(cookie: str) -> list[str]:
    kid, _, body = cookie.partition(".")
    middle = len(body) // 2
    flipped = "A" if body[middle] != "A" else "B"
    return [
        "",
        "x",
        kid,
        f"{kid}.",
        f"{kid}.{body[:-4]}",
        f"{kid}.{body[:middle]}{flipped}{body[middle + 1 :]}",
        f"key_000000000000.{body}",
        f".{body}",
        f"{kid}.ü",
        f"{kid}.{'A' * 3}",
        f"{kid}." + "A" * 4_000,
    ]


def test_a_changed_cookie_is_none(firm: Firm) -> None:
    """Whoever changes a sealed cookie has none; and one seal is not another's."""
    browser = firm.browser()
    firm.provider.claims = {"groups": ["memory"]}
    back = firm.back(firm.provider.authorize(firm.begin(browser)))
    sealed = browser.cookies[BEGUN]
    tokens = [firm.flow._hints.sealed(json.dumps({"state": "x"}))]
    for changed in (*_tampered(sealed), *tokens):
        assert (
            firm.served.ask(
                "GET",
                back,
                {
                    "host": "test",
                    "cookie": f"{BEGUN}={changed.encode('ascii', 'replace').decode()}",
                },
                b"",
            ).status
            == 400
        )
    assert firm.memory.admin.tokens() == ()
    assert browser.get(back).status == 200  # the right one still counts


def test_a_cookie_tells_its_reader_nothing(firm: Firm) -> None:
    """The verifier, the state and where somebody goes cannot be read in it."""
    browser = firm.browser()
    asked = parse_qs(urlsplit(firm.begin(browser, "/subjects/ellen")).query)
    cookie = browser.cookies[BEGUN]
    for text in (asked["state"][0], asked["nonce"][0], "ellen"):
        assert text not in cookie
        assert urlsafe_b64encode(text.encode()).decode().rstrip("=")[:-1] not in cookie


def test_any_process_of_a_server_completes_a_sign_in(firm: Firm) -> None:
    """Nothing is kept in one: another one over the same store does as well."""
    other = Served(firm.memory, flow=SignInFlow(firm.memory._session, firm.settings))
    try:
        browser = firm.browser()
        firm.provider.claims = {"groups": ["memory"]}
        back = firm.back(firm.provider.authorize(firm.begin(browser)))
        elsewhere = Reader(other)
        elsewhere.cookies = dict(browser.cookies)
        assert elsewhere.get(back).status == 200
        assert elsewhere.get("/").status == 200
        browser.cookies = dict(elsewhere.cookies)
        assert browser.get("/").status == 200
    finally:
        other.close()


def test_over_tls_no_other_site_of_the_domain_can_plant_the_cookie(firms: FirmFactory) -> None:
    """Its name says so to browsers, and all cookies travel over TLS alone."""
    firm = firms(public_url="https://memory.northgate.example")
    browser = firm.browser()
    firm.provider.claims = {"groups": ["memory"], "name": "Priya"}
    there = browser.get("/sign-in/start")
    (begun,) = there.cookies
    assert begun.startswith(f"__Host-{BEGUN}=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=lax"} <= set(begun.split("; "))
    told = browser.get(firm.back(firm.provider.authorize(there.to)))
    assert told.status == 200
    kept = [one for one in told.cookies if "Max-Age=0" not in one]
    assert len(kept) == 3
    for one in kept:
        assert {"Secure", "HttpOnly", "SameSite=strict"} <= set(one.split("; "))


def test_a_sign_in_gives_a_new_cookie(firm: Firm) -> None:
    """Session fixation: what the browser held before is replaced, and opens nothing more."""
    firm.memory.admin.add_person("mallory")
    planted = firm.memory.admin.issue_token("mallory").token
    browser = Reader(firm.served, planted)
    firm.sign_in(browser, name="Priya")
    assert browser.cookies[COOKIE] != planted
    assert "Priya" in browser.get("/").words


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://elsewhere.example",
        "//elsewhere.example",
        "/\\elsewhere.example",
        "javascript:alert(1)",
        "/%09/elsewhere.example",
        "/%0d%0aSet-Cookie: a=b",
        "elsewhere",
        "/" + "x" * 6_000,  # no cookie holds so long an address
    ],
)
def test_signing_in_leads_nowhere_else(firm: Firm, elsewhere: str) -> None:
    """Whatever address the way there was given, the way back leads to this site."""
    browser = firm.browser()
    firm.provider.claims = {"groups": ["memory"]}
    told = browser.get(firm.back(firm.provider.authorize(firm.begin(browser, elsewhere))))
    assert told.status == 200
    assert 'content="0; url=/"' in told.html


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_link_of_another_site_begins_nothing(firm: Firm, site: str) -> None:
    """It leads to the door, where a person decides."""
    headers = {"host": "test", "sec-fetch-site": site}
    told = firm.served.ask("GET", "/sign-in/start?next=/items/x", headers, b"")
    assert (told.status, told.cookies) == (200, ())
    assert "Sign in with Northgate" in told.words


def test_what_a_provider_says_is_shown_as_it_is_written(firm: Firm) -> None:
    """No name of somebody is read as HTML, nor as a header."""
    browser = firm.browser()
    name = "<script>alert(1)</script>\r\nSet-Cookie: a=b\u202e"
    firm.sign_in(browser, name=name)
    page = browser.get("/")
    assert page.status == 200
    assert "<script>alert(1)" not in page.html
    assert "a" not in browser.cookies
    told = firm.sign_in(firm.browser(), name=name, groups=[])
    assert "<script>alert(1)" not in told.html


# -- a provider in trouble


def _is_in_trouble(firm: Firm) -> None:
    browser = firm.browser()
    told = browser.get("/sign-in/start")
    assert told.status == 503
    assert "Northgate does not answer as it should. Try again in a minute." in told.words
    assert browser.cookies == {}


@pytest.mark.parametrize(
    "metadata",
    [
        {"issuer": "https://elsewhere.example"},
        {"issuer": None},
        {"authorization_endpoint": None},
        {"token_endpoint": "http://elsewhere.example/token"},
        {"jwks_uri": "file:///etc/passwd"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"end_session_endpoint": "javascript:alert(1)"},
        {"token_endpoint": ["x"]},
    ],
    ids=str,
)
def test_a_discovery_document_that_does_not_fit_is_not_used(
    firm: Firm, metadata: dict[str, Any]
) -> None:
    """It has to be that of the issuer, and its addresses have TLS or are on this machine."""
    firm.provider.metadata = metadata
    _is_in_trouble(firm)


def test_a_provider_with_tls_has_no_address_without(firm: Firm) -> None:
    """Not on this machine either."""
    settings = firm.settings.changed(issuer="https://login.northgate.example")

    class Told:
        def get(self, url: str) -> dict[str, Any]:
            assert url == "https://login.northgate.example/.well-known/openid-configuration"
            return {**firm.provider.discovery(), "issuer": settings.issuer}

        def post(self, url: str, form: Any, headers: Any) -> None:
            raise AssertionError("Nobody is asked.")

    firm.flow._provider = Provider(settings, Told())
    _is_in_trouble(firm)


def test_a_provider_that_is_down_keeps_nobody_from_a_token(
    firms: FirmFactory, clock: FrozenClock
) -> None:
    """The door says what to do, and the other way in works."""
    gone = OidcProvider(clock)
    gone.close()
    firm = firms(issuer=gone.issuer)
    _is_in_trouble(firm)
    firm.memory.admin.add_person("maya")
    reader = Reader(firm.served, firm.memory.admin.issue_token("maya").token)
    assert reader.get("/").status == 200


@pytest.mark.parametrize("trouble", ["huge", "elsewhere", "list", "no token"])
def test_an_odd_answer_lets_nobody_in(firm: Firm, trouble: str) -> None:
    """Too long an answer, one that sends elsewhere, one without what has to be there."""
    browser = firm.browser()
    firm.provider.claims = {"groups": ["memory"]}
    back = firm.back(firm.provider.authorize(firm.begin(browser)))
    if trouble == "huge":
        firm.provider.is_huge = True
    elif trouble == "elsewhere":
        firm.provider.sends_to = f"{firm.provider.issuer}/logout?post_logout_redirect_uri=/stolen"
    elif trouble == "list":
        firm.provider.token_answer = lambda told: [told]
    else:
        firm.provider.token_answer = lambda told: {**told, "id_token": 7}
    told = browser.get(back)
    assert told.status == 503
    assert is_out(firm, browser, told)
    assert "/logout" not in firm.provider.asked


def test_a_slow_provider_is_given_up(
    firm: Firm, monkeypatch: pytest.MonkeyPatch, clock: FrozenClock
) -> None:
    """Those who sign in are told so, and nobody else waits for it."""
    monkeypatch.setattr(provider_sign_in, "_WAIT_SECONDS", 0.05)
    firm.provider.slow_seconds = 30.0
    _is_in_trouble(firm)
    short = Provider(firm.settings, UrlProviderHttp(seconds=0.05))
    firm.flow._provider = short
    monkeypatch.setattr(provider_sign_in, "_WAIT_SECONDS", 30.0)
    _is_in_trouble(firm)
    assert firm.browser().get("/sign-in").status == 200


def test_a_provider_that_failed_is_left_alone_for_a_moment(firm: Firm, clock: FrozenClock) -> None:
    """Who comes meanwhile need not wait for it to fail again; then it is asked."""
    firm.provider.metadata = {"issuer": None}
    for _ in range(3):
        _is_in_trouble(firm)
    assert len(firm.provider.asked) == 1
    firm.provider.metadata = {}
    clock.advance(timedelta(seconds=PROVIDER_PAUSE_SECONDS))
    assert firm.sign_in(firm.browser()).status == 200


def test_only_so_many_wait_for_a_provider(firm: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    """One more is told to come back, at once."""
    monkeypatch.setattr(provider_sign_in, "PROVIDER_WAITING_MAX", 0)
    _is_in_trouble(firm)
    assert firm.provider.asked == []
