"""Remembering from a shell: what was drawn out, what became of it, and what was left."""

from __future__ import annotations

import json

import pytest

from tests.cli.program import Program

ABOUT = ("--subject", "ellen")


@pytest.fixture
def practice(rmb: Program) -> Program:
    """A practice that knows when Ellen wants to retire."""
    rmb.done("init", "--preset", "adviser")
    rmb.done("remember", "Ellen wants to retire at 58.", *ABOUT)
    return rmb


def test_what_was_drawn_is_shown(rmb: Program) -> None:
    """Each piece has a card, and small talk leaves nothing behind."""
    said = rmb.done("remember", "Hi, lovely day! Ellen wants to retire at 58.", *ABOUT).out
    card, title, content = said.splitlines()
    assert card.startswith("km_")
    assert "life_goal · ellen" in card
    assert (title.strip(), content.strip()) == (
        "Retirement age: 58",
        "Ellen wants to retire at 58.",
    )


def test_what_was_replaced_is_shown_with_the_reason(practice: Program) -> None:
    """An update names the old item, says what it said, and why it was replaced."""
    said = practice.done("remember", "Ellen wants to retire at 60.", *ABOUT).out
    assert "    replaces km_" in said
    assert "Ellen wants to retire at 58." in said
    assert "    because the same slot, retirement age, has a later value: 58" in said


def test_a_task_that_was_closed_is_shown(practice: Program) -> None:
    """A report of what was done names the task that it closes, and why."""
    task = practice.done("remember", "Ellen needs to send the P60.", *ABOUT).out.split()[0]
    said = practice.done("remember", "Ellen sent the P60 this morning.", *ABOUT).out
    assert said.startswith(f"closes  {task}  by: Ellen sent the P60 this morning.")
    assert "because it says that this is done" in said


def test_what_was_said_again_is_shown(practice: Program) -> None:
    """The same fact again is told as such, and no item is made."""
    said = practice.done("remember", "Ellen wants to retire at 58.", *ABOUT).out
    assert said.startswith("said again  km_")
    assert "because both say" in said


def test_nothing_worth_keeping_is_said_so(practice: Program) -> None:
    """Small talk is kept raw and can be found."""
    told = practice.done("remember", "Thanks, and have a nice weekend!", *ABOUT)
    said = told.out
    assert "--as-is" in told.err
    assert said == "Nothing in it looked worth keeping; the text itself is kept and can be found.\n"
    hits = practice.done("recall", "nice weekend", "--json").json["hits"]
    assert hits[0]["text"] == "Thanks, and have a nice weekend!"


def test_the_same_source_twice_is_nothing_new(practice: Program) -> None:
    """Where all of it is known from the same words, it says that nothing is new."""
    words = ("remember", "Ellen prefers email.", *ABOUT, "--source", "mail-1")
    practice.done(*words)
    assert "Nothing in it is new" in practice.done(*words).out


def test_what_is_left_out_is_told_with_the_reason(practice: Program) -> None:
    """What live data holds is skipped, and says so."""
    (practice.folder / "live.json").write_text(json.dumps({"salary": 61000}))
    said = practice.done(
        "remember", "Ellen's salary is £61,000 a year.", *ABOUT, "--live-state", "live.json"
    ).out
    assert "skipped  Ellen's salary is £61,000 a year." in said
    assert "Live data holds it." in said


@pytest.mark.parametrize(
    ("content", "why"),
    [(None, "There is no such file."), ("{", "It is not JSON"), ("[1]", "one JSON object")],
    ids=["missing", "broken", "no object"],
)
def test_live_state_that_cannot_be_read(rmb: Program, content: str | None, why: str) -> None:
    """It is named with the reason, and no store is made for it."""
    if content is not None:
        (rmb.folder / "live.json").write_text(content)
    message = rmb.failed("remember", "Ellen earns £61,000.", "--live-state", "live.json")
    assert "live.json: " in message
    assert why in message
    assert not (rmb.folder / "remembrancer.db").exists()


def test_a_dry_run_shows_the_plan_and_stores_nothing(practice: Program) -> None:
    """One line for each step with its reason, and not a byte more in the store."""
    before = practice.done("audit", "verify", "--json").json["head"]
    words = ("remember", "Hi! Ellen wants to retire at 60.", *ABOUT, "--dry-run")
    step, end = practice.done(*words).out.splitlines()
    assert step.startswith("supersede km_")
    assert "has a later value: 58 years → 60 years; likely: " in step
    assert end == "1 step. This was a dry run, and nothing was stored."
    assert practice.done(*words, "--json").json["dry_run"] is True
    assert practice.done("audit", "verify", "--json").json["head"] == before


def test_a_dry_run_makes_no_store(rmb: Program) -> None:
    """Where there is no space yet, a dry run shows its plan and leaves the folder empty."""
    said = rmb.done("remember", "Ellen wants to retire at 58.", *ABOUT, "--dry-run").out
    assert said.startswith("add: Ellen wants to retire at 58. (new)\n")
    assert "Nothing in it looks worth keeping." in rmb.done("remember", "Hi!", "--dry-run").out
    assert "as it stands" in rmb.done("remember", "Hi!", "--dry-run", "--as-is").out
    assert "No person" in rmb.failed("remember", "Hi!", "--dry-run", "--as", "eve")
    assert list(rmb.folder.iterdir()) == []


def test_as_is_keeps_the_text_as_one_item(practice: Program) -> None:
    """`--as-is` draws nothing and replaces nothing."""
    said = practice.done("remember", "Hi! Ellen wants to retire at 60.", *ABOUT, "--as-is").out
    assert "    Hi! Ellen wants to retire at 60." in said
    assert "replaces" not in said


