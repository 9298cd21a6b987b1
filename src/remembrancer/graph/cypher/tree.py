"""What a checked query is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

Scalar = str | int | float | bool | None


class Hops(NamedTuple):
    """How many relationships a path of variable length may take."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Literal:
    """A text, a number, true, false or null."""

    value: Scalar

    def __eq__(self, other: object) -> bool:
        # In Python 1 equals 1.0 and True; here each is another literal.
        return isinstance(other, Literal) and repr(self.value) == repr(other.value)

    def __hash__(self) -> int:
        return hash(repr(self.value))


@dataclass(frozen=True, slots=True)
class Parameter:
    """`$name`: a value that comes beside the query."""

    name: str


@dataclass(frozen=True, slots=True)
class Variable:
    name: str


@dataclass(frozen=True, slots=True)
class Property:
    """`n.name`: of a node, of a relationship or of a map."""

    of: Expression
    name: str


@dataclass(frozen=True, slots=True)
class Index:
    """`list[0]`."""

    of: Expression
    at: Expression


@dataclass(frozen=True, slots=True)
class ListSlice:
    """`list[1..3]`."""

    of: Expression
    start: Expression | None
    end: Expression | None


@dataclass(frozen=True, slots=True)
class ListOf:
    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class MapOf:
    entries: tuple[tuple[str, Expression], ...]


@dataclass(frozen=True, slots=True)
class Comprehension:
    """`[x IN list WHERE condition | result]`."""

    variable: str
    source: Expression
    where: Expression | None
    result: Expression | None


@dataclass(frozen=True, slots=True)
class Quantified:
    """`any(x IN list WHERE condition)`; also all, none and single."""

    how: str
    variable: str
    source: Expression
    where: Expression


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """A function of the allow-list. `count(*)` has no arguments and `star`."""

    name: str
    arguments: tuple[Expression, ...] = ()
    distinct: bool = False
    star: bool = False


@dataclass(frozen=True, slots=True)
class Unary:
    """NOT, or a minus."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class Chain:
    """Operands with operators of one rank between them: `a + b - c`, `x AND y AND z`.

    It is flat, so that a long sum is no deep tree.
    """

    first: Expression
    rest: tuple[tuple[str, Expression], ...]


@dataclass(frozen=True, slots=True)
class ComparisonTest:
    """=, <>, <, <=, >, >=, IN, STARTS WITH, ENDS WITH, CONTAINS."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class IsNull:
    operand: Expression
    negated: bool


@dataclass(frozen=True, slots=True)
class HasLabels:
    """`n:Person`, in a condition."""

    variable: str
    labels: Labels


@dataclass(frozen=True, slots=True)
class CaseExpression:
    subject: Expression | None  # of the simple form: CASE x WHEN 1 THEN …
    branches: tuple[tuple[Expression, Expression], ...]
    default: Expression | None


@dataclass(frozen=True, slots=True)
class Subquery:
    """EXISTS { … } or COUNT { … }. A pattern as a condition is an EXISTS too."""

    how: str
    patterns: tuple[PathPattern, ...]
    where: Expression | None


@dataclass(frozen=True, slots=True)
class Labels:
    names: tuple[str, ...] = ()
    any_of: bool = False  # `:A|B`; otherwise a node has them all


@dataclass(frozen=True, slots=True)
class NodePattern:
    variable: str | None
    labels: Labels
    properties: tuple[tuple[str, Expression], ...]


@dataclass(frozen=True, slots=True)
class EdgePattern:
    variable: str | None
    types: tuple[str, ...]  # one of them; in upper case
    properties: tuple[tuple[str, Expression], ...]
    direction: str  # "->", "<-" or "--"
    hops: Hops | None  # None: one relationship


@dataclass(frozen=True, slots=True)
class PathPattern:
    """Nodes with relationships between them: one node more than edges."""

    variable: str | None
    shortest: str | None  # shortestPath or allShortestPaths
    nodes: tuple[NodePattern, ...]
    edges: tuple[EdgePattern, ...]

    @property
    def parts(self) -> tuple[NodePattern | EdgePattern, ...]:
        return (*self.nodes, *self.edges)


@dataclass(frozen=True, slots=True)
class MatchClause:
    optional: bool
    patterns: tuple[PathPattern, ...]
    where: Expression | None


@dataclass(frozen=True, slots=True)
class Unwind:
    source: Expression
    variable: str


@dataclass(frozen=True, slots=True)
class ReturnColumn:
    expression: Expression
    name: str  # as the caller named it, or else as they wrote the expression


@dataclass(frozen=True, slots=True)
class Projection:
    """What WITH hands on and RETURN gives back."""

    distinct: bool
    star: bool  # everything in scope comes before the columns
    columns: tuple[ReturnColumn, ...]
    order: tuple[tuple[Expression, bool], ...]  # an expression, and whether it descends
    skip: Expression | None
    limit: Expression | None


@dataclass(frozen=True, slots=True)
class With:
    projection: Projection
    where: Expression | None


@dataclass(frozen=True, slots=True)
class Return:
    projection: Projection


@dataclass(frozen=True, slots=True)
class Query:
    parts: tuple[tuple[Clause, ...], ...]  # more than one: a UNION
    union_all: bool  # a UNION that keeps equal rows


Expression = (
    Literal
    | Parameter
    | Variable
    | Property
    | Index
    | ListSlice
    | ListOf
    | MapOf
    | Comprehension
    | Quantified
    | FunctionCall
    | Unary
    | Chain
    | ComparisonTest
    | IsNull
    | HasLabels
    | CaseExpression
    | Subquery
)
Clause = MatchClause | Unwind | With | Return
