// Written by scripts/typescript.py from the server's OpenAPI description.
// Change the server and run it again; do not change this file.

/** A time as ISO 8601 text, such as "2026-11-18T07:36:00Z". */
export type DateTime = string;

/** Seen by who may see all of its items. */
export interface Act {
  /** act_ and an opaque place in the ledger */
  id: string;
  act: ActKind;
  at: DateTime;
  /** whose words or call led to it */
  actor: string;
  /** what stands afterwards: the new one, or the one that was confirmed or closed */
  item: Item;
  /** what it replaced, lists or contradicts */
  others: Item[];
  /** the words that confirmed it, if the caller may read them */
  quote: string | null;
  /** on what it rests */
  grounds: Ground[];
  /** how sure the engine was; null: nothing was compared */
  grade: Grade | null;
  /** the engine's sentence */
  reason: string | null;
  /** the id of the contradiction that was flagged */
  contradiction: string | null;
  /** somebody said that it was wrong */
  is_undone: boolean;
}

/**
 * What the engine did by itself.
 * - `superseded`: a later statement took the place of an earlier one
 * - `confirmed`: an item was said again, and is renewed
 * - `closed`: a task or an open question is done
 * - `flagged`: two items contradict each other, and a person should see it
 * - `merged`: one entry lists several items
 */
export type ActKind = "superseded" | "confirmed" | "closed" | "flagged" | "merged";

/** Acts in order, newest first. Iterate it, index it, or follow `next`. */
export interface Acts {
  acts: Act[];
  /** opaque; acts(cursor: page.next) gives the next page */
  next: string | null;
}

/** An item just stored, as others get it. */
export interface AddedItem {
  id: string;
  kind: string;
  category: string | null;
  domain: string | null;
  title: string | null;
  content: string;
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
  tags: string[];
  entities: string[];
  subject: string | null;
  lifecycle: Lifecycle;
  review: Review;
  status: string;
  confidence: number;
  confidence_base: number;
  confidence_subtype: ConfidenceSubtype | null;
  verifier_count: number;
  admin_approved: boolean;
  live_confirmed: boolean;
  last_confirmed_at: DateTime | null;
  audience: string | null;
  is_personal: boolean;
  sensitivity: string;
  importance: number | null;
  source_type: string;
  source_id: string | null;
  source_user: string;
  trust: Trust;
  valid_from: DateTime | null;
  valid_until: DateTime | null;
  expires_at: DateTime | null;
  occurred_at: DateTime;
  superseded_by: string | null;
  supersedes: string[];
  created_at: DateTime;
  updated_at: DateTime;
  version: number;
  evidence: Evidence[];
  is_known: boolean;
}

/** An agent on record. */
export interface Agent {
  /** the name of a principal of kind agent */
  name: string;
  /** the fields that it knows */
  specializations: string[];
  /** content kinds that it keeps */
  kinds: string[];
  registered_by: string;
  registered_at: DateTime;
}

/** How right an agent was in a domain, as far as the reader may know. */
export interface AgentCredibility {
  agent_id: string;
  domain: string;
  /** from 0 to 1; null: no outcome is known */
  overall_score: number | null;
  sample_size: number;
  /** of all outcomes */
  historical_accuracy: number | null;
  /** of the last ones */
  recent_accuracy: number | null;
  /** newer outcomes weigh more */
  time_weighted_score: number | null;
  evidence_quality: number | null;
  bias_corrections: BiasCorrections;
  /** there are enough outcomes for the facilitator to decide by it */
  is_usable: boolean;
  /** when the last outcome was recorded */
  last_updated: DateTime | null;
}

/** One entry of an agent's memory, as the agent reads it. */
export interface AgentEntry {
  key: string;
  value: JsonValue;
  /** where it was found */
  tier: Tier;
  /** content kind */
  kind: string | null;
  importance: number;
  subject: string | null;
  /** false: it is never pushed */
  is_shared: boolean;
  written_at: DateTime;
  /** the shared item that it was pushed as, or was copied from */
  item_id: string | null;
  /** who shared it; null: the agent wrote it itself */
  sender: string | null;
}

/** Something shared that was, or will be, delivered to an agent. */
export interface AgentUpdate {
  item_id: string;
  key: string;
  value: JsonValue;
  kind: string | null;
  sender: string;
  message: MessageType;
  priority: SyncPriority;
  factors: RelevanceFactors;
  /** the id of an item that it has a precedent in */
  precedent: string | null;
  queued_at: DateTime;
  due_at: DateTime;
  /** null: it waits */
  delivered_at: DateTime | null;
}

/** What a conversation is about, before anything was looked up. */
export interface Analysis {
  /** ids of authors */
  participants: string[];
  /** people, places and things */
  mentioned: string[];
  topics: string[];
  /** that need what was said before */
  questions: string[];
}

/** Decisions of no known pattern, for somebody to look at. Nothing is done to them. */
export interface Anomalies {
  /** the most unusual first */
  anomalies: Anomaly[];
  /** decisions that everybody may see */
  compared: number;
  /** false: with so few it cannot be told */
  is_enough: boolean;
  why: string;
}

/** A decision whose shape is like that of too few others. */
export interface Anomaly {
  decision: Decision;
  /** of the most similar one, from 0 to 1 */
  nearest_similarity: number;
  why: string;
}

/**
 * An item just added, with the earlier rejections of the same.
 *
 * It equals the item as `get` gives it: the rejections are told beside it.
 */
export interface ArrivedItem {
  /** km_ and 12 hex digits, kept for life */
  id: string;
  kind: string;
  category: string | null;
  domain: string | null;
  title: string | null;
  content: string;
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
  tags: string[];
  entities: string[];
  subject: string | null;
  /** at the time of reading: an overdue item reads as expired */
  lifecycle: Lifecycle;
  review: Review;
  /** the preset's word for lifecycle and review */
  status: string;
  /** effective at the time of reading */
  confidence: number;
  /** the starting value */
  confidence_base: number;
  confidence_subtype: ConfidenceSubtype | null;
  /** independent people who confirmed it, after the first */
  verifier_count: number;
  admin_approved: boolean;
  live_confirmed: boolean;
  last_confirmed_at: DateTime | null;
  audience: string | null;
  is_personal: boolean;
  sensitivity: string;
  importance: number | null;
  source_type: string;
  source_id: string | null;
  /** who contributed it */
  source_user: string;
  /** the lowest among its sources */
  trust: Trust;
  valid_from: DateTime | null;
  valid_until: DateTime | null;
  expires_at: DateTime | null;
  /** world time of the event or statement */
  occurred_at: DateTime;
  /** the item that replaced it */
  superseded_by: string | null;
  /** the items it replaced */
  supersedes: string[];
  created_at: DateTime;
  updated_at: DateTime;
  /** 1 when added, plus one for each change */
  version: number;
  evidence: Evidence[];
  rejected_before: EarlierRejection[];
}

/** An attribute of the subject as it was known then. */
export interface AttributeThen {
  name: string;
  value: unknown;
  known_since: DateTime;
  now: unknown;
  has_changed: boolean;
}

/** One result for each id, in the order in which they were given. */
export interface Batch {
  action: string;
  results: Decided[];
}

/** A systematic error, and what to do about it. */
export interface BiasCorrection {
  direction: BiasDirection;
  /** relative to what came: 0.1 is ten percent too high */
  mean_error: number;
  /** estimates with a known result */
  points: number;
  /** of them, those that erred in this direction */
  same_side: number;
  /** the factor to multiply an estimate with */
  recommended_adjustment: number;
}

/** The systematic errors of one agent in one domain; empty where there are none. */
export interface BiasCorrections {
  overall: BiasCorrection | null;
  sectors: Record<string, BiasCorrection>;
  /** of the market */
  regimes: Record<string, BiasCorrection>;
}

/**
 * - `over`: the estimates were too high
 * - `under`: they were too low
 */
export type BiasDirection = "over" | "under";

/** Where the chain does not hold, and why. */
export interface Break {
  /** the position, if known */
  seq: number | null;
  /** the thing concerned */
  target: string | null;
  reason: string;
}

/** Of one subject, and only what the caller may see. What did not fit is counted. */
export interface Briefing {
  subject: string;
  /** when it was made */
  at: DateTime;
  /** the meeting it is for, if the caller named one */
  meeting_at: DateTime | null;
  /** open action items, nearest deadline first */
  actions: Item[];
  /** unresolved contradictions */
  contradictions: Contradiction[];
  /** open questions */
  unresolved: Item[];
  preferences: Item[];
  goals: Item[];
  /** newest first; `text` has the reasons */
  decisions: Item[];
  /** decided for others in like situations; best first */
  precedents: Item[];
  facts: Item[];
  /** by part: the number of visible items that did not fit */
  left_out: Record<string, number>;
  /** for a person or an agent; stored text is quoted with its source */
  text: string;
  token_estimate: number;
  token_budget: number;
  /** `memory.receipt()` shows the content later */
  receipt: string;
}

/** What every agent of the caller's audience is to know. */
export interface Bundle {
  /** all mandatory items, oldest first */
  mandatory: BundledItem[];
  /** the best approved items that fit, by rank */
  approved: BundledItem[];
  /** of titles and contents; by default four characters count as one token */
  token_estimate: number;
  /** additional tokens: the rules for agents and the headings of items */
  tokens_rules: number;
  /** of these, tokens of mandatory items */
  tokens_mandatory: number;
  /** of these, tokens of approved items: never above the budget */
  tokens_approved: number;
  token_budget: number;
  /** approved or mandatory items that did not fit */
  left_out: number;
  /** the id of the receipt, which replays the delivery */
  receipt: string;
  /** ready for a prompt, with the rules for agents */
  text: string;
}

/**
 * An item as it was delivered: with a title, its own or else the beginning of its content, and
 * without evidence, which `get` has.
 */
export interface BundledItem {
  /** km_ and 12 hex digits, kept for life */
  id: string;
  kind: string;
  category: string | null;
  domain: string | null;
  title: string | null;
  content: string;
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
  tags: string[];
  entities: string[];
  subject: string | null;
  /** at the time of reading: an overdue item reads as expired */
  lifecycle: Lifecycle;
  review: Review;
  /** the preset's word for lifecycle and review */
  status: string;
  /** effective at the time of reading */
  confidence: number;
  /** the starting value */
  confidence_base: number;
  confidence_subtype: ConfidenceSubtype | null;
  /** independent people who confirmed it, after the first */
  verifier_count: number;
  admin_approved: boolean;
  live_confirmed: boolean;
  last_confirmed_at: DateTime | null;
  audience: string | null;
  is_personal: boolean;
  sensitivity: string;
  importance: number | null;
  source_type: string;
  source_id: string | null;
  /** who contributed it */
  source_user: string;
  /** the lowest among its sources */
  trust: Trust;
  valid_from: DateTime | null;
  valid_until: DateTime | null;
  expires_at: DateTime | null;
  /** world time of the event or statement */
  occurred_at: DateTime;
  /** the item that replaced it */
  superseded_by: string | null;
  /** the items it replaced */
  supersedes: string[];
  created_at: DateTime;
  updated_at: DateTime;
  /** 1 when added, plus one for each change */
  version: number;
  evidence: Evidence[];
  /** its rank: the confidence, decayed over a year */
  score: number;
}

/**
 * - `answered`: in the requested form
 * - `invalid`: in another form
 * - `cut_off`: the answer exceeded its limit
 * - `refused`: the model declined
 * - `busy`: the server was overloaded
 * - `failed`: no answer came
 */
export type CallOutcome = "answered" | "invalid" | "cut_off" | "refused" | "busy" | "failed";

/** One call to a model. It holds no text. */
export interface CallRecord {
  role: ModelRole;
  model: string;
  /** openai, anthropic or whose it is; custom: of the program's own */
  provider: string;
  /** as counted by the server, or estimated */
  tokens_in: number;
  tokens_out: number;
  seconds: number;
  outcome: CallOutcome;
}

