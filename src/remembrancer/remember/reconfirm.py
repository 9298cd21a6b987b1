"""Passive reconfirmation: items that a conversation is about are renewed without asking anybody."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Final

from remembrancer.core.errors import StoreBusy, StoreFull, StoreInterrupted
from remembrancer.core.kinds import Family
from remembrancer.core.limits import RECONFIRMED_ITEMS_MAX
from remembrancer.core.preset import ConfidencePolicy
from remembrancer.core.scope import Scope
from remembrancer.governance import change
from remembrancer.items import visibility
from remembrancer.items.item import Item, Lifecycle
from remembrancer.items.kinds.kind_groups import kinds
from remembrancer.items.trust import UNTRUSTED
from remembrancer.items.visibility import WITHDRAWN
from remembrancer.jobs import transactions
from remembrancer.language.stemming import function_words, language
from remembrancer.ports import Reader, Store, Writer

ONCE_IN: Final = timedelta(days=1)  # so that a busy conversation does not flood the ledger
_USED_ONCE_IN: Final = timedelta(days=7)  # the same limit for items that every request holds
_CLOSE: Final = 0.02  # distance to the threshold: more than a week of decay
_FEW: Final = 3  # items that may share a word that is still distinctive
_SHARE: Final = 0.25  # the same as a share of all delivered items

log = logging.getLogger("remembrancer.work")


def touched(
    store: Store,
    scope: Scope,
    item_ids: Collection[str],
    *,
    used: Collection[str] = (),
    told: transactions.Told | None = None,
) -> tuple[str, ...]:
    """Renews items that were relevant to the conversation; returns the ids of renewed items.

    Their term restarts and they regain some confidence, once a day, if the preset says so. Items
    that were only `used` do not fade, but gain no confidence. Nobody vouched for these items. Items
    below the preset's hedge threshold, and items from outside, gain nothing from being shown.
    """
    if not is_passive(scope):
        return ()
    about = frozenset(item_ids)
    wanted = tuple(dict.fromkeys((*item_ids, *used)))[:RECONFIRMED_ITEMS_MAX]
    # Usually there is nothing to do. Only callers with something to write wait for other writers.
    stale, _ = transactions.read(store, scope, lambda reader: _stale(reader, scope, wanted, about))
    if not stale:
        return ()
    try:
        return transactions.written(
            store, scope, lambda unit: _renew(unit, scope, stale, about), told=told
        )
    except (StoreBusy, StoreFull, StoreInterrupted) as error:
        # The answer must not fail because of this. A relevant item comes up again and is renewed
        # then.
        log.warning("What came up in %s was not renewed: %s", scope.space.name, error)
        return ()


def use(unit: Writer, scope: Scope, item_ids: Sequence[str]) -> None:
    """Renews the preferences among the items delivered in this unit of work.

    Delivery counts as use, so they do not fade. They gain no confidence.
    """
    if is_passive(scope) and item_ids:
        wanted = tuple(dict.fromkeys(item_ids))[:RECONFIRMED_ITEMS_MAX]
        found = unit.items.named(wanted).values()
        _renew(unit, scope, used_in(scope, tuple(found)), ())


def is_passive(scope: Scope) -> bool:
    """Whether the preset renews items that come up, without asking anybody."""
    rules = scope.space.preset.confidence
    return rules.policy is ConfidencePolicy.EXTRACTED and bool(rules.confirmation_boost)


def bearing_on(scope: Scope, message: str, items: Sequence[Item]) -> tuple[str, ...]:
    """Ids of the items that a message is about: both share a word that few items have."""
    tongue = language(scope.space.preset.language)
    common = function_words() | tongue.asking_words()
    stems = [set(tongue.stems(f"{one.title or ''} {one.content}")) - common for one in items]
    asked = set(tongue.stems(message)) - common
    seen = Counter(stem for listed in stems for stem in listed & asked)
    rare = {stem for stem, times in seen.items() if times <= max(_FEW, len(items) * _SHARE)}
    return tuple(one.id for one, listed in zip(items, stems, strict=True) if listed & rare)


def used_in(scope: Scope, items: Sequence[Item]) -> tuple[str, ...]:
    """Ids of the preferences among these items. A request that contains them uses them."""
    wishes = kinds(scope.space.preset, (Family.PREFERENCE,))
    return tuple(one.id for one in items if one.kind in wishes)


def _stale(
    reader: Reader, scope: Scope, ids: Collection[str], about: Collection[str]
) -> tuple[str, ...]:
    found = reader.items.named(ids) if ids else {}
    return tuple(
        id
        for id in ids
        if id in found
        and may_renew(scope, found[id])
        and (id in about or _has_faded(scope, found[id]))
    )


def _renew(
    unit: Writer, scope: Scope, ids: Collection[str], about: Collection[str]
) -> tuple[str, ...]:
    done = _stale(unit, scope, ids, about)
    for id in done:
        stored = change.found(unit, id)
        metadata = stored.state.metadata
        change.reconfirm(unit, scope, stored, (), metadata=metadata, boosts=id in about)
    return done


def _has_faded(scope: Scope, item: Item) -> bool:
    """Whether a week has passed, or the item is too close to the threshold to wait a week."""
    since = item.last_confirmed_at or item.created_at
    left = item.confidence - scope.space.preset.confidence.hedge_below
    return scope.now - since >= (ONCE_IN if left < _CLOSE else _USED_ONCE_IN)


def may_renew(scope: Scope, item: Item) -> bool:
    """Whether the item is in use, confident enough, trusted, and not renewed today."""
    last = item.last_confirmed_at
    return (
        item.lifecycle is Lifecycle.ACTIVE
        and item.review not in WITHDRAWN
        and visibility.may_renew(scope.viewer, item.review)
        and item.trust not in UNTRUSTED
        and item.confidence >= scope.space.preset.confidence.hedge_below
        and (last is None or scope.now - last >= ONCE_IN)
        and (not item.is_personal or item.source_user == scope.viewer.name)
    )
