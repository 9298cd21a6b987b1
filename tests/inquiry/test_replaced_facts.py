"""What a later statement took the place of is no answer to how things are."""

from __future__ import annotations

from remembrancer import Memory


def test_what_was_replaced_is_told_only_of_the_past() -> None:
    with Memory.open(":memory:", preset="adviser", background=False) as memory:
        memory.remember("Ellen wants to retire at 58.", subject="ellen")
        memory.remember("Ellen wants to retire at 60.", subject="ellen")
        now = memory.inquire("When does Ellen want to retire?")
        texts = [one.text for one in now.relevant_facts]
        assert any("60" in text for text in texts)
        assert not any("58" in text for text in texts)
        before = memory.inquire("When did Ellen want to retire before?")
        assert any("58" in one.text for one in before.relevant_facts)
