// Written by scripts/typescript.py from the server's OpenAPI description.
// Change the server and run it again; do not change this file.

import type { Connection } from "../connection.ts";
import type { CallOptions, WriteOptions } from "../options.ts";
import type { Pages } from "../pages.ts";
import type {
  Act,
  Acts,
  AddedItem,
  Agent,
  AgentCredibility,
  AgentEntry,
  AgentUpdate,
  Anomalies,
  ArrivedItem,
  Batch,
  Briefing,
  Bundle,
  CallRecord,
  Cascade,
  Case,
  CatalogueEntry,
  Certificate,
  CertificateInput,
  ChoiceComparison,
  Clash,
  CommunitySummary,
  Complexity,
  Compliance,
  Composed,
  ConfidenceSubtype,
  Contradiction,
  Conversation,
  ConversationMessageInput,
  ConversationPage,
  Coverage,
  CredibilityHistory,
  DateTime,
  Debate,
  DebateHistory,
  DebatePage,
  DebateResolution,
  Decision,
  DecisionChain,
  DecisionCommunity,
  DecisionContext,
  DecisionLink,
  DecisionPage,
  Entity,
  EntityPage,
  Event,
  FacilitatorReport,
  Feed,
  Fingerprint,
  Gate,
  GraphAdded,
  GraphOverview,
  GraphPath,
  HeadInput,
  Inquiry,
  InquiryReport,
  InquirySession,
  Insight,
  IssuedToken,
  Item,
  ItemChange,
  Job,
  JsonValue,
  LearningReport,
  LedgerEntry,
  Lifecycle,
  ListedConversation,
  Message,
  Neighbourhood,
  NodeOverview,
  Notification,
  NotificationPage,
  NotificationSettings,
  OutcomeDue,
  Page,
  Pending,
  Person,
  PersonSummary,
  Phase,
  Policy,
  PolicyDecisions,
  Precedent,
  PrecedentContext,
  Prefetched,
  PrintedReport,
  ProjectionStatus,
  Provenance,
  Pushed,
  Queue,
  Recall,
  Receipt,
  ReceiptHead,
  ReceiptPage,
  Recorded,
  Relation,
  RelationPage,
  Remembered,
  Reminder,
  Report,
  Reported,
  Review,
  RulesFiles,
  SessionPage,
  SessionPart,
  Settled,
  SimilarDebate,
  SimilarDecision,
  Simulation,
  SnapshotMark,
  SpaceInfo,
  Stats,
  Suggestions,
  Summary,
  SyncReport,
  SyncStatus,
  Token,
  Verification,
  Votes,
  Walk,
  WalkPage,
  WalkReport,
  Window,
  Worked,
} from "./types.ts";

/** What `add` may be told by name. */
export interface AddOptions {
  /** one discrete, citable piece of knowledge */
  content: string;
  /** one line */
  title?: string | null | undefined;
  /** null: the preset's default kind */
  kind?: string | null | undefined;
  category?: string | null | undefined;
  /** contradiction checks stay within one domain */
  domain?: string | null | undefined;
  /** structured facts */
  data?: Record<string, JsonValue> | null | undefined;
  /** sources, priority, deadline, related_entries, … */
  metadata?: Record<string, JsonValue> | null | undefined;
  tags?: readonly string[] | null | undefined;
  /** teams, metrics and people that it names */
  entities?: readonly string[] | null | undefined;
  /** who or what it is about; null: the space as a whole */
  subject?: string | null | undefined;
  /** from 0 to 1; ignored where the source decides */
  confidence?: number | null | undefined;
  /** with source_type "user_verification" */
  confidence_subtype?: ConfidenceSubtype | null | undefined;
  /** None or "all": everyone; "group:x": that group */
  audience?: string | null | undefined;
  /** true: only for the contributor, never shared */
  is_personal?: boolean | null | undefined;
  /** null: the preset's default */
  sensitivity?: string | null | undefined;
  importance?: number | null | undefined;
  /** null: the preset's default */
  source_type?: string | null | undefined;
  /** with it, the same content is stored only once */
  source_id?: string | null | undefined;
  /** world time: true from */
  valid_from?: DateTime | Date | null | undefined;
  /** world time: true until */
  valid_until?: DateTime | Date | null | undefined;
  /** null: the preset's retention decides */
  expires_at?: DateTime | Date | null | undefined;
}

/** What `items` may be told by name. */
export interface ItemsOptions {
  as_of?: number | DateTime | Date | null | undefined;
  limit?: number | null | undefined;
  cursor?: string | null | undefined;
  subject?: string | null | undefined;
  kind?: readonly string[] | null | undefined;
  category?: readonly string[] | null | undefined;
  domain?: readonly string[] | null | undefined;
  lifecycle?: readonly Lifecycle[] | null | undefined;
  review?: readonly Review[] | null | undefined;
  /** the preset's own words */
  status?: readonly string[] | null | undefined;
  source_type?: readonly string[] | null | undefined;
  source_id?: readonly string[] | null | undefined;
  source_user?: readonly string[] | null | undefined;
  audience?: readonly string[] | null | undefined;
  is_personal?: boolean | null | undefined;
  /** any of these */
  tags?: readonly string[] | null | undefined;
  /** each of these keys with this value */
  metadata?: Record<string, unknown> | null | undefined;
  /** occurred at or after */
  since?: DateTime | Date | null | undefined;
  /** occurred before */
  until?: DateTime | Date | null | undefined;
}

/** What `bundle` may be told by name. */
export interface BundleOptions {
  token_budget?: number | null | undefined;
  domain?: string | null | undefined;
}

/** What `stats` may be told by name. */
export interface StatsOptions {
  /** Usually ["kind", "status", "domain", "category"]. */
  by?: readonly string[] | string | undefined;
}

/** What `myContributions` may be told by name. */
export interface MyContributionsOptions {
  limit?: number | null | undefined;
  cursor?: string | null | undefined;
}

/** What `recall` may be told by name. */
export interface RecallOptions {
  /** Usually 10. */
  k?: number | undefined;
  subject?: string | null | undefined;
  kinds?: readonly string[] | string | null | undefined;
  categories?: readonly string[] | string | null | undefined;
  domains?: readonly string[] | string | null | undefined;
  tags?: readonly string[] | string | null | undefined;
  metadata?: Record<string, unknown> | null | undefined;
  conversation_id?: string | null | undefined;
  since?: DateTime | Date | null | undefined;
  until?: DateTime | Date | null | undefined;
  as_of?: number | DateTime | Date | null | undefined;
  /** Usually ["items", "messages"]. */
  include?: readonly string[] | string | undefined;
  /** Usually false. */
  explain?: boolean | undefined;
  session?: string | null | undefined;
  /** Usually false. */
  learned?: boolean | undefined;
}

/** What `searchSimilarFacts` may be told by name. */
export interface SearchSimilarFactsOptions {
  fact_types?: readonly string[] | string | null | undefined;
  /** Usually 10. */
  limit?: number | undefined;
}

/** What `remember` may be told by name. */
export interface RememberOptions {
  /** who or what it is about; null: the space as a whole */
  subject?: string | null | undefined;
  source?: string | Record<string, unknown> | null | undefined;
  live_state?: Record<string, unknown> | null | undefined;
  /** Usually true. */
  infer?: boolean | undefined;
  /** Usually false. */
  dry_run?: boolean | undefined;
  /** one discrete, citable piece of knowledge */
  content?: string | null | undefined;
  /** one line */
  title?: string | null | undefined;
  /** null: the preset's default kind */
  kind?: string | null | undefined;
  category?: string | null | undefined;
  /** contradiction checks stay within one domain */
  domain?: string | null | undefined;
  /** structured facts */
  data?: Record<string, JsonValue> | null | undefined;
  /** sources, priority, deadline, related_entries, … */
  metadata?: Record<string, JsonValue> | null | undefined;
  tags?: readonly string[] | null | undefined;
  /** teams, metrics and people that it names */
  entities?: readonly string[] | null | undefined;
  /** from 0 to 1; ignored where the source decides */
  confidence?: number | null | undefined;
  /** with source_type "user_verification" */
  confidence_subtype?: ConfidenceSubtype | null | undefined;
  /** None or "all": everyone; "group:x": that group */
  audience?: string | null | undefined;
  /** true: only for the contributor, never shared */
  is_personal?: boolean | null | undefined;
  /** null: the preset's default */
  sensitivity?: string | null | undefined;
  importance?: number | null | undefined;
  /** null: the preset's default */
  source_type?: string | null | undefined;
  /** with it, the same content is stored only once */
  source_id?: string | null | undefined;
  /** world time: true from */
  valid_from?: DateTime | Date | null | undefined;
  /** world time: true until */
  valid_until?: DateTime | Date | null | undefined;
  /** null: the preset's retention decides */
  expires_at?: DateTime | Date | null | undefined;
}

/** What `erase` may be told by name. */
export interface EraseOptions {
  id?: string | null | undefined;
  source?: string | null | undefined;
  subject?: string | null | undefined;
  reason: string;
}

/** What `insights` may be told by name. */
export interface InsightsOptions {
  min_subjects?: number | null | undefined;
}

/** What `reminders` may be told by name. */
export interface RemindersOptions {
  within_days?: number | null | undefined;
  subject?: string | null | undefined;
  /** Usually false. */
  new?: boolean | undefined;
}

/** What `summary` may be told by name. */
export interface SummaryOptions {
  as_of?: number | DateTime | Date | null | undefined;
  session?: string | null | undefined;
}

/** What `review.mandate` may be told by name. */
export interface ReviewMandateOptions {
  reason: string;
  audience?: string | null | undefined;
  seen?: number | null | undefined;
}

/** What `review.approve` may be told by name. */
export interface ReviewApproveOptions {
  reason?: string | null | undefined;
  seen?: number | null | undefined;
}

/** What `review.reject` may be told by name. */
export interface ReviewRejectOptions {
  reason?: string | null | undefined;
  seen?: number | null | undefined;
}

/** What `review.revoke` may be told by name. */
export interface ReviewRevokeOptions {
  item_id?: string | null | undefined;
  source?: string | null | undefined;
  reason: string;
  seen?: number | null | undefined;
}

/** What `review.batch` may be told by name. */
export interface ReviewBatchOptions {
  reason?: string | null | undefined;
  seen?: Record<string, number> | null | undefined;
}

/** What `review.queue` may be told by name. */
export interface ReviewQueueOptions {
  limit?: number | null | undefined;
  cursor?: string | null | undefined;
  subject?: string | null | undefined;
  kind?: readonly string[] | null | undefined;
  category?: readonly string[] | null | undefined;
  domain?: readonly string[] | null | undefined;
  lifecycle?: readonly Lifecycle[] | null | undefined;
  review?: readonly Review[] | null | undefined;
  /** the preset's own words */
  status?: readonly string[] | null | undefined;
  source_type?: readonly string[] | null | undefined;
  source_id?: readonly string[] | null | undefined;
  source_user?: readonly string[] | null | undefined;
  audience?: readonly string[] | null | undefined;
  is_personal?: boolean | null | undefined;
  /** any of these */
  tags?: readonly string[] | null | undefined;
  /** each of these keys with this value */
  metadata?: Record<string, unknown> | null | undefined;
  /** occurred at or after */
  since?: DateTime | Date | null | undefined;
  /** occurred before */
  until?: DateTime | Date | null | undefined;
}

/** What `review.edit` may be told by name. */
export interface ReviewEditOptions {
  reason?: string | null | undefined;
  seen?: number | null | undefined;
  /** one discrete, citable piece of knowledge */
  content?: string | null | undefined;
  /** one line */
  title?: string | null | undefined;
  /** null: the preset's default kind */
  kind?: string | null | undefined;
  category?: string | null | undefined;
  /** contradiction checks stay within one domain */
  domain?: string | null | undefined;
  /** structured facts */
  data?: Record<string, JsonValue> | null | undefined;
  /** sources, priority, deadline, related_entries, … */
  metadata?: Record<string, JsonValue> | null | undefined;
  tags?: readonly string[] | null | undefined;
  /** teams, metrics and people that it names */
  entities?: readonly string[] | null | undefined;
  /** who or what it is about; null: the space as a whole */
  subject?: string | null | undefined;
  /** from 0 to 1; ignored where the source decides */
  confidence?: number | null | undefined;
  /** with source_type "user_verification" */
  confidence_subtype?: ConfidenceSubtype | null | undefined;
  /** None or "all": everyone; "group:x": that group */
  audience?: string | null | undefined;
  /** true: only for the contributor, never shared */
  is_personal?: boolean | null | undefined;
  /** null: the preset's default */
  sensitivity?: string | null | undefined;
  importance?: number | null | undefined;
  /** null: the preset's default */
  source_type?: string | null | undefined;
  /** with it, the same content is stored only once */
  source_id?: string | null | undefined;
  /** world time: true from */
  valid_from?: DateTime | Date | null | undefined;
  /** world time: true until */
  valid_until?: DateTime | Date | null | undefined;
  /** null: the preset's retention decides */
  expires_at?: DateTime | Date | null | undefined;
}

/** What `review.contradictions` may be told by name. */
export interface ReviewContradictionsOptions {
  /** Usually false. */
  include_resolved?: boolean | undefined;
}

/** What `review.acts` may be told by name. */
export interface ReviewActsOptions {
  limit?: number | null | undefined;
  cursor?: string | null | undefined;
  subject?: string | null | undefined;
  act?: string | null | undefined;
}

/** What `review.undo` may be told by name. */
export interface ReviewUndoOptions {
  reason?: string | null | undefined;
}

/** What `review.resolve` may be told by name. */
export interface ReviewResolveOptions {
  merged_content?: string | null | undefined;
  reason?: string | null | undefined;
}

/** What `admin.audit` may be told by name. */
export interface AdminAuditOptions {
  item_id?: string | null | undefined;
  before?: number | null | undefined;
  /** Usually 100. */
  limit?: number | undefined;
}

/** What `verify` may be told by name. */
export interface VerifyOptions {
  head?: HeadInput | string | null | undefined;
  last?: number | null | undefined;
}

/** What `get` may be told by name. */
export interface GetOptions {
  as_of?: number | DateTime | Date | null | undefined;
}

/** What `update` may be told by name. */
export interface UpdateOptions {
  reason?: string | null | undefined;
  /** one discrete, citable piece of knowledge */
  content?: string | null | undefined;
  /** one line */
  title?: string | null | undefined;
  /** null: the preset's default kind */
  kind?: string | null | undefined;
  category?: string | null | undefined;
  /** contradiction checks stay within one domain */
  domain?: string | null | undefined;
  /** structured facts */
  data?: Record<string, JsonValue> | null | undefined;
  /** sources, priority, deadline, related_entries, … */
  metadata?: Record<string, JsonValue> | null | undefined;
  tags?: readonly string[] | null | undefined;
  /** teams, metrics and people that it names */
  entities?: readonly string[] | null | undefined;
  /** who or what it is about; null: the space as a whole */
  subject?: string | null | undefined;
  /** from 0 to 1; ignored where the source decides */
  confidence?: number | null | undefined;
  /** with source_type "user_verification" */
  confidence_subtype?: ConfidenceSubtype | null | undefined;
  /** None or "all": everyone; "group:x": that group */
  audience?: string | null | undefined;
  /** true: only for the contributor, never shared */
  is_personal?: boolean | null | undefined;
  /** null: the preset's default */
  sensitivity?: string | null | undefined;
  importance?: number | null | undefined;
  /** null: the preset's default */
  source_type?: string | null | undefined;
  /** with it, the same content is stored only once */
  source_id?: string | null | undefined;
  /** world time: true from */
  valid_from?: DateTime | Date | null | undefined;
  /** world time: true until */
  valid_until?: DateTime | Date | null | undefined;
  /** null: the preset's retention decides */
  expires_at?: DateTime | Date | null | undefined;
}

