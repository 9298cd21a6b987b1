"""The tools of agents: one registry, offered as MCP tools and as function-calling schemas."""
