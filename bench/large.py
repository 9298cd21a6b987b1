"""`make bench-large`: what memory costs at a size that hurts, up to a million messages.

On SQLite all messages are in one space. On PostgreSQL there are as many items beside them, over a
hundredth as many subjects. Each step runs in a process of its own, so that its memory is its own.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from bench.large_part import PARTS  # noqa: E402

ENGINES = ("sqlite", "postgres")
SIZES = (10_000, 100_000, 1_000_000)
LABELS = {
    "load_per_second": "messages loaded/s",
    "items_per_second": "items loaded/s",
    "embedded_per_second": "vectors stored/s (made-up ones)",
    "index_s": "making the index over vectors, s",
    "codes_s": "keeping what the next process goes on with, s",
    "codes_mb": "its size, MB",
    "load_mb": "memory while loading, MB",
    "first_s": "first question of a process, s",
    **{
        f"{key}_{figure}": label + more
        for key, label in (
            ("subject", "recall in a subject, ms"),
            ("wide", "recall in the whole space, ms"),
            ("timed", "the same, of one hour, ms"),
            ("words", "the same by words alone, ms"),
            ("bundle", "bundle, ms"),
        )
        for figure, more in (("p50", ""), ("p95", ", 95th percentile"), ("cpu", " of CPU"))
    },
    "recall_mb": "memory of a process that recalls, MB",
    "verify_s": "verify, s",
    "verify_mb": "memory of verify, MB",
    "erase_s": "erasure of a subject, s",
    "after_erasure_s": "first question after it, s",
    "store_mb": "size of the store, MB",
}
Figures = dict[str, float]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", choices=ENGINES, action="append", dest="engines")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--parts", nargs="+", choices=tuple(PARTS), default=list(PARTS))
    parser.add_argument("--folder", type=Path, help="keep the stores here, and use those there")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    options = parser.parse_args()
    found: dict[str, dict[int, Figures]] = {}
    for engine in options.engines or ENGINES:
        for size in options.sizes:
            figures = _measured(engine, size, options.parts, options.folder)
            found.setdefault(engine, {})[size] = figures
            if options.json:
                options.json.write_text(json.dumps(found, indent=2) + "\n")
        _print(engine, found[engine])
    return 0


def _measured(engine: str, size: int, parts: list[str], folder: Path | None) -> Figures:
    figures: Figures = {}
    with ExitStack() as opened:
        if engine == "postgres":
            from bench.server import database, server

            address = opened.enter_context(database(opened.enter_context(server()), f"l{size}"))
        else:
            home = folder or Path(opened.enter_context(tempfile.TemporaryDirectory()))
            address = str(home / f"large-{size}.db")
        for part in parts:
            print(f"{engine}, {size:,}: {part} …", file=sys.stderr, flush=True)
            figures |= _part(part, engine, size, address)
    return figures


def _part(part: str, engine: str, size: int, address: str) -> Figures:
    done = subprocess.run(
        [sys.executable, HERE / "large_part.py", part, engine, str(size), address],
        check=True,
        stdout=subprocess.PIPE,  # its progress goes to the terminal
        text=True,
        # One thread each: threads slow each other down on a busy machine.
        env={"OPENBLAS_NUM_THREADS": "1", **os.environ},
    )
    figures: Figures = json.loads(done.stdout.splitlines()[-1])
    return figures


def _print(engine: str, sizes: dict[int, Figures]) -> None:
    print(f"\n| {engine} | " + " | ".join(f"{size:,}" for size in sizes) + " |")
    print("| --- |" + " --- |" * len(sizes))
    for key, label in LABELS.items():
        if any(key in figures for figures in sizes.values()):
            cells = (f"{one[key]:,.3g}" if key in one else "" for one in sizes.values())
            print(f"| {label} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    sys.exit(main())
