import { RemembrancerError } from "./error.ts";

/** A page of a list. */
export interface Paged {
  /** The cursor of the next page; null: this is the last one. */
  next: string | null;
}

/**
 * A list that comes in pages. Await it for the first page, or iterate it for all entries of all
 * pages:
 *
 *     const page = await memory.items({ limit: 10 });
 *     for await (const item of memory.items({ domain: "finance" })) …
 *
 * Nothing is asked before that, and a page is asked for when the one before it is used up.
 */
export class Pages<Page extends Paged, Entry> implements Promise<Page>, AsyncIterable<Entry> {
  readonly [Symbol.toStringTag] = "Pages";
  readonly #ask: (cursor: string | null) => Promise<Page>;
  readonly #entries: (page: Page) => readonly Entry[];
  #first: Promise<Page> | undefined;

  constructor(
    ask: (cursor: string | null) => Promise<Page>,
    entries: (page: Page) => readonly Entry[],
  ) {
    this.#ask = ask;
    this.#entries = entries;
  }

  /** The pages, one by one. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let page = await this.then();
    yield page;
    while (page.next !== null) {
      const cursor = page.next;
      page = await this.#ask(cursor);
      if (page.next === cursor) {
        throw new RemembrancerError("The server gives the same page again and again.", {
          code: "RemembrancerError",
        });
      }
      yield page;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Entry, void, undefined> {
    for await (const page of this.pages()) {
      yield* this.#entries(page);
    }
  }

  then<Result = Page, Failure = never>(
    onPage?: ((page: Page) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    this.#first ??= this.#ask(null);
    return this.#first.then(onPage, onError);
  }

  catch<Failure = never>(
    onError?: ((error: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Page | Failure> {
    return this.then(null, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Page> {
    return this.then().finally(onEnd);
  }
}
