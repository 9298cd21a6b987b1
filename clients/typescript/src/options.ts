/** Where the memory is, and who calls. */
export interface MemoryOptions {
  /** The address of the server, such as `https://memory.example`. */
  url: string | URL;
  /**
   * The token that says who calls, as `rmb token issue` printed it, or a function that gives it
   * before each request. Without one, the server has to be in local mode.
   */
  token?: string | (() => string | Promise<string>) | undefined;
  /** Of several spaces that a token is for, the name of the one that is meant. */
  space?: string | undefined;
  /** How long one try of a request may take. Usually 60. */
  timeoutSeconds?: number | undefined;
  /** How often a request is sent at most. Usually 3. */
  triesMax?: number | undefined;
  /** Sends the requests instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** What holds for one call alone. */
export interface CallOptions {
  /** Ends the call, with all its tries, when it is aborted. */
  signal?: AbortSignal | undefined;
  /** How long one try may take, instead of what the memory was opened with. */
  timeoutSeconds?: number | undefined;
}

/** What holds for one call that changes something. */
export interface WriteOptions extends CallOptions {
  /**
   * Your name for this act. Calls with the same name and the same arguments are done once and have
   * one answer, for a day. Without it each call has a name of its own, so that its tries are one.
   */
  idempotencyKey?: string | undefined;
}

/** Rows of an export, as `fetch` sends them. */
export type Rows = string | Uint8Array | Blob | ReadableStream<Uint8Array>;
