"""What `rmb bench extract` prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from remembrancer.doors.cli import terminal

if TYPE_CHECKING:
    from remembrancer.bench.extract import DocumentResult

_COLUMNS = (
    ("precision", "precision"),
    ("recall", "recall"),
    ("values_right", "values"),
    ("kinds_right", "kinds"),
    ("deadlines_right", "deadlines"),
    ("owners_right", "owners"),
    ("evidence", "evidence"),
    ("junk", "junk"),
)


def show_part(
    name: str,
    figures: Mapping[str, Mapping[str, Any]],
    intervals: Mapping[str, tuple[float, float]],
) -> bool:
    """One part: a table by preset, language and form, and the goals. True: one was missed."""
    from remembrancer.bench.extract import GOALS, TOGETHER

    together = figures[TOGETHER]
    counts, telling = together["counts"], together["telling"]
    terminal.rule(
        f"{name}: {counts['documents']:,} documents, {counts['junk_documents']:,} of them with "
        f"nothing to remember, {counts['messages']:,} messages"
    )
    terminal.table(
        (
            [group, str(one["counts"]["documents"]), *(_percent(one[key]) for key, _ in _COLUMNS)]
            for group, one in figures.items()
        ),
        names=("in %", "n", *(title for _, title in _COLUMNS)),
    )
    terminal.blank()
    is_missed = False
    for goal in GOALS:
        value = together[goal.key]
        missed = goal.is_missed(value)
        is_missed |= missed
        between = ""
        if low_high := intervals.get(goal.key):
            between = f", between {_percent(low_high[0])} and {_percent(low_high[1])}"
        terminal.line(
            f"{goal.label}: {_percent(value)} %{between}; wanted "
            f"{'under' if goal.is_ceiling else 'at least'} {100 * goal.bound:g} %",
            ("  missed" if missed else "", "bad"),
        )
    terminal.line(
        f"{telling['proposals']:,} proposals where there is something to remember: "
        f"{telling['right']:,} right, {telling['part']:,} further parts of the same, "
        f"{telling['spare']:,} optional, {telling['twice']:,} said twice, {telling['wrong']:,} "
        f"wrong, {telling['unproven']:,} unproven. Of {telling['required']:,} required things "
        f"{telling['found']:,} were found, {telling['covered']:,} of them within the quote of "
        f"another. {counts['junk_proposals']:,} proposals in {counts['junk_documents_hit']:,} of "
        f"{counts['junk_documents']:,} documents with nothing to remember "
        f"({counts['junk_messages']:,} messages)."
    )
    return is_missed


def show_texts(results: Sequence[DocumentResult]) -> None:
    """What was missed, what was wrong, and what was kept of junk."""
    from remembrancer.bench.extract import missed_labels, wrong_values
    from remembrancer.bench.matching import MatchVerdict

    bad = (MatchVerdict.TWICE, MatchVerdict.WRONG, MatchVerdict.UNPROVEN)
    for result in results:
        lines = [("missed", quote, "") for quote in missed_labels(result)]
        lines += [
            (judged.verdict.value, judged.proposal.quote, f"  {judged.proposal.kind or ''}")
            for judged in result.matched.judged
            if judged.verdict in bad
        ]
        lines += [
            ("kind", judged.proposal.quote, f"  {judged.proposal.kind or ''}")
            for judged in result.matched.judged
            if judged.verdict not in bad and not judged.is_kind_right
        ]
        lines += [
            (wrong["field"], wrong["quote"], f"  wanted {wrong['wanted']}, data {wrong['data']}")
            for wrong in wrong_values(result)
        ]
        if lines:
            terminal.blank()
            terminal.line((result.document.id, "name"))
        for verdict, quote, more in lines:
            terminal.line((f"{verdict}: ", "bad"), (quote, "quote"), (more, "faint"), indent=2)


def show_meaning(engine: str) -> None:
    """How the figures come about, in one paragraph."""
    terminal.blank()
    terminal.line(
        (
            "precision: of the proposals in documents with something to remember, those that say "
            "something expected; optional ones count neither way, a second one for the same is "
            "wrong. recall: of the required things, those that were found. values, deadlines, "
            "owners, kinds: of what was found, where the fields are right. evidence: proposals "
            "whose quotes stand where they say. junk: proposals per message of documents with "
            f"nothing to remember. Engine: {engine}.",
            "faint",
        )
    )


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}"
