"""Why an engine did not answer a SELECT, in words of ours.

The engine's own message is not passed on: it may hold a value of a row, or a name of the schema.
"""

from __future__ import annotations

from remembrancer.core.errors import QueryRefused
from remembrancer.core.limits import GRAPH_QUERY_MEMORY_BYTES_MAX
from remembrancer.graph.port import QueryBounds

TIME, ROWS, SIZE, MEMORY, ENGINE = "time", "rows", "size", "memory", "engine"


def refusal(why: str, bounds: QueryBounds) -> QueryRefused:
    sentences = {
        TIME: f"The query took longer than {bounds.seconds:g} seconds and was ended. Narrow it: "
        "join fewer tables, each with its condition, and say more in WHERE.",
        ROWS: f"The answer has more than {bounds.rows:,} rows. Add LIMIT {bounds.rows}, or say "
        "more in WHERE.",
        SIZE: f"The answer has more than {bounds.characters:,} characters. Name fewer columns, cut "
        "long texts with substr(content, 1, 500), or add a lower LIMIT.",
        MEMORY: f"The query needed more than {GRAPH_QUERY_MEMORY_BYTES_MAX // 2**20} MB of memory "
        "and was ended. Narrow it: join fewer tables, and sort fewer rows.",
        ENGINE: "The database cannot answer this query. Compare texts with texts and numbers with "
        "numbers, cast only what can be cast, and name each selected column in GROUP BY unless it "
        "is inside count, sum, avg, min or max.",
    }
    return QueryRefused(sentences[why], language="sql")