/**
 * - `off`: the verb refuses, and says how to turn it on
 * - `on_request`: computed when somebody asks for it by name, and never unasked
 * - `on`: also computed unasked, where there is a place for it
 */
export type CapabilityState = "off" | "on_request" | "on";

/** One capability in this space. */
export interface CapabilityStatus {
  /** in the settings, under capabilities; null: it is no switch */
  name: string | null;
  title: string;
  /** of the plan: 1-3, 4, 4-5, 6+ */
  phases: string;
  /** what somebody gets from it */
  value: string;
  state: CapabilityState;
  verbs: string[];
  needs: Need[];
  /** it is not off, and all that it must have is there */
  is_ready: boolean;
}

/** What relied on one item, in use or not. Nothing in it is changed by itself. */
export interface Cascade {
  item_id: string;
  /** derived from the item, oldest first */
  items: Reliant[];
  /** based on the item, oldest first */
  decisions: Reliant[];
  /** that contained the item, newest first */
  deliveries: ReceiptHead[];
  /** true: there are more than the listed ones */
  is_cut: boolean;
}

export interface Case {
  /** with its evidence */
  item: Item;
  /** open ones with this item */
  contradictions: Contradiction[];
  /** active, same place, shared words; without evidence */
  neighbours: Item[];
  votes: Votes;
  /** rejections of the same statement */
  rejected_before: EarlierRejection[];
  /** in force until this item is accepted */
  leaves: Item[];
}

/** One type of decision. */
export interface CatalogueEntry {
  type: string;
  title: string;
  category: string;
  category_title: string;
  /** what a record of it tells */
  captures: string;
  /** source types that it is heard from */
  feeds: string[];
  /** whether it was on record before there were traces: yes, partly, no */
  before: string;
}

/** Two categories that were looked up together. */
export interface CategoryPair {
  /** in alphabetical order */
  categories: [string, string];
  /** questions with hits in both, and sessions with both in different questions */
  times: number;
}

/**
 * Proof of one erasure. Keep it: it erases again what an older backup brings back.
 *
 * It names rows by their commitments, which tell nothing of the text.
 */
export interface Certificate {
  /** cert_ and 12 hex digits */
  id: string;
  /** the space's permanent uid */
  space: string;
  /** the ledger position of the erasure */
  seq: number;
  at: DateTime;
  /** who erased */
  actor: string;
  asked: ErasureTarget;
  /** number of texts removed, by place */
  removed: Record<string, number>;
  /** ids of the items */
  items: string[];
  /** ids of the sources that lost their text */
  sources: string[];
  /** ids of conversations erased as a whole */
  conversations: string[];
  /** place and commitment of each row that lost its text */
  rows: [string, string][];
  /** what the store still holds */
  kept: string[];
  /** what is outside the store */
  beyond: string[];
  /** what remains to be done, and when */
  pending: string[];
  /** signed end of the chain right after the erasure */
  head: Head;
}

/**
 * Proof of one erasure. Keep it: it erases again what an older backup brings back.
 *
 * It names rows by their commitments, which tell nothing of the text.
 */
export interface CertificateInput {
  /** cert_ and 12 hex digits */
  id: string;
  /** the space's permanent uid */
  space: string;
  /** the ledger position of the erasure */
  seq: number;
  at: DateTime | Date;
  /** who erased */
  actor: string;
  asked: ErasureTarget;
  /** number of texts removed, by place */
  removed: Record<string, number>;
  /** ids of the items */
  items: readonly string[];
  /** ids of the sources that lost their text */
  sources: readonly string[];
  /** ids of conversations erased as a whole */
  conversations: readonly string[];
  /** place and commitment of each row that lost its text */
  rows: readonly (readonly [string, string])[];
  /** what the store still holds */
  kept: readonly string[];
  /** what is outside the store */
  beyond: readonly string[];
  /** what remains to be done, and when */
  pending?: readonly string[] | undefined;
  /** signed end of the chain right after the erasure */
  head: HeadInput;
}

/** One decision of a chain, and the relation that leads to it. */
export interface ChainStep {
  /** null: it was erased */
  decision: Decision | null;
  id: string;
  /** null: it was erased */
  relation: Relation | null;
  /** steps from where the chain begins */
  depth: number;
  /** the id of the step nearer to where the chain begins */
  towards: string;
  /** true: a rule or a model found the relation, and nobody confirmed it yet */
  is_proposed: boolean;
}

/** A change as a subscriber sees it. */
export interface Change {
  /** opaque; subscribe(after: cursor) continues from here */
  cursor: string;
  action: string;
  item_id: string;
  subject: string | null;
  at: DateTime;
  actor: string;
  /** the items this change superseded */
  replaced: string[];
}

/** What came of a choice and of an alternative, side by side. */
export interface ChoiceComparison {
  choice: Simulation;
  alternative: Simulation;
  /** decisions that chose both, and count for neither */
  left_out: number;
  /** of being revisited; null: too few decisions on a side */
  difference: RateDifference | null;
  /** true: the interval of the difference lies on one side of zero */
  can_tell: boolean;
  /** what can be told, and what cannot */
  why: string;
}

/** An item, and how often it helped. */
export interface CitedItem {
  id: string;
  /** number of uses */
  used: number;
  /** number of times it was a hit */
  returned: number;
  kind: string | null;
  category: string | null;
  title: string | null;
}

/** Seen by who may see the item. */
export interface Clash {
  /** the mandatory one */
  item: Item;
  /** the name of the contradicting value in live state */
  live_name: string;
  /** when a request first found it */
  found_at: DateTime;
  /** whose request found it */
  found_by: string;
}

/** What many members are or have, and how often others do. */
export interface CommunityAttribute {
  /** type, the kind of a thing, or an attribute of those concerned */
  name: string;
  value: string;
  /** members */
  count: number;
  share: number;
  share_outside: number;
  /** true: many members have it, and few others do */
  is_typical: boolean;
}

/** A client whom decisions of a community concern. */
export interface CommunityClient {
  /** of the entity; null: the client is known by the name alone */
  id: string | null;
  name: string;
  /** what decisions.list(subject=…) takes */
  subject: string;
  /** ids of the decisions here, in the order of time */
  decisions: string[];
  last_decided_at: DateTime;
  /** when somebody last looked at one of them */
  looked_at: DateTime | null;
  /** true: that was at or after the last decision */
  is_reviewed: boolean;
}

/** What many decisions of a community were caused by or are about. */
export interface CommunityDriver {
  id: string;
  /** of the entity or the item */
  kind: string;
  name: string;
  /** caused, influenced or about */
  how: string;
  /** members */
  count: number;
  /** of the members */
  share: number;
  /** of all other decisions */
  share_outside: number;
}

/** A decision of a community. */
export interface CommunityMember {
  /** with links that everybody may see, and without its evidence */
  decision: Decision;
  /** their names */
  clients: string[];
  /** who decided: participants who are no clients, else who recorded it */
  by: string[];
  /** when somebody last looked at it again or told what came of it */
  looked_at: DateTime | null;
}

/** What came of decisions here, told in the same words. */
export interface CommunityOutcome {
  text: string;
  /** decisions */
  count: number;
  /** their ids */
  decisions: string[];
  /** figures that were told with it */
  values: unknown[];
}

/** Somebody who decided, in the order of their first decision here. */
export interface CommunityPerson {
  name: string;
  first_at: DateTime;
  /** its id */
  first_decision: string;
  /** decisions */
  count: number;
}

/** An attribute that is a number, over those members where it is known. */
export interface CommunityRange {
  name: string;
  low: number;
  /** the median */
  middle: number;
  high: number;
  count: number;
}

/** A community in short. Everybody in the space gets the same of it. */
export interface CommunitySummary {
  /** of its earliest decision: it stays when later ones join */
  id: string;
  /** what many of its members have in common, and few other decisions */
  label: string;
  /** decisions */
  size: number;
  /** different ones that its decisions concern */
  client_count: number;
  /** of the clients, those whose decisions here somebody looked at */
  reviewed_count: number;
  /** of the clients, those that nobody looked at since the last decision */
  outstanding_count: number;
  /** when the first of its decisions was made */
  first_at: DateTime;
  last_at: DateTime;
  /** the closest first */
  ties: CommunityTie[];
}

/** Another community that some decisions are linked to. */
export interface CommunityTie {
  id: string;
  links: number;
}

/** Two track records in one domain. */
export interface Comparison {
  /** of the better to the other; null: one of them has none */
  differential: number | null;
  /** the agent with the higher score */
  better: string | null;
  /** both have enough outcomes, and the differential is above the threshold */
  is_decisive: boolean;
  remark: string;
}

/** How much a decision touches. The score is the sum of the counts, so it grows with each. */
export interface Complexity {
  score: number;
  /** entities and items that it is linked with or names */
  related_entities: number;
  /** types of decisions in its chain, its own included */
  decision_types: number;
  /** of what it is linked with or names: policies, exceptions, … */
  by_kind: Record<string, number>;
  /** what led to it directly */
  causes: number;
  /** what it led to directly */
  effects: number;
  /** who looks at it by the preset; null: nobody in particular */
  routed_to: string | null;
}

/** How often a policy was applied, skipped and overridden in a span of time. */
export interface Compliance {
  policy: Policy;
  since: DateTime;
  until: DateTime;
  applied: number;
  skipped: number;
  overridden: number;
  /** the share that was skipped, from 0 to 1 */
  skip_rate: number;
  skipped_decisions: PolicyDecision[];
  skipped_without_justification: number;
  overridden_decisions: PolicyDecision[];
  months: PolicyMonth[];
  /** true: there are more decisions than were counted */
  is_cut: boolean;
}

/** A request for a chat model, with what each part of it takes up. */
export interface Composed {
  /** each with role and content */
  messages: Record<string, string>[];
  /** in the order of the request */
  parts: ComposedPart[];
  token_estimate: number;
  /** of the whole request */
  token_budget: number;
  /** tokens of the model's window left for thinking and the reply */
  window_remainder: number;
  /** `memory.receipt(id)` returns the whole request again */
  receipt: string | null;
  /** what was shortened or left out, and why */
  notes: string[];
}

/** One part of a request. */
export interface ComposedPart {
  /** system, memory, live_state, conversation, message */
  name: string;
  /** tokens it uses */
  tokens: number;
  /** tokens it may use */
  tokens_max: number;
  /** empty: not in the request */
  text: string;
  /** of the conversation: summary, verbatim */
  pieces: ComposedPart[];
}

/** How sure an answer is, in words. */
export type Confidence = "high" | "medium" | "low";

/**
 * What a user verification was, which decides its baseline.
 * - `correction`: the user corrected something
 * - `unprompted_definition`: the user defined it unasked
 * - `confirmation`: the user confirmed it
 */
export type ConfidenceSubtype = "correction" | "unprompted_definition" | "confirmation";

/** A node, and how many relations it has. */
export interface ConnectedNode {
  node: Node;
  /** among the newest ones of the space */
  relations: number;
}

/** Seen by who may see both items, and by admins where one was made personal since. */
export interface Contradiction {
  /** rel_ and 12 hex digits */
  id: string;
  /** the existing item */
  a: Item | Hidden;
  /** the newer item */
  b: Item | Hidden;
  severity: Severity;
  /** the judge's proposal; never applied automatically */
  suggestion: Suggestion;
  /** with the suggestion `merge` */
  merged_content: string | null;
  /** empty if a side is hidden: it could reveal its content */
  reason: string;
  found_at: DateTime;
  /** null: still open */
  resolution: Resolution | null;
}

/** Where messages belong; they inherit its subject, audience and personal flag. */
export interface Conversation {
  /** the caller's own, or conv_ and 12 hex digits */
  id: string;
  subject: string | null;
  channel_id: string | null;
  title: string | null;
  /** who started it */
  owner: string;
  audience: string | null;
  is_personal: boolean;
  /** the upper limit for everything said in it */
  trust: Trust;
  created_at: DateTime;
  /** visible to the caller */
  message_count: number;
  /** the newest message's time */
  last_activity_at: DateTime | null;
  /** last time it was closed; more messages may follow */
  closed_at: DateTime | null;
  /** of its earlier messages, one line each */
  summary: string | null;
  /** set: title, subject and all messages are erased */
  erased_at: DateTime | null;
}

