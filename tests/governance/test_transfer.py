"""Export and import: a whole space out and in, and nothing that was touched in between."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from remembrancer import (
    Conflict,
    Forbidden,
    InvalidInput,
    Memory,
    RemembrancerError,
    StoreUnreachable,
)
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests.answers import order, said
from tests.conftest import START, MemoryFactory
from tests.engines import ON_THE_FASTEST, Engine
from tests.footprint import refused, rows
from tests.lived_space import SPACE, live, lived_on_a_server
from tests.people import ADA, ANNA, BOT, EVERYONE, KARIN

Lines = list[dict[str, Any]]


def exported(store: Memory, folder: Path) -> Path:
    file = folder / "space.jsonl"
    store.acting_as(ADA).export(file)
    return file


def lines_of(file: Path) -> Lines:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def write(file: Path, lines: Lines) -> Path:
    text = "".join(json.dumps(line) + "\n" for line in lines)
    file.write_text(text, encoding="utf-8")
    return file


def answers(store: Memory) -> dict[str, Any]:
    """What each caller is told by each verb that reads; numbers of rows are left out."""
    told: dict[str, Any] = {}
    for who in EVERYONE:
        seen = store.acting_as(who)
        items = seen.items(limit=500).items
        told[who.name] = {
            "items": items,
            "past": seen.items(limit=500, as_of=items[-1].created_at).items if items else None,
            "histories": [seen.history(item.id) for item in items],
            "changes": [
                [(one.action, one.actor, one.at, one.reason) for one in path.changes]
                for path in (seen.provenance(item.id) for item in items)
            ],
            "sources": [seen.provenance(item.id).sources for item in items],
            "recall": order(seen.recall("nightly job cache slow", k=200, explain=True)),
            "summary": seen.summary("etl"),
            "stats": seen.stats(),
            "contributions": seen.my_contributions().items,
        }
    return told


@pytest.fixture
def lived(engine: Engine, fresh_store: MemoryFactory, clock: FrozenClock) -> Iterator[Memory]:
    if engine.is_server:  # a copy is made sooner
        url = lived_on_a_server(clock)
        with Memory.open(
            url, space=SPACE, clock=clock, embedder=HashingEmbedder(8), background=False
        ) as copy:
            yield copy
        return
    store = fresh_store("corporate", embedder=HashingEmbedder(8))
    live(store, clock)
    store.jobs.wait()
    yield store


def test_a_space_moves_whole(lived: Memory, fresh_store: MemoryFactory, tmp_path: Path) -> None:
    """Into another store, among other spaces: equal answers to everybody, and the chain holds."""
    file = exported(lived, tmp_path)
    head = lived.acting_as(ADA).verify().head
    moved = fresh_store(
        "corporate", space="newcomer", embedder=HashingEmbedder(8), background=False
    )
    for name in ("before", "between"):
        other = moved.in_space(name, "corporate")
        other.add(content="nightly job of another tenant", subject="etl")
    count = moved.import_(file)
    assert count == len(lines_of(file)) - 2
    moved.jobs.wait()
    found = moved.acting_as(ADA).verify(head)
    assert (found.ok, found.head) == (True, head)
    moved = moved.in_space("newcomer")
    assert answers(moved) == answers(lived)
    assert moved.admin.settings() == lived.in_space("northgate").admin.settings()
    assert moved.admin.people() == lived.admin.people()


def test_a_moved_space_lives_on(lived: Memory, fresh_store: MemoryFactory, tmp_path: Path) -> None:
    """After an import the same open memory adds, changes, dedupes and recalls as before."""
    file = exported(lived, tmp_path)
    moved = fresh_store("corporate", space="newcomer")
    moved.import_(file)
    anna = moved.acting_as(ANNA)
    known = {item.content: item for item in anna.items(limit=500)}
    again = anna.add(content="I dislike the nightly job.", is_personal=True, key="call-1")
    assert again.id == known["I dislike the nightly job."].id
    recaptured = anna.add(content="The cache helps.", source_id="notes.md#4", is_personal=True)
    assert recaptured.id == known["The cache helps."].id
    new = anna.add(content="A zebra crossed.", subject="etl")
    assert [hit.id for hit in anna.recall("zebra", subject="etl").hits] == [new.id]
    anna.update(new.id, content="A giraffe crossed.")
    assert moved.acting_as(ADA).verify().ok


def test_an_export_of_an_import_is_the_same_export(
    lived: Memory, fresh_store: MemoryFactory, tmp_path: Path
) -> None:
    """Out, in and out again gives the same rows; only the store's own numbers may differ."""
    numbers = {
        "number",
        "space_n",
        "item_n",
        "source_n",
        "message_n",
        "conversation_n",
        "document_n",
        "entity_n",
        "walk_n",
        "version_n",
        "delivery_n",
        "current",
        "name",
        "unfolded",
        "folded_upto",
    }

    def plain(store: Memory) -> list[tuple[str, dict[str, Any]]]:
        parsed = [(table, json.loads(row)) for table, row in rows(store)]
        return [
            (table, {k: v for k, v in row.items() if k not in numbers or table == "person"})
            for table, row in parsed
            if table != "person"
        ]

    moved = fresh_store("corporate", space="newcomer")
    moved.import_(exported(lived, tmp_path))
    assert plain(moved) == plain(lived)


