"""Learns which sentences are worth keeping: the weights of `remembrancer.extract.worth`.

    python scripts/train_worth.py                          what was learned holds elsewhere?
    python scripts/train_worth.py --practice FOLDER ...    with more labelled documents
    python scripts/train_worth.py --write                  and the weights of all of them

Each folder holds labelled documents under `dev`, as `benchmarks/extract` does. What is held apart
is never read. The figures are those of each folder with weights learned from the others. It needs
numpy, which the weights do not.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from remembrancer.bench import extract, labels
from remembrancer.bench.labels import Document, Expected
from remembrancer.extract import offline, telling, worth
from remembrancer.extract.reading import Found, Talk, Unsure
from remembrancer.model.brief import Family
from remembrancer.model.message import Message

LABELS: Final = Path(__file__).resolve().parents[1] / "benchmarks" / "extract"
WEIGHTS: Final = Path(worth.__file__).with_name("worth_weights.json")
FAMILIES: Final = tuple(one for one in Family if one is not Family.TRACE)
FOLDS: Final = 8
SHOWN_MIN: Final = 4  # a sign that fewer sentences show is not learned from
DAMPING: Final = 3.0  # L2; with less of it the weights learn documents by heart
DAMPING_AROUND: Final = 1.0
DAMPING_FAMILIES: Final = 1.5
STEPS: Final = 40

Row = tuple[worth.Unit, tuple[Expected, ...]]
Text = list[Row]  # the sentences of one document in order
Numbers = NDArray[np.float64]


class Learned(NamedTuple):
    """A logistic regression over signs."""

    weights: dict[str, float]

    def scores(self, text: Text) -> list[float]:
        return [
            _chance(sum(self.weights.get(sign, 0.0) for sign in unit.signs))
            if unit.signs
            else worth.UNKNOWN
            for unit, _ in text
        ]


def read(document: Document) -> Text:
    """The sentences of a document, each with the labels that it meets.

    What only says again what a label says elsewhere meets none: once is enough.
    """
    contents = {said.id: said.content for said in document.messages}
    spans = [
        (label.message_id, start, start + len(label.quote), label)
        for label in document.expect
        for start in (
            contents[label.message_id].index(label.quote) if label.start is None else label.start,
        )
    ]
    rows = []
    for unit in worth.units(document.stored(), extract.brief(document)):
        met = [
            label
            for message_id, start, end, label in spans
            if message_id == unit.message.id
            and 2 * (min(end, unit.end) - max(start, unit.start))
            >= max(1, min(end - start, unit.end - unit.start))
        ]
        rows.append((unit, tuple(met)))
    return rows


def learn(texts: Sequence[Text]) -> worth.Weights:
    """The weights that these documents teach."""
    parts = [list(range(first, len(texts), FOLDS)) for first in range(FOLDS)]
    rows: list[dict[str, float]] = []
    kept: list[bool] = []
    for part in parts:  # how a sentence scores where its own document was not learned from
        rest = [text for index, text in enumerate(texts) if index not in part]
        learned = _worth(rest)
        for index in part:
            alone = learned.scores(texts[index])
            rows += [worth.around(alone, place) for place in range(len(alone))]
            kept += [bool(met) for _, met in texts[index]]
    around = _fitted(rows, kept, DAMPING_AROUND)
    return worth.Weights(_worth(texts).weights, around, _families(texts))


def _worth(texts: Sequence[Text]) -> Learned:
    rows = [row for text in texts for row in text if row[0].signs]
    return Learned(_fitted([_ones(unit) for unit, _ in rows], [bool(met) for _, met in rows]))


def _families(texts: Sequence[Text]) -> dict[Family, dict[str, float]]:
    rows = [(unit, met[0].families) for text in texts for unit, met in text if met and unit.signs]
    found: dict[Family, dict[str, float]] = {}
    for one in FAMILIES:
        clear = [(unit, told) for unit, told in rows if told[0] is one or one not in told]
        found[one] = _fitted(
            [_ones(unit) for unit, _ in clear],
            [told[0] is one for _, told in clear],
            DAMPING_FAMILIES,
        )
    return found


def _ones(unit: worth.Unit) -> dict[str, float]:
    return dict.fromkeys(unit.signs, 1.0)


def _fitted(
    rows: Sequence[dict[str, float]], kept: Sequence[bool], damping: float = DAMPING
) -> dict[str, float]:
    """Logistic regression by Newton's steps; the weight of "any" is not damped."""
    counts: dict[str, int] = {}
    for row in rows:
        for name in row:
            counts[name] = counts.get(name, 0) + 1
    names = sorted(name for name, count in counts.items() if count >= SHOWN_MIN)
    places = {name: place for place, name in enumerate(names)}
    table: Numbers = np.zeros((len(rows), len(names)))
    for number, row in enumerate(rows):
        for name, value in row.items():
            if name in places:
                table[number, places[name]] = value
    wanted: Numbers = np.array(kept, dtype=float)
    pull: Numbers = np.full(len(names), damping)
    pull[places["any"]] = 1e-6
    weights: Numbers = np.zeros(len(names))
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-np.clip(table @ weights, -30, 30)))
        slope = table.T @ (chances - wanted) + pull * weights
        bend = (table.T * (chances * (1 - chances))) @ table + np.diag(pull)
        step = np.linalg.solve(bend, slope)
        weights = weights - step
        if np.abs(step).max() < 1e-6:
            break
    return {name: round(float(weights[place]), 3) for name, place in places.items()}


