"""Labels: documents in which people have marked what is worth remembering."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, JsonValue, ValidationError

from remembrancer.core.base import Value
from remembrancer.core.errors import InvalidInput
from remembrancer.core.kinds import Family
from remembrancer.core.text import Body, Name
from remembrancer.core.time import Moment
from remembrancer.items.item import Trust
from remembrancer.items.message import Message

PARTS = ("dev", "apart")  # one to look at while rules are written, one that is only counted
FORMS = ("chat", "meeting", "note", "session")
HERE = Path("benchmarks") / "extract"


class Span(Value):
    """Words of a message."""

    message_id: Name
    quote: Body
    start: int | None = Field(default=None, ge=0)  # None: they stand there once


class Expected(Span):
    """One thing worth remembering, and the words that say it."""

    families: Annotated[tuple[Family, ...], Field(min_length=1)]  # accepted, most fitting first
    slot: Name | None = None  # the question that it answers, for readers
    value: float | str | tuple[float | str, ...] | None = None  # any of several will do
    unit: Name | None = None
    deadline: str | tuple[str, ...] | None = None  # a day; any of several will do
    owner: Name | tuple[Name, ...] | None = None  # who has to do it; any of several will do
    optional: bool = False  # True: fine to keep and fine to leave
    also: tuple[Span, ...] = ()  # other words that say it as well


class Said(Value):
    """One message of a document."""

    id: Name
    author_id: Name
    role: Name
    content: Body
    timestamp: Moment


class Document(Value):
    """A conversation, a meeting, a note or a session, and what is worth remembering of it."""

    id: Name
    preset: Name
    language: Name
    form: Annotated[str, Field(pattern=f"^({'|'.join(FORMS)})$")]
    subject: Name | None
    names: tuple[Name, ...] = ()  # people, teams and metrics that the space knows
    live_state: dict[str, JsonValue] = Field(default_factory=dict)
    at: Moment  # when it is read
    is_junk: bool  # True: nothing in it is worth remembering
    messages: Annotated[tuple[Said, ...], Field(min_length=1)]
    expect: tuple[Expected, ...]

    def stored(self) -> tuple[Message, ...]:
        """Its messages as an engine gets them."""
        return tuple(
            Message(
                **said.model_dump(),
                conversation_id=self.id,
                channel_id=None,
                owner="bench",
                subject=self.subject,
                audience=None,
                is_personal=False,
                trust=Trust.PERSON,
            )
            for said in self.messages
        )


def folder(given: Path | None) -> Path:
    """The folder of the labels: the named one, the one here, or that of the checkout."""
    if given is not None:
        return given
    checkout = Path(__file__).resolve().parents[3] / HERE
    return HERE if HERE.is_dir() else checkout


def read(labels: Path, part: str) -> tuple[Document, ...]:
    """The documents of one part, every label in its place."""
    files = sorted((labels / part).glob("*.json"))
    if not files:
        raise InvalidInput(
            f"{labels / part} holds no labelled documents. Name the folder that holds "
            f"{' and '.join(PARTS)} with --labels.",
            field="labels",
        )
    documents = tuple(_document(file) for file in files)
    ids = [one.id for one in documents]
    if twice := next((one for one in ids if ids.count(one) > 1), None):
        raise InvalidInput(f"{labels / part}: two documents have the id {twice!r}. Change one.")
    return documents


def _document(file: Path) -> Document:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        document = Document.model_validate(found)
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise InvalidInput(f"{file} is no JSON: {error}. Mend it.") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the whole"
        raise InvalidInput(f"{file}: {place}: {first['msg']}. Mend it.") from error
    for problem in _problems(document):
        raise InvalidInput(f"{file}: {problem}")
    return document


def _problems(document: Document) -> Iterator[str]:
    contents = {said.id: said.content for said in document.messages}
    if len(contents) < len(document.messages):
        yield "two messages have one id. Give each its own."
    if document.is_junk == bool(document.expect):
        yield "a document is junk when nothing is expected of it, and only then."
    for label in document.expect:
        for span in (label, *label.also):
            content = contents.get(span.message_id)
            if content is None:
                yield f"there is no message {span.message_id!r}. Name one that is there."
            elif span.start is None and content.count(span.quote) != 1:
                yield f"{span.quote!r} has to stand once in {span.message_id}, or needs a start."
            elif span.start is not None and not content.startswith(span.quote, span.start):
                yield f"{span.quote!r} does not stand at {span.start} in {span.message_id}."


def any_of(given: Any) -> tuple[Any, ...]:
    """One or several values as several."""
    return given if isinstance(given, tuple) else (given,)
