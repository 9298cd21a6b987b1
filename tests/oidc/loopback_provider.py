"""An OpenID Connect provider on this machine: discovery, keys that rotate, codes with PKCE.

It is strict where a provider has to be, and can be told to misbehave in every way that a client
has to survive.
"""

from __future__ import annotations

import json
import secrets
import threading
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Callable
from datetime import datetime
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote_plus, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

CLIENT_ID = "remembrancer"
SECRET = "s3cret/with+signs & blanks"


class SigningKey:
    """A key of the provider."""

    def __init__(self, algorithm: str = "ES256", **about: Any) -> None:
        self.kid = about.pop("kid", secrets.token_hex(4))
        self.algorithm = algorithm
        self.private: Any
        if algorithm == "ES256":
            self.private = ec.generate_private_key(ec.SECP256R1())
        elif algorithm == "EdDSA":
            self.private = ed25519.Ed25519PrivateKey.generate()
        else:
            self.private = rsa.generate_private_key(65537, about.pop("bits", 2048))
        self._about = about

    @property
    def public(self) -> dict[str, Any]:
        """As it is published."""
        made = jwt.get_algorithm_by_name(self.algorithm)
        jwk = json.loads(made.to_jwk(self.private.public_key()))
        jwk.pop("key_ops", None)
        return {**jwk, "kid": self.kid, "use": "sig", "alg": self.algorithm, **self._about}

    def signed(self, claims: dict[str, Any], **header: Any) -> str:
        return jwt.encode(claims, self.private, self.algorithm, headers={"kid": self.kid, **header})


class OidcProvider:
    """The provider. Everybody who comes is the person whom `claims` describe."""

    def __init__(self, clock: Callable[[], datetime], *, secret: str | None = SECRET) -> None:
        self.clock = clock
        self.behave(secret)
        self._stopping = threading.Event()
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider._get(self)

            def do_POST(self) -> None:
                provider._post(self)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.issuer = f"http://127.0.0.1:{self._server.server_port}/realms/team"
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        )
        self._thread.start()

    def behave(self, secret: str | None = SECRET) -> None:
        """As a provider should, with nothing left of what was before."""
        self.secret = secret
        self.claims: dict[str, Any] = {}
        self.keys = [SigningKey()]
        self.metadata: dict[str, Any] = {}  # replaces what the discovery document says
        self.authentications = {"client_secret_basic", "client_secret_post"}
        self.answer_extra: dict[str, str | None] = {}  # to the parameters of the way back
        self.token_answer: Callable[[dict[str, Any]], Any] = lambda told: told
        self.signed: Callable[[dict[str, Any]], str] = lambda claims: self.keys[0].signed(claims)
        self.slow_seconds = 0.0
        self.is_huge = False
        self.sends_to: str | None = None
        self.asked: list[str] = []  # the paths that were called
        self.logouts: list[dict[str, str]] = []
        self._codes: dict[str, dict[str, str]] = {}

    def close(self) -> None:
        self._stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def discovery(self) -> dict[str, Any]:
        document = {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/auth",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
            "end_session_endpoint": f"{self.issuer}/logout",
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True,
            "token_endpoint_auth_methods_supported": sorted(self.authentications),
            **self.metadata,
        }
        return {name: value for name, value in document.items() if value is not None}

    def authorize(self, url: str) -> str:
        """What a browser is answered that goes to `url`: where it is sent back to."""
        asked = {name: one[0] for name, one in parse_qs(urlsplit(url).query).items()}
        assert asked["response_type"] == "code"
        assert asked["client_id"] == CLIENT_ID
        assert asked["code_challenge_method"] == "S256"
        assert "openid" in asked["scope"].split()
        code = secrets.token_urlsafe(16)
        self._codes[code] = asked
        told = {"code": code, "state": asked["state"], "iss": self.issuer, **self.answer_extra}
        kept = {name: value for name, value in told.items() if value is not None}
        return f"{asked['redirect_uri']}?{urlencode(kept)}"

    def id_claims(self, asked: dict[str, str]) -> dict[str, Any]:
        now = int(self.clock().timestamp())
        claims = {
            "iss": self.issuer,
            "aud": CLIENT_ID,
            "sub": "4711",
            "iat": now,
            "exp": now + 300,
            "nonce": asked["nonce"],
            **self.claims,
        }
        return {name: value for name, value in claims.items() if value is not None}

    def _get(self, request: BaseHTTPRequestHandler) -> None:
        path = urlsplit(request.path)
        place = path.path.removeprefix("/realms/team")
        self.asked.append(place)
        if place == "/auth":
            self._redirect(request, self.authorize(request.path))
        elif place == "/logout":
            told = {name: one[0] for name, one in parse_qs(path.query).items()}
            self.logouts.append(told)
            self._redirect(request, told["post_logout_redirect_uri"])
        elif place == "/.well-known/openid-configuration":
            self._answer(request, self.discovery())
        elif place == "/keys":
            self._answer(request, {"keys": [key.public for key in self.keys]})
        else:
            self._answer(request, {"error": "not_found"}, 404)

    def _post(self, request: BaseHTTPRequestHandler) -> None:
        self.asked.append("/token")
        body = request.rfile.read(int(request.headers["Content-Length"])).decode()
        form = {name: one[0] for name, one in parse_qs(body).items()}
        status, told = self._redeemed(form, request.headers.get("Authorization"))
        self._answer(request, told, status)

    def _redeemed(self, form: dict[str, str], header: str | None) -> tuple[int, Any]:
        if not self._is_client(form, header):
            return 401, {"error": "invalid_client"}
        asked = self._codes.pop(form.get("code", ""), None)  # once
        verifier = form.get("code_verifier", "")
        challenge = urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        if (
            asked is None
            or form.get("grant_type") != "authorization_code"
            or form.get("redirect_uri") != asked["redirect_uri"]
            or challenge != asked.get("code_challenge")  # none is no way around it
        ):
            return 400, {"error": "invalid_grant"}
        token = self.signed(self.id_claims(asked))
        told = {"token_type": "Bearer", "access_token": "unused", "id_token": token}
        return 200, self.token_answer(told)

    def _is_client(self, form: dict[str, str], header: str | None) -> bool:
        if self.secret is None:
            return header is None and form.get("client_id") == CLIENT_ID
        if header is not None:
            pair = b64decode(header.removeprefix("Basic ")).decode()
            name, _, secret = pair.partition(":")
            given = (unquote_plus(name), unquote_plus(secret))
            return "client_secret_basic" in self.authentications and given == (
                CLIENT_ID,
                self.secret,
            )
        given = (form.get("client_id", ""), form.get("client_secret", ""))
        return "client_secret_post" in self.authentications and given == (CLIENT_ID, self.secret)

    def _answer(self, request: BaseHTTPRequestHandler, told: Any, status: int = 200) -> None:
        if self.sends_to is not None:
            self._redirect(request, self.sends_to)
            return
        self._stopping.wait(self.slow_seconds)
        body = json.dumps(told).encode() + b" " * (2_000_000 if self.is_huge else 0)
        try:
            request.send_response(status)
            request.send_header("Content-Type", "application/json")
            request.send_header("Content-Length", str(len(body)))
            request.end_headers()
            request.wfile.write(body)
        except OSError:
            pass  # the client gave up

    def _redirect(self, request: BaseHTTPRequestHandler, to: str) -> None:
        request.send_response(302)
        request.send_header("Location", to)
        request.send_header("Content-Length", "0")
        request.end_headers()
