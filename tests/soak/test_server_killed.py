"""kill -9 of a server under load: what it acknowledged is there, and its clients go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proofs.served import Clients, Listener, Served, check, failures, prepare
from tests.proofs.servers import drop, fresh_url
from tests.soak.size import Told, seeded, sized

pytestmark = pytest.mark.soak

_CLIENTS = 8
_WRITES = 0.5
_BETWEEN = 40  # writes between two deaths


@pytest.mark.parametrize("on_a_server", [False, True], ids=["sqlite", "postgres"])
def test_a_server_may_die_at_any_time(tmp_path: Path, on_a_server: bool) -> None:
    """All processes at once, or one of two: no acknowledged write is lost or there twice, clients
    repeat their calls and go on, and a listener hears of each write once."""
    rounds = sized(ci=3, full=20)
    told = Told(f"kill -9 of a server under {_CLIENTS} clients, {rounds} times")
    url = fresh_url() if on_a_server else str(tmp_path / "store.db")
    admin, tokens = prepare(url, _CLIENTS)
    starts = []
    with Served(url, tmp_path, workers=2) as served:
        clients = Clients(served.url, tokens, seed=seeded(2), writes=_WRITES, is_patient=True)
        with Listener(served.url, admin) as listener:
            with clients:
                for number in range(rounds):
                    clients.wait_for(_BETWEEN)
                    if number % 2:
                        served.kill_one()
                    else:
                        served.kill()
                        starts.append(served.start())
                    told.progress(f"killed {number + 1} times, {len(clients.kept)} writes")
                clients.wait_for(_BETWEEN)
            assert failures(clients) == []
            check(url, clients, listener)
        assert served.stop() == 0
    if on_a_server:
        drop(url)
    told.result(
        f"killed {rounds} times; {len(clients.kept)} writes acknowledged, each there once and "
        f"heard once; started again within {max(starts):.1f} s at most"
    )
