"""A harness of a few lines that speaks the protocol of the real one, and data for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_DATASETS = """
import json, os

def load(data, split):
    with open(os.path.join(data, "fables.json"), encoding="utf-8") as file:
        for unit in json.load(file)[split]:
            yield unit

LOADERS = {"fables": load, "fables-again": load}
"""
_METRICS = """
KS = (1, 10)

def mean(rows):
    return {k: sum(r[k] for r in rows) / len(rows) for k in rows[0]} if rows else {}

def bootstrap_ci(values):
    return min(values), max(values)
"""
_RUN = """
from .metrics import KS

def rank(got, gold, ks, prefix=""):
    out = {}
    for k in ks:
        found = len(set(got[:k]) & set(gold))
        out.update({f"{prefix}recall@{k}": found / len(gold), f"{prefix}hit@{k}": float(found > 0)})
    return out

def evaluate(units, factory, depth=100, ks=KS):
    rows, apart, items, skipped = [], [], 0, 0
    for unit in units:
        system = factory()
        system.add([dict(item) for item in unit["items"]])
        items += len(unit["items"])
        session = {item["id"]: item["session"] for item in unit["items"]}
        for q in unit["queries"]:
            if not q["evidence"]:
                skipped += 1
                continue
            got = system.search(q["query"], depth, as_of=q["as_of"])
            row = {"qid": q["qid"], "category": q["category"], **rank(got, q["evidence"], ks)}
            row.update(rank([session[g] for g in got], q["evidence_sessions"], ks, "s_"))
            (rows if q["scored"] else apart).append(row)
        system.close()
    return {"rows": rows, "adversarial": apart, "latency_p50_ms": 1.0, "latency_p95_ms": 2.0,
            "ingest_items_per_s": 100.0, "items": items, "skipped": skipped}
"""


def write_harness(folder: Path, **parts: str) -> Path:
    """The harness in a folder, with some of its modules given."""
    package = folder / "memeval"
    package.mkdir(parents=True)
    told = {"__init__": "", "run": _RUN, "datasets": _DATASETS, "metrics": _METRICS, **parts}
    for name, text in told.items():
        (package / f"{name}.py").write_text(text)
    return folder


def item(id: str, text: str, *, session: str = "S1", **fields: Any) -> dict[str, Any]:
    return {
        "id": id,
        "text": text,
        "session": session,
        "speaker": "Fox",
        "timestamp": None,
        **fields,
    }


def question(qid: str, query: str, *evidence: str, **fields: Any) -> dict[str, Any]:
    return {
        "qid": qid,
        "query": query,
        "category": "plain",
        "evidence": list(evidence),
        "evidence_sessions": ["S1"],
        "as_of": None,
        "answer": "",
        "scored": bool(evidence),
        **fields,
    }


GRAPES = {
    "unit": "grapes",
    "items": [
        item("1", "The grapes over there look ripe."),
        item("2", "They hang too high, so they are surely sour.", speaker="assistant"),
        item("3", "\x00 ", session="S2"),
        item("4", "A crow dropped its cheese.", session="S2", timestamp="2024-05-01T10:00:00"),
        item("5", "A second cheese fell down.", session="S2", timestamp="2024-05-02T10:00:00"),
    ],
    "queries": [
        question("g1", "Which grapes are ripe?", "1"),
        question("g2", "How does the fox console himself?", "2", category="hard"),
        question("g3", "Who ate the moon?"),
        question(
            "g4",
            "Who dropped cheese?",
            "4",
            as_of="2024-05-01T10:00:00",
            evidence_sessions=["S2"],
        ),
        question("g5", "Was it a ripe trap?", "1", category="adversarial", scored=False),
    ],
}
STORK = {
    "unit": "stork",
    "items": [item("1", "The soup was served in a tall jar.")],
    "queries": [question("s1", "In what was the soup served?", "1")],
}


def write_data(folder: Path) -> Path:
    folder.mkdir()
    (folder / "fables.json").write_text(json.dumps({"dev": [GRAPES, STORK], "heldout": []}))
    return folder
