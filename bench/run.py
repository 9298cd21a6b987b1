"""`make bench`: what memory costs, as ratios to a bare floor measured in the same run.

Every figure is the median of three rounds, each in a process of its own, with the floor measured
right beside it: machines differ and are noisy, ratios hold. What capturing costs is measured once
for each size, since only its growth counts; `--capture` measures that alone, and a large folder
besides; `--remember` measures only what drawing knowledge out costs, and `--deliver` only what
handing it over does, `--serve` only what a request over HTTP does, `--pages` only what a page does,
`--add` only what adding an item does in each preset, `--graph` only what the graph does,
`--decisions` only chains and communities, and `--desk` only the memories of agents.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from bench.adds import EMBEDDERS, HELD, PRESETS  # noqa: E402
from bench.capture import TURNS_SHARE  # noqa: E402
from bench.deliver import FACTS  # noqa: E402
from bench.hook import print_hook  # noqa: E402
from bench.pages import PAGES  # noqa: E402
from bench.remember import MESSAGES  # noqa: E402
from bench.serve import REQUESTS  # noqa: E402
from bench.targets import (  # noqa: E402
    ADDS,
    BATCH,
    CAPTURE,
    DECISIONS,
    DELIVER,
    DESK,
    FACT,
    FOLDER,
    FOLDER_MB,
    GRAPH,
    PAGES_SHOWN,
    REMEMBER,
    SERVE,
    SHOWN,
    TARGETS,
    Target,
)

ROUNDS = 3
SIZES = (10_000, 100_000)
PARTS = ("write", "read", "erase", "start")
Figures = dict[int, dict[str, float]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", choices=tuple(TARGETS), action="append", dest="engines")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument(
        "--capture",
        action="store_true",
        help=f"only what capturing costs, with a folder of {FOLDER_MB} MB; takes minutes",
    )
    parser.add_argument(
        "--remember", action="store_true", help="only what drawing knowledge out of messages costs"
    )
    parser.add_argument(
        "--deliver", action="store_true", help="only what bundles and composed requests cost"
    )
    parser.add_argument("--serve", action="store_true", help="only requests per second of a server")
    parser.add_argument("--pages", action="store_true", help="only what the pages cost")
    parser.add_argument(
        "--add", action="store_true", help="only what adding and accepting cost in each preset"
    )
    parser.add_argument("--graph", action="store_true", help="only what the graph costs")
    parser.add_argument(
        "--decisions", action="store_true", help="only what chains and communities cost"
    )
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    parser.add_argument("--desk", action="store_true", help="only what agents' memories cost")
    options = parser.parse_args()
    found: dict[str, Figures] = {}
    failed = False
    chosen = (options.capture, options.remember, options.deliver, options.pages, options.add)
    alone = options.graph or options.decisions or options.desk
    if options.graph or not (any(chosen) or options.serve or alone):
        drawn = {size: _run("graph.py", str(size)) for size in options.sizes}
        failed |= _print_figures(f"the graph, {max(drawn):,} relations", drawn[max(drawn)], GRAPH)
        _add(found, "graph", drawn)
    if options.decisions or not (any(chosen) or options.serve or alone):
        decided = {size: _run("decisions.py", str(size)) for size in options.sizes}
        title = f"decisions, {max(decided):,} with three links each"
        failed |= _print_figures(title, decided[max(decided)], DECISIONS)
        _add(found, "decisions", decided)
    if options.desk or not (any(chosen) or options.serve or alone):
        desks = {size: _run("desk.py", str(size)) for size in options.sizes}
        title = f"agents of a desk, {max(desks):,} items"
        failed |= _print_figures(title, desks[max(desks)], DESK)
        _add(found, "desk", desks)
    if alone:
        if options.json:
            options.json.write_text(json.dumps(found, indent=2) + "\n")
        return 1 if failed else 0
    if not any(chosen):
        print_hook()
    for engine in options.engines or TARGETS:
        with _home(engine) as home:
            others = (options.deliver, options.capture, options.remember, options.serve)
            if options.add or not (options.pages or any(others)):
                added = _added(engine, home)
                failed |= _print_added(engine, added)
                found.setdefault(engine, {})[0] = added
            if options.add:
                continue
            if options.pages or not any(others):
                size = max(options.sizes)
                looked_at = _looked_at(engine, home, size, options.rounds)
                failed |= _print_pages(engine, size, looked_at)
                _add(found, engine, {size: looked_at})
            if options.pages:
                continue
            if options.serve or not (options.deliver or options.capture or options.remember):
                served = _served(engine, home)
                failed |= _print_figures(f"{engine}, requests over REST", served, SERVE)
                _add(found, engine, {REQUESTS: served})
            if options.serve:
                continue
            if options.deliver or not (options.capture or options.remember):
                delivered = {facts: _delivered(engine, home, facts) for facts in FACTS}
                failed |= _print_delivered(engine, delivered)
                _add(found, engine, delivered)
            if options.deliver:
                continue
            if not options.capture and not options.remember:
                measured = {
                    size: _measured(engine, home, size, options.rounds) for size in options.sizes
                }
                failed |= _print(engine, measured)
                _add(found, engine, measured)
            if not options.remember:
                captured = {size: _captured(engine, home, size) for size in options.sizes}
                failed |= _print_growth(f"{engine}, messages read", captured, CAPTURE)
                _add(found, engine, captured)
            if options.capture:
                failed |= _print_folder(engine, home)
                continue
            rate = _rate(engine, home, options.rounds)
            failed |= _print_rate(engine, rate)
            _add(found, engine, {MESSAGES: rate})
            facts = {size: _fact(engine, home, size) for size in options.sizes}
            failed |= _print_growth(f"{engine}, items in the store", facts, FACT)
            _add(found, engine, facts)
    if options.json:
        options.json.write_text(json.dumps(found, indent=2) + "\n")
    return 1 if failed else 0


@contextmanager
def _home(engine: str) -> Iterator[str]:
    """Where an engine's stores are made: a server, or nothing that has to be there."""
    if engine == "postgres":
        from bench.server import server

        with server() as url:
            yield url
    else:
        yield ""


