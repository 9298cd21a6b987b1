"""Extraction: what a conversation holds that is worth keeping, once it has come to rest."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence

from remembrancer.capture import item as capture
from remembrancer.errors import InvalidInput, NotAvailable
from remembrancer.flows import units
from remembrancer.flows.task import Task
from remembrancer.model.conversation import Conversation
from remembrancer.model.evidence import Stance
from remembrancer.model.message import Message
from remembrancer.model.proposal import Proposal
from remembrancer.model.scope import Scope
from remembrancer.model.text import ERASED
from remembrancer.ports import NewEvidence, NewItem, Writer

_SOURCE_TYPE = "conversation"

log = logging.getLogger("remembrancer.work")


def handle(task: Task) -> None:
    """Stores what the extractor proposes, where its quotes are really there.

    The same proposal made again, by this or another worker, is the item that is there already.
    """
    extractor = task.tools.extractor
    if extractor is None:
        raise NotAvailable("Nothing here draws items out of conversations.")
    scope, id = task.scope(), task.job.key
    (place, messages), _ = units.read(
        task.store,
        scope,
        lambda reader: (reader.conversation(id, counted=False), reader.messages(id)),
    )
    new: list[NewItem] = []
    if place is not None and (extractor.is_local or not place.is_personal):
        said = [one for one in messages if one.content != ERASED]
        new = _checked(scope, place, said, extractor.extract(said))

    def act(unit: Writer) -> None:
        unit.add_items(new)
        task.finish(unit)

    units.written(task.store, scope, act)


def _checked(
    scope: Scope, place: Conversation, messages: Sequence[Message], proposals: Iterable[Proposal]
) -> list[NewItem]:
    said = {message.id: message for message in messages}
    intake = capture.Intake(scope)
    checked = [_item(intake, place, said, one) for one in proposals]
    kept = [new for new in checked if new is not None]
    if len(kept) < len(checked):
        log.warning(
            "%d of %d proposals from %s were refused: nobody said the words they quote, or the "
            "space has no place for them",
            len(checked) - len(kept),
            len(checked),
            place.id,
        )
    return kept


def _item(
    intake: capture.Intake, place: Conversation, said: Mapping[str, Message], given: Proposal
) -> NewItem | None:
    """The item to store; None where nobody said its words, or the space has no place for it."""
    if not isinstance(given, Proposal):
        raise InvalidInput(f"An extractor gives Proposals, not {type(given).__name__}.")
    message = said.get(given.message_id)
    start = -1 if message is None else message.content.find(given.quote)
    if message is None or start < 0:
        return None
    end = start + len(given.quote)
    evidence = NewEvidence(
        None,
        (place.id, message.id),
        given.quote,
        start,
        end,
        Stance.SUPPORTS,
        message.author_id,
    )
    fields = {
        **given.model_dump(exclude={"message_id", "quote"}),
        "subject": place.subject,
        "audience": place.audience,
        "is_personal": place.is_personal,
        "source_type": _SOURCE_TYPE,
        "source_id": place.id,
        "valid_from": message.timestamp,
    }
    try:
        draft = capture.draft_from(fields)
        new = intake.item(draft, declared_trust=message.trust, evidence=(evidence,))
    except InvalidInput as error:
        # Proposed again it would be refused again, and with it all that stands beside it.
        log.debug("A proposal from %s was left out: %s", place.id, error)
        return None
    return new._replace(is_drawn=True)
