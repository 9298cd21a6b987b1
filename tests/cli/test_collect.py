"""Collecting notes files."""

from __future__ import annotations

import os

import pytest

from remembrancer.memory import Memory
from tests.cli.program import Program

NOTES = "# Rules\n- Deploy on Mondays.\n- Times are in UTC.\n"


@pytest.fixture
def team(rmb: Program) -> Program:
    """Two people with notes, and one without."""
    rmb.done("init", "--preset", "corporate")
    for name, notes in (("ada", NOTES), ("ben", "- Margins are net of fees.\n")):
        (rmb.folder / f"{name}.md").write_text(notes)
        rmb.done("people", "add", name, "--notes", f"{name}.md")
    rmb.done("people", "add", "eva")
    return rmb


def _items(rmb: Program) -> dict[str, tuple[str, str]]:
    """By text: the id and whose it is."""
    with Memory.open(rmb.folder / "remembrancer.db") as memory:
        return {one.content: (one.id, one.source_user) for one in memory.items(limit=100)}


def test_everybody_s_notes_become_items(team: Program) -> None:
    """Each line is an item in its writer's name, and the sum tells how many files were new."""
    said = team.done("collect").out
    assert f"new      {team.folder / 'ada.md'} · ada · 2 items new" in said
    assert "2 new, 0 known, 0 skipped, 0 failed. Kept 3 items." in said
    assert {text: user for text, (_, user) in _items(team).items()} == {
        "Deploy on Mondays.": "ada",
        "Times are in UTC.": "ada",
        "Margins are net of fees.": "ben",
    }


def test_a_dry_run_writes_nothing(team: Program) -> None:
    """It lists what would be kept, person by person, and not a byte of the store changes."""
    before = team.stored()
    said = team.done("collect", "--dry-run").out
    assert "· ada · 2 items new\n         - Deploy on Mondays.\n" in said
    assert "         - Margins are net of fees.\n" in said
    assert "It would keep 3 items; this was a dry run, and nothing was written." in said
    assert team.done("collect", "--dry-run", "--json").json["dry_run"] is True
    assert team.done("collect", "--dry-run", "--reset").code == 0
    assert team.stored() == before


def test_what_has_not_changed_is_passed_over(team: Program) -> None:
    """A second run reads nothing anew; after one edit it takes that file alone."""
    team.done("collect")
    said = team.done("collect").out
    assert said.count("It has not changed since it was collected.") == 2
    assert "0 new, 2 known, 0 skipped, 0 failed. Kept nothing new." in said
    (team.folder / "ben.md").write_text("- Margins are net of fees.\n- Fees are yearly.\n")
    report = team.done("collect", "--json").json
    assert [(one["owner"], one["outcome"]) for one in report["files"]] == [
        ("ada", "known"),
        ("ben", "new"),
    ]
    assert report["items_new"] == 1


def test_a_reset_keeps_ids_and_votes(team: Program) -> None:
    """What is still in the notes keeps its id and its votes; what is gone is archived."""
    team.done("collect")
    before = _items(team)
    kept, gone = before["Deploy on Mondays."][0], before["Times are in UTC."][0]
    with Memory.open(team.folder / "remembrancer.db") as memory:
        memory.vote(kept, 1)
    (team.folder / "ada.md").write_text("- Deploy on Mondays.\n")
    team.done("collect", "--reset")
    assert _items(team)["Deploy on Mondays."][0] == kept
    with Memory.open(team.folder / "remembrancer.db") as memory:
        eva = memory.admin.person("eva").as_principal()
        assert memory.acting_as(eva).vote(kept, 1).up == 2
        assert memory.get(kept).lifecycle == "active"
        assert memory.get(gone).lifecycle == "historical"


def test_one_person_alone(team: Program) -> None:
    """`--person` may be repeated; somebody without notes is named as the mistake."""
    report = team.done("collect", "--person", "ben", "--json").json
    assert [one["owner"] for one in report["files"]] == ["ben"]
    both = team.done("collect", "--person", "ben", "--person", "ada", "--json").json
    assert [one["owner"] for one in both["files"]] == ["ben", "ada"]
    assert "'eva'" in team.failed("collect", "--person", "eva")


def test_a_broken_file_does_not_keep_the_others(team: Program) -> None:
    """It is named with the reason, the rest is stored, and the exit code is 1."""
    (team.folder / "ada.md").write_bytes(b"\x00\x01\x02")
    outcome = team("collect")
    assert outcome.code == 1
    assert f"failed   {team.folder / 'ada.md'} · ada" in outcome.out
    assert "It is a binary file, not a text." in outcome.out
    assert outcome.err.startswith("Error: 1 of 2 could not be taken in")
    assert "Everything else is stored." in outcome.err
    assert list(_items(team)) == ["Margins are net of fees."]
    assert team("collect", "--json").json["ok"] is False


def test_the_shape_for_machines(team: Program) -> None:
    """`--json` holds the counts and every file with what came of it."""
    report = team.done("collect", "--json").json
    counts = {name: value for name, value in report.items() if name != "files"}
    assert counts == {
        "ok": True, "dry_run": False, "new": 2, "known": 0, "skipped": 0, "failed": 0,
        "items_new": 3, "messages_new": 0, "unclaimed": [],
    }  # fmt: skip
    assert report["files"][0]["place"] == str(team.folder / "ada.md")
    assert report["files"][0]["items"] == ["Deploy on Mondays.", "Times are in UTC."]


def test_nobody_has_notes(rmb: Program) -> None:
    """An empty store says how to name a notes file."""
    rmb.done("init")
    assert "rmb people add NAME --notes PATH" in rmb.done("collect").out
    assert rmb.done("collect", "--json").json["files"] == []


def test_only_admins_collect(team: Program) -> None:
    """Reading other people's notes takes an ADMIN."""
    assert "ADMIN" in team.failed("collect", "--as", "ada")


def test_a_notes_path_is_kept_whole(rmb: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path given from one folder is read from any other; what is not there yet is a note."""
    rmb.done("init")
    outcome = rmb.done("people", "add", "ada", "--notes", "notes/ada.md", "--json")
    path = str(rmb.folder / "notes" / "ada.md")
    assert outcome.json["notes_path"] == path
    assert (
        outcome.err == f"There is no {path} yet. `rmb collect` reads it as soon as it is there.\n"
    )
    assert f"{path} (not there)" in rmb.done("people", "show", "ada").out
    assert "There is no such file." in rmb("collect").out
    os.makedirs("notes")
    (rmb.folder / "notes" / "ada.md").write_text(NOTES)
    assert "(not there)" not in rmb.done("people", "show", "ada").out
    monkeypatch.chdir(rmb.folder / "notes")
    assert "Kept 2 items." in rmb.done("collect", "--url", "../remembrancer.db").out


def test_a_home_is_found(rmb: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """`~` in a notes path is the home of who registers it."""
    monkeypatch.setenv("HOME", str(rmb.folder))
    rmb.done("init")
    added = rmb.done("people", "add", "ada", "--notes", "~/ada.md", "--json").json
    assert added["notes_path"] == str(rmb.folder / "ada.md")
