"""The digest job: summarises messages that have left the conversation window."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from remembrancer.conversations import digest_prompt as by_model
from remembrancer.conversations import offline_digest as offline
from remembrancer.conversations.digest import Digest, Point
from remembrancer.conversations.digest_lines import digest_block, least_trust
from remembrancer.conversations.port import Unsummarised
from remembrancer.conversations.window import Window
from remembrancer.core.errors import ModelFailed, NotFound
from remembrancer.core.limits import DIGEST_BATCH_MESSAGES, WINDOW_MESSAGES
from remembrancer.core.scope import Scope
from remembrancer.items.delivered_text import delivered
from remembrancer.items.message import Message
from remembrancer.jobs import transactions
from remembrancer.jobs.task import Task, Tools
from remembrancer.ports import LanguageModel, Progress, Reader, Store
from remembrancer.reading.offline.filters.small_talk import is_small_talk

_AT_ONCE = 5 * DIGEST_BATCH_MESSAGES  # messages read at once if several batches wait
_OFFLINE = "offline"
_POINT_IDS = ("messages",)

log = logging.getLogger("remembrancer.work")


def handle(task: Task) -> None:
    """Brings the digest of one conversation up to date."""
    scope, id = task.own_scope(), task.job.key
    catch_up(task.store, scope, task.tools, id, task.job.owner, report=task.report)
    transactions.written(task.store, scope, task.finish)


def catch_up(
    store: Store,
    scope: Scope,
    tools: Tools,
    conversation_id: str,
    owner: str,
    *,
    report: Progress | None = None,
) -> None:
    """Digests all full batches that have left the window, oldest first.

    A worker sees the conversations of all users, and ids may repeat between users, so the owner
    is needed.
    """
    while True:
        waiting, _ = transactions.read(
            store,
            scope,
            lambda reader: reader.conversations.unsummarised(
                conversation_id, window=WINDOW_MESSAGES, limit=_AT_ONCE, owner=owner
            ),
        )
        if waiting is None or len(waiting.messages) < DIGEST_BATCH_MESSAGES:
            return
        digest = _extended(waiting, scope, tools)
        _write_digest(store, scope, (conversation_id, owner), waiting, digest)
        if report is not None:
            report(digest.messages, 0)


def _write_digest(
    store: Store, scope: Scope, place: tuple[str, str], before: Unsummarised, digest: Digest
) -> None:
    """Writes a digest, unless another worker was faster; then its digest stays."""
    transactions.written(
        store, scope, lambda unit: unit.conversation_state.put_digest(*place, digest, before)
    )


def _extended(waiting: Unsummarised, scope: Scope, tools: Tools) -> Digest:
    before, batch = waiting.digest, waiting.messages
    count = before.messages + len(batch)
    model = tools.llm
    if model is not None and (model.is_local or not waiting.is_personal):
        own = scope.space.preset.prompts.get("digest")
        points = _ask_model(model, before.points, batch, own)
        if points is not None:
            return Digest(points=points, engine=model.name, messages=count)
    points = _extend_by_rules(before.points, batch)
    return Digest(points=points, engine=_OFFLINE, messages=count)


def _extend_by_rules(points: Sequence[Point], batch: Sequence[Message]) -> tuple[Point, ...]:
    if not batch:
        return tuple(points)
    return offline.extend_by_rules(points, batch, is_small_talk=is_small_talk)


def _ask_model(
    model: LanguageModel, points: Sequence[Point], batch: Sequence[Message], own: str | None
) -> tuple[Point, ...] | None:
    """The points of the model; None: it failed, and the offline digest takes over."""
    try:
        return by_model.extend_with_model(model, points, batch, instructions=own)
    except ModelFailed as error:
        log.warning("The model gave no digest: %s", error)
    except Exception:  # third-party code; a reply must not fail for its summary
        log.exception("The model failed at a digest")
    return None


def window(
    store: Store, scope: Scope, worker: Scope, tools: Tools, id: str, size: int
) -> tuple[Window, Reader]:
    """The last messages in full, and one summary of everything before.

    Messages that left the window but fill no batch yet are digested for this answer only.
    """
    catch_up_window(store, scope, worker, tools, id)
    return transactions.read(store, scope, lambda reader: read_window(reader, id, size))


def catch_up_window(store: Store, scope: Scope, worker: Scope, tools: Tools, id: str) -> None:
    """Digests a conversation if a full batch waits."""
    owner, _ = transactions.read(store, scope, lambda reader: _owner_of_outdated(reader, id))
    if owner is not None:
        catch_up(store, worker, tools, id, owner)


def _owner_of_outdated(reader: Reader, id: str) -> str | None:
    """The owner of a conversation whose digest is outdated; None: it is current."""
    if not reader.conversations.waits_for_summary(
        id, window=WINDOW_MESSAGES, batch=DIGEST_BATCH_MESSAGES
    ):
        return None
    conversation = reader.conversations.get(id, counted=False)
    return None if conversation is None else conversation.owner


def read_window(reader: Reader, id: str, size: int) -> Window:
    """The window from one read, without updating the digest.

    Erased messages count among the last messages but not in a digest, so the summary reaches up
    to the last messages that still have content.
    """
    last = reader.conversations.last_messages(id, size)
    told = sum(not message.is_erased for message in last)
    rest = reader.conversations.unsummarised(id, window=told, limit=_AT_ONCE)
    if rest is None:
        raise NotFound("conversation", id)
    before = _with_trust(reader, id, rest.digest.points)
    points = delivered(_extend_by_rules(before, rest.messages), but=_POINT_IDS)
    digest = Digest(points=points)
    return Window(
        conversation_id=id,
        summary=digest.text,
        points=points,
        block=digest_block(points),
        messages=last,
        summarised=rest.digest.messages + len(rest.messages),
    )


def _with_trust(reader: Reader, id: str, points: Sequence[Point]) -> list[Point]:
    """The points, each with its trust. A point without stored trust gets the lowest trust of its
    messages."""
    unknown = {message for point in points if point.trust is None for message in point.messages}
    trusts = reader.conversations.trusts_of(id, unknown) if unknown else {}
    return [
        point
        if point.trust is not None
        else point.changed(trust=least_trust(map(trusts.get, point.messages)))
        for point in points
    ]
