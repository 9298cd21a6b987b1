"""Erase, then scrub the bytes of the removed rows."""

from __future__ import annotations

from typing import Any

from remembrancer.core.errors import InvalidInput
from remembrancer.core.scope import Scope
from remembrancer.governance.erasure import erase as govern
from remembrancer.governance.erasure.certificate import Certificate
from remembrancer.governance.erasure.erasure_rules import check_may_erase
from remembrancer.items.visibility import require_full_admin
from remembrancer.jobs import transactions
from remembrancer.language.statement_cache import STATEMENTS
from remembrancer.ports import Store

_AFTER_A_RESTORE = "applied again after a restore"


def erase(
    store: Store,
    scope: Scope,
    *,
    id: str | None,
    source: str | None,
    subject: str | None,
    reason: Any,
) -> Certificate:
    """One audited act. Its certificate names what the scrub could not do yet."""
    certificate = transactions.written(
        store,
        scope,
        lambda unit: govern.erase(
            unit, scope, id=id, source=source, subject=subject, reason=reason
        ),
    )
    return _scrubbed(store, certificate)


def again(store: Store, scope: Scope, given: Any) -> Certificate | None:
    """Applies earlier erasures to an older copy of this space; None if nothing came back."""
    check_may_erase(scope.viewer)
    require_full_admin(scope.viewer, "apply erasures")
    certificates = govern.certificates_from(given)
    for one in certificates:
        if one.space != scope.space.uid:
            raise InvalidInput(
                f"The certificate {one.id} belongs to another space, so nothing was erased.",
                field="certificates",
            )
    rows = [row for one in certificates for row in one.rows]
    with store.writing(scope) as unit:
        certificate = govern.again(unit, rows, why=_AFTER_A_RESTORE)
        if certificate is None:
            return None
        unit.commit()
    return _scrubbed(store, certificate)


def _scrubbed(store: Store, certificate: Certificate) -> Certificate:
    STATEMENTS.forget()
    return certificate.model_copy(update={"pending": store.scrub()})
