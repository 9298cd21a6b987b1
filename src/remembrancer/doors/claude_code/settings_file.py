"""The settings of Claude Code: our hooks put into them and taken out, and nothing else touched."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from remembrancer.core.errors import Conflict, StoreUnreachable

PROGRAM: Final = "rmb-hook"
MODULE: Final = "remembrancer.doors.claude_code.hook"
SETTINGS_BYTES_MAX: Final = 8_000_000

_TIMEOUT_SECONDS: Final = 10
EVENTS: Final[Mapping[str, str | None]] = {  # and which of them; None: all
    "SessionStart": "startup|resume|clear|compact",
    "Stop": None,
    "PreCompact": None,
    "SessionEnd": None,
}


def command(options: Mapping[str, str | bool | None]) -> str:
    """The command line that Claude Code is to call: with whole paths, whatever its PATH is."""
    beside = Path(sys.executable).parent / PROGRAM
    text = str(beside) if beside.exists() else shutil.which(PROGRAM)
    words = [text] if text else [sys.executable, "-P", "-m", MODULE]
    for name, value in options.items():
        if value is True:
            words.append(f"--{name}")
        elif isinstance(value, str):
            words += [f"--{name}", value]
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def with_hooks(settings: Mapping[str, Any], line: str) -> dict[str, Any]:
    """The settings with our hooks in them, once, and with everything else as it was."""
    rest = without_hooks(settings)
    hooks = dict(rest.get("hooks") or {})
    for event, matcher in EVENTS.items():
        ours: dict[str, Any] = {} if matcher is None else {"matcher": matcher}
        ours["hooks"] = [{"type": "command", "command": line, "timeout": _TIMEOUT_SECONDS}]
        hooks[event] = [*hooks.get(event, []), ours]
    return {**rest, "hooks": hooks}


def without_hooks(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings without our hooks. What stands empty only by that goes as well."""
    if "hooks" not in settings:
        return dict(settings)
    before = settings["hooks"]
    _check_shape(before)
    hooks: dict[str, Any] = {}
    for event, groups in before.items():
        kept = [rest for group in groups if (rest := _without(group)) is not None]
        if kept or not groups:
            hooks[event] = kept
    rest = {name: value for name, value in settings.items() if name != "hooks"}
    if not hooks and before:
        return rest
    # In its old place: whoever compares the file finds only what changed.
    return {name: hooks if name == "hooks" else value for name, value in settings.items()}


def _check_shape(hooks: Any) -> None:
    is_known = isinstance(hooks, Mapping) and all(isinstance(hook, list) for hook in hooks.values())
    if not is_known:
        raise Conflict(
            "Its hooks are not in the form that Claude Code documents, a list for each event, so "
            "nothing was written. Correct or remove them."
        )


def _without(group: Any) -> Any:
    """A group of hooks without ours; None where nothing else is in it."""
    listed = group.get("hooks") if isinstance(group, Mapping) else None
    if not isinstance(listed, list):
        return group
    kept = [value for value in listed if not is_ours(value)]
    if kept == listed:
        return group
    return {**group, "hooks": kept} if kept else None


def is_ours(hook: Any) -> bool:
    """Whether a hook calls our program."""
    line = hook.get("command") if isinstance(hook, Mapping) else None
    if not isinstance(line, str):
        return False
    try:
        words = shlex.split(line, posix=os.name != "nt")
    except ValueError:
        return False
    program = os.path.splitext(os.path.basename(words[0].strip('"')))[0] if words else ""
    return program == PROGRAM or MODULE in words[:5]


def command_in(settings: Mapping[str, Any]) -> dict[str, str]:
    """Our command lines by the event that calls them."""
    hooks = settings.get("hooks")
    result: dict[str, str] = {}
    for event, groups in hooks.items() if isinstance(hooks, Mapping) else ():
        for group in groups if isinstance(groups, list) else ():
            listed = group.get("hooks") if isinstance(group, Mapping) else None
            for value in listed if isinstance(listed, list) else ():
                if is_ours(value):
                    result[event] = value["command"]
    return result


def read(path: Path) -> dict[str, Any]:
    """The settings of a file; none where there is no file. What is no JSON is refused."""
    try:
        if not path.exists():
            return {}
        if path.stat().st_size > SETTINGS_BYTES_MAX:
            raise Conflict(f"{path} is too large for a file of settings. Nothing was written.")
        text = path.read_text(encoding="utf-8")
        found = json.loads(text) if text.strip() else {}
    except OSError as error:
        raise _unreachable(path, error) from error
    except (ValueError, RecursionError) as error:
        raise Conflict(
            f"{path} is not JSON ({error}), so nothing was written. Correct it first."
        ) from None
    if not isinstance(found, dict):
        raise Conflict(f"{path} holds no JSON object, so nothing was written. Correct it first.")
    return found


def write(path: Path, settings: Mapping[str, Any]) -> None:
    """Puts the settings there, whole or not at all. With nothing in them the file goes."""
    real = Path(os.path.realpath(path))  # people link such files into a folder of their own
    try:
        if not settings:
            real.unlink(missing_ok=True)
            return
        real.parent.mkdir(parents=True, exist_ok=True)
        mode = stat.S_IMODE(real.stat().st_mode) if real.exists() else 0o600
        number, name = tempfile.mkstemp(dir=real.parent, prefix=".remembrancer-", suffix=".tmp")
        try:
            with os.fdopen(number, "w", encoding="utf-8") as file:
                json.dump(settings, file, indent=2, ensure_ascii=False)
                file.write("\n")
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(mode)
            Path(name).replace(real)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise _unreachable(path, error) from error


def _unreachable(path: Path, error: OSError) -> StoreUnreachable:
    return StoreUnreachable(
        f"{path} cannot be read or written: {error.strerror or error}. Choose a project that you "
        "may write to."
    )
