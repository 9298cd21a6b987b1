"""The body of a request: read once, by us, and again by whoever the request is handed on to."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import Message, Receive

from remembrancer.doors.http.middleware import TooLarge


async def whole(request: Request) -> bytes:
    """All of it. A body that grew too large is told of to callers alone, as what is wrong with one
    is; who hung up in the middle of it is told nothing."""
    try:
        return await request.body()
    except TooLarge as error:
        raise HTTPException(400) from error


def again(body: bytes, receive: Receive) -> Receive:
    """What gives the body that was read, and then whatever comes after it."""
    is_told = False

    async def told() -> Message:
        nonlocal is_told
        if is_told:
            return await receive()
        is_told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return told
