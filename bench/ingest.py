"""How many messages per second of processor time the work `embed` takes, vectors stored.

`python bench/ingest.py minilm static` prints one line of JSON for each embedder: messages of some
114 words and of some 23 words. The time is that of this process over all its threads, so other
programs on the machine disturb it little. The first text, which loads the embedder, is left out.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

LENGTHS = {"long": 114, "short": 23}  # words
MESSAGES = {"long": 150, "short": 400}
ROUNDS = 3


def main(embedders: list[str]) -> None:
    for name in embedders:
        print(json.dumps({"embedder": name, **measure(name)}), flush=True)


def measure(name: str) -> dict[str, float]:
    """Messages per second of processor time, by their length: the best of some rounds."""
    from remembrancer.build_tools import check_tools

    embedder = check_tools(None, None, name, None).embedder
    if embedder is None:
        raise SystemExit("Name an embedder: minilm, static or openai:MODEL.")
    embedder.embed(["The first text loads the embedder."])
    return {
        kind: round(max(_rate(embedder, kind, seed) for seed in range(ROUNDS)), 1)
        for kind in LENGTHS
    }


def _rate(embedder: Any, kind: str, seed: int) -> float:
    from remembrancer import Memory
    from remembrancer.jobs.embed import handle  # noqa: F401  loaded before the time is taken

    texts = list(_texts(LENGTHS[kind], MESSAGES[kind], seed))
    with Memory.open(":memory:", space="ingest", embedder=embedder, background=False) as memory:
        memory.add_many({"content": text} for text in texts)
        begun = time.process_time()
        memory.jobs.wait()
        spent = time.process_time() - begun
        (left,) = (left for _, left in memory.admin.vectors().values())
        if left:
            raise SystemExit(f"{left} texts of {len(texts)} have no vector.")
    return len(texts) / spent


def _texts(words: int, count: int, seed: int) -> Iterator[str]:
    """Invented small talk, cut after the sentence that reaches so many words."""
    from bench.talk import Talk

    said = (str(one["content"]) for one in Talk(seed=seed).messages(count * words))
    chance = random.Random(seed)
    for number in range(count):
        sentences: list[str] = []
        while sum(len(one.split()) for one in sentences) < words:
            sentences.append(next(said))
        chance.shuffle(sentences)
        yield f"{' '.join(sentences)} That was number {number}."


if __name__ == "__main__":
    main(sys.argv[1:] or ["minilm", "static"])
