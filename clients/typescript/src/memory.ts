import { Connection } from "./connection.ts";
import { MemoryVerbs } from "./generated/verbs.ts";
import type { CallOptions, MemoryOptions, Rows } from "./options.ts";
import { unreadable } from "./problems.ts";
import { Subscription, type SubscribeOptions } from "./subscription.ts";

const EXPORT_PATH = "/api/admin/export";
const IMPORT_PATH = "/api/admin/import";
const LINES_TYPE = "application/x-ndjson";
const LONG_SECONDS = 3600; // that a server may take to read a whole space

/**
 * A memory that a server keeps, for one caller. Its verbs are those of the Python library, in the
 * same groups: `memory.remember(…)`, `memory.review.approve(…)`.
 *
 * A verb takes what it cannot do without one by one, the rest by name, and last what holds for this
 * call alone. Fields are named as in the REST API: `as_of`, `is_personal`.
 *
 *     const memory = new Memory({ url: "https://memory.example", token });
 *     await memory.remember("Orders settle after three days.", { subject: "orders" });
 *     const { hits } = await memory.recall("when do orders settle");
 */
export class Memory extends MemoryVerbs {
  constructor(options: MemoryOptions) {
    super(new Connection(options));
  }

  /** Changes from now on, or from a cursor on; for one subject or for all. */
  subscribe(options: SubscribeOptions = {}, call: CallOptions = {}): Promise<Subscription> {
    return Subscription.open(this.connection, options, call);
  }

  /** The whole space as JSON Lines, as the server sends it. For admins. */
  async export(call: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    const answer = await this.connection.stream({ method: "GET", path: EXPORT_PATH, accept: LINES_TYPE }, call);
    if (answer.body === null) {
      throw unreadable(this.connection.url, undefined);
    }
    return answer.body;
  }

  /**
   * Fills a space that holds nothing yet from an export. Gives the number of rows. For admins.
   *
   * It is sent once: whether it was done after a lost answer is seen in the space.
   */
  async import(rows: Rows, call: CallOptions = {}): Promise<number> {
    const answer = await this.connection.stream(
      { method: "POST", path: IMPORT_PATH, content: { type: LINES_TYPE, body: rows } },
      { timeoutSeconds: LONG_SECONDS, ...call },
    );
    const count = Number(await answer.text());
    if (!Number.isInteger(count)) {
      throw unreadable(this.connection.url, undefined);
    }
    return count;
  }
}
