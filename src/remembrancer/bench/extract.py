"""`bench extract`: precision and recall of an extraction engine on labelled documents."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from remembrancer import __version__
from remembrancer.bench import fields
from remembrancer.bench.harness import error_line
from remembrancer.bench.labels import LabelledDocument
from remembrancer.bench.matching import (
    DocumentMatch,
    JudgedProposal,
    MatchVerdict,
    is_proven,
    match_labels,
)
from remembrancer.bench.measures import INTERVAL, RESAMPLES
from remembrancer.core.errors import InvalidInput, RemembrancerError
from remembrancer.core.kinds import Brief
from remembrancer.items.message import Message
from remembrancer.items.proposal import Extraction
from remembrancer.ports import Progress
from remembrancer.presets import preset_files as presets

ENGINE = "remembrancer.reading.offline.offline_extractor:extract"  # the offline extractor
TOGETHER = "all"
Engine = Callable[[Sequence[Message], Brief], Extraction]
Counts = dict[str, int]


class ExtractionGoal(NamedTuple):
    """The goal of a metric."""

    key: str
    label: str
    bound: float
    is_ceiling: bool = False

    def is_missed(self, value: float | None) -> bool:
        if value is None:
            return False
        return value >= self.bound if self.is_ceiling else value < self.bound


GOALS = (
    ExtractionGoal("precision", "item precision", 0.90),
    ExtractionGoal("recall", "recall", 0.60),
    ExtractionGoal("values_right", "slot values right", 0.90),
    ExtractionGoal("evidence", "evidence check", 1.0),
    ExtractionGoal(
        "junk", "junk: proposals per message with nothing to remember", 0.02, is_ceiling=True
    ),
)


class DocumentResult(NamedTuple):
    """A document with the engine's proposals matched to its labels."""

    document: LabelledDocument
    matched: DocumentMatch
    counts: Counts


def load_engine(named: str = ENGINE) -> Engine:
    """The engine of that name: `module:function`."""
    module, _, function = named.partition(":")
    try:
        found = getattr(import_module(module), function or "draw")
    except (ImportError, AttributeError, ValueError) as error:
        raise InvalidInput(
            f"There is no engine {named!r}: {error_line(error)}. Name one as module:function that "
            "takes messages and a brief.",
            field="engine",
        ) from error
    return found  # type: ignore[no-any-return]  # what a caller names is taken at its word


def brief_of(document: LabelledDocument) -> Brief:
    """The brief for the engine, which holds nothing of the labels."""
    preset = presets.load(document.preset)
    return Brief(
        language=document.language,
        kinds=preset.extract.kinds,
        categories=preset.categories.values,
        domains=preset.domains.values,
        is_strict=preset.categories.strict,
        subject=document.subject,
        names=document.names,
        live_state=document.live_state,
        is_about_clients=preset.extract.is_about_clients,
        hears_agents=preset.extract.hears_agents,
        only_due_tasks=preset.extract.only_due_tasks,
        skips_figures=preset.exclude_live_covered,
        now=document.at,
    )


def measure(
    documents: Sequence[LabelledDocument], draw: Engine, *, progress: Progress | None = None
) -> list[DocumentResult]:
    """Runs the engine on every document and matches the labels."""
    found = []
    for number, document in enumerate(documents, start=1):
        try:
            drawn = draw(document.stored(), brief_of(document))
        except Exception as error:  # an engine may be third-party code
            raise RemembrancerError(
                f"The engine fails on the document {document.id}: {error_line(error)}. Mend it, or "
                "name another with --engine."
            ) from error
        found.append(_document_result(document, drawn))
        if progress is not None:
            progress(number, len(documents))
    return found


def _document_result(document: LabelledDocument, drawn: Extraction) -> DocumentResult:
    preset = presets.load(document.preset)
    told = [one for one in drawn.proposals if not one.only_reconfirms]
    matched = match_labels(document, told, preset.extract.kinds, preset.default_kind)
    verdicts = [one.verdict for one in matched.judged]
    required = {n for n, label in enumerate(document.expect) if not label.optional}
    met = matched.found
    valued = [n for n in met if document.expect[n].value is not None]
    due = [n for n in met if document.expect[n].deadline is not None]
    owned = [n for n in met if document.expect[n].owner is not None]
    kept = [
        one
        for one in matched.judged
        if one.label is not None and one.verdict is not MatchVerdict.TWICE
    ]
    counts = {
        "documents": 1,
        "messages": len(document.messages),
        "proposals": len(verdicts),
        "proven": sum(is_proven(one, document) for one in told),
        **{verdict.name.lower(): verdicts.count(verdict) for verdict in MatchVerdict},
        "required": len(required),
        "found": len(required & met.keys()),
        "covered": len(required & matched.covered),
        "kinds": len(kept),
        "kinds_right": sum(one.is_kind_right for one in kept),
        "values": len(valued),
        "values_right": sum(fields.has_value(document.expect[n], met[n]) for n in valued),
        "deadlines": len(due),
        "deadlines_right": sum(fields.has_deadline(document.expect[n], met[n]) for n in due),
        "owners": len(owned),
        "owners_right": sum(fields.has_owner(document.expect[n], met[n]) for n in owned),
        "junk_documents": int(document.is_junk),
        "junk_documents_hit": int(document.is_junk and bool(verdicts)),
        "junk_messages": len(document.messages) * document.is_junk,
        "junk_proposals": len(verdicts) * document.is_junk,
    }
    return DocumentResult(document, matched, counts)


