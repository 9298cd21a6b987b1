"""Text comparisons, computed outside the write transaction.

Which texts a new item is compared with is known only inside the unit of work that stores it, and
comparing takes much longer than storing. So the unit records the pairs it needs and rolls back. The
pairs are compared, and the unit runs again with the results.
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
from remembrancer.reading.judging.text_forms import TextForms

Pair = tuple[str, str]
Compare = Callable[[Sequence[Pair]], list[PairScores]]
_UNLIKE: Final = PairScores(0.0, 0.0)


class Comparisons:
    """Scores of text pairs that are known, and pairs that still have to be compared."""

    def __init__(self, *, at_once: bool = False, rules_only: bool = False) -> None:
        self._is_at_once = at_once  # compare inside the unit: few pairs
        self._is_rules_only = rules_only  # the pair model is not asked: pairs score as unlike
        self.statements: dict[tuple[str, datetime], Statement] = {}  # parsed statements
        self.forms = TextForms()  # what the judge reads from them
        self._known: dict[Pair, PairScores] = {}
        self._lacking: dict[Pair, None] = {}
        self._compare: Compare | None = None
        self._rounds = 0

    def of(self, pairs: Sequence[Pair], compare: Compare) -> list[PairScores]:
        """Similarity scores. A missing pair scores as unlike; its unit of work is rolled back."""
        if self._is_rules_only:
            return [_UNLIKE] * len(pairs)
        unknown = [one for one in dict.fromkeys(pairs) if one not in self._known]
        # Other writers may add items in each round. Few pairs are new since the last round.
        if unknown and (self._is_at_once or self._rounds >= COMPARING_ROUNDS_MAX):
            self._known.update(zip(unknown, compare(unknown), strict=True))
        elif unknown:
            self._lacking.update(dict.fromkeys(unknown))
            self._compare = compare
        return [self._known.get(one, _UNLIKE) for one in pairs]

    @contextmanager
    def known(self) -> Iterator[None]:
        """Wraps code that uses the scores. It raises `Unprepared` if a score was missing."""
        try:
            yield
        except StoreError:
            raise
        except Exception as error:
            if self._lacking:  # the missing score may be the cause
                raise Unprepared(self._work_out) from error
            raise
        if self._lacking:
            raise Unprepared(self._work_out)
        self._rounds = 0
        if len(self._known) > COMPARISONS_KEPT_MAX:
            self._known.clear()
            self.statements.clear()
            self.forms.clear()

    def _work_out(self) -> None:
        self._rounds += 1
        pairs, self._lacking = list(self._lacking), {}
        if self._compare is not None:
            self._known.update(zip(pairs, self._compare(pairs), strict=True))
