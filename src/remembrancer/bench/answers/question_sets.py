"""Question sets with answers, as their authors publish them: LoCoMo and LongMemEval."""

from __future__ import annotations

import gzip
import json
import lzma
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

from remembrancer.core.errors import InvalidInput

ADVERSARIAL: Final = "adversarial"  # a question of LoCoMo that has no answer
ABSTENTION: Final = "abstention"  # the same of LongMemEval
# The numbers in the files of LoCoMo.
_LOCOMO: Final = {
    1: "multi-hop",
    2: "temporal",
    3: "open-domain",
    4: "single-hop",
    5: ADVERSARIAL,
}
LOCOMO: Final = frozenset(_LOCOMO.values())  # its categories
_LOCOMO_TIME: Final = "%I:%M %p on %d %B, %Y"
_LME_TIME: Final = re.compile(r"(\d+)/(\d+)/(\d+).*?(\d+):(\d+)")
_OPENERS: Final[Mapping[str, Callable[[Path], Any]]] = {".gz": gzip.open, ".xz": lzma.open}


class AnswerQuestion(NamedTuple):
    """A question with its answer."""

    id: str
    category: str
    question: str
    answer: str  # of a question without an answer: why there is none, or what would be wrong
    asked_at: str | None = None  # nothing that was said later counts


class Haystack(NamedTuple):
    """What was said before the questions are asked. Each is put into a space of its own."""

    name: str
    items: tuple[dict[str, Any], ...]  # id, text, session, speaker and timestamp
    questions: tuple[AnswerQuestion, ...]


class AnswerSet(NamedTuple):
    """A question set."""

    name: str
    file: Path
    haystacks: tuple[Haystack, ...]


def read_set(name: str | None, folder: Path) -> AnswerSet:
    """A set from the file that its authors publish, as it is or compressed; without a name, the
    first that is there."""
    known = ", ".join(READERS)
    if name is None:
        name = next((one for one in READERS if _files(READERS[one][0], folder)), None)
        if name is None:
            raise InvalidInput(
                f"There is no file of a set in {folder}. Known sets: {known}. Name the folder of "
                "the published files with --data."
            )
    if name not in READERS:
        raise InvalidInput(f"{name!r} is no set. Known: {known}.", field="dataset")
    pattern, read = READERS[name]
    files = _files(pattern, folder)
    if not files:
        raise InvalidInput(
            f"There is no {pattern}.json in {folder}, also not as .gz or .xz. Name the folder of "
            "the published files with --data."
        )
    file = files[0]
    try:
        with _OPENERS.get(file.suffix, open)(file) as opened:
            document = json.load(opened)
        return AnswerSet(name, file, tuple(read(document)))
    except (OSError, EOFError, lzma.LZMAError, ValueError, KeyError, TypeError) as error:
        raise InvalidInput(
            f"{file} cannot be read as {name}: {type(error).__name__}: {error}."
        ) from error


def _files(pattern: str, folder: Path) -> list[Path]:
    return sorted(
        file for end in ("", ".gz", ".xz") for file in folder.glob(f"{pattern}.json{end}")
    )


def _locomo(document: Sequence[Mapping[str, Any]]) -> Iterator[Haystack]:
    for story in document:
        said, name = story["conversation"], story["sample_id"]
        items = []
        for number in count(1):
            if f"session_{number}" not in said:
                break
            moment = datetime.strptime(said[f"session_{number}_date_time"], _LOCOMO_TIME)
            items += [
                {
                    "id": turn["dia_id"],
                    "text": _with_picture(turn),
                    "session": f"session {number}",
                    "speaker": turn["speaker"],
                    "timestamp": moment.replace(tzinfo=UTC).isoformat(),
                }
                for turn in said[f"session_{number}"]
            ]
        questions = [
            AnswerQuestion(
                f"{name}/{number}",
                _LOCOMO[asked["category"]],
                asked["question"],
                str(asked.get("answer", asked.get("adversarial_answer", ""))),
            )
            for number, asked in enumerate(story["qa"])
        ]
        yield Haystack(name, tuple(items), tuple(questions))


def _with_picture(turn: Mapping[str, Any]) -> str:
    shown = turn.get("blip_caption")
    return f"{turn['text']} [shares a picture: {shown}]" if shown else str(turn["text"])


def _longmemeval(document: Sequence[Mapping[str, Any]]) -> Iterator[Haystack]:
    for asked in document:
        name = asked["question_id"]
        sessions = zip(
            asked["haystack_session_ids"],
            asked["haystack_dates"],
            asked["haystack_sessions"],
            strict=True,
        )
        # The same session may stand in a haystack twice, and a message has one id.
        items = [
            {
                "id": f"{place}.{session}#{number}",
                "text": turn["content"],
                "session": f"{place}.{session}",
                "speaker": turn["role"],
                "timestamp": _lme_time(moment),
            }
            for place, (session, moment, turns) in enumerate(sessions)
            for number, turn in enumerate(turns)
        ]
        # Some questions are dated before their own evidence.
        latest = max(map(_lme_time, [asked["question_date"], *asked["haystack_dates"]]))
        question = AnswerQuestion(
            name,
            ABSTENTION if name.endswith("_abs") else asked["question_type"],
            asked["question"],
            str(asked["answer"]),
            latest,
        )
        yield Haystack(name, tuple(items), (question,))


def _lme_time(text: str) -> str:
    found = _LME_TIME.match(text)
    if found is None:
        raise ValueError(f"{text!r} is no time")
    return datetime(*map(int, found.groups()), tzinfo=UTC).isoformat()  # type: ignore[misc,arg-type]


Read = Callable[[Any], Iterable[Haystack]]
READERS: Final[Mapping[str, tuple[str, Read]]] = {
    "locomo": ("locomo10", _locomo),
    "longmemeval-oracle": ("longmemeval_oracle", _longmemeval),
    "longmemeval-s": ("longmemeval_s*", _longmemeval),
    "longmemeval-m": ("longmemeval_m*", _longmemeval),
}