def test_exporting_changes_nothing(lived: Memory, tmp_path: Path) -> None:
    """The space is read and not written, and the file says how many rows it holds."""
    before = rows(lived)
    done: list[tuple[int, int]] = []
    file = tmp_path / "space.jsonl"
    count = lived.acting_as(ADA).export(
        file, progress=lambda made, total: done.append((made, total))
    )
    lines = lines_of(file)
    assert rows(lived) == before
    assert count == len(before) == len(lines) - 2
    assert lines[0]["format"] == "remembrancer-space"
    assert lines[-1] == {"end": count}
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["space.jsonl"]


@ON_THE_FASTEST
@pytest.mark.parametrize("who", [KARIN, ANNA, BOT], ids=lambda who: who.name)
def test_moving_a_space_is_for_admins(fresh_store: MemoryFactory, tmp_path: Path, who: Any) -> None:
    """ADMIN alone exports and imports: an export holds what is personal to everybody."""
    store = fresh_store("corporate")
    file = exported(store, tmp_path)
    other = fresh_store("corporate", space="newcomer")
    for memory in (store, other):
        with refused(memory, Forbidden, match="ADMIN"):
            memory.acting_as(who).import_(file)
        with refused(memory, Forbidden, match="ADMIN"):
            memory.acting_as(who).export(tmp_path / "never.jsonl")
    assert not (tmp_path / "never.jsonl").exists()


def test_a_space_that_holds_knowledge_takes_no_import(
    lived: Memory, fresh_store: MemoryFactory, tmp_path: Path
) -> None:
    """A whole space comes with its ledger, so it needs a new one."""
    file = exported(lived, tmp_path)
    other = fresh_store("adviser", space="busy")
    other.add(content="here first")
    for store in (lived, other):
        with refused(store, Conflict, match="Import into a new space"):
            store.import_(file)


# -- files that were touched


def first(lines: Lines, table: str, **values: Any) -> dict[str, Any]:
    """The row of the first line of that table with these values."""
    return next(
        line["row"]
        for line in lines
        if line.get("table") == table
        and all(line["row"][name] == value for name, value in values.items())
    )


def circle(lines: Lines) -> None:
    old = first(lines, "version", until_seq=None, lifecycle="superseded")
    number = next(
        line["row"]["number"]
        for line in lines
        if line.get("table") == "item" and line["row"]["id"] == old["superseded_by"]
    )
    new = first(lines, "version", until_seq=None, item_n=number)
    id = first(lines, "item", number=old["item_n"])["id"]
    new["superseded_by"], new["lifecycle"] = id, "superseded"


