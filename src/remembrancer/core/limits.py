"""Every limit in one place. `remembrancer doctor` prints them."""

from __future__ import annotations

from remembrancer.core import preset as _preset
from remembrancer.core import text as _text

NAME_CHARACTERS_MAX = _text.NAME_LENGTH_MAX  # a name, an id, a tag, a category
TITLE_CHARACTERS_MAX = _text.LINE_LENGTH_MAX  # a title
CONTENT_CHARACTERS_MAX = _text.BODY_LENGTH_MAX  # the content of one item or message
SOURCE_CHARACTERS_MAX = _text.RAW_LENGTH_MAX  # the raw text of one source
REASON_CHARACTERS_MAX = 2_000  # a reason given for an act
DATA_BYTES_MAX = 256_000  # data or metadata of one item, as JSON
QUERY_CHARACTERS_MAX = 10_000  # a question to recall
QUERY_TERMS_MAX = 64  # different words of a question that are searched for

SQL_CHARACTERS_MAX = 10_000  # an SQL query
SQL_TOKENS_MAX = 2_000  # words and signs of an SQL query
SQL_DEPTH_MAX = 40  # levels inside each other in an SQL query
SQL_TABLES_MAX = 12  # views that one SQL query names, each time it does
SQL_SEARCHES_MAX = 4  # full-text searches of one SQL query
SQL_AT_ONCE_MAX = 4  # SQL queries that one store answers at the same time

QUERY_TIMES_MAX = 8  # times that a question names, of which the first count
RECALL_HITS_MAX = 200  # k of recall
RECALL_CANDIDATES_MAX = 2_000  # texts scored for one question
PAGE_ITEMS_DEFAULT = 50  # items of a page
PAGE_ITEMS_MAX = 500
AUDIT_ENTRIES_MAX = 1_000  # ledger entries of one audit page
CHAIN_ITEMS_MAX = 10_000  # items of one supersession chain

