"""Item intake: turns a caller's draft into an item to store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from remembrancer.core.errors import Forbidden, InvalidInput
from remembrancer.core.ledger import Action
from remembrancer.core.preset import ReviewPolicy
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_reason, check_window, check_word, validated
from remembrancer.items import confidence, retention, trust
from remembrancer.items.item import ItemDraft, Lifecycle, Review, Trust
from remembrancer.items.kinds.debate_kinds import check_addable
from remembrancer.items.kinds.trace_data import check_trace
from remembrancer.items.port import NewEvidence, NewItem
from remembrancer.items.state import ItemState
from remembrancer.items.visibility import CALLER_NEVER_SETS, check_audience, check_source_type

_MANDATE = "admin_mandate"  # the source type of mandatory items entered by an admin
_KNOWN_MAX = 1_000  # cached combinations of field values


def draft_from(fields: Mapping[str, Any]) -> ItemDraft:
    """A validated draft. Fields that a caller may never set are refused by name."""
    if not isinstance(fields, Mapping):
        raise InvalidInput(f"An item is a mapping of fields, not {type(fields).__name__}.")
    forbidden = CALLER_NEVER_SETS.intersection(fields)
    if forbidden:
        raise Forbidden(
            f"A caller may not set {', '.join(sorted(forbidden))}: it follows from who acts and "
            "what happens to the item. Leave it out."
        )
    draft = validated(ItemDraft, fields, what="an item")
    if not draft.content.strip():
        raise InvalidInput("content is empty. Give it a text.", field="content")
    return draft


def with_reason(fields: Any) -> tuple[Any, str | None]:
    """The fields of an item, and the reason why an admin adds it as mandatory."""
    if not isinstance(fields, Mapping) or "reason" not in fields:
        return fields, None
    if fields.get("source_type") != _MANDATE:
        raise InvalidInput(
            f"A reason goes with a mandate alone, source_type={_MANDATE!r}. Leave it out; what an "
            "item rests on goes into its content or its source_id.",
            field="reason",
        )
    rest = {name: value for name, value in fields.items() if name != "reason"}
    return rest, check_reason(fields["reason"])


def once(items: Iterable[NewItem]) -> list[NewItem]:
    """The items without duplicates of an earlier item."""
    new_items: dict[Any, NewItem] = {}
    for number, entry in enumerate(items):
        new_items.setdefault(number if entry.same is None else entry.same, entry)
    return list(new_items.values())


class _Derived(NamedTuple):
    """Values of an item that are derived from the preset, the caller and a few draft fields."""

    kind: str
    source_type: str
    audience: str | None
    review: Review
    confidence_base: float
    trust: Trust
    expires_at: datetime | None


class Intake:
    """Turns drafts into items to store, for one scope.

    Many drafts of one list share their kind, source and audience, so the values derived from those
    are checked and computed once.
    """

    def __init__(self, scope: Scope, *, is_detector: bool = False, is_exact: bool = False) -> None:
        self._scope = scope
        self._is_exact = is_exact  # True: the caller sets each field of each item
        self._is_detector = is_detector  # True: the detector read a person's own words
        self._known: dict[tuple[Any, ...], _Derived] = {}

    def item(
        self,
        draft: ItemDraft,
        *,
        declared_trust: Trust | None = None,
        evidence: tuple[NewEvidence, ...] = (),
        reason: str | None = None,
    ) -> NewItem:
        """The item to store. Preset and caller decide the fields that the draft leaves open."""
        words = (
            draft.kind,
            draft.category,
            draft.domain,
            draft.source_type,
            draft.audience,
            draft.confidence,
            draft.confidence_subtype,
            draft.is_personal,
            declared_trust,
        )
        derived = self._known.get(words)
        if derived is None:
            if len(self._known) >= _KNOWN_MAX:
                self._known.clear()
            derived = self._known[words] = _derive(
                self._scope, draft, declared_trust, is_detector=self._is_detector
            )
        if draft.valid_until is not None:
            check_window(draft.valid_from, draft.valid_until)
        check_trace(derived.kind, draft.data, beside=() if self._is_exact else None)
        state = ItemState(
            derived.kind,
            draft.category,
            draft.domain,
            draft.title,
            draft.content,
            draft.data,
            draft.metadata,
            draft.tags,
            draft.entities,
            draft.subject,
            Lifecycle.ACTIVE,
            derived.review,
            derived.confidence_base,
            draft.confidence_subtype,
            0,
            False,
            False,
            None,
            derived.audience,
            draft.is_personal,
            draft.sensitivity or self._scope.space.preset.default_sensitivity,
            draft.importance,
            derived.source_type,
            draft.source_id,
            derived.trust,
            draft.valid_from,
            draft.valid_until,
            draft.expires_at or derived.expires_at,
            draft.valid_from or self._scope.now,
            None,
        )
        same = None if draft.source_id is None else _same(draft, self._scope, derived)
        is_mandate = derived.review is Review.MANDATORY
        action = Action.REVIEW_MANDATE if is_mandate else Action.ITEM_ADD
        return NewItem(state, evidence, same, action, reason)


def _derive(
    scope: Scope, draft: ItemDraft, declared_trust: Trust | None, *, is_detector: bool
) -> _Derived:
    preset, viewer = scope.space.preset, scope.viewer
    kind = draft.kind or preset.default_kind
    source_type = draft.source_type or preset.default_source_type
    if not (is_detector and source_type == "user_verification"):
        check_source_type(viewer, source_type)
    check_addable(kind)
    check_word(preset.kinds, kind, "kind")
    check_word(preset.categories, draft.category, "category")
    check_word(preset.domains, draft.domain, "domain")
    check_word(preset.source_types, source_type, "source_type")
    is_mandate = source_type == _MANDATE
    if is_mandate and draft.is_personal:
        raise InvalidInput(
            "A mandated fact is for everyone and cannot be personal. Leave is_personal out.",
            field="is_personal",
        )
    trusted = trust.of_source(viewer, preset, source_type=source_type, declared=declared_trust)
    if is_mandate:
        trust.check_mandate(viewer, item_id="What comes from this source", trust=trusted)
        trust.check_not_own(viewer, item_id="This mandate", owner=viewer.name)
    return _Derived(
        kind=kind,
        source_type=source_type,
        audience=check_audience(viewer, draft.audience),
        review=Review.MANDATORY if is_mandate else first_review(scope),
        confidence_base=confidence.base(
            preset.confidence,
            source_type=source_type,
            subtype=draft.confidence_subtype,
            given=draft.confidence,
        ),
        trust=trusted,
        expires_at=retention.expiry(preset, kind, scope.now),
    )


def first_review(scope: Scope) -> Review:
    """The initial review state of new items."""
    if scope.space.preset.review is ReviewPolicy.REQUIRED:
        return Review.PENDING
    return Review.NOT_REQUIRED


def _same(draft: ItemDraft, scope: Scope, derived: _Derived) -> tuple[Any, ...]:
    """The deduplication key. Without a source id there is none, however similar two items are."""
    return (
        scope.viewer.name,
        derived.audience,
        draft.is_personal,
        draft.subject,
        derived.source_type,
        draft.source_id,
        derived.kind,
        draft.content,
    )
