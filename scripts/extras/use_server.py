"""`rmb serve` answers, and ends when it is told to."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

rmb = Path(sys.executable).with_name("rmb")
serving = subprocess.Popen(
    [rmb, "serve", "--local", "--port", "0", "--url", "served.db"],
    stderr=subprocess.PIPE,
    text=True,
)
assert serving.stderr is not None
announced = serving.stderr.readline()
found = re.search(r"http://127\.0\.0\.1:\d+", announced)
if found is None:
    serving.terminate()
    sys.exit(announced + serving.communicate()[1])
try:
    with urlopen(f"{found[0]}/health") as answer:
        assert json.load(answer) == {"status": "ok"}
    body = json.dumps({"content": "Orders settle after three days."}).encode()
    with urlopen(Request(f"{found[0]}/api/memory", body)) as answer:
        assert json.load(answer)["content"] == "Orders settle after three days."
    with urlopen(f"{found[0]}/") as answer:
        assert answer.status == 200
    with urlopen(f"{found[0]}/openapi.json") as answer:
        assert json.load(answer)["info"]["version"]
finally:
    serving.send_signal(signal.SIGTERM)
    serving.communicate(timeout=30)
assert serving.returncode == 0, serving.returncode
