"""A connection to a Neo4j server, and its errors in our words.

Nothing is tried twice by itself: a query that takes all memory once would take it again.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NoReturn

import neo4j
from neo4j import exceptions

from remembrancer.core.errors import InvalidSettings, NotAvailable
from remembrancer.graph.port import GraphServerUnreachable, QueryBounds
from remembrancer.projection.refusals import refusal

_CONNECT_SECONDS: Final = 5.0
_WRITE_SECONDS: Final = 60.0  # one batch
_ALLOWS_FILES: Final = "dbms.security.allow_csv_import_from_file_urls"
_ALLOWED_PROCEDURES: Final = "dbms.security.procedures.allowlist"
_LOST = (exceptions.ServiceUnavailable, exceptions.SessionExpired, exceptions.AuthError, OSError)
_SCHEMES: Final = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")

log = logging.getLogger("remembrancer.graph")


class Transaction:
    """One transaction: all of it, or nothing."""

    def __init__(self, transaction: neo4j.Transaction) -> None:
        self._transaction = transaction

    def rows(self, query: str, **params: Any) -> list[dict[str, Any]]:
        return [fields(record) for record in self.run(query, params)]

    def run(self, query: str, params: Mapping[str, Any]) -> neo4j.Result:
        return self._transaction.run(query, dict(params))


def fields(record: neo4j.Record) -> dict[str, Any]:
    return dict(zip(record.keys(), record.values(), strict=True))


class Neo4jConnection:
    """Transactions on the one database of a server."""

    def __init__(self, url: str, user: str | None, password: str | None) -> None:
        scheme, separator, place = url.partition("://")
        if not separator or scheme not in _SCHEMES or not place or "@" in place:
            raise InvalidSettings(
                "neo4j_url is the address of a Neo4j server, such as bolt://127.0.0.1:7687. The "
                "user and the password are settings of their own.",
                field="neo4j_url",
            )
        self._place = place
        self._driver = neo4j.GraphDatabase.driver(
            url,
            auth=(user or "neo4j", password) if password else None,
            connection_timeout=_CONNECT_SECONDS,
            connection_acquisition_timeout=2 * _CONNECT_SECONDS,
            max_transaction_retry_time=0,
            notifications_min_severity="OFF",
            telemetry_disabled=True,
        )

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """A transaction that is final when the block ends well."""
        with (
            self._told(),
            self._driver.session(default_access_mode=neo4j.WRITE_ACCESS) as session,
            session.begin_transaction(timeout=_WRITE_SECONDS) as transaction,
        ):
            yield Transaction(transaction)
            transaction.commit()

    @contextmanager
    def reading(self, seconds: float = _WRITE_SECONDS) -> Iterator[Transaction]:
        """A transaction that the server lets write nothing."""
        with (
            self._told(),
            self._driver.session(default_access_mode=neo4j.READ_ACCESS) as session,
            session.begin_transaction(timeout=seconds) as transaction,
        ):
            yield Transaction(transaction)

    def run(self, query: str) -> None:
        """A statement about the schema, which stands alone."""
        with self._told(), self._driver.session() as session:
            session.run(query).consume()

    def check(self) -> None:
        """Refuses a server whose queries read files, or call any procedure that it has."""
        found = self.settings()
        if found.get(_ALLOWS_FILES, "").lower() != "false":
            raise NotAvailable(
                f"The Neo4j server at {self._place} lets queries read its files. Set "
                f"{_ALLOWS_FILES}=false in its neo4j.conf, and start it again."
            )
        allowed = [one.strip() for one in found.get(_ALLOWED_PROCEDURES, "*").split(",")]
        if "*" in allowed:
            raise NotAvailable(
                f"The Neo4j server at {self._place} lets queries call every procedure. Set "
                f"{_ALLOWED_PROCEDURES}=db.labels in its neo4j.conf, and start it again."
            )

    def settings(self) -> dict[str, str]:
        """What the server says of how open it is."""
        with self.reading() as transaction:
            rows = transaction.rows(
                f"SHOW SETTINGS '{_ALLOWS_FILES}', '{_ALLOWED_PROCEDURES}' YIELD name, value"
            )
        return {row["name"]: str(row["value"]) for row in rows}

    def close(self) -> None:
        self._driver.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Says what to do where the server cannot be reached."""
        try:
            yield
        except _LOST as error:
            refused = isinstance(error, exceptions.AuthError)
            why = "refuses its user" if refused else "does not answer"
            advice = (
                "Check REMEMBRANCER_NEO4J_USER and REMEMBRANCER_NEO4J_PASSWORD."
                if refused
                else "Start it, or leave REMEMBRANCER_NEO4J_URL out."
            )
            raise GraphServerUnreachable(
                f"The Neo4j server at {self._place} {why}. {advice}"
            ) from error


def refuse(error: Exception, bounds: QueryBounds) -> NoReturn:
    """Tells the caller of a failed query what to do, and nothing of the server."""
    code = str(getattr(error, "code", None) or "")
    log.info("Neo4j did not answer a query: %s", code or type(error).__name__)
    if "Timed" in code or code.endswith(("Terminated", "LockClientStopped")):
        raise refusal("seconds", bounds) from None
    if "Memory" in code:
        raise refusal("memory", bounds) from None
    if code.endswith("ArithmeticError"):
        raise refusal("failed", bounds, "a number is divided by zero or too large") from None
    if code.endswith(("TypeError", "ArgumentError")) or not code:
        raise refusal("failed", bounds, "a value is not of the kind that it needs") from None
    raise refusal("unknown", bounds) from None
