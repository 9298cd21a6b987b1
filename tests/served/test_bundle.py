"""Bundle, through a server."""

from tests.scenarios.test_bundle import *  # noqa: F403
