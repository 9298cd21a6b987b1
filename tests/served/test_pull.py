"""Pulling into a project from a server."""

from tests.scenarios.test_pull import *  # noqa: F403
