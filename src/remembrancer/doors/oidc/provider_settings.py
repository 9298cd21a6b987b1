"""The settings of a provider: who it is, how we are known to it, and what its claims give.

They stand in a TOML file. What differs between machines, and the secret, may come from the
environment instead.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

from pydantic import Field, StringConstraints, ValidationError

from remembrancer.core.base import Value
from remembrancer.core.errors import InvalidSettings
from remembrancer.core.limits import (
    SIGN_IN_GRANTS_MAX,
    SIGN_IN_SECONDS,
    SIGN_IN_SECONDS_MAX,
    SIGN_IN_SECONDS_MIN,
)
from remembrancer.core.principal import Groups, Roles
from remembrancer.core.settings import Settings, read_secret
from remembrancer.core.texts.text import Line, Name
from remembrancer.governance.access.sign_in_rules import EMAIL, Grant, NameClaim
from remembrancer.wire.routes import SIGN_IN_BACK_PATH

SIGNED_OUT_PATH: Final = "/sign-in"
_SPAN: Final = re.compile(r"(\d{1,4})(m|h)")
_SPAN_SECONDS: Final = {"m": 60, "h": 3_600}
_HERE: Final = frozenset({"127.0.0.1", "::1", "localhost"})

Scope = Annotated[str, StringConstraints(pattern=r"^[\x21\x23-\x5b\x5d-\x7e]+$", max_length=200)]


class ClientAuthentication(StrEnum):
    """How we prove to the provider who redeems a code."""

    BASIC = "client_secret_basic"  # the secret in a header
    POST = "client_secret_post"  # the secret in the form
    NONE = "none"  # a public client has no secret; PKCE alone ties the code to us


class ProviderSettings(Value):
    """A provider, and what its claims give here."""

    issuer: str  # exactly as its discovery document spells it
    client_id: Line
    client_secret: str | None = Field(default=None, repr=False)  # None: a public client
    client_authentication: ClientAuthentication | None = None  # None: what the provider takes
    label: Line  # what people call it: Sign in with …
    contact: Line | None = None  # whom to ask for access
    named_by: NameClaim = NameClaim.SUB
    groups_claim: Name = "groups"
    scopes: tuple[str, ...] = ("openid", "profile", "email")
    lasts: timedelta = timedelta(seconds=SIGN_IN_SECONDS)
    grants: tuple[Grant, ...]
    public_url: str | None = None  # of the pages, without a slash at its end; None: where we listen

    def at(self, url: str) -> ProviderSettings:
        """The same for pages at this address, unless the settings name theirs."""
        return self if self.public_url is not None else self.changed(public_url=url)

    @property
    def redirect_uri(self) -> str:
        """Where the provider sends people back to. It has to be registered there."""
        return f"{self.public_url}{SIGN_IN_BACK_PATH}"

    @property
    def signed_out_uri(self) -> str:
        """Where it sends them after signing out."""
        return f"{self.public_url}{SIGNED_OUT_PATH}"

    @property
    def is_secure(self) -> bool:
        """Whether the pages are served over TLS, so that cookies need not travel without."""
        return (self.public_url or "").startswith("https://")


class _Entry(Value):
    """An entry `[[map]]` of the file."""

    value: Line
    claim: Name | None = None  # None: that of the groups
    space: Name | None = None  # None: the space of the server
    groups: Groups = frozenset()
    roles: Roles = frozenset()


class _File(Value):
    """The file, as people write it."""

    issuer: str | None = None
    client_id: Line | None = None
    client_secret_file: Line | None = None
    client_authentication: ClientAuthentication | None = None
    label: Line | None = None
    contact: Line | None = None
    user: NameClaim = NameClaim.SUB
    groups_claim: Name = "groups"
    scopes: tuple[Scope, ...] = ("openid", "profile", "email")
    session: str = "8h"
    map: tuple[_Entry, ...] = ()


def provider_settings(
    settings: Settings, file: str | None, *, space: str
) -> ProviderSettings | None:
    """The settings of the provider, from the file and the environment; None: there is none.

    `space` is that of the server, which an entry means that names none.
    """
    path = file or settings.oidc.value
    if not path:
        _check_alone(settings)
        return None
    told = _read(Path(path))
    issuer = settings.oidc_issuer.value or told.issuer
    client_id = settings.oidc_client_id.value or told.client_id
    for value, name in ((issuer, "issuer"), (client_id, "client_id")):
        if not value:
            raise InvalidSettings(
                f"{path} does not say the {name} of the provider. Write it there, or set "
                f"REMEMBRANCER_OIDC_{name.upper()}.",
                field=name,
            )
    assert issuer is not None
    assert client_id is not None
    check_address(issuer, "issuer")
    groups_claim = settings.oidc_groups_claim.value or told.groups_claim
    made = ProviderSettings(
        issuer=issuer,
        client_id=client_id,
        client_secret=_secret(settings, told.client_secret_file),
        client_authentication=told.client_authentication,
        label=told.label or urlsplit(issuer).hostname or issuer,
        contact=told.contact,
        named_by=told.user,
        groups_claim=groups_claim,
        scopes=tuple(dict.fromkeys(("openid", *told.scopes))),
        lasts=_span(path, told.session),
        grants=_grants(path, told.map, groups_claim, space),
        public_url=_public_url(settings.public_url.value or None),
    )
    _check_authentication(path, made)
    return made


def check_address(url: str, field: str) -> None:
    """Passes for an https address, and for http on this machine: others could read along."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        _ = parts.port
    except ValueError:
        parts, host = urlsplit(""), ""
    is_whole = parts.scheme in ("http", "https") and host and url.isascii() and url.isprintable()
    if not is_whole or " " in url or parts.username is not None or parts.query or parts.fragment:
        raise InvalidSettings(
            f"The {field} must be an address like https://login.example.com/realms/team, with "
            "nothing behind its path.",
            field=field,
        )
    if parts.scheme == "http" and host not in _HERE:
        raise InvalidSettings(
            f"The {field} {url} has no TLS: who is on the way could sign in as anybody. Use its "
            "https address; http is for this machine alone.",
            field=field,
        )


