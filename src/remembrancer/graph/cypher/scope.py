"""Which names a query knows where, and what they stand for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from typing import Any

from remembrancer.graph.cypher.anchors import check_anchors
from remembrancer.graph.cypher.functions import AGGREGATES
from remembrancer.graph.cypher.refusals import refusal
from remembrancer.graph.cypher.tree import (
    Clause,
    Comprehension,
    Expression,
    FunctionCall,
    HasLabels,
    Literal,
    MatchClause,
    Parameter,
    PathPattern,
    Projection,
    Quantified,
    Query,
    Return,
    ReturnColumn,
    Subquery,
    Unwind,
    Variable,
    With,
)
from remembrancer.graph.cypher.walk import children, has_aggregate, in_patterns, names_in


class Stands(Enum):
    """What a name stands for."""

    NODE = "a node"
    EDGE = "a relationship"
    PATH = "a path"
    VALUE = "a value"


Scope = dict[str, Stands]


class ScopeCheck:
    """Checks the names, anchors and parameters of one query."""

    def __init__(self, params: Mapping[str, Any]) -> None:
        self._params = params
        self.used: set[str] = set()  # parameters that the query asks for

    def query(self, query: Query) -> Query:
        """The query with `*` written out."""
        parts = tuple(self._part(part) for part in query.parts)
        columns = {self._columns(part) for part in parts}
        if len(columns) > 1:
            raise refusal("All parts of a UNION return the same columns: name them with AS.")
        return replace(query, parts=parts)

    def _columns(self, part: tuple[Clause, ...]) -> tuple[str, ...]:
        last = part[-1]
        assert isinstance(last, Return)
        return tuple(column.name for column in last.projection.columns)

    def _part(self, clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
        scope: Scope = {}
        checked: list[Clause] = []
        for clause in clauses:
            match clause:
                case MatchClause(_, patterns, where):
                    scope = self._matched(patterns, where, scope)
                case Unwind(source, variable):
                    self._expression(source, scope)
                    self._must_be_new(variable, scope)
                    scope = scope | {variable: Stands.VALUE}
                case With(projection, where):
                    projection, scope = self._projected(projection, scope)
                    if where is not None:
                        self._expression(where, scope)
                    clause = With(projection, where)
                case Return(projection):
                    projection, scope = self._projected(projection, scope)
                    clause = Return(projection)
            checked.append(clause)
        return tuple(checked)

    def _matched(
        self, patterns: tuple[PathPattern, ...], where: Expression | None, scope: Scope
    ) -> Scope:
        found: Scope = {}
        for path in patterns:
            for edge in path.edges:
                if edge.variable is not None:
                    self._must_be_new(edge.variable, scope | found)
                    found[edge.variable] = Stands.VALUE if edge.hops else Stands.EDGE
            if path.variable is not None:
                self._must_be_new(path.variable, scope | found)
                found[path.variable] = Stands.PATH
            for node in path.nodes:
                if node.variable is not None:
                    self._may_be_node(node.variable, scope | found)
                    found[node.variable] = Stands.NODE
        inside = scope | found
        for value in in_patterns(patterns):
            self._expression(value, inside)
        if where is not None:
            self._expression(where, inside)
        known = {name for name, stands in scope.items() if stands is Stands.NODE}
        check_anchors(patterns, where, known, self._params)
        return inside

    def _must_be_new(self, name: str, scope: Scope) -> None:
        if name in scope:
            raise refusal(f"{name} is {scope[name].value} already. Choose another name.")

    def _may_be_node(self, name: str, scope: Scope) -> None:
        if scope.get(name, Stands.NODE) is not Stands.NODE:
            raise refusal(
                f"{name} is {scope[name].value}, and a pattern has nodes. Match the node by a "
                f"property: (n {{id: {name}}})."
            )

    def _projected(self, projection: Projection, scope: Scope) -> tuple[Projection, Scope]:
        if projection.star:
            if not scope:
                raise refusal("There is nothing that * could stand for. Begin with MATCH.")
            everything = tuple(ReturnColumn(Variable(name), name) for name in scope)
            columns = (*everything, *projection.columns)
            if len({column.name for column in columns}) < len(columns):
                raise refusal("A column is in * already. Leave it out, or give it another name.")
            projection = replace(projection, star=False, columns=columns)
        after: Scope = {}
        for column in projection.columns:
            self._expression(column.expression, scope, may_aggregate=True)
            after[column.name] = Stands.VALUE
            if isinstance(column.expression, Variable):
                after[column.name] = scope[column.expression.name]
        self._ordered(projection, scope, after)
        for count in (projection.skip, projection.limit):
            self._counted(count)
        return projection, after

    def _ordered(self, projection: Projection, scope: Scope, after: Scope) -> None:
        given = {column.expression for column in projection.columns}
        folded = projection.distinct or any(map(has_aggregate, given))
        for expression, _ in projection.order:
            if expression in given:
                continue
            self._expression(expression, scope | after)
            if folded and not names_in(expression) <= set(after):
                raise refusal("After DISTINCT, count and the like ORDER takes columns alone.")

    def _counted(self, count: Expression | None) -> None:
        value = count.value if isinstance(count, Literal) else 0
        if isinstance(count, Parameter):
            self._expression(count, {})
            value = self._params[count.name]
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise refusal("SKIP and LIMIT take a whole number from 0 on.")

    def _expression(
        self, expression: Expression, scope: Scope, *, may_aggregate: bool = False
    ) -> None:
        match expression:
            case Variable(name) | HasLabels(name, _) if name not in scope:
                raise refusal(
                    f"{name} is not known here. Name it in MATCH, UNWIND or WITH first; if it is a "
                    f"text, write it in quotes: '{name}'."
                )
            case HasLabels(name, _) if scope[name] is not Stands.NODE:
                raise refusal(f"{name} is {scope[name].value}, and only a node has a kind.")
            case Parameter(name):
                if name not in self._params:
                    raise refusal(f"There is no value for ${name}. Give it in params.")
                self.used.add(name)
            case Comprehension(variable, source, where, result):
                self._expression(source, scope, may_aggregate=may_aggregate)
                self._must_be_new(variable, scope)
                for inner in (where, result):
                    if inner is not None:
                        self._expression(inner, scope | {variable: Stands.VALUE})
            case Quantified(_, variable, source, condition):
                self._expression(source, scope, may_aggregate=may_aggregate)
                self._must_be_new(variable, scope)
                self._expression(condition, scope | {variable: Stands.VALUE})
            case Subquery(_, patterns, where):
                self._matched(patterns, where, scope)
            case FunctionCall(name) if name in AGGREGATES:
                if not may_aggregate:
                    raise refusal(f"{name}() stands in WITH or RETURN alone, not inside another.")
                for argument in expression.arguments:
                    self._expression(argument, scope)
            case _:
                for child in children(expression):
                    self._expression(child, scope, may_aggregate=may_aggregate)
