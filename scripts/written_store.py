"""Write a small store with this version, for tests of later versions: can they open it?

python scripts/written_store.py POSTGRES_URL

The database at the address must be empty. Both engines write the same story, each into a backup,
beside what a reader must find in it.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import remembrancer
from remembrancer import Memory, Principal
from remembrancer.testing import FrozenClock, HashingEmbedder

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "store" / "written_stores"
ADA = Principal("ada", roles=["ADMIN"])
ANNA = Principal("anna", roles=["CONTRIBUTOR"], groups=["finance"])
QUESTION = "How often does the nightly job retry?"


def written(url: str, backup: Path) -> dict[str, Any]:
    """Lives through a few days in two spaces, backs the store up, and says what is in it."""
    clock = FrozenClock(datetime(2026, 3, 2, 9, tzinfo=UTC))
    options: dict[str, Any] = {
        "clock": clock,
        "embedder": HashingEmbedder(8),
        "background": False,
    }
    with Memory.open(url, space="northgate", preset="corporate", **options) as north:
        home = north.in_space("home", "companion")
        _work(north, clock)
        anna = home.acting_as(ANNA)
        anna.remember("Ellen's birthday is on 4 May.", infer=False, is_personal=True)
        found = {name: _found(space) for name, space in (("northgate", north), ("home", home))}
        north.acting_as(ADA).backup(backup)
    return found


def _work(store: Memory, clock: FrozenClock) -> None:
    ada, anna = store.acting_as(ADA), store.acting_as(ANNA)
    ada.admin.add_person("anna", email="anna@example.com", groups=["finance"])
    note = {"id": "notes.md#3", "type": "manual"}
    job = anna.remember(
        "The nightly job retries twice.", source=note, infer=False, tags=["job"]
    ).items[0]
    clock.advance(timedelta(days=1))
    ada.review.approve(job.id, reason="checked in the code")
    anna.vote(job.id, 1)
    anna.remember(
        [
            {"id": "m1", "author_id": "anna", "content": "Fakturan är på 1 200 kronor."},
            {"id": "m2", "author_id": "bot", "role": "assistant", "content": "Noted."},
        ],
        source="invoices",
        infer=False,
        audience="group:finance",
    )
    old = anna.add(content="The office is in Leeds.")
    anna.supersede(old.id, content="The office is in York.", reason="moved")
    gone = anna.add(content="Secret of Omar.")
    ada.erase(gone.id, reason="asked to")
    anna.recall(QUESTION)
    anna.bundle()
    clock.advance(timedelta(days=1))
    store.jobs.wait()


def _found(store: Memory) -> dict[str, Any]:
    """What a reader of the store must find: heads, texts, histories and hits."""
    seen = store.acting_as(ANNA)
    items = seen.items(limit=100).items
    return {
        "head": json.loads(store.acting_as(ADA).verify().head.model_dump_json()),
        "items": {item.id: item.content for item in items},
        "versions": {item.id: len(seen.history(item.id)) for item in items},
        "recalled": [hit.id for hit in seen.recall(QUESTION).hits[:1]],
    }


def main(url: str) -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        stores = {"sqlite": str(Path(folder) / "memory.db"), "postgres": url}
        for engine, address in stores.items():
            name = f"{remembrancer.__version__}-{engine}"
            backup = Path(folder) / f"{engine}.backup"
            found = written(address, backup)
            (FOLDER / f"{name}.gz").write_bytes(gzip.compress(backup.read_bytes(), mtime=0))
            text = json.dumps(found, indent=2, ensure_ascii=False, sort_keys=True)
            (FOLDER / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")
            print(f"{FOLDER / name}.gz is written.")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
