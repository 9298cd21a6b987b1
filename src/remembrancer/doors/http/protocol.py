"""HTTP as uvicorn speaks it, with a limit on the head of a request and an answer to what is no
HTTP."""

from __future__ import annotations

import json
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from remembrancer.core.limits import REQUEST_HEADERS_BYTES_MAX, REQUEST_URL_BYTES_MAX
from remembrancer.wire.problems import MEDIA_TYPE, problem

# Larger than what the middleware refuses in words, so that it can.
_HEAD_BYTES_MAX: Final = 4 * (REQUEST_URL_BYTES_MAX + REQUEST_HEADERS_BYTES_MAX)
_UNREAD: Final = problem(
    400,
    "InvalidInput",
    "This cannot be read as a request: its method is none, or its first line, a header or the body "
    "is malformed. Begin it as in GET /health HTTP/1.1, and check the headers.",
)


class HttpProtocol(HttpToolsProtocol):
    """One connection. It is closed when a head grows too long, as heads are kept in memory."""

    _head_bytes = 0
    _is_head = False

    def on_message_begin(self) -> None:
        self._head_bytes, self._is_head = 0, True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._is_head = False
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_head:
            self._head_bytes += len(data)
            if self._head_bytes > _HEAD_BYTES_MAX:
                self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Answers what is no request, and closes the connection."""
        content = json.dumps(_UNREAD).encode()
        head = (
            "HTTP/1.1 400 Bad Request",
            f"content-type: {MEDIA_TYPE}",
            f"content-length: {len(content)}",
            "x-content-type-options: nosniff",
            "cache-control: no-store",
            "connection: close",
        )
        self.transport.write("\r\n".join(head).encode() + b"\r\n\r\n" + content)
        self.transport.close()
