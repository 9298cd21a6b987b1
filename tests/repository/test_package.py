"""The package: one version everywhere, extras that are complete, a description without links."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import remembrancer

ROOT = Path(__file__).resolve().parents[2]
DESCRIPTION = ROOT / "docs" / "package.md"


def project() -> dict[str, Any]:
    settings: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return settings


def test_one_place_names_the_version() -> None:
    """The package says its version; what is built takes it from there."""
    settings = project()
    assert "version" not in settings["project"]
    assert settings["project"]["dynamic"] == ["version"]
    source = ROOT / settings["tool"]["hatch"]["version"]["path"]
    assert f'__version__ = "{remembrancer.__version__}"' in source.read_text("utf-8")


def test_what_names_the_version_too_agrees() -> None:
    """The plugin's manifest, the newest heading of the changes and the image's label."""
    plugin = ROOT / "src/remembrancer/doors/claude_code/plugin/.claude-plugin/plugin.json"
    assert json.loads(plugin.read_text("utf-8"))["version"] == remembrancer.__version__
    newest = re.search(r"^## (\S+), (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert newest is not None
    assert newest[1] == remembrancer.__version__


def test_the_extra_all_holds_each_extra() -> None:
    """Who installs `all` lacks nothing."""
    extras = project()["project"]["optional-dependencies"]
    named = {
        name
        for entry in extras.pop("all")
        for name in entry.removeprefix("remembrancer[").removesuffix("]").split(",")
    }
    assert named == set(extras)


def test_the_description_lists_the_extras() -> None:
    """Whoever reads about the package before installing it sees each extra."""
    text = DESCRIPTION.read_text("utf-8")
    cells = " ".join(line.split("|")[1] for line in text.splitlines() if line.startswith("| `"))
    assert set(re.findall(r"`([\w-]+)`", cells)) == set(
        project()["project"]["optional-dependencies"]
    )


def test_the_description_needs_no_clone() -> None:
    """It is shown where there are no files around it: no link, no picture."""
    assert project()["project"]["readme"] == DESCRIPTION.relative_to(ROOT).as_posix()
    assert not re.search(r"\]\(|<img|<a ", DESCRIPTION.read_text("utf-8"))
