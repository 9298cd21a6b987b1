"""The MCP server, as programs that speak the protocol meet it."""
