"""Edges of capture, through a server."""

from tests.scenarios.test_edges_of_capture import *  # noqa: F403
