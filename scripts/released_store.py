"""Write a store with a space in each preset, for tests of later versions: does it outlive them?

python scripts/released_store.py POSTGRES_URL PG_DUMP

Run it with the released version installed, and not with this one: it uses only verbs that 0.1.0
has. The database at the address must be empty. For each engine it writes a store and what a reader
must find in it; a store on PostgreSQL is what the program PG_DUMP prints. A backup and an export of
that one stand beside it: on SQLite a backup is the same file again.
`scripts/written_store.py` writes smaller ones, which stay beside these.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import remembrancer
from remembrancer import Memory, Principal
from remembrancer.testing import FrozenClock, HashingEmbedder

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "upgrade" / "stores"
ADA = Principal("ada", roles=["ADMIN"])
ANNA = Principal("anna", roles=["CONTRIBUTOR"], groups=["finance"])
BOT = Principal("bot", kind="agent")
DAY = timedelta(days=1)

# What is said in each preset: the first is said, the second replaces or contradicts it.
TOLD = {
    "adviser": ("Ellen wants to retire at 58.", "Ellen wants to retire at 60."),
    "companion": ("Fakturan är på 1 200 kronor.", "Fakturan är på 1 500 kronor."),
    "community": ("The server rules ban advertising.", "The server rules allow advertising."),
    "desk": ("Acme's gross margin is 41 percent.", "Acme's gross margin is 44 percent."),
    "corporate": ("The nightly job retries twice.", "The nightly job retries three times."),
}
ERASED = "Omar's secret is out"


def lived(url: str, backup: Path, export: Path) -> dict[str, Any]:
    """Lives through a week in a space of each preset, and says what is in them."""
    clock = FrozenClock(datetime(2026, 3, 2, 9, tzinfo=UTC))
    options: dict[str, Any] = {
        "clock": clock,
        "embedder": HashingEmbedder(8),
        "background": False,
    }
    with Memory.open(url, space="adviser", preset="adviser", **options) as memory:
        spaces = {name: memory.in_space(name, name) for name in TOLD}
        kept = {name: _live(space, clock, *TOLD[name]) for name, space in spaces.items()}
        found = {name: {**_found(space), **kept[name]} for name, space in spaces.items()}
        memory.acting_as(ADA).backup(backup)
        spaces["corporate"].acting_as(ADA).export(export)
    return {"end": clock.now.isoformat(), "spaces": found}


def _live(store: Memory, clock: FrozenClock, first: str, second: str) -> dict[str, Any]:
    ada, anna, bot = (store.acting_as(who) for who in (ADA, ANNA, BOT))
    ada.admin.add_person("ada", email="ada@example.com", roles=["ADMIN"])
    ada.admin.add_person("anna", email="anna@example.com", groups=["finance"])
    ada.admin.add_person("bot", kind="agent")
    issued = ada.admin.issue_token("anna", expires_in=366 * DAY, note="at work")
    ended = ada.admin.issue_token("bot", expires_in=30 * DAY)
    ada.admin.revoke_token(ended.id, reason="lost")
    anna.remember(first, subject="acme", source="talk-1")
    clock.advance(DAY)
    anna.remember(second, subject="acme", source="talk-2")
    states = _states(ada, anna, clock)
    talk = [
        {"id": f"m{number}", "author_id": "anna", "content": f"Good morning, day {number}!"}
        for number in range(45)
    ]
    anna.conversations.start("long-talk", subject="acme", audience="group:finance")
    anna.conversations.append("long-talk", talk)
    store.jobs.wait()
    anna.conversations.window("long-talk")
    anna.recall("How often does it retry?", subject="acme")
    bot.recall(first)
    anna.bundle()
    bot.bundle()
    anna.compose(message=first, subject="acme")
    anna.briefing("acme")
    ada.erase(states["erased"], reason="asked to")
    clock.advance(DAY)
    store.jobs.wait()
    return {"token": issued.token, "states": states}


def _states(ada: Memory, anna: Memory, clock: FrozenClock) -> dict[str, str]:
    """An item in each state, by its state."""
    later = clock.now + DAY / 2
    words = "approved mandatory rejected revoked dismissed replaced expired personal queued erased"
    made = {
        word: anna.add(
            content=f"{ERASED}." if word == "erased" else f"What is {word} was said on a Monday.",
            is_personal=word == "personal",
            expires_at=later if word == "expired" else None,
        ).id
        for word in words.split()
    }
    for word in ("approved", "mandatory", "revoked"):
        ada.review.approve(made[word], reason="checked")
    ada.review.mandate(made["mandatory"], reason="policy", audience="group:finance")
    ada.review.revoke(made["revoked"], reason="it was wrong")
    if made["rejected"] in {item.id for item in ada.review.queue().items}:  # else nobody reviews
        ada.review.reject(made["rejected"], reason="hearsay")
    anna.dismiss(made["dismissed"], reason="misheard")
    anna.supersede(made["replaced"], content="What replaces was said on a Tuesday.", reason="new")
    anna.vote(made["approved"], 1)
    anna.confirm(made["approved"], quote="So it is.")
    return made


def _found(store: Memory) -> dict[str, Any]:
    """What a reader of the store must find: heads, texts, histories, contradictions, people."""
    ada, anna = store.acting_as(ADA), store.acting_as(ANNA)
    items = anna.items(limit=200).items
    return {
        "head": json.loads(ada.verify().head.model_dump_json()),
        "items": {item.id: [str(item.status), item.content] for item in items},
        "versions": {item.id: len(anna.history(item.id)) for item in items},
        "contradictions": len(ada.review.contradictions(include_resolved=True)),
        "receipts": {one.id: ada.receipt(one.id).text for one in ada.receipts(limit=100)},
        "messages": len(anna.conversations.messages("long-talk")),
        "people": [one.name for one in ada.admin.people()],
        "tokens": len(ada.admin.tokens(include_ended=True)),
        "erasures": len(ada.admin.erasures()),
        "summary": anna.summary("acme").totals,
    }


def _keep(name: str, content: bytes) -> None:
    (FOLDER / f"{name}.gz").write_bytes(gzip.compress(content, mtime=0))
    print(f"{FOLDER / name}.gz is written.")


def main(url: str, dump: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    version = remembrancer.__version__
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "memory.db"
        for engine, address in {"sqlite": str(file), "postgres": url}.items():
            backup, export = folder / f"{engine}.db", folder / f"{engine}.jsonl"
            found = lived(address, backup, export)
            text = json.dumps(found, indent=1, ensure_ascii=False, sort_keys=True)
            _keep(f"{version}-{engine}.json", f"{text}\n".encode())
        _keep(f"{version}-postgres.backup", backup.read_bytes())
        _keep(f"{version}-postgres.jsonl", export.read_bytes())
        _keep(f"{version}-sqlite.db", file.read_bytes())
        # As a superuser's restore needs it: no owners, and the extension is made beforehand.
        options = ["--no-owner", "--schema=remembrancer", "--inserts", "--rows-per-insert=500"]
        dumped = subprocess.run([dump, *options, url], check=True, stdout=subprocess.PIPE).stdout
        # What stands before and after it is for psql of one version.
        begin, end = dumped.index(b"CREATE SCHEMA"), dumped.rindex(b"-- PostgreSQL database dump")
        _keep(f"{version}-postgres.sql", dumped[begin:end])


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
