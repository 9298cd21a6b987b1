"""Clauses: a question is MATCH, WITH and UNWIND in any number, and one RETURN."""

from __future__ import annotations

from remembrancer.core import limits
from remembrancer.core.errors import QueryRefused
from remembrancer.graph.cypher.expressions import ExpressionParser
from remembrancer.graph.cypher.refusals import refusal
from remembrancer.graph.cypher.tokens import TokenKind
from remembrancer.graph.cypher.tree import (
    Clause,
    Expression,
    Literal,
    MatchClause,
    Parameter,
    Projection,
    Query,
    Return,
    ReturnColumn,
    Unwind,
    Variable,
    With,
)

_WRITES = frozenset(
    ["CREATE", "DELETE", "DETACH", "DROP", "FOREACH", "INSERT", "MERGE", "REMOVE", "SET", "ALTER"]
)
_ELSEWHERE = {
    "CALL": "There are no procedures. Ask with MATCH.",
    "LOAD": "A query reads the graph alone, no files.",
    "USE": "There is one graph. Leave USE out.",
    "SHOW": "Ask with MATCH; the kinds and types are in the documentation.",
    "EXPLAIN": "Leave EXPLAIN out.",
    "PROFILE": "Leave PROFILE out.",
    "FORMAT": "Leave FORMAT out: the answer is rows.",
    "FOR": "Leave FOR out, and compare times in WHERE.",
}
_COLUMN_CHARACTERS_MAX = 200
_AT_CLAUSE = "MATCH, OPTIONAL MATCH, WITH, UNWIND or RETURN"


class _Parser(ExpressionParser):
    def query(self) -> Query:
        parts = [self._part()]
        kept: set[bool] = set()
        while self.take_keyword("UNION"):
            kept.add(self.take_keyword("ALL"))
            parts.append(self._part())
        if self.here.kind is not TokenKind.END:
            raise self._stray("the end of the query")
        if len(kept) > 1:
            raise refusal("Write UNION everywhere, or UNION ALL everywhere.")
        if sum(map(len, parts)) > limits.CYPHER_CLAUSES_MAX:
            raise refusal(
                f"The query has more than {limits.CYPHER_CLAUSES_MAX} clauses. Ask in two queries."
            )
        return Query(tuple(parts), kept == {True})

    def _part(self) -> tuple[Clause, ...]:
        clauses: list[Clause] = []
        while not self.at_keyword("RETURN"):
            clauses.append(self._clause())
            if len(clauses) > limits.CYPHER_CLAUSES_MAX:
                raise refusal(f"A query has at most {limits.CYPHER_CLAUSES_MAX} clauses.")
        self.next()
        clauses.append(Return(self._projection(named=False)))
        return tuple(clauses)

    def _clause(self) -> Clause:
        if self.take_keyword("OPTIONAL", "MATCH"):
            return self._match(optional=True)
        if self.take_keyword("MATCH"):
            return self._match(optional=False)
        if self.take_keyword("UNWIND"):
            source = self.expression()
            self.expect_keyword("AS")
            return Unwind(source, self.name("a name for each value"))
        if self.take_keyword("WITH"):
            return With(self._projection(named=True), self._where())
        if self.here.kind is TokenKind.END:
            raise refusal("A query ends with RETURN: say what you want back.")
        raise self._stray(_AT_CLAUSE)

    def _stray(self, wanted: str) -> QueryRefused:
        word = self.here.keyword
        if word in _WRITES:
            return refusal(
                f"{word} writes, and a query only reads. To change the graph use the verbs "
                "entity, relate and end."
            )
        if word in _ELSEWHERE:
            return refusal(f"There is no {word} here. {_ELSEWHERE[word]}")
        return self.unexpected(wanted)

    def _match(self, *, optional: bool) -> MatchClause:
        return MatchClause(optional, self.patterns(), self._where())

    def _where(self) -> Expression | None:
        return self.expression() if self.take_keyword("WHERE") else None

    def _projection(self, *, named: bool) -> Projection:
        distinct = self.take_keyword("DISTINCT")
        star = self.take_sign("*")
        columns: list[ReturnColumn] = []
        if not star or self.take_sign(","):
            columns.append(self._column(named=named))
            while self.take_sign(","):
                columns.append(self._column(named=named))
        order: list[tuple[Expression, bool]] = []
        if self.take_keyword("ORDER", "BY"):
            order.append(self._ordered())
            while self.take_sign(","):
                order.append(self._ordered())
        skip = self._count() if self.take_keyword("SKIP") else None
        limit = self._count() if self.take_keyword("LIMIT") else None
        names = [column.name for column in columns]
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise refusal(f"Two columns are named {twice}. Name one of them with AS.")
        return Projection(distinct, star, tuple(columns), tuple(order), skip, limit)

    def _column(self, *, named: bool) -> ReturnColumn:
        mark = self.mark()
        expression = self.expression()
        written = self.written_since(mark)
        if self.take_keyword("AS"):
            return ReturnColumn(expression, self.name("the name of a column"))
        if isinstance(expression, Variable):
            return ReturnColumn(expression, expression.name)
        if named or len(written) > _COLUMN_CHARACTERS_MAX:
            raise refusal(f"Name what {written[:60]} gives with AS.")
        return ReturnColumn(expression, written)

    def _ordered(self) -> tuple[Expression, bool]:
        expression = self.expression()
        if self.take_keyword("DESC") or self.take_keyword("DESCENDING"):
            return expression, True
        if not self.take_keyword("ASC"):
            self.take_keyword("ASCENDING")
        return expression, False

    def _count(self) -> Expression:
        token = self.here
        if token.kind is TokenKind.PARAMETER:
            return Parameter(str(self.next().value))
        if token.kind is TokenKind.NUMBER and isinstance(token.value, int):
            return Literal(self.next().value)
        raise refusal("After SKIP and LIMIT comes a whole number, or a parameter.")


def parsed(query: str) -> Query:
    """The tree of a query, or `QueryRefused`."""
    return _Parser(query).query()
