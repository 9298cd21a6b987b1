"""Edges of capture, through a server."""

from tests.scenarios.capture.test_edges_of_capture import *  # noqa: F403
