"""One item or conversation, and how it came to be what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from remembrancer.core.principal import Principal
from remembrancer.items.conversation import Conversation
from remembrancer.items.item import Item
from remembrancer.memory import Memory
from tests.cli.program import Program


@pytest.fixture
def chain(rmb: Program) -> tuple[str, str, str]:
    """Ids of three items that replaced each other, the last one confirmed."""
    path = rmb.folder / "remembrancer.db"
    with Memory.open(path, preset="adviser") as memory:
        memory.admin.add_person("priya")
        priya = memory.acting_as(Principal("priya"))
        kept = priya.remember("Ellen retires at 62.", subject="ellen", infer=False, source="m-1")
        first = kept.items[0].id
        second = priya.supersede(first, content="Ellen retires at 60.", reason="Said in May.").id
        third = priya.supersede(second, content="Ellen retires at 58.", reason="Said in June.").id
        priya.confirm(third, quote="58 it is.", reason="She rang.")
    return first, second, third


def test_show_prints_every_field(rmb: Program, chain: tuple[str, str, str]) -> None:
    """`show` names every field of an item, its text, evidence, chain and acts."""
    first, second, third = chain
    said = rmb.done("show", third).out
    for field in set(Item.model_fields) - {"content", "title", "evidence"}:
        assert f"  {field} " in said
    assert "Ellen retires at 58." in said
    assert "“58 it is.” — confirmed by priya" in said
    assert f"{first} → {second} → [{third}]" in said
    assert "Said in June." in said


def test_show_names_the_source(rmb: Program, chain: tuple[str, str, str]) -> None:
    """The path of an item begins with the source that it was taken from."""
    said = rmb.done("show", chain[0]).out
    assert "manual m-1, brought by priya" in said
    assert "1 quote" in said


def test_show_says_where_there_is_no_evidence(rmb: Program, chain: tuple[str, str, str]) -> None:
    """An item that was added as it stands says so instead of showing nothing."""
    assert "None that you may see" in rmb.done("show", chain[1]).out


def test_show_as_json_is_the_item(rmb: Program, chain: tuple[str, str, str]) -> None:
    """`show --json` is the item with its provenance."""
    shown = rmb.done("show", chain[2], "--json").json
    assert set(Item.model_fields) <= set(shown)
    assert shown["provenance"]["chain"] == list(chain)
    assert [entry["reason"] for entry in shown["provenance"]["changes"]] == [
        "Said in June.",
        "She rang.",
    ]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_history_is_the_whole_chain(rmb: Program, chain: tuple[str, str, str], place: int) -> None:
    """`history` of any link shows the whole chain, oldest first."""
    said = rmb.done("history", chain[place]).out
    texts = [line.strip() for line in said.splitlines() if line.startswith("    ")]
    assert texts == ["Ellen retires at 62.", "Ellen retires at 60.", "Ellen retires at 58."]
    assert [line.split()[1] for line in said.splitlines() if line.startswith("km_")] == [
        "superseded",
        "superseded",
        "active",
    ]


def test_changes_say_who_when_and_why(rmb: Program, chain: tuple[str, str, str]) -> None:
    """`--changes` adds each act once, oldest first, with its reason."""
    said = rmb.done("history", chain[0], "--changes").out
    assert said.index("item.add") < said.index("Said in May.") < said.index("Said in June.")
    assert "item.confirm" in said
    acts = rmb.done("history", chain[0], "--changes", "--json").json["changes"]
    assert [act["action"] for act in acts] == [
        "item.add",
        "item.supersede",
        "item.supersede",
        "item.confirm",
    ]
    assert {act["actor"] for act in acts} == {"priya"}


def test_positions_are_for_admins(rmb: Program, chain: tuple[str, str, str]) -> None:
    """Who is no admin reads the acts without ledger positions."""
    assert "position" in rmb.done("history", chain[0], "--changes").out
    assert "position" not in rmb.done("history", chain[0], "--changes", "--as", "priya").out


def test_history_as_json(rmb: Program, chain: tuple[str, str, str]) -> None:
    """`history --json` lists the items oldest first."""
    items = rmb.done("history", chain[2], "--json").json["items"]
    assert [item["id"] for item in items] == list(chain)


def test_message_evidence_names_its_conversation(rmb: Program, tmp_path: Path) -> None:
    """Evidence from a conversation names who spoke, the conversation and the message."""
    with Memory.open(tmp_path / "remembrancer.db", preset="adviser") as memory:
        said = [
            {"id": "m1", "author_id": "ellen", "content": "I stop at 58."},
            {"id": "m2", "author_id": "priya", "content": "Noted."},
        ]
        memory.remember(said, source="call-7", infer=False)
    told = rmb.done("recall", "stop", "--kind", "fact").out
    assert "handed in by owner, said to be ellen" in told
    assert "in call-7: m1" in told
    assert "in call-7: m2" in told


@pytest.fixture
def talk(rmb: Program) -> str:
    """A conversation longer than the window, and its id."""
    said = [
        {
            "id": f"m{number}",
            "author_id": "ellen",
            "content": f"We decided that flat {number} is let from March on.",
            "timestamp": f"2026-03-02T09:{number:02}:00Z",
        }
        for number in range(1, 51)
    ]
    path = rmb.folder / "remembrancer.db"
    with Memory.open(path, preset="adviser", background=False) as memory:
        memory.admin.add_person("priya")
        memory.admin.add_person("tom")
        priya = memory.acting_as(Principal("priya"))
        priya.conversations.start("call-7", subject="ellen", title="The flats", is_personal=True)
        priya.conversations.append("call-7", said)
    return "call-7"


def test_show_prints_a_conversation(rmb: Program, talk: str) -> None:
    """A conversation has a head line, then its summary, then its last messages word for word."""
    head, title, *rest = rmb.done("show", talk, "--as", "priya").out.splitlines()
    assert head == "call-7  ellen · from priya · 50 messages · last on 2026-03-02 09:50"
    assert title == "  The flats"
    with Memory.open(rmb.folder / "remembrancer.db", background=False) as memory:
        window = memory.acting_as(Principal("priya")).conversations.window(talk)
    assert window.summary
    assert rest[:2] == ["", f"What {window.summarised} earlier messages came to"]
    assert [f"  {line}" for line in window.summary.splitlines()] == rest[2 : rest.index("", 1)]
    verbatim = rest[rest.index("Word for word") + 1 :]
    assert verbatim[::2] == [
        f"  {one.timestamp:%Y-%m-%d %H:%M}  ellen · {one.id}" for one in window.messages
    ]
    assert verbatim[1::2] == [f"    {one.content}" for one in window.messages]


def test_show_prints_a_conversation_without_messages(rmb: Program) -> None:
    """One in which nothing was said yet is its head line alone."""
    with Memory.open(rmb.folder / "remembrancer.db", background=False) as memory:
        memory.conversations.start("call-8")
    assert rmb.done("show", "call-8").out == "call-8  from owner · 0 messages\n"


def test_show_gives_a_conversation_as_json(rmb: Program, talk: str) -> None:
    """`show --json` is the conversation with all of its messages, oldest first."""
    shown = rmb.done("show", talk, "--as", "priya", "--json").json
    assert set(Conversation.model_fields) <= set(shown)
    assert [one["id"] for one in shown["messages"]] == [f"m{number}" for number in range(1, 51)]


def test_what_cannot_be_shown_is_told(rmb: Program, talk: str) -> None:
    """An id that nobody has, and a conversation that is not the caller's, look the same."""
    assert "No item or conversation 'call-9' here." in rmb.failed("show", "call-9")
    assert "No item or conversation 'call-7' here." in rmb.failed("show", talk, "--as", "tom")


