"""Visibility: who may see, recall and do what. The queries in store/ implement the same in SQL."""

from __future__ import annotations

from typing import Final

from remembrancer.core.errors import Forbidden, InvalidInput
from remembrancer.core.preset import MessageReaders, RecallRules
from remembrancer.core.principal import Principal, PrincipalKind, Role
from remembrancer.items.item import Review
from remembrancer.items.retention import COMPRESSION

EVERYONE: Final = "all"  # everybody in the space; None means the same
GROUP_PREFIX: Final = "group:"

# Derived fields of an item. If callers could set them, they could vouch for themselves.
CALLER_NEVER_SETS: Final = frozenset(
    {
        "id",
        "lifecycle",
        "review",
        "status",
        "trust",
        "source_user",
        "superseded_by",
        "supersedes",
        "created_at",
        "updated_at",
    }
)

REVIEWED: Final = frozenset({Review.APPROVED, Review.MANDATORY})  # a person accepted it
WITHDRAWN: Final = frozenset({Review.REJECTED, Review.REVOKED})  # a person withdrew it


def may_see(viewer: Principal, *, owner: str, audience: str | None, is_personal: bool) -> bool:
    """Whether the viewer may know that it exists.

    Its owner always may. If it is personal to somebody else, only an admin who is a person may, on
    record; programs never. Otherwise admins see everything, and members see what is for everybody
    or for their groups.
    """
    if viewer.name == owner or viewer.sees_personal:
        return True
    if is_personal:
        return False
    if viewer.is_admin or audience is None or audience == EVERYONE:
        return True
    return audience.startswith(GROUP_PREFIX) and audience[len(GROUP_PREFIX) :] in viewer.groups


def may_recall_review(viewer: Principal, rules: RecallRules, *, owner: str, review: Review) -> bool:
    """Whether recall may return an item in this review state to the viewer."""
    if review in WITHDRAWN:
        return False
    if review in REVIEWED:
        return True
    if not viewer.is_person:
        return not rules.agents_need_review
    if not rules.people_need_review:
        return True
    return review is Review.PENDING and owner == viewer.name


def may_read_review(viewer: Principal, rules: RecallRules, *, owner: str, review: Review) -> bool:
    """Whether `get` and lists may show an item in this review state to the viewer.

    People may read everything they can see: review is their work. Agents take what they read as
    true, so they get only reviewed items and their own. Agents with an admin role see pending items
    too.
    """
    if viewer.is_person or viewer.is_admin or not rules.agents_need_review:
        return True
    return review in REVIEWED or owner == viewer.name


def may_read_messages(viewer: Principal, rules: RecallRules, *, owner: str) -> bool:
    """Whether the viewer may read raw messages of this owner, given that they are visible."""
    if rules.messages is MessageReaders.MEMBERS:
        return True
    return viewer.name == owner or viewer.sees_personal


def may_renew(viewer: Principal, review: Review) -> bool:
    """Whether a confirmation by the viewer restarts the term of an item.

    Only people renew approved and mandatory items. Otherwise an agent could keep them alive for
    ever.
    """
    return viewer.is_person or review not in REVIEWED


def check_audience(viewer: Principal, audience: str | None) -> str | None:
    """The audience, if it is well formed and the viewer may address it."""
    if audience is None or audience == EVERYONE:
        return audience
    if not isinstance(audience, str):
        raise InvalidInput("audience is a text: 'all', or 'group:NAME'.", field="audience")
    group = audience.removeprefix(GROUP_PREFIX)
    if group == audience or not group.strip():
        raise InvalidInput(
            f"Audience {audience!r} is not known. Leave it out or say 'all' for everyone, "
            "or 'group:NAME' for one group.",
            field="audience",
        )
    if group not in viewer.groups and not viewer.is_admin:
        raise Forbidden(
            f"{viewer.name!r} may not address {audience!r}: only its members and admins may. "
            "Choose a group of your own, or ask an admin."
        )
    return audience


def groups_of(audience: str | None) -> tuple[str, ...]:
    """The groups that this audience names."""
    if audience is None or not audience.startswith(GROUP_PREFIX):
        return ()
    return (audience.removeprefix(GROUP_PREFIX),)


def require_admin(viewer: Principal, act: str) -> None:
    """Passes for KM_ADMIN and ADMIN."""
    if not viewer.is_admin:
        raise Forbidden(
            f"{viewer.name!r} may not {act}: it needs the role KM_ADMIN or ADMIN. "
            "Ask one of the admins of this space."
        )


def require_full_admin(viewer: Principal, act: str) -> None:
    """Passes for ADMIN."""
    if Role.ADMIN not in viewer.roles:
        raise Forbidden(
            f"{viewer.name!r} may not {act}: it needs the role ADMIN. "
            "Ask one of the admins of this space."
        )


def require_person(viewer: Principal, act: str) -> None:
    """Passes for people. The act reveals everything, including items personal to others."""
    if not viewer.is_person:
        raise Forbidden(
            f"{viewer.name!r} is a program and may not {act}: that tells of what is personal to "
            "others. Ask an admin who is a person."
        )


def require_owner_or_admin(viewer: Principal, owner: str, act: str) -> None:
    """Passes for the contributor, and for KM_ADMIN and ADMIN."""
    # Do not name the owner: the message must not reveal who wrote what.
    if viewer.name != owner and not viewer.is_admin:
        raise Forbidden(
            f"{viewer.name!r} may not {act}: only its contributor or a KM_ADMIN or ADMIN may. "
            "Ask one of them."
        )


_MADE_HERE: Final = frozenset({COMPRESSION})  # source types that no caller may use


def check_source_type(viewer: Principal, source_type: str) -> None:
    """Passes if the viewer may use this source type with its authority."""
    if source_type in _MADE_HERE:
        raise Forbidden(
            f"source_type {source_type!r} is for what only the memory itself makes of items that "
            "it has. Leave source_type out, or say where the text comes from: 'manual'."
        )
    if source_type == "admin_mandate":
        require_full_admin(viewer, "add with source_type 'admin_mandate'")
    # The detector is a service. It read a person's own words in a session.
    is_detector = viewer.kind is PrincipalKind.SERVICE
    if source_type == "user_verification" and not is_detector and not viewer.is_admin:
        raise Forbidden(
            f"{viewer.name!r} may not add with source_type 'user_verification': only the "
            "detector, a service, and admins may. Use confirm() to vouch for an item."
        )
