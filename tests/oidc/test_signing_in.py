"""Signing in with a provider: who gets in, as whom, with what, and until when."""

from __future__ import annotations

import json
from datetime import timedelta
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from remembrancer import Role
from remembrancer.core.limits import SIGN_IN_SECONDS
from remembrancer.doors.web.session_cookie import COOKIE
from remembrancer.governance.access.sign_in_rules import Grant, NameClaim
from remembrancer.testing import FrozenClock
from tests.oidc.conftest import Firm, FirmFactory, grant
from tests.oidc.loopback_provider import OidcProvider
from tests.web.reader import Reader

_KEPT = {"httponly", "samesite=strict", "path=/"}


def _cookie(cookies: tuple[str, ...], name: str) -> str:
    (line,) = [one for one in cookies if one.startswith(f"{name}=")]
    return line.lower()


def test_somebody_signs_in_and_is_where_they_wanted_to_be(firm: Firm) -> None:
    """The door offers the provider, and the way back leads to the page that was asked for."""
    browser = firm.browser()
    to_door = browser.get("/search?q=rates")
    door = browser.get(to_door.to)
    assert "Sign in with Northgate" in door.words
    assert 'href="http://test/sign-in/start?next=%2Fsearch%3Fq%3Drates"' in door.html
    firm.provider.claims = {"groups": ["memory"], "name": "Priya Shah"}
    to = firm.begin(browser, "%2Fsearch%3Fq%3Drates")
    back = browser.get(firm.back(firm.provider.authorize(to)))
    assert back.status == 200
    assert 'content="0; url=/search?q=rates"' in back.html
    assert set(_cookie(back.cookies, COOKIE).split("; ")) >= _KEPT
    assert back.headers["referrer-policy"] == "no-referrer"
    page = browser.get("/search?q=rates")
    assert page.status == 200
    assert "Priya Shah" in page.words


def test_a_sign_in_is_asked_for_as_the_standard_says(firm: Firm) -> None:
    """Each has a state, a nonce and a challenge of its own, and the verifier stays here."""
    asked = [
        parse_qs(urlsplit(firm.begin(firm.browser())).query, strict_parsing=True) for _ in range(2)
    ]
    for name in ("state", "nonce", "code_challenge"):
        first, second = (one[name][0] for one in asked)
        assert first != second
        assert len(first) >= 43
    assert asked[0]["redirect_uri"] == ["http://test/sign-in/callback"]
    assert "code_verifier" not in asked[0]


def test_who_signs_in_is_on_record(firm: Firm) -> None:
    """The person with what the groups give, the sign-in as a token, both in the ledger."""
    firm.sign_in(
        firm.browser(),
        name="Priya Shah",
        email="Priya@Northgate.example",
        email_verified=True,
        groups=["memory", "planners", "stewards", "unlisted"],
    )
    person = firm.memory.admin.person(firm.name())
    assert person.groups == {"planners"}
    assert person.roles == {Role.KM_ADMIN}
    assert person.email == "priya@northgate.example"
    (token,) = firm.memory.admin.tokens()
    assert (token.principal, token.issued_by) == (firm.name(), "sign-in")
    assert token.note == "Priya Shah signed in"
    told = [(one.actor, one.action) for one in firm.memory.admin.audit(limit=2)]
    assert told == [("sign-in", "token.issue"), ("sign-in", "person.put")]
    assert firm.memory.verify().ok


def test_signing_in_again_changes_nothing_that_is_the_same(firm: Firm) -> None:
    """The second time only the sign-in itself is on record."""
    firm.sign_in(firm.browser())
    before = len(firm.memory.admin.audit())
    firm.sign_in(firm.browser())
    assert len(firm.memory.admin.audit()) == before + 1


def test_a_claim_that_is_not_listed_gives_nothing(firm: Firm) -> None:
    """Whatever a provider says of roles, only the list counts, and spelling does."""
    firm.sign_in(
        firm.browser(),
        groups=["memory", "Stewards", "ADMIN", "KM_ADMIN", "owner"],
        roles=["ADMIN", "KM_ADMIN", "stewards"],
        admin=True,
    )
    person = firm.memory.admin.person(firm.name())
    assert (person.groups, person.roles) == (frozenset(), frozenset())


@pytest.mark.parametrize(
    "groups", [None, [], ["unlisted"], "unlisted", 7, {"memory": 1}, [["memory"]], [None]]
)
def test_who_is_given_nothing_is_told_whom_to_ask(firms: FirmFactory, groups: object) -> None:
    """No cookie, nobody on record, and a page that says what to do."""
    firm = firms(contact="it@northgate.example")
    browser = firm.browser()
    told = firm.sign_in(browser, groups=groups, name="Priya Shah")
    assert told.status == 403
    assert "Ask it@northgate.example" in told.words
    assert "Priya Shah" in told.words
    assert firm.name() in told.words
    assert not browser.is_signed_in
    assert firm.memory.admin.people() == ()


