"""Moving a space from one store to another, on either engine, while it is in use.

Writers wait while the space is copied, and are told afterwards where it is. Whatever was
acknowledged is in the copy. If it is interrupted, the space is still where it was, or a second run
finishes it: at no time can both copies be written to.
"""

from __future__ import annotations

from remembrancer.core.errors import Conflict, StoreCorrupt
from remembrancer.core.scope import Scope
from remembrancer.core.space import Space
from remembrancer.ports import Progress
from remembrancer.store.store import SqlStore


def move(
    source: SqlStore, target: SqlStore, scope: Scope, to: str, *, progress: Progress | None = None
) -> int:
    """Moves the scope's space; `to` is the address that writers are told.

    Returns the last position of its ledger in the other store. If an earlier run was interrupted
    after the space had been closed here, only the rest is done.
    """
    space = scope.space
    place = source.moved_to(space)
    if place is None:
        _check_free(target, space)
        with source.writing(scope) as unit:
            unit.whole_space.hold()
            made = target.receive(source, space, progress)
            with target.reading(scope.model_copy(update={"space": made})) as reader:
                found = reader.ledger.verify(None)
            if not found.ok:
                target.remove_arriving(space)
                raise StoreCorrupt(
                    f"The ledger of the space {space.name!r} is broken at {found.broken_at}, so "
                    "it was not moved. Go on from a backup that verifies."
                )
            unit.whole_space.move_away(to)
            unit.commit()
    elif place != to:
        raise Conflict(f"The space {space.name!r} was moved to {place}, and not to {to}.")
    return target.arrive(space, scope)


def remove(source: SqlStore, space: Space) -> tuple[str, ...]:
    """Removes what a moved space left behind; says what of its bytes is still to be scrubbed."""
    if source.moved_to(space) is None:
        raise Conflict(
            f"The space {space.name!r} was not moved, so it is not removed. Move it first."
        )
    source.remove_space(space)
    return source.scrub()


def _check_free(target: SqlStore, space: Space) -> None:
    for known in target.spaces():
        if known.name == space.name:
            raise Conflict(
                f"There is a space {space.name!r} in the other store already. Nothing was moved."
            )