/** What `supersede` may be told by name. */
export interface SupersedeOptions {
  reason?: string | null | undefined;
  /** Usually false. */
  mandate?: boolean | undefined;
  /** one discrete, citable piece of knowledge */
  content?: string | null | undefined;
  /** one line */
  title?: string | null | undefined;
  /** null: the preset's default kind */
  kind?: string | null | undefined;
  category?: string | null | undefined;
  /** contradiction checks stay within one domain */
  domain?: string | null | undefined;
  /** structured facts */
  data?: Record<string, JsonValue> | null | undefined;
  /** sources, priority, deadline, related_entries, … */
  metadata?: Record<string, JsonValue> | null | undefined;
  tags?: readonly string[] | null | undefined;
  /** teams, metrics and people that it names */
  entities?: readonly string[] | null | undefined;
  /** who or what it is about; null: the space as a whole */
  subject?: string | null | undefined;
  /** from 0 to 1; ignored where the source decides */
  confidence?: number | null | undefined;
  /** with source_type "user_verification" */
  confidence_subtype?: ConfidenceSubtype | null | undefined;
  /** None or "all": everyone; "group:x": that group */
  audience?: string | null | undefined;
  /** true: only for the contributor, never shared */
  is_personal?: boolean | null | undefined;
  /** null: the preset's default */
  sensitivity?: string | null | undefined;
  importance?: number | null | undefined;
  /** null: the preset's default */
  source_type?: string | null | undefined;
  /** with it, the same content is stored only once */
  source_id?: string | null | undefined;
  /** world time: true from */
  valid_from?: DateTime | Date | null | undefined;
  /** world time: true until */
  valid_until?: DateTime | Date | null | undefined;
  /** null: the preset's retention decides */
  expires_at?: DateTime | Date | null | undefined;
}

/** What `dismiss` may be told by name. */
export interface DismissOptions {
  reason?: string | null | undefined;
}

/** What `confirm` may be told by name. */
export interface ConfirmOptions {
  quote?: string | null | undefined;
  reason?: string | null | undefined;
}

/** What `share` may be told by name. */
export interface ShareOptions {
  reason?: string | null | undefined;
  seen?: number | null | undefined;
}

/** What `compose` may be told by name. */
export interface ComposeOptions {
  message: string;
  system?: string | null | undefined;
  live_state?: Record<string, unknown> | string | null | undefined;
  conversation_id?: string | null | undefined;
  subject?: string | null | undefined;
  token_budget?: number | null | undefined;
  relevant_only?: boolean | null | undefined;
}

/** What `briefing` may be told by name. */
export interface BriefingOptions {
  token_budget?: number | null | undefined;
  meeting_at?: DateTime | Date | string | null | undefined;
  locale?: string | null | undefined;
}

/** What `suggestions` may be told by name. */
export interface SuggestionsOptions {
  subject?: string | null | undefined;
  locale?: string | null | undefined;
}

/** What `receipts` may be told by name. */
export interface ReceiptsOptions {
  kind?: string | null | undefined;
  delivered_to?: string | null | undefined;
  subject?: string | null | undefined;
  /** Usually 50. */
  limit?: number | undefined;
  cursor?: string | null | undefined;
}

/** What `conversations.start` may be told by name. */
export interface ConversationsStartOptions {
  id?: string | null | undefined;
  subject?: string | null | undefined;
  channel_id?: string | null | undefined;
  title?: string | null | undefined;
  audience?: string | null | undefined;
  /** Usually false. */
  is_personal?: boolean | undefined;
  trust?: string | null | undefined;
}

/** What `conversations.list` may be told by name. */
export interface ConversationsListOptions {
  subject?: string | null | undefined;
  channel_id?: string | null | undefined;
  owner?: string | null | undefined;
  /** Usually 50. */
  limit?: number | undefined;
  cursor?: string | null | undefined;
}

/** What `conversations.messages` may be told by name. */
export interface ConversationsMessagesOptions {
  ids?: readonly string[] | string | null | undefined;
}

/** What `conversations.window` may be told by name. */
export interface ConversationsWindowOptions {
  /** Usually 20. */
  size?: number | undefined;
}

/** What `conversations.receipts` may be told by name. */
export interface ConversationsReceiptsOptions {
  /** Usually 20. */
  limit?: number | undefined;
}

/** What `conversations.getRecentMessages` may be told by name. */
export interface ConversationsGetRecentMessagesOptions {
  /** Usually 50. */
  limit?: number | undefined;
  before_timestamp?: DateTime | Date | string | null | undefined;
}

/** What `sources.meeting` may be told by name. */
export interface SourcesMeetingOptions {
  notes?: Record<string, unknown> | null | undefined;
  subject?: string | null | undefined;
  transcript?: string | null | undefined;
  title?: string | null | undefined;
  occurred_at?: DateTime | Date | string | null | undefined;
  audience?: string | null | undefined;
  /** Usually false. */
  is_personal?: boolean | undefined;
  trust?: string | null | undefined;
  outside?: readonly string[] | string | undefined;
  /** Usually true. */
  complete?: boolean | undefined;
  /** Usually true. */
  wait?: boolean | undefined;
}

/** What `sources.event` may be told by name. */
export interface SourcesEventOptions {
  /** the platform's own id; with it, the same event is stored once */
  id?: string | null | undefined;
  /** its subject */
  subject?: string | null | undefined;
  /** the state before the change */
  before?: JsonValue | null | undefined;
  /** and after it */
  after?: JsonValue | null | undefined;
  /** the trigger: a meeting, a conversation, a market event */
  trigger?: JsonValue | null | undefined;
  approved_by?: string | null | undefined;
  /** the approval process */
  process?: string | null | undefined;
  /** the person or program that did it on the platform */
  actor?: string | null | undefined;
  /** the reason, if the platform knows it */
  reason?: string | null | undefined;
  /** null: now */
  occurred_at?: DateTime | Date | null | undefined;
  /** other data of the platform, stored unchanged */
  payload?: JsonValue | null | undefined;
  audience?: string | null | undefined;
  is_personal?: boolean | null | undefined;
  decisions?: readonly string[] | null | undefined;
}

/** What `sources.backfill` may be told by name. */
export interface SourcesBackfillOptions {
  subject?: string | null | undefined;
  audience?: string | null | undefined;
  /** Usually false. */
  is_personal?: boolean | undefined;
  trust?: string | null | undefined;
  /** Usually false. */
  dry_run?: boolean | undefined;
}

/** What `sources.import` may be told by name. */
export interface SourcesImportOptions {
  format?: string | null | undefined;
  subject?: string | null | undefined;
  audience?: string | null | undefined;
  /** Usually false. */
  is_personal?: boolean | undefined;
  source?: Record<string, unknown> | null | undefined;
  /** Usually false. */
  dry_run?: boolean | undefined;
}

/** What `sources.session` may be told by name. */
export interface SourcesSessionOptions {
  /** Usually 0. */
  offset?: number | undefined;
  /** Usually 0. */
  passed?: number | undefined;
  /** Usually false. */
  anew?: boolean | undefined;
  subject?: string | null | undefined;
  audience?: string | null | undefined;
  /** Usually false. */
  is_personal?: boolean | undefined;
  source?: Record<string, unknown> | null | undefined;
}

/** What `sources.collect` may be told by name. */
export interface SourcesCollectOptions {
  people?: readonly string[] | string | null | undefined;
  source?: Record<string, unknown> | null | undefined;
  /** Usually false. */
  dry_run?: boolean | undefined;
  /** Usually false. */
  reset?: boolean | undefined;
}

/** What `jobs.wait` may be told by name. */
export interface JobsWaitOptions {
  /** Usually false. */
  own?: boolean | undefined;
  timeout_seconds?: number | null | undefined;
}

/** What `jobs.retry` may be told by name. */
export interface JobsRetryOptions {
  id?: string | null | undefined;
}

/** What `jobs.schedule` may be told by name. */
export interface JobsScheduleOptions {
  every: string;
  first_at?: DateTime | Date | string | null | undefined;
}

/** What `inquire` may be told by name. */
export interface InquireOptions {
  channel_id?: string | null | undefined;
  /** Usually 30. */
  max_facts?: number | undefined;
  /** Usually 10. */
  max_iterations?: number | undefined;
  strategy?: string | null | undefined;
}

/** What `inquiries.list` may be told by name. */
export interface InquiriesListOptions {
  strategy?: string | null | undefined;
  is_rated?: boolean | null | undefined;
  /** Usually 50. */
  limit?: number | undefined;
  cursor?: string | null | undefined;
}

/** What `inquiries.report` may be told by name. */
export interface InquiriesReportOptions {
  since?: DateTime | Date | string | null | undefined;
  until?: DateTime | Date | string | null | undefined;
  /** Usually 20. */
  limit?: number | undefined;
}

/** What `inquiries.rate` may be told by name. */
export interface InquiriesRateOptions {
  note?: string | null | undefined;
}

/** What `notifications.list` may be told by name. */
export interface NotificationsListOptions {
  is_open?: boolean | null | undefined;
  /** Usually 50. */
  limit?: number | undefined;
  cursor?: string | null | undefined;
}

/** What `notifications.settings` may be told by name. */
export interface NotificationsSettingsOptions {
  person?: string | null | undefined;
  email?: string | null | undefined;
  webhook?: string | null | undefined;
}

/** What `graph.entity` may be told by name. */
export interface GraphEntityOptions {
  external_id?: string | null | undefined;
  attrs?: Record<string, JsonValue> | null | undefined;
  aliases?: readonly string[] | string | undefined;
  audience?: string | null | undefined;
  /** Usually false. */
  is_personal?: boolean | undefined;
}

/** What `graph.entities` may be told by name. */
export interface GraphEntitiesOptions {
  kind?: string | null | undefined;
  name?: string | null | undefined;
  as_of?: number | DateTime | Date | null | undefined;
  /** Usually 50. */
  limit?: number | undefined;
  cursor?: string | null | undefined;
}

/** What `graph.addMany` may be told by name. */
export interface GraphAddManyOptions {
  /** Usually false. */
  dry_run?: boolean | undefined;
}

/** What `graph.merge` may be told by name. */
export interface GraphMergeOptions {
  reason: string;
}

/** What `graph.merges` may be told by name. */
export interface GraphMergesOptions {
  /** Usually 50. */
  limit?: number | undefined;
  cursor?: string | null | undefined;
}

/** What `graph.relate` may be told by name. */
export interface GraphRelateOptions {
  /** Usually 1.0. */
  confidence?: number | undefined;
  evidence?: readonly string[] | string | undefined;
  timestamp?: DateTime | Date | string | null | undefined;
  valid_from?: DateTime | Date | string | null | undefined;
  valid_until?: DateTime | Date | string | null | undefined;
  attrs?: Record<string, JsonValue> | null | undefined;
  audience?: string | null | undefined;
  /** Usually false. */
  is_personal?: boolean | undefined;
}

/** What `graph.relations` may be told by name. */
export interface GraphRelationsOptions {
  of?: string | null | undefined;
  type?: readonly string[] | string | null | undefined;
  as_of?: number | DateTime | Date | null | undefined;
  valid_at?: DateTime | Date | string | null | undefined;
  /** Usually false. */
  ended?: boolean | undefined;
  /** Usually 50. */
  limit?: number | undefined;
  cursor?: string | null | undefined;
}

/** What `graph.path` may be told by name. */
export interface GraphPathOptions {
  /** Usually 5. */
  depth?: number | undefined;
  as_of?: number | DateTime | Date | null | undefined;
  valid_at?: DateTime | Date | string | null | undefined;
}

/** What `graph.overview` may be told by name. */
export interface GraphOverviewOptions {
  as_of?: number | DateTime | Date | null | undefined;
}

/** What `graph.evidence` may be told by name. */
export interface GraphEvidenceOptions {
  /** Usually 20. */
  each?: number | undefined;
}

/** What `graph.cypher` may be told by name. */
export interface GraphCypherOptions {
  params?: Record<string, JsonValue> | null | undefined;
}

/** What `graph.sync` may be told by name. */
export interface GraphSyncOptions {
  /** Usually true. */
  wait?: boolean | undefined;
}

/** What `graph.rebuild` may be told by name. */
export interface GraphRebuildOptions {
  /** Usually true. */
  wait?: boolean | undefined;
}

/** What `graph.get` may be told by name. */
export interface GraphGetOptions {
  as_of?: number | DateTime | Date | null | undefined;
}

/** What `graph.unmerge` may be told by name. */
export interface GraphUnmergeOptions {
  reason: string;
}

/** What `graph.neighbours` may be told by name. */
export interface GraphNeighboursOptions {
  /** Usually 1. */
  depth?: number | undefined;
  types?: readonly string[] | string | null | undefined;
  as_of?: number | DateTime | Date | null | undefined;
  valid_at?: DateTime | Date | string | null | undefined;
  /** Usually 200. */
  limit?: number | undefined;
}

/** What `graph.outline` may be told by name. */
export interface GraphOutlineOptions {
  as_of?: number | DateTime | Date | null | undefined;
  valid_at?: DateTime | Date | string | null | undefined;
}

/** What `graph.relation` may be told by name. */
export interface GraphRelationOptions {
  as_of?: number | DateTime | Date | null | undefined;
}

/** What `graph.end` may be told by name. */
export interface GraphEndOptions {
  reason?: string | null | undefined;
  at?: DateTime | Date | string | null | undefined;
}

/** What `graph.sql` may be told by name. */
export interface GraphSqlOptions {
  params?: Record<string, JsonValue> | null | undefined;
}

/** What `decisions.record` may be told by name. */
export interface DecisionsRecordOptions {
  /** whom or what it concerns */
  subject?: string | null | undefined;
  trigger?: JsonValue | undefined;
  context_gathered?: readonly JsonValue[] | undefined;
  alternatives_considered?: readonly string[] | string | undefined;
  recommendation?: string | null | undefined;
  reasoning?: string | null | undefined;
  outcome?: string | null | undefined;
  participants?: readonly string[] | string | undefined;
  related_entries?: readonly string[] | string | undefined;
  policies?: readonly (string | Record<string, unknown>)[] | undefined;
  causes?: readonly (string | Record<string, unknown>)[] | undefined;
  precedents?: readonly (string | Record<string, unknown>)[] | undefined;
  exception?: string | Record<string, unknown> | null | undefined;
  escalation?: string | Record<string, unknown> | null | undefined;
  /** when it was decided; null: now */
  at?: DateTime | Date | null | undefined;
  concerns?: readonly string[] | null | undefined;
  tool_calls?: readonly Record<string, JsonValue>[] | null | undefined;
  approved_by?: string | null | undefined;
  process?: string | null | undefined;
  event_kind?: string | null | undefined;
  event_id?: string | null | undefined;
  before?: JsonValue | null | undefined;
  after?: JsonValue | null | undefined;
  /** null: the preset decides */
  outcome_due?: string | null | undefined;
  title?: string | null | undefined;
  /** null: it is composed of what is told */
  content?: string | null | undefined;
  tags?: readonly string[] | null | undefined;
  metadata?: Record<string, JsonValue> | null | undefined;
  domain?: string | null | undefined;
  audience?: string | null | undefined;
  is_personal?: boolean | null | undefined;
  sensitivity?: string | null | undefined;
  importance?: number | null | undefined;
  confidence?: number | null | undefined;
  source_type?: string | null | undefined;
  source_id?: string | null | undefined;
}

