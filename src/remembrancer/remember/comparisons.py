"""Comparisons of texts, worked out while nobody waits for the store.

Which texts something new is compared with is known only inside the unit of work that stores it, and
comparing takes much longer than storing. So a unit notes what it would compare and is undone; it is
worked out, and the unit done again with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from remembrancer.core.errors import StoreError
from remembrancer.core.limits import COMPARING_ROUNDS_MAX, COMPARISONS_KEPT_MAX
from remembrancer.jobs.transactions import Unprepared
from remembrancer.language.statement import Statement
from remembrancer.reading.judging.pair_model import PairScores

Pair = tuple[str, str]
Compare = Callable[[Sequence[Pair]], list[PairScores]]
_UNLIKE: Final = PairScores(0.0, 0.0)


class Comparisons:
    """What is known of pairs of texts, and what is still to be worked out."""

    def __init__(self, *, at_once: bool = False) -> None:
        self._is_at_once = at_once  # few, and by rules alone: others can wait for it
        self.statements: dict[tuple[str, datetime], Statement] = {}  # texts as they were read
        self._known: dict[Pair, PairScores] = {}
        self._lacking: dict[Pair, None] = {}
        self._compare: Compare | None = None
        self._rounds = 0

    def of(self, pairs: Sequence[Pair], compare: Compare) -> list[PairScores]:
        """How alike they are. What is not known yet counts as unlike, in a unit that is undone."""
        unknown = [one for one in dict.fromkeys(pairs) if one not in self._known]
        # Others may store something new each time: what came since the last round is little.
        if unknown and (self._is_at_once or self._rounds >= COMPARING_ROUNDS_MAX):
            self._known.update(zip(unknown, compare(unknown), strict=True))
        elif unknown:
            self._lacking.update(dict.fromkeys(unknown))
            self._compare = compare
        return [self._known.get(one, _UNLIKE) for one in pairs]

    @contextmanager
    def known(self) -> Iterator[None]:
        """Around all that rests on them: it is undone where one was not known."""
        try:
            yield
        except StoreError:
            raise
        except Exception as error:
            if self._lacking:  # it may have failed for this alone
                raise Unprepared(self._work_out) from error
            raise
        if self._lacking:
            raise Unprepared(self._work_out)
        self._rounds = 0
        if len(self._known) > COMPARISONS_KEPT_MAX:
            self._known.clear()
            self.statements.clear()

    def _work_out(self) -> None:
        self._rounds += 1
        pairs, self._lacking = list(self._lacking), {}
        if self._compare is not None:
            self._known.update(zip(pairs, self._compare(pairs), strict=True))
