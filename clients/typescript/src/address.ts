import { invalid } from "./problems.ts";

const HERE = new Set(["localhost", "127.0.0.1", "[::1]"]);
const KEY_CHARACTERS_MAX = 200;
const KEY_BYTES = 16;

/** The address of a server, without a slash at its end. A token is not sent where others could read it. */
export function checkAddress(given: string | URL, hasToken: boolean): string {
  const url = parsed(given);
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.search || url.hash) {
    throw invalid(`"${given}" is no address of a server. Write https://HOST.`, "url");
  }
  if (url.username || url.password) {
    throw invalid("The address of a server holds no name and no password. Give a token.", "url");
  }
  if (hasToken && url.protocol === "http:" && !HERE.has(url.hostname)) {
    throw invalid("A token is not sent over http://, where others could read it. Use https://.", "url");
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

function parsed(given: string | URL): URL | null {
  try {
    return new URL(given);
  } catch {
    return null;
  }
}

/** A token without the line end that comes with it from a file. An empty one is none. */
export function cleanToken(token: unknown): string | null {
  if (token === undefined || token === null) {
    return null;
  }
  if (typeof token !== "string") {
    throw invalid(`token must be a text, not ${typeof token}.`, "token");
  }
  const clean = token.trim();
  if (/[^!-~]/.test(clean)) {
    throw invalid(
      "The token holds a sign that no token has: a blank, a line end, a control character or a " +
        "foreign letter. Give it as `rmb token issue` printed it.",
      "token",
    );
  }
  return clean || null;
}

/** The caller's name for one act, as it can stand in a header. */
export function checkKey(key: string): string {
  if (!/^[!-~]([ -~]*[!-~])?$/.test(key) || key.length > KEY_CHARACTERS_MAX) {
    throw invalid(
      `An idempotencyKey has 1 to ${KEY_CHARACTERS_MAX} ASCII characters, and no blank at either end.`,
      "idempotencyKey",
    );
  }
  return key;
}

/** A name for one act that nobody else has. Pages without TLS have no `crypto.randomUUID`. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
