/** The verbs against a real server that asks for tokens. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import {
  Conflict,
  Forbidden,
  InvalidInput,
  KeyReused,
  Memory,
  NotAuthenticated,
  NotFound,
  RemembrancerError,
  type Item,
} from "../src/index.ts";
import { Server } from "./server.ts";

let server: Server;
let empty: Server; // in local mode, with nothing in it
let token: string;
let memory: Memory; // of an ADMIN
let agent: Memory; // of an agent without a role

before(async () => {
  [server, empty] = await Promise.all([
    Server.start({ preset: "corporate", isLocal: false }),
    Server.start({ preset: "corporate", isLocal: true }),
  ]);
  token = await server.token("owner");
  memory = new Memory({ url: server.url, token });
  await memory.admin.addPerson("planner", { kind: "agent" });
  const issued = await memory.admin.issueToken("planner");
  agent = new Memory({ url: server.url, token: () => issued.token });
});

after(() => Promise.all([server?.stop(), empty?.stop()]));

test("what is remembered is recalled, with its evidence", async () => {
  const { items } = await memory.remember("Orders in Sweden settle after three days.", {
    subject: "settlement",
    infer: false,
  });
  assert.equal(items.length, 1);
  const { hits } = await memory.recall("when do orders settle", { k: 3, explain: true });
  assert.equal(hits[0]?.id, items[0]?.id);
  assert.match(hits[0]?.text ?? "", /three days/);
  assert.ok((hits[0]?.legs.length ?? 0) > 0);
  const item = await memory.get(items[0]?.id ?? "");
  assert.equal(item.subject, "settlement");
  assert.equal((await memory.provenance(item.id)).item.id, item.id);
  assert.deepEqual((await memory.history(item.id)).map((one) => one.version), [1]);
});

test("a bundle is a text with a receipt, which is on record", async () => {
  const fact = await memory.add({ content: "Net revenue excludes refunds.", domain: "finance" });
  await memory.review.approve(fact.id);
  const bundle = await memory.bundle({ token_budget: 500 });
  assert.match(bundle.text, /Net revenue/);
  const receipt = await memory.receipt(bundle.receipt ?? "");
  assert.equal(receipt.text, bundle.text);
  const looked = await memory.rulesFiles({ agents_md: true });
  assert.match(looked.section ?? "", /Net revenue/);
  assert.equal(looked.receipt, null);
  const pulled = await memory.pull({ agents_md: false });
  assert.equal(pulled.section, null);
  assert.ok(pulled.receipt);
});

test("what waits for a person is approved or rejected, by admins alone", async () => {
  const contributed = await agent.add({ content: "The office in Malmö closes at five.", domain: "operations" });
  assert.equal(contributed.review, "pending");
  const other = await agent.add({ content: "The office in Lund has no lift.", domain: "operations" });
  const waiting: string[] = [];
  for await (const item of memory.review.queue({ limit: 1 })) {
    waiting.push(item.id);
  }
  assert.ok(waiting.includes(contributed.id));
  await assert.rejects(agent.review.approve(contributed.id), Forbidden);
  const approved = await memory.review.approve(contributed.id, { seen: contributed.version });
  assert.equal(approved.review, "approved");
  const { results } = await memory.review.batch([other.id], "reject", { reason: "It has one." });
  assert.equal(results.length, 1);
  assert.equal((await memory.get(other.id)).review, "rejected");
});

test("a list goes on from page to page", async () => {
  const sent = Array.from({ length: 5 }, (_, at) => ({ content: `Room ${at} has a window.`, domain: "infrastructure" }));
  const added = await memory.addMany(sent);
  assert.equal(added.length, 5);
  const first = await memory.items({ domain: ["infrastructure"], limit: 2 });
  assert.equal(first.items.length, 2);
  assert.ok(first.next !== null);
  const all: Item[] = [];
  for await (const item of memory.items({ domain: ["infrastructure"], limit: 2 })) {
    all.push(item);
  }
  assert.deepEqual(new Set(all.map((one) => one.id)), new Set(added.map((one) => one.id)));
  const sizes: number[] = [];
  for await (const page of memory.items({ domain: ["infrastructure"], limit: 2 }).pages()) {
    sizes.push(page.items.length);
  }
  assert.deepEqual(sizes, [2, 2, 1]);
});

test("a write whose answer got lost is sent again, and makes one item", async () => {
  let lost = 0;
  const losing: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (init?.method === "POST" && lost < 2) {
      lost += 1;
      await answer.body?.cancel();
      throw new TypeError("The connection was reset.");
    }
    return answer;
  };
  const item = await new Memory({ url: server.url, token, fetch: losing }).add({
    content: "The kiln reaches 1,200 degrees.",
    domain: "engineering",
  });
  assert.equal(lost, 2);
  const { items } = await memory.items({ domain: ["engineering"] });
  assert.deepEqual(items.map((one) => one.id), [item.id]);
});

test("a key stands for one act", async () => {
  const call = { idempotencyKey: "import-0042" };
  const one = await memory.add({ content: "Tea is served at four.", domain: "product" }, call);
  const two = await memory.add({ content: "Tea is served at four.", domain: "product" }, call);
  assert.equal(one.id, two.id);
  await assert.rejects(memory.add({ content: "Tea is served at five." }, call), KeyReused);
});

test("a decision has its reasons, its links and its outcome", async () => {
  const cause = await memory.decisions.record("process_change", {
    trigger: { type: "request", description: "Costs of freight rose by a tenth." },
    recommendation: "Compare the carriers.",
    reasoning: "The contract ends in spring.",
  });
  const decision = await memory.decisions.record("process_change", {
    trigger: { type: "request", description: "The carriers were compared." },
    recommendation: "Change the carrier.",
    reasoning: "The other one is cheaper by a fifth.",
    causes: [cause.id],
  });
  const found = await memory.decisions.get(decision.id);
  assert.equal(found.id, decision.id);
  const ids: string[] = [];
  for await (const one of memory.decisions.list()) {
    ids.push(one.id);
  }
  assert.deepEqual(new Set(ids), new Set([cause.id, decision.id]));
  const chain = await memory.decisions.chain(decision.id);
  assert.ok(JSON.stringify(chain).includes(cause.id));
  await memory.decisions.outcome(decision.id, "Freight costs what it did a year ago.");
});

test("the graph relates entities, and is asked about what is around one", async () => {
  const anna = await memory.graph.entity("Person", "Anna Berg");
  const firm = await memory.graph.entity("Org", "Berg & Söner AB");
  const relation = await memory.graph.relate(anna.id, "works_at", firm.id, { valid_from: new Date(2020, 0, 1) });
  assert.equal(relation.type, "works_at");
  const around = await memory.graph.neighbours(anna.id);
  assert.ok(around.nodes.some((node) => node.id === firm.id));
  const path = await memory.graph.path(anna.id, firm.id);
  assert.deepEqual(path?.relations.map((one) => one.id), [relation.id]);
});

test("a conversation is kept in order, and its window is told", async () => {
  const conversation = await memory.conversations.start();
  await memory.conversations.append(conversation.id, [
    { author_id: "ellen", content: "When does the shop open?" },
    { author_id: "planner", content: "At nine." },
  ]);
  const messages = await memory.conversations.messages(conversation.id);
  assert.deepEqual(messages.map((one) => one.content), ["When does the shop open?", "At nine."]);
  assert.equal((await memory.conversations.close(conversation.id)).id, conversation.id);
});

test("work is scheduled, and taken off again", async () => {
  const job = await memory.jobs.schedule("remind", { every: "1d" });
  assert.equal(await memory.jobs.unschedule(job.id), null);
  assert.ok(!(await memory.jobs.schedules()).some((one) => one.id === job.id));
});

test("a refusal is an error that says what to do", async () => {
  const stranger = new Memory({ url: server.url, token: "rmb_nobody" });
  await assert.rejects(stranger.stats(), (error) => {
    assert.ok(error instanceof NotAuthenticated);
    assert.equal(error.status, 401);
    assert.match(error.message, /rmb token issue/);
    return true;
  });
  await assert.rejects(agent.admin.tokens(), (error) => error instanceof Forbidden && error.status === 403);
  await assert.rejects(memory.get("km_000000000000"), (error) => {
    assert.ok(error instanceof NotFound);
    assert.equal(error.problem?.what, "item");
    assert.equal(error.problem?.identifier, "km_000000000000");
    assert.ok(error.requestId);
    return true;
  });
  await assert.rejects(memory.add({ content: "" }), (error) => {
    assert.ok(error instanceof InvalidInput);
    assert.equal(error.status, 422);
    assert.equal(error.field, "content");
    return true;
  });
});

test("changes arrive as they happen, from a cursor on, and end when nobody listens", async () => {
  const changes = await memory.subscribe({ subject: "events", idle_seconds: 20 });
  const from = changes.cursor;
  const one = await memory.add({ content: "The first event.", subject: "events" });
  await memory.add({ content: "Something else.", subject: "other" });
  const seen: string[] = [];
  for await (const change of changes) {
    seen.push(change.item_id);
    if (seen.length === 1) {
      const two = await memory.add({ content: "A second event.", subject: "events" });
      assert.notEqual(two.id, one.id);
    } else {
      break;
    }
  }
  assert.equal(seen[0], one.id);
  assert.equal(seen.length, 2);
  assert.notEqual(changes.cursor, from);
  const again: string[] = [];
  for await (const change of await memory.subscribe({ subject: "events", after: from, idle_seconds: 0 })) {
    again.push(change.item_id);
  }
  assert.deepEqual(again, seen);
});

test("a subscription is ended by its caller", async () => {
  const stop = new AbortController();
  const changes = await memory.subscribe({}, { signal: stop.signal });
  setTimeout(() => stop.abort(new Error("enough")), 100);
  await assert.rejects(async () => {
    for await (const change of changes) {
      assert.ok(change.cursor);
    }
  }, /enough/);
});

test("a subscription ends with the right to read", async () => {
  await memory.admin.addPerson("visitor", { kind: "agent" });
  const issued = await memory.admin.issueToken("visitor");
  const visitor = new Memory({ url: server.url, token: issued.token });
  const changes = await visitor.subscribe();
  const ended = assert.rejects(async () => {
    for await (const change of changes) {
      assert.ok(change.cursor);
    }
  }, NotAuthenticated);
  await memory.admin.revokeToken(issued.id);
  await ended;
});

test("an export fills a space that holds nothing yet, as it streams", async () => {
  const there = new Memory({ url: empty.url });
  const item = await memory.add({ content: "The lake freezes in January.", domain: "operations" });
  await assert.rejects(agent.export(), Forbidden);
  const rows = await there.import(await memory.export());
  assert.ok(rows > 0);
  assert.equal((await there.get(item.id)).content, item.content);
  assert.ok((await there.verify()).ok);
  await assert.rejects(there.import("{}\n"), Conflict);
});

test("every verb that the server describes is there, and reaches its route", async () => {
  const there = new Memory({ url: empty.url, triesMax: 1 });
  const description = (await (await fetch(`${empty.url}/openapi.json`)).json()) as Description;
  const hints = Object.values(description.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) => operation["x-remembrancer"] ?? []);
  assert.ok(hints.length > 180);
  const other = new Set(["export", "import_", "subscribe", "admin.archive"]); // streams, and the end of a space
  for (const hint of hints.filter(({ verb }) => !other.has(verb))) {
    const names = hint.verb.split(".").map(camel);
    const group = names.slice(0, -1).reduce((found, name) => found[name] as Verbs, there as unknown as Verbs);
    const call = group[names.at(-1) ?? ""];
    assert.equal(typeof call, "function", hint.verb);
    const given = [...hint.arguments.map(() => "x"), {}];
    const error = await (call as Function).apply(group, given).then(
      () => null,
      (error: unknown) => error,
    );
    if (error !== null) {
      // It is the verb that refuses what is given here, and no route that is not there.
      assert.ok(error instanceof RemembrancerError, hint.verb);
      assert.ok([403, 404, 409, 422].includes(error.status ?? 0), `${hint.verb}: ${error}`);
      assert.ok(error.status !== 404 || error.problem?.what !== undefined, `${hint.verb}: ${error}`);
    }
  }
});

type Verbs = Record<string, unknown>;

interface Description {
  paths: Record<string, Record<string, { "x-remembrancer"?: { verb: string; arguments: string[] } }>>;
}

function camel(name: string): string {
  return name.replace(/_$/, "").replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
