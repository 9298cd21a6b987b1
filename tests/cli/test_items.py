"""Listing items and saying something of one: the same on a store and on a server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from remembrancer import Memory
from remembrancer.doors.http.authentication import by_token
from remembrancer.doors.server.app import create_app
from remembrancer.front.access.authentication import Callers
from tests.cli.program import Program
from tests.remote import Listening


@pytest.fixture(params=["store", "server"])
def place(
    request: pytest.FixtureRequest, rmb: Program, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """A space of the adviser preset in a file, or behind a server with an admin's token."""
    if request.param == "store":
        rmb.done("init", "--preset", "adviser")
        yield "owner"
        return
    with Memory.open(":memory:", preset="adviser", embedder="none", background=False) as memory:
        memory.admin.add_person("ada", roles=["ADMIN"])
        token = memory.admin.issue_token("ada").token
        listening = Listening(create_app(memory._session, by_token(Callers(memory._session))))
        try:
            monkeypatch.setenv("REMEMBRANCER_URL", listening.url)
            monkeypatch.setenv("REMEMBRANCER_TOKEN", token)
            yield "ada"
        finally:
            listening.close()


def test_items_are_listed_by_every_filter(place: str, rmb: Program) -> None:
    """`rmb list` shows what matches all filters, newest first, and pages through the rest."""
    goal = rmb.remember("Rut vill gå i pension vid 63.", "--subject", "rut", "--kind", "life_goal")
    fact = rmb.remember("Rut äger ett hus i Visby.", "--subject", "rut", "--kind", "fact")
    rmb.remember("Bo säljer båten.", "--kind", "decision", "--tag", "boat", "--personal")

    def listed(*options: str) -> list[str]:
        return [one["id"] for one in rmb.done("list", "--json", *options).json["items"]]

    assert listed("--subject", "rut") == [fact, goal]
    assert listed("--kind", "fact", "--kind", "life_goal") == [fact, goal]
    assert listed("--kind", "fact", "--subject", "rut", "--lifecycle", "active") == [fact]
    assert listed("--shared", "--from", place) == [fact, goal]
    assert len(listed("--personal", "--tag", "boat")) == 1
    assert listed("--since", "2090-01-01") == []
    assert listed("--as-of", "2001-01-01") == []
    assert listed("--metadata", '{"page": 3}') == []

    first = rmb.done("list", "--subject", "rut", "--limit", "1")
    assert fact in first.out
    assert goal not in first.out
    cursor = first.out.split("--cursor ")[1].split()[0]
    rest = rmb.done("list", "--subject", "rut", "--limit", "1", "--cursor", cursor)
    assert goal in rest.out
    assert "--cursor" not in rest.out


def test_a_summary_groups_what_is_known(place: str, rmb: Program) -> None:
    """`rmb summary` shows what is in use of a subject under its kinds, with how many there are."""
    goal = rmb.remember("Ines wants to sail.", "--subject", "Ines Ek", "--kind", "life_goal")
    gone = rmb.remember("Ines owns a van.", "--subject", "Ines Ek", "--kind", "fact")
    rmb.done("dismiss", gone)
    shown = rmb.done("summary", "Ines Ek").out
    assert shown.startswith(f"life_goal: 1\n{goal}")
    assert gone not in shown
    before = rmb.done("history", gone, "--changes", "--json").json["changes"][0]["at"]
    assert list(rmb.done("summary", "Ines Ek", "--json").json["totals"]) == ["life_goal"]
    then = rmb.done("summary", "Ines Ek", "--as-of", before, "--json").json
    assert then["totals"] == {"life_goal": 1, "fact": 1}


@pytest.mark.parametrize(
    "command", [("summary",), ("list", "--subject"), ("reminders", "--subject")]
)
def test_a_misspelt_subject_is_named(place: str, rmb: Program, command: tuple[str, ...]) -> None:
    """Where nothing is found, the subject that may be meant is told beside the answer."""
    rmb.remember("Torvald keeps bees.", "--subject", "torvald")
    done = rmb.done(*command, "torwald")
    assert done.err == "Did you mean the subject 'torvald'?\n"
    assert "othing" in done.out
    assert "Did you mean" not in rmb.done(*command, "torvald").err


def test_reminders_tell_what_is_due(place: str, rmb: Program) -> None:
    """`rmb reminders` lists what is overdue first; with --new each is handed out once."""
    for text, deadline in (("Send the forms.", "2020-01-31"), ("Call the bank.", "2020-01-30")):
        metadata = f'metadata={{"deadline": "{deadline}"}}'
        rmb.remember(text, "--subject", "rut", "--kind", "action_item", "--field", metadata)
    shown = rmb.done("reminders", "--subject", "rut").out
    assert shown.index("Call the bank.") < shown.index("Send the forms.")
    assert "days overdue · 2020-01-30" in shown
    assert len(rmb.done("reminders", "--within", "14", "--json").json) == 2
    new = rmb.done("reminders", "--new", "--json").json
    assert [one["receipt"] is not None for one in new] == [True, True]
    assert rmb.done("reminders", "--new", "--json").json == []
    assert "Nothing is due." in rmb.done("reminders", "--new").out


