"""Exports of chat servers come in as conversations with their people and channels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Memory, Trust
from remembrancer.capture import discord_export
from remembrancer.capture.other_memory_files import sniffed
from remembrancer.core.limits import CAPTURE_CHUNK_MESSAGES
from remembrancer.items.message import Message
from tests.capture.chat_servers import (
    HELPER,
    MIA,
    TOM,
    discord,
    said,
    slack_files,
    slack_folder,
    slack_zip,
    wrote,
)
from tests.cli.program import Program
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.remote import House


def written(place: Path, document: Any) -> Path:
    place.write_text(document if isinstance(document, str) else json.dumps(document), "utf-8")
    return place


def lines(memory: Memory, conversation: str) -> list[str]:
    return [f"{one.author_id} {one.content}" for one in memory.conversations.messages(conversation)]


def by_id(memory: Memory, conversation: str) -> dict[str, Message]:
    return {one.id: one for one in memory.conversations.messages(conversation)}


def test_a_channel_of_discord_becomes_a_conversation(memory: MemoryFactory, tmp_path: Path) -> None:
    """Authors, times, replies, edits and attachments come with it; notices are left out."""
    space = memory("community")
    file = written(tmp_path / "general.json", discord())
    assert sniffed(file) == "discord"
    report = space.sources.import_(file)
    (told,) = report.files
    assert (told.messages_new, told.source, report.ok) == (5, "discord:77", True)
    assert told.reason == (
        "1 notices of the program itself were left out. 1 messages without text were left out."
    )
    assert lines(space, "discord:77") == [
        "201 I moved to Lisbon last week",
        "202 Nice @Mia! See <#78> :wave:",
        "202 [attachment: plan.pdf]",
        "201 I work at Klarna",
        "203 Welcome back!",
    ]
    messages = by_id(space, "discord:77")
    assert messages["2"].timestamp.isoformat() == "2025-10-10T12:02:00.250000+00:00"
    assert messages["3"].tool_calls[0]["reply_to"] == "2"
    assert messages["4"].tool_calls[0]["attachments"] == ["plan.pdf"]
    assert messages["5"].tool_calls[0]["edited_at"] == "2025-10-10T13:00:00+00:00"
    assert [messages[id].role for id in "256"] == ["user", "user", "assistant"]
    assert {one.trust for one in messages.values()} == {Trust.DOCUMENT}
    place = space.conversations.get("discord:77")
    assert (place.channel_id, place.title) == ("77", "Makers #general")
    assert len(space.conversations.get_recent_messages("77", limit=10)) == 5


def test_a_second_import_adds_nothing(memory: MemoryFactory, tmp_path: Path) -> None:
    """What is known is counted; a new message alone is added."""
    space = memory("community")
    file = written(tmp_path / "general.json", discord())
    space.sources.import_(file)
    again = space.sources.import_(file)
    assert (again.messages_new, again.files[0].messages_known) == (0, 5)
    more = [*discord()["messages"], said("8", TOM, "See you")]
    assert space.sources.import_(written(file, discord(messages=more))).messages_new == 1


def test_an_edited_message_comes_beside_the_first(memory: MemoryFactory, tmp_path: Path) -> None:
    """A stored message never changes: its new words are a message of their own, once."""
    space = memory("community")
    first = said("5", MIA, "I work at Klarna")
    file = written(tmp_path / "general.json", discord(messages=[first]))
    space.sources.import_(file)
    edited = {**first, "content": "I work at Bolt", "timestampEdited": "2025-10-11T09:00:00Z"}
    written(file, discord(messages=[edited]))
    assert [space.sources.import_(file).messages_new for _ in range(2)] == [1, 0]
    assert lines(space, "discord:77") == ["201 I work at Klarna", "201 I work at Bolt"]
    changed = {**first, "content": "I never said it"}
    report = space.sources.import_(written(file, discord(messages=[changed])))
    assert (report.files[0].conflicts, report.messages_new) == (1, 0)


@pytest.mark.parametrize("is_packed", [False, True])
def test_an_export_of_slack_becomes_conversations(
    memory: MemoryFactory, tmp_path: Path, is_packed: bool
) -> None:
    """Names stand for ids, edits and deletions are applied, bots are agents, threads are kept."""
    space = memory("community")
    place = (
        slack_zip(tmp_path / "export.zip", under="work/")
        if is_packed
        else slack_folder(tmp_path / "export")
    )
    assert sniffed(place) == "slack"
    report = space.sources.import_(place)
    assert lines(space, "slack:C1") == [
        "U1 I'm a PM at Google & like tea (https://x.io)",
        "U2 Hi @Dana, see #random @here",
        "B7 Deployed 1.4",
        "U2 The minutes\n[attachment: minutes.txt]",
    ]
    messages = list(space.conversations.messages("slack:C1"))
    assert [one.role for one in messages] == ["user", "user", "assistant", "user"]
    assert messages[1].tool_calls[0]["thread"] == "C1:1760000001.000100"
    assert space.conversations.get("slack:C1").title == "#general"
    general, private = sorted(report.files, key=lambda one: one.outcome)
    assert general.messages_new == 4
    assert "1 messages were deleted there" in (general.reason or "")
    assert private.reason is not None
    assert private.reason.startswith("Only some people take part in it.")
    assert space.sources.import_(place).messages_new == 0


def test_a_private_talk_needs_an_audience(memory: MemoryFactory, tmp_path: Path) -> None:
    """What only some could read does not become everybody's."""
    space = memory("community")
    place = slack_folder(tmp_path / "export")
    report = space.sources.import_(place, is_personal=True)
    assert report.messages_new == 5
    assert space.conversations.get("slack:D9").is_personal
    direct = discord(channel={"id": "5", "type": "DirectTextChat", "name": "Mia"})
    file = written(tmp_path / "direct.json", direct)
    (told,) = space.sources.import_(file).files
    assert (told.outcome, told.messages_new) == ("skipped", 0)


