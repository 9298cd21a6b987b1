/** What is sent, what is sent again, and what never is. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  Conflict,
  IllegalTransition,
  InvalidInput,
  Memory,
  NotFound,
  RemembrancerError,
  ServerUnreachable,
  TooManyRequests,
  WorkFailed,
} from "../src/index.ts";
import { fakeServer, problem } from "./fake-server.ts";

const LATER = { headers: { "Retry-After": "0" } };

test("a write that is refused for now is sent again with the same key", async () => {
  await using server = await fakeServer(
    { ...problem(503, "StoreBusy"), ...LATER },
    { ...problem(429, "TooManyRequests"), ...LATER },
    { status: 201, body: { id: "km_1" } },
  );
  const item = await new Memory({ url: server.url }).add({ content: "Net revenue excludes refunds." });
  assert.equal(item.id, "km_1");
  assert.equal(server.asked.length, 3);
  const keys = new Set(server.asked.map((one) => one.headers["idempotency-key"]));
  assert.equal(keys.size, 1);
  assert.match([...keys][0] as string, /^[0-9a-f]{32}$/);
});

test("each call has a key of its own, and one that is given is used", async () => {
  await using server = await fakeServer({ status: 201, body: {} });
  const memory = new Memory({ url: server.url });
  await memory.add({ content: "one" });
  await memory.add({ content: "two" });
  await memory.add({ content: "three" }, { idempotencyKey: "import 42" });
  const keys = server.asked.map((one) => one.headers["idempotency-key"]);
  assert.equal(new Set(keys).size, 3);
  assert.equal(keys[2], "import 42");
  for (const idempotencyKey of ["", " a", "ü", "a\nb", "x".repeat(201)]) {
    await assert.rejects(memory.add({ content: "four" }, { idempotencyKey }), InvalidInput);
  }
});

test("what only reads has no key", async () => {
  await using server = await fakeServer({ body: { hits: [] } });
  await new Memory({ url: server.url }).recall("revenue");
  assert.equal(server.asked[0]?.headers["idempotency-key"], undefined);
});

test("a connection that was cut is tried again, and given up in the end", async () => {
  await using server = await fakeServer({ isCut: true });
  const error = await failure(new Memory({ url: server.url }).stats());
  assert.ok(error instanceof ServerUnreachable);
  assert.equal(error.status, null);
  assert.match(error.message, /does not answer.*rmb serve/);
  assert.equal(server.asked.length, 3);
});

test("a wait that is too long is the caller's to decide", async () => {
  await using server = await fakeServer({
    ...problem(429, "TooManyRequests", { retry_after_seconds: 30 }),
    headers: { "Retry-After": "30" },
  });
  const error = await failure(new Memory({ url: server.url }).stats());
  assert.ok(error instanceof TooManyRequests);
  assert.equal(error.problem?.retry_after_seconds, 30);
  assert.equal(server.asked.length, 1);
});

test("work that failed is not tried again unasked, and triesMax is how often", async () => {
  await using failing = await fakeServer({ ...problem(503, "WorkFailed", { job_id: "j" }), ...LATER });
  assert.ok((await failure(new Memory({ url: failing.url }).remember("x"))) instanceof WorkFailed);
  assert.equal(failing.asked.length, 1);
  await using busy = await fakeServer({ ...problem(503, "StoreBusy"), ...LATER });
  await assert.rejects(new Memory({ url: busy.url, triesMax: 1 }).stats(), { code: "StoreBusy" });
  assert.equal(busy.asked.length, 1);
});

test("a redirect is not followed, so that no token goes elsewhere", async () => {
  await using other = await fakeServer({ body: [] });
  await using server = await fakeServer({ status: 307, headers: { Location: `${other.url}/api/memory/stats` } });
  const memory = new Memory({ url: server.url, token: "rmb_secret" });
  const error = await failure(memory.stats());
  assert.ok(error instanceof RemembrancerError);
  assert.match(error.message, /redirect/);
  assert.equal(server.asked.length, 1);
  await assert.rejects(memory.subscribe(), /redirect/);
  assert.equal(other.asked.length, 0);
});

test("a token is not sent over http:// to another machine", () => {
  const token = "rmb_secret";
  for (const url of ["http://memory.example", new URL("http://10.0.0.1:8765")]) {
    assert.throws(() => new Memory({ url, token }), /not sent over http/);
    assert.throws(() => new Memory({ url, token: () => token }), /not sent over http/);
  }
  for (const url of ["https://memory.example", "http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1"]) {
    assert.doesNotThrow(() => new Memory({ url, token }));
  }
  assert.doesNotThrow(() => new Memory({ url: "http://memory.example" }));
});

test("what is no address, or no token, is refused before anything is sent", async () => {
  for (const url of ["", "memory.example", "ftp://memory.example", "https://a:b@memory.example", "https://x?y"]) {
    assert.throws(() => new Memory({ url }), InvalidInput, url);
  }
  assert.throws(() => new Memory({ url: "https://x", token: "two words" }), { field: "token" });
  await using server = await fakeServer({ body: {} });
  await new Memory({ url: `${server.url}/`, token: "rmb_1\n" }).stats();
  assert.equal(server.asked[0]?.headers.authorization, "Bearer rmb_1");
  assert.equal(server.asked[0]?.path, "/api/memory/stats");
});

test("a function gives a fresh token before each try", async () => {
  await using server = await fakeServer({ ...problem(503, "StoreBusy"), ...LATER }, { body: {} });
  let count = 0;
  await new Memory({ url: server.url, token: async () => `rmb_${(count += 1)}` }).stats();
  assert.deepEqual(
    server.asked.map((one) => one.headers.authorization),
    ["Bearer rmb_1", "Bearer rmb_2"],
  );
});

test("a token function that fails is not called an unreachable server", async () => {
  await using server = await fakeServer({ body: {} });
  const token = (): string => {
    throw new TypeError("The vault is closed.");
  };
  await assert.rejects(new Memory({ url: server.url, token }).stats(), TypeError);
  assert.equal(server.asked.length, 0);
});

test("what the caller was told is sent back, and calls at one time leave one position each", async () => {
  const told = ["a", "b", "c"].map((one) => ({ body: {}, headers: { "Remembrancer-Position": one } }));
  await using server = await fakeServer(...told);
  const memory = new Memory({ url: server.url, space: "Nordwärts" });
  await Promise.all([memory.stats(), memory.stats()]);
  await memory.stats();
  await memory.stats();
  const sent = server.asked.map((one) => one.headers["remembrancer-position"]);
  assert.deepEqual(sent.slice(0, 2), [undefined, undefined]);
  assert.deepEqual(new Set(String(sent[2]).split(", ")), new Set(["a", "b"]));
  assert.equal(sent[3], "c");
  assert.equal(server.asked[0]?.headers["remembrancer-space"], "Nordw%C3%A4rts");
});

test("a query is asked as JSON, a time as text, and a name is one step of a path", async () => {
  await using server = await fakeServer({ body: { items: [], next: null } });
  const memory = new Memory({ url: server.url });
  const since = new Date(Date.UTC(2026, 10, 18));
  await memory.items({ tags: [], since, metadata: { a: 1 }, subject: undefined });
  assert.deepEqual(JSON.parse(server.asked[0]?.query.get("json") ?? ""), {
    tags: [],
    since: "2026-11-18T00:00:00.000Z",
    metadata: { a: 1 },
  });
  await memory.items();
  assert.equal(String(server.asked[1]?.query), "");
  await memory.summary("R&D / Zürich?");
  assert.equal(decodeURIComponent(server.asked[2]?.path ?? ""), "/api/memory/summary/R&D / Zürich?");
  assert.equal(server.asked[2]?.path.split("/").length, 5);
  await memory.review.revoke({ item_id: "km_1", reason: "wrong" });
  assert.equal(server.asked[3]?.query.get("item_id"), "km_1");
  assert.deepEqual(JSON.parse(server.asked[3]?.body ?? ""), { reason: "wrong" });
});

test("what JSON would quietly change is refused, and nothing is sent", async () => {
  await using server = await fakeServer({ body: {} });
  const memory = new Memory({ url: server.url });
  const self: Record<string, unknown> = {};
  self["self"] = self;
  for (const value of [NaN, Infinity, 1n, new Map(), new Set(), () => 1, self]) {
    await assert.rejects(memory.add({ content: "x", data: { value } }), InvalidInput);
  }
  for (const name of [".", "..", "\ud800", 7 as unknown as string]) {
    await assert.rejects(memory.get(name), InvalidInput);
  }
  assert.equal(server.asked.length, 0);
});

test("an error is of the class that was raised on the other side, with all that it tells", async () => {
  const members = { current: "dismissed", wanted: "active", allowed: [], request_id: "r1" };
  await using server = await fakeServer(problem(409, "IllegalTransition", members));
  const error = await failure(new Memory({ url: server.url }).confirm("km_1"));
  assert.ok(error instanceof IllegalTransition);
  assert.ok(error instanceof Conflict);
  assert.ok(!(error instanceof NotFound));
  assert.equal(error.name, "IllegalTransition");
  assert.equal(error.status, 409);
  assert.equal(error.requestId, "r1");
  assert.equal(error.problem?.current, "dismissed");
});

test("what another program answers is told as such", async () => {
  await using proxy = await fakeServer({ status: 502, body: "<h1>Bad gateway</h1>" });
  await assert.rejects(new Memory({ url: proxy.url }).stats(), { status: 502, message: /not as Remembrancer does/ });
  await using page = await fakeServer({ body: "<h1>Hello</h1>" });
  await assert.rejects(new Memory({ url: page.url }).stats(), /cannot be read/);
  await using newer = await fakeServer(problem(418, "constructor"));
  assert.equal((await failure(new Memory({ url: newer.url }).stats())).constructor, RemembrancerError);
});

test("a caller ends a call at once, also while it waits to try again", async () => {
  await using silent = await fakeServer({ isSilent: true });
  const first = new AbortController();
  const call = new Memory({ url: silent.url }).stats({}, { signal: first.signal });
  setTimeout(() => first.abort(new Error("enough")), 50);
  await assert.rejects(call, /enough/);
  await using busy = await fakeServer({ ...problem(503, "StoreBusy"), headers: { "Retry-After": "5" } });
  const signal = AbortSignal.timeout(100);
  const start = performance.now();
  await assert.rejects(new Memory({ url: busy.url }).stats({}, { signal }), { name: "TimeoutError" });
  assert.ok(performance.now() - start < 4000);
  assert.equal(busy.asked.length, 1);
  await assert.rejects(new Memory({ url: busy.url }).stats({}, { signal: AbortSignal.abort() }), { name: "AbortError" });
  assert.equal(busy.asked.length, 1);
});

test("a try that takes too long is made again", async () => {
  await using server = await fakeServer({ isSilent: true }, { body: { total: 1 } });
  await new Memory({ url: server.url, timeoutSeconds: 0.2 }).stats();
  assert.equal(server.asked.length, 2);
});

test("a time limit is one that timers can hold", async () => {
  for (const timeoutSeconds of [0, -1, NaN, Infinity, 1e9]) {
    assert.throws(() => new Memory({ url: "https://x", timeoutSeconds }), { field: "timeoutSeconds" });
    await assert.rejects(new Memory({ url: "https://x" }).stats({}, { timeoutSeconds }), InvalidInput);
  }
});

test("pages are asked for one by one, and only when they are used", async () => {
  await using server = await fakeServer(
    { body: { items: [{ id: "1" }, { id: "2" }], next: "c1" } },
    { body: { items: [{ id: "3" }], next: null } },
  );
  const list = new Memory({ url: server.url }).items({ limit: 2 });
  assert.equal(server.asked.length, 0);
  const found: string[] = [];
  for await (const item of list) {
    found.push(item.id);
  }
  assert.deepEqual(found, ["1", "2", "3"]);
  assert.deepEqual(JSON.parse(server.asked[1]?.query.get("json") ?? ""), { limit: 2, cursor: "c1" });
  assert.equal((await list).items.length, 2); // the first page is not asked for again
  assert.equal(server.asked.length, 2);
});

async function failure(call: Promise<unknown>): Promise<RemembrancerError> {
  return await call.then(
    () => assert.fail("It was not refused."),
    (error: unknown) => {
      assert.ok(error instanceof RemembrancerError);
      return error;
    },
  );
}

test("a subscription goes on from its cursor when the server ends it", async () => {
  const type = { "Content-Type": "text/event-stream" };
  const change = (cursor: string): string =>
    `event: change\nid: ${cursor}\ndata: {"cursor":"${cursor}","item_id":"é\u2028"}\n\n`;
  await using server = await fakeServer(
    { headers: type, body: "event: ready\nid: c0\nretry: 1000\ndata: {}\n\n" },
    { headers: type, body: `event: ready\nid: c0\ndata: {}\n\n: still here\n\n${change("c1")}` },
    { isCut: true },
    { ...problem(503, "StoreBusy") },
    { headers: type, body: change("c2").replaceAll("\n", "\r\n") },
    problem(401, "NotAuthenticated"),
  );
  const changes = await new Memory({ url: server.url }).subscribe({ subject: "ellen" });
  assert.equal(changes.cursor, "c0");
  const seen: string[] = [];
  await assert.rejects(
    async () => {
      for await (const one of changes) {
        seen.push(one.cursor);
        assert.equal(one.item_id, "é\u2028");
      }
    },
    { code: "NotAuthenticated" },
  );
  assert.deepEqual(seen, ["c1", "c2"]);
  assert.equal(changes.cursor, "c2");
  const after = server.asked.slice(1).map((one) => one.query.get("after"));
  assert.deepEqual(after, ["c0", "c1", "c1", "c1", "c2"]);
  assert.ok(server.asked.every((one) => one.query.get("subject") === "ellen"));
});
