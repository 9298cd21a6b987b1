"""Delivery edges, through a server."""

from tests.scenarios.delivery.test_delivery_edges import *  # noqa: F403
