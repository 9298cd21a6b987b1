"""What the hooks leave for the worker, and the worker for the hooks: small files in one folder.

Only the standard library is imported here, and of that what starts quickly.
"""

from __future__ import annotations

import json
import os
import time

CONTEXT_CHARACTERS_MAX = 8_000  # of what a session is told when it starts
CONTEXT_SECONDS_MAX = 86_400  # after which what was told last is not told again
SERVER_SECONDS_FRESH = 300  # that what a server said counts as its present word
LOG_BYTES_MAX = 1_000_000  # after which the log begins anew, and the last one is kept
JOB_BYTES_MAX = 100_000
JOB_SECONDS_MAX = 30 * 86_400  # that work waits for a memory which cannot be reached

# The words of the hooks' command line. Those of the first tuple have a value.
VALUED = ("url", "space", "as", "subject", "audience", "wait")
FLAGS = ("personal", "rules")


def folder() -> str:
    """Where the files lie: one folder of each user of the machine."""
    base = os.environ.get("XDG_STATE_HOME") or os.environ.get("LOCALAPPDATA")
    if not base:
        base = os.path.join(os.path.expanduser("~"), ".local", "state")
    return os.path.join(base, "remembrancer", "claude-code")


def options_from(arguments: list[str]) -> tuple[dict[str, str], list[str]]:
    """The options by their names, and what was not understood. A flag that is set is "yes"."""
    result: dict[str, str] = {}
    unknown: list[str] = []
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.removeprefix("--").partition("=")
        if word.startswith("--") and name in FLAGS and not equals:
            result[name] = "yes"
        elif word.startswith("--") and name in VALUED and (equals or rest):
            result[name] = value if equals else rest.pop(0)
        else:
            unknown.append(word)
    return result, unknown


def put_job(project: str, options: dict[str, str], **fields: object) -> str:
    """Leaves a piece of work. The same work once more takes the place of what is there."""
    job = {"project": project, "options": options, **fields}
    name = _key([project, options, fields.get("transcript")])
    before = job_of(name) or {}
    if before.get("tells") and not job.get("tells"):
        job["tells"] = True
    _write(os.path.join(_inner("jobs"), name + ".json"), job)
    return name


def jobs() -> list[str]:
    """The names of the work that waits, the longest-waiting first."""
    place = _inner("jobs")
    result: list[tuple[int, str]] = []
    for name in os.listdir(place):
        if name.endswith(".json"):
            try:
                result.append((os.stat(os.path.join(place, name)).st_mtime_ns, name[:-5]))
            except OSError:  # somebody finished it meanwhile
                continue
    return [name for _, name in sorted(result)]


def job_of(name: str) -> dict[str, object] | None:
    """A piece of work; None where it is gone, or was never whole."""
    return _read(os.path.join(_inner("jobs"), name + ".json"), JOB_BYTES_MAX)


def finish_job(name: str, done: dict[str, object]) -> None:
    """Takes the work away, unless it was asked for once more while it was done."""
    if job_of(name) in (done, None):
        try:
            os.remove(os.path.join(_inner("jobs"), name + ".json"))
        except FileNotFoundError:
            return


def is_old(name: str, now: float) -> bool:
    """Whether a piece of work has waited long enough."""
    try:
        left_at = os.stat(os.path.join(_inner("jobs"), name + ".json")).st_mtime
    except OSError:
        return False
    return now - left_at > JOB_SECONDS_MAX


def put_context(
    project: str, options: dict[str, str], text: str | None, watched: list[str]
) -> None:
    """Stores the context of a session. Without a text, the last one stays for a while.

    `watched` are the files of the store: while they are as now, so is what it says.
    """
    now = time.time()
    before = context_of(project, options) or {}
    fields = {"text": text, "at": now} if text is not None else before
    kept = {
        "text": fields.get("text", ""),
        "at": fields.get("at", now),
        "asked_at": now,
        "watched": {path: _state(path) for path in watched},
    }
    _write(_context_path(project, options), kept)


def context_of(project: str, options: dict[str, str]) -> dict[str, object] | None:
    """What was kept for the sessions of a project."""
    return _read(_context_path(project, options), 20 * CONTEXT_CHARACTERS_MAX)


def is_fresh(context: dict[str, object], now: float) -> bool:
    """Whether the memory would say the same: nothing was written to its files since."""
    watched = context.get("watched")
    if not isinstance(watched, dict) or not watched:
        return now - _number(context.get("asked_at")) < SERVER_SECONDS_FRESH
    is_same = all(_state(path) == state for path, state in watched.items())
    return is_same and now - _number(context.get("asked_at")) < CONTEXT_SECONDS_MAX


def text_of(context: dict[str, object] | None, now: float) -> str:
    """The context of a session; empty if it is too old."""
    if context is None or now - _number(context.get("at")) >= CONTEXT_SECONDS_MAX:
        return ""
    text = context.get("text")
    return text[:CONTEXT_CHARACTERS_MAX] if isinstance(text, str) else ""


def put_offset(name: str, offset: int, digest: str) -> None:
    """Keeps how far a transcript was sent to a server, and the digest of that much of it."""
    _write(os.path.join(_inner("offsets"), name + ".json"), {"offset": offset, "digest": digest})


def offset_of(name: str) -> tuple[int, str]:
    """How far a transcript was sent, and the digest of that; 0 where nothing is known of it."""
    result = _read(os.path.join(_inner("offsets"), name + ".json"), JOB_BYTES_MAX) or {}
    offset, digest = result.get("offset"), result.get("digest")
    is_whole = isinstance(offset, int) and isinstance(digest, str)
    return (offset, digest) if is_whole else (0, "")  # type: ignore[return-value]


def key_of(*parts: object) -> str:
    """A short name for these."""
    return _key(list(parts))


def log(text: str) -> None:
    """One line for whoever wonders. It holds nothing of what was said, and never fails."""
    try:
        path = os.path.join(_inner(""), "hook.log")
        if os.path.exists(path) and os.stat(path).st_size > LOG_BYTES_MAX:
            os.replace(path, path + ".1")
        line = " ".join(text.split())[:1_000]
        with open(path, "a", encoding="utf-8", errors="replace") as file:
            file.write(f"{time.strftime('%Y-%m-%dT%H:%M:%S%z')} {line}\n")
    except OSError:
        return


def last_lines(count: int) -> list[str]:
    """The end of the log."""
    try:
        with open(os.path.join(_inner(""), "hook.log"), encoding="utf-8") as file:
            return [line.rstrip("\n") for line in file.readlines()[-count:]]
    except OSError:
        return []


def _inner(name: str) -> str:
    place = os.path.join(folder(), name) if name else folder()
    os.makedirs(place, mode=0o700, exist_ok=True)
    return place


def _context_path(project: str, options: dict[str, str]) -> str:
    return os.path.join(_inner("context"), _key([project, options]) + ".json")


def _key(parts: list[object]) -> str:
    import hashlib

    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:24]


def _state(path: str) -> list[int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return [found.st_mtime_ns, found.st_size]


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _read(path: str, bytes_max: int) -> dict[str, object] | None:
    try:
        with open(path, "rb") as file:
            found = json.loads(file.read(bytes_max))
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _write(path: str, values: dict[str, object]) -> None:
    """Puts a file there, whole or not at all, for the eyes of its user alone."""
    partial = f"{path}.{os.getpid()}.partial"
    number = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(number, "w", encoding="utf-8") as file:
        json.dump(values, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(partial, path)
