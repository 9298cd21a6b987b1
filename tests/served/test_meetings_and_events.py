"""Meetings and events, through a server."""

from tests.scenarios.capture.test_meetings_and_events import *  # noqa: F403
