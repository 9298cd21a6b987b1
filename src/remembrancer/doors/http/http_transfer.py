"""Routes that transfer files: an export as JSON Lines, an import, and the texts of rules files.

The contents lie in a temporary file, which goes when the request ends.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final

import anyio
from pydantic import BaseModel, Field
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from remembrancer.doors.http.api_route import ApiRoute
from remembrancer.doors.http.endpoints import Caller
from remembrancer.doors.http.idempotency_header import answer_once
from remembrancer.doors.http.request_reader import QueryReader, read_key
from remembrancer.front import file_transfer
from remembrancer.front.session import Session
from remembrancer.wire.routes import (
    EXPORT_PATH,
    IMPORT_PATH,
    LINES_TYPE,
    RULES_FILES_PATH,
    Route,
)

_CHUNK_BYTES: Final = 256 * 1024
_PULL: Final = Route("pull", "POST", RULES_FILES_PATH)


class RulesFilesQuery(BaseModel):
    """What goes into the rules files of a project."""

    agents_md: bool = Field(False, description="Also a section of AGENTS.md.")
    token_budget: int | None = Field(None, description="For what is approved.")
    domain: str | None = Field(None, description="Facts of this domain alone.")


_QUERY: Final = QueryReader(RulesFilesQuery)


def routes(caller: Caller) -> tuple[ApiRoute, ...]:
    return (
        ApiRoute(EXPORT_PATH, _export(caller)),
        ApiRoute(IMPORT_PATH, _import(caller), methods=["POST"]),
        ApiRoute(RULES_FILES_PATH, _looked(caller)),
        ApiRoute(RULES_FILES_PATH, _delivered(caller), methods=["POST"]),
    )


def _export(caller: Caller) -> Any:
    def export(request: Request) -> StreamingResponse:
        """The whole space as JSON Lines. For admins."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "export"
            file_transfer.export_to_send(caller(request), path)
            return _FileResponse(path.open("rb"))

    return export


class _FileResponse(StreamingResponse):
    """Sends a file and closes it, even if the client is gone before the first byte."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__(_chunks(file), media_type=LINES_TYPE)
        self._file = file

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        with self._file:
            await super().__call__(scope, receive, send)


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    while chunk := file.read(_CHUNK_BYTES):
        yield chunk


def _import(caller: Caller) -> Any:
    async def import_(request: Request) -> Response:
        """Fills a space that holds nothing yet from an export. Answers with the number of rows."""
        session = await anyio.to_thread.run_sync(caller, request)
        file_transfer.check_may_import(session)
        with tempfile.NamedTemporaryFile() as file:
            async for chunk in request.stream():
                file.write(chunk)
            file.flush()
            rows = await anyio.to_thread.run_sync(
                file_transfer.import_sent, session, Path(file.name)
            )
        return _json(str(rows).encode())

    return import_


def _looked(caller: Caller) -> Any:
    def look(request: Request) -> Response:
        """What rules files of a project would say now. Nothing counts as delivered."""
        query = _QUERY.read(request)
        texts = file_transfer.texts(caller(request), query.token_budget, query.domain)
        return _json(texts.looked(agents_md=query.agents_md).model_dump_json().encode())

    return look


def _delivered(caller: Caller) -> Any:
    def deliver(request: Request) -> Response:
        """What rules files of a project say, with a receipt."""
        query, key = _QUERY.read(request), read_key(request)

        def act(session: Session) -> bytes:
            texts = file_transfer.texts(session, query.token_budget, query.domain)
            return texts.delivered(agents_md=query.agents_md).model_dump_json().encode()

        if key is None:
            return _json(act(caller(request)))
        return _json(*answer_once(caller(request), _PULL, key, query.model_dump(), act))

    return deliver


def _json(content: bytes, headers: Mapping[str, str] | None = None) -> Response:
    return Response(content, headers=headers, media_type="application/json")
