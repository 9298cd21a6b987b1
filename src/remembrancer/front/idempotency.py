"""Once: a call that comes with a key has its effect one time, however often it is repeated.

The answer is kept in the same unit of work as what the call wrote. For that, the last step of
each commit is held back until the call asks the store for something else or has its answer. A
call that writes in several units is put on record as begun with the first of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final, NamedTuple, cast
from uuid import uuid4

from remembrancer.core.errors import Conflict, NotFound, StoreError
from remembrancer.core.limits import ANSWER_CHARACTERS_MAX, ANSWER_LEASE_SECONDS
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_name
from remembrancer.front.session import Session
from remembrancer.jobs import transactions
from remembrancer.ports import KeyedCall, Reader, Store, StoredAnswer, Writer

Act = Callable[[Session], str]  # does it, and gives the answer as it goes out
_ITEM_ID: Final = re.compile(r"\bkm_[0-9a-f]{12}\b")
_AGAIN: Final = "~"  # between the name of a call and that of a later try


class KeyedAnswer(NamedTuple):
    """What a call is answered."""

    body: str
    is_replayed: bool  # it was made before, and nothing was done now


def once(
    session: Session, call: KeyedCall, status: int, act: Act, *, keeps: bool = True
) -> KeyedAnswer:
    """The answer to a call: of the first one with this key, which alone does something.

    If `keeps` is False, the answer is a secret; a repeated call learns only that it was done.
    """
    check_name(call.key, "Idempotency-Key")

    def attempt() -> KeyedAnswer:
        done = _Once(session, call)
        answer = done.before()
        if answer is not None:
            return answer
        try:
            body = act(replace(session, store=done.store, once=done))
        except _Answered:  # somebody was faster
            answer = done.before()
            assert answer is not None
            return answer
        except BaseException:
            done.give_up()
            raise
        done.keep(status, body if keeps and len(body) <= ANSWER_CHARACTERS_MAX else None)
        return KeyedAnswer(body, is_replayed=False)

    return transactions.persisting(attempt)


class _Answered(BaseException):
    """The same call was answered while this one was on its way. No verb may catch it."""


class _Once:
    """One try of one call."""

    def __init__(self, session: Session, call: KeyedCall) -> None:
        self._session = session
        self._call = call
        self.name = self._attempt = uuid4().hex
        self._held: tuple[Writer, ExitStack] | None = None  # a unit that waits for its end
        self._has_begun = False  # units of this call are final
        self._failure: BaseException | None = None  # of a unit that the verb takes for done
        self._later: list[Callable[[], None]] = []
        self.store = cast(Store, _Held(self, session.store))

    def before(self) -> KeyedAnswer | None:
        """What the same call was answered."""

        def look(reader: Reader) -> KeyedAnswer | None:
            answer = reader.idempotency.stored_answer(self._call)
            if answer is None:
                return None
            if not self._is_over(answer):
                self._follow(answer)
                return None
            if answer.body is None:
                raise Conflict(
                    f"The call with the key {self._call.key!r} was made before, and its answer is "
                    "not kept. Look at what it did; use a new key for a new call."
                )
            hidden = set(answer.names) - reader.idempotency.items_seen(answer.names)
            if hidden:
                raise NotFound("item", min(hidden))
            return KeyedAnswer(answer.body, is_replayed=True)

        return transactions.read(self._session.store, self._session.scope(), look)[0]

    def _follow(self, answer: StoredAnswer) -> None:
        """Another try of the same call: what the first one stored is known by its name."""
        self.name = answer.attempt.partition(_AGAIN)[0]
        self._attempt = f"{self.name}{_AGAIN}{uuid4().hex}"

    def check(self, unit: Writer) -> None:
        """Before a unit does anything: nobody else has done it, or is at it."""
        answer = unit.idempotency.stored_answer(self._call)
        if answer is not None and answer.attempt != self._attempt and self._is_over(answer):
            raise _Answered

    def _is_over(self, answer: StoredAnswer) -> bool:
        """Whether the call has its answer; one that was begun may not be begun again at once."""
        if answer.status is not None:
            return True
        age = self._session.scope().now - answer.at
        if age < timedelta(seconds=ANSWER_LEASE_SECONDS):
            raise Conflict(
                f"The same call, with the key {self._call.key!r}, is under way or was cut off. "
                f"Repeat it with this key in {ANSWER_LEASE_SECONDS} seconds."
            )
        return False

    def hold(self, unit: Writer, opened: ExitStack) -> None:
        self._held = (unit, opened)

    def settle(self) -> None:
        """What was written so far becomes final, and with it that the call was begun."""
        self._end(None, None)

    def afterwards(self, tell: Callable[[], None]) -> None:
        """Done once what was written is final; at once where nothing waits."""
        if self._held is None:
            tell()
        else:
            self._later.append(tell)

    def keep(self, status: int, body: str | None) -> None:
        """The call has its answer. One that wrote nothing can be made again as well."""
        if self._failure is not None:
            self.give_up()
            raise self._failure
        if self._held is not None:
            self._end(status, body)
        elif self._has_begun:
            transactions.written(
                self._session.store,
                self._session.scope(),
                lambda unit: self._put(unit, status, body),
            )

    def give_up(self) -> None:
        """The call ended in an error. What is final stays so, and the key is free again: for the
        same call, which finds what is there, or for one that was mended."""
        held, self._held = self._held, None
        if held is not None:
            unit, opened = held
            with opened:
                unit.end()
        if self._has_begun:
            with suppress(StoreError):  # it is free when its time has run out
                transactions.written(
                    self._session.store,
                    self._session.scope(),
                    lambda unit: unit.idempotency.free_answer(self._call, self._attempt),
                )
        self._tell()

    def _end(self, status: int | None, body: str | None) -> None:
        held, self._held = self._held, None
        if held is None:
            return
        unit, opened = held
        try:
            with opened:
                self._put(unit, status, body)
                unit.end()
        except BaseException as error:
            # The verb takes it for done, and what it goes on with may hide this.
            self._failure = error
            raise
        self._has_begun = True
        self._tell()

    def _put(self, unit: Writer, status: int | None, body: str | None) -> None:
        names = frozenset(_ITEM_ID.findall(body or ""))
        unit.idempotency.put_answer(
            self._call, self._attempt, status=status, body=body, names=names
        )

    def _tell(self) -> None:
        later, self._later = self._later, []
        for tell in later:
            tell()


class _Held:
    """A store whose units end when it is asked for something else, or the call has its answer."""

    def __init__(self, once: _Once, store: Store) -> None:
        self._once = once
        self._store = store

    @contextmanager
    def writing(self, scope: Scope) -> Iterator[Writer]:
        self._once.settle()
        with ExitStack() as opened:
            unit = opened.enter_context(self._store.writing(scope))
            self._once.check(unit)
            unit.is_held = True
            yield unit
            if unit.is_ready:
                self._once.hold(unit, opened.pop_all())

    @contextmanager
    def reading(self, scope: Scope, *, may_lag: bool = False) -> Iterator[Reader]:
        """What a call with a key reads, it may write from: it is read where it is written."""
        self._once.settle()
        with self._store.reading(scope) as reader:
            yield reader

    def __getattr__(self, name: str) -> Any:
        self._once.settle()
        return getattr(self._store, name)
