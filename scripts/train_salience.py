"""Learns which sentences are worth keeping: the weights of `remembrancer.reading.offline.salience`.

    python scripts/train_salience.py                          how well it holds on other documents
    python scripts/train_salience.py --practice FOLDER ...    not with `benchmarks/practice`
    python scripts/train_salience.py --write                  and the weights of all of them

Each folder holds labelled documents under `dev`, as `benchmarks/extract` does. What is held apart
is never read. Every document is judged with weights that were learned from others. It needs numpy,
which the weights do not.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from remembrancer.bench import extract, labels
from remembrancer.bench.labels import Label, LabelledDocument
from remembrancer.core.kinds import Family
from remembrancer.reading.offline import offline_extractor, salience
from remembrancer.reading.offline.findings import SentenceReading
from remembrancer.reading.offline.sentence_features import sentence_features

LABELS: Final = Path(__file__).resolve().parents[1] / "benchmarks" / "extract"
PRACTICE: Final = sorted(one for one in LABELS.with_name("practice").iterdir() if one.is_dir())
WEIGHTS: Final = Path(salience.__file__).with_name("salience_weights.json")
FAMILIES: Final = tuple(one for one in Family if one is not Family.TRACE)
FOLDS: Final = 8
FOLDS_AROUND: Final = 4
SHOWN_MIN: Final = 4  # a sign that fewer sentences show is not learned from
OPTIONAL: Final = 0.3  # what a sentence counts that may be kept and may be left
DAMPING: Final = 6.0  # L2; with less of it the weights learn documents by heart
DAMPING_AROUND: Final = 1.0
DAMPING_FAMILIES: Final = 1.5
STEPS: Final = 40

Numbers = NDArray[np.float64]


class Row(NamedTuple):
    """A sentence with its signs, and the labels that it meets."""

    line: SentenceReading
    signs: frozenset[str]
    met: tuple[Label, ...]

    @property
    def counts(self) -> float:
        return OPTIONAL if self.met and all(one.optional for one in self.met) else 1.0


Text = list[Row]  # the sentences of one document in order


def read(document: LabelledDocument) -> Text:
    """The sentences of a document, each with the labels that it meets.

    What only says again what a label says elsewhere meets none: once is enough.
    """
    brief = extract.brief_of(document)
    made = offline_extractor.apply_rules(document.stored(), brief)
    spans = [
        (label.message_id, start, start + len(label.quote), label)
        for label in document.expect
        for start in (_start(document, label),)
    ]
    rows = []
    for line, place in zip(
        made.lines, salience.sentence_positions(made.lines, made.messages, brief), strict=True
    ):
        one = line.sentence
        met = tuple(
            label
            for message_id, start, end, label in spans
            if message_id == line.message.id
            and 2 * (min(end, one.end) - max(start, one.start))
            >= max(1, min(end - start, one.end - one.start))
        )
        rows.append(Row(line, sentence_features(one.text, place), met))
    return rows


def _start(document: LabelledDocument, label: Label) -> int:
    if label.start is not None:
        return label.start
    said = next(one for one in document.messages if one.id == label.message_id)
    return said.content.index(label.quote)


def learn(texts: Sequence[Text]) -> salience.SalienceWeights:
    """The weights that these documents teach."""
    tables: list[dict[str, float]] = []
    rows: list[Row] = []
    for fold in range(FOLDS_AROUND):  # scores of sentences whose documents were not learned from
        learned = _worth([text for place, text in enumerate(texts) if place % FOLDS_AROUND != fold])
        for text in texts[fold::FOLDS_AROUND]:
            alone = [_alone(row, learned) for row in text]
            for place, row in enumerate(text):
                if row.line.undecided is not None:
                    tables.append(salience.neighbour_features(alone, place))
                    rows.append(row)
    around = _fitted(tables, [bool(row.met) for row in rows], rows, DAMPING_AROUND)
    return salience.SalienceWeights(_worth(texts), around, _families(texts))


def _alone(row: Row, learned: dict[str, float]) -> float:
    if row.line.undecided is None:
        return salience.SETTLED if row.line.is_kept else salience.FORBIDDEN
    odds = sum(learned.get(sign, 0.0) for sign in row.signs)
    return float(1 / (1 + np.exp(-min(max(odds, -30.0), 30.0))))


def _worth(texts: Sequence[Text]) -> dict[str, float]:
    rows = [row for text in texts for row in text if row.line.undecided or row.line.is_kept]
    return _fitted([_ones(row) for row in rows], [bool(row.met) for row in rows], rows, DAMPING)


def _families(texts: Sequence[Text]) -> dict[Family, dict[str, float]]:
    rows = [row for text in texts for row in text if row.met]
    found: dict[Family, dict[str, float]] = {}
    for one in FAMILIES:
        told = [(row, row.met[0].families) for row in rows]
        clear = [(row, names) for row, names in told if names[0] is one or one not in names]
        found[one] = _fitted(
            [_ones(row) for row, _ in clear],
            [names[0] is one for _, names in clear],
            None,
            DAMPING_FAMILIES,
        )
    return found


def _ones(row: Row) -> dict[str, float]:
    return dict.fromkeys(row.signs, 1.0)


def _fitted(
    tables: Sequence[dict[str, float]],
    kept: Sequence[bool],
    rows: Sequence[Row] | None,
    damping: float,
) -> dict[str, float]:
    """Logistic regression by Newton's steps; the weight of "any" is not damped."""
    shown = Counter(name for one in tables for name in one)
    names = sorted(name for name, count in shown.items() if count >= SHOWN_MIN)
    places = {name: place for place, name in enumerate(names)}
    table: Numbers = np.zeros((len(tables), len(names)))
    for number, one in enumerate(tables):
        for name, value in one.items():
            if name in places:
                table[number, places[name]] = value
    wanted: Numbers = np.array(kept, dtype=float)
    counts: Numbers = np.array([1.0] * len(tables) if rows is None else [r.counts for r in rows])
    pull: Numbers = np.full(len(names), damping)
    pull[places["any"]] = 1e-6
    weights: Numbers = np.zeros(len(names))
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-np.clip(table @ weights, -30, 30)))
        slope = table.T @ (counts * (chances - wanted)) + pull * weights
        bend = (table.T * (counts * chances * (1 - chances))) @ table + np.diag(pull)
        step = np.linalg.solve(bend, slope)
        weights = weights - step
        if np.abs(step).max() < 1e-6:
            break
    rounded = {name: round(float(weights[place]), 3) for name, place in places.items()}
    return {name: weight for name, weight in rounded.items() if weight}


