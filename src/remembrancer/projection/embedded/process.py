"""A child process that is asked one thing at a time, and ended when it takes too long."""

from __future__ import annotations

import json
import os
import select
import struct
import subprocess
import sys
import threading
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from remembrancer.core.errors import NotAvailable
from remembrancer.projection.embedded.records import as_json

_LENGTH = struct.Struct(">I")
_READ_BYTES = 1 << 20
_START = (
    "import sys; sys.path[:0] = sys.argv[2:]; "
    "from remembrancer.projection.embedded.child import main; main()"
)
# One thread and one arena: memory that threads reserve would count as the query's.
_ENVIRONMENT = {"RAYON_NUM_THREADS": "1", "KGLITE_QUERY_THREADS": "1", "MALLOC_ARENA_MAX": "1"}


class ChildEnded(Exception):
    """The child is gone: it did not answer in time, or it died."""

    def __init__(self, *, in_time: bool) -> None:
        super().__init__("The process died." if in_time else "The process took too long.")
        self.in_time = in_time  # it died by itself


class ChildProcess:
    """A new Python with kglite in it, and pipes to it."""

    def __init__(self, memory_bytes: int) -> None:
        paths = [str(Path(__file__).resolve().parents[3]), _home_of_kglite()]
        command = [sys.executable, "-I", "-c", _START, str(memory_bytes), *paths]
        environment = dict(_ENVIRONMENT)
        if sys.platform == "win32":
            environment["SYSTEMROOT"] = os.environ.get("SYSTEMROOT", "")
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            close_fds=True,
            env=environment,
            start_new_session=True,
        )
        self._parent = os.getpid()

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked. It answers the process that started it, and no copy of that."""
        return os.getpid() == self._parent and self._process.poll() is None

    def answer(
        self,
        message: dict[str, Any],
        text: str | None = None,
        *,
        seconds: float | None = None,
        bytes_max: int | None = None,
    ) -> dict[str, Any]:
        """What the child answers to a message, and to a text that goes with it as it is.

        Where it does not answer, it is ended, and `ChildEnded` raised.
        """
        try:
            until = None if seconds is None else time.monotonic() + seconds
            if until is not None and not hasattr(select, "poll"):
                return self._watched(message, until, bytes_max)
            return self._exchanged(message, until, bytes_max, text)
        except TimeoutError:
            self.end()
            raise ChildEnded(in_time=False) from None
        except (EOFError, BrokenPipeError, ConnectionError):
            self.end()
            raise ChildEnded(in_time=True) from None
        except BaseException:
            # Half a message may be on its way: nobody could tell whose answer comes next.
            self.end()
            raise

    def end(self) -> None:
        """Kills it if it lives and is ours, and closes the pipes."""
        if os.getpid() == self._parent:
            self._process.kill()
            self._process.wait()
        else:
            self._process.returncode = 0  # it is another's: Popen must not warn of it
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def _exchanged(
        self,
        message: dict[str, Any],
        until: float | None,
        bytes_max: int | None,
        text: str | None = None,
    ) -> dict[str, Any]:
        source, target = self._process.stdout, self._process.stdin
        if source is None or target is None or source.closed:
            raise EOFError
        for frame in (as_json(message), text):
            if frame is not None:
                _write(target.fileno(), frame.encode("utf-8", "surrogatepass"))
        answer = json.loads(_read(source.fileno(), until, bytes_max))
        return answer if isinstance(answer, dict) else {}

    def _watched(
        self, message: dict[str, Any], until: float, bytes_max: int | None
    ) -> dict[str, Any]:
        """The same where a pipe cannot be waited for with a time limit: on Windows."""
        watch = threading.Timer(until - time.monotonic(), self._process.kill)
        watch.start()
        try:
            return self._exchanged(message, None, bytes_max)
        except (EOFError, OSError):
            raise (TimeoutError if time.monotonic() >= until else EOFError) from None
        finally:
            watch.cancel()


def _write(target: int, data: bytes) -> None:
    left = memoryview(_LENGTH.pack(len(data)) + data)  # at once: the child wakes up once
    while left:
        left = left[os.write(target, left) :]


def _read(source: int, until: float | None, bytes_max: int | None) -> bytes:
    """One answer. Nothing comes after it until the child is asked again."""
    data, length = bytearray(), None
    while length is None or len(data) < length:
        if until is not None:
            _wait(source, until)
        part = os.read(source, _READ_BYTES)
        if not part:
            raise EOFError
        data += part
        if length is None and len(data) >= _LENGTH.size:
            length = _LENGTH.size + _LENGTH.unpack_from(data)[0]
            if bytes_max is not None and length > bytes_max:
                raise EOFError
    return bytes(data[_LENGTH.size :])


def _wait(source: int, until: float) -> None:
    waiting = select.poll()
    waiting.register(source, select.POLLIN)
    left = until - time.monotonic()
    if left <= 0 or not waiting.poll(left * 1000):
        raise TimeoutError


def _home_of_kglite() -> str:
    spec = find_spec("kglite")
    if spec is None or spec.origin is None:
        raise NotAvailable(
            'Questions in Cypher need kglite. Install it with pip install "remembrancer[graph]".'
        )
    return str(Path(spec.origin).resolve().parents[1])
