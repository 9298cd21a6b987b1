/** A whole space, carried from one server to another. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Conflict, Memory } from "../src/index.ts";
import { Server } from "./server.ts";

let servers: Server[] = [];

before(async () => {
  const start = () => Server.start({ preset: "companion", isLocal: true });
  servers = await Promise.all([start(), start()]);
});

after(() => Promise.all(servers.map((server) => server.stop())));

test("an export fills a space that holds nothing yet, as it streams", async () => {
  const [from, to] = servers.map((server) => new Memory({ url: server.url })) as [Memory, Memory];
  const item = await from.add({ content: "The lake freezes in January." });
  const rows = await to.import(await from.export());
  assert.ok(rows > 0);
  assert.equal((await to.get(item.id)).content, item.content);
  assert.ok((await to.verify()).ok);
  await assert.rejects(to.import(await from.export()), Conflict);
});
