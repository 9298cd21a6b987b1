"""Out and in again: export and import, backup and restore."""

from __future__ import annotations

from pathlib import Path

import pytest

from remembrancer.memory import Memory
from tests.cli.program import Program


@pytest.fixture
def full(rmb: Program) -> Program:
    """A store with two spaces."""
    rmb.done("init", "--preset", "adviser")
    rmb.remember("Ellen keeps bees.", "--subject", "ellen")
    rmb.remember("Halden's margin falls.", "--space", "desk", "--preset", "desk")
    return rmb


def _texts(rmb: Program, *place: str) -> list[str]:
    hits = rmb.done("recall", "bees margin", "--json", *place).json["hits"]
    return [hit["text"] for hit in hits]


def test_a_space_comes_back_from_an_export(full: Program) -> None:
    """What was exported is found again after an import into another store, with its ledger."""
    assert "rows to out.jsonl" in full.done("export", "out.jsonl").out
    place = ("--url", "other.db", "--space", "copy")
    assert "The ledger is whole." in full.done("import", "out.jsonl", *place).out
    assert _texts(full, *place) == ["Ellen keeps bees."]
    full.done("audit", "verify", *place)
    first = full.done("audit", "verify", "--json").json["head"]
    assert full.done("audit", "verify", "--json", *place).json["head"] == first


def test_export_and_import_count_the_same(full: Program) -> None:
    """Both say how many rows there were."""
    out = full.done("export", "out.jsonl", "--json").json
    came = full.done("import", "out.jsonl", "--space", "copy", "--json").json
    assert out["rows"] == came["rows"] > 3


def test_an_import_needs_a_new_space(full: Program) -> None:
    """An import does not mix with what a space already holds."""
    full.done("export", "out.jsonl")
    assert "new space" in full.failed("import", "out.jsonl", "--space", "desk")


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace("Ellen keeps bees", "Ellen keeps bats"),
        lambda text: text[: len(text) // 2],
        lambda text: "these are notes\n",
    ],
    ids=["changed", "cut", "something else"],
)
def test_a_damaged_export_leaves_nothing_behind(full: Program, damage: object) -> None:
    """A file that was changed, cut or is none is refused, and no half-made store is left."""
    assert callable(damage)
    full.done("export", "out.jsonl")
    file = full.folder / "out.jsonl"
    file.write_text(damage(file.read_text(encoding="utf-8")), encoding="utf-8")
    full.failed("import", "out.jsonl", "--url", "other.db")
    assert not list(full.folder.glob("other.db*"))


def test_a_missing_export_is_told(rmb: Program) -> None:
    """An import from nowhere names the file and makes no store."""
    assert "nowhere.jsonl" in rmb.failed("import", "nowhere.jsonl")
    assert list(rmb.folder.iterdir()) == []


@pytest.mark.parametrize("command", ["export", "backup"])
def test_no_file_is_overwritten_unasked(full: Program, command: str) -> None:
    """A file that is there is kept unless forced; the store itself is never written over."""
    (full.folder / "kept").write_text("mine")
    assert "--force" in full.failed(command, "kept")
    assert (full.folder / "kept").read_text() == "mine"
    full.done(command, "kept", "--force")
    assert "the store itself" in full.failed(command, "remembrancer.db", "--force")
    assert "folder" in full.failed(command, str(full.folder), "--force")
    assert _texts(full) == ["Ellen keeps bees."]


@pytest.mark.parametrize("command", ["export", "backup"])
def test_a_place_that_cannot_be_written_is_told(full: Program, command: str) -> None:
    """A folder that does not exist is named, with what to do."""
    assert "cannot be written" in full.failed(command, "nowhere/out")


@pytest.mark.parametrize("command", [("export", "x"), ("import", "x"), ("backup", "x")])
def test_moving_data_needs_an_admin(full: Program, command: tuple[str, str]) -> None:
    """Who is no ADMIN can neither take a space out nor bring one in."""
    full.done("people", "add", "ada")
    (full.folder / "x").write_text('{"format": "as ours"}')
    options = ("--force",) if command[0] != "import" else ()
    assert "needs the role ADMIN" in full.failed(*command, *options, "--as", "ada")


