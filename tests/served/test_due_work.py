"""Due work, through a server."""

from tests.scenarios.test_due_work import *  # noqa: F403
