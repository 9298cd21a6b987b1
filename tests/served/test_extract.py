"""Extract, through a server."""

from tests.scenarios.test_extract import *  # noqa: F403
