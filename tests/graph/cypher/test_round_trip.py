"""A tree that is written and read again is the same tree."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remembrancer.core.errors import QueryRefused
from remembrancer.core.texts.unseen_characters import UNSEEN
from remembrancer.graph.cypher import CheckedQuery, Dialect, checked, written
from remembrancer.graph.cypher.functions import AGGREGATES, OF_A_VARIABLE, SCALARS
from remembrancer.graph.cypher.parser import parsed
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
    Hops,
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
    ReturnColumn,
    Subquery,
    Unary,
    Unwind,
    Variable,
    With,
)

_UNSEEN = re.compile(f"[{UNSEEN}]")
_TEXT = st.text(
    st.characters(exclude_categories=["Cs", "Cc"]).filter(lambda c: c != "\0"), max_size=8
)
_NAME = st.one_of(
    st.sampled_from(["n", "match", "RETURN", "a`b", "ålder", "x y", "in", "p) DELETE (n"]),
    st.text(
        st.characters(categories=["L", "N", "P", "S"]).filter(lambda c: not c.isspace()),
        min_size=1,
        max_size=4,
    ).filter(lambda name: not _UNSEEN.search(name)),
)
_LABEL = st.from_regex(r"[A-Z][A-Z0-9_]{0,5}", fullmatch=True)
_LABELS = st.builds(
    lambda names, any_of: Labels(tuple(names), any_of and len(names) > 1),
    st.lists(_LABEL, max_size=2),
    st.booleans(),
)
_SOME_LABELS = _LABELS.filter(lambda labels: bool(labels.names))
_LITERAL = st.builds(
    Literal,
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(0, 2**63 - 1),
        st.floats(min_value=0, allow_nan=False, allow_infinity=False),
        _TEXT,
        st.sampled_from(["'", "\\", "\n\t", "\\'); DROP", '"']),
    ),
)
_LEAF: st.SearchStrategy[Expression] = st.one_of(
    _LITERAL,
    st.builds(Variable, _NAME),
    st.builds(Parameter, st.from_regex(r"[a-z_][a-z0-9_]{0,5}", fullmatch=True)),
    st.builds(HasLabels, _NAME, _SOME_LABELS),
)
_QUANTIFIERS = st.sampled_from(["all", "any", "none", "single"])
_RANKS = [["OR"], ["XOR"], ["AND"], ["+", "-"], ["*", "/", "%"]]
_COMPARISONS = ["=", "<>", "<", "<=", ">", ">=", "IN", "CONTAINS", "STARTS WITH", "ENDS WITH"]


Entries = tuple[tuple[str, Expression], ...]


def _entries(values: st.SearchStrategy[Expression]) -> st.SearchStrategy[Entries]:
    return st.dictionaries(_NAME, values, max_size=2).map(lambda map: tuple(map.items()))


def _paths(values: st.SearchStrategy[Expression]) -> st.SearchStrategy[PathPattern]:
    name = st.none() | _NAME
    node = st.builds(NodePattern, name, _LABELS, _entries(values))
    types = st.lists(_LABEL, max_size=2, unique=True).map(tuple)
    direction = st.sampled_from(["->", "<-", "--"])
    hops = st.tuples(st.integers(1, 5), st.integers(1, 5)).map(lambda ends: Hops(*sorted(ends)))
    plain = st.builds(EdgePattern, name, types, _entries(values), direction, st.none())
    long = st.builds(EdgePattern, name, types, st.just(()), direction, hops)
    one = st.builds(lambda name, node: PathPattern(name, None, (node,), ()), name, node)
    two = st.builds(
        lambda name, a, edge, b: PathPattern(name, None, (a, b), (edge,)),
        *(name, node, plain | long, node),
    )
    short = st.builds(
        lambda name, how, a, edge, b: PathPattern(name, how, (a, b), (edge,)),
        name,
        st.sampled_from(["shortestPath", "allShortestPaths"]),
        node,
        long.filter(lambda edge: edge.hops is not None and edge.hops.least == 1),
        node,
    )
    return st.one_of(one, two, short)


def _chains(values: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    ranked = st.sampled_from(_RANKS).flatmap(
        lambda signs: st.builds(
            Chain,
            values,
            st.lists(st.tuples(st.sampled_from(signs), values), min_size=1, max_size=3).map(tuple),
        )
    )
    power = st.builds(lambda a, b: Chain(a, (("^", b),)), values, values)
    return st.one_of(ranked, power)


def _calls(values: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    takes = AGGREGATES | SCALARS
    usual = st.sampled_from(sorted(set(takes) - OF_A_VARIABLE)).flatmap(
        lambda name: st.builds(
            FunctionCall,
            st.just(name),
            st.lists(values, min_size=takes[name][0], max_size=min(takes[name][1], 3)).map(tuple),
            st.booleans() if name in AGGREGATES else st.just(False),
        )
    )
    of_a_variable = st.builds(
        lambda name, of: FunctionCall(name, (Variable(of),)),
        st.sampled_from(sorted(OF_A_VARIABLE)),
        _NAME,
    )
    return st.one_of(usual, of_a_variable, st.just(FunctionCall("count", star=True)))


def _larger(values: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    maybe = st.none() | values
    no_text = values.filter(lambda v: not (isinstance(v, Literal) and isinstance(v.value, str)))
    branches = st.lists(st.tuples(values, values), min_size=1, max_size=2).map(tuple)
    patterns = st.lists(_paths(values), min_size=1, max_size=2).map(tuple)
    return st.one_of(
        st.builds(Property, values, _NAME),
        st.builds(Index, values, no_text),
        st.builds(ListSlice, values, maybe, maybe),
        st.builds(ListOf, st.lists(values, max_size=3).map(tuple)),
        st.builds(MapOf, _entries(values)),
        st.builds(Comprehension, _NAME, values, maybe, maybe),
        st.builds(Quantified, _QUANTIFIERS, _NAME, values, values),
        _calls(values),
        st.builds(Unary, st.sampled_from(["NOT", "-"]), values),
        _chains(values),
        st.builds(ComparisonTest, st.sampled_from(_COMPARISONS), values, values),
        st.builds(IsNull, values, st.booleans()),
        st.builds(CaseExpression, maybe, branches, maybe),
        st.builds(Subquery, st.sampled_from(["EXISTS", "COUNT"]), patterns, maybe),
    )  # fmt: skip


_EXPRESSION = st.recursive(_LEAF, _larger, max_leaves=6)
_COUNT = st.none() | st.builds(Literal, st.integers(0, 1_000))
_PROJECTION = st.builds(
    Projection,
    st.booleans(),
    st.booleans(),
    st.lists(
        st.builds(ReturnColumn, _EXPRESSION, _NAME),
        min_size=1,
        max_size=2,
        unique_by=lambda c: c.name,
    ).map(tuple),
    st.lists(st.tuples(_EXPRESSION, st.booleans()), max_size=1).map(tuple),
    _COUNT,
    _COUNT,
)
_CLAUSE: st.SearchStrategy[Clause] = st.one_of(
    st.builds(
        MatchClause,
        st.booleans(),
        st.lists(_paths(_EXPRESSION), min_size=1, max_size=2).map(tuple),
        st.none() | _EXPRESSION,
    ),
    st.builds(Unwind, _EXPRESSION, _NAME),
    st.builds(With, _PROJECTION, st.none() | _EXPRESSION),
)
_PART = st.builds(
    lambda clauses, last: (*clauses, Return(last)), st.lists(_CLAUSE, max_size=2), _PROJECTION
)
_QUERY = st.builds(
    lambda parts, keeps: Query(tuple(parts), keeps and len(parts) > 1),
    st.lists(_PART, min_size=1, max_size=2),
    st.booleans(),
)


@given(_QUERY)
@settings(max_examples=12, deadline=None)
def test_what_is_written_reads_the_same(tree: Query) -> None:
    """Writing a tree in our dialect and reading it gives the tree."""
    _check_round_trip(tree)


@pytest.mark.soak
@given(_QUERY)
@settings(max_examples=600, deadline=None)
def test_whatever_is_written_reads_the_same(tree: Query) -> None:
    """Writing a tree in our dialect and reading it gives the tree, over many trees."""
    _check_round_trip(tree)


def _check_round_trip(tree: Query) -> None:
    text = written(CheckedQuery(tree, {}), Dialect.OURS).text
    again = _read(text)
    # It may be larger than a query may be, and nothing else.
    assert again == tree or str(again).startswith(("The query is nested", "The query walks over"))


def _read(text: str) -> Query | QueryRefused:
    try:
        return parsed(text)
    except QueryRefused as refused:
        return refused


def test_a_kind_before_a_bar_stays_one() -> None:
    """`n:A | x` in a list would be two kinds, so the condition stands in brackets."""
    made = Comprehension("n", Variable("l"), HasLabels("n", Labels(("A",))), Variable("n"))
    column = Projection(False, False, (ReturnColumn(made, "x"),), (), None, None)
    tree = Query(((Return(column),),), False)
    assert parsed(written(CheckedQuery(tree, {}), Dialect.OURS).text) == tree


@given(
    st.text(
        st.sampled_from("()[]{}-<>:|.,*$'\"`\\/#; \nnaMATCHRETURNWHERE=+01é\u202e"), max_size=60
    )
)
@settings(max_examples=150, deadline=None)
def test_any_text_is_a_query_or_refused(text: str) -> None:
    """No text raises anything but a refusal."""
    try:
        query = checked(text)
    except QueryRefused:
        return
    again = written(query, Dialect.OURS)
    assert checked(again.text, again.params) == query


def test_a_kind_before_a_minus_is_no_pattern() -> None:
    """`(n:A) - [1]` would begin a pattern, so that the kind stands in two brackets."""
    made = Chain(HasLabels("n", Labels(("A",))), (("+", Literal(1)), ("-", ListOf((Literal(1),)))))
    less = Chain(HasLabels("n", Labels(("A",))), (("-", ListOf(())),))
    for one in (made, less):
        column = Projection(False, False, (ReturnColumn(one, "x"),), (), None, None)
        _check_round_trip(Query(((Return(column),),), False))