/** What `decisions.list` may be told by name. */
export interface DecisionsListOptions {
  subject?: string | null | undefined;
  type?: string | null | undefined;
  category?: string | null | undefined;
  policy?: string | null | undefined;
  since?: DateTime | Date | string | null | undefined;
  until?: DateTime | Date | string | null | undefined;
  /** Usually 50. */
  limit?: number | undefined;
  cursor?: string | null | undefined;
}

/** What `decisions.learned` may be told by name. */
export interface DecisionsLearnedOptions {
  /** Usually 20. */
  limit?: number | undefined;
}

/** What `decisions.outcomesDue` may be told by name. */
export interface DecisionsOutcomesDueOptions {
  /** Usually 0. */
  within_days?: number | undefined;
  subject?: string | null | undefined;
}

/** What `decisions.link` may be told by name. */
export interface DecisionsLinkOptions {
  reason?: string | null | undefined;
  evidence?: readonly string[] | string | undefined;
}

/** What `decisions.links` may be told by name. */
export interface DecisionsLinksOptions {
  id?: string | null | undefined;
  proposed?: boolean | null | undefined;
  /** Usually 50. */
  limit?: number | undefined;
}

/** What `decisions.confirmLink` may be told by name. */
export interface DecisionsConfirmLinkOptions {
  reason?: string | null | undefined;
}

/** What `decisions.rejectLink` may be told by name. */
export interface DecisionsRejectLinkOptions {
  reason?: string | null | undefined;
}

/** What `decisions.communities` may be told by name. */
export interface DecisionsCommunitiesOptions {
  topic?: string | null | undefined;
  /** Usually 20. */
  limit?: number | undefined;
  /** Usually 2. */
  least?: number | undefined;
}

/** What `decisions.precedents` may be told by name. */
export interface DecisionsPrecedentsOptions {
  subject?: string | null | undefined;
  filters?: Record<string, unknown> | null | undefined;
  /** Usually 5. */
  k?: number | undefined;
  session?: string | null | undefined;
  decision?: string | null | undefined;
  weights?: Record<string, number> | null | undefined;
}

/** What `decisions.simulate` may be told by name. */
export interface DecisionsSimulateOptions {
  situation?: string | null | undefined;
  filters?: Record<string, unknown> | null | undefined;
  /** Usually 12. */
  months?: number | undefined;
}

/** What `decisions.compare` may be told by name. */
export interface DecisionsCompareOptions {
  situation?: string | null | undefined;
  filters?: Record<string, unknown> | null | undefined;
  /** Usually 12. */
  months?: number | undefined;
}

/** What `decisions.anomalies` may be told by name. */
export interface DecisionsAnomaliesOptions {
  /** Usually 50. */
  limit?: number | undefined;
}

/** What `decisions.chain` may be told by name. */
export interface DecisionsChainOptions {
  /** Usually "both". */
  direction?: string | undefined;
  /** Usually 5. */
  depth?: number | undefined;
  types?: readonly string[] | string | null | undefined;
}

/** What `decisions.similar` may be told by name. */
export interface DecisionsSimilarOptions {
  /** Usually 5. */
  k?: number | undefined;
}

/** What `decisions.outcome` may be told by name. */
export interface DecisionsOutcomeOptions {
  value?: JsonValue | undefined;
  at?: DateTime | Date | string | null | undefined;
}

/** What `decisions.revisit` may be told by name. */
export interface DecisionsRevisitOptions {
  reason: string;
  at?: DateTime | Date | string | null | undefined;
}

/** What `policies.add` may be told by name. */
export interface PoliciesAddOptions {
  description: string;
  category: string;
  effective_from: string;
  effective_to?: string | null | undefined;
  audience?: string | null | undefined;
}

/** What `policies.list` may be told by name. */
export interface PoliciesListOptions {
  on?: string | null | undefined;
  category?: string | null | undefined;
}

/** What `policies.addDefaults` may be told by name. */
export interface PoliciesAddDefaultsOptions {
  effective_from: string;
}

/** What `policies.end` may be told by name. */
export interface PoliciesEndOptions {
  effective_to: string;
}

/** What `policies.compliance` may be told by name. */
export interface PoliciesComplianceOptions {
  since: DateTime | Date | string;
  until: DateTime | Date | string;
}

/** What `agents.register` may be told by name. */
export interface AgentsRegisterOptions {
  specializations?: readonly string[] | string | undefined;
  kinds?: readonly string[] | string | undefined;
}

/** What `agents.tiers.put` may be told by name. */
export interface AgentsTiersPutOptions {
  kind?: string | null | undefined;
  /** Usually 0.5. */
  importance?: number | undefined;
  subject?: string | null | undefined;
  /** Usually true. */
  is_shared?: boolean | undefined;
}

/** What `agents.tiers.push` may be told by name. */
export interface AgentsTiersPushOptions {
  key?: string | null | undefined;
}

/** What `debates.open` may be told by name. */
export interface DebatesOpenOptions {
  challenger: string;
  challenged: string;
  disputed_finding: string;
  challenge_basis: string;
  /** Usually "supporting". */
  priority?: string | undefined;
  domain?: string | null | undefined;
  conservative_position?: string | null | undefined;
  subject?: string | null | undefined;
  evidence?: readonly string[] | string | undefined;
  patterns?: readonly string[] | string | undefined;
  analyses?: readonly string[] | string | undefined;
  estimate?: number | null | undefined;
  audience?: string | null | undefined;
}

/** What `debates.list` may be told by name. */
export interface DebatesListOptions {
  agent?: string | null | undefined;
  domain?: string | null | undefined;
  subject?: string | null | undefined;
  topic?: string | null | undefined;
  level?: string | null | undefined;
  priority?: string | null | undefined;
  is_resolved?: boolean | null | undefined;
  is_provisional?: boolean | null | undefined;
  /** Usually 50. */
  limit?: number | undefined;
}

/** What `debates.position` may be told by name. */
export interface DebatesPositionOptions {
  agent: string;
  text: string;
  evidence?: readonly string[] | string | undefined;
  estimate?: number | null | undefined;
}

/** What `debates.decide` may be told by name. */
export interface DebatesDecideOptions {
  position: string;
  reason: string;
}

/** What `debates.override` may be told by name. */
export interface DebatesOverrideOptions {
  position: string;
  rationale: string;
  /** Usually false. */
  at_gate?: boolean | undefined;
}

/** What `debates.similar` may be told by name. */
export interface DebatesSimilarOptions {
  /** Usually 5. */
  k?: number | undefined;
}

/** What `debates.snapshotItems` may be told by name. */
export interface DebatesSnapshotItemsOptions {
  kind?: string | null | undefined;
  /** Usually 50. */
  limit?: number | undefined;
  cursor?: string | null | undefined;
}

/** What `debates.snapshotRecall` may be told by name. */
export interface DebatesSnapshotRecallOptions {
  /** Usually 10. */
  k?: number | undefined;
}

/** What `credibility.list` may be told by name. */
export interface CredibilityListOptions {
  agent?: string | null | undefined;
  domain?: string | null | undefined;
}

/** What `credibility.history` may be told by name. */
export interface CredibilityHistoryOptions {
  agent?: string | null | undefined;
  domain?: string | null | undefined;
}

/** What `credibility.recordOutcome` may be told by name. */
export interface CredibilityRecordOutcomeOptions {
  correctness: number;
  note?: string | null | undefined;
  at?: DateTime | Date | string | null | undefined;
  actual?: number | null | undefined;
  sector?: string | null | undefined;
  regime?: string | null | undefined;
  lesson?: string | null | undefined;
  estimates?: Record<string, number> | null | undefined;
}

/** What `walks.list` may be told by name. */
export interface WalksListOptions {
  session?: string | null | undefined;
  subject?: string | null | undefined;
  tool?: string | null | undefined;
  /** Usually 50. */
  limit?: number | undefined;
  cursor?: string | null | undefined;
}

/** What `walks.report` may be told by name. */
export interface WalksReportOptions {
  since?: DateTime | Date | string | null | undefined;
  until?: DateTime | Date | string | null | undefined;
  /** Usually 10. */
  limit?: number | undefined;
}

/** What `admin.spaces` may be told by name. */
export interface AdminSpacesOptions {
  /** Usually false. */
  archived?: boolean | undefined;
}

/** What `admin.problems` may be told by name. */
export interface AdminProblemsOptions {
  last?: number | null | undefined;
}

/** What `admin.addPerson` may be told by name. */
export interface AdminAddPersonOptions {
  kind?: string | null | undefined;
  email?: string | null | undefined;
  roles?: readonly string[] | string | null | undefined;
  groups?: readonly string[] | string | null | undefined;
}

/** What `admin.tokens` may be told by name. */
export interface AdminTokensOptions {
  /** Usually false. */
  include_ended?: boolean | undefined;
}

/** What `admin.issueToken` may be told by name. */
export interface AdminIssueTokenOptions {
  /** Usually "P90D". */
  expires_in?: string | undefined;
  note?: string | null | undefined;
}

/** What `admin.revokeToken` may be told by name. */
export interface AdminRevokeTokenOptions {
  reason?: string | null | undefined;
}

/** What `admin.endSignIns` may be told by name. */
export interface AdminEndSignInsOptions {
  reason?: string | null | undefined;
}

/** What `tools.schemas` may be told by name. */
export interface ToolsSchemasOptions {
  /** Usually "full". */
  which?: "default" | "full" | undefined;
}

/** What `tools.call` may be told by name. */
export interface ToolsCallOptions {
  session?: string | null | undefined;
}

/** What `rulesFiles` may be told by name. */
export interface RulesFilesOptions {
  /** Also a section of AGENTS.md. Usually false. */
  agents_md?: boolean | undefined;
  /** For what is approved. */
  token_budget?: number | null | undefined;
  /** Facts of this domain alone. */
  domain?: string | null | undefined;
}

/** What `pull` may be told by name. */
export interface PullOptions {
  /** Also a section of AGENTS.md. Usually false. */
  agents_md?: boolean | undefined;
  /** For what is approved. */
  token_budget?: number | null | undefined;
  /** Facts of this domain alone. */
  domain?: string | null | undefined;
}

/**
 * The caller's own walks; for admins, everybody's.
 *
 * Of what a walk returned it shows what the caller may see now. Reading writes first what this
 * memory has still to log, so that everyone finds their own questions at once.
 */
export class WalksVerbs {
  /** @internal */
  protected readonly connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Walks, newest first, a page at a time; of one session, about one subject, by one tool. */
  list(options: WalksListOptions = {}, call?: CallOptions): Pages<WalkPage, Walk> {
    return this.connection.pages({
      method: "GET",
      path: "/api/walks",
      asked: options,
    }, "walks", call);
  }

  /**
   * What the walks of a time tell: categories looked up together, what is cited most, which
   * attributes of items and of clients foretell use, what ranking learns from all walks, frequent
   * forms of questions, and what found nothing. Of each, so many lines.
   */
  report(options: WalksReportOptions = {}, call?: CallOptions): Promise<WalkReport> {
    return this.connection.send({
      method: "GET",
      path: "/api/walks/report",
      asked: options,
    }, call);
  }

  /** One walk. What is unknown or somebody else's is `NotFound`. */
  get(id: string, call?: CallOptions): Promise<Walk> {
    return this.connection.send({ method: "GET", path: "/api/walks/{id}", names: { id } }, call);
  }

  /**
   * Says which of the returned items and messages went into the answer, by their ids.
   *
   * For who asked, or an admin. Saying it again replaces what was said before.
   */
  used(id: string, ids: readonly string[] | string, call?: WriteOptions): Promise<Walk> {
    return this.connection.send({
      method: "PUT",
      path: "/api/walks/{id}/used",
      names: { id },
      body: { ids },
      isWriting: true,
    }, call);
  }
}

/** Answers the tool calls of one agent. Each question is a walk. */
export class ToolsVerbs {
  /** @internal */
  protected readonly connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Name, description and JSON Schema of the arguments of each tool. */
  schemas(
    options: ToolsSchemasOptions = {},
    call?: CallOptions,
  ): Promise<Record<string, unknown>[]> {
    return this.connection.send({ method: "GET", path: "/api/tools", asked: options }, call);
  }

  /** What a tool answers, as JSON can hold it. `session` names the talk, for the walks. */
  call(
    toolName: string,
    args: Record<string, unknown>,
    options: ToolsCallOptions = {},
    call?: WriteOptions,
  ): Promise<Record<string, unknown>> {
    return this.connection.send({
      method: "POST",
      path: "/api/tools/{tool_name}",
      names: { tool_name: toolName },
      body: { ...options, arguments: args },
      isWriting: true,
    }, call);
  }
}

/** What was said, noted and done elsewhere. The raw text is stored first, always. */
export class SourcesVerbs {
  /** @internal */
  protected readonly connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** The events that an item says the why of. */
  events(itemId: string, call?: CallOptions): Promise<Event[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/memory/{item_id}/events",
      names: { item_id: itemId },
    }, call);
  }

  /**
   * A meeting's notes and transcript, and the items that its notes hold.
   *
   * `financial_facts` and `action_items` of the notes become items unchanged, without a model.
   * `outside` names speakers who do not belong to the space. While branches of the analysis are
   * still open, say `complete: false`: what came so far is kept. `wait: false` leaves the mapping
   * to the background.
   */
  meeting(
    id: string,
    options: SourcesMeetingOptions = {},
    call?: WriteOptions,
  ): Promise<Remembered> {
    return this.connection.send({
      method: "POST",
      path: "/api/sources/meetings",
      body: { ...options, id },
      isWriting: true,
    }, call);
  }

  /**
   * A change on a platform, with the record of the reason.
   *
   * Takes id, subject, before, after, trigger, approved_by, process, actor, reason, occurred_at,
   * payload, audience, is_personal, `source` (a label that may lower its trust, as {"trust":
   * "outside"}), and `decisions`: ids of items that say why already. Without any, a decision record
   * is made from what the event tells.
   */
  event(kind: string, options: SourcesEventOptions = {}, call?: WriteOptions): Promise<Recorded> {
    return this.connection.send({
      method: "POST",
      path: "/api/sources/events",
      body: { ...options, kind },
      isWriting: true,
    }, call);
  }

  /** The records that say why an event came about. */
  why(eventId: string, call?: CallOptions): Promise<Item[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/sources/events/{event_id}/why",
      names: { event_id: eventId },
    }, call);
  }

  /** Links an event with an item that says why it came about. */
  explain(eventId: string, itemId: string, call?: WriteOptions): Promise<Item> {
    return this.connection.send({
      method: "POST",
      path: "/api/sources/events/{event_id}/explain",
      names: { event_id: eventId },
      body: { item_id: itemId },
      isWriting: true,
    }, call);
  }

  /**
   * Old meetings, conversations and transcripts from files, or from records.
   *
   * Run twice, the second run adds nothing.
   */
  backfill(
    records: readonly Record<string, unknown>[],
    options: SourcesBackfillOptions = {},
    call?: WriteOptions,
  ): Promise<Report> {
    return this.connection.send({
      method: "POST",
      path: "/api/sources/backfill",
      body: { ...options, records },
      isWriting: true,
    }, call);
  }

  /**
   * What another memory knows: mem0's export, the MCP memory server's file, or Markdown.
   *
   * Each piece becomes an item based on its raw text, with its date, trusted as a document, or less
   * with `source={"trust": "outside"}`. `format` is mem0, mcp-memory or markdown; a file most often
   * shows it. As remembrancer, the items of an export of ours, or as the verbs give them. Channels
   * that discord or slack exported become conversations. Run twice, the second run adds nothing.
   */
  import(
    records: readonly Record<string, unknown>[],
    options: SourcesImportOptions = {},
    call?: WriteOptions,
  ): Promise<Report> {
    return this.connection.send({
      method: "POST",
      path: "/api/sources/import",
      body: { ...options, records },
      isWriting: true,
    }, call);
  }

  /**
   * A part of a session's transcript that lies elsewhere, in whole lines (JSON Lines).
   *
   * `offset` is where in the transcript it begins, in bytes; `passed` counts bytes before it that
   * were too long to be sent. What is known already is not stored twice, and half a line at the end
   * waits. The answer's `offset` says where the next part begins. `anew: true` says that the
   * transcript was written anew, and is sent from its beginning.
   */
  session(
    name: string,
    lines: string,
    options: SourcesSessionOptions = {},
    call?: WriteOptions,
  ): Promise<SessionPart> {
    return this.connection.send({
      method: "POST",
      path: "/api/sources/sessions/{name}",
      names: { name },
      body: { ...options, lines },
      isWriting: true,
    }, call);
  }

  /**
   * The notes files of everyone on record: each line an item, in its writer's name.
   *
   * A file that has not changed is skipped. `reset` archives what is in no file any more, and
   * collects all anew under the same ids. `source={"trust": "outside"}` lowers how far all of it is
   * trusted. For admins.
   */
  collect(options: SourcesCollectOptions = {}, call?: WriteOptions): Promise<Report> {
    return this.connection.send({
      method: "POST",
      path: "/api/sources/collect",
      body: options,
      isWriting: true,
    }, call);
  }

  /** The files that were read, how far, and what was odd about them. */
  feeds(call?: CallOptions): Promise<Feed[]> {
    return this.connection.send({ method: "GET", path: "/api/sources/feeds" }, call);
  }
}