def _chance(odds: float) -> float:
    return float(1 / (1 + np.exp(-min(max(odds, -30.0), 30.0))))


# How well it holds elsewhere: both readings are learned anew, without the folder that is judged


def unsure(documents: Sequence[Document]) -> list[tuple[frozenset[str], bool]]:
    """The signs of each sentence that no rule settles, and whether a label wants it."""
    rows: list[tuple[frozenset[str], bool]] = []
    for document in documents:
        wanted = {(one.message.id, one.start): bool(met) for one, met in read(document)}

        def note(
            listed: Sequence[Unsure], firm: Sequence[Found], told: Sequence[Message], talk: Talk
        ) -> list[tuple[Unsure, Found | None]]:
            for one, place in zip(listed, telling.places(listed, firm, told, talk), strict=True):
                kept = wanted.get((one.message.id, one.start), False)  # noqa: B023
                rows.append((telling.seen(one, place, talk).signs, kept))
            return [(one, None) for one in listed]

        with _set(worth, kept=note):
            offline.draw(document.stored(), extract.brief(document))
    return rows


def signs_alone(rows: Sequence[tuple[frozenset[str], bool]]) -> dict[str, Any]:
    """What the reading by a sentence's own signs would have learned."""
    table = [dict.fromkeys((*found, "any"), 1.0) for found, _ in rows]
    weights = _fitted(table, [kept for _, kept in rows], 2 * DAMPING)
    return {"keep": {"": weights.pop("any"), **weights}, "family": {}}


def judged(
    documents: Sequence[Document], learned: worth.Weights, signs: dict[str, Any]
) -> dict[str, float]:
    """The figures of the extractor with these weights."""
    with _set(worth, weights=lambda: learned), _set(telling, weights=lambda: signs):
        told = extract.summary(extract.measure(documents, offline.draw))
    return {name: value for name, value in told.items() if isinstance(value, float)}


@contextmanager
def _set(module: ModuleType, **others: object) -> Iterator[None]:
    """Other things under the names of a module, for a while."""
    before = {name: getattr(module, name) for name in others}
    for name, other in others.items():
        setattr(module, name, other)
    try:
        yield
    finally:
        for name, other in before.items():
            setattr(module, name, other)


def show(named: str, told: dict[str, float]) -> None:
    shown = ("precision", "recall", "junk", "values_right", "kinds_right")
    print(f"{named:28}" + "  ".join(f"{name} {told.get(name, 0.0):.3f}" for name in shown))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--practice", type=Path, nargs="*", default=[], metavar="FOLDER")
    parser.add_argument("--write", action="store_true", help="write the weights of all folders")
    given = parser.parse_args()
    folders = [labels.read(one, "dev") for one in (LABELS, *given.practice)]
    texts = [[read(one) for one in ones] for ones in folders]
    rows = [unsure(ones) for ones in folders]
    everything = learn([text for ones in texts for text in ones])
    for number, (folder, documents) in enumerate(
        zip((LABELS, *given.practice), folders, strict=True)
    ):
        nothing = signs_alone(rows[number])
        nothing["keep"] = {"": -99.0}
        show(f"{folder.name}, rules alone", judged(documents, everything, nothing))
        rest = [text for other, ones in enumerate(texts) if other != number for text in ones]
        if rest:
            signs = signs_alone(
                [row for other, ones in enumerate(rows) if other != number for row in ones]
            )
            show(f"{folder.name}, learned elsewhere", judged(documents, learn(rest), signs))
    if given.write:
        made = {
            "worth": everything.worth,
            "around": everything.around,
            "families": {one.value: weights for one, weights in everything.families.items()},
        }
        WEIGHTS.write_text(json.dumps(made, indent=0, sort_keys=True) + "\n", encoding="utf-8")
        size = WEIGHTS.stat().st_size
        print(f"Wrote {WEIGHTS.name}: {len(everything.worth)} signs, {size:,} bytes.")


if __name__ == "__main__":
    main()
