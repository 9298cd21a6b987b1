"""A tally: how often something happened in this process, by its kind."""

from __future__ import annotations

import threading
from collections import defaultdict
from enum import StrEnum

Labels = tuple[tuple[str, str], ...]


class Counted(StrEnum):
    """What is counted, by the name that `/metrics` gives it. Each has the same labels always."""

    JOBS = "jobs_done_total"  # attempts at due work, by kind and state afterwards
    MODEL_CALLS = "model_calls_total"  # calls of language models, by role and outcome
    MODEL_TOKENS = "model_tokens_total"  # by role and direction: input, output
    VERIFICATIONS = "verifications_total"  # of a ledger, by result: sound, broken


class Tally:
    """Counts of one open memory. It may be used from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: dict[tuple[Counted, Labels], int] = defaultdict(int)
        for result in ("sound", "broken"):  # from 0 on, so that the first one is seen as growth
            self.add(Counted.VERIFICATIONS, 0, result=result)

    def add(self, counted: Counted, number: int = 1, **labels: str) -> None:
        with self._lock:
            self._counts[counted, tuple(labels.items())] += number

    def read(self) -> dict[tuple[Counted, Labels], int]:
        with self._lock:
            return dict(self._counts)
