"""What the pages cost, in a process of its own: one line of JSON.

`python bench/pages.py fill ITEMS OURS FLOOR` makes a store of so many items and tells which of
them are looked at; `python bench/pages.py measure OURS FLOOR LOOKED_AT` asks a server for each page
and, in turns with it, the bare driver for what that page cannot be shown without. A search is held
against the bare index of the floor, and all else against the same rows in the same store. What a
browser loads before it can show a page is counted as it comes over the wire.
"""

from __future__ import annotations

import gzip
import http.client
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import quote

SPACE = "bench"
WAITING_EVERY = 500  # items, of which one waits for a reviewer
MESSAGES = 1_000  # of the conversation that is looked at
ACTS = 30  # of the engine by itself: a page of them
RELATIONS = 60  # of the node that is looked at
DECISIONS = 40  # each the cause of the next, with one policy
DEBATES = 30  # settled, with an outcome; and one that waits for a person
AGENTS = ("financial", "strategy", "valuation")
QUESTION_WORDS = 3
ROUNDS = 15
WARMING = 3
PAGES = (
    "home",
    "search",
    "browse",
    "filtered",
    "mine",
    "review",
    "contradictions",
    "acts",
    "audit",
    "subject",
    "conversations",
    "conversation",
    "item",
    "receipts",
    "receipt",
    "graph",
    "node",
    "ask",
    "inquiry",
    "decisions",
    "coverage",
    "learned",
    "what_if",
    "communities",
    "community",
    "decision",
    "report",
    "subject_report",
    "policies",
    "policy",
    "phases",
    "desk",
    "debates",
    "debate",
    "credibility",
    "agent_credibility",
    "notifications",
    "settings",
)
Figures = dict[str, float]

_ITEM = (
    "SELECT item.*, version.* FROM item JOIN version ON version.number = item.current "
    "WHERE item.space_n = :space AND item.erased_seq IS NULL "
)
_SHARED = "AND item.is_personal = 0 "
_NEWEST = "ORDER BY item.number DESC LIMIT "
_WAITING = f"{_ITEM}{_SHARED}AND item.review = 'pending' {_NEWEST}"
_SUBJECT = (
    "SELECT item.*, version.* FROM version JOIN item ON item.number = version.item_n "
    "WHERE version.space_n = :space AND version.subject = :subject "
    "AND version.until_seq IS NULL AND item.erased_seq IS NULL "
    "ORDER BY version.item_n DESC LIMIT "
)
_DECIDED = f"{_ITEM}AND version.kind = 'decision' {_NEWEST} "
_CHAINED = (
    "WITH RECURSIVE walk(node, depth) AS (SELECT source, 1 FROM edge WHERE space_n = :space "
    "AND target = :decision AND type_key = 'CAUSED' AND until_seq IS NULL UNION "
    "SELECT edge.source, walk.depth + 1 FROM edge JOIN walk ON edge.target = walk.node "
    "WHERE edge.space_n = :space AND edge.type_key = 'CAUSED' AND edge.until_seq IS NULL "
    "AND walk.depth < 5) SELECT item.*, version.* FROM walk JOIN item ON item.id = walk.node "
    "JOIN version ON version.number = item.current WHERE item.space_n = :space"
)
_LINKED = (
    "SELECT edge.*, item.*, version.* FROM edge JOIN item ON item.space_n = edge.space_n "
    "AND item.id = edge.source JOIN version ON version.number = item.current "
    "WHERE edge.space_n = :space AND edge.type_key = 'CAUSED' AND edge.until_seq IS NULL"
)
_DEBATED = f"{_ITEM}AND version.kind = 'debate' {_NEWEST} "
_SCORED = "SELECT * FROM credibility_point WHERE space_n = :space ORDER BY decided_at"
_FLAGGED = "SELECT * FROM relation WHERE space_n = :space AND type = 'contradicts'"

