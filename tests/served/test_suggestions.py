"""Suggestions, through a server."""

from tests.scenarios.delivery.test_suggestions import *  # noqa: F403
