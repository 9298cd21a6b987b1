"""Names: whom and what the people of a space, and what they share, make known."""

from __future__ import annotations

import json
from itertools import chain
from typing import Any

from sqlalchemy import Select, bindparam, not_, or_, select

from remembrancer.items.item import Lifecycle
from remembrancer.items.trust import UNTRUSTED
from remembrancer.items.visibility import WITHDRAWN
from remembrancer.store.dialect import is_one_of
from remembrancer.store.items.items import ItemReads
from remembrancer.store.schema import item, person, version

_NONE = "[]"


class NameReads(ItemReads):
    """The names that texts are tagged with."""

    def names_of_people(self) -> tuple[tuple[str, frozenset[str]], ...]:
        rows = self._all(
            "names.people",
            lambda: select(person.c.name, person.c.groups).where(
                person.c.space_n == bindparam("space_n")
            ),
        )
        return tuple(
            (row[0], frozenset(json.loads(row[1])) if row[1] != _NONE else frozenset())
            for row in rows
        )

    def names_in_use(self, audience: str | None, *, items_max: int) -> tuple[str, ...]:
        rows = self._all("names.in_use", self._tagged, told_to=audience or "all", limit=items_max)
        # All lists as one: each by itself takes longer to read than to find.
        listed = json.loads(f"[{','.join(dict.fromkeys(row[0] for row in rows))}]")
        return tuple(dict.fromkeys(chain.from_iterable(listed)))

    def _tagged(self) -> Select[Any]:
        newest = (
            select(item.c.number)
            .where(item.c.space_n == bindparam("space_n"))
            .order_by(item.c.number.desc())
            .limit(bindparam("limit"))
            .subquery("newest")
        )
        # Who sees more than those to whom the new item goes must not tell them by a tag.
        is_told = or_(
            item.c.audience.is_(None),
            item.c.audience == "all",
            item.c.audience == bindparam("told_to"),
        )
        return (
            self._select(None, version.c.entities)
            .where(
                item.c.number.in_(select(newest.c.number)),
                item.c.is_personal == 0,
                is_told,
                version.c.entities != _NONE,
                version.c.lifecycle == Lifecycle.ACTIVE.value,
                not_(is_one_of(version.c.review, *WITHDRAWN)),
                not_(is_one_of(version.c.trust, *UNTRUSTED)),
            )
            .order_by(item.c.number.desc())
        )
