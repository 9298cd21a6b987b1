"""A finding with a precedent: an earlier decision, resolution or pattern in much the same words."""

from __future__ import annotations

from remembrancer.core.limits import PRECEDENT_WORDS_MAX, PRECEDENTS_COMPARED_MAX
from remembrancer.core.scope import Scope
from remembrancer.items.filters import RecallFilter
from remembrancer.items.item import Lifecycle
from remembrancer.items.visibility import WITHDRAWN
from remembrancer.language.stemming import language
from remembrancer.ports import Reader
from remembrancer.team.relevance import stems_of


def precedent_of(reader: Reader, scope: Scope, *texts: str | None) -> str | None:
    """The id of the item that has the most of the finding's words, if it has enough of them. Only
    what the caller may see counts."""
    rules = scope.space.preset.desk
    stems = sorted(stems_of(language(scope.space.preset.language), texts))[:PRECEDENT_WORDS_MAX]
    if len(stems) < rules.precedent_words_min or not rules.precedent_kinds:
        return None
    found = reader.search.items(
        stems,
        reader.search.statistics(stems),
        RecallFilter(kinds=rules.precedent_kinds),
        limit=PRECEDENTS_COMPARED_MAX,
        at=None,
    )
    common = {one.key: len(set(one.tokens.split()).intersection(stems)) for one in found}
    wanted = max(rules.precedent_words_min, rules.precedent_share * len(stems))
    near = sorted(
        (key for key, count in common.items() if count >= wanted), key=lambda key: -common[key]
    )
    items = reader.items.by_key(near, is_bare=True) if near else {}
    for key in near:
        item = items.get(key)
        if (
            item is not None
            and item.lifecycle is Lifecycle.ACTIVE
            and item.review not in WITHDRAWN
            and item.source_user != scope.viewer.name
        ):
            return item.id
    return None
