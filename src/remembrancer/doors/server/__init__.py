"""The server: the HTTP interface, the pages and MCP behind one address."""
