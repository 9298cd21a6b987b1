import { checkAddress, checkKey, cleanToken, newKey } from "./address.ts";
import { RemembrancerError } from "./error.ts";
import type { CallOptions, MemoryOptions, Rows, WriteOptions } from "./options.ts";
import { Pages, type Paged } from "./pages.ts";
import { Positions } from "./positions.ts";
import { errorFrom, problemOf, redirected, unreachable, unreadable } from "./problems.ts";
import { checkSeconds, limited, pause } from "./waiting.ts";
import { asJson, asQuery, segment } from "./writing.ts";

const TRIES_MAX = 3;
const TIMEOUT_SECONDS = 60;
const PAUSE_SECONDS = 0.2; // doubled with each try
const WAIT_SECONDS_MAX = 5; // that a server may ask for; who is told more decides alone
const AGAIN = new Set([429, 503, 504]); // worth another try

const KEY_HEADER = "Idempotency-Key";
const POSITION_HEADER = "Remembrancer-Position";
const SPACE_HEADER = "Remembrancer-Space";
const JSON_QUERY = "json"; // in an address: all that is asked with it, as one JSON object

/** A call of a verb, as it is sent. */
export interface Request {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** As the description of the server has it, with names in braces. */
  path: string;
  /** What stands in the path, by these names. */
  names?: Record<string, string>;
  /** What is asked, which the address holds as one JSON object: nothing is lost in it. */
  asked?: object;
  /** What the address holds as texts, one by one. */
  query?: object;
  body?: unknown;
  /** It changes something, so that each call has a key, and is done once. */
  isWriting?: boolean;
}

/** A request whose body is no JSON, or whose answer is read as it comes. It is sent once. */
export interface StreamRequest {
  method: "GET" | "POST";
  path: string;
  query?: object;
  accept?: string;
  content?: { type: string; body: Rows };
}

/** One caller at one server. */
export class Connection {
  readonly url: string;
  readonly #token: MemoryOptions["token"];
  readonly #space: string | undefined;
  readonly #timeoutSeconds: number;
  readonly #triesMax: number;
  readonly #fetch: typeof globalThis.fetch;
  readonly #positions = new Positions();

