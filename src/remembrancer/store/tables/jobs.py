"""Jobs, and the read positions of files."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text

from remembrancer.store.tables import row_policies
from remembrancer.store.tables.columns import metadata, number, space
from remembrancer.store.tables.description import Erasure, Planner, RowPolicy, TableDescription

# Jobs that are due, or will be. A lease names the worker; it ends with the act that did the job.
job = Table(
    "job",
    metadata,
    number(),
    space(),
    Column("id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("key", Text, nullable=False),  # the object of the job: one job per kind and key
    Column("owner", Text, nullable=False),  # on whose behalf
    Column("actor", Text, nullable=False),  # with which rights
    Column("payload", Text, nullable=False),
    Column("priority", Integer, nullable=False),
    Column("due_at", Text, nullable=False),
    Column("every", Text),  # for a schedule: the interval
    Column("state", Text, nullable=False),
    Column("stamp", BigInteger, nullable=False),  # incremented each time the job is made due
    Column("attempts", Integer, nullable=False),
    Column("worker", Text),
    Column("lease_until", Text),
    Column("error", Text),
    Column("done", BigInteger, nullable=False),
    Column("total", BigInteger, nullable=False),
    Column("created_at", Text, nullable=False),
    Index("job_public", "space_n", "id", unique=True),
    Index("job_key", "space_n", "kind", "key", "owner", unique=True),
    Index("job_due", "space_n", "state", "due_at"),
)
JOB = TableDescription(
    table=job,
    erasure=Erasure(removed="work on what was erased"),
    policy=RowPolicy(
        # Whoever sees a conversation may make jobs on it due again, whoever did before.
        visible=row_policies.in_space_if(
            row_policies.SEES_PERSONAL,
            row_policies.is_viewer("owner"),
            row_policies.is_named("job", "key owner", "conversation", "id owner"),
        )
    ),
    planner=Planner(
        few_values="kind owner actor",
        rows={
            "job_public": "1000 1000 1",
            "job_key": "1000 1000 300 1 1",
            "job_due": "1000 1000 500 2",
        },
    ),
)

# The read position of a file that is captured repeatedly.
feed = Table(
    "feed",
    metadata,
    number(),
    space(),
    Column("owner", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),  # the conversation or source that it feeds
    Column("place", Text, nullable=False),  # the file
    Column("digest", Text, nullable=False),  # a keyed hash of the part read
    Column("bytes", BigInteger, nullable=False),  # the length of the part read
    Column("records", BigInteger, nullable=False),
    Column("unknown", BigInteger, nullable=False),  # records that were stored raw
    Column("problem", Text),
    Column("at", Text, nullable=False),
    Index("feed_name", "space_n", "owner", "kind", "name", unique=True),
)
FEED = TableDescription(
    table=feed,
    erasure=Erasure(removed="how far a file was read that was erased"),
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.SEES_PERSONAL, row_policies.is_viewer("owner")
        )
    ),
    planner=Planner(
        few_values="owner kind place",
        rows={"feed_name": "2000 2000 200 100 1"},
    ),
)
