"""Writes a query anew from its checked tree, in the words of one engine.

Nothing of the caller's text gets through but names in backticks: texts become parameters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, NamedTuple

from remembrancer.graph.cypher.shortest import with_shortest_paths_alone
from remembrancer.graph.cypher.tree import (
    CaseExpression,
    Chain,
    Clause,
    ComparisonTest,
    Comprehension,
    EdgePattern,
    Expression,
    FunctionCall,
    HasLabels,
    Index,
    IsNull,
    Labels,
    ListOf,
    ListSlice,
    Literal,
    MapOf,
    MatchClause,
    NodePattern,
    Parameter,
    PathPattern,
    Projection,
    Property,
    Quantified,
    Query,
    Return,
    Scalar,
    Subquery,
    Unary,
    Unwind,
    Variable,
    With,
)

# kglite invents properties (title, name, type, id). Ours have a prefix there, in nodes,
# relationships and maps, so that the two never meet.
KGLITE_PREFIX = "p_"
# The property by which Neo4j tells our nodes and relationships apart; no answer shows it.
NEO4J_KEY = "_key"
# The label of our nodes there, so that none of the server's own is among them; not shown either.
NEO4J_LABEL = "_Node"


class Dialect(Enum):
    """Whose Cypher it is."""

    OURS = "ours"  # the documented dialect
    KGLITE = "kglite"
    NEO4J = "neo4j"


class WrittenQuery(NamedTuple):
    """What an engine is asked."""

    text: str
    params: dict[str, Any]


def write(query: Query, params: Mapping[str, Any], dialect: Dialect) -> WrittenQuery:
    writer = _Writer(dialect)
    text = writer.query(query)
    return WrittenQuery(text, given_params(params, dialect) | writer.texts)


def given_params(params: Mapping[str, Any], dialect: Dialect) -> dict[str, Any]:
    """The caller's parameters under the names that the text has for them."""
    if dialect is Dialect.OURS:
        return dict(params)
    return {f"given_{name}": value for name, value in params.items()}


