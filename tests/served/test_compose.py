"""Compose, through a server."""

from tests.scenarios.test_compose import *  # noqa: F403
