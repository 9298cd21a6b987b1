"""Files as a memory tool shows them: folders that are only paths, sizes, numbered lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from remembrancer.integrations.kept import from_data
from remembrancer.items.delivered_text import harmless
from remembrancer.items.item import Item

ROOT: Final = "/memories"
_LEVELS: Final = 2  # that a view of a directory shows


def text_of(item: Item) -> str:
    """The text of a file as a model may read it. What it changes of it is what it has read."""
    return harmless(_kept_text(item))


def _kept_text(item: Item) -> str:
    text: str = from_data(item.data) if item.data else item.content
    return text


def below(files: Mapping[str, Item], path: str) -> dict[str, Item]:
    """The file at a path, or all files in the directory there."""
    return {
        value: item
        for value, item in files.items()
        if value == path or value.startswith(f"{path}/")
    }


def is_directory(files: Mapping[str, Item], path: str) -> bool:
    """A directory is there as long as a file is in it; the root always is."""
    return path == ROOT or any(file.startswith(f"{path}/") for file in files)


def listing(files: Mapping[str, Item], path: str, shown: str) -> str:
    """The view of a directory, under the name by which it was asked for."""
    listed = sorted(_entries(files, path).items(), key=_in_order)
    head = f"Here're the files and directories up to {_LEVELS} levels deep in {shown}, "
    lines = [f"{_size(below(files, path))}\t{shown}"]
    lines += [f"{size}\t{shown}/{name}" for name, size in listed]
    return "\n".join([f"{head}excluding hidden items:", *lines])


def _entries(files: Mapping[str, Item], path: str) -> dict[str, str]:
    result: dict[str, str] = {}
    for value in below(files, path):
        parts = value.removeprefix(f"{path}/").split("/")
        for level in range(1, min(_LEVELS, len(parts)) + 1):
            if parts[level - 1].startswith("."):
                break
            name = "/".join(parts[:level])
            is_file = level == len(parts)
            result[name if is_file else f"{name}/"] = _size(below(files, f"{path}/{name}"))
    return result


def _in_order(entry: tuple[str, str]) -> list[str]:
    return entry[0].split("/")


def _size(files: Mapping[str, Item]) -> str:
    size: float = sum(len(_kept_text(item).encode()) for item in files.values())
    unit = 0
    while size >= 1024 and unit < 3:
        size, unit = size / 1024, unit + 1
    return f"{size:.0f}{'BKMG'[unit]}" if size == int(size) else f"{size:.1f}{'BKMG'[unit]}"


def places_of(text: str, old: str) -> list[int]:
    """Where a text begins in another, overlapping ones too."""
    result, place = [], text.find(old)
    while place != -1:
        result.append(place)
        place = text.find(old, place + 1)
    return result


def numbered(lines: list[str], first: int) -> str:
    """Lines with their numbers in front, beginning with the first one's."""
    return "\n".join(f"{number:>6}\t{line}" for number, line in enumerate(lines, first))
