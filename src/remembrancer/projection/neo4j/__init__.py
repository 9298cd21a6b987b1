"""The graph engine for graphs that outgrow a process: a Neo4j server, over Bolt."""
