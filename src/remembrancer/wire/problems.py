"""Problems: an error as a document that says what to do, and the error that it represents."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

from remembrancer.core import errors
from remembrancer.core.errors import RemembrancerError

MEDIA_TYPE: Final = "application/problem+json"
_TYPE: Final = "urn:remembrancer:error:"

# The most particular first: the first that fits counts.
STATUSES: Final[tuple[tuple[type[RemembrancerError], int], ...]] = (
    (errors.KeyReused, 422),
    (errors.InvalidInput, 422),
    (errors.NotAuthenticated, 401),
    (errors.TooManyRequests, 429),
    (errors.NotFound, 404),
    (errors.Forbidden, 403),
    (errors.Conflict, 409),
    (errors.NotAvailable, 422),
    (errors.ModelFailed, 502),
    (errors.NotificationFailed, 502),
    (errors.WorkFailed, 503),
    (errors.OutcomeUnknown, 503),
    (errors.StoreFull, 507),
    (errors.StoreBusy, 503),
    (errors.StoreInterrupted, 503),
    (errors.StoreClosed, 503),
    (errors.StoreUnreachable, 503),
    (errors.StoreError, 500),
    (RemembrancerError, 500),
)
_TOLD: Final = frozenset(
    {"field", "what", "identifier", "current", "wanted", "allowed", "at", "job_id"}
    | {"seen", "version", "changes", "retry_after_seconds", "language"}
)


def status_of(error: RemembrancerError) -> int:
    return next(status for kind, status in STATUSES if isinstance(error, kind))


def problem_of(error: RemembrancerError) -> dict[str, Any]:
    """The document for an error, with all that its class tells."""
    members = {name: value for name, value in vars(error).items() if name in _TOLD}
    if "at" in members:
        members["at"] = members["at"].isoformat()
    return problem(status_of(error), type(error).__name__, str(error), **members)


def problem(status: int, title: str, detail: str, **members: Any) -> dict[str, Any]:
    known = {name: value for name, value in members.items() if value is not None}
    return {
        "type": _TYPE + title,
        "title": title,
        "status": status,
        "detail": detail,
        **known,
    }


def error_from(document: Mapping[str, Any]) -> RemembrancerError:
    """The error that a document represents, of the class that was raised on the other side."""
    kind = getattr(errors, str(document.get("title")), RemembrancerError)
    if not (isinstance(kind, type) and issubclass(kind, RemembrancerError)):
        kind = RemembrancerError
    made: RemembrancerError = kind.__new__(kind)  # their constructors differ
    Exception.__init__(made, str(document.get("detail", "The server says no more.")))
    if isinstance(made, errors.InvalidInput):
        made.field = None  # what is not known of an error is not told
    for name in _TOLD & document.keys():
        setattr(made, name, _read(name, document[name]))
    return made


def _read(name: str, told: Any) -> Any:
    """What JSON has no type for, unless another program says something else by that name."""
    if name == "allowed" and isinstance(told, list):
        return tuple(told)
    if name == "at" and isinstance(told, str):
        with suppress(ValueError):
            return datetime.fromisoformat(told)
    return told
