"""Publishing, through a server."""

from tests.scenarios.test_publishing import *  # noqa: F403