/**
 * Approves, rejects, mandates and revokes, and settles contradictions. For admins.
 *
 * `seen` is the version of the item that was looked at. If it is another one by now, the act is
 * refused with `ChangedSince`, and nothing is written.
 */
export class ReviewVerbs {
  /** @internal */
  protected readonly connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Makes an item binding for every agent of its audience. */
  mandate(itemId: string, options: ReviewMandateOptions, call?: WriteOptions): Promise<Item> {
    return this.connection.send({
      method: "POST",
      path: "/api/memory/admin/mandate",
      query: { item_id: itemId },
      body: options,
      isWriting: true,
    }, call);
  }

  /** Lets a pending item through to agents. */
  approve(itemId: string, options: ReviewApproveOptions = {}, call?: WriteOptions): Promise<Item> {
    return this.connection.send({
      method: "POST",
      path: "/api/memory/admin/approve",
      query: { item_id: itemId },
      body: options,
      isWriting: true,
    }, call);
  }

  /** Turns a pending item down. */
  reject(itemId: string, options: ReviewRejectOptions = {}, call?: WriteOptions): Promise<Item> {
    return this.connection.send({
      method: "POST",
      path: "/api/memory/admin/reject",
      query: { item_id: itemId },
      body: options,
      isWriting: true,
    }, call);
  }

  /**
   * Withdraws an active item, or every active item based on one source.
   *
   * Each comes back with what `relied_on` it: derived items, decisions and deliveries.
   */
  revoke(options: ReviewRevokeOptions, call?: WriteOptions): Promise<Reported | Reported[]> {
    const { item_id, source, ...body } = options;
    return this.connection.send({
      method: "POST",
      path: "/api/memory/admin/revoke",
      query: { item_id, source },
      body,
      isWriting: true,
    }, call);
  }

  /**
   * One decision on many items: approve, reject, mandate or revoke.
   *
   * A refusal of one changes nothing for the others. `seen` has the versions that were looked at by
   * their ids, of all or of some.
   */
  batch(
    itemIds: readonly string[] | string,
    action: string,
    options: ReviewBatchOptions = {},
    call?: WriteOptions,
  ): Promise<Batch> {
    return this.connection.send({
      method: "POST",
      path: "/api/memory/admin/batch",
      body: { ...options, item_ids: itemIds, action },
      isWriting: true,
    }, call);
  }

  /**
   * What waits for a person, newest first, a page at a time; filters are those of items().
   *
   * `rejected_before` lists earlier rejections of it, for admins. What is personal waits for
   * nobody, and is not in it unless `is_personal: true` asks for it.
   */
  queue(options: ReviewQueueOptions = {}, call?: CallOptions): Pages<Queue, Item> {
    return this.connection.pages({
      method: "GET",
      path: "/api/memory/admin/queue",
      asked: options,
    }, "items", call);
  }

  /** An item with its evidence, contradictions, related items and votes. */
  case(id: string, call?: CallOptions): Promise<Case> {
    return this.connection.send({
      method: "GET",
      path: "/api/memory/admin/items/{id}/case",
      names: { id },
    }, call);
  }

  /** Which derived items, decisions and deliveries relied on an item. Nothing changes. */
  reliedOn(id: string, call?: CallOptions): Promise<Cascade> {
    return this.connection.send({
      method: "GET",
      path: "/api/memory/admin/items/{id}/relied-on",
      names: { id },
    }, call);
  }

  /** Changes what an item says before or after it is let through. For admins. */
  edit(id: string, options: ReviewEditOptions = {}, call?: WriteOptions): Promise<Item> {
    return this.connection.send({
      method: "PATCH",
      path: "/api/memory/admin/items/{id}",
      names: { id },
      body: options,
      isWriting: true,
    }, call);
  }

  /**
   * What contradicts each other and is not settled yet, of what the caller may see.
   *
   * Of a side that was made personal since, an admin gets the id and nothing else.
   */
  contradictions(
    options: ReviewContradictionsOptions = {},
    call?: CallOptions,
  ): Promise<Contradiction[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/memory/admin/contradictions",
      asked: options,
    }, call);
  }

  /**
   * What the engine did by itself, newest first, a page at a time, with its grounds.
   *
   * `act` is one of `superseded`, `confirmed`, `closed`, `flagged` and `merged`. Everybody gets the
   * acts of which they may see all items.
   */
  acts(options: ReviewActsOptions = {}, call?: CallOptions): Pages<Acts, Act> {
    return this.connection.pages({
      method: "GET",
      path: "/api/memory/admin/acts",
      asked: options,
    }, "acts", call);
  }

  /**
   * Takes back what the engine did by itself, and remembers that it was wrong.
   *
   * What was superseded is in use again, beside what had replaced it; neither replaces the other
   * any more. It needs the right to change the items.
   */
  undo(id: string, options: ReviewUndoOptions = {}, call?: WriteOptions): Promise<Act> {
    return this.connection.send({
      method: "POST",
      path: "/api/memory/admin/acts/{id}/undo",
      names: { id },
      body: options,
      isWriting: true,
    }, call);
  }

  /**
   * What is mandatory and live state says otherwise, as requests came upon it.
   *
   * It stays until the item is edited or revoked.
   */
  clashes(call?: CallOptions): Promise<Clash[]> {
    return this.connection.send({ method: "GET", path: "/api/memory/admin/clashes" }, call);
  }

  /**
   * Settles a contradiction: `kept_a` (what was known), `kept_b` (what came after it), `merge` (one
   * text in the place of both) or `both_valid`.
   *
   * It comes back with what `relied_on` each side that no longer holds.
   */
  resolve(
    id: string,
    action: string,
    options: ReviewResolveOptions = {},
    call?: WriteOptions,
  ): Promise<Settled> {
    return this.connection.send({
      method: "POST",
      path: "/api/memory/admin/contradictions/{id}/resolve",
      names: { id },
      body: { ...options, action },
      isWriting: true,
    }, call);
  }
}

/** Rules that decisions apply, skip or override while they are in force. */
export class PoliciesVerbs {
  /** @internal */
  protected readonly connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Adds a policy. `effective_to` is the first day on which it is no longer in force. */
  add(name: string, options: PoliciesAddOptions, call?: WriteOptions): Promise<Policy> {
    return this.connection.send({
      method: "POST",
      path: "/api/policies",
      body: { ...options, name },
      isWriting: true,
    }, call);
  }

  /** Policies by category and name; with `on`, only those in force on that day. */
  list(options: PoliciesListOptions = {}, call?: CallOptions): Promise<Policy[]> {
    return this.connection.send({ method: "GET", path: "/api/policies", asked: options }, call);
  }

  /** Adds the policies that the preset brings along, but for those of a name that is there. */
  addDefaults(options: PoliciesAddDefaultsOptions, call?: WriteOptions): Promise<Policy[]> {
    return this.connection.send({
      method: "POST",
      path: "/api/policies/defaults",
      body: options,
      isWriting: true,
    }, call);
  }

  /** One policy. */
  get(id: string, call?: CallOptions): Promise<Policy> {
    return this.connection.send({
      method: "GET",
      path: "/api/policies/{id}",
      names: { id },
    }, call);
  }

  /** Says on which day a policy is no longer in force. What was decided before stays. */
  end(id: string, options: PoliciesEndOptions, call?: WriteOptions): Promise<Policy> {
    return this.connection.send({
      method: "POST",
      path: "/api/policies/{id}/end",
      names: { id },
      body: options,
      isWriting: true,
    }, call);
  }

  /** The decisions that applied, skipped or overrode a policy, and whom they concern. */
  decisions(id: string, call?: CallOptions): Promise<PolicyDecisions> {
    return this.connection.send({
      method: "GET",
      path: "/api/policies/{id}/decisions",
      names: { id },
    }, call);
  }

  /**
   * How often a policy was applied, skipped and overridden in a span of time, with the decisions
   * that skipped it.
   */
  compliance(
    id: string,
    options: PoliciesComplianceOptions,
    call?: CallOptions,
  ): Promise<Compliance> {
    return this.connection.send({
      method: "GET",
      path: "/api/policies/{id}/compliance",
      names: { id },
      asked: options,
    }, call);
  }
}

/**
 * What waits for a person: debates, gates, outcomes, items to review, reminders.
 *
 * A notification names what waits and quotes nothing of it.
 */
export class NotificationsVerbs {
  /** @internal */
  protected readonly connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /**
   * What waits for the caller, newest first, a page at a time; `is_open`: only what still waits and
   * was not seen, or only the rest.
   */
  list(
    options: NotificationsListOptions = {},
    call?: CallOptions,
  ): Pages<NotificationPage, Notification> {
    return this.connection.pages({
      method: "GET",
      path: "/api/notifications",
      asked: options,
    }, "notifications", call);
  }

  /** How many things wait for the caller that were not seen, at most 100. */
  count(call?: CallOptions): Promise<number> {
    return this.connection.send({ method: "GET", path: "/api/notifications/count" }, call);
  }

  /**
   * Where the caller is told, after the change if an address is given; an empty one takes it away.
   *
   * An ADMIN may name another `person`. Without an own address, that of the space holds.
   */
  settings(
    options: NotificationsSettingsOptions = {},
    call?: WriteOptions,
  ): Promise<NotificationSettings> {
    return this.connection.send({
      method: "PUT",
      path: "/api/notifications/settings",
      body: options,
      isWriting: true,
    }, call);
  }

  /** Says that the caller saw what waits: it is not sent any more, and not listed as open. */
  seen(id: string, call?: WriteOptions): Promise<Notification> {
    return this.connection.send({
      method: "POST",
      path: "/api/notifications/{id}/seen",
      names: { id },
      isWriting: true,
    }, call);
  }
}

/** Runs due work, and shows what waits, runs or failed. */
export class JobsVerbs {
  /** @internal */
  protected readonly connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /**
   * All work that is due or will be, the next first.
   *
   * Scheduled work that is not due yet is in `schedules()` only.
   */
  list(call?: CallOptions): Promise<Job[]> {
    return this.connection.send({ method: "GET", path: "/api/jobs" }, call);
  }

  /** Work that was given up, with the reason. */
  failed(call?: CallOptions): Promise<Job[]> {
    return this.connection.send({ method: "GET", path: "/api/jobs/failed" }, call);
  }

  /**
   * Does all that is due now in this space, here, and waits for what others are doing.
   *
   * With `own`, only what calls of this memory made due. The answer tells admins who are people of
   * all that was done, and others of what was done in their name.
   */
  wait(options: JobsWaitOptions = {}, call?: WriteOptions): Promise<Worked> {
    return this.connection.send({
      method: "POST",
      path: "/api/jobs/wait",
      body: options,
      isWriting: true,
    }, call);
  }

  /** Makes failed work due again: one piece, or all. Returns how many. */
  retry(options: JobsRetryOptions = {}, call?: WriteOptions): Promise<number> {
    return this.connection.send({
      method: "POST",
      path: "/api/jobs/retry",
      body: options,
      isWriting: true,
    }, call);
  }

  /** What is done again and again, the next first. */
  schedules(call?: CallOptions): Promise<Job[]> {
    return this.connection.send({ method: "GET", path: "/api/jobs/schedules" }, call);
  }

  /**
   * Does work again and again: collect, compress, remind, or detect in a folder. For admins.
   *
   * `every` is a number with s, m, h, d, w or mo: "30m", "1d", "1mo".
   */
  schedule(kind: string, options: JobsScheduleOptions, call?: WriteOptions): Promise<Job> {
    return this.connection.send({
      method: "POST",
      path: "/api/jobs/schedules",
      body: { ...options, kind },
      isWriting: true,
    }, call);
  }

  /** Ends a schedule. What it did stays. For admins. */
  unschedule(id: string, call?: WriteOptions): Promise<null> {
    return this.connection.send({
      method: "DELETE",
      path: "/api/jobs/schedules/{id}",
      names: { id },
      isWriting: true,
    }, call);
  }
}

/**
 * The caller's own sessions; for admins who are people, everybody's.
 *
 * Of what a session found it shows what the caller may see now. Reading writes first what this
 * memory has still to put on record, so that everyone finds their own at once.
 */
export class InquiriesVerbs {
  /** @internal */
  protected readonly connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Sessions, newest first, a page at a time; of one strategy, with a rating or without. */
  list(
    options: InquiriesListOptions = {},
    call?: CallOptions,
  ): Pages<SessionPage, InquirySession> {
    return this.connection.pages({
      method: "GET",
      path: "/api/inquiries",
      asked: options,
    }, "sessions", call);
  }

  /**
   * What the sessions of a time tell: frequent forms of looks, ratings by strategy and by version
   * of the prompt, and averages of rounds, tokens and facts.
   */
  report(options: InquiriesReportOptions = {}, call?: CallOptions): Promise<InquiryReport> {
    return this.connection.send({
      method: "GET",
      path: "/api/inquiries/report",
      asked: options,
    }, call);
  }

  /**
   * What is known of people before they speak: a profile of each, and facts.
   *
   * Each is the id of an entity, an id of your own system, or a whole name.
   */
  prefetch(participants: readonly string[] | string, call?: CallOptions): Promise<Prefetched> {
    return this.connection.send({
      method: "POST",
      path: "/api/inquiries/prefetch",
      body: { participants },
    }, call);
  }

