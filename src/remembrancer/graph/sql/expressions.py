"""Expressions of a SELECT: each sort on the list is checked and written by its own function.

A sort of node that is not on the list, or a part of it that its function does not know, is refused.
What the engines understand differently is written so that both mean the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from remembrancer.core.limits import GRAPH_QUERY_ANSWER_CHARACTERS_MAX
from remembrancer.graph.sql.scan import refused
from remembrancer.graph.sql.views import JSON_COLUMNS

Node = Any  # a node of sqlglot, which is imported late and has no use as a type here

_COMPARISONS: Final = {"EQ": "=", "NEQ": "<>", "GT": ">", "GTE": ">=", "LT": "<", "LTE": "<="}
_ARITHMETIC: Final = {"Add": "+", "Sub": "-", "Mul": "*"}
_PLAIN_FUNCTIONS: Final = {  # by node: the name, and the parts that are its arguments
    "Sum": ("sum", ("this",)),
    "Avg": ("avg", ("this",)),
    "Min": ("min", ("this",)),
    "Max": ("max", ("this",)),
    "Lower": ("lower", ("this",)),
    "Upper": ("upper", ("this",)),
    "Length": ("length", ("this",)),
    "Trim": ("trim", ("this",)),
    "Abs": ("abs", ("this",)),
    "Nullif": ("nullif", ("this", "expression")),
    "Substring": ("substr", ("this", "start", "length")),
}
FUNCTIONS: Final = (
    "count, sum, avg, min, max, lower, upper, length, trim, substr, abs, round, coalesce, nullif"
)
_TYPES: Final = {  # by the type in a cast: as SQLite and as PostgreSQL write it
    "TEXT": ("TEXT", "TEXT"),
    "VARCHAR": ("TEXT", "TEXT"),
    "INT": ("INTEGER", "BIGINT"),
    "BIGINT": ("INTEGER", "BIGINT"),
    "FLOAT": ("REAL", "DOUBLE PRECISION"),
    "DOUBLE": ("REAL", "DOUBLE PRECISION"),
    "DECIMAL": ("REAL", "DOUBLE PRECISION"),
}
_INTEGER_MAX: Final = 2**63 - 1


class SelectNames(Protocol):
    """What the SELECT around an expression knows."""

    def column(self, table: str | None, name: str) -> str:
        """The column, written with its table."""

    def subquery(self, node: Node) -> str:
        """A SELECT inside this one, without parentheses."""


def parts(node: Node, *known: str) -> Mapping[str, Any]:
    """The parts of a node, if it has none but those."""
    given = {name: value for name, value in node.args.items() if value not in (None, False, [])}
    for name in given:
        if name not in known:
            raise refused(
                f"{type(node).__name__} with {name.strip('_')} is not on the list of what a query "
                "may say. Leave it out."
            )
    return given


class Expressions:
    """Writes expressions for one engine, with the values of the caller."""

    def __init__(self, *, is_postgres: bool, params: Mapping[str, Any]) -> None:
        self._is_postgres = is_postgres
        self._params = params

    def write(self, node: Node, names: SelectNames) -> str:
        sort = type(node).__name__
        writer = _WRITERS.get(sort)
        if writer is not None:
            return writer(self, node, names)
        if sort in _COMPARISONS:
            return self._infix(node, _COMPARISONS[sort], names)
        if sort in _ARITHMETIC:
            return self._infix(node, _ARITHMETIC[sort], names)
        if sort in _PLAIN_FUNCTIONS:
            return self._plain_function(node, names)
        raise refused(_unknown(node))

    def literal(self, node: Node) -> Any:
        """The value of a literal or of a parameter; any other node is refused."""
        sort = type(node).__name__
        if sort == "Placeholder":
            return self._param(node)
        if sort != "Literal":
            raise refused("Only a value or a parameter can stand here.")
        given = parts(node, "this", "is_string")
        text = str(given.get("this", ""))
        if given.get("is_string"):
            return text
        return float(text) if set(text) & set(".eE") else int(text)

    def value(self, value: Any) -> str:
        """A value of the caller as a literal."""
        if value is None:
            return "NULL"
        if isinstance(value, bool):
            return "TRUE" if value else "FALSE"
        if isinstance(value, int) and abs(value) <= _INTEGER_MAX:
            return str(value)
        if isinstance(value, float) and value - value == 0:  # neither infinite nor no number
            written = repr(value)
            return f"CAST({written} AS DOUBLE PRECISION)" if self._is_postgres else written
        if isinstance(value, str) and "\0" not in value and _is_unicode(value):
            return "'" + value.replace("'", "''") + "'"
        raise refused(
            "A value is a text, a whole number of 64 bits, a number, true, false or null, and has "
            "no zero character."
        )

    def whole(self, node: Node, what: str) -> int:
        """A count such as that of LIMIT."""
        number = self.literal(node)
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= 10**9:
            raise refused(f"{what} takes a whole number, or a parameter that is one.")
        return number

    # -- values

    def _literal(self, node: Node, _names: SelectNames) -> str:
        return self.value(self.literal(node))

    def _param(self, node: Node) -> Any:
        name = parts(node, "this").get("this")
        if not isinstance(name, str) or name not in self._params:
            known = ", ".join(sorted(self._params)) or "none"
            raise refused(f"The parameter :{name or '?'} is not in params, which has: {known}.")
        return self._params[name]

    def _null(self, node: Node, _names: SelectNames) -> str:
        parts(node)
        return "NULL"

    def _boolean(self, node: Node, _names: SelectNames) -> str:
        return "TRUE" if parts(node, "this").get("this") else "FALSE"

    def _column(self, node: Node, names: SelectNames) -> str:
        given = parts(node, "this", "table")
        if type(given["this"]).__name__ == "Star":
            raise refused("A star stands in the list of SELECT or in count(*) alone.")
        table = identifier(given["table"]) if "table" in given else None
        return names.column(table, identifier(given["this"]))

    # -- logic

    def _infix(self, node: Node, sign: str, names: SelectNames) -> str:
        given = parts(node, "this", "expression")
        left, right = (self.write(given[side], names) for side in ("this", "expression"))
        return f"({left} {sign} {right})"

    def _chain(self, node: Node, names: SelectNames) -> str:
        """AND and OR: a long chain is deep on its left side, so it is read without recursion."""
        sort, found = type(node), []
        while type(node) is sort:
            given = parts(node, "this", "expression")
            found.append(self.write(given["expression"], names))
            node = given["this"]
        found.append(self.write(node, names))
        return "(" + f" {sort.__name__.upper()} ".join(reversed(found)) + ")"

    def _not(self, node: Node, names: SelectNames) -> str:
        return f"(NOT {self.write(parts(node, 'this')['this'], names)})"

    def _paren(self, node: Node, names: SelectNames) -> str:
        return self.write(parts(node, "this")["this"], names)

    def _is(self, node: Node, names: SelectNames) -> str:
        given = parts(node, "this", "expression", "negate")
        if type(given["expression"]).__name__ not in ("Null", "Boolean"):
            raise refused("IS is followed by NULL, NOT NULL, TRUE or FALSE.")
        word = "IS NOT" if given.get("negate") else "IS"
        right = self.write(given["expression"], names)
        return f"({self.write(given['this'], names)} {word} {right})"

    def _in(self, node: Node, names: SelectNames) -> str:
        given = parts(node, "this", "expressions", "query")
        left = self.write(given["this"], names)
        if "query" in given:
            return f"({left} IN ({names.subquery(given['query'])}))"
        listed = ", ".join(self.write(one, names) for one in given.get("expressions", ()))
        if not listed:
            raise refused("IN needs a list of values or a SELECT in its parentheses.")
        return f"({left} IN ({listed}))"

    def _between(self, node: Node, names: SelectNames) -> str:
        given = parts(node, "this", "low", "high")
        each = [self.write(given[part], names) for part in ("this", "low", "high")]
        return f"({each[0]} BETWEEN {each[1]} AND {each[2]})"

    def _exists(self, node: Node, names: SelectNames) -> str:
        return f"EXISTS ({names.subquery(parts(node, 'this')['this'])})"

    def _subquery(self, node: Node, names: SelectNames) -> str:
        return f"({names.subquery(parts(node, 'this')['this'])})"

    def _like(self, node: Node, names: SelectNames, escape: str | None = None) -> str:
        """LIKE tells capitals from small letters on both engines, and ILIKE does not."""
        given = parts(node, "this", "expression")
        left, right = (self.write(given[side], names) for side in ("this", "expression"))
        word = "LIKE"
        if type(node).__name__ == "ILike":
            if self._is_postgres:
                word = "ILIKE"
            else:
                left, right = f"lower({left})", f"lower({right})"
        # Without the word, a backslash would be an escape on PostgreSQL alone.
        ending = f" ESCAPE {escape}" if escape else " ESCAPE ''" if self._is_postgres else ""
        return f"({left} {word} {right}{ending})"

    def _escape(self, node: Node, names: SelectNames) -> str:
        given = parts(node, "this", "expression")
        sign = self.literal(given["expression"])
        if type(given["this"]).__name__ not in ("Like", "ILike") or not _is_sign(sign):
            raise refused("ESCAPE stands behind LIKE, and takes one character: ESCAPE '!'.")
        return self._like(given["this"], names, self.value(sign))

    def _case(self, node: Node, names: SelectNames) -> str:
        given = parts(node, "this", "ifs", "default")
        subject = f" {self.write(given['this'], names)}" if "this" in given else ""
        branches = []
        for branch in given.get("ifs", ()):
            each = parts(branch, "this", "true")
            when, then = self.write(each["this"], names), self.write(each["true"], names)
            branches.append(f" WHEN {when} THEN {then}")
        default = f" ELSE {self.write(given['default'], names)}" if "default" in given else ""
        return f"CASE{subject}{''.join(branches)}{default} END"

    # -- numbers and texts

    def _negative(self, node: Node, names: SelectNames) -> str:
        return f"(- {self.write(parts(node, 'this')['this'], names)})"

    def _divided(self, node: Node, names: SelectNames) -> str:
        """A division by zero is null on both engines."""
        given = parts(node, "this", "expression", "typed", "safe")
        sign = "/" if type(node).__name__ == "Div" else "%"
        left, right = (self.write(given[side], names) for side in ("this", "expression"))
        return f"({left} {sign} nullif({right}, 0))"

    def _joined(self, node: Node, names: SelectNames) -> str:
        """A text that is joined with itself again and again may not fill the memory."""
        given = parts(node, "this", "expression", "safe")
        left, right = (self.write(given[side], names) for side in ("this", "expression"))
        if not self._is_postgres:
            return f"({left} || {right})"
        joined = f"CAST({left} AS TEXT) || CAST({right} AS TEXT)"
        return f"left({joined}, {GRAPH_QUERY_ANSWER_CHARACTERS_MAX})"

    def _cast(self, node: Node, names: SelectNames) -> str:
        given = parts(node, "this", "to")
        kind = parts(given["to"], "this")
        name = str(getattr(kind["this"], "name", kind["this"]))
        if name not in _TYPES:
            raise refused("CAST knows the types TEXT, INTEGER and REAL.")
        return f"CAST({self.write(given['this'], names)} AS {_TYPES[name][self._is_postgres]})"

    def _json_field(self, node: Node, names: SelectNames) -> str:
        given = parts(node, "this", "expression", "only_json_types")
        path = parts(given["expression"], "expressions").get("expressions", [])
        column = given["this"]
        keys = [parts(key, "this").get("this") for key in path[1:]]
        is_field = type(column).__name__ == "Column" and len(keys) == 1
        if not is_field or not isinstance(keys[0], str) or '"' in keys[0] or "\\" in keys[0]:
            raise refused("->> takes the name of one field: data ->> 'field'.")
        if identifier(parts(column, "this", "table")["this"]).lower() not in JSON_COLUMNS:
            raise refused(f"->> reads the columns {', '.join(sorted(JSON_COLUMNS))}.")
        left = self._column(column, names)
        if self._is_postgres:
            return f"(CAST({left} AS JSON) ->> {self.value(keys[0])})"
        path_text = self.value(f'$."{keys[0]}"')
        return f"CAST(({left} ->> {path_text}) AS TEXT)"

    def _plain_function(self, node: Node, names: SelectNames) -> str:
        name, taken = _PLAIN_FUNCTIONS[type(node).__name__]
        given = parts(node, *taken)
        if taken[0] not in given:
            raise refused(f"{name} needs a value in its parentheses.")
        is_distinct = type(given["this"]).__name__ == "Distinct"
        if is_distinct and name in ("sum", "avg", "min", "max"):
            return f"{name}({self._distinct(given['this'], names)})"
        return f"{name}({', '.join(self.write(given[p], names) for p in taken if p in given)})"

    def _distinct(self, node: Node, names: SelectNames) -> str:
        listed = parts(node, "expressions").get("expressions", [])
        if len(listed) != 1:
            raise refused("DISTINCT inside a function takes one value.")
        return f"DISTINCT {self.write(listed[0], names)}"

    def _count(self, node: Node, names: SelectNames) -> str:
        counted = parts(node, "this", "big_int").get("this")
        if counted is None:
            raise refused("count needs a star or a value: count(*).")
        sort = type(counted).__name__
        if sort == "Star":
            parts(counted)
            return "count(*)"
        if sort == "Distinct":
            return f"count({self._distinct(counted, names)})"
        return f"count({self.write(counted, names)})"

    def _coalesce(self, node: Node, names: SelectNames) -> str:
        given = parts(node, "this", "expressions")
        each = [given["this"], *given.get("expressions", ())]
        if len(each) < 2:
            raise refused("coalesce takes two values or more.")
        return f"coalesce({', '.join(self.write(one, names) for one in each)})"

    def _round(self, node: Node, names: SelectNames) -> str:
        given = parts(node, "this", "decimals")
        left = self.write(given["this"], names)
        places = self.whole(given["decimals"], "round") if "decimals" in given else 0
        if places > 15:
            raise refused("round takes at most 15 places.")
        if self._is_postgres:
            return f"round(CAST({left} AS NUMERIC), {places})"
        return f"round({left}, {places})"


_WRITERS: Final[Mapping[str, Callable[[Expressions, Node, SelectNames], str]]] = {
    "Literal": Expressions._literal,
    "Placeholder": lambda self, node, _names: self.value(self._param(node)),
    "Null": Expressions._null,
    "Boolean": Expressions._boolean,
    "Column": Expressions._column,
    "And": Expressions._chain,
    "Or": Expressions._chain,
    "Not": Expressions._not,
    "Paren": Expressions._paren,
    "Is": Expressions._is,
    "In": Expressions._in,
    "Between": Expressions._between,
    "Exists": Expressions._exists,
    "Subquery": Expressions._subquery,
    "Like": Expressions._like,
    "ILike": Expressions._like,
    "Escape": Expressions._escape,
    "Case": Expressions._case,
    "Neg": Expressions._negative,
    "Div": Expressions._divided,
    "Mod": Expressions._divided,
    "DPipe": Expressions._joined,
    "Cast": Expressions._cast,
    "JSONExtractScalar": Expressions._json_field,
    "Count": Expressions._count,
    "Coalesce": Expressions._coalesce,
    "Round": Expressions._round,
}


def identifier(node: Node) -> str:
    """A name as it was written."""
    if type(node).__name__ != "Identifier":
        raise refused("A name is needed here.")
    name = str(parts(node, "this", "quoted").get("this", ""))
    if not (name.isascii() and name.isidentifier() and len(name) <= 60):
        raise refused(
            f"The name {name[:20]!r} cannot be used: names are letters, digits and underscores, "
            "at most 60."
        )
    return name


def _is_sign(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 1


def _is_unicode(value: str) -> bool:
    return not any("\ud800" <= sign <= "\udfff" for sign in value)


def _unknown(node: Node) -> str:
    sort = type(node).__name__
    name = str(node.this)[:40] if sort == "Anonymous" else sort
    if sort in ("CurrentTimestamp", "CurrentDate", "CurrentTime", "CurrentUser"):
        return f"{name} cannot be asked for. Give the value as a parameter: write :now."
    if sort in ("GroupConcat", "Replace", "Concat"):
        return f"{name} is not on the list of functions. Texts are joined with ||."
    if any(kind.__name__ == "Func" for kind in type(node).__mro__):
        return f"The function {name} is not on the list. A query can use: {FUNCTIONS}."
    return f"{name} is not on the list of what a query may say. Ask in plain SELECT, JOIN, WHERE."
