"""Events: changes to knowledge as server-sent events, from the cursor that a reader had."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

import anyio
from pydantic import BaseModel, Field
from starlette.requests import Request
from starlette.responses import StreamingResponse

from remembrancer.core.errors import RemembrancerError, TooManyRequests
from remembrancer.core.ledger import Change
from remembrancer.core.limits import STREAMS_MAX
from remembrancer.doors.http.endpoints import Caller
from remembrancer.doors.http.request_reader import QueryReader
from remembrancer.front.subscription import Subscription

_POLL_SECONDS: Final = 1.0  # how often a stream checks whether it is to end
_KEEP_ALIVE_SECONDS: Final = 15.0  # without a change, until a line keeps the connection open
_IDLE_MAX: Final = 3600.0
_OVER: Final = b"event: over\ndata: {}\n\n"  # the reader lost the right to read it
_KEEP_ALIVE: Final = b": still here\n\n"


class EventsQuery(BaseModel):
    """What a reader of the stream asks for."""

    after: str | None = Field(None, description="The cursor of the last change that was read.")
    subject: str | None = Field(None, description="Changes of one subject alone.")
    idle_seconds: float | None = Field(
        None, ge=0, le=_IDLE_MAX, description="End after so long without a change."
    )


_QUERY: Final = QueryReader(EventsQuery)


class EventStreams:
    """The open streams of this process. They end when `is_closing` is set."""

    def __init__(self) -> None:
        self.is_closing = False
        self.open = 0  # how many there are
        self._threads = anyio.CapacityLimiter(STREAMS_MAX)

    def endpoint(self, caller: Caller) -> Any:
        """The endpoint. The reader is authenticated again before each change is sent."""

        async def events(request: Request) -> StreamingResponse:
            query = _QUERY.read(request)
            if self.is_closing or self.open >= STREAMS_MAX:
                raise TooManyRequests(5)
            changes = await anyio.to_thread.run_sync(
                lambda: Subscription(
                    caller(request),
                    subject=query.subject,
                    after=request.headers.get("last-event-id") or query.after,
                    idle_seconds=_POLL_SECONDS,
                )
            )
            return StreamingResponse(
                self._sent(request, caller, changes, query.idle_seconds),
                media_type="text/event-stream",
                headers={"X-Accel-Buffering": "no"},
            )

        return events

    async def _sent(
        self,
        request: Request,
        caller: Caller,
        changes: Subscription,
        idle_seconds: float | None,
    ) -> AsyncIterator[bytes]:
        self.open += 1
        quiet = kept_open = 0.0
        try:
            # The reader has a cursor from the start.
            yield f"event: ready\nid: {changes.cursor}\nretry: 1000\ndata: {{}}\n\n".encode()
            while not self.is_closing:
                wait = _POLL_SECONDS if idle_seconds is None else idle_seconds - quiet
                changed = await anyio.to_thread.run_sync(
                    _next, request, caller, changes, min(wait, _POLL_SECONDS), limiter=self._threads
                )
                if changed is None:
                    yield _OVER
                if changed is None or (not changed and wait <= _POLL_SECONDS != wait):
                    return
                if changed:
                    quiet = kept_open = 0.0
                    yield b"".join(map(_event, changed))
                    continue
                quiet += _POLL_SECONDS
                if quiet - kept_open >= _KEEP_ALIVE_SECONDS:
                    kept_open = quiet
                    yield _KEEP_ALIVE
        except asyncio.CancelledError:
            changes.close()
            raise
        finally:
            self.open -= 1


def _next(
    request: Request, caller: Caller, changes: Subscription, wait_seconds: float
) -> tuple[Change, ...] | None:
    """The changes since the last look; None: the reader may see them no more."""
    try:
        changes.seen_by(caller(request), idle_seconds=wait_seconds)
        first = next(changes, None)
    except RemembrancerError:
        return None
    return () if first is None else (first, *changes.poll())


def _event(change: Change) -> bytes:
    data = change.model_dump_json()
    return f"event: change\nid: {change.cursor}\ndata: {data}\n\n".encode()