@contextmanager
def _fresh(home: str) -> Iterator[tuple[str, str]]:
    """The addresses of a new store and of a new floor."""
    with ExitStack() as opened:
        if home:
            from bench.server import database

            ours, floor = (opened.enter_context(database(home, one)) for one in ("ours", "floor"))
            yield ours, floor
        else:
            folder = opened.enter_context(tempfile.TemporaryDirectory())
            yield f"{folder}/ours.db", f"{folder}/floor.db"


def _measured(engine: str, home: str, size: int, rounds: int) -> dict[str, float]:
    found: list[dict[str, float]] = []
    for number in range(rounds):
        print(
            f"{engine}, {size:>9,} items, round {number + 1} of {rounds} …",
            file=sys.stderr,
            flush=True,
        )
        with _fresh(home) as (ours, floor):
            figures: dict[str, float] = {}
            for part in PARTS:
                figures |= _part(part, size, ours, floor)
            found.append(figures)
    return {key: median(one[key] for one in found) for key in found[0]}


def _part(part: str, size: int, ours: str, floor: str) -> dict[str, float]:
    return _run("measure.py", part, str(size), ours, floor)


def _run(script: str, *given: str) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, str(HERE / script), *given],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


def _captured(engine: str, home: str, size: int) -> dict[str, float]:
    print(f"{engine}, {size:>9,} messages …", file=sys.stderr, flush=True)
    figures: dict[str, float] = {}
    for part in ("bulk", "turns"):
        with _fresh(home) as (ours, _):
            figures |= _run("capture.py", part, str(size), ours)
    return figures


def _rate(engine: str, home: str, rounds: int) -> dict[str, float]:
    found: list[dict[str, float]] = []
    for number in range(rounds):
        print(
            f"{engine}, {MESSAGES:>9,} messages remembered, round {number + 1} of {rounds} …",
            file=sys.stderr,
            flush=True,
        )
        with _fresh(home) as (ours, floor):
            found.append(_run("remember.py", "rate", str(MESSAGES), ours, floor))
    return {key: median(one[key] for one in found) for key in found[0]}


