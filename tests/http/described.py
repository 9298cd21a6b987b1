"""Requests made from the server's own description of itself, and answers held against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import hypothesis
import requests
import schemathesis
from hypothesis import HealthCheck, Phase
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from remembrancer import Memory
from remembrancer.doors.http.authentication import local
from remembrancer.front.access.authentication import Callers
from remembrancer.wire.routes import LINES_TYPE
from tests.http.conftest import Site
from tests.remote import House

_CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
# They change the world that is asked, and are sent to one of their own.
_DESTROYING = frozenset({"admin.archive", "admin.configure", "admin.revoke_token", "import_"})
_STREAMS = frozenset({"subscribe"})  # it does not end by itself: its beginning is read
# The library reads lists of given length as an older draft has them, and calls ours invalid.
_NOT_READ = frozenset({"admin.vectors"})


@schemathesis.serializer(LINES_TYPE)
def _lines(_: Any, value: Any) -> bytes:
    return str(value).encode(errors="replace")


class _Alone(Site):
    """A memory of nobody but its owner, who is on the same machine as the server."""

    def __init__(self, memory: Memory, house: House) -> None:
        super().__init__(memory, house)
        self._door = house.admit(local(memory._session, Callers(memory._session)))


def asked(
    site: Site, house: House, operation: Any, *, valid: int, invalid: int, seed: int
) -> Counter[int]:
    """So many requests of either sort: to this site, or to one of their own."""
    if name_of(operation) not in _DESTROYING:
        return ask(site, site.admin, operation, valid=valid, invalid=invalid, seed=seed)
    with Memory.open(":memory:", preset="corporate", embedder="none", background=False) as memory:
        alone = _Alone(memory, house)
        return ask(alone, None, operation, valid=valid, invalid=invalid, seed=seed)


def operations(site: Site, *, fields_max: int | None = None) -> Iterator[Any]:
    """Every operation that the server describes; or those whose body has so many fields at most,
    as making up others takes seconds for each."""
    document = site.send("GET", "/openapi.json", token=None).json()
    schemas = document["components"]["schemas"]
    schema = schemathesis.openapi.from_dict(document)
    schema.config.generation.with_security_parameters = False  # the token is ours
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if fields_max is None or _fields(operation, schemas) <= fields_max:
            yield operation


def _fields(operation: Any, schemas: dict[str, Any]) -> int:
    body = operation.definition.raw.get("requestBody")
    if body is None:
        return 0
    schema = body["content"].get("application/json", {}).get("schema", {})
    told = [schema, *schema.get("anyOf", ())]
    names = [one["$ref"].rpartition("/")[2] for one in told if "$ref" in one]
    return max((len(schemas[name]["properties"]) for name in names), default=1)


def name_of(operation: Any) -> str:
    name: str = operation.definition.raw["operationId"]
    return name


def ask(
    site: Site, token: str | None, operation: Any, *, valid: int, invalid: int, seed: int
) -> Counter[int]:
    """So many requests as it is described, and as it is not; the answers are as described."""
    statuses: Counter[int] = Counter()
    headers = dict(site.headers)
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    is_stream = name_of(operation) in _STREAMS
    checks = [
        one
        for one in _CHECKS
        if one is not response_schema_conformance or name_of(operation) not in _NOT_READ
    ]

    def send(case: Any) -> None:
        told = case.as_transport_kwargs(base_url=site.url, headers=headers)
        answer = requests.request(**told, timeout=60, stream=is_stream)
        if is_stream:
            answer._content = next(answer.iter_content(4_000), b"")
            answer.close()
        statuses[answer.status_code] += 1
        assert answer.status_code != 401, answer.text
        case.validate_response(answer, checks=checks, headers=headers)

    for mode, examples in ((GenerationMode.POSITIVE, valid), (GenerationMode.NEGATIVE, invalid)):
        # Of a path alone every text is valid.
        if not examples or (mode is GenerationMode.NEGATIVE and not _takes_more(operation)):
            continue
        given: Any = hypothesis.given(operation.as_strategy(generation_mode=mode))
        kept = hypothesis.settings(
            max_examples=examples,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        run: Any = hypothesis.seed(seed)(kept(given(send)))
        run()
    return statuses


def _takes_more(operation: Any) -> bool:
    return bool(operation.body or operation.query)
