"""Debates through the doors: the client, async code, the tools of agents, the command line."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from remembrancer import AsyncMemory, Conflict, Forbidden
from remembrancer.testing import FrozenClock
from tests.cli.program import Program
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.remote import House
from tests.team.debating import DOMAIN, FINANCIAL, STRATEGY, agent, for_a_person, opened


@ON_THE_FASTEST
def test_a_client_does_all_of_it(memory: MemoryFactory, house: House) -> None:
    """The same verbs and types over the wire, the snapshot included."""
    store = memory("desk")
    far = house.enter(store)
    known = far.add(content="Margins are 12 %.", domain=DOMAIN)
    debate = for_a_person(far, disputed_finding=known.id)
    assert debate == store.debates.get(debate.id)
    far.add(content="Later.")
    view = far.debates.snapshot(debate.id)
    assert [one.content for one in view.items()] == ["Margins are 12 %."]
    assert view.get(known.id).id == known.id
    assert [hit.id for hit in view.recall("margins").hits] == [known.id]
    with pytest.raises(Conflict, match="locked"):
        view.add(content="No.")
    with pytest.raises(Forbidden):
        agent(far, FINANCIAL).debates.decide(debate.id, position=FINANCIAL, reason="Mine.")
    far.debates.decide(debate.id, position=FINANCIAL, reason="So it is.")
    (winner, loser) = far.credibility.record_outcome(debate.id, correctness=0.75)
    assert (winner.agent_id, winner.historical_accuracy) == (FINANCIAL, 0.75)
    assert loser == store.credibility.score(STRATEGY, DOMAIN)
    assert far.debates.history(debate.id) == store.debates.history(debate.id)
    assert far.debates.resolution(debate.id).outcome_correctness == 0.75
    other = opened(far)
    assert [one.debate.id for one in far.debates.similar(other.id)] == [debate.id]
    assert far.debates.context(other.id).text == store.debates.context(other.id).text
    assert len(far.debates.list(is_resolved=True)) == 1
    assert far.credibility.facilitator() == store.credibility.facilitator()
    assert far.credibility.due() == ()
    assert far.credibility.list() == store.credibility.list()


@ON_THE_FASTEST
def test_agents_debate_with_their_tools(memory: MemoryFactory) -> None:
    """An agent challenges, both take positions, and each sees its own credibility."""
    store = memory("desk")
    strategy, financial = agent(store, STRATEGY), agent(store, FINANCIAL)
    begun = strategy.tools.call(
        "challenge",
        {
            "topic": "Retail margins",
            "challenged_agent": FINANCIAL,
            "disputed_finding": "They hold.",
            "challenge_basis": "Prices fell.",
            "domain": DOMAIN,
        },
    )
    assert begun["resolution_method"] is None
    assert "Track Records" in begun["context"]
    given = {"debate_id": begun["debate_id"], "text": "They fall to 9 %."}
    financial.tools.call("position", given)
    ended = strategy.tools.call("position", given)
    assert ended["resolution_method"] == "consensus"
    store.credibility.record_outcome(begun["debate_id"], correctness=0.5)
    (own,) = strategy.tools.call("my_credibility", {})["domains"]
    assert (own["domain"], own["sample_size"]) == (DOMAIN, 1)
    assert financial.tools.call("my_credibility", {"domain": "growth"})["domains"] == []


def test_async_code_debates(tmp_path: Path, clock: FrozenClock) -> None:
    """Each verb is a coroutine."""

    async def run() -> tuple[str, int]:
        store = await AsyncMemory.open(tmp_path / "desk.db", preset="desk", clock=clock)
        debate = await store.debates.open(
            "Retail margins",
            challenger=STRATEGY,
            challenged=FINANCIAL,
            disputed_finding="They hold.",
            challenge_basis="Prices fell.",
        )
        moved = await store.debates.advance(debate.id)
        found = await store.credibility.list()
        await store.close()
        return moved.resolution_level.value, len(found)

    assert asyncio.run(run()) == ("2_facilitator", 0)


def test_the_command_line_does_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Open, take positions, advance, decide, record the outcome, look at all of it."""
    rmb = Program(tmp_path, monkeypatch, capsys)
    rmb.done("init", "--preset", "desk")
    shown = rmb.done(
        *("debates", "open", "Retail margins", "--challenger", STRATEGY, "--challenged", FINANCIAL),
        *("--finding", "They hold.", "--because", "Prices fell.", "--domain", DOMAIN, "--json"),
    )
    id = shown.json["id"]
    rmb.done("debates", "position", id, "--agent", STRATEGY, "--text", "They fall.")
    for _ in range(2):
        rmb.done("debates", "advance", id)
    assert "waits for a person" in rmb.done("debates", "show", id).out
    assert id in rmb.done("debates", "list", "--open").out
    assert "nothing to override" in rmb.failed(
        *("debates", "override", id, "--position", STRATEGY, "--rationale", "Why not.")
    )
    rmb.done("debates", "decide", id, "--position", STRATEGY, "--reason", "So it is.")
    rmb.done("credibility", "outcome", id, "--correctness", "0.9", "--note", "They fell.")
    assert "0.9" in rmb.done("debates", "history", id).out
    for command in (
        ("debates", "similar", id),
        ("debates", "context", id),
        ("credibility", "score", STRATEGY, DOMAIN),
        ("credibility", "list"),
        ("credibility", "due"),
        ("credibility", "facilitator"),
    ):
        assert rmb.done(*command).out