def test_one_group_as_a_text_counts(firm: Firm) -> None:
    """Some providers send one value without a list."""
    browser = firm.browser()
    assert firm.sign_in(browser, groups="memory").status == 200
    assert browser.get("/").status == 200


def test_what_the_provider_takes_back_is_gone_at_the_next_sign_in(firm: Firm) -> None:
    """A role that the list can give goes; a group that an admin gave by hand stays."""
    browser = firm.browser()
    firm.sign_in(browser, groups=["memory", "stewards"])
    firm.memory.admin.join_group(firm.name(), "by-hand")
    firm.sign_in(firm.browser(), groups=["memory"])
    person = firm.memory.admin.person(firm.name())
    assert (set(person.groups), set(person.roles)) == ({"by-hand"}, set())
    assert browser.get("/corporate-memory/admin").status == 404  # the older visit has less, too


def test_who_is_thrown_out_at_the_provider_is_out_at_the_next_check(firm: Firm) -> None:
    """Roles that the list gave are taken back, and other visits end."""
    elsewhere = firm.browser()
    firm.sign_in(elsewhere, groups=["stewards"])
    assert elsewhere.get("/").status == 200
    assert firm.sign_in(firm.browser(), groups=[]).status == 403
    assert firm.memory.admin.person(firm.name()).roles == frozenset()
    assert elsewhere.get("/").status == 303
    assert firm.memory.admin.tokens() == ()


def test_a_visit_lasts_as_long_as_the_settings_say(firm: Firm, clock: FrozenClock) -> None:
    """Then the provider is asked again."""
    browser = firm.browser()
    told = firm.sign_in(browser)
    assert f"max-age={SIGN_IN_SECONDS}" in _cookie(told.cookies, COOKIE)
    clock.advance(timedelta(seconds=SIGN_IN_SECONDS - 1))
    assert browser.get("/").status == 200
    clock.advance(timedelta(seconds=1))
    assert browser.get("/").to == "/sign-in?next=%2F&ended=visit"


def test_an_admin_ends_the_visits_of_somebody(firm: Firm) -> None:
    """All that began with the provider, and no token that was issued by hand."""
    browsers = [firm.browser() for _ in range(2)]
    for browser in browsers:
        firm.sign_in(browser)
    kept = firm.memory.admin.issue_token(firm.name())
    ended = firm.memory.admin.end_sign_ins(firm.name(), reason="Left the firm.")
    assert len(ended) == 2
    assert all(one.revoked_at is not None for one in ended)
    assert [browser.get("/").status for browser in browsers] == [303, 303]
    assert [one.id for one in firm.memory.admin.tokens()] == [kept.id]
    assert firm.memory.admin.end_sign_ins(firm.name()) == ()


def test_an_admin_ends_them_on_the_page_of_settings(firm: Firm) -> None:
    """The button is there for who has signed in, and for an admin alone."""
    browser = firm.browser()
    firm.sign_in(browser)
    firm.memory.admin.add_person("ada", roles=["ADMIN"])
    ada = Reader(firm.served, firm.memory.admin.issue_token("ada").token)
    assert "End all sign-ins" not in ada.get("/settings?person=ada").words
    assert "End all sign-ins" in ada.get(f"/settings?person={quote(firm.name(), safe='')}").words
    browser.get("/")
    assert browser.post("/settings/people/end-sign-ins", name=firm.name()).status == 404
    told = ada.act("/settings/people/end-sign-ins", name=firm.name())
    assert "that were ended: 1." in told.words
    assert browser.get("/").status == 303


def test_signing_out_ends_the_visit_here_and_there(firm: Firm) -> None:
    """The token is ended, and the browser goes to the provider with the ID token as its hint."""
    browser = firm.browser()
    firm.sign_in(browser)
    token = browser.cookies[COOKIE]
    browser.get("/")
    told = browser.post("/sign-out")
    assert told.status == 200
    assert f"url={firm.provider.issuer}/logout?client_id=remembrancer" in told.html
    assert "id_token_hint=ey" in told.html
    assert "post_logout_redirect_uri=http%3A%2F%2Ftest%2Fsign-in" in told.html
    assert not browser.is_signed_in
    browser.cookies = {COOKIE: token}
    assert browser.get("/").status == 303  # a copy of the cookie is worth nothing


