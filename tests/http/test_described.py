"""The server answers as it describes itself."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from typing import Any

import pytest
from starlette.requests import Request

from remembrancer.doors.http.api_docs import ApiDocs
from remembrancer.wire.routes import EXPORT_PATH, IMPORT_PATH, ROUTES, RULES_FILES_PATH
from tests.engines import ON_THE_FASTEST
from tests.http.conftest import Site
from tests.remote import House

_FIELDS_MAX = 3  # of a body that is made up here; the soak asks for all, and often
_EVERY = 12  # operations from one that is asked for to the next; the soak asks for all


@ON_THE_FASTEST
def test_every_answer_is_described(site: Site, house: House) -> None:
    """Status, content type, headers and body of each answer are what /openapi.json says of it."""
    from tests.http import described  # what it needs takes long to load

    statuses: Counter[int] = Counter()
    for operation in list(described.operations(site, fields_max=_FIELDS_MAX))[::_EVERY]:
        statuses += described.asked(site, house, operation, valid=1, invalid=0, seed=8)
    assert statuses.total() > len(ROUTES) // (2 * _EVERY)
    assert all(status < 500 for status in statuses)


@ON_THE_FASTEST
def test_every_operation_is_described_whole(site: Site) -> None:
    """Each has its token, its own answer, and every refusal as a problem document."""
    document = site.send("GET", "/openapi.json", token=None).json()
    assert document["security"] == [{"token": []}]
    assert document["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    refusals = document["components"]["responses"]
    listed = [
        (method, path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    named = {(route.method.lower(), route.path): str(route.status) for route in ROUTES}
    named["get", "/api/events"] = named["get", EXPORT_PATH] = named["post", IMPORT_PATH] = "200"
    named["get", RULES_FILES_PATH] = named["post", RULES_FILES_PATH] = "200"
    assert {(method, path) for method, path, _ in listed} == set(named)
    for method, path, operation in listed:
        answers = operation["responses"]
        (good,) = (status for status in answers if status < "400")
        assert good == named[method, path], path
        assert set(answers) >= {"400", "401", "403", "421", "422", "429", "500", "503"}, path
        for status in set(answers) - {good}:
            refusal = refusals[answers[status]["$ref"].rpartition("/")[2]]
            assert list(refusal["content"]) == ["application/problem+json"], path
        assert operation["summary"], path
    _is_told_to_clients(document)
    _has_meanings(document)


def _is_told_to_clients(document: dict[str, Any]) -> None:
    """A client in another language can be made of it: verbs, groups and errors are named."""
    hints = {
        operation["operationId"]: operation["x-remembrancer"]
        for methods in document["paths"].values()
        for operation in methods.values()
        if "x-remembrancer" in operation
    }
    verbs = [hint["verb"] for hint in hints.values()]
    assert sorted(verbs) == sorted(
        [route.verb for route in ROUTES if route.second is None]
        + ["export", "import_", "pull", "rules_files", "subscribe"]
    )
    assert {verb.rpartition(".")[0] for verb in verbs} == set(document["x-remembrancer-groups"])
    queue = {"verb": "review.queue", "arguments": [], "pages": "items", "query": "json"}
    assert hints["review.queue"] == queue
    assert "query" not in hints["pull.look"]  # its query is read as it is
    assert hints["review.approve"]["arguments"] == ["item_id"]
    assert hints["remember"]["arguments"] == ["text"]
    assert hints["graph.relate"]["arguments"] == ["source", "type", "target"]
    told = document["x-remembrancer-errors"]
    assert told["ChangedSince"]["base"] == "Conflict"
    assert told["NotFound"]["status"] == 404
    seen: set[str] = set()
    for name, error in told.items():
        assert error["description"]
        assert error["base"] is None or error["base"] in seen  # each after its base
        seen.add(name)


def _has_meanings(document: dict[str, Any]) -> None:
    """Fields have the meaning that stands beside them in the source."""
    schemas = document["components"]["schemas"]
    assert not [name for name in schemas if "__" in name]  # of no module
    assert schemas["Item"]["properties"]["confidence_base"]["description"] == "the starting value"
    assert "`expired`: its term ended" in schemas["Lifecycle"]["description"]
    assert "who or what it is about" in schemas["AddBody"]["properties"]["subject"]["description"]
    assert "opaque" in schemas["Change"]["properties"]["cursor"]["description"]
    assert "noqa" not in str(schemas)
    listed = document["paths"]["/api/memory"]["get"]["parameters"]
    assert [one for one in listed if one.get("description")]


@ON_THE_FASTEST
def test_a_route_lists_what_it_may_answer(site: Site) -> None:
    """Who only reads meets no conflict, only what is named can be unknown, and so on."""
    paths = site.send("GET", "/openapi.json", token=None).json()["paths"]
    of_bodies = {"408", "413"}
    listed = set(paths["/api/memory"]["get"]["responses"])
    assert listed.isdisjoint({"404", "405", "409", "502"} | of_bodies)
    assert "507" in listed  # that an admin saw what is personal to another is written
    assert "507" not in paths["/api/jobs"]["get"]["responses"]
    assert set(paths["/api/memory/{id}"]["get"]["responses"]) >= {"404", "405"}
    assert "404" in paths["/api/memory/admin/audit"]["get"]["responses"]
    assert set(paths["/api/memory/bundle"]["get"]["responses"]) >= {"502", "507"}
    assert (
        set(paths["/api/memory"]["post"]["responses"]) >= {"404", "409", "502", "507"} | of_bodies
    )
    recalling = set(paths["/api/memory/recall"]["post"]["responses"])
    assert recalling >= {"502"} | of_bodies
    assert "409" not in recalling


def test_the_description_is_made_once_and_beside_the_others() -> None:
    """Of many first requests one has it made, on a thread: nobody else's request waits for it."""
    threads: list[int] = []

    def made() -> dict[str, Any]:
        threads.append(threading.get_ident())
        info = {"title": "t", "version": "1", "description": "d"}
        return {"info": info, "paths": {}, "components": {"schemas": {}}}

    async def asked() -> list[bytes]:
        docs = ApiDocs(made)
        request = Request({"type": "http"})
        answers = await asyncio.gather(
            docs.document(request), docs.page(request), docs.document(request)
        )
        return [bytes(one.body) for one in (*answers, await docs.document(request))]

    first, page, *others = asyncio.run(asked())
    assert others == [first, first]
    assert page.startswith(b"<!doctype html>")
    assert len(threads) == 1
    assert threads[0] != threading.get_ident()


@ON_THE_FASTEST
@pytest.mark.parametrize("path", ["/docs", "/openapi.json", "/health"])
def test_what_needs_no_token_tells_of_nothing_stored(site: Site, path: str) -> None:
    """The description and the pulse are the same whatever is stored."""
    before = site.send("GET", path, token=None)
    site.memory.add(content="Something new.", subject="ellen")
    after = site.send("GET", path, token=None)
    assert before.status_code == after.status_code == 200
    assert before.content == after.content


@ON_THE_FASTEST
def test_the_reference_loads_nothing_from_elsewhere(site: Site) -> None:
    """/docs names every route, and has no script: in local mode one would be the owner."""
    told = site.send("GET", "/docs", token=None)
    assert told.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in told.headers["content-security-policy"]
    assert "<script" not in told.text
    assert "src=" not in told.text
    assert "http" not in told.text
    for route in ROUTES:
        assert f"{route.method} {route.path}<" in told.text
    assert site.send("GET", "/redoc", token=None).status_code == 404
