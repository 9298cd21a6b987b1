"""Trust and erasure, through a server."""

from tests.scenarios.test_trust_and_erasure import *  # noqa: F403