GRAPH_DEPTH_MAX = 5  # steps from a node: of neighbours and of a path
GRAPH_NODES_MAX = 1_000  # nodes of one neighbourhood
GRAPH_NODES_DEFAULT = 200
GRAPH_EDGES_MAX = 20_000  # relations looked at for one neighbourhood or path
GRAPH_CONNECTED_EDGES = 5_000  # newest relations, of which the most connected nodes are counted
GRAPH_CONNECTED_NODES = 12  # that are told as the most connected
GRAPH_TIMES_MAX = 40  # at which a node changed, told of at once
GRAPH_EVIDENCE_RELATIONS_MAX = 1_000  # relations whose messages are read at once
GRAPH_EVIDENCE_MESSAGES_MAX = 200  # of one relation
GRAPH_BATCH_RECORDS_MAX = 500  # nodes and relations that are added at once
GRAPH_IMPORT_ROWS_MAX = 1_000_000  # nodes and relations of one import
CHAIN_DEPTH_MAX = 10  # steps of a chain of decisions, in each direction
CHAIN_STEPS_MAX = 2_000  # relations of one chain, in each direction
CONTEXT_ITEMS_MAX = 500  # items that were known when a decision was made
LINK_CANDIDATES_MAX = 50  # decisions that a new one is compared with
OUTCOMES_DUE_MAX = 1_000  # decisions whose outcome is due, told of at once
PRECEDENTS_MAX = 200  # k of precedents
PRECEDENTS_COMPARED = 50  # decisions whose parts are compared with a situation, if k is no more
PRECEDENT_CANDIDATES_MAX = 5_000  # newest decisions that filters choose from
PRECEDENT_VECTORS_MAX = 2_000  # texts of decisions whose vectors are kept in memory
PRECEDENT_CONDITIONS_MAX = 20  # filters of one question for precedents
SIMILAR_MAX = 200  # k of decisions that are similar in shape
INQUIRY_ITERATIONS = 10  # rounds of looks of one inquiry, unless the caller says otherwise
INQUIRY_ITERATIONS_MAX = 50  # that a caller may ask for
INQUIRY_FACTS = 30  # facts in an answer, unless the caller says otherwise
INQUIRY_FACTS_MAX = 200  # that a caller may ask for
INQUIRY_SECONDS = 60.0  # of one inquiry: then what was found so far is the answer
INQUIRY_MESSAGES_MAX = 200  # of the conversation that an answer is wanted for
INQUIRY_ENTITIES_MAX = 500  # entities whose names share a word with the conversation
INQUIRY_EDGES_MAX = 300  # relations of what one look is about
INQUIRY_QUOTED_MAX = 600  # relations whose messages are read, to compare their words
INQUIRY_COMPARED_MAX = 200  # facts that are compared by meaning
INQUIRY_CANDIDATES_MAX = 2_000  # facts that one inquiry keeps in mind
INQUIRY_CONTEXT_CHARACTERS = 1_500  # of the context that is suggested for a chat model
INQUIRY_PROFILE_FACTS = 6  # facts in the profile of a person
INQUIRY_SHAPE_CHARACTERS_MAX = 400  # of the form of a query in a report on inquiries
INQUIRIES_LISTED_MAX = 200  # sessions of a page
INQUIRIES_REPORTED_MAX = 1_000  # sessions that one report looks at, the newest first
INQUIRY_REPORT_LINES_MAX = 100  # of each sort in that report
PREFETCH_PEOPLE_MAX = 50  # people whose context is wanted before they speak
PEOPLE_KEPT_MAX = 500  # summaries of people that one process keeps in memory
PEOPLE_KEPT_SECONDS = 60  # after which such a summary is made anew, if nothing changed before
INQUIRY_TOOL_SECONDS = 5.0  # of one call of a tool that has no limit of its own
INQUIRY_CALLS_PER_ROUND = 8  # calls of tools that a model may make in one round
INQUIRY_RESULT_CHARACTERS = 16_000  # of one result that a model is shown
INQUIRY_RESULTS_CHARACTERS = 120_000  # of all results in one prompt: older ones are left out
INQUIRY_THOUGHT_CHARACTERS = 1_500  # of a thought, and of the reasoning of a model
INQUIRY_SEEN_ENTITIES = 100  # entities in results, between which relations are looked for
LEARNING_LINES_DEFAULT = 20  # of each list of the report on learning
LEARNING_DECISIONS_MAX = 10_000  # newest decisions that the report on learning counts by type
SIMULATION_DECISIONS_MIN = (
    20  # that chose the same, below which no rate and no distribution is told
)
SIMULATION_DECISIONS_MAX = 10_000  # newest decisions that a simulation looks at
SIMULATION_COMPARED_MAX = 500  # decisions that are compared with a situation by their meaning
SIMULATION_NAMED_MAX = 200  # decisions that a simulation rests on, named in its answer
SIMULATION_TEXTS_MAX = 50  # concerns, and as many outcomes, that it counts in its answer
SIMULATION_MONTHS_MAX = 120  # after a decision, in which it may be revisited
COMMUNITIES_MAX = 200  # communities of decisions told of at once
COMMUNITY_MEMBERS_MAX = 1_000  # decisions of one community that are listed with their words
SHAPES_KEPT_MAX = 4  # spaces whose vectors of shapes one process holds
SHAPES_REMADE_MAX = 2_000  # up to so many decisions, each change makes all vectors anew
SHAPES_JOINED_PART = 50  # once one in so many has joined, due work makes all vectors anew
SHAPE_JOINS_MAX = 500  # decisions that join the others' vectors at once
SHAPE_NEIGHBOURS_MAX = 50  # of one node, that the vector of a decision which joins is made of
SHAPE_NEIGHBOURHOOD_MAX = 20_000  # nodes around decisions that join
SHAPE_PART_BYTES = 4_000_000  # of stored vectors, in one row
POLICY_LIST_MAX = 1_000  # policies told of at once
POLICY_DECISIONS_MAX = 10_000  # decisions with one policy that are looked at
REPORT_CHAIN_DEPTH = 10  # steps of the chain that a report tells, in each direction
REPORT_ITEMS_MAX = 5_000  # items, and as many decisions, that a report on a subject holds
REPORT_MESSAGES_MAX = 10_000  # messages that it holds
REPORT_RELATIONS_MAX = 5_000  # relations that it holds
REPORT_DELIVERIES_MAX = 100_000  # deliveries that it counts
GRAPH_QUERY_SECONDS = 5.0  # of one Cypher or SQL query
GRAPH_QUERY_ROWS_MAX = 1_000  # of its answer
GRAPH_QUERY_ANSWER_CHARACTERS_MAX = 1_000_000  # of its answer, as JSON
GRAPH_QUERY_MEMORY_BYTES_MAX = 256 * 1024 * 1024  # above what the projection takes

