"""A store in the database that REMEMBRANCER_TRY_POSTGRES names."""

import os

from remembrancer import Memory

url = os.environ["REMEMBRANCER_TRY_POSTGRES"]
with Memory.open(url, space="northgate", preset="adviser", embedder="none") as memory:
    memory.remember("Ellen wants to retire at 58.", subject="ellen")
    assert memory.recall("retire", subject="ellen").hits
    assert memory.verify().ok
