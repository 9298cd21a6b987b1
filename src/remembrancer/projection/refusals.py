"""What a caller is told when an engine does not answer a query; every engine says it alike."""

from __future__ import annotations

from remembrancer.core.errors import QueryRefused
from remembrancer.graph.port import QueryBounds


def refusal(why: str, bounds: QueryBounds, told: str = "") -> QueryRefused:
    messages = {
        "seconds": f"The query takes longer than {bounds.seconds:g} seconds and was ended. Begin "
        "at one node, walk over fewer relationships, or add a LIMIT.",
        "memory": "The query takes more memory than it may and was ended. Begin at one node, "
        "collect less, or add a LIMIT.",
        "rows": f"The answer has more than {bounds.rows} rows. Add LIMIT {bounds.rows}, or ask for "
        "less.",
        "characters": f"The answer has more than {bounds.characters} characters. Return single "
        "properties instead of whole nodes, or add a LIMIT.",
        "failed": f"The query could not be answered: {told.rsplit(': ', 1)[-1].strip()}",
    }
    message = messages.get(why, "The graph engine does not understand this query. Write it simpler")
    return QueryRefused(message if message.endswith(".") else f"{message}.", language="cypher")