  /**
   * One session, with its facts as they read now. What is unknown or somebody else's is `NotFound`.
   */
  get(sessionId: string, call?: CallOptions): Promise<InquirySession> {
    return this.connection.send({
      method: "GET",
      path: "/api/inquiries/{session_id}",
      names: { session_id: sessionId },
    }, call);
  }

  /**
   * Says how much a session helped: from 1, not at all, to 5; "helpful" is 5 and "not helpful" 1.
   * For people who may see it; a later rating replaces an earlier one.
   */
  rate(
    sessionId: string,
    value: string | number,
    options: InquiriesRateOptions = {},
    call?: WriteOptions,
  ): Promise<InquirySession> {
    return this.connection.send({
      method: "PUT",
      path: "/api/inquiries/{session_id}/rating",
      names: { session_id: sessionId },
      body: { ...options, value },
      isWriting: true,
    }, call);
  }
}

/**
 * Entities and the relations between them and items, as far as the caller may see them.
 *
 * An entity is found by its kind and external id, else by its kind and name. A relation holds from
 * `valid_from` until `valid_until` in the world; `as_of` asks what was on record at a time.
 */
export class GraphVerbs {
  /** @internal */
  protected readonly connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Finds the entity by its kind and external id, else by its kind and name, else adds it. */
  entity(
    kind: string,
    name: string,
    options: GraphEntityOptions = {},
    call?: WriteOptions,
  ): Promise<Entity> {
    return this.connection.send({
      method: "POST",
      path: "/api/graph/entities",
      body: { ...options, kind, name },
      isWriting: true,
    }, call);
  }

  /** Entities, oldest first, a page at a time; of one kind, with a part of a name. */
  entities(options: GraphEntitiesOptions = {}, call?: CallOptions): Pages<EntityPage, Entity> {
    return this.connection.pages({
      method: "GET",
      path: "/api/graph/entities",
      asked: options,
    }, "entities", call);
  }

  /**
   * Adds nodes and relations, all or none; what is known already is not added again.
   *
   * A record is a node with `kind` and `name`, or a relation with `source`, `type` and `target`. An
   * end is the `id` of a node among the records, or the id, the external id or the whole name of a
   * node on record. `dry_run: true` checks them and adds nothing.
   */
  addMany(
    records: readonly Record<string, unknown>[],
    options: GraphAddManyOptions = {},
    call?: WriteOptions,
  ): Promise<GraphAdded> {
    return this.connection.send({
      method: "POST",
      path: "/api/graph/batch",
      body: { ...options, records },
      isWriting: true,
    }, call);
  }

  /** Makes `other` part of `keep`: its names, attributes and relations are those of `keep`. */
  merge(
    keep: string,
    other: string,
    options: GraphMergeOptions,
    call?: WriteOptions,
  ): Promise<Entity> {
    return this.connection.send({
      method: "POST",
      path: "/api/graph/merge",
      body: { ...options, keep, other },
      isWriting: true,
    }, call);
  }

  /**
   * Pairs of entities that may be the same, with the reason, a page at a time.
   *
   * `merge()` settles one if they are the same, and `end()` of the relation if they are not.
   */
  merges(options: GraphMergesOptions = {}, call?: CallOptions): Pages<RelationPage, Relation> {
    return this.connection.pages({
      method: "GET",
      path: "/api/graph/merges",
      asked: options,
    }, "relations", call);
  }

  /**
   * States a relation between two entities or items, by their ids.
   *
   * `evidence` are the ids of messages that say so; without any it is marked unproven. Who may see
   * it is narrowed to those who may see its evidence.
   */
  relate(
    source: string,
    type: string,
    target: string,
    options: GraphRelateOptions = {},
    call?: WriteOptions,
  ): Promise<Relation> {
    return this.connection.send({
      method: "POST",
      path: "/api/graph/relations",
      body: { ...options, source, type, target },
      isWriting: true,
    }, call);
  }

  /**
   * Relations of one node or all, a page at a time; those that hold now or at `valid_at`.
   *
   * `ended: true` lists those too that hold no longer or not yet.
   */
  relations(
    options: GraphRelationsOptions = {},
    call?: CallOptions,
  ): Pages<RelationPage, Relation> {
    return this.connection.pages({
      method: "GET",
      path: "/api/graph/relations",
      asked: options,
    }, "relations", call);
  }

  /** The shortest way from one node to another in at most `depth` steps. */
  path(
    a: string,
    b: string,
    options: GraphPathOptions = {},
    call?: CallOptions,
  ): Promise<GraphPath> {
    return this.connection.send({
      method: "GET",
      path: "/api/graph/path",
      asked: { ...options, a, b },
    }, call);
  }

  /** How many entities of each kind there are, and which nodes have the most relations. */
  overview(options: GraphOverviewOptions = {}, call?: CallOptions): Promise<GraphOverview> {
    return this.connection.send({
      method: "GET",
      path: "/api/graph/overview",
      asked: options,
    }, call);
  }

  /**
   * The messages that state these relations, by the ids of the relations.
   *
   * Of each relation the last `each` that the caller may read are given.
   */
  evidence(
    relations: readonly string[] | string,
    options: GraphEvidenceOptions = {},
    call?: CallOptions,
  ): Promise<Record<string, Message[]>> {
    return this.connection.send({
      method: "GET",
      path: "/api/graph/evidence",
      asked: { ...options, relations },
    }, call);
  }

  /**
   * The rows of a read-only Cypher query over what the caller may see.
   *
   * A query that is not answered raises `QueryRefused`, which says what to write instead.
   */
  cypher(
    query: string,
    options: GraphCypherOptions = {},
    call?: CallOptions,
  ): Promise<Record<string, unknown>[]> {
    return this.connection.send({
      method: "POST",
      path: "/api/graph/cypher",
      body: { ...options, query },
    }, call);
  }

  /**
   * How far the projection that answers Cypher is behind the store.
   *
   * Of a server, admins are told of the work on it: what waits, how far it has come, and why it
   * failed.
   */
  status(call?: CallOptions): Promise<ProjectionStatus> {
    return this.connection.send({ method: "GET", path: "/api/graph/status" }, call);
  }

  /**
   * Brings the projection up to date. Questions do so by themselves.
   *
   * On a server it is due work: with `wait: false` it is left to a worker, and `job` tells of it.
   */
  sync(options: GraphSyncOptions = {}, call?: WriteOptions): Promise<ProjectionStatus> {
    return this.connection.send({
      method: "POST",
      path: "/api/graph/sync",
      body: options,
      isWriting: true,
    }, call);
  }

  /**
   * Throws the projection away and builds it anew from the store. On a server for admins.
   *
   * There it is due work: with `wait: false` it is left to a worker, and `job` tells of it.
   */
  rebuild(options: GraphRebuildOptions = {}, call?: WriteOptions): Promise<ProjectionStatus> {
    return this.connection.send({
      method: "POST",
      path: "/api/graph/rebuild",
      body: options,
      isWriting: true,
    }, call);
  }

  /** One entity; those merged into it are part of it. */
  get(id: string, options: GraphGetOptions = {}, call?: CallOptions): Promise<Entity> {
    return this.connection.send({
      method: "GET",
      path: "/api/graph/entities/{id}",
      names: { id },
      asked: options,
    }, call);
  }

  /** Undoes a merge: the entity stands by itself again, with what was its own. */
  unmerge(id: string, options: GraphUnmergeOptions, call?: WriteOptions): Promise<Entity> {
    return this.connection.send({
      method: "POST",
      path: "/api/graph/entities/{id}/unmerge",
      names: { id },
      body: options,
      isWriting: true,
    }, call);
  }

  /** The nodes around a node, whatever the direction of the relations, nearest first. */
  neighbours(
    id: string,
    options: GraphNeighboursOptions = {},
    call?: CallOptions,
  ): Promise<Neighbourhood> {
    return this.connection.send({
      method: "GET",
      path: "/api/graph/nodes/{id}/neighbours",
      names: { id },
      asked: options,
    }, call);
  }

  /** How many relations of each type a node has, and when they began and ended. */
  outline(
    id: string,
    options: GraphOutlineOptions = {},
    call?: CallOptions,
  ): Promise<NodeOverview> {
    return this.connection.send({
      method: "GET",
      path: "/api/graph/nodes/{id}/outline",
      names: { id },
      asked: options,
    }, call);
  }

  /** One relation by its id. */
  relation(id: string, options: GraphRelationOptions = {}, call?: CallOptions): Promise<Relation> {
    return this.connection.send({
      method: "GET",
      path: "/api/graph/relations/{id}",
      names: { id },
      asked: options,
    }, call);
  }

  /** Says that a relation holds no longer, from `at` or from now on. */
  end(id: string, options: GraphEndOptions = {}, call?: WriteOptions): Promise<Relation> {
    return this.connection.send({
      method: "POST",
      path: "/api/graph/relations/{id}/end",
      names: { id },
      body: options,
      isWriting: true,
    }, call);
  }

  /**
   * Everything known of a person, by type, with confidence and evidence.
   *
   * `person_id` is the id of an entity, its id in your own system, or its whole name.
   */
  person(personId: string, call?: CallOptions): Promise<PersonSummary> {
    return this.connection.send({
      method: "GET",
      path: "/api/graph/people/{person_id}",
      names: { person_id: personId },
    }, call);
  }

  /**
   * The rows of one SELECT over the views message, message_search, item, entity, relation and
   * evidence, as far as the caller may see them.
   *
   * `params` has a value for each `:name` in the query. What is not answered raises `QueryRefused`,
   * which says what to write instead.
   */
  sql(
    query: string,
    options: GraphSqlOptions = {},
    call?: CallOptions,
  ): Promise<Record<string, unknown>[]> {
    return this.connection.send({
      method: "POST",
      path: "/api/graph/sql",
      body: { ...options, query },
    }, call);
  }
}

/**
 * Decisions with their reasons, what they rested on, and what came of them.
 *
 * A decision is an item, so that review, audience, history and erasure hold for it.
 */
export class DecisionsVerbs {
  /** @internal */
  protected readonly connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /**
   * Records a decision with what it rested on, in one act.
   *
   * `at` is when it was decided, if that is not now. `policies` are ids, or mappings with `policy`,
   * `how` (applied, skipped, overridden) and `justification`; `causes` and `precedents` are ids, or
   * mappings with `decision` and `reason`. `idempotencyKey` makes a repeated call harmless.
   */
  record(
    type: string,
    options: DecisionsRecordOptions = {},
    call?: WriteOptions,
  ): Promise<Decision> {
    return this.connection.send({
      method: "POST",
      path: "/api/decisions",
      body: { ...options, type },
      isWriting: true,
    }, call);
  }

  /**
   * Decisions that match every filter, last recorded first, a page at a time.
   *
   * `subject` has those that are about it by their subject or by a link; `since` and `until` are
   * about when they were decided.
   */
  list(options: DecisionsListOptions = {}, call?: CallOptions): Pages<DecisionPage, Decision> {
    return this.connection.pages({
      method: "GET",
      path: "/api/decisions",
      asked: options,
    }, "decisions", call);
  }

  /** The types of decisions that this space knows, with what each captures and from where. */
  catalogue(call?: CallOptions): Promise<CatalogueEntry[]> {
    return this.connection.send({ method: "GET", path: "/api/decisions/catalogue" }, call);
  }

  /** Which types of the catalogue have been captured, from where, and which never. */
  coverage(call?: CallOptions): Promise<Coverage> {
    return this.connection.send({ method: "GET", path: "/api/decisions/coverage" }, call);
  }

  /**
   * What was learned from what: decisions with their outcomes by type, which later answers rest on,
   * and what walks taught of categories and relations.
   *
   * No model is trained: each new decision, outcome and walk changes it. It is told over what every
   * member of the space may see.
   */
  learned(options: DecisionsLearnedOptions = {}, call?: CallOptions): Promise<LearningReport> {
    return this.connection.send({
      method: "GET",
      path: "/api/decisions/learned",
      asked: options,
    }, call);
  }

