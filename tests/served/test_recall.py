"""Recall, through a server."""

from tests.scenarios.test_recall import *  # noqa: F403
