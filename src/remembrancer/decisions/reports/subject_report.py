"""The report on one subject: all that is held about a client, as far as the reader may see it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final, NamedTuple

from remembrancer.core.limits import (
    PAGE_ITEMS_MAX,
    REPORT_DELIVERIES_MAX,
    REPORT_ITEMS_MAX,
    REPORT_MESSAGES_MAX,
    REPORT_RELATIONS_MAX,
)
from remembrancer.core.scope import Scope
from remembrancer.core.texts.html_text import Html, html, joined
from remembrancer.core.validation import check_name
from remembrancer.decisions import listing
from remembrancer.decisions.chain_picture import named
from remembrancer.decisions.decision import Decision
from remembrancer.decisions.reports.report_page import (
    PrintedReport,
    day,
    facts,
    plain,
    quote,
    report_page,
    section,
    table,
    words,
)
from remembrancer.items.conversation import Conversation
from remembrancer.items.entity import DRAWN_FROM, Entity
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Item
from remembrancer.items.kinds.decision_kinds import decision_kinds
from remembrancer.items.message import Message
from remembrancer.items.relation import Relation
from remembrancer.ports import Reader

_PAGE: Final = PAGE_ITEMS_MAX


class SubjectFindings(NamedTuple):
    """What is held about a subject, as it was read at one moment."""

    subject: str
    items: tuple[Item, ...]  # without decisions, by kind, the newest first
    decisions: tuple[Decision, ...]
    talks: tuple[tuple[Conversation, tuple[Message, ...]], ...]
    entities: tuple[Entity, ...]
    relations: tuple[Relation, ...]
    names: dict[str, str]  # of the nodes at the ends of the relations
    deliveries: int
    cut: tuple[str, ...]  # of what there is more than the report holds


def findings(reader: Reader, scope: Scope, subject: Any) -> SubjectFindings:
    """Everything about a subject that the reader may see, up to the limits of a report."""
    check_name(subject, "subject")
    cut: list[str] = []
    kinds = decision_kinds(scope.space.preset)
    held = _items(reader, subject, cut)
    entities, relations, names = _graph(reader, scope, subject, cut)
    return SubjectFindings(
        subject,
        tuple(sorted((one for one in held if one.kind not in kinds), key=lambda one: one.kind)),
        _decisions(reader, scope, subject, cut),
        _talks(reader, subject, cut),
        entities,
        relations,
        names,
        _deliveries(reader, subject, cut),
        tuple(cut),
    )


def _items(reader: Reader, subject: str, cut: list[str]) -> list[Item]:
    found: list[Item] = []
    after: str | None = None
    while len(found) < REPORT_ITEMS_MAX:
        page = reader.items.page(ItemFilter(subject=subject), limit=_PAGE, after=after)
        found += page.items
        after = page.next
        if after is None:
            return found
    cut.append("items")
    return found


def _decisions(reader: Reader, scope: Scope, subject: str, cut: list[str]) -> tuple[Decision, ...]:
    found: list[Decision] = []
    after: str | None = None
    asked = listing.DecisionFilter(subject=subject)
    while len(found) < REPORT_ITEMS_MAX:
        page = listing.page(reader, scope, asked, limit=_PAGE, cursor=after)
        found += page.decisions
        after = page.next
        if after is None:
            return tuple(found)
    cut.append("decisions")
    return tuple(found)


def _talks(
    reader: Reader, subject: str, cut: list[str]
) -> tuple[tuple[Conversation, tuple[Message, ...]], ...]:
    found: list[tuple[Conversation, tuple[Message, ...]]] = []
    after: str | None = None
    count = 0
    while True:
        page = reader.conversations.page(subject=subject, limit=_PAGE, after=after)
        for talk in page.conversations:
            said, room = reader.conversations.messages(talk.id), REPORT_MESSAGES_MAX - count
            found.append((talk, said[:room]))
            count += len(said)
            if len(said) > room:
                cut.append("messages")
                return tuple(found)
        after = page.next
        if after is None:
            return tuple(found)


def _graph(
    reader: Reader, scope: Scope, subject: str, cut: list[str]
) -> tuple[tuple[Entity, ...], tuple[Relation, ...], dict[str, str]]:
    members = listing.entities_of(reader, scope, subject)
    if not members:
        return (), (), {}
    roots = sorted(set(reader.entities.roots(members).values()))
    found = reader.edges.listed(ends=members, limit=REPORT_RELATIONS_MAX + 1)
    if len(found) > REPORT_RELATIONS_MAX:
        cut.append("relations")
    relations = found[:REPORT_RELATIONS_MAX]
    ends = {end for one in relations for end in (one.source, one.target)}
    names = {id: one.title or one.content for id, one in reader.items.named(ends).items()}
    stand_for = reader.entities.roots(ends)
    known = {one.id: one.name for one in reader.entities.standing(sorted(set(stand_for.values())))}
    names |= {end: known[root] for end, root in stand_for.items() if root in known}
    return reader.entities.standing(roots), relations, names


def _deliveries(reader: Reader, subject: str, cut: list[str]) -> int:
    count, after = 0, None
    while count < REPORT_DELIVERIES_MAX:
        page = reader.deliveries.page(limit=_PAGE, after=after, subject=subject)
        count += len(page.deliveries)
        after = page.next
        if after is None:
            return count
    cut.append("deliveries")
    return count


def report(found: SubjectFindings, scope: Scope) -> PrintedReport:
    """The report as one page."""
    title = f"What is held about {found.subject}"
    body = (
        html('<p class="over">Report on a subject</p><h1>{title}</h1>', title=title),
        _overview(found),
        *_kinds(found.items),
        section("Decisions", *map(_decided, found.decisions), empty="There are none."),
        section("What was said", *map(_said, found.talks), empty="No conversation is about it."),
        section("In the graph", *_nodes(found), empty="Nothing stands for it there."),
    )
    page = report_page(title, body, space=scope.space.name, by=scope.viewer.name, at=scope.now)
    return PrintedReport(title=title, html=page, made_at=scope.now, is_cut=bool(found.cut))


def _overview(found: SubjectFindings) -> Html:
    said = sum(len(messages) for _, messages in found.talks)
    counts = facts(
        (
            ("Items", str(len(found.items))),
            ("Decisions", str(len(found.decisions))),
            ("Messages", f"{said} in {len(found.talks)} conversations"),
            ("Relations", str(len(found.relations))),
            ("Handed over", f"{found.deliveries} times, as far as the reader may know"),
        )
    )
    if not found.cut:
        return counts
    warning = html(
        '<p class="changed">This report is not complete: there are more {cut} than one report '
        "holds.</p>",
        cut=" and ".join(found.cut),
    )
    return joined((counts, warning))


def _kinds(items: tuple[Item, ...]) -> Iterator[Html]:
    for kind, listed in groupby(items, key=lambda one: one.kind):
        yield section(
            plain(kind).capitalize(),
            table(("What", "Since", "From", "State"), map(_row, listed)),
            empty="",
        )
    if not items:
        yield section("Items", empty="There are none.")


def _row(one: Item) -> tuple[Html, str, str, str]:
    title = f"{one.title}\n" if one.title and one.title != one.content else ""
    quotes = joined(quote(each) for each in one.evidence if each.quote)
    data = f"\n{words(one.data)}" if one.data else ""
    text = html(
        "{title}{content}{data}{quotes}", title=title, content=one.content, data=data, quotes=quotes
    )
    origin = f"{one.source_user} ({plain(one.source_type)})"
    state = f"{plain(one.status)}{', personal' if one.is_personal else ''}"
    return text, day(one.created_at), origin, state


def _decided(one: Decision) -> Html:
    pairs = (
        ("Decided", one.recommendation or one.outcome or one.content),
        ("Why", one.reasoning),
        ("Set off by", one.trigger),
        ("Gathered", one.context_gathered),
        ("Considered", one.alternatives_considered),
        ("Took part", one.participants),
        ("Policies", [f"{use.name}: {use.how.value}" for use in one.policies]),
        ("What came of it", [each.text for each in one.outcomes]),
        ("Recorded by", f"{one.recorded_by} ({plain(one.source_type)})"),
        ("Id", one.id),
    )
    return html(
        "<h3>{title}</h3>{pairs}", title=f"{named(one)}, {day(one.decided_at)}", pairs=facts(pairs)
    )


def _said(talk: tuple[Conversation, tuple[Message, ...]]) -> Html:
    conversation, messages = talk
    rows = ((f"{one.timestamp:%Y-%m-%d %H:%M}", one.author_id, one.content) for one in messages)
    return html(
        "<h3>{title}</h3>{rows}",
        title=conversation.title or conversation.id,
        rows=table(("When", "Who", "What"), rows),
    )


def _nodes(found: SubjectFindings) -> Iterator[Html]:
    for one in found.entities:
        attrs = {plain(name): value for name, value in one.attrs.items() if name != DRAWN_FROM}
        yield html("<h3>{name}</h3>", name=f"{one.name} ({one.kind})")
        yield facts(
            (("Also called", one.aliases), ("Id in other systems", one.external_id), *attrs.items())
        )
    if found.relations:
        yield table(
            ("From", "How", "To", "Observed"),
            (
                (
                    found.names.get(one.source, one.source),
                    plain(one.type.lower()) + ("" if one.ended_at is None else " (ended)"),
                    found.names.get(one.target, one.target),
                    day(one.timestamp),
                )
                for one in found.relations
            ),
        )
