"""Recording a decision: the item and all its links, in one unit of work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from remembrancer.core.errors import NotFound
from remembrancer.core.scope import Scope
from remembrancer.decisions import draft as drafts
from remembrancer.decisions import link_rules, links, policies
from remembrancer.decisions.decision import Decision, LinkType
from remembrancer.decisions.decision_rows import (
    HOW,
    JUSTIFICATION,
    Linked,
    decision_from,
    shown,
)
from remembrancer.decisions.draft import DecisionDraft
from remembrancer.graph import entities
from remembrancer.graph.registry import declared
from remembrancer.items import trust
from remembrancer.items.entity import ABOUT, DRAWN_FROM, Entity, EntityDraft, is_entity_id
from remembrancer.items.item import Item, Trust
from remembrancer.items.relation import Relation, RelationDraft
from remembrancer.jobs import transactions
from remembrancer.jobs.task import Tools
from remembrancer.ports import Store, Writer
from remembrancer.reading import taint_tracking
from remembrancer.reading.taint_check import text_lines
from remembrancer.remember import add

_NAME_CHARACTERS_MAX = 200


def record(
    store: Store,
    scope: Scope,
    tools: Tools,
    given: Mapping[str, Any],
    key: str | None,
    told: transactions.Told | None = None,
) -> Decision:
    """Stores a decision with its links. A repeated call with the same key records it once."""
    draft = drafts.draft_from(scope, given)
    client: Entity | None = None
    if draft.subject is not None and is_entity_id(draft.subject):
        id = draft.subject
        named, _ = transactions.read(store, scope, lambda reader: entities.named(reader, id))
        draft = draft.model_copy(update={"subject": named.external_id or named.name})
        client = named
    # What a program read elsewhere and repeats here is trusted no more than where it read it.
    check = taint_tracking.taint_check(store, scope, tools)
    also = _Links(scope, draft, client, check.label(text_lines(*_said(draft)), draft.subject))
    item = add.add(store, scope, tools, drafts.item_fields(scope, draft), key, told, then=also)
    preset = scope.space.preset
    if not also.is_stored:  # it was recorded by an earlier call, and may have changed since
        found, _ = transactions.read(store, scope, lambda reader: shown(reader, preset, [item])[0])
        return found
    known = Linked(related={item.id: also.made}, policies=also.policies, entities=also.entities)
    return decision_from(item, preset, known)


class _Links:
    """What is stored with a decision: whom it concerns, rules, causes, precedents."""

    operation = "decisions.record"

    def __init__(
        self, scope: Scope, draft: DecisionDraft, client: Entity | None, most: Trust | None
    ) -> None:
        self._scope, self._draft = scope, draft
        self._client = client  # the entity that the subject was named by
        self._most = most  # how far the words of its links are trusted at most
        by = [trust.of_caller(scope.viewer), *(() if most is None else (most,))]
        self._trust = trust.lowest(by)
        self.is_stored = False  # the decision is new
        self.made: list[Relation] = []
        self.policies: dict[str, Item] = {}
        self.entities: dict[str, Entity] = {}

    @property
    def body(self) -> JsonValue:
        told: JsonValue = self._draft.export()
        return told

    def store(self, unit: Writer, item: Item) -> None:
        # A unit that is interrupted runs again from the start.
        self.made, self.policies, self.entities = [], {}, {}
        self.is_stored = True
        _check_related(unit, self._draft.related_entries)
        self._concern(unit, item)
        self._made_by(unit, item)
        self._rules(unit, item)
        for type, listed in (
            (LinkType.CAUSED, self._draft.causes),
            (LinkType.PRECEDENT_FOR, self._draft.precedents),
        ):
            for one in dict.fromkeys(listed):
                attrs = {} if one.reason is None else {links.REASON: one.reason}
                self._link(unit, item, type, one.decision, is_source=False, attrs=attrs)
        self._exceptions(unit, item)
        given = {one.decision for one in (*self._draft.causes, *self._draft.precedents)}
        link_rules.propose(unit, self._scope, item, but=given)

    def _link(
        self,
        unit: Writer,
        item: Item,
        type: LinkType,
        other: str,
        *,
        is_source: bool = True,
        attrs: Mapping[str, Any] | None = None,
    ) -> None:
        made = links.add(
            unit,
            self._scope,
            item,
            type,
            other,
            is_source=is_source,
            attrs=attrs,
            most=self._most,
        )
        self.made.append(made)

    def _concern(self, unit: Writer, item: Item) -> None:
        """Links the decision to the entity that stands for its subject, which may be new."""
        kind = self._scope.space.preset.decisions.subject_kind
        kinds = self._scope.space.preset.graph.kinds
        if item.subject is None or (kinds.strict and kind not in kinds.values):
            return
        if self._client is not None:
            self.entities[self._client.id] = self._client
            self._link(unit, item, LinkType.ABOUT, self._client.id)
            return
        found = unit.entities.called(kind, external_id=item.subject, name=item.subject)
        if not found:  # a company or a person may be the subject as well
            found = tuple(filter(self._may_be_about, unit.entities.anyone(item.subject)))
        meant = [one for one in found if not one.is_personal or one.owner == item.source_user]
        if len(meant) > 1:
            return  # two of one name: which of them is meant, nobody said
        if meant:
            entity = meant[0]
        else:
            entity = unit.entities.add(
                EntityDraft(
                    kind=kind,
                    name=item.subject,
                    audience=item.audience,
                    is_personal=item.is_personal,
                ),
                trust=self._trust,
            )
        self.entities[entity.id] = entity
        self._link(unit, item, LinkType.ABOUT, entity.id)

    def _made_by(self, unit: Writer, item: Item) -> None:
        """Relates participants that are on record as entities to the decision that they made."""
        type = self._scope.space.preset.decisions.made_by
        if type is None:
            return
        rows = declared(self._scope.space.preset.graph, type)
        kinds = dict.fromkeys(kind for row in rows for kind in row.source)
        for name in dict.fromkeys(self._draft.participants):
            found = [
                one
                for kind in kinds
                for one in unit.entities.called(kind, external_id=name, name=name)
                if not one.is_personal or one.owner == item.source_user
            ]
            if len(found) != 1:
                continue  # nobody, or two of one name: which of them is meant, nobody said
            made = RelationDraft(
                type=type, source=found[0].id, target=item.id, observed_at=item.occurred_at
            )
            unit.edges.add(made, (), trust=self._trust)

    def _may_be_about(self, entity: Entity) -> bool:
        rows = declared(self._scope.space.preset.graph, ABOUT)
        return not rows or any(not row.target or entity.kind in row.target for row in rows)

    def _rules(self, unit: Writer, item: Item) -> None:
        for one in dict.fromkeys(self._draft.policies):
            policy = policies.in_force_for(unit, self._scope, one.policy, item.occurred_at)
            if policy is not None:
                self.policies[one.policy] = policy
            attrs: dict[str, Any] = {HOW: one.how.value}
            if one.justification is not None:
                attrs[JUSTIFICATION] = one.justification
            self._link(unit, item, LinkType.APPLIED_POLICY, one.policy, attrs=attrs)

    def _exceptions(self, unit: Writer, item: Item) -> None:
        exception, escalation = self._draft.exception, self._draft.escalation
        if exception is not None:
            if exception.policy is not None:
                policies.named(unit, self._scope, exception.policy)
            self._attach(
                unit,
                item,
                LinkType.GRANTED_EXCEPTION,
                "Exception",
                exception.justification,
                exception.export(),
            )
        if escalation is not None:
            self._attach(
                unit,
                item,
                LinkType.TRIGGERED,
                "Escalation",
                escalation.reason,
                escalation.export(),
            )

    def _attach(
        self,
        unit: Writer,
        item: Item,
        type: LinkType,
        kind: str,
        name: str,
        attrs: Mapping[str, Any],
    ) -> None:
        """Adds an entity that belongs to this decision alone, and goes with it."""
        told = {key: value for key, value in attrs.items() if value is not None}
        entity = unit.entities.add(
            EntityDraft(
                kind=kind,
                name=" ".join(name.split())[:_NAME_CHARACTERS_MAX],
                external_id=f"{item.id}/{kind.lower()}",
                attrs={**told, DRAWN_FROM: item.id},
                audience=item.audience,
                is_personal=item.is_personal,
            ),
            trust=self._trust,
        )
        self.entities[entity.id] = entity
        self._link(unit, item, type, entity.id)


def _said(draft: DecisionDraft) -> list[Any]:
    """The words of the links of a decision."""
    linked = (*draft.causes, *draft.precedents, *draft.policies, draft.exception, draft.escalation)
    return [one.export() for one in linked if one is not None]


def _check_related(unit: Writer, ids: tuple[str, ...]) -> None:
    """Items that a decision names are there, and the caller may see them."""
    wanted = [id for id in ids if id.startswith("km_")]
    found = unit.items.named(wanted)
    for id in wanted:
        if id not in found:
            raise NotFound("item", id, "related_entries names items that you can see.")
