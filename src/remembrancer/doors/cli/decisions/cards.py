"""How decisions, chains and policies look on the terminal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.terminal import Part

if TYPE_CHECKING:
    from remembrancer.decisions.context import DecisionContext, KnownThen
    from remembrancer.decisions.decision import ChainStep, Decision, DecisionLink
    from remembrancer.decisions.policy import Policy

_BETWEEN: Final[Part] = (" · ", "faint")
_MARGIN: Final = 4
_WORDS_MAX: Final = 100  # characters of a decision in one line


def decision(one: Decision, *, indent: int = 0) -> None:
    """A decision in one line."""
    words = one.recommendation or one.outcome or one.content
    parts: list[Part] = [(f"{one.decided_at:%Y-%m-%d}", "faint"), "  "]
    parts += [(one.decision_type or one.kind, "kind"), "  ", (_short(words), "name")]
    if one.subject is not None:
        parts += [_BETWEEN, one.subject]
    terminal.line(*parts, _BETWEEN, (one.id, "faint"), indent=indent)


def whole(one: Decision) -> None:
    """All that a decision tells."""
    decision(one)
    rows = [
        ["set off by", value_text(one.trigger)],
        *(["known", value_text(entry)] for entry in one.context_gathered),
        *(["considered", entry] for entry in one.alternatives_considered),
        ["recommended", one.recommendation or ""],
        ["why", one.reasoning or ""],
        *(["concern", entry] for entry in one.concerns),
        ["agreed", one.outcome or ""],
        ["participants", ", ".join(one.participants)],
        ["related", ", ".join(one.related_entries)],
        ["approved by", " through ".join(filter(None, (one.approved_by, one.process)))],
        ["before", value_text(one.before)],
        ["after", value_text(one.after)],
        *([use.how.value, _with(use.name, use.justification)] for use in one.policies),
        *(["exception", _with(e.justification, e.granted_by)] for e in one.exceptions),
        *(["escalated", _with(e.reason, e.decided_by or e.to)] for e in one.escalations),
        *(
            [f"came of it {o.at:%Y-%m-%d}", _with(o.text, value_text(o.value))]
            for o in one.outcomes
        ),
        *([f"looked at {r.at:%Y-%m-%d}", r.reason] for r in one.revisits),
        ["outcome due", "" if one.outcome_due is None else one.outcome_due.isoformat()],
        ["label", _with(one.label or "", one.labelled_by) if one.label else ""],
        ["recorded", f"{one.recorded_at:%Y-%m-%d %H:%M} by {one.recorded_by}, {one.status}"],
    ]
    terminal.table([row for row in rows if row[1]], indent=_MARGIN)


def step(one: ChainStep, *, is_cause: bool) -> None:
    """A step of a chain, further in the further away it is."""
    indent = _MARGIN * one.depth
    relation = one.relation
    type = "linked" if relation is None else relation.type.lower()
    arrow = f"{type} by" if is_cause else f"{type} →"
    why = "" if relation is None else relation.attrs.get("reason") or ""
    if relation is not None and one.is_proposed:
        why = f"proposed: {relation.attrs.get('grounds', '')}"
    terminal.line((f"{arrow}  ", "faint"), (str(why), "faint"), indent=indent)
    if one.decision is None:
        terminal.line(("erased", "faint"), _BETWEEN, (one.id, "faint"), indent=indent)
    else:
        decision(one.decision, indent=indent)


def link(one: DecisionLink) -> None:
    """A link between two, with its reason or its grounds."""
    mark: list[Part] = [("proposed  ", "warning")] if one.is_proposed else []
    terminal.line(
        *mark, (one.source, "name"), (f"  {one.type.value}  ", "kind"), (one.target, "name")
    )
    why = one.grounds if one.is_proposed else one.reason
    terminal.line((f"{one.id}{'' if why is None else f' · {why}'}", "faint"), indent=_MARGIN)


def policy(one: Policy) -> None:
    """A policy in one line, and what it says."""
    until = "" if one.effective_to is None else f" until {one.effective_to}"
    terminal.line(
        (one.category or "", "kind"),
        "  ",
        (one.name, "name"),
        _BETWEEN,
        f"from {one.effective_from}{until}",
        _BETWEEN,
        (one.id, "faint"),
    )
    terminal.line((one.description, "faint"), indent=_MARGIN)


def context(one: DecisionContext) -> None:
    """What was known then, and what has changed."""
    for entry in one.gathered:
        terminal.line(("gathered  ", "faint"), value_text(entry), indent=_MARGIN)
    for attribute in one.attributes:
        now = f"  (now {value_text(attribute.now)})" if attribute.has_changed else ""
        words = f"{attribute.name.replace('_', ' ')}: {value_text(attribute.value)}"
        terminal.line(words, (now, "warning"), indent=_MARGIN)
    for known in (*one.related, *one.known):
        _known(known)


def value_text(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _known(one: KnownThen) -> None:
    terminal.line((f"{one.kind}  ", "kind"), one.text, _BETWEEN, (one.id, "faint"), indent=_MARGIN)
    if one.since.value != "unchanged":
        now = "" if one.now is None else f": {one.now}"
        terminal.line((f"{one.since.value}{now}", "warning"), indent=2 * _MARGIN)


def _with(words: str, more: str | None) -> str:
    return f"{words} ({more})" if more else words


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _WORDS_MAX else line[: _WORDS_MAX - 1] + "…"
