"""Review, through a server."""

from tests.scenarios.test_review import *  # noqa: F403
