"""Signing: what a bearer token says, and the keys that it is checked with.

A token is a JSON Web Token that names a person and says nothing of what the person may do.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256
from types import ModuleType
from typing import Any, Final, NamedTuple

from remembrancer.core.errors import InvalidInput, NotAvailable
from remembrancer.core.limits import KEYS_KNOWN_SECONDS
from remembrancer.core.validation import check_name, is_text
from remembrancer.governance.access.token import SigningKey
from remembrancer.ports import Store

ALGORITHM: Final = "HS256"  # the only one: a token does not choose how it is checked
ISSUER: Final = "remembrancer"
KIND: Final = "JWT"
_CLAIMS: Final = ("iss", "sub", "aud", "iat", "exp", "jti")
# What a text that is no token of ours can make the parsers say.
_UNREADABLE: Final = (
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    RecursionError,
    InvalidInput,
)


class Claims(NamedTuple):
    """What a token says, once its signature was found to be ours."""

    id: str
    kid: str
    person: str
    spaces: tuple[str, ...]  # the uids of the spaces that it is for
    expires_at: int  # seconds since 1970


class Keys:
    """The keys of a store, as they were at most a few seconds ago."""

    def __init__(self, store: Store, secret: str) -> None:
        self._store = store
        self._secret = secret.encode()
        self._known: tuple[datetime, dict[str, tuple[SigningKey, bytes]]] | None = None

    def signing(self, now: datetime) -> tuple[str, bytes]:
        """The name of the key that signs, and the key."""
        key = self._store.signing_key(now)
        return key.kid, self._mixed(key)

    def verifying(self, kid: str, now: datetime) -> bytes | None:
        """The key of that name, if tokens that it signed are accepted."""
        known = self._known
        is_fresh = known is not None and (
            timedelta(0) <= now - known[0] < timedelta(seconds=KEYS_KNOWN_SECONDS)
        )
        if known is None or not is_fresh or kid not in known[1]:
            listed = self._store.signing_keys()
            known = (now, {key.kid: (key, self._mixed(key)) for key in listed})
            self._known = known
        key, mixed = known[1].get(kid, (None, b""))
        return mixed if key is not None and key.verifies(now) else None

    def _mixed(self, key: SigningKey) -> bytes:
        """A stolen database alone signs nothing, where a secret is set outside of it."""
        return hmac.new(self._secret, key.secret, sha256).digest()


def signed(claims: Claims, issued_at: datetime, key: bytes) -> str:
    """The token as a caller shows it."""
    said = {
        "iss": ISSUER,
        "sub": claims.person,
        "aud": list(claims.spaces),
        "iat": int(issued_at.timestamp()),
        "exp": claims.expires_at,
        "jti": claims.id,
    }
    headers = {"kid": claims.kid, "typ": KIND}
    text: str = library().encode(said, key, algorithm=ALGORITHM, headers=headers)
    return text


def read(token: str, key_of: Callable[[str], bytes | None]) -> Claims | None:
    """What a token says, if one of our keys signed it; its time is not looked at."""
    jwt = library()
    try:
        header = jwt.get_unverified_header(token)
        kid = header["kid"]
        if header.get("typ") != KIND or not isinstance(kid, str):
            return None
        key = key_of(kid)
        if key is None:
            return None
        fields: dict[str, Any] = jwt.decode(
            token,
            key,
            algorithms=[ALGORITHM],
            issuer=ISSUER,
            # The library would ask the clock of the system, and ours is the memory's.
            options={
                "require": list(_CLAIMS),
                "verify_aud": False,
                "verify_exp": False,
                "verify_iat": False,
                "verify_nbf": False,
            },
        )
        return _claims(fields, kid)
    except (jwt.PyJWTError, *_UNREADABLE):
        return None


def _claims(fields: dict[str, Any], kid: str) -> Claims | None:
    """The claims, where each is what it has to be, and there is none that we do not make."""
    if fields.keys() != set(_CLAIMS):
        return None
    spaces = [fields["aud"]] if isinstance(fields["aud"], str) else fields["aud"]
    texts = (fields["jti"], fields["sub"], *spaces)
    if not all(map(is_text, texts)) or type(fields["exp"]) is not int:
        return None
    check_name(fields["sub"], "sub")
    return Claims(fields["jti"], kid, fields["sub"], tuple(spaces), fields["exp"])


def library() -> ModuleType:
    """PyJWT, which only those load who use tokens."""
    try:
        import jwt
    except ImportError as error:
        raise NotAvailable(
            f"Tokens need PyJWT, which cannot be loaded ({error}). Install Remembrancer with its "
            "extra: pip install 'remembrancer[server]'."
        ) from error
    return jwt