@ON_THE_FASTEST
@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ('{"guild": {}, "channel": {"id": "1"}, "messages": [', "It is not JSON"),
        ("[]", "It is no JSON object."),
        (discord(channel={"name": "x"}), "The id of its channel is missing."),
        (discord(channel="general"), "Its channel is no JSON object."),
        (discord(messages={}), "Its messages is no list."),
        (discord(messages=[said("1", MIA, "ok"), 7]), "Message 2 is no JSON object."),
        (discord(messages=[said("1", MIA, "ok"), {**said("2", MIA, "x"), "timestamp": "soon"}]),
         "Message 2 has no timestamp that can be read."),
        (discord(messages=[{**said("1", MIA, "x"), "author": None}]),
         "The author of Message 1 is no JSON object."),
        (discord(messages=[{**said("1", MIA, "x"), "content": 3}]),
         "The content of message 1 is no text."),
    ],
)  # fmt: skip
def test_a_malformed_file_leaves_nothing(
    memory: MemoryFactory, tmp_path: Path, document: Any, reason: str
) -> None:
    """The report names the place and the reason, and nothing of the channel is stored."""
    space = memory("community")
    file = written(tmp_path / "general.json", document)
    report = space.sources.import_(file, format="discord")
    (told,) = report.failed
    assert told.place == str(file)
    assert (told.reason or "").startswith(reason)
    assert len(space.conversations.list()) == 0


@ON_THE_FASTEST
@pytest.mark.parametrize(
    ("changes", "place", "reason"),
    [
        ({"users.json": "{"}, "", "users.json: It is not JSON"),
        ({"channels.json": '{"a": 1}'}, "", "channels.json: It is no list."),
        ({"general/2025-10-10.json": "[{]"}, ", general/2025-10-10.json", "It is not JSON"),
        ({"general/2025-10-10.json": '"x"'}, ", general/2025-10-10.json", "It is no list."),
        ({"general/2025-10-10.json": [wrote("soon", "U1", "x")]}, ", general", "The ts of message"),
        ({"general/2025-10-10.json": [wrote("1760090000.1", None, "x")]}, ", general",
         "The user of message 5 is missing."),
    ],
)  # fmt: skip
def test_a_malformed_day_keeps_its_channel_out(
    memory: MemoryFactory, tmp_path: Path, changes: dict[str, Any], place: str, reason: str
) -> None:
    """A file of Slack's that cannot be read is named, and nothing of its channel is stored."""
    space = memory("community")
    folder = slack_folder(tmp_path / "export", slack_files(**changes))
    told = space.sources.import_(folder).failed[0]
    assert told.place == f"{folder}{place}"
    assert (told.reason or "").startswith(reason)
    assert len(space.conversations.list()) == 0


