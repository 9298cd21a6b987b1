"""Whether a read replica may answer: the rule, and what callers have seen."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from remembrancer.core.ledger import ADDING, Action
from remembrancer.core.limits import READ_LAG_POSITIONS_MAX
from remembrancer.store.replica.rules import AnsweredBy, PrimaryState, Standing, reader_for
from remembrancer.store.replica.seen import SeenPositions

_NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
_LEVEL = Standing(is_standby=True, revision="0042", position=7, hash="seven")
_SAME = PrimaryState(position=7, hash="seven", oldest_missing_at=None, is_needed=False)
_AHEAD = PrimaryState(
    position=9, hash="seven", oldest_missing_at=_NOW - timedelta(seconds=2), is_needed=False
)


def _reader(
    standing: Standing, primary: PrimaryState, *, seen: int = 0, lag_seconds: float = 10
) -> AnsweredBy:
    return reader_for(
        standing, primary, seen=seen, now=_NOW, lag_seconds=lag_seconds, revision="0042"
    )


def test_a_replica_that_is_level_or_lacks_only_additions_answers() -> None:
    """A replica answers if it is level, or a little behind with what others added."""
    assert _reader(_LEVEL, _SAME, seen=7) is AnsweredBy.REPLICA
    assert _reader(_LEVEL, _AHEAD, seen=7) is AnsweredBy.REPLICA


@pytest.mark.parametrize(
    ("standing", "primary", "seen", "lag_seconds", "reader"),
    [
        (_LEVEL, _AHEAD, 8, 10, AnsweredBy.BEHIND),
        (_LEVEL, replace(_AHEAD, is_needed=True), 0, 10, AnsweredBy.BEHIND),
        (_LEVEL, _AHEAD, 0, 1, AnsweredBy.BEHIND),
        (_LEVEL, _AHEAD, 0, 0, AnsweredBy.BEHIND),
        (_LEVEL, replace(_AHEAD, position=8 + READ_LAG_POSITIONS_MAX), 0, 10, AnsweredBy.BEHIND),
        (replace(_LEVEL, position=None, hash=None), _AHEAD, 0, 10, AnsweredBy.BEHIND),
        (replace(_LEVEL, revision="0041"), _SAME, 0, 10, AnsweredBy.SCHEMA),
        (replace(_LEVEL, hash="another"), _SAME, 0, 10, AnsweredBy.FOREIGN),
        (replace(_LEVEL, is_standby=False), _SAME, 0, 10, AnsweredBy.FOREIGN),
        (replace(_LEVEL, position=8), replace(_SAME, hash=None), 0, 10, AnsweredBy.FOREIGN),
    ],
    ids=[
        "the caller has seen more",
        "a missing row withdraws something",
        "for longer than allowed",
        "nothing may be missing",
        "by too many rows",
        "it does not know the space",
        "its tables are older",
        "its history is another one",
        "it takes writes",
        "its history is longer",
    ],
)  # fmt: skip
def test_otherwise_the_primary_answers(
    standing: Standing, primary: PrimaryState, seen: int, lag_seconds: float, reader: AnsweredBy
) -> None:
    """Whatever the replica lacks that this caller must be told, the primary answers."""
    assert _reader(standing, primary, seen=seen, lag_seconds=lag_seconds) is reader


def test_acts_that_withdraw_are_never_counted_as_additions() -> None:
    """Rights, tokens, erasures, rejections, corrections and dismissals hold at once."""
    withdrawing = {
        Action.PERSON_PUT,
        Action.TOKEN_REVOKE,
        Action.TOKEN_ROTATE,
        Action.ERASE,
        Action.SPACE_CHANGE,
        Action.SPACE_RESTORE,
        Action.SPACE_MOVE,
        Action.SPACE_ARRIVE,
        Action.ITEM_UPDATE,
        Action.ITEM_SUPERSEDE,
        Action.ITEM_DISMISS,
        Action.ITEM_SHARE,
        Action.ITEM_ARCHIVE,
        Action.REVIEW_REJECT,
        Action.REVIEW_REVOKE,
        Action.REVIEW_EDIT,
        Action.CONTRADICTION_RESOLVE,
        Action.JUDGEMENT_UNDO,
        Action.CONVERSATION_REVOKE,
        Action.ENTITY_CHANGE,
        Action.ENTITY_MERGE,
        Action.ENTITY_UNMERGE,
        Action.EDGE_CHANGE,
        Action.EDGE_END,
        Action.AGENT_REGISTER,
        Action.CONTACT_PUT,
    }
    assert withdrawing.isdisjoint(ADDING)
    assert withdrawing | ADDING == set(Action)


def test_what_was_seen_only_grows_and_outlives_the_caller_who_is_dropped() -> None:
    """A caller's position never goes back, and one that is dropped counts for the whole space."""
    seen = SeenPositions(known_max=2)
    seen.note(1, "ellen", 9)
    seen.note(1, "ellen", 4)
    assert seen.position(1, "ellen") == 9
    seen.note(1, "bo", 2)
    seen.note(2, "bo", 3)
    assert seen.position(1, "ellen") == seen.position(1, "bo") == 9
    assert seen.position(2, "bo") == 3
    seen.shorten(1, 5)
    assert seen.position(1, "ellen") == 5
    assert seen.position(2, "bo") == 3
