"""Addresses of PostgreSQL servers: checked, and shown without their password."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import psycopg
from psycopg import conninfo

from remembrancer.core.errors import InvalidInput


def checked(url: str) -> str:
    try:
        conninfo.conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        # The driver's message may quote the password.
        raise InvalidInput(
            "url is no PostgreSQL address. Write it as postgresql://user:password@host:5432/"
            "database, with %-codes for special characters in the password.",
            field="url",
        ) from None
    return url


def without_password(url: str) -> str:
    parts = conninfo.conninfo_to_dict(url)
    shown = [str(parts.get(name) or "") for name in ("user", "host", "dbname")]
    if any(sign in part for part in shown for sign in "@:?#") or not _is_port(parts):
        return "postgresql://…"  # badly parsed, so a password may be anywhere in it
    user = f"{parts['user']}@" if parts.get("user") else ""
    port = f":{parts['port']}" if parts.get("port") else ""
    return f"postgresql://{user}{parts.get('host') or ''}{port}/{parts.get('dbname') or ''}"


def _is_port(parts: Mapping[str, Any]) -> bool:
    port = parts.get("port")
    return port is None or str(port).isdigit()
