"""Build the site of the documentation, and follow every link in it.

python scripts/build_site.py [FOLDER]   writes build/site, or FOLDER

The pages of docs/, the map and the changes are copied to build/site-source with links that fit,
the reference is written from the code, Zensical makes pages of them, and every link of every page
is followed. Exit code 1 says which lead nowhere.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import api_pages

ROOT = Path(__file__).resolve().parent.parent
DOCS, SITE = ROOT / "docs", ROOT / "site"
MARK = ROOT / "src/remembrancer/doors/web/static/mark.svg"
# Pages from outside docs/, by what they are called in the site.
TAKEN = {
    "architecture.md": "ARCHITECTURE.md",
    "changelog.md": "CHANGELOG.md",
    "benchmarks.md": "benchmarks/extract/README.md",
    "benchmarks-retrieval.md": "benchmarks/retrieval/README.md",
    "benchmarks-stories.md": "benchmarks/stories/README.md",
    "benchmarks-pairs.md": "benchmarks/pairs/README.md",
}
_LINK = re.compile(r"(\]\()([^)\s#]+)(#[^)\s]*)?(\))")
_CODE_BAR = re.compile(r"\\\|(?=[^`\n]*`[^`\n]*(?:`[^`\n]*`[^`\n]*)*$)", re.MULTILINE)  # in code
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


class DeadLink(NamedTuple):
    """A link that leads nowhere."""

    page: str
    target: str
    why: str


def main() -> int:
    target = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "build" / "site"
    dead = build(target)
    for link in dead:
        print(f"{link.page}: {link.target}: {link.why}", file=sys.stderr)
    if dead:
        return 1
    count = len(list(target.rglob("*.html")))
    print(f"{count} pages; every link leads somewhere. Open {target}/index.html.")
    return 0


def build(target: Path) -> list[DeadLink]:
    """Writes the site into that folder. Returns the links in it that lead nowhere."""
    work = target.parent / f"{target.name}-source"
    shutil.rmtree(work, ignore_errors=True)
    shutil.rmtree(target, ignore_errors=True)
    written = _stage(work / "docs")
    settings = (SITE / "zensical.toml").read_text("utf-8")
    settings = settings.replace("#nav#", f"nav = {_navigation(work / 'docs', written)}")
    (work / "zensical.toml").write_text(settings, "utf-8")
    program = Path(sys.executable).parent / "zensical"
    subprocess.run([program, "build", "--clean"], cwd=work, check=True, stdout=subprocess.DEVNULL)
    (work / "site").rename(target)
    return list(dead_links(target))


# -- the pages


def _stage(docs: Path) -> list[api_pages.ApiPage]:
    """Copies and writes all pages into that folder. Returns those of the reference."""
    shutil.copytree(DOCS, docs)
    for name, origin in TAKEN.items():
        shutil.copy(ROOT / origin, docs / name)
    for file in (SITE / "style.css", MARK):
        shutil.copy(file, docs)
    (docs / "decisions" / "index.md").write_text(_decisions(docs), "utf-8")
    for page in docs.rglob("*.md"):
        origin = ROOT / TAKEN.get(page.relative_to(docs).as_posix(), "")
        came_from = origin.parent if origin.is_file() else DOCS / page.parent.relative_to(docs)
        text = _with_links(page.read_text("utf-8"), page, came_from, docs)
        page.write_text(text, "utf-8")
    written = api_pages.pages()
    for described in written:
        file = docs / described.path
        file.parent.mkdir(exist_ok=True)
        file.write_text(described.text, "utf-8")
    return written


def _with_links(text: str, page: Path, came_from: Path, docs: Path) -> str:
    """The text of a page with its links as they are in the site."""
    places = {(ROOT / origin).resolve(): docs / name for name, origin in TAKEN.items()}
    places[(ROOT / "README.md").resolve()] = docs / "index.md"
    places[(DOCS / "decisions").resolve()] = docs / "decisions" / "index.md"

    def moved(link: re.Match[str]) -> str:
        opening, path, anchor, closing = link.groups()
        if "://" in path:
            return link[0]
        leads_to = (came_from / path).resolve()
        place = places.get(leads_to)
        if place is None and leads_to.is_relative_to(DOCS):
            place = docs / leads_to.relative_to(DOCS)
        if place is None:
            return link[0]
        return f"{opening}{_from(page, place)}{anchor or ''}{closing}"

    def fitted(prose: str) -> str:
        return _CODE_BAR.sub("|", _LINK.sub(moved, prose))

    parts, at = [], 0
    for fence in _FENCE.finditer(text):
        parts += [fitted(text[at : fence.start()]), fence[0]]
        at = fence.end()
    return "".join([*parts, fitted(text[at:])])


def _from(page: Path, place: Path) -> str:
    """How a page names another place of the site."""
    above = len(page.relative_to(_shared(page, place)).parts) - 1
    return "../" * above + place.relative_to(_shared(page, place)).as_posix()


def _shared(one: Path, other: Path) -> Path:
    return next(folder for folder in one.parents if other.is_relative_to(folder))


def _decisions(docs: Path) -> str:
    """A page that lists the decisions."""
    lines = ["# Decisions\n", "What was chosen, why, and what was measured.\n"]
    listed = sorted((docs / "decisions").glob("0*.md"))
    lines += [f"- [{_title(page)}]({page.name})" for page in listed]
    return "\n".join(lines) + "\n"


def _title(page: Path) -> str:
    first = page.read_text("utf-8").lstrip().split("\n", 1)[0]
    return first.lstrip("# ").replace("`", "")


# -- the navigation


def _navigation(docs: Path, written: list[api_pages.ApiPage]) -> str:
    """The navigation as a TOML value. Every page of docs/ has its place in it."""
    sections = tomllib.loads((SITE / "navigation.toml").read_text("utf-8"))["section"]
    listed = {name for section in sections for name in section["pages"]}
    there = {
        page.relative_to(docs).with_suffix("").as_posix()
        for page in (*docs.glob("*.md"), *docs.glob("presets/*.md"))
    } - {"benchmarks", "benchmarks-retrieval", "benchmarks-stories", "benchmarks-pairs"}
    if missing := sorted(there - listed):
        sys.exit(f"site/navigation.toml does not name: {', '.join(missing)}.")
    return _toml(
        [
            (section["title"], [_entry(docs, name, written) for name in section["pages"]])
            for section in sections
        ]
    )


def _entry(docs: Path, name: str, written: list[api_pages.ApiPage]) -> tuple[str, object]:
    if name == "reference":
        return "Python API", [(page.title, page.path) for page in written]
    if name == "decisions":
        below = sorted((docs / name).glob("0*.md"))
        own = [(_title(page), page.relative_to(docs).as_posix()) for page in below]
        return "Decisions", [("All decisions", f"{name}/index.md"), *own]
    title = "Overview" if name == "index" else _title(docs / f"{name}.md").partition(":")[0]
    return title, f"{name}.md"


def _toml(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_toml(one) for one in value)}]"
    if isinstance(value, tuple):
        return f"{{ {json.dumps(value[0], ensure_ascii=False)} = {_toml(value[1])} }}"
    return json.dumps(value, ensure_ascii=False)


# -- the links


class _Page(HTMLParser):
    """What a page points at, and what can be pointed at in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.targets: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is None:
                continue
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value)
            elif name in ("href", "src"):
                self.targets.append(value)


