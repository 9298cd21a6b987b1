"""Review from a shell: what waits, what contradicts each other, and who settles it."""

from __future__ import annotations

import pytest

from remembrancer import Memory
from remembrancer.doors.cli.review.contradictions import SettlementChoice
from remembrancer.reading.judging.judgement import Suggestion
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
    assert [one.value for one in SettlementChoice] == [one.value for one in Suggestion]


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


def test_settling_tells_what_relied_on_the_loser(quarry: Program) -> None:
    """Whom the replaced item was told to is shown, as where one is revoked."""
    known = quarry.remember("The orders table has a 3-day lag.", "--as", "maya")
    quarry.done("review", "approve", known)
    quarry.done("bundle")
    quarry.remember("The orders table has a 5-day lag.", "--as", "maya")
    said = quarry.done("review", "resolve", contradiction(quarry), "kept_b").out
    assert "bundle" in said[said.index("This holds now:") :]


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
    assert said.endswith("1 waits. Let one through with: rmb review approve ID\n")
    assert "approved" in quarry.done("review", "approve", id, "--reason", "Checked.").out
    assert quarry.done("review", "queue", "--json").json == []
    other = quarry.remember("Refunds have a table.", "--as", "maya")
    assert quarry.done("review", "reject", other, "--json").json[0]["review"] == "rejected"


def test_the_queue_counts(quarry: Program) -> None:
    """How many wait stands below them, and whether there are more than are listed."""
    for name in "ab":
        quarry.remember(f"Fact {name}.", "--as", "maya")
    assert "\n2 wait. Let one" in quarry.done("review", "queue").out
    said = quarry.done("review", "queue", "--limit", "1").out
    assert "1 are listed. There are older ones: give a higher --limit" in said


def test_what_was_done_before_a_failure_shows(quarry: Program) -> None:
    """Of several ids, those before a wrong one are approved and shown."""
    id = quarry.remember("Orders settle after three days.", "--as", "maya")
    outcome = quarry("review", "approve", id, "km_000000000000")
    assert outcome.code == 1
    assert outcome.out.startswith(f"{id}  approved")
    assert "No item" in outcome.err
    assert "Not tried" not in outcome.err


def test_what_comes_after_a_failure_is_named(quarry: Program) -> None:
    """Of several ids, those after a wrong one are not decided on, and listed."""
    later = quarry.remember("Orders settle after three days.", "--as", "maya")
    outcome = quarry("review", "reject", "km_000000000000", later)
    assert f"Not tried after the one that was refused: {later}\n" in outcome.err
    assert quarry.done("show", later, "--json").json["review"] == "pending"


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


def test_an_edit_shows_before_and_after(quarry: Program) -> None:
    """`edit` changes what an item says, and `history --changes` how it read before."""
    id = quarry.remember("Orders settle after three days.", "--as", "maya")
    assert quarry("review", "edit", id).code == 2
    said = quarry.done("review", "edit", id, "--content", "After four days.", "--reason", "x").out
    assert said.startswith(f"{id}  pending")
    assert said.endswith("    After four days.\n")
    log = quarry.done("history", id, "--changes").out
    assert "review.edit" in log
    assert "content  Orders settle after three days. → After four days.\n" in log
    (change,) = quarry.done("history", id, "--changes", "--json").json["before_after"]
    assert change["fields"] == [
        {
            "field": "content",
            "before": "Orders settle after three days.",
            "after": "After four days.",
        }
    ]


def test_a_batch_decides_on_each(quarry: Program) -> None:
    """What can be decided is, what cannot is told on the side, and then the exit code is 1."""
    first, second = (quarry.remember(f"Fact {name}.", "--as", "maya") for name in "ab")
    outcome = quarry("review", "batch", "approve", first, "km_000000000000", second)
    assert outcome.code == 1
    assert outcome.out.count("  approved") == 2
    assert outcome.out.endswith("\n2 approved.\n")
    assert outcome.err.startswith("km_000000000000: No item")
    assert quarry("review", "batch", "bless", first).code == 2
    assert quarry("review", "batch", "approve").code == 2
    assert quarry("review", "batch", "approve", first, "--all-from", "wiki-1").code == 2
    told = quarry("review", "batch", "revoke", first, "--json")
    assert told.code == 1
    assert "reason" in told.json[0]["error"]


def test_a_batch_takes_each_once(quarry: Program) -> None:
    """An id that is repeated is decided on once, and the second time is told."""
    id = quarry.remember("Orders settle after three days.", "--as", "maya")
    outcome = quarry("review", "batch", "approve", id, id)
    assert (outcome.code, outcome.out.count("  approved")) == (1, 1)
    assert "more than once" in outcome.err
    told = quarry("review", "batch", "approve", "km_000000000000", "km_000000000000", "--json").json
    assert [one["id"] for one in told] == ["km_000000000000"] * 2
    assert "No item" in told[0]["error"]


