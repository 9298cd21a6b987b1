"""Visibility predicates. Every query uses `visible`; a caller cannot forget it.

`items/visibility.py` has the same rules in Python; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Integer, and_, bindparam, exists, not_, or_, true

from remembrancer.core.principal import PrincipalKind
from remembrancer.core.scope import Scope
from remembrancer.items.item import Review
from remembrancer.items.visibility import REVIEWED, WITHDRAWN, may_read_messages
from remembrancer.store.dialect import among, is_one_of, pack
from remembrancer.store.schema import item, version


class Visibility:
    """A scope's rights as predicates, with their parameters.

    `shape` names the form of the predicates: statements are cached by it.
    """

    def __init__(self, scope: Scope, *, on_record: bool = True) -> None:
        """Without `on_record` it shows nothing that is personal to another: an admin may read that
        only where each look is recorded."""
        viewer, recall = scope.viewer, scope.space.preset.recall
        is_program = viewer.kind is not PrincipalKind.USER
        self.sees_all_audiences = viewer.is_admin
        self.sees_personal = viewer.sees_personal and on_record
        is_held_back = recall.agents_need_review and is_program
        self.reads_reviewed_only = is_held_back and not viewer.is_admin
        self.sees_reviewed_only = is_held_back
        self.recalls_reviewed_only = is_held_back or (recall.people_need_review and not is_program)
        self.reads_all_raw = may_read_messages(viewer, recall, owner="")
        self.shape = (
            self.sees_all_audiences,
            self.sees_personal,
            self.reads_reviewed_only,
            self.sees_reviewed_only,
            self.recalls_reviewed_only,
            self.reads_all_raw,
        )
        self.parameters: dict[str, Any] = {
            "space_n": scope.space.number,
            "viewer": viewer.name,
            "groups": pack(f"group:{group}" for group in sorted(viewer.groups)),
        }

    @property
    def key(self) -> tuple[Hashable, ...]:
        """All that the predicates depend on."""
        values = self.parameters
        return (self.shape, values["space_n"], values["viewer"], tuple(values["groups"]))

    def visible(self, table: FromClause) -> ColumnElement[bool]:
        """The row is in the scope's space, and its audience and personal flag make it visible."""
        columns = table.c
        in_space = columns.space_n == bindparam("space_n")
        if self.sees_personal:
            return in_space
        shared = columns.is_personal == 0
        if not self.sees_all_audiences:
            shared = and_(shared, _in_audience(columns.audience))
        return and_(in_space, or_(columns.owner == bindparam("viewer"), shared))

    def addressed(self) -> ColumnElement[bool]:
        """The item is for everyone or for one of the viewer's groups. Authorship does not count.

        Personal items are addressed to nobody. Admins belong to every audience.
        """
        if self.sees_all_audiences:
            return item.c.is_personal == 0
        return and_(item.c.is_personal == 0, _in_audience(item.c.audience))

    def readable(self) -> ColumnElement[bool]:
        """The item's current review state lets the viewer read it by id or in a list."""
        if not self.reads_reviewed_only:
            return true()
        return or_(_reviewed(item.c.review), item.c.owner == bindparam("viewer"))

    def recallable(self) -> ColumnElement[bool]:
        """The item's review state lets recall return it to the viewer.

        For programs the current state applies, even when they ask about the past.
        """
        if self.sees_reviewed_only:
            return _reviewed(item.c.review)
        if not self.recalls_reviewed_only:
            return not_(is_one_of(version.c.review, *WITHDRAWN))
        is_pending = version.c.review == Review.PENDING.value
        own = and_(is_pending, item.c.owner == bindparam("viewer"))
        return or_(_reviewed(version.c.review), own)

    def raw_readable(self, table: FromClause) -> ColumnElement[bool]:
        """The viewer may read the raw message or source at all."""
        if self.reads_all_raw:
            return true()
        return table.c.owner == bindparam("viewer")


class BoundVisibility:
    """The same rights for a view that every caller reads: what a caller may do is a parameter of
    the statement too. Nothing in it is personal to another.

    Its parameters are those of `Visibility`, and `sees_all`, `reads_raw` and `reviewed_only`.
    """

    def visible(self, table: FromClause) -> ColumnElement[bool]:
        columns = table.c
        in_audience = or_(_flag("sees_all"), _in_audience(columns.audience))
        shared = and_(columns.is_personal == 0, in_audience)
        return and_(
            columns.space_n == bindparam("space_n"),
            or_(columns.owner == bindparam("viewer"), shared),
        )

    def readable(self) -> ColumnElement[bool]:
        own = item.c.owner == bindparam("viewer")
        return or_(not_(_flag("reviewed_only")), _reviewed(item.c.review), own)

    def raw_readable(self, table: FromClause) -> ColumnElement[bool]:
        return or_(_flag("reads_raw"), table.c.owner == bindparam("viewer"))


def _flag(name: str) -> ColumnElement[bool]:
    return bindparam(name, type_=Integer()) == 1


def was_shared() -> ColumnElement[bool]:
    """For an item that is shared now: the version was shared once, or is the viewer's own.

    Sharing does not change the text. The last version before sharing has the shared text, and
    earlier versions stay private to their contributor.
    """
    later = version.alias("later")
    is_draft = exists().where(
        later.c.space_n == version.c.space_n,
        later.c.item_n == version.c.item_n,
        later.c.seq == version.c.until_seq,
        later.c.is_personal == 1,
    )
    return or_(
        version.c.is_personal == 0,
        item.c.is_personal == 1,
        item.c.owner == bindparam("viewer"),
        not_(is_draft),
    )


def _in_audience(audience: ColumnElement[Any]) -> ColumnElement[bool]:
    return or_(audience.is_(None), audience == "all", among(audience, "groups"))


def _reviewed(review: ColumnElement[Any]) -> ColumnElement[bool]:
    return is_one_of(review, *sorted(REVIEWED))  # the same text each time: a view has it
