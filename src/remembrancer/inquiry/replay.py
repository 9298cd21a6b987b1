"""What people type and read of an inquiry: a conversation as text, and its steps in order."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from remembrancer.inquiry.inquiry import ExecutedQuery, InquiryStep

SOMEBODY: Final = "somebody"
_LINE: Final = re.compile(r"\s*([^\s:][^:\n]{0,60}?)\s*:\s+(\S.*)")


def messages_of(text: str) -> list[dict[str, str]]:
    """A text as a conversation: lines of "name: text", or one question of somebody."""
    lines = [line for line in text.splitlines() if line.strip()]
    spoken = [found for line in lines if (found := _LINE.fullmatch(line)) is not None]
    if not lines or len(spoken) < len(lines):
        return [{"author_id": SOMEBODY, "content": text}]
    return [{"author_id": one[1], "content": one[2]} for one in spoken]


def in_order(
    trace: Sequence[InquiryStep], queries: Sequence[ExecutedQuery]
) -> list[InquiryStep | ExecutedQuery]:
    """Steps and looks as they were taken: the looks of a round come after its first step."""
    looks: defaultdict[int, list[ExecutedQuery]] = defaultdict(list)
    for query in queries:
        looks[query.iteration].append(query)
    entries: list[InquiryStep | ExecutedQuery] = []
    for step in trace:
        entries += [step, *looks.pop(step.iteration, [])]
    return [*entries, *(query for listed in looks.values() for query in listed)]
