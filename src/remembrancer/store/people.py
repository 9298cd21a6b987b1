"""People, agents and groups of a space, and the names used as tags."""

from __future__ import annotations

import json
from itertools import chain
from typing import Any

from sqlalchemy import Select, bindparam, func, not_, or_, select

from remembrancer.core.ledger import Action
from remembrancer.core.principal import Person, PrincipalKind, Role
from remembrancer.core.validation import is_text
from remembrancer.items.item import Lifecycle
from remembrancer.items.trust import UNTRUSTED
from remembrancer.items.visibility import WITHDRAWN
from remembrancer.store.caches.names_cache import LookedForNames
from remembrancer.store.dialect import among, is_one_of, pack
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.rows import named, person_from, to_json
from remembrancer.store.schema import item, person, version
from remembrancer.store.unit import committed_columns
from remembrancer.store.unit.scoped_reader import ScopedReader
from remembrancer.store.unit.unit_of_work import UnitOfWork

_NONE = "[]"


class PeopleReads:
    """Who is on record in the space."""

    def __init__(self, view: ScopedReader, items: ItemReads) -> None:
        self._view = view
        self._queries = items.queries

    def all(self) -> tuple[Person, ...]:
        rows = self._view.all(lambda: _people().order_by(person.c.name))
        return tuple(person_from(named(person, row)) for row in rows)

    def get(self, name: str) -> Person | None:
        if not is_text(name):
            return None
        row = self._view.one(lambda: _people().where(person.c.name == bindparam("name")), name=name)
        return person_from(named(person, row)) if row else None

    def has_reviewer(self) -> bool:
        """Whether a person on record may review."""
        row = self._view.one(
            lambda: (
                select(person.c.number)
                .where(
                    person.c.space_n == bindparam("space_n"),
                    person.c.kind == PrincipalKind.USER.value,
                    person.c.roles.like(f'%{Role.ADMIN.value}"%'),  # KM_ADMIN ends so, too
                )
                .limit(1)
            )
        )
        return row is not None

    def names_of_people(self) -> tuple[tuple[str, frozenset[str]], ...]:
        rows = self._view.all(
            lambda: select(person.c.name, person.c.groups).where(
                person.c.space_n == bindparam("space_n")
            ),
        )
        return tuple(
            (row[0], frozenset(json.loads(row[1])) if row[1] != _NONE else frozenset())
            for row in rows
        )

    def names_in_use(self, audience: str | None, *, items_max: int) -> tuple[str, ...]:
        view, told_to = self._view, audience or "all"
        key = (view.space.uid, view.rights.key, told_to, items_max)
        last = view.settled_position()
        looked = view.names_cache.get(key, last)
        # After a long list was added, looking anew reads fewer rows.
        is_first = not looked.upto or last - looked.upto > items_max
        since = {} if is_first else {"known": pack(looked.versions), "since": looked.upto}
        rows = view.all(
            lambda: self._tagged(is_first=is_first),
            is_first,
            told_to=told_to,
            skipped=items_max - 1,
            **since,
        )
        # What this unit of work adds itself may be rolled back.
        found = tuple(row[1] for row in rows if row[2] <= last)
        view.names_cache.put(key, LookedForNames(last, found))
        # Parses all lists as one JSON text: parsing each one takes longer than the query.
        listed = json.loads(f"[{','.join(dict.fromkeys(row[0] for row in rows))}]")
        return tuple(dict.fromkeys(chain.from_iterable(listed)))

    def _tagged(self, *, is_first: bool) -> Select[Any]:
        newest = item.alias("newest")
        # The number of the oldest of the newest items; null if there are fewer.
        oldest_looked_at = (
            select(newest.c.number)
            .where(newest.c.space_n == bindparam("space_n"))
            .order_by(newest.c.number.desc())
            .limit(1)
            .offset(bindparam("skipped"))
            .scalar_subquery()
        )
        # A caller who sees more than the new item's audience must not reveal names by a tag.
        is_told = or_(
            item.c.audience.is_(None),
            item.c.audience == "all",
            item.c.audience == bindparam("told_to"),
        )
        query = (
            self._queries.select(None, version.c.entities, version.c.number, version.c.seq)
            .where(
                item.c.number >= func.coalesce(oldest_looked_at, 0),
                item.c.is_personal == 0,
                is_told,
                version.c.entities != _NONE,
                version.c.lifecycle == Lifecycle.ACTIVE.value,
                not_(is_one_of(version.c.review, *WITHDRAWN)),
                not_(is_one_of(version.c.trust, *UNTRUSTED)),
            )
            .order_by(item.c.number.desc())
        )
        if is_first:
            return query
        # Whatever makes an item match anew, or hides it no longer, is a new version of it.
        newer = version.alias("newer")
        since = select(newer.c.number).where(
            newer.c.space_n == bindparam("space_n"), newer.c.seq > bindparam("since")
        )
        return query.where(or_(among(version.c.number, "known"), version.c.number.in_(since)))


class PeopleWrites(PeopleReads):
    """Records people."""

    def __init__(self, work: UnitOfWork, items: ItemReads) -> None:
        super().__init__(work, items)
        self._work = work

    def put(self, new: Person) -> None:
        row: dict[str, Any] = {
            "name": new.name,
            "kind": new.kind.value,
            "email": new.email,
            "roles": to_json(sorted(new.roles), "roles"),
            "groups": to_json(sorted(new.groups), "groups"),
            "notes_path": new.notes_path,
        }
        number = self._work.one(
            lambda: select(person.c.number).where(
                person.c.space_n == bindparam("space_n"),
                person.c.name == bindparam("name"),
            ),
            name=new.name,
        )
        made = self._work.put_sealed(committed_columns.PERSON, row, [], {}, number and number[0])
        self._work.append(Action.PERSON_PUT, new.name, {}, [made], None)
        self._work.flush()


def _people() -> Select[Any]:
    return select(person).where(person.c.space_n == bindparam("space_n"))
