"""Many nodes and relations at once: checked, and added all or none."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue

from remembrancer.core.base import Value
from remembrancer.core.errors import Conflict, Forbidden, InvalidInput, NotFound, RemembrancerError
from remembrancer.core.limits import DATA_BYTES_MAX, GRAPH_BATCH_RECORDS_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.texts.text import Name
from remembrancer.core.time import Moment
from remembrancer.core.validation import CONTROL_CHARACTER, validated
from remembrancer.governance.access.people import check_addressed
from remembrancer.graph import entities, relations
from remembrancer.graph.registry import check_ends, check_kind
from remembrancer.items import trust as trusts
from remembrancer.items.entity import Entity, EntityDraft, name_key
from remembrancer.items.item import Trust
from remembrancer.items.visibility import EVERYONE, check_audience
from remembrancer.ports import Writer


class NodeRecord(EntityDraft):
    """An entity to add, as it stands in a file."""

    record: Literal["node"] = "node"
    id: Name | None = None  # what relations among the records call it
    place: Name | None = None  # where it stands, for errors: line 17
    trust: Trust | None = None  # how far it is trusted at most; None: as its caller
    # Of several in a file with one kind and name: which of those without an external id this is,
    # and whether it is the only one that is called so.
    namesake: Annotated[int, Field(ge=0)] = 0
    is_alone: bool = True


class EdgeRecord(Value):
    """A relation to add, as it stands in a file."""

    record: Literal["edge"] = "edge"
    id: Name | None = None  # where it comes from; it gets one of its own here
    place: Name | None = None
    source: Name
    type: Name
    target: Name
    # Of an end that is added with other records: its kind, for a check before it is there.
    source_kind: Name | None = None
    target_kind: Name | None = None
    confidence: float = 1.0
    evidence: tuple[Name, ...] = ()
    timestamp: Moment | None = None
    valid_from: Moment | None = None
    valid_until: Moment | None = None
    attrs: dict[Name, JsonValue] = {}
    audience: Name | None = None
    is_personal: bool = False
    trust: Trust | None = None


class GraphAdded(Value):
    """What became of each record, in their order."""

    ids: tuple[str | None, ...]  # None: in a dry run, of what is new
    is_new: tuple[bool, ...]  # of a relation in a dry run: whether it may be stated
    evidence_left_out: int = 0  # messages that are not on record here, or hidden from the caller


def read(records: Any) -> tuple[NodeRecord | EdgeRecord, ...]:
    """The records, each if it is well formed."""
    if isinstance(records, str | Mapping) or not isinstance(records, Sequence):
        raise InvalidInput("records is a list of objects, each a node or a relation.")
    if len(records) > GRAPH_BATCH_RECORDS_MAX:
        raise InvalidInput(
            f"There are {len(records):,} records; {GRAPH_BATCH_RECORDS_MAX} are added at once. "
            "Give them in parts.",
            field="records",
        )
    return tuple(_read(one, number) for number, one in enumerate(records, 1))


def add(
    unit: Writer, scope: Scope, records: Sequence[NodeRecord | EdgeRecord], *, dry_run: bool
) -> GraphAdded:
    """Adds the nodes, then the relations. One that cannot be added undoes all of it."""
    ids: list[str | None] = [None] * len(records)
    is_new = [False] * len(records)
    nodes: dict[str, tuple[str | None, str]] = {}  # id and kind, by what relations call it
    left_out = 0
    names = [one.name for one in records if isinstance(one, NodeRecord)]
    aliases = unit.entities.aliases_among(names) if names else set()
    for place, one in enumerate(records):
        if isinstance(one, NodeRecord):
            or_alias = name_key(one.name) in aliases
            try:
                ids[place], is_new[place] = _node(unit, scope, one, or_alias, dry_run=dry_run)
            except RemembrancerError as error:
                raise _at(one, place, error) from error
            aliases |= {name_key(name) for name in (one.name, *one.aliases)}
            if one.id is not None:
                nodes[one.id] = (ids[place], one.kind)
    for place, one in enumerate(records):
        if isinstance(one, EdgeRecord):
            try:
                ids[place], is_new[place], missing = _edge(unit, scope, one, nodes, dry_run=dry_run)
            except RemembrancerError as error:
                raise _at(one, place, error) from error
            left_out += missing
    return GraphAdded(ids=tuple(ids), is_new=tuple(is_new), evidence_left_out=left_out)


def _read(given: Any, number: int) -> NodeRecord | EdgeRecord:
    if not isinstance(given, Mapping):
        raise InvalidInput(f"record {number}: is no object with fields.", field="records")
    place = given.get("place") or f"record {number}"
    is_edge = given.get("record", "edge" if "source" in given else "node") == "edge"
    try:
        model: type[NodeRecord | EdgeRecord] = EdgeRecord if is_edge else NodeRecord
        return validated(model, {**given, "place": place}, what="a record")
    except InvalidInput as error:
        raise InvalidInput(f"{place}: {error}", field=error.field) from error


def _at(one: NodeRecord | EdgeRecord, place: int, error: RemembrancerError) -> RemembrancerError:
    """The error, with where the record stands."""
    text = f"{one.place or f'record {place + 1}'}: {error}"
    for sort in (Forbidden, Conflict):
        if isinstance(error, sort):
            return sort(text)
    return InvalidInput(text, field=getattr(error, "field", None))


def _node(
    unit: Writer, scope: Scope, one: NodeRecord, or_alias: bool, *, dry_run: bool
) -> tuple[str | None, bool]:
    draft = EntityDraft(**{name: getattr(one, name) for name in EntityDraft.model_fields})
    check_kind(scope.space.preset.graph, draft.kind)
    check_addressed(unit, scope, check_audience(scope.viewer, draft.audience))
    most = None if one.trust is None else trusts.lowest([one.trust, _own(scope)])
    _check_attrs(one.attrs)
    known = _known(unit, scope, one, or_alias)
    if known is not None:
        entities.completed(unit, scope, known, draft, most=most, dry_run=dry_run)
        return known.id, False
    if dry_run:
        return None, True
    return unit.entities.add(draft, trust=most or _own(scope)).id, True


def _check_attrs(attrs: Mapping[str, Any]) -> None:
    """What a store would refuse is found before anything is written."""
    try:
        size = len(json.dumps(attrs, ensure_ascii=False, allow_nan=False).encode())
    except (ValueError, RecursionError):
        raise InvalidInput("attrs holds what is no text and no JSON. Remove it.") from None
    if size > DATA_BYTES_MAX:
        raise InvalidInput(
            f"attrs takes {size:,} bytes as JSON; the limit is {DATA_BYTES_MAX:,}.", field="attrs"
        )
    waiting: list[Any] = [attrs]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Mapping):
            waiting += [*one, *one.values()]
        elif isinstance(one, list | tuple):
            waiting += one
        elif isinstance(one, str) and CONTROL_CHARACTER.search(one) is not None:
            raise InvalidInput("attrs holds a control character. Remove it.", field="attrs")


def _own(scope: Scope) -> Trust:
    return trusts.of_caller(scope.viewer)


def _known(unit: Writer, scope: Scope, one: NodeRecord, or_alias: bool) -> Entity | None:
    """The entity on record that is meant: by its external id, else by kind and name, which may be
    an alias only if `or_alias`.

    Two records of one file never become one entity. What is for other readers is another one.
    """
    found = unit.entities.called(
        one.kind, external_id=one.external_id, name=one.name, or_alias=or_alias
    )
    theirs = [known for known in found if _has_readers(known, one, scope)]
    if one.external_id is not None:
        same = [known for known in theirs if known.external_id == one.external_id]
        if same:
            return same[0]
    key = name_key(one.name)
    if not one.is_alone:
        theirs = [known for known in theirs if name_key(known.name) == key]
    free = [known for known in theirs if known.external_id is None]
    if one.external_id is not None:
        return free[0] if free and one.is_alone else None
    if one.namesake < len(free):
        return free[one.namesake]
    return theirs[0] if one.is_alone and len(theirs) == 1 else None


def _has_readers(known: Entity, one: NodeRecord, scope: Scope) -> bool:
    if known.is_personal and known.owner != scope.viewer.name:
        return False
    readers = (one.audience or EVERYONE, one.is_personal)
    return (known.audience or EVERYONE, known.is_personal) == readers


def _edge(
    unit: Writer,
    scope: Scope,
    one: EdgeRecord,
    nodes: Mapping[str, tuple[str | None, str]],
    *,
    dry_run: bool,
) -> tuple[str | None, bool, int]:
    """The relation's id, whether it is new, and how many messages were left out.

    One with an id of another memory has evidence there: a message here with the same id is another
    one, and would prove what nobody said.
    """
    fields = {
        name: getattr(one, name)
        for name in ("type", "confidence", "valid_from", "valid_until", "attrs", "audience")
    }
    fields |= {"observed_at": one.timestamp, "is_personal": one.is_personal}
    ends = [
        _end(unit, end, kind if dry_run else None, nodes)
        for end, kind in ((one.source, one.source_kind), (one.target, one.target_kind))
    ]
    given = [id or end for (id, _), end in zip(ends, (one.source, one.target), strict=True)]
    if given[0] == given[1]:
        raise InvalidInput(f"{one.source!r} cannot be related to itself.", field="target")
    check_ends(scope.space.preset.graph, one.type, ends[0][1], ends[1][1])
    fields |= {"source": given[0], "target": given[1]}
    _check_attrs(one.attrs)
    if dry_run:
        relations.checked(unit, scope, fields)
        return None, True, 0
    asked = tuple(dict.fromkeys(one.evidence))
    is_ours = one.id is None or not one.id.startswith("rel_") or unit.edges.listed(ids=[one.id])
    evidence = tuple(id for id in asked if _is_readable(unit, id)) if is_ours else ()
    stated, is_new = relations.state(
        unit, scope, {**fields, "evidence": evidence}, most=one.trust, or_ended=True
    )
    return stated.id, is_new, len(asked) - len(evidence)


def _is_readable(unit: Writer, id: str) -> bool:
    """Whether the caller may read a message; one that is not on record cannot prove anything."""
    try:
        unit.edges.statements([id])
    except NotFound:
        return False
    return True


def _end(
    unit: Writer, end: str, kind: str | None, nodes: Mapping[str, tuple[str | None, str]]
) -> tuple[str | None, str]:
    """The id and the kind of an end of a relation. Unknown and hidden are the same."""
    if kind is not None:
        return None, kind
    if end in nodes:
        return nodes[end]
    root = unit.entities.roots([end]).get(end)
    if root is not None:
        return root, unit.entities.kinds([root])[root]
    if end in unit.items.named([end]):
        return end, relations.end_kinds(unit, [end])[end]
    called = unit.entities.anyone(end)
    if len(called) == 1:
        return called[0].id, called[0].kind
    why = f"ambiguous end {end!r}" if called else f"unknown end {end!r}"
    raise InvalidInput(
        f"{why}. Give the id of a node of the same import, or the id, the external id or the whole "
        "name of one node on record.",
        field="source",
    )
