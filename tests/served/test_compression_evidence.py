"""Compression evidence, through a server."""

from tests.scenarios.test_compression_evidence import *  # noqa: F403
