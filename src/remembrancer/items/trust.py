"""Trust: based on provenance alone. It is inherited downwards and never rises by itself."""

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

UNTRUSTED: Final = frozenset({Trust.DOCUMENT, Trust.OUTSIDE})  # nobody in the space said it

DERIVED_FROM: Final = "derived_from"  # metadata key: ids of possible origins


def lowest(trusts: Iterable[Trust]) -> Trust:
    """The trust of mixed sources: the lowest of them. Without any, the lowest there is."""
    return min(trusts, key=RANK.__getitem__, default=Trust.OUTSIDE)


def of_caller(viewer: Principal) -> Trust:
    """The highest trust of anything that this caller submits."""
    return Trust.PERSON if viewer.is_person else Trust.AGENT


def of_source(
    viewer: Principal, preset: Preset, *, source_type: str, declared: Trust | None
) -> Trust:
    """The trust of a source. Its submitter, its type and its label may each lower it."""
    trusts = [of_caller(viewer)]
    by_type = preset.trust_by_source.get(source_type)
    if by_type is not None:
        trusts.append(Trust(by_type))
    if declared is not None:
        trusts.append(declared)
    return lowest(trusts)


def of_conversation(viewer: Principal, declared: Trust | None) -> Trust:
    """The highest trust of anything said in a conversation."""
    return lowest([of_caller(viewer), *(() if declared is None else (declared,))])


def of_message(
    viewer: Principal, conversation: Trust, *, role: str, declared: Trust | None
) -> Trust:
    """The trust of a message. Its submitter, conversation, role and label may lower it."""
    trusts = [of_caller(viewer), conversation, of_role(role)]
    if declared is not None:
        trusts.append(declared)
    return lowest(trusts)


def of_role(role: str) -> Trust:
    """The trust of a role: a person's message, or a program's."""
    return Trust.PERSON if role in ("user", "human") else Trust.AGENT


def check_supersede(actor: Principal, *, item_id: str, old: Trust, new: Trust) -> None:
    """Passes unless a program would replace a trusted item by a less trusted one."""
    if RANK[new] < RANK[old] and not actor.is_person:
        raise Forbidden(
            f"{item_id} has the trust {old.value!r} and cannot be superseded by something of the "
            f"trust {new.value!r} without a person. Add it beside, and let a person decide."
        )


def check_mandate(actor: Principal, *, item_id: str, trust: Trust) -> None:
    """Passes unless a program would make untrusted text mandatory for every agent."""
    if trust in UNTRUSTED and not actor.is_person:
        raise Forbidden(
            f"{item_id} has the trust {trust.value!r} and becomes mandatory only by a person. "
            "Ask an admin who is one."
        )


def check_not_own(actor: Principal, *, item_id: str, owner: str) -> None:
    """Passes unless a program would decide on its own contribution."""
    if owner == actor.name and not actor.is_person:
        raise Forbidden(
            f"{item_id} comes from {actor.name!r} itself, and a program does not decide on what it "
            "contributed. Ask a person who is an admin, or another admin."
        )