def _read(path: Path) -> _File:
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InvalidSettings(
            f"{path}, with the settings of the provider, cannot be read: {error}.", field="oidc"
        ) from error
    try:
        return _File.model_validate(values)
    except ValidationError as error:
        detail = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(step) for step in detail["loc"])
        known = ", ".join(_File.model_fields)
        more = f" Known: {known}." if detail["type"] == "extra_forbidden" else ""
        raise InvalidSettings(
            f"{path}: {place}: {detail['msg']}.{more}", field=str(detail["loc"][0])
        ) from None


def _grants(
    path: str, entries: tuple[_Entry, ...], groups_claim: str, space: str
) -> tuple[Grant, ...]:
    if not entries:
        raise InvalidSettings(
            f"{path} has no entry [[map]], so nobody could come in. Say which group of the "
            'provider opens the memory: [[map]] and value = "NAME OF THE GROUP".',
            field="map",
        )
    if len(entries) > SIGN_IN_GRANTS_MAX:
        raise InvalidSettings(
            f"{path} has {len(entries):,} entries [[map]], and there may be "
            f"{SIGN_IN_GRANTS_MAX:,}.",
            field="map",
        )
    return tuple(
        Grant(
            claim=entry.claim or groups_claim,
            value=entry.value.lower() if entry.claim == EMAIL else entry.value,
            space=entry.space or space,
            groups=entry.groups,
            roles=entry.roles,
        )
        for entry in entries
    )


def _span(path: str, told: str) -> timedelta:
    match = _SPAN.fullmatch(told)
    seconds = int(match[1]) * _SPAN_SECONDS[match[2]] if match else 0
    if not SIGN_IN_SECONDS_MIN <= seconds <= SIGN_IN_SECONDS_MAX:
        raise InvalidSettings(
            f"{path}: session is how long a sign-in lasts, from {SIGN_IN_SECONDS_MIN // 60}m to "
            f"{SIGN_IN_SECONDS_MAX // 3_600}h, not {told!r}.",
            field="session",
        )
    return timedelta(seconds=seconds)


def _secret(settings: Settings, named: str | None) -> str | None:
    """The secret from the settings, or from the file that the provider's settings name."""
    if settings.oidc_client_secret.value:
        return settings.oidc_client_secret.value
    if not named:
        return None
    name = "client_secret_file"
    return read_secret(Path(named), named_by=name, field=name)


def _check_authentication(path: str, made: ProviderSettings) -> None:
    how = made.client_authentication
    needs_secret = how in (ClientAuthentication.BASIC, ClientAuthentication.POST)
    if needs_secret and made.client_secret is None:
        raise InvalidSettings(
            f"{path}: client_authentication is {how}, and there is no secret. Set "
            "REMEMBRANCER_OIDC_CLIENT_SECRET, or client_secret_file.",
            field="client_authentication",
        )


def _public_url(url: str | None) -> str | None:
    if url is None:
        return None
    check_address(url, "public_url")
    if urlsplit(url).path.strip("/"):
        raise InvalidSettings(
            f"The public_url {url} has a path, and the pages have to be at the root of a host.",
            field="public_url",
        )
    return url.rstrip("/")


_ALONE: Final[tuple[Literal["oidc_issuer"], Literal["oidc_client_id"]]] = (
    "oidc_issuer",
    "oidc_client_id",
)


def _check_alone(settings: Settings) -> None:
    """A provider without a file would let nobody in, and say so to nobody."""
    values: Mapping[str, Any] = settings._asdict()
    for name in _ALONE:
        if values[name].value:
            raise InvalidSettings(
                f"The setting {name} is there, and no file that says what the provider's groups "
                "give. Name one with --oidc FILE, or REMEMBRANCER_OIDC.",
                field=name,
            )