@pytest.fixture
def delivered(rmb: Program) -> tuple[str, str, str]:
    """Ids of a mandatory item and of a receipt that held it, and what was delivered."""
    with Memory.open(rmb.folder / "remembrancer.db", preset="corporate") as memory:
        item = memory.add(content="Refunds take ten days.", title="Refunds")
        memory.review.approve(item.id)
        memory.review.mandate(item.id, reason="policy")
        receipt = memory.bundle().receipt
        text = memory.receipt(receipt).text
    assert text is not None
    return item.id, receipt, text


def test_show_of_a_receipt(rmb: Program, delivered: tuple[str, str, str]) -> None:
    """`show` of a receipt says to whom and why, and prints what was delivered."""
    item_id, receipt, text = delivered
    said = rmb.done("show", receipt).out
    assert f"{receipt}  bundle · for owner" in said
    assert "as delivered, byte for byte" in said
    assert f"{item_id}  mandatory" in said
    assert "Refunds take ten days." in said
    shown = rmb.done("show", receipt, "--json").json
    assert (shown["text"], shown["is_intact"]) == (text, True)
    assert "No receipt 'rcp_000000000000'" in rmb.failed("show", "rcp_000000000000")


def test_show_of_an_item_says_who_was_told(rmb: Program, delivered: tuple[str, str, str]) -> None:
    """The path of an item ends with those it was delivered to."""
    item_id, receipt, _ = delivered
    assert f"{receipt}  bundle for owner on" in rmb.done("show", item_id).out
    (head,) = rmb.done("show", item_id, "--json").json["provenance"]["deliveries"]
    assert (head["id"], head["delivered_to"]) == (receipt, "owner")


def test_show_of_a_receipt_after_an_erasure(rmb: Program, delivered: tuple[str, str, str]) -> None:
    """What is gone shows as erased."""
    item_id, receipt, _ = delivered
    with Memory.open(rmb.folder / "remembrancer.db") as memory:
        memory.erase(item_id, reason="asked to")
    said = rmb.done("show", receipt).out
    assert "Refunds" not in said
    assert "not as delivered any more" in said
    assert "erased since" in said
    assert "[erased]" in said


def test_mappings_are_shown_as_json(rmb: Program) -> None:
    """What an item holds as data can be copied from the terminal as JSON."""
    with Memory.open(rmb.folder / "remembrancer.db", background=False) as memory:
        id = memory.add(content="A flat.", data={"sold": True, "value": None, "where": "Åmål"}).id
    assert '{"sold": true, "value": null, "where": "Åmål"}' in rmb.done("show", id).out
