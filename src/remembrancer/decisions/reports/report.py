"""The report on one decision for whoever asks why: its chain, what was known, and the proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from remembrancer.core.ledger import Head, LedgerEntry
from remembrancer.core.limits import AUDIT_ENTRIES_MAX, REPORT_CHAIN_DEPTH
from remembrancer.core.scope import Scope
from remembrancer.core.texts.html_text import Html, html, joined
from remembrancer.decisions import catalogue, chain, context
from remembrancer.decisions.chain_picture import chain_picture, link_words, named, told
from remembrancer.decisions.context import DecisionContext, KnownThen, SinceThen
from remembrancer.decisions.decision import ChainStep, Decision, DecisionChain
from remembrancer.decisions.decision_rows import named as decision_named
from remembrancer.decisions.port import ChainDirection
from remembrancer.decisions.reports.report_page import (
    PrintedReport,
    day,
    facts,
    listed,
    plain,
    quote,
    report_page,
    section,
    table,
    words,
)
from remembrancer.items.evidence import Evidence
from remembrancer.ports import Reader

_SINCE: Final = {
    SinceThen.UNCHANGED: "still so",
    SinceThen.CHANGED: "changed since",
    SinceThen.REPLACED: "replaced since",
    SinceThen.WITHDRAWN: "withdrawn since",
    SinceThen.EXPIRED: "ran out since",
    SinceThen.ERASED: "erased since",
    SinceThen.HIDDEN: "no longer shown to the reader",
}


class DecisionFindings(NamedTuple):
    """What a report tells, as it was read at one moment."""

    decision: Decision
    title: str  # of its type
    chain: DecisionChain
    context: DecisionContext
    entries: tuple[LedgerEntry, ...]  # of the ledger; none: the reader is no admin
    last: LedgerEntry | None  # the end of the ledger


def findings(reader: Reader, scope: Scope, id: str) -> DecisionFindings:
    """Everything about one decision that the reader may see."""
    preset = scope.space.preset
    found = decision_named(reader, preset, id)
    both = (ChainDirection.BACKWARD, ChainDirection.FORWARD)
    entries: tuple[LedgerEntry, ...] = ()
    last: tuple[LedgerEntry, ...] = ()
    if scope.viewer.sees_personal:
        entries = reader.ledger.entries(after=0, limit=AUDIT_ENTRIES_MAX, target=found.id)
        end = reader.last_position() + 1
        last = reader.ledger.entries(after=end, limit=1, newest_first=True)
    return DecisionFindings(
        found,
        catalogue.title_of(preset.decisions, found.decision_type or found.kind),
        chain.chain(
            reader, scope, id, directions=both, types=chain.CAUSAL, depth=REPORT_CHAIN_DEPTH
        ),
        context.context(reader, scope, id),
        entries,
        last[0] if last else None,
    )


def report(found: DecisionFindings, scope: Scope, head: Head | None) -> PrintedReport:
    """The report as one page."""
    decision = found.decision
    title = f"{found.title}{f' for {decision.subject}' if decision.subject else ''}"
    body = (
        html('<p class="over">Report on a decision</p><h1>{title}</h1>', title=title),
        _decided(decision, found.title),
        section(
            "How it came about", *_chain(found.chain), empty="No cause or effect is on record."
        ),
        section(
            "What was known when it was recorded", *_known(found.context), empty="Nothing else."
        ),
        section(
            "Sources, word for word",
            *_sources(found),
            empty="No words are on record but those above. Whoever recorded them vouches for them.",
        ),
        section("Policies", *_policies(decision), empty="No policy is named."),
        section("Exceptions and escalations", *_exceptions(decision), empty="There were none."),
        section("What came of it", *_outcomes(decision), empty="Nobody has told yet."),
        section("Proof", *_proof(found.entries, head), empty=_NO_PROOF),
    )
    page = report_page(title, body, space=scope.space.name, by=scope.viewer.name, at=scope.now)
    return PrintedReport(title=title, html=page, made_at=scope.now, is_cut=found.chain.is_cut)


_NO_PROOF: Final = (
    "Positions and hashes of the ledger are shown to admins. An admin's report on this decision "
    "has them."
)


def _decided(one: Decision, title: str) -> Html:
    return facts(
        (
            ("Decided", one.recommendation or one.outcome or one.content),
            ("Why", one.reasoning),
            ("Type", title),
            ("About", one.subject),
            ("Decided on", day(one.decided_at)),
            ("Recorded", f"{day(one.recorded_at)} by {one.recorded_by} ({plain(one.source_type)})"),
            ("Set off by", one.trigger),
            ("Considered", "\n".join(one.alternatives_considered)),
            ("Concerns raised", "\n".join(one.concerns)),
            ("Agreed", one.outcome if one.recommendation else None),
            ("Before", one.before),
            ("After", one.after),
            ("Took part", one.participants),
            ("Approved by", one.approved_by),
            ("Through", one.process),
            ("State", one.status if one.status != "active" else None),
            ("Id", one.id),
        )
    )


def _chain(found: DecisionChain) -> Iterator[Html]:
    if not found.causes and not found.effects:
        return
    yield html(
        '<div class="picture" tabindex="0" role="region" aria-label="The chain, drawn. The list '
        'says the same.">{svg}</div>',
        svg=chain_picture(found, lambda _: None),
    )
    names = {found.decision.id: "this decision"} | {
        step.id: named(step.decision) for step in (*found.causes, *found.effects) if step.decision
    }
    here = html('<span class="here">{text}</span>', text=_line(found.decision))
    yield listed(
        (
            *(_step(one, names, "") for one in reversed(found.causes)),
            here,
            *(_step(one, names, "by ") for one in found.effects),
        ),
        tag="ol",
    )
    if found.is_cut:
        yield html('<p class="soft">There is more, further away than this report goes.</p>')


def _line(one: Decision) -> str:
    return f"{day(one.decided_at)}: {named(one)}. {told(one)}"


def _step(step: ChainStep, names: dict[str, str], word: str) -> Html:
    attrs = {} if step.relation is None else step.relation.attrs
    reason = attrs.get("reason") or attrs.get("grounds")
    linked = f"{link_words(step)} {word}{names.get(step.towards, 'what was erased')}"
    if step.is_proposed:
        linked += " (proposed, nobody confirmed it)"
    if step.decision is None:
        return html('erased <p class="soft">{linked}</p>', linked=linked)
    why = step.decision.reasoning
    return html(
        '{line} <span class="soft">({id})</span><p class="soft">{linked}{reason}{why}</p>',
        line=_line(step.decision),
        id=step.decision.id,
        linked=linked,
        reason=f": {reason}" if isinstance(reason, str) else "",
        why=f" Why: {why}" if why else "",
    )


def _known(found: DecisionContext) -> Iterator[Html]:
    yield html(
        '<p class="soft">As it stood on {day}, when the decision was recorded, word for word but '
        "for what was erased since. {changes} of it changed later, and {added} came later.</p>",
        day=day(found.at),
        changes=found.changes,
        added=found.added_since,
    )
    if found.gathered:
        yield html("<h3>Gathered for it</h3>")
        yield listed(html("{one}", one=words(one)) for one in found.gathered)
    if found.attributes:
        yield html("<h3>The subject</h3>")
        yield table(
            ("Attribute", "Then", "Known since", "Now"),
            (
                (
                    plain(one.name),
                    words(one.value),
                    day(one.known_since),
                    _now(words(one.now) or "not known any more") if one.has_changed else "the same",
                )
                for one in found.attributes
            ),
        )
    for title, known in (("It rests on", found.related), ("Also known", found.known)):
        if known:
            yield html("<h3>{title}</h3>", title=title)
            yield table(("Then", "From", "Since then"), map(_row, known))
    if found.is_cut:
        yield html('<p class="soft">More was known than is listed here.</p>')


def _row(one: KnownThen) -> tuple[str, str, str | Html]:
    origin = f"{plain(one.kind)}, {day(one.occurred_at)}, {one.source_user}"
    since = _SINCE[one.since]
    if one.since is SinceThen.UNCHANGED:
        return one.text, origin, since
    is_told = one.now is not None and one.now != one.text
    return one.text, origin, _now(f"{since}: {one.now}" if is_told else since)


def _now(text: str) -> Html:
    return html('<span class="changed">{text}</span>', text=text)


def _sources(found: DecisionFindings) -> Iterator[Html]:
    """What the decision and the steps of its chain are quoted from."""
    steps = [step.decision for step in (*reversed(found.chain.causes), *found.chain.effects)]
    for one in (found.decision, *filter(None, steps)):
        quotes: Sequence[Evidence] = one.evidence
        if quotes:
            yield html("<h3>{line}</h3>", line=f"{named(one)}, {day(one.decided_at)}")
            yield joined(map(quote, quotes))


def _policies(decision: Decision) -> Iterator[Html]:
    if decision.policies:
        yield table(
            ("Policy", "What was done", "Justification"),
            (
                (
                    one.name,
                    one.how.value,
                    one.justification
                    or ("" if one.how.value == "applied" else "none is on record"),
                )
                for one in decision.policies
            ),
        )


def _exceptions(decision: Decision) -> Iterator[Html]:
    if decision.exceptions:
        yield table(
            ("Exception", "Granted by"),
            ((one.justification, one.granted_by or "not named") for one in decision.exceptions),
        )
    if decision.escalations:
        yield table(
            ("Escalation", "Taken to", "Decided by", "What they said"),
            (
                (one.reason, one.to or "", one.decided_by or "", one.decision or "")
                for one in decision.escalations
            ),
        )


def _outcomes(decision: Decision) -> Iterator[Html]:
    if decision.outcomes:
        yield table(
            ("On", "What came of it", "Figure", "Told by"),
            ((day(one.at), one.text, words(one.value), one.by) for one in decision.outcomes),
        )
    if decision.revisits:
        yield table(
            ("Looked at again on", "Why", "By"),
            ((day(one.at), one.reason, one.by) for one in decision.revisits),
        )


def _proof(entries: Sequence[LedgerEntry], head: Head | None) -> Iterator[Html]:
    if not entries or head is None:
        return
    yield html(
        '<p class="soft">Every change is a row of a ledger, and the hash of a row seals all rows '
        "before it. These rows are about this decision.</p>"
    )
    yield table(
        ("Position", "On", "By", "Act", "Hash"),
        (
            (
                one.seq,
                day(one.at),
                one.actor,
                plain(one.action),
                html("<code>{h}</code>", h=one.hash),
            )
            for one in entries
        ),
    )
    yield html(
        "<p>The signed end of the ledger when this report was made. Whoever keeps it can prove "
        "later that nothing was taken away or changed: <code>rmb audit verify --head</code>.</p>"
        "<p><code>{head}</code></p>",
        head=head,
    )
