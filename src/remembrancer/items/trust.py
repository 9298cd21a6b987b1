"""Trust: by provenance alone. It is inherited downwards and never rises by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from remembrancer.core.errors import Forbidden
from remembrancer.core.preset import Preset
from remembrancer.core.principal import Principal
from remembrancer.items.item import Trust

RANK: Final[Mapping[Trust, int]] = {
    Trust.PERSON: 3,
    Trust.AGENT: 2,
    Trust.DOCUMENT: 1,
    Trust.OUTSIDE: 0,
}

UNTRUSTED: Final = frozenset({Trust.DOCUMENT, Trust.OUTSIDE})  # nobody of the space said it

DERIVED_FROM: Final = "derived_from"  # in the metadata of an item: ids of what it may come of


def lowest(trusts: Iterable[Trust]) -> Trust:
    """What comes of mixing sources: the trust of the weakest. Without any, the least there is."""
    return min(trusts, key=RANK.__getitem__, default=Trust.OUTSIDE)


def of_caller(viewer: Principal) -> Trust:
    """The most that anything brought by this caller can have."""
    return Trust.PERSON if viewer.is_person else Trust.AGENT


def of_source(
    viewer: Principal, preset: Preset, *, source_type: str, declared: Trust | None
) -> Trust:
    """The trust of a source: its bringer, its type and its label may each lower it."""
    trusts = [of_caller(viewer)]
    by_type = preset.trust_by_source.get(source_type)
    if by_type is not None:
        trusts.append(Trust(by_type))
    if declared is not None:
        trusts.append(declared)
    return lowest(trusts)


def of_conversation(viewer: Principal, declared: Trust | None) -> Trust:
    """The most that anything said in a conversation can have."""
    return lowest([of_caller(viewer), *(() if declared is None else (declared,))])


def of_message(
    viewer: Principal, conversation: Trust, *, role: str, declared: Trust | None
) -> Trust:
    """The trust of a message: its bringer, its conversation, its role and its label lower it."""
    trusts = [of_caller(viewer), conversation, of_role(role)]
    if declared is not None:
        trusts.append(declared)
    return lowest(trusts)


def of_role(role: str) -> Trust:
    """What a person said, or what a program put in."""
    return Trust.PERSON if role in ("user", "human") else Trust.AGENT


def check_supersede(actor: Principal, *, item_id: str, old: Trust, new: Trust) -> None:
    """Passes unless a program would replace trusted knowledge by less trusted."""
    if RANK[new] < RANK[old] and not actor.is_person:
        raise Forbidden(
            f"{item_id} has the trust {old.value!r} and cannot be superseded by something of the "
            f"trust {new.value!r} without a person. Add it beside, and let a person decide."
        )


def check_mandate(actor: Principal, *, item_id: str, trust: Trust) -> None:
    """Passes unless a program would make untrusted text binding for every agent."""
    if trust in UNTRUSTED and not actor.is_person:
        raise Forbidden(
            f"{item_id} has the trust {trust.value!r} and becomes mandatory only by a person. "
            "Ask an admin who is one."
        )


def check_not_own(actor: Principal, *, item_id: str, owner: str) -> None:
    """Passes unless a program would decide on what it contributed itself."""
    if owner == actor.name and not actor.is_person:
        raise Forbidden(
            f"{item_id} comes from {actor.name!r} itself, and a program does not decide on what it "
            "contributed. Ask a person who is an admin, or another admin."
        )
