const SENT_MAX = 16; // of them that a server reads

/**
 * What a server said that its caller was told, to be sent back with the next call: then no server
 * with a read replica answers with less.
 *
 * The answer to a call covers what was sent with it. Calls at the same time may be answered by
 * different servers, so each leaves a position of its own until a later call covers them all.
 */
export class Positions {
  #held: readonly string[] = [];

  sent(): readonly string[] {
    return this.#held;
  }

  received(sent: readonly string[], position: string | null): void {
    if (position !== null) {
      const others = this.#held.filter((held) => held !== position && !sent.includes(held));
      this.#held = [...others, position].slice(-SENT_MAX);
    }
  }
}
