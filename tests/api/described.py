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

from tests.api.conftest import Site

_CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
# A stream does not end by itself; some would end the world that is asked; and no body that is made
# up is an export, which is told line by line.
_LEFT_OUT = frozenset(
    {"subscribe", "admin.archive", "admin.configure", "admin.revoke_token", "export", "import_"}
)
# The library reads lists of given length as an older draft has them, and calls ours invalid.
_NOT_READ = frozenset({"admin.vectors"})


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
        if _name(operation) in _LEFT_OUT:
            continue
        if fields_max is None or _fields(operation, schemas) <= fields_max:
            yield operation


def _fields(operation: Any, schemas: dict[str, Any]) -> int:
    body = operation.definition.raw.get("requestBody")
    if body is None:
        return 0
    schema = body["content"]["application/json"]["schema"]
    told = [schema, *schema.get("anyOf", ())]
    names = [one["$ref"].rpartition("/")[2] for one in told if "$ref" in one]
    return max((len(schemas[name]["properties"]) for name in names), default=1)


def _name(operation: Any) -> str:
    name: str = operation.definition.raw["operationId"]
    return name


def ask(
    site: Site, token: str, operation: Any, *, valid: int, invalid: int, seed: int
) -> Counter[int]:
    """So many requests as it is described, and as it is not; the answers are as described."""
    statuses: Counter[int] = Counter()
    headers = {**site.headers, "Authorization": f"Bearer {token}"}
    checks = [
        one
        for one in _CHECKS
        if one is not response_schema_conformance or _name(operation) not in _NOT_READ
    ]

    def send(case: Any) -> None:
        told = case.as_transport_kwargs(base_url=site.url, headers=headers)
        answer = requests.request(**told, timeout=60)
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
