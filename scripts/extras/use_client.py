"""Every verb from afar: at the server that REMEMBRANCER_TRY_SERVER names, with a token."""

import os

from remembrancer import Memory

url, token = os.environ["REMEMBRANCER_TRY_SERVER"], os.environ["REMEMBRANCER_TRY_TOKEN"]
with Memory.open(url, token=token) as memory:
    added = memory.add(content="Orders settle after three days.")
    assert memory.get(added.id).content == "Orders settle after three days."
