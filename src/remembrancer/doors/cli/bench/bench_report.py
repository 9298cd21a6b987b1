"""What `rmb bench` prints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from remembrancer.doors.cli import terminal

if TYPE_CHECKING:
    from remembrancer.bench.recall import RecallOptions
    from remembrancer.bench.run_comparison import RunComparison
    from remembrancer.bench.speed import RecallGrowth


def show_recall(name: str, result: Mapping[str, Any], asking: RecallOptions) -> None:
    """One set: a table for each level, then what it took and what became of the misses."""
    terminal.rule(
        f"{name}: {result['questions']:,} questions, {result['stories']:,} stories, "
        f"{result['items']:,} messages"
    )
    for level in ("turn", "session"):
        _show_level(level, result, asking.k)
    interval = result["interval_95"]
    terminal.line(
        f"{interval['of']} lies between {_percent(interval['low'])} and "
        f"{_percent(interval['high'])} % with a probability of 95 %. Recall takes "
        f"{result['latency_p50_ms']:.1f} ms at the median and {result['latency_p95_ms']:.1f} ms at "
        f"the 95th percentile; {result['ingest_items_per_s']:,.0f} messages/s were taken in. "
        f"{result['unscored']:,} questions have no evidence and were left out."
    )
    _show_misses(result["misses"], asking)


def _show_level(level: str, result: Mapping[str, Any], k: int) -> None:
    together = next(iter(result[level].values()))
    cuts = sorted(int(value.partition("@")[2]) for value in together if value.startswith("recall@"))
    below = max((cut for cut in cuts if cut < k), default=k)
    names = list(
        dict.fromkeys(
            name
            for name in (
                f"recall@{below}",
                f"recall@{k}",
                f"precision@{k}",
                f"hit@{k}",
                f"all@{below}",
                f"all@{k}",
                f"ndcg@{k}",
                "mrr",
            )
            if name in together
        )
    )
    terminal.table(
        (
            [category, str(result["count"][category]), *(_percent(means[name]) for name in names)]
            for category, means in result[level].items()
        ),
        names=(f"by {level}, in %", "n", *names),
    )
    terminal.blank()


def _show_misses(misses: Mapping[str, Mapping[str, int]], asking: RecallOptions) -> None:
    from remembrancer.bench.rows import FOUND, NOT_RETRIEVED, TOO_LOW

    pieces, questions = misses["evidence"], misses["questions"]
    terminal.line(
        f"Of {sum(pieces.values()):,} pieces of evidence {pieces[FOUND]:,} came among the first "
        f"{asking.k}; {pieces[TOO_LOW]:,} were ranked too low (up to {asking.depth}) and "
        f"{pieces[NOT_RETRIEVED]:,} not retrieved. Of {sum(questions.values()):,} questions "
        f"{questions[FOUND]:,} have all of theirs, {questions[TOO_LOW]:,} miss some that was "
        f"ranked too low, and {questions[NOT_RETRIEVED]:,} some that was not retrieved."
    )


def show_compared(comparison: RunComparison | None, k: int) -> None:
    if comparison is None:
        terminal.line("The earlier report holds none of these questions.")
        return
    terminal.line(
        f"Against the earlier run: recall@{k} {100 * comparison.difference:+.2f} points, between "
        f"{100 * comparison.low:+.2f} and {100 * comparison.high:+.2f}; "
        f"{comparison.better:,} questions better, "
        f"{comparison.worse:,} worse; the same first {k} hits for "
        f"{_percent(comparison.same_hits / comparison.questions)} % of {comparison.questions:,}."
    )


def show_speed(found: Mapping[int, Mapping[str, float]], grown: RecallGrowth | None) -> bool:
    """The table of figures, and what they must reach. True: something was missed."""
    from remembrancer.bench.speed import GROWTH_GOAL, TARGETS

    is_missed = False
    lines = []
    for target in TARGETS:
        cells = []
        for size, figures in found.items():
            value = figures.get(target.key)
            missed = value is not None and target.is_missed(value, size)
            is_missed |= missed
            cells.append("-" if value is None else _figure(value) + (" !" if missed else ""))
        lines.append([target.label, *cells, target.wanted])
    terminal.table(lines, names=("messages", *(f"{size:,}" for size in found), "wanted"))
    if grown is not None:
        mark = "  !" if grown.is_missed else ""
        terminal.line(
            f"From {grown.small:,} to {grown.large:,} messages, each subject as large as before, "
            f"hybrid recall in a subject takes {grown.ours:.2f} times as long, the floor "
            f"{grown.floor:.2f} times. Wanted: no more than the floor, goal under "
            f"{GROWTH_GOAL:g}.{mark}"
        )
    if not any("embedding_p50" in figures for figures in found.values()):
        terminal.line("No embedder is set up, so a question's embedding was not measured.")
    if is_missed:
        terminal.line(("! misses what is wanted.", "bad"))
    return is_missed or (grown is not None and grown.is_missed)


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def show_stamp(stamps: Mapping[str, Any]) -> None:
    """What the figures depend on, in one paragraph."""
    settings = stamps["settings"]
    embedder = settings["embedder"] or "none: words alone"
    if settings["embeddings_cached"]:
        embedder += " (texts that come again embedded once, questions each time)"
    terminal.blank()
    terminal.line(
        (
            f"remembrancer {settings['version']}, {settings['engine']} {settings['store']}, "
            f"preset {settings['preset'] or 'of each story or the default one'}, "
            f"embedder {embedder}.",
            "faint",
        )
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
