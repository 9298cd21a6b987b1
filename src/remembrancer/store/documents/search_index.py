"""Checking and rebuilding the search index and the word statistics.

Items and messages are the source of truth. Everything that search needs is derived from them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from sqlalchemy import Select, bindparam, delete, insert, select, update

from remembrancer.core.preset import MessageReaders
from remembrancer.core.space import Space
from remembrancer.items.visibility import REVIEWED
from remembrancer.language.stemming import language
from remembrancer.store.documents import search_texts
from remembrancer.store.documents.index_words import index_words
from remembrancer.store.engine import Connection, Row
from remembrancer.store.schema import document, head, item, message, term, vector_codes, version
from remembrancer.store.statement import Build, CompiledStatements
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.unit.unit_of_work import whole_head

_Key = tuple[int, str, str | None]  # an item's number, the stems of a text, and its subject
Report = Callable[[int], None]  # called with the number of texts done since the last call
_AT_ONCE = 1_000


def problems(connection: Connection, statements: CompiledStatements, space: Space) -> Iterator[str]:
    """Entries of a space's index, texts or statistics that do not match its items and messages."""
    if not search_texts.are_true(connection, statements, space):
        yield "texts that can be searched for are not those of its items and messages"
    values = {"space_n": space.number}
    expected = _Digest()
    counts: Counter[str] = Counter()
    known = connection.one(statements.get(_folded), values)
    folded_upto = known[0] if known else 0
    for row in connection.each(statements.get(_documents), values):
        number, item_n, subject, tokens, is_counted = row
        stems = (tokens or "").split()
        if is_counted and number <= folded_upto:
            counts.update(set(stems))
        words = index_words(space.number, space.key, stems, subject, is_item=item_n is not None)
        for word in words:
            expected.add(number, word)
    digest = _Digest()
    for number, word in connection.indexed(space.number):
        digest.add(number, word)
    if digest != expected:
        yield "its search index does not hold the words of its texts"
    terms = dict(connection.all(statements.get(_terms), values))
    if terms != dict(counts):
        yield "its word statistics are not those of its texts"


def rebuild(
    connection: Connection, statements: CompiledStatements, space: Space, report: Report
) -> None:
    """Rebuilds everything that search needs from the space's items and messages.

    The caller has emptied the index before.
    """
    _Rebuilding(connection, statements, space, report).run()


class _Text(NamedTuple):
    """A text of the space, with its document if it has one."""

    document_n: int | None
    version_n: int | None
    item_n: int | None
    message_n: int | None
    subject: str | None
    stems: list[str]
    is_counted: bool


class _Rebuilding:
    """Rebuilds one space's index and statistics in one transaction."""

    def __init__(
        self, connection: Connection, statements: CompiledStatements, space: Space, report: Report
    ) -> None:
        self._connection = connection
        self._statements = statements
        self._space = space
        self._report = report
        self._stems = language(space.preset.language).stems
        self._values = {"space_n": space.number}
        self._taken: dict[int, _Key] = {}  # rebuilt documents of items, and their text
        self._made: dict[_Key, int] = {}  # texts without a document, and the new one's number
        self._seen: set[int] = set()
        self._terms: Counter[str] = Counter()
        self._documents = 0
        self._tokens = 0

    def run(self) -> None:
        first = self._one(whole_head)[7]
        self._numbers = self._connection.numbers(first)
        texts = list(self._said())
        self._run(_forget_documents)
        self._run(_forget_terms)
        self._run(_forget_codes)
        rows: list[Row] = []
        words: list[tuple[int, str]] = []
        for text in texts:
            number = self._number_of(text)
            if number is not None:
                rows.append(self._row(number, text))
                words.append((number, self._words(text)))
            if len(rows) >= _AT_ONCE:
                self._write(rows, words)
                rows, words = [], []
        self._write(rows, words)
        if self._terms:
            self._connection.count_terms(self._space.number, self._terms)
        self._run(
            _set_counts,
            new_documents=self._documents,
            new_tokens=self._tokens,
            new_folded_upto=self._numbers.last("document"),
        )

    def _said(self) -> Iterator[_Text]:
        """Every text of the space: of each version, and of each message."""
        needs_review = self._space.preset.recall.agents_need_review
        reviewed = {review.value for review in REVIEWED}
        for row in self._each(_versions):
            version_n, item_n, document_n, title, content, category, tags, subject, *rights = row
            audience, is_personal, review = rights
            text = search_texts.search_text(title, content, category, tuple(json.loads(tags)))
            is_open = review in reviewed or not needs_review
            yield _Text(
                document_n,
                version_n,
                item_n,
                None,
                subject,
                self._stems(text),
                is_open and search_texts.is_common(audience, bool(is_personal)),
            )
        for_all = self._space.preset.recall.messages is MessageReaders.MEMBERS
        for row in self._each(_messages):
            message_n, document_n, content, subject, audience, is_personal = row
            is_counted = for_all and search_texts.is_common(audience, bool(is_personal))
            stems = self._stems(content)
            yield _Text(document_n, None, None, message_n, subject, stems, is_counted)

    def _number_of(self, text: _Text) -> int | None:
        """The number of the text's document; None if the text was already processed."""
        number = text.document_n
        if text.item_n is None:
            return number if number is not None else self._numbers.next("document")
        key = (text.item_n, " ".join(text.stems), text.subject)
        if number is not None and self._taken.setdefault(number, key) == key:
            is_new = number not in self._seen
            self._seen.add(number)
            return number if is_new else None
        is_new = key not in self._made
        if is_new:
            self._made[key] = self._numbers.next("document")
        self._run(
            _point_version,
            version_n=text.version_n,
            new_document_n=self._made[key],
        )
        return self._made[key] if is_new else None

    def _row(self, number: int, text: _Text) -> Row:
        if text.is_counted:
            self._documents += 1
            self._tokens += len(text.stems)
            self._terms.update(set(text.stems))
        return (
            number,
            self._space.number,
            text.item_n,
            text.message_n,
            text.subject,
            " ".join(text.stems),
            len(text.stems),
            int(text.is_counted),
        )

    def _words(self, text: _Text) -> str:
        space = self._space
        is_item = text.item_n is not None
        return " ".join(
            index_words(space.number, space.key, text.stems, text.subject, is_item=is_item)
        )

    def _write(self, rows: list[Row], words: list[tuple[int, str]]) -> None:
        if rows:
            self._connection.many(self._statements.get(lambda: insert(document), "document"), rows)
            self._connection.index(self._space.number, words)
            self._report(len(rows))

    def _one(self, build: Build) -> Any:
        return self._connection.one(self._statements.get(build), self._values)

    def _each(self, build: Build) -> Iterator[Any]:
        return self._connection.each(self._statements.get(build), self._values)

    def _run(self, build: Build, **values: Any) -> None:
        self._connection.run(self._statements.get(build), {**self._values, **values})


