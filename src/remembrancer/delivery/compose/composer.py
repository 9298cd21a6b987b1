"""The composer: five parts in a fixed order, each within its own budget and all within one total.

System prompt, memory, live state, conversation (a summary and the last messages), and the user's
message, which stays unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from remembrancer.conversations.digest import Point
from remembrancer.conversations.digest_lines import condense
from remembrancer.conversations.window import turn_of
from remembrancer.core.errors import InvalidInput
from remembrancer.core.plain_line import shortened
from remembrancer.core.preset import ContextRules
from remembrancer.core.text import RAW_LENGTH_MAX
from remembrancer.core.token_budget import CHARACTERS_PER_TOKEN, counted, token_estimate
from remembrancer.core.token_counter import TokenCounter
from remembrancer.core.validation import check_text, check_whole
from remembrancer.delivery.budget_allocation import (
    LIVE,
    MEMORY,
    SUMMARY,
    SYSTEM,
    VERBATIM,
    allotted,
    ceilings,
)
from remembrancer.delivery.compose import memory_block
from remembrancer.delivery.compose.composed import ComposedPart
from remembrancer.delivery.compose.request_messages import (
    GAP,
    cut,
    live_block,
    memory_text,
    said,
    summary_block,
    summary_text,
)
from remembrancer.delivery.templates import Rendering
from remembrancer.governance.port import DeliveredEntry
from remembrancer.items.item import Item, Review
from remembrancer.items.message import Message
from remembrancer.items.port import SaidBy

CONVERSATION: Final = "conversation"  # the part with verbatim messages
SUMMARISED: Final = "summary"  # the part with summarised messages
MESSAGE: Final = "message"


_NAMED_MAX: Final = 10  # ids listed in a note
_WORTH_CUTTING: Final = 80  # characters; a shorter text is useless


class Ingredients(NamedTuple):
    """The input of a request."""

    message: str  # the user's message, which stays unchanged
    system: str = ""
    rule: str = ""  # follows the system prompt and is never cut
    live: tuple[str, ...] = ()  # lines of live state
    points: tuple[Point, ...] = ()  # the summary of the messages before `said`
    said: tuple[Message, ...] = ()  # the last messages, oldest first
    conversation_id: str | None = None  # of `points` and `said`
    owners: Mapping[str, Sequence[str]] = {}  # by message id, the owners of the summarised messages
    headings: tuple[str, ...] = ()  # headings of the memory block, in display order
    choose: Callable[[int], memory_block.MemorySelection] | None = (
        None  # builds the memory block within a number of tokens; None: no memory
    )


class RequestPlan(NamedTuple):
    """A request, and what is needed to store and replay it."""

    rendering: Rendering
    parts: tuple[ComposedPart, ...]
    token_estimate: int
    told: tuple[DeliveredEntry, ...]
    withheld: dict[str, int]
    notes: tuple[str, ...]
    is_too_much: bool  # whether memory should be compressed


class _Fitted(NamedTuple):
    """The parts, cut to their shares."""

    system: str
    chosen: memory_block.MemorySelection | None
    rows: tuple[memory_block.MemoryEntry, ...]  # rows of memory in display order
    memory: str
    live: tuple[str, ...]
    points: tuple[Point, ...]
    said: tuple[tuple[Message, int | None], ...]  # each with the number of characters it is cut to


def check(
    message: Any, rules: ContextRules, token_budget: Any, counter: TokenCounter | None = None
) -> int:
    """The budget of the whole request. Raises if the message does not fit."""
    total = rules.total_tokens if token_budget is None else token_budget
    check_whole(total, "token_budget", at_least=1, at_most=rules.window_tokens)
    check_text(message, MESSAGE, length_max=RAW_LENGTH_MAX)
    if not message.strip():
        raise InvalidInput("message is empty. Give what the user says.", field=MESSAGE)
    size = counted(message, counter)
    if size > total:
        raise InvalidInput(
            f"The message has {size:,} tokens and the whole request may have {total:,}. It is not "
            "cut: shorten it, or raise token_budget.",
            field=MESSAGE,
        )
    return int(total)


# -- planning


def plan(
    rules: ContextRules, given: Ingredients, total: int, *, now: datetime, language: str
) -> RequestPlan:
    """The request: each part within its ceiling, and all together within the total."""
    room = total - token_estimate(given.message)
    whole = _fitted(given, ceilings(rules))
    shares = allotted(rules, _sizes(whole), room)
    kept = whole if shares == _sizes(whole) else _fitted(given, shares)
    rendering = _rendering(given, kept, language, now)
    parts = _parts(rendering, kept, rules, total)
    return RequestPlan(
        rendering=rendering,
        parts=parts,
        token_estimate=sum(one.tokens for one in parts),
        told=_told(kept, given),
        withheld={} if kept.chosen is None else dict(kept.chosen.left_out),
        notes=tuple(_notes(given, whole, kept)),
        is_too_much=whole.chosen is not None and whole.chosen.is_too_much,
    )


def _fitted(given: Ingredients, shares: Mapping[str, int]) -> _Fitted:
    memory, chosen = "", None
    rows: tuple[memory_block.MemoryEntry, ...] = ()
    if given.choose is not None:
        chosen = given.choose(shares[MEMORY] - token_estimate(GAP))
        rows = tuple(_shown(chosen.rows, given.headings))
        memory = memory_block.text(chosen.lines(rows), chosen.language)
        if _size(memory) > shares[MEMORY]:  # not even the frame of the block fits
            memory, rows = "", ()
    return _Fitted(
        system=_fit_system(given.system, given.rule, _characters(shares[SYSTEM])),
        chosen=chosen,
        rows=rows,
        memory=memory,
        live=_fit_live(given.live, _characters(shares[LIVE])),
        points=_fit_points(given.points, shares[SUMMARY] - token_estimate(GAP)),
        said=_fit_said(given.said, shares[VERBATIM]),
    )


def _sizes(fitted: _Fitted) -> dict[str, int]:
    return {
        SYSTEM: _size(fitted.system),
        MEMORY: _size(fitted.memory),
        LIVE: _size(live_block(fitted.live)),
        SUMMARY: _size(summary_block([one.line for one in fitted.points])),
        VERBATIM: sum(
            token_estimate(cut(turn_of(one), characters)) for one, characters in fitted.said
        ),
    }


def _size(text: str) -> int:
    """Tokens of a part, with the gap after it; 0 for an absent part."""
    return token_estimate(text + GAP) if text else 0


def _characters(tokens: int) -> int:
    return max(0, tokens * CHARACTERS_PER_TOKEN - len(GAP))


def _fit_system(system: str, rule: str, characters: int) -> str:
    """The prompt and the rule. If both do not fit, the prompt is cut."""
    if not rule:
        return _shortened(system, characters)
    if len(rule) > characters:
        return ""  # an agent would follow half a rule
    before = _shortened(system, characters - len(rule) - len(GAP))
    return f"{before}{GAP}{rule}" if before else rule


def _shortened(text: str, characters: int) -> str:
    if len(text) <= characters:
        return text
    return shortened(text, characters) if characters >= _WORTH_CUTTING else ""


def _fit_live(lines: Sequence[str], characters: int) -> tuple[str, ...]:
    """As many lines as fit, from the first on. The last line says how many are missing."""
    if len(live_block(lines)) <= characters:
        return tuple(lines)
    more = f"… and {len(lines)} more"
    room = characters - len(live_block([more]))
    kept: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return (*kept, f"… and {len(lines) - len(kept)} more") if kept else ()


def _fit_points(points: Sequence[Point], tokens: int) -> tuple[Point, ...]:
    kept = condense(points, tokens_max=max(0, tokens))
    size = token_estimate(summary_block([one.text for one in kept]))
    return kept if size <= tokens else ()


def _fit_said(said: Sequence[Message], tokens: int) -> tuple[tuple[Message, int | None], ...]:
    """The last messages that fit, without a gap. If the last one alone is too long, it is cut."""
    kept: list[tuple[Message, int | None]] = []
    for one in reversed(said):
        size = token_estimate(turn_of(one))
        if size > tokens:
            characters = tokens * CHARACTERS_PER_TOKEN
            if not kept and characters >= _WORTH_CUTTING:
                kept.append((one, characters))
            break
        tokens -= size
        kept.append((one, None))
    return tuple(reversed(kept))


def _notes(given: Ingredients, whole: _Fitted, kept: _Fitted) -> list[str]:
    """Notes for the caller about what the request leaves out."""
    notes = []
    if given.system and given.system not in kept.system:
        notes.append("The system prompt was cut: it is longer than the room for it.")
    if given.rule and given.rule not in kept.system:
        notes.append("There was no room for the rule that an agent looks before it answers.")
    chosen = kept.chosen
    if chosen is not None and chosen.left_out.get("room"):
        notes.append(f"Memory: {chosen.left_out['room']} left out, for which there was no room.")
    if whole.memory and not kept.memory:
        notes.append("Memory was left out: there was no room for it.")
    if binding := _binding_left_out(kept):
        notes.append(
            f"Mandatory, and left out for want of room: {', '.join(binding[:_NAMED_MAX])}"
            f"{' and more' if len(binding) > _NAMED_MAX else ''}. Shorten what is mandatory, or "
            "give memory more room."
        )
    if len(kept.live) < len(given.live) or kept.live != given.live:
        notes.append("Live state was cut to the room for it.")
    if given.points and not kept.points:
        notes.append("The summary of the conversation was left out: there was no room for it.")
    if len(kept.said) < len(given.said) or any(cut is not None for _, cut in kept.said):
        notes.append(
            f"Of the last {len(given.said)} messages, {len(kept.said)} fit, the newest of them."
        )
    return notes


def _binding_left_out(kept: _Fitted) -> list[str]:
    """Ids of mandatory items that are not in the request."""
    if kept.chosen is None:
        return []
    rows = () if kept.memory else kept.chosen.rows  # chosen, but not even the frame fit
    more = [row.item.id for row in rows if row.item.review is Review.MANDATORY]
    return [*kept.chosen.binding_left_out, *more]


def _shown(
    rows: Sequence[memory_block.MemoryEntry], headings: Sequence[str]
) -> list[memory_block.MemoryEntry]:
    """The rows in display order."""
    return sorted(rows, key=lambda row: headings.index(row.heading))


def _by_heading(rows: Sequence[memory_block.MemoryEntry]) -> dict[str, list[Item]]:
    found: dict[str, list[Item]] = {}
    for row in rows:
        found.setdefault(row.heading, []).append(row.item)
    return found


def _told(kept: _Fitted, given: Ingredients) -> tuple[DeliveredEntry, ...]:
    """The entries of the request in their order, which a replay follows."""
    return (
        *(DeliveredEntry(row.heading, row.why, row.item.id) for row in kept.rows),
        *(DeliveredEntry(SUMMARISED, "summarised", message=one) for one in _earlier(kept, given)),
        *(DeliveredEntry(CONVERSATION, "said last", message=_said_by(one)) for one, _ in kept.said),
    )


def _earlier(kept: _Fitted, given: Ingredients) -> list[SaidBy]:
    """The messages that the summary stands for.

    The summary stores their ids. Several users may have used the same id; then it may stand for
    each such message that is not among the last messages. A message that the caller cannot read has
    no owner, and the store refuses to deliver it.
    """
    place = given.conversation_id
    if place is None:
        return []
    ids = dict.fromkeys(id for point in kept.points for id in point.messages)
    found = [(place, id, owner) for id in ids for owner in given.owners.get(id, ("",))]
    last = {_said_by(one) for one in given.said}
    return [one for one in found if one not in last]


def _said_by(message: Message) -> SaidBy:
    return message.conversation_id, message.id, message.owner


# -- rendering


def _rendering(given: Ingredients, kept: _Fitted, language: str, now: datetime) -> Rendering:
    """The input of the text.

    If one of its sources is erased, all stored texts and structures are erased with it. Numbers
    remain, so flags of memory rows are stored as a bit mask.
    """
    lines = [] if kept.chosen is None else [kept.chosen.as_line(row) for row in kept.rows]
    return Rendering(
        parts=_by_heading(kept.rows),
        messages=tuple(one for one, _ in kept.said),
        given={
            "system": kept.system,
            "has_memory": bool(kept.memory),
            "hedged": _bits(one.is_hedged for one in lines),
            "marked": _bits(one.is_marked for one in lines),
            "decisions": _bits(one.is_decision for one in lines),
            "language": language,
            "live": list(kept.live),
            "summary": [one.line for one in kept.points],
            "said": len(kept.said),
            "said_characters": kept.said[0][1] if kept.said else None,  # of the first message
            "message": given.message,
        },
        now=now,
    )


def _bits(flags: Iterable[bool]) -> int:
    return sum(1 << place for place, flag in enumerate(flags) if flag)


def _parts(
    rendering: Rendering, kept: _Fitted, rules: ContextRules, total: int
) -> tuple[ComposedPart, ...]:
    sizes, most = _sizes(kept), ceilings(rules)
    verbatim = "\n".join(f"{one['role']}: {one['content']}" for one in said(rendering))
    texts = {
        SYSTEM: kept.system,
        MEMORY: memory_text(rendering),
        LIVE: live_block(kept.live),
        SUMMARY: summary_text(rendering),
        VERBATIM: verbatim,
    }
    made = {
        name: ComposedPart(name=name, tokens=sizes[name], tokens_max=most[name], text=words)
        for name, words in texts.items()
    }
    pieces = (made[SUMMARY], made[VERBATIM])
    message = rendering.given[MESSAGE]
    return (
        made[SYSTEM],
        made[MEMORY],
        made[LIVE],
        ComposedPart(
            name=CONVERSATION,
            tokens=sum(one.tokens for one in pieces),
            tokens_max=sum(one.tokens_max for one in pieces),
            text="\n".join(one.text for one in pieces if one.text),
            pieces=pieces,
        ),
        ComposedPart(name=MESSAGE, tokens=token_estimate(message), tokens_max=total, text=message),
    )
