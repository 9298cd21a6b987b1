"""Events: changes to knowledge as a stream, which goes on from where its reader was."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any, Final

import anyio
from fastapi import Header, Query, Request
from fastapi.responses import StreamingResponse

from remembrancer.core.errors import RemembrancerError, TooManyRequests
from remembrancer.core.ledger import Change
from remembrancer.core.limits import STREAMS_MAX
from remembrancer.doors.http.description import refusals
from remembrancer.doors.http.endpoints import Caller
from remembrancer.front.subscription import Subscription
from remembrancer.wire.routes import EVENTS_PATH

_LOOK_SECONDS: Final = 1.0  # how long a stream waits before it looks whether it is to end
_QUIET_SECONDS: Final = 15.0  # after which a line is sent that keeps the connection open
_IDLE_MAX: Final = 3600.0
_EVENT: Final = {
    "type": "object",
    "properties": {
        "event": {"enum": ["ready", "change"]},
        "id": {"type": "string", "description": "The cursor to go on from, as `after`."},
        "data": {"type": "string", "description": "A change as JSON; of `ready`, {}."},
        "retry": {"type": "integer"},
    },
    "required": ["event", "id", "data"],
}
_OVER: Final = b"event: over\ndata: {}\n\n"  # its reader may not read it any more
_KEEP_OPEN: Final = b": still here\n\n"


class Streams:
    """All open streams of this process. `close` ends them, so that the server can."""

    def __init__(self) -> None:
        self.is_closing = False
        self.open = 0  # how many there are
        self._threads = anyio.CapacityLimiter(STREAMS_MAX)

    def endpoint(self, caller: Caller) -> Any:
        """The route. Whoever reads it is looked up again before anything is told."""

        async def events(
            request: Request,
            after: Annotated[
                str | None, Query(description="The cursor of the last change that was read.")
            ] = None,
            subject: Annotated[
                str | None, Query(description="Changes of one subject alone.")
            ] = None,
            idle_seconds: Annotated[
                float | None,
                Query(ge=0, le=_IDLE_MAX, description="End after so long without a change."),
            ] = None,
            last_event_id: Annotated[str | None, Header()] = None,
        ) -> StreamingResponse:
            """Changes from now on, or from a cursor on, as server-sent events."""
            if self.is_closing or self.open >= STREAMS_MAX:
                raise TooManyRequests(5)
            made = await anyio.to_thread.run_sync(
                lambda: Subscription(
                    caller(request),
                    subject=subject,
                    after=last_event_id or after,
                    idle_seconds=_LOOK_SECONDS,
                )
            )
            return StreamingResponse(
                self._told(request, caller, made, idle_seconds),
                media_type="text/event-stream",
                headers={"X-Accel-Buffering": "no"},
            )

        return events

    async def _told(
        self,
        request: Request,
        caller: Caller,
        changes: Subscription,
        idle_seconds: float | None,
    ) -> AsyncIterator[bytes]:
        self.open += 1
        quiet = kept_open = 0.0
        try:
            # Its reader holds a cursor from the first moment on.
            yield f"event: ready\nid: {changes.cursor}\nretry: 1000\ndata: {{}}\n\n".encode()
            while not self.is_closing:
                wait = _LOOK_SECONDS if idle_seconds is None else idle_seconds - quiet
                found = await anyio.to_thread.run_sync(
                    _next, request, caller, changes, min(wait, _LOOK_SECONDS), limiter=self._threads
                )
                if found is None:
                    yield _OVER
                if found is None or (not found and wait <= _LOOK_SECONDS != wait):
                    return
                if found:
                    quiet = kept_open = 0.0
                    yield b"".join(map(_event, found))
                    continue
                quiet += _LOOK_SECONDS
                if quiet - kept_open >= _QUIET_SECONDS:
                    kept_open = quiet
                    yield _KEEP_OPEN
        except asyncio.CancelledError:
            changes.close()
            raise
        finally:
            self.open -= 1


def _next(
    request: Request, caller: Caller, changes: Subscription, wait_seconds: float
) -> tuple[Change, ...] | None:
    """What changed meanwhile, as the reader may see it by now; None: they may not any more."""
    try:
        changes.seen_by(caller(request), idle_seconds=wait_seconds)
        first = next(changes, None)
    except RemembrancerError:
        return None
    return () if first is None else (first, *changes.poll())


def _event(change: Change) -> bytes:
    data = change.model_dump_json()
    return f"event: change\nid: {change.cursor}\ndata: {data}\n\n".encode()


def documented() -> dict[int | str, dict[str, Any]]:
    """What /openapi.json says of the route."""
    content = {"text/event-stream": {"itemSchema": _EVENT}}
    told = refusals("subscribe", "GET", EVENTS_PATH)
    return {200: {"description": "Changes, one event each.", "content": content}, **told}
