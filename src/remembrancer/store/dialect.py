"""SQL that differs between the engines: lists, JSON, full-text search and upserts of counts.

Queries use the constructs defined here. They become the engine's SQL when the query is compiled.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from json.encoder import encode_basestring_ascii
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    ColumnElement,
    Float,
    FromClause,
    Integer,
    Text,
    and_,
    bindparam,
    column,
    exists,
    func,
    literal_column,
    not_,
    or_,
    select,
    table,
)
from sqlalchemy.ext.compiler import compiles

search = table("search", column("rowid", BigInteger), column("words"))


# The values that most lists hold, already as JSON: every read packs several of these lists.
_WRITTEN: dict[type, Callable[[Any], str]] = {str: encode_basestring_ascii, int: int.__repr__}


class Packed(list[Any]):
    """A list as one parameter, so that its length does not change the statement.

    PostgreSQL takes it as an array. SQLite needs a type it knows, so it gets JSON. A packed list
    does not change, because several statements share it.
    """

    _json: str | None = None

    def __conform__(self, _protocol: object) -> str:
        if self._json is None:
            self._json = f"[{','.join([_WRITTEN.get(type(x), json.dumps)(x) for x in self])}]"
        return self._json


def pack(values: Iterable[Any]) -> Packed:
    return Packed(values)


def is_one_of(left: ColumnElement[Any], *words: str) -> ColumnElement[bool]:
    """The column's value is one of a few fixed words."""
    return or_(*(left == word for word in words))


class _Condition(ColumnElement[bool]):
    """A condition that is rendered as it is, never as `= 1`, which would prevent index use."""

    inherit_cache = False
    type = Boolean()

    def self_group(self, against: Any = None) -> Any:
        return self


class _Test(_Condition):
    """A condition on a column and a parameter."""

    def __init__(self, left: ColumnElement[Any], name: str) -> None:
        self.left = left
        self.name = name

    @property
    def _from_objects(self) -> list[FromClause]:
        return self.left._from_objects


class among(_Test):  # noqa: N801 - reads as the function it stands for
    """The column's value is in the list bound to `name`."""


class holds_any(_Test):  # noqa: N801
    """The JSON list in the column shares an element with the list bound to `name`."""


class holds_like(_Test):  # noqa: N801
    """An element of the JSON list in the column matches the pattern bound to `name`."""


class contains_any(_Test):  # noqa: N801
    """The text in the column contains an element of the list bound to `name`."""


class holds_all(_Test):  # noqa: N801
    """The JSON object in the column has every key and value of the object bound to `name`."""


class rarely(_Condition):  # noqa: N801
    """A condition that holds for few rows, though no figures tell so: of a recursive query SQLite
    expects a million rows, and prepares for them by reading whole tables."""

    def __init__(self, condition: ColumnElement[bool]) -> None:
        self.condition = condition

    @property
    def _from_objects(self) -> list[FromClause]:
        return self.condition._from_objects


class is_due(_Test):  # noqa: N801
    """The object bound to `name` has an entry for the kind that is not earlier than `since`."""

    def __init__(self, kind: ColumnElement[Any], since: ColumnElement[Any], name: str) -> None:
        super().__init__(kind, name)
        self.since = since


class text_field(ColumnElement[str]):  # noqa: N801
    """The value under a key of the JSON object in the column, as text."""

    inherit_cache = False
    type = Text()

    def __init__(self, left: ColumnElement[Any], name: str) -> None:
        self.left = left
        self.name = name

    @property
    def _from_objects(self) -> list[FromClause]:
        return self.left._from_objects


class sorted_number(ColumnElement[int]):  # noqa: N801
    """A number to sort a few rows by, without an index scan in number order.

    PostgreSQL would otherwise read all rows of the table in number order until it has enough
    matching rows. SQLite finds them in this order through the index of the condition.
    """

    inherit_cache = False
    type = BigInteger()

    def __init__(self, left: ColumnElement[Any]) -> None:
        self.left = left

    @property
    def _from_objects(self) -> list[FromClause]:
        return self.left._from_objects


class matches(_Condition):  # noqa: N801
    """The full-text index matches the row with the query bound to `name`."""

    def __init__(self, name: str) -> None:
        self.name = name


class is_indexed(_Condition):  # noqa: N801
    """The row of the full-text index belongs to this row of the table of documents."""

    def __init__(self, document: FromClause) -> None:
        self.left: ColumnElement[Any] = document.c.number
        self.space_n: ColumnElement[Any] = document.c.space_n

    @property
    def _from_objects(self) -> list[FromClause]:
        return [*self.left._from_objects, search]


