"""No rule of ours is written for a public question set: none of them is known outside the bench."""

from __future__ import annotations

import gzip
import json
import lzma
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"
BENCH = SOURCE / "remembrancer" / "bench"
DATA = Path(os.environ.get("REMEMBRANCER_DATA") or ROOT.parent / "shared" / "data")
RUN = 6  # words in a row that can hardly be there by chance
ASKED = ("question", "query", "trigger_query")  # under which names sets keep their questions

# Names that are words of their own are meant only as the sets write them.
_NAMES = (
    r"(?i:locomo(?:10)?(?:[-_ ]?(?:plus|errata))?)",
    r"(?i:longmemeval|lme(?:[-_](?:s48|pool|oracle))?)",
    r"(?i:beam[-_ ]?\d+[km])|BEAM",
    r"(?i:qmsum|memeval|sts[-_]?16|fever[-_]?sym\w*)",
    r"SICK|(?i:pairs_\w+|irc_dev)",
)
NAME = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(_NAMES)})(?![A-Za-z0-9])")
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_OPENERS: dict[str, Any] = {".json": open, ".gz": gzip.open, ".xz": lzma.open}


def sources() -> Iterator[tuple[Path, str]]:
    """Every text of the package outside the bench room."""
    for file in sorted((SOURCE / "remembrancer").rglob("*")):
        if file.is_file() and not file.is_relative_to(BENCH) and "__pycache__" not in file.parts:
            yield file, file.read_text(encoding="utf-8")


def runs(text: str) -> Iterator[tuple[str, ...]]:
    words = _WORD.findall(text.lower())
    return zip(*(words[start:] for start in range(RUN)), strict=False)


def questions(folder: Path) -> Iterator[str]:
    """Every question in the files of a folder."""
    for file in sorted(folder.iterdir()):
        if ".json" in file.name and file.suffix in _OPENERS:
            with _OPENERS[file.suffix](file, "rt", encoding="utf-8") as opened:
                lines = opened if ".jsonl" in file.name else (opened.read(),)
                for line in lines:
                    yield from _asked(json.loads(line))


def _asked(value: Any) -> Iterator[str]:
    for name, one in value.items() if isinstance(value, dict) else ():
        if name in ASKED and isinstance(one, str):
            yield one
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _asked(one)


def test_no_question_set_is_named() -> None:
    """Outside the bench room no file of the package names a public question set."""
    found = [
        f"{file.relative_to(ROOT)}: {named.group()}"
        for file, text in sources()
        for named in NAME.finditer(text)
    ]
    assert found == []


@pytest.mark.parametrize("text", ["`locomo_split`", "LoCoMo-Plus", "an lme-s48 run", "BEAM-100K"])
def test_a_name_is_seen(text: str) -> None:
    """A name is seen in any spelling, and inside longer identifiers."""
    assert NAME.search(text)


@pytest.mark.parametrize("text", ["a beam of light", "locomotive", "he is sick", "element", "film"])
def test_plain_words_are_no_names(text: str) -> None:
    """Words of the language that a set was named after are left alone."""
    assert not NAME.search(text)


@pytest.mark.skipif(not DATA.is_dir(), reason=f"the public question sets are not at {DATA}")
def test_no_question_is_quoted() -> None:
    """Outside the bench room no file holds six words in a row of any question of the sets."""
    asked = {run: question for question in questions(DATA) for run in runs(question)}
    assert len(asked) > 1_000, "the files of the sets were not read as questions"
    found = [
        f"{file.relative_to(ROOT)}: {' '.join(run)!r}, as in {asked[run]!r}"
        for file, text in sources()
        for run in runs(text)
        if run in asked
    ]
    assert found == []


def test_a_quoted_question_is_seen(tmp_path: Path) -> None:
    """Questions are found in plain, gzipped and xz files, however deep they are."""
    told = {"qa": [{"question": "Which of the seven bakers sold the yellow van?"}]}
    (tmp_path / "a.json").write_text(json.dumps(told))
    with gzip.open(tmp_path / "b.jsonl.gz", "wt") as file:
        file.write('{"query": "one"}\n{"query": "two"}\n')
    with lzma.open(tmp_path / "c.json.xz", "wt") as file:
        file.write('[{"trigger_query": "three"}]')
    (tmp_path / "README.md").write_text("no questions")
    assert list(questions(tmp_path)) == [told["qa"][0]["question"], "one", "two", "three"]
    code = '# whoever asks "which of the Seven bakers sold bread"'
    assert set(runs(code)) & set(runs(told["qa"][0]["question"])) == {
        ("which", "of", "the", "seven", "bakers", "sold")
    }