class _Writer:
    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._prefix = KGLITE_PREFIX if dialect is Dialect.KGLITE else ""
        self.texts: dict[str, Any] = {}  # parameters that hold the texts of the query

    def query(self, query: Query) -> str:
        union = "UNION ALL" if query.union_all else "UNION"
        return f" {union} ".join(self._part(part) for part in query.parts)

    def _part(self, clauses: tuple[Clause, ...]) -> str:
        if self._dialect is not Dialect.OURS:
            clauses = with_shortest_paths_alone(clauses)
        return " ".join(map(self._clause, clauses))

    def _clause(self, clause: Clause) -> str:
        match clause:
            case MatchClause(optional, patterns, where):
                word = "OPTIONAL MATCH" if optional else "MATCH"
                return f"{word} {self._patterns(patterns)}{self._where(where)}"
            case Unwind(source, variable):
                return f"UNWIND {self._operand(source)} AS {_name(variable)}"
            case With(projection, where):
                return f"WITH {self._projection(projection)}{self._where(where)}"
            case Return(projection):
                return f"RETURN {self._projection(projection)}"

    def _where(self, where: Expression | None) -> str:
        return "" if where is None else f" WHERE {self._expression(where)}"

    def _projection(self, projection: Projection) -> str:
        columns = ["*"] if projection.star else []
        for column in projection.columns:
            written = self._expression(column.expression)
            # kglite names a column without AS wrongly: `p` becomes "p`".
            columns.append(f"{written} AS {_name(column.name)}")
        text = ("DISTINCT " if projection.distinct else "") + ", ".join(columns)
        names = {column.expression: column.name for column in projection.columns}
        if projection.order:
            by = (self._ordered(one, down, names) for one, down in projection.order)
            text = " ".join((text, "ORDER", "BY", ", ".join(by)))
        if projection.skip is not None:
            text += f" SKIP {self._expression(projection.skip)}"
        if projection.limit is not None:
            text += f" LIMIT {self._expression(projection.limit)}"
        return text

    def _ordered(
        self, expression: Expression, descending: bool, names: Mapping[Expression, str]
    ) -> str:
        # Where rows were folded the engines know a column by its name alone.
        if self._dialect is not Dialect.OURS and expression in names:
            written = _name(names[expression])
        else:
            written = self._expression(expression)
        return f"{written} DESC" if descending else written

    def _patterns(self, patterns: tuple[PathPattern, ...]) -> str:
        return ", ".join(map(self._path, patterns))

    def _path(self, path: PathPattern) -> str:
        text = self._node(path.nodes[0], is_alone=all(_may_be_none(edge) for edge in path.edges))
        for edge, node in zip(path.edges, path.nodes[1:], strict=True):
            text += self._edge(edge) + self._node(node)
        if path.shortest is not None:
            text = f"{path.shortest}({text})"
        return text if path.variable is None else f"{_name(path.variable)} = {text}"

    def _node(self, node: NodePattern, *, is_alone: bool = False) -> str:
        name = "" if node.variable is None else _name(node.variable)
        labels = self._labels(node.labels)
        if self._dialect is Dialect.NEO4J and is_alone and not labels:
            labels = f":{_name(NEO4J_LABEL)}"
        return f"({name}{labels}{self._properties(node.properties)})"

    def _labels(self, labels: Labels) -> str:
        if not labels.names:
            return ""
        # Neo4j refuses a query that has both :A:B and :A|B, and kglite does not know :A&B.
        all_of = "&" if self._dialect is Dialect.NEO4J else ":"
        return ":" + ("|" if labels.any_of else all_of).join(map(_name, labels.names))

    def _edge(self, edge: EdgePattern) -> str:
        inside = "" if edge.variable is None else _name(edge.variable)
        if edge.types:
            inside += ":" + "|".join(map(_name, edge.types))
        if edge.hops is not None:
            inside += f"*{edge.hops.least}..{edge.hops.most}"
        inside += self._properties(edge.properties)
        left = "<-" if edge.direction == "<-" else "-"
        right = "->" if edge.direction == "->" else "-"
        return f"{left}[{inside}]{right}" if inside else f"{left}{right}"

    def _properties(self, properties: tuple[tuple[str, Expression], ...]) -> str:
        return f" {self._map(properties)}" if properties else ""

    def _map(self, entries: Iterable[tuple[str, Expression]]) -> str:
        pairs = (f"{self._key(name)}: {self._expression(value)}" for name, value in entries)
        return "{" + ", ".join(pairs) + "}"

    def _key(self, name: str) -> str:
        if self._dialect is Dialect.NEO4J:
            name = neo4j_name(name)
        return _name(self._prefix + name)

    def _operand(self, expression: Expression) -> str:
        """In brackets, unless it cannot be torn apart."""
        written = self._expression(expression)
        match expression:
            case Unary() | Chain() | ComparisonTest() | IsNull() | HasLabels():
                return f"({written})"
            case _:
                return written

    def _base(self, expression: Expression) -> str:
        """What a dot or a bracket follows."""
        written = self._expression(expression)
        match expression:
            case Variable() | Property() | Index() | ListSlice() | FunctionCall() | ListOf():
                return written
            case _:
                return f"({written})"

    def _expression(self, expression: Expression) -> str:
        match expression:
            case Literal(value):
                return self._literal(value)
            case Parameter(name):
                return f"${name}" if self._dialect is Dialect.OURS else f"$given_{name}"
            case Variable(name):
                return _name(name)
            case Property(of, name):
                return f"{self._base(of)}.{self._key(name)}"
            case Index(of, at):
                return f"{self._base(of)}[{self._expression(at)}]"
            case ListSlice(of, start, end):
                first = "" if start is None else self._operand(start)
                last = "" if end is None else self._operand(end)
                return f"{self._base(of)}[{first} .. {last}]"
            case ListOf(items):
                # In brackets, since [x IN y] reads as a list that is made of another.
                return f"[{', '.join(map(self._operand, items))}]"
            case MapOf(entries):
                return self._map(entries)
            case FunctionCall():
                return self._call(expression)
            case Unary(operator, operand):
                return f"{operator} {self._operand(operand)}"
            case Chain():
                return self._chain(expression)
            case ComparisonTest(operator, left, right):
                return f"{self._operand(left)} {operator} {self._operand(right)}"
            case IsNull(operand, negated):
                return f"{self._operand(operand)} IS {'NOT ' if negated else ''}NULL"
            case HasLabels(variable, labels):
                return f"{_name(variable)}{self._labels(labels)}"
            case Comprehension() | Quantified() | CaseExpression() | Subquery():
                return self._compound(expression)

    def _chain(self, chain: Chain) -> str:
        operators = [operator for operator, _ in chain.rest]
        operands = [chain.first, *(operand for _, operand in chain.rest)]
        text = ""
        for operand, before, after in zip(
            operands, ("", *operators), (*operators, ""), strict=True
        ):
            written = self._operand(operand)
            if after == "-" and isinstance(operand, HasLabels):
                written = f"({written})"  # (n:A) - [1] reads as the beginning of a pattern
            text += f" {before} {written}" if before else written
        return text

    def _compound(self, expression: Comprehension | Quantified | CaseExpression | Subquery) -> str:
        match expression:
            case Comprehension(variable, source, where, result):
                text = f"{_name(variable)} IN {self._operand(source)}"
                if where is not None:
                    # In brackets, since n:A | x reads as two kinds.
                    text += f" WHERE {self._operand(where)}"
                return f"[{text}]" if result is None else f"[{text} | {self._expression(result)}]"
            case Quantified(how, variable, source, condition):
                inside = f"{_name(variable)} IN {self._operand(source)}{self._where(condition)}"
                return f"{how}({inside})"
            case Subquery(how, patterns, where):
                text = f"{how} {{ MATCH {self._patterns(patterns)}{self._where(where)} }}"
                # After a bracket kglite takes COUNT { for a node with properties.
                is_count = self._dialect is Dialect.KGLITE and how == "COUNT"
                return f"abs(0 + {text})" if is_count else text
            case CaseExpression(subject, branches, default):
                text = "CASE" if subject is None else f"CASE {self._operand(subject)}"
                for condition, result in branches:
                    text += f" WHEN {self._expression(condition)} THEN {self._expression(result)}"
                if default is not None:
                    text += f" ELSE {self._expression(default)}"
                return f"{text} END"

    def _call(self, call: FunctionCall) -> str:
        if call.star:
            return f"{call.name}(*)"
        arguments = ", ".join(map(self._expression, call.arguments))
        if self._dialect is not Dialect.OURS and call.name == "properties":
            return arguments  # a node comes back as its properties anyway
        if self._dialect is not Dialect.OURS and call.name == "keys":
            return self._keys(arguments)
        if self._dialect is Dialect.NEO4J and call.name == "labels":
            each = "`_k`" if arguments != "`_k`" else "`_l`"
            ours = f"{each} <> '{NEO4J_LABEL}'"
            return " ".join((f"[{each} IN labels({arguments})", "WHERE", f"{ours}]"))
        return f"{call.name}({'DISTINCT ' if call.distinct else ''}{arguments})"

    def _keys(self, of: str) -> str:
        each = "`_k`" if of != "`_k`" else "`_l`"
        if self._dialect is Dialect.KGLITE:
            ours = f"{each} STARTS WITH '{KGLITE_PREFIX}'"
            shown = f"substring({each}, {len(KGLITE_PREFIX)})"
        else:
            ours, shown = f"{each} <> '{NEO4J_KEY}'", each
        return " ".join((f"[{each} IN keys({of})", "WHERE", ours, "|", f"{shown}]"))

    def _literal(self, value: Scalar) -> str:
        match value:
            case None:
                return "null"
            case bool():
                return "true" if value else "false"
            case int() | float():
                return repr(value)
            case str() if self._dialect is Dialect.OURS:
                return _quoted(value)
            case str():
                name = f"text_{len(self.texts)}"
                self.texts[name] = value
                return f"${name}"


def neo4j_name(name: str) -> str:
    """A property as Neo4j holds it: one of ours that is named like our key gets out of its way."""
    return f"_{name}" if name.lstrip("_") == NEO4J_KEY[1:] and name != NEO4J_KEY[1:] else name


def _may_be_none(edge: EdgePattern) -> bool:
    """A path of no relationship is one node, which may be any."""
    return edge.hops is not None and edge.hops.least == 0


def _name(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    controls = (c if c.isprintable() or ord(c) > 0x9F else f"\\u{ord(c):04x}" for c in escaped)
    return "'" + "".join(controls) + "'"
