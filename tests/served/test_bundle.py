"""Bundle, through a server."""

from tests.scenarios.delivery.test_bundle import *  # noqa: F403
