"""Two sets of past decisions, and the cases that each of some decisions is the best precedent for.

Both were written before anything ranked precedents. The first may be looked at while ranking is
built; the second is run once, at the end, so that nothing can be fitted to it. Every query
describes a new case in words of its own, and names the decision that a senior adviser would pick.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Literal

SetName = Literal["first", "second"]
Attribute = str | int
Condition = Attribute | Mapping[str, int]

HERE = Path(__file__).parent
WORD = re.compile(r"[^\W\d_]{3,}")
ENDINGS = ("ings", "ing", "ies", "ed", "es", "ly", "s", "e", "y")

# Words of grammar, and the few that any case may be told with: they say nothing of its meaning.
GRAMMAR = """
about above after again against all almost already also although always and another any anyone
anything are aren around away back because been before being below beside between both but can
cannot come could couldn did didn does doesn doing don down during each either else ever every
everybody everything few for four from further get gets give given goes going gone had hardly
has have having hence her here hers herself him himself his how however indeed instead into isn
its itself just keep kept less let like made make many may might mine more most much must
neither never nobody none nor not nothing now off often once one ones only other others our
ourselves out over own per perhaps put quite rather said same say says shall she should since
some somebody someone something soon still such take taken takes than that the their them
themselves then there these they thing this those though three through thus too toward towards
two under until upon use used very want wanted wants was wasn way well went were what when where
whether which while who whole whom whose why will wish wishes with within without won would yes
yet you your
"""
FUNCTION_WORDS = frozenset(GRAMMAR.split())


@dataclass(frozen=True, kw_only=True)
class PrecedentClient:
    """Whom decisions are about."""

    key: str  # "c01"
    name: str  # a person, a couple or an organisation
    attrs: Mapping[str, Attribute]  # as the file had them when the decisions were made


@dataclass(frozen=True, kw_only=True)
class PastDecision:
    """What was decided, why, and what came of it."""

    key: str  # "d001"
    client: str  # the key of the client that it is about
    type: str  # one of the catalogue's types
    at: date  # the day it was made
    trigger: str  # what gave rise to it
    context_gathered: tuple[str, ...]  # what was known
    alternatives_considered: tuple[str, ...]  # what else could have been done
    recommendation: str  # what was chosen
    reasoning: str  # why
    outcome: str | None  # what came of it, where that is known

    @property
    def text(self) -> str:
        """All that was written about it."""
        parts = (
            self.trigger,
            *self.context_gathered,
            *self.alternatives_considered,
            self.recommendation,
            self.reasoning,
            self.outcome or "",
        )
        return " ".join(part for part in parts if part)


@dataclass(frozen=True, kw_only=True)
class PrecedentQuery:
    """A new case, and the past decision that serves it best."""

    situation: str  # the case in an adviser's words
    filters: Mapping[str, Condition] | None  # what the client of the precedent must be like
    right: str  # the key of the best precedent
    also: tuple[str, ...]  # keys of other decisions that would serve as well


@dataclass(frozen=True, kw_only=True)
class PrecedentSet:
    """One firm's past, and the cases to ask it about."""

    clients: Mapping[str, PrecedentClient]  # by key
    decisions: Mapping[str, PastDecision]  # by key
    queries: tuple[PrecedentQuery, ...]  # in the order of the file


def load(name: SetName) -> PrecedentSet:
    """The first or the second set, read from its file."""
    clients: dict[str, PrecedentClient] = {}
    decisions: dict[str, PastDecision] = {}
    queries: list[PrecedentQuery] = []
    for line in (HERE / f"precedents_{name}.jsonl").read_text(encoding="utf-8").splitlines():
        ((kind, row),) = json.loads(line).items()
        if row.get("key") in clients.keys() | decisions.keys():
            raise ValueError(f"{row['key']} stands twice in the {name} set: give one a new key")
        if kind == "client":
            clients[row["key"]] = PrecedentClient(**row)
        elif kind == "decision":
            decisions[row["key"]] = PastDecision(
                **{
                    **row,
                    "at": date.fromisoformat(row["at"]),
                    "context_gathered": tuple(row["context_gathered"]),
                    "alternatives_considered": tuple(row["alternatives_considered"]),
                }
            )
        else:
            queries.append(PrecedentQuery(**{**row, "also": tuple(row["also"])}))
    return PrecedentSet(clients=clients, decisions=decisions, queries=tuple(queries))


def is_met(filters: Mapping[str, Condition] | None, attrs: Mapping[str, Attribute]) -> bool:
    """Whether a client's attributes meet every condition; a missing attribute meets none."""
    return all(
        name in attrs and _holds(condition, attrs[name])
        for name, condition in (filters or {}).items()
    )


def _holds(condition: Condition, value: Attribute) -> bool:
    if not isinstance(condition, Mapping):
        return value == condition
    if not isinstance(value, int) or not condition or condition.keys() - {"over", "under"}:
        raise ValueError(f"{condition} cannot be asked of {value!r}: use over or under on numbers")
    is_over = "over" not in condition or value > condition["over"]
    return is_over and ("under" not in condition or value < condition["under"])


def content_words(text: str) -> frozenset[str]:
    """The words that carry meaning, without their endings."""
    words = WORD.findall(text.lower())
    return frozenset(_stem(word) for word in words if word not in FUNCTION_WORDS)


def word_overlap(query: PrecedentQuery, decision: PastDecision) -> float:
    """The share of the query's content words that also stand in the decision."""
    asked = content_words(query.situation)
    return len(asked & content_words(decision.text)) / len(asked)


def _stem(word: str) -> str:
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word
