"""The stories in `benchmarks/stories` are of the form that its README tells."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from remembrancer.presets import preset_files

FOLDER = Path(__file__).parents[2] / "benchmarks" / "stories"
SETS = sorted(FOLDER.glob("*.jsonl"))
STEPS = {"remember", "meeting", "conversation", "advance_days", "compress"}
CHECKS = set(
    re.findall(r"`(\w+)`", (FOLDER / "README.md").read_text("utf-8").split("| check |")[1])
)
CHECKS -= {"harm"}


@pytest.mark.parametrize("file", SETS, ids=lambda file: file.stem)
def test_each_story_has_its_fields(file: Path) -> None:
    """Each is of a preset that there is, has steps and checks of known sorts and an id of its own,
    and its patterns compile."""
    stories = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert len({story["id"] for story in stories}) == len(stories) == 90
    for story in stories:
        assert story["preset"] in preset_files.names(), story["id"]
        assert story["lang"] in ("en", "sv"), story["id"]
        assert all(len(STEPS & step.keys()) == 1 for step in story["steps"]), story["id"]
        for check in story["expect"]:
            assert len(CHECKS & check.keys()) == 1, (story["id"], check)
            assert not check.keys() - CHECKS - {"of", "harm"}, (story["id"], check)
            for pattern in _patterns(check):
                re.compile(pattern)


def _patterns(check: dict[str, Any]) -> Iterator[str]:
    for name, value in check.items():
        if name == "owner":
            yield value[0]
        elif name not in ("harm", "content_keeps", "of"):
            yield from [value] if isinstance(value, str) else value
