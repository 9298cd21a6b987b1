"""All prompts: the text and the version of each, and what a space may put in its place."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from remembrancer.errors import InvalidInput
from remembrancer.prompts import collector, compression, digest, extract, judge, verification


class Prompt(NamedTuple):
    """What a model is told to do."""

    name: str
    version: str  # "extraction 1"; of a space's own text "own" and the beginning of its hash
    text: str


PROMPTS: Mapping[str, Prompt] = {
    prompt.name: prompt
    for prompt in (
        Prompt("collector", collector.VERSION, collector.INSTRUCTIONS),
        Prompt("compression", compression.VERSION, compression.INSTRUCTIONS),
        Prompt("contradiction", judge.VERSION, judge.INSTRUCTIONS),
        Prompt("digest", digest.VERSION, digest.INSTRUCTIONS),
        Prompt("extraction", extract.VERSION, extract.INSTRUCTIONS),
        Prompt("verification", verification.VERSION, verification.INSTRUCTIONS),
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
