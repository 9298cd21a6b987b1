"""The page of a report: one HTML file that needs nothing else, reads well and prints well."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from hashlib import sha256
from typing import Any, Final

from remembrancer.core.base import Value
from remembrancer.core.texts.html_text import Html, html, joined
from remembrancer.items.evidence import Evidence

_STYLE: Final = Html("""
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; color: #1b1f2e;
  background: #fff; max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0.25rem 0 0.75rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2rem 0 0.6rem; padding-bottom: 0.25rem;
  border-bottom: 2px solid #1b1f2e; }
h3 { font-size: 0.95rem; margin: 1.1rem 0 0.35rem; }
p { margin: 0 0 0.5rem; overflow-wrap: anywhere; }
.over, .soft, footer { color: #545b72; font-size: 0.875rem; }
dl { display: grid; grid-template-columns: 10rem minmax(0, 1fr); gap: 0.3rem 1rem;
  margin: 0 0 1rem; }
dt { color: #545b72; }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
ol, ul { margin: 0 0 0.75rem; padding-left: 1.3rem; }
li { margin: 0 0 0.5rem; overflow-wrap: anywhere; }
blockquote { margin: 0.25rem 0 0.75rem; padding: 0.1rem 0 0.1rem 0.9rem;
  border-left: 3px solid #8b93ad; }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; margin: 0 0 1rem; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.75rem 0.35rem 0;
  border-bottom: 1px solid #d5d9e6; overflow-wrap: anywhere; white-space: pre-wrap; }
th { color: #545b72; font-weight: 600; }
td { min-width: 7rem; }
code { font: 0.8rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
.changed { color: #8a4b00; }
li .here { font-weight: 650; }
.picture { overflow-x: auto; margin: 0 0 1rem; }
.chain { display: block; height: auto; }
.chain text { font-size: 11px; fill: #545b72; }
.chain .name { font-size: 12.5px; font-weight: 650; fill: #1b1f2e; }
.chain .told { fill: #1b1f2e; }
.chain rect { fill: #fff; stroke: #8b93ad; stroke-width: 1.3; }
.chain .fact rect { fill: #f1f3f9; rx: 2; }
.chain .here rect { fill: #eceffe; stroke: #3046d6; stroke-width: 2.5; }
.chain .erased rect { stroke-dasharray: 4 4; }
.chain .link { fill: none; stroke: #545b72; stroke-width: 1.8; }
.chain .proposed { stroke-dasharray: 5 5; }
.chain .head { fill: #545b72; }
.chain .how { font-size: 10.5px; paint-order: stroke; stroke: #fff; stroke-width: 3px; }
footer { margin-top: 3rem; border-top: 1px solid #d5d9e6; padding-top: 0.75rem; }
@media (min-width: 66rem) {
  .picture { width: min(94vw, 84rem); margin-left: 50%; transform: translateX(-50%); }
  .chain.fits, .chain.near { max-width: 100%; }
}
@media (max-width: 36rem) {
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  td { min-width: 0; }
  dd { margin-bottom: 0.5rem; }
}
@media print {
  @page { margin: 16mm; }
  body { font-size: 10.5pt; max-width: none; padding: 0; }
  .picture { overflow: visible; width: auto; margin: 0 0 1rem; transform: none; }
  .chain { max-width: 100%; }
  h2, h3 { break-after: avoid; }
  li, tr, blockquote, svg { break-inside: avoid; }
}
""")
_SEAL: Final = b64encode(sha256(_STYLE.encode()).digest()).decode()
# A browser takes nothing from elsewhere and runs nothing, however the page reached it.
CONTENT_POLICY: Final = f"default-src 'none'; style-src 'sha256-{_SEAL}'; base-uri 'none'"


class PrintedReport(Value):
    """A report for people: one HTML page that needs nothing else."""

    title: str
    html: str  # the whole page
    made_at: datetime
    is_cut: bool = False  # True: there is more than it holds, as it says itself


def report_page(title: str, body: Iterable[Html], *, space: str, by: str, at: datetime) -> str:
    """The whole file."""
    return html(
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        "<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}\n"
        "<footer>Made from the memory of {space} by {by} on {day} at {time} UTC. It holds what "
        "{by} may see.</footer>\n</body>\n</html>\n",
        policy=CONTENT_POLICY,
        title=title,
        style=_STYLE,
        body=joined(body),
        space=space,
        by=by,
        day=day(at),
        time=f"{at:%H:%M}",
    )


def day(at: date) -> str:
    """A date as it is written: 2 March 2026."""
    return f"{at.day} {at:%B %Y}"


def words(value: Any) -> str:
    """A value as people read it: names and values, without braces."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "; ".join(f"{plain(str(name))}: {words(one)}" for name, one in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(words, value))
    return "" if value is None else str(value)


def plain(name: str) -> str:
    """A name of ours as words."""
    return name.replace("_", " ")


def facts(pairs: Iterable[tuple[str, Any]]) -> Html:
    """Names with their values; those without a value are left out."""
    rows = joined(
        html("<dt>{name}</dt><dd>{value}</dd>", name=name, value=words(value))
        for name, value in pairs
        if value not in (None, "", (), [], {})
    )
    return html("<dl>{rows}</dl>", rows=rows) if rows else Html("")


def table(heads: Iterable[str], rows: Iterable[Iterable[Any]]) -> Html:
    """A table; a cell is text, or HTML that was made here."""
    return html(
        "<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>",
        heads=joined(html("<th>{one}</th>", one=one) for one in heads),
        rows=joined(
            html("<tr>{cells}</tr>", cells=joined(html("<td>{one}</td>", one=one) for one in row))
            for row in rows
        ),
    )


def listed(entries: Iterable[Html], *, tag: str = "ul") -> Html:
    inside = joined(html("<li>{one}</li>", one=one) for one in entries)
    return html("<{tag}>{inside}</{tag}>", tag=tag, inside=inside) if inside else Html("")


def section(title: str, *parts: Html, empty: str) -> Html:
    """A part of the report; without anything in it, a sentence says so."""
    inside = joined(parts)
    said = inside or html('<p class="soft">{empty}</p>', empty=empty)
    return html("<h2>{title}</h2>\n{said}", title=title, said=said)


def quote(one: Evidence) -> Html:
    """The words that something rests on, with who said them and when."""
    said = one.quote if one.quote else "(confirmed without words)"
    about = [one.principal or "somebody", *([day(one.at)] if one.at else [])]
    if one.is_claimed:
        about.append(f"as {one.handed_in_by} handed in")
    if one.conversation_id or one.source_id:
        about.append(f"in {one.conversation_id or one.source_id}")
    return html(
        '<blockquote><p>{said}</p><p class="soft">{about}</p></blockquote>',
        said=said,
        about=", ".join(about),
    )