def _fact(engine: str, home: str, size: int) -> dict[str, float]:
    print(f"{engine}, {size:>9,} items and a fact more …", file=sys.stderr, flush=True)
    with _fresh(home) as (ours, _):
        return _run("remember.py", "fact", str(size), ours)


def _delivered(engine: str, home: str, facts: int) -> dict[str, float]:
    print(f"{engine}, {facts:>9,} accepted facts handed over …", file=sys.stderr, flush=True)
    with _fresh(home) as (ours, floor):
        return _run("deliver.py", str(facts), ours, floor)


def _added(engine: str, home: str) -> dict[str, float]:
    """What adding costs in each preset, with and without an embedder, and accepting many."""
    found: dict[str, float] = {}
    for preset in PRESETS:
        for embedder in EMBEDDERS:
            print(f"{engine}, adding in {preset}, {embedder} …", file=sys.stderr, flush=True)
            with _fresh(home) as (ours, floor):
                figures = _run("adds.py", "add", preset, embedder, ours, floor)
            found |= {f"{preset} {embedder} {key}": value for key, value in figures.items()}
    with _fresh(home) as (ours, floor):
        return found | _run("adds.py", "batch", "corporate", "none", ours, floor)


def _served(engine: str, home: str) -> dict[str, float]:
    print(f"{engine}, {REQUESTS:>9,} requests a turn over REST …", file=sys.stderr, flush=True)
    with _fresh(home) as (ours, floor):
        return _run("serve.py", home or "-", ours, floor)


def _looked_at(engine: str, home: str, size: int, rounds: int) -> dict[str, float]:
    """What the pages cost. The store is made once: looking at it leaves it as it is."""
    found: list[dict[str, float]] = []
    with _fresh(home) as (ours, floor):
        print(f"{engine}, {size:>9,} items for the pages …", file=sys.stderr, flush=True)
        told = json.dumps(_run("pages.py", "fill", str(size), ours, floor))
        if home:
            from bench.server import settle

            settle(ours, floor)
        for number in range(rounds):
            print(f"{engine}, pages, round {number + 1} of {rounds} …", file=sys.stderr, flush=True)
            found.append(_run("pages.py", "measure", ours, floor, told))
    return {key: median(one[key] for one in found) for key in found[0]}


def _print_pages(engine: str, size: int, figures: dict[str, float]) -> bool:
    """Prints what each page takes beside its bare query, and the most that is loaded. True: too
    much."""
    print(
        f"\n{f'{engine}, {size:,} items, pages':<44}{'server ms':>12}{'bare ms':>12}{'times':>12}"
    )
    for page in PAGES:
        keys = (f"{page}_page_ms", f"{page}_bare_ms", f"{page}_page")
        print(f"{page:<44}" + "".join(f"{_shown(figures[key]):>12}" for key in keys))
    return _print_figures("of these pages", figures, PAGES_SHOWN)


def _print_added(engine: str, figures: dict[str, float]) -> bool:
    """Prints what adding takes in each preset, by how much is known. True: too much."""
    failed = False
    sizes = "".join(f"{f'{held:,} items':>13}" for held in HELD)
    heading = f"{engine}, processor ms of an add"
    print(f"\n{heading:<34}{sizes}" + "".join(f"{one.label:>12}" for one in ADDS))
    for preset in PRESETS:
        for embedder in EMBEDDERS:
            of = f"{preset} {embedder}"
            cells = "".join(f"{_shown(figures[f'{of} add_{held}_ms']):>13}" for held in HELD)
            for target in ADDS:
                value = figures[f"{of} {target.key}"]
                failed |= target.is_missed(value)
                mark = " !" if target.is_missed(value) else ""
                cells += f"{_shown(value) + mark:>12}"
            print(f"{f'{preset}, embedder {embedder}':<34}{cells}")
    print("wanted: " + ", ".join(f"{one.label} {one.wanted}" for one in ADDS))
    return _print_figures(f"{engine}, 500 items approved at once", figures, BATCH) or failed


