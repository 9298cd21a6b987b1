"""Reconcile, through a server."""

from tests.scenarios.test_reconcile import *  # noqa: F403
