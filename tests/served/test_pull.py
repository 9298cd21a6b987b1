"""Pulling into a project from a server."""

from tests.scenarios.delivery.test_pull import *  # noqa: F403
