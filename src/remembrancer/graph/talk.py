"""From talk to graph: what people said to be related becomes entities and relations.

Each relation rests on the message that says so. Who may see it and how far it is trusted follow
from that message. An entity is reused only where everybody who may read the message may see it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from remembrancer.core.errors import Forbidden, InvalidInput, NotFound
from remembrancer.core.preset import GraphRules
from remembrancer.core.scope import Scope
from remembrancer.graph import relations
from remembrancer.graph.identity import (
    EntityMatch,
    EntityVerdict,
    KnownEntity,
    NamedThing,
    match_entity,
    merge_proposals,
)
from remembrancer.graph.narrowing import narrowest
from remembrancer.graph.registry import check_ends, check_kind, check_type
from remembrancer.items import trust
from remembrancer.items.entity import DRAWN_FROM, POSSIBLE_DUPLICATE, Entity, EntityDraft
from remembrancer.items.graph_port import StatingMessage
from remembrancer.items.item import Trust
from remembrancer.items.message import Message
from remembrancer.items.relation import Relation, RelationDraft
from remembrancer.items.relation_proposal import EntityMention, RelationProposal
from remembrancer.items.visibility import EVERYONE
from remembrancer.ports import Writer
from remembrancer.reading.plan import Skipped

_PERSON: Final = "Person"
_DUPLICATE_CONFIDENCE: Final = 0.5
_NAMESAKES_MAX: Final = 100  # entities that share a first name, as far as they are compared
_SAME_KINDS: Final = {  # words of presets for one kind
    "Org": ("Organization", "Organisation", "Firm", "Company"),
    "Place": ("Location",),
}

_NO_PEOPLE: Final = frozenset(  # a name of one of these is not taken for a person's
    {"Project", "Skill", *(kind for first, more in _SAME_KINDS.items() for kind in (first, *more))}
)


class FiledRelations(NamedTuple):
    """What came of the proposed relations."""

    relations: tuple[Relation, ...] = ()
    skipped: tuple[Skipped, ...] = ()


class RelationReaders(NamedTuple):
    """Who may see what is drawn from a message, and how far it is trusted."""

    audience: str | None
    is_personal: bool
    owner: str
    trust: Trust


class FoundEntity(NamedTuple):
    """Something named, and what is known of it."""

    thing: NamedThing
    match: EntityMatch


def file_relations(
    unit: Writer,
    scope: Scope,
    proposed: Iterable[RelationProposal],
    messages: Sequence[Message],
) -> FiledRelations:
    """Stores the relations whose quotes stand in the messages, and the entities that they name.

    The same relation from the same message is stored once. One that cannot be stored is skipped
    with its reason and does not stop the others. Nothing is stored where people state relations
    themselves.
    """
    if not scope.space.preset.graph.from_talk:
        return FiledRelations()
    said = {message.id: message for message in messages}
    made: list[Relation] = []
    skipped: list[Skipped] = []
    for one in proposed:
        try:
            made.append(_file(unit, scope, one, said))
        except (Forbidden, InvalidInput, NotFound) as error:
            text = f"{one.source.name} {one.type} {one.target.name}"
            skipped.append(Skipped(text=text, reason=str(error)))
    return FiledRelations(tuple(made), tuple(skipped))


def _file(
    unit: Writer, scope: Scope, proposed: RelationProposal, said: Mapping[str, Message]
) -> Relation:
    source_kind, target_kind = fitting_kinds(scope.space.preset.graph, proposed)
    message = said.get(proposed.message_id or "")
    if message is None or proposed.quote not in message.content:
        raise InvalidInput(f"Nobody said the words that it quotes: {proposed.quote[:80]!r}.")
    stated = _statement(unit, message.conversation_id, message.id)
    readers = readers_of(scope, stated)
    # Both are looked up before one is made, so that a refusal leaves nothing behind.
    source = find_entity(unit, _of_kind(proposed.source, source_kind), readers)
    target = find_entity(unit, _of_kind(proposed.target, target_kind), readers)
    authors = {one.author_id.casefold() for one in said.values()}
    for mention, found in ((proposed.source, source), (proposed.target, target)):
        _check_is_person(unit, mention, found, readers, authors)
    if source.match.ids == target.match.ids and source.match.verdict is EntityVerdict.SAME:
        raise InvalidInput(f"{proposed.source.name!r} would be related to itself.")
    return relations.relate(
        unit,
        scope,
        {
            "source": draw_entity(unit, source, readers, stated),
            "type": proposed.type,
            "target": draw_entity(unit, target, readers, stated),
            "confidence": proposed.confidence,
            "attrs": proposed.attrs,
            "evidence": (stated.id,),
            "observed_at": proposed.timestamp or stated.said_at,
            "valid_from": proposed.valid_from,
            "valid_until": proposed.valid_until,
        },
    )


def file_member(
    unit: Writer,
    scope: Scope,
    who: EntityMention,
    type: str,
    where: EntityMention,
    message: tuple[str, str],
    *,
    aliases: tuple[str, ...] = (),
    attrs: Mapping[str, str] | None = None,
) -> Relation:
    """Stores that an account takes part in a channel, with a message of it as evidence.

    `message` is the id of its conversation and its own. Raises `InvalidInput` if the space does not
    know the type or the kinds, or if several have the account's id.
    """
    rules = scope.space.preset.graph
    check_type(rules, type)
    for mention in (who, where):
        check_kind(rules, mention.kind)
    check_ends(rules, type, who.kind, where.kind)
    stated = _statement(unit, *message)
    readers = readers_of(scope, stated)
    source = find_entity(unit, who, readers, aliases=aliases)
    target = find_entity(unit, where, readers)
    fields = {
        "source": draw_entity(unit, source, readers, stated, attrs=attrs),
        "type": type,
        "target": draw_entity(unit, target, readers, stated),
        "evidence": (stated.id,),
        "observed_at": stated.said_at,
    }
    return relations.relate(unit, scope, fields)


def _of_kind(mention: EntityMention, kind: str) -> EntityMention:
    return mention.model_copy(update={"kind": kind})


def _statement(unit: Writer, conversation_id: str, message_id: str) -> StatingMessage:
    """The message as evidence. Another one may have the same id in another conversation."""
    (stated,) = unit.edges.statements([message_id])
    if stated.conversation[0] != conversation_id:
        raise InvalidInput(f"Several messages have the id {message_id!r}, so none is evidence.")
    return stated


def readers_of(scope: Scope, stated: StatingMessage) -> RelationReaders:
    """Who may see what this message states: nobody who may not read the message."""
    place = (stated.audience, stated.is_personal, stated.owner)
    audience, is_personal = narrowest(scope.viewer, (None, False), [place])
    lowest = trust.lowest([trust.of_caller(scope.viewer), stated.trust])
    return RelationReaders(audience, is_personal, scope.viewer.name, lowest)


def find_entity(
    unit: Writer, named: EntityMention, readers: RelationReaders, *, aliases: tuple[str, ...] = ()
) -> FoundEntity:
    """Which entity is meant. Raises `InvalidInput` if several have exactly this name."""
    thing = NamedThing(named.kind, named.name, named.author_id, aliases)
    match = match_entity(thing, _candidates(unit, thing, readers))
    if match.verdict is EntityVerdict.DOUBTFUL and _is_exact(unit, thing, match.ids):
        raise InvalidInput(f"Several here are called {named.name!r}, and none is meant for sure.")
    return FoundEntity(thing, match)


def _check_is_person(
    unit: Writer,
    mention: EntityMention,
    found: FoundEntity,
    readers: RelationReaders,
    authors: Collection[str],
) -> None:
    """Raises `InvalidInput` if a person would be made of a name that may be no person's.

    "Klarna lives in Stockholm" and "Backend lives in Stockholm" read like sentences about somebody.
    """
    thing, match = found
    is_new_person = thing.kind == _PERSON and match.verdict is EntityVerdict.NEW
    if not is_new_person or thing.external_id is not None:
        return
    for known in unit.entities.anyone(thing.name):
        if known.kind in _NO_PEOPLE and _is_seen_by(known, readers):
            raise InvalidInput(f"{thing.name!r} is known here as {known.kind}, not as a person.")
    if not mention.is_sure and thing.name.casefold() not in authors:
        raise InvalidInput(f"Nothing says that {thing.name!r} is a person.")


def draw_entity(
    unit: Writer,
    found: FoundEntity,
    readers: RelationReaders,
    stated: StatingMessage,
    *,
    attrs: Mapping[str, str] | None = None,
) -> str:
    """The id of the entity that is meant, or of a new one.

    A doubtful one is stored by itself, and the pair waits for a person.
    """
    thing, match = found
    if match.verdict is EntityVerdict.SAME:
        return match.ids[0]
    draft = EntityDraft(
        kind=thing.kind,
        name=thing.name,
        external_id=thing.external_id,
        aliases=thing.aliases,
        attrs={**(attrs or {}), DRAWN_FROM: "talk"},
        audience=readers.audience,
        is_personal=readers.is_personal,
    )
    made = unit.entities.add(draft, trust=readers.trust)
    for pair in merge_proposals(match, made.id):
        duplicate = RelationDraft(
            type=POSSIBLE_DUPLICATE,
            source=made.id,
            target=pair.first if pair.second == made.id else pair.second,
            confidence=_DUPLICATE_CONFIDENCE,
            attrs={"reason": pair.reason},
            evidence=(stated.id,),
            audience=readers.audience,
            is_personal=readers.is_personal,
        )
        unit.edges.add(duplicate, (stated,), trust=readers.trust)
    return made.id


def _candidates(unit: Writer, thing: NamedThing, readers: RelationReaders) -> Iterator[KnownEntity]:
    found = list(unit.entities.called(thing.kind, external_id=thing.external_id, name=thing.name))
    if thing.external_id is not None:  # an id was looked for first
        found += unit.entities.called(thing.kind, name=thing.name)
    for alias in thing.aliases:
        found += unit.entities.called(thing.kind, name=alias)
    first = thing.name.split()[0] if thing.name.split() else thing.name
    found += unit.entities.listed(kind=thing.kind, name=first, limit=_NAMESAKES_MAX)
    for one in {one.id: one for one in found}.values():
        if _is_seen_by(one, readers):
            yield KnownEntity(one.id, one.kind, one.name, one.external_id, one.aliases)


def _is_seen_by(known: Entity, readers: RelationReaders) -> bool:
    """Whether everybody who may read the message may see the entity."""
    if not known.is_personal and known.audience in (None, EVERYONE):
        return True
    if known.is_personal or readers.is_personal:
        return readers.is_personal and known.is_personal and known.owner == readers.owner
    return known.audience == readers.audience


def _is_exact(unit: Writer, thing: NamedThing, ids: Sequence[str]) -> bool:
    """Whether several entities have exactly this id or name, so that one more would not help."""
    exact = [
        *unit.entities.called(thing.kind, name=thing.name),
        *(unit.entities.called(thing.kind, external_id=thing.external_id)
          if thing.external_id else ()),
    ]  # fmt: skip
    return len({one.id for one in exact} & set(ids)) > 1


def fitting_kinds(rules: GraphRules, proposed: RelationProposal) -> tuple[str, str]:
    """The kinds of both ends in the words of the space. Raises `InvalidInput` if none fit."""
    check_type(rules, proposed.type)
    first: InvalidInput | None = None
    for source in _kinds(proposed.source.kind):
        for target in _kinds(proposed.target.kind):
            try:
                check_kind(rules, source)
                check_kind(rules, target)
                check_ends(rules, proposed.type, source, target)
            except InvalidInput as error:
                first = first or error
            else:
                return source, target
    raise first or InvalidInput("It has no ends.")


def _kinds(kind: str) -> tuple[str, ...]:
    return (kind, *_SAME_KINDS.get(kind, ()))
