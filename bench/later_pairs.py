"""What the rules say of pairs of a known statement and a later one that people have labelled.

`python bench/later_pairs.py [FILE ...]` prints a line for each sort of pair of a file: by default
those in `benchmarks/pairs`. Without an embedder, a space or a session: a sentence stands alone.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
AT: Final = datetime(2026, 3, 2, 9, tzinfo=UTC)
# What a pair is, what it must come to, and what would be wrong without anybody being asked.
SORTS: Final = {
    "both": ("both may stand", "stand", ("same", "replaced")),
    "open": ("a task that is not done", "open", ("closed",)),
    "unanswered": ("a question that is not answered", "open", ("closed",)),
    "noticed": ("a change, correction or end", "noticed", ("same",)),
    "done": ("a task that is done", "closed", ()),
    "answered": ("a question that is answered", "closed", ()),
    "same": ("the same in other words", "same", ()),
}


class Tally(NamedTuple):
    """Of so many pairs, how many came to what they should, silently to something wrong, or to a
    question that nobody needs."""

    pairs: int
    right: int
    wrong: int
    asked: int


def outcome(known: str, new: str, sort: str) -> str:
    """What the rules do: stand, same, replaced, asked; or open, closed."""
    from remembrancer.core.grounds import Grade
    from remembrancer.language import statement_reader
    from remembrancer.reading.judging import judge, pair_model
    from remembrancer.reading.judging.done.completion import judge_completion
    from remembrancer.reading.judging.done.left_open import excepts, leaves_open
    from remembrancer.reading.judging.judgement import StatementRelation

    told, said = (
        statement_reader.read_statement(
            text, language="swedish" if set(text) & set("åäöÅÄÖ") else "english", at=AT
        )
        for text in (known, new)
    )
    if sort in ("open", "unanswered", "done", "answered"):
        is_left = excepts(new) or leaves_open(said, told)
        return "open" if is_left or judge_completion(said, told) is None else "closed"
    (verdict,) = judge.judge_statements(
        said, [told], lambda pairs: pair_model.compare(pairs, embedder=None)
    )
    if verdict.relation is StatementRelation.SAME:
        return "same"
    if verdict.relation is StatementRelation.UPDATE and verdict.grade is not Grade.UNSURE:
        return "replaced"
    return "stand" if verdict.relation is StatementRelation.UNRELATED else "asked"


def tally(path: Path) -> dict[str, Tally]:
    """For each sort of pair in a file."""
    counts: Counter[tuple[str, str]] = Counter()
    for known, new, sort in _pairs(path):
        found = outcome(known, new, sort)
        wanted = SORTS[sort][1]
        is_right = found == wanted or (wanted == "noticed" and found in ("asked", "replaced"))
        counts[sort, "pairs"] += 1
        counts[sort, "right"] += is_right
        counts[sort, "wrong"] += found in SORTS[sort][2]
        counts[sort, "asked"] += found == "asked" and not is_right
    return {
        sort: Tally(*(counts[sort, name] for name in Tally._fields))
        for sort in SORTS
        if counts[sort, "pairs"]
    }


def _pairs(path: Path) -> Iterator[tuple[str, str, str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield row["known"], row["new"], row["expect"]


def main(files: list[str]) -> None:
    own = sorted((ROOT / "benchmarks" / "pairs").glob("*.jsonl"))
    for path in [Path(one) for one in files] or own:
        print(f"{path.stem:34}{'pairs':>7}{'right':>7}{'wrong':>7}{'asked':>7}")
        for sort, found in tally(path).items():
            figures = "".join(f"{one:7}" for one in found)
            print(f"  {SORTS[sort][0]:32}{figures}")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "src"))
    main(sys.argv[1:])
