"""Pulling: what people accepted becomes rules files of a project, and what went from it goes."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest

from remembrancer import Conflict, InvalidInput, Memory, Principal, StoreUnreachable
from remembrancer.core.limits import CONTENT_CHARACTERS_MAX
from remembrancer.delivery.bundle.rules_files import APPROVED_FILE, BEGIN, END, MARK
from remembrancer.testing import FrozenClock
from tests.people import ANNA, BERT
from tests.scenarios.delivery.test_bundle import EVENT_TIME, LAG, approved, mandated
from tests.scenarios.stage import Stage

NOTES = "# Our project\r\n\r\nRun `make test`.\r\n"


@pytest.fixture
def memory(alone: Stage) -> Memory:
    """A team's space with a mandatory and an approved fact."""
    opened = alone.open("corporate")
    mandated(opened, **LAG)
    approved(opened, **EVENT_TIME)
    return opened


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def rules(folder: Path) -> Path:
    return folder / ".claude" / "rules"


def test_each_mandatory_fact_has_a_file(memory: Memory, tmp_path: Path) -> None:
    """S4-39, S4-42: a file named by the id for each mandatory fact and one for all approved ones,
    with the rules for agents, and nothing else."""
    (lag,) = memory.bundle().mandatory
    pulled = memory.pull(tmp_path)
    assert (
        set(tree(tmp_path))
        == set(pulled.written)
        == {
            f".claude/rules/{lag.id}.md",
            f".claude/rules/{APPROVED_FILE}",
        }
    )
    binding = (rules(tmp_path) / f"{lag.id}.md").read_text()
    assert f"# {LAG['title']}\n" in binding
    assert f"\n> {LAG['content']}\n" in binding
    assert "the fact holds" in binding
    listed = (rules(tmp_path) / APPROVED_FILE).read_text()
    assert f"## {EVENT_TIME['title']}\n" in listed
    assert "Never invent what a metric or a table means." in listed


def test_nothing_changes_where_nothing_changed(
    memory: Memory, tmp_path: Path, clock: FrozenClock
) -> None:
    """S4-39: a second pull, days later, touches no file and hands nothing over."""
    memory.pull(tmp_path, agents_md=True)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    clock.advance(timedelta(days=9))
    pulled = memory.pull(tmp_path, agents_md=True)
    assert (pulled.is_changed, pulled.receipt, len(pulled.unchanged)) == (False, None, 3)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


def test_what_is_revoked_goes_with_the_next_pull(memory: Memory, tmp_path: Path) -> None:
    """S4-39, S4-72: the file of a revoked fact is gone, that of a newly mandated one is there."""
    memory.pull(tmp_path)
    (lag,), (event_time,) = memory.bundle().mandatory, memory.bundle().approved
    memory.review.revoke(lag.id, reason="Settlement is immediate since May.")
    memory.review.mandate(event_time.id, reason="Two decks went out wrong.")
    pulled = memory.pull(tmp_path)
    assert pulled.removed == (f".claude/rules/{lag.id}.md",)
    assert set(os.listdir(rules(tmp_path))) == {f"{event_time.id}.md", APPROVED_FILE}
    assert EVENT_TIME["title"] not in (rules(tmp_path) / APPROVED_FILE).read_text()
    memory.review.revoke(event_time.id, reason="Loaded at once now.")
    memory.pull(tmp_path)
    assert os.listdir(rules(tmp_path)) == []


def test_a_newcomer_pulls_what_the_veteran_has(alone: Stage, tmp_path: Path) -> None:
    """S4-71: on the first day the files are the same; another group's are not among them."""
    memory = alone.open("corporate")
    mandated(memory, **LAG, audience="group:finance")
    approved(memory, **EVENT_TIME)
    pulled = {}
    for who in (ANNA, Principal("new@northgate.example", groups=["finance"]), BERT):
        (tmp_path / who.name).mkdir()
        memory.acting_as(who).pull(tmp_path / who.name)
        pulled[who.name] = tree(tmp_path / who.name)
    assert pulled["new@northgate.example"] == pulled[ANNA.name]
    assert set(pulled[BERT.name]) == {f".claude/rules/{APPROVED_FILE}"}


def test_nothing_that_nobody_accepted_is_pulled(alone: Stage, tmp_path: Path) -> None:
    """Pending and personal items make no file; without any accepted fact there is no folder."""
    memory = alone.open("corporate")
    memory.add(content="pending")
    memory.add(content="private", is_personal=True)
    assert not memory.pull(tmp_path).is_changed
    assert list(tmp_path.iterdir()) == []


