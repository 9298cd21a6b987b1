"""Review from a shell: what waits, what contradicts each other, and who settles it."""

from __future__ import annotations

import pytest

from remembrancer.cli.review import Decision
from remembrancer.model.judgement import Suggestion
from tests.cli.program import Program


@pytest.fixture
def guild(rmb: Program) -> Program:
    """A community in which two things are said of where Ines lives."""
    rmb.done("init", "--preset", "community")
    for words in ("Ines lives in Berlin.", "Ines lives in Lisbon."):
        rmb.done("remember", words, "--subject", "ines")
    return rmb


@pytest.fixture
def quarry(rmb: Program) -> Program:
    """A data team in which one fact waits for review."""
    rmb.done("init", "--preset", "corporate")
    rmb.done("people", "add", "maya", "--role", "CONTRIBUTOR")
    return rmb


def contradiction(rmb: Program) -> str:
    (found,) = rmb.done("review", "contradictions", "--json").json
    return str(found["id"])


def test_decisions_are_those_of_the_model() -> None:
    """The command offers the four ways to settle that the model has, and no other."""
    assert [one.value for one in Decision] == [one.value for one in Suggestion]


def test_a_contradiction_is_told_at_once(guild: Program) -> None:
    """`remember` shows what the new item contradicts, and recall marks both."""
    said = guild.done("remember", "Ines lives in Porto.", "--subject", "ines").out
    assert said.count("contradiction · severity medium · suggests kept_b") == 2
    found = guild.done("recall", "where does Ines live?", "--kind", "fact").out
    assert "    contradicts km_" in found


def test_contradictions_are_listed_and_settled(guild: Program) -> None:
    """The list shows both sides with the reason; settled, only `--all` shows it."""
    said = guild.done("review", "contradictions").out
    id = contradiction(guild)
    assert said.startswith(f"{id}  contradiction · severity medium · suggests kept_b\n")
    assert "    a  km_" in said
    assert "       Ines lives in Berlin.\n" in said
    assert said.endswith(f"Settle the first as suggested with: rmb review resolve {id} kept_b\n")
    settled = guild.done("review", "resolve", id, "kept_b", "--reason", "She said so.").out
    assert f"{id}  settled · kept_b · by owner" in settled
    assert "This holds now:\nkm_" in settled
    assert "Nothing that you may see contradicts" in guild.done("review", "contradictions").out
    assert id in guild.done("review", "contradictions", "--all").out
    assert guild.done("review", "contradictions", "--json").json == []
    log = guild.done("audit", "log", "--json").json
    assert "She said so." in {entry["reason"] for entry in log}


def test_both_may_hold(guild: Program) -> None:
    """Where both hold, both stay."""
    assert guild.done("review", "resolve", contradiction(guild), "both_valid").out.endswith(
        "Both hold.\n"
    )
    assert len(guild.done("recall", "Ines", "--kind", "fact", "--json").json["hits"]) == 2


def test_a_merge_takes_the_text_that_is_given(guild: Program) -> None:
    """`--merged` is the text that holds in the place of both."""
    merged = ("--merged", "Ines lives in Berlin and Lisbon by turns.")
    settled = guild.done("review", "resolve", contradiction(guild), "merge", *merged, "--json").json
    holds = guild.done("show", settled["resolution"]["item_id"], "--json").json
    assert holds["content"] == merged[1]


def test_what_cannot_be_settled_is_told(guild: Program) -> None:
    """A wrong action is wrong usage; a merge without a text, or a second time, is a failure."""
    id = contradiction(guild)
    assert guild("review", "resolve", id, "kept_c").code == 2
    assert guild("review", "resolve", id, "kept_a", "--merged", "x").code == 2
    assert "merged_content" in guild.failed("review", "resolve", id, "merge")
    assert "No contradiction" in guild.failed("review", "resolve", "rel_000000000000", "kept_a")
    guild.done("review", "resolve", id, "kept_a")
    assert "was settled before" in guild.failed("review", "resolve", id, "kept_b")


def test_the_queue_shows_what_waits(quarry: Program) -> None:
    """What waits is listed, approved, and gone from the list."""
    assert "Nothing that you may see waits for review." in quarry.done("review", "queue").out
    id = quarry.remember("Orders settle after three days.", "--as", "maya")
    said = quarry.done("review", "queue").out
    assert said.startswith(f"{id}  pending")
    assert said.endswith("Let one through with: rmb review approve ID\n")
    assert "approved" in quarry.done("review", "approve", id, "--reason", "Checked.").out
    assert quarry.done("review", "queue", "--json").json == []
    other = quarry.remember("Refunds have a table.", "--as", "maya")
    assert quarry.done("review", "reject", other, "--json").json[0]["review"] == "rejected"


def test_what_was_done_before_a_failure_shows(quarry: Program) -> None:
    """Of several ids, those before a wrong one are approved and shown."""
    id = quarry.remember("Orders settle after three days.", "--as", "maya")
    outcome = quarry("review", "approve", id, "km_000000000000")
    assert outcome.code == 1
    assert outcome.out.startswith(f"{id}  approved")
    assert "No item" in outcome.err


def test_only_admins_decide(quarry: Program) -> None:
    """A contributor may look and not decide."""
    id = quarry.remember("Orders settle after three days.", "--as", "maya")
    assert "Error: " in quarry.failed("review", "approve", id, "--as", "maya")


def test_mandating_and_revoking_need_a_reason(quarry: Program) -> None:
    """Both ask why; a revoked item, or all of a source, is shown as revoked."""
    id = quarry.remember("Orders settle after three days.", "--source", "wiki-1", "--as", "maya")
    assert quarry("review", "mandate", id).code == 2
    assert "mandatory" in quarry.done("review", "mandate", id, "--reason", "Two decks.").out
    assert quarry("review", "revoke", "--reason", "x").code == 2
    assert quarry("review", "revoke", id, "--source", "wiki-1", "--reason", "x").code == 2
    said = quarry.done("review", "revoke", "--source", "wiki-1", "--reason", "Old system.").out
    assert said.startswith(f"{id}  revoked")
    again = quarry.done("review", "revoke", "--source", "wiki-1", "--reason", "Old system.").out
    assert again == "Nothing that rests on it is in use.\n"
    assert quarry.failed("review", "revoke", "km_000000000000", "--reason", "x")
