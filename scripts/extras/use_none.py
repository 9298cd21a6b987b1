"""Without any extra: remember, recall, history and the ledger, in Python and from the shell."""

import subprocess
import sys
from pathlib import Path

from remembrancer import Memory

with Memory.open("bare.db", space="northgate", preset="adviser", embedder="none") as memory:
    memory.remember("Ellen wants to retire at 58.", subject="ellen")
    later = memory.remember("Ellen wants to retire at 60.", subject="ellen")
    assert [str(item.status) for item in memory.history(later.items[0].id)] == [
        "superseded",
        "active",
    ]
    assert memory.verify().ok
rmb = Path(sys.executable).with_name("rmb")
asked = ["recall", "when does Ellen retire?", "--url", "bare.db", "--space", "northgate"]
said = subprocess.run([rmb, *asked], check=True, capture_output=True, text=True).stdout
assert "Ellen wants to retire at 60." in said, said
