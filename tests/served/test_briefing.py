"""Briefing, through a server."""

from tests.scenarios.test_briefing import *  # noqa: F403
