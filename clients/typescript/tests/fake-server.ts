/** A server that answers as it is told, and notes what it was asked. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sends nothing, and cuts the connection. */
  isCut?: boolean;
  /** Never answers. */
  isSilent?: boolean;
}

export interface FakeServer extends AsyncDisposable {
  url: string;
  asked: Asked[];
}

/** Gives these answers, one after another, and the last one again and again. */
export async function fakeServer(...answers: Answer[]): Promise<FakeServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const url = new URL(request.url ?? "/", "http://here");
      const answer = answers[Math.min(asked.length, answers.length - 1)] ?? {};
      const { method = "", headers } = request;
      asked.push({ method, path: url.pathname, query: url.searchParams, headers, body });
      send(response, answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, answer: Answer): void {
  if (answer.isCut) {
    response.destroy();
  } else if (!answer.isSilent) {
    response.writeHead(answer.status ?? 200, { "Content-Type": "application/json", ...answer.headers });
    response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body ?? null));
  }
}

/** A problem document, as the server writes it. */
export function problem(status: number, title: string, more: object = {}): Answer {
  return { status, body: { type: `urn:remembrancer:error:${title}`, title, status, detail: `${title}.`, ...more } };
}
