"""What texts are tagged with, through a server."""

from tests.scenarios.test_tags import *  # noqa: F403
