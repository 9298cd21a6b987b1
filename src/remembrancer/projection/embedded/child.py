"""The child process: reads a message, does what it says, answers; until its parent is gone.

A message is JSON after its length in four bytes; after "load" comes the graph as a text for kglite.
"""

from __future__ import annotations

import gc
import json
import os
import struct
import sys
from typing import Any, BinaryIO

import kglite

from remembrancer.projection.embedded.held_graph import HeldGraph
from remembrancer.projection.embedded.walls import Walls, end_after

_LENGTH = struct.Struct(">I")
# kglite gives up before the parent loses patience, so that the process need not end.
_OWN_SHARE = 0.8
_GRACE_SECONDS = 2.0
_TELLING_CHARACTERS_MAX = 200


class _Child:
    def __init__(self, memory_bytes: int) -> None:
        self._walls = Walls(memory_bytes)
        self._graph = HeldGraph()
        # Nothing is thrown away while a graph is loaded: looking for it took half of the time.
        gc.disable()

    def answer(self, message: dict[str, Any], text: str) -> dict[str, Any]:
        if message["do"] == "ask":
            return self._asked(message)
        try:
            return self._changed(message, text)
        except Exception as error:  # the parent raises it, and ends this process
            why = f"{type(error).__name__}: {error}"
            return {"failed": why[:_TELLING_CHARACTERS_MAX]}

    def _changed(self, message: dict[str, Any], text: str) -> dict[str, Any]:
        if message["do"] == "load":
            self._graph.load(text, message)
            gc.enable()
            return {"walls": self._walls.put_up()}
        self._walls.unbound_memory()
        self._graph.apply(message)
        self._walls.bound_memory()
        return {}

    def _asked(self, message: dict[str, Any]) -> dict[str, Any]:
        seconds, rows = message["seconds"], message["rows"]
        end_after(seconds + _GRACE_SECONDS)
        try:
            found = self._graph.ask(
                message["query"], message["params"], seconds * _OWN_SHARE, rows + 1
            )
        except kglite.CypherTimeoutError:
            return {"refused": "seconds"}
        except kglite.CypherExecutionError as error:
            return {"refused": "failed", "why": str(error)[:_TELLING_CHARACTERS_MAX]}
        except (kglite.KgError, ValueError, TypeError) as error:
            return {"refused": "unknown", "why": type(error).__name__}
        finally:
            end_after(0)
        return {"refused": "rows"} if len(found) > rows else {"rows": found}


def _sent(answer: dict[str, Any], characters: int | None) -> bytes:
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    if characters is not None and len(text) > characters:
        text = json.dumps({"refused": "characters"})
    return text.encode("utf-8", "surrogatepass")


def _frame(source: BinaryIO) -> bytes | None:
    """The next message, or nothing if the parent is gone."""
    header = source.read(_LENGTH.size)
    if len(header) < _LENGTH.size:
        return None
    length = _LENGTH.unpack(header)[0]
    data = source.read(length)
    return data if len(data) == length else None


def main() -> None:
    memory_bytes = int(sys.argv[1])
    source = sys.stdin.buffer
    # What a library prints must not get between the answers.
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    child = _Child(memory_bytes)
    while (frame := _frame(source)) is not None:
        message = json.loads(frame)
        text = _frame(source) if message["do"] == "load" else b""
        if text is None:
            return
        answer = child.answer(message, text.decode("utf-8", "surrogatepass"))
        sent = _sent(answer, message.get("characters"))
        left = memoryview(_LENGTH.pack(len(sent)) + sent)
        while left:
            left = left[answers.write(left) :]
