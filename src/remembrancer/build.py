"""Wiring: the only file that picks adapters."""

from __future__ import annotations

from remembrancer.errors import InvalidInput, NotAvailable
from remembrancer.ports import Embedder, Store


def open_store(url: str, *, embedder: Embedder | None = None) -> Store:
    """The store behind a URL: a file path, or `:memory:`."""
    if not url:
        raise InvalidInput("url must be a file path or ':memory:'.", field="url")
    scheme, separator, _ = url.partition("://")
    if separator and scheme != "sqlite":
        raise NotAvailable(
            f"This version keeps memory in an SQLite file and cannot open {scheme}:// addresses. "
            "Give a file path, or ':memory:'."
        )
    path = url.removeprefix("sqlite:///").removeprefix("sqlite://")
    from remembrancer.store.store import SqlStore

    return SqlStore(path or ":memory:", embedder=embedder)