# Without these a page cannot be shown, whoever asks for it.
BARE: dict[str, tuple[str, ...]] = {
    "home": (
        f"{_ITEM}{_SHARED}{_NEWEST} 8",
        "SELECT count(*) FROM item WHERE space_n = :space AND is_personal = 0 "
        "AND erased_seq IS NULL",
        f"{_WAITING} 5",
    ),
    "browse": (f"{_ITEM}{_SHARED}{_NEWEST} 30",),
    "filtered": (f"{_ITEM}{_SHARED}AND item.review = 'rejected' {_NEWEST} 30",),
    "mine": (f"{_ITEM}AND item.owner = :owner {_NEWEST} 30",),
    "review": (f"{_WAITING} 50", _FLAGGED),
    "contradictions": (_FLAGGED,),
    "acts": (
        # Written as the partial index of what the engine did by itself has it.
        "SELECT * FROM ledger WHERE space_n = :space "
        "AND ledger.detail <> replace(ledger.detail, '\"judged\"', '') "
        "ORDER BY seq DESC LIMIT 30",
        f"{_FLAGGED} AND salt IS NOT NULL ORDER BY seq DESC LIMIT 30",
    ),
    "audit": ("SELECT * FROM ledger WHERE space_n = :space ORDER BY seq DESC LIMIT 100",),
    "subject": (f"{_SUBJECT} 200",),
    "conversations": (
        "SELECT conversation.*, (SELECT count(*) FROM message "
        "WHERE message.conversation_n = conversation.number) AS messages FROM conversation "
        "WHERE space_n = :space ORDER BY number DESC LIMIT 30",
    ),
    "conversation": (
        "SELECT * FROM conversation WHERE space_n = :space AND id = :conversation",
        "SELECT message.* FROM message JOIN conversation "
        "ON conversation.number = message.conversation_n WHERE conversation.space_n = :space "
        "AND conversation.id = :conversation ORDER BY message.number DESC LIMIT 30",
        f"{_SUBJECT} 50",
    ),
    "item": (
        f"{_ITEM}AND item.id = :item",
        "SELECT version.* FROM version JOIN item ON item.number = version.item_n "
        "WHERE item.space_n = :space AND item.id = :item ORDER BY version.seq",
        "SELECT evidence.* FROM evidence JOIN item ON item.number = evidence.item_n "
        "WHERE item.space_n = :space AND item.id = :item",
        "SELECT delivery.* FROM delivery JOIN delivered ON delivered.delivery_n = delivery.number "
        "JOIN item ON item.number = delivered.item_n "
        "WHERE item.space_n = :space AND item.id = :item",
    ),
    "receipts": ("SELECT * FROM delivery WHERE space_n = :space ORDER BY number DESC LIMIT 50",),
    "receipt": (
        "SELECT * FROM delivery WHERE space_n = :space AND id = :receipt",
        "SELECT delivered.*, version.* FROM delivered "
        "JOIN delivery ON delivery.number = delivered.delivery_n "
        "JOIN version ON version.number = delivered.version_n "
        "WHERE delivery.space_n = :space AND delivery.id = :receipt",
    ),
    "graph": (
        "SELECT entity.kind, count(*) FROM entity JOIN entity_version "
        "ON entity_version.entity_n = entity.number AND entity_version.until_seq IS NULL "
        "WHERE entity.space_n = :space GROUP BY entity.kind",
        "SELECT target, count(*) FROM edge WHERE space_n = :space AND until_seq IS NULL "
        "GROUP BY target ORDER BY count(*) DESC LIMIT 12",
    ),
    "node": (
        "SELECT edge.*, entity.*, entity_version.* FROM edge "
        "JOIN entity ON entity.space_n = edge.space_n AND entity.id = edge.source "
        "JOIN entity_version ON entity_version.entity_n = entity.number "
        "AND entity_version.until_seq IS NULL WHERE edge.space_n = :space "
        "AND edge.target = :node AND edge.until_seq IS NULL "
        "ORDER BY edge.confidence DESC, edge.observed_at DESC LIMIT 40",
        "SELECT type_key, count(*) FROM edge WHERE space_n = :space AND target = :node "
        "AND until_seq IS NULL GROUP BY type_key",
    ),
    "ask": ("SELECT * FROM inquiry WHERE space_n = :space ORDER BY number DESC LIMIT 20",),
    "inquiry": (
        "SELECT * FROM inquiry WHERE space_n = :space AND id = :inquiry",
        "SELECT inquiry_hit.* FROM inquiry_hit JOIN inquiry "
        "ON inquiry.number = inquiry_hit.inquiry_n "
        "WHERE inquiry.space_n = :space AND inquiry.id = :inquiry ORDER BY inquiry_hit.rank",
    ),
    "decisions": (f"{_DECIDED} 30",),
    "coverage": (
        "SELECT version.source_type, count(*) FROM item JOIN version "
        "ON version.number = item.current WHERE item.space_n = :space "
        "AND version.kind = 'decision' GROUP BY version.source_type",
    ),
    # What is computed of all decisions is kept in memory: each page reads what it shows.
    "learned": (f"{_DECIDED} 30",),
    "what_if": (f"{_DECIDED} 30",),
    "communities": (_LINKED,),
    "community": (_LINKED,),
    "decision": (f"{_ITEM}AND item.id = :decision", _CHAINED, f"{_SUBJECT} 200"),
    "report": (f"{_ITEM}AND item.id = :decision", _CHAINED, f"{_SUBJECT} 200"),
    "subject_report": (f"{_SUBJECT} 5000",),
    "policies": (f"{_ITEM}AND version.kind = 'policy' {_NEWEST} 100",),
    "policy": (
        f"{_ITEM}AND item.id = :policy",
        "SELECT edge.*, item.*, version.* FROM edge JOIN item ON item.space_n = edge.space_n "
        "AND item.id = edge.source JOIN version ON version.number = item.current "
        "WHERE edge.space_n = :space AND edge.target = :policy AND edge.until_seq IS NULL",
    ),
    "phases": (
        "SELECT version.kind, count(*) FROM item JOIN version ON version.number = item.current "
        "WHERE item.space_n = :space GROUP BY version.kind",
    ),
    "desk": (
        f"{_DEBATED} 100",
        _SCORED,
        "SELECT * FROM agent WHERE space_n = :space",
        "SELECT * FROM agent_queue WHERE space_n = :space",
        "SELECT entity.*, entity_version.* FROM entity JOIN entity_version "
        "ON entity_version.entity_n = entity.number AND entity_version.until_seq IS NULL "
        "WHERE entity.space_n = :space AND entity.kind = 'Pattern' ORDER BY entity.number LIMIT 10",
    ),
    "debates": (f"{_DEBATED} 100",),
    # What is like it is sought among all debates.
    "debate": (f"{_ITEM}AND item.id = :debate", f"{_DEBATED} 2000", _SCORED),
    "credibility": (
        _SCORED,
        f"{_ITEM}AND version.kind = 'debate_resolution' {_NEWEST} 500",
        f"{_DECIDED} 500",
    ),
    "agent_credibility": (
        f"{_SCORED.replace('ORDER', 'AND agent = :agent ORDER')}",
        f"{_DEBATED} 100",
        f"{_DECIDED} 500",
    ),
    "notifications": ("SELECT * FROM notification WHERE space_n = :space LIMIT 50",),
    "settings": tuple(
        f"SELECT * FROM {table} WHERE space_n = :space" for table in ("person", "token", "job")
    ),
}
_GZIP = b"\x1f\x8b"  # as it begins
_IMPORTED = re.compile(r"""(?:from|import)\s*["'](?:\./|/static/)([\w.-]+\.js[^"']*)["']""")
_IN_FTS5 = (
    "SELECT item.*, score FROM (SELECT rowid, bm25(words) AS score FROM words "
    "WHERE words MATCH ? ORDER BY score LIMIT 8) AS best JOIN item ON item.number = best.rowid"
)
_IN_GIN = (
    "SELECT *, ts_rank(words, %(match)s::tsquery) AS score FROM item "
    "WHERE words @@ %(match)s::tsquery ORDER BY score DESC LIMIT 8"
)


