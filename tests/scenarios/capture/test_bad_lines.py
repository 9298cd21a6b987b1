"""One bad line does not drop the rest, and what a program recounts is no word of a user's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from remembrancer import InvalidInput, Outcome, Principal
from remembrancer.items.item import Trust
from remembrancer.reading.session_recaps import is_recap
from tests.people import ADA, ANNA, BOT
from tests.scenarios.stage import Stage

PRESETS = ("adviser", "companion", "community", "desk", "corporate")


def line(role: str, text: str, number: int) -> str:
    message = {"role": role, "content": text}
    return json.dumps({"type": role, "uuid": f"u{number}", "message": message})


GOOD = (line("user", "Hello there, are you ready?", 1), line("assistant", "Yes, go on.", 2))


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        (b"\0\0\0\0", "Record 2 is no JSON object and was kept raw."),
        (b"{not json", "Record 2 is no JSON object and was kept raw."),
        (b"\xff\xfe\xfd", "Record 2 is no text in UTF-8 and was left out."),
        (line("user", "A zero byte?", 3).replace("zero", "ze\0ro").encode(), None),
        (b"\0\0" + line("user", "Zeros in front.", 3).encode(), None),
    ],
)
def test_a_session_keeps_its_good_lines(
    stage: Stage, tmp_path: Path, bad: bytes, told: str | None
) -> None:
    """S4-66: a zero byte or a broken line in a log is told with its number, and what stands
    around it is kept; a record that can be read but for that byte is kept as well."""
    store = stage.open("corporate").acting_as(ADA)
    (tmp_path / "s.jsonl").write_bytes(b"\n".join([GOOD[0].encode(), bad, GOOD[1].encode(), b""]))
    (report,) = store.sources.detect(tmp_path).files
    assert report.messages_new == (3 if told is None else 2)
    assert (report.reason is None) if told is None else (told in (report.reason or ""))


def test_a_picture_is_still_no_session(stage: Stage, tmp_path: Path) -> None:
    """What is mostly no text is refused as a whole."""
    store = stage.open("corporate").acting_as(ADA)
    (tmp_path / "s.jsonl").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4)
    (report,) = store.sources.detect(tmp_path).files
    assert (report.outcome, report.reason) == (
        Outcome.FAILED,
        "It is a binary file, not a text.",
    )


@pytest.mark.parametrize("infer", [True, False])
def test_messages_that_cannot_be_kept_are_named(stage: Stage, infer: bool) -> None:
    """Of a list of messages the good ones are kept, and the bad ones told with their number; a
    list without a good one is refused."""
    store = stage.open("community")
    said: list[dict[str, Any]] = [
        {"author_id": "ann", "content": "We decided to ship on Mondays."},
        {"author_id": "ann", "content": "A zero\0byte."},
        {"content": "Nobody."},
        {"author_id": "ann", "content": "I prefer tea over coffee."},
    ]
    made = store.remember(said, infer=infer)
    assert made.conversation_id is not None
    kept = store.conversations.messages(made.conversation_id)
    assert [one.content for one in kept] == [said[0]["content"], said[3]["content"]]
    reasons = [one.reason for one in made.skipped if one.reason.startswith("Message")]
    assert [one.split(":")[0] for one in reasons] == ["Message 2", "Message 3"]
    with pytest.raises(InvalidInput):
        store.remember(said[1:3], infer=infer)


SUBTITLES = (
    "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ellen>I want to re\0tire at 60.\n\n"
    "00:0x --> soon\n<v Bob>Fine with me.\n\n00:05.000 --> 00:06.000\n<v Ellen>I prefer email.\n"
)


def test_a_transcript_keeps_its_good_lines(stage: Stage, tmp_path: Path) -> None:
    """Of a meeting's transcript every turn is kept; lines that could not be read as they stand are
    told with their number, in a call and in a file."""
    store = stage.open("adviser")
    made = store.sources.meeting("m1", transcript=SUBTITLES)
    assert made.conversation_id is not None
    said = [one.content for one in store.conversations.messages(made.conversation_id)]
    assert said == ["I want to re\ufffdtire at 60.", "Fine with me.", "I prefer email."]
    assert [one.reason.split(" of ")[0] for one in made.skipped] == ["Line 4", "Line 6"]
    path = tmp_path / "call.vtt"
    path.write_bytes(SUBTITLES.encode() + b"\n\xff\xff\n")
    (report,) = store.sources.backfill(path).files
    assert (report.outcome, report.messages_new) == (Outcome.NEW, 3)
    assert "line 12" in (report.reason or "")
    assert "Line 6" in (report.reason or "")


def test_old_conversations_keep_their_good_messages(stage: Stage, tmp_path: Path) -> None:
    """A message of an export that is no text, and a line of it that is no record, keep nothing else
    from being taken in."""
    store = stage.open("adviser")
    talk = {"id": "c1", "messages": [{"content": "Hello."}, {"content": 5}, {"content": "Bye."}]}
    path = tmp_path / "old.jsonl"
    other = {"id": "c2", "messages": [{"content": "Another one."}]}
    path.write_bytes(json.dumps(talk).encode() + b"\n\0\0\n" + json.dumps(other).encode() + b"\n")
    first, bad, last = store.sources.backfill(path).files
    assert (first.messages_new, first.reason) == (
        2,
        "Left out: The text of message 2 is int, no text.",
    )
    assert (bad.outcome, bad.place.endswith("line 2")) == (Outcome.FAILED, True)
    assert last.messages_new == 1


RECOUNTS = (
    "Summary so far: the user decided to move the office to Lund in May.",
    "This session is being continued from a previous conversation that ran out of context. Its "
    "summary:\n- The user decided to use Postgres for the ledger and prefers tabs over spaces.",
    "## Conversation summary\nThe user wants to retire at 60. The human agreed to pay on Fridays.",
    "Sammanfattning hittills: användaren har bestämt att kontoret flyttar till Lund i maj.",
)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("text", RECOUNTS)
def test_a_recount_is_no_word_of_the_user_s(alone: Stage, preset: str, text: str) -> None:
    """A summary of the talk gives no item: from an agent, an assistant or a tool, nor in the role
    of the user where a program put it."""
    store = alone.open(preset).acting_as(ADA)
    assert store.acting_as(BOT).remember(text).items == ()
    for role in ("assistant", "tool", "user"):
        talk = [
            {"author_id": "anna", "role": "user", "content": "Where were we?"},
            {"author_id": "x", "role": role, "content": text},
        ]
        assert store.acting_as(ANNA).remember(talk).items == (), role


def test_what_a_program_says_of_a_decision_is_no_decision(alone: Stage) -> None:
    """An agent that tells what the user decided, without calling it a summary, decides nothing for
    them; what it tells of a wish is its own word, as before."""
    store = alone.open("companion").acting_as(Principal("helper", kind="agent"))
    for told in (
        "The user decided to move the office to Lund.",
        "Recap: you decided to hire two welders from 1 June.",
        "To summarise, the customer has decided on the blue tiles.",
        "You've chosen the fixed rate for five years.",
        "Du har bestämt att sälja skogen i Arvika.",
        "Sammanfattningsvis har kunden beslutat att byta revisor till KPMG.",
    ):
        found = store.remember(told)
        assert [one.kind for one in found.items if one.kind == "decision"] == [], told
    (wish,) = store.remember("The user prefers email over phone.").items
    assert wish.trust is Trust.AGENT


@pytest.mark.parametrize(
    "text",
    [
        "Summary: we decided to move the office to Lund.",
        "So far we decided to ship on Mondays.",
        "In the conversation with Bo we decided to ship on Mondays.",
        "The user decided to cancel, so we send a voucher.",
    ],
)
def test_people_may_sum_up(text: str) -> None:
    """What a person sums up of a meeting, or says of the users of a product, is theirs."""
    assert not is_recap(text, Trust.PERSON)
