"""The MCP server: the tools of the registry for any program that speaks the protocol."""
