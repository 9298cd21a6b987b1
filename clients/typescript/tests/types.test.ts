/** What the compiler refuses. Nothing of it runs: the build of the tests is the test. */

import { test } from "node:test";

import { NotFound, RemembrancerError, type Hit, type Item, type Memory, type Page, type Pages } from "../src/index.ts";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Same<A, B>): void {}

export async function refused(memory: Memory): Promise<void> {
  // @ts-expect-error a query is needed
  await memory.recall();
  // @ts-expect-error a query is a text
  await memory.recall(7);
  // @ts-expect-error fields are named as in the REST API
  await memory.recall("x", { asOf: 3 });
  // @ts-expect-error content is needed
  await memory.add({});
  // @ts-expect-error a mandate needs its reason
  await memory.review.mandate("km_1");
  // @ts-expect-error a lifecycle is one of a few words
  await memory.items({ lifecycle: ["gone"] });
  // @ts-expect-error what only reads has no key
  await memory.recall("x", {}, { idempotencyKey: "k" });
  // @ts-expect-error the address is needed
  new (null as unknown as typeof Memory)({ token: "rmb_1" });
  // @ts-expect-error there is no such verb
  await memory.review.aprove("km_1");
  // @ts-expect-error a hit has no such field
  (await memory.recall("x")).hits[0]?.txt;
}

export async function given(memory: Memory): Promise<void> {
  same<Hit["type"], "item" | "message">(true);
  same<Item["lifecycle"], "active" | "superseded" | "dismissed" | "historical" | "expired">(true);
  same<Item["subject"], string | null>(true);
  same<Item["supersedes"], string[]>(true); // an answer has all its fields
  same<ReturnType<Memory["items"]>, Pages<Page, Item>>(true);
  for await (const item of memory.items({ since: new Date(), tags: ["a"] as const })) {
    same<typeof item, Item>(true);
  }
  const revoked = await memory.review.revoke({ source: "crm-7", reason: "wrong" });
  const first = Array.isArray(revoked) ? revoked[0] : revoked;
  same<NonNullable<typeof first>["review"], Item["review"]>(true);
  await memory.add({ content: "x", expires_at: new Date(), data: { any: ["thing"] } }, { idempotencyKey: "k" });
}

export function told(error: unknown): string {
  if (error instanceof NotFound) {
    same<typeof error.code, "NotFound">(true);
    return error.problem?.what ?? "";
  }
  if (error instanceof RemembrancerError) {
    same<typeof error.status, number | null>(true);
    return error.message;
  }
  return "";
}

test("wrong calls do not compile", () => undefined);
