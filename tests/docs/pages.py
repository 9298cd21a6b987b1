"""Pages: the Markdown files of the project, and the blocks that stand in them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
ANYTHING = "…"  # in printed output, stands for what differs from run to run
SERVER = "postgresql://memory@localhost/memory"  # in examples, stands for a server of our own

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    text: str
    line: int  # of the page, where its text begins
    output: str | None  # the ```text block that follows it at once


def runnable() -> list[Path]:
    """The pages whose examples are executed."""
    return [ROOT / "README.md", *sorted(DOCS.glob("*.md")), *sorted(DOCS.glob("presets/*.md"))]


def written() -> list[Path]:
    """Every page of the project."""
    return [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    """The blocks of a page in order, each with the output that is printed below it."""
    text = page.read_text(encoding="utf-8")
    found = list(_FENCE.finditer(text))
    listed = []
    for place, fence in enumerate(found):
        following = found[place + 1] if place + 1 < len(found) else None
        output = None
        if following is not None and following[1] == "text":
            between = text[fence.end() : following.start()]
            output = following[2] if not between.strip() else None
        line = text.count("\n", 0, fence.start(2)) + 1
        listed.append(Block(fence[1], fence[2], line, output))
    return listed


def prose(page: Path) -> str:
    """The page without its blocks."""
    return _FENCE.sub("", page.read_text(encoding="utf-8"))


def section(page: Path, title: str) -> str:
    """What stands under a heading of the second level."""
    text = page.read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, f"{name(page)} has no section {title!r}."
    return found[1]


def table(text: str) -> list[list[str]]:
    """The cells of the first table in a text, heading first."""
    rows: list[list[str]] = []
    for line in text.splitlines():
        if not line.startswith("|"):
            if rows:
                break
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not all(set(cell) <= set("-: ") for cell in cells):
            rows.append(cells)
    return rows


def agrees(printed: str, shown: str) -> bool:
    """Whether the output is what the page shows."""
    parts = (re.escape(part) for part in shown.strip().split(ANYTHING))
    return re.fullmatch(".*?".join(parts), printed.strip()) is not None
