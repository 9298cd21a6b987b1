"""Patterns: nodes, and relationships between them."""

from __future__ import annotations

from abc import ABC, abstractmethod

from remembrancer.core import limits
from remembrancer.graph.cypher.cursor import Cursor
from remembrancer.graph.cypher.refusals import refusal
from remembrancer.graph.cypher.tokens import TokenKind
from remembrancer.graph.cypher.tree import (
    EdgePattern,
    Expression,
    Hops,
    Labels,
    NodePattern,
    PathPattern,
)

_SHORTEST = {"shortestpath": "shortestPath", "allshortestpaths": "allShortestPaths"}
_UNBOUNDED = (
    "A path needs a bound: write how many relationships it may take, at most "
    f"{limits.CYPHER_HOPS_MAX}, such as [:KNOWS*1..3]."
)


class PatternParser(Cursor, ABC):
    """Reads patterns."""

    def __init__(self, query: str) -> None:
        super().__init__(query)
        self._relationships = 0

    @abstractmethod
    def expression(self) -> Expression: ...

    def patterns(self) -> tuple[PathPattern, ...]:
        found = [self.path()]
        while self.take_sign(","):
            found.append(self.path())
        return tuple(found)

    def path(self) -> PathPattern:
        variable = None
        if self.at_name() and self.ahead(1).is_sign("="):
            variable = self.name("the name of a path")
            self.expect_sign("=")
        shortest = _SHORTEST.get(self.here.keyword.lower())
        if shortest is None:
            return self._steps(variable, None)
        self.next()
        self.expect_sign("(")
        found = self._steps(variable, shortest)
        self.expect_sign(")")
        if len(found.edges) != 1 or found.edges[0].hops is None:
            raise refusal(
                f"{shortest} takes two nodes and one path between them: "
                f"{shortest}((a)-[*..{limits.CYPHER_HOPS_MAX}]-(b))."
            )
        if found.edges[0].hops.least > 1:
            raise refusal(f"{shortest} begins at one relationship: write [*..3].")
        return found

    def at_pattern(self) -> bool:
        """Whether this bracket opens a node that a relationship follows."""
        if not self.at_sign("("):
            return False
        inside = self.ahead(1)
        if not (inside.is_sign(")", ":", "{") or inside.kind in (TokenKind.WORD, TokenKind.NAME)):
            return False
        after = self.after_bracket()
        if self.ahead(after).is_sign("<"):
            after += 1
        second = self.ahead(after + 1)
        return self.ahead(after).is_sign("-") and (
            second.is_sign("[") or (second.is_sign("-") and self.ahead(after + 2).is_sign(">", "("))
        )

    def _steps(self, variable: str | None, shortest: str | None) -> PathPattern:
        nodes, edges = [self._node()], []
        while self.at_sign("-", "<"):
            edges.append(self._edge())
            nodes.append(self._node())
        return PathPattern(variable, shortest, tuple(nodes), tuple(edges))

    def _node(self) -> NodePattern:
        self.expect_sign("(")
        variable = self.name("the name of a node") if self.at_name() else None
        labels = self.labels() if self.at_sign(":") else Labels()
        properties = self._properties()
        if self.at_keyword("WHERE"):
            raise refusal("A node has no WHERE of its own. Write it after the pattern.")
        self.expect_sign(")")
        return NodePattern(variable, labels, properties)

    def labels(self) -> Labels:
        self.expect_sign(":")
        names = [self.label("kind")]
        any_of: bool | None = None
        while self.at_sign("|", ":", "&"):
            alternative = self.next().value == "|"
            if alternative:
                self.take_sign(":")
            if any_of not in (None, alternative):
                raise refusal("Write either :A|B or :A:B, not both in one node.")
            any_of = alternative
            names.append(self.label("kind"))
        return Labels(tuple(names), bool(any_of))

    def _properties(self) -> tuple[tuple[str, Expression], ...]:
        if self.here.kind is TokenKind.PARAMETER:
            raise refusal("Write each property by itself: {id: $id}.")
        return self.entries() if self.at_sign("{") else ()

    def entries(self) -> tuple[tuple[str, Expression], ...]:
        """`{name: value, …}`."""
        self.expect_sign("{")
        found: list[tuple[str, Expression]] = []
        while not self.take_sign("}"):
            if found:
                self.expect_sign(",")
            name = self.key("the name of a property")
            self.expect_sign(":")
            if name in dict(found):
                raise refusal(f"{name} stands twice in one map. Leave one out.")
            found.append((name, self.expression()))
        return tuple(found)

    def _edge(self) -> EdgePattern:
        from_right = self.take_sign("<")
        self.expect_sign("-")
        variable: str | None = None
        types: tuple[str, ...] = ()
        properties: tuple[tuple[str, Expression], ...] = ()
        hops: Hops | None = None
        if self.take_sign("["):
            variable = self.name("the name of a relationship") if self.at_name() else None
            types = self._types() if self.at_sign(":") else ()
            hops = self._hops() if self.take_sign("*") else None
            properties = self._properties()
            if self.at_keyword("WHERE"):
                raise refusal("A relationship has no WHERE of its own. Write it after the pattern.")
            self.expect_sign("]")
        self.expect_sign("-")
        to_right = self.take_sign(">")
        if self.at_sign("{", "+", "*"):
            raise refusal(_UNBOUNDED)
        direction = {(True, False): "<-", (False, True): "->"}.get((from_right, to_right), "--")
        if hops and properties:
            raise refusal("A path of variable length has no properties. Ask for them in WHERE.")
        self._relationships += hops.most if hops else 1
        if self._relationships > limits.CYPHER_RELATIONSHIPS_MAX:
            raise refusal(
                f"The query walks over more than {limits.CYPHER_RELATIONSHIPS_MAX} relationships. "
                "Ask in two queries."
            )
        return EdgePattern(variable, types, properties, direction, hops)

    def _types(self) -> tuple[str, ...]:
        self.expect_sign(":")
        found = [self.label("type").upper()]
        while self.take_sign("|"):
            self.take_sign(":")
            found.append(self.label("type").upper())
        return tuple(dict.fromkeys(found))

    def _hops(self) -> Hops:
        least = self._whole_number()
        if self.take_sign(".."):
            most = self._whole_number()
            least = 1 if least is None else least
        else:
            most = least
        if most is None or least is None or most > limits.CYPHER_HOPS_MAX:
            raise refusal(_UNBOUNDED)
        if not 1 <= least <= most:
            raise refusal("A path takes at least one relationship, and no fewer than its least.")
        return Hops(least, most)

    def _whole_number(self) -> int | None:
        if self.here.kind is not TokenKind.NUMBER:
            return None
        value = self.next().value
        if not isinstance(value, int):
            raise refusal(_UNBOUNDED)
        return value
