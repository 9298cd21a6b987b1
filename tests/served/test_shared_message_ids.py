"""Shared message ids, through a server."""

from tests.scenarios.test_shared_message_ids import *  # noqa: F403
