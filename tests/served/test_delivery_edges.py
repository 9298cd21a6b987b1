"""Delivery edges, through a server."""

from tests.scenarios.test_delivery_edges import *  # noqa: F403
