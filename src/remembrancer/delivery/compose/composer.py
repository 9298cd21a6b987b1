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
from remembrancer.core.preset import ContextRules
from remembrancer.core.texts.plain_line import shortened
from remembrancer.core.texts.text import RAW_LENGTH_MAX
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
    last_messages,
    live_block,
    memory_text,
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
    points: tuple[Point, ...] = ()  # the summary of the messages before `last_messages`
    last_messages: tuple[Message, ...] = ()  # the last messages, oldest first
    conversation_id: str | None = None  # of `points` and `last_messages`
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
    last_messages: tuple[
        tuple[Message, int | None], ...
    ]  # each with the number of characters it is cut to


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
    rules: ContextRules, ingredients: Ingredients, total: int, *, now: datetime, language: str
) -> RequestPlan:
    """The request: each part within its ceiling, and all together within the total."""
    room = total - token_estimate(ingredients.message)
    whole = _fitted(ingredients, ceilings(rules))
    shares = allotted(rules, _sizes(whole), room)
    fitted = whole if shares == _sizes(whole) else _fitted(ingredients, shares)
    rendering = _rendering(ingredients, fitted, language, now)
    parts = _parts(rendering, fitted, rules, total)
    return RequestPlan(
        rendering=rendering,
        parts=parts,
        token_estimate=sum(part.tokens for part in parts),
        told=_delivered_entries(fitted, ingredients),
        withheld={} if fitted.chosen is None else dict(fitted.chosen.left_out),
        notes=tuple(_notes(ingredients, whole, fitted)),
        is_too_much=whole.chosen is not None and whole.chosen.is_too_much,
    )


def _fitted(ingredients: Ingredients, shares: Mapping[str, int]) -> _Fitted:
    memory, chosen = "", None
    rows: tuple[memory_block.MemoryEntry, ...] = ()
    if ingredients.choose is not None:
        chosen = ingredients.choose(shares[MEMORY] - token_estimate(GAP))
        rows = tuple(_shown(chosen.rows, ingredients.headings))
        memory = memory_block.text(chosen.lines(rows), chosen.language)
        if _size(memory) > shares[MEMORY]:  # not even the frame of the block fits
            memory, rows = "", ()
    return _Fitted(
        system=_fit_system(ingredients.system, ingredients.rule, _characters(shares[SYSTEM])),
        chosen=chosen,
        rows=rows,
        memory=memory,
        live=_fit_live(ingredients.live, _characters(shares[LIVE])),
        points=_fit_points(ingredients.points, shares[SUMMARY] - token_estimate(GAP)),
        last_messages=_fit_messages(ingredients.last_messages, shares[VERBATIM]),
    )


