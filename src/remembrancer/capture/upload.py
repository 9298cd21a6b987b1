"""Incremental upload of a session transcript from another machine."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from io import BytesIO
from typing import Any

from remembrancer.capture.lines import lines
from remembrancer.capture.session import Taking
from remembrancer.core.errors import InvalidInput
from remembrancer.core.limits import SESSION_OFFSET_MAX, SESSION_PART_BYTES_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.texts.naming import SESSION_FEED, name_for
from remembrancer.core.validation import check_name
from remembrancer.jobs import transactions
from remembrancer.jobs.feed import Feed
from remembrancer.jobs.report import SessionPart
from remembrancer.ports import Reader, Store
from remembrancer.reading.taint_check import TaintCheck


def take(
    store: Store,
    scope: Scope,
    name: str,
    text: str,
    *,
    offset: int,
    passed: int,
    anew: bool,
    shared: Mapping[str, Any],
    heard: TaintCheck | None = None,
    told: transactions.Told | None = None,
) -> SessionPart:
    """Stores the complete lines of a part, each once, and returns the offset reached.

    A part that begins after the known offset is rejected, since text before it would be missing.
    """
    data = _checked(name, text, offset, passed)
    (known, name), _ = transactions.read(store, scope, lambda reader: _known(reader, scope, name))
    reached = 0 if known is None or anew else known.bytes
    if offset - passed > reached:
        return SessionPart(name=name, offset=reached)
    taking = Taking(store, scope, shared, told, heard or TaintCheck())
    last, _ = transactions.read(
        store, scope, lambda reader: reader.conversations.last_messages(name, 1)
    )
    taking.go_on(None if anew else known, before=last[0].timestamp if last else scope.now)
    taking.counts["unreadable"] += passed > 0
    place = f"sent by {scope.viewer.name}"
    stored, at = reached, max(reached, offset)
    for line in lines(BytesIO(data)):
        end = offset + line.end
        if not line.is_whole:  # incomplete: it follows with the next part
            break
        if end <= reached:
            continue
        taking.hold(line._replace(start=offset + line.start, end=end))
        at = end
        if taking.is_full:
            taking.store(name, place, at, _digest(scope, data), taking.problem)
            stored = at
    if at > stored or passed > 0 or anew:
        taking.store(name, place, at, _digest(scope, data), taking.problem)
    return SessionPart(name=name, offset=at, **taking.counts)


def _checked(name: Any, text: Any, offset: Any, passed: Any) -> bytes:
    check_name(name, "name")
    if not isinstance(text, str):
        raise InvalidInput("lines is a text: whole lines of the transcript.", field="lines")
    for field, value in (("offset", offset), ("passed", passed)):
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if not is_number or not 0 <= value <= SESSION_OFFSET_MAX:
            raise InvalidInput(
                f"{field} is a number of bytes from 0 to {SESSION_OFFSET_MAX:,}.", field=field
            )
    if passed > offset:
        raise InvalidInput(
            "passed counts bytes before offset, so it cannot be above it.", field="passed"
        )
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise InvalidInput("lines holds what is no text in UTF-8.", field="lines") from None
    if len(data) > SESSION_PART_BYTES_MAX:
        raise InvalidInput(
            f"lines has {len(data):,} bytes, and a part has at most {SESSION_PART_BYTES_MAX:,}. "
            "Send it in several parts, each from the offset that the one before gave.",
            field="lines",
        )
    return data


def _known(reader: Reader, scope: Scope, value: str) -> tuple[Feed | None, str]:
    """The caller's session of that name, and its conversation."""
    mark = hashlib.sha256(f"{scope.viewer.name}:{value}".encode()).hexdigest()[:12]
    names = [name_for(f"session:{value}") or "", name_for(f"session:{mark}:{value}") or ""]
    for name in names:
        feed = reader.feeds.get(SESSION_FEED, name)
        if feed is not None:
            return feed, name
    # A session of somebody else may be visible under the first name, but it is not this one.
    place = reader.conversations.get(names[0], counted=False)
    is_free = place is None or place.owner == scope.viewer.name
    return None, names[0] if is_free else names[1]


def _digest(scope: Scope, data: bytes) -> str:
    return hmac.new(scope.space.key, data, digestmod=hashlib.md5).hexdigest()