/** One line of the conversation that an answer is wanted for. */
export interface ConversationMessage {
  /** id of the author in the chat, or their name */
  author_id: string;
  content: string;
  timestamp: DateTime | null;
}

/** One line of the conversation that an answer is wanted for. */
export interface ConversationMessageInput {
  /** id of the author in the chat, or their name */
  author_id: string;
  content: string;
  timestamp?: DateTime | Date | null | undefined;
}

/** Conversations in order, newest first. Iterate it, index it, or follow `next`. */
export interface ConversationPage {
  conversations: ListedConversation[];
  /** opaque; list(cursor: page.next) gives the next page */
  next: string | null;
}

/** Something that was said of several decisions. */
export interface CountedText {
  /** as most of them spell it */
  text: string;
  /** decisions of which it was said */
  count: number;
}

/** Which types of decisions have been captured, and which never. */
export interface Coverage {
  /** in the order of the catalogue */
  types: Covered[];
  /** types that are not in the catalogue; "" has those without one */
  other: Record<string, number>;
  /** types of the catalogue with at least one decision */
  captured: number;
  /** types of the catalogue without any */
  never: string[];
}

/** How often decisions of one type were captured, and from where. */
export interface Covered {
  entry: CatalogueEntry;
  count: number;
  /** by source type */
  by_source: Record<string, number>;
  /** named in the catalogue, and never heard from */
  missing_feeds: string[];
  /** of the newest one */
  last_at: DateTime | null;
}

/** How the credibility of an agent in a domain went, oldest first. */
export interface CredibilityHistory {
  agent_id: string;
  domain: string;
  scores: ScoreAt[];
  /** true: there are earlier ones */
  is_cut: boolean;
}

/** A debate as one caller sees it at one time. */
export interface Debate {
  id: string;
  topic: string;
  challenger_agent: string;
  challenged_agent: string;
  disputed_finding: string;
  challenge_basis: string;
  /** where it is, or was settled */
  resolution_level: ResolutionLevel;
  /** null: it is not settled */
  resolution_method: ResolutionMethod | null;
  final_position: string | null;
  /** when it was opened */
  timestamp: DateTime;
  priority: DebatePriority;
  /** true: a person may still override it */
  provisional: boolean;
  /** when nobody may any more */
  override_window_closed: DateTime | null;
  outcome_correctness: number | null;
  domain: string;
  subject: string | null;
  conservative_position: string;
  human_due_at: DateTime | null;
  disputed_item: string | null;
  contradiction: string | null;
  patterns: string[];
  analyses: string[];
  /** oldest first */
  positions: Position[];
  levels: LevelTime[];
  credibility: TrackRecord[];
  precedents: PrecedentScore[];
  pattern_rates: PatternRate[];
  resolution_id: string | null;
  /** at the opening: precedents and track records as text */
  context: string | null;
  opened_by: string;
  audience: string | null;
  trust: Trust;
  review: Review;
  lifecycle: Lifecycle;
  version: number;
}

/** All that is kept of a debate. */
export interface DebateHistory {
  /** its topic, and both agents */
  debate: Debate;
  /** oldest first */
  positions: Position[];
  /** method and outcome; null: it is not settled */
  resolution: DebateResolution | null;
  /** when it was opened */
  credibility_then: TrackRecord[];
  credibility_at_resolution: TrackRecord[];
  levels: LevelTime[];
  /** of levels that it left */
  seconds_by_level: Record<string, number>;
  is_provisional: boolean;
  is_binding: boolean;
  was_overridden: boolean;
  overridden_position: string | null;
  override_rationale: string | null;
  overridden_by: string | null;
  /** of the default, if it stood and the outcome is known */
  fallback_correctness: number | null;
}

/** Debates, the most urgent first, then the newest. */
export interface DebatePage {
  debates: Debate[];
  /** true: there are more */
  is_cut: boolean;
}

/** How urgent a debate is, the most urgent first. */
export type DebatePriority = "critical_path" | "valuation" | "supporting";

/** How a debate was settled. */
export interface DebateResolution {
  id: string;
  debate_id: string;
  winning_position: string;
  winning_agent: string | null;
  credibility_differential: number | null;
  resolution_time_seconds: number;
  human_override: boolean;
  override_rationale: string | null;
  downstream_impact: string[];
  accuracy_tracked: boolean;
  outcome_correctness: number | null;
  resolution_level: ResolutionLevel;
  resolution_method: ResolutionMethod;
  resolved_by: string;
  resolved_at: DateTime;
  reason: string | null;
  evidence: string[];
  held_by: string[];
  opposed_by: string[];
  credibility: TrackRecord[];
  overridden_position: string | null;
  overridden_agent: string | null;
  overridden_at: DateTime | null;
  outcome_at: DateTime | null;
  outcome_note: string | null;
  lesson: string | null;
  actual: number | null;
  sector: string | null;
  regime: string | null;
  trust: Trust;
}

/** What became of one item of a batch. */
export interface Decided {
  id: string;
  /** in its current state, if it was decided */
  item: Reported | Item | null;
  /** why it was not decided */
  error: string | null;
}

/** A decision as one caller sees it. A fact in a chain is shown in the same form. */
export interface Decision {
  id: string;
  kind: string;
  /** null: not stated, or no decision */
  decision_type: string | null;
  /** of the catalogue */
  category: string | null;
  title: string | null;
  content: string;
  subject: string | null;
  trigger: unknown;
  context_gathered: unknown[];
  alternatives_considered: string[];
  recommendation: string | null;
  reasoning: string | null;
  /** what was agreed */
  outcome: string | null;
  participants: string[];
  related_entries: string[];
  concerns: string[];
  tool_calls: Record<string, unknown>[];
  approved_by: string | null;
  process: string | null;
  event_kind: string | null;
  event_id: string | null;
  before: unknown;
  after: unknown;
  /** what came of it, oldest first */
  outcomes: DecisionOutcome[];
  revisits: Revisit[];
  outcome_due: string | null;
  /** what a person calls decisions of its sort; never an inferred one */
  label: string | null;
  labelled_by: string | null;
  labelled_at: DateTime | null;
  policies: PolicyUse[];
  exceptions: GrantedException[];
  escalations: Escalation[];
  /** ids of the entities that it concerns */
  about: string[];
  decided_at: DateTime;
  recorded_at: DateTime;
  recorded_by: string;
  status: string;
  lifecycle: Lifecycle;
  review: Review;
  confidence: number;
  trust: Trust;
  audience: string | null;
  is_personal: boolean;
  source_type: string;
  source_id: string | null;
  evidence: Evidence[];
}

/** What led to a decision, and what it led to: the nearest first, each once. */
export interface DecisionChain {
  decision: Decision;
  causes: ChainStep[];
  effects: ChainStep[];
  /** true: there are more, further away or too many to list */
  is_cut: boolean;
}

/** A community with its members through time, and what they have in common. */
export interface DecisionCommunity {
  /** of its earliest decision: it stays when later ones join */
  id: string;
  /** what many of its members have in common, and few other decisions */
  label: string;
  /** decisions */
  size: number;
  /** different ones that its decisions concern */
  client_count: number;
  /** of the clients, those whose decisions here somebody looked at */
  reviewed_count: number;
  /** of the clients, those that nobody looked at since the last decision */
  outstanding_count: number;
  /** when the first of its decisions was made */
  first_at: DateTime;
  last_at: DateTime;
  /** the closest first */
  ties: CommunityTie[];
  /** of all its decisions, in the order of time */
  member_ids: string[];
  /** in the order of time */
  members: CommunityMember[];
  /** true: there are more members; people and outcomes are those of the ones listed */
  is_cut: boolean;
  /** outstanding ones first */
  clients: CommunityClient[];
  /** the most common first */
  drivers: CommunityDriver[];
  /** the most typical first */
  attributes: CommunityAttribute[];
  ranges: CommunityRange[];
  /** whoever decided first is first */
  people: CommunityPerson[];
  /** what worked: the most common first */
  outcomes: CommunityOutcome[];
  /** of the members listed, those that nobody told an outcome of */
  without_outcome: number;
}

/** What was known when a decision was made. It does not change, but for what is erased. */
export interface DecisionContext {
  /** as it was recorded */
  decision: Decision;
  /** when it was recorded */
  at: DateTime;
  /** in the ledger; null: for admins only */
  position: number | null;
  /** what was gathered for it, as it was recorded */
  gathered: unknown[];
  /** of the subject */
  attributes: AttributeThen[];
  /** the items that it names */
  related: KnownThen[];
  /** what else was known of the subject, newest first */
  known: KnownThen[];
  /** items about the subject that were added later */
  added_since: number;
  /** of those known then, how many are no longer so */
  changes: number;
  /** true: more was known than is listed */
  is_cut: boolean;
}

/** A relation from or to a decision. */
export interface DecisionLink {
  /** of the relation */
  id: string;
  type: LinkType;
  source: string;
  target: string;
  reason: string | null;
  /** true: a rule or a model found it, and nobody confirmed it yet */
  is_proposed: boolean;
  /** why it was proposed */
  grounds: string | null;
  /** ids of messages that state it */
  evidence: string[];
  timestamp: DateTime;
}

/** What came of a decision. */
export interface DecisionOutcome {
  text: string;
  /** a figure, such as what was saved */
  value: JsonValue;
  /** when it showed */
  at: DateTime;
  /** who told */
  by: string;
}

/** Decisions, last recorded first. */
export interface DecisionPage {
  decisions: Decision[];
  /** the cursor of the next page; null: this is the last */
  next: string | null;
}

/** What somebody turned down before. Told to those alone who may see that item. */
export interface EarlierRejection {
  /** the statement that came again */
  text: string;
  /** its current item; null: it was not stored again */
  item_id: string | null;
  /** the rejected item */
  earlier_id: string;
  /** rejected, revoked or dismissed */
  how: string;
  /** who rejected it; null: no longer on record */
  by: string | null;
  at: DateTime;
  /** shown in the queue and the case; null: none was given */
  reason: string | null;
}

/** A node of the graph. Entities merged into it are part of it. */
export interface Entity {
  /** ent_ and 12 hex digits */
  id: string;
  kind: string;
  name: string;
  external_id: string | null;
  attrs: Record<string, unknown>;
  /** further names, also of those merged into it */
  aliases: string[];
  /** ids of the entities merged into it */
  merged: string[];
  owner: string;
  audience: string | null;
  is_personal: boolean;
  /** the lowest of what it was drawn from */
  trust: Trust;
  stated: Record<string, unknown> | null;
  created_at: DateTime;
  updated_at: DateTime;
}

/** A page of entities. */
export interface EntityPage {
  entities: Entity[];
  /** the cursor of the next page; null: this is the last */
  next: string | null;
}

/**
 * What an erasure was asked to remove.
 * - `item`: one item and the raw texts it is based on
 * - `source`: a source or a conversation, and everything derived from it
 * - `subject`: everything about one subject
 * - `again`: rows erased before that an older copy brought back
 */
export type ErasureTarget = "item" | "source" | "subject" | "again";

/** Who was asked above the one who decided, and what they said. */
export interface Escalation {
  /** of its entity */
  id: string;
  reason: string;
  to: string | null;
  decided_by: string | null;
  decision: string | null;
}

/** An event as captured. */
export interface Event {
  /** id of its source */
  id: string;
  /** the platform's id */
  external_id: string | null;
  kind: string;
  subject: string | null;
  occurred_at: DateTime;
  before: unknown;
  after: unknown;
  trigger: unknown;
  approved_by: string | null;
  process: string | null;
  actor: string | null;
  payload: unknown;
  trust: Trust;
}

