"""`bench extract`: documents with labels, read by an engine that has not seen the labels."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from remembrancer import __version__
from remembrancer.bench import fields
from remembrancer.bench.harness import told
from remembrancer.bench.labels import Document
from remembrancer.bench.matching import Judged, Matched, Verdict, is_proven, match
from remembrancer.bench.measures import INTERVAL, RESAMPLES
from remembrancer.core.errors import InvalidInput, RemembrancerError
from remembrancer.core.kinds import Brief
from remembrancer.items.message import Message
from remembrancer.items.proposal import Drawn
from remembrancer.ports import Progress
from remembrancer.presets import preset_files as presets

ENGINE = "remembrancer.reading.offline.offline:draw"  # the one that works without a key
TOGETHER = "all"
Engine = Callable[[Sequence[Message], Brief], Drawn]
Counts = dict[str, int]


class Goal(NamedTuple):
    """What a figure must reach."""

    key: str
    label: str
    bound: float
    is_ceiling: bool = False

    def is_missed(self, value: float | None) -> bool:
        if value is None:
            return False
        return value >= self.bound if self.is_ceiling else value < self.bound


GOALS = (
    Goal("precision", "item precision", 0.90),
    Goal("recall", "recall", 0.60),
    Goal("values_right", "slot values right", 0.90),
    Goal("evidence", "evidence check", 1.0),
    Goal("junk", "junk: proposals per message with nothing to remember", 0.02, is_ceiling=True),
)


class Read(NamedTuple):
    """A document as read by an engine."""

    document: Document
    matched: Matched
    counts: Counts


def engine(named: str = ENGINE) -> Engine:
    """The engine of that name: `module:function`."""
    module, _, function = named.partition(":")
    try:
        found = getattr(import_module(module), function or "draw")
    except (ImportError, AttributeError, ValueError) as error:
        raise InvalidInput(
            f"There is no engine {named!r}: {told(error)}. Name one as module:function that takes "
            "messages and a brief.",
            field="engine",
        ) from error
    return found  # type: ignore[no-any-return]  # what a caller names is taken at its word


def brief(document: Document) -> Brief:
    """What the engine is told besides the words: nothing of the labels."""
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
        skips_figures=preset.exclude_live_covered,
        now=document.at,
    )


def measure(
    documents: Sequence[Document], draw: Engine, *, progress: Progress | None = None
) -> list[Read]:
    """Every document as the engine reads it, beside its labels."""
    found = []
    for number, document in enumerate(documents, start=1):
        try:
            drawn = draw(document.stored(), brief(document))
        except Exception as error:  # an engine may be anybody's
            raise RemembrancerError(
                f"The engine fails on the document {document.id}: {told(error)}. Mend it, or name "
                "another with --engine."
            ) from error
        found.append(_read(document, drawn))
        if progress is not None:
            progress(number, len(documents))
    return found


def _read(document: Document, drawn: Drawn) -> Read:
    preset = presets.load(document.preset)
    told = [one for one in drawn.proposals if not one.only_reconfirms]
    matched = match(document, told, preset.extract.kinds, preset.default_kind)
    verdicts = [one.verdict for one in matched.judged]
    required = {n for n, label in enumerate(document.expect) if not label.optional}
    met = matched.found
    valued = [n for n in met if document.expect[n].value is not None]
    due = [n for n in met if document.expect[n].deadline is not None]
    owned = [n for n in met if document.expect[n].owner is not None]
    kept = [
        one for one in matched.judged if one.label is not None and one.verdict is not Verdict.TWICE
    ]
    counts = {
        "documents": 1,
        "messages": len(document.messages),
        "proposals": len(verdicts),
        "proven": sum(is_proven(one, document) for one in told),
        **{verdict.name.lower(): verdicts.count(verdict) for verdict in Verdict},
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
    return Read(document, matched, counts)


def summary(found: Iterable[Read]) -> dict[str, Any]:
    """The figures of some documents. A share of nothing is None."""
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


def groups(found: Sequence[Read]) -> dict[str, dict[str, Any]]:
    """The figures together, then by preset, by language and by form."""
    made = {TOGETHER: summary(found)}
    for field in ("preset", "language", "form"):
        for value in sorted({getattr(one.document, field) for one in found}):
            made[value] = summary(one for one in found if getattr(one.document, field) == value)
    return made


def intervals(found: Sequence[Read]) -> dict[str, tuple[float, float]]:
    """Between what precision and recall lie at 95 %, with other documents of the same kinds."""
    chance = random.Random(0)  # the same figures for the same documents
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


def document_rows(found: Sequence[Read], *, with_texts: bool) -> list[dict[str, Any]]:
    """One row for each document; with its texts only where those may be looked at."""
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
            row["missed"] = missed(one)
            row["values_wrong"] = values_wrong(one)
        rows.append(row)
    return rows


def missed(one: Read) -> list[str]:
    """Required words that no proposal says."""
    return [
        label.quote
        for number, label in enumerate(one.document.expect)
        if not label.optional and number not in one.matched.found
    ]


def values_wrong(one: Read) -> list[dict[str, Any]]:
    """Labels that are met by proposals whose data lacks the value, the deadline or the owner."""
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


def _proposal_row(judged: Judged) -> dict[str, Any]:
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


def stamp(named: str) -> dict[str, Any]:
    """What the figures depend on."""
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
