/** The tools of the memory in the hands of a model, with the Vercel AI SDK. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { asSchema, streamText, isStepCount } from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import { Memory, remembrancerTools } from "remembrancer";

import { answer } from "../examples/vercel-ai.ts";
import { Server } from "./server.ts";

let server: Server;
let memory: Memory;

before(async () => {
  server = await Server.start({ preset: "companion", isLocal: true });
  memory = new Memory({ url: server.url });
});

after(() => server?.stop());

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

/** A model that calls these tools, one in each step, and then says what the last one gave. */
function scripted(...calls: [string, object][]): MockLanguageModelV4 {
  const steps = calls.values();
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const { value: step, done } = steps.next();
      const said = JSON.stringify(prompt.at(-1)?.content);
      return done
        ? { content: [{ type: "text", text: said }], finishReason: finished("stop"), usage: USAGE, warnings: [] }
        : { content: [called(step)], finishReason: finished("tool-calls"), usage: USAGE, warnings: [] };
    },
  });
}

function called([toolName, input]: [string, object]) {
  return { type: "tool-call" as const, toolCallId: `call-${toolName}`, toolName, input: JSON.stringify(input) };
}

function finished(unified: "stop" | "tool-calls") {
  return { unified, raw: undefined };
}

test("a model that is scripted remembers and recalls on a real server", async () => {
  const model = scripted(
    ["remember", { text: "Ellen is allergic to peanuts.", subject: "ellen" }],
    ["recall", { query: "allergic peanuts", subject: "ellen" }],
  );
  const said = await answer(memory, model, "What must Ellen not eat?");
  assert.match(said, /allergic to peanuts/);
  const { hits } = await memory.recall("allergic", { subject: "ellen" });
  assert.match(hits[0]?.text ?? "", /allergic to peanuts/);
  const [first] = model.doGenerateCalls;
  assert.deepEqual(
    first?.tools?.map((tool) => tool.name),
    ["remember", "recall", "get_context", "confirm", "forget"],
  );
  const remember = first?.tools?.[0];
  assert.ok(remember?.type === "function");
  assert.deepEqual(remember.inputSchema.required, ["text"]);
  assert.match(remember.description ?? "", /Stores something for later/);
});

test("what the server refuses is told to the model, which goes on", async () => {
  const model = scripted(["recall", { query: "" }], ["recall", { query: "peanuts" }]);
  await answer(memory, model, "?");
  const [, second] = model.doGenerateCalls;
  assert.match(JSON.stringify(second?.prompt.at(-1)), /error-text/);
  assert.equal(model.doGenerateCalls.length, 3);
});

test("tools are chosen by name, and stream", async () => {
  const tools = await remembrancerTools(memory, { which: "full", names: ["recall"], session: "talk-1" });
  assert.deepEqual(Object.keys(tools), ["recall"]);
  const { validate } = asSchema(tools["recall"]?.inputSchema);
  assert.deepEqual(await validate?.({ query: "x" }), { success: true, value: { query: "x" } });
  assert.equal((await validate?.("x"))?.success, false);
  const call = called(["recall", { query: "peanuts" }]);
  const calling = simulateReadableStream({
    chunks: [call, { type: "finish" as const, finishReason: finished("tool-calls"), usage: USAGE }],
  });
  const saying = simulateReadableStream({
    chunks: [
      { type: "text-start" as const, id: "1" },
      { type: "text-delta" as const, id: "1", delta: "Peanuts." },
      { type: "text-end" as const, id: "1" },
      { type: "finish" as const, finishReason: finished("stop"), usage: USAGE },
    ],
  });
  const model = new MockLanguageModelV4({ doStream: [{ stream: calling }, { stream: saying }] });
  const result = streamText({ model, prompt: "?", tools, stopWhen: isStepCount(3) });
  assert.equal(await result.text, "Peanuts.");
  const { walks } = await memory.walks.list();
  assert.equal(walks[0]?.session, "talk-1");
});
