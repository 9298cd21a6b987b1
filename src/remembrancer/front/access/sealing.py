"""Sealing: texts that a browser keeps for us, and can neither read nor change.

The key comes from those that sign tokens, so that all processes of a server have it and none of
them has to remember anything.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

from remembrancer.build import token_secret
from remembrancer.core.errors import NotAvailable
from remembrancer.front.access import signing
from remembrancer.front.session import Session, read_clock

_NONCE_BYTES: Final = 12
EXTRA: Final = "pip install 'remembrancer[oidc]'"


class Seals:
    """Seals texts for one purpose, and opens them. It may be used from several threads."""

    def __init__(self, session: Session, purpose: str) -> None:
        cipher()  # a server finds out at its start that something is missing
        self._clock = session.clock
        self._keys = signing.Keys(session.store, token_secret())
        self._purpose = purpose.encode()

    def sealed(self, text: str) -> str:
        """The text, for a cookie."""
        kid, key = self._keys.signing(self._now())
        nonce = secrets.token_bytes(_NONCE_BYTES)
        hidden = self._cipher(key).encrypt(nonce, text.encode(), self._bound(kid))
        return f"{kid}.{urlsafe_b64encode(nonce + hidden).decode()}"

    def opened(self, sealed: str) -> str | None:
        """The text; None: we did not seal it for this purpose, or its key is retired."""
        kid, _, coded = sealed.partition(".")
        key = self._keys.verifying(kid, self._now()) if kid.isascii() and coded else None
        if key is None:
            return None
        try:
            data = urlsafe_b64decode(coded.encode("ascii"))
            text = self._cipher(key).decrypt(
                data[:_NONCE_BYTES], data[_NONCE_BYTES:], self._bound(kid)
            )
        except (ValueError, NotBase64, _invalid_tag()):
            return None
        return str(text, "utf-8")

    def _now(self) -> datetime:
        return read_clock(self._clock)

    def _cipher(self, key: bytes) -> Any:
        return cipher()(hmac.new(key, b"sealing:" + self._purpose, sha256).digest())

    def _bound(self, kid: str) -> bytes:
        return self._purpose + b"." + kid.encode()


def cipher() -> Any:
    """The authenticated cipher, which only those load who use it."""
    try:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    except ImportError as error:
        raise NotAvailable(
            f"Signing in with a provider needs cryptography, which cannot be loaded ({error}). "
            f"Install Remembrancer with its extra: {EXTRA}."
        ) from error
    return AESGCM


def _invalid_tag() -> type[Exception]:
    from cryptography.exceptions import InvalidTag

    return InvalidTag
