"""Where people are told: by their own addresses, or by those of the space."""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import urlsplit

from remembrancer.core.errors import InvalidInput, NotFound
from remembrancer.core.limits import NOTIFICATION_ADDRESS_CHARACTERS_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_text
from remembrancer.items.visibility import require_full_admin, require_person
from remembrancer.notify.notification import ChannelName, NotificationSettings
from remembrancer.notify.port import Contact
from remembrancer.ports import Reader, Writer

_MAIL: Final = re.compile(r"[^\s@<>,;:\"()\\]{1,64}@[^\s@<>,;:\"()\\]{1,190}")


def settings(reader: Reader, scope: Scope, person: str | None) -> NotificationSettings:
    """Where the caller is told, or, for admins, where somebody is."""
    require_person(scope.viewer, "ask where people are told")
    name = _whose(reader, scope, person)
    own = _own(reader, name)
    rules = scope.space.preset.notify
    return NotificationSettings(
        person=name,
        email=own.email,
        webhook=own.webhook,
        default_email=rules.email,
        default_webhook=rules.webhook,
    )


def change(
    unit: Writer, scope: Scope, person: str | None, *, email: Any, webhook: Any
) -> NotificationSettings:
    """Sets where somebody is told. An empty text takes an address away; None leaves it."""
    require_person(scope.viewer, "say where people are told")
    name = _whose(unit, scope, person)
    own = unit.notifications.contact(name) or Contact(name, None, None)
    if email is not None:
        own = own._replace(email=check_email(email) if email != "" else "")
    if webhook is not None:
        own = own._replace(webhook=check_webhook(webhook) if webhook != "" else "")
    unit.notifications.put_contact(own)
    return settings(unit, scope, person)


def addresses(reader: Reader, scope: Scope, person: str | None) -> dict[ChannelName, str]:
    """Where a person is told, by channel: by the space's own addresses only if the person has
    none."""
    own = Contact("", None, None) if person is None else _own(reader, person)
    rules = scope.space.preset.notify
    if not own.email and not own.webhook:
        own = own._replace(email=rules.email, webhook=rules.webhook)
    found = ((ChannelName.WEBHOOK, own.webhook), (ChannelName.EMAIL, own.email))
    return {name: address for name, address in found if address}


def check_email(given: Any) -> str:
    check_text(given, "email", length_max=NOTIFICATION_ADDRESS_CHARACTERS_MAX)
    if _MAIL.fullmatch(given.strip()) is None:
        raise InvalidInput("email is an address such as ada@example.com.", field="email")
    return str(given.strip())


def check_webhook(given: Any) -> str:
    """The address of a webhook, if it is one. Who may be called is checked when it is called."""
    check_text(given, "webhook", length_max=NOTIFICATION_ADDRESS_CHARACTERS_MAX)
    address = given.strip()
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError:
        parts, host = urlsplit(""), None
    is_one = parts.scheme in ("http", "https") and host and not re.search(r"[\s\x00-\x1f]", address)
    if not is_one or parts.username is not None or parts.fragment:
        raise InvalidInput(
            "webhook is an address such as https://example.com/hooks/memory, without a name or a "
            "password in it.",
            field="webhook",
        )
    return str(address)


def _own(reader: Reader, name: str) -> Contact:
    """A person's own addresses. The e-mail address on record counts until another one is set."""
    found = reader.notifications.contact(name) or Contact(name, None, None)
    if found.email is None:
        known = reader.people.get(name)
        is_address = known is not None and _MAIL.fullmatch(known.email or "") is not None
        found = found._replace(email=known.email if known is not None and is_address else None)
    return found._replace(email=found.email or None, webhook=found.webhook or None)


def _whose(reader: Reader, scope: Scope, person: str | None) -> str:
    if person is None or person == scope.viewer.name:
        return scope.viewer.name
    require_full_admin(scope.viewer, "say where others are told")
    if reader.people.get(person) is None:
        raise NotFound("person", person)
    return person
