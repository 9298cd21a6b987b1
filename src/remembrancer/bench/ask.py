"""`bench ask`: conversations whose facts are known, asked with each strategy."""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from uuid import uuid4

from remembrancer import __version__
from remembrancer.bench.retrieval_worlds import Score, World, WorldConversation, fill, score, total
from remembrancer.build_tools import check_tools
from remembrancer.core.limits import as_table
from remembrancer.inquiry.inquiry import Inquiry, Strategy
from remembrancer.memory import Memory
from remembrancer.ports import Progress

SPACE = "bench-ask"  # prefix of the spaces' names
_LIMITS = ("INQUIRY_", "GRAPH_QUERY_")  # prefixes of limits that affect the answers


class AskedConversation(NamedTuple):
    """What came of one conversation with one strategy."""

    world: str
    conversation: str
    strategy: str
    score: Score
    found: Inquiry
    missed: tuple[str, ...]  # keys of needed facts
    wrong: tuple[str, ...]  # keys of facts that are neither needed nor useful

    def row(self) -> dict[str, Any]:
        """The row of a report."""
        found = self.found
        return {
            "world": self.world,
            "conversation": self.conversation,
            "strategy": self.strategy,
            "precision": round(self.score.precision, 4),
            "recall": round(self.score.recall, 4),
            **self.score.export(),
            "missed": list(self.missed),
            "wrong": list(self.wrong),
            "iterations": _iterations(found),
            "queries": found.queries_count,
            "tokens_in": found.tokens_in,
            "tokens_out": found.tokens_out,
            "milliseconds": round(found.processing_time_ms, 1),
            "confidence": found.confidence.value,
            "prompt_version": found.prompt_version,
            "is_limited": found.is_limited,
            "stopped": found.stopped,
        }


def ask_worlds(
    memory: Memory,
    worlds: Sequence[World],
    strategies: Sequence[Strategy],
    *,
    preset: str,
    progress: Progress | None = None,
    told: Callable[[AskedConversation], None] = lambda _: None,
) -> list[AskedConversation]:
    """Fills a fresh space with each world and asks its conversations, with each strategy."""
    number = sum(len(world.conversations) for world in worlds) * len(strategies)
    made: list[AskedConversation] = []
    for world in worlds:
        name = f"{SPACE}-{world.key}-{uuid4().hex[:8]}"
        # What is known is what the file says, and not what could be drawn from its messages.
        memory.in_space(name, preset).admin.configure({"graph": {"from_talk": False}})
        space = memory.in_space(name)
        keys = fill(space, world)
        space.jobs.wait()
        for strategy in strategies:
            for conversation in world.conversations:
                found = space.inquire(**world.request(conversation), strategy=strategy.value)
                made.append(_asked(world, conversation, strategy, found, keys))
                told(made[-1])
                if progress is not None:
                    progress(len(made), number)
    return made


def model_name(given: str | None) -> str | None:
    """The model of this name or of the settings, if there is one."""
    model = check_tools(given, None, "none", None).chat
    return None if model is None else model.name


def summary(asked: Sequence[AskedConversation]) -> dict[str, dict[str, Any]]:
    """By strategy: precision and recall over all facts, and means of what it took."""
    made: dict[str, dict[str, Any]] = {}
    for strategy in dict.fromkeys(one.strategy for one in asked):
        own = [one for one in asked if one.strategy == strategy]
        together = total(one.score for one in own)
        made[strategy] = {
            "conversations": len(own),
            "precision": round(together.precision, 4),
            "recall": round(together.recall, 4),
            **together.export(),
            "iterations": _mean([_iterations(one.found) for one in own]),
            "queries": _mean([one.found.queries_count for one in own]),
            "tokens_in": _mean([one.found.tokens_in for one in own]),
            "tokens_out": _mean([one.found.tokens_out for one in own]),
            "milliseconds": _mean([one.found.processing_time_ms for one in own]),
            "limited": sum(one.found.is_limited for one in own),
        }
    return made


def report(asked: Sequence[AskedConversation], stamps: dict[str, Any]) -> dict[str, Any]:
    """Everything of a run, with what it depends on."""
    limits = {name: value for name, value in as_table().items() if name.startswith(_LIMITS)}
    settings = {"version": __version__, "python": platform.python_version(), "limits": limits}
    return {
        "settings": {**settings, **stamps},
        "strategies": summary(asked),
        "rows": [one.row() for one in asked],
    }


def _asked(
    world: World,
    conversation: WorldConversation,
    strategy: Strategy,
    found: Inquiry,
    keys: dict[str, str],
) -> AskedConversation:
    ids = [fact.id for fact in found.relevant_facts if fact.id is not None]
    named = {id: key for key, id in keys.items()}
    needed = (
        one
        for one in conversation.needed
        if not {keys[key] for key in (one, *conversation.same.get(one, ()))} & set(ids)
    )
    return AskedConversation(
        world=world.key,
        conversation=conversation.key,
        strategy=strategy.value,
        score=score(ids, conversation, keys),
        found=found,
        missed=tuple(needed),
        wrong=tuple(named.get(id, id) for id in ids if named.get(id, id) not in conversation.right),
    )


def _iterations(found: Inquiry) -> int:
    return max((one.iteration for one in found.queries_executed), default=0)


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 2) if values else 0.0
