"""The body of a request: read once, and given again to a library that reads it itself."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import Message, Receive

from remembrancer.doors.http.middleware import BodyTooLarge


async def read(request: Request) -> bytes:
    """The whole body. Only a caller is told that it grew too large, as with all that is wrong in
    it. Who hung up in the middle of it is told nothing."""
    try:
        return await request.body()
    except BodyTooLarge as error:
        raise HTTPException(400) from error


def replay(body: bytes, receive: Receive) -> Receive:
    """Gives the body that was read, and then whatever comes after it."""
    is_given = False

    async def replayed() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replayed
