"""ID tokens: which are believed. What is done with one that is not, is tried with the pages."""

from __future__ import annotations

import hmac
import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from remembrancer.core.limits import ID_TOKEN_SKEW_SECONDS
from remembrancer.doors.oidc.id_token import Expected, Jwk, is_usable, verified_claims
from remembrancer.governance.access.sign_in_rules import SignInRefused, Why
from tests.oidc.loopback_provider import CLIENT_ID, SECRET, SigningKey

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
SECONDS = int(NOW.timestamp())
ISSUER = "https://login.northgate.example"
EXPECTED = Expected(issuer=ISSUER, client_id=CLIENT_ID, nonce="this one", begun_at=SECONDS)
CLAIMS = {
    "iss": ISSUER,
    "aud": CLIENT_ID,
    "sub": "4711",
    "iat": SECONDS,
    "exp": SECONDS + 300,
    "nonce": "this one",
}
KEY = SigningKey()


def published(*keys: SigningKey) -> Callable[[str | None, str], Jwk | None]:
    """Finds keys by their names, as a provider publishes them."""

    def found(kid: str | None, algorithm: str) -> Jwk | None:
        fitting = [
            key.public for key in keys if key.kid == kid and is_usable(key.public, algorithm)
        ]
        return fitting[0] if fitting else None

    return found


def is_believed(token: str, *keys: SigningKey) -> bool:
    """Whether it is; if not, it is refused as one that does not hold."""
    try:
        verified_claims(token, published(*keys), EXPECTED, NOW)
    except SignInRefused as refused:
        why = refused.why
    else:
        return True
    assert why is Why.NOT_BELIEVED
    return False


def signed(claims: Mapping[str, Any]) -> str:
    """Signed as any bytes are: the library refuses to sign some of these."""
    kept = {name: value for name, value in claims.items() if value is not None}
    headers = {"kid": KEY.kid, "typ": "JWT"}
    return jwt.PyJWS().encode(json.dumps(kept).encode(), KEY.private, "ES256", headers)


def coded(part: object) -> bytes:
    return urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=")


def made_up(header: dict[str, Any], key: bytes | None) -> str:
    """A token without our help: no signature, or one with any bytes as a password."""
    text = coded(header) + b"." + coded(CLAIMS)
    signature = b"" if key is None else hmac.new(key, text, sha256).digest()
    return (text + b"." + urlsafe_b64encode(signature).rstrip(b"=")).decode()


@pytest.mark.parametrize(
    "claims",
    [
        {"nonce": "another"},
        {"nonce": None},
        {"nonce": 7},
        {"nonce": "ü\ud800"},
        {"aud": "another-client"},
        {"aud": None},
        {"aud": []},
        {"aud": ["another-client"]},
        {"aud": {"remembrancer": 1}},
        {"aud": ["remembrancer", "another-client"]},  # azp has to say for whom
        {"aud": ["remembrancer", "another-client"], "azp": "another-client"},
        {"azp": "another-client"},
        {"azp": ""},
        {"iss": "https://elsewhere.example"},
        {"iss": f"{ISSUER}/"},
        {"iss": None},
        {"iss": [ISSUER]},
        {"sub": None},
        {"sub": ""},
        {"sub": 7},
        {"sub": "x" * 256},
        {"sub": "\ud800"},
        {"exp": None},
        {"iat": None},
        {"exp": "tomorrow"},
        {"exp": True},
        {"iat": float("nan")},
        {"exp": 1e300},
        {"exp": -1},
        {"nbf": "now"},
    ],
    ids=repr,
)
def test_every_claim_has_to_be_there_for_us_and_for_this_sign_in(claims: dict[str, Any]) -> None:
    """One that is missing, another's or of another type is refused."""
    assert is_believed(signed(CLAIMS), KEY)
    assert not is_believed(signed({**CLAIMS, **claims}), KEY)


@pytest.mark.parametrize("aud", [["remembrancer"], ["remembrancer", "another-client"]])
def test_several_audiences_are_accepted_if_it_was_issued_to_us(aud: list[str]) -> None:
    """As the standard has it."""
    assert is_believed(signed({**CLAIMS, "aud": aud, "azp": "remembrancer"}), KEY)


@pytest.mark.parametrize(
    ("claim", "seconds", "is_in"),
    [
        ("exp", -ID_TOKEN_SKEW_SECONDS, False),
        ("exp", -ID_TOKEN_SKEW_SECONDS + 1, True),
        ("iat", ID_TOKEN_SKEW_SECONDS + 1, False),
        ("iat", ID_TOKEN_SKEW_SECONDS, True),
        ("iat", -ID_TOKEN_SKEW_SECONDS - 1, False),  # from before this sign-in
        ("iat", -ID_TOKEN_SKEW_SECONDS, True),
        ("nbf", ID_TOKEN_SKEW_SECONDS + 1, False),
        ("nbf", -9, True),
    ],
)
def test_times_may_differ_by_a_minute(claim: str, seconds: int, is_in: bool) -> None:
    """What has run out, is of the future or is old is refused."""
    assert is_believed(signed({**CLAIMS, claim: SECONDS + seconds}), KEY) is is_in


