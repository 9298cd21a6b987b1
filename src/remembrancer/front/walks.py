"""`memory.walks`: who asked what, what came back, what of it was used, and what that tells."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from remembrancer.core.errors import InvalidInput, NotFound
from remembrancer.core.limits import (
    WALK_CLIENT_ITEMS_MAX,
    WALK_REPORT_LINES_MAX,
    WALKS_LISTED_MAX,
    WALKS_REPORTED_MAX,
)
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_name, check_whole
from remembrancer.front.argument_parsing import as_moment
from remembrancer.front.delivery_tracking import handing_over
from remembrancer.front.session import Session
from remembrancer.front.verb_spans import traced
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Item, Lifecycle
from remembrancer.ports import Reader, Writer
from remembrancer.recall import learn, walk_clients
from remembrancer.recall import walk_report as rules
from remembrancer.recall.walk import Walk, WalkPage, WalkReport


@traced("walks")
@handing_over
class Walks:
    """The caller's own walks; for admins, everybody's.

    Of what a walk returned it shows what the caller may see now. Reading writes first what this
    memory has still to log, so that everyone finds their own questions at once.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._log = session.walks

    def list(
        self,
        *,
        session: str | None = None,
        subject: str | None = None,
        tool: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> WalkPage:
        """Walks, newest first, a page at a time; of one session, about one subject, by one tool."""
        for name, value in (("session", session), ("subject", subject), ("tool", tool)):
            if value is not None:
                check_name(value, name)
        check_whole(limit, "limit", at_least=1, at_most=WALKS_LISTED_MAX)
        self._log.flush(self._session.space)
        return self._session.read(
            lambda reader, _: reader.walks.page(
                limit=limit, after=cursor, session=session, subject=subject, tool=tool
            )
        )

    def get(self, id: str) -> Walk:
        """One walk. What is unknown or somebody else's is `NotFound`."""
        self._log.flush(self._session.space)
        result = self._session.read(lambda reader, _: reader.walks.get(id))
        if result is None:
            raise NotFound("walk", id)
        return result

    def used(self, id: str, ids: Iterable[str]) -> Walk:
        """Says which of the returned items and messages went into the answer, by their ids.

        For who asked, or an admin. Saying it again replaces what was said before.
        """
        if isinstance(ids, str) or not isinstance(ids, Iterable):
            raise InvalidInput(f"ids is a list of ids, not {ids!r}.", field="ids")
        given = tuple(ids)
        self._log.flush(self._session.space)
        return self._session.write(lambda unit, _: _use(unit, id, given))

    def report(
        self,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        limit: int = 10,
    ) -> WalkReport:
        """What the walks of a time tell: categories looked up together, what is cited most,
        which attributes of items and of clients foretell use, what ranking learns from all
        walks, frequent forms of questions, and what found nothing. Of each, so many lines."""
        begin, end = as_moment(since, "since"), as_moment(until, "until")
        check_whole(limit, "limit", at_least=1, at_most=WALK_REPORT_LINES_MAX)
        self._log.flush(self._session.space)

        def look(reader: Reader, _: Scope) -> tuple[WalkPage, dict[str, tuple[Item, ...]]]:
            page = reader.walks.page(limit=WALKS_REPORTED_MAX, since=begin, until=end)
            known = {name: _known_of(reader, name) for name in walk_clients.subjects(page.walks)}
            reader.only_looked_at(())  # nobody is told an item here
            return page, known

        page, known = self._session.read(look)
        return rules.report(
            page.walks,
            limit=limit,
            is_cut=page.next is not None,
            known=known,
            learned=learn.weights(self._session.store, self._session.scope()),
        )


def _known_of(reader: Reader, subject: str) -> tuple[Item, ...]:
    """The active items about a client, without anything personal."""
    item_filter = ItemFilter(subject=subject, lifecycle=(Lifecycle.ACTIVE,), is_personal=False)
    return tuple(reader.items.page(item_filter, limit=WALK_CLIENT_ITEMS_MAX, is_bare=True).items)


def _use(unit: Writer, id: str, given: tuple[Any, ...]) -> Walk:
    walk = unit.walks.get(id)
    if walk is None:
        raise NotFound("walk", id)
    returned = {hit.id for hit in walk.returned}
    for value in given:
        if not isinstance(value, str) or value not in returned:
            raise InvalidInput(
                f"{value!r} is not among what the walk {id!r} returned. Name ids of its hits.",
                field="ids",
            )
    unit.walks.mark_used(id, [hit.rank for hit in walk.returned if hit.id in given])
    return walk.model_copy(
        update={
            "returned": tuple(
                hit.model_copy(update={"is_used": hit.id in given}) for hit in walk.returned
            ),
            "used": tuple(hit.id for hit in walk.returned if hit.id in given),
            "is_reported": True,
        }
    )