/** A verbatim quote with its place in the source. */
export interface Evidence {
  /** the captured source, or the message's conversation */
  source_id: string | null;
  /** set if it comes from a message */
  message_id: string | null;
  /** the conversation of that message */
  conversation_id: string | null;
  /** verbatim; null: a person confirmed without words */
  quote: string | null;
  /** first character in the source */
  start: number | null;
  /** one past the last character */
  end: number | null;
  stance: Stance;
  /** who said it, if known */
  principal: string | null;
  /** when it was recorded */
  at: DateTime | null;
  /** whose call submitted the words; they are responsible */
  handed_in_by: string | null;
}

/** One look, as it can be made again. */
export interface ExecutedQuery {
  /** from 1 */
  iteration: number;
  tool: string;
  query: string;
  result_count: number;
  /** why it was not answered */
  error: string | null;
}

/** How often the track record decided, and how often it was right. */
export interface FacilitatorReport {
  /** the mean correctness; null: no outcome is known */
  success_rate: number | null;
  /** by track record, with a known outcome */
  total_auto_resolutions: number;
  by_method: MethodReport[];
  /** defaults that a person overrode */
  overridden: number;
  /** true: there are more resolutions than were looked at */
  is_cut: boolean;
}

/** Two facts that can hardly both hold. */
export interface FactConflict {
  /** their ids */
  facts: [string, string];
  reason: string;
}

/** Facts about one person or one thing. */
export interface FactGroup {
  /** person or topic */
  kind: string;
  name: string;
  /** their ids, the most relevant first */
  facts: string[];
}

export interface Feed {
  /** notes, session */
  kind: string;
  /** the source or conversation it is stored in */
  name: string;
  /** who it is captured for */
  owner: string;
  /** the path of the file */
  place: string;
  /** a keyed hash of the part that was read */
  digest: string;
  /** how many bytes were read */
  bytes: number;
  /** how many lines or entries were read */
  records: number;
  /** records not understood, kept raw */
  unknown: number;
  /** the error of the last read */
  problem: string | null;
  /** when it was read last */
  at: DateTime | null;
}

export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** What came of one file, or of one record of a file. */
export interface FileReport {
  /** the file, or the record in it */
  place: string;
  outcome: Outcome;
  /** why it was skipped or failed, or what was unusual */
  reason: string | null;
  /** who it was captured for */
  owner: string | null;
  /** the source or conversation it was stored in */
  source: string | null;
  items_new: number;
  items_known: number;
  messages_new: number;
  messages_known: number;
  /** records not understood, kept raw */
  unknown: number;
  /** lines skipped: no text, or too long */
  unreadable: number;
  /** messages whose id already has other text; kept raw */
  conflicts: number;
  /** texts that became items, or would on a dry run */
  items: string[];
}

/** How complex a decision is, who looks at it, whether its pattern is known, what it may be. */
export interface Fingerprint {
  decision_id: string;
  complexity: Complexity;
  /** by its complexity; null: nobody in particular */
  routed_to: string | null;
  /** true: no known pattern; null: it cannot be told */
  is_anomaly: boolean | null;
  /** the decision of the most similar shape */
  nearest_id: string | null;
  /** its cosine, from 0 to 1 */
  nearest_similarity: number | null;
  /** that a person gave it */
  label: string | null;
  /** only if it has none; the most similar first */
  inferred_labels: InferredLabel[];
  /** sentences */
  why: string[];
}

/** A contradiction that a person should see. */
export interface Flag {
  /** what is known */
  item_id: string;
  severity: Severity;
  suggestion: Suggestion;
  merged_content: string | null;
  reason: string;
  /** on what it rests */
  grounds: Ground[];
  /** how sure it is */
  grade: Grade;
}

/** A human gate: before it all agents are synced. */
export interface Gate {
  name: string;
  at: DateTime;
  sync_at: DateTime;
}

/**
 * How sure a judgement is.
 * - `unsure`: something is unknown on one side
 * - `likely`: the same thing, and a later value
 * - `certain`: the words themselves say so, about the same thing
 */
export type Grade = "unsure" | "likely" | "certain";

/** An exception that a decision granted. */
export interface GrantedException {
  /** of its entity */
  id: string;
  justification: string;
  granted_by: string | null;
  policy_id: string | null;
}

/** What became of each record, in their order. */
export interface GraphAdded {
  /** null: in a dry run, of what is new */
  ids: (string | null)[];
  /** of a relation in a dry run: whether it may be stated */
  is_new: boolean[];
  /** messages that are not on record here, or hidden from the caller */
  evidence_left_out: number;
}

/** What there is in the graph that the caller may see. */
export interface GraphOverview {
  /** how many entities of each kind, the most first */
  kinds: Record<string, number>;
  most_connected: ConnectedNode[];
}

/** The shortest way from one node to another; no nodes: there is none. */
export interface GraphPath {
  nodes: Node[];
  relations: Relation[];
}

/**
 * One reason why two statements are compared as they are.
 * - `same_words`: both say it in the same words
 * - `paraphrase`: both say the same in other words
 * - `same_thing`: both name the same thing: an account, a place, a machine
 * - `same_holder`: it belongs to the same person or company
 * - `same_measure`: the same measure and period: net or gross, monthly or yearly
 * - `same_speaker`: the same person said both
 * - `other_value`: they give different values
 * - `later`: one was said later
 * - `change`: words of change: "now", "moved to", "no longer"
 * - `correction`: words of correction: "isn't X, it's Y"
 * - `reversal`: words that take a decision back: "instead", "after all"
 * - `completion`: words that say that something is done or answered
 * - `denial`: one denies what the other says
 * - `unknown`: one of them names a thing, holder or period that the other leaves open
 * - `model`: a language model judged it so
 */
export type Ground = "same_words" | "paraphrase" | "same_thing" | "same_holder" | "same_measure" | "same_speaker" | "other_value" | "later" | "change" | "correction" | "reversal" | "completion" | "denial" | "unknown" | "model";

/** The end of a chain, signed, to be kept elsewhere: it proves later that nothing was cut. */
export interface Head {
  /** the space's permanent uid */
  space: string;
  seq: number;
  hash: string;
  /** keyed with the store's secret */
  signature: string;
}

/** The end of a chain, signed, to be kept elsewhere: it proves later that nothing was cut. */
export interface HeadInput {
  /** the space's permanent uid */
  space: string;
  seq: number;
  hash: string;
  /** keyed with the store's secret */
  signature: string;
}

/** An item that was made personal since: an admin is told that it is there, and no more. */
export interface Hidden {
  id: string;
  hidden: true;
}

export interface Hit {
  type: "item" | "message";
  /** id of the item or message */
  id: string;
  text: string;
  /** relevance from 0 to 1; only comparable within one answer */
  score: number;
  evidence: Evidence[];
  occurred_at: DateTime;
  confidence: number;
  title: string | null;
  kind: string | null;
  subject: string | null;
  /** for messages */
  conversation_id: string | null;
  /** for items: the source */
  source_type: string | null;
  /** who contributed it, or said it */
  source_user: string | null;
  /** trust of its source */
  trust: Trust | null;
  /** true: visible only to its contributor, never shared */
  is_personal: boolean;
  /** ids of items that contradict it */
  contradicts: string[];
  /** of messages: items that hold instead of what it says */
  replaced_by: string[];
  /** with explain: true: the matching words */
  explanation: TermScore[];
  /** with explain: true: retrievers and contributions */
  legs: LegScore[];
}

/** One thing that a delivery held. */
export interface Included {
  /** of the delivery: mandatory, approved, preference, … */
  part: string;
  /** why it was included */
  why: string;
  /** null: a message, or no longer visible to the reader */
  item_id: string | null;
  message_id: string | null;
  /** of the message */
  conversation_id: string | null;
  /** who submitted the message: several may use the same id */
  owner: string | null;
  shown: Shown;
}

/** A label that a decision might have, as those of its shape do. It is stored nowhere. */
export interface InferredLabel {
  label: string;
  /** with the nearest of them, from 0 to 1 */
  similarity: number;
  /** of those that people labelled so, the nearest first */
  decision_ids: string[];
}

/** What was found for a conversation, and how. */
export interface Inquiry {
  session_id: string;
  strategy: Strategy;
  /** the most relevant first */
  relevant_facts: RelevantFact[];
  /** by external id, or id of the entity */
  person_profiles: Record<string, string>;
  /** why this was looked up, and what it means */
  reasoning: string;
  confidence: Confidence;
  /** from 0 to 1 */
  confidence_score: number;
  confidence_grounds: string[];
  /** short enough for the prompt of a chat model */
  suggested_context: string;
  groups: FactGroup[];
  contradictions: FactConflict[];
  queries_executed: ExecutedQuery[];
  queries_count: number;
  /** facts in the answer */
  facts_retrieved: number;
  /** facts that were looked at */
  facts_seen: number;
  analysis: Analysis;
  trace: InquiryStep[];
  /** why it looked no further */
  stopped: string;
  /** true: a limit ended it */
  is_limited: boolean;
  /** null: no model was asked */
  prompt_version: string | null;
  tokens_in: number;
  tokens_out: number;
  processing_time_ms: number;
  /** that texts are quoted and no instructions */
  note: string;
}

/** What sessions tell of how the memory is asked, over what the reader may see of them. */
export interface InquiryReport {
  sessions: number;
  rated: number;
  /** sessions by rating */
  by_rating: Record<string, number>;
  /** on average, as those below */
  iterations: number;
  tokens_in: number;
  tokens_out: number;
  facts: number;
  processing_time_ms: number;
  /** ended by a limit */
  limited: number;
  found_nothing: number;
  /** most frequent first */
  shapes: LookShape[];
  /** the same */
  variants: RatedVariant[];
  /** there are more than were read; the newest are included */
  is_cut: boolean;
}

/** One inquiry on record, as far as the reader may see it now. */
export interface InquirySession {
  /** inq_ and 12 hex digits */
  session_id: string;
  /** when it began */
  at: DateTime;
  /** who asked */
  principal: string;
  strategy: Strategy;
  /** null: no model was asked */
  prompt_version: string | null;
  /** empty: not kept, or not for the reader */
  conversation: ConversationMessage[];
  channel_id: string | null;
  analysis: Analysis;
  /** as the conversation, and so are queries and reasoning */
  trace: InquiryStep[];
  queries_executed: ExecutedQuery[];
  queries_count: number;
  reasoning: string;
  stopped: string;
  /** the most relevant first */
  results: SessionResult[];
  /** the same, as they read now; not in lists */
  relevant_facts: RelevantFact[];
  /** among them */
  contradictions: FactConflict[];
  /** those among them that the reader may see now */
  facts_retrieved: number;
  iterations: number;
  tokens_in: number;
  tokens_out: number;
  processing_time_ms: number;
  /** a limit ended it */
  is_limited: boolean;
  confidence: Confidence;
  confidence_score: number;
  /** as the conversation */
  confidence_grounds: string[];
  /** from 1 to 5 */
  rating: number | null;
  rated_by: string | null;
  /** what they say of it */
  note: string | null;
  /** it saw something that the reader may not see now */
  is_partial: boolean;
  /** no words of it are kept: it saw something personal */
  is_without_words: boolean;
}

/** One step of an inquiry, with the thought behind it. */
export interface InquiryStep {
  /** 0: before the first look */
  iteration: number;
  state: StepState;
  thought: string;
}

export interface Insight {
  /** category, tag, entity, or the name of a field */
  attribute: string;
  /** the shared factor */
  value: string;
  /** number of subjects */
  count: number;
  /** their names */
  subjects: string[];
  /** the items that show it, one for each subject */
  item_ids: string[];
}

/** A new token. Only here it can be read: keep it as you keep a password. */
export interface IssuedToken {
  id: string;
  /** sent by the caller; never printed by accident */
  token: string;
  principal: string;
  kind: PrincipalKind;
  issued_by: string;
  issued_at: DateTime;
  expires_at: DateTime;
  note: string | null;
}

