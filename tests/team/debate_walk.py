"""A random walk through debates, overrides and outcomes, and what must hold after each step."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from random import Random

from remembrancer import Conflict, Forbidden, Memory
from remembrancer.team.debates.debate import Debate, DebateHistory
from remembrancer.testing import FrozenClock
from tests.team.debating import DOMAIN, FINANCIAL, STRATEGY, VALUATION, agent

AGENTS = (FINANCIAL, STRATEGY, VALUATION)
TEXTS = ("They hold.", "They fall.", "they  hold")
METHODS = {
    "consensus": {"1_agent"},
    "credibility_weighted": {"2_facilitator"},
    "human_binding": {"3_human"},
    "conservative_default": {"4_fallback"},
    "override": {"4_fallback", "5_gate_review"},
}


@dataclass
class Known:
    """What the walk knows of one debate."""

    debate: Debate
    snapshot: list[str]  # contents that were known when it was opened
    positions: list[tuple[str, str]] = field(default_factory=list)
    binding: tuple[str, str | None] | None = None  # method and position, once they are for good


class DebateWalk:
    def __init__(self, store: Memory, clock: FrozenClock, seed: int) -> None:
        self._store, self._clock = store, clock
        self._chance = Random(seed)
        self._debates: dict[str, Known] = {}
        self._contents: list[str] = []
        self.refused = 0

    def run(self, steps: int) -> None:
        acts = (
            *(self._add, self._open, self._open, self._position, self._position, self._advance),
            *(self._advance, self._advance, self._decide, self._override, self._outcome),
            *(self._wait, self._wait, self._work),
        )
        for _ in range(steps):
            self._chance.choice(acts)()
            self._check(whole=False)
        self._check(whole=True)
        self._clock.advance(timedelta(days=30))  # nothing is open for ever
        self._check(whole=True)
        for id in self._debates:
            debate = self._store.debates.get(id)
            waits = debate.resolution_level.value in ("1_agent", "2_facilitator")
            assert debate.is_binding or (waits and not debate.is_resolved)
        assert self._store.verify().ok

    # -- acts

    def _add(self) -> None:
        text = f"Fact {len(self._contents)}."
        self._store.add(content=text)
        self._contents.append(text)

    def _open(self) -> None:
        if len(self._debates) >= 4:
            return
        challenger, challenged = self._chance.sample(AGENTS, 2)
        made = agent(self._store, challenger).debates.open(
            f"Margins {len(self._debates)}",
            challenger=challenger,
            challenged=challenged,
            disputed_finding="They hold.",
            challenge_basis="Prices fell.",
            priority=self._chance.choice(("critical_path", "valuation", "supporting")),
            domain=DOMAIN,
            conservative_position=self._chance.choice((None, "They fall.", "Wait.")),
        )
        self._debates[made.id] = Known(made, sorted(self._contents))

    def _position(self) -> None:
        known = self._any()
        if known is None:
            return
        debate = known.debate
        name = self._chance.choice((debate.challenger_agent, debate.challenged_agent))
        text = self._chance.choice(TEXTS)
        if self._tried(
            lambda: agent(self._store, name).debates.position(debate.id, agent=name, text=text)
        ):
            known.positions.append((name, text))

    def _advance(self) -> None:
        known = self._any()
        if known is None:
            return
        name = self._chance.choice((known.debate.challenger_agent, "nobody"))
        self._tried(lambda: agent(self._store, name).debates.advance(known.debate.id))

    def _decide(self) -> None:
        known = self._any()
        if known is not None:
            position = self._chance.choice((*TEXTS, known.debate.challenger_agent))
            self._tried(
                lambda: self._store.debates.decide(
                    known.debate.id, position=position, reason="So it is."
                )
            )

    def _override(self) -> None:
        known = self._any()
        if known is not None:
            at_gate = self._chance.random() < 0.5
            self._tried(
                lambda: self._store.debates.override(
                    known.debate.id, position="They fall.", rationale="I looked.", at_gate=at_gate
                )
            )

    def _outcome(self) -> None:
        known = self._any()
        if known is not None:
            share = self._chance.choice((0.0, 0.25, 1.0))
            self._tried(
                lambda: self._store.credibility.record_outcome(known.debate.id, correctness=share)
            )

    def _wait(self) -> None:
        self._clock.advance(timedelta(hours=self._chance.choice((1, 4, 24, 72))))

    def _work(self) -> None:
        self._store.jobs.wait()

    def _any(self) -> Known | None:
        return self._chance.choice(list(self._debates.values())) if self._debates else None

    def _tried(self, act: object) -> bool:
        try:
            act()  # type: ignore[operator]
        except (Conflict, Forbidden):
            self.refused += 1
            return False
        return True

    # -- what must hold

    def _check(self, *, whole: bool) -> None:
        listed = list(self._debates.values())
        for known in listed if whole else self._chance.sample(listed, min(1, len(listed))):
            self._check_one(known)

    def _check_one(self, known: Known) -> None:
        now, id = self._clock(), known.debate.id
        kept = self._store.debates.history(id)
        debate = kept.debate
        assert [(one.agent, one.text) for one in kept.positions] == known.positions
        assert kept.credibility_then == known.debate.credibility
        if debate.provisional:
            assert debate.override_window_closed is not None
            assert now < debate.override_window_closed
        if debate.resolution_level.value == "3_human" and not debate.is_resolved:
            assert debate.human_due_at is not None
            assert now < debate.human_due_at
        _check_levels(kept)
        if debate.resolution_method is not None:
            assert debate.resolution_level.value in METHODS[debate.resolution_method.value]
            assert kept.resolution is not None
            assert kept.resolution.winning_position == debate.final_position
            assert kept.resolution.outcome_correctness == debate.outcome_correctness
        if known.binding is None and debate.is_binding:
            assert debate.resolution_method is not None
            known.binding = (debate.resolution_method.value, debate.final_position)
        if known.binding is not None:
            method = debate.resolution_method
            assert (method and method.value, debate.final_position) == known.binding
        view = self._store.debates.snapshot(id)
        facts = [one.content for one in view.items(kind="finding", limit=200)]
        assert sorted(facts) == known.snapshot


def _check_levels(kept: DebateHistory) -> None:
    """The levels follow each other without a gap, from the first one up."""
    names = [one.level.value for one in kept.levels]
    assert names[0] == "1_agent"
    assert names == sorted(names)
    assert len(set(names)) == len(names)
    for before, after in zip(kept.levels, kept.levels[1:], strict=False):
        assert before.left_at == after.entered_at
        assert before.seconds is not None
        assert before.seconds >= 0
    is_over = kept.levels[-1].left_at is not None
    assert is_over is kept.is_binding