WINDOW_MESSAGES = 20  # of a conversation, given word for word
DIGEST_BATCH_MESSAGES = 20  # that one step adds to a digest
DIGEST_TOKENS_MAX = 500  # of a digest in its envelope
CONVERSATION_IDLE_SECONDS = 300  # without a message, after which extraction is due
MESSAGES_MAX = 500  # messages of a channel given at once

JOB_ATTEMPTS_MAX = 5  # after which due work counts as failed
JOB_LEASE_SECONDS = 60  # that a worker has before it must renew its claim
JOB_BACKOFF_SECONDS = 10  # after the first failure; four times as long after each further one
JOB_BACKOFF_SECONDS_MAX = 3_600
JOB_STOP_SECONDS = 10.0  # that closing waits for work under way
JOB_POLL_SECONDS = 1.0  # how often a worker looks for work that nobody told it of
JOB_PAUSE_SECONDS_MAX = 60.0  # after which a waiting thread looks at the clock again
JOB_ERROR_CHARACTERS_MAX = 500  # of the reason that work keeps for its last failure
JOBS_LISTED_MAX = 1_000  # pieces of work that are listed, the next first

WALKS_BATCH = 50  # questions that are logged at a time, unless their time comes first
WALKS_WAIT_SECONDS = 5.0  # after which a question is logged that waits
WALKS_WAITING_MAX = 1_000  # questions of a space that wait where the store does not take them
WALKS_LISTED_MAX = 500  # walks of a page
WALKS_REPORTED_MAX = 10_000  # walks that one report looks at, the newest first
WALK_CLIENTS_MAX = 200  # subjects whose attributes a report looks at, those that came back most
WALK_CLIENT_ITEMS_MAX = 500  # of one of them, the newest
WALK_TELLING_WALKS_MIN = 3  # in which an attribute is met before it tells anything
LEARNED_WALKS_PER_CALLER = 50  # from which ranking learns, the newest of each caller
LEARNED_WALKS_MAX = 5_000  # of all of them
LEARNED_BY_ONE_MAX = 0.03  # what one caller's walks move an item's weight, up or down
LEARNED_MAX = 0.15  # what those of all callers do
WALK_SHAPE_WORDS_MAX = 24  # of the form of a question
WALK_REPORT_LINES_MAX = 100  # of each sort in a report

DELIVERY_GIVEN_BYTES_MAX = 2_000_000  # of what a caller gives for one delivery, as JSON
DELIVERIES_LISTED_MAX = 1_000  # of a page, or of those that told one item or held words of one talk

CONVERSATIONS_LISTED_MAX = 500  # conversations of a page
OPENING_CHARACTERS_MAX = 200  # of the first message, by which a list tells a conversation