def test_no_other_site_signs_somebody_out(firm: Firm) -> None:
    """Without the key of our forms, nothing ends."""
    browser = firm.browser()
    firm.sign_in(browser)
    assert browser.post("/sign-out", form_key="").status == 403
    assert browser.get("/").status == 200


def test_a_provider_without_logout_is_not_asked(firm: Firm) -> None:
    """Then signing out leads to the door."""
    firm.provider.metadata = {"end_session_endpoint": None}
    browser = firm.browser()
    firm.sign_in(browser)
    browser.get("/")
    assert browser.post("/sign-out").to == "/sign-in"


def test_a_token_still_opens_the_pages_and_signing_out_leaves_it_good(firm: Firm) -> None:
    """Tokens work beside the provider as before."""
    firm.memory.admin.add_person("maya")
    token = firm.memory.admin.issue_token("maya").token
    browser = Reader(firm.served, token)
    browser.get("/")
    assert browser.post("/sign-out").to == "/sign-in"
    assert Reader(firm.served, token).get("/").status == 200


def test_people_are_named_by_a_verified_address_if_the_settings_say_so(
    firms: FirmFactory,
) -> None:
    """Whom an admin registered by address has what was given to them by hand."""
    firm = firms(named_by=NameClaim.EMAIL)
    firm.memory.admin.add_person("priya@northgate.example", groups=["by-hand"])
    browser = firm.browser()
    firm.sign_in(browser, email="PRIYA@northgate.example", email_verified=True)
    assert browser.get("/").status == 200
    (person,) = firm.memory.admin.people()
    assert person.groups == {"by-hand"}


@pytest.mark.parametrize(
    "claims",
    [
        {"email": "ada@northgate.example", "email_verified": False},
        {"email": "ada@northgate.example", "email_verified": "true"},
        {"email": "ada@northgate.example"},
        {"email_verified": True},
        {"email": ["ada@northgate.example"], "email_verified": True},
        {"email": "ada@northgate.example\n", "email_verified": True},
        {"email": "ada@northgate.example@elsewhere.example", "email_verified": True},
        {"email": "\u212aarl@northgate.example", "email_verified": True},  # becomes karl@
        {"email": "@", "email_verified": True},
    ],
)
def test_an_address_that_is_not_verified_names_nobody(
    firms: FirmFactory, claims: dict[str, object]
) -> None:
    """Else whoever types somebody's address at the provider would be that person here."""
    firm = firms(named_by=NameClaim.EMAIL)
    for name in ("ada", "karl"):
        firm.memory.admin.add_person(f"{name}@northgate.example", roles=["ADMIN"])
    browser = firm.browser()
    told = firm.sign_in(browser, **claims)
    assert told.status == 403
    assert "does not say that your e-mail address is yours" in told.words
    assert not browser.is_signed_in
    assert firm.memory.admin.tokens() == ()


def test_an_address_opens_only_if_it_is_verified(firms: FirmFactory) -> None:
    """An entry of the list that names an address does not trust an unverified one either."""
    opened = (Grant(claim="email", value="ada@northgate.example", space="lobby"),)
    firm = firms(grants=opened)
    for verified, status in ((False, 403), (True, 200)):
        told = firm.sign_in(firm.browser(), email="Ada@northgate.example", email_verified=verified)
        assert told.status == status


def test_nobody_signs_in_as_a_program(firms: FirmFactory) -> None:
    """A name that is an agent's here is not a person's."""
    firm = firms(named_by=NameClaim.EMAIL)
    firm.memory.admin.add_person("bot@northgate.example", kind="agent")
    told = firm.sign_in(firm.browser(), email="bot@northgate.example", email_verified=True)
    assert told.status == 403
    assert "is that of a program" in told.words
    assert firm.memory.admin.tokens() == ()


def test_the_last_admin_is_not_lost_by_a_claim(firms: FirmFactory) -> None:
    """Who is the only ADMIN and would lose it is kept out, and told what to do first."""
    firm = firms()
    space = firm.memory._session.space.name
    firm.settings = firm.settings.changed(
        grants=(
            grant("memory", space),
            grant("owners", space, roles=[Role.ADMIN]),
        )
    )
    firm.flow.settings = firm.settings
    assert firm.sign_in(firm.browser(), groups=["owners"]).status == 200
    told = firm.sign_in(firm.browser(), groups=["memory"])
    assert told.status == 403
    assert "make somebody else ADMIN first" in told.words
    assert firm.memory.admin.person(firm.name()).roles == {Role.ADMIN}
    firm.memory.admin.add_person("ada", roles=["ADMIN"])
    assert firm.sign_in(firm.browser(), groups=["memory"]).status == 200
    assert firm.memory.admin.person(firm.name()).roles == frozenset()


