"""A provider: its addresses, its keys, and the code that it gives for an ID token."""

from __future__ import annotations

import threading
import time
from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, NoReturn
from urllib.parse import quote_plus, urlencode, urlsplit

from remembrancer.core.errors import InvalidSettings
from remembrancer.core.limits import (
    PROVIDER_KEYS_MAX,
    PROVIDER_KEYS_SECONDS,
    PROVIDER_KNOWN_SECONDS,
    PROVIDER_PAUSE_SECONDS,
)
from remembrancer.doors.oidc.id_token import Jwk, is_usable
from remembrancer.doors.oidc.provider_http import ProviderHttp, UrlProviderHttp
from remembrancer.doors.oidc.provider_settings import (
    ClientAuthentication,
    ProviderSettings,
    check_address,
)
from remembrancer.governance.access.sign_in_rules import SignInRefused, Why

CHALLENGE_METHOD: Final = "S256"  # the only one: a plain verifier protects from nobody
_DISCOVERY_PATH: Final = "/.well-known/openid-configuration"


class ProviderMetadata(NamedTuple):
    """What a provider says of itself, as far as we need it."""

    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    end_session_endpoint: str | None  # None: it offers no signing out
    authentication: ClientAuthentication
    names_itself: bool  # each of its answers has `iss` (RFC 9207)


class Provider:
    """Asks the provider. It may be used from several threads, and waits as long as its calls."""

    def __init__(
        self,
        settings: ProviderSettings,
        http: ProviderHttp | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._http = http or UrlProviderHttp()
        self._clock = clock
        self._lock = threading.Lock()
        self._metadata: tuple[float, ProviderMetadata] | None = None
        self._keys: tuple[float, tuple[Jwk, ...]] | None = None
        self._failed: tuple[float, SignInRefused] | None = None  # it did not say where it is
        self._looked_at = -PROVIDER_KEYS_SECONDS  # when an unknown key last had them read again

    def metadata(self) -> ProviderMetadata:
        """Its addresses, as they were at most an hour ago."""
        known = self._metadata
        if known is None or self._clock() - known[0] >= PROVIDER_KNOWN_SECONDS:
            known = self._metadata = (self._clock(), self._discovered())
        return known[1]

    def _discovered(self) -> ProviderMetadata:
        """What it says now. If it has just failed, nobody waits for it to fail again."""
        failed = self._failed
        if failed is not None and self._clock() - failed[0] < PROVIDER_PAUSE_SECONDS:
            raise SignInRefused(failed[1].why, failed[1].detail)
        try:
            told = self._http.get(self._settings.issuer.rstrip("/") + _DISCOVERY_PATH)
            return _metadata(told, self._settings)
        except SignInRefused as refused:
            self._failed = (self._clock(), refused)
            raise

    def check(self) -> None:
        """Reads its addresses and keys, and raises `SignInRefused` where that fails."""
        if not self._read_keys():
            _fail("The provider publishes no key.")

    def authorization_url(self, *, state: str, nonce: str, challenge: str) -> str:
        """Where somebody goes to sign in."""
        asked = {
            "response_type": "code",
            "client_id": self._settings.client_id,
            "redirect_uri": self._settings.redirect_uri,
            "scope": " ".join(self._settings.scopes),
            "state": state,
            "nonce": nonce,
            "code_challenge": challenge,
            "code_challenge_method": CHALLENGE_METHOD,
        }
        return _with(self.metadata().authorization_endpoint, asked)

    def end_session_url(self, id_token: str | None) -> str | None:
        """Where somebody goes to sign out at the provider too; None: it offers that nowhere."""
        endpoint = self.metadata().end_session_endpoint
        if endpoint is None:
            return None
        asked = {
            "client_id": self._settings.client_id,
            "post_logout_redirect_uri": self._settings.signed_out_uri,
        }
        if id_token is not None:
            asked["id_token_hint"] = id_token
        return _with(endpoint, asked)

    def id_token(self, code: str, verifier: str) -> str:
        """The ID token for a code."""
        metadata, settings = self.metadata(), self._settings
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": settings.redirect_uri,
            "code_verifier": verifier,
        }
        headers: dict[str, str] = {}
        secret = settings.client_secret or ""
        if metadata.authentication is ClientAuthentication.BASIC:
            pair = f"{quote_plus(settings.client_id)}:{quote_plus(secret)}"
            headers["Authorization"] = f"Basic {b64encode(pair.encode()).decode()}"
        else:
            form["client_id"] = settings.client_id
            if metadata.authentication is ClientAuthentication.POST:
                form["client_secret"] = secret
        told = self._http.post(metadata.token_endpoint, form, headers)
        if told is None:
            detail = (
                "The provider does not take the code: it was used, is old, or the client's secret "
                "is wrong."
            )
            raise SignInRefused(Why.NOT_BELIEVED, detail)
        token = told.get("id_token")
        if not isinstance(token, str):
            _fail("The provider gave no ID token for the code; ask it for the scope openid.")
        return token

    def key(self, kid: str | None, algorithm: str) -> Jwk | None:
        """The key of that name. One that is not known has them read again, now and then."""
        found = _found(self._known_keys(), kid, algorithm)
        if found is None and self._may_look_again():
            found = _found(self._read_keys(), kid, algorithm)
        return found

    def _known_keys(self) -> tuple[Jwk, ...]:
        known = self._keys
        if known is None or self._clock() - known[0] >= PROVIDER_KNOWN_SECONDS:
            return self._read_keys()
        return known[1]

    def _may_look_again(self) -> bool:
        """Whether a key that is not known is looked for: not at once again, whoever makes one up.

        Keys that were read this very moment need not be read again either.
        """
        now = self._clock()
        with self._lock:
            is_due = now - self._looked_at >= PROVIDER_KEYS_SECONDS
            if is_due:
                self._looked_at = now
        return is_due

    def _read_keys(self) -> tuple[Jwk, ...]:
        listed = self._http.get(self.metadata().jwks_uri).get("keys")
        if not isinstance(listed, list):
            _fail("The provider publishes no list of keys.")
        keys = tuple(key for key in listed[:PROVIDER_KEYS_MAX] if isinstance(key, Mapping))
        self._keys = (self._clock(), keys)
        return keys


