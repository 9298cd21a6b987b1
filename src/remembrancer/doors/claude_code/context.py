"""The context of a session at its start, within its characters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from remembrancer.doors.claude_code.spool import CONTEXT_CHARACTERS_MAX

if TYPE_CHECKING:
    from remembrancer.memory import Memory

_SUBJECT_CHARACTERS: Final = 3_000  # that a subject gets of them beside what is approved
_BUNDLE_TOKENS: Final = 1_200  # of what is approved; what is mandatory comes beyond it
_BLOCK: Final = "\n\n## "
_MORE: Final = "({} more had no room here. `rmb bundle` and `rmb recall` show them.)"
_BETWEEN: Final = "\n\n"


def context(memory: Memory, subject: str | None, *, has_rules: bool) -> str:
    """Approved and mandatory items, unless rules files have them, and items about the subject.

    It is told as an agent may see it. Nothing known is nothing said.
    """
    texts: list[str] = []
    known = "" if subject is None else _of_subject(memory, subject)
    if not has_rules:
        room = CONTEXT_CHARACTERS_MAX - (len(known) + len(_BETWEEN) if known else 0)
        texts.append(_accepted(memory, room))
    texts.append(known)
    return _BETWEEN.join(text for text in texts if text)


def _accepted(memory: Memory, room: int) -> str:
    text: str = memory.tools.call("get_context", {"token_budget": _BUNDLE_TOKENS})["text"]
    head, *blocks = text.strip().split(_BLOCK)
    if not blocks:
        return ""
    result = [head]
    left = room - len(head) - len(_BETWEEN) - len(_MORE) - 10
    for place, block in enumerate(blocks):
        left -= len(_BLOCK) + len(block)
        if left < 0:
            # What was left out is told: a fact that is binding must not seem not to be there.
            return _BLOCK.join(result) + _BETWEEN + _MORE.format(len(blocks) - place)
        result.append(block)
    return _BLOCK.join(result)


def _of_subject(memory: Memory, subject: str) -> str:
    answer = memory.tools.call("GetClientKnowledgeSummary", {"client_id": subject})
    if not any(answer["totals"].values()):
        return ""
    lines = answer["text"].strip().splitlines()
    text = "\n".join(lines)
    if len(text) <= _SUBJECT_CHARACTERS:
        return text
    *lines, end = lines
    while len("\n".join(lines)) + len(_MORE) + 10 + len(end) > _SUBJECT_CHARACTERS:
        lines.pop()
    told = sum(line.startswith("- ") for line in lines)
    return "\n".join([*lines, _MORE.format(sum(answer["totals"].values()) - told), end])