@ON_THE_FASTEST
def test_what_is_no_export(memory: MemoryFactory, tmp_path: Path) -> None:
    """A zip file without users, and a file that is no zip, are told what is missing."""
    space = memory("community")
    bare = slack_zip(tmp_path / "bare.zip", {"general/a.json": []})
    (told,) = space.sources.import_(bare).failed
    assert told.reason == "There is no users.json in it, as Slack's exports have."
    other = written(tmp_path / "other.json", "{}")
    (told,) = space.sources.import_(other, format="slack").failed
    assert told.reason == "It is neither a folder nor a zip file, as Slack's exports are."


@ON_THE_FASTEST
def test_a_long_channel_comes_in_parts(memory: MemoryFactory, tmp_path: Path) -> None:
    """Each part is one unit of work, and all have one conversation."""
    space = memory("community")
    count = CAPTURE_CHUNK_MESSAGES + 3
    messages = [said(str(number), TOM, f"Line {number}") for number in range(1, count + 1)]
    file = written(tmp_path / "general.json", discord(messages=messages))
    report = space.sources.import_(file)
    assert [one.messages_new for one in report.files] == [CAPTURE_CHUNK_MESSAGES, 3]
    assert {one.source for one in report.files} == {"discord:77"}


@ON_THE_FASTEST
def test_a_dry_run_adds_nothing(memory: MemoryFactory, tmp_path: Path) -> None:
    """It says what would come, and stores none of it."""
    space = memory("community")
    file = written(tmp_path / "general.json", discord())
    assert space.sources.import_(file, dry_run=True).messages_new == 5
    assert len(space.conversations.list()) == 0


def test_people_are_told_with_their_names() -> None:
    """Accounts come with all their names, and bots are marked."""
    channel = discord_export.read_discord(discord())
    people = {one.id: one for one in channel.people}
    assert people[MIA["id"]].name == "Mia"
    assert people[MIA["id"]].aliases == ("mia_l",)
    assert people[HELPER["id"]].is_bot


def test_a_server_takes_an_export(house: House, tmp_path: Path) -> None:
    """The file is read here, and its channels are sent."""
    file = written(tmp_path / "general.json", discord())
    with Memory.open(":memory:", preset="community", embedder="none", background=False) as opened:
        remote = house.enter(opened)
        assert remote.sources.import_(file).messages_new == 5
        assert remote.sources.import_(file).messages_new == 0
        assert remote.sources.import_(slack_zip(tmp_path / "export.zip")).messages_new == 4
        assert len(remote.conversations.messages("discord:77")) == 5


def test_the_command_line_takes_an_export(rmb: Program) -> None:
    """`rmb import` knows an export by its content, or is told with --from."""
    rmb.done("init", "--preset", "community")
    written(rmb.folder / "general.json", discord())
    slack_zip(rmb.folder / "export.zip")
    assert "5 messages" in rmb.done("import", "general.json", "--dry-run").out
    assert rmb.done("import", "general.json", "--json").json["messages_new"] == 5
    assert rmb.done("import", "export.zip", "--from", "slack", "--json").json["messages_new"] == 4
    assert rmb.done("import", "export.zip", "--json").json["messages_new"] == 0
    written(rmb.folder / "bad.json", discord(messages=[3]))
    told = rmb("import", "bad.json")
    assert (told.code, "Message 1 is no JSON object" in told.out) == (1, True)
