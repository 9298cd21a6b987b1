/**
 * An agent with a memory, with the Vercel AI SDK: it looks before it answers, and stores what will
 * still count in another conversation.
 *
 *     npm install remembrancer ai
 *     rmb serve --local
 *     node examples/vercel-ai.ts "When do orders settle?"
 */

import { pathToFileURL } from "node:url";

import { generateText, isStepCount, type LanguageModel } from "ai";
import { Memory, remembrancerTools } from "remembrancer";

const STEPS_MAX = 8;

/** What the model answers, with the tools of the memory at hand. */
export async function answer(memory: Memory, model: LanguageModel, prompt: string): Promise<string> {
  // What everybody who works here has to know, with a receipt of what was told.
  const bundle = await memory.bundle({ token_budget: 1000 });
  const { text } = await generateText({
    model,
    instructions: `Look into your memory before you answer, and say so where it has nothing.\n\n${bundle.text}`,
    prompt,
    tools: await remembrancerTools(memory),
    stopWhen: isStepCount(STEPS_MAX),
  });
  return text;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const memory = new Memory({
    url: process.env["REMEMBRANCER_URL"] ?? "http://127.0.0.1:8765",
    token: process.env["REMEMBRANCER_TOKEN"],
  });
  const model = process.env["MODEL"] ?? "anthropic/claude-sonnet-5"; // of the gateway, or a provider's own
  console.log(await answer(memory, model, process.argv[2] ?? "What do you know about me?"));
}