def _print_delivered(engine: str, figures: Figures) -> bool:
    """Prints what handing knowledge over takes beside a bare query. True: too much."""
    failed = False
    sizes = "".join(f"{facts:>12,}" for facts in figures)
    print(f"\n{f'{engine}, accepted facts':<44}{sizes}   wanted")
    for target in DELIVER:
        values = [one[target.key] for one in figures.values()]
        missed = [target.is_missed(value) for value in values]
        failed |= any(missed)
        cells = "".join(
            f"{_shown(value) + (' !' if is_missed else ''):>12}"
            for value, is_missed in zip(values, missed, strict=True)
        )
        print(f"{target.label:<44}{cells}   {target.wanted}")
    return failed


def _add(found: dict[str, Figures], engine: str, more: Figures) -> None:
    for size, figures in more.items():
        found.setdefault(engine, {}).setdefault(size, {}).update(figures)


def _print_rate(engine: str, figures: dict[str, float]) -> bool:
    """Prints what remembering takes beside capturing raw. True: too much."""
    heading = f"{engine}, {MESSAGES:,} messages, a fact in every eighth"
    return _print_figures(heading, figures, REMEMBER)


def _print_figures(heading: str, figures: dict[str, float], targets: tuple[Target, ...]) -> bool:
    """Prints one column of figures. True: a target was missed."""
    failed = False
    print(f"\n{heading}")
    for target in targets:
        value = figures[target.key]
        missed = target.is_missed(value)
        failed |= missed
        print(f"{target.label:<44}{_shown(value) + (' !' if missed else ''):>12}   {target.wanted}")
    return failed


def _print_growth(heading: str, figures: Figures, targets: tuple[Target, ...]) -> bool:
    """Prints how a cost grows with what is there already. True: too much."""
    failed = False
    small, large = min(figures), max(figures)
    sizes = "".join(f"{size:>12,}" for size in figures)
    print(f"\n{heading:<44}{sizes}{'grows':>12}   wanted")
    if targets is CAPTURE:
        shares = "".join(f"{size // TURNS_SHARE:>12,}" for size in figures)
        print(f"{'messages appended':<44}{shares}")
    for target in targets:
        growth = figures[large][target.key] / figures[small][target.key]
        missed = target.is_missed(growth)
        failed |= missed
        cells = "".join(f"{_shown(one[target.key]):>12}" for one in figures.values())
        cells += f"{_shown(growth) + (' !' if missed else ''):>12}"
        print(f"{target.label:<44}{cells}   {target.wanted}")
    return failed


def _print_folder(engine: str, home: str) -> bool:
    """Prints what reading a large folder takes. True: too much."""
    with _fresh(home) as (ours, _):
        figures = _run("capture.py", "folder", str(FOLDER_MB), ours)
    return _print_figures(f"{engine}, a folder of {FOLDER_MB} MB", figures, FOLDER)


def _print(engine: str, figures: Figures) -> bool:
    """Prints an engine's table. True: a target was missed."""
    failed = False
    sizes = list(figures)
    heading = "".join(f"{size:>12,}" for size in sizes)
    print(f"\n{engine:<44}{heading}   wanted")
    for target in TARGETS[engine]:
        cells = ""
        for size in sizes:
            value = figures[size][target.key]
            missed = target.is_missed(value)
            failed |= missed
            cells += f"{_shown(value) + (' !' if missed else ''):>12}"
        print(f"{target.label:<44}{cells}   {target.wanted}")
    print()
    for label, key in SHOWN:
        print(f"{label:<44}" + "".join(f"{_shown(figures[size][key]):>12}" for size in sizes))
    return failed | _grew(figures, sizes[0], sizes[-1])


def _grew(figures: Figures, small: int, large: int) -> bool:
    """Prints how recall grows with the store. True: more than the floor does."""
    if small == large:
        return False
    floor, ours = (
        figures[large][key] / figures[small][key] for key in ("floor_recall_ms", "our_recall_ms")
    )
    mark = "  !" if ours > floor else ""
    print(
        f"\nrecall grows {ours:.2f} times from {small:,} to {large:,} items, "
        f"the floor {floor:.2f} times{mark}"
    )
    return ours > floor


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3f}"


if __name__ == "__main__":
    raise SystemExit(main())
