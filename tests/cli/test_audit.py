"""The ledger on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.program import Program


def _tamper(store: Path, old: bytes, new: bytes) -> None:
    """Changes a text behind the back of the store."""
    assert len(old) == len(new)
    held = store.read_bytes()
    assert old in held
    store.write_bytes(held.replace(old, new))


def test_a_whole_ledger_verifies(rmb: Program) -> None:
    """`audit verify` counts the rows of a whole ledger and ends with 0."""
    rmb.remember("Ellen keeps bees.")
    assert "Whole. 3 ledger rows hold" in rmb.done("audit", "verify").out
    verified = rmb.done("audit", "verify", "--json").json
    assert (verified["ok"], verified["rows"], verified["broken_at"]) == (True, 3, None)


def test_a_changed_text_is_found(rmb: Program) -> None:
    """A text changed in the file breaks the chain, and the program ends with 1."""
    rmb.remember("Ellen retires at 58.")
    _tamper(rmb.folder / "remembrancer.db", b"retires at 58", b"retires at 85")
    assert "broken at position" in rmb.failed("audit", "verify")
    outcome = rmb("audit", "verify", "--json")
    assert outcome.code == 1
    assert outcome.json["ok"] is False


def test_an_exported_head_finds_a_cut_tail(rmb: Program) -> None:
    """A head kept elsewhere verifies later, and shows when newer rows are missing."""
    store = rmb.folder / "remembrancer.db"
    rmb.remember("Ellen keeps bees.")
    rmb.done("backup", "old.db")
    rmb.remember("Omar keeps none.")
    rmb.done("audit", "verify", "--export-head", "head.json")
    assert json.loads((rmb.folder / "head.json").read_text())["seq"] == 5
    rmb.remember("Eva keeps three.")
    rmb.done("audit", "verify", "--head", "head.json")
    store.unlink()
    rmb.done("restore", "old.db")
    rmb.done("audit", "verify")
    rmb.failed("audit", "verify", "--head", "head.json")


def test_a_head_that_is_none_is_told(rmb: Program) -> None:
    """A missing or wrong head file is named, and so is a place that cannot be written."""
    rmb.done("init")
    assert "nowhere.json" in rmb.failed("audit", "verify", "--head", "nowhere.json")
    (rmb.folder / "wrong.json").write_text("{}")
    assert "no exported head" in rmb.failed("audit", "verify", "--head", "wrong.json")
    place = str(rmb.folder / "nowhere" / "head.json")
    assert "cannot be written" in rmb.failed("audit", "verify", "--export-head", place)


def test_the_log_is_newest_first(rmb: Program) -> None:
    """`audit log` lists acts newest first; item, limit and position narrow it."""
    first = rmb.remember("Ellen keeps bees.")
    rmb.remember("Omar keeps none.")
    positions = [entry["seq"] for entry in rmb.done("audit", "log", "--json").json]
    assert positions == [5, 4, 3, 2, 1]
    of_item = rmb.done("audit", "log", "--item", first, "--json").json
    assert [entry["action"] for entry in of_item] == ["item.add"]
    page = rmb.done("audit", "log", "--before", "4", "--limit", "2", "--json").json
    assert [entry["seq"] for entry in page] == [3, 2]
    assert "space.create" in rmb.done("audit", "log").out
    assert "Nothing happened there." in rmb.done("audit", "log", "--before", "1").out


def test_verifying_needs_an_admin(rmb: Program) -> None:
    """Who is no ADMIN may not verify."""
    rmb.done("init")
    rmb.done("people", "add", "ada")
    assert "needs the role ADMIN" in rmb.failed("audit", "verify", "--as", "ada")


def test_an_admins_look_is_on_record(rmb: Program) -> None:
    """The owner's look at somebody's private note stands in the log."""
    rmb.done("init")
    rmb.done("people", "add", "ada")
    id = rmb.remember("Ada's own bees.", "--personal", "--as", "ada")
    rmb.done("show", id)
    actions = [entry["action"] for entry in rmb.done("audit", "log", "--item", id, "--json").json]
    assert "item.look" in actions


def test_the_log_says_how_to_go_on(rmb: Program) -> None:
    """Below a page of acts stands the command for the next, as long as there is one."""
    id = rmb.remember("Ellen keeps bees.")
    first = rmb.done("audit", "log", "--limit", "2").out
    assert first.endswith("Go on with: rmb audit log --before 2\n")
    assert "Go on with" not in rmb.done("audit", "log", "--before", "2", "--limit", "1").out
    assert "Go on with" not in rmb.done("audit", "log", "--item", id, "--limit", "1").out
    rmb.done("review", "edit", id, "--content", "Ellen keeps goats.")
    of_item = rmb.done("audit", "log", "--item", id, "--limit", "1").out
    assert of_item.endswith(f" --item {id}\n")


def test_an_item_without_acts_may_be_misspelt(rmb: Program) -> None:
    """Nothing on record of an item is told with its id, and what to check."""
    rmb.done("init")
    said = rmb.done("audit", "log", "--item", "km_1").out
    assert said == "Nothing is on record of 'km_1'. Check the id and the space.\n"


def test_times_say_their_zone(rmb: Program) -> None:
    """The acts of the log are in UTC, and its heading says so."""
    rmb.done("init")
    assert "when (UTC)" in rmb.done("audit", "log").out


def test_an_exported_head_is_told(rmb: Program) -> None:
    """Where the head was put is told beside the answer."""
    rmb.done("init")
    assert (
        "The head is in head.json." in rmb.done("audit", "verify", "--export-head", "head.json").err
    )
