"""Ways around a decision, a label or the record that must not exist."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from remembrancer import Item
from remembrancer.errors import RemembrancerError
from tests.proofs.random_calls import PEOPLE, SPACES, START
from tests.proofs.side_by_side import SideBySide


@pytest.fixture
def pair() -> Iterator[SideBySide]:
    built = SideBySide(":memory:", SPACES, PEOPLE, START)
    yield built
    built.close()


def _added(pair: SideBySide, space: str, who: str, **fields: object) -> Item:
    item = pair.add(space, who, fields)
    assert item is not None
    return item


@pytest.mark.parametrize(
    ("space", "who"), [("practice", "anna"), ("firma", "anna"), ("data", "kim")]
)
def test_a_withdrawn_item_does_not_come_back(pair: SideBySide, space: str, who: str) -> None:
    """What an admin revoked or rejected is not in use again after its contributor hid it."""
    item = _added(pair, space, who, content="retire")
    decision = "reject" if item.review == "pending" else "revoke"
    pair.review(space, "owner", item.id, decision, "wrong")
    memory = pair.memory(space, who)
    with suppress(RemembrancerError):
        memory.update(item.id, is_personal=True)
        memory.share(item.id)
    assert memory.get(item.id).review in ("revoked", "rejected")


@pytest.mark.parametrize("space", ["practice", "firma"])
def test_a_program_does_not_speak_with_a_persons_trust(pair: SideBySide, space: str) -> None:
    """A program that rewrites a person's item is refused, or the item loses that trust."""
    item = _added(pair, space, "anna", content="retire")
    memory = pair.memory(space, "bot")
    try:
        memory.update(item.id, content="garden")
    except RemembrancerError:
        return
    assert memory.get(item.id).trust == "agent"


@pytest.mark.parametrize("space", ["practice", "firma"])
def test_a_program_does_not_rewrite_what_is_mandatory(pair: SideBySide, space: str) -> None:
    """What every agent must follow is not changed by an agent."""
    item = _added(pair, space, "anna", content="retire")
    pair.review(space, "owner", item.id, "mandate", "policy")
    memory = pair.memory(space, "bot")
    acts: tuple[Callable[[], Item], ...] = (
        lambda: memory.update(item.id, content="garden"),
        lambda: memory.dismiss(item.id),
        lambda: memory.supersede(item.id, content="garden"),
    )
    for act in acts:
        try:
            act()
        except RemembrancerError:
            continue
        after = pair.memory(space, "owner").get(item.id)
        is_changed = (after.content, after.lifecycle) != ("retire", "active")
        assert not (is_changed and after.review == "mandatory")


@pytest.mark.parametrize("space", SPACES)
def test_an_admins_look_into_the_past_is_on_record(pair: SideBySide, space: str) -> None:
    """An item that is personal today is looked at on record, also as it was when shared."""
    item = _added(pair, space, "anna", content="retire", subject="ellen")
    then = pair.plain[space].position
    pair.update(space, "anna", item.id, {"is_personal": True})
    memory = pair.memory(space, "owner")
    looks: list[Callable[[], object]] = [
        lambda: memory.get(item.id, then),
        lambda: memory.items(then),
    ]
    if pair.plain[space].preset.name != "corporate":  # there it waits for review
        looks.append(lambda: memory.summary("ellen", then))
        looks.append(lambda: memory.recall("retire", as_of=then))
    for look in looks:
        before = len(memory.admin.audit(item_id=item.id, limit=1000))
        look()
        assert len(memory.admin.audit(item_id=item.id, limit=1000)) == before + 1


@pytest.mark.parametrize("space", SPACES)
def test_permissions_of_today_show_on_knowledge_of_then(pair: SideBySide, space: str) -> None:
    """An old version carries the personal flag and the audience of today, in filters too."""
    item = _added(pair, space, "anna", content="retire")
    then = pair.plain[space].position
    pair.update(space, "anna", item.id, {"audience": "group:red", "is_personal": True})
    memory = pair.memory(space, "owner")
    shown = memory.get(item.id, then)
    assert (shown.content, shown.version) == ("retire", 1)
    assert (shown.audience, shown.is_personal) == ("group:red", True)
    assert len(memory.items(then, audience="group:red")) == 1
    assert len(memory.items(then, is_personal=True)) == 1
    assert len(memory.items(then, is_personal=False)) == 0


@pytest.mark.parametrize("space", ["practice", "firma"])
def test_nobody_takes_a_shared_item_away(pair: SideBySide, space: str) -> None:
    """Who did not contribute an item cannot hide it from others by narrowing its audience."""
    item = _added(pair, space, "ben", content="retire")
    with suppress(RemembrancerError):
        pair.memory(space, "anna").update(item.id, audience="group:red")
    assert pair.memory(space, "somebody").get(item.id).audience is None
