"""Acts on record, through a server."""

from tests.scenarios.test_acts_on_record import *  # noqa: F403
