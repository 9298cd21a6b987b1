"""Compose, through a server."""

from tests.scenarios.delivery.test_compose import *  # noqa: F403