/** One piece of knowledge, as one caller sees it at one time. */
export interface Item {
  /** km_ and 12 hex digits, kept for life */
  id: string;
  kind: string;
  category: string | null;
  domain: string | null;
  title: string | null;
  content: string;
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
  tags: string[];
  entities: string[];
  subject: string | null;
  /** at the time of reading: an overdue item reads as expired */
  lifecycle: Lifecycle;
  review: Review;
  /** the preset's word for lifecycle and review */
  status: string;
  /** effective at the time of reading */
  confidence: number;
  /** the starting value */
  confidence_base: number;
  confidence_subtype: ConfidenceSubtype | null;
  /** independent people who confirmed it, after the first */
  verifier_count: number;
  admin_approved: boolean;
  live_confirmed: boolean;
  last_confirmed_at: DateTime | null;
  audience: string | null;
  is_personal: boolean;
  sensitivity: string;
  importance: number | null;
  source_type: string;
  source_id: string | null;
  /** who contributed it */
  source_user: string;
  /** the lowest among its sources */
  trust: Trust;
  valid_from: DateTime | null;
  valid_until: DateTime | null;
  expires_at: DateTime | null;
  /** world time of the event or statement */
  occurred_at: DateTime;
  /** the item that replaced it */
  superseded_by: string | null;
  /** the items it replaced */
  supersedes: string[];
  created_at: DateTime;
  updated_at: DateTime;
  /** 1 when added, plus one for each change */
  version: number;
  evidence: Evidence[];
}

/** Who did what to an item, when and why, and what became of its fields. */
export interface ItemChange {
  item_id: string;
  at: DateTime;
  actor: string;
  /** item.update, review.approve, … */
  action: string;
  reason: string | null;
  /** empty: it was added, or the act changed no field */
  fields: FieldChange[];
}

/** One piece of work. It is gone once it is done; a schedule comes back. */
export interface Job {
  /** job_ and 12 hex digits */
  id: string;
  /** summarise, extract, meeting, collect, detect, embed, remind, compress, */
  kind: string;
  /** its target: one job of a kind for each */
  key: string;
  /** who it is done for */
  owner: string;
  state: JobState;
  /** not done before */
  due_at: DateTime;
  /** of a schedule: how often */
  every: string | null;
  /** higher comes first */
  priority: number;
  /** attempts started so far */
  attempts: number;
  /** why the last attempt failed */
  error: string | null;
  /** progress of the attempt that runs */
  done: number;
  /** total amount of work; 0: unknown */
  total: number;
  created_at: DateTime;
  /** input of the job: ids and settings, no text */
  payload: Record<string, unknown>;
}

/**
 * - `waiting`: due now or later
 * - `running`: a worker has it
 * - `done`: as its worker returns it; no longer on record
 * - `failed`: given up after too many attempts, until somebody retries it
 */
export type JobState = "waiting" | "running" | "done" | "failed";

export type JsonValue = unknown;

/** An item as it was when the decision was made, and what became of it. */
export interface KnownThen {
  id: string;
  kind: string;
  /** word for word as it was; [erased] if it was erased since */
  text: string;
  title: string | null;
  occurred_at: DateTime;
  source_type: string;
  source_user: string;
  since: SinceThen;
  /** what it says now, or what replaced it; null: nothing */
  now: string | null;
}

/** How useful items with a type of relation were in answers. */
export interface LearnedRelation {
  /** of the relation, declared or not */
  type: string;
  /** questions whose answers had such an item */
  walks: number;
  returned: number;
  used: number;
  /** use rate relative to the average item */
  lift: number;
}

/** What walks taught of a category, for `recall(learned: true)`. */
export interface LearnedWeight {
  /** declared or not; of a decision without one, its type */
  category: string;
  /** the factor for an item's score */
  weight: number;
  /** questions that taught it */
  walks: number;
  /** who asked them */
  callers: number;
  /** items of the category in their answers */
  returned: number;
  /** those that were used */
  used: number;
}

/** What the memory learned, and from what. Each decision, outcome and walk changes it. */
export interface LearningReport {
  /** that every member may see */
  decisions: number;
  /** the most frequent first */
  types: TypeExperience[];
  /** questions whose use was reported and whose answers every member may see */
  walks: number;
  /** who asked them */
  callers: number;
  /** of categories, the furthest from 1 first */
  weights: LearnedWeight[];
  /** the furthest from the average first */
  relations: LearnedRelation[];
  /** true: there are older decisions that were not counted by type */
  is_cut: boolean;
}

/** One row of the ledger. It holds ids, field names and commitments, never the text. */
export interface LedgerEntry {
  /** position in the space, without gaps */
  seq: number;
  /** record time */
  at: DateTime;
  /** who did it */
  actor: string;
  action: string;
  /** the id of the thing changed */
  target: string;
  /** ids and field names */
  detail: Record<string, unknown>;
  /** stored next to the ledger, if given and not erased */
  reason: string | null;
  /** hash of a random salt and what was written */
  commitment: string;
  /** of this row and the hash of the row before it */
  hash: string;
}

/** One way in which a text was found, or weighed. */
export interface LegScore {
  leg: string;
  /** rank in this retriever, from 1; null: it only added to the score */
  rank: number | null;
  /** in this retriever's own unit */
  value: number;
  /** contribution to the score before it was scaled to 0 to 1 */
  share: number;
}

/** How long a debate was at one level. */
export interface LevelTime {
  level: ResolutionLevel;
  entered_at: DateTime;
  /** null: it is there */
  left_at: DateTime | null;
  /** why it left */
  result: string | null;
}

/**
 * - `active`: in use
 * - `superseded`: replaced; points to its replacement
 * - `dismissed`: dismissed by a person
 * - `historical`: was true at its time, no longer current
 * - `expired`: its term ended without a confirmation
 */
export type Lifecycle = "active" | "superseded" | "dismissed" | "historical" | "expired";

/**
 * How a decision is linked to another one, to what it concerns, or to a rule.
 * - `caused`: without it the other would not have been made
 * - `influenced`: it was weighed when the other was made
 * - `precedent_for`: the other followed it
 * - `superseded`: it took the place of the other
 * - `about`: whom or what it concerns
 * - `applied_policy`: a rule that was applied, skipped or overridden
 * - `granted_exception`: an exception from a rule
 * - `triggered`: it was taken to a higher authority
 */
export type LinkType = "caused" | "influenced" | "precedent_for" | "superseded" | "about" | "applied_policy" | "granted_exception" | "triggered";

/** A conversation of a list, with what to know it by where it has no title. */
export interface ListedConversation {
  /** the caller's own, or conv_ and 12 hex digits */
  id: string;
  subject: string | null;
  channel_id: string | null;
  title: string | null;
  /** who started it */
  owner: string;
  audience: string | null;
  is_personal: boolean;
  /** the upper limit for everything said in it */
  trust: Trust;
  created_at: DateTime;
  /** visible to the caller */
  message_count: number;
  /** the newest message's time */
  last_activity_at: DateTime | null;
  /** last time it was closed; more messages may follow */
  closed_at: DateTime | null;
  /** of its earlier messages, one line each */
  summary: string | null;
  /** set: title, subject and all messages are erased */
  erased_at: DateTime | null;
  /** beginning of the first message that the caller may read */
  opening: string | null;
}

/** A form of look: a tool, and its query without what it was about. */
export interface LookShape {
  tool: string;
  /** MATCH (p:Person {id: ?}) RETURN p */
  shape: string;
  times: number;
  /** facts found by one, on average */
  results: number;
  /** that were not answered */
  failed: number;
}

/** A message as stored. */
export interface Message {
  id: string;
  conversation_id: string;
  channel_id: string | null;
  author_id: string;
  role: string;
  content: string;
  timestamp: DateTime;
  /** who submitted it */
  owner: string;
  subject: string | null;
  audience: string | null;
  is_personal: boolean;
  /** of its content, whoever submitted it */
  trust: Trust;
  tool_calls: Record<string, unknown>[];
}

/**
 * What sort of message an update is.
 * - `finding`: an entry that an agent pushed
 * - `alert`: a warning to agents that are named
 */
export type MessageType = "finding" | "alert";

/** How well one way to settle debates did. */
export interface MethodReport {
  method: ResolutionMethod;
  resolved: number;
  /** of them, those with a known outcome */
  tracked: number;
  /** the mean of those */
  correctness: number | null;
}

/**
 * - `cheap`: small and fast: extraction, judging, digests
 * - `chat`: the model that replies to people
 */
export type ModelRole = "cheap" | "chat";

/** Something that a capability needs, and what there is of it. */
export interface Need {
  what: string;
  has: string;
  is_met: boolean;
  /** true: it works without, and better with it */
  is_optional: boolean;
}

/** The nodes around a node, nearest first, and the relations that lead to them. */
export interface Neighbourhood {
  center: Node;
  nodes: Node[];
  relations: Relation[];
  /** nodes that were too many */
  left_out: number;
}

/** An entity or an item as a node of the graph. */
export interface Node {
  id: string;
  /** of an item the label of its kind: DecisionTrace */
  kind: string;
  /** of an item its title */
  name: string;
  external_id: string | null;
  is_item: boolean;
  /** steps from where one looked */
  depth: number;
}

/** What there is around one node. */
export interface NodeOverview {
  /** how many relations of each type hold, the most first */
  types: Record<string, number>;
  /** how many relations on record hold no longer or not yet */
  ended: number;
  /** when relations began and ended in the world, oldest first */
  valid_times: DateTime[];
  /** when they came on record or were ended, oldest first */
  recorded_times: DateTime[];
}

/** One thing that waits for one person. It names the thing and quotes nothing of it. */
export interface Notification {
  /** ntf_ and 12 hex digits: the same on every channel and at every try */
  id: string;
  kind: NotificationKind;
  /** the id of what waits */
  target: string;
  /** what is asked of the person, without a word of the thing itself */
  text: string;
  /** where it can be read and settled, as a path of the server */
  page: string;
  /** who is asked; null: whoever is an admin, for none is on record */
  person: string | null;
  /** from when on it waits */
  at: DateTime;
  /** when the person said that it was seen */
  seen_at: DateTime | null;
  /** when it needed nobody any more */
  settled_at: DateTime | null;
  /** the channels that took it */
  sent: string[];
  created_at: DateTime;
}

/**
 * What waits.
 * - `debate`: a debate that only a person can decide
 * - `debate_outcome`: what came of a settled debate should be known by now
 * - `gate`: a human gate comes near
 * - `outcome`: what came of a decision should be known by now
 * - `review`: items wait for review
 * - `reminder`: an action item is due
 */
export type NotificationKind = "debate" | "debate_outcome" | "gate" | "outcome" | "review" | "reminder";

/** What waits for the caller, newest first. */
export interface NotificationPage {
  notifications: Notification[];
  /** the cursor of the next page; null: this is the last */
  next: string | null;
}

/** Where one person is told. */
export interface NotificationSettings {
  person: string;
  /** the address; null: none, or that of the space */
  email: string | null;
  webhook: string | null;
  /** of the space, for people who have none of their own */
  default_email: string | null;
  default_webhook: string | null;
  /** that are set up where the memory is */
  channels: string[];
}

/**
 * - `new`: it had something new, which is stored
 * - `known`: all its content was stored already
 * - `skipped`: it has nothing to store
 * - `failed`: it could not be read completely
 */
export type Outcome = "new" | "known" | "skipped" | "failed";

/** A decision or a resolution of which one should know by now what came of it. */
export interface OutcomeDue {
  id: string;
  kind: string;
  title: string;
  domain: string;
  agents: string[];
  decided_at: DateTime;
  due_since: DateTime;
  due_until: DateTime;
}

/** Items in order, newest first. Iterate it, index it, or follow `next`. */
export interface Page {
  items: Item[];
  /** opaque; items(cursor: page.next) gives the next page */
  next: string | null;
}

/** How often a pattern had held. */
export interface PatternRate {
  name: string;
  success_rate: number | null;
  occurrence_count: number | null;
}

