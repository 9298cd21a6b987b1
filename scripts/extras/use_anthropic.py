"""Anthropic's memory tool."""

from remembrancer import Memory, Principal
from remembrancer.integrations.anthropic_memory import RemembrancerMemoryTool

with Memory.open("agents.db", preset="adviser", embedder="none", background=False) as memory:
    tool = RemembrancerMemoryTool(memory.acting_as(Principal("bot", kind="agent")))
    path = "/memories/ellen.md"
    tool.call({"command": "create", "path": path, "file_text": "Tea: green\n"})
    assert "Tea: green" in str(tool.call({"command": "view", "path": path}))
