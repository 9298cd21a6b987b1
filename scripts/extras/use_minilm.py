"""Search by meaning, with no word in common."""

from remembrancer import Memory

with Memory.open("minilm.db", preset="adviser", embedder="minilm", background=False) as memory:
    memory.add(content="Ellen wants to retire at 58.", subject="ellen")
    memory.add(content="The office closes in August.", subject="office")
    memory.jobs.wait()
    best = memory.recall("At what age will she stop working?").hits[0]
    assert best.text == "Ellen wants to retire at 58.", best
