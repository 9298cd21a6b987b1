"""What /openapi.json and /docs answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, NamedTuple

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import Response

from remembrancer.doors.http import reference


class _Files(NamedTuple):
    document: bytes
    page: bytes


def _document() -> dict[str, Any]:
    from remembrancer.doors.http import openapi  # it loads FastAPI, which takes long

    return openapi.document()


class ApiDocs:
    """The OpenAPI document, and the same as a page. Both are made with the first request for one
    of them, in a thread: it takes long, and anybody may ask."""

    def __init__(self, make: Callable[[], dict[str, Any]] = _document) -> None:
        self._make = make
        self._lock = asyncio.Lock()
        self._files: _Files | None = None

    async def document(self, request: Request) -> Response:
        return Response((await self._made()).document, media_type="application/json")

    async def page(self, request: Request) -> Response:
        content = (await self._made()).page
        return Response(content, media_type="text/html", headers=reference.HEADERS)

    async def _made(self) -> _Files:
        if self._files is None:
            async with self._lock:  # of many that ask at once, one thread makes them
                if self._files is None:
                    self._files = await anyio.to_thread.run_sync(self._write)
        return self._files

    def _write(self) -> _Files:
        document = self._make()
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
        return _Files(text.encode(), reference.page(document).encode())