def test_what_cannot_be_made_binding_is_told(quarry: Program) -> None:
    """A personal item, an audience that is none, and what came from outside by a program."""
    with Memory.open(quarry.folder / "remembrancer.db", background=False) as memory:
        maya = memory.acting_as(memory.admin.person("maya").as_principal())
        own = maya.add(content="My own note.", is_personal=True).id
        text = "The orders table has a 3-day settlement lag."
        (mail,) = memory.remember(text, source={"id": "mail-1", "trust": "outside"}).items
    quarry.done("people", "add", "robot", "--kind", "agent", "--role", "KM_ADMIN")
    why = ("--reason", "Two decks.")
    assert "is personal" in quarry.failed("review", "mandate", own, *why)
    told = quarry.failed("review", "mandate", mail.id, *why, "--audience", "finance")
    assert "Audience 'finance' is not known" in told
    quarry.done("review", "approve", mail.id)
    assert "only by a person" in quarry.failed("review", "mandate", mail.id, *why, "--as", "robot")
    outcome = quarry("review", "batch", "mandate", own, mail.id, *why, "--as", "robot", "--json")
    assert [one["item"] for one in outcome.json] == [None, None]
    assert quarry.done("show", mail.id, "--json").json["review"] == "approved"


def test_a_batch_takes_all_of_a_source(quarry: Program) -> None:
    """`--all-from` decides on what waits of a source, and revokes what of it is in use."""
    for name in "ab":
        quarry.remember(f"Fact {name}.", "--source", "wiki-1", "--as", "maya")
    other = quarry.remember("Another fact.", "--as", "maya")
    from_it = ("--all-from", "wiki-1", "--reason", "Checked.")
    assert quarry.done("review", "batch", "approve", *from_it).out.count("  approved") == 2
    assert quarry.done("show", other, "--json").json["review"] == "pending"
    nothing = quarry.done("review", "batch", "approve", *from_it)
    assert (nothing.out, nothing.err) == ("", "Nothing from wiki-1 is pending.\n")
    assert quarry.done("review", "batch", "revoke", *from_it).out.count("  revoked") == 2


def test_revoking_shows_what_relied_on_it(quarry: Program) -> None:
    """After the item itself: what was made of it, and how."""
    id = quarry.remember("Orders settle after three days.")
    assert "Nothing that you may see relied on it." in quarry.done("review", "relied-on", id).out
    with Memory.open(quarry.folder / "remembrancer.db", background=False) as memory:
        note = memory.add(content="Wait for it.", kind="decision", data={"related_entries": [id]})
        memory.review.approve(id)
    said = quarry.done("review", "revoke", id, "--reason", "It is immediate now.").out
    assert said.startswith(f"{id}  revoked")
    assert f"Decisions that relied on it: 1\n  {note.id}  pending  names it  Wait for it.\n" in said
    found = quarry.done("review", "relied-on", id, "--json").json
    assert [one["item"]["id"] for one in found["decisions"]] == [note.id]


def test_a_batch_shows_what_relied_on_each(quarry: Program) -> None:
    """Revoked among others, an item is followed by what relied on it as well."""
    id, other = (quarry.remember(f"Orders settle after {n} days.") for n in ("three", "two"))
    with Memory.open(quarry.folder / "remembrancer.db", background=False) as memory:
        note = memory.add(content="Wait for it.", kind="decision", data={"related_entries": [id]})
        memory.review.batch([id, other], "approve")
    said = quarry.done("review", "batch", "revoke", id, other, "--reason", "No more.").out
    assert said.count("  revoked") == 2
    assert f"Of {id}:\nDecisions that relied on it: 1\n  {note.id}  pending  names it  " in said


def test_what_live_state_says_otherwise_is_listed(quarry: Program) -> None:
    """With what is mandatory, what live state calls it, and what to do; else that there is none."""
    nothing = "Live state says nothing against what is mandatory.\n"
    assert quarry.done("review", "clashes").out == nothing
    id = quarry.remember("The company has 2 employees.")
    quarry.done("review", "mandate", id, "--reason", "Policy.")
    with Memory.open(quarry.folder / "remembrancer.db", background=False) as memory:
        memory.compose(message="How many are we?", live_state={"employees": 3})
    said = quarry.done("review", "clashes").out
    assert said.startswith(f"{id}  mandatory")
    assert "live state says otherwise: employees  " in said
    assert f"rmb review edit {id}" in said
    (row,) = quarry.done("review", "clashes", "--json").json
    assert (row["item"]["id"], row["live_name"]) == (id, "employees")
    quarry.done("review", "revoke", id, "--reason", "We grew.")
    assert quarry.done("review", "clashes").out == nothing


