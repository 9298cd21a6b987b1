"""Nothing leaves, through a server."""

from tests.scenarios.test_nothing_leaves import *  # noqa: F403
