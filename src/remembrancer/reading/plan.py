"""A plan: what would be done with something that was drawn out, and why."""

from __future__ import annotations

from enum import StrEnum

from remembrancer.core.base import Value
from remembrancer.core.grounds import ActKind, Grade, Ground, Judged, ground_words
from remembrancer.reading.judging.judgement import Severity, Suggestion


class Step(StrEnum):
    ADD = "add"  # it is new
    SUPERSEDE = "supersede"  # it takes the place of what is known
    BENEATH = "beneath"  # what is known is later: it is kept as what was replaced
    RECONFIRM = "reconfirm"  # it says again what is known
    CLOSE = "close"  # it says that a known task or open question is done
    SKIP = "skip"  # it adds nothing, or was turned down before


class Flag(Value):
    """A contradiction that a person should see."""

    item_id: str  # what is known
    severity: Severity
    suggestion: Suggestion
    merged_content: str | None = None
    reason: str
    grounds: tuple[Ground, ...] = ()  # on what it rests
    grade: Grade = Grade.LIKELY  # how sure it is


class Planned(Value):
    """One change of a plan. It says what would be done, to which items, and why."""

    step: Step
    text: str  # what was drawn out
    because: str
    item_ids: tuple[str, ...] = ()  # the known items that it concerns
    flags: tuple[Flag, ...] = ()
    is_mention: bool = False  # the known one was mentioned besides, and its term starts again
    closes: tuple[str, ...] = ()  # the known tasks and open questions that it says are done
    grounds: tuple[Ground, ...] = ()  # on what the change rests; empty: nothing known is changed
    grade: Grade | None = None  # how sure it is; None: nothing known is changed

    def judged(
        self, act: ActKind, *, item: str | None = None, others: tuple[str, ...] = ()
    ) -> Judged:
        """The act that carries it out, for the ledger."""
        return Judged(act=act, item=item, others=others, grounds=self.grounds, grade=self.grade)

    def __str__(self) -> str:
        known = f" {', '.join(self.item_ids)}" if self.item_ids else ""
        told = f"; contradicts {', '.join(flag.item_id for flag in self.flags)}"
        because = f"{self.because}{told if self.flags else ''}{self._on_grounds()}"
        return f"{self.step.value}{known}: {self.text} ({because})"

    def _on_grounds(self) -> str:
        """How sure it is and why, in words; empty if nothing known is changed."""
        if self.grade is None or not self.grounds:
            return ""
        return f"; {self.grade.value}: {', '.join(map(ground_words, self.grounds))}"


class Skipped(Value):
    """What was drawn out and not stored."""

    text: str
    reason: str