  /** Decisions whose outcome should be known by now and was not told, longest due first. */
  outcomesDue(options: DecisionsOutcomesDueOptions = {}, call?: CallOptions): Promise<Decision[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/decisions/outcomes-due",
      asked: options,
    }, call);
  }

  /**
   * Links two decisions, or a decision with an entity or a policy.
   *
   * Types: caused, influenced, precedent_for, superseded, about, applied_policy, granted_exception,
   * triggered. It confirms a link of this type that was proposed.
   */
  link(
    source: string,
    type: string,
    target: string,
    options: DecisionsLinkOptions = {},
    call?: WriteOptions,
  ): Promise<DecisionLink> {
    return this.connection.send({
      method: "POST",
      path: "/api/decisions/links",
      body: { ...options, source, type, target },
      isWriting: true,
    }, call);
  }

  /**
   * The links of a decision or of all, newest first; `proposed`: only those that nobody confirmed
   * yet, or only those that hold.
   */
  links(options: DecisionsLinksOptions = {}, call?: CallOptions): Promise<DecisionLink[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/decisions/links",
      asked: options,
    }, call);
  }

  /** Says that a proposed link holds. For people. */
  confirmLink(
    id: string,
    options: DecisionsConfirmLinkOptions = {},
    call?: WriteOptions,
  ): Promise<DecisionLink> {
    return this.connection.send({
      method: "POST",
      path: "/api/decisions/links/{id}/confirm",
      names: { id },
      body: options,
      isWriting: true,
    }, call);
  }

  /** Takes a link back: a proposed one that is wrong, or one's own. */
  rejectLink(
    id: string,
    options: DecisionsRejectLinkOptions = {},
    call?: WriteOptions,
  ): Promise<DecisionLink> {
    return this.connection.send({
      method: "POST",
      path: "/api/decisions/links/{id}/reject",
      names: { id },
      body: options,
      isWriting: true,
    }, call);
  }

  /**
   * Communities: decisions that are tied to each other by causes and influences, found without
   * tags. The largest is first; with a topic, those that say its words, the best first.
   *
   * Each has a label, how many decisions and clients it has, and how many of the clients were
   * reviewed. `least` is how many decisions one has at least. Only what every member of the space
   * may see takes part. It needs `remembrancer[shapes]`.
   */
  communities(
    options: DecisionsCommunitiesOptions = {},
    call?: CallOptions,
  ): Promise<CommunitySummary[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/decisions/communities",
      asked: options,
    }, call);
  }

  /**
   * The community that a decision is in: its members in the order of time, its clients and which of
   * them nobody has looked at yet, what drove it, what its members have in common, who was first,
   * and what came of it.
   *
   * The id of a community is that of its earliest decision. Every member leads to it, so that an id
   * once given keeps leading to where that decision is now.
   */
  community(id: string, call?: CallOptions): Promise<DecisionCommunity> {
    return this.connection.send({
      method: "GET",
      path: "/api/decisions/communities/{id}",
      names: { id },
    }, call);
  }

  /**
   * Earlier decisions for situations like this one, the most alike first, each with why it is alike
   * and what came of it.
   *
   * `subject` is the client before us: decisions about them are left out, and what they are like
   * counts a little. `filters` say what the client of a precedent was like when it was decided:
   * `{"age": {"over": 70}, "capacity_for_loss": "low"}`, with over, under, at_least, at_most, not,
   * and lists of which any will do; `type` and `category` are of the decision.
   *
   * With `decision`, the decision at hand, its shape counts beside the words of the situation: each
   * precedent has `text_score` and `structure_score`, and `weights` for the two, such as `{"text":
   * 0.7, "structure": 0.3}`; without any, those of the preset. Shapes need `remembrancer[shapes]`.
   */
  precedents(
    situation: string,
    options: DecisionsPrecedentsOptions = {},
    call?: CallOptions,
  ): Promise<Precedent[]> {
    return this.connection.send({
      method: "POST",
      path: "/api/decisions/precedents",
      body: { ...options, situation },
    }, call);
  }

  /**
   * What came of earlier decisions that chose this: concerns, how likely it is revisited within
   * some months with a 90 % interval, and outcomes, each with how many there are.
   *
   * A decision counts if its recommendation has every content word of this one, outside of what it
   * turns down. `situation` keeps those that are alike, `filters` are those of `precedents`. Only
   * what every member of the space may see counts. Below 20 decisions no chances are told.
   */
  simulate(
    recommendation: string,
    options: DecisionsSimulateOptions = {},
    call?: CallOptions,
  ): Promise<Simulation> {
    return this.connection.send({
      method: "POST",
      path: "/api/decisions/simulate",
      body: { ...options, recommendation },
    }, call);
  }

  /**
   * What came of a choice and of an alternative, side by side, and whether a difference can be
   * told. Decisions that chose both count for neither.
   */
  compare(
    choice: string,
    alternative: string,
    options: DecisionsCompareOptions = {},
    call?: CallOptions,
  ): Promise<ChoiceComparison> {
    return this.connection.send({
      method: "POST",
      path: "/api/decisions/compare",
      body: { ...options, choice, alternative },
    }, call);
  }

  /**
   * The six phases of a memory: what each needs, what there is of it that everybody may see, and
   * which capabilities are off, on request or on.
   */
  phases(call?: CallOptions): Promise<Phase[]> {
    return this.connection.send({ method: "GET", path: "/api/decisions/phases" }, call);
  }

  /**
   * Decisions of no known pattern, the most unusual first, for somebody to look at.
   *
   * Nothing is done to them; `revisit` notes that one was looked at.
   */
  anomalies(options: DecisionsAnomaliesOptions = {}, call?: CallOptions): Promise<Anomalies> {
    return this.connection.send({
      method: "GET",
      path: "/api/decisions/anomalies",
      asked: options,
    }, call);
  }

  /** One decision, with policies, exceptions, escalations and what came of it. */
  get(id: string, call?: CallOptions): Promise<Decision> {
    return this.connection.send({
      method: "GET",
      path: "/api/decisions/{id}",
      names: { id },
    }, call);
  }

  /**
   * What led to a decision (`causes`) and what it led to (`effects`), nearest first.
   *
   * `direction` is backward, forward or both. `types` are the links to follow; without any, caused
   * and influenced.
   */
  chain(
    id: string,
    options: DecisionsChainOptions = {},
    call?: CallOptions,
  ): Promise<DecisionChain> {
    return this.connection.send({
      method: "GET",
      path: "/api/decisions/{id}/chain",
      names: { id },
      asked: options,
    }, call);
  }

  /**
   * Looks for earlier decisions that one follows from, by rule and, where one is set up, by a
   * language model. What it finds waits for a person in `links(proposed: true)`.
   *
   * Recorded decisions and events are looked at by rule without being asked.
   */
  proposeLinks(id: string, call?: WriteOptions): Promise<DecisionLink[]> {
    return this.connection.send({
      method: "POST",
      path: "/api/decisions/{id}/links/propose",
      names: { id },
      isWriting: true,
    }, call);
  }

  /**
   * How complex a decision is: how much it touches, its causes and effects, how many types are in
   * its chain, and to whom the preset routes it. It counts what everybody may see.
   */
  complexity(id: string, call?: CallOptions): Promise<Complexity> {
    return this.connection.send({
      method: "GET",
      path: "/api/decisions/{id}/complexity",
      names: { id },
    }, call);
  }

  /**
   * Decisions of the same shape: with the same kinds of things around them along the same
   * relations, whatever their words; the most alike first, each with what is around both.
   *
   * Only what every member of the space may see takes part. A decision that not everybody may see
   * has no shape: nothing is similar to it. It needs `remembrancer[shapes]`.
   */
  similar(
    id: string,
    options: DecisionsSimilarOptions = {},
    call?: CallOptions,
  ): Promise<SimilarDecision[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/decisions/{id}/similar",
      names: { id },
      asked: options,
    }, call);
  }

  /**
   * How complex a decision is and to whom the preset routes it, whether its pattern is known, and
   * the labels of decisions that people labelled and that are like it in shape.
   *
   * An inferred label is stored nowhere. Only what every member of the space may see takes part. It
   * needs `remembrancer[shapes]`; `complexity` does not.
   */
  fingerprint(id: string, call?: CallOptions): Promise<Fingerprint> {
    return this.connection.send({
      method: "GET",
      path: "/api/decisions/{id}/fingerprint",
      names: { id },
    }, call);
  }

  /**
   * Says what a decision of this sort is called, such as "high-complexity retirement transition";
   * None removes it. It is on record with who said so. For people.
   */
  label(id: string, text: string | null, call?: WriteOptions): Promise<Decision> {
    return this.connection.send({
      method: "PUT",
      path: "/api/decisions/{id}/label",
      names: { id },
      body: { text },
      isWriting: true,
    }, call);
  }

  /**
   * What was known when a decision was recorded, word for word but for what was erased since, and
   * what has changed.
   */
  context(id: string, call?: CallOptions): Promise<DecisionContext> {
    return this.connection.send({
      method: "GET",
      path: "/api/decisions/{id}/context",
      names: { id },
    }, call);
  }

  /**
   * One decision as an HTML page that needs nothing else, for whoever asks why.
   *
   * It has the decision, its chain, what was known then, sources word for word, policies,
   * exceptions, outcomes and, for admins, the proof of the ledger. For people.
   */
  report(id: string, call?: CallOptions): Promise<PrintedReport> {
    return this.connection.send({
      method: "GET",
      path: "/api/decisions/{id}/report",
      names: { id },
    }, call);
  }

  /**
   * All that is held about a subject and that the caller may see, as an HTML page that needs
   * nothing else: items, decisions, messages, entities and relations. For people.
   */
  subjectReport(subject: string, call?: CallOptions): Promise<PrintedReport> {
    return this.connection.send({
      method: "GET",
      path: "/api/decisions/subjects/{subject}/report",
      names: { subject },
    }, call);
  }

  /** Adds what came of a decision, with a figure if there is one. */
  outcome(
    id: string,
    text: string,
    options: DecisionsOutcomeOptions = {},
    call?: WriteOptions,
  ): Promise<Decision> {
    return this.connection.send({
      method: "POST",
      path: "/api/decisions/{id}/outcome",
      names: { id },
      body: { ...options, text },
      isWriting: true,
    }, call);
  }

  /** Notes that a decision was looked at again, and why. */
  revisit(id: string, options: DecisionsRevisitOptions, call?: WriteOptions): Promise<Decision> {
    return this.connection.send({
      method: "POST",
      path: "/api/decisions/{id}/revisit",
      names: { id },
      body: options,
      isWriting: true,
    }, call);
  }
}

/**
 * Debates between agents: positions, five levels, resolutions, precedents.
 *
 * A debate is an item, and so is its resolution: review, audience, history, recall and erasure hold
 * for them. Only these verbs change them.
 */
export class DebatesVerbs {
  /** @internal */
  protected readonly connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /**
   * Opens a debate. Its `context` tells of precedents and of both track records.
   *
   * `disputed_finding` is a text, or the id of the item that holds it. `priority` is critical_path,
   * valuation or supporting. `conservative_position` is what holds if nobody decides; without one
   * the disputed finding stands. `evidence` are ids of items, `patterns` are names, `analyses`
   * those that depend on the answer. The challenger calls this itself, or a person with the role
   * KM_ADMIN does in its name.
   */
  open(topic: string, options: DebatesOpenOptions, call?: WriteOptions): Promise<Debate> {
    return this.connection.send({
      method: "POST",
      path: "/api/debates",
      body: { ...options, topic },
      isWriting: true,
    }, call);
  }

  /** Debates that match every filter, the most urgent first, then the newest. */
  list(options: DebatesListOptions = {}, call?: CallOptions): Promise<DebatePage> {
    return this.connection.send({ method: "GET", path: "/api/debates", asked: options }, call);
  }

  /** One debate as it is now. */
  get(id: string, call?: CallOptions): Promise<Debate> {
    return this.connection.send({ method: "GET", path: "/api/debates/{id}", names: { id } }, call);
  }

  /**
   * Takes a position. Where both agents hold the same one, the debate is settled by consensus.
   *
   * `evidence` are ids of items; `estimate` is the figure that the position comes down to.
   */
  position(id: string, options: DebatesPositionOptions, call?: WriteOptions): Promise<Debate> {
    return this.connection.send({
      method: "POST",
      path: "/api/debates/{id}/positions",
      names: { id },
      body: options,
      isWriting: true,
    }, call);
  }

  /**
   * Tries the level that a debate is at, and goes one level up if that does not settle it.
   *
   * 1_agent: both hold the same position. 2_facilitator: the track record decides, if both agents
   * have enough outcomes and differ enough. 3_human: it waits for a person, for so long; after that
   * 4_fallback holds by itself.
   */
  advance(id: string, call?: WriteOptions): Promise<Debate> {
    return this.connection.send({
      method: "POST",
      path: "/api/debates/{id}/advance",
      names: { id },
      isWriting: true,
    }, call);
  }

  /**
   * Decides a debate at level 3, for good. For people with the role KM_ADMIN.
   *
   * `position` is a text, or the name of the agent whose position holds.
   */
  decide(id: string, options: DebatesDecideOptions, call?: WriteOptions): Promise<Debate> {
    return this.connection.send({
      method: "POST",
      path: "/api/debates/{id}/decide",
      names: { id },
      body: options,
      isWriting: true,
    }, call);
  }

  /**
   * Overrides a default while its window is open. For people with the role KM_ADMIN.
   *
   * The level stays 4_fallback, so that one can ask for defaults that were overridden; `at_gate`
   * says that a gate review did it, and makes it 5_gate_review.
   */
  override(id: string, options: DebatesOverrideOptions, call?: WriteOptions): Promise<Debate> {
    return this.connection.send({
      method: "POST",
      path: "/api/debates/{id}/override",
      names: { id },
      body: options,
      isWriting: true,
    }, call);
  }

  /** How a debate was settled. `id` is that of the debate. */
  resolution(id: string, call?: CallOptions): Promise<DebateResolution> {
    return this.connection.send({
      method: "GET",
      path: "/api/debates/{id}/resolution",
      names: { id },
    }, call);
  }

  /**
   * Settled debates like this one, the most alike first, with the score of each criterion: topic,
   * agents, domain, patterns, company.
   */
  similar(
    id: string,
    options: DebatesSimilarOptions = {},
    call?: CallOptions,
  ): Promise<SimilarDebate[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/debates/{id}/similar",
      names: { id },
      asked: options,
    }, call);
  }

  /**
   * What is known today for a debate: precedents, success rates of patterns, both track records,
   * and systematic errors; also as text.
   */
  context(id: string, call?: CallOptions): Promise<PrecedentContext> {
    return this.connection.send({
      method: "GET",
      path: "/api/debates/{id}/context",
      names: { id },
    }, call);
  }

  /**
   * All that is kept of a debate: positions, levels with their times, credibility as it was then,
   * method and outcome, and what a person overrode.
   */
  history(id: string, call?: CallOptions): Promise<DebateHistory> {
    return this.connection.send({
      method: "GET",
      path: "/api/debates/{id}/history",
      names: { id },
    }, call);
  }

  /** The moment that the snapshot of a debate holds on to. */
  snapshotMark(id: string, call?: CallOptions): Promise<SnapshotMark> {
    return this.connection.send({
      method: "GET",
      path: "/api/debates/{id}/snapshot",
      names: { id },
    }, call);
  }

  /** The items of the snapshot of a debate, newest first, a page at a time. */
  snapshotItems(
    id: string,
    options: DebatesSnapshotItemsOptions = {},
    call?: CallOptions,
  ): Pages<Page, Item> {
    return this.connection.pages({
      method: "GET",
      path: "/api/debates/{id}/snapshot/items",
      names: { id },
      asked: options,
    }, "items", call);
  }

  /** The best hits for a question, in the snapshot of a debate. */
  snapshotRecall(
    id: string,
    query: string,
    options: DebatesSnapshotRecallOptions = {},
    call?: CallOptions,
  ): Promise<Recall> {
    return this.connection.send({
      method: "POST",
      path: "/api/debates/{id}/snapshot/recall",
      names: { id },
      body: { ...options, query },
    }, call);
  }

  /** One item of the snapshot of a debate, as it was. */
  snapshotGet(id: string, itemId: string, call?: CallOptions): Promise<Item> {
    return this.connection.send({
      method: "GET",
      path: "/api/debates/{id}/snapshot/items/{item_id}",
      names: { id, item_id: itemId },
    }, call);
  }
}

/** The track record of agents: what came of what they held. */
export class CredibilityVerbs {
  /** @internal */
  protected readonly connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** The credibility of one agent or of all, in one domain or in all, by name. */
  list(options: CredibilityListOptions = {}, call?: CallOptions): Promise<AgentCredibility[]> {
    return this.connection.send({ method: "GET", path: "/api/credibility", asked: options }, call);
  }

  /**
   * The scores through time of one agent or of all, in one domain or in all, by name: one after
   * each outcome that the caller may know of.
   */
  history(
    options: CredibilityHistoryOptions = {},
    call?: CallOptions,
  ): Promise<CredibilityHistory[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/credibility/history",
      asked: options,
    }, call);
  }

  /**
   * Decisions and resolutions of which one should know by now what came of them: 6 to 12 months
   * old, without an outcome, the oldest first.
   */
  due(call?: CallOptions): Promise<OutcomeDue[]> {
    return this.connection.send({ method: "GET", path: "/api/credibility/due" }, call);
  }

  /** How often the track record decided and was right, and how each other way did. */
  facilitator(call?: CallOptions): Promise<FacilitatorReport> {
    return this.connection.send({ method: "GET", path: "/api/credibility/facilitator" }, call);
  }

  /**
   * Records what came of a debate, its resolution or a decision, and returns the credibility of all
   * involved.
   *
   * `correctness` is from 0 (wrong) to 1 (right). In a debate, who held the winning position gets
   * it, and who opposed it gets 1 minus it. `actual` is the figure that came; with the `estimates`
   * of agents it shows who errs systematically, also by `sector` and by market `regime`. Who took
   * part may not record it.
   */
  recordOutcome(
    id: string,
    options: CredibilityRecordOutcomeOptions,
    call?: WriteOptions,
  ): Promise<AgentCredibility[]> {
    return this.connection.send({
      method: "POST",
      path: "/api/credibility/outcomes/{id}",
      names: { id },
      body: options,
      isWriting: true,
    }, call);
  }

  /**
   * How credible an agent is in a domain, by the outcomes that the caller may know of.
   *
   * It is 0.4 × the accuracy of all, 0.3 × that of the last ten, 0.2 × that weighted by time and
   * 0.1 × the quality of the evidence. `is_usable` says whether there are enough outcomes for the
   * facilitator to decide by it.
   */
  score(agent: string, domain: string, call?: CallOptions): Promise<AgentCredibility> {
    return this.connection.send({
      method: "GET",
      path: "/api/credibility/agents/{agent}/domains/{domain}",
      names: { agent, domain },
    }, call);
  }
}

