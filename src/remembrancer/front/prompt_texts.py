"""All prompts: the text and the version of each, and what a space may put in its place."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from remembrancer.compression import heading_prompt
from remembrancer.conversations import digest_prompt
from remembrancer.core.errors import InvalidInput
from remembrancer.inquiry.prompts import retrieval_prompt
from remembrancer.reading.prompts import (
    collector_prompt,
    extraction_prompt,
    judge_prompt,
    verification_prompt,
)


class Prompt(NamedTuple):
    """The instructions for a model."""

    name: str
    version: str  # "extraction 1"; of a space's own text "own" and the beginning of its hash
    text: str


PROMPTS: Mapping[str, Prompt] = {
    prompt.name: prompt
    for prompt in (
        Prompt("collector", collector_prompt.VERSION, collector_prompt.INSTRUCTIONS),
        Prompt("compression", heading_prompt.VERSION, heading_prompt.INSTRUCTIONS),
        Prompt("contradiction", judge_prompt.VERSION, judge_prompt.INSTRUCTIONS),
        Prompt("digest", digest_prompt.VERSION, digest_prompt.INSTRUCTIONS),
        Prompt("extraction", extraction_prompt.VERSION, extraction_prompt.INSTRUCTIONS),
        Prompt("inquiry", retrieval_prompt.LONG, retrieval_prompt.GUIDELINES),
        Prompt("verification", verification_prompt.VERSION, verification_prompt.INSTRUCTIONS),
    )
}


def prompt(name: str, own: Mapping[str, str] | None = None) -> Prompt:
    """The prompt of that name; the space's own text where it has one."""
    if name not in PROMPTS:
        raise InvalidInput(f"There is no prompt {name!r}. Known: {', '.join(PROMPTS)}.")
    text = (own or {}).get(name)
    if text is None:
        return PROMPTS[name]
    return Prompt(name, f"own {hashlib.sha256(text.encode()).hexdigest()[:8]}", text)
