"""The reference at /docs: every route on one page, which loads nothing else.

It runs no script: in local mode a script on our pages could act as the owner.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, Final

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
_STYLE: Final = """
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
code { font: 0.95em ui-monospace, monospace; overflow-wrap: anywhere }
section { border-top: 1px solid #8886; padding: 0.5rem 0 }
h2 { font-size: 1em; margin: 0 } p, ul { margin: 0.25rem 0 }
"""


HEADERS: Final = {"Content-Security-Policy": _POLICY}


def page(document: dict[str, Any]) -> str:
    """The OpenAPI document as a page for people."""
    info = document["info"]
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8>",
        "<meta name=viewport content='width=device-width'>",
        f"<title>{escape(info['title'])}</title><style>{_STYLE}</style>",
        f"<h1>{escape(info['title'])} {escape(info['version'])}</h1>",
        f"<p>{escape(info['description'])} For programs: <a href=/openapi.json>openapi.json</a>.",
        *_sections(document),
    ]
    return "".join(parts)


def _sections(document: dict[str, Any]) -> Iterator[str]:
    schemas = document["components"]["schemas"]
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            yield f"<section><h2><code>{method.upper()} {escape(path)}</code></h2>"
            yield f"<p>{escape(route.get('description') or route.get('summary', ''))}</p><ul>"
            for entry in route.get("parameters", ()):
                yield _argument(entry["name"], entry["in"], is_needed=entry.get("required", False))
            body = _body(route, schemas)
            for name in body.get("properties", ()):
                yield _argument(name, "body", is_needed=name in body.get("required", ()))
            yield "</ul></section>"


def _argument(name: str, place: str, *, is_needed: bool) -> str:
    needed = ", needed" if is_needed else ""
    return f"<li><code>{escape(name)}</code> ({place}{needed})"


def _body(route: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    """The schema of the fields of the body, where it has any."""
    content = route.get("requestBody", {}).get("content", {}).get("application/json", {})
    schema = content.get("schema", {})
    for value in (schema, *schema.get("anyOf", ())):
        if "$ref" in value:
            result: dict[str, Any] = schemas[value["$ref"].rpartition("/")[2]]
            return result
    return {}