/** What waits between an agent's memory and the shared store. */
export interface Pending {
  /** from the agent, in order */
  push: PendingPush[];
  /** to the agent, in order */
  pull: AgentUpdate[];
}

/** An entry that waits to be pushed, or could not be. */
export interface PendingPush {
  key: string;
  kind: string | null;
  importance: number;
  priority: SyncPriority;
  /** why it is in this queue */
  reason: string;
  /** the id of an item that it has a precedent in */
  precedent: string | null;
  queued_at: DateTime;
  due_at: DateTime;
  /** why it could not be pushed; it waits no longer */
  error: string | null;
}

/** A principal as the space keeps it on record. */
export interface Person {
  /** unique in the space */
  name: string;
  kind: PrincipalKind;
  /** where to reach the person */
  email: string | null;
  roles: Role[];
  groups: string[];
  /** the notes file collected for this person */
  notes_path: string | null;
}

/** One thing that is known of a person: a relation, or an item about them. */
export interface PersonFact {
  id: string;
  type: string;
  /** whom or what it leads to, or the words of the item */
  text: string;
  /** "in": it leads to the person */
  direction: string;
  confidence: number;
  /** ids of messages; of texts that are none, of their sources */
  evidence: string[];
  is_proven: boolean;
  /** the lowest of what it was drawn from */
  trust: Trust;
  timestamp: DateTime;
  valid_from: DateTime | null;
  valid_until: DateTime | null;
  attrs: Record<string, unknown>;
}

/** Everything that the caller may know of a person. */
export interface PersonSummary {
  person: Entity;
  /** by type of relation or kind of item */
  facts: Record<string, PersonFact[]>;
}

/** One of the six phases. */
export interface Phase {
  number: number;
  title: string;
  /** each of its capabilities is */
  is_ready: boolean;
  capabilities: CapabilityStatus[];
}

/** One change of a plan. It says what would be done, to which items, and why. */
export interface Planned {
  step: Step;
  /** what was drawn out */
  text: string;
  because: string;
  /** the known items that it concerns */
  item_ids: string[];
  flags: Flag[];
  /** the known one was mentioned besides, and its term starts again */
  is_mention: boolean;
  /** the known tasks and open questions that it says are done */
  closes: string[];
  /** on what the change rests; empty: nothing known is changed */
  grounds: Ground[];
  /** how sure it is; null: nothing known is changed */
  grade: Grade | null;
}

/** One line of a digest with the messages it summarises. */
export interface Point {
  kind: PointKind;
  text: string;
  /** their ids, oldest first */
  messages: string[];
  /** of its words; null: from a digest without trust */
  trust: Trust | null;
}

/**
 * - `decision`: something was decided
 * - `answer`: a question was answered
 * - `task`: progress of the current work
 * - `person`: the user's skill level and tone
 * - `topic`: other topics
 */
export type PointKind = "decision" | "answer" | "task" | "person" | "topic";

/** A rule, and from when until when it is in force. */
export interface Policy {
  id: string;
  name: string;
  description: string;
  category: string | null;
  effective_from: string | null;
  /** the first day on which it is no longer in force; null: open */
  effective_to: string | null;
  status: string;
  review: Review;
  recorded_at: DateTime;
  recorded_by: string;
  audience: string | null;
}

/** What a decision did with a policy. */
export type PolicyAct = "applied" | "skipped" | "overridden";

/** What one decision did with a policy. */
export interface PolicyDecision {
  decision: Decision;
  how: PolicyAct;
  justification: string | null;
}

/** The decisions that a policy played a part in, newest first. */
export interface PolicyDecisions {
  policy: Policy;
  uses: PolicyDecision[];
  /** the subjects of these decisions, each once */
  clients: string[];
  /** true: there are more than were listed */
  is_cut: boolean;
}

/** What was done with a policy in one month. */
export interface PolicyMonth {
  /** 2026-03 */
  month: string;
  applied: number;
  skipped: number;
  overridden: number;
}

/** A policy that a decision applied, skipped or overrode. */
export interface PolicyUse {
  policy_id: string;
  name: string;
  how: PolicyAct;
  justification: string | null;
  /** of the relation */
  link_id: string;
}

/** What an agent held at one time. */
export interface Position {
  agent: string;
  text: string;
  /** ids of items */
  evidence: string[];
  /** a figure that the position comes down to */
  estimate: number | null;
  /** of what it cited, as it was then */
  evidence_quality: number;
  /** the lowest of who stated it and what it cites */
  trust: Trust;
  at: DateTime;
  /** who stated it: the agent, or a person in its name */
  by: string;
}

/** An earlier decision, why it is alike, and what came of it. */
export interface Precedent {
  decision: Decision;
  /** how alike it is, from 0 to 1, within this answer */
  score: number;
  /** sentences: the parts that are alike, attributes, learned weight */
  why: string[];
  /** what came of it in the end; else what was agreed then */
  outcome: string | null;
  /** what came of it, oldest first */
  outcomes: DecisionOutcome[];
  /** of its subject, as they were known then */
  attributes: Record<string, unknown>;
  /** of words and meaning alone, from 0 to 1 */
  text_score: number | null;
  /** of the shape; null: no decision at hand was named */
  structure_score: number | null;
  /** the question in the retrieval log, for `walks.used()` */
  walk: string | null;
}

/** What is brought up when a debate starts. */
export interface PrecedentContext {
  domain: string;
  /** the most alike first */
  debates: SimilarDebate[];
  patterns: PatternRate[];
  /** of the two agents */
  track_records: TrackRecord[];
  comparison: Comparison;
  /** by agent; only those that err systematically */
  corrections: Record<string, BiasCorrections>;
  /** all of it, for a prompt */
  text: string;
}

/** An earlier debate that was brought up, and how alike the two are. */
export interface PrecedentScore {
  debate_id: string;
  score: number;
  /** by criterion: topic, agents, domain, patterns, company */
  criteria: Record<string, unknown>;
}

/** What is known of people before they speak. */
export interface Prefetched {
  /** as they were asked for */
  participants: string[];
  /** those of whom nothing is known, or who are not unique */
  unknown: string[];
  /** by external id, or id of the entity */
  person_profiles: Record<string, string>;
  relevant_facts: RelevantFact[];
  /** short enough for the prompt of a chat model */
  suggested_context: string;
  /** that texts are quoted and no instructions */
  note: string;
}

/**
 * - `user`: a person
 * - `service`: a program with its own account
 * - `agent`: a language-model agent
 */
export type PrincipalKind = "user" | "service" | "agent";

/** A report for people: one HTML page that needs nothing else. */
export interface PrintedReport {
  title: string;
  /** the whole page */
  html: string;
  made_at: DateTime;
  /** true: there is more than it holds, as it says itself */
  is_cut: boolean;
}

/** An error in the form of RFC 9457. `detail` says what to do. */
export interface Problem {
  /** urn:remembrancer:error: and the name of the error */
  type: string;
  /** the name of the error */
  title: string;
  status: number;
  detail: string;
  /** the invalid part of the input */
  field?: string | null | undefined;
  /** also in the log */
  request_id?: string | null | undefined;
  /** of NotFound: the kind of thing that is not there */
  what?: string | null | undefined;
  /** of NotFound: the name that it was asked for by, as it was given */
  identifier?: unknown | undefined;
  /** of IllegalTransition: the state that it is in */
  current?: string | null | undefined;
  /** of IllegalTransition: the state that it cannot get into */
  wanted?: string | null | undefined;
  /** of IllegalTransition: the states that can follow */
  allowed?: string[] | null | undefined;
  /** of ChangedSince: the version that the caller knew */
  seen?: number | null | undefined;
  /** of ChangedSince: the version that there is */
  version?: number | null | undefined;
  /** of ChangedSince: what changed in between */
  changes?: string | null | undefined;
  /** of Erased: when */
  at?: DateTime | null | undefined;
  /** of WorkFailed: the piece of work */
  job_id?: string | null | undefined;
  /** of TooManyRequests: how long to wait */
  retry_after_seconds?: number | null | undefined;
  /** of QueryRefused: "cypher" or "sql" */
  language?: string | null | undefined;
  [member: string]: unknown;
}

/** A projection beside the store that it was made from. */
export interface ProjectionStatus {
  engine: string;
  is_loaded: boolean;
  /** of the ledger, that it is at; null: it was not built yet */
  position: number | null;
  /** the last position of the ledger */
  head: number | null;
  /** positions that it is behind */
  lag: number | null;
  nodes: number;
  edges: number;
  updated_at: DateTime | null;
  /** of a server: the work that waits, runs or failed; for admins */
  job: Job | null;
}

export interface Provenance {
  /** with its evidence */
  item: Item;
  /** quoted by the evidence, conversations included */
  sources: Source[];
  /** its predecessors and successors, oldest first */
  chain: Item[];
  /** every act on it: who, when, why */
  changes: LedgerEntry[];
  /** newest first; non-admins see only theirs */
  deliveries: ReceiptHead[];
  /** ids of less trusted texts that a program used for it */
  derived_from: string[];
  /** false: no recorded words support it */
  is_proven: boolean;
}

/** One entry that was pushed. */
export interface Pushed {
  key: string;
  item_id: string;
  priority: SyncPriority;
  /** agents that it was routed to */
  receivers: string[];
}

/** A form of question. */
export interface QueryShape {
  /** as in: when does <name> want to <thing> */
  shape: string;
  times: number;
}

/** A page of what waits for review, with what of it was turned down before. */
export interface Queue {
  items: Item[];
  /** opaque; items(cursor: page.next) gives the next page */
  next: string | null;
  rejected_before: EarlierRejection[];
}

/** How one queue does. */
export interface QueueStatus {
  priority: SyncPriority;
  /** entries to push and updates to deliver */
  waiting: number;
  /** since when the oldest of them waits */
  oldest: DateTime | null;
  /** pushed and delivered so far */
  synced: number;
  /** pushes that failed */
  failures: number;
  /** from queued to synced, of the last ones */
  latency_median_seconds: number | null;
  latency_p95_seconds: number | null;
}

/** The probability of the choice minus that of the alternative. */
export interface RateDifference {
  difference: number;
  /** of its 90 % interval */
  low: number;
  high: number;
}

/** Sessions of one strategy with one version of its prompt. */
export interface RatedVariant {
  strategy: Strategy;
  prompt_version: string | null;
  sessions: number;
  rated: number;
  /** on average; null: nobody rated one */
  rating: number | null;
  /** rated 4 or 5 */
  helpful: number;
  /** on average, as the two below */
  iterations: number;
  /** in and out */
  tokens: number;
  facts: number;
}

/** The answer to a question: ranked hits. */
export interface Recall {
  query: string;
  hits: Hit[];
  /** the stems of the query */
  terms: string[];
  /** what failed, such as vector search */
  notes: string[];
  /** names this call in `memory.walks` */
  walk: string | null;
}

/** A delivery as it was, made again of what was known then. */
export interface Receipt {
  /** rcp_ and 12 hex digits */
  id: string;
  /** bundle, compose, briefing, summary, pull, … */
  kind: string;
  /** the text template with its version */
  template: string;
  at: DateTime;
  /** ledger position when it was made; only for admins */
  position: number | null;
  /** the principal it was made for */
  delivered_to: string;
  /** who it was about */
  subject: string | null;
  token_estimate: number;
  token_budget: number;
  /** what counted both: the estimate, or the name of a tokenizer */
  counted_by: string;
  /** in order; a head lists only the requested entries */
  included: Included[];
  /** count by reason, limited to what the recipient may know */
  withheld: Record<string, number>;
  /** null: its template is from another version of Remembrancer */
  text: string | null;
  /** SHA-256 of the delivered text; null: a part was erased */
  text_hash: string | null;
  /** the text equals the delivered one, byte for byte */
  is_intact: boolean;
}

