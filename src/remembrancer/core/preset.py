"""A preset: everything in which one product differs from another, as plain values."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, JsonValue, StringConstraints

from remembrancer.core.base import Value
from remembrancer.core.desk import DeskRules
from remembrancer.core.grounds import Grade
from remembrancer.core.kinds import Family
from remembrancer.core.texts.text import BODY_PATTERN, Line, Name

Share = Annotated[float, Field(ge=0.0, le=1.0)]
Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]

BRIEFING_TOKENS_MIN = 150  # enough for any briefing to name its subject and meeting
SUMMARY_TOKENS_MIN = 300  # enough for any summary to name its subject
REMINDER_TOKENS_MIN = 300  # enough for any single task
PROMPT_LENGTH_MAX = 20_000  # characters in a custom prompt
Prompt = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=PROMPT_LENGTH_MAX, pattern=BODY_PATTERN
    ),
]


PromptVersion = Literal["inquiry 1", "inquiry 2"]  # of the retrieval agent


class ReviewPolicy(StrEnum):
    AUTO = "auto"  # new items are in use at once
    REQUIRED = "required"  # new items wait for a person


class ConfidencePolicy(StrEnum):
    SOURCE_BASELINE = "source_baseline"  # the source decides; the caller's value is ignored
    EXTRACTED = "extracted"  # the extractor's or caller's value, decaying, boosted when confirmed
    AS_GIVEN = "as_given"  # the caller's value, unchanged by time


class ContradictionPolicy(StrEnum):
    SUPERSEDE = "supersede"  # a newer value replaces the older
    SUPERSEDE_AND_FLAG = "supersede_and_flag"  # the same, and a person is notified
    FLAG_ONLY = "flag_only"  # both stay, and a person is notified
    ADMIN_DECIDES = "admin_decides"  # nothing changes until an admin decides
    DEBATE = "debate"  # agents debate it


class MandatoryPolicy(StrEnum):
    BYPASS = "bypass"  # mandatory items are delivered beyond the budget
    WITHIN_CEILING = "within_ceiling"  # mandatory items first, never above the budget


class MessageReaders(StrEnum):
    MEMBERS = "members"  # everyone in the space may read raw messages
    OWNER_AND_ADMINS = "owner_and_admins"  # only who submitted them and admins may read them


class Registry(Value):
    """The words a field may hold."""

    values: tuple[Name, ...] = ()  # the known words
    strict: bool = False  # True: no other word is accepted


class Retention(Value):
    """How long knowledge of one kind stays in use without being confirmed."""

    expires_after_days: Positive | None = None  # None: never
    expires_after_months: Positive | None = None  # calendar months; None: never
    historical_after_days: Positive | None = None  # None: stays current


class Compression(Value):
    """When related knowledge is put together, so that what is in use stays few."""

    above: Positive | None = None  # more items in use than this start it at once; None: never
    target: Positive = 30  # items in use that it leaves, if enough can be combined
    every: Name | None = None  # the interval of regular runs: "1mo"; None: none
    every_above: Count = 0  # regular runs need more items in use than this
    kinds: tuple[Name, ...] = ()  # kinds to combine; loosely related items in this order


class ConfidenceRules(Value):
    """The numbers behind confidence."""

    policy: ConfidencePolicy = ConfidencePolicy.AS_GIVEN
    default: Share = 1.0  # if neither the caller nor the source sets one
    baselines: dict[str, Share] = {}  # by source type, or "source_type.subtype"
    approved_bonus: Share = 0.0  # an admin approved it
    live_confirmed_bonus: Share = 0.0  # a person confirmed it in a live session
    verifier_bonus: Share = 0.0  # for each further independent person
    half_life_months: Annotated[float, Field(gt=0)] | None = None  # None: no decay
    decay_includes_bonuses: bool = True  # False: only the base decays
    floors: dict[str, Share] = {}  # "admin_mandate" and "verified" never fall below
    confirmation_boost: Share = 0.0  # share of the missing confidence regained on confirmation
    hedge_below: Share = 0.6  # rendered with a hedge below this


class RecallRules(Value):
    """What recall may return, and to whom."""

    agents_need_review: bool = False  # True: agents and services get reviewed items only
    people_need_review: bool = False  # True: people get reviewed items and their own pending ones
    messages: MessageReaders = MessageReaders.MEMBERS


class CaptureRules(Value):
    """What becomes of what is captured without a model."""

    fact_kind: Name = "fact"  # of facts in meeting notes
    action_kind: Name = "action_item"  # of action items in meeting notes
    event_kind: Name = "decision"  # of items that explain a change on the platform
    decision_types: dict[str, Name] = {}  # decision types by kind of event


class ExtractRules(Value):
    """What is extracted from what people say."""

    kinds: dict[Family, Name] = {Family.FACT: "fact"}  # an absent family is not kept
    is_about_clients: bool = False  # True: "the client" is the subject and nobody else
    hears_agents: bool = False  # True: agents are authors here, and what they state is extracted
    only_due_tasks: bool = False  # True: a task is kept only if it has an owner and a date


class JudgementRules(Value):
    """How sure a judgement must be to change something known without a person."""

    acts_at: Grade = Grade.LIKELY  # below it both items stay, and a real conflict is a question


class DeclaredRelation(Value):
    """A type of relation and the kinds of what it connects; an item counts by its kind's label."""

    type: Name
    source: tuple[Name, ...] = ()  # kinds it may start from; empty: any
    target: tuple[Name, ...] = ()  # kinds it may point to; empty: any
    both_ways: bool = False  # True: it says the same in both directions


