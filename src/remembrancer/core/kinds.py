"""A brief: what an extractor needs to know besides the text."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from pydantic import Field, JsonValue

from remembrancer.core.base import Value


class Family(StrEnum):
    """The sort of statement. The preset says which kind of item each becomes."""

    FACT = "fact"  # how things are
    PREFERENCE = "preference"  # how somebody wants things to be done
    DECISION = "decision"  # what was decided or done
    ACTION = "action"  # what somebody has to do
    GOAL = "goal"  # what somebody wants in life
    UNRESOLVED = "unresolved"  # what is open or postponed
    TRACE = "trace"  # how a decision came about: alternatives, recommendation, reason, outcome


TASK_FAMILIES = (Family.ACTION, Family.UNRESOLVED)  # what later words may report as done


class GraphBrief(Value):
    """Which relations a space draws from talk."""

    types: tuple[str, ...]  # of relations, in upper case; no others are drawn
    kinds: tuple[str, ...] = ()  # of entities, the known ones
    is_strict: bool = False  # True: no other kinds are accepted

    def knows_kind(self, kind: str) -> bool:
        return not self.is_strict or kind in self.kinds


class Brief(Value):
    """Whose words these are about, which words the space knows, what live data already holds."""

    language: str = "english"
    kinds: Mapping[Family, str] = Field(default_factory=dict)  # an absent family is not kept
    categories: tuple[str, ...] = ()  # the known ones
    domains: tuple[str, ...] = ()
    is_strict: bool = False  # True: no other categories and domains are accepted
    subject: str | None = None
    names: tuple[str, ...] = ()  # people, teams and metrics that the space knows
    teams: tuple[str, ...] = ()  # more names, used only where a team is meant
    tags: tuple[str, ...] = ()  # metrics, and the tags of shared items
    live_state: Mapping[str, JsonValue] = Field(default_factory=dict)  # what live data covers
    is_about_clients: bool = False  # True: "the client" is the subject
    hears_agents: bool = False  # True: what agents state is extracted as well
    only_due_tasks: bool = False  # True: a task is kept only if it has an owner and a date
    is_served: bool = False  # True: an agent takes part, whether it speaks or not
    has_tasks: bool = True  # False: nothing is open that a text could report as done
    is_told: bool = False  # True: a text that a caller gives; "I" is its subject, or the caller
    skips_figures: bool = False  # True: plain figures are kept elsewhere, whatever live_state says
    graph: GraphBrief | None = None  # None: no relations are extracted
    now: datetime
