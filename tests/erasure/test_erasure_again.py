"""Erasure, again: an older copy does not bring back what was erased since."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Erased, Forbidden, InvalidInput, Memory, NotFound, Principal
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.footprint import refused, rows
from tests.lived_space import live
from tests.people import ADA, ANNA, BOT, KARIN

WHY = "asked to"


def fill(store: Memory) -> str:
    """Something about ellen and omar. Gives the id of an item about ellen."""
    item = store.remember(
        "Ellen retires zealously.", subject="ellen", source="notes#1", infer=False
    ).items[0]
    store.update(item.id, title="Zeal", reason="zesty")
    store.remember(
        [{"id": "m1", "author_id": "ellen", "content": "I am full of zeal."}],
        source="call",
        subject="ellen",
        infer=False,
    )
    store.add(content="Omar stays.", subject="omar")
    return item.id


def secrets(store: Memory) -> list[str]:
    return [table for table, row in rows(store) if "zeal" in row.lower() or "zest" in row]


def test_certificates_can_be_had_again(memory: MemoryFactory) -> None:
    """The ledger knows each erasure: what it removed and which rows lost their text."""
    store = memory("adviser").acting_as(ADA)
    assert store.admin.erasures() == ()
    id = fill(store)
    made = (store.erase(id, reason=WHY), store.erase(subject="ellen", reason=WHY))
    assert store.admin.erasures() == made


@pytest.mark.parametrize(
    "given",
    [
        lambda made: made,
        lambda made: [one.export() for one in made],
        lambda made: [one.model_dump_json() for one in made],
        lambda made: json.dumps([one.export() for one in made]),
    ],
    ids=["values", "exports", "texts", "one text"],
)
def test_an_older_copy_is_erased_again(
    fresh_store: MemoryFactory, clock: FrozenClock, tmp_path: Path, given: Any
) -> None:
    """Certificates erase in a backup what they erased in the store, and leave the rest."""
    store = fresh_store("adviser").acting_as(ADA)
    id = fill(store)
    store.backup(tmp_path / "copy.db")
    made = [store.erase(id, reason=WHY), store.erase(subject="ellen", reason=WHY)]
    with Memory.open(
        tmp_path / "copy.db", space="northgate", clock=clock, background=False
    ) as opened:
        copy = opened.acting_as(ADA)
        assert secrets(copy)
        again = copy.admin.apply_erasures(given(made))
        assert again is not None
        assert (again.asked, again.actor, again.pending) == ("again", ADA.name, ())
        assert set(again.items) == {one for certificate in made for one in certificate.items}
        assert secrets(copy) == []
        assert copy.verify().ok
        assert [one.content for one in copy.items()] == ["Omar stays."]
        (entry, *_) = copy.admin.audit()
        assert (entry.action, entry.reason) == ("erase", "applied again after a restore")
        with refused(copy, Erased):
            copy.remember("Anything.", source="notes#1", infer=False)
        assert copy.admin.apply_erasures(given(made)) is None
    assert store.admin.apply_erasures(given(made)) is None
    for file in tmp_path.glob("copy.db*"):
        assert b"zealou" not in file.read_bytes()


def test_a_copy_that_went_on_is_erased_as_a_whole(
    fresh_store: MemoryFactory, clock: FrozenClock, tmp_path: Path
) -> None:
    """What was said of the item since in the copy goes with it."""
    store = fresh_store("adviser").acting_as(ADA)
    id = fill(store)
    store.backup(tmp_path / "copy.db")
    made = store.erase(id, reason=WHY)
    with Memory.open(
        tmp_path / "copy.db", space="northgate", clock=clock, background=False
    ) as opened:
        copy = opened.acting_as(ADA)
        copy.update(id, content="Ellen retires with even more zeal.", reason="more zeal")
        copy.admin.apply_erasures(made)
        with pytest.raises(NotFound):
            copy.get(id)
        assert not [row for _, row in rows(copy) if "even more" in row or "more zeal" in row]
        assert copy.verify().ok
        assert words(copy, "even") == []


def words(store: Memory, query: str) -> list[str]:
    return [hit.text for hit in store.recall(query).hits]


@ON_THE_FASTEST
@pytest.mark.parametrize("what", ["", "[]x", "{}", '{"id": "cert_1"}', 7, [7], None, [None]])
def test_what_is_no_certificate_is_told(memory: MemoryFactory, what: Any) -> None:
    """Any other text or value is refused."""
    store = memory("adviser").acting_as(ADA)
    with refused(store, InvalidInput, match="no certificate"):
        store.admin.apply_erasures(what)


def test_another_space_s_certificate_is_refused(memory: MemoryFactory) -> None:
    """Each space is erased by its own."""
    store, other = (memory("adviser").acting_as(ADA) for _ in range(2))
    made = store.erase(fill(store), reason=WHY)
    fill(other)
    with refused(other, InvalidInput, match="another space"):
        other.admin.apply_erasures([made])


@pytest.mark.parametrize(
    "who",
    [ANNA, KARIN, BOT, Principal("robot", kind="agent", roles=["ADMIN"])],
    ids=lambda w: w.name,
)
def test_erasing_again_is_for_admins(memory: MemoryFactory, who: Principal) -> None:
    """A person with the role ADMIN; the list of erasures is for ADMIN too."""
    store = memory("adviser")
    made = store.acting_as(ADA).erase(fill(store.acting_as(ADA)), reason=WHY)
    with refused(store, Forbidden):
        store.acting_as(who).admin.apply_erasures([made])
    if who.kind == "user":
        with refused(store, Forbidden):
            store.acting_as(who).admin.erasures()


def test_an_import_beside_the_space_is_erased_again(
    fresh_store: MemoryFactory, tmp_path: Path
) -> None:
    """An older export, read into a new space of the same store, comes without what was erased."""
    store = fresh_store("adviser").acting_as(ADA)
    id = fill(store)
    store.export(tmp_path / "old.jsonl")
    store.erase(id, reason=WHY)
    store.erase(subject="ellen", reason=WHY)
    copy = store.in_space("copy")
    copy.import_(tmp_path / "old.jsonl")
    assert secrets(copy) == []
    assert copy.verify().ok
    assert [one.content for one in copy.items()] == ["Omar stays."]
    assert words(copy, "zeal stays") == ["Omar stays."]
    (entry, *_) = copy.admin.audit()
    assert entry.reason == "applied again after an import"
    copy.add(content="The copy goes on.")
    assert copy.verify().ok


def test_an_import_elsewhere_is_left_as_it_is(fresh_store: MemoryFactory, tmp_path: Path) -> None:
    """A store that knows nothing of the erasure takes the file in as it is."""
    store, other = (fresh_store("adviser").acting_as(ADA) for _ in range(2))
    id = fill(store)
    store.export(tmp_path / "old.jsonl")
    made = store.erase(id, reason=WHY)
    copy = other.in_space("copy")
    copy.import_(tmp_path / "old.jsonl")
    assert copy.get(id).title == "Zeal"
    assert copy.admin.apply_erasures([made]) is not None
    with pytest.raises(NotFound):
        copy.get(id)


def test_husks_move_with_their_space(
    fresh_store: MemoryFactory, clock: FrozenClock, tmp_path: Path
) -> None:
    """Exported after an erasure and imported elsewhere, it stays erased, on record and refused."""
    store = fresh_store("corporate")
    live(store, clock)
    store.jobs.wait()  # so that the ledger stands still
    store.export(tmp_path / "new.jsonl")
    copy = fresh_store("adviser").in_space("copy")
    copy.import_(tmp_path / "new.jsonl")
    assert copy.verify(store.verify().head).ok
    assert copy.admin.erasures() == store.admin.erasures()
    with refused(copy, Erased):
        copy.acting_as(ANNA).remember(
            "Omar again.",
            source={"id": "notes.md#9", "type": "claude_local_md"},
            infer=False,
        )
