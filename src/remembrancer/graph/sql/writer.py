"""Writes a SELECT anew from its checked tree, for one engine.

Every name is looked up: a table is a documented view or a WITH query of the statement, a column is
one of its table. All names are written in full and in quotes, so that no engine finds another
meaning in them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from remembrancer.core.limits import GRAPH_QUERY_ROWS_MAX, SQL_SEARCHES_MAX, SQL_TABLES_MAX
from remembrancer.graph.sql.expressions import Expressions, Node, identifier, parts
from remembrancer.graph.sql.scan import refused
from remembrancer.graph.sql.views import SEARCH, SEARCH_WORDS, VIEWS

VIEW_PREFIX: Final = "query_"  # of the views in the store
WITH_PREFIX: Final = "cte_"  # of a WITH query, so that its name is never that of anything else

_SET_OPERATIONS: Final = {"Union": "UNION", "Intersect": "INTERSECT", "Except": "EXCEPT"}
_SELECT_PARTS: Final = (
    "expressions",
    "distinct",
    "from_",
    "joins",
    "where",
    "group",
    "having",
    "order",
    "limit",
    "offset",
    "with_",
)
_JOINS: Final = {("", ""): "JOIN", ("", "INNER"): "JOIN", ("LEFT", ""): "LEFT JOIN"}
_JOINS_WITHOUT_CONDITION: Final = {("", ""), ("", "CROSS")}

Columns = tuple[str, ...]
WithQueries = Mapping[str, tuple[str, Columns]]  # by name in small letters: as written, columns


class FromSource(NamedTuple):
    """A table of FROM: a view, a WITH query or a SELECT in parentheses."""

    alias: str
    columns: Columns


class Written(NamedTuple):
    """A SELECT as text, and the names of its columns."""

    text: str
    columns: Columns


class SqlStatementWriter:
    """Writes one statement for one engine. It collects the words of full-text searches."""

    def __init__(self, *, is_postgres: bool, params: Mapping[str, Any]) -> None:
        self.expressions = Expressions(is_postgres=is_postgres, params=params)
        self.searches: list[str] = []
        self._tables = 0

    def statement(self, tree: Node) -> str:
        """The whole statement. It gives one row more than allowed, to tell that there are more."""
        return self.query(tree, {}, None, rows_max=GRAPH_QUERY_ROWS_MAX + 1).text

    def query(
        self,
        node: Node,
        known: WithQueries,
        outer: SelectScope | None,
        *,
        rows_max: int | None = None,
    ) -> Written:
        """A SELECT, or several that are put together."""
        while type(node).__name__ == "Subquery" and set(parts(node, "this", "alias")) == {"this"}:
            node = node.this
        sort = type(node).__name__
        if sort == "Select":
            return SelectWriter(self, known, outer).write(node, rows_max)
        if sort in _SET_OPERATIONS:
            return self._set_operation(node, known, outer, rows_max)
        raise refused("Only SELECT can be asked.")

    def _set_operation(
        self, node: Node, known: WithQueries, outer: SelectScope | None, rows_max: int | None
    ) -> Written:
        given = parts(node, "this", "expression", "distinct", "order", "limit", "offset", "with_")
        before, known = self.with_queries(given.get("with_"), known, outer)
        word = _SET_OPERATIONS[type(node).__name__]
        if not given.get("distinct"):
            word += " ALL"
            if word != "UNION ALL":
                raise refused(f"{word} is not on the list. Write it without ALL.")
        sides = [self.query(given[side], known, outer) for side in ("this", "expression")]
        columns = sides[0].columns
        if len(columns) != len(sides[1].columns):
            raise refused("The SELECTs on both sides need the same number of columns.")
        # Each side in parentheses of its own: the engines differ in which operation comes first.
        written = [f"SELECT * FROM ({side.text}) AS side" for side in sides]
        scope = SelectScope(self, known, [], outer, outputs=columns, is_set=True)
        text = f"{before}{written[0]} {word} {written[1]}"
        return Written(text + self.ending(given, scope, rows_max), columns)

    def with_queries(
        self, node: Node | None, known: WithQueries, outer: SelectScope | None
    ) -> tuple[str, WithQueries]:
        """The WITH queries in front of a SELECT, and all that it may name."""
        if node is None:
            return "", known
        given = parts(node, "expressions", "recursive")
        if given.get("recursive"):
            raise refused("WITH RECURSIVE is not on the list. Use memory.graph.path instead.")
        names = dict(known)
        texts = []
        for each in given.get("expressions", ()):
            query = parts(each, "this", "alias")
            name = identifier(parts(query["alias"], "this")["this"])
            if name.lower() in VIEWS or name.lower() in names:
                raise refused(f"WITH {name} takes a name that is taken. Choose another name.")
            inner = self.query(query["this"], names, outer)
            texts.append(f"{quoted(WITH_PREFIX + name.lower())} AS ({inner.text})")
            names[name.lower()] = (name, inner.columns)
        return f"WITH {', '.join(texts)} ", names

    def ending(self, given: Mapping[str, Any], scope: SelectScope, rows_max: int | None) -> str:
        """ORDER BY, LIMIT and OFFSET."""
        text = ""
        if "order" in given:
            order = parts(given["order"], "expressions")["expressions"]
            terms = [scope.ordered(term) for term in order]
            text += f" ORDER BY {', '.join(terms)}"
        limit = None
        if "limit" in given:
            if type(given["limit"]).__name__ != "Limit":
                raise refused("Write LIMIT and a number.")
            limit = self.expressions.whole(
                parts(given["limit"], "expression")["expression"], "LIMIT"
            )
        if rows_max is not None:
            limit = rows_max if limit is None else min(limit, rows_max)
        offset = 0
        if "offset" in given:
            offset = self.expressions.whole(
                parts(given["offset"], "expression")["expression"], "OFFSET"
            )
            if limit is None:
                raise refused("OFFSET needs a LIMIT.")
        if limit is not None:
            text += f" LIMIT {limit}"
        return text + (f" OFFSET {offset}" if offset else "")

    def count_table(self) -> None:
        self._tables += 1
        if self._tables > SQL_TABLES_MAX:
            raise refused(
                f"The query names more than {SQL_TABLES_MAX} tables. Ask in several queries."
            )

    def search(self, words: str) -> int:
        """The number of the view that shows the messages with these words."""
        if words not in self.searches:
            if len(self.searches) == SQL_SEARCHES_MAX:
                raise refused(f"One query makes at most {SQL_SEARCHES_MAX} full-text searches.")
            self.searches.append(words)
        return self.searches.index(words) + 1


class SelectScope:
    """The names that an expression of a SELECT may use."""

    def __init__(
        self,
        writer: SqlStatementWriter,
        known: WithQueries,
        sources: list[FromSource],
        outer: SelectScope | None,
        *,
        outputs: Columns = (),
        is_set: bool = False,
    ) -> None:
        self.writer = writer
        self.known = known
        self.sources = sources
        self.outer = outer
        self.outputs = outputs
        self._is_set = is_set

    def column(self, table: str | None, name: str) -> str:
        found = [
            (source.alias, column)
            for source in self.sources
            if table is None or source.alias.lower() == table.lower()
            for column in source.columns
            if column.lower() == name.lower()
        ]
        if len(found) > 1:
            raise refused(f"The column {name} is in several tables. Write which: table.{name}.")
        if found:
            return f"{quoted(found[0][0])}.{quoted(found[0][1])}"
        if self.outer is not None:
            return self.outer.column(table, name)
        raise refused(self._missing(table, name))

    def subquery(self, node: Node) -> str:
        return self.writer.query(node, self.known, self).text

    def write(self, node: Node) -> str:
        return self.writer.expressions.write(node, self)

    def ordered(self, node: Node) -> str:
        """One term of ORDER BY. Null comes where PostgreSQL puts it, on both engines."""
        if type(node).__name__ != "Ordered":
            raise refused("ORDER BY takes columns, each with ASC or DESC.")
        given = parts(node, "this", "desc", "nulls_first")
        direction = "DESC" if given.get("desc") else "ASC"
        nulls = "FIRST" if given.get("nulls_first") else "LAST"
        term = self._place(given["this"]) or self._of_row(given["this"])
        return f"{term} {direction} NULLS {nulls}"

    def grouped(self, node: Node) -> str:
        """One term of GROUP BY. A column of a table comes before one of the answer."""
        is_name = type(node).__name__ == "Column"
        if is_name and self._has(identifier(parts(node, "this", "table")["this"])):
            return self.write(node)
        return self._place(node) or self.write(node)

    def _of_row(self, node: Node) -> str:
        if self._is_set:
            raise refused("Here ORDER BY takes a column of the answer by its name or its place.")
        return self.write(node)

    def _has(self, name: str) -> bool:
        return any(name.lower() == one.lower() for each in self.sources for one in each.columns)

    def _place(self, node: Node) -> str | None:
        """The place in the answer of a column that is named by its name or its place."""
        sort = type(node).__name__
        if sort == "Literal":
            place = self.writer.expressions.whole(node, "ORDER BY")
            if not 1 <= place <= len(self.outputs):
                raise refused(f"The answer has no column {place}.")
            return str(place)
        if sort == "Column" and "table" not in parts(node, "this", "table"):
            names = [output.lower() for output in self.outputs]
            name = identifier(node.this).lower()
            return str(names.index(name) + 1) if name in names else None
        return None

    def _missing(self, table: str | None, name: str) -> str:
        sources = [*self.sources]
        if table is not None:
            sources = [one for one in sources if one.alias.lower() == table.lower()]
            if not sources:
                return f"There is no table {table} in FROM. Name it there, or correct its name."
        known = "; ".join(f"{one.alias}: {', '.join(one.columns)}" for one in sources)
        return f"There is no column {name}. There are: {known or 'none, since FROM is missing'}."


class SelectWriter:
    """Writes one SELECT."""

    def __init__(
        self, writer: SqlStatementWriter, known: WithQueries, outer: SelectScope | None
    ) -> None:
        self._writer = writer
        self._known = known
        self._outer = outer
        self._sources: list[FromSource] = []

    def write(self, node: Node, rows_max: int | None) -> Written:
        given = parts(node, *_SELECT_PARTS)
        before, self._known = self._writer.with_queries(
            given.get("with_"), self._known, self._outer
        )
        scope = SelectScope(self._writer, self._known, self._sources, self._outer)
        text = ""
        if "from_" in given:
            conditions = _conjuncts(given)
            text = f" FROM {self._table(parts(given['from_'], 'this')['this'], conditions)}"
            for join in given.get("joins", ()):
                text += self._join(join, conditions, scope)
        if "where" in given:
            text += f" WHERE {scope.write(parts(given['where'], 'this')['this'])}"
        listed, columns = self._outputs(given.get("expressions", []), scope)
        scope.outputs = columns
        if "group" in given:
            terms = parts(given["group"], "expressions").get("expressions", [])
            text += f" GROUP BY {', '.join(scope.grouped(term) for term in terms)}"
        if "having" in given:
            text += f" HAVING {scope.write(parts(given['having'], 'this')['this'])}"
        text += self._writer.ending(given, scope, rows_max)
        distinct = ""
        if "distinct" in given:
            parts(given["distinct"])
            distinct = "DISTINCT "
        return Written(f"{before}SELECT {distinct}{listed}{text}", columns)

    def _outputs(self, nodes: list[Node], scope: SelectScope) -> tuple[str, Columns]:
        """The list of SELECT. A star becomes the columns that it stands for."""
        listed: list[tuple[str, str]] = []  # as written, and its name in the answer
        for node in nodes:
            sort = type(node).__name__
            is_star = sort == "Star" or (sort == "Column" and type(node.this).__name__ == "Star")
            if is_star:
                listed += self._starred(node)
            elif sort == "Alias":
                given = parts(node, "this", "alias")
                listed.append((scope.write(given["this"]), identifier(given["alias"])))
            else:
                listed.append((scope.write(node), _name_of(node, len(listed) + 1)))
        if not listed:
            raise refused("SELECT needs columns: SELECT id FROM message.")
        names = [name for _, name in listed]
        twice = {name for name in names if [one.lower() for one in names].count(name.lower()) > 1}
        if twice:
            raise refused(
                f"Two columns are called {min(twice)}. Give each a name of its own with AS."
            )
        return ", ".join(f"{text} AS {quoted(name)}" for text, name in listed), tuple(names)

    def _starred(self, node: Node) -> list[tuple[str, str]]:
        table = None
        if type(node).__name__ == "Column":
            given = parts(node, "this", "table")
            table = identifier(given["table"]).lower()
            node = given["this"]
        parts(node)
        chosen = [one for one in self._sources if table in (None, one.alias.lower())]
        if not chosen:
            raise refused("A star needs a table in FROM.")
        return [
            (f"{quoted(source.alias)}.{quoted(column)}", column)
            for source in chosen
            for column in source.columns
        ]

    def _table(self, node: Node, conditions: list[Node]) -> str:
        sort = type(node).__name__
        if sort == "Subquery":
            given = parts(node, "this", "alias")
            if "alias" not in given:
                raise refused("A SELECT in FROM needs a name: (SELECT …) AS name.")
            inner = self._writer.query(given["this"], self._known, self._outer)
            alias = self._add(_alias(given), inner.columns)
            return f"({inner.text}) AS {quoted(alias)}"
        if sort != "Table":
            raise refused("FROM takes the documented views, and SELECTs in parentheses.")
        given = parts(node, "this", "alias", "joins")
        if "joins" in given:
            raise refused("Write joins without parentheses.")
        name = identifier(given["this"])
        self._writer.count_table()
        if name.lower() in self._known:
            as_written, columns = self._known[name.lower()]
            alias = self._add(_alias(given) or as_written, columns)
            return f"{quoted(WITH_PREFIX + name.lower())} AS {quoted(alias)}"
        if name.lower() not in VIEWS:
            raise refused(f"There is no view {name}. There are: {', '.join(VIEWS)}.")
        view = name.lower()
        alias = self._add(_alias(given) or view, VIEWS[view])
        if view == SEARCH:
            view = f"{view}_{self._search(alias, conditions)}"
        return f"{quoted(VIEW_PREFIX + view)} AS {quoted(alias)}"

    def _add(self, alias: str, columns: Columns) -> str:
        if any(one.alias.lower() == alias.lower() for one in self._sources):
            raise refused(f"Two tables are called {alias}. Give one another: {alias} AS other.")
        self._sources.append(FromSource(alias, columns))
        return alias

    def _search(self, alias: str, conditions: list[Node]) -> int:
        """The words that the query compares the column `query` of this table with."""
        for node in conditions:
            if type(node).__name__ != "EQ":
                continue
            given = parts(node, "this", "expression")
            column, value = given["this"], given["expression"]
            if type(column).__name__ != "Column":
                column, value = value, column
            if type(column).__name__ != "Column" or not _names(column, alias, SEARCH_WORDS):
                continue
            words = self._writer.expressions.literal(value)
            if isinstance(words, str):
                return self._writer.search(words)
        raise refused(
            f"{SEARCH} needs words: WHERE {alias}.{SEARCH_WORDS} = 'words'. It then shows the "
            "messages that have all of them."
        )

    def _join(self, node: Node, conditions: list[Node], scope: SelectScope) -> str:
        given = parts(node, "this", "on", "using", "side", "kind")
        kind = (str(given.get("side", "")).upper(), str(given.get("kind", "")).upper())
        earlier = list(self._sources)
        table = self._table(given["this"], conditions)
        if "using" in given:
            raise refused("USING is not on the list. Write JOIN … ON a.id = b.id.")
        if "on" not in given:
            if kind not in _JOINS_WITHOUT_CONDITION:
                raise refused("A join needs its condition: JOIN … ON a.id = b.id.")
            return f" CROSS JOIN {table}"
        if kind not in _JOINS or not earlier:
            raise refused("Joins are JOIN, LEFT JOIN and CROSS JOIN.")
        return f" {_JOINS[kind]} {table} ON {scope.write(given['on'])}"


def quoted(name: str) -> str:
    return f'"{name}"'


def _alias(given: Mapping[str, Any]) -> str:
    return identifier(parts(given["alias"], "this")["this"]) if "alias" in given else ""


def _names(column: Node, alias: str, name: str) -> bool:
    given = parts(column, "this", "table")
    table = identifier(given["table"]).lower() if "table" in given else alias.lower()
    is_name = type(given["this"]).__name__ == "Identifier"
    return is_name and table == alias.lower() and identifier(given["this"]).lower() == name


def _conjuncts(given: Mapping[str, Any]) -> list[Node]:
    """The conditions that every row of a SELECT meets, of WHERE and of its joins."""
    waiting = [parts(given["where"], "this")["this"]] if "where" in given else []
    waiting += [join.args["on"] for join in given.get("joins", ()) if join.args.get("on")]
    found = []
    while waiting:
        node = waiting.pop()
        if type(node).__name__ == "And":
            waiting += [node.args["expression"], node.args["this"]]
        elif type(node).__name__ == "Paren":
            waiting.append(node.args["this"])
        else:
            found.append(node)
    return found


def _name_of(node: Node, place: int) -> str:
    """The name of a column that the query gives none."""
    sort = type(node).__name__
    if sort == "Column":
        return identifier(node.this)
    is_function = any(kind.__name__ == "Func" for kind in type(node).__mro__)
    return sort.lower() if is_function and sort.isalpha() else f"column_{place}"