/** That something was delivered: to whom, when, and what of it was asked for. */
export interface ReceiptHead {
  /** rcp_ and 12 hex digits */
  id: string;
  /** bundle, compose, briefing, summary, pull, … */
  kind: string;
  /** the text template with its version */
  template: string;
  at: DateTime;
  /** ledger position when it was made; only for admins */
  position: number | null;
  /** the principal it was made for */
  delivered_to: string;
  /** who it was about */
  subject: string | null;
  token_estimate: number;
  token_budget: number;
  /** what counted both: the estimate, or the name of a tokenizer */
  counted_by: string;
  /** in order; a head lists only the requested entries */
  included: Included[];
}

/** Receipts in order, newest first. Iterate it, index it, or follow `next`. */
export interface ReceiptPage {
  /** heads only; `receipt(id)` has the contents */
  receipts: ReceiptHead[];
  /** opaque; receipts(cursor: page.next) gives the next page */
  next: string | null;
}

/** What came of an event: what changed, and why. */
export interface Recorded {
  event: Event;
  /** the decision records that explain it */
  traces: Item[];
}

/** An edge of the graph, visible to who may see it and both its ends. */
export interface Relation {
  /** rel_ and 12 hex digits */
  id: string;
  type: string;
  source: string;
  target: string;
  confidence: number;
  attrs: Record<string, unknown>;
  /** ids of the messages that state it and that the caller may read */
  evidence: string[];
  /** whether messages on record state it */
  is_proven: boolean;
  owner: string;
  audience: string | null;
  is_personal: boolean;
  /** the lowest of what it was drawn from */
  trust: Trust;
  /** when it was observed */
  timestamp: DateTime;
  valid_from: DateTime | null;
  valid_until: DateTime | null;
  /** when somebody said that it holds no longer */
  ended_at: DateTime | null;
  created_at: DateTime;
}

/** A page of relations. */
export interface RelationPage {
  relations: Relation[];
  next: string | null;
}

/** Why an update goes to an agent: each factor from 0 to 1, and their weighted sum. */
export interface RelevanceFactors {
  /** the agent's fields and content kinds */
  specialization: number;
  /** what it works on now */
  active: number;
  /** how much it used of what it got before */
  usage: number;
  /** of the update, and how urgent it is */
  importance: number;
  /** what sort of message it is, and its priority */
  message: number;
  /** all of them, weighted */
  relevance: number;
}

/** One fact for the answer: a relation, an item or a message, with its evidence. */
export interface RelevantFact {
  /** of the relation, the item or the message; null: a model put it together */
  id: string | null;
  /** type of the relation, kind of the item, or "message" */
  type: string;
  /** the fact in words */
  text: string;
  /** the name of whom it is about */
  person: string | null;
  organization: string | null;
  /** of a relation between two people */
  person_a: string | null;
  person_b: string | null;
  /** what else it is about: a place, a topic, a skill, … */
  object: string | null;
  role: string | null;
  /** 2019-2022 */
  duration: string | null;
  /** whether it holds now; null: that cannot be said of it */
  current: boolean | null;
  location: string | null;
  sentiment: string | null;
  basis: string | null;
  confidence: number;
  /** ids of messages */
  evidence: string[];
  /** to this conversation, from 0 to 1 */
  relevance: number;
  trust: Trust;
  timestamp: DateTime | null;
  /** ids of the entities that it is about */
  ends: string[];
  /** of a message */
  conversation_id: string | null;
}

/**
 * In which way one item relies on another.
 * - `replaced`: it replaced the item, directly or along the chain
 * - `same_words`: it was made from the same words of the same source
 * - `named`: it names the item or is linked with it
 */
export type Reliance = "replaced" | "same_words" | "named";

/** An item that relies on another. */
export interface Reliant {
  item: Item;
  how: Reliance;
}

export interface Remembered {
  /** all that were stored, replacements included */
  items: Item[];
  /** the old items that were replaced */
  superseded: Item[];
  /** items that were stated again */
  reconfirmed: Item[];
  /** for a person to see */
  contradictions: Contradiction[];
  /** what was not stored, each with a reason */
  skipped: Skipped[];
  /** what was done, or with `dry_run` would be, and why */
  plan: Planned[];
  rejected_before: EarlierRejection[];
  /** the raw text as captured */
  source: Source | null;
  /** where messages were stored */
  conversation_id: string | null;
  /** messages that were not stored before */
  messages_new: number;
  messages_known: number;
  /** messages whose id already has other text; kept raw */
  conflicts: number;
}

export interface Reminder {
  item: Item;
  deadline: string;
  /** days until the deadline; negative: overdue */
  days: number;
  /** the assignee, if known */
  owner: string | null;
  /** of its delivery, if requested */
  receipt: string | null;
  /** other due items that did not fit and follow with the next call */
  left_out: number;
}

/** What came of all of them. */
export interface Report {
  files: FileReport[];
  dry_run: boolean;
  /** from `detect`: folders that belong to nobody */
  unclaimed: UnclaimedFolder[];
}

/**
 * An item as an act left it, with what relied on what the act took out of use.
 *
 * It equals the item as `get` gives it: the report is said beside it.
 */
export interface Reported {
  /** km_ and 12 hex digits, kept for life */
  id: string;
  kind: string;
  category: string | null;
  domain: string | null;
  title: string | null;
  content: string;
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
  tags: string[];
  entities: string[];
  subject: string | null;
  /** at the time of reading: an overdue item reads as expired */
  lifecycle: Lifecycle;
  review: Review;
  /** the preset's word for lifecycle and review */
  status: string;
  /** effective at the time of reading */
  confidence: number;
  /** the starting value */
  confidence_base: number;
  confidence_subtype: ConfidenceSubtype | null;
  /** independent people who confirmed it, after the first */
  verifier_count: number;
  admin_approved: boolean;
  live_confirmed: boolean;
  last_confirmed_at: DateTime | null;
  audience: string | null;
  is_personal: boolean;
  sensitivity: string;
  importance: number | null;
  source_type: string;
  source_id: string | null;
  /** who contributed it */
  source_user: string;
  /** the lowest among its sources */
  trust: Trust;
  valid_from: DateTime | null;
  valid_until: DateTime | null;
  expires_at: DateTime | null;
  /** world time of the event or statement */
  occurred_at: DateTime;
  /** the item that replaced it */
  superseded_by: string | null;
  /** the items it replaced */
  supersedes: string[];
  created_at: DateTime;
  updated_at: DateTime;
  /** 1 when added, plus one for each change */
  version: number;
  evidence: Evidence[];
  /** null: the caller is no admin and may not see it */
  relied_on: Cascade | null;
}

/** How a contradiction was settled. */
export interface Resolution {
  action: Suggestion;
  by: string;
  at: DateTime;
  /** the item that holds now; null: both do */
  item_id: string | null;
  /** None also if a side is hidden: it could reveal its content */
  reason: string | null;
}

/**
 * Where a debate is, or was settled. It goes up in this order.
 * - `1_agent`: the two agents agree
 * - `2_facilitator`: the track record decides
 * - `3_human`: a person decides
 * - `4_fallback`: nobody came: the conservative position, for the time being
 * - `5_gate_review`: a person reviews what was provisional
 */
export type ResolutionLevel = "1_agent" | "2_facilitator" | "3_human" | "4_fallback" | "5_gate_review";

/** How a debate was settled: one method for each level. */
export type ResolutionMethod = "consensus" | "credibility_weighted" | "human_binding" | "conservative_default" | "override";

/**
 * - `not_required`: this space does not ask for review
 * - `pending`: waits for a person's decision
 * - `approved`: a person accepted it
 * - `mandatory`: every agent must follow it
 * - `rejected`: a person rejected it
 * - `revoked`: it was in use and was withdrawn
 */
export type Review = "not_required" | "pending" | "approved" | "mandatory" | "rejected" | "revoked";

/** A decision that was looked at again. */
export interface Revisit {
  reason: string;
  at: DateTime;
  by: string;
}

/** How likely a decision is looked at again within the months asked about. */
export interface RevisitRate {
  /** null: there are too few decisions */
  probability: number | null;
  /** of its 90 % interval */
  low: number | null;
  high: number | null;
  /** decisions */
  n: number;
  /** of them, in time */
  revisited: number;
  /** of them, that were watched for the whole time */
  followed_up: number;
}

/**
 * - `CONTRIBUTOR`: may read shared items and add items
 * - `KM_ADMIN`: reviews items, sees every audience
 * - `ADMIN`: all of that, plus spaces, people, verification and export
 */
export type Role = "CONTRIBUTOR" | "KM_ADMIN" | "ADMIN";

/** One file of a project, as a pull writes it. */
export interface RulesFile {
  path: string;
  text: string;
}

/** All that a pull brings into a project, before anything is touched there. */
export interface RulesFiles {
  files: RulesFile[];
  /** the section of AGENTS.md, if requested */
  section: string | null;
  /** approved or mandatory items that did not fit */
  left_out: number;
  /** null: a preview, nothing was delivered */
  receipt: string | null;
}

/** A score, from one time until the next. */
export interface ScoreAt {
  /** when the outcome showed that moved it */
  at: DateTime;
  /** from 0 to 1 */
  score: number;
  /** outcomes that it rests on */
  sample_size: number;
  /** there were enough for the facilitator to decide by it */
  is_usable: boolean;
  /** ids of the resolutions and decisions whose outcome showed then */
  items: string[];
}

/** Sessions in order, newest first. Iterate it, index it, or follow `next`. */
export interface SessionPage {
  sessions: InquirySession[];
  /** opaque; list(cursor: page.next) gives the next page */
  next: string | null;
}

/** What came of a part of a session's transcript that a caller sent. */
export interface SessionPart {
  /** the conversation that it goes into */
  name: string;
  /** how many bytes of the transcript are known: send what follows */
  offset: number;
  messages_new: number;
  messages_known: number;
  /** records not understood, kept raw */
  unknown: number;
  /** lines skipped because they are too long */
  unreadable: number;
  /** messages whose id already has other text; kept raw */
  conflicts: number;
}

/** A fact of the answer, as far as the reader may see it now. */
export interface SessionResult {
  type: "item" | "message" | "relation";
  /** id of the item, the message or the relation */
  id: string;
  /** its rank in the answer, from 1 */
  rank: number;
  /** to the conversation then; 0: not kept, or not for the reader */
  relevance: number;
  /** for messages */
  conversation_id: string | null;
}

/**
 * A contradiction as settling left it, with what relied on what was taken out of use.
 *
 * It equals the contradiction as it is listed: the report is said beside it.
 */
export interface Settled {
  /** rel_ and 12 hex digits */
  id: string;
  /** the existing item */
  a: Item | Hidden;
  /** the newer item */
  b: Item | Hidden;
  severity: Severity;
  /** the judge's proposal; never applied automatically */
  suggestion: Suggestion;
  /** with the suggestion `merge` */
  merged_content: string | null;
  /** empty if a side is hidden: it could reveal its content */
  reason: string;
  found_at: DateTime;
  /** null: still open */
  resolution: Resolution | null;
  /** for each losing side; empty if both hold */
  relied_on: Cascade[];
}

/**
 * - `low`: it hardly matters which one is right
 * - `medium`: a wrong one would mislead
 * - `high`: a wrong one would do harm
 */
export type Severity = "low" | "medium" | "high";

/**
 * How something that was delivered shows to who reads the receipt now.
 * - `whole`: as it was delivered
 * - `erased`: [erased]: permanently removed since
 * - `withheld`: [withheld]: the reader may no longer see it
 */
export type Shown = "whole" | "erased" | "withheld";

/** An earlier debate, and how alike the two are. */
export interface SimilarDebate {
  debate: Debate;
  resolution: DebateResolution | null;
  /** from 0 to 1 */
  score: number;
  /** by criterion: topic, agents, domain, patterns, company */
  criteria: Record<string, number>;
}

/** A decision with the same kinds of things around it, whatever its words. */
export interface SimilarDecision {
  decision: Decision;
  /** how alike the shapes are: the cosine of their vectors, from 0 to 1 */
  score: number;
  /** sentences: what is around both of them */
  why: string[];
}