CAPTURE_CHUNK_MESSAGES = 500  # messages stored at a time from a file
CAPTURE_CHUNK_BYTES = 4_000_000  # of a file, after which what was read is stored
LINE_BYTES_MAX = 8_000_000  # of one line of a file; a longer one is passed over
SESSION_PART_BYTES_MAX = 3_000_000  # of a session's transcript that is sent at once
SESSION_OFFSET_MAX = 1 << 53  # in a transcript; every program that speaks JSON can count so far
NOTES_BYTES_MAX = 1_000_000  # of a notes file
RECORD_BYTES_MAX = 64_000_000  # of one meeting or export to backfill
CHAT_FILES_MAX = 100_000  # of one export of a chat server

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
EMBED_BATCH_TEXTS = 64  # texts embedded at a time
EMBED_BATCH_PARTS = 64  # vectors made at a time, unless one text has more
EMBED_WHOLE_WORDS_MAX = 130  # of a text that is embedded whole and by sentence; a longer one is cut
EMBED_SENTENCE_WORDS_MIN = 6  # of a sentence that has a vector of its own
EMBED_PART_WORDS = 100  # of a long text that make one vector
EMBED_PARTS_MAX = 4  # of a long text; what comes after them is found by its words
RECALL_CENTRES = 150  # texts that are weighed with all that was said around them
RECALL_LINKED_TEXTS = 60  # found by a link or by a time, beside words and meaning
RERANKED_TEXTS = 50  # hits that a reranker reads
RECALL_RETRIEVER_TEXTS = 300  # of each retriever that are ranked together
MESSAGES_CACHED_MAX = 400_000  # of a space, in one process, where the store is one file
VECTORS_CACHED_MAX = 400_000  # in the memory of one process, where the store is one file
VECTORS_WITHOUT_INDEX_MAX = 10_000  # of one model, over which doctor asks for an index
MODEL_CALLS_MAX = 20  # to a language model for one task, tries that failed among them
MODEL_TOKENS_MAX = 200_000  # of one task, asked and answered
MODEL_SECONDS_MAX = 300.0  # of one task, with what a busy server makes it wait
MODEL_TIMEOUT_SECONDS = 60.0  # until the whole of one answer is there
MODEL_ANSWER_TOKENS_MAX = 8_000  # of one answer
MODEL_ANSWER_TOKENS_MIN = 256  # that there must be room for, or the call is not made
MODEL_ANSWER_BYTES_MAX = 4_000_000  # of one answer
MODEL_ARGUMENTS_DEPTH_MAX = 32  # levels inside each other in the arguments of a tool call
MODEL_CALLS_LOGGED = 1_000  # calls that one process can tell of, the newest
PROMPT_CHARACTERS_MAX = _preset.PROMPT_LENGTH_MAX  # of a prompt that a space brings itself
EXTRACT_CHUNK_CHARACTERS = 16_000  # of a conversation that a model reads at a time
EXTRACT_PART_CHARACTERS = 8_000  # of one message; a longer one is read in parts
EXTRACT_OVERLAP_MESSAGES = 2  # that are shown again with the next ones, to be understood
EXTRACT_CANDIDATES_MAX = 60  # that one answer of a model may hold
EXTRACT_RELATIONS_MAX = 100  # relations in one answer of a model
JUDGE_CANDIDATES_MAX = 40  # that one question to a judge may hold
NEIGHBOURS_COMPARED_MAX = 12  # known items that something new is compared with
FILED_AT_ONCE_MAX = 10  # items drawn out that are stored while others wait for the store
COMPARING_ROUNDS_MAX = 4  # times that a unit of work is undone to compare what it needs
COMPARISONS_KEPT_MAX = 10_000  # pairs of texts, for the next unit of work
HANDED_TEXTS_MAX = 200  # of low trust that what a program remembers is compared with
HANDED_DAYS_MAX = 90  # since they were handed to it
HANDED_ROWS_MAX = 10_000  # newest walks, deliveries, messages and items looked through for them
HANDED_NOTED_MAX = 20_000  # of them that one process knows to be on record
HANDED_NOTED_HOURS = 24  # for which it need not be put on record again
HANDED_CHARACTERS_MAX = 20_000  # of one of them that are compared
DERIVED_FROM_MAX = 5  # of them that an item names as what it is derived from
BAD_LINES_LISTED_MAX = 5  # of a file or a list, listed with their number
PROPOSALS_MAX = 500  # items that rules draw out of one text or conversation at once
LEFT_OUT_MAX = 500  # of what is not kept, told one by one; of the rest how many
NAMES_LEARNED_ITEMS = 500  # shared items whose entities are known names, the newest
NAMES_TOLD_MAX = 2_000  # people and entities that an extractor is told of
BRIEFING_TOKENS_MIN = _preset.BRIEFING_TOKENS_MIN  # that a briefing may be asked to fit into
SUMMARY_TOKENS_MIN = _preset.SUMMARY_TOKENS_MIN  # that a summary for an agent may be given
REMINDER_TOKENS_MIN = _preset.REMINDER_TOKENS_MIN  # that reminders may be given
BRIEFING_LINE_CHARACTERS = 400  # of one item in a briefing; the rest is told by an ellipsis
BRIEFING_PART_ITEMS_MAX = 200  # of one kind that a briefing chooses from, the newest
TASKS_SCANNED_MAX = 10_000  # items that reminders and suggestions look at; the last changed
SUGGESTION_TOPIC_CHARACTERS = 120  # of the topic that a suggested prompt names
INSIGHT_ITEMS_MAX = 50_000  # items that insights are drawn from, the newest first
INSIGHTS_MAX = 100  # that one call gives
BUNDLE_TOKENS = 6_000  # of a bundle's approved items, where neither caller nor preset says
TOKENS_FITTED_ROUNDS = 12  # in which a delivery is made to fit by a caller's tokenizer
BUNDLE_TOKENS_MAX = 1_000_000  # that a caller may ask for
STREAMS_MAX = 100  # streams of events that one server process keeps open
ANSWER_KEPT_SECONDS = 86_400  # that the answer to a request with a key can be had again
ANSWER_LEASE_SECONDS = 60  # after which a request that was begun and never ended is done again
ANSWER_CHARACTERS_MAX = 2_000_000  # of an answer that is kept; a longer one is not given again
IMPORT_BYTES_MAX = 4_000_000_000  # of an export that is sent to the server
REQUEST_BYTES_MAX = 8_000_000  # of the body of one request to the server
REQUEST_URL_BYTES_MAX = 16_000  # of its path and query
REQUEST_HEADERS_BYTES_MAX = 32_000  # of all its headers together
REQUEST_SECONDS_MAX = 120.0  # until it is answered, unless `rmb serve` is told otherwise
REQUESTS_AT_ONCE_MAX = 256  # that one server process has under way, streams aside
REQUEST_THREADS_MAX = 14  # that one server process works on at once; fewer than connections
CALLER_REQUESTS_PER_SECOND = 100  # of one caller, unless `rmb serve` is told otherwise
ADDRESS_REQUESTS_PER_SECOND = 500  # of one address, before it is known who calls
REFUSED_TOKEN_COST = 50  # requests that one with a refused token counts for, at its address
SHUTDOWN_SECONDS = 10  # that requests under way have to end, when the server is told to
SERVER_PROCESSES_MAX = 64  # of one `rmb serve`
PACE_BURST_SECONDS = 10  # whose requests may come all at once
PACES_KNOWN_MAX = 10_000  # callers, and addresses, whose pace one process knows
TOOL_RESULT_TOKENS_MAX = 20_000  # of what one tool answers, as JSON
TOOL_TEXT_CHARACTERS = 8_000  # of one stored text in it; a longer one says that it was shortened
TOOL_HITS_MAX = 20  # that an agent may ask `recall` for
TOOLS_MAX = 128  # that an agent can be offered, a program's own among them
BUNDLE_ITEMS_MAX = 20_000  # approved items that a bundle chooses from: those that changed last
RULES_FILE_BYTES_MAX = 8_000_000  # of an AGENTS.md with the section of a pull
MEMORY_LINE_TOKENS_USUAL = 200  # of one memory in a prompt; longer ones get what room is left
SAID_TWICE_KNOWN_MAX = 20_000  # pairs of memories of which one process knows if they say the same
LIVE_LINES_MAX = 1_000  # of live state that are looked at
LIVE_LINE_CHARACTERS = 300  # of one line of live state in a prompt
BATCH_ITEMS_MAX = 1_000  # that one call decides on
DECIDED_AT_ONCE_MAX = 100  # of them that are decided while others wait for the store
LIVE_DELIVERIES_MAX = 20  # requests whose live state is looked at before a conversation is read
CONTRADICTED_ITEMS_MAX = 5  # items that a request says a message speaks against
CONTRADICTING_CHARACTERS_MAX = 2_000  # of a message that is compared with what is known
QUEUE_REJECTIONS_MAX = 100  # items of a page of the queue that are compared with rejected items
CASE_NEIGHBOURS_MAX = 5  # items that are shown beside one under review
CASCADE_LISTED_MAX = 1_000  # items or deliveries that relied on one, of each sort
ARRIVALS_CHECKED_MAX = 100  # items added at once that are compared with existing items
ARRIVALS_COMPARED_AT_ONCE = 100  # added items that are compared in one unit of work
ARRIVALS_COMPARED_FIRST_MAX = 500  # added items that are compared before contradictions are shown
ARRIVALS_NOTICED_SECONDS = 1.0  # after which an open memory compares what was added meanwhile
COMPRESSED_ITEMS_MAX = 500  # items that one compression looks at, the newest first
COMPRESSED_PARTS_MAX = 24  # items that one may stand for
COMPRESSED_CHARACTERS_MAX = 4_000  # of what stands for several items
COMPRESSIONS_MAX = 1_000  # compressions of compressions that are followed to the one in use
COMPRESSED_HEADING_CHARACTERS_MAX = 80  # of the heading that a model gives it
RECONFIRMED_ITEMS_MAX = 50  # items that one delivery renews
MENTIONED_COMPARED_MAX = 500  # known items whose words are looked for in what was said
TOKEN_DAYS_MAX = 366  # that a bearer token is good for
TOKEN_SECONDS_MIN = 60  # that it is good for
TOKEN_CHARACTERS_MAX = 8_000  # of a token; a longer one is none of ours
TOKENS_LISTED_MAX = 1_000  # of a space, the newest first
TOKENS_KNOWN_MAX = 10_000  # whose signature one process has checked and need not check again
KEYS_KNOWN_SECONDS = 5.0  # after which a process looks again which keys verify
SECRET_CHARACTERS_MIN = 32  # of the setting `secret`
CONNECTIONS_MAX = 16  # of one memory to a server
SUBJECT_ITEMS_DRAWN_MAX = 200  # items that the page of a subject draws its history from
PASSAGE_CHARACTERS = 240  # that a page shows before and after the words of evidence
PASSAGE_CONVERSATIONS_MAX = 4  # that the page of one item looks them up in
DIFFERENCE_WORDS_MAX = 2_000  # of two texts that a page compares word by word
EXCERPT_CHARACTERS = 240  # of a text that a search shows
AUDIT_ENTRIES_SCANNED_MAX = 5_000  # by one page of the audit log with a filter
CHAIN_AT_SIGHT_ROWS = 2_000  # of a ledger that its page checks without being told to
CONTRADICTIONS_SHOWN_MAX = 30  # pairs of one page
OUTCOME_CHARACTERS_MAX = 300  # of the outcome on the page after an act; a cookie has it
ASYNC_THREADS_MAX = 8  # calls of one AsyncMemory that run at once

