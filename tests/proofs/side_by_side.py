"""The product and the plain model, driven by the same calls and held against each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import Any, TypeVar, Unpack

from remembrancer import Memory, Principal
from remembrancer.core.errors import RemembrancerError
from remembrancer.core.ledger import Change, LedgerEntry, Verification
from remembrancer.items.item import Item
from remembrancer.memory import LOCAL_OWNER
from remembrancer.ports import Embedder
from remembrancer.presets import preset_files as presets
from remembrancer.recall.hit import Hit, Recall
from remembrancer.testing import FrozenClock
from tests.answers import said
from tests.proofs.plain.plain_model import Fields, PlainSpace
from tests.proofs.plain.plain_reads import Filters, Question, Shown, shown_message, shown_source
from tests.proofs.plain.plain_state import Act, PlainItem, PlainMessage, PlainPerson, Point, Refused
from tests.proofs.stores import OpenStore, Outcome, chance

T = TypeVar("T")
OWNER = PlainPerson("owner", roles=frozenset({"ADMIN"}))
PAGE_MAX = 500
HITS_MAX = 200


class Difference(AssertionError):
    """The product and the model do not agree."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a caller got: a value or an error, and how many rows it showed."""

    space: str
    who: str
    call: str
    value: Any = None
    error: RemembrancerError | None = None
    rows: int = 0


@dataclass(slots=True)
class Listener:
    """Where a subscription stands, and the position of the last change that it told of."""

    cursor: str
    subject: str | None
    heard: int