def test_foreign_files_stay(memory: Memory, tmp_path: Path) -> None:
    """S4-39: files of other names, and files of our names that a pull did not write, are never
    removed."""
    rules(tmp_path).mkdir(parents=True)
    foreign = {
        "style.md": "Be kind.\n",
        "km_notes.md": f"{MARK}\nA name that is none of ours.\n",
        "km_0123456789ab.md": "Written by hand.\n",
        "km_0123456789AB.md": f"{MARK}\nNot how we write ids.\n",
    }
    for name, text in foreign.items():
        (rules(tmp_path) / name).write_text(text)
    (rules(tmp_path) / "km_ba9876543210.md").write_text(f"{MARK}\nOurs, and stale.\n")
    pulled = memory.pull(tmp_path)
    assert pulled.removed == (".claude/rules/km_ba9876543210.md",)
    after = tree(rules(tmp_path))
    assert {name: after[name].decode() for name in foreign} == foreign


def test_a_foreign_file_of_our_name_is_not_replaced(memory: Memory, tmp_path: Path) -> None:
    """Where a file stands that a pull did not write, the pull is refused and writes nothing."""
    rules(tmp_path).mkdir(parents=True)
    (rules(tmp_path) / APPROVED_FILE).write_text("My own list.\n")
    before = tree(tmp_path)
    with pytest.raises(Conflict, match=r"km_approved\.md was not written by a pull"):
        memory.pull(tmp_path)
    assert tree(tmp_path) == before


def test_a_section_of_agents_md_leaves_the_rest_alone(memory: Memory, tmp_path: Path) -> None:
    """The section stands between its two lines; the text around it, its line ends included, is
    the same before and after, and the section is kept up to date without being asked for."""
    path = tmp_path / "AGENTS.md"
    path.write_bytes(NOTES.encode())
    memory.pull(tmp_path, agents_md=True)
    with path.open("ab") as file:
        file.write(b"\r\nMore of ours.")
    first = path.read_bytes()
    assert first.startswith(NOTES.encode() + b"\r\n" + BEGIN.encode() + b"\r\n")
    assert b"\n" not in first.replace(b"\r\n", b"")
    assert LAG["title"].encode() in first
    memory.review.revoke(memory.bundle().mandatory[0].id, reason="It is over.")
    assert memory.pull(tmp_path).written == ("AGENTS.md",)
    after = path.read_bytes()
    assert LAG["title"].encode() not in after
    assert after.partition(BEGIN.encode())[0] == first.partition(BEGIN.encode())[0]
    assert after.partition(END.encode())[2] == b"\r\n\r\nMore of ours."


@pytest.mark.parametrize("text", [f"{BEGIN}\n", f"{END}\n{BEGIN}\n", f"{BEGIN}\n{END}\n" * 2])
def test_a_section_that_is_no_longer_whole_is_not_touched(
    memory: Memory, tmp_path: Path, text: str
) -> None:
    """Without exactly one pair of lines it is not clear what is ours: the pull is refused."""
    (tmp_path / "AGENTS.md").write_text(text)
    with pytest.raises(Conflict, match="one pair of the lines"):
        memory.pull(tmp_path)
    assert tree(tmp_path) == {"AGENTS.md": text.encode()}


