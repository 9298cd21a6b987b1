"""The child process: reads a message, does what it says, answers; until its parent is gone.

A message is JSON after its length in four bytes.
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
from remembrancer.projection.embedded.records import Records
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
        self._records: Records | None = Records()
        # Nothing is thrown away while a graph is loaded: looking for it took half of the time.
        gc.disable()

    def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["do"] == "ask":
            return self._asked(message)
        try:
            return self._changed(message)
        except Exception as error:  # the parent raises it, and ends this process
            why = f"{type(error).__name__}: {error}"
            return {"failed": why[:_TELLING_CHARACTERS_MAX]}

    def _changed(self, message: dict[str, Any]) -> dict[str, Any]:
        match message["do"]:
            case "nodes":
                self._loading().add_nodes(message["nodes"])
                return {}
            case "edges":
                self._loading().add_edges(message["edges"])
                return {}
            case "load":
                self._graph.load(self._loading())
                self._records = None
                gc.enable()
                return {"walls": self._walls.put_up()}
            case _:
                self._walls.unbound_memory()
                self._graph.apply(message)
                self._walls.bound_memory()
                return {}

    def _loading(self) -> Records:
        assert self._records is not None, "a child is loaded once"
        return self._records

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


def _read(source: BinaryIO, count: int) -> bytes:
    data = source.read(count)
    return data if len(data) == count else b""


def main() -> None:
    memory_bytes = int(sys.argv[1])
    source = sys.stdin.buffer
    # What a library prints must not get between the answers.
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    child = _Child(memory_bytes)
    while header := _read(source, _LENGTH.size):
        message = json.loads(_read(source, _LENGTH.unpack(header)[0]))
        sent = _sent(child.answer(message), message.get("characters"))
        left = memoryview(_LENGTH.pack(len(sent)) + sent)
        while left:
            left = left[answers.write(left) :]
