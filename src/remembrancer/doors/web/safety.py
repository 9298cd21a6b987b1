"""What keeps a page safe: its headers, where it may lead, and whose request it answers."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

SAFETY: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


def is_foreign(request: Request) -> bool:
    """Another site filled in our door: its reader would go on under a name that is not theirs."""
    return request.headers.get("sec-fetch-site") in ("cross-site", "same-site")


def inside(place: str) -> str:
    """An address of this site: nobody is sent elsewhere by signing in."""
    is_ours = place.startswith("/") and not place.startswith(("//", "/\\"))
    # Browsers pass over line ends and tabs in an address: what follows could be another host.
    return place if is_ours and place.isprintable() else "/"
