"""Learns how likely a later statement changes an earlier one, for `reading.judging.change_model`.

    python scripts/train_changes.py            how well it holds on sets that it did not learn from
    python scripts/train_changes.py --write    and the weights of all of them

It learns from pairs of sentences: of the stories in `benchmarks/stories` and of the rows of
`tests/judging`. It needs numpy; the weights do not.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from remembrancer.language import statement_reader
from remembrancer.language.sentences import split_sentences
from remembrancer.language.stemming import language
from remembrancer.reading.judging import change_model
from remembrancer.reading.judging.matter import identity
from tests.judging import act_examples, later_examples, left_alone_examples
from tests.judging.act_examples import Story

ROOT: Final = Path(__file__).resolve().parents[1]
STORIES: Final = ROOT / "benchmarks" / "stories"
COUNTED_ONLY = {"counted-apart", "many-voices"}  # nothing is learned from these
WEIGHTS: Final = Path(change_model.__file__).with_name("change_weights.json")
NOW: Final = datetime(2026, 3, 2, tzinfo=UTC)
LANGUAGES: Final = {"en": "english", "sv": "swedish"}
DAMPING: Final = 1.0
ROUNDS: Final = 60
CUTS: Final = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
CHANGED: Final = "open_contradiction_or_superseded"
_SPEAKER: Final = re.compile(r"^\s*[\w'-]+:\s*")

Numbers = NDArray[np.float64]


class Pair(NamedTuple):
    """An earlier and a later sentence, and whether the later one changes the earlier."""

    set: str
    known: str
    new: str
    language: str
    subject: str
    is_changed: bool


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the weights of all sets")
    parser.add_argument("--show", action="store_true", help="show what is judged wrong")
    options = parser.parse_args()
    pairs = [*_of_stories(), *_of_rows()]
    read = [_signs(one) for one in pairs]
    names = sorted({name for signs, _ in read for name in signs})
    values = np.array([[signs.get(name, 0.0) for name in names] for signs, _ in read])
    changed = np.array([float(one.is_changed) for one in pairs])
    asked = np.array([may for _, may in read])
    sets = np.array([one.set for one in pairs])
    likely = np.zeros(len(pairs))
    for one in sorted(set(sets)):
        apart = sets == one
        weights = _learned(values[~apart], changed[~apart])
        likely[apart] = _likely(weights, values[apart])
    print(f"{len(pairs)} pairs, {int(changed.sum())} changed, {int(asked.sum())} may be asked")
    print("from   found, of those that may be asked   asked in vain")
    for cut in CUTS:
        over = asked & (likely >= cut)
        found, vain = int((over & (changed == 1)).sum()), int((over & (changed == 0)).sum())
        print(f"{cut:.1f} {found:8} of {int((asked & (changed == 1)).sum()):<24} {vain:8}")
    if options.show:
        for place in np.argsort(-likely):
            one = pairs[place]
            if asked[place] and (likely[place] >= CUTS[2]) != one.is_changed:
                print(f"{likely[place]:.2f} {one.is_changed!s:5} {one.known} -> {one.new}")
    if options.write:
        weights = _learned(values, changed)
        learned = {name: round(float(w), 2) for name, w in zip(names, weights[:-1], strict=True)}
        made = {"signs": learned, "bias": round(float(weights[-1]), 2)}
        WEIGHTS.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
        print(f"{WEIGHTS.relative_to(ROOT)} is written.")
    return 0


def _signs(one: Pair) -> tuple[change_model.Signs, bool]:
    known, new = (
        statement_reader.read_statement(text, language=one.language, at=NOW)
        for text in (one.known, one.new)
    )
    about = frozenset(language(one.language).stems(one.subject))
    found = identity.compare(new.claim, known.claim, about=about)
    may_change = change_model.may_change(new, known, found, about)
    return change_model.signs(new, known, found, about), may_change


# -- the pairs


def _of_stories() -> Iterator[Pair]:
    for file in sorted(STORIES.glob("*.jsonl")):
        if file.stem in COUNTED_ONLY:
            continue
        for line in file.read_text("utf-8").splitlines():
            yield from _of_story(file.stem, json.loads(line))


def _of_story(name: str, story: dict[str, Any]) -> Iterator[Pair]:
    steps = [(subject, _sentences(text)) for text, subject in _texts(story["steps"])]
    wanted = [check[CHANGED] for check in story["expect"] if CHANGED in check]
    gone = [
        check[how] for check in story["expect"] for how in ("superseded", "not_active")
        if how in check
    ]  # fmt: skip
    for (_, earlier), (subject, later) in combinations(steps, 2):
        for known in earlier:
            for new in later:
                is_changed = any(_has(old, known) and _has(now, new) for old, now in wanted)
                if not is_changed and any(_has(one, known) for one in gone):
                    continue  # which of the later sentences ends it is not said
                yield Pair(name, known, new, LANGUAGES[story["lang"]], subject, is_changed)


def _texts(steps: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    for step in steps:
        subject = str(step.get("subject") or "")
        if "remember" in step:
            yield step["remember"], subject
        for message in step.get("conversation", ()):
            if message.get("role", "user") == "user":
                yield message["content"], subject
        if "meeting" in step:
            subject = str(step["meeting"].get("subject") or "")
            for line in step["meeting"]["transcript"].splitlines():
                yield _SPEAKER.sub("", line), subject


def _sentences(text: str) -> list[str]:
    return [one.text for one in split_sentences(text)]


def _has(pattern: str, text: str) -> bool:
    return re.search(pattern, text, re.IGNORECASE | re.DOTALL) is not None


def _of_rows() -> Iterator[Pair]:
    """The rows of tests: in folds of their own, since each was written with the rules."""
    modules = (act_examples, later_examples, left_alone_examples)
    rows = [
        row
        for module in modules
        for listed in vars(module).values()
        if isinstance(listed, list)
        for row in listed
        if isinstance(row, Story)
    ]
    for place, row in enumerate(rows):
        said = [_SPEAKER.sub("", one) for one in row.said]
        for known, new in combinations(said, 2):
            is_changed = row.noticed is not None and all(map(_has, row.noticed, (known, new)))
            if is_changed or not row.ended:
                yield Pair(f"rows {place % 5}", known, new, row.language, "", is_changed)


# -- learning


def _learned(values: Numbers, changed: Numbers) -> Numbers:
    """Logistic regression by Newton's method; the last weight is the bias."""
    rows = np.c_[values, np.ones(len(values))]
    weights = np.zeros(rows.shape[1])
    damping = np.full(len(weights), DAMPING)
    damping[-1] = 1e-6
    for _ in range(ROUNDS):
        likely = 1.0 / (1.0 + np.exp(-rows @ weights))
        slope = rows.T @ (likely - changed) + damping * weights
        curve = (rows * (likely * (1.0 - likely))[:, None]).T @ rows + np.diag(damping)
        step = np.linalg.solve(curve, slope)
        weights -= step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def _likely(weights: Numbers, values: Numbers) -> Numbers:
    made: Numbers = 1.0 / (1.0 + np.exp(-(np.c_[values, np.ones(len(values))] @ weights)))
    return made


if __name__ == "__main__":
    raise SystemExit(main())
