"""The hostile inputs, and how each arrives: as a text, a talk, notes, a session, a meeting."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from remembrancer import Forbidden, InvalidInput, Memory, Principal, Trust
from tests.people import ADA, ANNA, BOT

FIXTURES = Path(__file__).parent / "fixtures"
SUBJECT = "eriksson"
ATTACKS = tuple(sorted(path.stem for path in FIXTURES.glob("*.json")))


class Hostile(NamedTuple):
    """One hostile input."""

    id: str
    attack: str
    channel: str  # text, message, note, session, meeting or event
    trust: str  # that it arrives with
    must_not: str  # what it tries, and must not reach
    text: str = ""
    messages: tuple[dict[str, Any], ...] = ()  # instead of a text
    subject: str = SUBJECT
    place: str | None = None  # the id that it claims for its source
    speaker: str = "Broker"  # who says it in a meeting
    fields: Mapping[str, Any] = MappingProxyType({})  # that it tries to bring along
    refused: bool = False  # True: the call itself is refused
    presets: tuple[str, ...] = ()  # where it can arrive; none: everywhere

    @property
    def lines(self) -> list[str]:
        """All that it says, message by message."""
        return [one["content"] for one in self.messages] or [self.text]


@cache
def of(attack: str) -> tuple[Hostile, ...]:
    """All inputs of one attack."""
    read = json.loads((FIXTURES / f"{attack}.json").read_text(encoding="utf-8"))
    return tuple(
        Hostile(**one | {name: tuple(one[name]) for name in ("messages", "presets") if name in one})
        for one in read
    )


def all_of_them() -> tuple[Hostile, ...]:
    return tuple(one for attack in ATTACKS for one in of(attack))


class Arrived(NamedTuple):
    """Where something hostile is kept raw, and the most that may be trusted of it."""

    hostile: Hostile
    places: tuple[str, ...]  # ids of its conversation and of its source
    trust: Trust
    skipped: tuple[str, ...] = ()  # why something of it was not stored, as far as was told


def arrive(memory: Memory, one: Hostile, folder: Path, *, as_talk: bool) -> Arrived | None:
    """Brings it as it would really come; None where the call is refused.

    What is outside is brought by a person, and every second time by an admin.
    """
    store = memory.acting_as(_bringer(one))
    try:
        if one.channel == "message" and as_talk:
            places, skipped = _talk(store, one)
        else:
            places, skipped = _BY[one.channel](store, one, folder)
    except (Forbidden, InvalidInput):
        if one.refused:
            return None
        raise
    assert not one.refused, f"{one.id} was let in"
    return Arrived(one, tuple(places), Trust(one.trust), tuple(skipped))


def _bringer(one: Hostile) -> Principal:
    if one.trust == "agent":
        return BOT
    if one.trust == "person":
        return ANNA
    return ADA if one.id.endswith(("0", "2", "4", "6", "8")) else ANNA


def _label(one: Hostile) -> dict[str, str]:
    return {"id": one.place or one.id, "trust": one.trust}


_Places = tuple[Iterable[str], Iterable[str]]


def _text(store: Memory, one: Hostile, folder: Path) -> _Places:
    made = store.remember(one.text, subject=one.subject, source=_label(one), **one.fields)
    assert made.source is not None
    return [made.source.id], [skipped.reason for skipped in made.skipped]


def _message(store: Memory, one: Hostile, folder: Path) -> _Places:
    made = store.remember(one.messages, subject=one.subject, source=_label(one))
    assert made.conversation_id is not None
    return [made.conversation_id], [skipped.reason for skipped in made.skipped]


def _talk(store: Memory, one: Hostile) -> _Places:
    """The same as a conversation that comes to rest and is drawn out by a worker."""
    id = one.place or one.id
    store.conversations.start(id, subject=one.subject, trust=one.trust)
    store.conversations.append(id, one.messages)
    store.conversations.close(id)
    return [id], []


def _note(store: Memory, one: Hostile, folder: Path) -> _Places:
    """A line in the notes file of a person or an agent."""
    admin, name = store.acting_as(ADA), f"{one.id}@northgate.example"
    place = folder / one.id
    place.mkdir()
    path = place / "CLAUDE.local.md"
    path.write_text(f"# Notes\n\n- {one.text}\n", encoding="utf-8")
    kind = "agent" if one.trust == "agent" else "user"
    admin.admin.add_person(name, kind=kind, roles=["CONTRIBUTOR"], notes_path=str(path))
    (report,) = admin.sources.collect(people=[name]).files
    return [report.source or ""], []


def _session(store: Memory, one: Hostile, folder: Path) -> _Places:
    place = folder / one.id
    place.mkdir()
    records = [
        {
            "type": message["role"],
            "uuid": f"u{number}",
            "timestamp": f"2026-03-03T08:00:{number:02d}Z",
            "message": message,
        }
        for number, message in enumerate(one.messages)
    ]
    lines = "".join(json.dumps(record) + "\n" for record in records)
    (place / f"{one.id}.jsonl").write_text(lines, encoding="utf-8")
    store.sources.detect(place, subject=one.subject)
    return [f"session:{one.id}"], []


def _meeting(store: Memory, one: Hostile, folder: Path) -> _Places:
    """Said by an outsider, and written down as a fact in notes of the same trust."""
    made = store.sources.meeting(
        one.id,
        {"financial_facts": [one.text]},
        transcript=f"{one.speaker}: {one.text}\nAnna: Thank you.\n",
        subject=one.subject,
        trust=one.trust,
        outside=[one.speaker],
    )
    assert made.source is not None
    assert made.conversation_id is not None
    store.conversations.close(made.conversation_id)
    return [made.source.id, made.conversation_id], []


def _event(store: Memory, one: Hostile, folder: Path) -> _Places:
    made = store.sources.event(
        "fee_change", id=one.id, subject=one.subject, reason=one.text, approved_by="Ada"
    )
    return [made.event.id], []


_BY: dict[str, Callable[[Memory, Hostile, Path], _Places]] = {
    "text": _text,
    "message": _message,
    "note": _note,
    "session": _session,
    "meeting": _meeting,
    "event": _event,
}


def came(memory: Memory, preset: str, attack: str, folder: Path, *, as_talk: bool) -> list[Arrived]:
    """All of one attack, and the work that follows from it."""
    listed = [one for one in of(attack) if not one.presets or preset in one.presets]
    made = [arrive(memory, one, folder, as_talk=as_talk) for one in listed]
    memory.jobs.wait()
    assert memory.jobs.failed() == ()
    return [one for one in made if one is not None]
