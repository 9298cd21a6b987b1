"""Trains the pair model: the weights of `remembrancer.reading.judging.pair_model`.

    python -m scripts.train_pairs --data FOLDER                what was learned holds elsewhere?
    python -m scripts.train_pairs --data FOLDER --times 3      with the folds cut in three ways
    python -m scripts.train_pairs --data FOLDER --write        and the weights of all pairs

The folder holds sets of pairs as `rmb bench pairs` reads them; only what is marked for development
is read. Invented facts are added, in English and Swedish. The figures are those of five folds, each
judged with weights and threshold learned from the other four; pairs that share a text, or are from
one talk, are never in two folds. It needs numpy, which the weights do not.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from remembrancer.bench.caching_embedder import CachingEmbedder
from remembrancer.llm.minilm import MiniLM
from remembrancer.reading.judging import pair_model
from remembrancer.reading.judging.pair_features import compare_pair
from remembrancer.reading.judging.pair_lexicon import load_lexicon
from remembrancer.reading.judging.pair_parsing import parse_text
from remembrancer.reading.judging.pair_vectors import vector_similarity
from scripts.pair_facts import invented

WEIGHTS: Final = Path(pair_model.__file__).with_name("pair_weights.json")
INVENTED: Final = {"english": 1500, "swedish": 900}  # facts that are added
OFTEN: Final = {"sick": 1.2, "sts16": 4.0, "feversym": 2.0, "beam": 8.0}  # small sets count more
OFTEN_TREES: Final = {**OFTEN, "feversym": 4.0}
OFTEN_INVENTED: Final = 0.5
NEWS: Final = "sts16"  # says nothing of contradictions
FOLDS: Final = 5
CLIP: Final = 4.0
NETS, UNITS, STEPS, BATCH = 4, 24, 1500, 256
RATE, DAMPING, DROPPED, BLANKED = 0.01, 0.001, 0.2, 0.05
TREES, DEPTH, LEAF_MIN, TRIED = 40, 10, 4, 0.35
NETS_SHARE: Final = 0.5  # of what the nets say of a contradiction, beside the trees
HEADS: Final = np.array([1.0, 1.0, 0.5, 0.5])  # the same, contradicts, follows, how near
SAME_OF_HEADS: Final = np.array([1.0, 0.0, 0.5, 1.0])
UNSURE_MIN: Final = pair_model.UNSURE_MIN

Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]
Net = list[Numbers]


class Row(NamedTuple):
    """A pair, and what people said of it; None where they did not say."""

    one: str
    other: str
    language: str
    source: str
    group: str
    same: bool | None
    contradicts: bool | None
    follows: bool | None
    nearness: float | None  # 0 to 1


class Table(NamedTuple):
    """Pairs as numbers."""

    rows: list[Row]
    names: list[str]
    values: Numbers
    apart: Flags
    exchanged: Flags
    wanted: Numbers  # by head
    known: Numbers
    often: Numbers
    often_trees: Numbers


def public(data: Path) -> Iterator[Row]:
    """The pairs of the sets in a folder, grouped by the texts that they share."""
    for file in sorted(data.glob("pairs_*.jsonl.gz")):
        source = file.name.removeprefix("pairs_").removesuffix(".jsonl.gz")
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            told = [one for one in map(json.loads, lines) if one["split"] == "dev"]
        group = _grouped(told)
        for one in told:
            label, score = one["label"], one.get("score")
            same: bool | None = None
            if label in ("duplicate", "different"):
                same = label == "duplicate"
            elif score is not None:
                same = label == "entailment" and score >= 4.5
            elif label != "entailment":
                same = False  # a claim may follow from evidence that says far more
            yield Row(
                one["a"],
                one["b"],
                "english",
                source,
                f"{source} {group(one['a'])}",
                same,
                None if source == NEWS else label == "contradiction",
                None if source == NEWS else label == "entailment",
                None if score is None else score / 5,
            )


def _grouped(told: Sequence[dict[str, Any]]) -> Callable[[str], str]:
    """For each text the name of its group: what shares a text or a talk belongs together."""
    above: dict[str, str] = {}

    def top(text: str) -> str:
        above.setdefault(text, text)
        while above[text] != text:
            above[text] = above[above[text]]
            text = above[text]
        return text

    for one in told:
        above[top(one["a"])] = top(one["b"])
        talk, mark, _ = one["id"].rpartition("/")
        if mark:
            above[top(one["b"])] = top(talk)
    return top


def facts(language: str, count: int) -> Iterator[Row]:
    """Pairs of invented facts."""
    for made in invented(language, count):
        group = f"fact {made.name}"
        same, contradicts = made.is_same, made.is_contradiction
        yield Row(made.one, made.other, language, "invented", group, same, contradicts, same, None)


def table(rows: list[Row], embedder: CachingEmbedder | None) -> Table:
    """The numbers that the judge sees of each pair."""
    readings = {
        (text, row.language): parse_text(text, row.language)
        for row in rows
        for text in (row.one, row.other)
    }
    meaning = vector_similarity(embedder, readings.values()) if embedder else None
    seen = []
    for row in rows:
        one, other = (readings[text, row.language] for text in sorted((row.one, row.other)))
        seen.append(compare_pair(one, other, load_lexicon(row.language), meaning))
    names = list(seen[0].features)
    heads = [(row.same, row.contradicts, row.follows, row.nearness) for row in rows]
    return Table(
        rows,
        names,
        np.array([[one.features[name] for name in names] for one in seen]),
        np.array([one.is_apart for one in seen]),
        np.array([one.is_exchanged for one in seen]),
        np.array([[float(head or 0) for head in ones] for ones in heads]),
        np.array([[float(head is not None) for head in ones] for ones in heads]),
        np.array([OFTEN.get(row.source, OFTEN_INVENTED) for row in rows]),
        np.array([OFTEN_TREES.get(row.source, OFTEN_INVENTED) for row in rows]),
    )


def fitted(rows: Numbers, wanted: Numbers, known: Numbers, often: Numbers, seed: int) -> Net:
    """One hidden layer beside a straight line, for all heads at once."""
    luck = np.random.default_rng(seed)
    count, heads = rows.shape[1], wanted.shape[1]
    net = [
        luck.normal(0, count**-0.5, (count, UNITS)),
        np.zeros(UNITS),
        luck.normal(0, 0.3 * UNITS**-0.5, (UNITS, heads)),
        np.zeros((count, heads)),
        np.zeros(heads),
    ]
    damping = (DAMPING, 0.0, DAMPING, DAMPING, 0.0)
    first, second = ([np.zeros_like(part) for part in net] for _ in range(2))
    weights = known * HEADS * often[:, None] / (known * often[:, None]).mean(0).sum()
    for step in range(1, STEPS + 1):
        some = luck.integers(len(rows), size=BATCH)
        given = rows[some] * (luck.random((BATCH, count)) > BLANKED)
        units = np.tanh(given @ net[0] + net[1])
        kept = (luck.random(units.shape) > DROPPED) / (1 - DROPPED)
        odds = (units * kept) @ net[2] + given @ net[3] + net[4]
        wrong = (_chance(odds) - wanted[some]) * weights[some] / BATCH
        back = (wrong @ net[2].T) * kept * (1 - units**2)
        slopes = [
            given.T @ back,
            back.sum(0),
            (units * kept).T @ wrong,
            given.T @ wrong,
            wrong.sum(0),
        ]
        rate = RATE * min(1, step / 100) * 0.5 * (1 + np.cos(np.pi * step / STEPS))
        for place, slope in enumerate(slopes):
            slope = slope + damping[place] * net[place]
            first[place] = 0.9 * first[place] + 0.1 * slope
            second[place] = 0.999 * second[place] + 0.001 * slope**2
            size = np.sqrt(second[place] / (1 - 0.999**step)) + 1e-8
            net[place] = net[place] - rate * first[place] / (1 - 0.9**step) / size
    return net


def grown(rows: Numbers, wanted: Flags, often: Numbers, seed: int) -> pair_model.DecisionTree:
    """A tree of questions, each the best of some that were drawn by lot."""
    luck = np.random.default_rng(seed)
    asked: list[int] = []
    at: list[float] = []
    right: list[int] = []
    tried = max(1, round(TRIED * rows.shape[1]))

    def grow(some: NDArray[np.intp], depth: int) -> None:
        place = len(asked)
        asked.append(-1)
        at.append(0.0)
        right.append(0)
        all_, hits = often[some].sum(), often[some][wanted[some]].sum()
        at[place] = round(float(hits / all_), 3)
        if depth == 0 or len(some) < 2 * LEAF_MIN or hits in (0, all_):
            return
        features = luck.choice(rows.shape[1], tried, replace=False)
        seen = rows[np.ix_(some, features)]
        low, high = seen.min(0), seen.max(0)
        limits = np.round(low + luck.random(tried) * (high - low), 3)
        is_left = (seen <= limits).astype(float)
        counts = is_left.sum(0)
        left_all, left_hits = often[some] @ is_left, (often[some] * wanted[some]) @ is_left
        with np.errstate(divide="ignore", invalid="ignore"):
            gain = left_hits**2 / left_all + (hits - left_hits) ** 2 / (all_ - left_all)
        gain[(counts < LEAF_MIN) | (len(some) - counts < LEAF_MIN)] = -1
        best = int(np.argmax(gain))
        if gain[best] <= hits**2 / all_ + 1e-9:
            return
        asked[place], at[place] = int(features[best]), float(limits[best])
        goes_left = is_left[:, best] > 0
        grow(some[goes_left], depth - 1)
        right[place] = len(asked)
        grow(some[~goes_left], depth - 1)

    grow(np.arange(len(rows)), DEPTH)
    return pair_model.DecisionTree(asked, at, right)


class Learned(NamedTuple):
    """What pairs taught."""

    means: Numbers
    scales: Numbers
    nets: list[Net]
    trees: list[pair_model.DecisionTree]

    def scores(self, values: Numbers) -> Numbers:
        """Odds of being the same and of contradicting, before they are put to scale."""
        rows = np.clip((values - self.means) / self.scales, -CLIP, CLIP)
        heads = sum(
            (
                np.tanh(rows @ net[0] + net[1]) @ net[2] + rows @ net[3] + net[4]
                for net in self.nets
            ),
            start=np.zeros((len(rows), len(HEADS))),
        ) / len(self.nets)
        leaves = np.array([pair_model.vote_trees(self.trees, row) for row in values.tolist()])
        return np.stack([heads @ SAME_OF_HEADS, NETS_SHARE * heads[:, 1] + _odds(leaves)], axis=1)


def learn(given: Table, some: Flags) -> Learned:
    values = given.values[some]
    means, scales = values.mean(0).round(4), np.maximum(values.std(0), 1e-3).round(4)
    rows = np.clip((values - means) / scales, -CLIP, CLIP)
    wanted, known, often = given.wanted[some], given.known[some], given.often[some]
    nets = [fitted(rows, wanted, known, often, seed) for seed in range(NETS)]
    said = known[:, 1] > 0
    yes = wanted[said, 1] > 0
    trees = [grown(values[said], yes, given.often_trees[some][said], seed) for seed in range(TREES)]
    return Learned(means, scales, nets, trees)


def elsewhere(given: Table, time: int) -> tuple[Numbers, NDArray[np.int64]]:
    """The scores of each pair by what the other folds taught, and its fold."""
    folds = np.array(
        [
            int(hashlib.sha256(f"{time} {row.group}".encode()).hexdigest(), 16) % FOLDS
            for row in given.rows
        ]
    )
    scores = np.zeros((len(given.rows), 2))
    for fold in range(FOLDS):
        scores[folds == fold] = learn(given, folds != fold).scores(given.values[folds == fold])
    return scores, folds


def scaled(given: Table, scores: Numbers) -> Numbers:
    """For both answers a factor and an addend that make chances of scores."""
    found = []
    for answer, some in (
        (0, (given.known[:, 0] > 0) & ~given.apart),
        (1, given.known[:, 1] > 0),
    ):
        columns = np.stack([scores[some, answer], np.ones(some.sum())], axis=1)
        line = np.array([0.5, 0.0])
        for _ in range(60):
            chances = _chance(columns @ line)
            bend = (columns.T * (chances * (1 - chances))) @ columns + 1e-3 * np.eye(2)
            step = np.linalg.solve(bend, columns.T @ (chances - given.wanted[some, answer]))
            line = line - np.clip(step, -0.2, 0.2)
        found.append(line)
    return np.array(found)


def judged(given: Table, scores: Numbers, lines: Numbers) -> Numbers:
    """The two chances as the judge tells them."""
    chances = _chance(scores * lines[:, 0] + lines[:, 1])
    same = chances[:, 0]
    same = np.where(given.exchanged, np.minimum(same, pair_model.APART), same)
    chances[:, 0] = np.where(given.apart, pair_model.APART * chances[:, 0], same)
    return chances


def figures(given: Table, chances: Numbers, folds: NDArray[np.int64]) -> dict[str, float]:
    """F1 of each set and answer, with the threshold that is best for the other folds."""
    told: dict[str, float] = {}
    sources = np.array([row.source for row in given.rows])
    for source in dict.fromkeys(sources.tolist()):
        for answer, name in enumerate(("same", "contradicts")):
            some = (sources == source) & (given.known[:, answer] > 0)
            yes = given.wanted[some, answer] > 0
            if not yes.any() or yes.all():
                continue
            found, fold = chances[some, answer], folds[some]
            called = np.zeros(len(found), dtype=bool)
            for one in set(fold.tolist()):
                limit = _best(found[fold != one], yes[fold != one])
                called[fold == one] = found[fold == one] >= limit
            told[f"{source} {name} F1"] = _f1(called, yes)
            told[f"{source} {name} AUC"] = _auc(found, yes)
            denied = given.wanted[some, 1] > 0
            if answer == 0 and denied.any():
                told[f"{source} contradictions called the same"] = float(called[denied].mean())
    return told


def _f1(called: Flags, yes: Flags) -> float:
    return float(2 * (called & yes).sum() / max(1, called.sum() + yes.sum()))


def _best(found: Numbers, yes: Flags) -> float:
    limits = np.unique(np.quantile(found, np.linspace(0, 1, 401)))
    return float(max(limits, key=lambda limit: _f1(found >= limit, yes)))


def _auc(found: Numbers, yes: Flags) -> float:
    above = (found[yes][:, None] > found[~yes][None]).mean()
    return float(above + 0.5 * (found[yes][:, None] == found[~yes][None]).mean())


def _chance(odds: Numbers) -> Numbers:
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def _odds(share: Numbers) -> Numbers:
    share = np.clip(share, UNSURE_MIN, 1 - UNSURE_MIN)
    return np.asarray(np.log(share / (1 - share)))


def written(given: Table, learned: Learned, lines: Numbers) -> dict[str, Any]:
    """The weights as the judge reads them: all nets side by side as one."""
    mix = np.stack([lines[0, 0] * SAME_OF_HEADS, NETS_SHARE * lines[1, 0] * np.eye(len(HEADS))[1]])
    nets, count = learned.nets, len(learned.nets)
    told = {
        "hidden": np.concatenate([net[0] for net in nets], axis=1).T,
        "hidden_bias": np.concatenate([net[1] for net in nets]),
        "out": mix @ np.concatenate([net[2] for net in nets]).T / count,
        "straight": mix @ np.mean([net[3] for net in nets], axis=0).T,
        "bias": mix @ np.mean([net[4] for net in nets], axis=0) + lines[:, 1],
        "means": learned.means,
        "scales": learned.scales,
    }
    return {
        "features": given.names,
        "clip": CLIP,
        **{name: np.round(value, 4).tolist() for name, value in told.items()},
        "trees": learned.trees,
        "trees_weight": round(float(lines[1, 0]), 4),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the sets of pairs")
    parser.add_argument("--times", type=int, default=1, help="cut the folds in so many ways")
    parser.add_argument("--cache", type=Path, help="file that keeps vectors between runs")
    parser.add_argument("--write", action="store_true", help="write the weights of all pairs")
    given = parser.parse_args()
    known = list(public(given.data))
    made = {language: list(facts(language, count)) for language, count in INVENTED.items()}
    embedder = CachingEmbedder(MiniLM(), given.cache)
    tables = {
        embedder.name: table(known + made["english"], embedder),
        pair_model.WORDS: table([*known, *(row for rows in made.values() for row in rows)], None),
    }
    embedder.save()
    weights = {}
    for name, one in tables.items():
        told = []
        for time in range(given.times):
            scores, folds = elsewhere(one, time)
            lines = scaled(one, scores)
            told.append(figures(one, judged(one, scores, lines), folds))
        for figure in told[0]:
            each = [some[figure] for some in told]
            print(f"{name:24} {figure:42} {np.mean(each):.3f} ± {np.std(each):.3f}", flush=True)
        if given.write:
            weights[name] = written(one, learn(one, np.ones(len(one.rows), dtype=bool)), lines)
    if given.write:
        WEIGHTS.write_text(json.dumps(weights, separators=(",", ":")) + "\n", encoding="utf-8")
        print(f"Wrote {WEIGHTS.name}: {WEIGHTS.stat().st_size:,} bytes.")


if __name__ == "__main__":
    main()
