"""Conversations, through a server."""

from tests.scenarios.test_conversations import *  # noqa: F403
