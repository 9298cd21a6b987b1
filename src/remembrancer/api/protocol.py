"""The protocol: HTTP as uvicorn speaks it, with an end to how long a head may grow."""

from __future__ import annotations

from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from remembrancer.rules.limits import REQUEST_HEADERS_BYTES_MAX, REQUEST_URL_BYTES_MAX

# Beyond what the gate answers in words, so that it gets to do so.
_HEAD_BYTES_MAX: Final = 4 * (REQUEST_URL_BYTES_MAX + REQUEST_HEADERS_BYTES_MAX)


class Protocol(HttpToolsProtocol):
    """One connection. Whoever sends a head without an end is hung up on: it is kept in memory."""

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
