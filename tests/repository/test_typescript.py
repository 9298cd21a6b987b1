"""The TypeScript client: what is written by hand there says the same as the server."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from remembrancer.client import connection
from remembrancer.core.limits import NAME_CHARACTERS_MAX, POSITIONS_SENT_MAX
from remembrancer.wire import routes

CLIENT: Final = Path(__file__).resolve().parents[2] / "clients" / "typescript"


def _constant(file: str, name: str) -> str:
    text = (CLIENT / "src" / file).read_text(encoding="utf-8")
    found = re.search(rf"^const {name} = (.*?);", text, re.MULTILINE)
    assert found is not None, f"{file} has no {name}."
    return found[1].strip('"')


@pytest.mark.parametrize(
    ("file", "name", "value"),
    [
        ("connection.ts", "KEY_HEADER", routes.KEY_HEADER),
        ("connection.ts", "POSITION_HEADER", routes.POSITION_HEADER),
        ("connection.ts", "SPACE_HEADER", routes.SPACE_HEADER),
        ("connection.ts", "JSON_QUERY", routes.JSON_QUERY),
        ("connection.ts", "TRIES_MAX", connection._TRIES),
        ("connection.ts", "WAIT_SECONDS_MAX", connection._WAIT_SECONDS_MAX),
        ("positions.ts", "SENT_MAX", POSITIONS_SENT_MAX),
        ("address.ts", "KEY_CHARACTERS_MAX", NAME_CHARACTERS_MAX),
        ("subscription.ts", "PATH", routes.EVENTS_PATH),
        ("memory.ts", "EXPORT_PATH", routes.EXPORT_PATH),
        ("memory.ts", "IMPORT_PATH", routes.IMPORT_PATH),
        ("memory.ts", "LINES_TYPE", routes.LINES_TYPE),
    ],
)
def test_both_clients_say_the_same(file: str, name: str, value: object) -> None:
    """Headers, addresses and limits are those of the server and of the Python client."""
    assert _constant(file, name) == str(value)


def test_the_package_has_the_license() -> None:
    """npm packs no file from outside the package, so the license is in it as well."""
    root = CLIENT.parent.parent
    assert (CLIENT / "LICENSE").read_bytes() == (root / "LICENSE").read_bytes()
