"""What is gone reads so in a replay, and what only says so is quoted like everything else."""

from __future__ import annotations

from datetime import timedelta

import pytest

from remembrancer import Item, Memory, Shown
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.people import ADA, ANNA

pytestmark = ON_THE_FASTEST


def due(admin: Memory, clock: FrozenClock, content: str, days: int = 2) -> Item:
    day = (clock.now + timedelta(days=days)).date().isoformat()
    return admin.add(
        content=content, kind="action_item", subject="ellen", metadata={"deadline": day}
    )


def test_a_reminder_of_what_is_gone(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Whom it was made for reads [withheld] without a day, an id or a source; an admin reads all
    of it, byte for byte, until something is erased."""
    admin = memory("adviser").acting_as(ADA)
    anna = admin.acting_as(ANNA)
    kept, hidden = due(admin, clock, "File the return.", 1), due(admin, clock, "Call Ellen.")
    (first, _) = anna.reminders(new=True)
    whole = anna.receipt(first.receipt or "")
    assert whole.is_intact
    clock.advance(timedelta(days=9))
    admin.update(hidden.id, audience="group:nobody")
    admin.update(kept.id, metadata={"deadline": "2027-01-01"})
    own = anna.receipt(whole.id)
    assert own.text == f"{(whole.text or '').splitlines()[0]}\n- [withheld]"
    assert [one.shown for one in own.included] == [Shown.WHOLE, Shown.WITHHELD]
    assert not own.is_intact
    assert (admin.receipt(whole.id).text, admin.receipt(whole.id).is_intact) == (whole.text, True)
    admin.erase(kept.id, reason="asked to")
    assert anna.receipt(whole.id).text == "- [erased]\n- [withheld]"
    left = (admin.receipt(whole.id).text or "").splitlines()
    assert left == ["- [erased]", (whole.text or "").splitlines()[1]]


@pytest.mark.parametrize("word", ["[erased]", "[withheld]"])
@pytest.mark.parametrize("kind", ["compose", "summary", "briefing", "reminder"])
def test_a_word_is_not_what_it_stands_for(
    memory: MemoryFactory, clock: FrozenClock, kind: str, word: str
) -> None:
    """An item whose words are [erased] is told in quotes with its source, and replays as it was;
    once it is erased, it stands there without them."""
    admin = memory("companion" if kind == "compose" else "adviser").acting_as(ADA)
    item = (
        admin.add(content=word, kind="preference") if kind == "compose" else due(admin, clock, word)
    )
    id = delivered(admin, kind)
    found = admin.receipt(id)
    assert found.is_intact
    assert [one.shown for one in found.included] == [Shown.WHOLE]
    told = [line for line in lines(found.text) if line.strip("[]()") and word[1:-1] in line]
    assert len(told) == 1
    assert "manual" in told[0]
    assert '"' in told[0]
    admin.erase(item.id, reason="asked to")
    gone = admin.receipt(id)
    assert [one.shown for one in gone.included] == [Shown.ERASED]
    assert "- [erased]" in lines(gone.text)
    assert "manual" not in (gone.text or "")


def test_a_fact_that_is_gone_has_no_heading_of_its_own(memory: MemoryFactory) -> None:
    """In a bundle, a fact that says [erased] stands under its title and in a quote; one that was
    erased is the bare word."""
    admin = memory("corporate").acting_as(ADA)
    says_so, hidden, erased = (
        admin.add(content=words, source_type="admin_mandate")
        for words in ("[erased]", "For finance.", "Refunds take ten days.")
    )
    id = admin.acting_as(ANNA).bundle().receipt
    admin.update(hidden.id, audience="group:nobody")
    admin.erase(erased.id, reason="asked to")
    text = admin.acting_as(ANNA).receipt(id).text or ""
    assert text.endswith("> [erased]\n\n[withheld]\n\n[erased]\n")
    assert says_so.id in text


def test_a_message_that_says_so_is_said(memory: MemoryFactory) -> None:
    """Nobody's message is left out of a request for what it says, and no summary goes for it."""
    admin = memory("companion").acting_as(ADA)
    admin.conversations.start("chat")
    said = ["[withheld]", "We decided to lease the car.", *(["Go on."] * 19), "[erased]"]
    for number, content in enumerate(said):
        admin.conversations.append(
            "chat", {"id": f"m{number}", "author_id": "ada", "content": content}
        )
    made = admin.compose(conversation_id="chat", message="So?")
    assert made.messages[-2]["content"] == "[erased]"
    assert admin.receipt(made.receipt or "").is_intact


def delivered(memory: Memory, kind: str) -> str:
    if kind == "compose":
        return memory.compose(message="So?").receipt or ""
    if kind == "summary":
        return str(memory.tools.get_client_knowledge_summary("ellen")["receipt"])
    if kind == "briefing":
        return memory.briefing("ellen").receipt
    return memory.reminders(new=True)[0].receipt or ""


def lines(text: str | None) -> list[str]:
    return (text or "").replace("\\n", "\n").replace('\\"', '"').splitlines()
