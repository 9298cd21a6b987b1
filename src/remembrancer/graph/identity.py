"""Identity: whether somebody or something that a text names is an entity that is known already.

An id decides. A name decides if one known entity alone has it. A first name, a name that several
have, or a name under two ids is doubtful: it becomes an entity of its own, and the pair waits for a
person. Nothing that only looks alike is ever the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from remembrancer.core.texts import lookalikes
from remembrancer.core.texts.unseen_characters import without_unseen
from remembrancer.items.entity import name_key as stored_key

PERSON: Final = "person"  # the kind whose first names are common, case-folded


class EntityVerdict(StrEnum):
    SAME = "same"  # it is this entity
    DOUBTFUL = "doubtful"  # it may be one of these; a person decides
    NEW = "new"  # nobody is known by this id or name


class NamedThing(NamedTuple):
    """Somebody or something that is to be found or made."""

    kind: str
    name: str
    external_id: str | None = None  # its id in another system; of a speaker, the author id
    aliases: tuple[str, ...] = ()


class KnownEntity(NamedTuple):
    """An entity that the caller may see."""

    id: str
    kind: str
    name: str
    external_id: str | None = None
    aliases: tuple[str, ...] = ()


class EntityMatch(NamedTuple):
    """What is known of something named."""

    verdict: EntityVerdict
    ids: tuple[str, ...] = ()  # SAME: the one; DOUBTFUL: those that it may be; sorted
    reason: str = ""  # for the person who decides


class MergeProposal(NamedTuple):
    """Two entities that may be the same, until a person merges or parts them."""

    first: str  # the smaller id of the two, so that a pair is proposed once
    second: str
    reason: str


def match_entity(named: NamedThing, known: Iterable[KnownEntity]) -> EntityMatch:
    """Whether it is one of the known entities. Only those of its kind count."""
    kind = named.kind.casefold()
    alike = [one for one in known if one.kind.casefold() == kind]
    if named.external_id is not None:
        by_id = _ids(one for one in alike if one.external_id == named.external_id)
        if len(by_id) == 1:
            return EntityMatch(EntityVerdict.SAME, by_id, "They have the same id.")
        if by_id:
            return EntityMatch(EntityVerdict.DOUBTFUL, by_id, "Several entities have this id.")
    names = _keys(named.name, named.aliases)
    by_name = [one for one in alike if not names.isdisjoint(_keys(one.name, one.aliases))]
    if len(by_name) == 1:
        if _is_other_account(named, by_name[0]):
            return EntityMatch(
                EntityVerdict.DOUBTFUL, _ids(by_name), "They have the same name, and two ids."
            )
        return EntityMatch(EntityVerdict.SAME, _ids(by_name), "They have the same name.")
    if by_name:
        return EntityMatch(
            EntityVerdict.DOUBTFUL, _ids(by_name), "Several entities have this name."
        )
    if kind == PERSON and (partly := [one for one in alike if _is_part(names, one)]):
        reason = "One is called by a first name, the other by the same with a last name."
        return EntityMatch(EntityVerdict.DOUBTFUL, _ids(partly), reason)
    return EntityMatch(EntityVerdict.NEW)


def merge_proposals(
    match: EntityMatch, made: str, *, decided: Collection[tuple[str, str]] = ()
) -> tuple[MergeProposal, ...]:
    """The pairs that wait for a person after a doubtful match was stored as the entity `made`.

    `decided` holds the pairs that a person merged or parted before: they are not asked again.
    """
    if match.verdict is not EntityVerdict.DOUBTFUL:
        return ()
    pairs = (pair_of(made, id) for id in match.ids if id != made)
    return tuple(MergeProposal(*pair, match.reason) for pair in pairs if pair not in decided)


def pair_of(one: str, other: str) -> tuple[str, str]:
    """The pair of two ids, in the order in which it is stored."""
    return (one, other) if one < other else (other, one)


def name_key(name: str) -> str:
    """The form in which names are compared here: as the store does, without invisible characters
    and the sign of a mention.

    Letters of another script stay what they are, however alike they look.
    """
    return stored_key(without_unseen(name)).removeprefix("@")


def looks_like(name: str, other: str) -> bool:
    """Whether two different names look the same, as with letters of another script.

    Such names are never the same. A page that shows one of them warns of the other.
    """
    return name_key(name) != name_key(other) and lookalikes.letters(name) == lookalikes.letters(
        other
    )


def _keys(name: str, aliases: Iterable[str]) -> frozenset[str]:
    return frozenset(map(name_key, (name, *aliases))) - {""}


def _is_other_account(named: NamedThing, known: KnownEntity) -> bool:
    """Whether both have an id of their own."""
    return (
        named.external_id is not None
        and known.external_id is not None
        and named.external_id != known.external_id
    )


def _is_part(names: Collection[str], known: KnownEntity) -> bool:
    """Whether one of them has a single name, with which a longer name of the other begins."""
    others = _keys(known.name, known.aliases)
    return any(_begins(one, other) or _begins(other, one) for one in names for other in others)


def _begins(short: str, long: str) -> bool:
    return " " not in short and long.startswith(f"{short} ")


def _ids(known: Iterable[KnownEntity]) -> tuple[str, ...]:
    return tuple(sorted({one.id for one in known}))
