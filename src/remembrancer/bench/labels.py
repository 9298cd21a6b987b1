"""Labelled documents: people marked what is worth remembering."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, JsonValue, ValidationError

from remembrancer.core.base import Value
from remembrancer.core.errors import InvalidInput
from remembrancer.core.kinds import Family
from remembrancer.core.texts.text import Body, Name
from remembrancer.core.time import Moment
from remembrancer.items.item import Trust
from remembrancer.items.message import Message

PARTS = ("dev", "dev2", "dev3", "apart", "apart2")
APART = ("apart", "apart2")  # held out: counted, and not shown
FORMS = ("chat", "meeting", "note", "session")
HERE = Path("benchmarks") / "extract"


class LabelSpan(Value):
    """A quote in a message."""

    message_id: Name
    quote: Body
    start: int | None = Field(default=None, ge=0)  # None: the quote occurs once


class Label(LabelSpan):
    """One expected item and its quote."""

    families: Annotated[tuple[Family, ...], Field(min_length=1)]  # accepted, the best first
    slot: Name | None = None  # the slot, for readers only
    value: float | str | tuple[float | str, ...] | None = None  # any of several is accepted
    unit: Name | None = None
    deadline: str | tuple[str, ...] | None = None  # a date; any of several is accepted
    owner: Name | tuple[Name, ...] | None = None  # any of several is accepted
    optional: bool = False  # True: counts neither for nor against
    also: tuple[LabelSpan, ...] = ()  # other quotes that say the same


class LabelledMessage(Value):
    """One message of a document."""

    id: Name
    author_id: Name
    role: Name
    content: Body
    timestamp: Moment


class LabelledDocument(Value):
    """A conversation, meeting, note or session with its labels."""

    id: Name
    preset: Name
    language: Name
    form: Annotated[str, Field(pattern=f"^({'|'.join(FORMS)})$")]
    subject: Name | None
    names: tuple[Name, ...] = ()  # known people, teams and metrics
    live_state: dict[str, JsonValue] = Field(default_factory=dict)
    at: Moment  # the time of reading
    is_junk: bool  # True: it has no labels
    messages: Annotated[tuple[LabelledMessage, ...], Field(min_length=1)]
    expect: tuple[Label, ...]

    def stored(self) -> tuple[Message, ...]:
        """The messages as an engine gets them."""
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


def labels_folder(given: Path | None) -> Path:
    """The folder of the labels: the given one, ./benchmarks, or that of the checkout."""
    if given is not None:
        return given
    checkout = Path(__file__).resolve().parents[3] / HERE
    return HERE if HERE.is_dir() else checkout


def parts_in(labels: Path) -> tuple[str, ...]:
    """The parts that a folder holds; a folder of one's own need not have them all."""
    return tuple(one for one in PARTS if (labels / one).is_dir()) or PARTS


def read_documents(labels: Path, part: str) -> tuple[LabelledDocument, ...]:
    """The documents of one part, with validated labels."""
    files = sorted((labels / part).glob("*.json"))
    if not files:
        raise InvalidInput(
            f"{labels / part} holds no labelled documents. Name the folder that holds the parts "
            f"({', '.join(PARTS)}) with --labels.",
            field="labels",
        )
    documents = tuple(_document(file) for file in files)
    ids = [one.id for one in documents]
    if twice := next((one for one in ids if ids.count(one) > 1), None):
        raise InvalidInput(f"{labels / part}: two documents have the id {twice!r}. Change one.")
    return documents


def _document(file: Path) -> LabelledDocument:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        document = LabelledDocument.model_validate(found)
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise InvalidInput(f"{file} is no JSON: {error}. Mend it.") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the whole"
        raise InvalidInput(f"{file}: {place}: {first['msg']}. Mend it.") from error
    for problem in _problems(document):
        raise InvalidInput(f"{file}: {problem}")
    return document


def _problems(document: LabelledDocument) -> Iterator[str]:
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


def as_tuple(given: Any) -> tuple[Any, ...]:
    """One or several values as a tuple."""
    return given if isinstance(given, tuple) else (given,)
