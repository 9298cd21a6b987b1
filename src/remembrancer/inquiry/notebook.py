"""The notebook of one inquiry: what was thought, looked up and found, and the limits that hold."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Final

from remembrancer.core.errors import NotAvailable, NotFound, QueryRefused, RemembrancerError
from remembrancer.core.limits import INQUIRY_CANDIDATES_MAX, INQUIRY_SECONDS
from remembrancer.inquiry.facts import FactCandidate
from remembrancer.inquiry.inquiry import Analysis, ExecutedQuery, InquiryStep, StepState

Tell = Callable[[InquiryStep | ExecutedQuery], None]  # called with each entry as it is made
_ANSWERED: Final = (QueryRefused, NotFound, NotAvailable)  # errors that are data for the next step


class Ended(Exception):
    """A limit of the inquiry is reached. What was found so far is the answer."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Notebook:
    """Everything that one inquiry noted so far."""

    def __init__(
        self,
        *,
        iterations_max: int,
        seconds: float = INQUIRY_SECONDS,
        tell: Tell | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.iteration = 0
        self.steps: list[InquiryStep] = []
        self.queries: list[ExecutedQuery] = []
        self.candidates: dict[str, FactCandidate] = {}  # by id of the fact
        self.seen_ids: set[str] = set()  # of what else was seen: who was named
        self.told: dict[str, None] = {}  # texts in results of tools that may be ids
        self.analysis = Analysis()
        self.tokens_in = 0
        self.tokens_out = 0
        self._iterations_max = iterations_max
        self._clock = clock
        self._begun = clock()
        self._ends = self._begun + seconds
        self._tell = tell

    @property
    def seconds(self) -> float:
        """Since it began."""
        return self._clock() - self._begun

    @property
    def seconds_left(self) -> float:
        return max(0.0, self._ends - self._clock())

    def think(self, state: StepState, thought: str) -> None:
        """Notes a step with the thought behind it."""
        step = InquiryStep(iteration=self.iteration, state=state, thought=thought)
        self.steps.append(step)
        if self._tell is not None:
            self._tell(step)

    def next_iteration(self) -> None:
        """Begins the next round of looks. Raises `Ended` if there may be no more."""
        self.check_time()
        if self.iteration >= self._iterations_max:
            raise Ended(f"It reached its limit of {self._iterations_max} rounds.")
        self.iteration += 1

    def check_time(self) -> None:
        if self._clock() >= self._ends:
            raise Ended(f"It reached its limit of {self._ends - self._begun:g} seconds.")

    def look(
        self,
        tool: str,
        query: str,
        act: Callable[[], Iterable[FactCandidate]],
        count: Callable[[], int] | None = None,
    ) -> tuple[FactCandidate, ...]:
        """Makes one look and keeps what it found. An error of it is noted and is no end.

        `count` tells how many results there were, where they are no facts.
        """
        self.check_time()
        error, found = None, tuple[FactCandidate, ...]()
        try:
            found = tuple(act())
        except _ANSWERED as refused:
            error = str(refused)
        except RemembrancerError as failed:
            error = f"{type(failed).__name__}: {failed}"
        self.note(tool, query, len(found) if count is None else count(), error)
        self.keep(found, tool)
        return found

    def note(self, tool: str, query: str, count: int, error: str | None = None) -> None:
        """Notes a look that was made."""
        executed = ExecutedQuery(
            iteration=max(1, self.iteration),
            tool=tool,
            query=query,
            result_count=count,
            error=error,
        )
        self.queries.append(executed)
        if self._tell is not None:
            self._tell(executed)

    def keep(self, found: Iterable[FactCandidate], tool: str) -> None:
        """Keeps facts, each once, with the best score and all the looks that found it."""
        for one in found:
            id = one.fact.id
            if id is None:
                continue
            known = self.candidates.get(id)
            if known is None and len(self.candidates) >= INQUIRY_CANDIDATES_MAX:
                continue
            by = tuple(dict.fromkeys((*(known.found_by if known else ()), tool)))
            score = max(one.score, known.score if known else 0.0)
            beside = tuple(dict.fromkeys((*(known.beside if known else ()), *one.beside)))
            self.candidates[id] = (known or one).changed(score=score, found_by=by, beside=beside)
