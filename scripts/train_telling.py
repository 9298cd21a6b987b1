"""Fits the weights of `remembrancer.extract.telling` to labelled documents.

    python scripts/train_telling.py                          how well it holds on other documents
    python scripts/train_telling.py --practice FOLDER ...    with more labelled documents
    python scripts/train_telling.py --write                  and the weights of all of them

Each folder holds labelled documents under `dev`, as `benchmarks/extract` does. What is held apart
is never read. Every document is judged with weights that were fitted to others. It needs numpy,
which the weights do not.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from remembrancer.bench import extract, labels
from remembrancer.bench.labels import Document, Span
from remembrancer.extract import offline, spoken, telling
from remembrancer.extract.reading import Unsure
from remembrancer.rules.statements import clauses

LABELS: Final = Path(__file__).resolve().parents[1] / "benchmarks" / "extract"
WEIGHTS: Final = Path(telling.__file__).with_name("telling_weights.json")
FOLDS: Final = 4
SHOWN_MIN: Final = 4  # a sign that fewer sentences show is not learned from
DAMPING: Final = 0.01  # L2, for each sentence
STEPS: Final = 400
OPTIONAL: Final = 0.3  # what a sentence counts that may be kept and may be left
NOT_WEIGHED: Final = ("firm",)  # how much the rules find depends on whose texts they were made for

Numbers = NDArray[np.float64]


class Row(NamedTuple):
    """A sentence with its signs, and the label that it meets."""

    signs: frozenset[str]
    is_wanted: bool = False
    is_optional: bool = False


def read(document: Document) -> list[Row]:
    """The sentences of a document: those that rules settle, and those that they do not."""
    talk, told, _, firm, unsure, _ = offline.gathered(document.stored(), extract.brief(document))
    listed = list(unsure)
    for message in dict.fromkeys(one.message.id for one in firm):
        said = next(one for one in told if one.id == message)
        found = clauses.sentences(spoken.visible(said.content))
        listed += [
            Unsure(said, one, one.start, one.end, len(found), number == 0)
            for number, one in enumerate(found)
            if any(
                kept.message is said and kept.start < one.end and one.start < kept.end
                for kept in firm
            )
        ]
    places = telling.places(listed, firm, told, talk)
    return [
        _row(document, one, telling.seen(one, place, talk).signs)
        for one, place in zip(listed, places, strict=True)
    ]


def _row(document: Document, one: Unsure, signs: frozenset[str]) -> Row:
    met = [
        label.optional
        for label in document.expect
        for span in (label, *label.also)
        if span.message_id == one.message.id and _meets(span, one)
    ]
    return Row(signs, is_wanted=False in met, is_optional=bool(met) and False not in met)


def _meets(span: Span, one: Unsure) -> bool:
    start = one.message.content.find(span.quote) if span.start is None else span.start
    shared = min(start + len(span.quote), one.end) - max(start, one.start)
    return 2 * shared >= max(1, min(len(span.quote), one.end - one.start))


def fitted(rows: Sequence[Row]) -> dict[str, Any]:
    """The weights that these sentences teach."""
    names, table = _table(rows)
    wanted = np.array([float(row.is_wanted) for row in rows])
    counts = np.array([OPTIONAL if row.is_optional else 1.0 for row in rows])
    keep = _regressed(table, wanted, counts)
    return {"keep": _named(names, keep)}


def _table(rows: Sequence[Row]) -> tuple[list[str], Numbers]:
    shown = Counter(sign for row in rows for sign in row.signs)
    names = sorted(
        sign
        for sign, count in shown.items()
        if count >= SHOWN_MIN and not sign.startswith(NOT_WEIGHED)
    )
    places = {name: place for place, name in enumerate(names)}
    table: Numbers = np.zeros((len(rows), len(names) + 1))
    table[:, -1] = 1
    for number, row in enumerate(rows):
        table[number, [places[sign] for sign in row.signs if sign in places]] = 1
    return names, table


def _regressed(table: Numbers, wanted: Numbers, counts: Numbers) -> Numbers:
    """Logistic regression by accelerated steps; what every sentence has is not damped."""
    total = counts.sum()
    steep = 0.25 * np.linalg.norm(table * np.sqrt(counts)[:, None], 2) ** 2 / total + DAMPING
    pull = np.full(table.shape[1], DAMPING)
    pull[-1] = 0
    weights: Numbers = np.zeros(table.shape[1])
    ahead, pace = weights, 1.0
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-np.clip(table @ ahead, -30, 30)))
        slope = table.T @ (counts * (chances - wanted)) / total + pull * ahead
        moved, faster = ahead - slope / steep, (1 + np.sqrt(1 + 4 * pace * pace)) / 2
        ahead = moved + (pace - 1) / faster * (moved - weights)
        weights, pace = moved, faster
    return weights


def _named(names: Sequence[str], weights: Numbers) -> dict[str, float]:
    """Weights by their signs; "" is shown by every sentence."""
    kept = {name: round(float(one), 2) for name, one in zip(names, weights, strict=False)}
    return {"": round(float(weights[-1]), 2)} | {name: one for name, one in kept.items() if one}


def show(named: str, found: Sequence[extract.Read]) -> None:
    told = extract.summary(found)
    names = ("precision", "recall", "junk", "values_right", "kinds_right")
    print(f"{named:20}" + "  ".join(f"{name} {told[name] or 0.0:.3f}" for name in names))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--practice", type=Path, nargs="*", default=[], metavar="FOLDER")
    parser.add_argument("--write", action="store_true", help="write the weights of all folders")
    given = parser.parse_args()
    folders = {one: labels.read(one, "dev") for one in (LABELS, *given.practice)}
    listed = [(folder, one, read(one)) for folder, ones in folders.items() for one in ones]
    before, judged = telling.weights, dict[Path, list[extract.Read]]()
    for fold in range(FOLDS):
        rest = [
            row for number, one in enumerate(listed) if number % FOLDS != fold for row in one[2]
        ]
        made = fitted(rest)
        telling.weights = lambda made=made: made  # type: ignore[assignment]
        for folder, document, _ in listed[fold::FOLDS]:
            judged.setdefault(folder, []).extend(extract.measure([document], offline.draw))
    telling.weights = before
    for folder, found in judged.items():
        show(folder.name, found)
    if given.write:
        made = fitted([row for _, _, rows in listed for row in rows])
        WEIGHTS.write_text(
            json.dumps(made, ensure_ascii=False, indent=0, sort_keys=True) + "\n", encoding="utf-8"
        )
        print(f"Wrote {WEIGHTS.name}: {len(made['keep'])} signs.")


if __name__ == "__main__":
    main()
