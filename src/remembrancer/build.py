"""Wiring: the only file that picks adapters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from remembrancer.errors import InvalidInput, NotAvailable
from remembrancer.flows.task import Tools
from remembrancer.loading import load
from remembrancer.ports import Embedder, Extractor, LanguageModel, Store

if TYPE_CHECKING:
    from remembrancer.store.store import SqlStore


def open_store(given: Any, *, embedder: Embedder | None = None) -> Store:
    """The store behind a URL: a file path, `:memory:`, or `postgresql://…`."""
    url = str(given) if isinstance(given, str | Path) else ""
    if not url or "\x00" in url:
        raise InvalidInput("url must be a file path, ':memory:' or postgresql://…", field="url")
    if embedder is not None and not isinstance(embedder, Embedder):
        raise InvalidInput("embedder must have a name, is_local and embed().", field="embedder")
    scheme, separator, _ = url.partition("://")
    doors = load("remembrancer.store.store")
    if scheme in ("postgresql", "postgres") and separator:
        store: SqlStore = doors.open_postgres(url, embedder=embedder)
        return store
    if separator and scheme != "sqlite":
        raise NotAvailable(
            f"This version keeps memory in an SQLite file or in PostgreSQL and cannot open "
            f"{scheme}:// addresses. Give a file path, ':memory:' or postgresql://…"
        )
    path = url.removeprefix("sqlite:///").removeprefix("sqlite://")
    store = doors.open_sqlite(path or ":memory:", embedder=embedder)
    return store


def has_store(url: str) -> bool:
    """Whether a store was made on a server. Asking makes none."""
    found: bool = load("remembrancer.store.store").has_postgres(url)
    return found


def check_tools(llm: Any, extractor: Any) -> Tools:
    """The model and the extractor as given, where they are such."""
    if llm is not None and not isinstance(llm, LanguageModel):
        raise InvalidInput("llm must have a name, is_local and ask().", field="llm")
    if extractor is not None and not isinstance(extractor, Extractor):
        raise InvalidInput("extractor must have is_local and extract().", field="extractor")
    return Tools(llm, extractor)


def refuse_unbuilt(**options: object) -> None:
    """Options of the plan that this version does not honour yet are refused, not ignored."""
    for name, value in options.items():
        if value is not None:
            raise NotAvailable(
                f"{name} is not part of this version: it works offline, without a model or a "
                "server. Leave it out."
            )