@contextmanager
def weighed(learned: salience.SalienceWeights) -> Iterator[None]:
    """Other weights, for a while."""
    before = salience.load_weights
    salience.load_weights = lambda: learned  # type: ignore[assignment]
    try:
        yield
    finally:
        salience.load_weights = before


def show(named: str, found: Sequence[extract.DocumentResult]) -> None:
    told = extract.summarise(found)
    names = ("precision", "recall", "junk", "values_right", "kinds_right")
    print(f"{named:20}" + "  ".join(f"{name} {told[name] or 0.0:.3f}" for name in names))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--practice", type=Path, nargs="*", default=PRACTICE, metavar="FOLDER")
    parser.add_argument("--write", action="store_true", help="write the weights of all folders")
    given = parser.parse_args()
    folders = {one: labels.read_documents(one, "dev") for one in (LABELS, *given.practice)}
    listed = [(folder, one, read(one)) for folder, ones in folders.items() for one in ones]
    judged: dict[Path, list[extract.DocumentResult]] = {}
    for fold in range(FOLDS):
        rest = [text for place, (_, _, text) in enumerate(listed) if place % FOLDS != fold]
        with weighed(learn(rest)):
            for folder, document, _ in listed[fold::FOLDS]:
                judged.setdefault(folder, []).extend(
                    extract.measure([document], offline_extractor.extract)
                )
    for folder, found in judged.items():
        show(folder.name, found)
    show("together", [one for found in judged.values() for one in found])
    if given.write:
        made = learn([text for _, _, text in listed])
        told = {
            "worth": made.salience,
            "around": made.around,
            "families": {one.value: weights for one, weights in made.families.items()},
        }
        WEIGHTS.write_text(json.dumps(told, indent=0, sort_keys=True) + "\n", encoding="utf-8")
        size = WEIGHTS.stat().st_size
        print(f"Wrote {WEIGHTS.name}: {len(made.salience)} signs, {size:,} bytes.")


if __name__ == "__main__":
    main()
