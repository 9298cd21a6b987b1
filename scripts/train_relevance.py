"""Learns which facts are relevant to a conversation, for `remembrancer.inquiry.weighing.relevance`.

    python scripts/train_relevance.py            how well it holds on other worlds
    python scripts/train_relevance.py --write    and the weights of all of them

It learns from the worlds of `tests/inquiry` that may be read, from more conversations in them and
from further worlds, both in `benchmarks/retrieval`. Each world is judged with weights that were
learned from the others. It needs numpy and the extra `minilm`; the weights need neither.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from remembrancer.bench.retrieval_worlds import World, WorldConversation, fill, read_worlds
from remembrancer.inquiry import inquire as inquiring
from remembrancer.inquiry import rules
from remembrancer.inquiry.facts import FactCandidate
from remembrancer.inquiry.inquiry import InquiryRequest
from remembrancer.inquiry.known import Known
from remembrancer.inquiry.notebook import Notebook
from remembrancer.inquiry.rules import Looking
from remembrancer.inquiry.weighing import relevance
from remembrancer.inquiry.weighing.kin_signs import KinSigns
from remembrancer.inquiry.weighing.signs import Signs
from remembrancer.memory import Memory

ROOT: Final = Path(__file__).resolve().parents[1]
PRACTICE: Final = ROOT / "benchmarks" / "retrieval" / "practice.jsonl"
SUITES: Final = (
    *(ROOT / "tests/inquiry" / f"suite_{one}.jsonl" for one in ("first", "third")),
    PRACTICE.with_name("worlds.jsonl"),
    PRACTICE.with_name("everyday.jsonl"),
)
WEIGHTS: Final = Path(relevance.__file__).with_name("relevance_weights.json")
NEEDED: Final = 3.0  # what a needed fact counts beside a useful or a wrong one
DAMPING: Final = 4.0  # L2; with less of it the weights learn worlds by heart
STEPS: Final = 60
DECIMALS: Final = 3
# Signs that may count for or against a fact, those that count against it; all others count for it.
FREE: Final = frozenset({"any", "message", "item", "nothing named", "sure"})
AGAINST: Final = frozenset({"own, nobody named", "others are tied", "message asks", "only names"})
# Of the relevance, and of that of the best fact: what is less is not handed over. Chosen so that
# about 60 % of what is handed over is right in worlds that the weights were not learned from.
CHOSEN: Final = {"words": (0.35, 0.5), "meaning": (0.3, 0.5)}
CUTS: Final = tuple(
    (least, share)
    for least in (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55)
    for share in (0.0, 0.2, 0.3, 0.4, 0.5, 0.6)
)

Numbers = NDArray[np.float64]


class Asked(NamedTuple):
    """One conversation with all that was looked at, and what of it is right."""

    world: str
    suite: str
    conversation: str
    way: str  # "words" or "meaning"
    known: Known
    candidates: list[FactCandidate]
    signs: list[Signs]
    needed: list[set[str]]  # for each needed fact, the ids that stand for it
    right: set[str]

    @property
    def labels(self) -> tuple[Numbers, Numbers]:
        """For each candidate 1 if it is right, and what it counts."""
        needed = set[str]().union(*self.needed)
        ids = [one.fact.id or "" for one in self.candidates]
        return (
            np.array([id in self.right for id in ids], float),
            np.array([NEEDED if id in needed else 1.0 for id in ids]),
        )


class Model(NamedTuple):
    """Weights in two steps."""

    first: dict[str, float]
    kin: dict[str, float]


class Looked(Exception):
    """All that an inquiry looks at was seen; its answer is not wanted."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", action="store_true", help="write the weights")
    write = parser.parse_args().write
    made = {}
    read = {embedder: list(asked(embedder)) for embedder in ("none", "minilm")}
    for way in ("words", "meaning"):
        rows = [one for each in read.values() for one in each if one.way == way]
        told = held_out(rows)
        for suites in (("first",), ("third",), ("practice",), ("worlds",), ("everyday",)):
            places = [place for place, one in enumerate(rows) if one.suite in suites]
            show(way, "+".join(suites), [rows[n] for n in places], [told[n] for n in places])
        show(way, "all", rows, told)
        made[way] = learned(rows)
    if write:
        write_weights(made)


def write_weights(made: Mapping[str, Model]) -> None:
    rounded = {
        way: {
            **{
                part: {
                    sign: round(weight, DECIMALS)
                    for sign, weight in sorted(weights.items())
                    if round(weight, DECIMALS)
                }
                for part, weights in model._asdict().items()
            },
            "least": CHOSEN[way][0],
            "least_share": CHOSEN[way][1],
        }
        for way, model in made.items()
    }
    WEIGHTS.write_text(json.dumps(rounded, indent=0) + "\n", "utf-8")


def asked(embedder: str) -> Iterator[Asked]:
    """Every conversation, asked in a fresh space, with its signs."""
    more = [json.loads(line) for line in PRACTICE.read_text("utf-8").splitlines()]
    memory = Memory.open(":memory:", preset="community", embedder=embedder)
    with memory:
        for path in SUITES:
            suite = path.stem.removeprefix("suite_")
            for world in read_worlds(path):
                memory.in_space(world.key, "community").admin.configure(
                    {"graph": {"from_talk": False}}
                )
                space = memory.in_space(world.key)
                keys = fill(space, world)
                space.jobs.wait()
                own = [
                    WorldConversation.model_validate(
                        {name: one[name] for name in one if name not in ("record", "world")}
                    )
                    for one in more
                    if one["world"] == world.key
                ]
                talks = [(one, suite) for one in world.conversations]
                for talk, part in (*talks, *((one, "practice") for one in own)):
                    yield _asked(space, world, talk, part, keys)


