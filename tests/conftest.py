"""Fixtures: a memory of its own for each test, on every engine, and a clock that stands still."""

from __future__ import annotations

import gc
import os
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest
import typer.main
from hypothesis import is_hypothesis_test, settings

from remembrancer import Memory
from remembrancer.store.postgres import postgres_scrub
from remembrancer.testing import FrozenClock
from tests import examples, neo4j_server, postgres, scratch
from tests.engines import ENGINES, Engine
from tests.meaning import EMBEDDER
from tests.repeats import leave_to_the_full_soak, mark_long, name_of

if TYPE_CHECKING:
    from tests.remote import House

# How long an example takes says nothing about whether it is right.
settings.register_profile("house", deadline=None, max_examples=examples.count(examples.USUAL))
settings.load_profile("house")

# Tests that are about meaning bring their embedder along; all others go without its cost.
os.environ["REMEMBRANCER_EMBEDDER"] = "none"
# No test reaches a live model, whatever the settings of who runs it.
os.environ["REMEMBRANCER_LLM_MODEL"] = os.environ["REMEMBRANCER_LLM_CHEAP_MODEL"] = "none"
# Nor do the libraries of agents tell anybody of a run.
os.environ["OPENAI_AGENTS_DISABLE_TRACING"] = "1"
os.environ.pop("REMEMBRANCER_OTEL", None)
os.environ["LANGSMITH_TRACING"] = os.environ["LANGCHAIN_TRACING_V2"] = "false"
# Nor does anybody here call over TLS: to read the certificates that this machine trusts takes a
# client longer than all its calls. In this folder there are none.
os.environ.pop("SSL_CERT_FILE", None)
os.environ["SSL_CERT_DIR"] = str(Path(__file__).parent)

# The commands of the program are built once, and shared by all that run within this process.
pytest.MonkeyPatch().setattr(typer.main, "get_command", cache(typer.main.get_command))

# An erasure writes the tables of a server anew, which takes longer than all else that it does. Two
# tables stand for the rest, but in the soak and where bytes are looked at: see `whole_scrub`.
_SCRUBBED = postgres_scrub.tables
if not examples.IS_SOAK:
    pytest.MonkeyPatch().setattr(postgres_scrub, "tables", lambda: ["version", "search_index"])

START = "2026-03-02T09:00:00+00:00"
# What is computed here is computed in memory, from few statements: what is hidden, erased or kept
# is always tried on a server as well, and the rest in the long soak.
_COMPUTED = tuple(f"tests/decisions/{one}/" for one in ("shapes", "what_if"))
_OF_THE_STORE = ("hidden", "eras", "kept", "stored", "all_may_see", "joins", "waits_for_review")
# Who may see what is a predicate of each engine's own: such tests run on both, always.
_OF_RIGHTS = (*_OF_THE_STORE, "personal", "audience", "isolat", "leak", "may_see", "not_for")
_ABOUT_STATEMENTS = tuple(f"tests/{one}/" for one in ("store", "items", "recall", "erasure"))
_REFUSED_BEFORE = ("tests/items/test_bad_input.py",)  # before any statement is made


def pytest_configure() -> None:
    scratch.settle()
    gc.disable()


def pytest_collection_finish() -> None:
    """The tests themselves stay to the end: looking through them for garbage finds none."""
    gc.enable()
    gc.freeze()


def pytest_sessionfinish() -> None:
    postgres.end()
    neo4j_server.end()