def _sizes(fitted: _Fitted) -> dict[str, int]:
    return {
        SYSTEM: _size(fitted.system),
        MEMORY: _size(fitted.memory),
        LIVE: _size(live_block(fitted.live)),
        SUMMARY: _size(summary_block([point.line for point in fitted.points])),
        VERBATIM: sum(
            token_estimate(cut(turn_of(one), characters))
            for one, characters in fitted.last_messages
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
    result: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        result.append(line)
    return (*result, f"… and {len(lines) - len(result)} more") if result else ()


def _fit_points(points: Sequence[Point], tokens: int) -> tuple[Point, ...]:
    kept = condense(points, tokens_max=max(0, tokens))
    size = token_estimate(summary_block([point.text for point in kept]))
    return kept if size <= tokens else ()


def _fit_messages(
    messages: Sequence[Message], tokens: int
) -> tuple[tuple[Message, int | None], ...]:
    """The last messages that fit, without a gap. If the last one alone is too long, it is cut."""
    result: list[tuple[Message, int | None]] = []
    for message in reversed(messages):
        size = token_estimate(turn_of(message))
        if size > tokens:
            characters = tokens * CHARACTERS_PER_TOKEN
            if not result and characters >= _WORTH_CUTTING:
                result.append((message, characters))
            break
        tokens -= size
        result.append((message, None))
    return tuple(reversed(result))


def _notes(ingredients: Ingredients, whole: _Fitted, fitted: _Fitted) -> list[str]:
    """Notes for the caller about what the request leaves out."""
    notes = []
    if ingredients.system and ingredients.system not in fitted.system:
        notes.append("The system prompt was cut: it is longer than the room for it.")
    if ingredients.rule and ingredients.rule not in fitted.system:
        notes.append("There was no room for the rule that an agent looks before it answers.")
    chosen = fitted.chosen
    if chosen is not None and chosen.left_out.get("room"):
        notes.append(f"Memory: {chosen.left_out['room']} left out, for which there was no room.")
    if whole.memory and not fitted.memory:
        notes.append("Memory was left out: there was no room for it.")
    if binding := _binding_left_out(fitted):
        notes.append(
            f"Mandatory, and left out for want of room: {', '.join(binding[:_NAMED_MAX])}"
            f"{' and more' if len(binding) > _NAMED_MAX else ''}. Shorten what is mandatory, or "
            "give memory more room."
        )
    if len(fitted.live) < len(ingredients.live) or fitted.live != ingredients.live:
        notes.append("Live state was cut to the room for it.")
    if ingredients.points and not fitted.points:
        notes.append("The summary of the conversation was left out: there was no room for it.")
    if len(fitted.last_messages) < len(ingredients.last_messages) or any(
        cut is not None for _, cut in fitted.last_messages
    ):
        notes.append(
            f"Of the last {len(ingredients.last_messages)} messages, "
            f"{len(fitted.last_messages)} fit, the newest of them."
        )
    return notes


def _binding_left_out(fitted: _Fitted) -> list[str]:
    """Ids of mandatory items that are not in the request."""
    if fitted.chosen is None:
        return []
    rows = () if fitted.memory else fitted.chosen.rows  # chosen, but not even the frame fit
    more = [row.item.id for row in rows if row.item.review is Review.MANDATORY]
    return [*fitted.chosen.binding_left_out, *more]


def _shown(
    rows: Sequence[memory_block.MemoryEntry], headings: Sequence[str]
) -> list[memory_block.MemoryEntry]:
    """The rows in display order."""
    return sorted(rows, key=lambda row: headings.index(row.heading))


def _by_heading(rows: Sequence[memory_block.MemoryEntry]) -> dict[str, list[Item]]:
    items: dict[str, list[Item]] = {}
    for row in rows:
        items.setdefault(row.heading, []).append(row.item)
    return items


def _delivered_entries(fitted: _Fitted, ingredients: Ingredients) -> tuple[DeliveredEntry, ...]:
    """The entries of the request in their order, which a replay follows."""
    return (
        *(DeliveredEntry(row.heading, row.why, row.item.id) for row in fitted.rows),
        *(
            DeliveredEntry(SUMMARISED, "summarised", message=row)
            for row in _earlier(fitted, ingredients)
        ),
        *(
            DeliveredEntry(CONVERSATION, "said last", message=_said_by(one))
            for one, _ in fitted.last_messages
        ),
    )


def _earlier(fitted: _Fitted, ingredients: Ingredients) -> list[SaidBy]:
    """The messages that the summary stands for.

    The summary stores their ids. Several users may have used the same id; then it may stand for
    each such message that is not among the last messages. A message that the caller cannot read has
    no owner, and the store refuses to deliver it.
    """
    place = ingredients.conversation_id
    if place is None:
        return []
    ids = dict.fromkeys(id for point in fitted.points for id in point.messages)
    found = [(place, id, owner) for id in ids for owner in ingredients.owners.get(id, ("",))]
    last = {_said_by(message) for message in ingredients.last_messages}
    return [one for one in found if one not in last]


def _said_by(message: Message) -> SaidBy:
    return message.conversation_id, message.id, message.owner


# -- rendering


def _rendering(
    ingredients: Ingredients, fitted: _Fitted, language: str, now: datetime
) -> Rendering:
    """The input of the text.

    If one of its sources is erased, all stored texts and structures are erased with it. Numbers
    remain, so flags of memory rows are stored as a bit mask.
    """
    lines = [] if fitted.chosen is None else [fitted.chosen.as_line(row) for row in fitted.rows]
    return Rendering(
        parts=_by_heading(fitted.rows),
        messages=tuple(one for one, _ in fitted.last_messages),
        given={
            "system": fitted.system,
            "has_memory": bool(fitted.memory),
            "hedged": _bits(line.is_hedged for line in lines),
            "marked": _bits(line.is_marked for line in lines),
            "decisions": _bits(line.is_decision for line in lines),
            "language": language,
            "live": list(fitted.live),
            "summary": [point.line for point in fitted.points],
            "said": len(fitted.last_messages),
            "said_characters": fitted.last_messages[0][1]
            if fitted.last_messages
            else None,  # of the first message
            "message": ingredients.message,
        },
        now=now,
    )


def _bits(flags: Iterable[bool]) -> int:
    return sum(1 << place for place, flag in enumerate(flags) if flag)


def _parts(
    rendering: Rendering, fitted: _Fitted, rules: ContextRules, total: int
) -> tuple[ComposedPart, ...]:
    sizes, most = _sizes(fitted), ceilings(rules)
    verbatim = "\n".join(
        f"{value['role']}: {value['content']}" for value in last_messages(rendering)
    )
    texts = {
        SYSTEM: fitted.system,
        MEMORY: memory_text(rendering),
        LIVE: live_block(fitted.live),
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
            tokens=sum(part.tokens for part in pieces),
            tokens_max=sum(part.tokens_max for part in pieces),
            text="\n".join(part.text for part in pieces if part.text),
            pieces=pieces,
        ),
        ComposedPart(name=MESSAGE, tokens=token_estimate(message), tokens_max=total, text=message),
    )