class DerivedAttribute(Value):
    """An attribute of entities that is kept in step with what they are related to."""

    kind: Name  # of the entities that have it
    attribute: Name
    # Types of relations to follow, one step each; "<MADE" is followed against its direction.
    path: Annotated[tuple[Name, ...], Field(min_length=1, max_length=4)]
    # count: how many there are; rate: the mean of values between 0 and 1; latest: the last value
    measure: Literal["count", "rate", "latest"]
    value: Name | None = None  # the attribute to take; None: count all, or the time of the latest
    at: Name | None = None  # the attribute with its time; without one, when the relation was seen
    of: Name | None = None  # of a rate: the attribute that says of how many a stated one is


class ShownField(Value):
    """A property of items in the graph that has another name in their data."""

    kind: Name  # of the items
    name: Name  # of the property
    fields: Annotated[tuple[Name, ...], Field(min_length=1)]  # of the data; the first with a value


class GraphRules(Value):
    """The kinds of entities and the types of relations, and where they come from."""

    from_talk: bool = True  # True: what people plainly state is stored without a person
    kinds: Registry = Registry()
    types: Registry = Registry()  # compared without regard to case
    relations: tuple[DeclaredRelation, ...] = ()  # a type may have several rows
    derived: tuple[DerivedAttribute, ...] = ()  # in the order in which they are computed
    shown: tuple[ShownField, ...] = ()


class InquiryRules(Value):
    """How the retrieval agent looks, where a caller does not say."""

    # None: react with a model that calls tools, else rules
    strategy: Literal["react", "state_machine", "custom", "rules"] | None = None
    # versions of the prompt, which share the sessions evenly
    prompts: Annotated[tuple[PromptVersion, ...], Field(min_length=1)] = (
        "inquiry 1",
        "inquiry 2",
    )


class DecisionType(Value):
    """A type of decision in the catalogue of a space."""

    title: Line
    category: Name  # one of the categories
    captures: Line  # what a record of it tells
    feeds: tuple[Name, ...] = ()  # source types that it is heard from
    before: Name = "no"  # whether it was on record before there were traces: yes, partly, no


class DefaultPolicy(Value):
    """A policy that a preset brings along."""

    name: Line
    description: Line
    category: Name


class PrecedentWeights(Value):
    """What counts for how much where precedents are ranked for a decision at hand."""

    text: Share = 0.7  # how alike the words and their meaning are
    structure: Share = 0.3  # how alike the shapes are


