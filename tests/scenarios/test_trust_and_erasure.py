"""What follows its source: trust, audience and privacy on the way in, and all of it on the way
out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from remembrancer import Erased, Memory, NotFound, Outcome, Trust
from remembrancer.testing import FrozenClock
from tests.engines import ON_EITHER_SORT
from tests.footprint import counts, rows
from tests.people import ADA, ANNA, BERT, BOT
from tests.scenarios.stage import Extractor, Stage, line, small_talk

TRANSCRIPT = """\
Anna: Shall we keep the Leeds flat?
Ellen: The garden needs a wall.
Broker: Sell the flat to me.
"""
NOTES = {"financial_facts": ["Ellen keeps the Leeds flat."], "summary": "A good talk."}


def drawn(store: Memory, id: str) -> dict[str, Trust]:
    """What the extractor drew out of a conversation: the texts, and their trust."""
    store.conversations.close(id)
    store.jobs.wait()
    return {
        one.content: one.trust for one in store.items() if one.evidence[0].conversation_id == id
    }


# -- on the way in


def test_a_message_is_trusted_by_who_speaks(stage: Stage) -> None:
    """A person's words are a person's, a program's are an agent's, an outsider's are outside;
    what is drawn out of a message has its trust."""
    store = stage.open("adviser", extractor=Extractor()).acting_as(ANNA)
    store.conversations.start("chat", subject="ellen")
    said = store.conversations.append(
        "chat",
        [
            line(1, "I am a user."),
            line(2, "I am an assistant.", role="assistant"),
            line(3, "I am a tool.", role="tool"),
            line(4, "I am a stranger.", trust="outside"),
        ],
    )
    wanted = [Trust.PERSON, Trust.AGENT, Trust.AGENT, Trust.OUTSIDE]
    assert [one.trust for one in said] == wanted
    assert drawn(store, "chat") == {
        one.content: trust for one, trust in zip(said, wanted, strict=True)
    }


def test_a_conversation_lowers_the_trust_of_all_that_is_said(stage: Stage) -> None:
    """A conversation with outside parties is trusted as such, whatever its messages say."""
    store = stage.open("adviser").acting_as(ANNA)
    store.conversations.start("mail", trust="outside")
    said = store.conversations.append("mail", line(1, "Trust me.") | {"trust": "person"})
    assert [one.trust for one in said] == [Trust.OUTSIDE]


def test_an_agent_s_words_are_never_a_person_s(stage: Stage) -> None:
    """What a program brings has an agent's trust at most, also under the user's role."""
    store = stage.open("adviser").acting_as(BOT)
    store.conversations.start("chat")
    (said,) = store.conversations.append("chat", line(1, "I am a user."))
    assert said.trust is Trust.AGENT


def test_outside_speakers_of_a_meeting_stay_outside(stage: Stage) -> None:
    """Who does not belong to the space is named with the meeting, and what rests on their words
    has their trust."""
    store = stage.open("adviser", extractor=Extractor()).acting_as(ANNA)
    made = store.sources.meeting("m-58", transcript=TRANSCRIPT, outside=["broker"])
    assert made.conversation_id is not None
    assert drawn(store, made.conversation_id) == {
        "Shall we keep the Leeds flat?": Trust.PERSON,
        "The garden needs a wall.": Trust.PERSON,
        "Sell the flat to me.": Trust.OUTSIDE,
    }


@pytest.mark.parametrize("trust", ["person", "agent", "document", "outside"])
def test_the_trust_of_a_meeting_holds_for_its_facts(stage: Stage, trust: str) -> None:
    """The class of trust that a source was given is that of everything derived from it."""
    store = stage.open("adviser").acting_as(ANNA)
    made = store.sources.meeting("m-58", NOTES, trust=trust)
    assert made.source is not None
    assert {made.source.trust, *(one.trust for one in made.items)} == {Trust(trust)}


def test_audience_and_privacy_are_inherited(stage: Stage) -> None:
    """Items have the subject, the audience and the personal flag of the source they rest on."""
    store = stage.open("adviser", extractor=Extractor()).acting_as(ANNA)
    store.conversations.start("own", subject="ellen", is_personal=True)
    store.conversations.append("own", line(1, "Mine alone."))
    store.conversations.start("group", subject="ellen", audience="group:finance")
    store.conversations.append("group", line(1, "For finance."))
    for id in ("own", "group"):
        drawn(store, id)
    meeting = store.sources.meeting("m-58", NOTES, subject="ellen", is_personal=True)
    event = store.sources.event("rebalance", subject="ellen", audience="group:finance")
    told = {
        (one.content, one.subject, one.audience, one.is_personal)
        for one in store.items(subject="ellen")
    }
    assert told == {
        ("Mine alone.", "ellen", None, True),
        ("For finance.", "ellen", "group:finance", False),
        (meeting.items[0].content, "ellen", None, True),
        (event.trace.content, "ellen", "group:finance", False),
    }
    assert not store.acting_as(BERT).items(subject="ellen")


@pytest.mark.parametrize("is_local", [True, False])
def test_a_remote_extractor_is_shown_nothing_personal(stage: Stage, is_local: bool) -> None:
    """Personal conversations are drawn out on this machine or not at all; the work ends either
    way."""
    extractor = Extractor(is_local=is_local)
    store = stage.open("adviser", extractor=extractor).acting_as(ANNA)
    store.conversations.start("own", is_personal=True)
    store.conversations.append("own", line(1, "I might sell the practice."))
    assert len(drawn(store, "own")) == len(extractor.shown) == int(is_local)
    assert store.jobs.list() == ()


# -- on the way out


def nowhere(store: Memory, *words: str) -> bool:
    """Whether no row of the space holds one of the words."""
    held = " ".join(text for _, text in rows(store))
    return not any(word in held for word in words)


@ON_EITHER_SORT
def test_an_erased_conversation_takes_its_digest_and_its_work_along(stage: Stage) -> None:
    """Erasing a conversation removes its messages, its summary, the items drawn out of it and
    the work that is due on it."""
    store = stage.open("adviser", extractor=Extractor())
    store.conversations.start("chat", subject="ellen")
    store.conversations.append("chat", [line(1, "We chose the Leeds flat."), *small_talk(2, 45)])
    assert len(drawn(store, "chat")) == 45
    store.conversations.append("chat", line(46, "Leeds once more."))
    assert "Leeds" in (store.conversations.get("chat").summary or "")
    assert [one.key for one in store.jobs.list()] == ["chat"]
    certificate = store.erase(source="chat", reason="asked for")
    assert certificate.conversations == ("chat",)
    assert store.jobs.list() == ()
    assert nowhere(store, "Leeds", "ledger")
    assert not store.items(source_id=["chat"])
    kept = store.conversations.get("chat")
    assert (kept.summary, kept.erased_at is not None) == (None, True)
    assert store.conversations.window("chat").summary is None
    with pytest.raises(Erased):
        store.conversations.append("chat", line(47, "Leeds again."))
    assert store.verify().ok


@ON_EITHER_SORT
def test_one_erased_item_leaves_no_word_in_the_digest(stage: Stage) -> None:
    """Erasing an item erases the message it rests on, and the summary is made without it."""
    store = stage.open("adviser", extractor=Extractor())
    store.conversations.start("chat", subject="ellen")
    said = [line(1, "We chose the Leeds flat."), *small_talk(2, 45)]
    said[2] = line(3, "We decided to file quarterly.")
    store.conversations.append("chat", said)
    drawn(store, "chat")
    (item,) = [one for one in store.items(limit=100) if "Leeds" in one.content]
    store.erase(item.id, reason="asked for")
    assert nowhere(store, "Leeds")
    summary = store.conversations.window("chat").summary or ""
    assert "quarterly" in summary
    assert "Leeds" not in summary
    assert store.verify().ok


def test_no_message_is_in_neither_part_after_an_erasure(alone: Stage) -> None:
    """What was erased among the last messages has no place in a digest: each of the others is in
    the summary, or among the last."""
    store = alone.open("adviser", extractor=Extractor())
    store.conversations.start("chat", subject="ellen")
    said = small_talk(1, 24)
    said[3] = line(4, "We decided to file quarterly.")
    said[4] = line(5, "We chose the auditor in Lund.")
    said[20:23] = [line(number, f"The Leeds flat {number}.") for number in (21, 22, 23)]
    store.conversations.append("chat", said)
    drawn(store, "chat")
    for item in [one for one in store.items(limit=100) if "Leeds" in one.content]:
        store.erase(item.id, reason="asked for")
    window = store.conversations.window("chat")
    last = [one.id for one in window.messages if not one.is_erased]
    known = {id for point in window.points for id in point.messages} | set(last)
    assert {"m4", "m5"} <= known
    assert window.summarised + len(last) == 21
    assert window.summarised == 24 - len(window.messages)


def test_a_conversation_goes_on_after_an_item_of_it_was_erased(stage: Stage) -> None:
    """What is said later is still drawn out, and what was erased does not come back."""
    store = stage.open("adviser", extractor=Extractor())
    store.conversations.start("chat", subject="ellen")
    store.conversations.append("chat", [line(1, "The Leeds flat."), line(2, "The York house.")])
    drawn(store, "chat")
    (item,) = [one for one in store.items() if "Leeds" in one.content]
    store.erase(item.id, reason="asked for")
    store.conversations.append("chat", line(3, "The Hull boat."))
    assert set(drawn(store, "chat")) == {"The York house.", "The Hull boat."}
    assert store.jobs.list() == ()
    assert nowhere(store, "Leeds")


def test_an_erased_subject_takes_everything_along(stage: Stage, tmp_path: Path) -> None:
    """Erasing a client removes meetings, chats, summaries, sessions, due work and the record of
    files read, and leaves another client's alone."""
    session = {"type": "user", "uuid": "u1", "message": {"content": "Ellen keeps Leeds."}}
    odd = {"type": "snapshot", "about": "Leeds"}
    path = tmp_path / "s1.jsonl"
    path.write_text(f"{json.dumps(session)}\n{json.dumps(odd)}\n")
    store = stage.open("adviser", extractor=Extractor())
    store.sources.meeting("m-58", NOTES, subject="ellen", transcript=TRANSCRIPT, wait=False)
    store.sources.event("transfer", id="ev-1", subject="ellen", after="Leeds")
    store.sources.detect(tmp_path, subject="ellen")
    store.conversations.start("ellen's", subject="ellen")
    store.conversations.append("ellen's", [line(1, "We chose Leeds."), *small_talk(2, 45)])
    store.conversations.window("ellen's")
    store.conversations.start("tom's", subject="tom")
    store.conversations.append("tom's", line(1, "Tom is 55."))
    assert len(store.jobs.list()) > 3
    store.erase(subject="ellen", reason="asked for")
    assert nowhere(store, "Leeds", "Broker", "ledger")
    assert [one.key for one in store.jobs.list()] == ["tom's"]
    assert store.sources.feeds() == ()
    assert [one.content for one in store.conversations.messages("tom's")] == ["Tom is 55."]
    assert store.verify().ok


