"""Cards: how an item, a hit and their evidence look on the terminal."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.terminal import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from remembrancer.core.ledger import LedgerEntry
    from remembrancer.governance.act import Act
    from remembrancer.governance.cascade_report import Cascade
    from remembrancer.governance.clash import Clash
    from remembrancer.governance.contradiction import Contradiction
    from remembrancer.governance.rejection import EarlierRejection
    from remembrancer.items.evidence import Evidence
    from remembrancer.items.item import Item
    from remembrancer.items.item_change import ItemChange
    from remembrancer.recall.hit import Hit

_BAR = 20  # letters of the longest bar
_BETWEEN: Part = (" · ", "faint")
_IN_USE = ("active", "approved", "mandatory", "not_required")
_RELIANCE = {"replaced": "took its place", "same_words": "same words", "named": "names it"}
_HANDED_IN = {
    "supports": "handed in by",
    "corrects": "a correction handed in by",
    "confirms": "a confirmation handed in by",
}
# What an act makes of its items: what was before, and what stands.
_ENDS = {"superseded": ("old", "new"), "merged": ("one", "list"), "flagged": ("a", "b")}
_STANCES = {"supports": "told by", "corrects": "corrected by", "confirms": "confirmed by"}


def day(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d}"


def minute(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M}"


def hit(place: int, found: Hit, *, explain: bool) -> None:
    """A ranked hit: its kind, text and evidence."""
    margin = 4
    words: list[Part] = [(f"{place:>2}", "faint"), "  ", (f"{found.score:5.2f}", "score"), "  "]
    words += [(found.kind or found.type, "kind"), *_joined(found.subject, day(found.occurred_at))]
    if found.confidence < 1:
        words += [_BETWEEN, f"confidence {found.confidence:.2f}"]
    terminal.line(*words, _BETWEEN, (found.id, "faint"))
    if found.title and not _is_said(found.title, found.text):
        terminal.line((found.title, "name"), indent=margin)
    terminal.line(found.text, indent=margin)
    evidence(found.evidence, said=found.text, indent=margin)
    if found.contradicts:
        terminal.line(("contradicts ", "bad"), ", ".join(found.contradicts), indent=margin)
    if found.replaced_by:
        terminal.line(("since replaced by ", "bad"), ", ".join(found.replaced_by), indent=margin)
    if explain:
        _legs(found, indent=margin)
        for part in found.explanation:
            terminal.line(
                (f"{part.score:5.2f}", "score"),
                f"  {part.term}",
                (
                    f"  {_times(part.frequency)} here, in {_texts(part.documents)} of the space",
                    "faint",
                ),
                indent=margin,
            )


def _legs(found: Hit, *, indent: int) -> None:
    """What weighed, as bars, with the place at which each leg found it."""
    heaviest = max((abs(leg.share) for leg in found.legs), default=0.0)
    width = max((len(leg.leg) for leg in found.legs), default=0)
    for leg in found.legs:
        length = round(_BAR * abs(leg.share) / heaviest) if heaviest else 0
        bar = ("█" if leg.share >= 0 else "░") * length
        place = f"found {leg.rank}." if leg.rank else ""
        terminal.line(
            f"{leg.leg:<{width}} ",
            (f"{bar:<{_BAR}}", "score" if leg.share >= 0 else "bad"),
            f" {leg.share:+6.2f}",
            (f"  {leg.value:.2f}  {place}".rstrip(), "faint"),
            indent=indent,
            wrapped=False,
        )


def item(shown: Item, *, with_version: bool = False) -> None:
    """One link of a chain; with its version for who decides on it."""
    words: list[Part] = [(shown.id, "name"), "  ", _state(shown.status)]
    words += [*_joined(shown.kind, shown.subject, day(shown.created_at))]
    words += [_BETWEEN, (f"from {shown.source_user}", "faint")]
    if with_version:
        words += [_BETWEEN, (f"version {shown.version}", "faint")]
    terminal.line(*words)
    if shown.title and not _is_said(shown.title, shown.content):
        terminal.line((shown.title, "name"), indent=4)
    terminal.line(shown.content, indent=4)


def contradiction(found: Contradiction) -> None:
    """Two items that cannot both hold, why, and what became of it."""
    from remembrancer.governance.contradiction import Hidden  # too heavy for a help

    words: list[Part] = [(found.id, "name"), "  "]
    if found.resolution is None:
        words += [("contradiction", "bad"), *_joined(f"severity {found.severity.value}")]
        words += [*_joined(f"suggests {found.suggestion.value}")]
    else:
        settled = found.resolution
        words += [("settled", "good"), *_joined(settled.action.value, f"by {settled.by}")]
        words += [*_joined(day(settled.at))]
    terminal.line(*words)
    if found.resolution is not None and found.resolution.reason:
        terminal.line(("because  ", "faint"), found.resolution.reason, indent=4)
    if found.reason:
        terminal.line(found.reason, indent=4)
    for letter, one in (("a", found.a), ("b", found.b)):
        if isinstance(one, Hidden):
            terminal.line((f"{letter}  ", "faint"), (one.id, "name"), "  made personal", indent=4)
            continue
        terminal.line(
            (f"{letter}  ", "faint"),
            (one.id, "name"),
            "  ",
            _state(one.status),
            *_joined(one.kind, one.subject, day(one.created_at)),
            _BETWEEN,
            (f"from {one.source_user}", "faint"),
            indent=4,
        )
        if one.title and not _is_said(one.title, one.content):
            terminal.line((one.title, "name"), indent=7)
        terminal.line(one.content, indent=7)
    if found.merged_content is not None:
        terminal.line(("merged  ", "faint"), found.merged_content, indent=4)


def act(found: Act) -> None:
    """What the engine did by itself: what it was, what changed, and on what grounds."""
    from remembrancer.core.grounds import ground_words  # too heavy for a help

    words: list[Part] = [(found.id, "name"), "  ", (found.act.value, "heading")]
    if found.is_undone:
        words += [*_joined("undone")]
    if found.grade is not None:
        words += [*_joined(found.grade.value)]
    words += [*_joined(minute(found.at), f"by {found.actor}")]
    terminal.line(*words)
    before, after = _ENDS.get(found.act.value, ("", ""))
    ends = [*((before, one) for one in found.others), (after, found.item)]
    width = max(len(mark) for mark, _ in ends)
    for mark, one in ends:
        label = f"{mark:<{width}}  {one.id}  " if width else f"{one.id}  "
        terminal.line((label, "faint"), one.content, indent=4)
    if found.quote is not None:
        terminal.line(("said: ", "faint"), found.quote, indent=4)
    why = ", ".join(map(ground_words, found.grounds))
    told = ": ".join(part for part in (why, found.reason) if part)
    if told:
        terminal.line((told, "faint"), indent=4)


def rejection(earlier_rejection: EarlierRejection) -> None:
    """An earlier rejection of the same: by whom, when and why."""
    by = f" by {earlier_rejection.by}" if earlier_rejection.by else ""
    terminal.line(
        (f"{earlier_rejection.how} before", "bad"),
        f"{by} on {day(earlier_rejection.at)}: ",
        (earlier_rejection.earlier_id, "name"),
        f"  {earlier_rejection.reason}" if earlier_rejection.reason else "",
        indent=4,
    )


def clash(found: Clash) -> None:
    """A mandatory item, and what live state says otherwise."""
    item(found.item)
    terminal.line(
        ("live state says otherwise: ", "bad"),
        found.live_name,
        (f"  {day(found.found_at)}, a request of {found.found_by}", "faint"),
        indent=4,
    )


def cascade(found: Cascade) -> None:
    """What relied on an item: derived items, decisions, and deliveries."""
    for title, reliant in (("Items", found.items), ("Decisions", found.decisions)):
        if reliant:
            terminal.heading(f"{title} that relied on it: {len(reliant):,}")
            terminal.table(
                [
                    [one.item.id, one.item.status, _RELIANCE[one.how.value], one.item.content]
                    for one in reliant
                ]
            )
    if found.deliveries:
        terminal.heading(f"Told in deliveries: {len(found.deliveries):,}")
        terminal.table(
            [
                [minute(head.at), head.id, head.kind, f"to {head.delivered_to}"]
                for head in found.deliveries
            ]
        )
    if found.is_cut:
        terminal.line(("There are more than are listed.", "faint"))


def evidence(proof: Iterable[Evidence], *, said: str, indent: int) -> None:
    """The quotes, each with its origin. Those that only repeat the text are named together."""
    repeated: dict[str, list[str]] = {}
    result: list[tuple[str | None, str, list[str]]] = []
    for one in proof:
        is_new = one.quote is not None and one.quote not in said
        places = [] if is_new else repeated.get(_origin(one))
        if is_new or places is None:
            places = []
            result.append((one.quote if is_new else None, _origin(one), places))
            if not is_new:
                repeated[_origin(one)] = places
        places.extend(_place(one))
    for quote, origin, places in result:
        words: list[Part] = [(f"“{quote}” ", "quote")] if quote else []
        where = f" {', '.join(places)}" if places else ""
        terminal.line(*words, (f"— {origin}{where}", "faint"), indent=indent)


def _origin(one: Evidence) -> str:
    """Who said it, when and where, up to the place itself."""
    if one.is_claimed:
        handed = f"{_HANDED_IN[one.stance.value]} {one.handed_in_by}, said to be {one.principal},"
        words = [handed]
    else:
        words = [_STANCES[one.stance.value], one.principal or "somebody unnamed"]
    if one.at is not None:
        words.append(f"on {day(one.at)}")
    if one.conversation_id is not None and one.conversation_id != one.message_id:
        words.append(f"in {one.conversation_id}:")
    elif one.source_id is not None or one.message_id is not None:
        words.append("in")
    return " ".join(words)


def _place(one: Evidence) -> list[str]:
    place = one.message_id or one.source_id
    return [place] if place is not None else []


def changes(entries: Sequence[LedgerEntry], *, with_target: bool = True) -> None:
    """Acts: when, who, what, to which thing, and why."""
    numbered = any(entry.seq for entry in entries)
    reasoned = any(entry.reason for entry in entries)
    rows = []
    for entry in entries:
        row = [minute(entry.at), entry.actor, entry.action]
        if numbered:
            row.insert(0, str(entry.seq))
        if with_target:
            row.append(entry.target)
        if reasoned:
            row.append(entry.reason or "")
        rows.append(row)
    names = [
        "when (UTC)",
        "who",
        "what",
        *(["to"] if with_target else []),
        *(["why"] if reasoned else []),
    ]
    terminal.table(rows, names=["position", *names] if numbered else names)


def before_after(changed: Sequence[ItemChange]) -> None:
    """What each act made of the fields of an item."""
    for change in changed:
        terminal.blank()
        words: list[Part] = [(f"{minute(change.at)}  {change.actor}  ", "faint"), change.action]
        terminal.line(*words, (f"  {change.item_id}", "faint"))
        terminal.table(
            [
                [field.field, f"{_value(field.before)} → {_value(field.after)}"]
                for field in change.fields
            ]
        )


def _value(value: Any) -> str:
    if value is None or value in ((), {}):
        return "-"
    if isinstance(value, datetime):
        return minute(value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _is_said(title: str, content: str) -> bool:
    """The title is the text itself, up to the full stop."""
    return content.rstrip(".!?") == title.rstrip(".!?")


def _state(status: str) -> Part:
    return status, "good" if status in _IN_USE else "faint"


def _joined(*words: str | None) -> list[Part]:
    result: list[Part] = []
    for word in words:
        if word is not None:
            result += [_BETWEEN, word]
    return result


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _texts(number: int) -> str:
    return "one text" if number == 1 else f"{number:,} texts"
