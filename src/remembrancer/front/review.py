"""`memory.review`: what agents may rely on is decided by people."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import Any, Final, overload

from remembrancer.core.errors import Conflict, Forbidden, InvalidInput, NotFound, StoreError
from remembrancer.core.limits import DECIDED_AT_ONCE_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_flag, validated
from remembrancer.front.delivery_tracking import handing_over
from remembrancer.front.session import Session
from remembrancer.front.verb_spans import traced
from remembrancer.governance import (
    acts,
    batch_review,
    cascade,
    clashes,
    contradictions,
    review,
    undo,
)
from remembrancer.governance.act import Act, Acts
from remembrancer.governance.batch import Batch, Decided
from remembrancer.governance.cascade_report import Cascade, Reported, Settled
from remembrancer.governance.case import Case
from remembrancer.governance.clash import Clash
from remembrancer.governance.contradiction import Contradiction
from remembrancer.governance.optimistic_locking import check_all_seen
from remembrancer.governance.rejection import Queue
from remembrancer.items import item_intake as capture
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Item, Review
from remembrancer.ports import Writer
from remembrancer.reading import taint_check
from remembrancer.recall import listing

_REFUSALS: Final = (Conflict, Forbidden, InvalidInput, NotFound)


@traced("review")
@handing_over
class Reviews:
    """Approves, rejects, mandates and revokes, and settles contradictions. For admins.

    `seen` is the version of the item that was looked at. If it is another one by now, the act is
    refused with `ChangedSince`, and nothing is written.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    def queue(
        self, /, *, limit: int | None = None, cursor: str | None = None, **filters: Any
    ) -> Queue:
        """What waits for a person, newest first, a page at a time; filters are those of items().

        `rejected_before` lists earlier rejections of it, for admins. What is personal
        waits for nobody, and is not in it unless `is_personal=True` asks for it.
        """
        from remembrancer.remember import rejections

        if "review" in filters:
            raise InvalidInput(
                "The queue holds what is pending. Ask items(review=…) for the rest.", field="review"
            )
        value = {"lifecycle": "active", "is_personal": False, **filters, "review": "pending"}
        wanted = validated(ItemFilter, value, what="review.queue()")
        return self._session.read(
            lambda reader, scope: rejections.queue(
                reader, scope, listing.page(reader, wanted, limit, cursor, None)
            )
        )

    def case(self, id: str) -> Case:
        """An item with its evidence, contradictions, related items and votes."""
        from remembrancer.remember import review_case

        self._session.compare_added()
        return self._session.read(lambda reader, scope: review_case.case(reader, scope, id))

    def approve(self, id: str, *, reason: str | None = None, seen: int | None = None) -> Item:
        """Lets a pending item through to agents."""
        self._session.compare_added([id])
        return self._approve(id, reason=reason, seen=seen)

    def _approve(
        self,
        id: str,
        *,
        reason: str | None,
        seen: int | None,
        unopposed: Collection[str] = (),
    ) -> Item:
        return self._accept(
            id,
            "approve items",
            Review.APPROVED,
            seen,
            reason,
            lambda unit, scope: review.approve(unit, scope, id, reason, seen=seen),
            unopposed,
        )

    def reject(self, id: str, *, reason: str | None = None, seen: int | None = None) -> Item:
        """Turns a pending item down."""
        return self._session.write(
            lambda unit, scope: review.reject(unit, scope, id, reason, seen=seen)
        )

    def mandate(
        self, id: str, *, reason: str, audience: str | None = None, seen: int | None = None
    ) -> Item:
        """Makes an item binding for every agent of its audience."""
        self._session.compare_added([id])
        return self._mandate(id, reason=reason, audience=audience, seen=seen)

    def _mandate(
        self,
        id: str,
        *,
        reason: str,
        seen: int | None,
        audience: str | None = None,
        unopposed: Collection[str] = (),
    ) -> Item:
        return self._accept(
            id,
            "mandate items",
            Review.MANDATORY,
            seen,
            reason,
            lambda unit, scope: review.mandate(unit, scope, id, reason, audience, seen=seen),
            unopposed,
        )

    def _accept(
        self,
        id: str,
        act: str,
        wanted: Review,
        seen: int | None,
        reason: str | None,
        accept: Callable[[Writer, Scope], Item],
        unopposed: Collection[str],
    ) -> Item:
        """Lets an item through, unless it contradicts what is in force and nobody knew: then that
        is flagged first, and who decides again knows. Those in `unopposed` contradict nothing."""
        from remembrancer.remember import contradiction_check

        def decided(unit: Writer, scope: Scope) -> Item | tuple[Contradiction, ...]:
            review.check_may_accept(unit, scope, id, act, wanted, reason=reason, seen=seen)
            if id in unopposed:
                return accept(unit, scope)
            item = unit.items.get(id)
            untold = () if item is None else contradiction_check.flag_first(unit, scope, item)
            return untold or contradiction_check.let_in(unit, scope, accept(unit, scope))

        done = self._session.write(decided)
        if isinstance(done, Item):
            return done
        if self._session.once is not None:
            self._session.once.settle()  # what was flagged stays, though the call is refused
        raise Conflict(_untold(id, done[0]))

    def edit(
        self, /, id: str, *, reason: str | None = None, seen: int | None = None, **fields: Any
    ) -> Item:
        """Changes what an item says before or after it is let through. For admins."""
        from remembrancer.remember import update

        draft = capture.draft_from({"content": "-", **fields})
        session, scope = self._session, self._session.scope()
        said = taint_check.text_lines(*(fields.get(name) for name in ("content", "title", "data")))
        derived = session.new_taint_check().label(said, None)
        return update.update(
            session.store,
            scope,
            session.shop.tools,
            lambda unit: review.edit(
                unit, scope, id, draft, fields, reason, seen=seen, derived=derived
            ),
            session.told,
            id=id,
            draft=draft,
            given=fields,
        )

    def batch(
        self,
        ids: Iterable[str],
        action: str,
        *,
        reason: str | None = None,
        seen: Mapping[str, int] | None = None,
    ) -> Batch:
        """One decision on many items: approve, reject, mandate or revoke.

        A refusal of one changes nothing for the others.
        `seen` has the versions that were looked at by their ids, of all or of some.
        """
        why = reason or ""
        acts: dict[str, Callable[[str], Item]] = {
            "approve": lambda id: self._approve(
                id, reason=reason, seen=versions.get(id), unopposed=unopposed
            ),
            "reject": lambda id: self.reject(id, reason=reason, seen=versions.get(id)),
            "mandate": lambda id: self._mandate(
                id, reason=why, seen=versions.get(id), unopposed=unopposed
            ),
            "revoke": lambda id: self.revoke(id, reason=why, seen=versions.get(id)),
        }
        listed = review.check_batch(self._session.scope(), ids, action, tuple(acts))
        versions = check_all_seen(seen, listed)
        is_accepting = action in ("approve", "mandate")
        unopposed = self._unopposed(listed) if is_accepting else frozenset(listed)

        def together(unit: Writer, scope: Scope, ids: Sequence[str]) -> list[Item]:
            return batch_review.decide(unit, scope, ids, action, reason, versions)

        decided: dict[str, Decided] = {}
        failed = ""
        try:
            for some in _groups(listed, unopposed):
                self._decide(some, acts[action], together, decided)
        except StoreError as failure:  # what was decided before it stands, and is told
            failed = str(failure)
        return Batch(action=action, results=tuple(_results(listed, decided, failed)))

    def _decide(
        self,
        ids: Sequence[str],
        alone: Callable[[str], Item],
        together: Callable[[Writer, Scope, Sequence[str]], list[Item]],
        decided: dict[str, Decided],
    ) -> None:
        """Decides on these in one unit of work. If one of them is refused, nothing of it is
        written, and each half is decided on by itself."""
        if len(ids) == 1:
            decided[ids[0]] = _decided(ids[0], alone)
            return
        try:
            items = self._session.write(lambda unit, scope: together(unit, scope, ids))
        except _REFUSALS:
            half = len(ids) // 2
            self._decide(ids[:half], alone, together, decided)
            self._decide(ids[half:], alone, together, decided)
        else:
            decided |= {item.id: Decided(id=item.id, item=item) for item in items}

    def _unopposed(self, ids: Sequence[str]) -> frozenset[str]:
        from remembrancer.remember import contradiction_check

        session = self._session
        session.compare_added(ids)
        return contradiction_check.unopposed(session.shop.store, session.scope(), ids)

    @overload
    def revoke(self, id: str, *, reason: str, seen: int | None = None) -> Reported: ...
    @overload
    def revoke(self, id: None = None, *, source: str, reason: str) -> tuple[Reported, ...]: ...
    def revoke(
        self,
        id: str | None = None,
        *,
        source: str | None = None,
        reason: str,
        seen: int | None = None,
    ) -> Reported | tuple[Reported, ...]:
        """Withdraws an active item, or every active item based on one source.

        Each comes back with what `relied_on` it: derived items, decisions and deliveries.
        """
        if id is not None and source is None:
            return self._session.write(
                lambda unit, scope: cascade.reported(
                    unit, scope, review.revoke(unit, scope, id, reason, seen=seen), id
                )
            )
        if seen is not None:
            raise InvalidInput("seen goes with the id of an item; a source has none.", field="seen")
        if source is not None and id is None:
            return self._session.write(
                lambda unit, scope: tuple(
                    cascade.reported(unit, scope, item, item.id)
                    for item in review.revoke_source(unit, scope, source, reason)
                )
            )
        raise InvalidInput("revoke() takes an item's id or a source, one of the two.")

    def relied_on(self, id: str) -> Cascade:
        """Which derived items, decisions and deliveries relied on an item. Nothing changes."""
        return self._session.read(lambda reader, scope: cascade.relied_on(reader, scope, id))

    def contradictions(self, *, include_resolved: bool = False) -> tuple[Contradiction, ...]:
        """What contradicts each other and is not settled yet, of what the caller may see.

        Of a side that was made personal since, an admin gets the id and nothing else.
        """
        check_flag(include_resolved, "include_resolved")
        self._session.compare_added()
        return self._session.read(
            lambda reader, scope: contradictions.listed(
                reader, scope, include_resolved=include_resolved
            )
        )

    def acts(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        subject: str | None = None,
        act: str | None = None,
    ) -> Acts:
        """What the engine did by itself, newest first, a page at a time, with its grounds.

        `act` is one of `superseded`, `confirmed`, `closed`, `flagged` and `merged`. Everybody gets
        the acts of which they may see all items.
        """
        return self._session.read(
            lambda reader, scope: acts.listed(
                reader, scope, limit=limit, cursor=cursor, subject=subject, act=act
            )
        )

    def undo(self, id: str, *, reason: str | None = None) -> Act:
        """Takes back what the engine did by itself, and remembers that it was wrong.

        What was superseded is in use again, beside what had replaced it; neither replaces the other
        any more. It needs the right to change the items.
        """
        return self._session.write(lambda unit, scope: undo.undo(unit, scope, id, reason))

    def clashes(self) -> tuple[Clash, ...]:
        """What is mandatory and live state says otherwise, as requests came upon it.

        It stays until the item is edited or revoked.
        """
        return self._session.read(lambda reader, scope: clashes.listed(reader, scope))

    def resolve(
        self,
        id: str,
        action: str,
        *,
        merged_content: str | None = None,
        reason: str | None = None,
    ) -> Settled:
        """Settles a contradiction: `kept_a` (what was known), `kept_b` (what came after it),
        `merge` (one text in the place of both) or `both_valid`.

        It comes back with what `relied_on` each side that no longer holds.
        """
        derived = None
        if isinstance(merged_content, str):
            derived = self._session.new_taint_check().label(merged_content, None)
        return self._session.write(
            lambda unit, scope: cascade.settled(
                unit,
                scope,
                _held(
                    unit,
                    scope,
                    contradictions.resolve(
                        unit, scope, id, action, merged_content, reason, derived=derived
                    ),
                ),
            )
        )


