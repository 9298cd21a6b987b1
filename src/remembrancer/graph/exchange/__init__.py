"""Files of nodes and relations: read from CSV and JSON Lines, written as JSON Lines and GraphML."""