def test_a_side_made_personal_is_not_shown(quarry: Program) -> None:
    """Of a contradiction of which one side was made personal, its id alone is listed."""
    with Memory.open(quarry.folder / "remembrancer.db", background=False) as memory:
        maya = memory.acting_as(memory.admin.person("maya").as_principal())
        known = maya.add(content="The orders table has a 3-day settlement lag.").id
        memory.add(content="The orders table has a 5-day settlement lag.")
        memory.jobs.wait()  # they are compared
        maya.update(known, is_personal=True)
    said = quarry.done("review", "contradictions").out
    assert f"    a  {known}  made personal\n    b  km_" in said
    assert "3-day" not in said
    assert "3 days" not in said
    assert said.endswith("both_valid\n")


def test_erasing_tells_who_was_told(quarry: Program) -> None:
    """After the certificate: whom the erased item had been delivered to, and nothing it said."""
    id = quarry.remember("Orders settle after three days.")
    quarry.done("review", "approve", id)
    quarry.done("bundle", "--as", "maya")
    said = quarry.done("erase", "--id", id, "--reason", "request 7", "--yes").out
    assert "Told in deliveries: 1\n" in said
    assert "  bundle  to maya\n" in said
    assert "three days" not in said


def test_a_decision_is_on_what_was_seen(quarry: Program) -> None:
    """The queue shows the version; `--seen` refuses what was changed since, and nothing is done."""
    quarry.remember("Orders settle after three days.", "--as", "maya")
    assert " · version 1\n" in quarry.done("review", "queue").out
    (waiting,) = quarry.done("review", "queue", "--json").json
    id, seen = waiting["id"], ("--seen", str(waiting["version"]))
    quarry.done("review", "edit", id, "--content", "Orders settle after nine days.", *seen)
    refusals = [
        quarry("review", *words, *seen)
        for words in (
            ("approve", id),
            ("reject", id),
            ("mandate", id, "--reason", "audit"),
            ("edit", id, "--title", "Orders"),
            ("batch", "approve", id),
        )
    ]
    assert {one.code for one in refusals} == {1}
    assert all("owner changed content" in one.err for one in refusals)
    assert quarry.done("review", "approve", id, "--seen", "2", "--json").json[0]["version"] == 3
    late = quarry("review", "revoke", id, "--reason", "old", "--seen", "2")
    assert (late.code, "changed review to approved" in late.err) == (1, True)
    quarry.done("review", "revoke", id, "--reason", "old", "--seen", "3")


@pytest.mark.parametrize(
    "words",
    [
        ("approve", "km_000000000000", "km_000000000001", "--seen", "1"),
        ("approve", "km_000000000000", "--seen", "1", "--seen", "1"),
        ("approve", "km_000000000000", "--seen", "yesterday"),
        ("batch", "approve", "--all-from", "wiki-44", "--seen", "1"),
        ("revoke", "--source", "wiki-44", "--reason", "old", "--seen", "1"),
    ],
)
def test_each_item_has_its_version(quarry: Program, words: tuple[str, ...]) -> None:
    """Versions that belong to no item are wrong usage."""
    assert quarry("review", *words).code == 2


def test_acts_of_the_engine_are_listed_and_undone(rmb: Program) -> None:
    """The list shows old and new with the grounds; undone, it says so, and the next time not."""
    rmb.done("init", "--preset", "adviser")
    nothing = "The engine did nothing by itself that you may see.\n"
    assert rmb.done("review", "acts").out == nothing
    for words in ("Ellen wants to retire at 58.", "Ellen now wants to retire at 60."):
        rmb.done("remember", words, "--subject", "ellen")
    said = rmb.done("review", "acts", "--subject", "ellen").out
    (found,) = rmb.done("review", "acts", "--act", "superseded", "--json").json
    assert said.startswith(f"{found['id']}  superseded")
    assert f"    old  {found['others'][0]['id']}  Ellen wants to retire at 58.\n" in said
    assert f"    new  {found['item']['id']}  Ellen now wants to retire at 60.\n" in said
    assert said.endswith(f"rmb review undo {found['id']}\n")
    undone = rmb.done("review", "undo", found["id"], "--reason", "Two plans.").out
    assert undone.startswith(f"{found['id']}  superseded · undone")
    again = rmb("review", "undo", found["id"])
    assert (again.code, "undone before" in again.err) == (1, True)
