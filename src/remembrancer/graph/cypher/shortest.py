"""A shortest path gets a MATCH of its own, after those that find its ends: kglite needs it so."""

from __future__ import annotations

from collections.abc import Iterable

from remembrancer.graph.cypher.tree import (
    Chain,
    Clause,
    Expression,
    MatchClause,
    PathPattern,
)
from remembrancer.graph.cypher.walk import names_in


def with_shortest_paths_alone(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    written: list[Clause] = []
    for clause in clauses:
        if isinstance(clause, MatchClause) and any(path.shortest for path in clause.patterns):
            written.extend(_split(clause))
        else:
            written.append(clause)
    return tuple(written)


def _split(clause: MatchClause) -> Iterable[Clause]:
    if len(clause.patterns) == 1:
        return [clause]
    plain = tuple(path for path in clause.patterns if path.shortest is None)
    shortest = tuple(path for path in clause.patterns if path.shortest is not None)
    early: list[Expression] = []
    late: list[Expression] = []
    only_later = _variables(shortest) - _variables(plain)
    for condition in _conditions(clause.where):
        (late if names_in(condition) & only_later else early).append(condition)
    *before, last = shortest
    matches = [MatchClause(False, plain, _joined(early))] if plain else []
    matches += [MatchClause(False, (path,), None) for path in before]
    return [*matches, MatchClause(False, (last,), _joined(late if plain else early + late))]


def _variables(paths: tuple[PathPattern, ...]) -> set[str]:
    return {
        name
        for path in paths
        for name in (path.variable, *(part.variable for part in path.parts))
        if name is not None
    }


def _conditions(where: Expression | None) -> list[Expression]:
    match where:
        case None:
            return []
        case Chain(first, rest) if rest[0][0] == "AND":
            return [first, *(condition for _, condition in rest)]
        case _:
            return [where]


def _joined(conditions: list[Expression]) -> Expression | None:
    if len(conditions) < 2:
        return conditions[0] if conditions else None
    return Chain(conditions[0], tuple(("AND", condition) for condition in conditions[1:]))
