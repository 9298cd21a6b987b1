"""A server under load: nothing fails, nothing is lost."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.proofs.served import Clients, Listener, Served, check, failures, prepare
from tests.proofs.servers import drop, fresh_url
from tests.soak.size import Told, seeded, sized

pytestmark = pytest.mark.soak

_CLIENTS = 32
_WRITES = 0.1


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "store.db")
        return
    url = fresh_url()
    yield url
    drop(url)


def test_many_clients_and_two_processes(store: str, tmp_path: Path) -> None:
    """32 clients ask for bundles, recall and write, one call in ten: no error, no lost write, and
    a listener that hangs up and comes back hears of each write once. Who is refused because the
    machine has more to do than it can calls again, and is answered."""
    seconds = sized(ci=8.0, full=60.0)
    told = Told(f"{_CLIENTS} clients on two server processes, {seconds:g} s")
    admin, tokens = prepare(store, _CLIENTS)
    with Served(store, tmp_path, workers=2) as served:
        clients = Clients(served.url, tokens, seed=seeded(1), writes=_WRITES, is_patient=False)
        with Listener(served.url, admin) as listener:
            with clients:
                begun = time.monotonic()
                while time.monotonic() - begun < seconds and clients.is_well:
                    time.sleep(0.1)
                    told.progress(f"{sum(clients.calls.values())} calls")
                took = time.monotonic() - begun
            assert failures(clients) == []
            check(store, clients, listener)
        assert served.failed() == {}
        assert served.stop() == 0
        assert '"level": "error"' not in served.said()
    calls = sum(clients.calls.values())
    told.result(
        f"{calls} calls, {calls / took:.0f} a second ({dict(clients.calls)}); no error, "
        f"{len(clients.kept)} writes there once, heard once over {listener.times_connected} streams"
    )
    assert clients.kept