def _asked(
    space: Memory, world: World, talk: WorldConversation, suite: str, keys: dict[str, str]
) -> Asked:
    seen: list[tuple[Known, list[FactCandidate], dict[str, float]]] = []

    def noted(request: InquiryRequest, notebook: Notebook, looking: Looking, _: str) -> None:
        known = rules.run(request, notebook, looking, lambda _: None)
        near = rules.meanings(known, notebook, looking.embedder)
        candidates = relevance.without_copies(known, list(notebook.candidates.values()))
        seen.append((known, candidates, near))
        raise Looked

    with patch.object(inquiring, "by_rules", noted), suppress(Looked):
        space.inquire(**world.request(talk), strategy="rules")
    ((known, candidates, near),) = seen
    return Asked(
        world=world.key,
        suite=suite,
        conversation=talk.key,
        way="meaning" if near else "words",
        known=known,
        candidates=candidates,
        signs=relevance.first_signs(known, candidates, near),
        needed=[{keys[key] for key in (one, *talk.same.get(one, ()))} for one in talk.needed],
        right={keys[key] for key in talk.right},
    )


def held_out(rows: Sequence[Asked]) -> list[Numbers]:
    """How relevant each candidate is, by weights learned from other worlds."""
    made: dict[int, Numbers] = {}
    for world in dict.fromkeys(one.world for one in rows):
        model = learned([one for one in rows if one.world != world])
        for place, one in enumerate(rows):
            if one.world == world:
                made[place] = judged(model, one)
    return [made[place] for place in range(len(rows))]


def learned(rows: Sequence[Asked]) -> Model:
    labels = [one.labels for one in rows]
    right = np.concatenate([one for one, _ in labels])
    counts = np.concatenate([one for _, one in labels])
    first = fitted([one for row in rows for one in row.signs], right, counts)
    kin = fitted([one for row in rows for one in _kin(first, row)], right, counts)
    return Model(first=first, kin=kin)


def judged(model: Model, one: Asked) -> Numbers:
    return _shares(model.kin, _kin(model.first, one))


def _kin(first: dict[str, float], one: Asked) -> list[Signs]:
    kin = KinSigns(one.candidates, list(_shares(first, one.signs)))
    return [kin.of(place) for place in range(len(one.candidates))]


def _shares(weights: dict[str, float], signs: Sequence[Signs]) -> Numbers:
    odds = [
        weights["any"] + sum(weights.get(name, 0.0) * value for name, value in one.items())
        for one in signs
    ]
    return _logistic(np.array(odds, float))


def fitted(signs: Sequence[Signs], right: Numbers, counts: Numbers) -> dict[str, float]:
    """The weights of a logistic regression, each on its side of 0."""
    names = ["any", *sorted({name for one in signs for name in one})]
    table = np.zeros((len(signs), len(names)))
    table[:, 0] = 1
    place = {name: number for number, name in enumerate(names)}
    for row, one in enumerate(signs):
        for name, value in one.items():
            table[row, place[name]] = value
    low = np.array([-np.inf if name in FREE | AGAINST else 0.0 for name in names])
    high = np.array([0.0 if name in AGAINST else np.inf for name in names])
    damping = np.full(len(names), DAMPING)
    damping[0] = 1e-3
    weights = np.zeros(len(names))
    for _ in range(STEPS):
        share = _logistic(table @ weights)
        slope = table.T @ (counts * (share - right)) + damping * weights
        free = ~(((weights <= low) & (slope > 0)) | ((weights >= high) & (slope < 0)))
        part = table[:, free]
        curve = (part * (counts * share * (1 - share))[:, None]).T @ part + np.diag(damping[free])
        step = np.zeros(len(names))
        step[free] = np.linalg.solve(curve, slope[free])
        weights = np.clip(weights - step, low, high)
        if np.abs(step).max() < 1e-5:
            break
    return dict(zip(names, map(float, weights), strict=True))


def _logistic(odds: Numbers) -> Numbers:
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def show(way: str, name: str, rows: Sequence[Asked], told: Sequence[Numbers]) -> None:
    """The best recall at some precisions, and that of the cut in use."""
    found = {cut: cut_at(rows, told, *cut) for cut in CUTS}
    best = []
    for wanted in (0.55, 0.6, 0.65):
        enough = {cut: both for cut, both in found.items() if both[1] >= wanted}
        if enough:
            cut = max(enough, key=lambda one: enough[one][0])
            best.append(f"{enough[cut][0]:.3f} at {wanted} {cut}")
    own = cut_at(rows, told, *CHOSEN[way])
    print(f"{way:8}{name:12} recall {own[0]:.3f}, precision {own[1]:.3f}; best {'; '.join(best)}")


def cut_at(
    rows: Sequence[Asked], told: Sequence[Numbers], least: float, share: float
) -> tuple[float, float]:
    """Recall and precision of what is handed over."""
    found = right = needed = hit = 0
    for row, shares in zip(rows, told, strict=True):
        limit = max(least, share * float(shares.max(initial=0.0)))
        chosen = [place for place, value in enumerate(shares) if value >= limit]
        told_of = relevance.telling(row.known, row.candidates, row.signs, chosen)
        ids = {row.candidates[place].fact.id for place in told_of}
        found, right = found + len(ids), right + len(ids & row.right)
        needed, hit = needed + len(row.needed), hit + sum(bool(one & ids) for one in row.needed)
    return hit / max(1, needed), right / max(1, found)


if __name__ == "__main__":
    main()