  constructor(options: MemoryOptions) {
    const token = typeof options.token === "function" ? options.token : cleanToken(options.token);
    this.url = checkAddress(options.url, token !== null);
    this.#token = token ?? undefined;
    this.#space = options.space;
    this.#timeoutSeconds = checkSeconds(options.timeoutSeconds ?? TIMEOUT_SECONDS);
    this.#triesMax = Math.max(1, options.triesMax ?? TRIES_MAX);
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  /** What the verb gives on the other side, or the error that it raises there. */
  async send<Answer>(request: Request, call: WriteOptions = {}): Promise<Answer> {
    const headers = new Headers();
    if (request.isWriting) {
      // A call that is sent again is one call.
      const key = call.idempotencyKey;
      headers.set(KEY_HEADER, key === undefined ? newKey() : checkKey(key));
    }
    const body = request.body === undefined ? undefined : asJson(request.body);
    if (body !== undefined) {
      headers.set("Content-Type", "application/json");
    }
    const content = await this.#answered(request.method, address(request), headers, body, call);
    try {
      return JSON.parse(content) as Answer;
    } catch (error) {
      throw unreadable(this.url, error);
    }
  }

  /** A list that comes in pages; `entries` names the list in a page. */
  pages<Page extends Paged, Entry>(
    request: Request,
    entries: string,
    call: CallOptions = {},
  ): Pages<Page, Entry> {
    const ask = (cursor: string | null): Promise<Page> => {
      const asked = cursor === null ? request.asked : { ...request.asked, cursor };
      return this.send(asked === undefined ? request : { ...request, asked }, call);
    };
    return new Pages(ask, (page) => (page as unknown as Record<string, Entry[]>)[entries] ?? []);
  }

  /** An answer that is read as it comes. The time limit holds until it begins. */
  async stream(request: StreamRequest, call: CallOptions = {}): Promise<Response> {
    const headers = new Headers({ Accept: request.accept ?? "application/json" });
    if (request.content !== undefined) {
      headers.set("Content-Type", request.content.type);
    }
    await this.#identify(headers);
    const beginning = new AbortController();
    const seconds = this.#seconds(call);
    const timer = setTimeout(() => beginning.abort(timedOut()), seconds * 1000);
    const signal = call.signal ? AbortSignal.any([call.signal, beginning.signal]) : beginning.signal;
    const query = String(asQuery(request.query ?? {}));
    const path = query ? `${request.path}?${query}` : request.path;
    try {
      const answer = await this.#fetched(request.method, path, headers, request.content?.body, signal);
      if (answer.status >= 400) {
        throw errorFrom(problemOf(answer.status, await answer.text()));
      }
      return answer;
    } catch (error) {
      throw this.#failed(error, call.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  /** How long one try may take. */
  #seconds(call: CallOptions): number {
    return call.timeoutSeconds === undefined ? this.#timeoutSeconds : checkSeconds(call.timeoutSeconds);
  }

  /** The error of a try that had no answer; one that says what happened stays as it is. */
  #failed(error: unknown, signal: AbortSignal | undefined): unknown {
    signal?.throwIfAborted();
    // What `fetch` throws differs from one runtime to another.
    return error instanceof RemembrancerError ? error : unreachable(this.url, error);
  }

  /** What the server answers, or the error that it tells of. All of it may be repeated. */
  async #answered(
    method: string,
    path: string,
    headers: Headers,
    body: string | undefined,
    call: CallOptions,
  ): Promise<string> {
    const seen = this.#positions.sent();
    if (seen.length > 0) {
      headers.set(POSITION_HEADER, seen.join(", "));
    }
    const seconds = this.#seconds(call);
    let wait = PAUSE_SECONDS;
    for (let left = this.#triesMax - 1; ; left -= 1) {
      call.signal?.throwIfAborted();
      await this.#identify(headers);
      const signal = limited(call.signal, seconds);
      try {
        const answer = await this.#fetched(method, path, headers, body, signal);
        const content = await answer.text();
        if (answer.status < 400) {
          this.#positions.received(seen, answer.headers.get(POSITION_HEADER));
          return content;
        }
        const problem = problemOf(answer.status, content);
        const asked = retryAfter(answer);
        if (left <= 0 || !AGAIN.has(answer.status) || asked > WAIT_SECONDS_MAX || problem.title === "WorkFailed") {
          throw errorFrom(problem);
        }
        wait = Math.max(wait, asked);
      } catch (error) {
        const failed = this.#failed(error, call.signal);
        if (left <= 0 || failed === error) {
          throw failed;
        }
      }
      await pause(wait, call.signal);
      wait *= 2;
    }
  }

  /** Says who calls. A token may have been renewed since the last try. */
  async #identify(headers: Headers): Promise<void> {
    const token = typeof this.#token === "function" ? cleanToken(await this.#token()) : this.#token;
    headers.delete("Authorization");
    if (token) {
      headers.set("Authorization", `Bearer ${token}`);
    }
    if (this.#space !== undefined) {
      headers.set(SPACE_HEADER, segment(this.#space));
    }
  }

  async #fetched(
    method: string,
    path: string,
    headers: Headers,
    body: Rows | undefined,
    signal: AbortSignal,
  ): Promise<Response> {
    const answer = await this.#fetch(this.url + path, {
      method,
      headers,
      signal,
      redirect: "manual",
      ...(body === undefined ? {} : { body }),
      ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
    } as RequestInit);
    if (answer.type === "opaqueredirect" || (answer.status >= 300 && answer.status < 400)) {
      await answer.body?.cancel();
      throw redirected(this.url);
    }
    return answer;
  }
}

/** The path of a request with its query. */
function address(request: Request): string {
  const path = request.path.replace(/{(\w+)}/g, (_, name) => segment(request.names?.[name]));
  const asked = asJson(request.asked ?? {});
  const query = asQuery({ ...request.query, [JSON_QUERY]: asked === "{}" ? undefined : asked });
  return query.size > 0 ? `${path}?${query}` : path;
}

function retryAfter(answer: Response): number {
  const told = answer.headers.get("Retry-After") ?? "";
  return /^\d+$/.test(told) ? Number(told) : 0;
}

function timedOut(): DOMException {
  return new DOMException("The server took too long to answer.", "TimeoutError");
}
