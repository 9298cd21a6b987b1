"""`rmb mcp` lists its tools over standard input and output, and one of them answers."""

import json
import subprocess
import sys
from pathlib import Path

rmb = Path(sys.executable).with_name("rmb")
serving = subprocess.Popen(
    [rmb, "mcp", "--url", "tools.db"],
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    stderr=subprocess.PIPE,
    text=True,
)
assert serving.stdin is not None
assert serving.stdout is not None


def asked(number: int, method: str, **params: object) -> dict[str, object]:
    request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    serving.stdin.write(json.dumps(request) + "\n")
    serving.stdin.flush()
    line = serving.stdout.readline()
    if not line:
        sys.exit(serving.communicate()[1])
    return json.loads(line)["result"]


client = {"name": "try", "version": "1"}
asked(1, "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=client)
serving.stdin.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
names = {tool["name"] for tool in asked(2, "tools/list")["tools"]}
assert {"remember", "recall"} <= names, names
called = asked(3, "tools/call", name="recall", arguments={"query": "orders"})
assert not called.get("isError"), called
serving.communicate(timeout=30)