class cosine_distance(ColumnElement[float]):  # noqa: N801
    """The cosine distance of a stored vector to the one bound to `name`; PostgreSQL only."""

    inherit_cache = False
    type = Float()

    def __init__(self, left: ColumnElement[Any], name: str, size: int, schema: str) -> None:
        self.left = left
        self.name = name
        self.size = size
        self.schema = schema  # the schema of pgvector


class drawn_number(ColumnElement[int]):  # noqa: N801
    """A first block of numbers for new rows, on engines with a sequence beside the rows."""

    inherit_cache = False
    type = BigInteger()


class MatchQuery(str):
    """A query for all words of any combination, and the scope word if there is one.

    In PostgreSQL syntax. All words are plain letters and digits. SQLite gets its own syntax.
    """

    _scope: str | None
    _combinations: list[tuple[str, ...]]

    def __new__(cls, scope: str | None, combinations: Iterable[tuple[str, ...]]) -> MatchQuery:
        listed = list(combinations)
        either = " | ".join(" & ".join(f"'{word}'" for word in words) for words in listed)
        made = super().__new__(cls, f"'{scope}' & ({either})" if scope else either)
        made._scope, made._combinations = scope, listed
        return made

    def __conform__(self, _protocol: object) -> str:
        each = (" AND ".join(f'"{word}"' for word in words) for words in self._combinations)
        either = " OR ".join(f"({one})" for one in each)
        return f'"{self._scope}" AND ({either})' if self._scope else either


# -- SQLite


@compiles(among, "sqlite")
def _(element: among, compiler: Any, **options: Any) -> str:
    return str(compiler.process(_in_list(element.left, element.name), **options))


@compiles(rarely, "sqlite")
def _(element: rarely, compiler: Any, **options: Any) -> str:
    return f"likelihood({compiler.process(element.condition, **options)}, 0.0001)"


@compiles(holds_any, "sqlite")
def _(element: holds_any, compiler: Any, **options: Any) -> str:
    members = func.json_each(element.left).table_valued("value", name=f"{element.name}_members")
    found = exists(select(1).select_from(members).where(_in_list(members.c.value, element.name)))
    return str(compiler.process(found, **options))


@compiles(contains_any, "sqlite")
def _(element: contains_any, compiler: Any, **options: Any) -> str:
    parts = func.json_each(bindparam(element.name)).table_valued("value", name="parts")
    found = exists(select(1).select_from(parts).where(func.instr(element.left, parts.c.value) > 0))
    return str(compiler.process(found, **options))


@compiles(holds_like, "sqlite")
def _(element: holds_like, compiler: Any, **options: Any) -> str:
    members = func.json_each(element.left).table_valued("value", name=f"{element.name}_members")
    alike = members.c.value.like(bindparam(element.name), escape="\\")
    return str(compiler.process(exists(select(1).select_from(members).where(alike)), **options))


@compiles(holds_all, "sqlite")
def _(element: holds_all, compiler: Any, **options: Any) -> str:
    columns = ("key", "value", "type")
    wanted = func.json_each(bindparam(element.name)).table_valued(*columns, name="wanted")
    present = func.json_each(element.left).table_valued(*columns, name="present")
    found = exists(
        select(1)
        .select_from(present)
        .where(
            and_(
                present.c.key == wanted.c.key,
                present.c.type == wanted.c.type,
                present.c.value.is_not_distinct_from(wanted.c.value),
            )
        )
    )
    missing = exists(select(1).select_from(wanted).where(not_(found)))
    return str(compiler.process(not_(missing), **options))


@compiles(is_due, "sqlite")
def _(element: is_due, compiler: Any, **options: Any) -> str:
    name = element.name
    due = func.json_each(bindparam(name)).table_valued("key", "value", name=f"{name}_due")
    found = exists(
        select(1)
        .select_from(due)
        .where(and_(due.c.key == element.left, element.since <= due.c.value))
    )
    return str(compiler.process(found, **options))


@compiles(sorted_number, "sqlite")
def _(element: sorted_number, compiler: Any, **options: Any) -> str:
    return str(compiler.process(element.left, **options))


@compiles(is_indexed, "sqlite")
def _(element: is_indexed, compiler: Any, **options: Any) -> str:
    return f"{compiler.process(element.left, **options)} = search.rowid"


@compiles(text_field, "sqlite")
def _(element: text_field, compiler: Any, **options: Any) -> str:
    left = compiler.process(element.left, **options)
    return f"CAST(json_extract({left}, '$.{element.name}') AS TEXT)"


@compiles(matches, "sqlite")
def _(element: matches, compiler: Any, **options: Any) -> str:
    found = literal_column("search").op("MATCH", is_comparison=True)(bindparam(element.name))
    return str(compiler.process(found, **options))


