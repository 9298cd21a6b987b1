"""The rights of a caller, as settings of a transaction that the row policies read."""

from __future__ import annotations

from remembrancer.core.scope import Scope
from remembrancer.store.postgres.postgres_connection import ALL_RIGHTS, APP_ROLE, SCHEMA
from remembrancer.store.visibility import Visibility


def rights_settings(scope: Scope | None, *, has_role: bool) -> dict[str, str]:
    """The settings of a transaction in a scope, or in no space."""
    return _named({"rights": "door"} if scope is None else of_scope(scope), has_role)


def all_rights(space_n: int, *, has_role: bool) -> dict[str, str]:
    """All rights in one space, for what is no caller's to know."""
    given = {"space": str(space_n), "viewer": "", "groups": "", "rights": ALL_RIGHTS}
    return _named(given, has_role)


def of_scope(scope: Scope) -> dict[str, str]:
    """A scope's rights, as the table policies read them."""
    rights = Visibility(scope)
    held = [
        name
        for name, is_held in (
            ("all", rights.sees_all_audiences),
            ("personal", rights.sees_personal),
            ("raw", rights.reads_all_raw),
            ("reviewed", rights.reads_reviewed_only),
        )
        if is_held
    ]
    return {
        "space": str(scope.space.number),
        "viewer": scope.viewer.name,
        "groups": "\x1f".join(f"group:{group}" for group in sorted(scope.viewer.groups)),
        "rights": " ".join(held) or "none",
    }


def _named(settings: dict[str, str], has_role: bool) -> dict[str, str]:
    given = {f"{SCHEMA}.{name}": value for name, value in settings.items()}
    return {"role": APP_ROLE, **given} if has_role else given
