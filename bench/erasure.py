"""What erasing one large subject costs in a full store. Prints its figures as one line of JSON."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

SUBJECT_ITEMS = 1_000
SECONDS_MAX = 5.0


def erase(size: int, folder: Path) -> dict[str, float]:
    """So many items, of which a thousand about one subject are erased."""
    from bench.corpus import Corpus
    from remembrancer import Memory

    corpus = Corpus(size)
    chosen = [{**item, "subject": "erased"} for item in islice(corpus.items(salt=2), SUBJECT_ITEMS)]
    path = folder / "erasure.db"
    with Memory.open(path, space="bench", preset="adviser") as memory:
        memory.add_many(corpus.items())
        memory.add_many(chosen)
        bytes_before = path.stat().st_size
        started = time.perf_counter()
        certificate = memory.erase(subject="erased", reason="measured")
        seconds = time.perf_counter() - started
        assert len(certificate.items) == SUBJECT_ITEMS
        assert certificate.pending == ()
        assert memory.verify().ok
    return {"erase_seconds": seconds, "store_megabytes": bytes_before / 1e6}


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as place:
        figures = erase(wanted, Path(place))
    print(json.dumps(figures))
    sys.exit(figures["erase_seconds"] > SECONDS_MAX)
