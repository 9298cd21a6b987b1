"""Briefing, through a server."""

from tests.scenarios.delivery.test_briefing import *  # noqa: F403