/** Starts conversations and appends to them. */
export class ConversationsVerbs {
  /** @internal */
  protected readonly connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /**
   * A conversation to append to. Its messages inherit subject, audience and privacy.
   *
   * `trust` may lower the trust of its messages: agent, document or outside.
   */
  start(options: ConversationsStartOptions = {}, call?: WriteOptions): Promise<Conversation> {
    return this.connection.send({
      method: "POST",
      path: "/api/conversations",
      body: options,
      isWriting: true,
    }, call);
  }

  /**
   * Conversations of which the caller may read words, the last begun first, a page at a time.
   *
   * Those about one subject, of one channel, or begun by one owner. What is personal to others is
   * in no list, not even of an admin's.
   */
  list(
    options: ConversationsListOptions = {},
    call?: CallOptions,
  ): Pages<ConversationPage, ListedConversation> {
    return this.connection.pages({
      method: "GET",
      path: "/api/conversations",
      asked: options,
    }, "conversations", call);
  }

  get(conversationId: string, call?: CallOptions): Promise<Conversation> {
    return this.connection.send({
      method: "GET",
      path: "/api/conversations/{conversation_id}",
      names: { conversation_id: conversationId },
    }, call);
  }

  /** The messages as stored. The same message appended twice is stored once. */
  append(
    conversationId: string,
    messages: Record<string, unknown> | readonly Record<string, unknown>[],
    call?: WriteOptions,
  ): Promise<Message[]> {
    return this.connection.send({
      method: "POST",
      path: "/api/conversations/{conversation_id}/messages",
      names: { conversation_id: conversationId },
      body: messages,
      isWriting: true,
    }, call);
  }

  /** All messages that the caller may read, in the order of their time; with ids, those. */
  messages(
    conversationId: string,
    options: ConversationsMessagesOptions = {},
    call?: CallOptions,
  ): Promise<Message[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/conversations/{conversation_id}/messages",
      names: { conversation_id: conversationId },
      asked: options,
    }, call);
  }

  /**
   * The last messages word for word, and one summary for everything before; their words as an agent
   * may read them.
   *
   * `window.prompt()` is ready for a chat model.
   */
  window(
    conversationId: string,
    options: ConversationsWindowOptions = {},
    call?: CallOptions,
  ): Promise<Window> {
    return this.connection.send({
      method: "GET",
      path: "/api/conversations/{conversation_id}/window",
      names: { conversation_id: conversationId },
      asked: options,
    }, call);
  }

  /**
   * The deliveries that contain messages of a conversation, newest first: for admins everybody's,
   * to others their own. `memory.receipt()` tells what it said.
   */
  receipts(
    conversationId: string,
    options: ConversationsReceiptsOptions = {},
    call?: CallOptions,
  ): Promise<ReceiptHead[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/conversations/{conversation_id}/receipts",
      names: { conversation_id: conversationId },
      asked: options,
    }, call);
  }

  /**
   * Ends a conversation for now, so that items can be extracted from it.
   *
   * It can be gone on with: more messages may follow.
   */
  close(conversationId: string, call?: WriteOptions): Promise<Conversation> {
    return this.connection.send({
      method: "POST",
      path: "/api/conversations/{conversation_id}/close",
      names: { conversation_id: conversationId },
      isWriting: true,
    }, call);
  }

  /** The last messages of a channel strictly before a time, oldest first. */
  getRecentMessages(
    channelId: string,
    options: ConversationsGetRecentMessagesOptions = {},
    call?: CallOptions,
  ): Promise<Message[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/channels/{channel_id}/messages",
      names: { channel_id: channelId },
      asked: options,
    }, call);
  }
}

/** The memory of each agent, by its name. `agents.memory(name)` has the same verbs for one. */
export class AgentsTiersVerbs {
  /** @internal */
  protected readonly connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /**
   * Remembers something for an agent: in its working memory and its own store at once, and in the
   * queue to be pushed. With an importance above 0.7 that is at once, else every five minutes.
   * `is_shared: false` keeps it private for ever.
   *
   * The agent itself may do that, and in its name, on record, an admin who is a person.
   */
  put(
    name: string,
    key: string,
    value: JsonValue,
    options: AgentsTiersPutOptions = {},
    call?: WriteOptions,
  ): Promise<AgentEntry> {
    return this.connection.send({
      method: "PUT",
      path: "/api/agents/{name}/memory",
      names: { name },
      body: { ...options, key, value },
      isWriting: true,
    }, call);
  }

  /**
   * What an agent remembers under a key, and from which tier: its working memory (L1), its own
   * store (L2) or the shared store (L3). For the agent itself alone.
   */
  get(name: string, key: string, call?: CallOptions): Promise<AgentEntry> {
    return this.connection.send({
      method: "GET",
      path: "/api/agents/{name}/memory",
      names: { name },
      asked: { key },
    }, call);
  }

  /**
   * Shares at once what an agent has to share: one entry, or all that waits. Each becomes an item,
   * or a new version of it, and goes to the agents that it concerns.
   */
  push(
    name: string,
    options: AgentsTiersPushOptions = {},
    call?: WriteOptions,
  ): Promise<Pushed[]> {
    return this.connection.send({
      method: "POST",
      path: "/api/agents/{name}/push",
      names: { name },
      body: options,
      isWriting: true,
    }, call);
  }

  /**
   * Brings an agent all that waits for it, at once, into its own store. For the agent itself alone.
   */
  pull(name: string, call?: WriteOptions): Promise<AgentUpdate[]> {
    return this.connection.send({
      method: "POST",
      path: "/api/agents/{name}/pull",
      names: { name },
      isWriting: true,
    }, call);
  }

  /**
   * What waits to be pushed and to be pulled, in order, with its priority and why. For the agent
   * itself alone.
   */
  pending(name: string, call?: CallOptions): Promise<Pending> {
    return this.connection.send({
      method: "GET",
      path: "/api/agents/{name}/pending",
      names: { name },
    }, call);
  }

  /** Warns other agents: sender and receivers are synced at once, and nobody else is. */
  alert(
    name: string,
    text: string,
    to: readonly string[] | string,
    call?: WriteOptions,
  ): Promise<AgentEntry> {
    return this.connection.send({
      method: "POST",
      path: "/api/agents/{name}/alerts",
      names: { name },
      body: { text, to },
      isWriting: true,
    }, call);
  }
}

/** The sync manager: three queues, and what is due in them. */
export class AgentsSyncVerbs {
  /** @internal */
  protected readonly connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** How each queue does: what waits and since when, what was synced, and how long it took. */
  status(call?: CallOptions): Promise<SyncStatus> {
    return this.connection.send({ method: "GET", path: "/api/agents/sync" }, call);
  }

  /**
   * Does what is due now: pushes, deliveries, alerts and syncs before gates. Nothing is due:
   * nothing is done.
   */
  tick(call?: WriteOptions): Promise<SyncReport> {
    return this.connection.send({
      method: "POST",
      path: "/api/agents/sync/tick",
      isWriting: true,
    }, call);
  }
}

/** The agents of a desk. */
export class AgentsVerbs {
  /** @internal */
  protected readonly connection: Connection;
  /** The sync manager: three queues, and what is due in them. */
  readonly sync: AgentsSyncVerbs;
  /** The memory of each agent, by its name. `agents.memory(name)` has the same verbs for one. */
  readonly tiers: AgentsTiersVerbs;

  /** @internal */
  constructor(connection: Connection) {
    this.connection = connection;
    this.sync = new AgentsSyncVerbs(connection);
    this.tiers = new AgentsTiersVerbs(connection);
  }

  /**
   * Puts an agent on record with its fields and the kinds of content that it keeps. What is left
   * out comes from the preset, if it has an agent of this name.
   *
   * For admins who are people; an agent may register itself.
   */
  register(
    name: string,
    options: AgentsRegisterOptions = {},
    call?: WriteOptions,
  ): Promise<Agent> {
    return this.connection.send({
      method: "POST",
      path: "/api/agents",
      body: { ...options, name },
      isWriting: true,
    }, call);
  }

  /** All agents on record, by name. */
  list(call?: CallOptions): Promise<Agent[]> {
    return this.connection.send({ method: "GET", path: "/api/agents" }, call);
  }

  /**
   * Announces a human gate: all agents are synced half an hour before. A gate of the same name is
   * moved. For admins who are people.
   */
  gate(name: string, at: DateTime | Date | string, call?: WriteOptions): Promise<Gate> {
    return this.connection.send({
      method: "POST",
      path: "/api/agents/gates",
      body: { name, at },
      isWriting: true,
    }, call);
  }

  /** The gates to come that the caller announced, or for admins who are people all. */
  gates(call?: CallOptions): Promise<Gate[]> {
    return this.connection.send({ method: "GET", path: "/api/agents/gates" }, call);
  }

  /** One agent on record. */
  get(name: string, call?: CallOptions): Promise<Agent> {
    return this.connection.send({
      method: "GET",
      path: "/api/agents/{name}",
      names: { name },
    }, call);
  }
}

/** For admins: who is in the space, what its rules are, and what happened in it. */
export class AdminVerbs {
  /** @internal */
  protected readonly connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /**
   * Ledger entries, newest first: who did what, when and why. For admins who are people: it tells
   * of every act, also on what is personal. `provenance()` tells of those on one item.
   */
  audit(options: AdminAuditOptions = {}, call?: CallOptions): Promise<LedgerEntry[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/memory/admin/audit",
      asked: options,
    }, call);
  }

  /**
   * The spaces of this store; archived ones only when asked for.
   *
   * To the holder of a token, those that it is for: an admin of one is a stranger to the rest.
   */
  spaces(options: AdminSpacesOptions = {}, call?: CallOptions): Promise<SpaceInfo[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/admin/spaces",
      asked: options,
    }, call);
  }

  /** Every value of this space's preset, with its overrides applied. */
  settings(call?: CallOptions): Promise<Record<string, unknown>> {
    return this.connection.send({ method: "GET", path: "/api/admin/settings" }, call);
  }

  /** Replaces this space's overrides. They hold from the next `Memory.open` or `in_space`. */
  configure(overrides: Record<string, unknown>, call?: WriteOptions): Promise<SpaceInfo> {
    return this.connection.send({
      method: "PUT",
      path: "/api/admin/settings",
      body: { overrides },
      isWriting: true,
    }, call);
  }

  /** Hides this space from lists. Nothing in it is removed. */
  archive(call?: WriteOptions): Promise<SpaceInfo> {
    return this.connection.send({
      method: "POST",
      path: "/api/admin/archive",
      isWriting: true,
    }, call);
  }

  /**
   * What is wrong around the store, and with what this space is searched by.
   *
   * With `last`, so many of its newest texts are looked at. The holder of a token is told of the
   * space alone.
   */
  problems(options: AdminProblemsOptions = {}, call?: CallOptions): Promise<string[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/admin/problems",
      asked: options,
    }, call);
  }

  /** By embedder: how many vectors this space has, and how many texts are still to come. */
  vectors(call?: CallOptions): Promise<Record<string, [number, number]>> {
    return this.connection.send({ method: "GET", path: "/api/admin/vectors" }, call);
  }

  /** Removes the vectors of an embedder that is not used any more; how many there were. */
  dropVectors(model: string, call?: WriteOptions): Promise<number> {
    return this.connection.send({
      method: "DELETE",
      path: "/api/admin/vectors/{model}",
      names: { model },
      isWriting: true,
    }, call);
  }

  /** The last calls to language models of this process: role, model, cost. No text. */
  modelCalls(call?: CallOptions): Promise<CallRecord[]> {
    return this.connection.send({ method: "GET", path: "/api/admin/model-calls" }, call);
  }

  people(call?: CallOptions): Promise<Person[]> {
    return this.connection.send({ method: "GET", path: "/api/admin/people" }, call);
  }

  person(name: string, call?: CallOptions): Promise<Person> {
    return this.connection.send({
      method: "GET",
      path: "/api/admin/people/{name}",
      names: { name },
    }, call);
  }

  /** Registers a person, service or agent; given again, changes what is registered. */
  addPerson(
    name: string,
    options: AdminAddPersonOptions = {},
    call?: WriteOptions,
  ): Promise<Person> {
    return this.connection.send({
      method: "PUT",
      path: "/api/admin/people/{name}",
      names: { name },
      body: options,
      isWriting: true,
    }, call);
  }

  joinGroup(name: string, groups: readonly string[], call?: WriteOptions): Promise<Person> {
    return this.connection.send({
      method: "POST",
      path: "/api/admin/people/{name}/groups",
      names: { name },
      body: { groups },
      isWriting: true,
    }, call);
  }

  leaveGroup(name: string, groups: readonly string[], call?: WriteOptions): Promise<Person> {
    return this.connection.send({
      method: "POST",
      path: "/api/admin/people/{name}/groups/leave",
      names: { name },
      body: { groups },
      isWriting: true,
    }, call);
  }

  grant(name: string, roles: readonly string[], call?: WriteOptions): Promise<Person> {
    return this.connection.send({
      method: "POST",
      path: "/api/admin/people/{name}/roles",
      names: { name },
      body: { roles },
      isWriting: true,
    }, call);
  }

  withdraw(name: string, roles: readonly string[], call?: WriteOptions): Promise<Person> {
    return this.connection.send({
      method: "POST",
      path: "/api/admin/people/{name}/roles/withdraw",
      names: { name },
      body: { roles },
      isWriting: true,
    }, call);
  }

  /** The groups of this space and who belongs to them. */
  groups(call?: CallOptions): Promise<Record<string, string[]>> {
    return this.connection.send({ method: "GET", path: "/api/admin/groups" }, call);
  }

  /** The tokens of this space that are good, newest first; if asked for, the others too. */
  tokens(options: AdminTokensOptions = {}, call?: CallOptions): Promise<Token[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/admin/tokens",
      asked: options,
    }, call);
  }

  /**
   * A bearer token for somebody who is registered. It is shown this once, and kept nowhere.
   *
   * It says who calls. What they may do is looked up at each call.
   */
  issueToken(
    name: string,
    options: AdminIssueTokenOptions = {},
    call?: WriteOptions,
  ): Promise<IssuedToken> {
    return this.connection.send({
      method: "POST",
      path: "/api/admin/tokens",
      body: { ...options, name },
      isWriting: true,
    }, call);
  }

  /** Ends a token at once. */
  revokeToken(
    id: string,
    options: AdminRevokeTokenOptions = {},
    call?: WriteOptions,
  ): Promise<Token> {
    return this.connection.send({
      method: "POST",
      path: "/api/admin/tokens/{id}/revoke",
      names: { id },
      body: options,
      isWriting: true,
    }, call);
  }

  /**
   * Ends all visits that somebody began by signing in with a provider, at once; which.
   *
   * Tokens issued to them stay good. They may sign in again as long as the provider lets them.
   */
  endSignIns(
    name: string,
    options: AdminEndSignInsOptions = {},
    call?: WriteOptions,
  ): Promise<Token[]> {
    return this.connection.send({
      method: "POST",
      path: "/api/admin/people/{name}/sign-ins/end",
      names: { name },
      body: options,
      isWriting: true,
    }, call);
  }

  /** The certificates of all erasures in this space, oldest first. */
  erasures(call?: CallOptions): Promise<Certificate[]> {
    return this.connection.send({ method: "GET", path: "/api/admin/erasures" }, call);
  }

  /**
   * Erases again what an older copy of this space brought back; None if nothing was.
   *
   * Takes certificates of this space, or their JSON.
   */
  applyErasures(
    certificates: CertificateInput | string | readonly (CertificateInput | string | Record<string, unknown>)[],
    call?: WriteOptions,
  ): Promise<Certificate | null> {
    return this.connection.send({
      method: "POST",
      path: "/api/admin/erasures/apply",
      body: { certificates },
      isWriting: true,
    }, call);
  }
}

