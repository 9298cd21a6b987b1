/** What the pages and examples/ show, on a real server: with the Vercel AI SDK, and without. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

import { asSchema, streamText, isStepCount } from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import { Memory, remembrancerTools } from "remembrancer";

import { answer } from "../examples/vercel-ai.ts";
import { Server } from "./server.ts";

const run = promisify(execFile);
const PAGES = { guide: "../../docs/typescript.md", readme: "README.md" };
const FOLDER = ".test-build/docs"; // below the package, which is then found by its name
const ADDRESS = "https://memory.example"; // in examples, stands for a server of our own
let server: Server;
let memory: Memory;

before(async () => {
  server = await Server.start({ preset: "corporate", isLocal: true });
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

test("every example is compiled and runs", async () => {
  await mkdir(FOLDER, { recursive: true });
  const files: string[] = [];
  for (const [name, page] of Object.entries(PAGES)) {
    const examples = blocks(await readFile(page, "utf8"), "ts").join("\n");
    assert.ok(examples.includes(ADDRESS), page);
    const file = `${FOLDER}/${name}.ts`;
    files.push(file);
    await writeFile(file, examples.replaceAll(ADDRESS, server.url));
  }
  const options = ["--target", "ES2022", "--module", "NodeNext", "--strict", "--types", "node", "--skipLibCheck"];
  await run("node_modules/typescript/bin/tsc", ["--ignoreConfig", ...options, ...files]);
  for (const file of files) {
    const { stdout } = await run(process.execPath, [file.replace(/ts$/, "js")]);
    assert.match(stdout, /Orders settle after three days/);
  }
});

test("what a page quotes of an example is in the example", async () => {
  const example = await readFile("examples/vercel-ai.ts", "utf8");
  const quoted = blocks(await readFile(PAGES.guide, "utf8"), "typescript");
  assert.equal(quoted.length, 1);
  for (const line of quoted.join("\n").split("\n")) {
    assert.ok(example.includes(line), line);
  }
});

function blocks(page: string, language: string): string[] {
  const fenced = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms");
  return [...page.matchAll(fenced)].map((found) => found[1] ?? "");
}