def test_fields_hold_for_all_that_is_drawn(rmb: Program) -> None:
    """Kind, category, title and tags that are given stand in each item."""
    rmb.done("init", "--preset", "adviser")
    kept = rmb.done(
        "remember", "Ellen wants to retire at 58. Ellen prefers email.", *ABOUT, "--kind", "fact",
        "--category", "mine", "--title", "First call", "--tag", "call", "--json",
    ).json["items"]  # fmt: skip
    assert len(kept) == 2
    for item in kept:
        assert (item["kind"], item["category"], item["title"]) == ("fact", "mine", "First call")
        assert "call" in item["tags"]


@pytest.mark.parametrize("option", [("--as-is",), ("--dry-run",), ("--live-state", "x.json")])
def test_a_transcript_takes_no_options_of_texts(rmb: Program, option: tuple[str, ...]) -> None:
    """What is for a text is refused beside a transcript, before anything is read."""
    outcome = rmb("remember", "--transcript", "call.txt", "--meeting", "m1", *option)
    assert outcome.code == 2
    assert f"{option[0]} is for a TEXT, not for a transcript." in outcome.err


def test_as_is_has_no_live_state(rmb: Program) -> None:
    """What draws nothing cannot leave anything to live data."""
    outcome = rmb("remember", "x", "--as-is", "--live-state", "x.json")
    assert outcome.code == 2
    assert "Leave out one of them." in outcome.err


def test_a_meeting_shows_what_was_drawn_out_of_it(rmb: Program) -> None:
    """A transcript is over when it comes in: its items are shown, and with JSON listed, once."""
    rmb.done("init", "--preset", "adviser")
    (rmb.folder / "call.txt").write_text("Ellen: Hello!\nEllen: I want to retire at 58.\n")
    words = ("remember", "--transcript", "call.txt", "--meeting", "m1", *ABOUT)
    said = rmb.done(*words).out
    assert said.startswith("km_")
    assert "Retirement age: 58" in said
    assert "2 new, 0 known" in said
    assert rmb.done(*words, "--json").json["items"] == []


def _corporate(rmb: Program) -> None:
    rmb.done("init", "--preset", "corporate")
    rmb.done("people", "add", "maya")


def test_domain_category_and_tags(rmb: Program) -> None:
    """Domain, category and tags given on the command line are those of the items."""
    _corporate(rmb)
    shelves = ("--domain", "finance", "--category", "business_logic", "--tag", "q3", "--tag", "eu")
    for how in ((), ("--as-is",)):
        text = f"Net revenue excludes refunds of last year{' and this' * len(how)}."
        (item,) = rmb.done("remember", text, *shelves, *how, "--json").json["items"]
        assert (item["domain"], item["category"]) == ("finance", "business_logic")
        assert {"q3", "eu"} <= set(item["tags"])


def test_any_other_field(rmb: Program) -> None:
    """`--field` takes whatever `memory.remember` takes, as a text or as JSON."""
    _corporate(rmb)
    given = ("--field", "importance=0.7", "--field", 'metadata={"sheet": "A4"}')
    until = ("--field", "valid_until=2027-03-31")
    (item,) = rmb.done("remember", "Orders settle late.", *given, *until, "--as-is", "--json").json[
        "items"
    ]
    assert item["importance"] == 0.7
    assert item["metadata"]["sheet"] == "A4"
    assert item["valid_until"].startswith("2027-03-31")
    for wrong, words in (("importance", "NAME=VALUE"), ("kind=fact", "--kind"), ("=1", "NAME=")):
        outcome = rmb("remember", "x", "--field", wrong)
        assert outcome.code == 2
        assert words in outcome.err
    assert "Did you mean 'importance'?" in rmb.failed("remember", "x y z", "--field", "importanc=1")


@pytest.mark.parametrize("preset", ["adviser", "companion", "community", "desk", "corporate"])
def test_a_mandate_in_one_go(rmb: Program, preset: str) -> None:
    """`--mandate` keeps the text word for word and makes it binding, with the reason on record."""
    rmb.done("init", "--preset", preset)
    said = ("remember", "Never quote a margin in writing.", "--mandate", "--reason", "Audited.")
    (item,) = rmb.done(*said, "--json").json["items"]
    assert item["content"] == "Never quote a margin in writing."
    assert item["review"] == "mandatory"
    assert "Audited." in rmb.done("audit", "log").out
    assert "Never quote a margin" in rmb.done("bundle").out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--mandate",), "--reason"),
        (("--mandate", "--reason", "  "), "--reason"),
        (("--reason", "x"), "--mandate"),
        (("--mandate", "--reason", "x", "--personal"), "personal"),
    ],
)
def test_a_mandate_needs_a_reason(rmb: Program, options: tuple[str, ...], words: str) -> None:
    """A mandate without a reason, a reason without one, a personal one: wrong usage."""
    outcome = rmb("remember", "Never quote a margin.", *options)
    assert outcome.code == 2
    assert words in outcome.err


def test_a_mandate_is_for_admins(rmb: Program) -> None:
    """Who is no admin is refused before anything is stored."""
    _corporate(rmb)
    said = ("remember", "Never quote a margin.", "--mandate", "--reason", "x")
    assert "KM_ADMIN and ADMIN" in rmb.failed(*said, "--as", "maya")
    assert rmb.done("recall", "margin", "--json").json["hits"] == []


@pytest.mark.parametrize("option", [(), ("--json",), ("--dry-run",)], ids=str)
def test_how_to_keep_it_anyway(rmb: Program, option: tuple[str, ...]) -> None:
    """Where nothing looks worth keeping, it is said how to keep it, whoever reads."""
    rmb.done("init")
    assert "--as-is" in rmb.done("remember", "Hej hej!", *option).err
    assert "--as-is" not in rmb.done("remember", "Hej hej!", "--as-is", *option).err