def fill(items: int, ours: str, floor: str) -> dict[str, str]:
    """A store of a team with many facts, a talk and a receipt; and what of it is looked at."""
    from bench.corpus import Corpus
    from bench.floor import open_floor
    from bench.talk import Talk
    from remembrancer import Memory

    rows = list(Corpus(items).items())
    bare = open_floor(floor)
    bare.add_many(rows)
    bare.close()
    options: dict[str, Any] = {"space": SPACE, "background": False}
    with Memory.open(ours, preset="corporate", **options) as memory:
        # Invented words contradict nobody, and looking for it takes most of the time.
        memory.admin.configure({"contradiction": "supersede"})
    with Memory.open(ours, **options) as memory:
        memory.add_many(
            {name: row[name] for name in ("content", "subject", "kind")}
            | ({} if number % WAITING_EVERY == 0 else {"source_type": "admin_mandate"})
            for number, row in enumerate(rows)
        )
        subject = rows[-1]["subject"]
        talk = memory.conversations.start("talk", subject=subject)
        memory.conversations.append(talk.id, list(Talk().messages(MESSAGES)))
        memory.remember("We bill in euro from May on.", subject=subject, source="a memo")
        for memo in range(ACTS + 1):  # the engine confirms what it knows
            memory.remember(
                "We bill in euro from May on.", subject="billing", source=f"memo {memo}"
            )
        known = memory.items(subject=subject, limit=1)
        receipt = memory.briefing(subject).receipt
        firm = memory.graph.entity("Org", "the firm that all work at")
        for number in range(RELATIONS):
            person = memory.graph.entity("Person", f"person {number}")
            memory.graph.relate(person.id, "WORKS_AT", firm.id, confidence=number / RELATIONS)
        policy = memory.policies.add(
            "Two offers",
            description="Two offers are compared.",
            category="buying",
            effective_from="2020-01-01",
        )
        decided = ""
        for number in range(DECISIONS):
            made = memory.decisions.record(
                "purchase",
                subject=subject,
                at=f"2025-01-{1 + number % 28:02}" if number < 28 else "2025-02-01",
                recommendation=f"Buy part {number}.",
                causes=[decided] if decided and number < 28 else [],
                policies=[policy.id],
            )
            memory.review.approve(made.id, reason="It is so.")  # what waits takes no part in groups
            decided = made.id if number < 28 else decided
        asked = memory.inquire([{"author_id": "maya", "content": f"What is {subject} about?"}])
        (linked, *_) = memory.decisions.communities()
        debate = _debates(memory, known[0].id)
        memory.admin.add_person("maya", roles=["KM_ADMIN"])
        memory.admin.issue_token("maya")
    return {
        "item": known[0].id,
        "subject": subject,
        "conversation": talk.id,
        "receipt": receipt or "",
        "node": firm.id,
        "decision": decided,
        "policy": policy.id,
        "inquiry": asked.session_id,
        "community": linked.id,
        "debate": debate,
        "agent": AGENTS[0],
        "question": " ".join(rows[len(rows) // 2]["content"].split()[:QUESTION_WORDS]),
    }


def _debates(memory: Any, finding: str) -> str:
    """Agents, debates of theirs that a person settled, with outcomes; the id of one that waits."""
    for name in AGENTS:
        memory.agents.register(name, specializations=["finance"])
    for number in range(10):
        memory.graph.entity("Pattern", f"pattern {number}", attrs={"success_rate": number / 10})
    for number in range(DEBATES + 1):
        challenger, challenged = AGENTS[number % 3], AGENTS[(number + 1) % 3]
        made = memory.debates.open(
            f"Whether part {number} is worth its price",
            challenger=challenger,
            challenged=challenged,
            disputed_finding=finding,
            challenge_basis="Prices fell.",
            domain="finance",
            patterns=["pattern 1"],
        )
        memory.debates.position(made.id, agent=challenger, text="It is not.", evidence=[finding])
        while not made.is_resolved and made.resolution_level.value < "3":
            made = memory.debates.advance(made.id)
        if number == DEBATES:
            break
        if not made.is_resolved:
            memory.debates.decide(made.id, position=challenger, reason="So it is.")
        memory.credibility.record_outcome(made.id, correctness=0.6 + 0.1 * (number % 3))
    return str(made.id)


def measure(ours: str, floor: str, looked_at: dict[str, str]) -> Figures:
    """What each page takes beside its bare query, and how much a browser loads."""
    bare = _Bare(ours, looked_at)
    in_index = _index(floor, looked_at["question"])
    found: Figures = {}
    with _Running(ours) as server:
        for page in PAGES:
            path = _path(page, looked_at)
            queried = in_index if page == "search" else lambda page=page: bare.queried(page)
            taken, floor_taken = _together(lambda path=path: server.page(path), queried)
            found |= {
                f"{page}_page": taken / floor_taken,
                f"{page}_page_ms": taken * 1000,
                f"{page}_bare_ms": floor_taken * 1000,
                f"{page}_load_kb": server.first_load(path) / 1000,
            }
    found["slowest_page_ms"] = max(found[f"{page}_page_ms"] for page in PAGES)
    found["first_load_kb"] = max(found[f"{page}_load_kb"] for page in PAGES)
    return found


def _path(page: str, looked_at: dict[str, str]) -> str:
    named = {name: quote(value, safe="") for name, value in looked_at.items()}
    return {
        "home": "/",
        "search": f"/search?part=1&q={named['question']}",
        "browse": "/corporate-memory",
        "filtered": "/corporate-memory?status=rejected",
        "mine": "/corporate-memory/mine",
        "review": "/corporate-memory/admin",
        "contradictions": "/corporate-memory/admin/contradictions",
        "acts": "/acts",
        "audit": "/corporate-memory/admin/audit",
        "subject": f"/subjects/{named['subject']}",
        "conversations": "/conversations",
        "conversation": f"/conversations/{named['conversation']}",
        "item": f"/items/{named['item']}",
        "receipts": "/receipts",
        "receipt": f"/receipts/{named['receipt']}",
        "graph": "/graph",
        "node": f"/graph/{named['node']}",
        "decisions": "/decisions",
        "ask": "/ask",
        "inquiry": f"/ask/{named['inquiry']}",
        "coverage": "/decisions/coverage",
        "learned": "/decisions/learned",
        "what_if": "/decisions/what-if",
        "communities": "/decisions/communities",
        "community": f"/decisions/communities/{named['community']}",
        "decision": f"/decisions/{named['decision']}",
        "report": f"/decisions/{named['decision']}/report",
        "subject_report": f"/subjects/{named['subject']}/report",
        "policies": "/policies",
        "policy": f"/policies/{named['policy']}",
        "phases": "/phases",
        "desk": "/desk",
        "debates": "/debates?show=all",
        "debate": f"/debates/{named['debate']}",
        "credibility": "/credibility",
        "agent_credibility": f"/credibility/{named['agent']}",
        "notifications": "/notifications",
        "settings": "/settings",
    }[page]


def _together(*calls: Callable[[], object]) -> list[float]:
    """The usual time of each. They take turns, so that what disturbs one disturbs all."""
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(ROUNDS + WARMING):
        for place, call in enumerate(calls):
            started = time.perf_counter()
            call()
            times[place].append(time.perf_counter() - started)
    return [median(one[WARMING:]) for one in times]


class _Bare:
    """The driver on a connection of its own, and nothing else."""

    def __init__(self, url: str, looked_at: dict[str, str]) -> None:
        self._is_server = url.startswith("postgresql:")
        if self._is_server:
            import psycopg

            from remembrancer.store.postgres.postgres_connection import SCHEMA

            self._raw: Any = psycopg.connect(url, autocommit=True)
            self._raw.execute(f"SET search_path = {SCHEMA}")
        else:
            import sqlite3

            self._raw = sqlite3.connect(url, isolation_level=None)
            self._raw.execute("PRAGMA cache_size=-16000")
        (space,) = self._one("SELECT number FROM space WHERE name = :name", {"name": SPACE})
        self._values = {**looked_at, "space": space, "owner": "owner"}

    def queried(self, page: str) -> int:
        return sum(len(self._rows(sql, self._values)) for sql in BARE[page])

    def _one(self, sql: str, values: dict[str, Any]) -> Any:
        return self._rows(sql, values)[0]

    def _rows(self, sql: str, values: dict[str, Any]) -> list[Any]:
        if self._is_server:
            sql = re.sub(r":(\w+)", r"%(\1)s", sql)
        found: list[Any] = self._raw.execute(sql, values).fetchall()
        return found


def _index(floor: str, question: str) -> Callable[[], object]:
    """The best hits of a bare index over the same texts."""
    from bench.floor import open_floor

    bare: Any = open_floor(floor)
    if floor.startswith("postgresql:"):
        match = " | ".join(f"'{stem}'" for stem in bare._stems(question))
        return lambda: bare.connection.execute(_IN_GIN, {"match": match}).fetchall()
    either = " OR ".join(question.split())
    return lambda: bare.connection.execute(_IN_FTS5, (either,)).fetchall()


class _Running:
    """The pages, served from a process of their own to whoever is on this machine."""

    def __init__(self, url: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, "serve", url], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self._line = http.client.HTTPConnection(
            "127.0.0.1", int(self._process.stdout.readline()), timeout=60
        )

    def __enter__(self) -> _Running:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()
        self._process.terminate()
        self._process.wait()

    def page(self, path: str) -> bytes:
        self._line.request("GET", path, headers={"Accept-Encoding": "gzip"})
        answer = self._line.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status} {content[:200]!r}")
        return content

    def first_load(self, path: str) -> int:
        """Bytes of a page and of all that it loads, with the modules that its scripts import."""
        loaded = {path: self.page(path)}
        left = [path]
        while left:
            for other in _loads(_text(loaded[left.pop()])):
                if other not in loaded:
                    loaded[other] = self.page(other)
                    left.append(other)
        return sum(len(content) for content in loaded.values())


def _text(content: bytes) -> str:
    return (gzip.decompress(content) if content[:2] == _GZIP else content).decode()


def _loads(text: str) -> list[str]:
    """The files that a page or a script of ours loads, by their addresses."""
    imported = [f"/static/{name}" for name in _IMPORTED.findall(text)]
    return [*re.findall(r'"(/static/[^"]+)"', text), *imported]


def serve(url: str) -> None:
    from remembrancer import Memory
    from remembrancer.doors.http.server_limits import ServerLimits
    from remembrancer.doors.server.listen_address import ServerOptions
    from remembrancer.doors.server.serving import serve as run

    options = ServerOptions(
        host="127.0.0.1",
        port=0,
        is_local=True,
        is_quiet=True,
        limits=ServerLimits.defaults(rate=0, address_rate=0),
    )
    with Memory.open(url, space=SPACE) as memory:
        run(
            memory._session, options, lambda at: print(at.rpartition(":")[2].strip("/"), flush=True)
        )


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    os.environ["REMEMBRANCER_EMBEDDER"] = "none"  # what vectors cost is measured elsewhere
    part, *rest = sys.argv[1:]
    if part == "serve":
        serve(*rest)
    elif part == "fill":
        print(json.dumps(fill(int(rest[0]), *rest[1:])))
    else:
        print(json.dumps(measure(rest[0], rest[1], json.loads(rest[2]))))
