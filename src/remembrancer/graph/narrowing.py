"""Narrowing: who may see something that was drawn from several texts."""

from __future__ import annotations

from collections.abc import Iterable

from remembrancer.core.principal import Principal
from remembrancer.items.visibility import EVERYONE


def narrowest(
    viewer: Principal,
    given: tuple[str | None, bool],
    places: Iterable[tuple[str | None, bool, str]],
) -> tuple[str | None, bool]:
    """The audience and the personal flag of what rests on all of these texts.

    Of texts for two different groups nobody but the caller is known to have read both, so that it
    is personal. The same goes for what rests on something personal.
    """
    audience, is_personal = given
    groups = {one for one in (audience,) if _is_limited(one)}
    for place, is_hidden, _owner in places:
        is_personal = is_personal or is_hidden
        if _is_limited(place):
            groups.add(place)
    if is_personal or len(groups) > 1:
        return None, True
    return (groups.pop() if groups else audience), False


def _is_limited(audience: str | None) -> bool:
    return audience is not None and audience != EVERYONE