class SideBySide:
    """One store, or several on different engines, and for each space the plain model.

    Several stores draw the same ids, salts and keys. So they must agree in every answer to the
    last character: scores, their order, the words of an error, and the hashes of the ledger.
    """

    def __init__(
        self,
        url: str,
        spaces: Mapping[str, str],
        people: Iterable[PlainPerson],
        start: datetime,
        *,
        others: Iterable[str] = (),
        embedder: Embedder | None = None,
    ) -> None:
        self.clock = FrozenClock(start)
        self.plain: dict[str, PlainSpace] = {}
        self.asked = 0
        self.answered_with_rows = 0
        self.watch: Callable[[Answer], None] | None = None
        self._seeds = count()
        self._stores = [OpenStore(one, spaces, self.clock, embedder) for one in (url, *others)]
        self._each(lambda _, store: store.open())
        for name, preset in spaces.items():
            self.plain[name] = PlainSpace(name, presets.load(preset), self.now, OWNER.name)
            self.plain[name].people[OWNER.name] = OWNER
            for person in (OWNER, *people):
                self.put_person(name, OWNER.name, person)

    def wait(self) -> None:
        """Embeds all that was written, where there is an embedder."""
        self._each(lambda _, store: store.wait())

    def reopen(self) -> None:
        self._each(lambda _, store: store.reopen())

    def move(self, folder: Path) -> None:
        """Goes on in other stores, into which every space was imported: from one's own export,
        or, where there are several, from that of the next one."""
        exports = [store.export(folder) for store in self._stores]
        self._each(lambda next, store: store.move(folder, exports[next]))
        for file in chain.from_iterable(files.values() for files in exports):
            file.unlink()

    def fall_back(self, folder: Path) -> None:
        """Goes on with a backup made just now: one's own, or that of the next one."""
        backups = [store.backup(folder) for store in self._stores]
        self._each(lambda next, store: store.fall_back(backups[next]))

    def close(self) -> None:
        for store in self._stores:
            store.close()

    @property
    def now(self) -> datetime:
        return self.clock.now

    def person(self, space: str, who: str) -> PlainPerson:
        """Who that is in this space today; a stranger has no role and no group."""
        return self.plain[space].people.get(who) or PlainPerson(who)

    def memory(self, space: str, who: str) -> Memory:
        """The memory of this caller, in the first of the stores."""
        return self._stores[0].spaces[space].acting_as(self._caller(space, who))

    def _caller(self, space: str, who: str) -> Principal:
        person = self.person(space, who)
        return Principal(who, roles=person.roles, groups=person.groups, kind=person.kind)

    # -- the comparison

    def _each(self, act: Callable[[int, OpenStore], T]) -> list[T]:
        """Lets each store act, given the number of the next one. Where there are several, chance
        is the same for all of them."""
        seed, total = next(self._seeds), len(self._stores)
        done = []
        for number, store in enumerate(self._stores, start=1):
            with chance(seed) if total > 1 else nullcontext():
                done.append(act(number % total, store))
        return done

    def _agreed(
        self, space: str, caller: Principal, call: str, real: Callable[[Memory], Any]
    ) -> Outcome:
        """Makes the call on every store. All must give the same answer or the same error."""
        outcomes = self._each(lambda _, store: store.ask(space, caller, real))
        first = outcomes[0]
        for store, other in zip(self._stores, outcomes, strict=True):
            if other.told() != first.told():
                raise Difference(
                    f"{call} by {caller.name} in {space}, {store.url} (here the product) against "
                    f"{self._stores[0].url}:\n{_difference(other.told(), first.told())}"
                )
        return first

    def _both(
        self,
        space: str,
        who: str,
        call: str,
        real: Callable[[Memory], T],
        plain: Callable[[PlainSpace, PlainPerson, T | None], Any],
        show: Callable[[T], Any],
    ) -> T | None:
        """Makes the call on the product and the model. The same answer, or the same kind of
        refusal."""
        outcome = self._agreed(space, self._caller(space, who), call, real)
        got: T | None = outcome.value
        error = outcome.error
        expected: Any = None
        refused: Refused | None = None
        try:
            expected = plain(self.plain[space], self.person(space, who), got)
        except Refused as refusal:
            refused = refusal
        where = f"{call} by {who} in {space}"
        if type(error) is not (refused.kind if refused else type(None)):
            raise Difference(f"{where}: product {error or 'accepts'!r}, model {refused!r}")
        rows = 0
        if got is not None:
            shown = show(got)
            rows = _rows(shown)
            if shown != expected:
                raise Difference(f"{where}:\n{_difference(shown, expected)}")
        self.asked += 1
        self.answered_with_rows += rows > 0
        if self.watch is not None:
            self.watch(Answer(space, who, call, got, error, rows))
        return got

    def _item(
        self,
        space: str,
        who: str,
        call: str,
        real: Callable[[Memory], Item],
        plain: Callable[[PlainSpace, PlainPerson, Iterator[str]], PlainItem],
    ) -> Item | None:
        """A call that answers with one item."""

        def expected(model: PlainSpace, person: PlainPerson, got: Item | None) -> Shown:
            item = plain(model, person, _ids([got.id] if got else []))
            return model.shown(person, item, self.now)

        return self._both(space, who, call, real, expected, shown_item)

    # -- putting in

    def add(self, space: str, who: str, fields: Fields, key: str | None = None) -> Item | None:
        return self._item(
            space,
            who,
            f"add({dict(fields)}, key={key})",
            lambda memory: memory.add(key=key, **fields),
            lambda model, person, ids: model.add(person, fields, self.now, ids, key),
        )

    def add_many(self, space: str, who: str, listed: Sequence[Fields]) -> Sequence[Item] | None:
        def expected(
            model: PlainSpace, person: PlainPerson, got: Sequence[Item] | None
        ) -> list[Shown]:
            ids = _ids([item.id for item in got or ()])
            added = model.add_many(person, listed, self.now, ids)
            return [model.shown(person, item, self.now) for item in added]

        return self._both(
            space,
            who,
            f"add_many({[dict(one) for one in listed]})",
            lambda memory: list(memory.add_many(listed)),
            expected,
            lambda items: [shown_item(item) for item in items],
        )

    def remember(
        self,
        space: str,
        who: str,
        text: str,
        *,
        subject: str | None = None,
        source: str | None = None,
        **fields: Any,
    ) -> Item | None:
        def expected(model: PlainSpace, person: PlainPerson, got: Any) -> Any:
            ids = _ids([got.source.id, got.items[0].id] if got else [])
            item, captured = model.remember(
                person, text, self.now, ids, subject=subject, source=source, **fields
            )
            return [model.shown(person, item, self.now)], shown_source(captured)

        remembered = self._both(
            space,
            who,
            f"remember({text!r}, subject={subject}, source={source}, {fields})",
            lambda memory: memory.remember(
                text, subject=subject, source=source, infer=False, **fields
            ),
            expected,
            lambda done: ([shown_item(item) for item in done.items], done.source.model_dump()),
        )
        return remembered.items[0] if remembered else None

    def remember_messages(
        self,
        space: str,
        who: str,
        messages: Sequence[Fields],
        *,
        subject: str | None = None,
        source: str | None = None,
        **fields: Any,
    ) -> Item | None:
        """The messages must bring their ids."""

        def expected(model: PlainSpace, person: PlainPerson, got: Any) -> Any:
            own = [] if source is not None else [got.conversation_id] if got else []
            ids = _ids([*own, *([got.items[0].id] if got else [])])
            item, place = model.remember_messages(
                person, messages, self.now, ids, subject=subject, source=source, **fields
            )
            return [model.shown(person, item, self.now)], place.id

        remembered = self._both(
            space,
            who,
            f"remember({list(messages)}, subject={subject}, source={source}, {fields})",
            lambda memory: memory.remember(
                messages, subject=subject, source=source, infer=False, **fields
            ),
            expected,
            lambda done: ([shown_item(item) for item in done.items], done.conversation_id),
        )
        return remembered.items[0] if remembered else None

    # -- changing

    def update(
        self, space: str, who: str, id: str, fields: Fields, reason: str | None = None
    ) -> Item | None:
        return self._item(
            space,
            who,
            f"update({id}, {dict(fields)})",
            lambda memory: memory.update(id, reason=reason, **fields),
            lambda model, person, _: model.update(person, id, fields, self.now, reason),
        )

    def supersede(
        self, space: str, who: str, id: str, fields: Fields, reason: str | None = None
    ) -> Item | None:
        return self._item(
            space,
            who,
            f"supersede({id}, {dict(fields)})",
            lambda memory: memory.supersede(id, reason=reason, **fields),
            lambda model, person, ids: model.supersede(person, id, fields, self.now, ids, reason),
        )

    def dismiss(self, space: str, who: str, id: str, reason: str | None = None) -> Item | None:
        return self._item(
            space,
            who,
            f"dismiss({id})",
            lambda memory: memory.dismiss(id, reason),
            lambda model, person, _: model.dismiss(person, id, self.now, reason),
        )

    def confirm(
        self,
        space: str,
        who: str,
        id: str,
        quote: str | None = None,
        reason: str | None = None,
    ) -> Item | None:
        return self._item(
            space,
            who,
            f"confirm({id}, {quote!r})",
            lambda memory: memory.confirm(id, quote=quote, reason=reason),
            lambda model, person, _: model.confirm(person, id, self.now, quote, reason),
        )

    def share(self, space: str, who: str, id: str, reason: str | None = None) -> Item | None:
        return self._item(
            space,
            who,
            f"share({id})",
            lambda memory: memory.share(id, reason=reason),
            lambda model, person, _: model.share(person, id, self.now, reason),
        )

    def vote(self, space: str, who: str, id: str, value: Any) -> None:
        self._both(
            space,
            who,
            f"vote({id}, {value})",
            lambda memory: memory.vote(id, value),
            lambda model, person, _: model.vote(person, id, value, self.now),
            lambda votes: votes.model_dump(),
        )

    def review(
        self,
        space: str,
        who: str,
        id: str,
        decision: str,
        reason: str | None = None,
        audience: str | None = None,
    ) -> Item | None:
        more = {"audience": audience} if decision == "mandate" else {}
        return self._item(
            space,
            who,
            f"review.{decision}({id}, reason={reason!r}, {more})",
            lambda memory: getattr(memory.review, decision)(id, reason=reason, **more),
            lambda model, person, _: model.review(
                person, id, decision, self.now, reason, more.get("audience")
            ),
        )

    def revoke_source(self, space: str, who: str, source: str, reason: str | None) -> None:
        def expected(model: PlainSpace, person: PlainPerson, _: object) -> list[Shown]:
            revoked = model.revoke_source(person, source, self.now, reason)
            return [model.shown(person, item, self.now) for item in revoked]

        self._both(
            space,
            who,
            f"review.revoke(source={source}, reason={reason!r})",
            lambda memory: memory.review.revoke(source=source, reason=reason or ""),
            expected,
            lambda items: [shown_item(item) for item in items],
        )

    # -- conversations

    def start(self, space: str, who: str, id: str | None, **fields: Any) -> str | None:
        def expected(model: PlainSpace, person: PlainPerson, got: Any) -> Shown:
            place = model.start(person, id, self.now, _ids([got.id] if got else []), **fields)
            return model.shown_conversation(person, place)

        place = self._both(
            space,
            who,
            f"conversations.start({id}, {fields})",
            lambda memory: memory.conversations.start(id, **fields),
            expected,
            lambda found: found.model_dump(),
        )
        return place.id if place else None

    def append(self, space: str, who: str, id: str, messages: Sequence[Fields]) -> None:
        def expected(model: PlainSpace, person: PlainPerson, got: Any) -> list[Shown]:
            made = [
                one.id for one, draft in zip(got or (), messages, strict=False) if "id" not in draft
            ]
            return model.append(person, id, messages, self.now, _ids(made))

        self._both(
            space,
            who,
            f"conversations.append({id}, {list(messages)})",
            lambda memory: memory.conversations.append(id, messages),
            expected,
            lambda stored: [one.model_dump() for one in stored],
        )

    def conversation(self, space: str, who: str, id: str) -> None:
        self._both(
            space,
            who,
            f"conversations.get({id})",
            lambda memory: memory.conversations.get(id),
            lambda model, person, _: model.shown_conversation(
                person, model.conversation(person, id)
            ),
            lambda found: found.model_dump(),
        )

    def messages(self, space: str, who: str, id: str) -> None:
        def expected(model: PlainSpace, person: PlainPerson, _: object) -> list[Shown]:
            told = model.messages(person, model.conversation(person, id))
            model.look(person, [], self.now, told)
            return [shown_message(one) for one in told]

        self._both(
            space,
            who,
            f"conversations.messages({id})",
            lambda memory: memory.conversations.messages(id),
            expected,
            lambda listed: [one.model_dump() for one in listed],
        )

    # -- people

    def put_person(self, space: str, who: str, person: PlainPerson) -> None:
        given = {"kind": person.kind, "roles": person.roles, "groups": person.groups}
        self._both(
            space,
            who,
            f"admin.add_person({person.name}, {given})",
            lambda memory: memory.admin.add_person(
                person.name, kind=person.kind, roles=person.roles, groups=person.groups
            ),
            lambda model, viewer, _: model.put_person(viewer, person.name, self.now, **given),
            lambda _: None,
        )

    def change_groups(self, space: str, who: str, name: str, group: str, *, joins: bool) -> None:
        verb = "join_group" if joins else "leave_group"
        self._both(
            space,
            who,
            f"admin.{verb}({name}, {group})",
            lambda memory: getattr(memory.admin, verb)(name, group),
            lambda model, viewer, _: model.change_groups(
                viewer, name, self.now, group, joins=joins
            ),
            lambda _: None,
        )

    def change_roles(self, space: str, who: str, name: str, role: str, *, gains: bool) -> None:
        verb = "grant" if gains else "withdraw"
        self._both(
            space,
            who,
            f"admin.{verb}({name}, {role})",
            lambda memory: getattr(memory.admin, verb)(name, role),
            lambda model, viewer, _: model.change_roles(viewer, name, self.now, role, gains=gains),
            lambda _: None,
        )

    # -- looking up

    def get(
        self, space: str, who: str, id: str, as_of: int | datetime | None = None
    ) -> Item | None:
        def expected(model: PlainSpace, person: PlainPerson, _: Item | None) -> Shown:
            at = model.point(person, as_of)
            item = model.find(person, id, at)
            shown = model.shown(person, item, self.now, at)
            model.look(person, [item], self.now)
            return shown

        return self._both(
            space,
            who,
            f"get({id}, as_of={as_of})",
            lambda memory: memory.get(id, as_of),
            expected,
            shown_item,
        )

    def items(
        self,
        space: str,
        who: str,
        as_of: int | datetime | None = None,
        limit: int = PAGE_MAX,
        **filters: Unpack[Filters],
    ) -> list[Item] | None:
        """All pages of a list. Each page is a call of its own."""

        def whole(memory: Memory) -> list[Item]:
            page = memory.items(as_of, limit=limit, **filters)
            found = list(page)
            while page.next is not None:
                page = memory.items(as_of, limit=limit, cursor=page.next, **filters)
                found.extend(page)
            return found

        def expected(model: PlainSpace, person: PlainPerson, _: object) -> list[Shown]:
            at = model.point(person, as_of)
            found = model.listed(person, self.now, at, **filters)
            shown = [model.shown(person, item, self.now, at) for item in found]
            for first in range(0, len(found), limit):
                model.look(person, found[first : first + limit], self.now)
            return shown

        return self._both(
            space,
            who,
            f"items(as_of={as_of}, limit={limit}, {filters})",
            whole,
            expected,
            lambda items: [shown_item(item) for item in items],
        )

    def my_contributions(self, space: str, who: str) -> None:
        def expected(model: PlainSpace, person: PlainPerson, _: object) -> list[Shown]:
            found = model.listed(person, self.now, source_user=who)
            return [model.shown(person, item, self.now) for item in found]

        self._both(
            space,
            who,
            "my_contributions()",
            lambda memory: list(memory.my_contributions(limit=PAGE_MAX)),
            expected,
            lambda items: [shown_item(item) for item in items],
        )

    def history(self, space: str, who: str, id: str) -> None:
        def expected(model: PlainSpace, person: PlainPerson, _: object) -> list[Shown]:
            found = model.history(person, id)
            shown = [model.shown(person, item, self.now) for item in found]
            model.look(person, found, self.now)
            return shown

        self._both(
            space,
            who,
            f"history({id})",
            lambda memory: memory.history(id),
            expected,
            lambda items: [shown_item(item) for item in items],
        )

    def provenance(self, space: str, who: str, id: str) -> None:
        def expected(model: PlainSpace, person: PlainPerson, _: object) -> Shown:
            item = model.find(person, id)
            chain_found = model.history(person, id)
            sources = {one.source.id: one.source for one in item.evidence if one.source}
            shown = {
                "item": model.shown(person, item, self.now),
                "sources": sorted(
                    [
                        *(
                            shown_source(source)
                            for source in sources.values()
                            if model.reads_source(person, source)
                        ),
                        *model.talks_quoted(person, item),
                    ],
                    key=lambda one: str(one["id"]),
                ),
                "chain": [model.shown(person, one, self.now) for one in chain_found],
                "changes": [_shown_act(person, act, id) for act in model.acts_on(id)],
            }
            model.look(person, chain_found, self.now)
            return shown

        def show(found: Any) -> Shown:
            return {
                "item": shown_item(found.item),
                "sources": sorted(
                    (source.model_dump() for source in found.sources),
                    key=lambda one: str(one["id"]),
                ),
                "chain": [shown_item(item) for item in found.chain],
                "changes": [_shown_entry(entry) for entry in found.changes],
            }

        self._both(
            space,
            who,
            f"provenance({id})",
            lambda memory: memory.provenance(id),
            expected,
            show,
        )

    def stats(self, space: str, who: str) -> None:
        self._both(
            space,
            who,
            "stats()",
            lambda memory: memory.stats(),
            lambda model, person, _: model.stats(person, self.now),
            lambda stats: stats.model_dump(),
        )

    def summary(
        self, space: str, who: str, subject: str, as_of: int | datetime | None = None
    ) -> None:
        def expected(model: PlainSpace, person: PlainPerson, _: object) -> Shown:
            at = model.point(person, as_of)
            groups, totals = model.summary(person, subject, self.now, at)
            shown = {
                "groups": {
                    kind: [model.shown(person, item, self.now, at) for item in listed]
                    for kind, listed in groups.items()
                },
                "totals": totals,
            }
            model.look(person, [one for listed in groups.values() for one in listed], self.now)
            return shown

        self._both(
            space,
            who,
            f"summary({subject}, as_of={as_of})",
            lambda memory: memory.summary(subject, as_of),
            expected,
            lambda found: {
                "groups": {
                    kind: [shown_item(item) for item in listed]
                    for kind, listed in found.groups.items()
                },
                "totals": found.totals,
            },
        )

    def recall(
        self,
        space: str,
        who: str,
        query: str,
        as_of: int | datetime | None = None,
        *,
        explain: bool = False,
        **question: Unpack[Question],
    ) -> Recall | None:
        """Which texts are found; how they rank is proved elsewhere."""

        def expected(model: PlainSpace, person: PlainPerson, _: object) -> list[Shown]:
            at = model.point(person, as_of)
            items, messages = model.recalled(person, query, self.now, at, **question)
            hits = [_item_hit(model, person, item, self.now, at) for item in items]
            model.look(person, items, self.now, messages)
            return _sorted([*hits, *(_message_hit(message) for message in messages)])

        return self._both(
            space,
            who,
            f"recall({query!r}, as_of={as_of}, {question})",
            lambda memory: said(
                memory.recall(query, k=HITS_MAX, as_of=as_of, explain=explain, **question)
            ),
            expected,
            lambda found: _sorted(_shown_hit(hit) for hit in found.hits),
        )

    # -- listening

    def subscribe(self, space: str, who: str, subject: str | None = None) -> Listener:
        cursor = self._agreed(
            space,
            self._caller(space, who),
            f"subscribe({subject})",
            lambda memory: memory.subscribe(subject).cursor,
        ).value
        known = self.plain[space].changes(self.person(space, who), 0, None)
        return Listener(cursor, subject, known[-1][0].seq if known else 0)

    def listen(self, space: str, who: str, listener: Listener) -> Listener:
        """Takes the changes from the listener's cursor on, as today's caller."""

        def real(memory: Memory) -> tuple[list[Change], str]:
            subscription = memory.subscribe(listener.subject, after=listener.cursor)
            return list(subscription.poll()), subscription.cursor

        def expected(model: PlainSpace, person: PlainPerson, _: object) -> list[Any]:
            told = model.changes(person, listener.heard, listener.subject)
            return [_shown_change(model, person, act, item) for act, item in told]

        def show(heard: tuple[list[Change], str]) -> list[Any]:
            return [
                (one.action, one.item_id, one.subject, one.at, one.actor, one.replaced)
                for one in heard[0]
            ]

        heard = self._both(space, who, f"subscribe({listener.subject})", real, expected, show)
        assert heard is not None
        told = self.plain[space].changes(self.person(space, who), listener.heard, listener.subject)
        last = told[-1][0].seq if told else listener.heard
        return Listener(heard[1], listener.subject, last)

    # -- the whole

    def check_space(self, space: str, who: str) -> None:
        """Everything that this caller can list or count."""
        self.items(space, who)
        self.my_contributions(space, who)
        self.stats(space, who)

    def check_ledger(self, space: str) -> None:
        """The chain verifies, is numbered without gaps, and tells what happened."""
        found, entries = self._agreed(space, LOCAL_OWNER, "audit", _whole_ledger).value
        model = self.plain[space]
        if not found.ok or found.rows != model.position or found.head.seq != model.position:
            raise Difference(f"ledger of {space}: {found}, model {model.position} rows")
        told = [(one.seq, one.at, one.actor, one.action, one.reason) for one in entries[::-1]]
        acted = [(act.seq, act.at, act.actor, act.action, act.reason) for act in model.ledger]
        if told != acted:
            raise Difference(f"ledger of {space}:\n{_difference(told, acted)}")
        # The plain model does not know what a relation is called.
        nameless = ("space.create", "relation.add")
        targets = sorted(one.target for one in entries if one.action not in nameless)
        acts = (act for act in model.ledger if act.action not in nameless)
        if targets != sorted(act.target for act in acts):
            raise Difference(f"ledger of {space}: other things were acted on")


