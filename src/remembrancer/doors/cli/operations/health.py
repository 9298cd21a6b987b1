"""`rmb health`: whether a server answers, for whatever watches over it."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.options import Json

_ADDRESS = "http://127.0.0.1:8765"


def health(
    address: Annotated[
        str, typer.Argument(metavar="ADDRESS", help="Of the server, as `rmb serve` says it.")
    ] = _ADDRESS,
    json: Json = False,
) -> None:
    """Ask a server whether it and its store answer.

    The exit code is 0 if they do, and 1 otherwise. It needs no token, no extra and no other
    program, so that a container or a service manager can ask like this.

    \b
    Example:
      rmb health
      rmb health https://memory.example
    """
    from remembrancer.core.errors import InvalidInput, ServerUnreachable

    base = address.rstrip("/")
    if not base.startswith(("http://", "https://")):
        raise InvalidInput(
            f"{address!r} is no address of a server. Write it like {_ADDRESS}.", field="address"
        )
    try:
        answer = _asked(f"{base}/health")
    except (OSError, ValueError) as error:
        why = getattr(error, "reason", None) or error
        raise ServerUnreachable(
            f"{base} does not answer: {why}. Start it with `rmb serve`, or correct the address."
        ) from None
    if answer.get("status") != "ok":
        raise ServerUnreachable(f"{base} answers, and is not well: {answer}. Its log says why.")
    if json:
        terminal.as_json(answer)
    else:
        terminal.line(f"{base} and its store answer.")


def _asked(url: str) -> dict[str, Any]:
    """What the server says of itself. No proxy is asked on the way: it would tell of itself."""
    from http.client import HTTPException
    from json import load
    from urllib.error import HTTPError
    from urllib.request import ProxyHandler, build_opener

    from remembrancer.core.limits import HEALTH_SECONDS

    opener = build_opener(ProxyHandler({}))
    try:
        with opener.open(url, timeout=HEALTH_SECONDS) as response:
            answer = load(response)
    except HTTPError as error:
        with error:
            return {"status": error.code}
    except HTTPException as error:
        raise OSError(f"it speaks no HTTP ({type(error).__name__})") from None
    if not isinstance(answer, dict):
        raise ValueError("what it says is no answer of Remembrancer")
    return answer
