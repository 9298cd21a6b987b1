import type { Problem } from "./generated/types.ts";

/** What is known of an error beside its message. */
export interface ErrorDetails extends ErrorOptions {
  code: string;
  field?: string | undefined;
  problem?: Problem | undefined;
}

/**
 * The root: everything that Remembrancer throws on purpose. The message says what happened, to which
 * thing, and what to do.
 */
export class RemembrancerError extends Error {
  /** The name of the error, such as "NotFound": that of its class, or one that a newer server has. */
  readonly code: string;
  /** The HTTP status of the answer; null: no server refused it. */
  readonly status: number | null;
  /** The part of the input that cannot be accepted. */
  readonly field: string | null;
  /** By this id the request is in the server's log. */
  readonly requestId: string | null;
  /** All that the server told; null: no server refused it. */
  readonly problem: Problem | null;

  constructor(message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = details.code;
    this.code = details.code;
    this.problem = details.problem ?? null;
    this.status = this.problem?.status ?? null;
    this.field = details.field ?? this.problem?.field ?? null;
    this.requestId = this.problem?.request_id ?? null;
  }
}