def _whole_ledger(memory: Memory) -> tuple[Verification, list[LedgerEntry]]:
    """Newest first."""
    entries = list(memory.admin.audit(limit=1000))
    while entries and entries[-1].seq > 1:
        entries.extend(memory.admin.audit(limit=1000, before=entries[-1].seq))
    return memory.verify(), entries


def shown_item(item: Item) -> Shown:
    # The model keeps no account of these.
    return item.model_dump(exclude={"relied_on", "rejected_before"})


def _ids(real: Iterable[str]) -> Iterator[str]:
    """The ids that the product chose, then names for what it did not store."""
    return chain(real, (f"not-stored-{number}" for number in count()))


def _item_hit(
    model: PlainSpace, person: PlainPerson, item: PlainItem, now: datetime, at: Point | None
) -> Shown:
    shown = model.shown(person, item, now, at)
    return {
        "type": "item",
        "id": item.id,
        "text": shown["content"],
        "conversation_id": None,
        **{
            name: shown[name]
            for name in (
                *("evidence", "occurred_at", "confidence", "title", "kind", "subject"),
                *("source_type", "source_user", "is_personal", "trust"),
            )
        },
    }


def _message_hit(message: PlainMessage) -> Shown:
    shown = shown_message(message)
    own_words = {
        "source_id": shown["conversation_id"],
        "message_id": message.id,
        "conversation_id": shown["conversation_id"],
        "quote": message.content,
        "start": 0,
        "end": len(message.content),
        "stance": "supports",
        "principal": message.author_id,
        "at": message.timestamp,
        "handed_in_by": message.owner,
    }
    return {
        "type": "message",
        "id": message.id,
        "text": message.content,
        "conversation_id": shown["conversation_id"],
        "evidence": (own_words,),
        "occurred_at": message.timestamp,
        "confidence": 1.0,
        "title": None,
        "kind": None,
        "subject": shown["subject"],
        "source_type": None,
        "source_user": message.author_id,
        "is_personal": shown["is_personal"],
        "trust": message.trust,
    }