def test_the_longest_mandatory_fact_is_pulled_whole(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of what is binding is left out or cut, and its file is kept up to date, whatever
    limit there is for the files of others."""
    monkeypatch.setattr("remembrancer.delivery.bundle.rules_folder.RULES_FILE_BYTES_MAX", 2_000)
    text = "\N{SNOWMAN}" * CONTENT_CHARACTERS_MAX
    item = mandated(memory, content=text)
    memory.pull(tmp_path)
    path = rules(tmp_path) / f"{item.id}.md"
    assert text in path.read_text(encoding="utf-8")
    assert not memory.pull(tmp_path).is_changed
    path.write_text(f"{MARK}\n\nShort.\n")
    assert memory.pull(tmp_path).written == (f".claude/rules/{item.id}.md",)
    memory.review.revoke(item.id, reason="Too long.")
    assert memory.pull(tmp_path).removed == (f".claude/rules/{item.id}.md",)


@pytest.mark.parametrize("notes", [None, "# Ours\n"])
def test_a_section_that_could_not_be_kept_up_to_date_is_not_written(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, notes: str | None
) -> None:
    """An AGENTS.md that the next pull would not read is refused now, before anything is touched."""
    monkeypatch.setattr("remembrancer.delivery.bundle.rules_folder.RULES_FILE_BYTES_MAX", 3_000)
    mandated(memory, content="Long. " * 1_000)
    path = tmp_path / "AGENTS.md"
    if notes is not None:
        path.write_text(notes)
    before = tree(tmp_path)
    with pytest.raises(Conflict, match=r"AGENTS\.md would have") as refusal:
        memory.pull(tmp_path, agents_md=True)
    assert "without agents_md" in str(refusal.value)
    assert tree(tmp_path) == before
    assert memory.pull(tmp_path).is_changed  # the files alone


def test_a_fact_cannot_end_the_section(memory: Memory, tmp_path: Path) -> None:
    """A fact that holds the lines of a section is quoted, and the next pull finds its own."""
    approved(memory, f"A fact.\n{END}\n{BEGIN}\r{END}")
    memory.pull(tmp_path, agents_md=True)
    assert not memory.pull(tmp_path, agents_md=True).is_changed


def test_check_touches_nothing(memory: Memory, tmp_path: Path) -> None:
    """With check it says what would change, and neither a file nor a receipt is made."""
    (lag,) = memory.bundle().mandatory
    told = len(memory.told(lag.id))
    pulled = memory.pull(tmp_path, check=True, agents_md=True)
    assert (pulled.is_changed, pulled.is_check, pulled.receipt) == (True, True, None)
    assert len(pulled.written) == 3
    assert list(tmp_path.iterdir()) == []
    assert len(memory.told(lag.id)) == told


def test_a_pull_has_a_receipt(memory: Memory, tmp_path: Path) -> None:
    """What was written is kept as a delivery, whose text holds every file as it was."""
    pulled = memory.pull(tmp_path, agents_md=True)
    assert pulled.receipt is not None
    receipt = memory.receipt(pulled.receipt)
    assert (receipt.kind, receipt.is_intact) == ("pull", True)
    for content in tree(tmp_path).values():
        assert content.decode() in (receipt.text or "")


@pytest.mark.parametrize("place", [".claude", ".claude/rules", "AGENTS.md"])
def test_no_link_leads_out_of_the_folder(memory: Memory, tmp_path: Path, place: str) -> None:
    """A link to a place outside is refused, and nothing is written here or there."""
    project, outside = tmp_path / "project", tmp_path / "outside"
    (project / place).parent.mkdir(parents=True)
    outside.mkdir()
    target = outside
    if place.endswith(".md"):
        target = outside / "other.md"
        target.write_text(NOTES)
    before = tree(outside)
    (project / place).symlink_to(target)
    with pytest.raises(Conflict, match="is a link that leads out of"):
        memory.pull(project, agents_md=True)
    assert tree(outside) == before


def test_a_link_of_our_name_is_foreign(memory: Memory, tmp_path: Path) -> None:
    """A link under the name of a rules file is neither followed nor replaced."""
    rules(tmp_path).mkdir(parents=True)
    secret = tmp_path / "secret.md"
    secret.write_text(f"{MARK}\nkeep\n")
    (rules(tmp_path) / APPROVED_FILE).symlink_to(secret)
    with pytest.raises(Conflict, match="was not written by a pull"):
        memory.pull(tmp_path)
    assert secret.read_text() == f"{MARK}\nkeep\n"


def test_a_link_inside_the_folder_is_followed(memory: Memory, tmp_path: Path) -> None:
    """AGENTS.md may be another name of a file of the same project; it stays a link."""
    (tmp_path / "CLAUDE.md").write_text("Notes.\n")
    (tmp_path / "AGENTS.md").symlink_to("CLAUDE.md")
    memory.pull(tmp_path, agents_md=True)
    assert (tmp_path / "AGENTS.md").is_symlink()
    assert BEGIN in (tmp_path / "CLAUDE.md").read_text()


def test_a_folder_has_to_be_one(memory: Memory, tmp_path: Path) -> None:
    """A path that is a file, is missing, or is none at all is refused by name."""
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "missing"):
        with pytest.raises(InvalidInput, match=f"{folder} is no folder"):
            memory.pull(folder)
    with pytest.raises(InvalidInput, match="A folder is a path"):
        memory.pull(None)  # type: ignore[arg-type]
    for empty in ("", "  "):
        with pytest.raises(InvalidInput, match="is empty"):
            memory.pull(empty)
    (tmp_path / ".claude").write_text("")
    with pytest.raises(Conflict, match=r"\.claude is no folder"):
        memory.pull(tmp_path)


def test_a_folder_without_permission_is_told(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the caller may not write, nothing is written, and nothing counts as handed over."""
    (lag,) = memory.bundle().mandatory
    told = len(memory.told(lag.id))
    # Whoever runs the tests may be allowed to write everywhere.
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(StoreUnreachable, match=f"{tmp_path} cannot be written to"):
        memory.pull(tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert len(memory.told(lag.id)) == told


def test_a_full_disk_leaves_the_old_file(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file appears whole or not at all, and nothing half-written is left behind."""
    memory.pull(tmp_path)
    before = tree(tmp_path)
    approved(memory, "One more.")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreUnreachable, match="No space left on device"):
        memory.pull(tmp_path)
    assert tree(tmp_path) == before
