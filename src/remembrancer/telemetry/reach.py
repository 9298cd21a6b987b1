"""Reach: whether the collector at an address takes what is sent there."""

from __future__ import annotations

import logging
import socket
from urllib.parse import urlsplit
from urllib.request import getproxies

from remembrancer.core.limits import TELEMETRY_PROBE_SECONDS

log = logging.getLogger("remembrancer.telemetry")


class Reach:
    """Whether a collector takes what is sent. It is logged when that changes."""

    def __init__(self, what: str, endpoint: str) -> None:
        self._what = what
        address = urlsplit(endpoint)
        port = address.port or (443 if address.scheme == "https" else 80)
        self._address = (address.hostname or "", port)
        self._place = f"{address.hostname}:{address.port or ''}".rstrip(":")
        self._is_reached = True
        self.has_ended = False  # what comes after the end is refused here, and not there

    def is_refused(self) -> bool:
        """Whether it is known that nobody listens there. A slow network tells nothing, and behind
        a proxy of the environment it is not known."""
        if getproxies():
            return False
        try:
            socket.create_connection(self._address, TELEMETRY_PROBE_SECONDS).close()
        except ConnectionRefusedError:
            return True
        except OSError:
            return False
        return False

    def note(self, is_reached: bool) -> None:
        if self.has_ended or is_reached == self._is_reached:
            return
        self._is_reached = is_reached
        if is_reached:
            log.info(f"The collector at {self._place} takes {self._what} again.")
        else:
            # One text: the log of a server leaves out what is filled in, as it may be anything.
            log.warning(
                f"The collector at {self._place} does not take {self._what}, which are lost until "
                "it does. Check that it runs, and OTEL_EXPORTER_OTLP_ENDPOINT."
            )
