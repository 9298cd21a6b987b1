"""Two worlds by chance that differ only in what is hidden: no answer about shapes tells of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random
from typing import Any

from remembrancer import Decision, Memory, Principal
from remembrancer.testing import FrozenClock
from tests.decisions.test_learning import walks
from tests.people import ADA, ANNA, BERT, BOT
from tests.proofs.random_calls import START

CALLERS = (ADA, ANNA, BERT, BOT)
_KINDS = ("Business", "Pension", "Property", "TaxMatter", "HealthCondition")
_CHOICES = ("Take drawdown.", "Buy an annuity.", "Wait a year.")
_TYPES = ("drawdown_vs_annuity", "fee_negotiation", "switch_transfer")
_CONCERNS = ("Markets fall", "Fees", "Health")
_HIDDEN = ({"is_personal": True}, {"audience": "group:finance"})


class World:
    """One firm. What everybody may see follows from the seed alone."""

    def __init__(self, seed: int, *, is_hiding: bool, url: str, decisions: int) -> None:
        self._random, self._secret = Random(seed), Random(seed + 1)
        self._is_hiding = is_hiding
        self.clock = FrozenClock(START)
        self.memory = Memory.open(
            url, space="firm", preset="adviser", clock=self.clock, background=False, principal=ADA
        )
        self.names: dict[str, str] = {}  # of what everybody may see, by id
        self.made: list[Decision] = []
        self._things = [self._thing(number) for number in range(8)]
        for number in range(decisions):
            self._decide(number)
            self._hide()
        asked = self._random.sample(self.made, 4)
        walks(self.memory, asked, asked[:2], times=3)

    def answers(self) -> Iterator[str]:
        """What each caller is told by each verb, with names in the place of ids."""
        for caller in CALLERS:
            told = self.memory.acting_as(caller).decisions
            for one in self.made[:3]:
                yield self._told(caller, "similar", told.similar(one.id, k=50))
                yield self._told(caller, "fingerprint", told.fingerprint(one.id))
                yield self._told(caller, "complexity", told.complexity(one.id))
            found = told.communities()
            yield self._told(caller, "communities", found)
            for each in found[:2]:
                yield self._told(caller, "community", told.community(each.id))
            yield self._told(caller, "anomalies", told.anomalies())
            yield self._told(caller, "simulate", told.simulate("drawdown"))
            yield self._told(
                caller,
                "compare",
                told.compare("drawdown", "annuity", filters={"age": {"over": 60}}),
            )
            yield self._told(caller, "learned", told.learned())
            yield self._told(caller, "phases", told.phases())

    def close(self) -> None:
        self.memory.close()

    def _told(self, caller: Principal, verb: str, answer: Any) -> str:
        listed = answer if isinstance(answer, tuple) else (answer,)
        text = json.dumps([_computed(one.model_dump(mode="json")) for one in listed])
        for id, name in self.names.items():
            text = text.replace(id, name)
        return f"{caller.name} {verb}: {text}"

    def _thing(self, number: int) -> str:
        made = self.memory.graph.entity(_KINDS[number % len(_KINDS)], f"Thing {number}")
        self.names[made.id] = f"<thing {number}>"
        return made.id

    def _decide(self, number: int) -> None:
        random = self._random
        self.clock.advance(timedelta(days=random.randrange(1, 20)))
        client = f"Client {random.randrange(12)}"
        age = random.randrange(40, 90)
        entity = self.memory.graph.entity("Client", client, external_id=client, attrs={"age": age})
        self.names[entity.id] = f"<{client}>"
        earlier = random.sample(self.made, min(len(self.made), random.randrange(3)))
        made = self.memory.decisions.record(
            random.choice(_TYPES),
            subject=client,
            recommendation=random.choice(_CHOICES),
            reasoning=f"Case {number}.",
            causes=[one.id for one in earlier],
            concerns=random.sample(_CONCERNS, random.randrange(3)),
        )
        self.names[made.id] = f"<decision {number}>"
        self.made.append(made)
        for thing in random.sample(self._things, random.randrange(3)):
            self._noted(self.memory.decisions.link(made.id, "about", thing).id)
        if random.random() < 0.4:
            self.memory.decisions.revisit(made.id, reason="Asked again.")
        if random.random() < 0.4:
            self.memory.decisions.outcome(made.id, random.choice(("Well.", "Badly.")), value=number)

    def _hide(self) -> None:
        """Something that only Anna or her group may see, tied to what everybody may see."""
        if not self._is_hiding or self._secret.random() < 0.4:
            return
        random, anna = self._secret, self.memory.acting_as(ANNA)
        hidden: dict[str, Any] = dict(random.choice(_HIDDEN))
        made = anna.decisions.record(
            random.choice(_TYPES),
            subject=f"Client {random.randrange(12)}",
            recommendation=random.choice(_CHOICES),
            reasoning="Secret.",
            concerns=["Secret"],
            **hidden,
        )
        entity = anna.graph.entity(random.choice(_KINDS), f"Secret {made.id}", **hidden)
        shared = random.choice(self.made)
        acts: tuple[Callable[[], object], ...] = (
            lambda: anna.decisions.link(made.id, "about", entity.id),
            lambda: anna.decisions.link(shared.id, "caused", made.id),
            lambda: anna.decisions.link(shared.id, "about", entity.id),
            lambda: anna.decisions.revisit(made.id, reason="Secret."),
            lambda: walks(anna, [made, shared], [made], times=1),
        )
        for act in acts:
            if random.random() < 0.6:
                act()

    def _noted(self, id: str) -> None:
        self.names.setdefault(id, f"<link {len(self.names)}>")


def _computed(answer: Any) -> Any:
    """An answer without what each caller may see of a decision itself, such as whom it is about."""
    if isinstance(answer, list):
        return [_computed(one) for one in answer]
    if not isinstance(answer, dict):
        return answer
    if "recorded_by" in answer and "reasoning" in answer:
        return answer["id"]
    return {name: _computed(value) for name, value in answer.items()}


def compared(
    seed: int, urls: Callable[[], str] = lambda: ":memory:", *, decisions: int = 30
) -> int:
    """How many answers were compared; they are the same in both worlds."""
    told: list[list[str]] = []
    for is_hiding in (False, True):
        world = World(seed, is_hiding=is_hiding, url=urls(), decisions=decisions)
        told.append(list(world.answers()))
        world.close()
    for one, other in zip(*told, strict=True):
        assert one == other
    return len(told[0])
