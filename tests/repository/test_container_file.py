"""The container file: what `make ship` tries out, and what no trial would notice."""

from __future__ import annotations

import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

import remembrancer

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def container_file() -> Any:
    spec = spec_from_file_location("container_file", ROOT / "scripts" / "container_file.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["container_file"] = module
    spec.loader.exec_module(module)
    return module


def test_the_image_is_nobody_s(container_file: Any) -> None:
    """A user by number, a tagged base, one volume, a health check and words that signals reach."""
    stages = container_file.read(ROOT / "Dockerfile")
    last = stages[-1]
    assert all(re.fullmatch(r"\S+:\d[\w.-]*", stage.base) for stage in stages)
    user, group = last.last("USER").text.split(":")
    assert int(user) == int(group) > 1000
    assert last.last("VOLUME").text == "/data"
    assert last.last("HEALTHCHECK").text == 'CMD ["rmb", "health"]'
    assert last.last("ENTRYPOINT").command == ["rmb"]
    assert last.last("CMD").command[0] == "serve"
    assert last.last("STOPSIGNAL").text == "SIGTERM"
    label = last.pairs("LABEL")["org.opencontainers.image.version"]
    assert label == remembrancer.__version__


def test_nothing_else_reaches_a_layer(container_file: Any, tmp_path: Path) -> None:
    """Of a folder with a store, a key and a history, an engine is handed the package alone."""
    for name in (
        *("src/remembrancer/__init__.py", "src/remembrancer/__pycache__/a.pyc", "src/team.db"),
        *("LICENSE", "pyproject.toml", "requirements/container.txt", "docs/package.md"),
        *(".env", "secret.key", "memory.db", "docs/guide.md", "requirements/lock.txt"),
        *("tests/test_a.py", "remembrancer.toml", ".git/config", "deploy/secrets/password"),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    handed = container_file.context(tmp_path, ROOT / ".dockerignore")
    assert set(map(str, handed)) == {
        *("LICENSE", "pyproject.toml", "requirements/container.txt", "docs/package.md"),
        "src/remembrancer/__init__.py",
    }


def test_an_unknown_instruction_is_refused(container_file: Any, tmp_path: Path) -> None:
    """A step that nothing would try out does not pass for one that was."""
    file = tmp_path / "Dockerfile"
    file.write_text("FROM python:3.13\nADD https://example.com/a /a\n")
    with pytest.raises(ValueError, match="ADD is not known"):
        container_file.read(file)
