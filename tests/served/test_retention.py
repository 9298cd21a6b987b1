"""Retention, through a server."""

from tests.scenarios.test_retention import *  # noqa: F403
