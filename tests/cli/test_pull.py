"""What agents are to know, printed and pulled."""

from __future__ import annotations

import pytest

from remembrancer.memory import Memory
from tests.cli.program import Program


@pytest.fixture
def team(rmb: Program) -> Program:
    """A space with one mandatory and one approved fact."""
    rmb.done("init", "--preset", "corporate")
    with Memory.open(rmb.folder / "remembrancer.db") as memory:
        memory.add(content="Orders settle after 3 days.", source_type="admin_mandate")
        memory.review.approve(memory.add(content="Use event_time.").id)
    return rmb


def test_the_bundle_is_printed_for_a_prompt(team: Program) -> None:
    """The text alone is on stdout; how much it is, and its receipt, are told beside it."""
    said = team.done("bundle")
    assert said.out.startswith("# Team Knowledge\n")
    assert "\n> Orders settle after 3 days.\n" in said.out
    assert "1 mandatory, 1 approved" in said.err
    assert "receipt rcp_" in said.err
    told = team.done("bundle", "--json", "--budget", "3").json
    assert (len(told["mandatory"]), told["approved"], told["left_out"]) == (1, [], 1)
    assert "no room" in team.done("bundle", "--budget", "3").err


def test_bad_bundles_are_refused(team: Program) -> None:
    """A budget of nothing and an unknown domain are one message each, with what to do."""
    for command in ("bundle", "pull"):
        wrong = team(command, "--budget", "0")
        assert (wrong.code, "--budget" in wrong.err) == (2, True)
    assert "Did you mean 'finance'?" in team.failed("bundle", "--domain", "financ")


def test_a_check_fails_until_it_was_pulled(team: Program) -> None:
    """`--check` exits with 1 and writes nothing while the files differ, and with 0 after a pull."""
    checked = team("pull", "--check")
    assert (checked.code, checked.err) == (1, "")
    assert "to write  .claude/rules/km_approved.md" in checked.out
    assert not (team.folder / ".claude").exists()
    said = team.done("pull", "--agents-md").out
    assert "written  AGENTS.md" in said
    assert "Receipt rcp_" in said
    assert team.done("pull", "--check").out == f"Nothing changed in {team.folder.resolve()}.\n"
    assert team.done("pull", "--json").json["written"] == []


def test_a_foreign_file_stops_it(team: Program) -> None:
    """A file that a pull did not write is named, and stays."""
    rules = team.folder / ".claude" / "rules"
    rules.mkdir(parents=True)
    (rules / "km_approved.md").write_text("Mine.\n")
    assert "km_approved.md was not written by a pull" in team.failed("pull")
    assert (rules / "km_approved.md").read_text() == "Mine.\n"
    assert "is no folder" in team.failed("pull", "nowhere")


def test_the_template_is_printed(rmb: Program) -> None:
    """`--template` needs no store, and prints what a CLAUDE.md should say of the files."""
    assert "km_approved.md" in rmb.done("pull", "--template").out


def test_nothing_accepted_is_told(rmb: Program) -> None:
    """Where there is nothing to write because nothing is accepted, a pull says so."""
    rmb.done("init", "--preset", "corporate")
    assert "Nothing is accepted yet" in rmb.done("pull").out


def test_nothing_new_is_not_nothing_accepted(team: Program) -> None:
    """Files that are up to date are no reason to send anybody to review."""
    team.done("pull")
    assert "Nothing is accepted yet" not in team.done("pull").out