@pytest.mark.parametrize("algorithm", ["RS256", "PS256", "ES256", "EdDSA"])
def test_these_algorithms_sign(algorithm: str) -> None:
    """The four on the list."""
    key = SigningKey(algorithm)
    assert is_believed(key.signed(CLAIMS), key)


@pytest.mark.parametrize("algorithm", ["RS384", "PS512", "HS256"])
def test_no_other_algorithm_signs(algorithm: str) -> None:
    """Even with a published key that would fit."""
    key = SigningKey("RS256", alg=None)
    secret = SECRET.encode() * 2 if algorithm == "HS256" else key.private
    token = jwt.encode(CLAIMS, secret, algorithm, headers={"kid": key.kid})
    assert not is_believed(token, key)


def _pem() -> bytes:
    pem: bytes = KEY.private.public_key().public_bytes(
        Encoding.PEM, PublicFormat.SubjectPublicKeyInfo
    )
    return pem


def _swapped() -> str:
    head, _, signature = KEY.signed(CLAIMS).split(".")
    return f"{head}.{coded({**CLAIMS, 'sub': 'another'}).decode()}.{signature}"


_FORGERIES: dict[str, Callable[[], str]] = {
    "alg none": lambda: made_up({"alg": "none", "kid": KEY.kid}, None),
    "alg None": lambda: made_up({"alg": "None", "kid": KEY.kid}, None),
    "no alg": lambda: made_up({"kid": KEY.kid}, None),
    "alg is a list": lambda: made_up({"alg": ["ES256"], "kid": KEY.kid}, b""),
    "HMAC with the public key": lambda: made_up({"alg": "HS256", "kid": KEY.kid}, _pem()),
    "HMAC with the client's secret": lambda: made_up(
        {"alg": "HS256", "kid": KEY.kid}, SECRET.encode()
    ),
    "HMAC with nothing": lambda: made_up({"alg": "HS256", "kid": KEY.kid}, b""),
    "another's key under the name of ours": lambda: SigningKey(kid=KEY.kid).signed(CLAIMS),
    "its own key inside": lambda: (key := SigningKey(kid=KEY.kid)).signed(CLAIMS, jwk=key.public),
    "an address of keys": lambda: SigningKey().signed(CLAIMS, jku="http://127.0.0.1:9/keys"),
    "a key that nobody publishes": lambda: SigningKey().signed(CLAIMS),
    "another algorithm than the key's": lambda: SigningKey("EdDSA", kid=KEY.kid).signed(CLAIMS),
    "what is critical": lambda: KEY.signed(CLAIMS, crit=["exp"], exp=1),
    "a name that is no text": lambda: made_up({"alg": "ES256", "kid": 7}, b""),
    "no signature": lambda: KEY.signed(CLAIMS).rpartition(".")[0] + ".",
    "changed claims": _swapped,
    "claims that are a list": lambda: jwt.PyJWS().encode(
        b"[]", KEY.private, "ES256", {"kid": KEY.kid}
    ),
    "no token": lambda: "a.b.c",
    "empty": lambda: "",
    "deep": lambda: urlsafe_b64encode(b"[" * 60_000).decode() + ".e30.",
    "too long": lambda: "x" * 200_000,
}


@pytest.mark.parametrize("name", _FORGERIES)
def test_a_forged_token_is_not_believed(name: str) -> None:
    """Only a signature by a published key, with an algorithm of the list, counts."""
    assert not is_believed(_FORGERIES[name](), KEY)


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(lambda: SigningKey("RS256", bits=1024), id="short"),
        pytest.param(lambda: SigningKey(use="enc"), id="for encrypting"),
        pytest.param(lambda: SigningKey(alg="ES384"), id="for another algorithm"),
        pytest.param(lambda: SigningKey(crv="P-384"), id="of another curve"),
        pytest.param(lambda: SigningKey(kty="oct", k="c2VjcmV0"), id="a password"),
        pytest.param(lambda: SigningKey(x="AAAA"), id="broken"),
    ],
)
@pytest.mark.filterwarnings("ignore::jwt.warnings.InsecureKeyLengthWarning")
def test_a_key_that_may_not_sign_does_not(key: Callable[[], SigningKey]) -> None:
    """However it is published."""
    made = key()
    assert not is_believed(made.signed(CLAIMS), made)
