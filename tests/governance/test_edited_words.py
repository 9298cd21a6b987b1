"""What the reading drew from an item's words goes when the words change."""

from __future__ import annotations

from remembrancer import Memory


def test_an_edited_item_keeps_no_value_of_its_old_words() -> None:
    with Memory.open(":memory:", preset="adviser", background=False) as memory:
        (item,) = memory.remember("Ellen wants to retire at 58.", subject="ellen").items
        assert item.data["value"] == 58
        edited = memory.review.edit(item.id, content="Ellen wants to retire at 62.")
        assert "58" not in str(edited.data)
        assert edited.title == "Ellen wants to retire at 62"
        plan = memory.remember("Ellen wants to retire at 58.", subject="ellen")
        assert not plan.reconfirmed


def test_words_that_a_person_gave_stay() -> None:
    with Memory.open(":memory:", preset="adviser", background=False) as memory:
        item = memory.add(content="Retires at 58.", title="Ellen's plan", data={"value": 58})
        edited = memory.update(item.id, content="Retires at 62.")
        assert (edited.title, edited.data) == ("Ellen's plan", {"value": 58})


def test_a_replacement_does_not_bear_the_old_value_as_its_title() -> None:
    with Memory.open(":memory:", preset="adviser", background=False) as memory:
        (item,) = memory.remember("Ellen wants to retire at 58.", subject="ellen").items
        made = memory.supersede(item.id, content="Ellen wants to retire at 60.")
        assert "58" not in (made.title or "")
        named = memory.add(content="Retires at 58.", title="Ellen's plan")
        assert memory.supersede(named.id, content="Retires at 60.").title == "Ellen's plan"
