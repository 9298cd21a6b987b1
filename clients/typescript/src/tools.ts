import type { Memory } from "./memory.ts";
import { unreadable } from "./problems.ts";

/** A schema that agent libraries read: https://standardschema.dev, with its JSON Schema. */
export interface ToolInputSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "remembrancer";
    readonly validate: (value: unknown) => { value: Record<string, unknown> } | { issues: { message: string }[] };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
    readonly types?: { input: unknown; output: Record<string, unknown> };
  };
}

/** A tool in the form that the Vercel AI SDK takes. */
export interface MemoryTool {
  description: string;
  inputSchema: ToolInputSchema;
  execute: (
    input: Record<string, unknown>,
    options?: { abortSignal?: AbortSignal | undefined; toolCallId?: string | undefined },
  ) => Promise<Record<string, unknown>>;
}

/** Which tools a model is given. */
export interface ToolsOptions {
  /** "default": remember, recall, get_context, confirm and forget; "full": all of them. */
  which?: "default" | "full" | undefined;
  /** Of these, the tools by these names alone. */
  names?: readonly string[] | undefined;
  /** Names the talk, for the retrieval log. */
  session?: string | undefined;
}

/**
 * The tools of the memory's server for a model, by their names: give them to `generateText` or
 * `streamText` of the Vercel AI SDK as `tools`.
 *
 * Names, descriptions and schemas are the server's, and so are the answers: quoted data with its
 * source, never an instruction.
 */
export async function remembrancerTools(
  memory: Memory,
  options: ToolsOptions = {},
): Promise<Record<string, MemoryTool>> {
  const schemas = await memory.tools.schemas({ which: options.which ?? "default" });
  const tools: Record<string, MemoryTool> = {};
  for (const { name, description, parameters } of schemas) {
    if (typeof name !== "string" || typeof description !== "string" || !isRecord(parameters)) {
      throw unreadable("/api/tools", undefined);
    }
    if (options.names === undefined || options.names.includes(name)) {
      tools[name] = {
        description,
        inputSchema: inputSchema(parameters),
        execute: (input, call) =>
          memory.tools.call(name, input, { session: options.session }, { signal: call?.abortSignal }),
      };
    }
  }
  return tools;
}

/** What a model says is checked by the server, which has the rules. */
function inputSchema(schema: Record<string, unknown>): ToolInputSchema {
  return {
    "~standard": {
      version: 1,
      vendor: "remembrancer",
      validate: (value) => (isRecord(value) ? { value } : { issues: [{ message: "The arguments are no object." }] }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