/** What came of the decisions that chose something, as far as every member may know. */
export interface Simulation {
  /** the choice that was asked for */
  recommendation: string;
  months: number;
  /** decisions that it rests on */
  n: number;
  /** their ids, the newest first, up to a limit */
  decisions: string[];
  /** false: too few for a probability and for distributions */
  is_enough: boolean;
  /** why nothing more is told, or why to be careful; null: neither */
  why: string | null;
  revisit: RevisitRate;
  /** the most frequent first */
  concerns: CountedText[];
  /** decisions that had one at least */
  concerned: number;
  /** what came of them, else what was agreed */
  outcomes: CountedText[];
  /** decisions that have one */
  with_outcome: number;
  /** null: too few figures were told */
  values: ValueDistribution | null;
}

/**
 * What became of something that was known when a decision was made.
 * - `changed`: it says something else now
 * - `replaced`: another item took its place
 * - `withdrawn`: dismissed, rejected or revoked
 * - `erased`: removed for good
 * - `hidden`: the reader may no longer see it
 */
export type SinceThen = "unchanged" | "changed" | "replaced" | "withdrawn" | "expired" | "erased" | "hidden";

/** What was drawn out and not stored. */
export interface Skipped {
  text: string;
  reason: string;
}

/** The moment that a debate holds on to. */
export interface SnapshotMark {
  debate_id: string;
  /** when the debate was opened */
  at: DateTime;
  /** the debate is over, and its agents read what is known now */
  is_settled: boolean;
}

/** A captured source. */
export interface Source {
  /** src_ and 12 hex digits */
  id: string;
  type: string;
  /** the caller's id */
  external_id: string | null;
  content: string;
  /** who submitted it */
  owner: string;
  subject: string | null;
  audience: string | null;
  is_personal: boolean;
  trust: Trust;
  occurred_at: DateTime;
  created_at: DateTime;
  metadata: Record<string, unknown>;
}

/** What people see of a space. */
export interface SpaceInfo {
  name: string;
  preset: string;
  language: string;
  overrides: Record<string, unknown>;
  created_at: DateTime;
  archived_at: DateTime | null;
}

/**
 * - `supports`: the words state it
 * - `corrects`: the words correct it
 * - `confirms`: the words say that it still holds
 * - `withdrawn`: the words were taken for it by mistake; no item shows them
 */
export type Stance = "supports" | "corrects" | "confirms" | "withdrawn";

/** Counts over what is shared. What is personal is left out, for everyone. */
export interface Stats {
  items: number;
  /** empty if not requested; so are the others */
  by_kind: Record<string, number>;
  by_status: Record<string, number>;
  by_domain: Record<string, number>;
  by_category: Record<string, number>;
  messages: number;
  sources: number;
}

/**
 * - `add`: it is new
 * - `supersede`: it takes the place of what is known
 * - `beneath`: what is known is later: it is kept as what was replaced
 * - `reconfirm`: it says again what is known
 * - `close`: it says that a known task or open question is done
 * - `skip`: it adds nothing, or was turned down before
 */
export type Step = "add" | "supersede" | "beneath" | "reconfirm" | "close" | "skip";

/**
 * What a step of an inquiry did.
 * - `analyze`: who takes part, who and what is mentioned, what is asked
 * - `plan`: what to look up next, and why
 * - `query`: a look
 * - `evaluate`: whether it is enough
 * - `synthesize`: the answer
 */
export type StepState = "analyze" | "plan" | "query" | "evaluate" | "synthesize";

/**
 * How the next look is chosen.
 * - `react`: a model calls tools until it has findings
 * - `state_machine`: a model in fixed states: analyze, plan, query, evaluate
 * - `custom`: a model names one action at a time
 * - `rules`: a planner without a model
 */
export type Strategy = "react" | "state_machine" | "custom" | "rules";

/** One choice to show. Whoever chooses it sends `prompt`; nothing is sent by itself. */
export interface SuggestedPrompt {
  trigger: Trigger;
  /** in the sender's words, in the requested language */
  prompt: string;
  /** the stored text that it is about */
  topic: string;
  item_id: string;
  /** for a deadline: the decision */
  related_id: string | null;
  subject: string | null;
  /** the trust of the item it is about */
  trust: Trust;
  /** the deadline */
  due: string | null;
  /** since it was opened or decided, or until the deadline */
  days: number;
}

/**
 * - `kept_a`: the known one is right
 * - `kept_b`: the new one takes its place
 * - `merge`: one text that holds what is right in both takes the place of both
 * - `both_valid`: both stay
 */
export type Suggestion = "kept_a" | "kept_b" | "merge" | "both_valid";

/** What to offer at the start of a conversation. Iterate it. */
export interface Suggestions {
  prompts: SuggestedPrompt[];
  /** en or sv */
  locale: string;
  /** null: no suggestions */
  receipt: string | null;
}

export interface Summary {
  subject: string;
  /** by kind, newest first, capped */
  groups: Record<string, Item[]>;
  /** by kind, before the cap */
  totals: Record<string, number>;
}

/**
 * The three queues.
 * - `critical`: debates, challenges and human gates: in the call itself
 * - `high`: important findings, alerts and confirmations: at once
 * - `normal`: everything else: every few minutes, on the clock
 */
export type SyncPriority = "critical" | "high" | "normal";

/** What one sync did. */
export interface SyncReport {
  agents: string[];
  pushed: number;
  delivered: number;
  /** the ledger position that all of them are at */
  seq: number;
  /** of a tick: all that was pushed and delivered, by jobs too */
  synced: number;
}

/** How the queues do, and what comes next. */
export interface SyncStatus {
  critical: QueueStatus;
  high: QueueStatus;
  normal: QueueStatus;
  /** when the next sync is due; null: nothing waits */
  next_at: DateTime | null;
}

/** An attribute of what came back, and how well it foretells that it is used. */
export interface TellingAttribute {
  /** category or kind */
  attribute: string;
  value: string;
  used: number;
  returned: number;
  /** use rate relative to the average hit */
  lift: number;
}

/** An attribute of clients, and how well it predicts that items about them are used. */
export interface TellingClient {
  /** category, kind, or a field in the data of their items */
  attribute: string;
  value: string;
  /** clients with it, among those with hits */
  clients: number;
  /** questions with a hit about them */
  walks: number;
  /** their items that were used */
  used: number;
  returned: number;
  /** use rate relative to clients without it */
  lift: number;
}

/** What one word of the question added to the score by words. */
export interface TermScore {
  /** the stem */
  term: string;
  /** times in this text */
  frequency: number;
  /** number of texts in the space that contain it */
  documents: number;
  score: number;
}

/**
 * Where an agent found something.
 * - `L1`: its working memory, in the RAM of one process
 * - `L2`: its own store
 * - `L3`: the shared store
 */
export type Tier = "L1" | "L2" | "L3";

/** A token on record: whose it is, and until when. The token itself is kept nowhere. */
export interface Token {
  id: string;
  /** who calls with it */
  principal: string;
  /** as registered now; null: no longer registered */
  kind: PrincipalKind | null;
  issued_by: string;
  issued_at: DateTime;
  /** earlier than requested if its key retires before */
  expires_at: DateTime;
  revoked_at: DateTime | null;
  /** its purpose */
  note: string | null;
}

/** How right an agent had been in a domain, as it was at that time. */
export interface TrackRecord {
  agent: string;
  domain: string;
  /** null: no outcome was known */
  score: number | null;
  sample_size: number;
  /** there were enough outcomes to decide by it */
  is_usable: boolean;
}

/**
 * What made something worth offering.
 * - `stale_unresolved`: open, and unchanged for days
 * - `follow_up`: a decision that needs preparation
 * - `deadline_near`: due within days, and already decided about
 */
export type Trigger = "stale_unresolved" | "follow_up" | "deadline_near";

/**
 * How far a source is trusted, highest first.
 * - `person`: a person of the space said or wrote it
 * - `agent`: an agent or service of the space said or wrote it
 * - `document`: it was read from an imported document
 * - `outside`: it came from an outside party
 */
export type Trust = "person" | "agent" | "document" | "outside";

/** How much is known of decisions of one type: what precedents and simulations rest on. */
export interface TypeExperience {
  /** null: it was not stated */
  type: string | null;
  decisions: number;
  /** what came of them was told */
  with_outcome: number;
  /** they were looked at again */
  revisited: number;
  with_concerns: number;
}

/** A question that found nothing. */
export interface Unanswered {
  query: string;
  times: number;
}

/** A folder of sessions that bears the name of nobody whom the caller may file them for. */
export interface UnclaimedFolder {
  /** its name, where a registered person's name is expected */
  folder: string;
  /** who its sessions are captured for instead */
  filed_as: string;
  /** how many of them it holds */
  files: number;
  /** why, and how to change it */
  reason: string;
}

/** The figures that were told as outcomes, the last one of each decision. */
export interface ValueDistribution {
  /** decisions that have one */
  n: number;
  min: number;
  lower_quartile: number;
  median: number;
  upper_quartile: number;
  max: number;
}

/** What walking the chain found. */
export interface Verification {
  ok: boolean;
  /** ledger rows checked */
  rows: number;
  head: Head;
  /** the first break */
  broken_at: Break | null;
}

/** The tally of one item. */
export interface Votes {
  item_id: string;
  up: number;
  down: number;
  /** the caller's own vote */
  mine: number | null;
}

/** One question: who asked what, when, with which tool, and what it led to. */
export interface Walk {
  /** walk_ and 16 hex digits */
  id: string;
  at: DateTime;
  /** who asked */
  principal: string;
  /** recall, summary, or the name of an agent's tool */
  tool: string;
  /** the caller's own id of the session it was asked in */
  session: string | null;
  /** its subject, if the caller named one */
  subject: string | null;
  /** null: no question in words, or hidden from the reader */
  query: string | null;
  /** the form of the question, without its topic */
  shape: string | null;
  /** in order */
  returned: WalkHit[];
  /** ids of used hits */
  used: string[];
  /** the use was reported; it may be empty */
  is_reported: boolean;
  /** it had more hits than the reader may see now */
  is_partial: boolean;
}

/** Something that a question brought up, as far as the reader may see it now. */
export interface WalkHit {
  type: "item" | "message";
  /** id of the item or message */
  id: string;
  /** its rank in the answer, from 1 */
  rank: number;
  /** reported by the caller */
  is_used: boolean;
  /** for messages */
  conversation_id: string | null;
  /** for items, as the fields below */
  kind: string | null;
  category: string | null;
  title: string | null;
  /** its subject */
  subject: string | null;
}

/** Walks in order, newest first. Iterate it, index it, or follow `next`. */
export interface WalkPage {
  walks: Walk[];
  /** opaque; list(cursor: page.next) gives the next page */
  next: string | null;
}

/** What walks tell of how the memory is used, over what the reader may see of them. */
export interface WalkReport {
  /** number of questions */
  walks: number;
  /** questions with reported use */
  reported: number;
  /** questions without hits */
  found_nothing: number;
  /** most frequent first, as in all lists here */
  pairs: CategoryPair[];
  cited: CitedItem[];
  /** the best predictors of use */
  telling: TellingAttribute[];
  /** attributes of clients that predict use */
  clients: TellingClient[];
  /** the furthest from 1 first; the same for everybody */
  learned: LearnedWeight[];
  shapes: QueryShape[];
  unanswered: Unanswered[];
  /** there are more than were read; the newest are included */
  is_cut: boolean;
}

/** The last messages verbatim, and one summary for everything before. */
export interface Window {
  conversation_id: string;
  /** one line per point; null: all messages are shown verbatim */
  summary: string | null;
  /** the same, each with the messages it stands for */
  points: Point[];
  /** the summary in its envelope, as it goes to a model */
  block: string | null;
  /** verbatim, oldest first */
  messages: Message[];
  /** how many messages the summary stands for */
  summarised: number;
}

/** What came of doing due work. */
export interface Worked {
  /** jobs that were finished */
  done: number;
  /** failed now, to be tried again later */
  retrying: Job[];
  /** given up */
  failed: Job[];
}
