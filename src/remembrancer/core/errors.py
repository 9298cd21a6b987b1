"""All errors that a caller can get, in one tree.

A message says what happened, to which thing, and what to do next.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

_SHOWN_CHARACTERS_MAX = 210  # fits a quoted name of any allowed length


class RemembrancerError(Exception):
    """The root: catch this to catch everything that Remembrancer raises on purpose."""


class InvalidInput(RemembrancerError):
    """The caller gave a value that cannot be accepted."""

    def __init__(self, message: str, *, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


class InvalidSettings(InvalidInput):
    """A preset, an override or a setting has a wrong key or value."""


class QueryRefused(InvalidInput):
    """A query that is not answered. The message says what to write instead."""

    language: str | None = None  # "cypher" or "sql"

    def __init__(self, message: str, *, language: str | None = None) -> None:
        super().__init__(message, field="query")
        if language is not None:
            self.language = language


class NotFound(RemembrancerError):
    """There is no such thing, or the caller may not know of it: the two look the same."""

    def __init__(self, what: str, identifier: str, advice: str | None = None) -> None:
        super().__init__(f"No {what} {_in_short(identifier)} here. {advice or _usual(identifier)}")
        self.what = what
        self.identifier = identifier


class NotAuthenticated(RemembrancerError):
    """The token is not valid. The error does not say why, because that would help an attacker."""

    def __init__(self) -> None:
        super().__init__(
            "Send a token: Authorization: Bearer TOKEN, token=TOKEN in Python, REMEMBRANCER_TOKEN "
            "for rmb. If you did, it is not accepted: ask an ADMIN for a new one, rmb token issue "
            "NAME."
        )


class Forbidden(RemembrancerError):
    """The caller's role does not allow this act."""


class Conflict(RemembrancerError):
    """The act does not fit the current state of the thing."""


class IllegalTransition(Conflict):
    """This lifecycle or review state cannot follow the current one."""

    def __init__(self, what: str, current: str, wanted: str, allowed: Iterable[str]) -> None:
        self.allowed = tuple(sorted(allowed))
        choices = ", ".join(self.allowed) or "nothing: this state is final"
        super().__init__(f"{what} is {current} and cannot become {wanted}. Allowed: {choices}.")
        self.current = current
        self.wanted = wanted


class ChangedSince(Conflict):
    """The item has changed since the caller read it; nothing was written."""

    def __init__(self, id: str, seen: int, version: int, changes: str) -> None:
        super().__init__(
            f"{id} is not what you looked at: {changes}. It is at version {version} now, and you "
            f"saw version {seen}. Nothing was written. Look at it again, then decide with "
            f"seen={version}."
        )
        self.seen = seen
        self.version = version
        self.changes = changes


class KeyReused(Conflict):
    """An idempotency key was used again with another body."""


class Erased(Conflict):
    """The content was erased before and is not accepted again."""

    def __init__(self, what: str, identifier: str, at: datetime) -> None:
        super().__init__(
            f"The {what} {identifier!r} was erased on {at:%Y-%m-%d} and is not taken in again. If "
            "this is something else, bring it under another id."
        )
        self.at = at


class TooManyRequests(RemembrancerError):
    """The caller exceeded the server's rate limit; nothing was done."""

    def __init__(self, retry_after_seconds: float) -> None:
        unit = "second" if retry_after_seconds == 1 else "seconds"
        super().__init__(
            f"Too many requests. Nothing was done; try again in {retry_after_seconds:g} {unit}."
        )
        self.retry_after_seconds = retry_after_seconds


class NotAvailable(RemembrancerError):
    """The verb is planned, but this version or set-up does not offer it."""


class ModelFailed(RemembrancerError):
    """A model, embedder or reranker gave no answer, or one in the wrong form."""


class BudgetExceeded(ModelFailed):
    """One more model call would exceed the budget of the task, so it was not made."""


class NotificationFailed(RemembrancerError):
    """A person could not be told by a channel; it is tried again."""


class WorkFailed(RemembrancerError):
    """The captured input is safe; the work on it failed and will be retried."""

    def __init__(
        self, kind: str, id: str, why: str, *, what: str = "The raw text is stored; working on it"
    ) -> None:
        super().__init__(
            f"{what} ({kind}, {id}) failed: {why} It is tried "
            "again, as jobs.list() shows; once it is given up, jobs.retry() makes it due again."
        )
        self.job_id = id


class WorkTaken(Conflict):
    """Another worker has the job now, or it was cancelled; nothing was written."""


class StoreError(RemembrancerError):
    """The store failed; nothing was half-written."""


class StoreUnreachable(StoreError):
    """The file or server cannot be opened: wrong path, no permission, read-only place."""


class ServerUnreachable(StoreUnreachable):
    """The memory server does not answer: wrong address, not running, no network."""


class StoreInterrupted(StoreError):
    """The connection was lost, or another writer interfered; nothing was written."""


class OutcomeUnknown(StoreError):
    """The connection was lost during a commit: the write may have happened or not."""


class StoreCorrupt(StoreError):
    """The file is damaged, or is no Remembrancer store."""


class StoreTooNew(StoreError):
    """A newer version of Remembrancer wrote this store."""


class StoreFull(StoreError):
    """The disk is full; the write was rolled back."""


class StoreBusy(StoreError):
    """Others kept the store locked for longer than the time limit; nothing was written."""


class StoreClosed(StoreError):
    """The memory was closed before this call."""


def _usual(identifier: object) -> str:
    """What to do about an unknown id."""
    if isinstance(identifier, str):
        return "Check the id and the space; what you may not see is reported the same way."
    return f"An id is a text, not {type(identifier).__name__}."


def _in_short(identifier: object) -> str:
    """The identifier, shortened to keep the message readable."""
    shown = repr(identifier)
    if len(shown) <= _SHOWN_CHARACTERS_MAX:
        return shown
    return f"{shown[:_SHOWN_CHARACTERS_MAX]}…"
