// Writes package-lock.json anew, without addresses: whoever installs says where packages come from.
// With --upgrade every version is lifted as far as package.json lets it.

import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";

const LOCK = "package-lock.json";
if (process.argv.includes("--upgrade")) {
  rmSync(LOCK, { force: true });
}
execFileSync("npm", ["install", "--package-lock-only", "--ignore-scripts"], { stdio: "inherit" });
const lock = JSON.parse(readFileSync(LOCK, "utf8"));
for (const one of Object.values(lock.packages)) {
  delete one.funding;
  delete one.resolved;
}
writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