class _Digest:
    """Compares two sets of numbered words without holding either in memory."""

    def __init__(self) -> None:
        self._count = 0
        self._sum = 0

    def add(self, number: int, word: str) -> None:
        self._count += 1
        self._sum = (self._sum + hash((number, word))) & 0xFFFFFFFFFFFFFFFF

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Digest):
            return NotImplemented
        return (self._count, self._sum) == (other._count, other._sum)

    __hash__ = None  # type: ignore[assignment]


def _folded() -> Select[Any]:
    return select(head.c.folded_upto).where(head.c.space_n == bindparam("space_n"))


def _documents() -> Select[Any]:
    columns = document.c
    return select(
        columns.number, columns.item_n, columns.subject, columns.tokens, columns.is_counted
    ).where(columns.space_n == bindparam("space_n"))


def _terms() -> Select[Any]:
    return select(term.c.term, term.c.documents).where(
        term.c.space_n == bindparam("space_n"), term.c.documents != 0
    )


def _versions() -> Select[Any]:
    columns = version.c
    return (
        select(
            columns.number,
            columns.item_n,
            columns.document_n,
            columns.title,
            columns.content,
            columns.category,
            columns.tags,
            columns.subject,
            item.c.audience,
            item.c.is_personal,
            item.c.review,
        )
        .select_from(version.join(item, is_row_of(columns.item_n, item)))
        .where(columns.space_n == bindparam("space_n"), columns.salt.is_not(None))
        .order_by(columns.number)
    )


def _messages() -> Select[Any]:
    columns = message.c
    return (
        select(
            columns.number,
            document.c.number.label("document_n"),
            columns.content,
            columns.subject,
            columns.audience,
            columns.is_personal,
        )
        .select_from(message.outerjoin(document, is_row_of(document.c.message_n, message)))
        .where(columns.space_n == bindparam("space_n"), columns.salt.is_not(None))
        .order_by(columns.number)
    )


def _forget_documents() -> Any:
    return delete(document).where(document.c.space_n == bindparam("space_n"))


def _forget_terms() -> Any:
    return delete(term).where(term.c.space_n == bindparam("space_n"))


def _forget_codes() -> Any:
    return delete(vector_codes).where(vector_codes.c.space_n == bindparam("space_n"))


def _point_version() -> Any:
    return (
        update(version)
        .where(
            version.c.number == bindparam("version_n"), version.c.space_n == bindparam("space_n")
        )
        .values(document_n=bindparam("new_document_n"))
    )


def _set_counts() -> Any:
    names = ("documents", "tokens", "folded_upto")
    return (
        update(head)
        .where(head.c.space_n == bindparam("space_n"))
        .values({**{name: bindparam(f"new_{name}") for name in names}, "unfolded": 0})
    )