def summarise(found: Iterable[DocumentResult]) -> dict[str, Any]:
    """The metrics of some documents. A share of nothing is None."""
    ones = list(found)
    telling = _sum(one.counts for one in ones if not one.document.is_junk)
    total = _sum(one.counts for one in ones)
    return {
        "precision": _precision(telling),
        "recall": _share(telling, "found", "required"),
        "values_right": _share(telling, "values_right", "values"),
        "kinds_right": _share(telling, "kinds_right", "kinds"),
        "deadlines_right": _share(telling, "deadlines_right", "deadlines"),
        "owners_right": _share(telling, "owners_right", "owners"),
        "evidence": _share(total, "proven", "proposals"),
        "junk": _share(total, "junk_proposals", "junk_messages"),
        "counts": total,
        "telling": telling,
    }


def summarise_groups(found: Sequence[DocumentResult]) -> dict[str, dict[str, Any]]:
    """The metrics in total, and by preset, language and form."""
    made = {TOGETHER: summarise(found)}
    for field in ("preset", "language", "form"):
        for value in sorted({getattr(one.document, field) for one in found}):
            made[value] = summarise(one for one in found if getattr(one.document, field) == value)
    return made


def confidence_intervals(found: Sequence[DocumentResult]) -> dict[str, tuple[float, float]]:
    """95 % confidence intervals of precision and recall, by bootstrap over documents."""
    chance = random.Random(0)  # deterministic
    telling = [one.counts for one in found if not one.document.is_junk]
    shares = {
        "precision": [(one["right"] + one["part"], _counted(one)) for one in telling],
        "recall": [(one["found"], one["required"]) for one in telling],
    }
    made = {}
    for key, pairs in shares.items():
        values = []
        for _ in range(RESAMPLES):
            parts, wholes = zip(*chance.choices(pairs, k=len(pairs)), strict=True)
            if any(wholes):
                values.append(sum(parts) / sum(wholes))
        if values:
            cut = round((1 - INTERVAL) / 2 * len(values))
            ranked = sorted(values)
            made[key] = (ranked[cut], ranked[-1 - cut])
    return made


def missed_goals(figures: Mapping[str, Any]) -> list[str]:
    return [goal.key for goal in GOALS if goal.is_missed(figures[goal.key])]


def document_rows(found: Sequence[DocumentResult], *, with_texts: bool) -> list[dict[str, Any]]:
    """One row for each document; with texts only if they may be shown."""
    rows = []
    for one in found:
        document = one.document
        row: dict[str, Any] = {
            "id": document.id,
            "preset": document.preset,
            "language": document.language,
            "form": document.form,
            "is_junk": document.is_junk,
            "counts": one.counts,
        }
        if with_texts:
            row["proposals"] = [_proposal_row(judged) for judged in one.matched.judged]
            row["missed"] = missed_labels(one)
            row["values_wrong"] = wrong_values(one)
        rows.append(row)
    return rows


def missed_labels(one: DocumentResult) -> list[str]:
    """The quotes of required labels that no proposal matches."""
    return [
        label.quote
        for number, label in enumerate(one.document.expect)
        if not label.optional and number not in one.matched.found
    ]


def wrong_values(one: DocumentResult) -> list[dict[str, Any]]:
    """Matched labels whose value, deadline or owner is missing in the data."""
    checks = {
        "value": fields.has_value,
        "deadline": fields.has_deadline,
        "owner": fields.has_owner,
    }
    wrong = []
    for number, proposals in one.matched.found.items():
        label = one.document.expect[number]
        for field, holds in checks.items():
            wanted = getattr(label, field)
            if wanted is not None and not holds(label, proposals):
                data = [proposal.data for proposal in proposals]
                wrong.append({"quote": label.quote, "field": field, "wanted": wanted, "data": data})
    return wrong


def _proposal_row(judged: JudgedProposal) -> dict[str, Any]:
    proposal = judged.proposal
    return {
        "verdict": judged.verdict.value,
        "label": judged.label,
        "is_kind_right": judged.is_kind_right,
        "kind": proposal.kind,
        "message_id": proposal.message_id,
        "quote": proposal.quote,
        "content": proposal.content,
        "data": proposal.data,
    }


def run_metadata(named: str) -> dict[str, Any]:
    """The versions and settings that the metrics depend on."""
    return {
        "version": __version__,
        "engine": named,
        "goals": {goal.key: goal.bound for goal in GOALS},
    }


def _sum(counts: Iterable[Counts]) -> Counts:
    total: Counts = {}
    for one in counts:
        for key, number in one.items():
            total[key] = total.get(key, 0) + number
    return total


def _counted(counts: Counts) -> int:
    """Proposals that count for or against."""
    return counts["proposals"] - counts["spare"]


def _precision(counts: Counts) -> float | None:
    if not counts or not _counted(counts):
        return None
    return (counts["right"] + counts["part"]) / _counted(counts)


def _share(counts: Counts, part: str, whole: str) -> float | None:
    return counts[part] / counts[whole] if counts.get(whole) else None
