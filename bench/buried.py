"""How much of what recall finds it still finds among many messages about other things.

`python bench/buried.py --data ../data --dataset locomo --messages 100000` asks the questions of a
public set twice: each story alone, and each among so many foreign messages. These are halves of
sentences of the sets in `--from`, put together, so that they have words that people use and answer
nothing. They are spread over the time of the set. `rmb bench recall` measures a story alone as
well.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from remembrancer.bench import recall
from remembrancer.bench.caching_embedder import (
    WORDS_ALONE,
    CachingEmbedder,
    caching_embedder,
    create_bench_embedder,
)
from remembrancer.bench.harness import load_harness
from remembrancer.bench.measures import Unit
from remembrancer.bench.retriever import START, parse_time
from remembrancer.core.limits import EMBED_BATCH_PARTS
from remembrancer.memory import Memory

SPACE = "buried"
FOREIGN = "foreign-"  # begins the ids of foreign messages
TALK_MESSAGES = 200  # of one foreign conversation
WORDS_MIN, WORDS_MAX = 4, 14  # of half a message
SEED = 17
SHOWN_EACH = 10_000  # messages, after which the progress is told


class BuriedSpaces:
    """Each story gets a copy of one store that has the foreign messages already."""

    def __init__(self, crowd: Sequence[dict[str, Any]], embedder: CachingEmbedder | None) -> None:
        self._crowd = crowd
        self._embedder = embedder
        self._folder = tempfile.TemporaryDirectory(prefix="rmb-buried-")
        self._place = Path(self._folder.name)
        self._made: dict[str | None, Path] = {}  # by preset
        self._open: list[Memory] = []

    def __enter__(self) -> BuriedSpaces:
        return self

    def __exit__(self, *_: object) -> None:
        while self._open:
            self._close_last()
        self._folder.cleanup()

    def fresh(self, preset: str | None) -> tuple[Memory, Callable[[], None]]:
        if preset not in self._made:
            self._made[preset] = self._with_crowd(preset)
        copy = self._place / "story.db"
        shutil.copyfile(self._made[preset], copy)
        memory = self._opened(copy, preset)
        self._open.append(memory)
        return memory, self._close_last

    def is_stored(self, item_id: str) -> bool:
        return item_id.startswith(FOREIGN)

    def _with_crowd(self, preset: str | None) -> Path:
        file = self._place / f"crowd-{len(self._made)}.db"
        with self._opened(file, preset) as memory:
            coming = iter(self._crowd)
            number = 0
            while talk := list(islice(coming, TALK_MESSAGES)):
                memory.conversations.start(f"{FOREIGN}{number}")
                memory.conversations.append(f"{FOREIGN}{number}", talk)
                number += 1
            memory.jobs.wait(progress=_tell)
        return file

    def _opened(self, file: Path, preset: str | None) -> Memory:
        embedder = self._embedder or WORDS_ALONE
        return Memory.open(
            str(file), space=SPACE, preset=preset, embedder=embedder, background=False
        )

    def _close_last(self) -> None:
        self._open.pop().close()
        for file in self._place.glob("story.db*"):
            file.unlink()


def foreign_messages(
    texts: Sequence[str], count: int, begin: datetime, end: datetime
) -> Iterator[dict[str, Any]]:
    """Messages of two halves each, by authors of whom nobody asks, in the order of their times."""
    chance = random.Random(SEED)
    halves = [half for text in texts for half in _halves(text)]
    for number in range(count):
        content = f"{chance.choice(halves)} {chance.choice(halves)}"
        yield {
            "id": f"{FOREIGN}{number}",
            "author_id": f"foreigner-{chance.randrange(count // 50 + 1)}",
            "content": content[0].upper() + content[1:],
            "timestamp": begin + (end - begin) * number / count,
        }


def _among(wanted: recall.QuestionSet, crowd: Sequence[dict[str, Any]]) -> recall.QuestionSet:
    """The set with the foreign messages among its items, since they may come back as hits."""
    items = [
        {"id": one["id"], "text": "", "session": "", "speaker": "", "timestamp": ""}
        for one in crowd
    ]
    units = ({**unit, "items": [*unit["items"], *items]} for unit in wanted.units)
    return wanted._replace(units=tuple(units))


def _halves(text: str) -> Iterator[str]:
    words = text.split()
    for first in range(0, len(words) - WORDS_MIN, WORDS_MAX):
        half = words[first : first + WORDS_MAX // 2]
        if len(half) >= WORDS_MIN:
            yield " ".join(half)


def _span(units: Sequence[Unit]) -> tuple[datetime, datetime]:
    times = [
        parse_time(item["timestamp"])
        for unit in units
        for item in unit["items"]
        if item["timestamp"]
    ]
    return (min(times), max(times)) if times else (START, datetime(2024, 6, 1, tzinfo=UTC))


def _tell(done: int, total: int) -> None:
    if done % SHOWN_EACH < EMBED_BATCH_PARTS:
        print(f"  {done:,} of {total:,}", file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--eval", type=Path)
    parser.add_argument("--dataset", action="append", required=True)
    parser.add_argument("--from", action="append", dest="others", help="sets of the foreign words")
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--limit", type=int, help="only the first stories of each set")
    parser.add_argument("--preset")
    parser.add_argument("--embedder")
    parser.add_argument("--cache", type=Path)
    options = parser.parse_args()
    using = caching_embedder(create_bench_embedder(options.embedder), options.cache)
    asking = recall.RecallOptions(preset=options.preset, embedder=using)
    with load_harness(options.eval or options.data.parent / "eval") as harness:

        def loaded(name: str, limit: int | None = None) -> recall.QuestionSet:
            return recall.from_harness(
                name,
                harness.loaders,
                harness.measuring,
                data=options.data,
                split="dev",
                limit=limit,
            )

        others = options.others or ["qmsum"]
        texts = [
            item["text"] for name in others for unit in loaded(name).units for item in unit["items"]
        ]
        for name in options.dataset:
            wanted = loaded(name, options.limit)
            crowd = list(foreign_messages(texts, options.messages, *_span(wanted.units)))
            alone = recall.run_questions(wanted, asking)
            buried = recall.run_questions(
                _among(wanted, crowd), asking, spaces=BuriedSpaces(crowd, using)
            )
            if using is not None:
                using.save()
            print(json.dumps(_figures(name, options.messages, alone, buried)), flush=True)
    return 0


def _figures(
    name: str, messages: int, alone: recall.RecallResult, buried: recall.RecallResult
) -> dict[str, Any]:
    found = {
        title: round(100 * one.summary["turn"][recall.TOGETHER]["recall@10"], 1)
        for title, one in (("alone", alone), ("buried", buried))
    }
    return {
        "set": name,
        "among": messages,
        "questions": alone.summary["questions"],
        **found,
        "points": round(found["buried"] - found["alone"], 1),
        "p50_ms": round(buried.summary["latency_p50_ms"], 1),
    }


if __name__ == "__main__":
    sys.exit(main())
