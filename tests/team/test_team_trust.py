"""What agents read and pass on is trusted no more than where they read it."""

from __future__ import annotations

from remembrancer import Principal, Trust
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.team.desk import RISK, agent, opened

SAID = "ACME's auditor resigned over the inventory of its northern stores."


@ON_THE_FASTEST
def test_a_text_from_outside_is_no_finding_of_its_own(memory: MemoryFactory) -> None:
    """An agent that read a text from the web and puts it as a finding pushes it with that trust,
    also when it comes by way of another agent."""
    desk = opened(memory("desk"))
    item = desk.add(content=SAID, source_type="web", subject="ACME")
    assert item.trust is Trust.OUTSIDE
    reader = desk.acting_as(Principal("financial", kind="agent"))
    assert reader.get(item.id).content == SAID
    own = reader.agents.memory()
    own.put("auditor", SAID, kind="risk_note")
    (pushed,) = own.push()
    assert desk.get(pushed.item_id).trust is Trust.OUTSIDE
    other = agent(desk, RISK)
    other.pull()
    other.put("copied", SAID, kind="ratio_pattern")
    (again,) = other.push("copied")
    assert desk.get(again.item_id).trust is Trust.OUTSIDE
