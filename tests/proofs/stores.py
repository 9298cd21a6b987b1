"""Stores that get the same calls and the same chance, and so must give the same answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple
from uuid import uuid4

import pytest

from remembrancer import Memory, Principal
from remembrancer.core.errors import RemembrancerError
from remembrancer.ports import Embedder
from remembrancer.testing import FrozenClock
from tests.proofs.servers import drop, fresh_url, is_server


class Outcome(NamedTuple):
    """What a call came to: a value or an error."""

    value: Any = None
    error: RemembrancerError | None = None

    def told(self) -> tuple[Any, ...]:
        """All that a caller can tell it by."""
        refusal = None if self.error is None else (type(self.error), str(self.error))
        return self.value, refusal


class OpenStore:
    """One store with several spaces, which are closed, moved and restored together."""

    def __init__(
        self,
        url: str,
        presets: Mapping[str, str],
        clock: FrozenClock,
        embedder: Embedder | None = None,
    ) -> None:
        self.url = url
        self._embedder = embedder
        self.is_server = is_server(url)
        self._presets = dict(presets)
        self._clock = clock
        self.spaces: dict[str, Memory] = {}

    def open(self) -> None:
        first, *others = self._presets.items()
        self._base = Memory.open(
            self.url,
            space=first[0],
            preset=first[1],
            clock=self._clock,
            embedder=self._embedder,
            background=False,  # the model has no thread that works while nobody looks
        )
        self.spaces = {first[0]: self._base}
        for name, preset in others:
            self.spaces[name] = self._base.in_space(name, preset)

    def wait(self) -> None:
        """Embeds all that was written."""
        for memory in self.spaces.values():
            assert not memory.jobs.wait().retrying

    def ask(self, space: str, caller: Principal, call: Callable[[Memory], Any]) -> Outcome:
        try:
            return Outcome(call(self.spaces[space].acting_as(caller)))
        except RemembrancerError as error:
            return Outcome(error=error)

    def reopen(self) -> None:
        self._base.close()
        self.open()

    def export(self, folder: Path) -> dict[str, Path]:
        """A file for each space."""
        files = {name: folder / f"{uuid4().hex}.jsonl" for name in self.spaces}
        for name, memory in self.spaces.items():
            memory.export(files[name])
        return files

    def move(self, folder: Path, files: Mapping[str, Path]) -> None:
        """Goes on in another store, into which every space is imported."""
        self.close()
        if self.is_server:
            self.url = fresh_url()
        else:
            self.url = str(folder / f"{uuid4().hex}.db")
        # Another space comes first, so that no number can stay what it was.
        self._base = Memory.open(self.url, space="before all others", clock=self._clock)
        self._base.add(content="something else entirely")
        for name, file in files.items():
            self.spaces[name] = self._base.in_space(name, self._presets[name])
            self.spaces[name].import_(file)

    def backup(self, folder: Path) -> Path:
        return self._base.backup(folder / f"{uuid4().hex}.db")

    def fall_back(self, backup: Path) -> None:
        """Goes on with a backup: a server takes it in, a file takes the place of the store."""
        if self.is_server:
            self._base._session.store.restore(backup)
        else:
            self.url = str(backup)
        self.reopen()

    def close(self) -> None:
        self._base.close()
        if self.is_server:
            drop(self.url)


@contextmanager
def chance(seed: int) -> Iterator[None]:
    """Ids, salts and keys that are drawn inside follow from the seed."""
    random = Random(seed)

    def digits(_: object, count: int) -> str:
        return f"{random.getrandbits(4 * count):0{count}x}"

    drawn = SimpleNamespace(
        token_hex=lambda size: random.randbytes(size).hex(), token_bytes=random.randbytes
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("remembrancer.core.hashing.Chance.digits", digits)
        patch.setattr("remembrancer.store.spaces.secrets", drawn)
        yield
