"""Walks, through a server."""

from tests.scenarios.test_walks import *  # noqa: F403
