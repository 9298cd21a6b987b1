import { RemembrancerError } from "./error.ts";
import { ERRORS, InvalidInput, ServerUnreachable } from "./generated/errors.ts";
import type { Problem } from "./generated/types.ts";

/** The problem document of an answer, also where another program answered. */
export function problemOf(status: number, content: string): Problem {
  const found = parsed(content);
  if (isRecord(found) && typeof found["title"] === "string") {
    return {
      ...found,
      type: typeof found["type"] === "string" ? found["type"] : "about:blank",
      title: found["title"],
      status,
      detail: typeof found["detail"] === "string" ? found["detail"] : "The server says no more.",
    };
  }
  const detail = `The server answered ${status}, and not as Remembrancer does.`;
  return { type: "about:blank", title: "RemembrancerError", status, detail };
}

/** The error that a problem document represents. */
export function errorFrom(problem: Problem): RemembrancerError {
  const known = Object.hasOwn(ERRORS, problem.title) ? ERRORS[problem.title] : undefined;
  const details = { code: problem.title, problem };
  return new (known ?? RemembrancerError)(problem.detail, details);
}

export function invalid(message: string, field?: string, cause?: unknown): InvalidInput {
  return new InvalidInput(message, { code: "InvalidInput", field, cause });
}

export function unreachable(url: string, cause: unknown): ServerUnreachable {
  const why = cause instanceof Error ? cause.name : "no answer";
  return new ServerUnreachable(
    `The server at ${url} does not answer (${why}). Check the address and whether it runs: rmb serve.`,
    { code: "ServerUnreachable", cause },
  );
}

export function unreadable(url: string, cause: unknown): RemembrancerError {
  return new RemembrancerError(
    `The answer of the server at ${url} cannot be read. Check that the address is that of a ` +
      "Remembrancer, and that both sides have the same version.",
    { code: "RemembrancerError", cause },
  );
}

/** A redirect is not followed: the token would go wherever it leads. */
export function redirected(url: string): RemembrancerError {
  return new RemembrancerError(
    `The server at ${url} answers with a redirect, which is not followed, since your token would ` +
      "go wherever it leads. Give the address that it leads to, if you trust it.",
    { code: "RemembrancerError" },
  );
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
