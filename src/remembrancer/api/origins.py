"""Origins: from which machine a request comes."""

from __future__ import annotations

import ipaddress
from typing import Final
from urllib.parse import urlsplit

from fastapi import Request

_PASSED_ON: Final = ("forwarded", "x-forwarded-for", "x-real-ip", "via")


def is_loopback(host: str) -> bool:
    """The address, or the name, is one that only this machine reaches."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_from_here(request: Request) -> bool:
    """A program on this machine asks, by an address of this machine.

    What a proxy passes on comes from elsewhere. So does what a web page asks for under a name of
    its own.
    """
    client = request.client
    if client is None or not is_loopback(client.host):
        return False
    if any(name in request.headers for name in _PASSED_ON):
        return False
    return is_loopback(urlsplit(f"//{request.headers.get('host', '')}").hostname or "")
