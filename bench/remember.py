"""What it costs to remember, offline, in a process of its own: one line of JSON.

`python bench/remember.py rate MESSAGES ADDRESS OTHER` against capturing the same messages raw;
`python bench/remember.py fact ITEMS ADDRESS` a fact at a time, in a store of so many items.
"""

from __future__ import annotations

import json
import os
import sys
import time
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

MESSAGES = 10_000
FACTS = 200
WARMING = 20
SUBJECT_ITEMS = 100  # items of one subject, at every size
Figures = dict[str, float]


def rate(messages: int, ours: str, other: str) -> Figures:
    """Conversations of so many messages in all, each appended at once, and each remembered."""
    from bench.talk import TALK_MESSAGES, Talk
    from remembrancer import Memory

    said = list(Talk().messages(messages))
    talks = [said[first : first + TALK_MESSAGES] for first in range(0, messages, TALK_MESSAGES)]
    options: dict[str, Any] = {"space": "bench", "preset": "adviser", "background": False}
    raw: list[float] = []
    times: list[float] = []
    stored = 0
    with Memory.open(other, **options) as bare, Memory.open(ours, **options) as memory:
        memory.remember("I live in Uppsala.")  # loads the rules, once for a process
        # They take turns, so that what disturbs one disturbs both.
        for number, talk in enumerate(talks):
            name, subject = f"talk-{number}", f"client-{number}"
            started = time.perf_counter()
            bare.conversations.start(name, subject=subject)
            bare.conversations.append(name, talk)
            raw.append(time.perf_counter() - started)
            started = time.perf_counter()
            stored += len(memory.remember(talk, source=name, subject=subject).items)
            times.append(time.perf_counter() - started)
    assert stored > messages / 20, stored
    return {
        "remember": median(raw) / median(times),
        "raw_rate": TALK_MESSAGES / median(raw),
        "remember_rate": TALK_MESSAGES / median(times),
        "remembered": stored,
    }


def fact(items: int, ours: str) -> Figures:
    """One fact at a time, about one client of many and about nobody in particular."""
    from bench.talk import Talk
    from remembrancer import Memory

    talk = Talk()
    subjects = max(1, items // SUBJECT_ITEMS // 2)
    with Memory.open(ours, space="bench", preset="adviser", background=False) as memory:
        # Half of them belong to clients, and half to nobody: one large place.
        memory.add_many(
            {"content": text, "subject": None if number % 2 else f"client-{number // 2 % subjects}"}
            for number, text in enumerate(talk.facts(items))
        )
        inside = _times(memory, list(talk.facts(FACTS, salt=1)), "client-{}", subjects)
        wide = _times(memory, list(talk.facts(FACTS, salt=2)), None, subjects)
    return {"fact_ms": inside, "wide_fact_ms": wide}


def _times(memory: Any, texts: list[str], subject: str | None, subjects: int) -> float:
    times = []
    for number, text in enumerate([*islice(texts, WARMING), *texts]):
        about = None if subject is None else subject.format(number % subjects)
        started = time.perf_counter()
        memory.remember(text, subject=about)
        times.append((time.perf_counter() - started) * 1000)
    return median(times[WARMING:])


PARTS = {"rate": rate, "fact": fact}

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    os.environ["REMEMBRANCER_EMBEDDER"] = "none"  # what vectors cost is measured elsewhere
    part, size, *addresses = sys.argv[1:]
    print(json.dumps(PARTS[part](int(size), *addresses)))  # type: ignore[operator]
