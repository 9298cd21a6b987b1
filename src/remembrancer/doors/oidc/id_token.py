"""ID tokens: what a provider says of somebody, if it signed it, for us, just now.

The algorithm is ours to choose: only those that sign with a private key are on the list, so that a
token without a signature, or one that was made with a public key as a password, is none.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, NoReturn

from remembrancer.core.limits import (
    ID_TOKEN_CHARACTERS_MAX,
    ID_TOKEN_SKEW_SECONDS,
    PROVIDER_KEY_BITS_MIN,
)
from remembrancer.core.validation import is_text
from remembrancer.front.access import signing
from remembrancer.governance.access.sign_in_rules import SignInRefused, Why

Jwk = Mapping[str, Any]  # a key as a provider publishes it
KeyOf = Callable[[str | None, str], Jwk | None]  # by its name, if it has one, and the algorithm

# By algorithm: the type of key, and its curve.
ALGORITHMS: Final[Mapping[str, tuple[str, str | None]]] = {
    "RS256": ("RSA", None),
    "PS256": ("RSA", None),
    "ES256": ("EC", "P-256"),
    "EdDSA": ("OKP", "Ed25519"),
}
_SUBJECT_CHARACTERS_MAX: Final = 255  # by the standard
# What a text that is no token can make the parsers say.
_UNREADABLE: Final = (ValueError, TypeError, KeyError, AttributeError, RecursionError)


class Expected:
    """What an ID token has to say."""

    __slots__ = ("begun_at", "client_id", "issuer", "nonce")

    def __init__(self, *, issuer: str, client_id: str, nonce: str, begun_at: int) -> None:
        self.issuer = issuer
        self.client_id = client_id
        self.nonce = nonce
        self.begun_at = begun_at  # when the sign-in began, in seconds since 1970


def verified_claims(token: str, key_of: KeyOf, expected: Expected, now: datetime) -> dict[str, Any]:
    """What the token says. Raises `SignInRefused` if it does not hold."""
    claims = _signed_claims(token, key_of)
    _check_parties(claims, expected)
    _check_times(claims, expected, int(now.timestamp()))
    nonce = claims.get("nonce")
    if not isinstance(nonce, str) or not _same(nonce, expected.nonce):
        _refuse("Its nonce is not that of this sign-in.")
    subject = claims.get("sub")
    if not is_text(subject) or not 0 < len(str(subject)) <= _SUBJECT_CHARACTERS_MAX:
        _refuse("It does not say whom it is about.")
    return claims


def is_usable(jwk: Any, algorithm: str) -> bool:
    """Whether a published key may have signed with the algorithm."""
    if not isinstance(jwk, Mapping):
        return False
    kind, curve = ALGORITHMS[algorithm]
    return (
        jwk.get("kty") == kind
        and (curve is None or jwk.get("crv") == curve)
        and jwk.get("use", "sig") == "sig"
        and jwk.get("alg", algorithm) == algorithm
    )


def _signed_claims(token: str, key_of: KeyOf) -> dict[str, Any]:
    if not 0 < len(token) <= ID_TOKEN_CHARACTERS_MAX:
        _refuse("It is empty, or too long.")
    jwt = signing.library()
    try:
        header = jwt.get_unverified_header(token)
        algorithm, kid = header.get("alg"), header.get("kid")
    except (jwt.PyJWTError, *_UNREADABLE):
        _refuse("It cannot be read.")
    if not isinstance(algorithm, str) or algorithm not in ALGORITHMS:
        _refuse("Its algorithm is not on the list.")
    if "crit" in header or (kid is not None and not is_text(kid)):
        _refuse("Its header asks for what we do not do.")
    jwk = key_of(kid, algorithm)
    if jwk is None:
        _refuse("The provider publishes no key that may have signed it.")
    try:
        key = jwt.PyJWK(dict(jwk), algorithm=algorithm)
        if jwk["kty"] == "RSA" and key.key.key_size < PROVIDER_KEY_BITS_MIN:
            _refuse("The key that signed it is too short.")
        claims = jwt.decode(
            token,
            key,
            algorithms=[algorithm],
            # Ours are stricter, and the library would ask the clock of the system.
            options={
                "verify_signature": True,
                "verify_aud": False,
                "verify_iss": False,
                "verify_exp": False,
                "verify_iat": False,
                "verify_nbf": False,
                "verify_sub": False,
                "verify_jti": False,
            },
        )
    except (jwt.PyJWTError, *_UNREADABLE):
        _refuse("Its signature does not hold.")
    return dict(claims)


def _check_parties(claims: Mapping[str, Any], expected: Expected) -> None:
    issuer, audience = claims.get("iss"), claims.get("aud")
    if not isinstance(issuer, str) or issuer != expected.issuer:
        _refuse("Another provider issued it.")
    listed = audience if isinstance(audience, list) else [audience]
    if expected.client_id not in listed:
        _refuse("It is for another client.")
    party = claims.get("azp")
    if (len(listed) > 1 or party is not None) and party != expected.client_id:
        _refuse("It was issued to another client.")


def _check_times(claims: Mapping[str, Any], expected: Expected, now: int) -> None:
    ends, issued = _time(claims, "exp"), _time(claims, "iat")
    begins = _time(claims, "nbf") if "nbf" in claims else issued
    if ends is None or issued is None or begins is None:
        _refuse("It does not say from when and until when it holds.")
    if now >= ends + ID_TOKEN_SKEW_SECONDS:
        _refuse("It has run out.")
    if max(issued, begins) > now + ID_TOKEN_SKEW_SECONDS:
        _refuse("It is of the future; compare the clocks.")
    if issued < expected.begun_at - ID_TOKEN_SKEW_SECONDS:
        _refuse("It is older than this sign-in.")


def _time(claims: Mapping[str, Any], name: str) -> float | None:
    """A time in seconds since 1970; None: it is none."""
    value = claims.get(name)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return value if 0 <= value < 1 << 53 else None


def _same(told: str, expected: str) -> bool:
    return hmac.compare_digest(told.encode(errors="replace"), expected.encode())


def _refuse(detail: str) -> NoReturn:
    raise SignInRefused(Why.NOT_BELIEVED, f"The ID token is not accepted. {detail}") from None
