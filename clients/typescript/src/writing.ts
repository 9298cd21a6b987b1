import { invalid } from "./problems.ts";

/** A value as JSON. What JSON would quietly make something else of is refused. */
export function asJson(value: unknown): string {
  try {
    return JSON.stringify(value, check) ?? "null";
  } catch (error) {
    if (error instanceof TypeError) {
      throw invalid("A value refers to itself, or is a bigint: it cannot be written as JSON.", undefined, error);
    }
    throw error;
  }
}

function check(name: string, value: unknown): unknown {
  const isNumber = typeof value === "number" && !Number.isFinite(value);
  const isThing = typeof value === "function" || typeof value === "symbol";
  if (isNumber || isThing || value instanceof Map || value instanceof Set) {
    throw invalid(
      `${name || "The value"} cannot be written as JSON. Give texts, numbers, lists and plain objects.`,
      name || undefined,
    );
  }
  return value;
}

/** A name as one step of a path, whatever letters it has. */
export function segment(value: unknown): string {
  if (typeof value !== "string") {
    throw invalid(`An id or a name is a text, not ${value === null ? "null" : typeof value}.`);
  }
  if (value === "." || value === "..") {
    throw invalid(`The name "${value}" cannot be called by fetch, which reads it as a step in a path.`);
  }
  try {
    return encodeURIComponent(value);
  } catch (error) {
    throw invalid("A name holds half of a surrogate pair, which is no text. Remove it.", undefined, error);
  }
}

/** The arguments in an address, each as a text. */
export function asQuery(values: object): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) {
      query.append(name, String(value));
    }
  }
  return query;
}
