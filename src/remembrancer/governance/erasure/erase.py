"""Erase: the only permanent removal. It is recorded, and only people may do it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from remembrancer.core.errors import InvalidInput, NotFound
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_reason
from remembrancer.governance import review
from remembrancer.governance.erasure.certificate import Certificate
from remembrancer.governance.erasure.erasure_rules import (
    check_may_erase,
    check_may_erase_subject,
    check_owners,
)
from remembrancer.governance.port import ErasureScope
from remembrancer.items.retention import COMPRESSION
from remembrancer.ports import Writer

_ROLLED_BACK = "what had replaced it was erased with its source"


def erase(
    unit: Writer,
    scope: Scope,
    *,
    id: str | None,
    source: str | None,
    subject: str | None,
    reason: Any,
) -> Certificate:
    """Removes an item, a source with everything derived from it, or everything about a subject."""
    given = {"item": id, "source": source, "subject": subject}
    named = [(what, name) for what, name in given.items() if name is not None]
    if len(named) != 1:
        raise InvalidInput("erase() takes an item's id, a source or a subject, one of the three.")
    ((what, name),) = named
    check_may_erase(scope.viewer)
    if what == "subject":
        check_may_erase_subject(scope.viewer)
    why = check_reason(reason, required_for=f"erase {'an' if what == 'item' else 'a'} {what}")
    assert why is not None
    reach = _reach(unit, what, name)
    if reach is None:
        raise NotFound(what, name)
    check_owners(scope.viewer, reach.owners, f"the {what} {name!r}")
    replaced: list[tuple[str, str]] = []
    if what != "subject":  # items of a source or a merge may have replaced items of others
        replaced = [one for one in unit.affected_rows.replaced_by(reach.items) if one[1] != name]
    heirs = _heirs(unit, reach, replaced) if replaced else {}
    compressions = {new for _, new in replaced if _is_compression(unit, new)}
    certificate = unit.eraser.erase(reach, why=why)
    for old, new in replaced:
        heir = heirs[new]
        if heir is None:
            by_itself = new in compressions
            review.restore(unit, scope, old, new, _ROLLED_BACK, by_itself=by_itself)
        else:
            review.pass_on(unit, old, new, heir, _ROLLED_BACK)
    return certificate


def _is_compression(unit: Writer, id: str) -> bool:
    stored = unit.items.stored(id)
    return stored is not None and stored.state.source_type == COMPRESSION


def _heirs(
    unit: Writer, reach: ErasureScope, replaced: Iterable[tuple[str, str]]
) -> dict[str, str | None]:
    """The remaining successors of the items to erase; None if there is none."""
    going = frozenset(unit.affected_rows.ids_of(reach.items))
    heirs: dict[str, str | None] = {}
    for _, new in replaced:
        heir: str | None = new
        while heir in going:
            stored = unit.items.stored(heir)
            heir = None if stored is None else stored.state.superseded_by
        heirs[new] = heir
    return heirs


def again(unit: Writer, rows: Iterable[tuple[str, str]], *, why: str) -> Certificate | None:
    """Erases rows again that an older copy brought back; None if there are none."""
    reach = unit.affected_rows.reach_again(rows)
    return None if reach is None else unit.eraser.erase(reach, why=why)


def certificates_from(given: Any) -> list[Certificate]:
    """Validated certificates from values, their `export()` form, or that form as JSON text."""
    listed = [given] if isinstance(given, str | bytes | Mapping | Certificate) else given
    if not isinstance(listed, Iterable):
        raise _no_certificate()
    found: list[Certificate] = []
    for one in listed:
        try:
            value = json.loads(one) if isinstance(one, str | bytes) else one
            parts = value if isinstance(value, list) else [value]
            found += [Certificate.model_validate(part) for part in parts]
        except (ValidationError, ValueError):
            raise _no_certificate() from None
    return found


def _no_certificate() -> InvalidInput:
    return InvalidInput(
        "That is no certificate of an erasure. Give what erase() returned, or its JSON.",
        field="certificates",
    )


def _reach(unit: Writer, what: str, name: str) -> ErasureScope | None:
    if what == "item":
        return unit.affected_rows.reach_item(name)
    if what == "source":
        return unit.affected_rows.reach_source(name)
    return unit.affected_rows.reach_subject(name)