@pytest.hookimpl(tryfirst=True)  # before it is decided what is for the soak
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A file is given the same statements as a store in memory. So of the cases of one test that
    differ only in what is given, all run in memory and on a server, and the first on a file.

    Above the store, whatever is given makes the same statements: all cases run on a server in the
    soak. The first one always does for every second test, and for each that is about who may see
    what; of the other tests half run in the short soak. On a file, the first case runs in the long
    soak. Commands and pages are tried on files anyway."""
    shown: set[str] = set()
    in_memory = {name_of(item) for item in items if _engine(item) == "sqlite-memory"}
    left_out, repeats = [], []
    for item in items:
        if examples.IS_SOAK and is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker(pytest.mark.soak)  # a property, of which all examples are tried there
        mark_long(item)
        if _is_unnamed(item):
            repeats.append(item)
        if (engine := _engine(item)) in (None, "sqlite-memory"):
            continue
        shown_before = (test := f"{name_of(item)} on {engine}") in shown
        shown.add(test)
        if shown_before and engine == "sqlite-file":
            left_out.append(item)
        elif name_of(item) in in_memory and not _is_about_statements(item):
            if engine == "sqlite-file" or _is_computed(item):
                item.add_marker(pytest.mark.soak)
                item.add_marker(pytest.mark.full_soak)
            elif shown_before:
                repeats.append(item)
            elif _is_about_rights(item):
                continue
            elif (share := zlib.crc32(name_of(item).encode()) % 4) % 2:
                item.add_marker(pytest.mark.soak)
                if share == 3:
                    item.add_marker(pytest.mark.full_soak)
    leave_to_the_full_soak(repeats)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]


def _engine(item: pytest.Item) -> str | None:
    case = getattr(item, "callspec", None)
    engine = None if case is None else case.params.get("engine")
    return engine.name if isinstance(engine, Engine) else None


def _is_about_statements(item: pytest.Item) -> bool:
    """Its cases differ in what the store is asked for; or it says itself which ones always run."""
    if item.nodeid.startswith(_REFUSED_BEFORE):
        return False
    return item.nodeid.startswith(_ABOUT_STATEMENTS) or bool(item.get_closest_marker("on_a_server"))


def _is_about_rights(item: pytest.Item) -> bool:
    return any(word in item.name for word in _OF_RIGHTS)


def _is_computed(item: pytest.Item) -> bool:
    return item.nodeid.startswith(_COMPUTED) and not any(
        word in item.name for word in _OF_THE_STORE
    )


def _is_unnamed(item: pytest.Item) -> bool:
    """Whether it is a case of a test on a server that its mark `on_a_server` does not name."""
    mark, case = item.get_closest_marker("on_a_server"), getattr(item, "callspec", None)
    if mark is None or case is None:
        return False
    engines = (one for one in case.params.values() if isinstance(one, Engine))
    return any(one.is_server for one in engines) and any(
        case.params[name] not in always for name, always in mark.kwargs.items()
    )


class MemoryFactory(Protocol):
    """Opens a memory that nobody else uses; `options` are those of `Memory.open`."""

    def __call__(self, preset: str = "adviser", **options: Any) -> Memory: ...


class BorrowedClock:
    """The clock of whichever test is running."""

    def __init__(self) -> None:
        self.lender = FrozenClock(START)

    def __call__(self) -> datetime:
        return self.lender()


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(START)


@pytest.fixture
def whole_scrub(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a server, an erasure writes every table anew."""
    monkeypatch.setattr(postgres_scrub, "tables", _SCRUBBED)


@pytest.fixture(scope="module", params=ENGINES, ids=lambda engine: str(engine.name))
def engine(request: pytest.FixtureRequest) -> Engine:
    chosen: Engine = request.param
    return chosen


@pytest.fixture(scope="module")
def shared_store(
    engine: Engine, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Memory, BorrowedClock]]:
    """One store for the spaces of a whole module: opening one takes longer than most tests.

    Nothing goes on behind a test's back: what is due waits for `jobs.wait()`.
    """
    clock = BorrowedClock()
    url = engine.fresh_url(tmp_path_factory.mktemp("shared"))
    with Memory.open(url, space="lobby", clock=clock, background=False) as opened:
        yield opened, clock


_numbers = count(1)


@pytest.fixture
def memory(shared_store: tuple[Memory, BorrowedClock], clock: FrozenClock) -> MemoryFactory:
    """A new space for each call, on each engine in turn. Its neighbours must not matter."""
    opened, borrowed = shared_store
    borrowed.lender = clock

    def open_memory(preset: str = "adviser", **options: Any) -> Memory:
        assert not options, "options need a store of their own: use `fresh_store`"
        return opened.in_space(f"space {next(_numbers)}", preset)

    return open_memory


@pytest.fixture
def fresh_store(engine: Engine, clock: FrozenClock, tmp_path: Path) -> Iterator[MemoryFactory]:
    """A new store for each call, with the space `northgate` in it; nothing works behind its back,
    unless the test opens it with `background=True`."""
    with ExitStack() as opened:

        def open_memory(preset: str = "adviser", **options: Any) -> Memory:
            place = tmp_path / f"store-{next(_numbers)}"
            place.mkdir()
            options = {"space": "northgate", "clock": clock, "background": False, **options}
            return opened.enter_context(
                Memory.open(engine.fresh_url(place), preset=preset, **options)
            )

        yield open_memory


@pytest.fixture(scope="module")
def embedding_store(
    engine: Engine, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Memory, BorrowedClock]]:
    """One store with an embedder for the spaces of a whole module."""
    clock = BorrowedClock()
    url = engine.fresh_url(tmp_path_factory.mktemp("embedding"))
    with Memory.open(
        url, space="lobby", clock=clock, embedder=EMBEDDER, background=False
    ) as opened:
        yield opened, clock


@pytest.fixture
def meaning_memory(
    embedding_store: tuple[Memory, BorrowedClock], clock: FrozenClock
) -> MemoryFactory:
    """A new space for each call, the texts of which `jobs.wait()` embeds."""
    opened, borrowed = embedding_store
    borrowed.lender = clock

    def open_memory(preset: str = "adviser", **options: Any) -> Memory:
        assert not options, "options need a store of their own: use `fresh_store`"
        return opened.in_space(f"meaning {next(_numbers)}", preset)

    return open_memory


@pytest.fixture(scope="session")
def house() -> Iterator[House]:
    """A server in this process, for all tests that call one."""
    from tests import remote

    made = remote.House()
    yield made
    made.close()
