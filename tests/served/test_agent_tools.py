"""Agent tools, through a server."""

from tests.scenarios.test_agent_tools import *  # noqa: F403