def test_a_vote_counts_once_for_each_voter(place: str, rmb: Program) -> None:
    """`rmb vote` takes up and down, and the last one counts."""
    id = rmb.remember("Orders settle after three days.")
    assert rmb.done("vote", id, "up").out == f"{id}  1 up, 0 down, yours up\n"
    assert rmb.done("vote", id, "DOWN").out == f"{id}  0 up, 1 down, yours down\n"
    counted = rmb.done("vote", id, "+1", "--json").json
    assert (counted["item_id"], counted["up"], counted["mine"]) == (id, 1, 1)


def test_an_item_is_confirmed(place: str, rmb: Program) -> None:
    """`rmb confirm` keeps the words that say so as evidence, and the reason in the ledger."""
    id = rmb.remember("Rut vill gå i pension vid 63.", "--subject", "rut")
    said = rmb.done("confirm", id, "--quote", "Ja, fortfarande 63.", "--reason", "Asked.", "--json")
    assert said.json["last_confirmed_at"] is not None
    shown = rmb.done("show", id).out
    assert "Ja, fortfarande 63." in shown
    assert "Asked." in shown


def test_an_item_is_superseded(place: str, rmb: Program) -> None:
    """`rmb supersede` makes an item with other words that inherits the rest."""
    old = rmb.remember("Rut wants to stop at 63.", "--subject", "rut", "--kind", "life_goal")
    made = rmb.done(
        "supersede", old, "Rut wants to stop at 65.", "--importance", "0.8", "--tag", "pension",
        "--tag", "work", "--reason", "She said so.",
    ).out  # fmt: skip
    new = made.split()[0]
    assert f"It takes the place of {old}." in made
    kept = rmb.done("list", "--json", "--lifecycle", "active").json["items"]
    assert [one["id"] for one in kept] == [new]
    assert (kept[0]["subject"], kept[0]["kind"]) == ("rut", "life_goal")
    assert (kept[0]["importance"], kept[0]["tags"]) == (0.8, ["pension", "work"])
    assert [one["id"] for one in rmb.done("history", new, "--json").json["items"]] == [old, new]


def test_an_item_is_dismissed(place: str, rmb: Program) -> None:
    """`rmb dismiss` takes an item out of use, and says why it cannot do so twice."""
    id = rmb.remember("Ellen keeps bees.", "--subject", "ellen")
    assert id in {one["id"] for one in rmb.done("recall", "bees", "--json").json["hits"]}
    assert "dismissed" in rmb.done("dismiss", id, "--reason", "Another Ellen.").out
    assert id not in {one["id"] for one in rmb.done("recall", "bees", "--json").json["hits"]}
    assert "Another Ellen." in rmb.done("show", id).out
    assert f"{id} is dismissed" in rmb.failed("dismiss", id)


def test_a_personal_item_is_shared(place: str, rmb: Program) -> None:
    """`rmb share` makes a caller's own item common knowledge, if it is the version seen."""
    id = rmb.remember("The spare key is with Bo.", "--personal")
    assert rmb.done("list", "--shared", "--json").json["items"] == []
    assert "version" in rmb.failed("share", id, "--seen", "7")
    assert rmb.done("share", id, "--seen", "1", "--json").json["is_personal"] is False
    assert "is shared already" in rmb.failed("share", id)


@pytest.mark.parametrize(
    "command",
    [("vote", "up"), ("confirm",), ("share",), ("dismiss",), ("supersede", "Other words.")],
    ids=lambda words: str(words[0]),
)
def test_an_unknown_item_is_told(place: str, rmb: Program, command: tuple[str, ...]) -> None:
    """An item that is not there fails with 1 and one sentence, for machines as a document."""
    words = (command[0], "km_000000000000", *command[1:])
    assert "No item 'km_000000000000' here. Check the id" in rmb.failed(*words)
    told = rmb(*words, "--json")
    assert (told.code, told.out) == (1, "")
    assert '"title": "NotFound"' in told.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("vote", "km_1", "sideways"), "'sideways' is no vote. Write up or down."),
        (("vote", "km_1"), "Missing argument"),
        (("supersede", "km_1"), "Missing argument 'TEXT'"),
        (("supersede", "km_1", "two", "words"), "'words' is left over. Put what belongs together"),
        (("summary", "Ines", "Ek"), "'Ek' is left over. Put what belongs together"),
        (("summary",), "Missing argument 'SUBJECT'"),
        (("list", "--lifecycle", "asleep"), "'active', 'superseded'"),
        (("list", "--as-of", "then"), "Write it as 2026-03-31"),
        (("reminders", "--within", "soon"), "--within"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_wrong_usage_says_what_is_right(rmb: Program, words: tuple[str, ...], told: str) -> None:
    """What cannot be meant ends with 2, and says how it is written."""
    done = rmb(*words)
    assert (done.code, done.out) == (2, "")
    assert told in " ".join(done.err.split())
