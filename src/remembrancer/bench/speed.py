"""`bench speed`: the cost of the memory, as ratios to a bare floor of the same run."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from remembrancer import __version__
from remembrancer.core.errors import NotAvailable, RemembrancerError
from remembrancer.ports import Progress

PARTS = ("write", "read")  # the steps for one size, each in its own process
GROWTH_GOAL = 1.5  # times
LARGE = 100_000  # messages, from which the bounds for large stores apply
Figures = dict[str, float]


class SpeedTarget(NamedTuple):
    """A metric with its bound. Without a bound it is only shown."""

    label: str
    key: str
    at_least: float | None = None
    at_most: float | None = None
    only_large: bool = False  # the bound applies to large stores only
    goal: str = ""

    def is_missed(self, value: float, messages: int) -> bool:
        if self.only_large and messages < LARGE:
            return False
        return (self.at_least is not None and value < self.at_least) or (
            self.at_most is not None and value > self.at_most
        )

    @property
    def wanted(self) -> str:
        bound = ""
        if self.at_least is not None:
            bound = f"at least {self.at_least:g}"
        elif self.at_most is not None:
            bound = f"at most {self.at_most:g}"
        large = f" at {LARGE:,}" if self.only_large and bound else ""
        return bound + large + (f", goal {self.goal}" if self.goal else "")


TARGETS = (
    SpeedTarget("import, share of the floor's rows/s", "import", at_least=0.25, only_large=True),
    SpeedTarget("  ours, messages/s, as one conversation", "our_import"),
    SpeedTarget("  ours, messages/s, one for each subject", "our_import_many"),
    SpeedTarget("  floor, messages/s", "floor_import"),
    SpeedTarget("  vectors and other due work, s", "due_s"),
    SpeedTarget("by words in a subject, times the floor's", "words"),
    SpeedTarget("  ours, ms at the median", "our_words_p50"),
    SpeedTarget("  ours, ms at the 95th percentile", "our_words_p95"),
    SpeedTarget("  floor, ms at the median", "floor_words_p50"),
    SpeedTarget("hybrid in a subject, times the floor's", "inside", at_most=3.0),
    SpeedTarget("  ours, ms at the median", "our_inside_p50"),
    SpeedTarget("  ours, ms at the 95th percentile", "our_inside_p95"),
    SpeedTarget("  floor, ms at the median", "floor_inside_p50"),
    SpeedTarget("hybrid in the whole space, times the floor's", "wide", at_most=3.0),
    SpeedTarget("  ours, ms at the median", "our_wide_p50"),
    SpeedTarget("  ours, ms at the 95th percentile", "our_wide_p95"),
    SpeedTarget("  floor, ms at the median", "floor_wide_p50"),
    SpeedTarget("embedding a question, ms at the median", "embedding_p50"),
    SpeedTarget("embedding a question, ms at the 95th percentile", "embedding_p95"),
    SpeedTarget("whole space with embedding, ms at the median", "whole_p50"),
    SpeedTarget(
        "whole space with embedding, ms at the 95th percentile",
        "whole_p95",
        at_most=150,
        only_large=True,
    ),
    SpeedTarget("memory at the worst, all vectors loaded, MB", "memory_mb", at_most=600),
)


class RecallGrowth(NamedTuple):
    """The slowdown of recall in one subject as the store grows."""

    small: int  # messages
    large: int
    ours: float  # times
    floor: float

    @property
    def is_missed(self) -> bool:
        return self.ours > max(self.floor, 1.0)


def measure_sizes(
    sizes: Sequence[int], subjects: int, *, progress: Progress | None = None
) -> Iterator[tuple[int, Figures]]:
    """The metrics of each size. Subjects have the same size in all of them."""
    check_tools()
    each = max(1, min(sizes) // subjects)
    for place, size in enumerate(sizes):
        figures: Figures = {}
        with tempfile.TemporaryDirectory() as folder:
            for part_place, part in enumerate(PARTS):
                if progress is not None:
                    progress(place * len(PARTS) + part_place, len(sizes) * len(PARTS))
                figures |= _part(part, size, max(1, size // each), Path(folder))
        yield size, figures


def measure_growth(found: dict[int, Figures]) -> RecallGrowth | None:
    """The growth from the smallest to the largest size; None: only one size."""
    small, large = min(found), max(found)
    if small == large:
        return None
    ours, floor = (
        found[large][key] / found[small][key] for key in ("our_inside_p50", "floor_inside_p50")
    )
    return RecallGrowth(small, large, ours, floor)


def report_document(
    found: dict[int, Figures], grown: RecallGrowth | None, subjects: int
) -> dict[str, Any]:
    """The report as JSON data."""
    return {
        "version": __version__,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "subjects": subjects,
        "sizes": {str(size): figures for size, figures in found.items()},
        "growth": grown._asdict() if grown else None,
        "missed": [
            {"messages": size, "figure": target.key, "wanted": target.wanted}
            for size, figures in found.items()
            for target in TARGETS
            if target.key in figures and target.is_missed(figures[target.key], size)
        ],
    }


def check_tools() -> None:
    if find_spec("numpy") is None:
        raise NotAvailable(
            "The floor of this bench needs NumPy, which is not installed. Install it with: "
            "pip install 'remembrancer[minilm]'"
        )


def _part(part: str, size: int, subjects: int, folder: Path) -> Figures:
    done = subprocess.run(
        [sys.executable, "-m", f"{__package__}.speed_part", part, f"{size}", f"{subjects}", folder],
        check=False,
        capture_output=True,
        text=True,
        env={
            # One thread each, since threads slow each other down on a busy machine.
            "OPENBLAS_NUM_THREADS": "1",
            **os.environ,
            # Import the same package as this process.
            "PYTHONPATH": os.pathsep.join(one for one in sys.path if one),
        },
    )
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise RemembrancerError(f"Measuring {size:,} messages ({part}) failed: {last}")
    figures: Figures = json.loads(done.stdout.splitlines()[-1])
    return figures
