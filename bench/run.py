"""`make bench`: what memory costs, as ratios to a bare floor measured in the same run.

Every figure is the median of three rounds, each in a process of its own, with the floor measured
right beside it: machines differ and are noisy, ratios hold.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROUNDS = 3
SIZES = (10_000, 100_000)
HERE = Path(__file__).parent


class Target(NamedTuple):
    """What a figure must reach."""

    label: str
    key: str
    at_least: float | None = None
    at_most: float | None = None
    goal: str = ""


TARGETS = (
    Target("add_many, share of the floor's rows/s", "add_many", at_least=0.20),
    Target("durable add, share of the floor's rows/s", "add", at_least=0.15, goal="0.25"),
    Target("recall in a subject, times the floor's", "recall", at_most=3.0, goal="under 1.5"),
    Target("as_of recall, times the plain one", "as_of", at_most=2.0),
    Target("ledger verify, rows/s", "verify_rows", at_least=25_000),
    Target("resident memory, store open, MB", "rss_open", at_most=150),
    Target("resident memory during add_many, MB", "rss_add_many", at_most=400),
    Target("start (import and open), CPU-seconds", "start_cpu", at_most=0.5),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    options = parser.parse_args()
    figures = {size: _measured(size, options.rounds) for size in options.sizes}
    failed = _print(figures)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")
    return 1 if failed else 0


def _measured(size: int, rounds: int) -> dict[str, float]:
    found: list[dict[str, float]] = []
    for number in range(rounds):
        print(f"{size:>9,} items, round {number + 1} of {rounds} …", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory() as folder:
            figures: dict[str, float] = {}
            for part in ("write", "read", "start"):
                figures |= _part(part, size, Path(folder))
            found.append(figures)
    return {key: median(one[key] for one in found) for key in found[0]}


def _part(part: str, size: int, folder: Path) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, str(HERE / "measure.py"), part, str(size), str(folder)],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


def _print(figures: dict[int, dict[str, float]]) -> bool:
    failed = False
    sizes = list(figures)
    heading = "".join(f"{size:>12,}" for size in sizes)
    print(f"\n{'':<44}{heading}   wanted")
    for target in TARGETS:
        cells = ""
        for size in sizes:
            value = figures[size][target.key]
            missed = (target.at_least is not None and value < target.at_least) or (
                target.at_most is not None and value > target.at_most
            )
            failed |= missed
            cells += f"{_shown(value) + (' !' if missed else ''):>12}"
        bound = (
            f"at least {target.at_least:,}"
            if target.at_least is not None
            else f"at most {target.at_most:,}"
        )
        goal = f" (goal {target.goal})" if target.goal else ""
        print(f"{target.label:<44}{cells}   {bound}{goal}")
    show: Callable[[str], str] = lambda key: "".join(  # noqa: E731
        f"{_shown(figures[size][key]):>12}" for size in sizes
    )
    print()
    for label, key in (
        ("floor: add_many, rows/s", "floor_add_many"),
        ("ours: add_many, rows/s", "our_add_many"),
        ("floor: durable add, ms", "floor_add_ms"),
        ("ours: durable add, ms", "our_add_ms"),
        ("floor: recall, ms", "floor_recall_ms"),
        ("ours: recall, ms", "our_recall_ms"),
        ("ours: recall over the whole space, ms", "our_wide_ms"),
    ):
        print(f"{label:<44}{show(key)}")
    if len(sizes) > 1:
        small, large = figures[sizes[0]], figures[sizes[-1]]
        floor_growth = large["floor_recall_ms"] / small["floor_recall_ms"]
        our_growth = large["our_recall_ms"] / small["our_recall_ms"]
        grew = our_growth > floor_growth
        failed |= grew
        print(
            f"\nrecall grows {our_growth:.2f} times from {sizes[0]:,} to {sizes[-1]:,} items, "
            f"the floor {floor_growth:.2f} times{'  !' if grew else ''}"
        )
    return failed


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3f}"


if __name__ == "__main__":
    raise SystemExit(main())
