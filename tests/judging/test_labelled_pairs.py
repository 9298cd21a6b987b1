"""Pairs that people have labelled: no more of them come to something wrong than before."""

from __future__ import annotations

import pytest

from bench.later_pairs import ROOT, tally

# Pairs that are replaced, dropped or closed in silence though both stand, at most.
WRONG = {
    "fresh": {"both": 2, "open": 1, "unanswered": 0},
    "aimed": {"both": 6, "open": 6},
    "third-person": {"both": 0, "open": 2},
}
# Those that are noticed, closed or recognized as they should be, at least.
RIGHT = {
    "fresh": {"both": 114, "noticed": 44, "done": 26, "answered": 14, "same": 13},
    "third-person": {"both": 72, "noticed": 30, "done": 10, "same": 2},
}


@pytest.mark.parametrize("name", ["fresh", "aimed", "third-person"])
def test_labelled_pairs_come_to_no_more_harm(name: str) -> None:
    found = tally(ROOT / "benchmarks" / "pairs" / f"{name}.jsonl")
    assert all(found[sort].wrong <= most for sort, most in WRONG[name].items())
    assert all(found[sort].right >= least for sort, least in RIGHT.get(name, {}).items())