def dead_links(site: Path) -> Iterator[DeadLink]:
    """Follows every link of every page, to the heading that it names. What is on other servers
    cannot be followed from everywhere: it has to be https."""
    pages = {file: _Page(file.read_text("utf-8")) for file in sorted(site.rglob("*.html"))}
    for file, page in pages.items():
        name = file.relative_to(site).as_posix()
        for target in dict.fromkeys(page.targets):
            if why := _wrong(site, file, target, pages):
                yield DeadLink(name, target, why)


def _wrong(site: Path, file: Path, target: str, pages: dict[Path, _Page]) -> str | None:
    place = urlsplit(target)
    if place.scheme in ("data", "mailto"):
        return None
    if place.scheme or place.netloc:
        return None if place.scheme == "https" else "not https"
    path = unquote(place.path)
    if path.startswith("/"):  # the page for what is not there may be shown anywhere
        leads_to = site / path.lstrip("/")
    else:
        leads_to = (file.parent / path).resolve() if path else file
    if leads_to.is_dir():
        leads_to /= "index.html"
    if not leads_to.is_file():
        return "no such page"
    wanted, found = unquote(place.fragment), pages.get(leads_to)
    return "no such heading" if wanted and found and wanted not in found.anchors else None


if __name__ == "__main__":
    raise SystemExit(main())