def _found(keys: tuple[Jwk, ...], kid: str | None, algorithm: str) -> Jwk | None:
    """The key of that name, or the only one that it can be."""
    fitting = [
        key for key in keys if is_usable(key, algorithm) and (kid is None or key.get("kid") == kid)
    ]
    return fitting[0] if len(fitting) == 1 else None


def _metadata(told: Mapping[str, Any], settings: ProviderSettings) -> ProviderMetadata:
    if told.get("issuer") != settings.issuer:
        _fail(
            "The provider's discovery document names another issuer than the settings; the two "
            "have to be the same, letter by letter."
        )
    methods = told.get("code_challenge_methods_supported")
    if isinstance(methods, list) and CHALLENGE_METHOD not in methods:
        _fail("The provider does not offer PKCE with S256.")
    leaving = told.get("end_session_endpoint")
    return ProviderMetadata(
        authorization_endpoint=_endpoint(told, "authorization_endpoint", settings),
        token_endpoint=_endpoint(told, "token_endpoint", settings),
        jwks_uri=_endpoint(told, "jwks_uri", settings),
        end_session_endpoint=None
        if leaving is None
        else _endpoint(told, "end_session_endpoint", settings),
        authentication=_authentication(told, settings),
        names_itself=told.get("authorization_response_iss_parameter_supported") is True,
    )


def _endpoint(told: Mapping[str, Any], name: str, settings: ProviderSettings) -> str:
    """An address of the provider: with TLS, unless the provider itself is on this machine."""
    url = told.get(name)
    try:
        if not isinstance(url, str):
            raise InvalidSettings("It is missing.", field=name)
        check_address(url.partition("?")[0], name)
    except InvalidSettings:
        _fail(f"The provider's {name} is missing, or is no https address.")
    if urlsplit(url).scheme != "https" and settings.issuer.startswith("https:"):
        _fail(f"The provider's {name} has no TLS.")
    return url


def _authentication(told: Mapping[str, Any], settings: ProviderSettings) -> ClientAuthentication:
    if settings.client_authentication is not None:
        return settings.client_authentication
    if settings.client_secret is None:
        return ClientAuthentication.NONE
    offered = told.get("token_endpoint_auth_methods_supported")
    if isinstance(offered, list) and ClientAuthentication.BASIC.value not in offered:
        return ClientAuthentication.POST
    return ClientAuthentication.BASIC


def _with(endpoint: str, asked: Mapping[str, str]) -> str:
    return f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(asked)}"


def _fail(detail: str) -> NoReturn:
    raise SignInRefused(Why.PROVIDER_FAILED, detail) from None
