from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from remembrancer import Memory
from remembrancer.doors.claude_code.worker import MemoryAddress
from tests.claude_code.desk import Desk
from tests.cli.conftest import rmb
from tests.remote import House

__all__ = ["rmb"]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A project, a transcript of it, and a folder of our own for what the hooks leave."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("REMEMBRANCER_EMBEDDER", "none")
    for name in ("REMEMBRANCER_URL", "REMEMBRANCER_SPACE", "CLAUDE_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)
    return Desk(tmp_path)


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    opened = House()
    yield opened
    opened.close()


@pytest.fixture(params=["embedded", "remote"])
def placed(
    request: pytest.FixtureRequest, house: House
) -> Iterator[tuple[Memory, Callable[..., MemoryAddress]]]:
    """A memory, and how a worker finds it: beside its store, or on a server."""
    is_server = request.param == "remote"
    with Memory.open(":memory:", preset="corporate", embedder="none", background=False) as memory:
        seen = house.enter(memory) if is_server else memory

        def opened() -> AbstractContextManager[Memory]:
            return nullcontext(seen)

        yield memory, lambda options, project: MemoryAddress(opened, is_server, (), "memory")