def _shown_hit(hit: Hit) -> Shown:
    return hit.model_dump(exclude={"score", "explanation", "legs", "contradicts", "replaced_by"})


def _sorted(hits: Iterable[Shown]) -> list[Shown]:
    return sorted(hits, key=lambda hit: (hit["type"], hit["id"], repr(hit["evidence"])))


def _shown_entry(entry: LedgerEntry) -> tuple[Any, ...]:
    # In which order one call's looks are put on record is nobody's promise.
    seq = 0 if entry.action == "item.look" else entry.seq
    return seq, entry.at, entry.actor, entry.action, entry.target, entry.reason


def _shown_act(person: PlainPerson, act: Act, id: str) -> tuple[Any, ...]:
    """For admins who are people as it stands. Others get no position, and the item's name alone."""
    if person.sees_personal:
        seq = 0 if act.action == "item.look" else act.seq
        return seq, act.at, act.actor, act.action, act.target, act.reason
    return 0, act.at, act.actor, act.action, id, act.reason


def _shown_change(
    model: PlainSpace, person: PlainPerson, act: Act, item: PlainItem
) -> tuple[Any, ...]:
    replaced = tuple(id for id in act.touched if id != act.target and model.reads_today(person, id))
    return act.action, item.id, item.says["subject"], act.at, act.actor, replaced


