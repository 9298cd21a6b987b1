"""Decision traces, through a server."""

from tests.scenarios.test_decision_traces import *  # noqa: F403
