"""What axe finds serious on a page, in light and in dark."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

# On a telephone all is there that a wide screen shows, with less room: the long soak looks at both.
WIDE = pytest.param(1280, marks=pytest.mark.full_soak)


def serious(page: Page, *rules: str) -> list[Any]:
    """What is serious or critical, by all rules or by these alone."""
    options: dict[str, list[str]] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = list(rules)
    found = Axe().run(page, options=options).response["violations"]
    return [
        (one["id"], [node["target"] for node in one["nodes"]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def is_for_everybody(page: Page, what: object) -> None:
    """Nothing serious, light or dark. The dark changes colours alone, so that one rule is tried
    again."""
    page.emulate_media(color_scheme="light")
    assert serious(page) == [], (what, "light")
    page.emulate_media(color_scheme="dark")
    assert serious(page, "color-contrast") == [], (what, "dark")
