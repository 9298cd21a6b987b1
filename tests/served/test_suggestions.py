"""Suggestions, through a server."""

from tests.scenarios.test_suggestions import *  # noqa: F403
