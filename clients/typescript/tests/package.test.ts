/** The package as it is published: what is in it, and that it works in an empty folder. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

const run = promisify(execFile);
const OFFLINE = ["--offline", "--no-audit", "--no-fund", "--loglevel=error"];
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "remembrancer-package-"));
});

after(() => rm(folder, { recursive: true, force: true }));

test("the package holds its build, its sources, and nothing else", async () => {
  // The build is there already: the tests are made after it.
  const { stdout } = await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder]);
  const [packed] = JSON.parse(stdout) as [{ files: { path: string }[]; version: string }];
  const files = packed.files.map((file) => file.path);
  for (const wanted of ["LICENSE", "README.md", "package.json", "dist/index.js", "dist/index.d.ts", "src/index.ts"]) {
    assert.ok(files.includes(wanted), wanted);
  }
  const others = files.filter((file) => !/^(LICENSE|README\.md|package\.json|(dist|src)\/[\w/-]+\.[\w.]+)$/.test(file));
  assert.deepEqual(others, []);
  const about = JSON.parse(await readFile("package.json", "utf8")) as Record<string, unknown>;
  assert.equal(about["dependencies"], undefined, "It has no dependency at run time.");
  assert.equal(await readFile("LICENSE", "utf8"), await readFile("../../LICENSE", "utf8"));
});

test("installed in an empty folder it is imported, and its types hold without those of a browser", async () => {
  const [tarball] = (await run("ls", [folder])).stdout.split("\n").filter((name) => name.endsWith(".tgz"));
  await writeFile(join(folder, "package.json"), '{"type": "module", "private": true}');
  await run("npm", ["install", ...OFFLINE, `./${tarball}`], { cwd: folder });
  await writeFile(
    join(folder, "use.ts"),
    `import { Memory, NotFound, type Item } from "remembrancer";
const memory = new Memory({ url: "http://127.0.0.1:9", triesMax: 1 });
const item: Promise<Item> = memory.get("km_1");
const code = await item.catch((error) => (error instanceof NotFound ? "there" : error.code));
console.log(code);
`,
  );
  const compiler = resolve("node_modules/typescript/bin/tsc");
  const options = ["--target", "ES2022", "--lib", "ES2022", "--module", "NodeNext", "--strict", "--types", "node"];
  const types = ["--typeRoots", resolve("node_modules/@types")];
  await run(compiler, ["--ignoreConfig", ...options, ...types, "use.ts"], { cwd: folder });
  const { stdout } = await run(process.execPath, ["use.js"], { cwd: folder });
  assert.equal(stdout, "ServerUnreachable\n");
});