CYPHER_CHARACTERS_MAX = 10_000  # of a query in Cypher
CYPHER_TOKENS_MAX = 2_000  # words and signs of one
CYPHER_DEPTH_MAX = 24  # brackets inside brackets
CYPHER_CLAUSES_MAX = 20  # MATCH, WITH, UNWIND and RETURN of one query
CYPHER_RELATIONSHIPS_MAX = 16  # of all its patterns; a path of variable length counts its most
CYPHER_HOPS_MAX = 5  # relationships that a path of variable length takes
CYPHER_PARAMETERS_MAX = 100
CYPHER_PARAMETER_VALUES_MAX = 1_000  # of a list that is a parameter
CYPHER_PARAMETER_CHARACTERS_MAX = 100_000  # of all parameters together

AGENTS_MAX = 200  # agents on record in a space; each push is weighed for every other one
AGENT_WORDS_MAX = 50  # specializations, and content kinds, of one agent
AGENT_VALUE_CHARACTERS_MAX = 50_000  # of one entry of an agent's memory, as JSON
AGENT_PENDING_LISTED_MAX = 1_000  # entries that wait, and updates that wait, as one call lists them
AGENT_UPDATES_PULLED_MAX = 1_000  # updates that one call delivers
AGENT_UPDATES_KEPT_MAX = 1_000  # delivered updates of one agent that stay on record
AGENT_L3_CANDIDATES_MAX = 50  # items of one key that are looked at
AGENT_EXPIRED_REMOVED_MAX = 100  # entries past their time that one write removes
AGENT_RECEIVERS_MAX = 100  # of one alert
SYNC_LATENCIES_KEPT_MAX = 500  # of each queue, the newest
PRECEDENTS_COMPARED_MAX = 10  # items whose words are compared with a finding
PRECEDENT_WORDS_MAX = 40  # of a finding that are looked for
GATES_LISTED_MAX = 100  # gates to come


def as_table() -> dict[str, int | float]:
    """Name and value of every limit."""
    return {
        name: value
        for name, value in globals().items()
        if name.isupper() and isinstance(value, int | float)
    }


GRAPH_VIEWERS_KNOWN_MAX = 1_000  # of whom one process knows whether they see only what all see
