"""`memory.graph`: who and what there is, and how they relate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import JsonValue

from remembrancer.core.limits import (
    GRAPH_DEPTH_MAX,
    GRAPH_EVIDENCE_MESSAGES_MAX,
    GRAPH_EVIDENCE_RELATIONS_MAX,
    GRAPH_NODES_DEFAULT,
    GRAPH_NODES_MAX,
    NAME_CHARACTERS_MAX,
    PAGE_ITEMS_DEFAULT,
    PAGE_ITEMS_MAX,
)
from remembrancer.core.scope import AsOf, Scope
from remembrancer.core.validation import (
    check_flag,
    check_is_text,
    check_name,
    check_text,
    check_whole,
    listed_names,
)
from remembrancer.front import graph_server
from remembrancer.front.argument_parsing import as_moment
from remembrancer.front.delivery_tracking import handing_over
from remembrancer.front.session import Session
from remembrancer.front.verb_spans import traced
from remembrancer.graph import (
    batch,
    cypher,
    entities,
    neighbourhood,
    outline,
    registry,
    relations,
)
from remembrancer.graph.batch import GraphAdded
from remembrancer.graph.neighbourhood import GraphPath, Neighbourhood
from remembrancer.graph.outline import GraphOverview, NodeOverview
from remembrancer.graph.page import EntityPage, RelationPage
from remembrancer.graph.person import PersonSummary
from remembrancer.graph.projections import Projections, ProjectionStatus
from remembrancer.graph.sql import ask
from remembrancer.items.entity import POSSIBLE_DUPLICATE, Entity
from remembrancer.items.message import Message
from remembrancer.items.relation import Relation
from remembrancer.ports import Progress, Reader


@traced("graph")
@handing_over
class Graph:
    """Entities and the relations between them and items, as far as the caller may see them.

    An entity is found by its kind and external id, else by its kind and name. A relation holds
    from `valid_from` until `valid_until` in the world; `as_of` asks what was on record at a time.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    def entity(
        self,
        kind: str,
        name: str,
        *,
        external_id: str | None = None,
        attrs: Mapping[str, JsonValue] | None = None,
        aliases: Iterable[str] = (),
        audience: str | None = None,
        is_personal: bool = False,
    ) -> Entity:
        """Finds the entity by its kind and external id, else by its kind and name, else adds it."""
        registry.check_kind(self._session.space.preset.graph, kind)
        check_name(name, "name")
        check_flag(is_personal, "is_personal")
        fields = {
            "kind": kind,
            "name": name,
            "external_id": external_id,
            "attrs": {} if attrs is None else attrs,
            "aliases": listed_names(aliases, "aliases"),
            "audience": audience,
            "is_personal": is_personal,
        }
        return self._session.write(lambda unit, scope: entities.find_or_add(unit, scope, fields))

    def get(self, id: str, *, as_of: AsOf | None = None) -> Entity:
        """One entity; those merged into it are part of it."""
        return self._session.read(
            lambda reader, _: entities.named(reader, id, at=self._session.point(reader, as_of))
        )

    def entities(
        self,
        *,
        kind: str | None = None,
        name: str | None = None,
        as_of: AsOf | None = None,
        limit: int = PAGE_ITEMS_DEFAULT,
        cursor: str | None = None,
    ) -> EntityPage:
        """Entities, oldest first, a page at a time; of one kind, with a part of a name."""
        for field, value in (("kind", kind), ("name", name)):
            if value is not None:
                check_text(value, field, length_max=NAME_CHARACTERS_MAX)
        check_whole(limit, "limit", at_least=1, at_most=PAGE_ITEMS_MAX)

        def read(reader: Reader, _: Scope) -> EntityPage:
            at = self._session.point(reader, as_of)
            found, next = reader.entities.page(
                kind=kind, name=name, after=cursor, limit=limit, at=at
            )
            return EntityPage(entities=found, next=next)

        return self._session.read(read)

    def add_many(
        self, records: Sequence[Mapping[str, Any]], *, dry_run: bool = False
    ) -> GraphAdded:
        """Adds nodes and relations, all or none; what is known already is not added again.

        A record is a node with `kind` and `name`, or a relation with `source`, `type` and
        `target`. An end is the `id` of a node among the records, or the id, the external id or the
        whole name of a node on record. `dry_run=True` checks them and adds nothing.
        """
        check_flag(dry_run, "dry_run")
        given = batch.read(records)
        return self._session.write(
            lambda unit, scope: batch.add(unit, scope, given, dry_run=dry_run)
        )

    def merge(self, keep: str, other: str, *, reason: str) -> Entity:
        """Makes `other` part of `keep`: its names, attributes and relations are those of `keep`."""
        check_is_text(keep, "keep")
        check_is_text(other, "other")
        return self._session.write(
            lambda unit, scope: entities.merge(unit, scope, keep, other, reason=reason)
        )

    def merges(self, *, limit: int = PAGE_ITEMS_DEFAULT, cursor: str | None = None) -> RelationPage:
        """Pairs of entities that may be the same, with the reason, a page at a time.

        `merge()` settles one if they are the same, and `end()` of the relation if they are not.
        """
        return self.relations(type=POSSIBLE_DUPLICATE, limit=limit, cursor=cursor)

    def unmerge(self, id: str, *, reason: str) -> Entity:
        """Undoes a merge: the entity stands by itself again, with what was its own."""
        return self._session.write(
            lambda unit, scope: entities.unmerge(unit, scope, id, reason=reason)
        )

    def relate(
        self,
        source: str,
        type: str,
        target: str,
        *,
        confidence: float = 1.0,
        evidence: Iterable[str] = (),
        timestamp: datetime | str | None = None,
        valid_from: datetime | str | None = None,
        valid_until: datetime | str | None = None,
        attrs: Mapping[str, JsonValue] | None = None,
        audience: str | None = None,
        is_personal: bool = False,
    ) -> Relation:
        """States a relation between two entities or items, by their ids.

        `evidence` are the ids of messages that say so; without any it is marked unproven. Who may
        see it is narrowed to those who may see its evidence.
        """
        registry.check_type(self._session.space.preset.graph, type)
        check_flag(is_personal, "is_personal")
        fields = {
            "source": source,
            "type": type,
            "target": target,
            "confidence": confidence,
            "evidence": listed_names(evidence, "evidence"),
            "observed_at": as_moment(timestamp, "timestamp"),
            "valid_from": as_moment(valid_from, "valid_from"),
            "valid_until": as_moment(valid_until, "valid_until"),
            "attrs": {} if attrs is None else attrs,
            "audience": audience,
            "is_personal": is_personal,
        }
        return self._session.write(lambda unit, scope: relations.relate(unit, scope, fields))

    def relations(
        self,
        *,
        of: str | None = None,
        type: str | Sequence[str] | None = None,
        as_of: AsOf | None = None,
        valid_at: datetime | str | None = None,
        ended: bool = False,
        limit: int = PAGE_ITEMS_DEFAULT,
        cursor: str | None = None,
    ) -> RelationPage:
        """Relations of one node or all, a page at a time; those that hold now or at `valid_at`.

        `ended=True` lists those too that hold no longer or not yet.
        """
        if of is not None:
            check_text(of, "of", length_max=NAME_CHARACTERS_MAX)
        check_flag(ended, "ended")
        check_whole(limit, "limit", at_least=1, at_most=PAGE_ITEMS_MAX)
        types = _types(type, "type")
        then = as_moment(valid_at, "valid_at")

        def read(reader: Reader, scope: Scope) -> RelationPage:
            at = self._session.point(reader, as_of)
            moment = then or (scope.now if at is None else at.at)
            found, next = relations.page(
                reader,
                of=of,
                types=types,
                at=at,
                holds_at=None if ended else moment,
                after=cursor,
                limit=limit,
            )
            return RelationPage(relations=found, next=next)

        return self._session.read(read)

    def relation(self, id: str, *, as_of: AsOf | None = None) -> Relation:
        """One relation by its id."""
        return self._session.read(
            lambda reader, _: relations.named(reader, id, at=self._session.point(reader, as_of))
        )

    def end(
        self, id: str, *, reason: str | None = None, at: datetime | str | None = None
    ) -> Relation:
        """Says that a relation holds no longer, from `at` or from now on."""
        moment = as_moment(at, "at")
        return self._session.write(
            lambda unit, scope: relations.end(unit, scope, id, reason=reason, at=moment)
        )

    def neighbours(
        self,
        id: str,
        *,
        depth: int = 1,
        types: Sequence[str] | None = None,
        as_of: AsOf | None = None,
        valid_at: datetime | str | None = None,
        limit: int = GRAPH_NODES_DEFAULT,
    ) -> Neighbourhood:
        """The nodes around a node, whatever the direction of the relations, nearest first."""
        check_whole(depth, "depth", at_least=1, at_most=GRAPH_DEPTH_MAX)
        check_whole(limit, "limit", at_least=1, at_most=GRAPH_NODES_MAX)
        wanted = _types(types, "types")
        then = as_moment(valid_at, "valid_at")

        def read(reader: Reader, scope: Scope) -> Neighbourhood:
            at = self._session.point(reader, as_of)
            moment = then or (scope.now if at is None else at.at)
            return neighbourhood.neighbours(
                reader, id, depth=depth, types=wanted, limit=limit, at=at, holds_at=moment
            )

        return self._session.read(read)

    def overview(self, *, as_of: AsOf | None = None) -> GraphOverview:
        """How many entities of each kind there are, and which nodes have the most relations."""

        def read(reader: Any, scope: Any) -> GraphOverview:
            at = self._session.point(reader, as_of)
            moment = scope.now if at is None else at.at
            return outline.overview(reader, at=at, holds_at=moment)

        return self._session.read(read)

    def outline(
        self, id: str, *, as_of: AsOf | None = None, valid_at: datetime | str | None = None
    ) -> NodeOverview:
        """How many relations of each type a node has, and when they began and ended."""
        then = as_moment(valid_at, "valid_at")

        def read(reader: Any, scope: Any) -> NodeOverview:
            at = self._session.point(reader, as_of)
            moment = then or (scope.now if at is None else at.at)
            return outline.of_node(reader, id, at=at, holds_at=moment)

        return self._session.read(read)

    def evidence(
        self, relations: Sequence[str], *, each: int = 20
    ) -> dict[str, tuple[Message, ...]]:
        """The messages that state these relations, by the ids of the relations.

        Of each relation the last `each` that the caller may read are given.
        """
        wanted = listed_names(relations, "relations")
        check_whole(len(wanted), "relations", at_least=0, at_most=GRAPH_EVIDENCE_RELATIONS_MAX)
        check_whole(each, "each", at_least=1, at_most=GRAPH_EVIDENCE_MESSAGES_MAX)
        return self._session.read(lambda reader, _: outline.messages(reader, wanted, each=each))

    def path(
        self,
        a: str,
        b: str,
        *,
        depth: int = GRAPH_DEPTH_MAX,
        as_of: AsOf | None = None,
        valid_at: datetime | str | None = None,
    ) -> GraphPath:
        """The shortest way from one node to another in at most `depth` steps."""
        check_is_text(a, "a")
        check_is_text(b, "b")
        check_whole(depth, "depth", at_least=1, at_most=GRAPH_DEPTH_MAX)
        then = as_moment(valid_at, "valid_at")

        def read(reader: Reader, scope: Scope) -> GraphPath:
            at = self._session.point(reader, as_of)
            moment = then or (scope.now if at is None else at.at)
            return neighbourhood.path(reader, a, b, depth=depth, at=at, holds_at=moment)

        return self._session.read(read)

    def person(self, person_id: str) -> PersonSummary:
        """Everything known of a person, by type, with confidence and evidence.

        `person_id` is the id of an entity, its id in your own system, or its whole name.
        """
        kept = self._session.projections.people()
        return self._session.read(lambda reader, scope: kept.summary(reader, scope, person_id))

    def cypher(
        self, query: str, params: Mapping[str, JsonValue] | None = None
    ) -> list[dict[str, Any]]:
        """The rows of a read-only Cypher query over what the caller may see.

        A query that is not answered raises `QueryRefused`, which says what to write instead.
        """
        wanted = cypher.checked(query, params)
        return self._session.read(
            lambda reader, scope: self._projections.ask(reader, scope, wanted)
        )

    def sql(
        self, query: str, params: Mapping[str, JsonValue] | None = None
    ) -> list[dict[str, Any]]:
        """The rows of one SELECT over the views message, message_search, item, entity, relation
        and evidence, as far as the caller may see them.

        `params` has a value for each `:name` in the query. What is not answered raises
        `QueryRefused`, which says what to write instead.
        """
        return ask.ask(self._session.store, self._session.scope(), query, params)

    def status(self) -> ProjectionStatus:
        """How far the projection that answers Cypher is behind the store.

        Of a server, admins are told of the work on it: what waits, how far it has come, and why it
        failed.
        """
        return graph_server.status(self._session, self._projections)

    def sync(self, *, wait: bool = True, progress: Progress | None = None) -> ProjectionStatus:
        """Brings the projection up to date. Questions do so by themselves.

        On a server it is due work: with `wait=False` it is left to a worker, and `job` tells of it.
        """
        return self._brought(False, wait=wait, progress=progress)

    def rebuild(self, *, wait: bool = True, progress: Progress | None = None) -> ProjectionStatus:
        """Throws the projection away and builds it anew from the store. On a server for admins.

        There it is due work: with `wait=False` it is left to a worker, and `job` tells of it.
        """
        return self._brought(True, wait=wait, progress=progress)

    def _brought(self, is_anew: bool, *, wait: bool, progress: Progress | None) -> ProjectionStatus:
        check_flag(wait, "wait")
        projections = self._projections
        if projections.shared is None:
            return self._session.read(projections.rebuild if is_anew else projections.sync)
        return graph_server.bring_up_to_date(
            self._session,
            projections,
            projections.shared,
            is_anew=is_anew,
            wait=wait,
            progress=progress,
        )

    @property
    def _projections(self) -> Projections:
        return self._session.projections.get()


def _types(given: str | Sequence[str] | None, field: str) -> tuple[str, ...] | None:
    """Types of relations; None: all."""
    if given is None:
        return None
    listed = listed_names(given, field)
    for one in listed:
        check_text(one, field, length_max=NAME_CHARACTERS_MAX)
    return listed
