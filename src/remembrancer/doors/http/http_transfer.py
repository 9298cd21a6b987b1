"""Routes that carry files: an export as lines, an import, and the texts of rules files.

What is sent or taken in lies in a file that has no name, so that it goes with the request.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final

import anyio
from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import Response, StreamingResponse

from remembrancer.core.limits import NAME_CHARACTERS_MAX
from remembrancer.delivery.bundle.bundle import RulesFiles
from remembrancer.doors.http.description import refusals
from remembrancer.doors.http.endpoints import Caller
from remembrancer.doors.http.idempotency_header import repeatable
from remembrancer.front import file_transfer
from remembrancer.front.session import Session
from remembrancer.wire.routes import (
    EXPORT_PATH,
    IMPORT_PATH,
    KEY_HEADER,
    LINES_TYPE,
    RULES_FILES_PATH,
    Route,
)

_CHUNK_BYTES: Final = 256 * 1024
_DELIVERED: Final = Route("pull", "POST", RULES_FILES_PATH)
_LINES: Final = {LINES_TYPE: {"schema": {"type": "string"}}}

_AgentsMd = Annotated[bool, Query(description="Also a section of AGENTS.md.")]
_Tokens = Annotated[int | None, Query(description="For what is approved.")]
_Domain = Annotated[str | None, Query(description="Facts of this domain alone.")]


def router(caller: Caller) -> APIRouter:
    made = APIRouter()
    told = refusals("export", "GET", EXPORT_PATH)
    exported = {200: {"description": "The space, one row a line.", "content": _LINES}, **told}
    body = {"requestBody": {"required": True, "content": _LINES}}
    made.add_api_route(
        EXPORT_PATH, _export(caller), operation_id="export", responses=exported, tags=["admin"]
    )
    made.add_api_route(
        IMPORT_PATH,
        _import(caller),
        methods=["POST"],
        operation_id="import_",
        responses=refusals("import_", "POST", IMPORT_PATH),
        openapi_extra=body,
        tags=["admin"],
    )
    for method, endpoint, name in (
        ("GET", _looked(caller), "pull.look"),
        ("POST", _delivered(caller), "pull"),
    ):
        made.add_api_route(
            RULES_FILES_PATH,
            endpoint,
            methods=[method],
            operation_id=name,
            responses=refusals(name, method, RULES_FILES_PATH),
            response_model=RulesFiles,
            tags=["context"],
        )
    return made


def _export(caller: Caller) -> Any:
    def export(request: Request) -> StreamingResponse:
        """The whole space as JSON Lines. For admins."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "export"
            file_transfer.export_to_send(caller(request), path)
            return _Sent(path.open("rb"))

    return export


class _Sent(StreamingResponse):
    """A file on its way out. It is closed even if nobody waits for its first byte."""

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
    async def import_(request: Request) -> int:
        """Fills a space that holds nothing yet from an export. Gives the number of rows."""
        session = await anyio.to_thread.run_sync(caller, request)
        file_transfer.check_may_import(session)
        with tempfile.NamedTemporaryFile() as file:
            async for chunk in request.stream():
                file.write(chunk)
            file.flush()
            return await anyio.to_thread.run_sync(
                file_transfer.import_sent, session, Path(file.name)
            )

    return import_


def _looked(caller: Caller) -> Any:
    def look(
        request: Request,
        agents_md: _AgentsMd = False,
        token_budget: _Tokens = None,
        domain: _Domain = None,
    ) -> Response:
        """What rules files of a project would say now. Nothing counts as delivered."""
        texts = file_transfer.texts(caller(request), token_budget, domain)
        return _told(texts.looked(agents_md=agents_md).model_dump_json().encode(), {})

    return look


def _delivered(caller: Caller) -> Any:
    def deliver(
        request: Request,
        agents_md: _AgentsMd = False,
        token_budget: _Tokens = None,
        domain: _Domain = None,
        idempotency_key: Annotated[
            str | None, Header(alias=KEY_HEADER, min_length=1, max_length=NAME_CHARACTERS_MAX)
        ] = None,
    ) -> Response:
        """What rules files of a project say, with a receipt."""

        def act(session: Session) -> bytes:
            texts = file_transfer.texts(session, token_budget, domain)
            return texts.delivered(agents_md=agents_md).model_dump_json().encode()

        if idempotency_key is None:
            return _told(act(caller(request)), {})
        told = {"agents_md": agents_md, "token_budget": token_budget, "domain": domain}
        return _told(*repeatable(caller(request), _DELIVERED, idempotency_key, told, act))

    return deliver


def _told(content: bytes, headers: dict[str, str]) -> Response:
    return Response(content, headers=headers, media_type="application/json")