class RoutingRules(Value):
    """To whom a complex decision goes. A score is absolute: what others decide changes no route."""

    at_least: Positive | None = None  # the score of complexity; None: nothing is routed
    to: Line | None = None  # whom, in words


class FingerprintRules(Value):
    """What counts as a known pattern, and when a label is inferred."""

    pattern_similarity: Share = 0.5  # the cosine of shapes that are of one pattern
    pattern_decisions: Positive = 2  # others of this shape that make it known
    decisions_min: Positive = 20  # with fewer nobody can tell what is unusual
    label_similarity: Share = 0.75  # of a labelled decision whose label is inferred


class DecisionRules(Value):
    """What is decided here, and how it is kept."""

    kind: Name = "decision"  # of items that hold a decision
    policy_kind: Name = "policy"  # of items that hold a policy
    strict: bool = False  # True: no type but those of the catalogue is accepted
    subject_kind: Name = "Person"  # of the entity that stands for a subject
    outcome_kind: Name | None = None  # of the entity made of each outcome; None: none is made
    made_by: Name | None = None  # the type from participants on record to a decision; None: none
    outcome_after_days: Positive | None = None  # days until one asks what came of it; None: never
    categories: dict[Name, Line] = {}  # by name, in the order in which they are shown
    types: dict[Name, DecisionType] = {}  # the catalogue, by name
    policies: tuple[DefaultPolicy, ...] = ()  # that `policies.add_defaults()` adds
    precedent_weights: PrecedentWeights = PrecedentWeights()
    routing: RoutingRules = RoutingRules()
    fingerprint: FingerprintRules = FingerprintRules()


class CapabilityState(StrEnum):
    OFF = "off"  # the verb refuses, and says how to turn it on
    ON_REQUEST = "on_request"  # computed when somebody asks for it by name, and never unasked
    ON = "on"  # also computed unasked, where there is a place for it


class Capabilities(Value):
    """What is made of decisions, and whether it is computed unasked."""

    causal_chains: CapabilityState = CapabilityState.ON
    semantic_precedents: CapabilityState = CapabilityState.ON
    policy_tracking: CapabilityState = CapabilityState.ON
    structural_precedents: CapabilityState = CapabilityState.ON_REQUEST
    hybrid_precedents: CapabilityState = CapabilityState.ON_REQUEST
    communities: CapabilityState = CapabilityState.ON_REQUEST
    node_embeddings: CapabilityState = CapabilityState.ON_REQUEST  # fingerprints and anomalies
    simulation: CapabilityState = CapabilityState.ON_REQUEST


class Budget(Value):
    """How much one delivery may hold."""

    tokens: Count | None = None  # None: no ceiling by tokens
    items: Count | None = None  # None: no ceiling by count
    per_group: Count | None = None  # None: no ceiling per kind
    mandatory: MandatoryPolicy = MandatoryPolicy.BYPASS


class BriefingRules(Value):
    """How much a briefing holds."""

    tokens: Annotated[int, Field(ge=BRIEFING_TOKENS_MIN)] = 2_000  # of the whole text
    per_part: Positive = 10  # items of each part
    precedents: Annotated[int, Field(ge=0)] = 0  # decisions for other subjects in like situations


class SuggestionRules(Value):
    """When something is worth offering."""

    stale_after_days: Positive = 7  # days without a change until an open matter is stale
    deadline_within_days: Count = 3  # days until the deadline of a decision
    follow_up_tags: tuple[Name, ...] = ("follow_up", "follow-up")  # of decisions that need one
    prompts_max: Positive = 5  # suggestions at once


class ReminderRules(Value):
    """When people are reminded."""

    within_days: Count = 3  # days until the deadline
    tokens: Annotated[int, Field(ge=REMINDER_TOKENS_MIN)] = 2_000  # delivered at once


class NotifyRules(Value):
    """How people are told of what waits for them."""

    review_after_minutes: Count = 15  # from the first item that waits for review: more may come
    email: Line | None = None  # for people who have no address of their own
    webhook: Line | None = None


