"""Every limit in one place. `remembrancer doctor` prints them."""

from __future__ import annotations

from remembrancer.model import text as _text

NAME_CHARACTERS_MAX = _text.NAME_LENGTH_MAX  # a name, an id, a tag, a category
TITLE_CHARACTERS_MAX = _text.LINE_LENGTH_MAX  # a title
CONTENT_CHARACTERS_MAX = _text.BODY_LENGTH_MAX  # the content of one item, message or source
REASON_CHARACTERS_MAX = 2_000  # a reason given for an act
DATA_BYTES_MAX = 256_000  # data or metadata of one item, as JSON
QUERY_CHARACTERS_MAX = 10_000  # a question to recall
QUERY_TERMS_MAX = 64  # different words of a question that are searched for

RECALL_HITS_MAX = 200  # k of recall
RECALL_CANDIDATES_MAX = 2_000  # texts scored for one question
PAGE_ITEMS_DEFAULT = 50  # items of a page
PAGE_ITEMS_MAX = 500
AUDIT_ENTRIES_MAX = 1_000  # ledger entries of one audit page
CHAIN_ITEMS_MAX = 10_000  # items of one supersession chain

WRITE_CHUNK_ITEMS = 1_000  # items prepared at a time by add_many
STATISTICS_TAIL_MAX = 64  # texts whose words are not yet folded into the statistics
LOCK_TIMEOUT_SECONDS = 60.0  # waiting for another writer
SCRUB_WAIT_SECONDS = 5.0  # after an erasure, waiting for programs that still read old pages
SUBSCRIBE_POLL_SECONDS = 0.2  # how often a waiting subscriber looks
LISTEN_PATIENCE_SECONDS = 5.0  # the same where the store announces changes
CONNECT_TIMEOUT_SECONDS = 10.0  # waiting for a server, or for a free connection to it
RECONNECT_SECONDS = 5.0  # trying again where a connection was lost before anything was done
INTERRUPTIONS_MAX = 3  # after which an interrupted unit of work is given up
DISK_FREE_BYTES_MIN = 200_000_000  # under which doctor warns
CLOCK_DRIFT_SECONDS_MAX = 5.0  # between clock, server and record, over which doctor warns
VECTORS_WITHOUT_INDEX_MAX = 10_000  # of one model, over which doctor asks for an index
CONNECTIONS_MAX = 16  # of one memory to a server
ASYNC_THREADS_MAX = 8  # calls of one AsyncMemory that run at once


def as_table() -> dict[str, int | float]:
    """Name and value of every limit."""
    return {
        name: value
        for name, value in globals().items()
        if name.isupper() and isinstance(value, int | float)
    }
