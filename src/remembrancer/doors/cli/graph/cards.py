"""Cards of the graph: how entities, relations and what stands around them look on the terminal."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.terminal import Part

if TYPE_CHECKING:
    from remembrancer.graph.neighbourhood import Node
    from remembrancer.graph.person import PersonFact
    from remembrancer.items.entity import Entity
    from remembrancer.items.relation import Relation

_BETWEEN: Part = (" · ", "faint")
_MARGIN: Final = 4
_NAME_CHARACTERS: Final = 80  # of an item's words where it has no title
_EVIDENCE_SHOWN: Final = 5  # messages of one relation; JSON has them all


def entity(one: Entity) -> None:
    """An entity in one line."""
    words: list[Part] = [(one.kind, "kind"), "  ", (one.name, "name")]
    if one.external_id is not None:
        words += [_BETWEEN, one.external_id]
    if one.is_personal or one.audience is not None:
        words += [_BETWEEN, ("personal" if one.is_personal else one.audience or "", "faint")]
    terminal.line(*words, _BETWEEN, (one.id, "faint"))


def entity_fields(one: Entity) -> None:
    """What is known of an entity itself: further names, attributes, what is merged into it."""
    rows = []
    if one.aliases:
        rows.append(["also called", ", ".join(one.aliases)])
    rows += [[name, value_text(value)] for name, value in one.attrs.items()]
    if one.merged:
        rows.append(["merged into it", ", ".join(one.merged)])
    if one.trust != "person":
        rows.append(["trust", one.trust.value])
    terminal.table(rows, indent=_MARGIN)


def by_type(of: str, relations: Iterable[Relation], names: Mapping[str, str]) -> None:
    """The relations of one node, by type, each with its evidence."""
    groups: dict[tuple[str, bool], list[Relation]] = defaultdict(list)
    for one in relations:
        groups[one.type.upper(), one.source == of].append(one)
    for (type, is_out), listed in sorted(groups.items(), key=lambda group: group[0]):
        terminal.line((type, "heading"), "" if is_out else ("  (from)", "faint"))
        for one in listed:
            other = one.target if is_out else one.source
            terminal.line((short(names[other]), "name"), _BETWEEN, (other, "faint"), indent=_MARGIN)
            _details(one, indent=_MARGIN + 2)


def relation(one: Relation, names: Mapping[str, str]) -> None:
    """A relation with both its ends."""
    terminal.line(
        (short(names[one.source]), "name"),
        (f"  {one.type.upper()}  ", "kind"),
        (short(names[one.target]), "name"),
    )
    _details(one, indent=_MARGIN)


def fact(one: PersonFact) -> None:
    """One thing that is known of a person."""
    mark = "" if one.direction == "out" else "from "
    terminal.line(mark, (short(one.text), "name"), indent=_MARGIN)
    _details(one, indent=_MARGIN + 2)


def node(one: Node) -> None:
    """A node at its distance."""
    words: list[Part] = [(f"{one.depth}", "faint"), "  ", (one.kind, "kind"), "  "]
    words += [(short(one.name), "name"), _BETWEEN, (one.id, "faint")]
    terminal.line(*words, indent=2 * max(one.depth - 1, 0))


def short(text: str) -> str:
    """A name, or the beginning of a long text, in one line."""
    line = " ".join(text.split())
    return line if len(line) <= _NAME_CHARACTERS else f"{line[: _NAME_CHARACTERS - 1]}…"


def value_text(value: Any) -> str:
    """The value of an attribute as a person reads it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _details(one: Relation | PersonFact, *, indent: int) -> None:
    words: list[Part] = [f"confidence {one.confidence:.2f}"]
    if one.valid_from is not None:
        words += [_BETWEEN, f"from {card.day(one.valid_from)}"]
    if one.valid_until is not None:
        words += [_BETWEEN, f"until {card.day(one.valid_until)}"]
    for name, value in one.attrs.items():
        words += [_BETWEEN, f"{name} {value_text(value)}"]
    terminal.line(*words, _BETWEEN, (one.id, "faint"), indent=indent)
    if one.evidence:
        shown = ", ".join(one.evidence[:_EVIDENCE_SHOWN])
        more = len(one.evidence) - _EVIDENCE_SHOWN
        rest = f" and {more:,} more" if more > 0 else ""
        terminal.line(("evidence ", "faint"), shown, rest, indent=indent)
    elif one.is_proven:
        terminal.line(("evidence that is not for you to read", "faint"), indent=indent)
    else:
        terminal.line(("unproven: no message states it", "bad"), indent=indent)