def test_a_backup_is_restored(full: Program) -> None:
    """A backup brings back every space as it was, and says that each ledger is whole."""
    assert full.done("backup", "safe.db", "--json").json["bytes"] > 0
    full.remember("Omar keeps bees.")
    assert "--force" in full.failed("restore", "safe.db")
    restored = full.done("restore", "safe.db", "--force").out
    assert "default" in restored
    assert "desk" in restored
    assert _texts(full) == ["Ellen keeps bees."]
    assert _texts(full, "--space", "desk") == ["Halden's margin falls."]
    full.done("doctor")


def test_one_space_is_restored(full: Program) -> None:
    """One space comes back from a copy of it alone, without what was erased since; the other one
    keeps what was added since, and nothing is replaced unless told so."""
    full.remember("Ada keeps bees.", "--subject", "ada")
    assert "the space to one.db" in full.done("backup", "one.db", "--only-space").out
    full.remember("Omar keeps bees.")
    full.remember("The margin rises.", "--space", "desk")
    full.done("erase", "--subject", "ada", "--reason", "asked to", "--yes")
    command = ("restore", "one.db", "--space", "default")
    assert "--force" in full.failed(*command)
    assert "There is no space 'desk' in one.db" in full.failed(
        "restore", "one.db", "--space", "desk"
    )
    assert "--space has to say which" in full.failed("restore", "one.db", "--into", "then")
    told = full.done(*command, "--force", "--json").json
    assert (told["space"], told["erased"] > 0) == ("default", True)
    assert _texts(full) == ["Ellen keeps bees."]
    assert len(_texts(full, "--space", "desk")) == 2
    assert "space then" in full.done(*command, "--into", "then").out
    assert _texts(full, "--space", "then") == ["Ellen keeps bees."]
    full.done("doctor")
    names = {path.name for path in full.folder.iterdir()}
    assert names == {"remembrancer.db", "one.db"}


def test_a_backup_is_restored_elsewhere(full: Program) -> None:
    """A backup becomes a store in a new place; nothing else is left in the folder."""
    full.done("backup", "safe.db")
    before = (full.folder / "safe.db").read_bytes()
    rows = full.done("restore", "safe.db", "--url", "new.db", "--json").json["spaces"]
    assert rows == {"default": 3, "desk": 3}
    assert _texts(full, "--url", "new.db") == ["Ellen keeps bees."]
    assert (full.folder / "safe.db").read_bytes() == before
    names = {path.name for path in full.folder.iterdir()}
    assert names == {"remembrancer.db", "safe.db", "new.db"}


@pytest.mark.parametrize("content", [b"", b"these are notes\n" * 500], ids=["empty", "notes"])
def test_what_is_no_store_is_not_restored(full: Program, content: bytes) -> None:
    """A file that is no store is refused by its own name, and the present store stays."""
    (full.folder / "notes").write_bytes(content)
    assert "notes" in full.failed("restore", "notes", "--force")
    assert _texts(full) == ["Ellen keeps bees."]
    assert not list(full.folder.glob(".*"))


def test_a_changed_backup_is_not_restored(full: Program) -> None:
    """A backup whose text was changed is refused, and the present store stays."""
    full.done("backup", "safe.db")
    file = full.folder / "safe.db"
    file.write_bytes(file.read_bytes().replace(b"keeps bees", b"keeps bats"))
    assert "Nothing was restored" in full.failed("restore", "safe.db", "--force")
    assert _texts(full) == ["Ellen keeps bees."]


def test_a_missing_backup_is_told(full: Program) -> None:
    """A backup that is not there, and one that is the store itself, are told."""
    assert "There is no backup" in full.failed("restore", "nowhere.db", "--force")
    assert "the store itself" in full.failed("restore", "remembrancer.db", "--force")


def test_a_store_in_use_is_not_replaced(full: Program) -> None:
    """While another program has the store open, a restore is refused."""
    full.done("backup", "safe.db")
    with Memory.open(full.folder / "remembrancer.db") as memory:
        memory.add(content="Omar keeps bees.")
        assert "in use" in full.failed("restore", "safe.db", "--force")
        memory.add(content="Eva keeps bees.")
    assert len(_texts(full)) == 3
    full.done("restore", "safe.db", "--force")


def test_a_damaged_store_is_replaced_with_its_log(full: Program) -> None:
    """A broken store and the log beside it make room for the backup."""
    full.done("backup", "safe.db")
    store = full.folder / "remembrancer.db"
    store.write_bytes(b"gone" * 1000)
    log = Path(f"{store}-wal")
    log.write_bytes(b"old log")
    full.done("restore", "safe.db", "--force")
    assert not log.exists()
    assert _texts(full) == ["Ellen keeps bees."]
