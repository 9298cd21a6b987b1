"""Tables: what the pages list is what the code holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from remembrancer.core import errors, limits
from remembrancer.core.errors import RemembrancerError
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import ItemDraft
from remembrancer.items.message import MessageDraft
from remembrancer.presets import preset_files as presets
from tests.docs import pages

PRESETS = pages.DOCS / "presets.md"
NONE = "–"

# Lists whose length is part of a type and not of `rules.limits`.
_LISTS: dict[str, tuple[type[Any], str]] = {
    "`tags` of an item": (ItemDraft, "tags"),
    "`entities` of an item": (ItemDraft, "entities"),
    "`tool_calls` of a message": (MessageDraft, "tool_calls"),
    "words of one filter": (ItemFilter, "kind"),
}


def test_limits_are_those_of_the_code() -> None:
    """docs/limits.md names every limit with its value, and no other."""
    _, *rows = pages.table(pages.section(pages.DOCS / "limits.md", "Limits"))
    written = {name.strip("`"): value for name, value, _ in rows}
    assert written == {name: f"{value:,}" for name, value in limits.as_table().items()}


def test_lengths_of_lists_are_those_of_the_types() -> None:
    """The second table of docs/limits.md gives how many entries each list may have."""
    _, *rows = pages.table(pages.section(pages.DOCS / "limits.md", "Lists"))
    written = {name: int(value.replace(",", "")) for name, value in rows}
    assert written == {name: _length_max(*where) for name, where in _LISTS.items()}


def test_every_error_has_its_row() -> None:
    """docs/errors.md has a row for each error of the tree, under the error it derives from."""
    _, *rows = pages.table(pages.section(pages.DOCS / "errors.md", "The tree"))
    written = {name.strip("`"): parent.strip("`") for name, parent, *_ in rows}
    tree = {
        one.__name__: one.__base__.__name__
        for one in vars(errors).values()
        if isinstance(one, type) and issubclass(one, RemembrancerError) and one.__base__
    }
    assert written == tree


def _preset_tables() -> Iterator[tuple[str, str, str]]:
    """Preset, setting and written value of each cell."""
    text = PRESETS.read_text(encoding="utf-8")
    for part in text.split("| preset |")[1:]:
        heading, *rows = pages.table("| preset |" + part)
        for name, *cells in rows:
            for setting, cell in zip(heading[1:], cells, strict=True):
                yield name.strip("`"), setting.strip("`"), cell


@pytest.mark.parametrize("name", presets.names())
def test_presets_are_described_as_they_are(name: str) -> None:
    """Each value in docs/presets.md is the one in the preset's file."""
    cells = [(setting, cell) for preset, setting, cell in _preset_tables() if preset == name]
    assert {cell for cell in cells if cell[1] != shown(value_at(name, cell[0]))} == set()


def test_every_setting_is_described() -> None:
    """docs/presets.md leaves out no setting that a space can override."""
    written = {setting.split(".")[0] for _, setting, _ in _preset_tables()}
    assert written == set(presets.load("adviser").model_dump()) - {"name", "title"}


def test_the_readme_names_every_preset() -> None:
    """The table of presets in the README has a row for each, and no other."""
    _, *rows = pages.table(pages.section(pages.ROOT / "README.md", "Five presets"))
    assert sorted(row[0].strip("`") for row in rows) == sorted(presets.names())


def value_at(name: str, setting: str) -> Any:
    """A value of a preset by its dotted path."""
    value: Any = presets.load(name).model_dump(mode="json")
    for part in setting.split("."):
        value = value[part]
    return value


def shown(value: Any) -> str:
    """A value as the tables write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value in ([], {}):
        return NONE
    if isinstance(value, list):
        return ", ".join(str(one) for one in value)
    if not isinstance(value, Mapping):
        return f"{value:g}" if isinstance(value, float) else str(value)
    if set(value) == {"values", "strict"}:
        words = shown(value["values"])
        if value["strict"] and not value["values"]:
            return "only those of `graph.relations`"  # what is declared there counts as known
        if value["strict"]:
            return f"only {words}"
        return f"any; known: {words}" if value["values"] else "any"
    parts = [_pair(key, one) for key, one in value.items() if one is not None and one is not False]
    return "; ".join(parts) or NONE


def _pair(key: str, value: Any) -> str:
    return key if value is True else f"{key}: {shown(value)}"


def _length_max(model: type[Any], field: str) -> int:
    schema = model.model_json_schema()["properties"][field]
    (listed,) = [one for one in schema.get("anyOf", [schema]) if one.get("type") == "array"]
    return int(listed["maxItems"] if "maxItems" in listed else listed["maxLength"])
