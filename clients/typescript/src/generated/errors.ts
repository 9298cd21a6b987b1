// Written by scripts/typescript.py from the server's OpenAPI description.
// Change the server and run it again; do not change this file.

import { RemembrancerError } from "../error.ts";

/** The caller gave a value that cannot be accepted. (HTTP 422) */
export class InvalidInput extends RemembrancerError {
  declare readonly code: "InvalidInput" | "InvalidSettings" | "QueryRefused";
}

/** A preset, an override or a setting has a wrong key or value. (HTTP 422) */
export class InvalidSettings extends InvalidInput {
  declare readonly code: "InvalidSettings";
}

/** A query that is not answered. The message says what to write instead. (HTTP 422) */
export class QueryRefused extends InvalidInput {
  declare readonly code: "QueryRefused";
}

/** There is no such thing, or the caller may not know of it: the two look the same. (HTTP 404) */
export class NotFound extends RemembrancerError {
  declare readonly code: "NotFound";
}

/**
 * The token is not valid. The error does not say why, because that would help an attacker. (HTTP
 * 401)
 */
export class NotAuthenticated extends RemembrancerError {
  declare readonly code: "NotAuthenticated";
}

/** The caller's role does not allow this act. (HTTP 403) */
export class Forbidden extends RemembrancerError {
  declare readonly code: "Forbidden";
}

/** The act does not fit the current state of the thing. (HTTP 409) */
export class Conflict extends RemembrancerError {
  declare readonly code: "Conflict" | "IllegalTransition" | "ChangedSince" | "KeyReused" | "Erased" | "WorkTaken";
}

/** This lifecycle or review state cannot follow the current one. (HTTP 409) */
export class IllegalTransition extends Conflict {
  declare readonly code: "IllegalTransition";
}

/** The item has changed since the caller read it; nothing was written. (HTTP 409) */
export class ChangedSince extends Conflict {
  declare readonly code: "ChangedSince";
}

/** An idempotency key was used again with another body. (HTTP 422) */
export class KeyReused extends Conflict {
  declare readonly code: "KeyReused";
}

/** The content was erased before and is not accepted again. (HTTP 409) */
export class Erased extends Conflict {
  declare readonly code: "Erased";
}

/** The caller exceeded the server's rate limit; nothing was done. (HTTP 429) */
export class TooManyRequests extends RemembrancerError {
  declare readonly code: "TooManyRequests";
}

/** The verb is planned, but this version or set-up does not offer it. (HTTP 422) */
export class NotAvailable extends RemembrancerError {
  declare readonly code: "NotAvailable";
}

/** A model, embedder or reranker gave no answer, or one in the wrong form. (HTTP 502) */
export class ModelFailed extends RemembrancerError {
  declare readonly code: "ModelFailed" | "BudgetExceeded";
}

/** One more model call would exceed the budget of the task, so it was not made. (HTTP 502) */
export class BudgetExceeded extends ModelFailed {
  declare readonly code: "BudgetExceeded";
}

/** A person could not be told by a channel; it is tried again. (HTTP 502) */
export class NotificationFailed extends RemembrancerError {
  declare readonly code: "NotificationFailed";
}

/** The captured input is safe; the work on it failed and will be retried. (HTTP 503) */
export class WorkFailed extends RemembrancerError {
  declare readonly code: "WorkFailed";
}

/** Another worker has the job now, or it was cancelled; nothing was written. (HTTP 409) */
export class WorkTaken extends Conflict {
  declare readonly code: "WorkTaken";
}

/** The store failed; nothing was half-written. (HTTP 500) */
export class StoreError extends RemembrancerError {
  declare readonly code: "StoreError" | "StoreUnreachable" | "ServerUnreachable" | "StoreInterrupted" | "OutcomeUnknown" | "StoreCorrupt" | "StoreTooNew" | "StoreFull" | "StoreBusy" | "StoreClosed";
}

/** The file or server cannot be opened: wrong path, no permission, read-only place. (HTTP 503) */
export class StoreUnreachable extends StoreError {
  declare readonly code: "StoreUnreachable" | "ServerUnreachable";
}

/** The memory server does not answer: wrong address, not running, no network. (HTTP 503) */
export class ServerUnreachable extends StoreUnreachable {
  declare readonly code: "ServerUnreachable";
}

/** The connection was lost, or another writer interfered; nothing was written. (HTTP 503) */
export class StoreInterrupted extends StoreError {
  declare readonly code: "StoreInterrupted";
}

/** The connection was lost during a commit: the write may have happened or not. (HTTP 503) */
export class OutcomeUnknown extends StoreError {
  declare readonly code: "OutcomeUnknown";
}

/** The file is damaged, or is no Remembrancer store. (HTTP 500) */
export class StoreCorrupt extends StoreError {
  declare readonly code: "StoreCorrupt";
}

/** A newer version of Remembrancer wrote this store. (HTTP 500) */
export class StoreTooNew extends StoreError {
  declare readonly code: "StoreTooNew";
}

/** The disk is full; the write was rolled back. (HTTP 507) */
export class StoreFull extends StoreError {
  declare readonly code: "StoreFull";
}

/** Others kept the store locked for longer than the time limit; nothing was written. (HTTP 503) */
export class StoreBusy extends StoreError {
  declare readonly code: "StoreBusy";
}

/** The memory was closed before this call. (HTTP 503) */
export class StoreClosed extends StoreError {
  declare readonly code: "StoreClosed";
}

/** The classes of errors, by their codes. */
export const ERRORS: Readonly<Record<string, typeof RemembrancerError>> = {
  InvalidInput,
  InvalidSettings,
  QueryRefused,
  NotFound,
  NotAuthenticated,
  Forbidden,
  Conflict,
  IllegalTransition,
  ChangedSince,
  KeyReused,
  Erased,
  TooManyRequests,
  NotAvailable,
  ModelFailed,
  BudgetExceeded,
  NotificationFailed,
  WorkFailed,
  WorkTaken,
  StoreError,
  StoreUnreachable,
  ServerUnreachable,
  StoreInterrupted,
  OutcomeUnknown,
  StoreCorrupt,
  StoreTooNew,
  StoreFull,
  StoreBusy,
  StoreClosed,
};