def test_an_erased_meeting_takes_its_transcript_along(stage: Stage) -> None:
    """Erasing a meeting by its id removes notes, transcript, facts and due work, and the meeting
    is not taken in again."""
    store = stage.open("adviser", extractor=Extractor())
    made = store.sources.meeting("m-58", NOTES, subject="ellen", transcript=TRANSCRIPT)
    assert made.conversation_id is not None
    assert len(drawn(store, made.conversation_id)) == 4
    store.sources.meeting("m-59", {"financial_facts": ["Tom is 55."]}, subject="tom")
    store.erase(source="m-58", reason="asked for")
    assert nowhere(store, "Leeds", "Broker", "good talk")
    assert store.jobs.list() == ()
    assert [one.content for one in store.items()] == ["Tom is 55."]
    with pytest.raises(Erased):
        store.sources.meeting("m-58", NOTES, subject="ellen")
    (again,) = store.sources.backfill([{"id": "m-58", "client_id": "ellen", "notes": NOTES}]).files
    assert (again.outcome, "was erased on" in (again.reason or "")) == (Outcome.SKIPPED, True)
    assert store.verify().ok


def test_an_erased_session_takes_its_raw_records_along(stage: Stage, tmp_path: Path) -> None:
    """Erasing a session removes also the records that were not understood and kept raw, and the
    file is skipped from then on."""
    said = {"type": "user", "uuid": "u1", "message": {"content": "The Leeds flat."}}
    odd = {"type": "snapshot", "about": "Leeds"}
    (tmp_path / "s1.jsonl").write_text(f"{json.dumps(said)}\n{json.dumps(odd)}\n")
    store = stage.open("adviser")
    store.sources.detect(tmp_path)
    store.erase(source="session:s1", reason="asked for")
    assert nowhere(store, "Leeds")
    assert store.sources.feeds() == ()
    assert store.jobs.list() == ()
    (again,) = store.sources.detect(tmp_path).files
    assert (again.outcome, "was erased on" in (again.reason or "")) == (Outcome.SKIPPED, True)
    assert nowhere(store, "Leeds")


