"""Messages by their ids, in whichever conversation: as far as the reader may read them."""

from __future__ import annotations

from remembrancer import Memory, Principal
from tests.conftest import MemoryFactory
from tests.people import ANNA, BERT


def _seen(memory: Memory, principal: Principal, *ids: str) -> dict[str, str]:
    found = memory.acting_as(principal)._session.read(
        lambda reader, _: reader.conversations.messages_with_ids(ids)
    )
    return {id: message.content for id, message in found.items()}


def test_only_what_may_be_read_is_found(memory: MemoryFactory) -> None:
    """What is personal to another is as unknown as what does not exist; of several messages with
    one id the newest that may be read counts."""
    there = memory("community")
    anna = there.acting_as(ANNA)
    for name, is_personal in (("first", False), ("second", False), ("own", True)):
        anna.conversations.start(name, is_personal=is_personal)
        said = [
            {"id": "m1", "author_id": "anna", "content": f"one in {name}"},
            {"id": f"m-{name}", "author_id": "anna", "content": f"two in {name}"},
        ]
        anna.conversations.append(name, said)
    wanted = ("m1", "m-first", "m-own", "m-none")
    assert _seen(there, ANNA, *wanted) == {
        "m1": "one in own",
        "m-first": "two in first",
        "m-own": "two in own",
    }
    assert _seen(there, BERT, *wanted) == {"m1": "one in second", "m-first": "two in first"}
    assert _seen(there, BERT) == {}
