"""The map: what ARCHITECTURE.md and the other pages point at is really there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs import pages

MAP = pages.ROOT / "ARCHITECTURE.md"
INVARIANTS = pages.DOCS / "invariants.md"
PACKAGE = pages.ROOT / "src" / "remembrancer"

_QUOTED = re.compile(r"`([^`\s]+)`")
_TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_PATH = re.compile(r"[\w.-]+/[\w./-]*|[\w-]+\.(?:py|toml|md)")


def _mapped() -> set[Path]:
    """Every file and folder that the code map names."""
    named = set(_QUOTED.findall(pages.section(MAP, "Code map"))) - {"src/remembrancer"}
    return {_placed(name) for name in named if _PATH.fullmatch(name)}


def _placed(name: str) -> Path:
    inside = PACKAGE / name
    return inside if inside.exists() else pages.ROOT / name


def test_every_place_on_the_map_exists() -> None:
    """Every file and folder that the code map names is there."""
    assert len(_mapped()) > 80
    assert [str(place) for place in sorted(_mapped()) if not place.exists()] == []


def test_every_room_is_on_the_map() -> None:
    """Every folder of the package and every module at its top is named in the code map."""
    rooms = {
        place
        for place in (*PACKAGE.rglob("*/"), *PACKAGE.glob("*.py"))
        if place.name not in ("__pycache__", "__init__.py")
    }
    assert [str(room) for room in sorted(rooms - _mapped())] == []


def test_floors_are_those_of_the_contracts() -> None:
    """The picture of the floors shows the layers of the import contract, in its order."""
    settings = (pages.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    layers = re.search(r"^layers = \[\n(.*?)^\]", settings, re.MULTILINE | re.DOTALL)
    assert layers is not None
    held = re.findall(r"\((\w+)\)", layers[1])
    drawn: list[str] = []
    for line in pages.blocks(MAP)[0].text.splitlines():
        drawn += re.split(r"\s{3,}", line)[0].split()
    assert drawn == held


def _tests_named() -> Iterator[tuple[str, str]]:
    for page in (MAP, INVARIANTS):
        yield from _TEST.findall(page.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("file", "name"), sorted(set(_tests_named())))
def test_every_invariant_has_its_test(file: str, name: str) -> None:
    """A test that the map calls a proof exists under that name."""
    text = (pages.ROOT / file).read_text(encoding="utf-8")
    assert re.search(rf"^(?:async )?def {name}\(", text, re.MULTILINE)


@pytest.mark.parametrize("page", pages.written(), ids=pages.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    """Links between pages, and to headings of the same page, are not dead. Nobody can follow the
    links to others' pages here; they have to be safe ones."""
    headings = {_anchor(line) for line in page.read_text("utf-8").splitlines() if line[:1] == "#"}
    dead = []
    for target in _LINK.findall(pages.prose(page)):
        place, _, heading = target.partition("#")
        if target.startswith("https://"):
            continue
        is_there = (page.parent / place).exists() if place else heading in headings
        if not is_there:
            dead.append(target)
    assert dead == []


def test_decisions_are_numbered_without_gaps() -> None:
    """Each decision has its own number, in its file name and in its title."""
    found = sorted((pages.DOCS / "decisions").glob("*.md"))
    for number, file in enumerate(found, start=1):
        assert file.name.startswith(f"{number:04d}-")
        assert file.read_text(encoding="utf-8").startswith(f"# {number}. ")


def _anchor(heading: str) -> str:
    words = re.sub(r"[^\w\s-]", "", heading.lstrip("#").strip().lower())
    return words.replace(" ", "-")