def _in_list(left: ColumnElement[Any], name: str) -> ColumnElement[bool]:
    listed = func.json_each(bindparam(name)).table_valued("value", name=f"{name}_list")
    return left.in_(select(listed.c.value))


# -- PostgreSQL


@compiles(among, "postgresql")
def _(element: among, compiler: Any, **options: Any) -> str:
    kind = "bigint" if isinstance(element.left.type, Integer) else "text"
    left = compiler.process(element.left, **options)
    return f"{left} = ANY({_bound(element, compiler, options)}::{kind}[])"


@compiles(holds_any, "postgresql")
def _(element: holds_any, compiler: Any, **options: Any) -> str:
    left = compiler.process(element.left, **options)
    return (
        f"EXISTS (SELECT 1 FROM json_array_elements_text({left}::json) AS member(value) "
        f"WHERE member.value = ANY({_bound(element, compiler, options)}::text[]))"
    )


@compiles(contains_any, "postgresql")
def _(element: contains_any, compiler: Any, **options: Any) -> str:
    left = compiler.process(element.left, **options)
    return (
        f"EXISTS (SELECT 1 FROM unnest({_bound(element, compiler, options)}::text[]) "
        f"AS part(value) WHERE strpos({left}, part.value) > 0)"
    )


@compiles(holds_like, "postgresql")
def _(element: holds_like, compiler: Any, **options: Any) -> str:
    left = compiler.process(element.left, **options)
    return (
        f"EXISTS (SELECT 1 FROM json_array_elements_text({left}::json) AS member(value) "
        f"WHERE member.value LIKE {_bound(element, compiler, options)} ESCAPE '\\')"
    )


@compiles(holds_all, "postgresql")
def _(element: holds_all, compiler: Any, **options: Any) -> str:
    # Our JSON writes each value in one way only, so equal values are equal texts.
    left, wanted = compiler.process(element.left, **options), _bound(element, compiler, options)
    return (
        f"NOT EXISTS (SELECT 1 FROM json_each({wanted}::json) AS wanted "
        f"WHERE NOT EXISTS (SELECT 1 FROM json_each({left}::json) AS present "
        "WHERE present.key = wanted.key AND present.value::text = wanted.value::text))"
    )


@compiles(is_due, "postgresql")
def _(element: is_due, compiler: Any, **options: Any) -> str:
    kind = compiler.process(element.left, **options)
    since = compiler.process(element.since, **options)
    bound = _bound(element, compiler, options)
    return f"coalesce({since} <= ({bound}::json ->> {kind}), FALSE)"


@compiles(sorted_number, "postgresql")
def _(element: sorted_number, compiler: Any, **options: Any) -> str:
    return f"({compiler.process(element.left, **options)} + 0)"


@compiles(text_field, "postgresql")
def _(element: text_field, compiler: Any, **options: Any) -> str:
    return f"({compiler.process(element.left, **options)}::json ->> '{element.name}')"


@compiles(rarely, "postgresql")
def _(element: rarely, compiler: Any, **options: Any) -> str:
    return f"({compiler.process(element.condition, **options)})"


@compiles(matches, "postgresql")
def _(element: matches, compiler: Any, **options: Any) -> str:
    return f"search.words @@ {_bound(element, compiler, options)}::tsquery"


def _is_cluster(compiler: Any) -> bool:
    """The rows of a space are on one of several machines."""
    return bool(getattr(compiler.dialect, "is_cluster", False))


def _bound(element: Any, compiler: Any, options: Any) -> str:
    return str(compiler.process(bindparam(element.name), **options))


@compiles(drawn_number, "sqlite")
def _(_element: drawn_number, _compiler: Any, **_options: Any) -> str:
    return "NULL"


@compiles(cosine_distance, "postgresql")
def _(element: cosine_distance, compiler: Any, **options: Any) -> str:
    left, wanted = compiler.process(element.left, **options), _bound(element, compiler, options)
    kind = f"{element.schema}.vector({element.size})"
    return f"({left}::{kind} OPERATOR({element.schema}.<=>) {wanted}::{kind})"


@compiles(drawn_number, "postgresql")
def _(_element: drawn_number, compiler: Any, **_options: Any) -> str:
    # A cluster runs the statement on another machine than the one that has the sequence.
    return "NULL" if _is_cluster(compiler) else "nextval('row_number')"


@compiles(is_indexed, "postgresql")
def _(element: is_indexed, compiler: Any, **options: Any) -> str:
    found = f"{compiler.process(element.left, **options)} = search.rowid"
    if not _is_cluster(compiler):
        return found
    # The machine that has the rows is found by the space.
    return f"{found} AND {compiler.process(element.space_n, **options)} = search.space_n"
