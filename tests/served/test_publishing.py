"""Publishing, through a server."""

from tests.scenarios.delivery.test_publishing import *  # noqa: F403
