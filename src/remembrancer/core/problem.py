"""A problem: what went wrong with a request, as a document."""

from __future__ import annotations

from pydantic import ConfigDict

from remembrancer.core.base import Value


class Problem(Value):
    """An error in the form of RFC 9457. `detail` says what to do."""

    model_config = ConfigDict(extra="allow")

    type: str  # urn:remembrancer:error: and the name of the error
    title: str  # the name of the error
    status: int
    detail: str
    field: str | None = None  # of what was given, the part that is wrong
    request_id: str | None = None  # stands in the log as well
