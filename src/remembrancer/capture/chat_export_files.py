"""Finds the channels of exported chat servers: Discord's JSON files, Slack's folder or zip.

A channel is read whole before any of it is given away, so that a malformed file keeps its channel
out and leaves nothing half-written.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any, Final, NamedTuple

from remembrancer.capture import files, slack_export
from remembrancer.capture.chat_export import ChatChannel, Reader, listing
from remembrancer.capture.discord_export import DISCORD, read_discord
from remembrancer.capture.slack_export import SLACK, read_slack
from remembrancer.core.errors import InvalidInput, RemembrancerError
from remembrancer.core.limits import CAPTURE_CHUNK_MESSAGES, CHAT_FILES_MAX, RECORD_BYTES_MAX

CHATS: Final[Mapping[str, Reader]] = {DISCORD: read_discord, SLACK: read_slack}

_USERS: Final = "users.json"
_CHANNELS: Final = "channels.json"
_PRIVATE: Final = ("groups.json", "dms.json", "mpims.json")


class ChatRecord(NamedTuple):
    """A part of a channel as its program wrote it, and where it stands."""

    place: str
    record: Any
    problem: str | None = None  # why the channel cannot be imported


def chat_format_of(record: Any) -> str | None:
    """The chat program that wrote a document; None: no chat program."""
    if not isinstance(record, Mapping) or not isinstance(record.get("messages"), list):
        return None
    if not isinstance(record.get("channel"), Mapping):
        return None
    return DISCORD if isinstance(record.get("guild"), Mapping) else SLACK


def chat_format_in(place: Path) -> str | None:
    """The chat program whose export a folder or a zip file is; None: no chat program."""
    if place.is_dir():
        return SLACK if (place / _USERS).is_file() else None
    if place.suffix.lower() != ".zip" or not zipfile.is_zipfile(place):
        return None
    return SLACK


def chat_records(place: Path, format: str) -> Iterator[ChatRecord]:
    """The channels of an export, in parts that one unit of work can take."""
    if format == DISCORD:
        listed, problems = files.found(place, ".json")
        for path in listed:
            yield from _discord(path)
        for folder, why in problems:
            yield ChatRecord(folder, None, why)
        return
    shown = files.shown(place)
    try:
        with _slack_files(place) as export:
            yield from _slack(shown, export)
    except (OSError, zipfile.BadZipFile, RemembrancerError) as error:
        yield ChatRecord(shown, None, files.said(error))


def _discord(path: Path) -> Iterator[ChatRecord]:
    shown = files.shown(path)
    try:
        data = files.read_bytes(path, bytes_max=RECORD_BYTES_MAX)
        document = _json(files.text_of(data))
        if not isinstance(document, Mapping):
            raise InvalidInput("It is no JSON object.")
        read_discord(document)
    except (OSError, RemembrancerError) as error:
        yield ChatRecord(shown, None, files.said(error))
        return
    about = {name: document.get(name) for name in ("guild", "channel")}
    for part in _parts(listing(document.get("messages"), "Its messages")):
        yield ChatRecord(shown, {**about, "messages": part})


class _SlackFiles(NamedTuple):
    names: tuple[str, ...]  # of files, from the root of the export
    read: Callable[[str], bytes]


@contextmanager
def _slack_files(place: Path) -> Iterator[_SlackFiles]:
    """The files of an export, in a folder or a zip file. Nothing is unpacked on disk."""
    if place.is_dir():
        listed, problems = files.found(place, ".json")
        if problems:
            raise InvalidInput(f"{problems[0][0]}: {problems[0][1]}")
        names = tuple(path.relative_to(place).as_posix() for path in listed)
        yield _SlackFiles(
            _bounded(names), lambda name: files.read_bytes(place / name, bytes_max=RECORD_BYTES_MAX)
        )
        return
    if not zipfile.is_zipfile(place):
        raise InvalidInput("It is neither a folder nor a zip file, as Slack's exports are.")
    with zipfile.ZipFile(place) as packed:
        entries = {one.filename: one for one in packed.infolist() if not one.is_dir()}
        root = _root(entries)

        def read(name: str) -> bytes:
            entry = entries[root + name]
            if entry.file_size > RECORD_BYTES_MAX:
                raise InvalidInput(f"It has more than {RECORD_BYTES_MAX:,} bytes.")
            if entry.flag_bits & 0x1:
                raise InvalidInput("It is encrypted. Unpack it, and name the folder.")
            with packed.open(entry) as file:
                data = file.read(RECORD_BYTES_MAX + 1)
            if len(data) > RECORD_BYTES_MAX:
                raise InvalidInput(f"It has more than {RECORD_BYTES_MAX:,} bytes.")
            return data

        inside = (name.removeprefix(root) for name in entries if name.startswith(root))
        yield _SlackFiles(_bounded(tuple(sorted(one for one in inside if _is_json(one)))), read)


def _is_json(name: str) -> bool:
    return name.lower().endswith(".json") and "__MACOSX" not in name


def _bounded(names: tuple[str, ...]) -> tuple[str, ...]:
    if len(names) > CHAT_FILES_MAX:
        raise InvalidInput(
            f"It has {len(names):,} files, and at most {CHAT_FILES_MAX:,} are read at once. Give "
            "its channels in several folders, each with users.json."
        )
    return names


def _root(entries: Mapping[str, Any]) -> str:
    """The folder in a zip file in which the export stands, with its slash."""
    places = [name for name in entries if PurePosixPath(name).name == _USERS and _is_json(name)]
    if not places:
        raise InvalidInput(f"There is no {_USERS} in it, as Slack's exports have.")
    return min(places, key=len).removesuffix(_USERS)


def _slack(shown: str, export: _SlackFiles) -> Iterator[ChatRecord]:
    users = {id: user for user in _list_in(export, _USERS) if (id := slack_export.account_id(user))}
    about = _channels(export)
    for folder, days in _days(export.names).items():
        channel = about.get(folder, {"id": folder, "name": folder})
        at = days[0]
        messages: list[Any] = []
        try:
            for at in days:
                messages += _list_in(export, at, is_named=False)
            whole = {"channel": channel, "users": list(users.values()), "messages": messages}
            at = folder
            read_slack(whole)
        except (OSError, zipfile.BadZipFile, RemembrancerError) as error:
            yield ChatRecord(f"{shown}, {at}", None, files.said(error))
            continue
        for part in _parts(_settled(messages)):
            ids = set().union(*map(slack_export.account_ids, part)) if part else set()
            known = [users[id] for id in sorted(ids & users.keys())]
            record = {"channel": channel, "users": known, "messages": part}
            yield ChatRecord(f"{shown}, {folder}", record)


def _settled(messages: list[Any]) -> list[Any]:
    """The messages in their latest words without the deleted ones, and the deletions at the end.

    A channel is cut into parts after this, so that no part has an edit of what is in another.
    """
    latest: dict[str, Any] = {}
    deletions: list[Any] = []
    for message in messages:
        if slack_export.is_deletion(message):
            deletions.append(message)
        else:
            inner = message.get("message") if slack_export.is_edit(message) else message
            latest[str(inner.get("ts"))] = inner
    for deletion in deletions:
        latest.pop(str(deletion.get("deleted_ts")), None)
    return [latest[time] for time in sorted(latest)] + deletions


def _channels(export: _SlackFiles) -> dict[str, Mapping[str, Any]]:
    """The descriptions of channels by the folder they stand in."""
    about: dict[str, Mapping[str, Any]] = {}
    for name in (_CHANNELS, *_PRIVATE):
        if name not in export.names:
            continue
        for channel in _list_in(export, name):
            if not isinstance(channel, Mapping):
                raise InvalidInput(f"{name} lists a channel that is no JSON object.")
            told = {key: channel[key] for key in ("id", "name") if channel.get(key)}
            told[slack_export.PRIVATE] = name != _CHANNELS or channel.get("is_private") is True
            for key in ("name", "id"):
                if isinstance(channel.get(key), str):
                    about.setdefault(channel[key], told)
    return about


def _days(names: tuple[str, ...]) -> dict[str, list[str]]:
    """The files of each channel, oldest first."""
    days: dict[str, list[str]] = {}
    for name in sorted(names):
        folder = PurePosixPath(name).parent.as_posix()
        if folder != ".":
            days.setdefault(folder, []).append(name)
    return days


def _list_in(export: _SlackFiles, name: str, *, is_named: bool = True) -> list[Any]:
    """The list in a file of the export; `is_named`: an error names the file."""
    try:
        if name not in export.names:
            raise InvalidInput("There is no such file, and Slack's exports have it.")
        return listing(_json(files.text_of(export.read(name))), "It")
    except RemembrancerError as error:
        raise InvalidInput(f"{name}: {error}" if is_named else str(error)) from None


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"It is not JSON: {error}.") from None


def _parts(messages: list[Any]) -> Iterator[list[Any]]:
    """The messages in parts. A channel without messages is one part, so that it is reported."""
    for start in range(0, len(messages) or 1, CAPTURE_CHUNK_MESSAGES):
        yield messages[start : start + CAPTURE_CHUNK_MESSAGES]


def read_chat(format: str, record: Any) -> ChatChannel:
    """A channel, or a part of one. Raises `InvalidInput` if it is not valid."""
    if not isinstance(record, Mapping):
        raise InvalidInput("It is no JSON object.")
    return CHATS[format](record)
