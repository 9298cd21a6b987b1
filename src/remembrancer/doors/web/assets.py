"""Assets: the style, the scripts and the mark, served from the package and kept by browsers."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from remembrancer.doors.web.response_compression import packed

_TYPES: Final = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


class Assets:
    """Files of the package, by name. What they hold is part of their address."""

    def url(self, name: str) -> str:
        """The address of a file, which is another once it changes."""
        return f"/static/{name}?{_mark(name)}"

    async def endpoint(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in _names():
            return Response("There is no such file.", 404)
        headers = {"Cache-Control": "public, max-age=31536000, immutable"}
        kind = _TYPES[name.rpartition(".")[2]]
        found = Response(_content(name), 200, headers, media_type=kind)
        return packed(request, found, is_file=True)


@cache
def _names() -> frozenset[str]:
    return frozenset(entry.name for entry in files(__package__).joinpath("static").iterdir())


@cache
def _content(name: str) -> bytes:
    return files(__package__).joinpath("static", name).read_bytes()


@cache
def _mark(name: str) -> str:
    return sha256(_content(name)).hexdigest()[:12]
