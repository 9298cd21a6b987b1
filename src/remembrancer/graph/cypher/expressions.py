"""Expressions, from OR down to a name."""

from __future__ import annotations

from collections.abc import Callable

from remembrancer.graph.cypher import functions
from remembrancer.graph.cypher.patterns import PatternParser
from remembrancer.graph.cypher.refusals import refusal
from remembrancer.graph.cypher.tokens import TokenKind
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
    Property,
    Quantified,
    Subquery,
    Unary,
    Variable,
)

_COMPARISONS = ("=", "<>", "<", "<=", ">", ">=")
_WORDS = (("IN",), ("CONTAINS",), ("STARTS", "WITH"), ("ENDS", "WITH"))
_CONSTANTS = {"TRUE": True, "FALSE": False, "NULL": None}
_STEPS_MAX = 8  # dots and brackets after one value


class ExpressionParser(PatternParser):
    """Reads expressions."""

    def expression(self) -> Expression:
        with self.deeper():
            return self._or()

    def _or(self) -> Expression:
        return self._words(self._xor, "OR")

    def _xor(self) -> Expression:
        return self._words(self._and, "XOR")

    def _and(self) -> Expression:
        return self._words(self._not, "AND")

    def _words(self, operand: Callable[[], Expression], word: str) -> Expression:
        first, rest = operand(), []
        while self.take_keyword(word):
            rest.append((word, operand()))
        return Chain(first, tuple(rest)) if rest else first

    def _not(self) -> Expression:
        if not self.take_keyword("NOT"):
            return self._comparison()
        with self.deeper():
            return Unary("NOT", self._not())

    def _comparison(self) -> Expression:
        left = self._sum()
        found = self._compared(left)
        if found is not left and self._compares():
            raise refusal(
                "Two comparisons follow each other. Write a < b AND b < c, or put one in brackets."
            )
        return found

    def _compares(self) -> bool:
        return (
            self.at_sign(*_COMPARISONS)
            or self.at_keyword("IS")
            or any(self.at_keyword(*words) for words in _WORDS)
        )

    def _compared(self, left: Expression) -> Expression:
        if self.at_sign(*_COMPARISONS):
            operator = str(self.next().value)
            return ComparisonTest(operator, left, self._sum())
        for words in _WORDS:
            if self.take_keyword(*words):
                return ComparisonTest(" ".join(words), left, self._sum())
        if self.take_keyword("IS"):
            negated = self.take_keyword("NOT")
            self.expect_keyword("NULL")
            return IsNull(left, negated)
        return left

    def _sum(self) -> Expression:
        return self._signs(self._product, "+", "-")

    def _product(self) -> Expression:
        return self._signs(self._power, "*", "/", "%")

    def _signs(self, operand: Callable[[], Expression], *signs: str) -> Expression:
        first, rest = operand(), []
        while self.at_sign(*signs):
            sign = str(self.next().value)
            rest.append((sign, operand()))
        return Chain(first, tuple(rest)) if rest else first

    def _power(self) -> Expression:
        base = self._minus()
        if not self.take_sign("^"):
            return base
        exponent = self._minus()
        if self.at_sign("^"):
            raise refusal("Write brackets around one of two powers: (a ^ b) ^ c.")
        return Chain(base, (("^", exponent),))

    def _minus(self) -> Expression:
        if self.take_sign("+"):
            raise refusal("A plus before a value means nothing. Leave it out.")
        if not self.take_sign("-"):
            return self._steps_after(self._value())
        with self.deeper():
            return Unary("-", self._minus())

    def _steps_after(self, value: Expression) -> Expression:
        for _ in range(_STEPS_MAX):
            if self.take_sign("."):
                value = Property(value, self.key("the name of a property"))
            elif self.take_sign("["):
                value = self._index(value)
            elif isinstance(value, Variable) and self.at_sign(":"):
                return HasLabels(value.name, self.labels())
            elif isinstance(value, Variable) and self.at_sign("{"):
                return self._map_of(value)
            else:
                return value
        raise refusal(f"At most {_STEPS_MAX - 1} dots and brackets follow one value.")

    def _index(self, value: Expression) -> Expression:
        start = None if self.at_sign("..") else self.expression()
        if not self.take_sign(".."):
            self.expect_sign("]")
            if start is None or (isinstance(start, Literal) and isinstance(start.value, str)):
                raise refusal("Write n.name for a property; brackets count: list[0].")
            return Index(value, start)
        end = None if self.at_sign("]") else self.expression()
        self.expect_sign("]")
        return ListSlice(value, start, end)

    def _map_of(self, variable: Variable) -> Expression:
        """`p {.name, role: r.role}` means `{name: p.name, role: r.role}`."""
        self.expect_sign("{")
        found: list[tuple[str, Expression]] = []
        while not self.take_sign("}"):
            if found:
                self.expect_sign(",")
            if self.take_sign("."):
                if self.at_sign("*"):
                    raise refusal(f"Write {variable.name} for all its properties.")
                name = self.key("the name of a property")
                found.append((name, Property(variable, name)))
            else:
                name = self.key("the name of a property")
                self.expect_sign(":")
                found.append((name, self.expression()))
        if len(dict(found)) < len(found):
            raise refusal("A name stands twice in one map. Leave one out.")
        return MapOf(tuple(found))

    def _value(self) -> Expression:
        token = self.here
        if token.kind in (TokenKind.TEXT, TokenKind.NUMBER):
            return Literal(self.next().value)
        if token.kind is TokenKind.PARAMETER:
            return Parameter(str(self.next().value))
        if token.kind is TokenKind.BARE:
            raise refusal(f"Write {token.value} in quotes: '{token.value}'.")
        if token.keyword in _CONSTANTS:
            self.next()
            return Literal(_CONSTANTS[token.keyword])
        if self.at_pattern():
            return Subquery("EXISTS", (self.path(),), None)
        if self.take_sign("("):
            value = self.expression()
            self.expect_sign(")")
            return value
        if self.at_sign("["):
            return self._list()
        if self.at_sign("{"):
            return MapOf(self.entries())
        return self._named()

    def _named(self) -> Expression:
        token = self.here
        if token.keyword == "CASE":
            return self._case()
        if token.keyword in ("EXISTS", "COUNT") and self.ahead(1).is_sign("{"):
            return self._subquery()
        if token.keyword == "EXISTS" and self.ahead(1).is_sign("("):
            return self._exists_call()
        if self.ahead(1).is_sign("(") and self.at_name():
            return self._call()
        if self.ahead(1).is_sign(".") and self._is_dotted_call():
            raise functions.unknown_function(f"{token.value}.{self.ahead(2).value}")
        return Variable(self.name("a value"))

    def _is_dotted_call(self) -> bool:
        step = 1
        while self.ahead(step).is_sign(".") and self.ahead(step + 1).kind in (
            TokenKind.WORD,
            TokenKind.NAME,
        ):
            step += 2
        return self.ahead(step).is_sign("(")

    def _call(self) -> Expression:
        word = self.name("a function")
        if word.isascii() and word.lower() in functions.QUANTIFIERS:
            return self._quantified(word.lower())
        name = functions.function_named(word)
        self.expect_sign("(")
        distinct = self.take_keyword("DISTINCT")
        if distinct and name not in functions.AGGREGATES:
            raise refusal(f"{name}() takes no DISTINCT. Leave it out.")
        if name == "count" and not distinct and self.take_sign("*"):
            self.expect_sign(")")
            return FunctionCall("count", star=True)
        arguments: list[Expression] = []
        while not self.take_sign(")"):
            if arguments:
                self.expect_sign(",")
            arguments.append(self.expression())
        functions.check_arguments(name, len(arguments))
        if name in functions.OF_A_VARIABLE and not isinstance(arguments[0], Variable):
            raise refusal(f"{name}() takes the name of a node, relationship or path: {name}(n).")
        return FunctionCall(name, tuple(arguments), distinct)

    def _quantified(self, how: str) -> Expression:
        self.expect_sign("(")
        variable = self.name("a name for each value of the list")
        self.expect_keyword("IN")
        source = self.expression()
        self.expect_keyword("WHERE")
        where = self.expression()
        self.expect_sign(")")
        return Quantified(how, variable, source, where)

    def _exists_call(self) -> Expression:
        self.next()
        self.expect_sign("(")
        if not self.at_pattern():
            raise functions.unknown_function("exists")
        pattern = self.path()
        self.expect_sign(")")
        return Subquery("EXISTS", (pattern,), None)

    def _subquery(self) -> Expression:
        how = self.next().keyword
        self.expect_sign("{")
        with self.deeper():
            self.take_keyword("MATCH")
            patterns = self.patterns()
            where = self.expression() if self.take_keyword("WHERE") else None
        self.expect_sign("}")
        return Subquery(how, patterns, where)

    def _list(self) -> Expression:
        self.expect_sign("[")
        if self.at_name() and self.ahead(1).keyword == "IN":
            return self._comprehension()
        items: list[Expression] = []
        while not self.take_sign("]"):
            if items:
                self.expect_sign(",")
            if self.here.kind is TokenKind.BARE:
                # A word that begins with a digit is neither name nor number: it is a text.
                items.append(Literal(self.next().value))
            else:
                items.append(self.expression())
            if self.at_sign("|") or self.at_keyword("WHERE"):
                raise refusal("Write OPTIONAL MATCH with the pattern, and collect() what it finds.")
        return ListOf(tuple(items))

    def _comprehension(self) -> Expression:
        variable = self.name("a name for each value of the list")
        self.expect_keyword("IN")
        source = self.expression()
        where = self.expression() if self.take_keyword("WHERE") else None
        result = self.expression() if self.take_sign("|") else None
        self.expect_sign("]")
        return Comprehension(variable, source, where, result)

    def _case(self) -> Expression:
        self.expect_keyword("CASE")
        subject = None if self.at_keyword("WHEN") else self.expression()
        branches: list[tuple[Expression, Expression]] = []
        while self.take_keyword("WHEN"):
            condition = self.expression()
            self.expect_keyword("THEN")
            branches.append((condition, self.expression()))
        default = self.expression() if self.take_keyword("ELSE") else None
        if not branches:
            raise self.unexpected("WHEN")
        self.expect_keyword("END")
        return CaseExpression(subject, tuple(branches), default)
