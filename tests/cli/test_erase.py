"""Erasing from a shell, and restoring without undoing it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from remembrancer import Certificate
from tests.cli.program import Program

WHY = ("--reason", "asked to")


@pytest.fixture
def full(rmb: Program) -> Program:
    """A store with something about two people."""
    rmb.done("init", "--preset", "adviser")
    rmb.remember("Ellen keeps bees.", "--subject", "ellen")
    rmb.remember("Omar keeps bees.", "--subject", "omar")
    return rmb


def _texts(rmb: Program, *place: str) -> list[str]:
    hits = rmb.done("recall", "bees", "--json", *place).json["hits"]
    return sorted(hit["text"] for hit in hits)


def test_a_subject_is_erased(full: Program) -> None:
    """What went, what stays and what is not reached is printed as a certificate."""
    told = full.done("erase", "--subject", "ellen", *WHY, "--yes").out
    for part in ("Certificate of erasure cert_", "1 version", "Still in the store", "Backups"):
        assert part in told
    assert _texts(full) == ["Omar keeps bees."]
    full.done("doctor")
    assert not [file for file in full.folder.iterdir() if b"Ellen keeps" in file.read_bytes()]


def test_an_item_and_a_source_are_erased(full: Program) -> None:
    """By id, and by the id that a source came under; as JSON, the certificate itself."""
    id = full.remember("Eva keeps bees.")
    certificate = Certificate.model_validate(
        full.done("erase", "--id", id, *WHY, "--yes", "--json").json
    )
    assert certificate.items == (id,)
    full.remember("Ida keeps bees.", "--source", "page-1")
    full.done("erase", "--source", "page-1", *WHY, "--yes")
    assert _texts(full) == ["Ellen keeps bees.", "Omar keeps bees."]
    assert len(full.done("audit", "erasures", "--json").json) == 2
    assert certificate.id in full.done("audit", "erasures").out


def test_it_is_asked_whether_this_is_meant(full: Program) -> None:
    """Without --yes the answer comes from the terminal; anything but yes erases nothing."""
    for answer in ("", "n\n", "\n"):
        assert "Nothing was erased" in full("erase", "--subject", "ellen", *WHY, stdin=answer).err
    assert len(_texts(full)) == 2
    full.done("erase", "--subject", "ellen", *WHY, stdin="y\n")
    assert _texts(full) == ["Omar keeps bees."]


def test_wrong_usage_is_told(full: Program) -> None:
    """One thing is named, and a reason."""
    assert full("erase", *WHY, "--yes").code == 2
    assert full("erase", "--subject", "ellen", "--id", "km_1", *WHY, "--yes").code == 2
    assert full("erase", "--subject", "ellen", "--yes").code == 2
    assert "No subject 'eva'" in full.failed("erase", "--subject", "eva", *WHY, "--yes")
    assert full.done("audit", "erasures").out == "Nothing was erased there.\n"


def test_a_restore_does_not_bring_it_back(full: Program) -> None:
    """What was erased since the backup is erased again, before the backup takes its place."""
    full.done("backup", "safe.db")
    full.done("erase", "--subject", "ellen", *WHY, "--yes")
    full.remember("Eva keeps bees.")
    told = full.done("restore", "safe.db", "--force").out
    assert "Erased again in default: 3 texts" in told
    assert _texts(full) == ["Omar keeps bees."]
    full.done("doctor")
    held = [file.name for file in full.folder.iterdir() if b"Ellen keeps" in file.read_bytes()]
    assert held == ["safe.db"]
    again = full.done("restore", "safe.db", "--force", "--json").json
    assert again["erased"] == {"default": 3}


def test_kept_certificates_are_applied(full: Program) -> None:
    """Where the old store is gone, saved certificates do the same."""
    full.done("backup", "safe.db")
    saved = full.done("erase", "--subject", "ellen", *WHY, "--yes", "--json").out
    (full.folder / "one.json").write_text(saved)
    (full.folder / "all.json").write_text(full.done("audit", "erasures", "--json").out)
    for number, files in enumerate((("one.json",), ("all.json",), ("one.json", "all.json"))):
        place = ("--url", f"new{number}.db")
        options = [part for file in files for part in ("--erasures", file)]
        full.done("restore", "safe.db", *place, *options)
        assert _texts(full, *place) == ["Omar keeps bees."]
    full.done("restore", "safe.db", "--url", "plain.db")
    assert len(_texts(full, "--url", "plain.db")) == 2


def test_a_certificate_of_another_space_is_told(full: Program) -> None:
    """It is named, and the restore goes on."""
    full.done("backup", "safe.db")
    full.remember("Ida keeps bees.", "--space", "other", "--preset", "desk", "--subject", "ida")
    saved = full.done("erase", "--space", "other", "--subject", "ida", *WHY, "--yes", "--json")
    (full.folder / "ida.json").write_text(saved.out)
    restored = full.done("restore", "safe.db", "--url", "new.db", "--erasures", "ida.json")
    assert saved.json["id"] in restored.err


@pytest.mark.parametrize("content", ["", "{}", "notes", json.dumps([{"id": "x"}])])
def test_what_is_no_certificate_is_told(full: Program, content: str) -> None:
    """The file is named, and nothing is restored."""
    full.done("backup", "safe.db")
    (full.folder / "kept.json").write_text(content)
    told = full.failed("restore", "safe.db", "--url", "new.db", "--erasures", "kept.json")
    assert "kept.json" in told
    assert not (full.folder / "new.db").exists()
    assert "nowhere.json" in full.failed(
        "restore", "safe.db", "--url", "new.db", "--erasures", "nowhere.json"
    )


def test_a_store_that_cannot_be_read_is_told(full: Program) -> None:
    """Its erasures are not known then, and certificates are asked for."""
    full.done("backup", "safe.db")
    Path("remembrancer.db").write_bytes(b"gone" * 1000)
    restored = full.done("restore", "safe.db", "--force")
    assert "--erasures" in restored.err