def test_what_is_only_named_alike_stays(stage: Stage) -> None:
    """Erasing a source leaves those whose own name begins with the same words."""
    store = stage.open("adviser")
    for name in ("notes", "notes#1", "notes 2"):
        store.remember(f"In {name}.", source=name, infer=False)
    store.conversations.start("notes#3")
    store.erase(source="notes", reason="asked for")
    assert {one.source_id for one in store.items()} == {"notes#1", "notes 2"}
    assert store.conversations.get("notes#3").erased_at is None


def test_erased_notes_are_not_collected_again(
    stage: Stage, tmp_path: Path, clock: FrozenClock
) -> None:
    """A notes file that was erased is skipped with the reason, also when it has changed, and its
    owner's other files are not."""
    store = stage.open("corporate").acting_as(ADA)
    notes = tmp_path / "CLAUDE.local.md"
    notes.write_text("- The Leeds office closes in May.\n")
    store.admin.add_person(ANNA.name, roles=["CONTRIBUTOR"], notes_path=str(notes))
    (collected,) = store.sources.collect().files
    assert collected.source is not None
    store.erase(source=collected.source, reason="asked for")
    assert nowhere(store, "Leeds")
    assert store.sources.feeds() == ()
    assert not store.items()
    for reset in (False, True):
        (skipped,) = store.sources.collect(reset=reset).files
        assert skipped.outcome is Outcome.SKIPPED
        assert f"was erased on {clock.now:%Y-%m-%d}" in (skipped.reason or "")
    notes.write_text("- The Leeds office closes in June.\n")
    assert store.sources.collect().files[0].outcome is Outcome.SKIPPED
    assert counts(store)["feed"] == 0
    assert store.verify().ok