def test_groups_that_were_left_out_are_not_taken_for_none(firm: Firm) -> None:
    """A provider that says they are too many is believed: nothing is taken back."""
    firm.sign_in(firm.browser(), groups=["stewards"])
    told = firm.sign_in(
        firm.browser(),
        groups=None,
        _claim_names={"groups": "src1"},
        _claim_sources={"src1": {"endpoint": "https://graph.example"}},
    )
    assert told.status == 403
    assert "in so many groups" in told.words
    assert firm.memory.admin.person(firm.name()).roles == {Role.KM_ADMIN}


def test_one_sign_in_may_open_several_spaces(firms: FirmFactory) -> None:
    """Each with its own rights, and each ends it for itself."""
    here, there = firms(), firms()
    names = [one.memory._session.space.name for one in (here, there)]
    both = firms(
        grants=(
            grant("memory", names[0], groups=["readers"]),
            grant("memory", names[1], roles=[Role.KM_ADMIN]),
            grant("other", names[1], roles=[Role.ADMIN]),
        )
    )
    browser = both.browser()
    both.sign_in(browser)
    browser.get("/")  # the server knows of spaces that were made a moment ago
    page = browser.get("/")
    assert all(name in page.words for name in names)
    assert here.memory.admin.person(both.name()).groups == {"readers"}
    assert there.memory.admin.person(both.name()).roles == {Role.KM_ADMIN}
    browser.act("/space", space=names[1])
    assert browser.get("/corporate-memory/admin").status == 200
    there.memory.admin.end_sign_ins(both.name())
    assert browser.get("/").status == 303  # of the space that it was in
    both.sign_in(browser)
    there.memory.admin.end_sign_ins(both.name())
    assert browser.get("/").status == 200  # the other one stays open
    assert len(here.memory.admin.tokens()) == 2  # of both sign-ins
    browser.post("/sign-out")
    assert len(here.memory.admin.tokens()) == 1


def test_a_script_of_the_pages_calls_the_api_and_no_other_does(firm: Firm) -> None:
    """By the cookie, if the browser says that a page of this very site calls."""
    browser = firm.browser()
    firm.sign_in(browser)
    cookie = {"host": "test", "cookie": f"{COOKIE}={browser.cookies[COOKIE]}"}
    own = {**cookie, "sec-fetch-site": "same-origin"}
    asked = ("GET", "/api/memory/stats")
    assert firm.served.ask(*asked, own, b"").status == 200
    body = json.dumps({"content": "Orders settle after three days."}).encode()
    assert firm.served.ask("POST", "/api/memory", own, body).status == 201
    for headers in (
        cookie,
        {**cookie, "sec-fetch-site": "cross-site"},
        {**cookie, "sec-fetch-site": "same-site"},
        {**cookie, "sec-fetch-site": "none"},
        {**own, "authorization": "Bearer nothing"},
    ):
        assert firm.served.ask(*asked, headers, b"").status == 401
        assert firm.served.ask("POST", "/api/memory", headers, body).status == 401
    assert firm.served.ask("POST", "/mcp", own, b"{}").status == 401
    assert len(firm.memory.items()) == 1


def test_a_public_client_needs_no_secret(firms: FirmFactory, provider: OidcProvider) -> None:
    """PKCE alone ties the code to us."""
    provider.secret = None
    browser = (firm := firms(client_secret=None)).browser()
    assert firm.sign_in(browser).status == 200


@pytest.mark.parametrize("how", ["client_secret_basic", "client_secret_post"])
def test_the_secret_goes_the_way_that_the_provider_takes(firm: Firm, how: str) -> None:
    """In a header, or in the form."""
    firm.provider.authentications = {how}
    assert firm.sign_in(firm.browser()).status == 200


def test_nobody_has_the_secret_or_a_code_in_a_log(
    firms: FirmFactory, caplog: pytest.LogCaptureFixture
) -> None:
    """A refusal is logged with its cause, and quotes nobody."""
    firm = firms(client_secret="wrong-secret")
    told = firm.sign_in(firm.browser(), name="Priya Shah")
    assert told.status == 403
    (line,) = [one for one in caplog.records if one.name == "remembrancer.sign_in"]
    fields = line.fields  # type: ignore[attr-defined]
    assert fields["why"] == "not_believed"
    assert "secret is wrong" in fields["detail"]
    assert "wrong-secret" not in str(line.__dict__)
    assert "wrong-secret" not in repr(firm.settings)