class InsightRules(Value):
    """What counts as a pattern."""

    min_subjects: Annotated[int, Field(ge=2)] = 3  # subjects that must share it


class ContextRules(Value):
    """What a request to a chat model is made of, and how many tokens each part may take up."""

    system_prompt: Prompt | None = None  # what the assistant is told about its domain
    system_tokens: Count = 2_000
    memory_tokens: Count = 3_000  # at most this, and at most the budget
    live_tokens: Count = 500
    summary_tokens: Count = 500  # of the messages before the verbatim ones
    verbatim_tokens: Count = 8_000  # of the latest messages
    total_tokens: Positive = 15_000  # all of it, with the user's message
    window_tokens: Positive = 200_000  # the model's context window, reply included
    memory_tokens_kept: Count = 1_000  # reserved as long as other parts can shrink
    verbatim_tokens_kept: Count = 4_000
    memory_items: Count = 30  # at most this, and at most the budget
    order: tuple[Name, ...] = ("preference", "unresolved", "decision", "knowledge")  # others last
    always: tuple[Name, ...] = ("preference",)  # kinds included without being relevant
    relevant_only: bool = False  # True: other kinds only if relevant to the message
    relevant_share: Share = 0.6  # of the best score; below it an item is not relevant
    sections: dict[Line, tuple[Name, ...]] = {  # in order; one without kinds has the rest
        "User preferences": ("preference",),
        "Recent decisions": ("decision", "decision_trace"),
        "Company context": (),
        "Open items": ("unresolved", "action_item"),
    }


class Screens(Value):
    """What end users see of memory; admins keep their own pages."""

    timeline: bool = False
    sidebar: bool = False
    browse: bool = False
    suggestions: bool = False
    debates: bool = False


class Preset(Value):
    """One product's values. A space may override any of them."""

    name: Name
    title: Line  # one line for people
    language: str = "english"  # stemming and stop words
    kinds: Registry = Registry()
    default_kind: Name = "fact"
    categories: Registry = Registry()
    domains: Registry = Registry()
    teams: tuple[Name, ...] = ()  # tags besides the groups of people
    metrics: tuple[Name, ...] = ()  # tags for texts that name them
    source_types: Registry = Registry()
    default_source_type: Name = "manual"
    default_sensitivity: Name = "internal"
    status_axis: str = Field(default="lifecycle", pattern="^(lifecycle|review)$")
    review: ReviewPolicy = ReviewPolicy.AUTO
    confidence: ConfidenceRules = ConfidenceRules()
    retention: dict[str, Retention] = {}  # by kind; a kind without a row never expires
    compression: Compression = Compression()
    contradiction: ContradictionPolicy = ContradictionPolicy.FLAG_ONLY
    judgement: JudgementRules = JudgementRules()
    graph: GraphRules = GraphRules()
    inquiry: InquiryRules = InquiryRules()
    decisions: DecisionRules = DecisionRules()
    capabilities: Capabilities = Capabilities()
    desk: DeskRules = DeskRules()
    recall: RecallRules = RecallRules()
    capture: CaptureRules = CaptureRules()
    extract: ExtractRules = ExtractRules()
    budget: Budget = Budget()
    context: ContextRules = ContextRules()
    briefing: BriefingRules = BriefingRules()
    suggestions: SuggestionRules = SuggestionRules()
    reminders: ReminderRules = ReminderRules()
    notify: NotifyRules = NotifyRules()
    insights: InsightRules = InsightRules()
    summary_per_kind: Positive = 10  # items shown per kind in a summary
    summary_tokens: Annotated[int, Field(ge=SUMMARY_TOKENS_MIN)] = 8_000  # for an agent
    delivery: tuple[str, ...] = ()  # tools, inject, agent, bundle, tiers
    screens: Screens = Screens()
    exclude_live_covered: bool = False  # True: plain figures are in the books, not in memory
    live_schema: dict[str, JsonValue] = {}  # fields of live data by name; not remembered
    prompts: dict[str, Prompt] = {}  # custom prompts for the language model
    trust_by_source: dict[str, str] = {}  # source types less trusted than their submitter