/** Every verb on items, for one caller in one space. */
export class MemoryVerbs {
  /** @internal */
  protected readonly connection: Connection;
  /** For admins: who is in the space, what its rules are, and what happened in it. */
  readonly admin: AdminVerbs;
  /** The agents of a desk. */
  readonly agents: AgentsVerbs;
  /** Starts conversations and appends to them. */
  readonly conversations: ConversationsVerbs;
  /** The track record of agents: what came of what they held. */
  readonly credibility: CredibilityVerbs;
  /** Debates between agents: positions, five levels, resolutions, precedents. */
  readonly debates: DebatesVerbs;
  /** Decisions with their reasons, what they rested on, and what came of them. */
  readonly decisions: DecisionsVerbs;
  /** Entities and the relations between them and items, as far as the caller may see them. */
  readonly graph: GraphVerbs;
  /** The caller's own sessions; for admins who are people, everybody's. */
  readonly inquiries: InquiriesVerbs;
  /** Runs due work, and shows what waits, runs or failed. */
  readonly jobs: JobsVerbs;
  /** What waits for a person: debates, gates, outcomes, items to review, reminders. */
  readonly notifications: NotificationsVerbs;
  /** Rules that decisions apply, skip or override while they are in force. */
  readonly policies: PoliciesVerbs;
  /** Approves, rejects, mandates and revokes, and settles contradictions. For admins. */
  readonly review: ReviewVerbs;
  /** What was said, noted and done elsewhere. The raw text is stored first, always. */
  readonly sources: SourcesVerbs;
  /** Answers the tool calls of one agent. Each question is a walk. */
  readonly tools: ToolsVerbs;
  /** The caller's own walks; for admins, everybody's. */
  readonly walks: WalksVerbs;

  /** @internal */
  constructor(connection: Connection) {
    this.connection = connection;
    this.admin = new AdminVerbs(connection);
    this.agents = new AgentsVerbs(connection);
    this.conversations = new ConversationsVerbs(connection);
    this.credibility = new CredibilityVerbs(connection);
    this.debates = new DebatesVerbs(connection);
    this.decisions = new DecisionsVerbs(connection);
    this.graph = new GraphVerbs(connection);
    this.inquiries = new InquiriesVerbs(connection);
    this.jobs = new JobsVerbs(connection);
    this.notifications = new NotificationsVerbs(connection);
    this.policies = new PoliciesVerbs(connection);
    this.review = new ReviewVerbs(connection);
    this.sources = new SourcesVerbs(connection);
    this.tools = new ToolsVerbs(connection);
    this.walks = new WalksVerbs(connection);
  }

  /**
   * Exactly this item; `content` is enough. `idempotencyKey` makes a repeated call harmless. A
   * mandate that an admin enters with `source_type: "admin_mandate"` takes a `reason` as well.
   *
   * `rejected_before` lists earlier rejections of the same statement.
   */
  add(options: AddOptions, call?: WriteOptions): Promise<ArrivedItem> {
    return this.connection.send({
      method: "POST",
      path: "/api/memory",
      body: options,
      isWriting: true,
    }, call);
  }

  /** Items that match every filter, newest first, a page at a time. */
  items(options: ItemsOptions = {}, call?: CallOptions): Pages<Page, Item> {
    return this.connection.pages({
      method: "GET",
      path: "/api/memory",
      asked: options,
    }, "items", call);
  }

  /** All of these items, or none of them. `known` has the ids of those that were there. */
  addMany(items: readonly Record<string, unknown>[], call?: WriteOptions): Promise<AddedItem[]> {
    return this.connection.send({
      method: "POST",
      path: "/api/memory/batch",
      body: { items },
      isWriting: true,
    }, call);
  }

  /**
   * What people accepted for the caller's audience: all that is mandatory, and of what is approved
   * the best that fits. Without a budget the preset's counts, else 6,000 tokens.
   */
  bundle(options: BundleOptions = {}, call?: CallOptions): Promise<Bundle> {
    return this.connection.send({
      method: "GET",
      path: "/api/memory/bundle",
      asked: options,
    }, call);
  }

  /**
   * Counts of what is shared with the caller. Nothing personal is in them.
   *
   * `by` says which words are counted one by one: kind, status, domain and category. Without any,
   * only the totals are counted, which is much less work.
   */
  stats(options: StatsOptions = {}, call?: CallOptions): Promise<Stats> {
    return this.connection.send({
      method: "GET",
      path: "/api/memory/stats",
      asked: options,
    }, call);
  }

  /**
   * How people voted on these items, and the caller's own vote; one for each, in their order.
   *
   * Nobody voted on what is unknown or hidden.
   */
  votes(ids: readonly string[] | string, call?: CallOptions): Promise<Votes[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/memory/votes",
      asked: { ids },
    }, call);
  }

  /** What the caller contributed, personal items included. */
  myContributions(options: MyContributionsOptions = {}, call?: CallOptions): Pages<Page, Item> {
    return this.connection.pages({
      method: "GET",
      path: "/api/memory/my-contributions",
      asked: options,
    }, "items", call);
  }

  /**
   * The best hits for a question, with their scores and evidence.
   *
   * `explain: true` adds how each hit was found and what weighed. `session` names the talk in which
   * it is asked, for `memory.walks`. `learned: true` lets what callers used before move hits by
   * their category, a little.
   */
  recall(query: string, options: RecallOptions = {}, call?: CallOptions): Promise<Recall> {
    return this.connection.send({
      method: "POST",
      path: "/api/memory/recall",
      body: { ...options, query },
    }, call);
  }

  /** Items that mean much the same, of these kinds or of all, the most relevant first. */
  searchSimilarFacts(
    query: string,
    options: SearchSimilarFactsOptions = {},
    call?: CallOptions,
  ): Promise<Record<string, unknown>[]> {
    return this.connection.send({
      method: "POST",
      path: "/api/memory/similar",
      body: { ...options, query },
    }, call);
  }

  /**
   * Stores a text, extracts items from it, and compares them with existing items.
   *
   * `live_state` is what live data already covers: it is not remembered again. `dry_run: true`
   * shows the plan and stores nothing. `infer: false` stores the text as one item, unchanged.
   */
  remember(
    text: string | readonly Record<string, unknown>[],
    options: RememberOptions = {},
    call?: WriteOptions,
  ): Promise<Remembered> {
    return this.connection.send({
      method: "POST",
      path: "/api/memory/remember",
      body: { ...options, text },
      isWriting: true,
    }, call);
  }

  /**
   * Removes for good: an item, a source and the items based on it, or all about a subject.
   *
   * For people: the owner of all that goes, or an admin. Keep the certificate.
   */
  erase(options: EraseOptions, call?: WriteOptions): Promise<Certificate> {
    return this.connection.send({
      method: "POST",
      path: "/api/memory/erase",
      body: options,
      isWriting: true,
    }, call);
  }

  /** What several subjects have in common, the most common first. Nothing personal counts. */
  insights(options: InsightsOptions = {}, call?: CallOptions): Promise<Insight[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/memory/insights",
      asked: options,
    }, call);
  }

  /** What is due soon. With `new`, each reminder is delivered once, with a receipt. */
  reminders(options: RemindersOptions = {}, call?: WriteOptions): Promise<Reminder[]> {
    return this.connection.send({
      method: "POST",
      path: "/api/memory/reminders",
      body: options,
      isWriting: true,
    }, call);
  }

  /** The items about a subject, grouped by kind, newest first, capped. */
  summary(subject: string, options: SummaryOptions = {}, call?: CallOptions): Promise<Summary> {
    return this.connection.send({
      method: "GET",
      path: "/api/memory/summary/{subject}",
      names: { subject },
      asked: options,
    }, call);
  }

  /**
   * Walks the hash chain; with an exported head, also finds a cut tail. For admins.
   *
   * With `last`, about so many of the newest rows alone, with what they wrote.
   */
  verify(options: VerifyOptions = {}, call?: CallOptions): Promise<Verification> {
    return this.connection.send({
      method: "POST",
      path: "/api/memory/admin/verify",
      body: options,
    }, call);
  }

  /** One item, as it is or as it was. What is unknown or hidden is `NotFound`. */
  get(id: string, options: GetOptions = {}, call?: CallOptions): Promise<Item> {
    return this.connection.send({
      method: "GET",
      path: "/api/memory/{id}",
      names: { id },
      asked: options,
    }, call);
  }

  /** Changes fields of an item; its earlier version stays on record. */
  update(id: string, options: UpdateOptions = {}, call?: WriteOptions): Promise<Item> {
    return this.connection.send({
      method: "PATCH",
      path: "/api/memory/{id}",
      names: { id },
      body: options,
      isWriting: true,
    }, call);
  }

  /** The chain of items that replaced each other, oldest first. */
  history(id: string, call?: CallOptions): Promise<Item[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/memory/{id}/history",
      names: { id },
    }, call);
  }

  /** The path from the source through evidence and review to the item. */
  provenance(id: string, call?: CallOptions): Promise<Provenance> {
    return this.connection.send({
      method: "GET",
      path: "/api/memory/{id}/provenance",
      names: { id },
    }, call);
  }

  /** Every act on an item, oldest first: who, when, why, and each field before and after. */
  changesOf(id: string, call?: CallOptions): Promise<ItemChange[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/memory/{id}/changes",
      names: { id },
    }, call);
  }

  /** The deliveries of an item, newest first: all for admins, their own for others. */
  told(itemId: string, call?: CallOptions): Promise<ReceiptHead[]> {
    return this.connection.send({
      method: "GET",
      path: "/api/memory/{item_id}/told",
      names: { item_id: itemId },
    }, call);
  }

  /**
   * Replaces an item by one that inherits what it leaves open.
   *
   * What was approved stays in force until a replacement that waits for review is accepted;
   * `mandate: true` makes it binding in the same act, for admins. With it comes what `relied_on`
   * the old one, for admins.
   */
  supersede(id: string, options: SupersedeOptions = {}, call?: WriteOptions): Promise<Reported> {
    return this.connection.send({
      method: "POST",
      path: "/api/memory/{id}/supersede",
      names: { id },
      body: options,
      isWriting: true,
    }, call);
  }

  /** Dismisses an item. It stays readable by id. */
  dismiss(id: string, options: DismissOptions = {}, call?: WriteOptions): Promise<Item> {
    return this.connection.send({
      method: "POST",
      path: "/api/memory/{id}/dismiss",
      names: { id },
      body: options,
      isWriting: true,
    }, call);
  }

  /** Says that an item is still so, in the words of `quote` where there are any. */
  confirm(id: string, options: ConfirmOptions = {}, call?: WriteOptions): Promise<Item> {
    return this.connection.send({
      method: "POST",
      path: "/api/memory/{id}/confirm",
      names: { id },
      body: options,
      isWriting: true,
    }, call);
  }

  /** Makes the caller's own personal item common knowledge, if it still is version `seen`. */
  share(id: string, options: ShareOptions = {}, call?: WriteOptions): Promise<Item> {
    return this.connection.send({
      method: "POST",
      path: "/api/memory/{id}/share",
      names: { id },
      body: options,
      isWriting: true,
    }, call);
  }

  /** Up (+1) or down (-1); the last vote of each caller counts. */
  vote(id: string, value: number, call?: WriteOptions): Promise<Votes> {
    return this.connection.send({
      method: "PUT",
      path: "/api/memory/{id}/vote",
      names: { id },
      body: { value },
      isWriting: true,
    }, call);
  }

  /**
   * A request ready for a chat model: system prompt, memory, live state, conversation and the
   * user's message, each within its budget.
   *
   * What is left out takes the preset's value. Live state is a mapping, a text or a callable that
   * gives one, and counts more than memory. The message is never cut.
   */
  compose(options: ComposeOptions, call?: CallOptions): Promise<Composed> {
    return this.connection.send({
      method: "POST",
      path: "/api/context/compose",
      body: options,
    }, call);
  }

  /** What to know of a subject before a meeting, within a budget of tokens. */
  briefing(subject: string, options: BriefingOptions = {}, call?: CallOptions): Promise<Briefing> {
    return this.connection.send({
      method: "GET",
      path: "/api/context/briefing/{subject}",
      names: { subject },
      asked: options,
    }, call);
  }

  /** Prompts worth offering at the start of a conversation. They are never messages. */
  suggestions(options: SuggestionsOptions = {}, call?: CallOptions): Promise<Suggestions> {
    return this.connection.send({
      method: "GET",
      path: "/api/context/suggestions",
      asked: options,
    }, call);
  }

  /**
   * Receipts, newest first, a page at a time: to admins everybody's, to others their own.
   *
   * Those of one kind of delivery, made for one principal, or about one subject. `receipt(id)`
   * tells what one held and said.
   */
  receipts(options: ReceiptsOptions = {}, call?: CallOptions): Pages<ReceiptPage, ReceiptHead> {
    return this.connection.pages({
      method: "GET",
      path: "/api/context/receipts",
      asked: options,
    }, "receipts", call);
  }

  /**
   * What was delivered, why, and what was withheld, with its text as it was then.
   *
   * For whom it was made, and for admins. What was erased since shows as `[erased]`.
   */
  receipt(id: string, call?: CallOptions): Promise<Receipt> {
    return this.connection.send({
      method: "GET",
      path: "/api/context/receipts/{id}",
      names: { id },
    }, call);
  }

  /**
   * Looks step by step through graph, items and messages for what a conversation needs: facts with
   * their evidence, people's profiles, the reasoning and how sure it is.
   *
   * `messages` have `author_id`, `content` and `timestamp`; a text alone is a question. The
   * strategies are react, the default with a model that can call tools, state_machine and custom,
   * which need a language model, and rules, the default without one. `progress` is called with each
   * step and each look as it happens, where the store is. The inquiry goes on record, for
   * `memory.inquiries`.
   */
  inquire(
    messages: readonly (ConversationMessageInput | Record<string, unknown>)[] | string,
    options: InquireOptions = {},
    call?: CallOptions,
  ): Promise<Inquiry> {
    return this.connection.send({
      method: "POST",
      path: "/api/knowledge/retrieve",
      body: { ...options, messages },
    }, call);
  }

  /** What rules files of a project would say now. Nothing counts as delivered. */
  rulesFiles(options: RulesFilesOptions = {}, call?: CallOptions): Promise<RulesFiles> {
    return this.connection.send({
      method: "GET",
      path: "/api/context/rules-files",
      query: options,
    }, call);
  }

  /** What rules files of a project say, with a receipt. */
  pull(options: PullOptions = {}, call?: WriteOptions): Promise<RulesFiles> {
    return this.connection.send({
      method: "POST",
      path: "/api/context/rules-files",
      query: options,
      isWriting: true,
    }, call);
  }
}
