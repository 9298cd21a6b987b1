"""Walks over the expressions of a tree."""

from __future__ import annotations

from collections.abc import Iterator

from remembrancer.graph.cypher.functions import AGGREGATES
from remembrancer.graph.cypher.tree import (
    CaseExpression,
    Chain,
    ComparisonTest,
    Comprehension,
    Expression,
    FunctionCall,
    HasLabels,
    Index,
    IsNull,
    ListOf,
    ListSlice,
    Literal,
    MapOf,
    Parameter,
    PathPattern,
    Property,
    Quantified,
    Subquery,
    Unary,
    Variable,
)


def children(expression: Expression) -> Iterator[Expression]:
    """The expressions directly inside it."""
    match expression:
        case Literal() | Parameter() | Variable() | HasLabels():
            return
        case Property(of, _):
            yield of
        case Index(of, at):
            yield from (of, at)
        case ListSlice(of, start, end):
            yield from _given(of, start, end)
        case ListOf(items):
            yield from items
        case MapOf(entries):
            yield from (value for _, value in entries)
        case Comprehension(_, source, where, result):
            yield from _given(source, where, result)
        case Quantified(_, _, source, condition):
            yield from (source, condition)
        case FunctionCall():
            yield from expression.arguments
        case Unary(_, operand) | IsNull(operand, _):
            yield operand
        case Chain(first, rest):
            yield first
            yield from (operand for _, operand in rest)
        case ComparisonTest(_, left, right):
            yield from (left, right)
        case CaseExpression(subject, branches, default):
            yield from _given(subject)
            for condition, result in branches:
                yield from (condition, result)
            yield from _given(default)
        case Subquery(_, patterns, where):
            yield from in_patterns(patterns)
            yield from _given(where)


def in_patterns(patterns: tuple[PathPattern, ...]) -> Iterator[Expression]:
    """The values of their properties."""
    for path in patterns:
        for part in path.parts:
            yield from (value for _, value in part.properties)


def everything_in(expression: Expression) -> Iterator[Expression]:
    yield expression
    for child in children(expression):
        yield from everything_in(child)


def names_in(expression: Expression) -> set[str]:
    """Every variable that it mentions, those of its own patterns and lists too."""
    names: set[str] = set()
    for part in everything_in(expression):
        match part:
            case Variable(name) | HasLabels(name, _):
                names.add(name)
            case Subquery(_, patterns, _):
                names |= {
                    piece.variable
                    for path in patterns
                    for piece in path.parts
                    if piece.variable is not None
                }
            case _:
                pass
    return names


def has_aggregate(expression: Expression) -> bool:
    return any(
        isinstance(part, FunctionCall) and part.name in AGGREGATES
        for part in everything_in(expression)
    )


def _given(*expressions: Expression | None) -> Iterator[Expression]:
    return (expression for expression in expressions if expression is not None)