def own_circle(lines: Lines) -> None:
    version = first(lines, "version", until_seq=None, lifecycle="active")
    version["superseded_by"] = first(lines, "item", number=version["item_n"])["id"]


@pytest.fixture(scope="module")
def untouched_lines(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The lines of one export, as JSON: each test spoils a copy of its own."""
    clock = FrozenClock(START)
    with Memory.open(":memory:", preset="corporate", clock=clock, background=False) as store:
        live(store, clock)
        return json.dumps(lines_of(exported(store, tmp_path_factory.mktemp("whole"))))


@pytest.mark.parametrize("doctor", [circle, own_circle])
def test_a_circle_of_replacements_is_refused(
    untouched_lines: str, memory: MemoryFactory, tmp_path: Path, doctor: Callable[[Lines], None]
) -> None:
    """Two items that supersede each other, or one itself: refused, and nothing is imported."""
    lines = json.loads(untouched_lines)
    doctor(lines)
    file = write(tmp_path / "doctored.jsonl", lines)
    moved = memory("corporate")
    with refused(moved, Conflict, match="in a circle"):
        moved.import_(file)


def swapped(lines: Lines) -> None:
    places = [i for i, line in enumerate(lines) if line.get("table") == "ledger"]
    a, b = lines[places[3]]["row"], lines[places[4]]["row"]
    a["seq"], b["seq"] = b["seq"], a["seq"]


def without(table: str, place: int = 0) -> Callable[[Lines], None]:
    def doctor(lines: Lines) -> None:
        places = [i for i, line in enumerate(lines) if line.get("table") == table]
        del lines[places[place]]
        lines[-1]["end"] -= 1

    return doctor


def doubled(table: str) -> Callable[[Lines], None]:
    def doctor(lines: Lines) -> None:
        place = next(i for i, line in enumerate(lines) if line.get("table") == table)
        lines.insert(place, lines[place])
        lines[-1]["end"] += 1

    return doctor


def changed(table: str, **values: Any) -> Callable[[Lines], None]:
    return lambda lines: first(lines, table).update(values)


DOCTORED: dict[str, Callable[[Lines], None]] = {
    "content changed": changed("version", content="The nightly job never retries."),
    "owner changed": changed("item", owner="mallory"),
    "made public": lambda lines: first(lines, "item", is_personal=1).update(is_personal=0),
    "message changed": changed("message", content="All is well."),
    "reason changed": changed("reason", text="because I say so"),
    "vote changed": changed("vote", value=-1, principal="mallory"),
    "roles changed": changed("person", roles='["ADMIN"]'),
    "actor changed": changed("ledger", actor="mallory"),
    "entry left out": without("ledger", 5),
    "last entry left out": without("ledger", -1),
    "item left out": without("item"),
    "version left out": without("version", -1),
    "evidence left out": without("evidence"),
    "person left out": without("person"),
    "head left out": without("head"),
    "space left out": without("space"),
    "entries swapped": swapped,
    "item twice": doubled("item"),
    "entry twice": doubled("ledger"),
    "evidence twice": doubled("evidence"),
    "another table": lambda lines: lines.insert(1, {"table": "sqlite_master", "row": {}}),
    "another column": changed("item", colour="red"),
    "a column less": lambda lines: first(lines, "item").pop("owner"),
    "no row": lambda lines: lines.insert(2, {"table": "item"}),
    "a list": lambda lines: lines.insert(2, []),  # type: ignore[arg-type]
    "a number": lambda lines: lines.insert(2, 5),  # type: ignore[arg-type]
    "bytes that are none": changed("version", salt="not hexadecimal"),
    "bytes that are a number": changed("version", salt=5),
    "number that is none": changed("item", number="many"),
    "number that is a list": changed("item", number=[1]),
    "number that is null": changed("item", number=None),
    "number beyond all": changed("item", number=10**30),
    "position that is none": changed("ledger", seq="first"),
    "content that is a list": changed("version", content=["a"]),
    "half a surrogate": changed("version", content="\ud800"),
    "a null where none may be": changed("version", kind=None),
    "time that is none": changed("version", at="soon"),
    "json that is none": changed("version", data="{"),
    "preset that is none": changed("space", preset="nonsense"),
    "settings that are none": changed("space", overrides="{"),
    "key that is none": changed("space", key=None),
    "pointer to nothing": changed("version", item_n=10_000),
    "current version of another": changed("item", current=10_000),
    "format of something else": lambda lines: lines[0].update(format="other"),
    "format of the future": lambda lines: lines[0].update(version=99),
    "no header": lambda lines: lines.__delitem__(0),
    "wrong number of rows": lambda lines: lines[-1].update(end=3),
    "cut": lambda lines: lines.__delitem__(-1),
    "cut in the middle": lambda lines: lines.__delitem__(slice(20, None)),
    "header only": lambda lines: lines.__delitem__(slice(1, None)),
    "empty": lambda lines: lines.clear(),
}


def test_the_untouched_file_is_taken(
    untouched_lines: str, memory: MemoryFactory, tmp_path: Path
) -> None:
    """What the following tests spoil is whole to begin with."""
    file = write(tmp_path / "whole.jsonl", json.loads(untouched_lines))
    assert memory("corporate").import_(file) > 50


# What reads the lines is the same on each engine: on a server, one case in three is always tried,
# and those that may differ in what a database makes of a value. The soak tries all.
ON_A_SERVER = {
    *list(DOCTORED)[::3],
    *("number beyond all", "half a surrogate", "a null where none may be", "pointer to nothing"),
}


@pytest.mark.on_a_server(case=ON_A_SERVER)
@pytest.mark.parametrize("case", DOCTORED)
def test_a_touched_file_is_refused(
    untouched_lines: str, memory: MemoryFactory, tmp_path: Path, case: str
) -> None:
    """Whatever was changed, cut or added, the import says so and leaves the space as it was."""
    lines = json.loads(untouched_lines)
    DOCTORED[case](lines)
    file = write(tmp_path / "doctored.jsonl", lines)
    moved = memory("corporate")
    before = rows(moved)
    with pytest.raises(RemembrancerError) as refusal:
        moved.import_(file)
    assert isinstance(refusal.value, InvalidInput | Conflict), refusal.value
    assert rows(moved) == before
    again = moved.in_space(moved._session.space.name)
    assert again.acting_as(ADA).verify().ok
    assert again.add(content="still alive").content == "still alive"


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"hello", b"\xff\xfe\x00", b"{}", b"[]\n", b"null\n", b'{"format": 1}\n'],
)
def test_a_file_of_something_else_is_refused(
    memory: MemoryFactory, tmp_path: Path, content: bytes
) -> None:
    """What no export wrote is told as that."""
    file = tmp_path / "other.txt"
    file.write_bytes(content)
    store = memory("corporate")
    with refused(store, InvalidInput, match="other.txt"):
        store.import_(file)


def test_a_file_that_is_not_there(fresh_store: MemoryFactory, tmp_path: Path) -> None:
    """A missing file, and a folder in its place, cannot be read."""
    store = fresh_store("corporate")
    for path in (tmp_path / "missing.jsonl", tmp_path):
        with refused(store, StoreUnreachable, match="cannot be read"):
            store.import_(path)


def test_an_export_that_cannot_be_written(fresh_store: MemoryFactory, tmp_path: Path) -> None:
    """A missing folder, and a folder in the file's place: said plainly, with nothing left over."""
    store = fresh_store("corporate")
    folder = tmp_path / "folder"
    folder.mkdir()
    for path in (tmp_path / "missing" / "space.jsonl", folder):
        with refused(store, StoreUnreachable, match="cannot be written"):
            store.export(path)
    left = [path.name for path in tmp_path.iterdir() if path.name.endswith(".partial")]
    assert left == []


@ON_THE_FASTEST
@pytest.mark.parametrize("path", [5, None, [], "a\x00b"])
def test_a_path_is_a_path(fresh_store: MemoryFactory, path: Any) -> None:
    """What can be no path is refused as one."""
    store = fresh_store("corporate")
    for verb in (store.export, store.import_, store.backup):
        with refused(store, InvalidInput, match="path"):
            verb(path)


UNSEALED = {
    ("space", "key"): "found against an exported head, which is signed with it",
    ("idempotency", "*"): "answers kept for repeated calls are no knowledge",
}
LISTS_IN = {"number", "item_n", "document_n", "seq", "salt", "key", "overrides", "tokens", "id"}


def other_than(value: Any) -> Any:
    """A value of the same type that is not this one."""
    if value is None:
        return "x"
    if isinstance(value, str):
        return f"{'f' if value[:1] != 'f' else 'e'}{value[1:]}"
    return value + 1


def test_any_single_change_is_noticed(
    fresh_store: MemoryFactory, engine: Engine, clock: FrozenClock, tmp_path: Path
) -> None:
    """One column in eight changed in one row: refused, or of no consequence to anybody.

    What reads the rows is the same on each engine, so that one column in 24 is enough on all
    engines but the fastest. The soak changes every column.
    """
    every = 8 if engine.name == "sqlite-memory" else 24
    assert check_single_changes(fresh_store, clock, tmp_path, every) > 5


def check_single_changes(
    fresh_store: MemoryFactory, clock: FrozenClock, tmp_path: Path, every: int
) -> int:
    """How many columns were changed, one in one row of each table. None of them went unnoticed."""
    store = fresh_store("corporate", embedder=HashingEmbedder(8), background=False)
    live(store, clock)
    store.jobs.wait()
    lines = lines_of(exported(store, tmp_path))
    target = fresh_store("corporate", space="lobby")
    untouched = target.in_space("untouched", "corporate")
    untouched.import_(write(tmp_path / "whole.jsonl", lines))
    whole = reading(untouched)
    seen: set[tuple[str, str]] = set()
    wrong: list[str] = []
    changed = 0
    for number, line in enumerate(lines[1:-1], start=1):
        for column, value in line["row"].items():
            spot = (line["table"], column)
            if spot in seen or {spot, (line["table"], "*")} & UNSEALED.keys():
                continue
            seen.add(spot)
            if len(seen) % every:
                continue
            changed += 1
            for other in [other_than(value), *([["a list"]] if column in LISTS_IN else [])]:
                doctored = [*lines]
                doctored[number] = {**line, "row": {**line["row"], column: other}}
                file = write(tmp_path / "doctored.jsonl", doctored)
                told = attempt(target, f"{line['table']}.{column} {other!r}", file, whole)
                if told is not None:
                    wrong.append(f"{line['table']}.{column} = {other!r}: {told}")
    assert not wrong, "\n".join(wrong)
    return changed


def reading(store: Memory) -> tuple[object, ...]:
    """What one caller is told: enough to notice a change that the ledger does not."""
    seen = store.acting_as(ANNA)
    return (
        seen.items(limit=500).items,
        said(seen.recall("nightly job cache slow", k=200, explain=True)),
        said(seen.recall("nightly job cache slow", k=200, subject="etl")),
        seen.summary("etl"),
        seen.stats(),
        seen.add(content="I dislike the nightly job.", is_personal=True, key="call-1"),
    )


def attempt(target: Memory, name: str, file: Path, whole: tuple[object, ...]) -> str | None:
    """What went wrong when a doctored file was imported; None if nothing did."""
    place = target.in_space(name[:200], "corporate")
    try:
        place.import_(file)
    except (InvalidInput, Conflict):
        return None
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    try:
        if not place.acting_as(ADA).verify().ok:
            return "imported, and does not verify"
        return None if reading(place) == whole else "imported, and answers differently"
    except Exception as error:
        return f"imported, and then {type(error).__name__}: {error}"