def _rows(shown: Any) -> int:
    """How many things an answer shows."""
    if isinstance(shown, list | tuple):
        return len(shown)
    if isinstance(shown, dict) and "items" in shown:
        return int(shown["items"]) + int(shown["messages"])
    if isinstance(shown, dict) and "groups" in shown:
        return sum(shown["totals"].values())
    return int(shown is not None)


def _difference(shown: Any, expected: Any) -> str:
    """The first places where two answers part."""
    if isinstance(shown, dict) and isinstance(expected, dict):
        names = sorted(set(shown) | set(expected), key=str)
        parts = [
            f"{name}: {_difference(shown.get(name), expected.get(name))}"
            for name in names
            if shown.get(name) != expected.get(name)
        ]
        return "; ".join(parts)
    if isinstance(shown, list | tuple) and isinstance(expected, list | tuple):
        if len(shown) == len(expected):
            parts = [
                f"[{index}] {_difference(left, right)}"
                for index, (left, right) in enumerate(zip(shown, expected, strict=True))
                if left != right
            ]
            return "; ".join(parts[:3])
        left_ids, right_ids = _names(shown), _names(expected)
        return f"product has {len(shown)}: {left_ids}, model has {len(expected)}: {right_ids}"
    return f"product {shown!r}, model {expected!r}"


def _names(listed: Sequence[Any]) -> list[Any]:
    return [one.get("id", one) if isinstance(one, dict) else one for one in listed]
