"""Meetings and events, through a server."""

from tests.scenarios.test_meetings_and_events import *  # noqa: F403
