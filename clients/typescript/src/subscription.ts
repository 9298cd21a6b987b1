import type { Connection } from "./connection.ts";
import { RemembrancerError } from "./error.ts";
import { ServerUnreachable } from "./generated/errors.ts";
import type { Change } from "./generated/types.ts";
import type { CallOptions } from "./options.ts";
import { unreachable, unreadable } from "./problems.ts";
import { readEvents } from "./server-sent-events.ts";
import { pause } from "./waiting.ts";

const PATH = "/api/events";
const TRIES_MAX = 5; // in a row that come to nothing
const PAUSE_SECONDS = 0.2; // doubled with each of them
const FOR_LATER = new Set([429, 503, 504]);

/** Which changes a subscription tells of. */
export interface SubscribeOptions {
  /** Changes of one subject alone. */
  subject?: string | null | undefined;
  /** The cursor of the last change that was read: nothing after it is missed. */
  after?: string | null | undefined;
  /** End after so long without a change. */
  idle_seconds?: number | null | undefined;
}

/**
 * Changes as they happen, one after another. It goes on by itself when the connection is lost, and
 * misses nothing. Who meets an error goes on from `cursor`.
 */
export class Subscription implements AsyncIterable<Change> {
  readonly #connection: Connection;
  readonly #options: SubscribeOptions;
  readonly #call: CallOptions;
  #cursor: string;

  private constructor(
    connection: Connection,
    options: SubscribeOptions,
    call: CallOptions,
    cursor: string,
  ) {
    this.#connection = connection;
    this.#options = options;
    this.#call = call;
    this.#cursor = cursor;
  }

  /** A subscription from now on, or from a cursor on. */
  static async open(
    connection: Connection,
    options: SubscribeOptions,
    call: CallOptions,
  ): Promise<Subscription> {
    let cursor = options.after ?? null;
    if (cursor === null) {
      const query = { subject: options.subject, idle_seconds: 0 };
      const answer = await connection.stream({ method: "GET", path: PATH, query }, call);
      for await (const event of readEvents(answer)) {
        cursor ??= event.id;
      }
    }
    if (cursor === null) {
      throw unreadable(connection.url, undefined);
    }
    return new Subscription(connection, options, call, cursor);
  }

  /** Just behind the last change given. */
  get cursor(): string {
    return this.#cursor;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Change, void, undefined> {
    const idle = this.#options.idle_seconds ?? Infinity;
    let quietSince = performance.now();
    let failures = 0;
    for (let isFirst = true; ; isFirst = false) {
      const left = idle - (performance.now() - quietSince) / 1000;
      if (left <= 0 && !isFirst) {
        return;
      }
      try {
        for await (const change of this.#read(Math.max(0, left))) {
          failures = 0;
          this.#cursor = change.cursor;
          yield change;
          quietSince = performance.now();
        }
      } catch (error) {
        this.#call.signal?.throwIfAborted();
        failures += 1;
        // A stream that breaks throws what is not ours.
        const failed = error instanceof RemembrancerError ? error : unreachable(this.#connection.url, error);
        if (!isForLater(failed) || failures >= TRIES_MAX) {
          throw failed;
        }
      }
      if (performance.now() - quietSince < idle * 1000) {
        // The server ended it, not the time: it may be starting anew.
        await pause(PAUSE_SECONDS * 2 ** failures, this.#call.signal);
      }
    }
  }

  async *#read(idleSeconds: number): AsyncGenerator<Change, void, undefined> {
    const query = {
      subject: this.#options.subject,
      after: this.#cursor,
      idle_seconds: idleSeconds === Infinity ? undefined : idleSeconds,
    };
    const accept = "text/event-stream";
    const answer = await this.#connection.stream({ method: "GET", path: PATH, query, accept }, this.#call);
    for await (const event of readEvents(answer)) {
      if (event.event === "change") {
        yield this.#change(event.data);
      }
    }
  }

  #change(data: string): Change {
    try {
      return JSON.parse(data) as Change;
    } catch (error) {
      throw unreadable(this.#connection.url, error);
    }
  }
}

/** Whether the stream may be there again soon. Other errors are for the caller. */
function isForLater(error: RemembrancerError): boolean {
  return error instanceof ServerUnreachable || FOR_LATER.has(error.status ?? 0);
}