def _held(unit: Writer, scope: Scope, settled: Contradiction) -> Contradiction:
    """What holds from now on, by a merge or in the place of the other, may contradict a third."""
    holds = None if settled.resolution is None else settled.resolution.item_id
    item = None if holds is None else unit.items.get(holds)
    if item is not None:
        from remembrancer.remember import contradiction_check

        contradiction_check.let_in(unit, scope, item)
    return settled


def _untold(id: str, contradiction: Contradiction) -> str:
    (other,) = (item for item in contradiction.items if item.id != id)
    return (
        f"{id} contradicts {other.id}, which is {other.review.value}, and nobody was told so far: "
        f"{contradiction.reason}. Nothing was decided. It is on record now as "
        f"{contradiction.id}: settle it with resolve(), or decide again if both hold."
    )


def _groups(ids: Iterable[str], unopposed: Collection[str]) -> Iterator[tuple[str, ...]]:
    """The ids in their order, each once. Those that contradict nothing are decided together; before
    another one is accepted, what it contradicts is flagged, which stays though it is refused."""
    for together, run in groupby(dict.fromkeys(ids), key=lambda id: id in unopposed):
        while some := tuple(islice(run, DECIDED_AT_ONCE_MAX if together else 1)):
            yield some


def _results(
    listed: Iterable[str], decided: Mapping[str, Decided], failed: str
) -> Iterator[Decided]:
    told: set[str] = set()
    for id in listed:
        if id in told:
            twice = f"{id} is in the list more than once, and was decided the first time."
            yield Decided(id=id, error=twice)
        else:
            told.add(id)
            yield decided.get(id) or Decided(id=id, error=failed)


def _decided(id: str, act: Callable[[str], Item]) -> Decided:
    try:
        return Decided(id=id, item=act(id))
    except _REFUSALS as refusal:
        return Decided(id=id, error=str(refusal))
