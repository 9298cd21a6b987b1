"""Custom questions: a JSON file of stories with messages and questions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from remembrancer.bench.measures import Unit
from remembrancer.core.base import Value
from remembrancer.core.errors import InvalidInput
from remembrancer.core.texts.text import Body, Name
from remembrancer.core.time import Moment

EXAMPLE = Path(__file__).with_name("example.json")


class StoryMessage(Value):
    """One message of a story."""

    id: Name
    session: Name = "1"  # the conversation of the message
    speaker: Name
    text: Body
    time: Moment | None = None  # None: one minute after the previous message


class StoryQuestion(Value):
    """One question, and the messages that answer it."""

    question: Body
    evidence: Annotated[tuple[Name, ...], Field(min_length=1)]  # ids of messages
    category: Name = "question"
    asked_at: Moment | None = None  # later messages do not count; None: asked at the end


class QuestionStory(Value):
    """Messages of one space, and questions about them."""

    name: Name
    preset: Name | None = None
    messages: Annotated[tuple[StoryMessage, ...], Field(min_length=1)]
    questions: Annotated[tuple[StoryQuestion, ...], Field(min_length=1)]


class QuestionStories(Value):
    stories: Annotated[tuple[QuestionStory, ...], Field(min_length=1)]


def read_stories(file: Path) -> tuple[QuestionStory, ...]:
    """The validated stories of a file."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise InvalidInput(f"{file} is no JSON: {error}. See docs/bench.md.") from error
    try:
        stories = QuestionStories.model_validate(found).stories
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the whole"
        raise InvalidInput(
            f"{file} holds no questions that can be asked: {place}: {first['msg']}. docs/bench.md "
            "shows how such a file is written."
        ) from error
    for story in stories:
        _check(file, story)
    if len({story.name for story in stories}) < len(stories):
        raise InvalidInput(f"{file}: two stories have one name. Give each its own.")
    return stories


def _check(file: Path, story: QuestionStory) -> None:
    ids = [said.id for said in story.messages]
    if twice := next((one for one in ids if ids.count(one) > 1), None):
        raise InvalidInput(
            f"{file}: in the story {story.name!r} two messages have the id {twice!r}. Give each "
            "its own."
        )
    for asked in story.questions:
        for one in asked.evidence:
            if one not in ids:
                raise InvalidInput(
                    f"{file}: the question {asked.question!r} of the story {story.name!r} names "
                    f"the message {one!r}, which is not there. Name one of its messages."
                )


def harness_units(stories: tuple[QuestionStory, ...]) -> Iterator[Unit]:
    """The stories in the format of a harness."""
    for story in stories:
        sessions = {said.id: said.session for said in story.messages}
        yield {
            "unit": story.name,
            "preset": story.preset,
            "items": [_item(said) for said in story.messages],
            "queries": [
                {
                    "qid": f"{story.name}/{number}",
                    "query": asked.question,
                    "category": asked.category,
                    "evidence": list(asked.evidence),
                    "evidence_sessions": sorted({sessions[one] for one in asked.evidence}),
                    "as_of": _iso(asked.asked_at),
                    "scored": True,
                }
                for number, asked in enumerate(story.questions, start=1)
            ],
        }


def _item(said: StoryMessage) -> dict[str, Any]:
    return {
        "id": said.id,
        "text": said.text,
        "session": said.session,
        "speaker": said.speaker,
        "timestamp": _iso(said.time),
    }


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