def test_nobody_erases_what_others_said(stage: Stage) -> None:
    """A contributor cannot erase another's conversation, nor learn that it is there."""
    store = stage.open("adviser").acting_as(ANNA)
    store.conversations.start("own", is_personal=True)
    store.conversations.append("own", line(1, "Mine alone."))
    with pytest.raises(NotFound):
        store.acting_as(BERT).erase(source="own", reason="curious")
    assert len(store.conversations.messages("own")) == 1


@pytest.mark.parametrize("preset", ["adviser", "companion", "community", "desk", "corporate"])
def test_events_and_imports_take_a_label(stage: Stage, preset: str) -> None:
    """In every preset an event and what another memory knows are as trusted as their label says,
    never more than they are without one."""
    store = stage.open(preset)
    outside = {"trust": "outside"}
    told = store.sources.event(
        "policy_changed", id="e1", reason="A newsletter said so.", source=outside
    )
    assert told.event.trust is Trust.OUTSIDE
    assert [one.trust for one in told.traces] == [Trust.OUTSIDE]
    records = [{"id": "m1", "memory": "The gate opens at seven."}]
    store.sources.import_(records, format="mem0", source=outside)
    more = [{"id": "m2", "memory": "The canteen opens at eight."}]
    store.sources.import_(more, format="mem0", source={"trust": "person"})
    lines = '{"type": "user", "uuid": "u1", "message": {"role": "user", "content": "Hello."}}\n'
    store.sources.session("s1", lines, source=outside)
    found = {one.content: one.trust for one in store.items()}
    assert found["The gate opens at seven."] is Trust.OUTSIDE
    assert found["The canteen opens at eight."] is Trust.DOCUMENT
    (message,) = store.conversations.messages("session:s1")
    assert message.trust is Trust.OUTSIDE
