"""Claude Code's settings: ours go in and out, and nothing else moves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import remembrancer.doors.claude_code
from remembrancer import Conflict
from remembrancer.doors.claude_code import settings_file
from remembrancer.doors.claude_code.settings_file import is_ours, with_hooks, without_hooks
from tests.cli.program import Program

LINE = "/opt/venv/bin/rmb-hook --url /data/team.db"
PLUGIN = Path(remembrancer.doors.claude_code.__file__).parent / "plugin"

_values = st.none() | st.booleans() | st.text(max_size=8) | st.lists(st.integers(), max_size=3)
_hook = st.fixed_dictionaries(
    {"type": st.just("command"), "command": st.sampled_from(["", "true", "echo rmb-hook", "it's"])}
)
_group = st.fixed_dictionaries({"hooks": st.lists(_hook, min_size=1, max_size=2)})
_hooks = st.dictionaries(
    st.sampled_from(["Stop", "PreToolUse", "Other"]),
    st.lists(_group, min_size=1, max_size=2),
    min_size=1,
)
_rest = st.dictionaries(st.sampled_from(["model", "env", "permissions", "å"]), _values)
_settings = _rest | st.tuples(_rest, _hooks).map(lambda pair: {**pair[0], "hooks": pair[1]})


@settings(max_examples=50, deadline=None)
@given(_settings)
def test_out_again_is_as_before(before: dict[str, Any]) -> None:
    """Putting the hooks in and taking them out gives the same settings; twice in is once in."""
    once = with_hooks(before, LINE)
    assert with_hooks(once, LINE) == once
    assert without_hooks(once) == before
    assert {**once, "hooks": None} == {**before, "hooks": None}


def test_hooks_of_others_stay_beside_ours() -> None:
    """A group that holds another hook too loses ours alone."""
    theirs = {"type": "command", "command": "notify-send done"}
    ours = {"type": "command", "command": LINE}
    settings = {"hooks": {"Stop": [{"hooks": [theirs, ours]}]}, "model": "opus"}
    assert without_hooks(settings) == {"hooks": {"Stop": [{"hooks": [theirs]}]}, "model": "opus"}


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        (LINE, True),
        ("rmb-hook", True),
        ("'/opt/my venv/bin/rmb-hook' --rules", True),
        ("/usr/bin/python3 -P -m remembrancer.doors.claude_code.hook --as maya", True),
        ("echo rmb-hook", False),
        ("/usr/bin/rmb-hook-of-others", False),
        ("it's not closed", False),
        ("", False),
    ],
)
def test_ours_are_known_by_the_program(line: str, is_one: bool) -> None:
    """A hook that only speaks of our program is somebody else's."""
    assert is_ours({"type": "command", "command": line}) is is_one


def test_install_status_uninstall(rmb: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hooks go in beside what is there, are shown, and come out; the file is as it was."""
    monkeypatch.setenv("XDG_STATE_HOME", str(rmb.folder / "state"))
    monkeypatch.setenv("REMEMBRANCER_EMBEDDER", "none")
    rmb.done("init", "--preset", "corporate")
    path = rmb.folder / ".claude" / "settings.local.json"
    path.parent.mkdir()
    before = {"permissions": {"allow": ["Bash(ls)"]}, "hooks": {"Stop": [{"hooks": [{"x": 1}]}]}}
    path.write_text(json.dumps(before, indent=2) + "\n", encoding="utf-8")
    path.chmod(0o640)
    text = path.read_text(encoding="utf-8")

    rmb.done("claude-code", "install", "--url", "remembrancer.db", "--subject", "reports")
    found = json.loads(path.read_text(encoding="utf-8"))
    assert found["permissions"] == before["permissions"]
    assert set(found["hooks"]) == set(settings_file.EVENTS)
    line = found["hooks"]["SessionStart"][0]["hooks"][0]["command"]
    assert str(rmb.folder / "remembrancer.db") in line
    assert path.stat().st_mode & 0o777 == 0o640
    assert rmb.done("claude-code", "install", "--subject", "reports", "--json").json == {
        "settings": str(path),
        "command": line,
        "changed": False,
    }
    assert rmb.done("claude-code", "status", "--json").json["hooks"]["Stop"] == line
    assert "Waiting   0" in rmb.done("claude-code", "status").out
    rmb.done("claude-code", "uninstall")
    assert path.read_text(encoding="utf-8") == text
    assert "no hooks of ours" in rmb.done("claude-code", "uninstall").out


def test_what_cannot_be_installed(rmb: Program) -> None:
    """Without a store, over what is no JSON, or with a password in the url: nothing is written."""
    assert "There is no store" in rmb.failed("claude-code", "install")
    rmb.done("init")
    path = rmb.folder / ".claude" / "settings.local.json"
    assert not path.exists()
    path.parent.mkdir()
    path.write_text("{ // mine", encoding="utf-8")
    assert "is not JSON" in rmb.failed("claude-code", "install")
    assert path.read_text(encoding="utf-8") == "{ // mine"
    path.unlink()
    told = rmb.failed("claude-code", "install", "--url", "postgresql://me:secret@localhost/x")
    assert "password" in told
    assert "secret" not in told
    assert not path.exists()
    with pytest.raises(Conflict):
        with_hooks({"hooks": {"Stop": "no list"}}, LINE)


def test_a_linked_file_stays_linked(tmp_path: Path) -> None:
    """Who keeps settings elsewhere, behind a link, keeps them there."""
    real, link = tmp_path / "mine.json", tmp_path / "settings.json"
    real.write_text("{}", encoding="utf-8")
    link.symlink_to(real)
    settings_file.write(link, {"a": 1})
    assert link.is_symlink()
    assert settings_file.read(real) == {"a": 1}


def test_the_plugin_is_in_the_form_of_claude_code() -> None:
    """Its manifest, hooks, tools and skill lie where they are looked for, with the same hooks."""

    def load(name: str) -> Any:
        return json.loads((PLUGIN / name).read_text(encoding="utf-8"))

    manifest = load(".claude-plugin/plugin.json")
    assert manifest["name"] == "remembrancer"
    assert manifest["version"] == remembrancer.__version__
    (listed,) = load(".claude-plugin/marketplace.json")["plugins"]
    assert (listed["name"], listed["source"]) == ("remembrancer", "./")
    assert load("hooks/hooks.json")["hooks"] == with_hooks({}, "rmb-hook")["hooks"]
    assert load(".mcp.json")["mcpServers"]["remembrancer"]["command"] == "rmb"
    skill = (PLUGIN / "skills" / "memory" / "SKILL.md").read_text(encoding="utf-8")
    assert skill.startswith("---\nname: memory\ndescription: ")


def test_the_plugin_is_found(rmb: Program) -> None:
    """The command prints the folder to give to Claude Code."""
    assert rmb.done("claude-code", "plugin").out.strip() == str(PLUGIN)
