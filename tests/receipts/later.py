"""A life after delivery: many changes of every sort, and what they leave of the receipts."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any, NamedTuple

from remembrancer import Conflict, InvalidInput, Memory, NotFound
from remembrancer.testing import FrozenClock
from tests.people import ADA, ANNA, BERT, BOT, KARIN
from tests.receipts.desk import Desk

_HEAD_LINES = 2  # the time, and what was asked
_AUDIENCES = ("all", "group:finance", "group:sales")
SUBJECT = "ellen"


def _composed(to: Memory, id: str) -> str | None:
    with suppress(Conflict):
        to.conversations.start("talk")
    to.conversations.append("talk", {"id": id, "author_id": "x", "content": f"Case {id}?"})
    return to.compose(message="Which cases?", subject=SUBJECT, conversation_id="talk").receipt


def _reminded(to: Memory, id: str) -> str | None:
    handed = to.reminders(new=True)
    return handed[0].receipt if handed else None


_FORMS: dict[str, Callable[[Memory, str], str | None]] = {
    "bundle": lambda to, _: to.bundle().receipt,
    "compose": _composed,
    "summary": lambda to, _: to.tools.get_client_knowledge_summary(SUBJECT)["receipt"],
    "briefing": lambda to, _: to.briefing(SUBJECT).receipt,
    "reminders": _reminded,
    "suggestions": lambda to, _: to.suggestions(SUBJECT).receipt,
}


class Handed(NamedTuple):
    id: str
    text: str
    to: Desk
    items: tuple[str, ...]


class Later:
    """One space, in which everything that can happen to an item happens."""

    def __init__(
        self, memory: Memory, clock: FrozenClock, seed: int, kind: str | None = None
    ) -> None:
        self._kind = {} if kind is None else {"kind": kind}
        self._chance = random.Random(seed)
        self._clock = clock
        self._desk = Desk(memory)
        self._admin = memory.acting_as(ADA)
        self._count = 0
        self._turn = 0
        self._ids: list[str] = []
        self.handed: list[Handed] = []
        self.for_real: list[Handed] = []
        self.erased: set[str] = set()
        for _ in range(8):
            self._add()

    def deliver(self, count: int) -> None:
        """Hands out some of what is there to one after the other."""
        for _ in range(count):
            to = self._desk.of(self._chance.choice((ANNA, BERT, BOT, KARIN)))
            chosen = self._chance.sample(self._ids, 4)
            seen = [self._admin.get(id) for id in chosen]
            mine = [one for one in seen if self._sees(to, one.id)]
            id, text = to.hand(*mine)
            self.handed.append(Handed(id, text, to, tuple(one.id for one in mine)))
            self._deliver_for_real(to.memory)

    def _deliver_for_real(self, to: Memory) -> None:
        """One of the forms that people and agents get, each in its turn."""
        forms = tuple(_FORMS.values())
        id = forms[self._turn % len(forms)](to, f"m{self._turn}")
        self._turn += 1
        if id is not None:
            found = self._admin.receipt(id)
            assert (found.is_intact, found.text is not None) == (True, True)
            items = tuple(one.item_id for one in found.included if one.item_id is not None)
            self.for_real.append(Handed(id, found.text or "", Desk(to), items))

    def live(self, changes: int) -> None:
        acts = (
            *(self._add, self._update, self._confirm, self._supersede, self._mandate),
            *(self._dismiss, self._vote, self._configure, self._wait, self._erase),
        )
        done = 0
        while done < changes:
            with suppress(Conflict, InvalidInput, NotFound):
                self._chance.choice(acts)()
                done += 1
            if len(self._ids) < 4:
                self._add()

    def check(self) -> None:
        """Each is what it was; erased parts show as such, and hidden ones to their reader alone."""
        for one in self.handed:
            found = self._admin.receipt(one.id)
            gone = self.erased & set(one.items)
            if not gone:
                assert (found.text, found.is_intact) == (one.text, True)
            else:
                assert found.text is not None
                _check_erased(one, found.text, gone)
                assert (found.is_intact, found.text_hash) == (False, None)
            own = one.to.memory.receipt(one.id)
            assert own.text is not None
            assert own.text == found.text or "[withheld]" in own.text
            hidden = {id for id in one.items if not self._sees(one.to, id)} - gone
            assert own.text.count("[withheld]") >= len(hidden)
            assert not hidden & {told.item_id for told in own.included}
            assert self._told(one)
        for one in self.for_real:
            self._check_for_real(one)

    def _check_for_real(self, one: Handed) -> None:
        found = self._admin.receipt(one.id)
        gone = self.erased & set(one.items)
        if not gone:
            assert (found.text, found.is_intact) == (one.text, True), found.template
        else:
            assert "[erased]" in (found.text or ""), found.template
            assert not found.is_intact
        own = one.to.memory.receipt(one.id)
        hidden = {id for id in one.items if not self._sees(one.to, id)} - gone
        assert not hidden & {told.item_id for told in own.included}
        assert not any(id in (own.text or "") for id in hidden), found.template
        assert not hidden or "[withheld]" in (own.text or ""), found.template

    def kind_of(self, one: Handed) -> str:
        return self._admin.receipt(one.id).kind

    def _told(self, one: Handed) -> bool:
        """Whoever was told an item is found by it."""
        return all(one.id in {head.id for head in self._admin.told(id)} for id in one.items[:1])

    def _sees(self, to: Desk, id: str) -> bool:
        with suppress(NotFound):
            return to.memory.get(id).id == id
        return False

    def _one(self) -> str:
        return self._chance.choice(self._ids)

    def _words(self) -> str:
        self._count += 1
        return f"Fact {self._count} holds in {self._chance.randrange(1_000)} cases."

    def _add(self) -> None:
        day = self._clock.now + timedelta(days=self._chance.randrange(7))
        anna = self._desk.of(ANNA).memory
        fields: dict[str, Any] = {"metadata": {"deadline": day.date().isoformat()}, **self._kind}
        said = anna.remember(self._words(), infer=False, subject=SUBJECT, **fields).items[0]
        with suppress(Conflict):  # where nobody has to review it
            self._admin.review.approve(said.id)
        self._ids.append(said.id)

    def _update(self) -> None:
        self._admin.update(self._one(), content=self._words(), title=f"Title {self._count}")

    def _confirm(self) -> None:
        self._desk.of(ANNA).memory.confirm(self._one(), quote=self._words())

    def _supersede(self) -> None:
        self._ids.append(self._admin.supersede(self._one(), content=self._words()).id)

    def _mandate(self) -> None:
        audience = self._chance.choice(_AUDIENCES)
        self._admin.review.mandate(self._one(), reason="policy", audience=audience)

    def _dismiss(self) -> None:
        self._admin.dismiss(self._one(), reason="no more")

    def _vote(self) -> None:
        self._admin.vote(self._one(), self._chance.choice((1, -1)))

    def _configure(self) -> None:
        months = self._chance.choice((1.0, 6.0, 24.0))
        self._admin.admin.configure({"confidence": {"half_life_months": months}})

    def _wait(self) -> None:
        self._clock.advance(timedelta(hours=self._chance.randrange(1, 500)))

    def _erase(self) -> None:
        if self._chance.random() < 0.5:
            certificate = self._admin.erase(self._one(), reason="asked to")
            self.erased |= set(certificate.items)
            self._ids = [id for id in self._ids if id not in self.erased]


def _check_erased(one: Handed, text: str, gone: set[str]) -> None:
    before, after = one.text.split("\n"), text.split("\n")
    assert len(before) == len(after)
    assert after[1] == "[erased]"
    for id, old, new in zip(one.items, before[_HEAD_LINES:], after[_HEAD_LINES:], strict=True):
        assert new == old if id not in gone else "[erased]" in new
        assert id not in gone or old not in new
