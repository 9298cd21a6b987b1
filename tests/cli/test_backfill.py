"""Bringing in what is old."""

from __future__ import annotations

import json

import pytest

from remembrancer.memory import Memory
from tests.cli.program import Program

MEETINGS = [
    {
        "id": "m1",
        "subject": "ellen",
        "notes": {
            "financial_facts": ["Ellen holds 40,000 in bonds."],
            "action_items": ["Send Ellen the drawdown table."],
        },
    },
    {"id": "m2", "notes": None},
    {"id": "m3", "messages": [{"author_id": "ellen", "content": "I want to stop at 58."}]},
]


@pytest.fixture
def old(rmb: Program) -> Program:
    """A store, and a file with two meetings and a conversation."""
    rmb.done("init", "--preset", "adviser")
    (rmb.folder / "old.jsonl").write_text("".join(json.dumps(one) + "\n" for one in MEETINGS))
    return rmb


def test_twice_is_once(old: Program) -> None:
    """The second run inserts nothing; a meeting without notes is skipped with the reason."""
    said = old.done("backfill", "old.jsonl").out
    assert "2 new, 0 known, 1 skipped, 0 failed. Kept 2 items and 1 message." in said
    assert "skipped  old.jsonl, line 2" in said
    again = old.done("backfill", "old.jsonl", "--json").json
    assert (again["new"], again["known"], again["skipped"]) == (0, 2, 1)
    assert (again["items_new"], again["messages_new"]) == (0, 0)
    assert all(one["reason"] for one in again["files"] if one["outcome"] == "skipped")


def test_a_dry_run_writes_nothing(old: Program) -> None:
    """It lists what would become items, and not a byte of the store changes."""
    before = old.stored()
    said = old.done("backfill", "old.jsonl", "--dry-run").out
    assert "         - Ellen holds 40,000 in bonds.\n" in said
    assert "nothing was written" in said
    assert old.stored() == before


def test_a_broken_record_does_not_keep_the_others(old: Program) -> None:
    """It is named with file and line, the rest is stored, and the exit code is 1."""
    wrong = json.dumps({"id": "m4", "messages": "none"})
    with (old.folder / "old.jsonl").open("a") as file:
        file.write(f"{wrong}\n")
    outcome = old("backfill", "old.jsonl")
    assert outcome.code == 1
    assert "failed   old.jsonl, line 4" in outcome.out
    assert "Its messages are no list." in outcome.out
    assert outcome.err.startswith("Error: 1 of 4 could not be taken in")
    assert "Kept 2 items and 1 message." in outcome.out


def test_a_folder_of_transcripts(old: Program) -> None:
    """Transcripts are taken from a folder, with the trust, subject and privacy that are named."""
    (old.folder / "calls").mkdir()
    (old.folder / "calls" / "call-1.txt").write_text("Ellen: Hello.\nPriya: Hello, Ellen.\n")
    (old.folder / "calls" / "call-2.vtt").write_text(
        "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ellen>Bonds, please.\n"
    )
    flags = ("--subject", "ellen", "--trust", "outside", "--personal")
    assert old.done("backfill", "calls", *flags, "--json").json["messages_new"] == 3
    with Memory.open(old.folder / "remembrancer.db") as memory:
        found = memory.conversations.get("meeting:call-1")
    assert (found.subject, found.trust, found.is_personal) == ("ellen", "outside", True)


def test_a_long_list_is_cut_for_people(old: Program) -> None:
    """Of a thousand known records fifty are listed; JSON has them all."""
    records = [
        {"id": f"c{n}", "messages": [{"author_id": "ada", "content": f"Flat {n}."}]}
        for n in range(60)
    ]
    (old.folder / "many.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records))
    said = old.done("backfill", "many.jsonl", "--dry-run").out
    assert "and 10 more; --json names them all" in said
    assert len(old.done("backfill", "many.jsonl", "--dry-run", "--json").json["files"]) == 60


def test_mistakes_are_told(old: Program) -> None:
    """A place that is not there, a class of trust that is none, and a missing argument."""
    assert "nowhere" in old.failed("backfill", "nowhere")
    assert "person, agent, document, outside" in old.failed("backfill", "old.jsonl", "--trust", "x")
    assert old("backfill").code == 2
    (old.folder / "empty").mkdir()
    assert "There is no file in empty that could be read." in old.done("backfill", "empty").out
