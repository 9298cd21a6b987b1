"""What all tests of SQL share."""

from __future__ import annotations

import pytest

from tests import postgres
from tests.engines import Engine


@pytest.fixture(autouse=True)
def engine_answers_sql(request: pytest.FixtureRequest) -> None:
    """Only a store on one server answers SQL."""
    if "engine" in request.fixturenames:
        engine: Engine = request.getfixturevalue("engine")
        if engine.is_server:
            postgres.needs_one_server("it does not answer SQL")
