"""Erasing, and then scrubbing the bytes of what was removed."""

from __future__ import annotations

from typing import Any

from remembrancer.govern import erase as govern
from remembrancer.model.certificate import Certificate
from remembrancer.model.scope import Scope
from remembrancer.ports import Store


def erase(
    store: Store,
    scope: Scope,
    *,
    id: str | None,
    source: str | None,
    subject: str | None,
    reason: Any,
) -> Certificate:
    """One audited act; its certificate says what the scrub could not do yet."""
    with store.writing(scope) as unit:
        certificate = govern.erase(
            unit, scope, id=id, source=source, subject=subject, reason=reason
        )
        unit.commit()
    return certificate.model_copy(update={"pending": store.scrub()})
