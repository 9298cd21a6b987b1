"""`rmb serve --oidc` offers a provider at its door, and what it seals can be opened again."""

import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

from remembrancer import Memory
from remembrancer.front.access.sealing import Seals

with Memory.open("sealed.db", embedder="none", background=False) as memory:
    seals = Seals(memory._session, "a trial")
    assert seals.opened(seals.sealed("state")) == "state"

Path("provider.toml").write_text(
    'issuer = "http://127.0.0.1:9"\nclient_id = "memory"\nlabel = "Northgate"\n'
    '[[map]]\nvalue = "memory"\n'
)
rmb = Path(sys.executable).with_name("rmb")
serving = subprocess.Popen(
    [rmb, "serve", "--port", "0", "--url", "served.db", "--oidc", "provider.toml"],
    stderr=subprocess.PIPE,
    text=True,
)
assert serving.stderr is not None
told = ""
while (found := re.search(r"at (http://127\.0\.0\.1:\d+)", told)) is None:
    line = serving.stderr.readline()
    if not line:
        sys.exit(told)
    told += line
try:
    with urlopen(f"{found[1]}/sign-in") as answer:
        assert "Northgate" in answer.read().decode()
finally:
    serving.send_signal(signal.SIGTERM)
    serving.communicate(timeout=30)
assert serving.returncode == 0, serving.returncode
