"""Commands, through a server."""

from tests.scenarios.test_commands import *  # noqa: F403
